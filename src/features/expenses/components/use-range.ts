import { useCalendar } from '@/entities/time-entry/use-calendar';
import type { IsoDate } from '@/lib/format';
import { addDays, isIsoDate } from '@/lib/time';
import { useAddressParams } from '@/lib/use-address-params';

const USUAL_DAYS = 30;
const MAX_DAYS = 400;

/** The days a list or report is about, in the address; the last month unless somebody chose others. */
export function useRange() {
  const { today } = useCalendar();
  const [params, change] = useAddressParams();
  const date = (name: string, usual: IsoDate): IsoDate => {
    const given = params.get(name) ?? '';
    return isIsoDate(given) ? (given as IsoDate) : usual;
  };
  const end = date('to', today);
  const start = date('from', addDays(today, -USUAL_DAYS));
  const isTooLong = start < addDays(end, -MAX_DAYS);
  const range = { start: isTooLong ? addDays(end, -MAX_DAYS) : start > end ? end : start, end };
  return { range, params, change };
}
