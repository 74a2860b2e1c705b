import { expect, test } from 'vitest';
import {
  cutIdentityNumbers,
  cutNineDigits,
  hasNineDigits,
  isIdentityHeading,
} from '@/lib/identity-numbers';

test.each([
  ['123-45-6789', '6789'],
  ['123456789', '6789'],
  ['123 45 6789', '6789'],
  ['123.45.6789', '6789'],
  ['123 - 45 - 6789', '6789'],
  ['SSN: 123-45-6789, boots', 'SSN: 6789, boots'],
  ['#123456789/987-65-4321', '#6789/4321'],
])('%s leaves the browser as %s', (text, cut) => {
  expect(hasNineDigits(text)).toBe(true);
  expect(cutNineDigits(text)).toBe(cut);
  expect(hasNineDigits(cutNineDigits(text))).toBe(false);
});

test.each([
  '12345678',
  '1234567890',
  '1,234,567.89',
  '1234567.89',
  '2026-11-17',
  '11/08/2026 - 11/14/2026',
  '(555) 123-4567',
  'XXX-XX-6789',
  '000120045',
  '8d3f1c70-1234-4abc-8def-123456789abc',
  '',
])('%s is no such number', (text) => {
  expect(hasNineDigits(text)).toBe(false);
  expect(cutNineDigits(text)).toBe(text);
});

test('columns are known by their headings, and the tax of the same name is none', () => {
  for (const heading of [
    'SSN',
    'ssn',
    'Employee SSN',
    'Social Security Number',
    'Soc Sec No',
    'SS No.',
    'TAX ID',
    'Seguro Social',
  ])
    expect([heading, isIdentityHeading(heading)]).toEqual([heading, true]);
  for (const heading of [
    'Social Security (Employee)',
    'SS/EE',
    'SOCIAL SECURITY - EMPLOYEE TAX',
    'Business name',
    'SSI',
  ])
    expect([heading, isIdentityHeading(heading)]).toEqual([heading, false]);
});

test('a column of numbers is cut, also where a spreadsheet dropped the first zero', () => {
  const { rows, count } = cutIdentityNumbers(
    ['Name', 'SSN', 'Phone', 'Paid'],
    [
      ['Ana', '12345678', '612345678', '1000.00'],
      ['Ben', '123-45-6789', '612345679', '900.00'],
      ['Cyd', 'XXX-XX-1234', '', '800.00'],
      ['Dee', '', '', '700.00'],
    ],
    false,
  );
  expect(rows.map((cells) => cells[1])).toEqual(['5678', '6789', 'XXX-XX-1234', '']);
  expect(rows.map((cells) => cells[2])).toEqual(['612345678', '612345679', '', '']);
  expect(count).toBe(2);
});

test('a column without a heading is cut where it holds dashed numbers, and with everywhere any cell', () => {
  const rows = [['Ana', '123-45-6789', 'see 987654321']];
  expect(cutIdentityNumbers(['Name', 'Number', 'Note'], rows, false).rows).toEqual([
    ['Ana', '6789', 'see 987654321'],
  ]);
  expect(cutIdentityNumbers(['Name', 'Number', 'Note'], rows, true)).toMatchObject({
    rows: [['Ana', '6789', 'see 4321']],
    count: 2,
  });
});
