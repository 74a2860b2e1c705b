import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { readQueue } from '@/entities/offline/queue-store';
import { CrewScreen } from '@/features/crew-clock/crew-screen';
import { Refusal } from '@/testing/backend';
import { giveDeviceMemory } from '@/testing/device-memory';
import { openPart, words } from '@/testing/open';
import { session } from '@/testing/people';

afterEach(() => vi.restoreAllMocks());

const PLAN = {
  plan_project_id: 'p1',
  plan_project_name: 'Harborview',
  plan_cost_code_id: null,
  plan_starts_at: new Date(Date.now() - 3_600_000).toISOString(),
  plan_ends_at: new Date(Date.now() + 3_600_000).toISOString(),
};

const person = (id: string, first_name: string, changes: object = {}) => ({
  employee_id: id,
  first_name,
  last_name: 'Poe',
  job_title: null,
  crew_ids: ['c1'],
  crew_names: ['Concrete'],
  leads: true,
  status: 'out',
  since: null,
  project_id: null,
  project_name: null,
  cost_code_id: null,
  minutes: 0,
  last_out: null,
  time_off: false,
  ...PLAN,
  ...changes,
});

const project = (id: string, name: string) => ({
  id,
  name,
  client: null,
  number: null,
  status: 'active',
  color: '#446688',
  archived_at: null,
  time_zone: null,
});

const answers = {
  'POST rpc/crew_today': [
    person('e1', 'Wes'),
    person('e2', 'Tess', { plan_project_id: 'p2', plan_project_name: 'Maple' }),
    person('e3', 'Rosa', { status: 'in', since: PLAN.plan_starts_at, minutes: 60 }),
  ],
  'GET projects': [project('p1', 'Harborview'), project('p2', 'Maple')],
  'GET cost_codes': [],
  'GET project_cost_codes': [],
};

test('one press starts everyone who is planned, each where they are planned', async () => {
  const { user, backend } = await openPart(<CrewScreen />, {
    namespaces: ['crew'],
    as: 'foreman',
    answers: {
      ...answers,
      'POST rpc/crew_clock_in': (request: { body: unknown }) =>
        (request.body as { employee_ids_param: string[] }).employee_ids_param.map((id) => ({
          employee_id: id,
          entry_id: id,
          result: 'started',
        })),
    },
  });
  await user.click(
    await screen.findByRole('button', { name: words('crew:startOnPlan_other', { count: 2 }) }),
  );
  expect(await screen.findByText(words('crew:done.in_other', { count: 2 }))).toBeVisible();
  expect(backend.sent('POST rpc/crew_clock_in')).toMatchObject([
    { employee_ids_param: ['e1'], project_id_param: 'p1' },
    { employee_ids_param: ['e2'], project_id_param: 'p2' },
  ]);
});

test('stops everyone on the clock with one box and one press', async () => {
  const { user, backend } = await openPart(<CrewScreen />, {
    namespaces: ['crew'],
    as: 'foreman',
    answers: {
      ...answers,
      'POST rpc/crew_clock_out': [{ employee_id: 'e3', entry_id: 't1', result: 'stopped' }],
    },
  });
  await user.click(await screen.findByRole('checkbox', { name: /Select all on the clock/ }));
  await user.click(screen.getByRole('button', { name: words('crew:stop_one', { count: 1 }) }));
  expect(await screen.findByText(words('crew:done.out_one', { count: 1 }))).toBeVisible();
  expect(backend.sent('POST rpc/crew_clock_out')).toMatchObject([{ employee_ids_param: ['e3'] }]);
});

test('clocks of over 16 hours are stopped at the real end', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const { user, backend } = await openPart(<CrewScreen />, {
    namespaces: ['crew'],
    as: 'foreman',
    answers: {
      ...answers,
      'POST rpc/crew_today': [person('e3', 'Rosa', { status: 'in', since: hoursAgo(18) })],
      'POST rpc/proposed_clock_out': [
        { proposed_at: hoursAgo(10), reason: 'schedule', sample_size: 0 },
      ],
      'POST rpc/crew_clock_out': [{ employee_id: 'e3', entry_id: 't1', result: 'stopped' }],
    },
  });
  await user.click(await screen.findByRole('checkbox', { name: /Select all on the clock/ }));
  await user.click(screen.getByRole('button', { name: words('crew:stop_one', { count: 1 }) }));
  await user.click(await screen.findByRole('button', { name: /Stopped at/ }));
  expect(await screen.findByText(words('crew:done.out_one', { count: 1 }))).toBeVisible();
  expect(backend.sent('POST rpc/crew_clock_out')).toMatchObject([
    { employee_ids_param: ['e3'], ended_at_param: expect.any(String) },
  ]);
});

test('a project that asks for a location asks for a reason, and starts with it', async () => {
  const { user, backend } = await openPart(<CrewScreen />, {
    namespaces: ['crew'],
    as: 'foreman',
    answers: {
      ...answers,
      'POST rpc/crew_today': [person('e1', 'Wes')],
      'POST rpc/crew_clock_in': new Refusal(400, { hint: 'location_reason_required' }),
    },
  });
  await user.click(
    await screen.findByRole('button', { name: words('crew:startOnPlan_one', { count: 1 }) }),
  );
  await user.type(await screen.findByLabelText(words('crew:reason')), 'No phones on site');
  backend.answer({
    'POST rpc/crew_clock_in': [{ employee_id: 'e1', entry_id: 't1', result: 'started' }],
  });
  await user.click(screen.getByRole('button', { name: words('crew:start_one', { count: 1 }) }));
  expect(await screen.findByText(words('crew:done.in_one', { count: 1 }))).toBeVisible();
  expect(backend.sent('POST rpc/crew_clock_in')).toHaveLength(2);
});

