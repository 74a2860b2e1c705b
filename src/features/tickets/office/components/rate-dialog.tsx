import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useClassifications } from '@/entities/classification/classifications-query';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { equipmentClassesQuery } from '@/entities/equipment/equipment-classes-query';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import type { BillRate } from '@/features/tickets/office/api/queries';
import { useSaveRate } from '@/features/tickets/office/api/writes';
import { TARGETS, type Target, targetOf } from '@/features/tickets/office/rate-target';
import { typedText } from '@/features/tickets/office/typed-text';
import { optionalNumber } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

const RATE = { digits: 4, min: 0.0001, max: 100_000 };

export interface RateDialogProps {
  companyId: string;
  /** The rate to change; with `isNext` the one a new rate follows. */
  rate: BillRate | null;
  isNext: boolean;
  onClose: () => void;
}

/** What a customer pays for an hour, of whom, where and from when. */
export function RateDialog({ companyId, rate, isNext, onClose }: RateDialogProps) {
  const { t } = useTranslation('billing');
  const { today } = useCalendar();
  const save = useSaveRate(companyId);
  const [opened] = useState(isNext ? null : rate);
  const { data: machines = [] } = useQuery(equipmentClassesQuery(companyId));
  const { data: classes } = useClassifications();
  const form = useForm({
    initial: () => ({
      target: rate ? targetOf(rate) : ('person' as Target),
      employee: rate?.employee_id ?? null,
      trade: rate?.trade ?? '',
      classification: rate?.classification_id ?? '',
      machine: rate?.equipment_class_id ?? '',
      project: rate?.project_id ?? null,
      rate: isNext ? '' : typedText(rate?.rate),
      overtime: isNext ? '' : typedText(rate?.overtime_rate),
      double: isNext ? '' : typedText(rate?.double_time_rate),
      from: (isNext || !rate ? today : rate.from_date) as DateInputValue,
    }),
    read: ({ target, ...typed }, wrong) => {
      const missing = t('required.target');
      const amount = (name: 'rate' | 'overtime' | 'double') => {
        const value = optionalNumber(typed[name], RATE);
        const isMissing = name === 'rate' && value === null;
        return value === 'invalid' || isMissing ? wrong(name, t('required.rate')) : value;
      };
      const isMachine = target === 'machine';
      return {
        employee_id: target === 'person' ? (typed.employee ?? wrong('employee', missing)) : null,
        trade: target === 'trade' ? typed.trade.trim() || wrong('trade', missing) : null,
        classification_id:
          target === 'class' ? typed.classification || wrong('classification', missing) : null,
        equipment_class_id: isMachine ? typed.machine || wrong('machine', missing) : null,
        // A class of work belongs to a project already.
        project_id: target === 'class' ? null : typed.project,
        rate: amount('rate') ?? 0,
        overtime_rate: isMachine ? null : amount('overtime'),
        double_time_rate: isMachine ? null : amount('double'),
        from_date: isDate(typed.from) ? typed.from : wrong('from', t('required.date')),
      };
    },
    submit: (fields) => save.mutateAsync({ opened, fields }),
    done: onClose,
    refusals: { bill_rates_one_per_day: ['from', t('required.once')] },
  });
  const { target } = form.values;
  const list = classes?.classes ?? [];
  return (
    <FormDialog form={form} title={t(opened ? 'rates.edit' : 'rates.new')} onClose={onClose}>
      <Field label={t('rates.target')}>
        <Select
          {...form.value('target')}
          options={TARGETS.filter((value) => value !== 'class' || list.length > 0).map((value) => ({
            value,
            label: t(`target.${value}`),
          }))}
        />
      </Field>
      {target === 'person' && (
        <Field label={t('target.person')}>
          <EmployeePicker {...form.value('employee')} />
        </Field>
      )}
      {target === 'trade' && (
        <Field label={t('target.trade')} hint={t('rates.tradeHint')}>
          <Input {...form.text('trade')} maxLength={100} />
        </Field>
      )}
      {target === 'class' && (
        <Field label={t('target.class')}>
          <Select
            {...form.value('classification')}
            options={list.map(({ classification_id, code, name }) => ({
              value: classification_id,
              label: `${code} ${name}`,
            }))}
          />
        </Field>
      )}
      {target === 'machine' && (
        <Field label={t('target.machine')}>
          <Select
            {...form.value('machine')}
            options={machines.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      )}
      {target !== 'class' && (
        <Field label={t('column.project')} optional hint={t('rates.projectHint')}>
          <ProjectPicker {...form.value('project')} />
        </Field>
      )}
      <Field label={t('rates.from')} hint={t('rates.fromHint')}>
        <DateInput {...form.value('from')} />
      </Field>
      <Field label={t('rates.rate')}>
        <NumberInput {...form.text('rate')} limits={RATE} className="tabular" placeholder="92.00" />
      </Field>
      {target !== 'machine' && (
        <>
          <Field label={t('rates.overtime')} optional>
            <NumberInput {...form.text('overtime')} limits={RATE} className="tabular" />
          </Field>
          <Field label={t('rates.double')} optional>
            <NumberInput {...form.text('double')} limits={RATE} className="tabular" />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
