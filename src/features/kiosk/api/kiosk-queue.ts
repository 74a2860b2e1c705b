import { enqueue, openQueue, removeSent } from '@/entities/offline/event-queue';
import type { OfflineEvent } from '@/entities/offline/offline-event';
import { queuedEvents } from '@/entities/offline/queue-state';
import { clockWhenSent } from '@/entities/offline/send-events';
import { kiosk } from '@/features/kiosk/api/kiosk-client';
import type { Punch } from '@/features/kiosk/api/punch';
import { type Sealed, sealPin } from '@/features/kiosk/offline/seal';
import { AppError, unwrap } from '@/lib/errors';
import { noteServerTime } from '@/lib/server-clock';
import { storedKioskAccount } from '@/lib/supabase';

const BATCH = 100;

/** As the phones keep it, with the kiosk it was made at and the PIN for the server to check. */
interface KioskEvent extends OfflineEvent {
  kiosk_id: string;
  sealed: Sealed;
}

/** Writes a punch down on this tablet; answers the name of the event. */
export async function keepPunch(kioskId: string, punch: Punch, at: number): Promise<string> {
  const account = storedKioskAccount();
  if (!account) throw new AppError('offline');
  const { id, kind, employeeId, projectId, costCodeId } = punch;
  const payload = {
    ...(kind === 'clock_in' || kind === 'switch'
      ? { entry_id: id, project_id: projectId ?? null, cost_code_id: costCodeId ?? null }
      : {}),
    ...(kind === 'start_break' ? { break_id: id, break_kind: 'meal' as const, paid: false } : {}),
  };
  let eventId = '';
  await enqueue(account, [{ kind, employee_id: employeeId, payload }], at, async (event) => {
    eventId = event.id;
    const kept: KioskEvent = {
      ...event,
      kiosk_id: kioskId,
      sealed: await sealPin(event, punch.pin),
    };
    return kept;
  });
  return eventId;
}

/** What this tablet has not sent yet, read anew. */
export async function readQueue(): Promise<readonly OfflineEvent[]> {
  const account = storedKioskAccount();
  return account ? openQueue(account) : [];
}

async function measureClock(): Promise<void> {
  const sentAt = Date.now();
  const self = unwrap(await (await kiosk()).rpc('my_kiosk')) as { server_time?: string } | null;
  if (self?.server_time) noteServerTime(self.server_time, sentAt, Date.now());
}

/** In order, those of one pairing at a time; ids make a repeat harmless. */
async function sendBatch(account: string, batch: readonly KioskEvent[]): Promise<void> {
  await measureClock();
  const events = batch.map(({ kiosk_id: _, ...event }) => ({ ...event, ...clockWhenSent() }));
  const results = unwrap(
    await (await kiosk()).rpc('kiosk_sync_events', {
      kiosk_id_param: batch[0]?.kiosk_id ?? '',
      events_param: events as never,
    }),
  ) as unknown as { id: string }[];
  await removeSent(account, new Set(results.map(({ id }) => id)));
}

/** Sends all that waits. A revoked tablet sends too: its punches are held for a manager. */
export async function sendKioskEvents(): Promise<void> {
  const account = storedKioskAccount();
  if (!account) return;
  let waiting = (await openQueue(account)) as readonly KioskEvent[];
  while (waiting.length > 0) {
    const batch = waiting
      .slice(0, BATCH)
      .filter(({ kiosk_id }) => kiosk_id === waiting[0]?.kiosk_id);
    await sendBatch(account, batch);
    const left = queuedEvents() as readonly KioskEvent[];
    // Nothing was taken: asked again later, not at once.
    if (left.length === waiting.length) return;
    waiting = left;
  }
}
