import { keyBytes } from '@/entities/push/key-bytes';
import { readPushRecord, writePushRecord } from '@/entities/push/push-record';
import type { SubscriptionChangeEvent, WorkerScope } from '@/service-worker/worker-scope';

/** The browser has given up its address: a new one, and the server knows it before the app is opened again. */
export async function renewSubscription(
  { registration }: WorkerScope,
  { newSubscription }: SubscriptionChangeEvent,
): Promise<void> {
  const record = await readPushRecord();
  if (!record) return;
  const subscription =
    newSubscription ??
    (await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: keyBytes(record.serverKey),
    }));
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) return;
  const answer = await fetch(new URL('/rest/v1/rpc/renew_push_subscription', record.url), {
    method: 'POST',
    headers: { apikey: record.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      endpoint_param: record.endpoint,
      auth_param: record.auth,
      new_endpoint_param: endpoint,
      new_p256dh_param: keys['p256dh'],
      new_auth_param: keys['auth'],
    }),
  });
  // Else the app does it when it is opened next: the record still has the address the server knows.
  if (answer.ok) await writePushRecord({ ...record, endpoint, auth: keys['auth'] });
}
