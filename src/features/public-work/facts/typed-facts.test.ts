import { expect, test } from 'vitest';
import {
  cellProblem,
  deductionsIn,
  deductionsText,
  typedFields,
  typedTexts,
} from '@/features/public-work/facts/typed-facts';

const WEEK_END = '2026-11-15';

test('other deductions are read from one cell, and written back the same', () => {
  expect(deductionsIn('Boots 25; Union dues: $1,012.50 ;')).toEqual([
    { name: 'Boots', amount: 25 },
    { name: 'Union dues', amount: 1012.5 },
  ]);
  expect(deductionsText([{ name: '401(k) 5%', amount: 12.5 }])).toBe('401(k) 5% 12.50');
  expect(deductionsIn('401(k) 5% 12.50')).toEqual([{ name: '401(k) 5%', amount: 12.5 }]);
  for (const text of ['Boots', '25.00', 'Boots -5', 'Boots 25; Dues'])
    expect([text, deductionsIn(text)]).toEqual([text, null]);
});

test('a cell that is wrong says how, and nine digits are no check number', () => {
  expect(cellProblem('net', '1,073.11', WEEK_END)).toBeNull();
  expect(cellProblem('net', '', WEEK_END)).toBeNull();
  expect(cellProblem('net', 'ten', WEEK_END)).toBe('amount');
  expect(cellProblem('net', '-1', WEEK_END)).toBe('amount');
  expect(cellProblem('check_number', '4711', WEEK_END)).toBeNull();
  expect(cellProblem('check_number', '123-45-6789', WEEK_END)).toBe('nine_digits');
  expect(cellProblem('other', 'Levy 123456789 5.00', WEEK_END)).toBe('nine_digits');
  expect(cellProblem('paid_on', 'invalid', WEEK_END)).toBe('date');
  expect(cellProblem('paid_on', '2026-11-08', WEEK_END)).toBe('paid_outside');
  expect(cellProblem('paid_on', '2026-11-20', WEEK_END)).toBeNull();
});

test('empty is not zero', () => {
  const fields = typedFields('ana', WEEK_END, { ...typedTexts(null), net: '0', fica: '0.005' });
  expect(fields).toMatchObject({ net: 0, fica: 0.01, sdi: null, other: [], paid_on: null });
});
