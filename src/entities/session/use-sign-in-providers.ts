import { useQuery } from '@tanstack/react-query';
import { backendConfig, isHosted, type SignInProvider, signInProviders } from '@/lib/env';
import { queryKeys } from '@/lib/query-keys';

/** What a hosted project calls those it has switched on; its other ways to sign in have no button here. */
const HOSTED: readonly SignInProvider[] = [
  { name: 'google', label: 'Google' },
  { name: 'azure', label: 'Microsoft' },
  { name: 'keycloak', label: 'Keycloak' },
];

/** Whose accounts people may sign in with. Our own server says so before anything is drawn. */
export function useSignInProviders(): readonly SignInProvider[] {
  const hosted = useQuery({
    queryKey: [queryKeys.settings, 'sign-in-providers'],
    queryFn: askHosted,
    enabled: isHosted(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return hosted.data ?? signInProviders();
}

async function askHosted(): Promise<readonly SignInProvider[]> {
  const { supabaseUrl, supabaseAnonKey } = await backendConfig();
  const response = await fetch(new URL('/auth/v1/settings', supabaseUrl), {
    headers: { apikey: supabaseAnonKey },
  });
  if (!response.ok) return [];
  const { external } = (await response.json()) as { external?: Record<string, boolean> };
  return HOSTED.filter(({ name }) => external?.[name]);
}
