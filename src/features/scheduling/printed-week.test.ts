import { expect, test } from 'vitest';
import type { Shift } from '@/features/scheduling/board';
import { printedRows, weeksWithShifts } from '@/features/scheduling/printed-week';

const shift = (employee_id: string | null, work_date: string, hour: string, note = ''): Shift =>
  ({
    employee_id,
    work_date,
    starts_at: `${work_date}T${hour}:00:00Z`,
    note,
  }) as Partial<Shift> as Shift;
const words = {
  nameOf: ({ employee_id }: Shift) => employee_id,
  linesOf: ({ starts_at, note }: Shift) => [starts_at.slice(11, 13), ...(note ? [note] : [])],
  open: 'Open shift',
};

test('one row for each person, one cell for each day, open shifts last', () => {
  const days = ['2026-03-09', '2026-03-10'];
  const shifts = [
    shift(null, '2026-03-10', '07'),
    shift('Zoe', '2026-03-09', '13', 'Gate 4'),
    shift('Ana', '2026-03-10', '07'),
    shift('Zoe', '2026-03-09', '07'),
  ];
  expect(printedRows(shifts, days, words)).toEqual([
    ['Ana', ' ', '07'],
    ['Zoe', '07\n13\nGate 4', ' '],
    ['Open shift', ' ', '07'],
  ]);
});

test('weekdays nobody works on are left out, in every week alike', () => {
  const days = Array.from(
    { length: 14 },
    (_, day) => `2026-03-${String(8 + day).padStart(2, '0')}`,
  );
  const shifts = [shift('Ana', '2026-03-09', '07'), shift('Ana', '2026-03-20', '07')];
  expect(weeksWithShifts(days, shifts)).toEqual([
    ['2026-03-09', '2026-03-13'],
    ['2026-03-16', '2026-03-20'],
  ]);
  expect(weeksWithShifts(days.slice(0, 7), [])).toEqual([days.slice(0, 7)]);
});
