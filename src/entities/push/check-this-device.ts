import { sendStoredAnswers } from '@/entities/push/device-answers';
import { type PushRecord, readPushRecord, writePushRecord } from '@/entities/push/push-record';
import { fetchServerKey, isForKey } from '@/entities/push/server-key';
import {
  browserSubscription,
  currentSessionId,
  endSubscription,
  saveSubscription,
  subscribeBrowser,
} from '@/entities/push/this-device';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { workplaceOf } from '@/lib/token-company';

async function isSavedOnServer(endpoint: string): Promise<boolean> {
  const rows = unwrap(
    await supabase().from('push_subscriptions').select('id').eq('endpoint', endpoint),
  );
  return rows.length > 0;
}

/** Subscribes again, without a question: it was allowed before. */
async function subscribeAgain(userId: string, key: string, before: string): Promise<void> {
  await saveSubscription(userId, await subscribeBrowser(key), key, before);
}

/** One company notifies here no more; the browser's subscription goes with the last one. */
async function leave(record: PushRecord, company: string): Promise<void> {
  const companies = record.companies?.filter((other) => other !== company) ?? [];
  if (companies.length === 0) await endSubscription();
  else await writePushRecord({ ...record, companies: [...companies] });
}

async function check(userId: string): Promise<void> {
  const [record, subscription] = await Promise.all([readPushRecord(), browserSubscription()]);
  if (!record && !subscription) return;
  // Nobody's, or of an account that was here before: it must not get what is meant for that one.
  if (record?.userId !== userId || Notification.permission !== 'granted') {
    return endSubscription();
  }
  await sendStoredAnswers();
  const key = await fetchServerKey();
  if (!key) return;
  if (!subscription || !isForKey(subscription, key)) {
    return subscribeAgain(userId, key, record.endpoint);
  }
  const company = workplaceOf(userId) ?? '';
  const isKnownHere = record.companies?.includes(company) ?? true;
  if (
    isKnownHere &&
    record.sessionId === currentSessionId() &&
    record.endpoint === subscription.endpoint
  ) {
    // Removed from another device.
    if (!(await isSavedOnServer(record.endpoint))) await leave(record, company);
    else if (record.serverKey !== key) await writePushRecord({ ...record, serverKey: key });
    return;
  }
  await saveSubscription(userId, subscription, key, record.endpoint);
}

/** When the app opens: the browser may have dropped the subscription, the key or the account changed. */
export async function checkThisDevice(userId: string): Promise<void> {
  // One tab at a time: two would each give up the subscription of the other.
  if (navigator.locks) await navigator.locks.request('chalkline-push', () => check(userId));
  else await check(userId);
}
