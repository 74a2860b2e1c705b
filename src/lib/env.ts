/** Where the backend is: baked in at build time, or told by the server that serves this page. */
export interface BackendConfig {
  supabaseUrl: string;
  supabaseAnonKey: string;
}

const builtIn = {
  url: import.meta.env['VITE_SUPABASE_URL'] as string | undefined,
  anonKey: import.meta.env['VITE_SUPABASE_ANON_KEY'] as string | undefined,
};

export async function loadBackendConfig(): Promise<BackendConfig> {
  if (builtIn.url && builtIn.anonKey) {
    return { supabaseUrl: builtIn.url, supabaseAnonKey: builtIn.anonKey };
  }
  const response = await fetch('/config.json', { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`config.json answered ${response.status}`);
  return (await response.json()) as BackendConfig;
}
