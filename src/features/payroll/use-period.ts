import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type PayPeriod, periodAtQuery, periodsQuery } from '@/features/payroll/api/queries';
import { addDays } from '@/lib/time';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The pay period in the address, also one older than the list; else the current one. */
export function usePeriod() {
  const companyId = useViewer().company?.id ?? '';
  const [params] = useSearchParams();
  const recent = useQuery({ ...periodsQuery(companyId), enabled: companyId !== '' });
  const periods = recent.data ?? [];

  const inAddress = params.get('from') ?? '';
  const asked = DATE.test(inAddress) ? inAddress : null;
  const place = periods.findIndex(({ start, end }) => {
    return asked !== null && start <= asked && asked <= end;
  });
  // Not isSuccess: a refresh that fails must not bring another period to the screen.
  const isOlder = recent.data !== undefined && asked !== null && place < 0;
  const older = useQuery({ ...periodAtQuery(companyId, asked ?? ''), enabled: isOlder });
  const period: PayPeriod | null = isOlder
    ? (older.data ?? null)
    : (periods[Math.max(place, 0)] ?? null);

  const known = isOlder ? undefined : periods[Math.max(place, 0) + 1];
  const before = useQuery({
    ...periodAtQuery(companyId, period ? addDays(period.start, -1) : ''),
    enabled: period !== null && known === undefined,
  });
  const failed = [recent, older].find((query) => query.error);
  return {
    companyId,
    periods: isOlder && period ? [...periods, period] : periods,
    period,
    previous: known ?? before.data ?? null,
    error: failed?.error ?? null,
    refetch: () => failed?.refetch(),
  };
}
