import { Form } from '@/components/form/form';
import { FieldError, useForm } from '@/components/form/use-form';
import { PasswordInput } from '@/components/shared/password-input';
import { SettingsCard } from '@/components/shared/settings-card';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { type Keys, useConnect } from '@/features/accounting/api/use-connect';
import { PemField } from '@/features/accounting/set-up/payroll/pem-field';
import { PfxField } from '@/features/accounting/set-up/payroll/pfx-field';
import { SetUpSteps } from '@/features/accounting/set-up/payroll/set-up-steps';
import type { SetUpPageProps } from '@/features/accounting/set-up/set-up-pages';
import { toAppError } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

const PROBLEMS = [
  'no_certificate',
  'no_key',
  'swapped',
  'key_has_passphrase',
  'key_of_another',
  'expired',
  'not_yet_valid',
  'unusable',
  'pfx_password',
  'pfx_old',
  'pfx_no_key',
  'pfx_unreadable',
] as const;

/** ADP Workforce Now: what to do in API Central, and the four things to paste here. */
export function AdpPage({ connection, onDone }: SetUpPageProps) {
  const { t } = useTranslation('accounting-payroll');
  const connect = useConnect('adp', connection);
  const isNew = !connection || connection.state === 'set_up';
  const save = (keys: Keys) =>
    connect.mutateAsync(keys).catch((error: unknown) => {
      const problem = certificateProblem(error);
      if (!problem) throw error;
      throw new FieldError(fieldOf(problem, 'pfx' in keys.secrets), t(`certificate.${problem}`));
    });
  const form = useForm({
    initial: {
      environment: (connection?.environment ?? 'production') as Keys['environment'],
      clientId: connection?.client_id ?? '',
      clientSecret: '',
      form: 'pem' as 'pem' | 'pfx',
      certificate: '',
      privateKey: '',
      pfx: '',
      pfxPassword: '',
      readBack: connection?.settings.own?.['read_back'] === true,
    },
    read: (fields, wrong) => ({
      environment: fields.environment,
      clientId: fields.clientId.trim() || wrong('clientId', t('missing')),
      readBack: fields.readBack,
      secrets: {
        client_secret: fields.clientSecret.trim() || wrong('clientSecret', t('missing')),
        ...(fields.form === 'pfx'
          ? {
              pfx: fields.pfx || wrong('pfx', t('missing')),
              pfx_password: fields.pfxPassword,
            }
          : {
              certificate: fields.certificate.trim() || wrong('certificate', t('missing')),
              private_key: fields.privateKey.trim() || wrong('privateKey', t('missing')),
            }),
      },
    }),
    submit: save,
    done: onDone,
  });
  return (
    <>
      <SetUpSteps
        title={t('adp.title')}
        text={t('adp.text')}
        steps={[t('adp.step1'), t('adp.step2'), t('adp.step3'), t('adp.step4')]}
      />
      <SettingsCard title={t('keys')} text={t('keysText')}>
        <Form form={form} className="grid gap-4">
          <Field label={t('environment')} hint={t('adp.environmentHint')}>
            <Select
              {...form.value('environment')}
              disabled={!isNew}
              options={[
                { value: 'production', label: t('production') },
                { value: 'sandbox', label: t('sandbox') },
              ]}
            />
          </Field>
          <Field label={t('clientId')}>
            <Input
              {...form.text('clientId')}
              disabled={!isNew}
              maxLength={300}
              autoComplete="off"
            />
          </Field>
          <Field label={t('clientSecret')}>
            <PasswordInput {...form.text('clientSecret')} maxLength={500} autoComplete="off" />
          </Field>
          <Field label={t('adp.form')}>
            <Select
              {...form.value('form')}
              options={(['pem', 'pfx'] as const).map((value) => ({
                value,
                label: t(`adp.form_${value}`),
              }))}
            />
          </Field>
          {form.value('form').value === 'pfx' ? (
            <>
              <PfxField {...form.value('pfx')} />
              <Field label={t('adp.pfxPassword')}>
                <PasswordInput {...form.text('pfxPassword')} maxLength={500} autoComplete="off" />
              </Field>
            </>
          ) : (
            <>
              <PemField
                label={t('adp.certificate')}
                hint={t('adp.certificateHint')}
                {...form.value('certificate')}
              />
              <PemField
                label={t('adp.key')}
                hint={t('adp.keyHint')}
                {...form.value('privateKey')}
              />
            </>
          )}
          {isNew && (
            <SwitchRow
              id="adp-read-back"
              label={t('readBack')}
              text={t('adp.readBackText')}
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

/** At which field a problem is said. */
function fieldOf(problem: (typeof PROBLEMS)[number], isFile: boolean) {
  if (problem === 'pfx_password') return 'pfxPassword';
  if (isFile) return 'pfx';
  return /key/.test(problem) ? 'privateKey' : 'certificate';
}

/** The server says which part of the keys it cannot use: `certificate: expired`. */
function certificateProblem(error: unknown): (typeof PROBLEMS)[number] | undefined {
  const { code, serverMessage } = toAppError(error);
  if (code !== 'accounting_bad_input') return undefined;
  return PROBLEMS.find((problem) => serverMessage === `certificate: ${problem}`);
}
