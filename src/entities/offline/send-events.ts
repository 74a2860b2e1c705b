import { useSyncExternalStore } from 'react';
import { storeAnswered } from '@/entities/offline/answered-events';
import {
  BATCH_TIMEOUT_MS,
  type Delivery,
  deliverNext,
  type Transport,
} from '@/entities/offline/deliver';
import { changeEvents, openQueue, removeSent } from '@/entities/offline/event-queue';
import type { EventKind } from '@/entities/offline/offline-event';
import { queuedEvents } from '@/entities/offline/queue-state';
import { reloadTime } from '@/entities/running-entry/update-running-entry';
import { sessionState } from '@/entities/session/session-store';
import type { ViewerAnswer } from '@/entities/viewer/viewer';
import { AppError, toAppError, unwrap } from '@/lib/errors';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import { TOO_EARLY } from '@/lib/refused-status';
import { ifSendLockIsFree } from '@/lib/send-lock';
import { noteServerTime, serverOffset } from '@/lib/server-clock';
import { lookForUpdate } from '@/lib/service-worker';
import { supabase } from '@/lib/supabase';
import { withTimeout } from '@/lib/with-timeout';

const FIRST_PAUSE_MILLISECONDS = 2000;
const LONGEST_PAUSE_MILLISECONDS = 60_000;
/** What the screen shows is worth waiting for, but not the sending. */
const LONGEST_RELOAD_MILLISECONDS = 5000;

/** What else shows what was sent. */
const STALE_AFTER: Partial<Record<EventKind, string[]>> = {
  quantity: [queryKeys.budgets],
  answers: [queryKeys.verification],
  bulletin: [queryKeys.bulletins],
  crew_day: [queryKeys.crews],
  report: [queryKeys.fieldReports],
};

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

/** Who punched sends: another account may have signed in a moment ago, in another tab. */
async function authorizationOf(userId: string): Promise<string | null> {
  const { session } = (await supabase().auth.getSession()).data;
  return session?.user.id === userId ? `Bearer ${session.access_token}` : null;
}

/** The page's way to the server, in the name of whoever punched. */
function pageTransport(authorization: string, signal: AbortSignal): Transport {
  const call: Transport['call'] = async (name, args) =>
    unwrap(
      await supabase()
        .rpc(name as 'sync_events', args as never)
        .setHeader('Authorization', authorization)
        .abortSignal(signal),
    );
  return {
    call,
    syncEvents: (events) => call('sync_events', { events_param: events }),
    measureOffset: async () => {
      const sentAt = Date.now();
      const viewer = (await call('viewer', {})) as ViewerAnswer;
      noteServerTime(viewer.server_time, sentAt, Date.now());
      return serverOffset();
    },
  };
}

/** What the server says to what is next, or null where nothing waits for this account. */
async function deliver(userId: string, early: ReadonlySet<string>): Promise<Delivery | null> {
  const queue = (await openQueue(userId)).filter(({ id }) => !early.has(id));
  if (queue.every(({ problem }) => problem)) return null;
  return withTimeout(async (signal) => {
    const authorization = await authorizationOf(userId);
    return authorization ? deliverNext(queue, pageTransport(authorization, signal)) : null;
  }, BATCH_TIMEOUT_MS);
}

async function settle(userId: string, delivery: Delivery): Promise<void> {
  const { done, held, refused, early } = delivery;
  await storeAnswered(userId, done, Date.now());
  // First the server's picture, then ours goes: the clock on the screen never jumps back.
  await Promise.race([reloadTime(queryClient), pause(LONGEST_RELOAD_MILLISECONDS)]);
  const problems = new Map(refused.map(({ event, problem }) => [event.id, problem]));
  await changeEvents(userId, new Set(problems.keys()), (event) => ({
    ...event,
    problem: problems.get(event.id) ?? 'unexpected',
  }));
  await changeEvents(userId, new Set(early.map(({ id }) => id)), (event) => ({
    ...event,
    early: true,
  }));
  await removeSent(userId, new Set([...done, ...held].map(({ id }) => id)));
  await queryClient.invalidateQueries({ queryKey: [queryKeys.heldEvents] });
  const roots = new Set(done.flatMap(({ kind }) => STALE_AFTER[kind] ?? []));
  for (const root of roots) void queryClient.invalidateQueries({ queryKey: [root] });
}

async function sendAll(userId: string): Promise<void> {
  const early = new Set<string>();
  while (sessionState().user?.id === userId) {
    const delivery = await deliver(userId, early);
    if (!delivery) break;
    for (const { id } of delivery.early) early.add(id);
    await settle(userId, delivery);
  }
  // Less and less often, as after any other failure.
  if (early.size > 0) throw new AppError(TOO_EARLY);
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
  if (queuedEvents().every(({ problem }) => problem)) return;
  const wait = Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** failures, LONGEST_PAUSE_MILLISECONDS);
  become({ nextTryAt: Date.now() + wait });
  timer = setTimeout(() => void sendEvents(), wait);
}