const NOT_ON_TEAM = {
  employee_id: 'e2',
  entry_id: null,
  result: 'refused',
  hint: 'project_not_open_to_you',
  message: 'Tess Poe is not on the team of this project.',
  detail: { name: 'Tess Poe', contacts: [{ name: 'Dana Office', phone: '+1 303 555 0100' }] },
};
const STARTED = { employee_id: 'e1', entry_id: 't1', result: 'started' };

test('the others start, and who could not is named with whom to call', async () => {
  const { user, backend } = await openPart(<CrewScreen />, {
    namespaces: ['crew'],
    as: 'foreman',
    answers: {
      ...answers,
      'POST rpc/crew_today': [person('e1', 'Wes'), person('e2', 'Tess')],
      'POST rpc/crew_clock_in': [STARTED, NOT_ON_TEAM],
    },
  });
  await user.click(
    await screen.findByRole('button', { name: words('crew:startOnPlan_other', { count: 2 }) }),
  );
  const dialog = await screen.findByRole('dialog', {
    name: words('crew:refused.title.in_one', { count: 1 }),
  });
  expect(dialog).toHaveTextContent('Tess Poe');
  expect(dialog).toHaveTextContent(words('crew:refused.why.project_not_open_to_you'));
  expect(dialog).not.toHaveTextContent('Wes Poe');
  expect(screen.getByRole('link', { name: /Dana Office/ })).toHaveAttribute(
    'href',
    'tel:+13035550100',
  );
  await user.click(screen.getByRole('button', { name: words('crew:refused.remove') }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(backend.sent('POST rpc/crew_clock_in')).toHaveLength(1);
  expect(screen.getByRole('checkbox', { name: /Tess Poe/ })).not.toBeChecked();
});

test('where nobody could start each is named all the same, without a failure of the app', async () => {
  await openPart(<CrewScreen />, {
    namespaces: ['crew'],
    as: 'foreman',
    answers: {
      ...answers,
      'POST rpc/crew_today': [person('e2', 'Tess')],
      'POST rpc/crew_clock_in': new Refusal(400, {
        hint: 'clock_rule_certificate',
        details: JSON.stringify({
          people: [
            {
              id: 'e2',
              hint: 'clock_rule_certificate',
              rule: 'certificate',
              certificates: ['OSHA 10'],
            },
          ],
        }),
      }),
    },
  }).then(async ({ user }) =>
    user.click(
      await screen.findByRole('button', { name: words('crew:startOnPlan_one', { count: 1 }) }),
    ),
  );
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('Tess Poe');
  expect(dialog).toHaveTextContent('OSHA 10');
  expect(screen.queryByText(words('crew:failed'))).toBeNull();
  // Nothing a foreman says lets somebody through.
  expect(screen.queryByLabelText(words('clock-stops:crew.reason'))).toBeNull();
});

test('only those whom a rule stops start with the reason', async () => {
  const stopped = {
    ...NOT_ON_TEAM,
    hint: 'clock_rule_reason_required',
    detail: { name: 'Tess Poe', rule: 'off_site' },
  };
  const { user, backend } = await openPart(<CrewScreen />, {
    namespaces: ['crew'],
    as: 'foreman',
    answers: {
      ...answers,
      'POST rpc/crew_today': [person('e1', 'Wes'), person('e2', 'Tess')],
      'POST rpc/crew_clock_in': [STARTED, stopped],
    },
  });
  await user.click(
    await screen.findByRole('button', { name: words('crew:startOnPlan_other', { count: 2 }) }),
  );
  await user.type(
    await screen.findByLabelText(words('clock-stops:crew.reason')),
    'Picks up lumber',
  );
  backend.answer({ 'POST rpc/crew_clock_in': [{ ...STARTED, employee_id: 'e2' }] });
  await user.click(screen.getByRole('button', { name: words('crew:start_one', { count: 1 }) }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/crew_clock_in').at(-1)).toMatchObject({
      employee_ids_param: ['e2'],
    }),
  );
});

test('without a signal the phone says before it saves whom the office would have to decide about', async () => {
  giveDeviceMemory();
  const { user, backend } = await openPart(<CrewScreen />, {
    namespaces: ['crew'],
    as: 'foreman',
    answers: {
      ...answers,
      'POST rpc/crew_today': [
        person('e1', 'Wes'),
        person('e2', 'Tess', { closed_project_ids: ['p1'] }),
      ],
    },
  });
  expect(await screen.findByText(words('crew:closed'))).toBeVisible();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await user.click(
    screen.getByRole('button', { name: words('crew:startOnPlan_other', { count: 2 }) }),
  );
  const dialog = await screen.findByRole('dialog', { name: words('crew:known.title') });
  expect(dialog).toHaveTextContent('Tess Poe');
  await user.click(screen.getByRole('button', { name: words('crew:known.others_one') }));
  expect(await screen.findByText(words('common:queue.saved'))).toBeVisible();
  expect(backend.sent('POST rpc/crew_clock_in')).toHaveLength(0);
  expect((await readQueue(session().user.id)).map(({ employee_id }) => employee_id)).toEqual([
    'e1',
  ]);
});
