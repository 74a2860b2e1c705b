import { markPurposefulSignOut } from '@/entities/session/purposeful-sign-out';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

/** Leaves the session of a mailed link or a half sign-in, on this device only and without a word. */
export function useEndSession() {
  return useWrite({
    send: async () => {
      markPurposefulSignOut();
      const { error } = await supabase().auth.signOut({ scope: 'local' });
      if (error) throw error;
    },
    quiet: true,
  });
}
