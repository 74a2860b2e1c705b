import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useEndSession } from '@/features/auth/api/end-session';
import { useVerifyCode } from '@/features/auth/api/verify-second-factor';
import { AuthHeading } from '@/features/auth/components/auth-heading';

const CODE_LENGTH = 6;

/** Password given, code still to come: nothing else is shown until then. Loaded when needed. */
export default function SecondFactorScreen() {
  const { t } = useTranslation('auth');
  const verify = useVerifyCode();
  const endSession = useEndSession();
  const [code, setCode] = useState('');

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.length < CODE_LENGTH) return;
    verify.mutate(code, {
      onSuccess: () => toast.success(t('signIn.success'), { description: t('signIn.successText') }),
      onError: () => setCode(''),
    });
  };

  return (
    <form method="post" onSubmit={submit} className="grid gap-4.5" noValidate>
      <AuthHeading title={t('secondFactor.title')} lead={t('secondFactor.lead')} />
      <Field
        label={t('secondFactor.code')}
        error={verify.isError && code === '' ? t('secondFactor.wrong') : undefined}
      >
        <Input
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={CODE_LENGTH}
          value={code}
          className="tabular tracking-[0.3em]"
          onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ''))}
        />
      </Field>
      <Button type="submit" variant="primary" size="large" block busy={verify.isPending}>
        {verify.isPending ? t('secondFactor.busy') : t('secondFactor.submit')}
      </Button>
      <Button variant="link" onClick={() => endSession.mutate()}>
        {t('secondFactor.cancel')}
      </Button>
    </form>
  );
}
