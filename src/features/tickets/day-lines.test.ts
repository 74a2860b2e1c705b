import { expect, test } from 'vitest';
import type { DayWork } from '@/features/tickets/api/queries';
import { candidatesOf, linesFor } from '@/features/tickets/day-lines';
import { readHours, readQuantity } from '@/features/tickets/read-hours';
import { hoursOf, secondsOf } from '@/features/tickets/ticket';

const work: DayWork = {
  people: [
    {
      time_entry_id: 'e1',
      employee_id: 'p1',
      name: 'Trevor Nolan',
      trade: 'Electrician',
      clock_in: '2026-11-19T14:00:00Z',
      clock_out: '2026-11-19T16:30:00Z',
      seconds: 9000,
      worked_seconds: 9000,
    },
  ],
  machines: [
    {
      equipment_id: 'q1',
      time_entry_id: 'e1',
      name: 'L-2',
      operator: 'Trevor Nolan',
      seconds: 6120,
      worked_seconds: 6120,
    },
  ],
  photos: [],
};

test('every minute of an hour survives two decimals', () => {
  for (let minute = 0; minute <= 24 * 60; minute += 1)
    expect(secondsOf(hoursOf(minute * 60))).toBe(minute * 60);
});

test('a person ticked has the hours left of the day, and keeps its line when they change', () => {
  const [person, machine] = candidatesOf(work, []);
  expect(person).toMatchObject({ name: 'Trevor Nolan', hours: 2.5, lines: [] });
  expect(machine).toMatchObject({ name: 'L-2', hours: 1.7 });
  if (!person) throw new Error('Nobody to tick.');
  const lines = linesFor(person, { regular: 2.5, overtime: 0 });
  expect(lines).toMatchObject([{ kind: 'labor', time_entry_id: 'e1', quantity: 2.5, unit: 'h' }]);
  // The server counts what the ticket has as taken; it stays there to be chosen.
  const taken = { ...work, people: work.people.map((each) => ({ ...each, seconds: 0 })) };
  const [again] = candidatesOf(taken, lines);
  expect(again).toMatchObject({ hours: 2.5, lines });
  if (!again) throw new Error('Nobody to tick.');
  const split = linesFor(again, { regular: 2, overtime: 0.5 });
  expect(
    split.map(({ id, hours_kind, quantity }) => [id === lines[0]?.id, hours_kind, quantity]),
  ).toEqual([
    [true, 'regular', 2],
    [false, 'overtime', 0.5],
  ]);
});

test('somebody added by hand stands beside those of the day', () => {
  const byHand = linesFor(
    {
      ...(candidatesOf(work, [])[0] as never as ReturnType<typeof candidatesOf>[0]),
      time_entry_id: null,
      employee_id: 'p9',
      name: 'Luis',
      lines: [],
    },
    { regular: 1, overtime: 0 },
  );
  expect(candidatesOf(work, byHand).map(({ name, worked }) => [name, worked])).toEqual([
    ['Trevor Nolan', 2.5],
    ['L-2', 1.7],
    ['Luis', null],
  ]);
});

test.each([
  ['2.5', 2.5],
  ['2,5', 2.5],
  ['2:30', 2.5],
  ['1:42', 1.7],
  ['', 0],
  ['25', null],
  ['-1', null],
  ['2:75', null],
  ['two', null],
  ['.', null],
])('hours typed as %j are %j', (typed, hours) => {
  expect(readHours(typed)).toBe(hours);
});

test.each([
  ['40', 40],
  ['0.125', 0.125],
  ['1,200', 1200],
  // 1.5 or 1500: the field asks.
  ['1,5', null],
  ['0', null],
  ['-3', null],
  ['1e9', null],
  ['0.0001', null],
  ['', null],
])('a quantity typed as %j is %j', (typed, quantity) => {
  expect(readQuantity(typed)).toBe(quantity);
});

test('a clock of under a minute is nothing to tick', () => {
  const people = work.people.map((each) => ({ ...each, seconds: 0, worked_seconds: 59 }));
  expect(candidatesOf({ ...work, people, machines: [] }, [])).toEqual([]);
});
