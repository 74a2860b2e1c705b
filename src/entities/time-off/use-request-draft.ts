import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DateInputValue } from '@/components/shared/date-input';
import {
  holidaysQuery,
  timeOffBalancesQuery,
  timeOffTypesQuery,
} from '@/entities/time-off/time-off-queries';
import { FULL_DAY_HOURS, parseHours, workingDays } from '@/entities/time-off/working-days';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useToday } from '@/lib/use-today';

export const LENGTHS = ['full', 'half', 'hours'] as const;
export type Length = (typeof LENGTHS)[number];

interface Draft {
  personId: string | null;
  /** Null: the first type there is. */
  typeId: string | null;
  start: DateInputValue;
  /** Null: the same day. */
  end: DateInputValue;
  length: Length;
  typedHours: string;
  note: string;
}

/** What is asked for so far, and what follows from it: working days, hours, the balance. */
export function useRequestDraft() {
  const { company, employee } = useViewer();
  const companyId = company?.id ?? '';
  const today = useToday(company?.time_zone ?? 'UTC');
  const [draft, setDraft] = useState<Draft>({
    personId: employee?.id ?? null,
    typeId: null,
    start: null,
    end: null,
    length: 'full',
    typedHours: '',
    note: '',
  });
  const types = useQuery(timeOffTypesQuery(companyId));
  const holidays = useQuery(holidaysQuery(companyId));
  const active = (types.data ?? []).filter((each) => each.active);
  const type = active.find(({ id }) => id === draft.typeId) ?? active[0];
  const first = draft.start === 'invalid' ? null : draft.start;
  const last = draft.end === 'invalid' ? null : (draft.end ?? first);
  const inOrder = first !== null && last !== null && first <= last;
  const off = new Set((holidays.data ?? []).map(({ date }) => date));
  const days = inOrder ? workingDays(first, last, off) : [];
  const perDay = draft.length === 'half' ? FULL_DAY_HOURS / 2 : FULL_DAY_HOURS;
  const balances = useQuery({
    ...timeOffBalancesQuery(draft.personId ?? '', last ?? today),
    enabled: draft.personId !== null,
  });
  return {
    ...draft,
    change: (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed })),
    types: { isLoaded: types.isSuccess, active },
    type,
    /** The first and last day, once both are known and in order. */
    range: inOrder ? { first, last } : null,
    first,
    isEndWrong: draft.end === 'invalid' || (first !== null && last !== null && first > last),
    days,
    hours: draft.length === 'hours' ? parseHours(draft.typedHours) : days.length * perDay,
    balances: balances.data ?? [],
    holidays: holidays.data ?? [],
  };
}

export type RequestDraft = ReturnType<typeof useRequestDraft>;
