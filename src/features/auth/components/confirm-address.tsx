import { CapturedMail } from '@/components/shared/captured-mail';
import { Button } from '@/components/ui/button';
import { AuthHeading } from '@/features/auth/components/auth-heading';
import MailedCode from '@/features/auth/components/mailed-code';
import { ResendConfirmation } from '@/features/auth/components/resend-confirmation';
import { useTranslation } from '@/lib/use-translation';

export interface ConfirmAddressProps {
  email: string;
  onUsePassword: () => void;
}

/** Instead of the form, for an address that was never confirmed. Default export because it is loaded late. */
export default function ConfirmAddress({ email, onUsePassword }: ConfirmAddressProps) {
  const { t } = useTranslation('auth');
  return (
    <div className="grid gap-4.5">
      <AuthHeading title={t('mailedCode.title')} lead={t('mailedCode.lead', { email })} />
      <CapturedMail />
      <MailedCode email={email} type="signup" />
      <ResendConfirmation email={email} />
      <Button variant="link" onClick={onUsePassword}>
        {t('mailedCode.usePassword')}
      </Button>
    </div>
  );
}
