import { fetchServerKey } from '@/entities/push/server-key';
import { endSubscription, saveSubscription, subscribeBrowser } from '@/entities/push/this-device';
import { AppError, unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

/** First the browser's question: it must follow the tap, without anything between them. */
async function turnOn(userId: string): Promise<'on' | 'not-allowed'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'not-allowed';
  const key = await fetchServerKey();
  if (!key) throw new AppError('push_not_offered');
  try {
    await saveSubscription(userId, await subscribeBrowser(key), key);
  } catch (cause) {
    // Half of it would look like notifications that never come.
    await endSubscription().catch(() => undefined);
    throw cause;
  }
  return 'on';
}

/** After a tap only: the browser asks the person for permission. */
export function useTurnOnPush() {
  return useWrite({ send: turnOn, stale: [queryKeys.push], quiet: true });
}

async function turnOff(endpoint: string): Promise<void> {
  await endSubscription();
  // Without a network the push service says it to the server when it sends next.
  unwrap(await supabase().from('push_subscriptions').delete().eq('endpoint', endpoint));
}

export function useTurnOffPush() {
  return useWrite({ send: turnOff, stale: [queryKeys.push], quiet: true });
}
