import { useMutation } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

async function requestReset(email: string): Promise<void> {
  const { error } = await supabase().auth.resetPasswordForEmail(email, {
    redirectTo: `${window.location.origin}/auth/reset-password`,
  });
  if (error) throw error;
}

export function useRequestReset() {
  return useMutation({ mutationFn: requestReset, meta: { quiet: true } });
}
