import {
  CALLS,
  type CallKind,
  type EventKind,
  isCall,
  type Lane,
  laneOf,
  type OfflineEvent,
  type QueuedCall,
} from '@/entities/offline/offline-event';
import { monotonicClock } from '@/lib/monotonic-clock';
import { isRefusedStatus, TOO_EARLY } from '@/lib/refused-status';
import { measureClock, serverOffset } from '@/lib/server-clock';

/** The most in one request. */
const MAX_EVENTS = 100;
const MAX_EXTRAS = 50;
/** A line that swallows everything must not hold up the next try. */
export const BATCH_TIMEOUT_MS = 20_000;

/** How a page, a kiosk or the service worker reaches the server. */
export interface Transport {
  /** A refusal is thrown with its status. */
  call: (name: string, args: object) => Promise<unknown>;
  /** Sends attachments, with their files. The service worker sends none. */
  attach?: (batch: readonly OfflineEvent[]) => Promise<Delivery>;
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

export const NOTHING: Delivery = { done: [], held: [], refused: [], early: [] };

const STARTS: ReadonlySet<EventKind> = new Set(['clock_in', 'switch', 'entry']);

/** Whether it belongs to a punch that waits as well: sent after it. */
function isBehind({ payload }: OfflineEvent, queue: readonly OfflineEvent[]): boolean {
  const entryId = payload.photo?.row['time_entry_id'];
  return queue.some(
    (other) =>
      other.id === payload.extra?.event_id ||
      (!other.problem && STARTS.has(other.kind) && other.payload.entry_id === entryId),
  );
}

/** What is sent next in one request, in order; empty when nothing waits but what was tried. */
export function nextBatch(
  lane: Lane,
  queue: readonly OfflineEvent[],
  tried: ReadonlySet<string>,
): readonly OfflineEvent[] {
  const waiting = queue.filter(
    (event) =>
      laneOf(event) === lane &&
      !event.problem &&
      !tried.has(event.id) &&
      (lane === 'ordered' || !isBehind(event, queue)),
  );
  const [first] = waiting;
  if (!first || isCall(first) || first.kind === 'photo') return waiting.slice(0, 1);
  // A tablet that was paired again sends those of one pairing at a time.
  const end = waiting.findIndex((event) => isCall(event) || event.kiosk_id !== first.kiosk_id);
  const most = lane === 'ordered' ? MAX_EVENTS : MAX_EXTRAS;
  return waiting.slice(0, end < 0 ? most : Math.min(end, most));
}

/** What this device's clock says now; the server compares it with what it said at the event. */
function clockWhenSent(): object {
  const { monotonic_ms, monotonic_origin } = monotonicClock();
  return {
    sent_at_ms: Date.now(),
    sent_offset_ms: Math.round(serverOffset()),
    sent_monotonic_ms: monotonic_ms,
    sent_monotonic_origin: monotonic_origin,
  };
}

async function deliverEvents(
  batch: readonly OfflineEvent[],
  { call }: Transport,
): Promise<Delivery> {
  const kioskId = batch[0]?.kiosk_id;
  const ask = () => call(kioskId ? 'my_kiosk' : 'viewer', {}) as Promise<{ server_time: string }>;
  // A clock that was changed meanwhile shows.
  await measureClock(ask);
  const clock = clockWhenSent();
  const events_param = batch.map(({ kiosk_id: _, company_id: __, ...event }) => ({
    ...event,
    ...clock,
  }));
  const results = (await (kioskId
    ? call('kiosk_sync_events', { kiosk_id_param: kioskId, events_param })
    : call('sync_events', { events_param }))) as { id: string; result: string }[];
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

/** Sends one batch. Ids make a repeat harmless. */
export async function deliver(
  batch: readonly OfflineEvent[],
  transport: Transport,
): Promise<Delivery> {
  const [first] = batch;
  if (!first) return NOTHING;
  if (laneOf(first) === 'attachments') return transport.attach?.(batch) ?? NOTHING;
  return isCall(first) ? deliverCall(first, transport) : deliverEvents(batch, transport);
}
