import type { ViewerInvitation } from '@/entities/viewer/viewer';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export function useAcceptInvitation() {
  const { t } = useTranslation('onboarding');
  return useWrite({
    send: async (invitation: ViewerInvitation) =>
      unwrap(await supabase().rpc('accept_invitation', { id_param: invitation.id })),
    done: (_employee, { company_name }) => t('toast.joined', { company: company_name }),
    onSuccess: (_employee, _invitation, client) => client.resetQueries(),
    failureText: 'onboarding:error.join',
  });
}
