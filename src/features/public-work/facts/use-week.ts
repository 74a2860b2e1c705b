import { useQuery } from '@tanstack/react-query';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useViewer } from '@/entities/viewer/use-viewer';
import { contractsQuery } from '@/features/public-work/contract/api/queries';
import type { IsoDate } from '@/lib/format';
import { addDays, isIsoDate, weekDayOf } from '@/lib/time';
import { useAddressParams } from '@/lib/use-address-params';

/** The last day of the week a date lies in. */
const weekEndOf = (date: IsoDate, endsOn: number): IsoDate =>
  addDays(date, (endsOn - weekDayOf(date) + 7) % 7);

/**
 * The week on the screen, from the address; else the last one that is over. Weeks end as those of the
 * public contracts do; where they differ, as the company's workweek does.
 */
export function useWeek() {
  const { company } = useViewer();
  const { today } = useCalendar();
  const [params, change] = useAddressParams();
  const contracts = useQuery(contractsQuery(company?.id ?? '')).data ?? [];
  const own = ((company?.week_start ?? 0) + 6) % 7;
  const days = [...new Set(contracts.map(({ week_ends_on }) => week_ends_on))];
  const [only] = days;
  const usual = days.length === 1 && only !== undefined ? only : own;
  const asked = params.get('week');
  const last = addDays(weekEndOf(today, usual), -7);
  const weekEnd = asked && isIsoDate(asked) ? asked : last;
  return {
    weekEnd,
    /** Weekday of its last day, 0 = Sunday. */
    endsOn: weekDayOf(weekEnd),
    isNewest: weekEnd >= weekEndOf(today, weekDayOf(weekEnd)),
    go: (weeks: number) => change('week', addDays(weekEnd, 7 * weeks)),
    choose: (date: IsoDate) => change('week', weekEndOf(date, usual)),
  };
}
