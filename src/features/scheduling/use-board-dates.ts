import { useViewer } from '@/entities/viewer/use-viewer';
import { addDays, isIsoDate, type WeekDay, weekOf } from '@/lib/time';
import { useAddressParams } from '@/lib/use-address-params';
import { useIsMobile } from '@/lib/use-media-query';
import { useToday } from '@/lib/use-today';

export const SPANS = ['day', 'week', 'twoWeeks'] as const;
export type Span = (typeof SPANS)[number];

const DAYS: Record<Span, number> = { day: 1, week: 7, twoWeeks: 14 };

/** Which days the board shows; the address says it. A phone shows one day. */
export function useBoardDates() {
  const { company } = useViewer();
  const today = useToday(company?.time_zone ?? 'UTC');
  const [params, change] = useAddressParams();
  const isMobile = useIsMobile();
  const asked = SPANS.find((value) => value === params.get('span')) ?? 'week';
  const span: Span = isMobile ? 'day' : asked;
  const from = params.get('from');
  const anchor = from && isIsoDate(from) ? from : today;
  const first =
    span === 'day' ? anchor : weekOf(anchor, (company?.week_start ?? 0) as WeekDay).start;
  const count = DAYS[span];
  const days = Array.from({ length: count }, (_, index) => addDays(first, index));
  return {
    today,
    span,
    days,
    range: { start: first, end: addDays(first, count - 1) },
    choose: (next: Span) => change('span', next === 'week' ? null : next),
    go: (by: number) => change('from', addDays(first, by * (span === 'day' ? 1 : 7))),
    goToday: () => change('from', null),
  };
}

export type BoardDates = ReturnType<typeof useBoardDates>;
