import { forgetUnread } from '@/entities/push/app-badge';
import { keyBytes } from '@/entities/push/key-bytes';
import { forgetPushRecord, readPushRecord, writePushRecord } from '@/entities/push/push-record';
import { thisDeviceName } from '@/entities/push/this-device-name';
import { backendConfig } from '@/lib/env';
import { AppError, unwrap } from '@/lib/errors';
import { startServiceWorker } from '@/lib/service-worker';
import { storedSession } from '@/lib/stored-session';
import { supabase } from '@/lib/supabase';
import { claimsOf, workplaceOf } from '@/lib/token-company';

/** The browser's own subscription, whoever it is for. */
export async function browserSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The id of the sign-in: it stands in the token and stays the same when that is renewed. */
export function currentSessionId(): string | null {
  const session = claimsOf(storedSession()?.access_token)['session_id'];
  return typeof session === 'string' ? session : null;
}

/** Has the server send to this subscription, and remembers on this device whose it is. */
export async function saveSubscription(
  userId: string,
  subscription: PushSubscription,
  serverKey: string,
  replaces?: string,
): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const { supabaseUrl, supabaseAnonKey } = await backendConfig();
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) throw new AppError('push_not_subscribed');
  const before = await readPushRecord();
  const isSame = before?.userId === userId && before.endpoint === endpoint;
  // Remembered first: a page that is closed now must not leave a subscription nobody knows the owner of.
  await writePushRecord({
    userId,
    sessionId: currentSessionId(),
    endpoint,
    companies: [...new Set([...((isSame && before.companies) || []), workplaceOf(userId) ?? ''])],
    auth: keys['auth'],
    serverKey,
    url: supabaseUrl || window.location.origin,
    apiKey: supabaseAnonKey,
  });
  unwrap(
    await supabase().rpc('save_push_subscription', {
      endpoint_param: endpoint,
      p256dh_param: keys['p256dh'],
      auth_param: keys['auth'],
      device_name_param: thisDeviceName(),
      ...(replaces && { replaces_param: replaces }),
    }),
  );
}

/** Makes a subscription for the server's key; one for another key is given up. */
export async function subscribeBrowser(serverKey: string): Promise<PushSubscription> {
  await startServiceWorker();
  // Without one `ready` would wait for ever.
  if (!(await navigator.serviceWorker.getRegistration())) throw new AppError('push_not_subscribed');
  const registration = await navigator.serviceWorker.ready;
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  return registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: keyBytes(serverKey),
  });
}

/** The browser shows nothing any more, also without a network; what is on the screen already goes. */
export async function endSubscription(): Promise<void> {
  await forgetPushRecord();
  await (await browserSubscription())?.unsubscribe();
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  await forgetUnread().catch(() => undefined);
}

/** At sign-out of that account, and when another one has taken its place. */
export async function forgetDeviceOf(userId: string): Promise<void> {
  const record = await readPushRecord();
  if (record?.userId === userId) await endSubscription();
}
