import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import '@/lib/url-fragment';
import { loadBackendConfig } from '@/lib/env';
import type { Database } from '../../supabase/types';

export type Client = SupabaseClient<Database>;

const SESSION_KEY = 'chalkline.session';

let client: Client | undefined;

/** Called once, before the first render. */
export async function connectSupabase(): Promise<Client> {
  const config = await loadBackendConfig();
  client = createClient<Database>(config.supabaseUrl, config.supabaseAnonKey, {
    auth: {
      persistSession: true,
      autoRefreshToken: true,
      detectSessionInUrl: true,
      // Mailed links carry the session in the fragment and may be opened on another device.
      flowType: 'implicit',
      storageKey: SESSION_KEY,
    },
  });
  return client;
}

/** The one client. Only `entities/*` and `features/*\/api` may ask for it. */
export function supabase(): Client {
  if (!client) throw new Error('The backend is not connected yet.');
  return client;
}

/** Whether this browser holds a session at all; another tab may have ended it a moment ago. */
export function hasStoredSession(): boolean {
  return localStorage.getItem(SESSION_KEY) !== null;
}
