import { type FormEvent, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { KeptMail } from '@/components/shared/kept-mail';
import { late } from '@/components/shared/late';
import { Notice } from '@/components/shared/notice';
import { PasswordInput } from '@/components/shared/password-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { type Credentials, useSignIn } from '@/features/auth/api/sign-in';
import { isUnconfirmed, signInMessage } from '@/features/auth/auth-messages';
import { AuthHeading } from '@/features/auth/components/auth-heading';
import { DemoLogins } from '@/features/auth/components/demo-logins';
import { ResendConfirmation } from '@/features/auth/components/resend-confirmation';
import { TextLink } from '@/features/auth/components/text-link';
import { toast } from '@/lib/toast';
import { urlFragment } from '@/lib/url-fragment';

const MailedCode = late(() => import('@/features/auth/components/mailed-code'));

export function SignInScreen() {
  const { t } = useTranslation('auth');
  const form = useRef<HTMLFormElement>(null);
  const signIn = useSignIn();
  const { mailed } = (useLocation().state ?? {}) as { mailed?: string };

  const enter = (credentials: Credentials): void =>
    signIn.mutate(credentials, {
      onError: (cause) => {
        toast.error(t('signIn.failed'), { description: signInMessage(cause) });
        form.current?.querySelector<HTMLInputElement>('[name="password"]')?.select();
      },
    });

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const name = String(values.get('email') ?? '').trim();
    const password = String(values.get('password') ?? '');
    if (name !== '' && password !== '') enter({ name, password });
  };

  const unconfirmed = isUnconfirmed(signIn.error) ? (signIn.variables?.name ?? '') : mailed;
  return (
    <div className="grid gap-6">
      <form ref={form} method="post" onSubmit={submit} className="grid gap-4.5" noValidate>
        <AuthHeading title={t('signIn.title')} lead={t('tagline')} />
        {urlFragment.errorCode && !signIn.isSuccess && (
          <Notice tone="attention" title={t('linkExpired.title')}>
            {t('linkExpired.text')}
          </Notice>
        )}
        {mailed && (
          <Notice tone="info" title={t('register.success')}>
            {t('register.successText')}
          </Notice>
        )}
        <Field label={t('emailOrPhone')}>
          <Input
            name="email"
            defaultValue={mailed}
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="username"
            required
            autoFocus={!('ontouchstart' in window)}
          />
        </Field>
        <Field
          label={t('password')}
          aside={<TextLink to="/auth/forgot-password">{t('signIn.forgot')}</TextLink>}
        >
          <PasswordInput name="password" autoComplete="current-password" required />
        </Field>
        {isUnconfirmed(signIn.error) && <ResendConfirmation email={signIn.variables?.name ?? ''} />}
        {unconfirmed && <KeptMail />}
        <Button type="submit" variant="primary" size="large" block busy={signIn.isPending}>
          {signIn.isPending ? t('signIn.busy') : t('signIn.submit')}
        </Button>
        {!mailed && <DemoLogins busy={signIn.isPending} onPick={enter} />}
        <p className="text-center text-muted text-sm">
          {t('signIn.newHere')} <TextLink to="/auth/register">{t('signIn.signUp')}</TextLink>
        </p>
      </form>
      {unconfirmed && (
        <Suspense>
          <MailedCode email={unconfirmed} type="signup" />
        </Suspense>
      )}
    </div>
  );
}
