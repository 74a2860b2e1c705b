import { Form } from '@/components/form/form';
import { FieldError, useForm } from '@/components/form/use-form';
import { PasswordInput } from '@/components/shared/password-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { useChangePassword } from '@/features/settings/api/security';
import { isRefused, toAppError } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

const EMPTY = { current: '', next: '', again: '' };

export function PasswordForm() {
  const { t } = useTranslation('settings');
  const change = useChangePassword();
  const form = useForm({
    initial: EMPTY,
    read: ({ current, next, again }, wrong) => {
      if (!current) wrong('current', t('required.current'));
      if (next.length < 8) wrong('next', t('required.length'));
      if (next !== again) wrong('again', t('required.match'));
      return { current, next };
    },
    submit: (passwords) =>
      change.mutateAsync(passwords).catch((cause: Error) => {
        const isOurs = toAppError(cause).code === 'current_password_mismatch';
        // What else is wrong with the new one, the server says.
        throw isOurs || !isRefused(cause) ? cause : new FieldError('next', cause.message);
      }),
    done: () => form.reset(EMPTY),
    refusals: { current_password_mismatch: ['current', t('required.currentWrong')] },
  });
  return (
    <Form form={form} className="flex flex-col gap-4">
      <Field className="sm:max-w-80" label={t('security.current')}>
        <PasswordInput {...form.text('current')} autoComplete="current-password" />
      </Field>
      <Field className="sm:max-w-80" label={t('security.next')} hint={t('security.rule')}>
        <PasswordInput {...form.text('next')} autoComplete="new-password" />
      </Field>
      <Field className="sm:max-w-80" label={t('security.again')}>
        <PasswordInput {...form.text('again')} autoComplete="new-password" />
      </Field>
      <div>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('security.change')}
        </Button>
      </div>
    </Form>
  );
}
