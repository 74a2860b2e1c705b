import {
  CALLS,
  type CallKind,
  isCall,
  type OfflineEvent,
  type QueuedCall,
} from '@/entities/offline/offline-event';
import { monotonicClock } from '@/lib/monotonic-clock';
import { isRefusedStatus, TOO_EARLY } from '@/lib/refused-status';

/** The most events in one request. */
const BATCH = 100;
/** A line that swallows everything must not hold up the next try. */
export const BATCH_TIMEOUT_MS = 20_000;

/** How a page, a kiosk or the service worker reaches the server. A refusal is thrown with its status. */
export interface Transport {
  /** The server's clock minus this device's, measured now: a clock that was changed meanwhile shows. */
  measureOffset: () => Promise<number>;
  syncEvents: (events: readonly object[]) => Promise<unknown>;
  call: (name: string, args: object) => Promise<unknown>;
}

export interface Delivery {
  /** The server has them. */
  done: readonly OfflineEvent[];
  /** The server has them, and somebody has to decide: they do not count yet. */
  held: readonly OfflineEvent[];
  /** The server will not have them; why, as a code. */
  refused: readonly { event: OfflineEvent; problem: string }[];
  /** What they are about is not there yet: tried again later, and nothing waits for them. */
  early: readonly OfflineEvent[];
}

const NOTHING: Delivery = { done: [], held: [], refused: [], early: [] };

/** What this device's clock says now; the server compares it with what it said at the event. */
function clockWhenSent(offset: number): object {
  const { monotonic_ms, monotonic_origin } = monotonicClock();
  return {
    sent_at_ms: Date.now(),
    sent_offset_ms: Math.round(offset),
    sent_monotonic_ms: monotonic_ms,
    sent_monotonic_origin: monotonic_origin,
  };
}

async function deliverEvents(
  batch: readonly OfflineEvent[],
  transport: Transport,
): Promise<Delivery> {
  const clock = clockWhenSent(await transport.measureOffset());
  const sent = batch.map((event) => ({ ...event, ...clock }));
  const results = (await transport.syncEvents(sent)) as { id: string; result: string }[];
  const resultOf = new Map(results.map(({ id, result }) => [id, result]));
  const answered = batch.filter(({ id }) => resultOf.has(id));
  return {
    ...NOTHING,
    done: answered.filter(({ id }) => resultOf.get(id) !== 'held'),
    held: answered.filter(({ id }) => resultOf.get(id) === 'held'),
  };
}

async function deliverCall(
  event: OfflineEvent & { payload: QueuedCall },
  transport: Transport,
): Promise<Delivery> {
  const { rpc, args } = event.payload;
  const { dropsRefused, problemOf } = CALLS[event.kind as CallKind];
  try {
    const answer = await transport.call(rpc, args);
    const problem = problemOf?.(answer);
    return problem ? { ...NOTHING, refused: [{ event, problem }] } : { ...NOTHING, done: [event] };
  } catch (cause) {
    const { status = 0, code = 'unexpected' } = cause as { status?: number; code?: string };
    if (code === TOO_EARLY) return { ...NOTHING, early: [event] };
    if (!isRefusedStatus(status)) throw cause;
    return dropsRefused
      ? { ...NOTHING, done: [event] }
      : { ...NOTHING, refused: [{ event, problem: code }] };
  }
}

/** Sends what is next in the queue, in order; null when nothing waits. Ids make a repeat harmless. */
export async function deliverNext(
  queue: readonly OfflineEvent[],
  transport: Transport,
): Promise<Delivery | null> {
  const waiting = queue.filter(({ problem }) => !problem);
  const [first] = waiting;
  if (!first) return null;
  if (isCall(first)) return deliverCall(first, transport);
  const next = waiting.findIndex(isCall);
  return deliverEvents(waiting.slice(0, next < 0 ? BATCH : Math.min(next, BATCH)), transport);
}
