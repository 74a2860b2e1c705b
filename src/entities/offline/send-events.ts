import { useSyncExternalStore } from 'react';
import { openQueue, removeSent } from '@/entities/offline/event-queue';
import { queuedEvents } from '@/entities/offline/queue-state';
import { reloadTime } from '@/entities/running-entry/update-running-entry';
import { sessionState } from '@/entities/session/session-store';
import type { Viewer } from '@/entities/viewer/viewer';
import { toAppError, unwrap } from '@/lib/errors';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import { noteServerTime, serverOffset } from '@/lib/server-clock';
import { lookForUpdate } from '@/lib/service-worker';
import { supabase } from '@/lib/supabase';

const BATCH = 100;
const FIRST_PAUSE_MILLISECONDS = 2000;
const LONGEST_PAUSE_MILLISECONDS = 60_000;

/** The server does not know the call any more. */
const OUTDATED = ['PGRST202', 'http_404', 'http_410'];

export interface Sending {
  busy: boolean;
  /** Why the last try failed, as a code with words of ours; null: it did not. */
  problem: string | null;
  /** When the next try begins by itself. */
  nextTryAt: number | null;
}

let state: Sending = { busy: false, problem: null, nextTryAt: null };
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function become(next: Partial<Sending>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

export function useSending(): Sending {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

/** Asks for the server's time: a clock that was changed meanwhile shows. */
async function measureClock(): Promise<void> {
  const sentAt = Date.now();
  const viewer = unwrap(await supabase().rpc('viewer')) as unknown as Viewer;
  noteServerTime(viewer.server_time, sentAt, Date.now());
}

async function sendBatch(userId: string): Promise<void> {
  const batch = queuedEvents().slice(0, BATCH);
  await measureClock();
  const events = batch.map((event) => ({ ...event, sent_offset_ms: Math.round(serverOffset()) }));
  const results = unwrap(
    await supabase().rpc('sync_events', { events_param: events as never }),
  ) as unknown as { id: string }[];
  // First the server's picture, then ours goes: the clock on the screen never jumps back.
  await reloadTime(queryClient);
  await removeSent(userId, new Set(results.map(({ id }) => id)));
  await queryClient.invalidateQueries({ queryKey: [queryKeys.heldEvents] });
}

async function sendAll(userId: string): Promise<void> {
  await openQueue(userId);
  while (queuedEvents().length > 0 && sessionState().user?.id === userId) await sendBatch(userId);
}

/** One tab sends; the others see the queue grow shorter. */
function alone(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  return navigator.locks.request('chalkline-send', { ifAvailable: true }, (lock) =>
    lock ? work() : undefined,
  ) as Promise<void>;
}

/** Sends what waits, in order. Tried again by itself, less and less often, until all is sent. */
export async function sendEvents(): Promise<void> {
  const session = sessionState();
  if (state.busy || session.status !== 'signed-in') return;
  clearTimeout(timer);
  become({ busy: true, nextTryAt: null });
  try {
    await alone(() => sendAll(session.user.id));
    failures = 0;
    become({ busy: false, problem: null });
  } catch (cause) {
    failures += 1;
    const { code } = toAppError(cause);
    become({ busy: false, problem: OUTDATED.includes(code) ? 'outdated' : code });
    // A server that no longer understands this app has a newer one; what waits stays here.
    if (OUTDATED.includes(code)) void lookForUpdate(true);
    scheduleSending();
  }
}

/** Plans the next try. */
export function scheduleSending(): void {
  clearTimeout(timer);
  if (queuedEvents().length === 0) return;
  const pause = Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** failures, LONGEST_PAUSE_MILLISECONDS);
  become({ nextTryAt: Date.now() + pause });
  timer = setTimeout(() => void sendEvents(), pause);
}
