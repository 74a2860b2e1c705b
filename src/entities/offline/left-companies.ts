import { requireAuthorization } from '@/entities/offline/authorization';
import { deliver, nextBatch } from '@/entities/offline/deliver';
import { isCall, laneOf, type OfflineEvent } from '@/entities/offline/offline-event';
import { queuedElsewhere } from '@/entities/offline/queue-store';
import { settleQueue } from '@/entities/offline/settle-queue';
import { callByName } from '@/lib/call-by-name';
import { unwrap } from '@/lib/errors';
import { withSendLock } from '@/lib/send-lock';
import { supabase } from '@/lib/supabase';

export interface OfLeftCompanies {
  /** Punches that its managers have now, and decide about. */
  sent: number;
  /** Needs rights one has no more: photos, reports, tickets. It waits on this device until the person says what to do. */
  unsendable: readonly OfflineEvent[];
}

const isPunch = (event: OfflineEvent): boolean => laneOf(event) === 'ordered' && !isCall(event);

/** Sends with the token of the company one is in, naming the one that the punches are for. */
async function sendPunches(userId: string, company: string, all: readonly OfflineEvent[]) {
  const authorization = await requireAuthorization(userId);
  const call = async (name: string, args: object): Promise<unknown> => {
    const named = name === 'sync_events' ? { ...args, company_id_param: company } : args;
    return unwrap(
      await callByName(supabase(), name, named).setHeader('Authorization', authorization),
    );
  };
  const tried = new Set<string>();
  let sent = 0;
  for (;;) {
    const batch = nextBatch('ordered', all, tried);
    if (batch.length === 0) return sent;
    for (const { id } of batch) tried.add(id);
    const { done, held, refused, early } = await deliver(batch, { call });
    // Theirs to decide about: nothing of it is shown in the company one is in.
    await settleQueue(userId, { done: [], held: [...done, ...held], refused, early });
    sent += done.length + held.length;
  }
}

/** What waits here for companies that the account works in no more. */
export async function sendToLeftCompanies(userId: string): Promise<OfLeftCompanies> {
  if ((await queuedElsewhere(userId)).size === 0) return { sent: 0, unsendable: [] };
  const own = new Set(
    unwrap(await supabase().rpc('my_companies')).map(({ company_id }) => company_id),
  );
  let sent = 0;
  const unsendable: OfflineEvent[] = [];
  // One sender on this device at a time; what it finds is read under the lock.
  await withSendLock('ordered', async () => {
    for (const [company, events] of await queuedElsewhere(userId)) {
      if (own.has(company)) continue;
      sent += await sendPunches(userId, company, events.filter(isPunch));
      unsendable.push(...events.filter((event) => !isPunch(event)));
    }
  });
  return { sent, unsendable };
}
