import { useState } from 'react';
import { Form } from '@/components/form/form';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { type Audience, namesSomeone } from '@/entities/audience/audience';
import { AudienceField } from '@/entities/audience/audience-field';
import { usePayTypes } from '@/entities/pay-type/use-pay-types';
import type { TimeOffType } from '@/entities/time-off/time-off-queries';
import { ACCRUAL_KINDS, ACCRUED, accrualFields, accrualRule } from '@/features/time-off/accrual';
import { type TypeDraft, useSaveType } from '@/features/time-off/api/writes';
import { useTranslation } from '@/lib/use-translation';

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
  const save = useSaveType(companyId);
  const form = useForm({
    initial: () => ({
      name: type?.name ?? '',
      paid: type?.paid ?? true,
      active: type?.active ?? true,
      payCode: (type?.pay_code as PayCode | null) ?? 'PTO',
      audience: (type?.audience ?? { everyone: true }) as Audience,
      ...accrualFields(type?.accrual),
    }),
    read: ({ name, paid, active, payCode, audience, ...fields }, wrong) => {
      const rule = accrualRule(fields);
      if (rule === 'invalid') wrong('hours', t('rules.wrong'));
      if (!namesSomeone(audience)) wrong('audience', t('rules.audienceMissing'));
      return {
        name: name.trim() || wrong('name', t('rules.nameMissing')),
        paid,
        pay_code: paid ? payCode : null,
        accrual: rule as unknown as TypeDraft['accrual'],
        starts_on: opened?.starts_on ?? null,
        active,
        audience: audience as TypeDraft['audience'],
      };
    },
    submit: (fields) => save.mutateAsync({ opened, fields }),
    done: onClose,
  });
  const { paid, payCode, kind } = form.values;
  const number = (
    key: 'hours' | 'worked' | 'cap' | 'carryOver' | 'waitingDays',
    optional = true,
  ) => (
    <Field label={t(`rules.field.${key}`)} optional={optional}>
      <NumberInput {...form.text(key)} limits={{ ...ACCRUED, min: 0 }} />
    </Field>
  );
  return (
    <Form form={form} className="grid gap-4 sm:grid-cols-2">
      <Field label={t('rules.field.name')}>
        <Input {...form.text('name')} maxLength={100} />
      </Field>
      <Field label={t('rules.field.kind')}>
        <Select
          {...form.value('kind')}
          options={ACCRUAL_KINDS.map((value) => ({ value, label: t(`rules.kind.${value}`) }))}
        />
      </Field>
      <SwitchRow
        id="time-off-paid"
        label={t('rules.paid')}
        text={t('rules.paidText')}
        {...form.checked('paid')}
      />
      {paid && (
        <Field label={t('rules.field.payCode')}>
          <Select
            {...form.value('payCode')}
            options={offered(PAY_CODES, payCode).map((value) => ({
              value,
              label: nameOf(value, t(`rules.payCode.${value}`)),
            }))}
          />
        </Field>
      )}
      {kind !== 'none' && (
        <>
          {number('hours', false)}
          {kind === 'per_hours_worked' && number('worked', false)}
          {number('cap')}
          {number('carryOver')}
          {number('waitingDays')}
        </>
      )}
      <AudienceField companyId={companyId} {...form.value('audience')} />
      {type && (
        <SwitchRow
          id="time-off-active"
          label={t('rules.active')}
          text={t('rules.activeText')}
          {...form.checked('active')}
        />
      )}
      <div className="flex justify-end gap-2 sm:col-span-2">
        <Button onClick={onClose}>{t('common:action.cancel')}</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('common:action.save')}
        </Button>
      </div>
    </Form>
  );
}
