import { supabase } from '@/lib/supabase';
import { urlFragment } from '@/lib/url-fragment';
import { useWrite } from '@/lib/use-write';

export interface MailedCodeValues {
  email: string;
  code: string;
  type: 'signup' | 'recovery';
}

async function verifyMailedCode({ email, code, type }: MailedCodeValues): Promise<void> {
  // As if the mail's link had been opened here, before the session tells every screen.
  const before = { ...urlFragment };
  if (type === 'recovery')
    Object.assign(urlFragment, { hasAccessToken: true, isSpent: false, type });
  const { error } = await supabase().auth.verifyOtp({ email, token: code, type });
  if (!error) return;
  Object.assign(urlFragment, before);
  throw error;
}

/** The session store hears of it and lets the person in, or on to a new password. */
export function useVerifyMailedCode() {
  return useWrite({ send: verifyMailedCode, quiet: true });
}
