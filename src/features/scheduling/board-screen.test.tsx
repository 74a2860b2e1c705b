import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BoardScreen } from '@/features/scheduling/board-screen';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const NOBODY = { people: [], crews: [], equipment: [], projects: [], shifts: [] };

const openBoard = (board: unknown) =>
  openPart(<BoardScreen />, {
    namespaces: ['scheduling', 'shell'],
    at: '/scheduling',
    answers: {
      'POST rpc/schedule_board': board,
      'POST rpc/schedule_warnings': [],
      'GET projects': [],
    },
  });

test('a plan that could not be loaded claims nothing about itself', async () => {
  const { user, backend } = await openBoard(new Refusal(400, { message: 'no' }));
  const again = await screen.findByRole('button', { name: words('common:action.tryAgain') });
  expect(screen.queryByText(words('scheduling:nothingToPublish'))).toBeNull();
  for (const name of ['publishPlan', 'addShift', 'copyLastWeek'] as const) {
    expect(screen.getByRole('button', { name: words(`scheduling:${name}`) })).toBeDisabled();
  }
  backend.answer({ 'POST rpc/schedule_board': NOBODY });
  await user.click(again);
  expect(await screen.findByText(words('scheduling:board.empty'))).toBeVisible();
});

test('where nobody can be planned, the people are one tap away', async () => {
  await openBoard(NOBODY);
  const people = await screen.findByRole('link', { name: words('shell:nav.employees') });
  expect(people).toHaveAttribute('href', '/employees');
  expect(screen.getByRole('button', { name: words('scheduling:addShift') })).toBeDisabled();
});

const DAY = '2026-11-17';
const shift = (id: string, employee_id: string, from = '12', to = '20') => ({
  ...{ id, employee_id, crew_id: null, equipment_id: null, project_id: 'p1', cost_code_id: null },
  ...{ note: null, status: 'draft', cancelled: false, told: false, acknowledged_at: null },
  ...{ starts_at: `${DAY}T${from}:00:00Z`, ends_at: `${DAY}T${to}:00:00Z`, work_date: DAY },
});
const warning = (kind: string, severity: string, shift_id: string, other_shift_id?: string) => ({
  ...{ kind, severity, shift_id, other_shift_id: other_shift_id ?? null, work_date: DAY },
  ...{ employee_id: 'e1', equipment_id: null, minutes: null, cents: null, premium_cents: null },
});
const person = (id: string, first_name: string, last_name: string) => ({
  ...{ id, first_name, last_name, job_title: 'Laborer', crew_id: null },
});

const openPlan = (shifts: unknown[], warnings: unknown[]) =>
  openPart(<BoardScreen />, {
    namespaces: ['scheduling', 'shell'],
    at: `/scheduling?from=${DAY}`,
    answers: {
      'POST rpc/schedule_board': {
        ...NOBODY,
        people: [person('e1', 'Maria', 'Lopez'), person('e2', 'Wes', 'Poe')],
        projects: [{ id: 'p1', name: 'Riverside', time_zone: null, status: 'active' }],
        shifts,
        ...{ time_off: [], holidays: [], swaps: [], availability: [], demands: [] },
      },
      'POST rpc/schedule_warnings': warnings,
      'POST rpc/publish_recipients': [
        {
          ...{ employee_id: 'e1', channel: 'mail', language: 'en', shift_ids: ['s1'] },
          message: { added: 'Tuesday 11/17', changed: null, cancelled: null },
        },
        { employee_id: 'e2', channel: 'none', language: 'en', shift_ids: ['s2'], message: null },
      ],
      'POST rpc/publish_shifts': [{ shift_id: 's1', change_id: 'c1' }],
      'POST rpc/move_shifts': [],
      'POST rpc/undo_schedule_change': 1,
      'GET projects': [],
    },
  });

const press = (name: string | RegExp) => screen.findByRole('button', { name });

test('publishing says who is notified, and what can be done about problems', async () => {
  const { user, backend } = await openPlan(
    [shift('s1', 'e1'), shift('s2', 'e1', '18', '22'), shift('s3', 'e2')],
    [warning('overlap', 'error', 's2', 's1'), warning('not_on_team', 'warning', 's1')],
  );
  await screen.findAllByText(words('scheduling:warnings.not_on_team'));
  await user.click(await press('Publish 3 changes'));
  const review = await screen.findByRole('dialog');
  expect(review).toHaveTextContent('1 conflict to decide, 1 warning. Nothing has been sent yet.');
  expect(review).toHaveTextContent('Maria Lopez is not on the team of Riverside');
  await screen.findByText('1 of 2 people gets a message');
  expect(review).toHaveTextContent(words('scheduling:review.channel.none'));
  await user.click(await press('Maria Lopez, Email'));
  expect(review).toHaveTextContent('Tuesday 11/17');
  expect(backend.sent('POST rpc/publish_shifts')).toEqual([]);
  await user.click(await press(/^Unassign: Maria Lopez/));
  await waitFor(() =>
    expect(backend.sent('POST rpc/move_shifts')).toMatchObject([
      { moves_param: [{ id: 's2', employee_id: null }] },
    ]),
  );
  await user.click(await press('Publish 2 without conflicts'));
  await waitFor(() =>
    expect(backend.sent('POST rpc/publish_shifts')).toMatchObject([
      { shift_ids_param: ['s1', 's3'] },
    ]),
  );
});

test('publishing is undone by Ctrl+Z, and before it what was done before', async () => {
  const { user, backend } = await openPlan([shift('s1', 'e1')], []);
  await user.click(await press('Publish 1 change'));
  await screen.findByText(words('scheduling:review.clean'));
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish 1 change' }),
  );
  await screen.findByText('1 change published');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() =>
    expect(backend.sent('POST rpc/undo_schedule_change')).toEqual([{ change_id_param: 'c1' }]),
  );
  await screen.findByText(words('scheduling:toast.undone'));
  // There is nothing left to undo.
  await waitFor(() => expect(screen.queryByText('Ctrl Z')).toBeNull());
  await user.keyboard('{Control>}z{/Control}');
  expect(backend.sent('POST rpc/undo_schedule_change')).toHaveLength(1);
});
