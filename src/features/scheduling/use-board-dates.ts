import { useViewer } from '@/entities/viewer/use-viewer';
import type { IsoDate } from '@/lib/format';
import { addDays, isIsoDate, type WeekDay, weekDayOf, weekOf } from '@/lib/time';
import { useAddressParams } from '@/lib/use-address-params';
import { useIsMobile } from '@/lib/use-media-query';
import { useToday } from '@/lib/use-today';

export const SPANS = ['day', 'week', 'twoWeeks'] as const;
export type Span = (typeof SPANS)[number];

const DAYS: Record<Span, number> = { day: 1, week: 7, twoWeeks: 14 };

/** Where planning a week begins: today, else its first working day. */
function planDayOf(days: readonly IsoDate[], today: IsoDate): IsoDate {
  const working = days.find((day) => weekDayOf(day) % 6 !== 0);
  return days.includes(today) ? today : (working ?? today);
}

const daysFrom = (first: IsoDate, count: number): IsoDate[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

/** Which days the board shows; the address says it. A phone plans the same week, one day of it open. */
export function useBoardDates() {
  const { company } = useViewer();
  const today = useToday(company?.time_zone ?? 'UTC');
  const [params, change] = useAddressParams();
  const isMobile = useIsMobile();
  const asked = SPANS.find((value) => value === params.get('span')) ?? 'week';
  const span: Span = isMobile ? 'week' : asked;
  const from = params.get('from');
  const anchor = from && isIsoDate(from) ? from : today;
  const first =
    span === 'day' ? anchor : weekOf(anchor, (company?.week_start ?? 0) as WeekDay).start;
  const count = DAYS[span];
  return {
    today,
    span,
    days: daysFrom(first, count),
    /** The day a new shift is for; a phone shows its list. */
    planDay: anchor,
    range: { start: first, end: addDays(first, count - 1) },
    choose: (next: Span) => change('span', next === 'week' ? null : next),
    go: (by: number) =>
      change(
        'from',
        span === 'day' ? addDays(first, by) : planDayOf(daysFrom(addDays(first, by * 7), 7), today),
      ),
    openDay: (day: IsoDate) => change('from', day),
    goToday: () => change('from', null),
  };
}

export type BoardDates = ReturnType<typeof useBoardDates>;
