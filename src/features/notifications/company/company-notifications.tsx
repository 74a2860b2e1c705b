import { useViewer } from '@/entities/viewer/use-viewer';
import { PeopleToReach } from '@/features/notifications/company/people-to-reach';
import { RulesCard } from '@/features/notifications/company/rules-card';

/** How everyone is notified unless they choose otherwise, and whom nothing reaches. */
export function CompanyNotifications() {
  const companyId = useViewer().company?.id ?? '';
  return (
    <>
      <RulesCard companyId={companyId} />
      <PeopleToReach companyId={companyId} />
    </>
  );
}
