import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Card } from '@/components/ui/card';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { choicesQuery } from '@/features/notifications/api/choices';
import { EventsCard } from '@/features/notifications/settings/events-card';
import { QuietCard } from '@/features/notifications/settings/quiet-card';
import { ReachCard } from '@/features/notifications/settings/reach-card';
import { SnoozeCard } from '@/features/notifications/settings/snooze-card';
import { TestCard } from '@/features/notifications/settings/test-card';
import { useTranslation } from '@/lib/use-translation';

export interface OwnNotificationsProps {
  devices: ReactNode;
  texts: ReactNode;
}

/** What reaches the viewer, how, and when not. */
export function OwnNotifications({ devices, texts }: OwnNotificationsProps) {
  const { t } = useTranslation('notifications');
  const employee = useEmployee();
  const query = useQuery({ ...choicesQuery(employee?.id ?? ''), enabled: employee !== null });
  // Before there is a company, the four switches are all there is.
  if (!employee) return <EventsCard rows={[]} />;
  return (
    <Loaded
      query={query}
      skeleton={
        <Card className="max-w-3xl">
          <ListSkeleton rows={6} />
        </Card>
      }
      errorTitle={t('table.failed')}
      errorClassName="max-w-3xl"
      framed
    >
      {(rows) => (
        <>
          <EventsCard rows={rows} />
          <ReachCard rows={rows} />
          {devices}
          {texts}
          <SnoozeCard employeeId={employee.id} />
          <QuietCard employeeId={employee.id} />
          <TestCard />
        </>
      )}
    </Loaded>
  );
}
