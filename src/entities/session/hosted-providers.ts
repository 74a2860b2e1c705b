import { backendConfig, type SignInProvider } from '@/lib/env';

/** What a hosted project calls those it has switched on; its other ways to sign in have no button here. */
const HOSTED: readonly SignInProvider[] = [
  { name: 'google', label: 'Google' },
  { name: 'azure', label: 'Microsoft' },
  { name: 'keycloak', label: 'Keycloak' },
];

export async function askHosted(): Promise<readonly SignInProvider[]> {
  const { supabaseUrl, supabaseAnonKey } = await backendConfig();
  const response = await fetch(new URL('/auth/v1/settings', supabaseUrl), {
    headers: { apikey: supabaseAnonKey },
  });
  if (!response.ok) return [];
  const { external } = (await response.json()) as { external?: Record<string, boolean> };
  return HOSTED.filter(({ name }) => external?.[name]);
}
