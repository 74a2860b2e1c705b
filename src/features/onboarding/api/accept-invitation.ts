import { useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

export function useAcceptInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (invitationId: string) =>
      unwrap(await supabase().rpc('accept_invitation', { id_param: invitationId })),
    onSuccess: () => client.resetQueries(),
    meta: { failureText: 'onboarding:error.join' },
  });
}
