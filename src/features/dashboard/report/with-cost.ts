import type { CostRow, ReportRow } from '@/features/dashboard/api/report-query';

const keyOf = ({ group_key, then_key }: Pick<ReportRow, 'group_key' | 'then_key'>): string =>
  `${group_key} ${then_key}`;

/** Hours with what they cost. Pay without hours (leave, a bonus) has a row of its own. */
export function withCost(
  hours: readonly Omit<ReportRow, 'cents'>[],
  costs: readonly CostRow[] | null,
): ReportRow[] {
  if (!costs) return hours.map((row) => ({ ...row, cents: null }));
  const cents = new Map(costs.map((cost) => [keyOf(cost), cost.total_cents]));
  const known = new Set(hours.map(keyOf));
  return [
    ...hours.map((row) => ({ ...row, cents: cents.get(keyOf(row)) ?? 0 })),
    ...costs
      .filter((cost) => !known.has(keyOf(cost)))
      .map(({ group_key, label, detail, then_key, then_label, total_cents }) => ({
        group_key,
        label,
        detail,
        then_key,
        then_label,
        seconds: 0,
        entries: 0,
        people: 0,
        cents: total_cents,
      })),
  ];
}
