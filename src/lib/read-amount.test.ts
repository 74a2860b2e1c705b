import { expect, test } from 'vitest';
import { readAmount } from '@/lib/read-amount';

test.each([
  ['150', 15_000],
  ['$1,250.5', 125_050],
  [' 0.07 ', 7],
  ['0', null],
  ['', null],
  ['-5', null],
  ['1.234', null],
  ['many', null],
  ['9,999,999.99', 999_999_999],
  ['99999999999', 'too_large'],
])('reads %s', (text, cents) => {
  expect(readAmount(text)).toBe(cents);
});
