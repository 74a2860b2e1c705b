import { expect, test } from 'vitest';
import type { CostCodeOption } from '@/entities/cost-code/cost-codes-query';
import { pastedLines } from '@/features/budgets/budget-draft';

const CODES = [
  { id: 'c1', code: '03 30 00', name: 'Concrete', active: true },
  { id: 'c2', code: '09 91 00', name: 'Paint', active: true },
] as unknown as CostCodeOption[];

test.each([
  [{ code: '033000', hours: '540', amount: '22,000' }, null],
  [{ code: '03 30 00', hours: '9999999999' }, 'too_large'],
  [{ code: '03 30 00', amount: '99999999999' }, 'too_large'],
  [{ code: '03 30 00', hours: '-4' }, 'number'],
  [{ code: '03 30 00', hours: 'many' }, 'number'],
  [{ code: '77', hours: '4' }, 'code_unknown'],
  [{ code: '', hours: '4' }, 'code_missing'],
])('a pasted row %j', (row, problem) => {
  expect(pastedLines([row as Record<string, string>], CODES)[0]?.problem).toBe(problem);
});
