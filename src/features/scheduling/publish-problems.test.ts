import { expect, test } from 'vitest';
import type { Board, BoardMachine, Shift, Warning } from '@/features/scheduling/board';
import {
  publishProblems,
  whichCouldReplace,
  whoCouldTake,
  withoutOverlap,
} from '@/features/scheduling/publish-problems';

const shift = (id: string, fields: Partial<Shift> = {}): Shift => ({
  ...{ id, employee_id: 'ana', crew_id: null, equipment_id: null, project_id: 'p' },
  ...{ cost_code_id: null, note: null, status: 'draft', cancelled: false, told: false },
  ...{ starts_at: '2026-11-25T12:00:00Z', ends_at: '2026-11-25T20:00:00Z' },
  ...{ work_date: '2026-11-25', acknowledged_at: null },
  ...fields,
});
const warning = (
  kind: string,
  shift_id: string,
  other_shift_id: string | null = null,
): Warning => ({
  ...{ kind, severity: 'error', employee_id: 'ana', equipment_id: null, shift_id, other_shift_id },
  ...{ work_date: '2026-11-25', minutes: null, cents: null },
});
const machine = (id: string, fields: Partial<BoardMachine> = {}): BoardMachine => ({
  ...{ id, name: id, number: id, status: 'available', ownership: 'owned' },
  ...{ off_rent_date: null, class_id: 'telehandler' },
  ...fields,
});

test('only what concerns a draft counts, also where the other shift is the draft', () => {
  const shifts = [
    shift('published', { status: 'published', told: true }),
    shift('draft'),
    shift('gone', { cancelled: true, told: true }),
  ];
  const found = publishProblems({ shifts }, [
    warning('time_off', 'published'),
    warning('time_off', 'gone'),
    warning('overlap', 'published', 'draft'),
  ]);
  expect(found).toMatchObject([{ shifts: [{ id: 'draft' }], other: { id: 'published' } }]);
});

test('shifts on one holiday, and a person beside one team, are one decision', () => {
  const shifts = [shift('a'), shift('b', { employee_id: 'bo' }), shift('c', { project_id: 'q' })];
  const found = publishProblems({ shifts }, [
    ...['a', 'b', 'c'].map((id) => warning('holiday', id)),
    ...['a', 'b', 'c'].map((id) => warning('not_on_team', id)),
  ]);
  expect(found.map(({ shifts: on }) => on.length)).toEqual([3, 1, 1, 1]);
});

test('a shift gives way to the other: it starts later or ends earlier, or not at all', () => {
  const early = shift('early', {
    starts_at: '2026-11-25T10:00:00Z',
    ends_at: '2026-11-25T14:00:00Z',
  });
  const late = shift('late');
  expect(withoutOverlap(late, early)).toEqual({ starts_at: early.ends_at });
  expect(withoutOverlap(early, late)).toEqual({ ends_at: late.starts_at });
  expect(withoutOverlap(shift('same'), late)).toBeNull();
});

test('who is free and of the trade takes the shift; a machine of the class stands in', () => {
  const people = ['ana', 'bo', 'cy', 'di'].map((id) => ({
    ...{ id, first_name: id, last_name: '', crew_id: null },
    job_title: id === 'di' ? 'Plumber' : 'Laborer',
  }));
  const down = shift('down', { equipment_id: 'TH-02' });
  const board = {
    people,
    equipment: [machine('TH-02', { status: 'down' }), machine('TH-03'), machine('TH-05')],
    shifts: [down, shift('busy', { employee_id: 'bo', equipment_id: 'TH-03' })],
    time_off: [{ employee_id: 'cy', day: '2026-11-25' }],
  } as Partial<Record<keyof Board, unknown>> as Board;
  expect(whoCouldTake(board, down)).toBeUndefined();
  expect(whoCouldTake({ ...board, time_off: [] }, down)?.id).toBe('cy');
  expect(whichCouldReplace(board, down)?.id).toBe('TH-05');
  const other = board.equipment.map((each) => ({ ...each, class_id: null }));
  expect(whichCouldReplace({ ...board, equipment: other }, down)).toBeUndefined();
});
