import { isAuthApiError } from '@supabase/auth-js';
import { supabase } from '@/lib/supabase';
import { urlFragment } from '@/lib/url-fragment';

/** The link was opened before, has expired, was withdrawn, or the address has an account. */
export class InvitationSpent extends Error {}

/** Signs in with the invitation this page was opened with, if it was; once. */
export async function openInvitation(): Promise<void> {
  if (urlFragment.inviteToken === null) return;
  const { error } = await supabase().auth.verifyOtp({
    token_hash: urlFragment.inviteToken,
    type: 'invite',
  });
  if (error && isAuthApiError(error) && error.code === 'otp_expired') {
    throw new InvitationSpent(error.message, { cause: error });
  }
  if (error) throw error;
  urlFragment.inviteToken = null;
  urlFragment.hasAccessToken = true;
  window.history.replaceState(window.history.state, '', window.location.pathname);
}
