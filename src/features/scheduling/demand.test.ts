import { expect, test } from 'vitest';
import type { Board, Demand, Shift } from '@/features/scheduling/board';
import { demandLines, neededOn, shortOn } from '@/features/scheduling/demand';

const demand = (fields: Partial<Demand> = {}): Demand => ({
  ...{ id: 'd', project_id: 'p', job_title: null, people: 3, weekends: false },
  ...{ start_date: '2026-11-16', end_date: '2026-11-27' },
  ...fields,
});
const on = (employee_id: string, work_date: string, project_id = 'p') =>
  ({ employee_id, work_date, project_id, cancelled: false }) as Shift;

const board = (demands: Demand[], shifts: Shift[]) =>
  ({
    people: [
      { id: 'ana', job_title: 'Carpenter' },
      { id: 'bo', job_title: 'carpenter ' },
      { id: 'cy', job_title: 'Laborer' },
    ],
    projects: [{ id: 'p' }, { id: 'q' }],
    demands,
    shifts,
  }) as Partial<Record<keyof Board, unknown>> as Board;

test('a demand is for its working days, on weekends only where it says so', () => {
  const days = ['2026-11-13', '2026-11-16', '2026-11-21', '2026-11-27', '2026-11-30'];
  expect(days.map((day) => neededOn(demand(), day))).toEqual([0, 3, 0, 3, 0]);
  expect(neededOn(demand({ weekends: true }), '2026-11-21')).toBe(3);
});

test('people count for their title, everyone else for the rest, each once a day', () => {
  const day = '2026-11-17';
  const shifts = [on('ana', day), on('ana', day), on('bo', day), on('cy', day), on('cy', day, 'q')];
  const lines = demandLines(
    board([demand({ job_title: 'Carpenter', people: 4 }), demand({ people: 1 })], shifts),
    [day],
  );
  expect(lines.map(({ projectId, jobTitle, cells }) => [projectId, jobTitle, cells[0]])).toEqual([
    ['p', 'Carpenter', { needed: 4, planned: 2 }],
    ['p', null, { needed: 1, planned: 1 }],
    ['q', null, { needed: 0, planned: 1 }],
  ]);
  expect(shortOn(lines, 0)).toBe(2);
});

test('what one has too many does not make up for what another lacks', () => {
  const day = '2026-11-17';
  const lines = demandLines(
    board(
      [demand({ people: 1 }), demand({ id: 'e', project_id: 'q', people: 2 })],
      [on('ana', day), on('bo', day)],
    ),
    [day],
  );
  expect(shortOn(lines, 0)).toBe(2);
});
