import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useVerifyMailedCode } from '@/features/auth/api/verify-mailed-code';

const CODE_LENGTH = 6;

export interface MailedCodeProps {
  email: string;
  type: 'signup' | 'recovery';
}

/** For who reads the mail on another device: its code instead of its link. Loaded when a mail was sent. */
export default function MailedCode({ email, type }: MailedCodeProps) {
  const { t } = useTranslation('auth');
  const verify = useVerifyMailedCode();
  const [code, setCode] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.length !== CODE_LENGTH) return;
    verify.mutate({ email, code, type }, { onError: () => setCode('') });
  };
  return (
    <form method="post" onSubmit={submit} className="grid gap-2" noValidate>
      <Field
        label={t('mailedCode.label')}
        hint={t('mailedCode.hint', { email })}
        error={verify.isError && code === '' ? t('secondFactor.wrong') : undefined}
      >
        <Input
          name="mailed-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          className="tabular tracking-[0.2em]"
          onChange={(event) =>
            setCode(event.target.value.replaceAll(/\D/g, '').slice(0, CODE_LENGTH))
          }
        />
      </Field>
      <Button type="submit" size="large" block busy={verify.isPending}>
        {t('mailedCode.submit')}
      </Button>
    </form>
  );
}
