import { screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useClockOut } from '@/entities/running-entry/use-clock-out';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import OwnQuestionBanner from '@/features/forgotten-punch/own-question-banner';
import { RealEndGate } from '@/features/forgotten-punch/real-end-gate';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import { openPart, words } from '@/testing/open';
import { EMPLOYEE_ID, session } from '@/testing/people';

beforeEach(giveDeviceMemory);

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
const ENTRY = 'e0000000-0000-7000-8000-000000000001';
const runningFor = (hours: number) => ({
  running_entry: {
    id: ENTRY,
    employee_id: EMPLOYEE_ID,
    clock_in: ago(hours),
    notes: null,
    project_id: null,
    cost_code_id: null,
    breaks: [],
  } as never,
});
const QUESTION = {
  id: 'f0000000-0000-4000-8000-000000000001',
  time_entry_id: ENTRY,
  project_id: null,
  clock_in: ago(9),
  proposed_at: ago(1),
  reason: 'schedule',
  sample_size: 0,
};

const openBanner = (answers = {}) =>
  openPart(<OwnQuestionBanner />, {
    namespaces: ['forgotten-punch', 'offline'],
    viewer: runningFor(9),
    answers: {
      'GET forgotten_punches': [QUESTION],
      'GET projects': [],
      'POST rpc/answer_forgotten_punch': { status: 'answered' },
      ...answers,
    },
  });

test('the question stands above the clock and is answered by its own id', async () => {
  const { user, backend } = await openBanner();
  await user.click(await screen.findByRole('button', { name: words('forgotten-punch:yes') }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/answer_forgotten_punch')).toEqual([
      { id_param: QUESTION.id, language_param: 'en' },
    ]),
  );
});

test('without a signal the answer waits on the device and the question goes', async () => {
  const { user, backend } = await openBanner();
  const yes = await screen.findByRole('button', { name: words('forgotten-punch:yes') });
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await user.click(yes);
  await waitFor(() => expect(yes).not.toBeInTheDocument());
  online.mockRestore();
  expect(backend.sent('POST rpc/answer_forgotten_punch')).toEqual([]);
  expect(kept.get(`queue:${session().user.id}`)).toMatchObject([
    { kind: 'forgotten_punch', payload: { rpc: 'answer_forgotten_punch' } },
  ]);
});

function StopButton() {
  const running = useRunningEntry();
  const clockOut = useClockOut();
  return (
    <button type="button" onClick={() => clockOut.mutate(running?.id ?? '')}>
      Stop
    </button>
  );
}

const openClock = (hours: number) =>
  openPart(
    <Suspense>
      <StopButton />
      <RealEndGate />
    </Suspense>,
    {
      namespaces: ['timer', 'forgotten-punch'],
      viewer: runningFor(hours),
      answers: {
        'POST rpc/clock_out': { id: ENTRY },
        'POST rpc/proposed_clock_out': [
          { proposed_at: ago(9), reason: 'schedule', sample_size: 0 },
        ],
        'GET projects': [],
      },
    },
  );

test('a clock of under 16 hours stops at the press', async () => {
  const { user, backend } = await openClock(15);
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(backend.sent('POST rpc/clock_out')).toHaveLength(1));
  expect(backend.sent('POST rpc/proposed_clock_out')).toEqual([]);
});

test('a clock of over 16 hours asks for the real end; closing lets it run on', async () => {
  const { user, backend } = await openClock(17);
  const stop = await screen.findByRole('button', { name: 'Stop' });
  await user.click(stop);
  await screen.findByText(words('forgotten-punch:long.title'));
  await user.keyboard('{Escape}');
  await waitFor(() =>
    expect(screen.queryByText(words('forgotten-punch:long.title'))).not.toBeInTheDocument(),
  );
  expect(backend.sent('POST rpc/clock_out')).toEqual([]);
  await user.click(stop);
  await user.click(await screen.findByText(words('forgotten-punch:reason.schedule')));
  const [proposed] = screen.getAllByRole('button', { name: /Stopped at/ });
  if (proposed) await user.click(proposed);
  await waitFor(() => expect(backend.sent('POST rpc/clock_out')).toHaveLength(1));
  expect(backend.sent('POST rpc/clock_out')).toMatchObject([
    { entry_id_param: ENTRY, ended_at_param: expect.any(String) },
  ]);
});
