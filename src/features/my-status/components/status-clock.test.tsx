import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StatusClock } from '@/features/my-status/components/status-clock';
import { openPart, words } from '@/testing/open';
import { EMPLOYEE_ID } from '@/testing/people';

const PROJECT_ID = '00000000-0000-7000-8000-0000000000a1';
const CODE = { id: 'c1', code: '03 30 00', name: 'Cast-in-place', code_group: null, active: true };
/** In the middle of that minute. */
const minutesAgo = (minutes: number) =>
  new Date(Date.now() - (minutes + 0.5) * 60_000).toISOString();

async function openRunning(breaks: unknown[]) {
  const running_entry = {
    ...{ id: 'e1', employee_id: EMPLOYEE_ID, project_id: PROJECT_ID, cost_code_id: 'c1' },
    ...{ notes: null, clock_in: minutesAgo(130), breaks },
  };
  await openPart(<StatusClock />, {
    namespaces: ['my-status'],
    viewer: { running_entry: running_entry as never },
    answers: {
      'GET projects': [{ id: PROJECT_ID, name: 'Harborview', time_zone: 'America/Los_Angeles' }],
      'GET cost_codes': [CODE],
      'GET project_cost_codes': [],
      'GET break_types': [...[{ name: 'Lunch', name_es: null, kind: 'meal', paid: false }]].map(
        (type) => ({ ...type, usual_minutes: 30, active: true }),
      ),
      'POST rpc/list_time_entries': {
        entries: [],
        summary: { entries: 0, minutes: 0, groups: [], running: [] },
      },
      'POST rpc/week_summary': null,
      'POST rpc/my_shifts': [],
    },
  });
  return within(await screen.findByRole('region', { name: words('my-status:clock.label') }));
}

test('the running clock says what the time counts for, in the time of the site', async () => {
  const clock = await openRunning([]);
  expect(await clock.findByText('Harborview')).toBeVisible();
  expect(clock.getByText('Cast-in-place')).toHaveTextContent('03 30 00 Cast-in-place');
  expect(clock.getByText(/^On the clock since .* P[SD]T$/)).toBeVisible();
  expect(clock.getByRole('timer')).toHaveTextContent(/^02:10:/);
});

test('a break shows its own length and when it is over', async () => {
  const clock = await openRunning([
    { id: 'b1', started_at: minutesAgo(12), ended_at: null, kind: 'meal', paid: false },
  ]);
  expect(clock.getByRole('timer')).toHaveTextContent(/^00:12:/);
  expect(await clock.findByText('Lunch, unpaid')).toBeVisible();
  expect(clock.getByText(/^Back at .*, in 1[78] min$/)).toBeVisible();
  expect(clock.getByText(words('my-status:clock.goesOn'))).toBeVisible();
  expect(clock.getByText('Harborview')).toBeVisible();
});

test('a break that lasts longer says since when', async () => {
  const clock = await openRunning([
    { id: 'b1', started_at: minutesAgo(41), ended_at: null, kind: 'meal', paid: false },
  ]);
  expect(await clock.findByText(/^Was due back at/)).toBeVisible();
});
