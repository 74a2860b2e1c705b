import { Building2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { ViewerInvitation } from '@/entities/viewer/viewer';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

function useJoin() {
  const { t } = useTranslation('companies');
  return useWrite({
    send: async ({ id }: ViewerInvitation) =>
      unwrap(await supabase().rpc('accept_invitation', { id_param: id })),
    done: (_employee, { company_name }) => ({
      title: t('invited.joined', { company: company_name }),
      description: t('invited.joinedText'),
    }),
    stale: [queryKeys.viewer],
    failureTitle: 'companies:error.title',
  });
}

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
