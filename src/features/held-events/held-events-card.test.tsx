import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HeldEventsCard } from '@/features/held-events/held-events-card';
import { openPart, words } from '@/testing/open';
import { EMPLOYEE_ID } from '@/testing/people';

const HELD = {
  id: 'h1',
  employee_id: EMPLOYEE_ID,
  entry_id: 'e1',
  kind: 'clock_in',
  payload: { project_id: 'p1' },
  problem: 'booking',
  detail: { hint: 'project_not_open_to_you' },
  counts_at: '2026-03-10T12:00:00Z',
  offset_ms: 0,
  reason: 'Not on the team of this project. Pick another.',
  status: 'held',
  resolution: null,
  explanation: null,
  created_at: '2026-03-10T12:00:00Z',
};

const open = (event: object) =>
  openPart(<HeldEventsCard scope="own" />, {
    namespaces: ['offline'],
    answers: {
      'GET held_events': [event],
      'GET projects': [
        { id: 'p2', name: 'Riverside Tower', status: 'active', archived_at: null, color: null },
      ],
      'GET cost_codes': [],
      'GET project_cost_codes': [],
      'GET employees': [],
      'POST rpc/correct_held_event': { status: 'applied' },
      'POST rpc/explain_held_event': { status: 'held' },
    },
  });

test('says the true reason, and the worker picks another project', async () => {
  const { user, backend } = await open(HELD);
  expect(
    await screen.findByText(words('offline:held.booking.project_not_open_to_you')),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: words('offline:held.pick') }));
  await user.click(await screen.findByLabelText(words('common:project.label')));
  await user.click(await screen.findByRole('option', { name: 'Riverside Tower' }));
  await user.click(screen.getByRole('button', { name: words('common:action.save') }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/correct_held_event')).toMatchObject([
      { id_param: 'h1', project_id_param: 'p2' },
    ]),
  );
  expect(await screen.findByText(words('offline:held.picked'))).toBeVisible();
});

test('what is held for another reason is the office’s to decide', async () => {
  await open({ ...HELD, problem: 'locked', detail: {} });
  expect(await screen.findByText(words('offline:held.problem.locked'))).toBeVisible();
  expect(screen.queryByRole('button', { name: words('offline:held.pick') })).toBeNull();
});

test('the worker explains a punch that came late, in the words of the screen', async () => {
  const { user, backend } = await open({ ...HELD, problem: 'late', detail: { hours: 48 } });
  expect(
    await screen.findByText(words('offline:held.problem.late', { hours: 48 } as never)),
  ).toBeVisible();
  const send = words('offline:held.explain');
  expect(screen.queryByRole('button', { name: send })).toBeNull();
  await user.type(
    await screen.findByLabelText(words('offline:held.explanation')),
    'Phone in the truck',
  );
  await user.click(screen.getByRole('button', { name: send }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/explain_held_event')).toEqual([
      { id_param: 'h1', explanation_param: 'Phone in the truck' },
    ]),
  );
  expect(await screen.findByText(words('offline:held.explained'))).toBeVisible();
});

test('a reason that has words of ours is told in them', async () => {
  const refused = { problem: 'other', detail: { hint: 'location_required' }, reason: 'In English' };
  await open({ ...HELD, ...refused });
  expect(await screen.findByText(words('errors:location_required'))).toBeVisible();
});

test('a punch is told on the clock of its site, a clock-out on that of its clock-in', async () => {
  const late = { ...HELD, problem: 'late', detail: { hours: 72 } };
  await openPart(<HeldEventsCard scope="own" />, {
    namespaces: ['offline'],
    answers: {
      'GET held_events': [
        late,
        { ...late, id: 'h2', kind: 'clock_out', payload: {}, counts_at: '2026-03-10T21:30:00Z' },
      ],
      'GET projects': [{ id: 'p1', name: 'Sacramento', time_zone: 'America/Los_Angeles' }],
      'GET employees': [],
    },
  });
  expect(await screen.findByText(/Mar 10, 5:00 AM PDT · Sacramento/)).toBeVisible();
  expect(screen.getByText(/Mar 10, 2:30 PM PDT · Sacramento/)).toBeVisible();
});
