import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Notice } from '@/components/shared/notice';
import { PasswordInput } from '@/components/shared/password-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { useChangePassword } from '@/features/settings/api/security';

const schema = z
  .object({
    current: z.string().check(z.minLength(1)),
    next: z.string().check(z.minLength(8)),
    again: z.string(),
  })
  .check(z.refine(({ next, again }) => next === again, { path: ['again'], error: 'different' }));

const EMPTY = { current: '', next: '', again: '' };

export function PasswordForm() {
  const { t } = useTranslation(['settings', 'common']);
  const change = useChangePassword();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: EMPTY });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ current, next }) =>
    change.mutate({ current, next }, { onSuccess: () => form.reset(EMPTY) }),
  );
  const failure = change.error as { code?: string; message?: string } | null;
  const wrong = failure?.code === 'current_password_mismatch';
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" noValidate>
      {failure && !wrong && <Notice tone="danger">{failure.message}</Notice>}
      <Field
        className="sm:max-w-80"
        label={t('security.current')}
        error={
          errors.current ? t('required.current') : wrong ? t('required.currentWrong') : undefined
        }
      >
        <PasswordInput {...form.register('current')} autoComplete="current-password" />
      </Field>
      <Field
        className="sm:max-w-80"
        label={t('security.next')}
        hint={t('security.rule')}
        error={errors.next ? t('required.length') : undefined}
      >
        <PasswordInput {...form.register('next')} autoComplete="new-password" />
      </Field>
      <Field
        className="sm:max-w-80"
        label={t('security.again')}
        error={errors.again ? t('required.match') : undefined}
      >
        <PasswordInput {...form.register('again')} autoComplete="new-password" />
      </Field>
      <div>
        <Button type="submit" variant="primary" busy={change.isPending}>
          {t('security.change')}
        </Button>
      </div>
    </form>
  );
}
