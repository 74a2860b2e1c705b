import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from '@/components/form/use-form';
import { type DateInputValue, isDate } from '@/components/shared/date-input';
import {
  holidaysQuery,
  timeOffBalancesQuery,
  timeOffKindsQuery,
  timeOffTypesQuery,
} from '@/entities/time-off/time-off-queries';
import { useRequestTimeOff } from '@/entities/time-off/use-time-off-writes';
import { FULL_DAY_HOURS, workingDays } from '@/entities/time-off/working-days';
import { useViewer } from '@/entities/viewer/use-viewer';
import { hoursIn } from '@/lib/read-number';
import { addDays } from '@/lib/time';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

const NEXT_DAYS = 6;
export const ASKED_HOURS = { max: 9_999 };
export const LENGTHS = ['full', 'half', 'hours'] as const;
export type Length = (typeof LENGTHS)[number];

/** What is asked for so far, and what follows from it: working days, hours, the balance. */
export function useRequestForm(onSent: () => void) {
  const { t } = useTranslation('time-off');
  const { company, employee } = useViewer();
  const companyId = company?.id ?? '';
  const today = useToday(company?.time_zone ?? 'UTC');
  const send = useRequestTimeOff();
  const types = useQuery(timeOffTypesQuery(companyId));
  const { data: holidays = [] } = useQuery(holidaysQuery(companyId));
  const [personId, setPersonId] = useState(employee?.id ?? null);
  const kinds = useQuery({ ...timeOffKindsQuery(personId ?? ''), enabled: personId !== null });
  const active = (kinds.data ?? []).flatMap(
    ({ type_id }) => types.data?.filter(({ id }) => id === type_id) ?? [],
  );
  const form = useForm({
    initial: {
      personId,
      /** Empty: the one asked for most. */
      typeId: '',
      start: null as DateInputValue,
      /** Null: the same day. */
      end: null as DateInputValue,
      length: 'full' as Length,
      typedHours: '',
      note: '',
    },
    read: ({ personId, typeId, start, end, length, typedHours, note }, wrong) => {
      const type = active.find(({ id }) => id === typeId) ?? active[0];
      const first = isDate(start) ? start : null;
      const last = end === 'invalid' ? null : (end ?? first);
      const range = first && last && first <= last ? { first, last } : null;
      const isEndWrong = end === 'invalid' || (first && last && first > last);
      const off = new Set(holidays.map(({ date }) => date));
      const days = range ? workingDays(range.first, range.last, off) : [];
      const perDay = length === 'half' ? FULL_DAY_HOURS / 2 : FULL_DAY_HOURS;
      const hours = length === 'hours' ? hoursIn(typedHours, ASKED_HOURS) : days.length * perDay;
      if (!personId) wrong('personId', t('request.whoMissing'));
      if (!first) wrong('start', t('request.dateMissing'));
      if (hours === null) wrong('typedHours', t('request.hoursWrong'));
      const isComplete = type && range && hours !== null && hours > 0 && personId;
      return {
        type,
        first,
        last,
        range,
        isEndWrong,
        days,
        hours,
        /** What can be sent. */
        request: isComplete
          ? { typeId: type.id, start: range.first, end: range.last, hours, note, personId }
          : null,
      };
    },
    submit: async ({ request }) => {
      if (!request) return;
      const { personId, ...asked } = request;
      const employeeId = personId === employee?.id ? {} : { employeeId: personId };
      await send.mutateAsync({ ...asked, ...employeeId });
      onSent();
    },
  });
  // Other people may ask for other kinds.
  if (form.values.personId !== personId) setPersonId(form.values.personId);
  const balances = useQuery({
    ...timeOffBalancesQuery(personId ?? '', form.reading.last ?? today),
    enabled: personId !== null,
  });
  return {
    form,
    ...form.reading,
    types: { isLoaded: types.isSuccess && kinds.isSuccess, active },
    balances: balances.data ?? [],
    holidays,
    /** Working days that come next, from today on. */
    nextDays: workingDays(
      today,
      addDays(today, 13),
      new Set(holidays.map(({ date }) => date)),
    ).slice(0, NEXT_DAYS),
  };
}

export type RequestForm = ReturnType<typeof useRequestForm>;
