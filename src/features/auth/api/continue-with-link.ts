import { markPurposefulSignOut } from '@/entities/session/purposeful-sign-out';
import { forgetAccount } from '@/entities/session/session-store';
import { toAppError } from '@/lib/errors';
import { storedSession } from '@/lib/stored-session';
import { supabase } from '@/lib/supabase';

/** Ends the session here and opens a link that signs in another account. */
export async function continueWithLink(address: string): Promise<void> {
  const user = storedSession()?.user;
  markPurposefulSignOut();
  const { error } = await supabase().auth.signOut({ scope: 'local' });
  if (error) throw toAppError(error);
  if (user) await forgetAccount(user.id);
  window.history.replaceState(null, '', address);
  window.location.reload();
}
