import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { TimeInput, type TimeInputValue } from '@/components/shared/time-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useAddUnavailable } from '@/features/scheduling/api/availability';
import { useWeekdayNames } from '@/features/scheduling/use-weekday-names';
import { errorWords } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';

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
  const { t } = useTranslation(['scheduling', 'common']);
  const days = useWeekdayNames();
  const add = useAddUnavailable(companyId, employeeId);
  const [when, setWhen] = useState<string>(DATES);
  const [start, setStart] = useState<DateInputValue>(today);
  const [end, setEnd] = useState<DateInputValue>(today);
  const [from, setFrom] = useState<TimeInputValue>(null);
  const [to, setTo] = useState<TimeInputValue>(null);
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const byDate = when === DATES;
  const datesOk = !byDate || (isDate(start) && isDate(end) && start <= end);
  const timesOk =
    (from === null && to === null) ||
    (typeof from === 'number' && typeof to === 'number' && from < to);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!datesOk || !timesOk) return;
    add.mutate(
      {
        weekday: byDate ? null : Number(when),
        start_date: byDate ? (start as IsoDate) : null,
        end_date: byDate ? (end as IsoDate) : null,
        start_time: typeof from === 'number' ? clockTime(from) : null,
        end_time: typeof to === 'number' ? clockTime(to) : null,
        note: note.trim() || null,
      },
      {
        onSuccess: () => {
          setNote('');
          setTried(false);
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-2 gap-3 px-5 py-4">
      {add.error && (
        <Notice tone="danger" className="col-span-full">
          {errorWords(add.error)}
        </Notice>
      )}
      <Field label={t('availability.when')} className="col-span-full">
        <Select
          value={when}
          onValueChange={setWhen}
          options={[
            { value: DATES, label: t('availability.dates') },
            ...days.map((day, index) => ({
              value: String(index),
              label: t('availability.every', { day }),
            })),
          ]}
        />
      </Field>
      {byDate && (
        <>
          <Field
            label={t('availability.from')}
            error={tried && !datesOk ? t('availability.datesWrong') : undefined}
          >
            <DateInput value={start} onValueChange={setStart} />
          </Field>
          <Field label={t('availability.to')}>
            <DateInput value={end} onValueChange={setEnd} />
          </Field>
        </>
      )}
      <Field
        label={t('availability.timeFrom')}
        optional={t('common:optional')}
        error={tried && !timesOk ? t('availability.timesWrong') : undefined}
      >
        <TimeInput value={from} onValueChange={setFrom} />
      </Field>
      <Field label={t('availability.timeTo')} optional={t('common:optional')}>
        <TimeInput value={to} onValueChange={setTo} />
      </Field>
      <Field
        label={t('availability.note')}
        optional={t('common:optional')}
        className="col-span-full"
      >
        <Input value={note} maxLength={200} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <Button type="submit" className="col-span-full justify-self-end" busy={add.isPending}>
        {t('availability.add')}
      </Button>
    </form>
  );
}

const isDate = (value: DateInputValue): value is IsoDate => value !== null && value !== 'invalid';
