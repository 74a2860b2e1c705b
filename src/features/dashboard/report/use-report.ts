import { useQuery } from '@tanstack/react-query';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { costQuery, type Grouping, reportQuery } from '@/features/dashboard/api/report-query';
import { withCost } from '@/features/dashboard/report/with-cost';
import type { DateRange } from '@/lib/time';

export interface ReportChoice {
  /** Null while the dates make no period. */
  range: DateRange | null;
  grouping: Grouping;
  thenBy: Grouping | null;
  cost: boolean;
}

/** The rows of the report; with their cost for managers who ask for it. */
export function useReport({ range, grouping, thenBy, cost }: ReportChoice) {
  const mayCost = useIsPrivileged() && grouping !== 'equipment' && thenBy !== 'equipment';
  const asksCost = mayCost && cost;
  const key = [range?.start ?? '', range?.end ?? '', grouping, thenBy] as const;
  const hours = useQuery({ ...reportQuery(...key), enabled: range !== null });
  const costs = useQuery({ ...costQuery(...key), enabled: range !== null && asksCost });
  const isPending = hours.isPending || (asksCost && costs.isPending);
  const first = hours.data && asksCost ? costs : hours;
  return {
    rows: isPending ? [] : withCost(hours.data ?? [], asksCost ? (costs.data ?? []) : null),
    mayCost,
    asksCost,
    unratedMinutes: asksCost
      ? (costs.data ?? []).reduce((sum, row) => sum + row.unrated_minutes, 0)
      : 0,
    /** The first that is loading or failed. */
    query: { ...first, isPending: first.isPending && range !== null },
  };
}
