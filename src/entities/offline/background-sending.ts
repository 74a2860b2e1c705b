import type { Sender } from '@/entities/offline/sender';
import { dataKey } from '@/entities/offline/stored-queries';
import { changeStored } from '@/lib/device-store';
import { backendConfig } from '@/lib/env';
import { serverOffset } from '@/lib/server-clock';
import { storedSession } from '@/lib/stored-session';
import { clientSource } from '@/lib/supabase';
import { isOfAnotherCompany } from '@/lib/token-company';

/** Not among the DOM's types: Chromium only. */
interface WithSync {
  sync?: { register: (tag: string) => Promise<void> };
}

/**
 * Asks the browser to send what waits when there is a signal, also while the app is asleep or closed.
 * Where it cannot, the app sends when it is looked at again. Forgotten with the rest at sign-out.
 */
export async function sendInBackground(userId: string): Promise<void> {
  if (!('SyncManager' in window)) return;
  const session = storedSession();
  if (session?.user.id !== userId || isOfAnotherCompany(session.access_token)) return;
  const config = await backendConfig();
  await changeStored<Sender>(`${dataKey(userId)}:sender`, () => ({
    userId,
    url: config.supabaseUrl,
    key: config.supabaseAnonKey,
    token: session.access_token,
    // As this device's clock will say it.
    expiresAt: (session.expires_at ?? 0) * 1000 - serverOffset(),
    source: clientSource(),
  }));
  const registration = await navigator.serviceWorker.ready;
  await (registration as WithSync).sync?.register('chalkline-send');
}
