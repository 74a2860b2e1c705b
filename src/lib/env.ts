/** Where the backend is: baked in at build time, or told by the server that serves this page. */
export interface BackendConfig {
  supabaseUrl: string;
  supabaseAnonKey: string;
  /** The server has no mail server to send through and keeps what it would send. */
  mailKept?: boolean;
}

const builtIn = {
  url: import.meta.env['VITE_SUPABASE_URL'] as string | undefined,
  anonKey: import.meta.env['VITE_SUPABASE_ANON_KEY'] as string | undefined,
};

let mailKept = false;

export async function loadBackendConfig(): Promise<BackendConfig> {
  if (builtIn.url && builtIn.anonKey) {
    return { supabaseUrl: builtIn.url, supabaseAnonKey: builtIn.anonKey };
  }
  const response = await fetch('/config.json', { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`config.json answered ${response.status}`);
  const config = (await response.json()) as BackendConfig;
  mailKept = config.mailKept ?? false;
  return config;
}

/** Whether mail stays on the server, because nobody has told it how to send any. */
export function isMailKept(): boolean {
  return mailKept;
}
