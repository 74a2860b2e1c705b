import { Building2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useJoin } from '@/features/companies/api/join';
import { useTranslation } from '@/lib/use-translation';

/** Somebody who works in one company is invited by another. */
export function InvitationNotice() {
  const { t } = useTranslation(['companies', 'common']);
  const { invitations } = useViewer();
  const join = useJoin();
  return invitations.map((invitation) => (
    <aside
      key={invitation.id}
      data-print="hide"
      aria-label={t('invited.label')}
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b bg-primary-soft px-3.5 py-2.5 text-sm md:px-7"
    >
      <Building2 aria-hidden="true" className="size-4 shrink-0 text-primary" />
      <p className="min-w-48 flex-1">
        {t('invited.text', {
          company: invitation.company_name,
          role: t(`common:role.${invitation.role}`),
        })}
      </p>
      <Button size="small" busy={join.isPending} onClick={() => join.mutate(invitation)}>
        {t('invited.join')}
      </Button>
    </aside>
  ));
}
