import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ViewerInvitation } from '@/entities/viewer/viewer';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

export function useAcceptInvitation() {
  const { t } = useTranslation('onboarding');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (invitation: ViewerInvitation) =>
      unwrap(await supabase().rpc('accept_invitation', { id_param: invitation.id })),
    onSuccess: (_employee, invitation) => {
      toast.success(t('toast.joined', { company: invitation.company_name }));
      return client.resetQueries();
    },
    meta: { failureText: 'onboarding:error.join' },
  });
}
