import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { PasswordInput } from '@/components/shared/password-input';
import { SettingsCard } from '@/components/shared/settings-card';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { SetUpSteps } from '@/features/accounting/set-up/payroll/set-up-steps';
import { useConnect } from '@/features/accounting/set-up/payroll/use-connect';
import type { SetUpPageProps } from '@/features/accounting/set-up/set-up-pages';
import { useTranslation } from '@/lib/use-translation';

/** Paychex Flex: how to make the app there, and what to paste here. */
export function PaychexPage({ connection, onDone }: SetUpPageProps) {
  const { t } = useTranslation('accounting-payroll');
  const connect = useConnect('paychex', connection);
  const isNew = !connection || connection.state === 'set_up';
  const form = useForm({
    initial: {
      clientId: connection?.client_id ?? '',
      clientSecret: '',
      company: '',
      readBack: connection?.settings.own?.['read_back'] === true,
    },
    read: (fields, wrong) => ({
      environment: 'production' as const,
      clientId: fields.clientId.trim() || wrong('clientId', t('missing')),
      readBack: fields.readBack,
      secrets: {
        client_secret: fields.clientSecret.trim() || wrong('clientSecret', t('missing')),
        company: fields.company.trim(),
      },
    }),
    submit: connect.mutateAsync,
    done: onDone,
    refusals: {
      accounting_several_companies: ['company', t('failure.accounting_several_companies')],
      accounting_no_company: ['company', t('failure.accounting_no_company')],
    },
  });
  return (
    <>
      <SetUpSteps
        title={t('paychex.title')}
        text={t('paychex.text')}
        steps={[t('paychex.step1'), t('paychex.step2'), t('paychex.step3')]}
      />
      <SettingsCard title={t('keys')} text={t('keysText')}>
        <Form form={form} className="grid gap-4">
          <Field label={t('paychex.clientId')}>
            <Input
              {...form.text('clientId')}
              disabled={!isNew}
              maxLength={300}
              autoComplete="off"
            />
          </Field>
          <Field label={t('paychex.clientSecret')}>
            <PasswordInput {...form.text('clientSecret')} maxLength={500} autoComplete="off" />
          </Field>
          <Field label={t('paychex.company')} hint={t('paychex.companyHint')} optional>
            <Input {...form.text('company')} maxLength={40} autoComplete="off" />
          </Field>
          {isNew && (
            <SwitchRow
              id="paychex-read-back"
              label={t('readBack')}
              text={t('paychex.readBackText')}
              {...form.checked('readBack')}
            />
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onDone}>{t('back')}</Button>
            <Button type="submit" variant="primary" busy={form.busy}>
              {t('connect')}
            </Button>
          </div>
        </Form>
      </SettingsCard>
    </>
  );
}
