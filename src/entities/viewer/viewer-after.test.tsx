import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openQueue } from '@/entities/offline/event-queue';
import type { OfflineEvent } from '@/entities/offline/offline-event';
import { queuedEvents } from '@/entities/offline/queue-state';
import { runningWithQueued } from '@/entities/offline/with-queued';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import { type Viewer, viewerQuery } from '@/entities/viewer/viewer';
import { queryClient } from '@/lib/query-client';
import type { Backend } from '@/testing/backend';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import { openPart } from '@/testing/open';
import { EMPLOYEE_ID, session, viewerIn } from '@/testing/people';

const USER = session().user.id;
const START = {
  id: 'event-1',
  kind: 'clock_in',
  happened_at: '2026-05-04T12:00:00Z',
  offset_ms: 0,
  payload: { entry_id: 'entry-1', project_id: 'project-1' },
} as unknown as OfflineEvent;

const viewer = () => queryClient.getQueryData<Viewer>(viewerQuery(USER).queryKey);
const shownEntry = () =>
  runningWithQueued(viewer()?.running_entry ?? null, queuedEvents(), EMPLOYEE_ID)?.id ?? null;

/** The service worker's part: the server has it, and then it leaves the queue. */
function sendElsewhere(): void {
  kept.set(`answered:${USER}`, [{ event: START, answeredAt: Date.now() + 1 }]);
  kept.set(`queue:${USER}`, []);
}

/** What the clock has shown, in order. */
const shown: (string | null)[] = [];

function Clock() {
  shown.push(useRunningEntry()?.id ?? null);
  return null;
}

/** Somebody who punched without a signal opens the app. */
async function open(): Promise<Backend> {
  giveDeviceMemory();
  kept.set(`queue:${USER}`, [START]);
  const { backend } = await openPart(<Clock />, { as: 'employee', namespaces: [] });
  expect(shownEntry()).toBe('entry-1');
  shown.length = 0;
  return backend;
}

test('a punch that the service worker sent stays on the screen when it leaves the queue', async () => {
  const backend = await open();
  sendElsewhere();
  // What the server said before is on its way again, for ever.
  backend.answer({ 'POST rpc/viewer': () => new Promise(() => undefined) });
  await act(() => openQueue(USER));
  expect(queuedEvents()).toEqual([]);
  expect(shownEntry()).toBe('entry-1');
  // Not for a moment either.
  expect(shown).toContain('entry-1');
  expect(shown).not.toContain(null);
});

test('an answer that was on its way while another sender delivered a punch does not take it away', async () => {
  const backend = await open();
  backend.answer({
    'POST rpc/viewer': () => {
      sendElsewhere();
      return viewerIn('employee');
    },
  });
  await queryClient.fetchQuery({ ...viewerQuery(USER), staleTime: 0 });
  await openQueue(USER);
  expect(queuedEvents()).toEqual([]);
  expect(shownEntry()).toBe('entry-1');
});
