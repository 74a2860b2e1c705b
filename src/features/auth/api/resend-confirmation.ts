import { toAppError } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

async function resendConfirmation(email: string): Promise<void> {
  const { error } = await supabase().auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: `${window.location.origin}/auth/login` },
  });
  if (error) throw toAppError(error);
}

export function useResendConfirmation() {
  const { t } = useTranslation('auth');
  return useWrite({
    send: resendConfirmation,
    done: () => ({ title: t('resend.done'), description: t('resend.doneText') }),
  });
}
