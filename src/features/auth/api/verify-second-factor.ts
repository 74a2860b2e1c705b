import { sessionState } from '@/entities/session/session-store';
import { toAppError } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

function verifiedFactorId(): string {
  const factors = sessionState().user?.factors ?? [];
  return factors.find((factor) => factor.status === 'verified')?.id ?? '';
}

async function verifyCode(code: string): Promise<void> {
  const { error } = await supabase().auth.mfa.challengeAndVerify({
    factorId: verifiedFactorId(),
    code,
  });
  if (error) throw toAppError(error);
}

/** The session store hears MFA_CHALLENGE_VERIFIED and lets the user in. */
export function useVerifyCode() {
  const { t } = useTranslation('auth');
  return useWrite({
    send: verifyCode,
    // Here and not in the screen, which is gone by now.
    done: () => ({ title: t('signIn.success'), description: t('signIn.successText') }),
    quiet: true,
  });
}
