import { useQuery } from '@tanstack/react-query';
import { payPeriodAtQuery, payPeriodsQuery } from '@/entities/pay-period/pay-periods-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { FactSpan } from '@/features/public-work/facts/api/queries';
import { addDays, isIsoDate, weekDayOf } from '@/lib/time';
import { useAddressParams } from '@/lib/use-address-params';

/** The pay period of the address; else the last one that is over. */
export function usePayPeriod() {
  const { company } = useViewer();
  const [params, change] = useAddressParams();
  const asked = params.get('week');
  const date = asked && isIsoDate(asked) ? asked : null;
  const recent = useQuery(payPeriodsQuery(company?.id ?? ''));
  const at = useQuery({
    ...payPeriodAtQuery(company?.id ?? '', date ?? ''),
    enabled: date !== null,
  });
  const found = date === null ? recent.data?.find(({ is_current }) => !is_current) : at.data;
  const weekEndsOn = ((company?.week_start ?? 0) + 6) % 7;
  const isWeek =
    found?.start_date === addDays(found?.end_date ?? '1970-01-01', -6) &&
    weekDayOf(found.end_date) === weekEndsOn;
  const span: FactSpan | null = found
    ? { weekEnd: found.end_date, periodStart: isWeek ? null : found.start_date }
    : null;
  return {
    query: date === null ? recent : at,
    period: found ?? null,
    span,
    choose: (day: string) => change('week', day),
  };
}
