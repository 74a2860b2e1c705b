import { Moon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Notice } from '@/components/shared/notice';
import { SettingsCard } from '@/components/shared/settings-card';
import { Button } from '@/components/ui/button';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useSnooze } from '@/features/notifications/api/quiet-hours';
import { morningOf } from '@/features/notifications/morning';
import { useSnoozedUntil } from '@/features/notifications/use-snoozed-until';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import { addDays, dateOf } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

const SnoozeDialog = lateDialog(async () => ({
  default: (await import('@/features/notifications/settings/snooze-dialog')).SnoozeDialog,
}));

const HOUR_MS = 3_600_000;

/** Nothing for a while. Ends by itself. */
export function SnoozeCard({ employeeId }: { employeeId: string }) {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  const { company } = useViewer();
  const until = useSnoozedUntil(employeeId);
  const [asking, setAsking] = useState(false);
  const snooze = useSnooze({ companyId: company?.id ?? '', employeeId }, (end) =>
    end === null ? t('snooze.ended') : t('snooze.started', { until: format.dateTime(end) }),
  );
  const { timeZone } = format.preferences;
  const tomorrow = () => morningOf(addDays(dateOf(serverNow(), timeZone), 1), timeZone);
  return (
    <SettingsCard title={t('snooze.title')} text={t('snooze.text')}>
      {until ? (
        <Notice
          title={t('snooze.until', { until: format.dateTime(until) })}
          action={
            <Button size="small" busy={snooze.isPending} onClick={() => snooze.mutate(null)}>
              {t('snooze.end')}
            </Button>
          }
        >
          {t('snooze.untilText')}
        </Notice>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            busy={snooze.isPending}
            onClick={() => snooze.mutate(new Date(serverNow() + HOUR_MS).toISOString())}
          >
            <Moon aria-hidden="true" />
            {t('snooze.hour')}
          </Button>
          <Button disabled={snooze.isPending} onClick={() => snooze.mutate(tomorrow())}>
            {t('snooze.morning')}
          </Button>
          <Button disabled={snooze.isPending} onClick={() => setAsking(true)}>
            {t('snooze.date')}
          </Button>
        </div>
      )}
      {asking && (
        <Suspense>
          <SnoozeDialog
            onSnooze={(end) => snooze.mutateAsync(end)}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </SettingsCard>
  );
}
