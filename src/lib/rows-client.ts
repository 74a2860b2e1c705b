import { GoTrueClient, type GoTrueClientOptions } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { BackendConfig } from '@/lib/env';
import { loadErrorWords } from '@/lib/i18n';
import type { Database } from '../../supabase/types';

/**
 * Accounts and rows, made of the parts that supabase-js is made of. No first screen needs its other
 * parts (files, live changes, functions), which weigh 19 kB: `whole-client.ts` brings them.
 */
export interface RowsClient {
  auth: GoTrueClient;
  from: PostgrestClient<Database>['from'];
  rpc: PostgrestClient<Database>['rpc'];
}

/** Who calls, for the history of changes. */
export type ClientSource = 'web' | 'mobile' | 'kiosk';

export function createRowsClient(
  { supabaseUrl, supabaseAnonKey: key }: BackendConfig,
  options: GoTrueClientOptions,
  /** Not said to the part for accounts: Supabase's own servers refuse it there. */
  source: ClientSource = 'web',
): RowsClient {
  const address = supabaseUrl.replace(/\/*$/, '/');
  const auth = new GoTrueClient({
    url: new URL('auth/v1', address).href,
    // Spelled as auth-js does where it puts the session's token in its place.
    headers: { Authorization: `Bearer ${key}`, apikey: key },
    ...options,
  });
  const rest = new PostgrestClient<Database>(new URL('rest/v1', address).href, {
    headers: { 'x-client-source': source },
    fetch: async (input, init) => {
      const { data } = await auth.getSession();
      const sent = new Headers(init?.headers);
      sent.set('apikey', key);
      sent.set('authorization', `Bearer ${data.session?.access_token ?? key}`);
      const answer = await fetch(input, { ...init, headers: sent });
      // Whoever hears of a refusal has the words for it.
      if (!answer.ok) await loadErrorWords();
      return answer;
    },
  });
  return { auth, from: rest.from.bind(rest), rpc: rest.rpc.bind(rest) };
}
