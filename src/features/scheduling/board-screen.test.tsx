import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
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

test('publishing a plan with problems lists them first', async () => {
  const day = '2026-11-17';
  const shift = {
    ...{ id: 's1', employee_id: 'e1', crew_id: null, equipment_id: null, project_id: 'p1' },
    ...{ cost_code_id: null, note: null, status: 'draft', cancelled: false, told: false },
    ...{ starts_at: `${day}T12:00:00Z`, ends_at: `${day}T20:00:00Z`, work_date: day },
    acknowledged_at: null,
  };
  const person = { id: 'e1', first_name: 'Maria', last_name: 'Lopez', crew_id: null, active: true };
  const warning = {
    ...{ kind: 'not_on_team', severity: 'warning', employee_id: 'e1', equipment_id: null },
    ...{ shift_id: 's1', other_shift_id: null, work_date: day, minutes: null },
    ...{ cents: null, premium_cents: null },
  };
  const { user, backend } = await openPart(<BoardScreen />, {
    namespaces: ['scheduling', 'shell'],
    at: `/scheduling?date=${day}`,
    answers: {
      'POST rpc/schedule_board': {
        ...NOBODY,
        people: [person],
        shifts: [shift],
        ...{ time_off: [], holidays: [], swaps: [], availability: [] },
      },
      'POST rpc/schedule_warnings': [warning],
      'POST rpc/publish_shifts': [],
      'GET projects': [],
    },
  });
  const publish = await screen.findByRole('button', { name: 'Publish 1 change' });
  expect(await screen.findByText(words('scheduling:warnings.title'))).toBeVisible();
  await screen.findAllByText(words('scheduling:warnings.not_on_team'));
  await user.click(publish);
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent("Not on the project's team Maria Lopez");
  expect(backend.sent('POST rpc/publish_shifts')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Publish anyway' }));
  await vi.waitFor(() => expect(backend.sent('POST rpc/publish_shifts')).toHaveLength(1));
});
