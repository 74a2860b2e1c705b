import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type PayPeriod, periodsQuery } from '@/features/payroll/api/queries';

/** The pay period in the address, else the current one. */
export function usePeriod() {
  const companyId = useViewer().company?.id ?? '';
  const [params] = useSearchParams();
  const {
    data: periods = [],
    isPending,
    error,
    refetch,
  } = useQuery({
    ...periodsQuery(companyId),
    enabled: companyId !== '',
  });
  const asked = params.get('from');
  const index = Math.max(
    periods.findIndex(({ start, end }) => asked !== null && start <= asked && asked <= end),
    0,
  );
  const period: PayPeriod | null = periods[index] ?? null;
  const previous: PayPeriod | null = periods[index + 1] ?? null;
  return { companyId, periods, period, previous, isPending, error, refetch };
}
