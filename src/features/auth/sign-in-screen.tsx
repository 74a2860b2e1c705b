import { type FormEvent, Suspense, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { late } from '@/components/shared/late';
import { Notice } from '@/components/shared/notice';
import { PasswordInput } from '@/components/shared/password-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useSignInProviders } from '@/entities/session/use-sign-in-providers';
import { type Credentials, useSignIn } from '@/features/auth/api/sign-in';
import { isUnconfirmed, signInMessage } from '@/features/auth/auth-messages';
import { AuthHeading } from '@/features/auth/components/auth-heading';
import { TextLink } from '@/features/auth/components/text-link';
import { heightOfButtons, providerFailure, refusedProvider } from '@/features/auth/providers';
import { demoLogins } from '@/lib/env';
import { toast } from '@/lib/toast';
import { urlFragment } from '@/lib/url-fragment';
import { useTranslation } from '@/lib/use-translation';
import { withTexts } from '@/lib/with-texts';

const ProviderButtons = late(() =>
  withTexts(import('@/features/auth/components/provider-buttons'), 'sign-in-providers').then(
    ({ default: part }) => ({ default: part.ProviderButtons }),
  ),
);
const ProviderFailure = late(() =>
  withTexts(import('@/features/auth/components/provider-failure'), 'sign-in-providers').then(
    ({ default: part }) => ({ default: part.ProviderFailure }),
  ),
);
const DemoLogins = late(() => import('@/features/auth/components/demo-logins'));
const ConfirmAddress = late(() => import('@/features/auth/components/confirm-address'));

export function SignInScreen() {
  const { t } = useTranslation('auth');
  const form = useRef<HTMLFormElement>(null);
  const signIn = useSignIn();
  const { mailed, name } = (useLocation().state ?? {}) as { mailed?: string; name?: string };
  const navigate = useNavigate();
  const providers = useSignInProviders();
  const failure = refusedProvider() ?? providerFailure(signIn.error);

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
    const typed = String(values.get('email') ?? '').trim();
    const password = String(values.get('password') ?? '');
    if (typed !== '' && password !== '') enter({ name: typed, password });
  };

  const unconfirmed = isUnconfirmed(signIn.error) ? (signIn.variables?.name ?? '') : mailed;
  if (unconfirmed) {
    const enterPassword = (): void => {
      signIn.reset();
      void navigate('.', { replace: true, state: { name: unconfirmed } });
    };
    return (
      <Suspense>
        <ConfirmAddress email={unconfirmed} onUsePassword={enterPassword} />
      </Suspense>
    );
  }
  return (
    <form ref={form} method="post" onSubmit={submit} className="grid gap-4.5" noValidate>
      <AuthHeading title={t('signIn.title')} lead={t('tagline')} />
      {failure && !signIn.isSuccess && (
        <Suspense>
          <ProviderFailure code={failure} />
        </Suspense>
      )}
      {urlFragment.errorCode && !failure && !signIn.isSuccess && (
        <Notice tone="attention" title={t('linkExpired.title')}>
          {t('linkExpired.text')}
        </Notice>
      )}
      <Field label={t('emailOrPhone')}>
        <Input
          name="email"
          defaultValue={name}
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
      <Button type="submit" variant="primary" size="large" block busy={signIn.isPending}>
        {signIn.isPending ? t('signIn.busy') : t('signIn.submit')}
      </Button>
      {providers.length > 0 && (
        <Suspense fallback={<div style={{ height: heightOfButtons(providers.length) }} />}>
          <ProviderButtons providers={providers} />
        </Suspense>
      )}
      {demoLogins() && (
        <Suspense fallback={<div className="h-[98px]" />}>
          <DemoLogins busy={signIn.isPending} onPick={enter} />
        </Suspense>
      )}
      <p className="text-center text-muted text-sm">
        {t('signIn.newHere')} <TextLink to="/auth/register">{t('signIn.signUp')}</TextLink>
      </p>
    </form>
  );
}
