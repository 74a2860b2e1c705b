import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { Notice } from '@/components/shared/notice';
import { PasswordInput } from '@/components/shared/password-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useSignUp } from '@/features/auth/api/sign-up';
import { AuthHeading } from '@/features/auth/components/auth-heading';
import { PasswordRule } from '@/features/auth/components/password-rule';
import { TextLink } from '@/features/auth/components/text-link';
import {
  FIELDS,
  type RegisterField,
  type RegisterProblem,
  type RegisterValues,
  registerProblem,
} from '@/features/auth/password-rules';
import { signUpNotice, signUpToast } from '@/features/auth/sign-up-messages';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

function readForm(form: HTMLFormElement): RegisterValues {
  const values = new FormData(form);
  const text = (name: RegisterField): string => String(values.get(name) ?? '');
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    password: text('password'),
    confirmation: text('confirmation'),
  };
}

export function RegisterScreen() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const signUp = useSignUp();
  const [problem, setProblem] = useState<RegisterProblem | null>(null);
  const [password, setPassword] = useState('');

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = readForm(form);
    const found = registerProblem(values);
    setProblem(found);
    if (found) {
      const first = FIELDS.find((field) => found.beside[field]);
      form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return;
    }
    signUp.mutate(
      {
        firstName: values.firstName.trim(),
        lastName: values.lastName.trim(),
        email: values.email.trim(),
        password: values.password,
      },
      {
        onSuccess: () => {
          toast.success(t('register.success'), { description: t('register.successText') });
          void navigate('/auth/login', { state: { mailed: values.email.trim() } });
        },
        onError: (cause) => toast.error(t('register.failed'), { description: signUpToast(cause) }),
      },
    );
  };

  const beside = (field: RegisterField): string | undefined => {
    const wrong = problem?.beside[field];
    return wrong && t(`beside.${wrong}`);
  };
  const message = problem
    ? t(`rule.${problem.form}`)
    : signUp.error
      ? signUpNotice(signUp.error)
      : '';

  return (
    <form method="post" onSubmit={submit} className="grid gap-4.5" noValidate>
      <AuthHeading title={t('register.title')} lead={t('register.lead')} />
      {message && <Notice tone="danger">{message}</Notice>}
      <div className="grid grid-cols-2 items-start gap-3 max-[359px]:grid-cols-1">
        <Field label={t('firstName')} error={beside('firstName')}>
          <Input name="firstName" autoComplete="given-name" required maxLength={100} />
        </Field>
        <Field label={t('lastName')} error={beside('lastName')}>
          <Input name="lastName" autoComplete="family-name" required maxLength={100} />
        </Field>
      </div>
      <Field label={t('email')} error={beside('email')}>
        <Input name="email" type="email" autoComplete="email" required />
      </Field>
      <Field
        label={t('password')}
        hint={<PasswordRule password={password} />}
        error={beside('password')}
      >
        <PasswordInput
          name="password"
          autoComplete="new-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Field label={t('confirmPassword')} error={beside('confirmation')}>
        <PasswordInput name="confirmation" autoComplete="new-password" required />
      </Field>
      <Button type="submit" variant="primary" size="large" block busy={signUp.isPending}>
        {signUp.isPending ? t('register.busy') : t('register.submit')}
      </Button>
      <p className="text-center text-muted text-sm">
        {t('register.haveAccount')} <TextLink to="/auth/login">{t('register.signIn')}</TextLink>
      </p>
    </form>
  );
}
