import { useSyncExternalStore } from 'react';
import { openQueue, removeSent } from '@/entities/offline/event-queue';
import type { OfflineEvent } from '@/entities/offline/offline-event';
import { queuedEvents } from '@/entities/offline/queue-state';
import { reloadTime } from '@/entities/running-entry/update-running-entry';
import { sessionState } from '@/entities/session/session-store';
import type { ViewerAnswer } from '@/entities/viewer/viewer';
import { toAppError, unwrap } from '@/lib/errors';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import { noteServerTime, serverOffset } from '@/lib/server-clock';
import { lookForUpdate } from '@/lib/service-worker';
import { supabase } from '@/lib/supabase';

const BATCH = 100;
const FIRST_PAUSE_MILLISECONDS = 2000;
const LONGEST_PAUSE_MILLISECONDS = 60_000;
/** What the screen shows is worth waiting for, but not the sending. */
const LONGEST_RELOAD_MILLISECONDS = 5000;

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

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Asks for the server's time: a clock that was changed meanwhile shows. */
async function measureClock(): Promise<void> {
  const sentAt = Date.now();
  const viewer = unwrap(await supabase().rpc('viewer')) as unknown as ViewerAnswer;
  noteServerTime(viewer.server_time, sentAt, Date.now());
}

/** Who punched sends: another account may have signed in a moment ago, in another tab. */
async function authorizationOf(userId: string): Promise<string | null> {
  const { session } = (await supabase().auth.getSession()).data;
  return session?.user.id === userId ? `Bearer ${session.access_token}` : null;
}

async function sendBatch(
  userId: string,
  authorization: string,
  batch: readonly OfflineEvent[],
): Promise<void> {
  await measureClock();
  const events = batch.map((event) => ({ ...event, sent_offset_ms: Math.round(serverOffset()) }));
  const results = unwrap(
    await supabase()
      .rpc('sync_events', { events_param: events as never })
      .setHeader('Authorization', authorization),
  ) as unknown as { id: string }[];
  // First the server's picture, then ours goes: the clock on the screen never jumps back.
  await Promise.race([reloadTime(queryClient), pause(LONGEST_RELOAD_MILLISECONDS)]);
  await removeSent(userId, new Set(results.map(({ id }) => id)));
  await queryClient.invalidateQueries({ queryKey: [queryKeys.heldEvents] });
  if (batch.some(({ kind }) => kind === 'quantity')) {
    void queryClient.invalidateQueries({ queryKey: [queryKeys.budgets] });
  }
}

async function sendAll(userId: string): Promise<void> {
  while (sessionState().user?.id === userId) {
    const batch = (await openQueue(userId)).slice(0, BATCH);
    const authorization = batch.length > 0 ? await authorizationOf(userId) : null;
    if (!authorization) return;
    await sendBatch(userId, authorization, batch);
  }
}

/** One tab sends; false where another one does: the queue grows shorter there. */
function alone(work: () => Promise<void>): Promise<boolean> {
  const done = async (): Promise<boolean> => {
    await work();
    return true;
  };
  if (!navigator.locks) return done();
  return navigator.locks.request('chalkline-send', { ifAvailable: true }, (lock) =>
    lock ? done() : false,
  );
}

async function trySending(userId: string): Promise<void> {
  try {
    if (await alone(() => sendAll(userId))) failures = 0;
    else await openQueue(userId);
    become({ busy: false, problem: null });
  } catch (cause) {
    failures += 1;
    const { code } = toAppError(cause);
    become({ busy: false, problem: OUTDATED.includes(code) ? 'outdated' : code });
    // A server that no longer understands this app has a newer one; what waits stays here.
    if (OUTDATED.includes(code)) void lookForUpdate(true);
  }
}

/** Sends what waits, in order. Tried again by itself, less and less often, until all is sent. */
export async function sendEvents(): Promise<void> {
  const session = sessionState();
  if (state.busy || session.status !== 'signed-in') return;
  clearTimeout(timer);
  become({ busy: true, nextTryAt: null });
  await trySending(session.user.id);
  scheduleSending();
}

/** Plans the next try. */
export function scheduleSending(): void {
  clearTimeout(timer);
  if (queuedEvents().length === 0) return;
  const wait = Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** failures, LONGEST_PAUSE_MILLISECONDS);
  become({ nextTryAt: Date.now() + wait });
  timer = setTimeout(() => void sendEvents(), wait);
}
