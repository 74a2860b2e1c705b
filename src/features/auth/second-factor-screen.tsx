import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useEndSession } from '@/features/auth/api/end-session';
import { useSpendRecoveryCode } from '@/features/auth/api/spend-recovery-code';
import { useVerifyCode } from '@/features/auth/api/verify-second-factor';
import { AuthHeading } from '@/features/auth/components/auth-heading';
import { toAppError } from '@/lib/errors';

const APP_CODE_LENGTH = 6;

/** Password given, code still to come: nothing else is shown until then. Loaded when needed. */
export default function SecondFactorScreen() {
  const { t } = useTranslation('auth');
  const appCode = useVerifyCode();
  const recoveryCode = useSpendRecoveryCode();
  const endSession = useEndSession();
  const [withRecovery, setWithRecovery] = useState(false);
  const [code, setCode] = useState('');
  const check = withRecovery ? recoveryCode : appCode;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.length < APP_CODE_LENGTH) return;
    check.mutate(code, { onError: () => setCode('') });
  };
  const change = (text: string): void =>
    setCode(withRecovery ? text : text.replaceAll(/\D/g, '').slice(0, APP_CODE_LENGTH));
  const toggle = (): void => {
    setWithRecovery(!withRecovery);
    setCode('');
    appCode.reset();
    recoveryCode.reset();
  };
  const tooMany = check.error && toAppError(check.error).code === 'too_many_recovery_attempts';

  return (
    <form method="post" onSubmit={submit} className="grid gap-4.5" noValidate>
      <AuthHeading
        title={t('secondFactor.title')}
        lead={withRecovery ? t('secondFactor.recoveryLead') : t('secondFactor.lead')}
      />
      <Field
        key={String(withRecovery)}
        label={withRecovery ? t('secondFactor.recoveryCode') : t('secondFactor.code')}
        error={
          check.isError && code === ''
            ? t(tooMany ? 'secondFactor.tooMany' : 'secondFactor.wrong')
            : undefined
        }
      >
        <Input
          name="code"
          inputMode={withRecovery ? 'text' : 'numeric'}
          autoComplete={withRecovery ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={code}
          className="tabular tracking-[0.2em]"
          onChange={(event) => change(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="large" block busy={check.isPending}>
        {check.isPending ? t('secondFactor.busy') : t('secondFactor.submit')}
      </Button>
      <div className="flex flex-col items-center gap-1">
        <Button variant="link" size="small" onClick={toggle}>
          {withRecovery ? t('secondFactor.useApp') : t('secondFactor.useRecovery')}
        </Button>
        <Button variant="link" size="small" onClick={() => endSession.mutate()}>
          {t('secondFactor.cancel')}
        </Button>
      </div>
    </form>
  );
}
