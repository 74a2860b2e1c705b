import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type Rate, useSaveRate } from '@/features/expenses/api/rates';
import { numberIn, numberText } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

const RATE = { digits: 4, min: 0, max: 9_999.9999 };
const KINDS = ['mileage', 'per_diem', 'lodging'] as const;

export function RateDialog({ rate, onClose }: { rate: Rate | null; onClose: () => void }) {
  const { t } = useTranslation('expenses');
  const { today } = useCalendar();
  const save = useSaveRate(useViewer().company?.id ?? '');
  const [opened] = useState(rate);
  const form = useForm({
    initial: {
      kind: opened?.kind ?? 'mileage',
      from: (opened?.from_date ?? today) as DateInputValue,
      rate: opened ? numberText(opened.rate) : '',
    },
    read: ({ kind, from, rate: typed }, wrong) => ({
      kind,
      from_date: isDate(from) ? from : wrong('from', t('rates.dateWrong')),
      rate: numberIn(typed, RATE) ?? wrong('rate', t('rates.rateWrong')),
    }),
    submit: (fields) => save.mutateAsync({ fields, opened }),
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t(opened ? 'rates.edit' : 'rates.add')}
      width="small"
      columns={1}
      onClose={onClose}
    >
      <Field label={t('column.kind')}>
        <Select
          {...form.value('kind')}
          options={KINDS.map((value) => ({ value, label: t(`rates.kind.${value}`) }))}
        />
      </Field>
      <Field label={t('rates.from')}>
        <DateInput {...form.value('from')} />
      </Field>
      <Field label={t('rates.rate')}>
        <NumberInput {...form.text('rate')} limits={RATE} />
      </Field>
    </FormDialog>
  );
}
