import { NAMED_PERIODS, type NamedPeriod, namedRange } from '@/entities/time-entry/named-period';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { type DateRange, isIsoDate } from '@/lib/time';
import { useAddressParams } from '@/lib/use-address-params';

export const PROGRESS_PERIODS = [
  'lastSevenDays',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'custom',
] as const satisfies readonly (NamedPeriod | 'custom')[];
export type ProgressPeriod = (typeof PROGRESS_PERIODS)[number];

/** The days of the report, kept in the address. */
export function useProgressPeriod() {
  const calendar = useCalendar();
  const [params, change] = useAddressParams();
  const asked = params.get('period');
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const isCustom = asked === 'custom' && isIsoDate(from) && isIsoDate(to) && from <= to;
  const named =
    NAMED_PERIODS.find((period) => period === asked) ?? ('lastSevenDays' satisfies NamedPeriod);
  const range: DateRange = isCustom ? { start: from, end: to } : namedRange(named, calendar);
  const period: ProgressPeriod =
    PROGRESS_PERIODS.find((one) => one === (isCustom ? 'custom' : named)) ?? 'lastSevenDays';
  const setDays = ({ start, end }: DateRange): void => {
    change('from', start);
    change('to', end);
    change('period', 'custom');
  };
  return {
    period,
    range,
    setDays,
    choose: (next: ProgressPeriod) =>
      next === 'custom' ? setDays(range) : change('period', next === 'lastSevenDays' ? null : next),
  };
}
