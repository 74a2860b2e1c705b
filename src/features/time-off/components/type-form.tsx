import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { usePayTypes } from '@/entities/pay-type/use-pay-types';
import type { TimeOffType } from '@/entities/time-off/time-off-queries';
import {
  ACCRUAL_KINDS,
  type AccrualFields,
  accrualFields,
  accrualRule,
} from '@/features/time-off/accrual';
import { type TypeDraft, useSaveType } from '@/features/time-off/api/writes';
import { errorWords } from '@/lib/errors';

const PAY_CODES = ['PTO', 'SICK', 'HOLIDAY', 'BEREAVEMENT', 'JURY'] as const;
type PayCode = (typeof PAY_CODES)[number];

export interface TypeFormProps {
  companyId: string;
  /** Null: a new one. */
  type: TimeOffType | null;
  onClose: () => void;
}

export function TypeForm({ companyId, type, onClose }: TypeFormProps) {
  const { t } = useTranslation(['time-off', 'common']);
  const { nameOf, offered } = usePayTypes();
  const [opened] = useState(type);
  const [name, setName] = useState(type?.name ?? '');
  const [paid, setPaid] = useState(type?.paid ?? true);
  const [active, setActive] = useState(type?.active ?? true);
  const [payCode, setPayCode] = useState<PayCode>((type?.pay_code as PayCode | null) ?? 'PTO');
  const [fields, setFields] = useState<AccrualFields>(() => accrualFields(type?.accrual));
  const [tried, setTried] = useState(false);
  const save = useSaveType(companyId);
  const rule = accrualRule(fields);
  const submit = (): void => {
    setTried(true);
    if (name.trim() === '' || rule === 'invalid') return;
    save.mutate(
      {
        opened,
        fields: {
          name: name.trim(),
          paid,
          pay_code: paid ? payCode : null,
          accrual: rule as unknown as TypeDraft['accrual'],
          starts_on: opened?.starts_on ?? null,
          active,
        },
      },
      { onSuccess: onClose },
    );
  };
  const number = (key: Exclude<keyof AccrualFields, 'kind'>, optional: boolean) => (
    <Field
      label={t(`rules.field.${key}`)}
      {...(optional ? { optional: t('common:optional') } : {})}
    >
      <Input
        inputMode="decimal"
        value={fields[key]}
        onChange={(event) => setFields({ ...fields, [key]: event.target.value })}
      />
    </Field>
  );
  return (
    <form
      noValidate
      className="grid gap-4 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {save.error && (
        <Notice tone="danger" className="sm:col-span-2">
          {errorWords(save.error)}
        </Notice>
      )}
      <Field
        label={t('rules.field.name')}
        error={tried && name.trim() === '' ? t('rules.nameMissing') : undefined}
      >
        <Input value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t('rules.field.kind')}>
        <Select
          value={fields.kind}
          onValueChange={(kind) => setFields({ ...fields, kind })}
          options={ACCRUAL_KINDS.map((value) => ({ value, label: t(`rules.kind.${value}`) }))}
        />
      </Field>
      <SwitchRow
        id="time-off-paid"
        label={t('rules.paid')}
        text={t('rules.paidText')}
        checked={paid}
        onChange={setPaid}
      />
      {paid && (
        <Field label={t('rules.field.payCode')}>
          <Select
            value={payCode}
            onValueChange={setPayCode}
            options={offered(PAY_CODES, payCode).map((value) => ({
              value,
              label: nameOf(value, t(`rules.payCode.${value}`)),
            }))}
          />
        </Field>
      )}
      {fields.kind !== 'none' && (
        <>
          {number('hours', false)}
          {fields.kind === 'per_hours_worked' && number('worked', false)}
          {number('cap', true)}
          {number('carryOver', true)}
          {number('waitingDays', true)}
        </>
      )}
      {tried && rule === 'invalid' && (
        <Notice tone="danger" className="sm:col-span-2">
          {t('rules.wrong')}
        </Notice>
      )}
      {type && (
        <SwitchRow
          id="time-off-active"
          label={t('rules.active')}
          text={t('rules.activeText')}
          checked={active}
          onChange={setActive}
        />
      )}
      <div className="flex justify-end gap-2 sm:col-span-2">
        <Button onClick={onClose}>{t('common:action.cancel')}</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {t('common:action.save')}
        </Button>
      </div>
    </form>
  );
}
