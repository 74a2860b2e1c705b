import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { PasswordInput } from '@/components/shared/password-input';
import { SettingsCard } from '@/components/shared/settings-card';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { Connection } from '@/features/accounting/api/connections';
import {
  type Environment,
  useBeginSignIn,
} from '@/features/accounting/set-up/quickbooks-online/sign-in';
import { useTranslation } from '@/lib/use-translation';

interface KeysFormProps {
  connection: Connection | null;
  refusals: Record<Environment, string | null>;
  onBack: () => void;
}

/** The keys of the app; then the browser goes to Intuit, where the company is chosen. */
export function KeysForm({ connection, refusals, onBack }: KeysFormProps) {
  const { t } = useTranslation(['accounting-quickbooks', 'common']);
  const begin = useBeginSignIn(connection);
  const isNew = !connection || connection.state === 'set_up';
  const form = useForm({
    initial: {
      environment: (connection?.environment ??
        (refusals.production === null ? 'production' : 'sandbox')) as Environment,
      clientId: connection?.client_id ?? '',
      clientSecret: '',
      sendFrom: (connection?.send_from ?? null) as DateInputValue,
    },
    read: (fields, wrong) => ({
      environment: fields.environment,
      clientId: fields.clientId.trim() || wrong('clientId', t('missing')),
      clientSecret:
        fields.clientSecret.trim() || (isNew ? wrong('clientSecret', t('missing')) : ''),
      sendFrom: fields.sendFrom === 'invalid' ? wrong('sendFrom', t('noDate')) : fields.sendFrom,
    }),
    submit: begin.mutateAsync,
    done: ({ url }) => window.location.assign(url),
    refusals: { accounting_bad_input: ['clientSecret', t('failure.accounting_bad_input')] },
  });
  const { environment } = form.values;
  const isRefused = refusals[environment] !== null;
  return (
    <SettingsCard title={t('keys')} text={t('keysText')}>
      <Form form={form} className="grid gap-4">
        <Field label={t('environment')} hint={t(`environmentHint.${environment}`)}>
          <Select
            {...form.value('environment')}
            disabled={!isNew}
            options={[
              { value: 'production', label: t('production') },
              { value: 'sandbox', label: t('sandbox') },
            ]}
          />
        </Field>
        {isRefused && <Notice tone="attention">{t('environmentRefused')}</Notice>}
        <Field label={t('clientId')}>
          <Input {...form.text('clientId')} disabled={!isNew} maxLength={300} autoComplete="off" />
        </Field>
        <Field
          label={t('clientSecret')}
          hint={isNew ? t('secretHint') : t('secretStored')}
          optional={!isNew}
        >
          <PasswordInput {...form.text('clientSecret')} maxLength={200} autoComplete="off" />
        </Field>
        {isNew && (
          <Field label={t('sendFrom')} hint={t('sendFromHint')} optional>
            <DateInput {...form.value('sendFrom')} />
          </Field>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onBack}>{t('common:action.back')}</Button>
          <Button type="submit" variant="primary" busy={form.busy} disabled={isRefused}>
            {isNew ? t('continue') : t('signInAgain')}
          </Button>
        </div>
      </Form>
    </SettingsCard>
  );
}
