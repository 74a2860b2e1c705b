import { screen } from '@testing-library/react';
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
