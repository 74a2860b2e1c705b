import { Form } from '@/components/form/form';
import { FieldError, useForm } from '@/components/form/use-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useVerifyMailedCode } from '@/features/auth/api/verify-mailed-code';
import { useTranslation } from '@/lib/use-translation';

const CODE_LENGTH = 6;

export interface MailedCodeProps {
  email: string;
  type: 'signup' | 'recovery';
}

/** For who reads the mail on another device: its code instead of its link. Loaded when a mail was sent. */
export default function MailedCode({ email, type }: MailedCodeProps) {
  const { t } = useTranslation('auth');
  const verify = useVerifyMailedCode();
  const form = useForm({
    initial: { code: '' },
    submit: async ({ code }): Promise<void> => {
      if (code.length !== CODE_LENGTH) return;
      await verify.mutateAsync({ email, code, type }).catch(() => {
        form.set({ code: '' });
        throw new FieldError('code', t('secondFactor.wrong'));
      });
    },
  });
  return (
    <Form form={form} discardable method="post" className="grid gap-2">
      <Field label={t('mailedCode.label')} hint={t('mailedCode.hint', { email })}>
        <Input
          {...form.text('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          className="tabular tracking-[0.2em]"
          onChange={({ target }) =>
            form.set({ code: target.value.replaceAll(/\D/g, '').slice(0, CODE_LENGTH) })
          }
        />
      </Field>
      <Button
        type="submit"
        variant={type === 'signup' ? 'primary' : 'outline'}
        size="large"
        block
        busy={form.busy}
      >
        {t('mailedCode.submit')}
      </Button>
    </Form>
  );
}
