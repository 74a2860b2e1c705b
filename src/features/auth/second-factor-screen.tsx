import { useState } from 'react';
import { Form } from '@/components/form/form';
import { FieldError, useForm } from '@/components/form/use-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useEndSession } from '@/features/auth/api/end-session';
import { useSpendRecoveryCode } from '@/features/auth/api/spend-recovery-code';
import { useVerifyCode } from '@/features/auth/api/verify-second-factor';
import { AuthHeading } from '@/features/auth/components/auth-heading';
import { toAppError } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

const APP_CODE_LENGTH = 6;

/** Password given, code still to come: nothing else is shown until then. Loaded when needed. */
export default function SecondFactorScreen() {
  const { t } = useTranslation('auth');
  const appCode = useVerifyCode();
  const recoveryCode = useSpendRecoveryCode();
  const endSession = useEndSession();
  const [withRecovery, setWithRecovery] = useState(false);
  const form = useForm({
    initial: { code: '' },
    submit: async ({ code }): Promise<void> => {
      if (code.length < APP_CODE_LENGTH) return;
      await (withRecovery ? recoveryCode : appCode).mutateAsync(code).catch((cause: unknown) => {
        form.set({ code: '' });
        const tooMany = toAppError(cause).code === 'too_many_recovery_attempts';
        throw new FieldError('code', t(tooMany ? 'secondFactor.tooMany' : 'secondFactor.wrong'));
      });
    },
  });
  const change = (text: string): void =>
    form.set({ code: withRecovery ? text : text.replaceAll(/\D/g, '').slice(0, APP_CODE_LENGTH) });
  const toggle = (): void => {
    setWithRecovery(!withRecovery);
    form.reset({ code: '' });
  };

  return (
    <Form form={form} discardable method="post" className="grid gap-4.5">
      <AuthHeading
        title={t('secondFactor.title')}
        lead={withRecovery ? t('secondFactor.recoveryLead') : t('secondFactor.lead')}
      />
      <Field
        key={String(withRecovery)}
        label={withRecovery ? t('secondFactor.recoveryCode') : t('secondFactor.code')}
      >
        <Input
          {...form.text('code')}
          inputMode={withRecovery ? 'text' : 'numeric'}
          autoComplete={withRecovery ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          className="tabular tracking-[0.2em]"
          onChange={(event) => change(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="large" block busy={form.busy}>
        {form.busy ? t('secondFactor.busy') : t('secondFactor.submit')}
      </Button>
      <div className="flex flex-col items-center gap-1">
        <Button variant="link" size="small" onClick={toggle}>
          {withRecovery ? t('secondFactor.useApp') : t('secondFactor.useRecovery')}
        </Button>
        <Button variant="link" size="small" onClick={() => endSession.mutate()}>
          {t('secondFactor.cancel')}
        </Button>
      </div>
    </Form>
  );
}
