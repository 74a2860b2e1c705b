import { expect, test } from 'vitest';
import {
  type Board,
  boardCells,
  boardRows,
  droppedOn,
  onDate,
  plannedMinutes,
  type Shift,
  withEnd,
} from '@/features/scheduling/board';

const person = (id: string, crew_id: string | null = null) => ({
  id,
  first_name: id,
  last_name: '',
  job_title: null,
  crew_id,
});
const shift = (id: string, fields: Partial<Shift> = {}): Shift => ({
  id,
  employee_id: 'ana',
  crew_id: null,
  equipment_id: null,
  project_id: 'p',
  cost_code_id: null,
  starts_at: '2026-03-09T13:00:00Z',
  ends_at: '2026-03-09T21:30:00Z',
  work_date: '2026-03-09',
  note: null,
  status: 'published',
  cancelled: false,
  told: true,
  acknowledged_at: null,
  ...fields,
});
const board = (fields: Partial<Board>): Board => ({
  people: [person('ana', 'c'), person('bo', 'c'), person('cy')],
  crews: [{ id: 'c', name: 'Concrete', foreman_id: 'bo' }],
  equipment: [],
  projects: [],
  cost_codes: [],
  shifts: [],
  time_off: [],
  holidays: [],
  swaps: [],
  demands: [],
  ...fields,
});

test('crews with their foreman first, then people without a crew', () => {
  expect(boardRows(board({})).map(({ key }) => key)).toEqual([
    'open',
    'c',
    'bo',
    'ana',
    'noCrew',
    'cy',
  ]);
});

test('the same shifts of a crew are one piece, a draft among them makes it a draft', () => {
  const cells = boardCells(
    board({
      shifts: [
        shift('1', { crew_id: 'c' }),
        shift('2', { employee_id: 'bo', crew_id: 'c', status: 'draft' }),
      ],
    }),
    null,
  );
  expect(cells.get('c 2026-03-09')).toMatchObject([{ ids: ['1', '2'], isDraft: true }]);
  expect(cells.get('ana 2026-03-09')).toMatchObject([{ ids: ['1'] }]);
});

test('a shift with a machine stands in both rows, without anyone it is open', () => {
  const cells = boardCells(
    board({ shifts: [shift('1', { equipment_id: 'm' }), shift('2', { employee_id: null })] }),
    null,
  );
  expect([...cells.keys()].sort()).toEqual(['ana 2026-03-09', 'm 2026-03-09', 'open 2026-03-09']);
  expect(boardCells(board({ shifts: [shift('1')] }), new Set(['other'])).size).toBe(0);
});

test('moving keeps the clock on the wall, over midnight and across a change of the clocks', () => {
  const night = { starts_at: '2026-03-07T03:00:00Z', ends_at: '2026-03-07T11:30:00Z' };
  expect(onDate(night, '2026-03-07', 'America/Denver')).toEqual({
    starts_at: '2026-03-08T03:00:00Z',
    ends_at: '2026-03-08T10:30:00Z',
  });
});

test('an end stays after the start', () => {
  expect(withEnd(shift('1'), -1000).ends_at).toBe('2026-03-09T13:15:00.000Z');
  expect(plannedMinutes(shift('1'))).toBe(480);
});

test('a crew moves in its own row only', () => {
  const [, crew, bo] = boardRows(board({}));
  const piece = { ids: ['1', '2'], shift: shift('1'), isDraft: false };
  if (!crew || !bo) throw new Error('rows');
  expect(droppedOn(piece, crew, 'c')).toEqual({});
  expect(droppedOn(piece, bo, 'c')).toBeNull();
  expect(droppedOn({ ...piece, ids: ['1'] }, bo, 'ana')).toEqual({
    employee_id: 'bo',
    crew_id: 'c',
  });
});
