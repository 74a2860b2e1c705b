import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { Notice } from '@/components/shared/notice';
import { PasswordInput } from '@/components/shared/password-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { useEndSession } from '@/features/auth/api/end-session';
import { InvitationSpent } from '@/features/auth/api/open-invitation';
import { useUpdatePassword } from '@/features/auth/api/update-password';
import { serverMessage } from '@/features/auth/auth-messages';
import { AuthHeading } from '@/features/auth/components/auth-heading';
import { PasswordRule } from '@/features/auth/components/password-rule';
import { type PasswordProblem, passwordProblem } from '@/features/auth/password-rules';
import { toast } from '@/lib/toast';
import { urlFragment } from '@/lib/url-fragment';
import { useTranslation } from '@/lib/use-translation';

export function ResetPasswordScreen() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const update = useUpdatePassword();
  const endSession = useEndSession();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<PasswordProblem | null>(null);
  const [invited] = useState(
    urlFragment.type === 'invite' ||
      (urlFragment.inviteToken !== null && urlFragment.type !== 'recovery'),
  );

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const confirmation = String(new FormData(form).get('confirmation') ?? '');
    const found = passwordProblem(password, confirmation);
    setProblem(found);
    if (found) {
      const name = found === 'match' ? 'confirmation' : 'password';
      form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
      return;
    }
    update.mutate(password, {
      onSuccess: async () => {
        toast.success(t('reset.success'), { description: t('reset.successText') });
        urlFragment.isSpent = true;
        // Invited people are in; whoever had forgotten the password signs in with the new one.
        if (!invited) await endSession.mutateAsync();
        await navigate(invited ? '/' : '/auth/login', { replace: true });
      },
      onError: async (cause) => {
        if (!(cause instanceof InvitationSpent)) {
          toast.error(t('failed'), { description: serverMessage(cause) });
          return;
        }
        toast.error(t('reset.invalid'), { description: t('reset.inviteSpent') });
        await navigate('/auth/login', { replace: true });
      },
    });
  };

  return (
    <form method="post" onSubmit={submit} className="grid gap-4.5" noValidate>
      <AuthHeading
        title={invited ? t('reset.inviteTitle') : t('reset.title')}
        lead={invited ? t('reset.inviteLead') : t('reset.lead')}
      />
      {problem && <Notice tone="danger">{t(`rule.${problem}`)}</Notice>}
      <Field
        label={t('newPassword')}
        hint={<PasswordRule password={password} />}
        error={problem === 'length' ? t('beside.length') : undefined}
      >
        <PasswordInput
          name="password"
          autoComplete="new-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Field
        label={t('confirmPassword')}
        error={problem === 'match' ? t('beside.match') : undefined}
      >
        <PasswordInput name="confirmation" autoComplete="new-password" required />
      </Field>
      <Button type="submit" variant="primary" size="large" block busy={update.isPending}>
        {update.isPending ? t('reset.busy') : t(invited ? 'reset.inviteSubmit' : 'reset.submit')}
      </Button>
    </form>
  );
}
