import type { SupabaseClient } from '@supabase/supabase-js';
import { backendConfig } from '@/lib/env';
import { loadCode } from '@/lib/load-code';
import { supabase } from '@/lib/supabase';
import { isOfAnotherCompany } from '@/lib/token-company';
import type { Database } from '../../supabase/types';

type FullClient = SupabaseClient<Database>;

let whole: Promise<FullClient> | undefined;

/** supabase-js with the session of the one client; loaded when first asked for. */
export function fullClient(): Promise<FullClient> {
  whole ??= connect().catch((cause: unknown) => {
    whole = undefined;
    throw cause;
  });
  return whole;
}

/** The files of one bucket. */
export async function bucket(name: string): Promise<ReturnType<FullClient['storage']['from']>> {
  return (await fullClient()).storage.from(name);
}

async function connect(): Promise<FullClient> {
  const [{ createClient }, config] = await Promise.all([
    loadCode(() => import('@/lib/supabase-js')),
    backendConfig(),
  ]);
  const accessToken = async (): Promise<string | null> => {
    const token = (await supabase().auth.getSession()).data.session?.access_token;
    return token && !isOfAnotherCompany(token) ? token : null;
  };
  const client = createClient<Database>(config.supabaseUrl, config.supabaseAnonKey, {
    accessToken,
  });
  supabase().auth.onAuthStateChange((_event, session) => {
    // Open channels go on with the new token; waiting here would hold up the session itself.
    if (isOfAnotherCompany(session?.access_token)) void client.realtime.disconnect();
    else void client.realtime.setAuth(session?.access_token ?? null);
  });
  // A channel joins with the token known then.
  await client.realtime.setAuth();
  return client;
}

const visitors: Record<string, Promise<FullClient>> = {};

/** For a page anyone may open: no session, only the secret of its link, in a header. */
export function visitorClient(
  header:
    | 'x-share-token'
    | 'x-message-link'
    | 'x-ticket-link'
    | 'x-portal-link'
    | 'x-subcontractor',
  secret: string,
): Promise<FullClient> {
  visitors[secret] ??= connectVisitor({ [header]: secret }).catch((cause: unknown) => {
    delete visitors[secret];
    throw cause;
  });
  return visitors[secret];
}

async function connectVisitor(headers: Record<string, string>): Promise<FullClient> {
  const [{ createClient }, config] = await Promise.all([
    loadCode(() => import('@/lib/supabase-js')),
    backendConfig(),
  ]);
  return createClient<Database>(config.supabaseUrl, config.supabaseAnonKey, {
    auth: { persistSession: false, detectSessionInUrl: false, storageKey: 'chalkline.share' },
    global: { headers },
  });
}

/** The files of an account beside the one that is signed in, such as a kiosk. */
export async function filesWith(
  accessToken: () => Promise<string | null>,
): Promise<FullClient['storage']> {
  const [{ createClient }, config] = await Promise.all([
    loadCode(() => import('@/lib/supabase-js')),
    backendConfig(),
  ]);
  return createClient<Database>(config.supabaseUrl, config.supabaseAnonKey, { accessToken })
    .storage;
}
