import { expect, test } from 'vitest';
import type { BudgetVersion } from '@/features/budgets/api/queries';
import { versionSums } from '@/features/budgets/version-changes';

const line = (cost_code_id: string, hours: number, labor_amount: number | null) =>
  ({ cost_code_id, hours, labor_amount }) as BudgetVersion['lines'][number];
const version = (number: number, lines: BudgetVersion['lines']): BudgetVersion => ({
  id: String(number),
  version: number,
  name: '',
  status: 'approved',
  approved_at: null,
  lines,
});

test('the original, and what each change added, moved and took away', () => {
  const sums = versionSums([
    version(2, [line('forms', 120, 5000), line('rebar', 30, null)]),
    version(1, [line('forms', 100, 4500), line('pour', 40, null)]),
  ]);
  expect(sums.map(({ hours, labor, added, codes }) => ({ hours, labor, added, codes }))).toEqual([
    { hours: 140, labor: 4500, added: null, codes: [] },
    {
      hours: 150,
      labor: 5000,
      added: { hours: 10, labor: 500 },
      codes: [
        { codeId: 'forms', hours: 20 },
        { codeId: 'pour', hours: -40 },
        { codeId: 'rebar', hours: 30 },
      ],
    },
  ]);
});
