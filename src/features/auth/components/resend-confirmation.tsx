import { Button } from '@/components/ui/button';
import { useResendConfirmation } from '@/features/auth/api/resend-confirmation';
import { useTranslation } from '@/lib/use-translation';

export function ResendConfirmation({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const resend = useResendConfirmation();
  return (
    <Button block busy={resend.isPending} onClick={() => resend.mutate(email)}>
      {t('resend.action')}
    </Button>
  );
}
