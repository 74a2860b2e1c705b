import { GoTrueClient, type GoTrueClientOptions } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { BackendConfig } from '@/lib/env';
import { loadErrorTexts } from '@/lib/i18n';
import { sessionFetch } from '@/lib/session-clock';
import { isOfAnotherCompany } from '@/lib/token-company';
import type { Database } from '../../supabase/types';

/**
 * Accounts and rows, made of the parts that supabase-js is made of. No first screen needs its other
 * parts (files, live changes, functions), which weigh 19 kB: `full-client.ts` brings them.
 */
export interface RowsClient {
  auth: GoTrueClient;
  from: PostgrestClient<Database>['from'];
  rpc: PostgrestClient<Database>['rpc'];
}

/** Who calls, for the history of changes. */
export type ClientSource = 'web' | 'mobile' | 'kiosk';

/** Ended by the server's clock and not yet by this device's: a new token, or none to be had. */
async function renewed(auth: GoTrueClient, refused: string): Promise<string | undefined> {
  const now = (await auth.getSession()).data.session?.access_token;
  // Another request was refused before this one, and has renewed it.
  if (now && now !== refused) return now;
  return (await auth.refreshSession()).data.session?.access_token;
}

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
    fetch: sessionFetch,
    ...options,
  });
  const rest = new PostgrestClient<Database>(new URL('rest/v1', address).href, {
    headers: { 'x-client-source': source },
    fetch: async (input, init) => {
      const send = async (token: string | undefined): Promise<Response> => {
        const sent = new Headers(init?.headers);
        sent.set('apikey', key);
        // What waits on this device is sent in the name of whoever did it.
        if (!sent.has('authorization')) {
          // As without a connection: what this page shows belongs to the company it was opened in.
          if (isOfAnotherCompany(token)) throw new TypeError('The company was switched.');
          sent.set('authorization', `Bearer ${token ?? key}`);
        }
        return fetch(input, { ...init, headers: sent });
      };
      const token = (await auth.getSession()).data.session?.access_token;
      let answer = await send(token);
      if (answer.status === 401 && token) {
        const next = await renewed(auth, token);
        if (next) answer = await send(next);
      }
      // Whoever hears of a refusal has the words for it.
      if (!answer.ok) await loadErrorTexts();
      return answer;
    },
  });
  return { auth, from: rest.from.bind(rest), rpc: rest.rpc.bind(rest) };
}
