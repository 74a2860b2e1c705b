import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { TimeInput, type TimeInputValue } from '@/components/shared/time-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useAddUnavailable } from '@/features/scheduling/api/availability';
import { useWeekdayNames } from '@/features/scheduling/use-weekday-names';
import type { IsoDate } from '@/lib/format';
import { useTranslation } from '@/lib/use-translation';

const DATES = 'dates';

/** `450` → `07:30`, as the database takes it. */
const clockTime = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

export interface AvailabilityFormProps {
  companyId: string;
  employeeId: string;
  today: IsoDate;
}

/** A weekday of every week or some dates; the whole day unless times are given. */
export function AvailabilityForm({ companyId, employeeId, today }: AvailabilityFormProps) {
  const { t } = useTranslation('scheduling');
  const days = useWeekdayNames();
  const add = useAddUnavailable(companyId, employeeId);
  const form = useForm({
    initial: {
      when: DATES as string,
      start: today as DateInputValue,
      end: today as DateInputValue,
      from: null as TimeInputValue,
      to: null as TimeInputValue,
      note: '',
    },
    read: ({ when, start, end, from, to, note }, wrong) => {
      const byDate = when === DATES;
      const inOrder = isDate(start) && isDate(end) && start <= end;
      if (byDate && !inOrder) wrong('start', t('availability.datesWrong'));
      const timed = typeof from === 'number' && typeof to === 'number' && from < to;
      if (!timed && (from !== null || to !== null)) wrong('from', t('availability.timesWrong'));
      return {
        weekday: byDate ? null : Number(when),
        start_date: byDate ? start : null,
        end_date: byDate ? end : null,
        start_time: timed ? clockTime(from) : null,
        end_time: timed ? clockTime(to) : null,
        note: note.trim() || null,
      };
    },
    submit: (fields) => add.mutateAsync(fields),
    done: () => form.reset({ note: '' }),
  });
  return (
    <Form form={form} className="grid grid-cols-2 gap-3 px-5 py-4">
      <Field label={t('availability.when')} className="col-span-full">
        <Select
          {...form.value('when')}
          options={[
            { value: DATES, label: t('availability.dates') },
            ...days.map((day, index) => ({
              value: String(index),
              label: t('availability.every', { day }),
            })),
          ]}
        />
      </Field>
      {form.values.when === DATES && (
        <>
          <Field label={t('availability.from')}>
            <DateInput {...form.value('start')} />
          </Field>
          <Field label={t('availability.to')}>
            <DateInput {...form.value('end')} />
          </Field>
        </>
      )}
      <Field label={t('availability.timeFrom')} optional>
        <TimeInput {...form.value('from')} />
      </Field>
      <Field label={t('availability.timeTo')} optional>
        <TimeInput {...form.value('to')} />
      </Field>
      <Field label={t('availability.note')} optional className="col-span-full">
        <Input {...form.text('note')} maxLength={200} />
      </Field>
      <Button type="submit" className="col-span-full justify-self-end" busy={form.busy}>
        {t('availability.add')}
      </Button>
    </Form>
  );
}
