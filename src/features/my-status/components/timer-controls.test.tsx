import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { TimerControls } from '@/features/my-status/components/timer-controls';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import { giveDeviceMemory } from '@/testing/device-memory';
import { openPart, words } from '@/testing/open';
import { EMPLOYEE_ID, viewerIn } from '@/testing/people';

beforeEach(giveDeviceMemory);

const PROJECT_ID = '00000000-0000-7000-8000-0000000000a1';

const FORMS = { id: 'c1', code: '03 11 00', name: 'Forms', code_group: null, active: true };

async function openOn(codeRequired: boolean, codes: unknown[] = [FORMS], ownCodes: unknown[] = []) {
  const owner = viewerIn('owner');
  const preferences = { ...owner.preferences, current_project_id: PROJECT_ID } as never;
  const company = { ...owner.company, cost_code_required: codeRequired } as never;
  const opened = await openPart(<TimerControls />, {
    namespaces: ['my-status', 'timer'],
    viewer: { preferences, company },
    answers: {
      'POST rpc/clock_in': { id: 'e1' },
      'GET projects': [
        { id: PROJECT_ID, name: 'Riverside Tower', status: 'active', archived_at: null },
      ],
      'GET cost_codes': codes,
      'GET project_cost_codes': ownCodes,
      'POST rpc/recent_work': [],
      'POST rpc/my_shifts': [],
      'GET equipment': [],
      'GET break_types': [],
      'GET geofences': [],
    },
  });
  await screen.findByText('Riverside Tower');
  await opened.user.click(screen.getByRole('button', { name: words('my-status:timer.start') }));
  return opened;
}

test('needs a cost code where the company asks for one', async () => {
  const { backend } = await openOn(true);
  expect(await screen.findByText(words('my-status:cannotStart.text'))).toBeVisible();
  expect(backend.sent('POST rpc/clock_in')).toEqual([]);
});

test('starts with a project alone where the company does not ask for a cost code', async () => {
  const { backend } = await openOn(false);
  await waitFor(() => expect(backend.sent('POST rpc/clock_in')).toHaveLength(1));
  expect(backend.sent('POST rpc/clock_in')).toMatchObject([{ project_id_param: PROJECT_ID }]);
});

test.each([
  ['the company has no codes', [], []],
  [
    'all codes of the project are archived',
    [FORMS, { ...FORMS, id: 'c2', active: false }],
    [{ project_id: PROJECT_ID, cost_code_id: 'c2' }],
  ],
])('where %s, none is asked for', async (_, codes, ownCodes) => {
  const { backend } = await openOn(true, codes, ownCodes);
  await waitFor(() => expect(backend.sent('POST rpc/clock_in')).toHaveLength(1));
  if (codes.length === 0)
    expect(screen.queryByRole('combobox', { name: words('common:costCode.label') })).toBeNull();
});

test('one tap starts, and the project is the current one next time', async () => {
  const { user, backend } = await openPart(<TimerControls />, {
    namespaces: ['my-status', 'timer'],
    answers: {
      'GET projects': [
        { id: PROJECT_ID, name: 'Riverside Tower', status: 'active', archived_at: null },
      ],
      'GET cost_codes': [],
      'GET project_cost_codes': [],
      'POST rpc/recent_work': [{ project_id: PROJECT_ID, cost_code_id: null }],
      'POST rpc/my_shifts': [],
      'GET equipment': [],
      'GET break_types': [],
      'GET geofences': [],
      'POST preferences': null,
      'POST rpc/clock_in': ({ body }: { body: { id_param: string } }) => {
        const running = {
          ...{ id: body.id_param, employee_id: EMPLOYEE_ID, project_id: PROJECT_ID },
          ...{ cost_code_id: null, notes: null, breaks: [], clock_in: new Date().toISOString() },
        };
        backend.answer({ 'POST rpc/viewer': viewerIn('owner', { running_entry: running }) });
        return running;
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: /Riverside Tower/ }));
  // The button is gone by then.
  expect(await screen.findByRole('button', { name: words('my-status:timer.stop') })).toBeVisible();
  await waitFor(() =>
    expect(backend.sent('POST preferences')).toMatchObject([{ current_project_id: PROJECT_ID }]),
  );
});

test('one-tap work without the code that is required opens the form with its project', async () => {
  const owner = viewerIn('owner');
  const { user, backend } = await openPart(<TimerControls />, {
    namespaces: ['my-status', 'timer'],
    viewer: { company: { ...owner.company, cost_code_required: true } as never },
    answers: {
      'GET projects': [
        { id: PROJECT_ID, name: 'Riverside Tower', status: 'active', archived_at: null },
      ],
      'GET cost_codes': [FORMS],
      'GET project_cost_codes': [],
      'POST rpc/recent_work': [{ project_id: PROJECT_ID, cost_code_id: null }],
      'POST rpc/my_shifts': [],
      'GET equipment': [],
      'GET break_types': [],
      'GET geofences': [],
    },
  });
  await user.click(await screen.findByRole('button', { name: /Start Riverside Tower/ }));
  expect(
    await screen.findByRole('combobox', { name: words('common:project.label') }),
  ).toHaveTextContent('Riverside Tower');
  expect(backend.sent('POST rpc/clock_in')).toEqual([]);
});

test('one-tap work that arrives late does not take a form away that somebody fills in', async () => {
  const recent = Promise.withResolvers<unknown>();
  const { user, backend } = await openPart(<TimerControls />, {
    namespaces: ['my-status', 'timer'],
    answers: {
      'GET projects': [
        { id: PROJECT_ID, name: 'Riverside Tower', status: 'active', archived_at: null },
      ],
      'GET cost_codes': [],
      'GET project_cost_codes': [],
      'POST rpc/recent_work': () => recent.promise,
      'POST rpc/my_shifts': [],
      'GET equipment': [],
      'GET break_types': [],
      'GET geofences': [],
    },
  });
  const notes = await screen.findByLabelText(words('my-status:timer.notes'));
  await user.type(notes, 'East wall');
  recent.resolve([{ project_id: PROJECT_ID, cost_code_id: null }]);
  await expect
    .poll(() => queryClient.getQueryData([queryKeys.timeEntries, 'recent-work', EMPLOYEE_ID]))
    .toEqual([{ project_id: PROJECT_ID, cost_code_id: null }]);
  expect(backend.requests.some(({ path }) => path === 'projects')).toBe(true);
  expect(screen.getByLabelText(words('my-status:timer.notes'))).toBe(notes);
  expect(notes).toHaveValue('East wall');
  expect(screen.queryByRole('list', { name: words('my-status:oneTap.start') })).toBeNull();
});
