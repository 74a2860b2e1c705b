import { expect, test } from 'vitest';
import { decimalHours } from './decimal-hours';

test('rows of decimal hours add up to the total (AR-6, AR-7)', () => {
  expect(decimalHours([440, 440, 440])).toEqual([7.34, 7.33, 7.33]);
  expect(decimalHours([100, 50, 25])).toEqual([1.67, 0.83, 0.42]);
});
