import { useViewer } from '@/entities/viewer/use-viewer';
import type { IsoDate } from '@/lib/format';
import {
  addDays,
  addMonths,
  isIsoDate,
  monthOf,
  type WeekDay,
  weekDayOf,
  weekOf,
} from '@/lib/time';
import { useAddressParams } from '@/lib/use-address-params';
import { useIsMobile } from '@/lib/use-media-query';
import { useToday } from '@/lib/use-today';

export const SPANS = ['day', 'week', 'twoWeeks', 'month'] as const;
export type Span = (typeof SPANS)[number];

/** Where planning a week begins: today, else its first working day. */
function planDayOf(days: readonly IsoDate[], today: IsoDate): IsoDate {
  const working = days.find((day) => weekDayOf(day) % 6 !== 0);
  return days.includes(today) ? today : (working ?? today);
}

const daysFrom = (first: IsoDate, count: number): IsoDate[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

/** A month in full weeks. */
function daysOf(span: Span, anchor: IsoDate, weekStart: WeekDay): IsoDate[] {
  if (span === 'day') return [anchor];
  if (span !== 'month') return daysFrom(weekOf(anchor, weekStart).start, span === 'week' ? 7 : 14);
  const { start, end } = monthOf(anchor);
  const first = weekOf(start, weekStart).start;
  const days = daysFrom(first, 42);
  return days.slice(0, days.indexOf(weekOf(end, weekStart).end) + 1);
}

/** Which days the board shows; the address says it. A phone plans the same week, one day of it open. */
export function useBoardDates() {
  const { company } = useViewer();
  const today = useToday(company?.time_zone ?? 'UTC');
  const [params, change] = useAddressParams();
  const isMobile = useIsMobile();
  const asked = SPANS.find((value) => value === params.get('span')) ?? 'week';
  const span: Span = isMobile && asked !== 'month' ? 'week' : asked;
  const from = params.get('from');
  const anchor = from && isIsoDate(from) ? from : today;
  const days = daysOf(span, anchor, (company?.week_start ?? 0) as WeekDay);
  const [first = anchor] = days;
  const next: Record<Span, (by: number) => IsoDate> = {
    day: (by) => addDays(first, by),
    week: (by) => planDayOf(daysFrom(addDays(first, by * 7), 7), today),
    twoWeeks: (by) => planDayOf(daysFrom(addDays(first, by * 7), 7), today),
    month: (by) => addMonths(monthOf(anchor).start, by),
  };
  return {
    today,
    span,
    days,
    /** The day a new shift is for; a phone shows its list. */
    planDay: anchor,
    range: { start: first, end: days.at(-1) ?? first },
    choose: (chosen: Span) => change('span', chosen === 'week' ? null : chosen),
    go: (by: number) => change('from', next[span](by)),
    openDay: (day: IsoDate) => change('from', day),
    /** From the month into the week of a day. */
    openWeek: (day: IsoDate) => {
      change('from', day);
      change('span', null);
    },
    goToday: () => change('from', null),
  };
}

export type BoardDates = ReturnType<typeof useBoardDates>;
