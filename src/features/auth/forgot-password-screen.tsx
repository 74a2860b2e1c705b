import { type FormEvent, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { CapturedMail } from '@/components/shared/captured-mail';
import { late } from '@/components/shared/late';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useRequestReset } from '@/features/auth/api/request-reset';
import { serverMessage } from '@/features/auth/auth-messages';
import { AuthHeading } from '@/features/auth/components/auth-heading';
import { TextLink } from '@/features/auth/components/text-link';
import { signUpCode } from '@/lib/sign-up-code';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

const MailedCode = late(() => import('@/features/auth/components/mailed-code'));

function LinkSent({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  return (
    <div className="grid gap-4.5">
      <AuthHeading title={t('forgot.title')} />
      <Notice tone="success" title={t('forgot.sentTitle')}>
        <p>{t('forgot.sentText', { email })}</p>
        <p className="mt-1">{t('forgot.spam')}</p>
      </Notice>
      <CapturedMail />
      <Suspense>
        <MailedCode email={email} type="recovery" />
      </Suspense>
      <Button asChild size="large" block>
        <Link to="/auth/login">{t('forgot.return')}</Link>
      </Button>
    </div>
  );
}

export function ForgotPasswordScreen() {
  const { t } = useTranslation('auth');
  const request = useRequestReset();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [confirmed] = useState(signUpCode.confirmedElsewhere);
  useEffect(() => {
    signUpCode.confirmedElsewhere = false;
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim();
    if (email === '') return;
    request.mutate(email, {
      onSuccess: () => {
        setSentTo(email);
        toast.success(t('forgot.success'), { description: t('forgot.successText') });
      },
      onError: (cause) => toast.error(t('failed'), { description: serverMessage(cause) }),
    });
  };

  if (sentTo) return <LinkSent email={sentTo} />;
  return (
    <form method="post" onSubmit={submit} className="grid gap-4.5" noValidate>
      <AuthHeading
        title={confirmed ? t('elsewhere.title') : t('forgot.title')}
        {...(confirmed ? {} : { lead: t('forgot.lead') })}
      />
      {confirmed && <Notice tone="success">{t('elsewhere.text')}</Notice>}
      <Field label={t('email')}>
        <Input name="email" type="email" autoComplete="username" required />
      </Field>
      <Button type="submit" variant="primary" size="large" block busy={request.isPending}>
        {request.isPending ? t('forgot.busy') : t('forgot.submit')}
      </Button>
      <p className="text-center">
        <TextLink to="/auth/login">{t('forgot.back')}</TextLink>
      </p>
    </form>
  );
}
