import { BATCH_TIMEOUT_MS, deliverNext, type Transport } from '@/entities/offline/deliver';
import { enqueue, openQueue, removeSent } from '@/entities/offline/event-queue';
import type { OfflineEvent } from '@/entities/offline/offline-event';
import { kiosk } from '@/features/kiosk/api/kiosk-client';
import type { Punch } from '@/features/kiosk/api/punch';
import { type Sealed, sealPin } from '@/features/kiosk/offline/seal';
import { AppError, unwrap } from '@/lib/errors';
import { ifSendLockIsFree } from '@/lib/send-lock';
import { noteServerTime, serverOffset } from '@/lib/server-clock';
import { storedKioskAccount } from '@/lib/supabase';
import { withTimeout } from '@/lib/with-timeout';

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

/** The tablet's way to the server: those of one pairing at a time. */
const transport: Transport = {
  measureOffset: async () => {
    const sentAt = Date.now();
    const self = unwrap(await (await kiosk()).rpc('my_kiosk')) as { server_time?: string } | null;
    if (self?.server_time) noteServerTime(self.server_time, sentAt, Date.now());
    return serverOffset();
  },
  syncEvents: async (events) => {
    const all = events as readonly KioskEvent[];
    const kioskId = all[0]?.kiosk_id ?? '';
    const sent = all
      .filter(({ kiosk_id }) => kiosk_id === kioskId)
      .map(({ kiosk_id: _, ...event }) => event);
    return unwrap(
      await (await kiosk()).rpc('kiosk_sync_events', {
        kiosk_id_param: kioskId,
        events_param: sent as never,
      }),
    );
  },
  call: () => Promise.reject(new AppError('unexpected')),
};

async function sendAll(account: string): Promise<void> {
  for (;;) {
    const queue = await openQueue(account);
    const delivery = await withTimeout(() => deliverNext(queue, transport), BATCH_TIMEOUT_MS);
    const answered = [...(delivery?.done ?? []), ...(delivery?.held ?? [])];
    // Nothing was taken: asked again later, not at once.
    if (answered.length === 0) return;
    await removeSent(account, new Set(answered.map(({ id }) => id)));
  }
}

/** Sends all that waits. A revoked tablet sends too: its punches are held for a manager. */
export async function sendKioskEvents(): Promise<void> {
  const account = storedKioskAccount();
  if (account) await ifSendLockIsFree(() => sendAll(account));
}

/** The server has answered for it. */
export async function removePunch(eventId: string): Promise<void> {
  const account = storedKioskAccount();
  if (account) await removeSent(account, new Set([eventId]));
}
