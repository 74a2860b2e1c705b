import {
  BATCH_TIMEOUT_MS,
  type Delivery,
  NOTHING,
  type Transport,
} from '@/entities/offline/deliver';
import { settle } from '@/entities/offline/event-queue';
import type { OfflineEvent } from '@/entities/offline/offline-event';
import { readFile } from '@/entities/offline/queue-store';
import { createRunner, type Runner } from '@/entities/offline/runner';
import { kiosk, kioskFiles } from '@/features/kiosk/api/kiosk-client';
import { decrypt } from '@/features/kiosk/offline/seal';
import { callByName } from '@/lib/call-by-name';
import { toAppError, unwrap } from '@/lib/errors';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import { storedKioskAccount } from '@/lib/supabase';
import { withTimeout } from '@/lib/with-timeout';

const call = async (name: string, args: object, signal: AbortSignal): Promise<unknown> =>
  unwrap(await callByName(await kiosk(), name, args).abortSignal(signal));

interface Result {
  id: string;
  result: 'done' | 'waiting' | 'refused';
  path: string | null;
  key: string | null;
}

async function storePhoto(file: ArrayBuffer | undefined, { path, key }: Result): Promise<void> {
  if (!path || !key || !file) return;
  const picture = await decrypt(key, file).catch(() => null);
  if (!picture) return;
  const jpeg = { type: 'image/jpeg' };
  const { error } = await (await kioskFiles()).upload(path, new Blob([picture], jpeg), {
    contentType: jpeg.type,
  });
  // Stored before, by a try whose answer was lost.
  if (error && (error as { statusCode?: string }).statusCode !== '409') throw toAppError(error);
}

const wireForm = ({ id, kind, employee_id, sealed, payload }: OfflineEvent): object => ({
  id,
  kind: kind === 'kiosk_photo' ? 'photo' : 'answers',
  employee_id,
  sealed,
  ...payload.extra,
});

async function syncExtras(batch: readonly OfflineEvent[]): Promise<readonly Result[]> {
  const extras_param = batch.map(wireForm);
  try {
    return (await withTimeout(
      (signal) => call('kiosk_sync_extras', { extras_param }, signal),
      BATCH_TIMEOUT_MS,
    )) as Result[];
  } catch (cause) {
    // A tablet that is paired no longer sends none, and keeps none.
    if (toAppError(cause).code !== 'kiosk_not_paired') throw cause;
    return batch.map(({ id }) => ({ id, result: 'refused', path: null, key: null }));
  }
}

/** What was taken with punches that waited: done or refused, it leaves; while its punch is held it stays. */
async function sendExtras(account: string, batch: readonly OfflineEvent[]): Promise<Delivery> {
  const results = await syncExtras(batch);
  const done: OfflineEvent[] = [];
  const early: OfflineEvent[] = [];
  for (const result of results) {
    const event = batch.find(({ id }) => id === result.id);
    if (!event) continue;
    const file = await readFile<ArrayBuffer>(account, event.id);
    await withTimeout(() => storePhoto(file, result), BATCH_TIMEOUT_MS);
    (result.result === 'waiting' ? early : done).push(event);
  }
  return { ...NOTHING, done, early };
}

async function connect(account: string, signal: AbortSignal): Promise<Transport> {
  return {
    call: (name, args) => call(name, args, signal),
    attach: (batch) => sendExtras(account, batch),
  };
}

const runnerOf = (lane: 'ordered' | 'attachments'): Runner =>
  createRunner({
    lane,
    account: storedKioskAccount,
    connect,
    settle: async (account, delivery) => {
      await settle(account, delivery);
      await queryClient.invalidateQueries({ queryKey: [queryKeys.kiosk] });
    },
  });

const punches = runnerOf('ordered');
const extras = runnerOf('attachments');

/** Sends all that waits. A revoked tablet sends too: its punches are held for a manager. */
export async function sendKioskQueue(): Promise<void> {
  await punches.run();
  await extras.run();
}

/** Plans the next try. */
export function scheduleKioskSending(): void {
  punches.schedule();
  extras.schedule();
}
