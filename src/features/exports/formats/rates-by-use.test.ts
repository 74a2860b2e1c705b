import { expect, test } from 'vitest';
import { ratesByUse } from '@/features/exports/formats/rates-by-use';

const rate = (hourly_rate: number, effective_from: string, cost_code_id: string | null = null) => ({
  hourly_rate,
  effective_from,
  project_id: null,
  cost_code_id,
});

test('puts the general rate first, whatever came first, and keeps raises together', () => {
  const rates = [
    rate(30, '2026-04-02'),
    rate(24, '2026-01-01', 'cleaning'),
    rate(28, '2026-02-01'),
    rate(25, '2026-05-01', 'cleaning'),
    rate(38.2, '2026-03-01', 'forming'),
  ];
  expect(ratesByUse(rates)).toEqual([[28, 30], [24, 25], [38.2]]);
});

test('keeps the first place for the general rate where there is none', () => {
  expect(ratesByUse([rate(24, '2026-01-01', 'cleaning')])).toEqual([[], [24]]);
});
