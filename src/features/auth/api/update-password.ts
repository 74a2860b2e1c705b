import { useMutation } from '@tanstack/react-query';
import { openInvitation } from '@/features/auth/api/open-invitation';
import { supabase } from '@/lib/supabase';

async function updatePassword(password: string): Promise<void> {
  await openInvitation();
  const { error } = await supabase().auth.updateUser({ password });
  if (error) throw error;
}

export function useUpdatePassword() {
  return useMutation({ mutationFn: updatePassword, meta: { quiet: true } });
}
