import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { Board, Shift } from '@/features/scheduling/board';
import { ShiftDialog } from '@/features/scheduling/components/shift-dialog';
import type { CrewShift } from '@/features/scheduling/shift-draft';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const shift = (id: string, employee_id: string): Shift => ({
  id,
  employee_id,
  crew_id: 'crew',
  equipment_id: null,
  project_id: 'p',
  cost_code_id: null,
  starts_at: '2026-03-09T11:00:00.000Z',
  ends_at: '2026-03-09T19:30:00.000Z',
  work_date: '2026-03-09',
  note: 'Bring boots',
  status: 'published',
  cancelled: false,
  told: id === 'one',
  acknowledged_at: null,
});
const [one, two] = [shift('one', 'ana'), shift('two', 'bo')];
const people = [one, two].map(({ employee_id }) => ({ id: employee_id, crew_id: 'crew' }));
const boardOf = (shifts: Shift[]) =>
  ({
    shifts,
    people,
    crews: [{ id: 'crew', name: 'Concrete', foreman_id: null }],
    equipment: [],
  }) as Partial<Record<keyof Board, unknown>> as Board;
const view = {
  companyId: 'company',
  zoneOf: () => 'America/New_York',
  personName: (id: string) => id,
  projectName: () => 'Harborview',
  timeOf: () => '8:00 AM – 4:30 PM',
  format: { weekdayDate: (day: string) => day },
} as Partial<Record<keyof BoardView, unknown>> as BoardView;

/** The dialog over a board that another planner changes. */
function Planner({ opened, later }: { opened: Shift | CrewShift; later: Shift[] }) {
  const [board, setBoard] = useState(boardOf([one, two]));
  return (
    <>
      <ShiftDialog board={board} view={view} shift={opened} onClose={() => undefined} />
      <button type="button" hidden data-testid="other" onClick={() => setBoard(boardOf(later))} />
    </>
  );
}

const open = (opened: Shift | CrewShift, later: Shift[] = []) =>
  openPart(<Planner opened={opened} later={later} />, {
    namespaces: ['scheduling', 'projects', 'cost-codes'],
    answers: {
      'GET projects': [{ id: 'p', name: 'Harborview', status: 'active', color: '#f97316' }],
      'GET cost_codes': [],
      'GET project_cost_codes': [],
      'POST rpc/move_shifts': [],
      'PATCH shifts': [],
      'DELETE shifts': [],
    },
  });
const press = (name: string) => screen.getByRole('button', { name });

test('the bar of a crew changes and removes the shifts of all its people', async () => {
  const crew = { ...one, ids: ['one', 'two'] };
  const { user, backend } = await open(crew);
  expect(screen.getByRole('combobox', { name: words('scheduling:form.who') })).toBeDisabled();
  await user.click(press(words('common:action.save')));
  await waitFor(() => expect(backend.sent('POST rpc/move_shifts')).toHaveLength(1));
  const [{ moves_param: moves }] = backend.sent('POST rpc/move_shifts') as [
    { moves_param: object[] },
  ];
  expect(moves).toMatchObject([
    { id: 'one', project_id: 'p', note: 'Bring boots' },
    { id: 'two', project_id: 'p', note: 'Bring boots' },
  ]);
  expect(Object.keys(moves[0] ?? {})).not.toContain('employee_id');
  await user.click(press(words('scheduling:form.remove')));
  await waitFor(() => expect(backend.sent('DELETE shifts')).toHaveLength(1));
  const told = backend.requests.filter(({ method }) => method === 'PATCH').at(-1);
  expect(told).toMatchObject({ body: { cancelled: true } });
  expect(told?.query.get('id')).toBe('in.(one)');
});

test('says what another planner changed, and keeps what was typed', async () => {
  const moved = { ...one, starts_at: '2026-03-09T12:00:00.000Z' };
  const { user } = await open(one, [moved, two]);
  const note = screen.getByLabelText(new RegExp(words('scheduling:form.note')));
  await user.type(note, '!');
  screen.getByTestId('other').click();
  expect(await screen.findByText(/while you had it open: ana, 2026-03-09, 8:00 AM/)).toBeVisible();
  expect(note).toHaveValue('Bring boots!');
});

test('a crew that lost a shift says so; the others are changed together', async () => {
  const { user, backend } = await open({ ...one, ids: ['one', 'two'] }, [one]);
  screen.getByTestId('other').click();
  expect(await screen.findByText(/removed the shift of one person/)).toBeVisible();
  await user.click(press(words('common:action.save')));
  await waitFor(() =>
    expect(backend.sent('POST rpc/move_shifts')).toMatchObject([{ moves_param: [{ id: 'one' }] }]),
  );
});

test('a shift that another planner removed is not said to be saved', async () => {
  const { user, backend } = await open(one, [two]);
  backend.answer({
    'POST rpc/move_shifts': new Refusal(400, { code: 'P0001', hint: 'shift_not_found' }),
  });
  screen.getByTestId('other').click();
  expect(await screen.findByText(words('scheduling:form.removedMeanwhile'))).toBeVisible();
  await user.click(press(words('common:action.save')));
  expect(await screen.findByText(words('errors:shift_not_found'))).toBeVisible();
});
