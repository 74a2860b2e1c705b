import { markFreshSignIn } from '@/entities/session/fresh-sign-in';
import { needsSecondFactor } from '@/entities/session/second-factor';
import { phoneNumber } from '@/lib/phone-number';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export interface Credentials {
  /** An email address or a phone number, as typed. */
  name: string;
  password: string;
}

async function signIn({ name, password }: Credentials) {
  const phone = phoneNumber(name);
  const { data, error } = await supabase().auth.signInWithPassword(
    phone === null ? { email: name, password } : { phone, password },
  );
  if (error) throw error;
  return data;
}

/** Failures have messages of their own (`signInMessage`), so the screen shows them itself. */
export function useSignIn() {
  const { t } = useTranslation('auth');
  return useWrite({
    send: signIn,
    onSuccess: markFreshSignIn,
    // Here and not in the screen, which is gone by now.
    done: ({ session }) =>
      needsSecondFactor(session)
        ? null
        : { title: t('signIn.success'), description: t('signIn.successText') },
    quiet: true,
  });
}
