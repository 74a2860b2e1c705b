import type { Session } from '@supabase/auth-js';
import '@/lib/url-fragment';
import { backendConfig, openingBackendConfig } from '@/lib/env';
import { type ClientSource, createRowsClient, type RowsClient } from '@/lib/rows-client';
import { sessionStorage } from '@/lib/session-clock';
import { signUpCode } from '@/lib/sign-up-code';
import { SESSION_KEY } from '@/lib/stored-session';

const SIGN_UP_KEY = 'chalkline.sign-up';
const KIOSK_KEY = 'chalkline.kiosk';

let client: RowsClient | undefined;
let source: ClientSource = 'web';

/** Called once, before the first render. */
export async function connectSupabase(): Promise<RowsClient> {
  const config = await openingBackendConfig();
  const auth = {
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
    // Mailed links carry the session in the fragment and may be opened on another device.
    flowType: 'implicit' as const,
    storageKey: SESSION_KEY,
    storage: sessionStorage,
  };
  const isPhone = window.matchMedia('(pointer: coarse) and (max-width: 767.98px)').matches;
  source = isPhone ? 'mobile' : 'web';
  client = createRowsClient(config, auth, source);
  if (signUpCode.value) await finishSignUp(client, signUpCode.value);
  return client;
}

/** The one client, for accounts and rows; files and live changes: `full-client.ts`. Only `entities/*` and `features/*\/api` may ask for it. */
export function supabase(): RowsClient {
  if (!client) throw new Error('The backend is not connected yet.');
  return client;
}

/** What the history of changes calls this app, also where the service worker sends for it. */
export function clientSource(): ClientSource {
  return source;
}

/**
 * For signing up alone. The password counts for the browser that chose it: it keeps a verifier, and
 * the mailed link brings a code that is worth nothing without.
 */
export async function signUpClient(): Promise<RowsClient> {
  return exchangingClient(verifierStorage);
}

/** To link the account of a provider to the one that is signed in. */
export async function linkingClient(): Promise<RowsClient> {
  return exchangingClient({
    ...verifierStorage,
    getItem: (key) => localStorage.getItem(key === SIGN_UP_KEY ? SESSION_KEY : key),
  });
}

async function exchangingClient(storage: typeof verifierStorage): Promise<RowsClient> {
  const config = await backendConfig();
  return createRowsClient(config, {
    storage,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    flowType: 'pkce',
    storageKey: SIGN_UP_KEY,
  });
}

/** A kiosk has a session of its own beside that of whoever uses this browser. */
export async function kioskClient(): Promise<RowsClient> {
  const config = await backendConfig();
  const auth = { detectSessionInUrl: false, storageKey: KIOSK_KEY, storage: sessionStorage };
  return createRowsClient(config, auth, 'kiosk');
}

/** The tablet's account, also while its session cannot be renewed; null: it was never paired. */
export function storedKioskAccount(): string | null {
  try {
    const session = JSON.parse(localStorage.getItem(KIOSK_KEY) ?? 'null') as Session | null;
    return session?.user.id ?? null;
  } catch {
    return null;
  }
}

/** Sessions belong to the one client; only the verifier outlives the page here. */
const verifierStorage = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => {
    if (key.endsWith('-code-verifier')) localStorage.setItem(key, value);
  },
  removeItem: (key: string) => localStorage.removeItem(key),
};

/** The link of a sign-up was followed, or a provider sent somebody back: signs in, or remembers why not. */
async function finishSignUp(main: RowsClient, code: string): Promise<void> {
  const address = new URL(window.location.href);
  address.searchParams.delete('code');
  window.history.replaceState(window.history.state, '', address.pathname + address.search);
  const { data, error } = await (await signUpClient()).auth.exchangeCodeForSession(code);
  if (data.session) await main.auth.setSession(data.session);
  else if (signUpCode.provider) signUpCode.failure = error?.code ?? 'unknown';
  else signUpCode.confirmedElsewhere = true;
}

/** Whether this browser holds a session at all; another tab may have ended it a moment ago. */
export function hasStoredSession(): boolean {
  return localStorage.getItem(SESSION_KEY) !== null;
}
