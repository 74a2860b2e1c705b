import { expect, test } from 'vitest';
import { misses, tableOf } from './figures.ts';

test('a figure misses below what is wanted at least and above what is wanted at most', () => {
  expect(misses({ line: 'a', value: 0.5, atLeast: 0.5 })).toBe(false);
  expect(misses({ line: 'a', value: 0.49, atLeast: 0.5 })).toBe(true);
  expect(misses({ line: 'a', value: 1.5, atMost: 1.5 })).toBe(false);
  expect(misses({ line: 'a', value: 1.51, atMost: 1.5 })).toBe(true);
  expect(misses({ line: 'a', value: Number.NaN, atMost: 1.5 })).toBe(true);
});

test('the table says line, measured, wanted and what misses', () => {
  expect(
    tableOf([
      { line: 'delivery', value: 1234.5, unit: 'ms', atMost: 250 },
      { line: 'single row', value: 0.504, atLeast: 0.5 },
    ]),
  ).toBe(`line         measured   wanted
delivery     1,235 ms   ≤ 250 ms   MISSES
single row   0.5        ≥ 0.5
1 of 2 hold`);
});
