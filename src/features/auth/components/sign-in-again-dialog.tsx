import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordInput } from '@/components/shared/password-input';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { forgetExpiredSession } from '@/entities/session/session-store';
import { useSignIn } from '@/features/auth/api/sign-in';
import { signInMessage } from '@/features/auth/auth-messages';

/** The session ended in the middle of work. The screen below keeps what was typed. */
export function SignInAgainDialog({ name }: { name: string }) {
  const { t } = useTranslation(['auth', 'shell']);
  const signIn = useSignIn();
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (password !== '') signIn.mutate({ name, password });
  };
  return (
    <Dialog open>
      <DialogContent
        title={t('shell:expired.title')}
        description={t('shell:expired.text')}
        width="small"
        onTop
        onEscapeKeyDown={(event) => event.preventDefault()}
        onPointerDownOutside={(event) => event.preventDefault()}
      >
        <form onSubmit={submit} noValidate>
          <DialogBody className="grid gap-4">
            <Field label={t('emailOrPhone')}>
              <Input autoComplete="username" value={name} readOnly />
            </Field>
            <Field
              label={t('password')}
              error={signIn.error ? signInMessage(signIn.error) : undefined}
            >
              <PasswordInput
                autoComplete="current-password"
                autoFocus
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            </Field>
          </DialogBody>
          <DialogFooter>
            <Button onClick={forgetExpiredSession}>{t('shell:expired.other')}</Button>
            <Button type="submit" variant="primary" busy={signIn.isPending}>
              {signIn.isPending ? t('signIn.busy') : t('signIn.submit')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
