import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toAppError } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

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
  return useMutation({
    mutationFn: resendConfirmation,
    onSuccess: () => toast.success(t('resend.done'), { description: t('resend.doneText') }),
  });
}
