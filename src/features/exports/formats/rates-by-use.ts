import type { Row } from '@/lib/rows';

type Rate = Pick<
  Row<'employee_rates'>,
  'hourly_rate' | 'effective_from' | 'project_id' | 'cost_code_id'
>;

/**
 * Amounts by what they are for, the general rate first, the others in the order they came to be:
 * the order in which payroll systems number a person's rates, which raises do not change. Of those
 * that begin after the last day no system knows yet.
 */
export function ratesByUse(rates: readonly Rate[], lastDay: string | null = null): number[][] {
  const uses = new Map<string, number[]>([['', []]]);
  const oldestFirst = rates
    .filter(({ effective_from }) => lastDay === null || effective_from <= lastDay)
    .toSorted((one, other) => one.effective_from.localeCompare(other.effective_from));
  for (const { project_id, cost_code_id, hourly_rate } of oldestFirst) {
    const use = [project_id, cost_code_id].filter((id) => id !== null).join('|');
    uses.set(use, [...(uses.get(use) ?? []), hourly_rate]);
  }
  return [...uses.values()];
}
