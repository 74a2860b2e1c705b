import { openInvitation } from '@/features/auth/api/open-invitation';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

async function updatePassword(password: string): Promise<void> {
  await openInvitation();
  const { error } = await supabase().auth.updateUser({ password });
  if (error) throw error;
}

export function useUpdatePassword() {
  return useWrite({ send: updatePassword, quiet: true });
}
