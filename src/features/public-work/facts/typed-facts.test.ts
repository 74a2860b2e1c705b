import { expect, test } from 'vitest';
import {
  cellProblem,
  deductionsIn,
  deductionsText,
  typedFields,
  typedTexts,
} from '@/features/public-work/facts/typed-facts';

const WEEK = { weekEnd: '2026-11-15', periodStart: null };

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
  expect(cellProblem('net', '1,073.11', WEEK)).toBeNull();
  expect(cellProblem('net', '', WEEK)).toBeNull();
  expect(cellProblem('net', 'ten', WEEK)).toBe('amount');
  expect(cellProblem('net', '-1', WEEK)).toBe('amount');
  expect(cellProblem('check_number', '4711', WEEK)).toBeNull();
  expect(cellProblem('check_number', '123-45-6789', WEEK)).toBe('nine_digits');
  expect(cellProblem('fica', '0.005', WEEK)).toBe('amount');
  expect(cellProblem('other', 'Levy 123456789 5.00', WEEK)).toBe('nine_digits');
  expect(cellProblem('paid_on', 'invalid', WEEK)).toBe('date');
  expect(cellProblem('paid_on', '2026-11-08', WEEK)).toBe('paid_outside');
  expect(cellProblem('paid_on', '2026-11-20', WEEK)).toBeNull();
  const twoWeeks = { ...WEEK, periodStart: '2026-11-02' };
  expect(cellProblem('paid_on', '2026-11-08', twoWeeks)).toBeNull();
});

test('empty is not zero', () => {
  const fields = typedFields('ana', WEEK, { ...typedTexts(null), net: '0', fica: '0.05' });
  expect(fields).toMatchObject({ net: 0, fica: 0.05, sdi: null, other: [], paid_on: null });
});
