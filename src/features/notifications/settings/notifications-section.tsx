import { type ReactNode, Suspense } from 'react';
import { late } from '@/components/shared/late';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { OwnNotifications } from '@/features/notifications/settings/own-notifications';
import { useAddressParams } from '@/lib/use-address-params';
import { useTranslation } from '@/lib/use-translation';

const SentList = late(async () => ({
  default: (await import('@/features/notifications/sent/sent-list')).SentList,
}));
const CompanyNotifications = late(async () => ({
  default: (await import('@/features/notifications/company/company-notifications'))
    .CompanyNotifications,
}));

const VIEWS = ['own', 'sent', 'company'] as const;

export interface NotificationsSectionProps {
  /** The devices that get notifications, and how to add this one. */
  devices?: ReactNode;
  /** The number for text messages, and the consent to them. */
  texts?: ReactNode;
}

/** What reaches whom, where: one's own, what was sent, and for managers the company's. */
export function NotificationsSection({ devices, texts }: NotificationsSectionProps) {
  const { t } = useTranslation('notifications');
  const isPrivileged = useIsPrivileged();
  const [params, change] = useAddressParams();
  const offered = VIEWS.filter((view) => view !== 'company' || isPrivileged);
  const view = offered.find((name) => name === params.get('view')) ?? 'own';
  const parts: Record<(typeof VIEWS)[number], ReactNode> = {
    own: <OwnNotifications devices={devices} texts={texts} />,
    sent: <SentList />,
    company: <CompanyNotifications />,
  };
  return (
    <Tabs value={view} onValueChange={(next) => change('view', next === 'own' ? null : next)}>
      <TabsList aria-label={t('view.label')} className="mb-4 px-0!">
        {offered.map((name) => (
          <TabsTrigger key={name} value={name}>
            {t(`view.${name}`)}
          </TabsTrigger>
        ))}
      </TabsList>
      {offered.map((name) => (
        <TabsContent key={name} value={name}>
          <Suspense fallback={<ListSkeleton />}>{parts[name]}</Suspense>
        </TabsContent>
      ))}
    </Tabs>
  );
}
