import { useQuery } from '@tanstack/react-query';
import { isHosted, type SignInProvider, signInProviders } from '@/lib/env';
import { loadCode } from '@/lib/load-code';
import { queryKeys } from '@/lib/query-keys';

/** Whose accounts people may sign in with. Our own server says so before anything is drawn. */
export function useSignInProviders(): readonly SignInProvider[] {
  const hosted = useQuery({
    queryKey: [queryKeys.settings, 'sign-in-providers'],
    queryFn: async () =>
      (await loadCode(() => import('@/entities/session/hosted-providers'))).askHosted(),
    enabled: isHosted(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return hosted.data ?? signInProviders();
}
