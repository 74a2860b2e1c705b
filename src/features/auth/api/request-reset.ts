import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

async function requestReset(email: string): Promise<void> {
  const { error } = await supabase().auth.resetPasswordForEmail(email, {
    redirectTo: `${window.location.origin}/auth/reset-password`,
  });
  if (error) throw error;
}

export function useRequestReset() {
  return useWrite({ send: requestReset, quiet: true });
}
