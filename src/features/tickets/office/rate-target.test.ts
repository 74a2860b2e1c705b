import { expect, test } from 'vitest';
import type { BillRate } from '@/features/tickets/office/api/queries';
import { rateSeries, targetOf } from '@/features/tickets/office/rate-target';

const rate = (id: string, fields: Partial<BillRate>) =>
  ({
    id,
    employee_id: null,
    classification_id: null,
    trade: null,
    equipment_class_id: null,
    project_id: null,
    from_date: '1970-01-01',
    ...fields,
  }) as BillRate;

test('rates of one target and project are one history, and the newest that has begun counts', () => {
  const rates = [
    rate('old', { trade: 'Mason', from_date: '2026-01-01' }),
    rate('coming', { trade: ' mason', from_date: '2026-09-01' }),
    rate('now', { trade: 'mason', from_date: '2026-03-01' }),
    rate('site', { trade: 'mason', project_id: 'p' }),
    rate('later', { employee_id: 'e', from_date: '2027-01-01' }),
  ];
  expect(
    rateSeries(rates, '2026-04-01').map(({ current, history }) => [
      current.id,
      history.map(({ id }) => id),
    ]),
  ).toEqual([
    ['now', ['coming', 'now', 'old']],
    ['site', ['site']],
    ['later', ['later']],
  ]);
});

test('a rate has one target', () => {
  expect(targetOf(rate('a', { equipment_class_id: 'm' }))).toBe('machine');
  expect(targetOf(rate('a', { trade: 'x' }))).toBe('trade');
  expect(targetOf(rate('a', { classification_id: 'c' }))).toBe('class');
});
