import { useSyncExternalStore } from 'react';
import { monotonicClock, openQueue, removeSent } from '@/entities/offline/event-queue';
import type { OfflineEvent } from '@/entities/offline/offline-event';
import { queuedEvents } from '@/entities/offline/queue-state';
import { reloadTime } from '@/entities/running-entry/update-running-entry';
import { sessionState } from '@/entities/session/session-store';
import type { ViewerAnswer } from '@/entities/viewer/viewer';
import { toAppError, unwrap } from '@/lib/errors';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import { ifSendLockIsFree } from '@/lib/send-lock';
import { noteServerTime, serverOffset } from '@/lib/server-clock';
import { lookForUpdate } from '@/lib/service-worker';
import { supabase } from '@/lib/supabase';
import { withTimeout } from '@/lib/with-timeout';

const BATCH = 100;
/** A line that swallows everything must not hold up the next try. */
const BATCH_TIMEOUT_MS = 20_000;
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
async function measureClock(signal: AbortSignal): Promise<void> {
  const sentAt = Date.now();
  const answer = await supabase().rpc('viewer').abortSignal(signal);
  const viewer = unwrap(answer) as unknown as ViewerAnswer;
  noteServerTime(viewer.server_time, sentAt, Date.now());
}

/** Who punched sends: another account may have signed in a moment ago, in another tab. */
async function authorizationOf(userId: string): Promise<string | null> {
  const { session } = (await supabase().auth.getSession()).data;
  return session?.user.id === userId ? `Bearer ${session.access_token}` : null;
}

interface Result {
  id: string;
  result: 'applied' | 'repeated' | 'held';
}

/** What the server says to each, or null where this is not the account that punched. */
async function deliver(
  userId: string,
  batch: readonly OfflineEvent[],
  signal: AbortSignal,
): Promise<Result[] | null> {
  const authorization = await authorizationOf(userId);
  if (!authorization) return null;
  await measureClock(signal);
  const { monotonic_ms, monotonic_origin } = monotonicClock();
  const sending = {
    sent_at_ms: Date.now(),
    sent_offset_ms: Math.round(serverOffset()),
    sent_monotonic_ms: monotonic_ms,
    sent_monotonic_origin: monotonic_origin,
  };
  const events = batch.map((event) => ({ ...event, ...sending }));
  return unwrap(
    await supabase()
      .rpc('sync_events', { events_param: events as never })
      .setHeader('Authorization', authorization)
      .abortSignal(signal),
  ) as unknown as Result[];
}

async function sendBatch(userId: string, batch: readonly OfflineEvent[]): Promise<boolean> {
  const results = await withTimeout((signal) => deliver(userId, batch, signal), BATCH_TIMEOUT_MS);
  if (!results) return false;
  // First the server's picture, then ours goes: the clock on the screen never jumps back.
  await Promise.race([reloadTime(queryClient), pause(LONGEST_RELOAD_MILLISECONDS)]);
  await removeSent(userId, new Set(results.map(({ id }) => id)));
  await queryClient.invalidateQueries({ queryKey: [queryKeys.heldEvents] });
  if (batch.some(({ kind }) => kind === 'quantity')) {
    void queryClient.invalidateQueries({ queryKey: [queryKeys.budgets] });
  }
  return true;
}

async function sendAll(userId: string): Promise<void> {
  while (sessionState().user?.id === userId) {
    const batch = (await openQueue(userId)).slice(0, BATCH);
    if (batch.length === 0 || !(await sendBatch(userId, batch))) return;
  }
}

async function trySending(userId: string): Promise<void> {
  try {
    if (await ifSendLockIsFree(() => sendAll(userId))) failures = 0;
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
