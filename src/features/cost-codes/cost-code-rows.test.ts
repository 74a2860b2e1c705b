import { expect, test } from 'vitest';
import type { CostCode } from '@/features/cost-codes/api/queries';
import { groupCodes, isFound } from './cost-code-rows';

const code = (number: string, name: string, group: string | null, minutes = 0): CostCode => ({
  id: number,
  code: number,
  name,
  code_group: group,
  unit: 'HR',
  active: true,
  merged_into: null,
  minutesThisMonth: minutes,
  entries: 0,
  lastUsed: null,
  projectIds: [],
});

test('search ignores case and accents and wants every word', () => {
  const forms = code('03 11 00', 'Hormigón encofrado', 'Concrete');
  expect(isFound(forms, 'HORMIGON 03')).toBe(true);
  expect(isFound(forms, 'hormigon steel')).toBe(false);
  expect(isFound(forms, '')).toBe(true);
});

test('groups stand in the order of their codes, with their minutes, ungrouped last', () => {
  const rows = groupCodes(
    [
      code('01 74 00', 'Cleanup', null, 5),
      code('03 11 00', 'Forms', 'Concrete', 60),
      code('03 30 00', 'Pour', 'Concrete', 30),
      code('02 41 00', 'Demolition', 'Existing'),
    ],
    'Other',
  );
  expect(
    rows.map((row) => (row.kind === 'group' ? `${row.title} ${row.minutes}` : row.key)),
  ).toEqual([
    'Existing 0',
    '02 41 00',
    'Concrete 90',
    '03 11 00',
    '03 30 00',
    'Other 5',
    '01 74 00',
  ]);
});
