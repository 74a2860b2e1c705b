import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useClockOut } from '@/entities/running-entry/use-clock-out';
import { Refusal } from '@/testing/backend';
import { giveDeviceMemory } from '@/testing/device-memory';
import { openPart } from '@/testing/open';
import { EMPLOYEE_ID, viewerIn } from '@/testing/people';

beforeEach(giveDeviceMemory);

function StopButton() {
  const { mutate } = useClockOut();
  return (
    <button type="button" onClick={() => mutate('e1')}>
      Stop
    </button>
  );
}

test('a stop that had to wait on this device can be undone as soon as it has arrived', async () => {
  const running = {
    id: 'e1',
    employee_id: EMPLOYEE_ID,
    clock_in: new Date(Date.now() - 3_600_000).toISOString(),
    notes: null,
    project_id: 'p1',
    cost_code_id: null,
    breaks: [],
  };
  const { user, backend } = await openPart(<StopButton />, {
    namespaces: ['timer'],
    viewer: viewerIn('owner', { running_entry: running }),
    answers: {
      'POST rpc/clock_out': new Refusal(503, { message: 'busy' }),
      'POST rpc/sync_events': new Refusal(503, { message: 'busy' }),
      'POST rpc/undo_clock_out': { ...running, clock_out: null },
    },
  });
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('Saved on this device')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  backend.answer({
    'POST rpc/viewer': viewerIn('owner'),
    'POST rpc/sync_events': ({ body }: { body: { events_param: { id: string }[] } }) =>
      body.events_param.map(({ id }) => ({ id, result: 'applied' })),
  });
  window.dispatchEvent(new Event('online'));
  await user.click(await screen.findByRole('button', { name: /^Undo/ }));
  expect(backend.sent('POST rpc/undo_clock_out')).toEqual([{ entry_id_param: 'e1' }]);
});
