import { expect, test } from 'vitest';
import { accrualFields, accrualRule } from '@/features/time-off/accrual';

test('a rule goes through the form unchanged', () => {
  const rule = { kind: 'per_hours_worked', hours: 1, worked: 30, cap: 80, waiting_days: 90 };
  expect(accrualRule(accrualFields(rule))).toEqual(rule);
  expect(accrualRule(accrualFields(null))).toBeNull();
});

test('a missing or wrong number is found', () => {
  const fields = accrualFields({ kind: 'per_year', hours: 80 });
  expect(accrualRule({ ...fields, hours: '' })).toBe('invalid');
  expect(accrualRule({ ...fields, cap: 'many' })).toBe('invalid');
  expect(accrualRule({ ...fields, kind: 'per_hours_worked' })).toBe('invalid');
});
