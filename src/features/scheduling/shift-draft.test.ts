import { expect, test } from 'vitest';
import type { Board, Shift } from '@/features/scheduling/board';
import {
  draftOf,
  isComplete,
  newDraft,
  plannedShifts,
  type ShiftDraft,
  shiftFields,
} from '@/features/scheduling/shift-draft';

const ZONE = 'America/New_York';
const person = (id: string, crew_id: string | null) => ({
  id,
  first_name: id,
  last_name: '',
  job_title: null,
  crew_id,
});
const board = {
  people: [person('ana', 'crew-1'), person('ben', 'crew-1'), person('cy', null)],
} as unknown as Board;

const draft = (changed: Partial<ShiftDraft>): ShiftDraft => ({
  ...newDraft({ who: null, day: '2026-10-28' }),
  projectId: 'annex',
  ...changed,
});

function planned(changed: Partial<ShiftDraft>) {
  const whole = draft(changed);
  if (!isComplete(whole)) throw new Error('not complete');
  return plannedShifts(whole, board, ZONE);
}

test.each([
  ['a project', { projectId: null }],
  ['a day', { day: null }],
  ['a day that exists', { day: 'invalid' }],
  ['times', { start: null }],
  ['times that differ', { start: 420, end: 420 }],
] satisfies [string, Partial<ShiftDraft>][])('a shift needs %s', (_, changed) => {
  expect(isComplete(draft({}))).toBe(true);
  expect(isComplete(draft(changed))).toBe(false);
});

test('daily is the rest of the working week, weekly is four weeks', () => {
  const days = (changed: Partial<ShiftDraft>) =>
    planned(changed).map(({ starts_at }) => starts_at.slice(0, 10));
  expect(days({ repeat: 'none' })).toEqual(['2026-10-28']);
  expect(days({ repeat: 'daily' })).toEqual(['2026-10-28', '2026-10-29', '2026-10-30']);
  expect(days({ repeat: 'weekly' })).toEqual([
    '2026-10-28',
    '2026-11-04',
    '2026-11-11',
    '2026-11-18',
  ]);
});

test('repeated shifts keep the time on the wall over a clock change', () => {
  const starts = planned({ repeat: 'weekly' }).map(({ starts_at }) => starts_at.slice(11, 16));
  expect(starts).toEqual(['11:00', '12:00', '12:00', '12:00']);
});

test('a crew is its people, a person keeps the crew', () => {
  const of = (who: string) => planned({ who }).map((shift) => [shift.employee_id, shift.crew_id]);
  expect(of('crew:crew-1')).toEqual([
    ['ana', 'crew-1'],
    ['ben', 'crew-1'],
  ]);
  expect(of('person:ana')).toEqual([['ana', 'crew-1']]);
  expect(of('person:cy')).toEqual([['cy', null]]);
});

test('a night shift ends on the next day, and is read back as it was written', () => {
  const [shift] = planned({ who: 'person:cy', start: 22 * 60, end: 6 * 60, note: ' gate 2 ' });
  expect(shift).toMatchObject({
    starts_at: '2026-10-29T02:00:00Z',
    ends_at: '2026-10-29T10:00:00Z',
    note: 'gate 2',
  });
  const again = draftOf({ ...shift, work_date: '2026-10-28' } as Shift, ZONE);
  if (!isComplete(again)) throw new Error('not complete');
  expect(shiftFields(again, board, ZONE)).toEqual(shift);
});
