import { AppError, toAppError, unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** A right code raises the session at its next refresh, so that follows at once. */
async function spendRecoveryCode(code: string): Promise<void> {
  const accepted = unwrap(await supabase().rpc('use_recovery_code', { code_param: code }));
  if (!accepted) throw new AppError('wrong_recovery_code');
  const { error } = await supabase().auth.refreshSession();
  if (error) throw toAppError(error);
}

export function useSpendRecoveryCode() {
  const { t } = useTranslation('auth');
  return useWrite({
    send: spendRecoveryCode,
    // Here and not in the screen, which is gone by now.
    done: () => ({ title: t('signIn.success'), description: t('signIn.successText') }),
    quiet: true,
  });
}
