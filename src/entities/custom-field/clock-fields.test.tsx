import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ClockFieldsGate } from '@/entities/custom-field/clock-fields-gate';
import type { CustomField } from '@/entities/custom-field/custom-field';
import { useClockIn } from '@/entities/running-entry/use-clock-in';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import { openPart, words } from '@/testing/open';

const SHIFT: CustomField = {
  id: '00000000-0000-7000-8000-0000000000f1',
  name: 'Shift',
  name_es: 'Turno',
  kind: 'choice',
  choices: [
    { id: '00000000-0000-7000-8000-0000000000c1', name: 'Day', name_es: 'Día', archived: false },
    { id: '00000000-0000-7000-8000-0000000000c2', name: 'Old', name_es: null, archived: true },
  ],
  required: true,
  shown: 'phone',
};

function StartButton() {
  const { start } = useClockIn();
  return (
    <button
      type="button"
      onClick={() => start({ projectId: 'riverside', costCodeId: null, notes: '' })}
    >
      Go
    </button>
  );
}

const open = (fields: CustomField[], answers: object = {}) =>
  openPart(
    <>
      <StartButton />
      <ClockFieldsGate />
    </>,
    {
      namespaces: ['timer', 'custom-fields'],
      as: 'employee',
      viewer: { clock_fields: fields },
      answers: {
        'POST rpc/clock_in': { id: 'entry' },
        'GET project_cost_codes': [],
        'GET cost_codes': [],
        'GET projects': [],
        'POST preferences': null,
        ...answers,
      },
    },
  );

beforeEach(giveDeviceMemory);

test('what an owner requires is asked before the clock starts, and goes with the punch', async () => {
  const { user, backend } = await open([SHIFT]);
  await user.click(screen.getByRole('button', { name: 'Go' }));
  const start = await screen.findByRole('button', { name: words('custom-fields:clock.start') });
  await user.click(start);
  expect(await screen.findByText(words('custom-fields:problem.required'))).toBeVisible();
  expect(backend.sent('POST rpc/clock_in')).toEqual([]);
  await user.click(screen.getByLabelText('Shift'));
  expect(screen.queryByRole('option', { name: 'Old' })).toBeNull();
  await user.click(await screen.findByRole('option', { name: 'Day' }));
  await user.click(screen.getByRole('button', { name: words('custom-fields:clock.start') }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/clock_in')).toMatchObject([
      { custom_param: { [SHIFT.id]: SHIFT.choices[0]?.id } },
    ]),
  );
});

test('without a signal the answer waits with the punch', async () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  const { user } = await open([SHIFT], {
    'POST rpc/clock_in': lost,
    'POST rpc/sync_events': lost,
  });
  await user.click(screen.getByRole('button', { name: 'Go' }));
  await user.click(await screen.findByLabelText('Shift'));
  await user.click(await screen.findByRole('option', { name: 'Day' }));
  await user.click(screen.getByRole('button', { name: words('custom-fields:clock.start') }));
  await waitFor(async () =>
    expect(JSON.stringify([...kept.values()])).toContain(SHIFT.choices[0]?.id ?? ''),
  );
});

test('where nothing is asked the clock starts at once', async () => {
  const { user, backend } = await open([]);
  await user.click(screen.getByRole('button', { name: 'Go' }));
  await waitFor(() => expect(backend.sent('POST rpc/clock_in')).toHaveLength(1));
  expect(backend.sent('POST rpc/clock_in')[0]).not.toHaveProperty('custom_param');
});
