import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { markFreshSignIn } from '@/entities/session/fresh-sign-in';
import { needsSecondFactor } from '@/entities/session/second-factor';
import { phoneNumber } from '@/lib/phone-number';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

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

/** Failures carry the spec's words, so the screen shows them itself. */
export function useSignIn() {
  const { t } = useTranslation('auth');
  return useMutation({
    mutationFn: signIn,
    // Here and not in the screen, which is gone by now.
    onSuccess: ({ session }) => {
      markFreshSignIn();
      if (needsSecondFactor(session)) return;
      toast.success(t('signIn.success'), { description: t('signIn.successText') });
    },
    meta: { quiet: true },
  });
}
