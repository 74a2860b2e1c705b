import { useMutation } from '@tanstack/react-query';
import { markPurposefulSignOut } from '@/entities/session/purposeful-sign-out';
import { supabase } from '@/lib/supabase';

/** Leaves the session of a mailed link or a half sign-in, on this device only and without a word. */
export function useEndSession() {
  return useMutation({
    mutationFn: async () => {
      markPurposefulSignOut();
      const { error } = await supabase().auth.signOut({ scope: 'local' });
      if (error) throw error;
    },
    meta: { quiet: true },
  });
}
