import { expect, test } from 'vitest';
import {
  byTrade,
  hoursLost,
  isEmpty,
  offersOf,
  type Worker,
} from '@/features/field-reports/content';

const worker = (name: string, trade: string | null, seconds: number): Worker => ({
  employee_id: name,
  name,
  trade,
  seconds,
  break_seconds: 0,
  running: false,
  clock_in: null,
  clock_out: null,
});

test('the crew is summed by trade, people without one together', () => {
  const trades = byTrade([
    worker('Elena', 'Carpenter', 28_800),
    worker('Maria', 'Carpenter', 3600),
    worker('Rosa', null, 7200),
  ]);
  expect(trades.map(({ name, people, seconds }) => [name, people.length, seconds])).toEqual([
    ['Carpenter', 2, 32_400],
    [null, 1, 7200],
  ]);
});

test('hours lost of delays are summed; what is no number counts as none', () => {
  const line = (hours?: string) => ({ text: 'Pump', detail: '', ...(hours ? { hours } : {}) });
  expect(hoursLost([line('0.75'), line('x'), line(), line('2')])).toBe(2.75);
  expect(hoursLost()).toBe(0);
});

test('a part is empty without text and without lines', () => {
  expect([isEmpty(undefined), isEmpty(''), isEmpty([]), isEmpty('x')]).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

const day = (fields: object = {}) => ({
  company_name: 'Fox Electric',
  trade: 'Electrical',
  people: 3,
  seconds: 3 * 8 * 3600,
  on_site: null,
  unknown: null,
  ...fields,
});
const typed = { text: 'fox electric ', detail: 'Power', hours: '20', people: '3' };

test('subcontractors are offered by who signed in, and nothing typed is changed by itself', () => {
  expect(offersOf([day()], [])).toMatchObject([
    {
      line: { text: 'Fox Electric', detail: 'Electrical', hours: '24', people: '3' },
      differsFrom: null,
    },
  ]);
  // Says otherwise: offered with what was typed of company and trade.
  expect(offersOf([day()], [typed])).toMatchObject([
    { line: { text: 'fox electric ', detail: 'Power', hours: '24' }, differsFrom: 0 },
  ]);
  expect(offersOf([day()], [{ ...typed, hours: '24.00' }])).toEqual([]);
  expect(offersOf(undefined, [typed])).toEqual([]);
});
