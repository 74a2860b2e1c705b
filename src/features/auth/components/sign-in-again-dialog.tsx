import { FormDialogBody } from '@/components/form/form-dialog';
import { FieldError, useForm } from '@/components/form/use-form';
import { PasswordInput } from '@/components/shared/password-input';
import { Dialog, DialogContent } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { forgetExpiredSession } from '@/entities/session/session-store';
import { useSignIn } from '@/features/auth/api/sign-in';
import { signInMessage } from '@/features/auth/auth-messages';
import { useTranslation } from '@/lib/use-translation';

/** The session ended in the middle of work. The screen below keeps what was typed. */
export function SignInAgainDialog({ name }: { name: string }) {
  const { t } = useTranslation(['auth', 'shell']);
  const signIn = useSignIn();
  const form = useForm({
    initial: { password: '' },
    submit: async ({ password }) => {
      if (password === '') return;
      await signIn.mutateAsync({ name, password }).catch((cause: Error) => {
        throw new FieldError('password', signInMessage(cause));
      });
    },
  });
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
        <FormDialogBody
          form={form}
          columns={1}
          save={form.busy ? t('signIn.busy') : t('signIn.submit')}
          cancel={t('shell:expired.other')}
          onClose={forgetExpiredSession}
        >
          <Field label={t('emailOrPhone')}>
            <Input autoComplete="username" value={name} readOnly />
          </Field>
          <Field label={t('password')}>
            <PasswordInput {...form.text('password')} autoComplete="current-password" autoFocus />
          </Field>
        </FormDialogBody>
      </DialogContent>
    </Dialog>
  );
}
