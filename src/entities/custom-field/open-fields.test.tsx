import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { CustomField } from '@/entities/custom-field/custom-field';
import { OpenFields } from '@/entities/custom-field/open-fields';
import { useClockIn } from '@/entities/running-entry/use-clock-in';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import { openPart, words } from '@/testing/open';
import { EMPLOYEE_ID } from '@/testing/people';

const SHIFT: CustomField = {
  id: '00000000-0000-7000-8000-0000000000f1',
  name: 'Truck',
  name_es: 'Camión',
  kind: 'choice',
  choices: [
    { id: '00000000-0000-7000-8000-0000000000c1', name: 'T-1', name_es: null, archived: false },
    { id: '00000000-0000-7000-8000-0000000000c2', name: 'Old', name_es: null, archived: true },
  ],
  required: true,
  shown: 'phone',
};

const RUNNING = {
  id: '00000000-0000-7000-8000-0000000000e1',
  employee_id: EMPLOYEE_ID,
  clock_in: '2026-03-10T12:00:00Z',
  notes: null,
  project_id: 'p1',
  cost_code_id: null,
  breaks: [],
};

function StartButton() {
  const { start } = useClockIn();
  return (
    <button type="button" onClick={() => start({ projectId: 'p1', costCodeId: null, notes: '' })}>
      Go
    </button>
  );
}

const open = (running_entry: object | null, answers: object = {}) =>
  openPart(
    <>
      <StartButton />
      <OpenFields />
    </>,
    {
      namespaces: ['timer', 'custom-fields', 'my-status'],
      as: 'employee',
      viewer: { clock_fields: [SHIFT], running_entry: running_entry as never },
      answers: {
        'POST rpc/clock_in': RUNNING,
        'POST rpc/answer_clock_fields': RUNNING,
        'GET project_cost_codes': [],
        'GET cost_codes': [],
        'GET projects': [],
        'POST preferences': null,
        ...answers,
      },
    },
  );

beforeEach(giveDeviceMemory);

const todo = () => words('my-status:openFields_one', { count: 1 });

test('the clock starts with the first tap, whatever an owner asks', async () => {
  const { user, backend } = await open(null);
  await user.click(screen.getByRole('button', { name: 'Go' }));
  await waitFor(() => expect(backend.sent('POST rpc/clock_in')).toHaveLength(1));
  expect(backend.sent('POST rpc/clock_in')[0]).not.toHaveProperty('custom_param');
});

test('what is open stays to do until it is answered, with one tap for each choice', async () => {
  const { user, backend } = await open(RUNNING);
  await user.click(await screen.findByRole('button', { name: todo() }));
  await user.click(await screen.findByRole('button', { name: words('custom-fields:clock.save') }));
  expect(await screen.findByText(words('custom-fields:problem.required'))).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Old' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'T-1' }));
  await user.click(screen.getByRole('button', { name: words('custom-fields:clock.save') }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/answer_clock_fields')).toEqual([
      { entry_id_param: RUNNING.id, custom_param: { [SHIFT.id]: SHIFT.choices[0]?.id } },
    ]),
  );
  // The next time it is one tap: the truck is mostly yesterday's.
  await user.click(await screen.findByRole('button', { name: todo() }));
  expect(await screen.findByRole('button', { name: 'T-1' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('without a signal the answer waits on the phone', async () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  const { user } = await open(RUNNING, {
    'POST rpc/answer_clock_fields': lost,
    'POST rpc/sync_events': lost,
  });
  await user.click(await screen.findByRole('button', { name: todo() }));
  await user.click(await screen.findByRole('button', { name: 'T-1' }));
  await user.click(screen.getByRole('button', { name: words('custom-fields:clock.save') }));
  await waitFor(() =>
    expect(JSON.stringify([...kept.values()])).toContain(SHIFT.choices[0]?.id ?? ''),
  );
});

test('what is answered, or asked of nobody, is nothing to do', async () => {
  await open({ ...RUNNING, custom: { [SHIFT.id]: SHIFT.choices[0]?.id } });
  expect(await screen.findByRole('button', { name: 'Go' })).toBeVisible();
  expect(screen.queryByRole('button', { name: todo() })).toBeNull();
});
