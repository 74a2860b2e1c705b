import { storedSession } from '@/lib/stored-session';

/** Where the backend is: baked in at build time, or told by the server that serves this page. */
export interface BackendConfig {
  supabaseUrl: string;
  supabaseAnonKey: string;
  /** The server has no mail server to send through and keeps what it would send. */
  mailCaptured?: boolean;
  /** Accounts of a demo that anyone may try. */
  demo?: DemoLogins;
  /** What the Map draws sites on: a file of tiles on the server, a provider's style, else outlines. */
  baseMap?: BaseMap;
  /** The server answers at /system/v1; hosted Supabase does not. */
  systemStatus?: boolean;
  /** The server can look up addresses. */
  addressSearch?: boolean;
  /** The server can read the weather. */
  weather?: boolean;
  /** Whose accounts people may sign in with. */
  signInProviders?: readonly SignInProvider[];
}

export interface SignInProvider {
  /** As the client asks for it: `google`, `custom:okta`. */
  name: string;
  label: string;
}

export interface DemoLogins {
  addresses: readonly string[];
  password: string;
}

/** What the layers of the tiles are called. */
export type TileSchema = 'protomaps' | 'openmaptiles' | 'shortbread';

export interface BaseMap {
  tiles?: true;
  schema?: TileSchema;
  /** Plain text: who has to be named on the map. */
  attribution?: string;
  styleUrl?: string;
}

const builtIn = {
  url: import.meta.env['VITE_SUPABASE_URL'] as string | undefined,
  anonKey: import.meta.env['VITE_SUPABASE_ANON_KEY'] as string | undefined,
};

const OUTLINES: BaseMap = {};
let loaded: BackendConfig | null = null;

/** Asked of the server once; `loadBackendConfig` asks again. */
export async function backendConfig(): Promise<BackendConfig> {
  return loaded ?? loadBackendConfig();
}

export async function loadBackendConfig(): Promise<BackendConfig> {
  if (builtIn.url && builtIn.anonKey) {
    return { supabaseUrl: builtIn.url, supabaseAnonKey: builtIn.anonKey };
  }
  loaded = await freshOrRemembered();
  return loaded;
}

/**
 * For the app as it opens: whoever is signed in here waits for no answer. What the server says meanwhile
 * counts from then on; an app that was opened with another address or key begins anew.
 */
export async function openingBackendConfig(): Promise<BackendConfig> {
  const remembered = rememberedConfig();
  if (isHosted() || !remembered || !storedSession()) return loadBackendConfig();
  loaded = remembered;
  void loadBackendConfig().then(({ supabaseUrl, supabaseAnonKey }) => {
    const isSame =
      supabaseUrl === remembered.supabaseUrl && supabaseAnonKey === remembered.supabaseAnonKey;
    if (!isSame) window.location.reload();
  });
  return remembered;
}

const REMEMBERED_KEY = 'chalkline.config';
/** How long a weak signal may keep an app from opening that knows where its server is. */
const MAX_WAIT_MILLISECONDS = 2500;

function rememberedConfig(): BackendConfig | null {
  const text = localStorage.getItem(REMEMBERED_KEY);
  return text === null ? null : (JSON.parse(text) as BackendConfig);
}

/** What the server says, or what it said last where there is no signal. */
async function freshOrRemembered(): Promise<BackendConfig> {
  const remembered = rememberedConfig();
  if (remembered && !navigator.onLine) return remembered;
  try {
    const response = await fetch('/config.json', {
      credentials: 'same-origin',
      ...(remembered ? { signal: AbortSignal.timeout(MAX_WAIT_MILLISECONDS) } : {}),
    });
    if (!response.ok) throw new Error(`config.json answered ${response.status}`);
    const text = await response.text();
    const config = JSON.parse(text) as BackendConfig;
    localStorage.setItem(REMEMBERED_KEY, text);
    return config;
  } catch (cause) {
    if (!remembered) throw cause;
    return remembered;
  }
}

/** Whether mail stays on the server, because nobody has told it how to send any. */
export function isMailCaptured(): boolean {
  return loaded?.mailCaptured ?? false;
}

export function shownBaseMap(): BaseMap {
  return loaded?.baseMap ?? OUTLINES;
}

/** Whether the server tells owners how it is. */
export function offersSystemStatus(): boolean {
  return loaded?.systemStatus ?? false;
}

/** Whether the server can look up addresses. */
export function hasAddressSearch(): boolean {
  return loaded?.addressSearch ?? false;
}

/** Whether the server can read the weather. */
export function hasWeather(): boolean {
  return loaded?.weather ?? false;
}

/** The backend is a Supabase project, known when the app was built. */
export function isHosted(): boolean {
  return builtIn.url !== undefined && builtIn.anonKey !== undefined;
}

/** Whose accounts people may sign in with; hosted Supabase says so in its settings. */
export function signInProviders(): readonly SignInProvider[] {
  return loaded?.signInProviders ?? [];
}

/** The logins to offer, on a server that shows a demo. */
export function demoLogins(): DemoLogins | null {
  return loaded?.demo ?? null;
}
