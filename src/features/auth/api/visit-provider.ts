import { safeReturnPath } from '@/features/auth/safe-return-path';
import { signUpClient } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

interface Visit {
  /** `google`, `custom:okta` */
  provider: string;
  /** Where to go once signed in. */
  from: unknown;
}

/** Leaves for the provider; with PKCE, so that only this browser can use what it brings back. */
async function visitProvider({ provider, from }: Visit): Promise<void> {
  const back = new URL('/auth/login', window.location.origin);
  back.searchParams.set('with', provider);
  const path = safeReturnPath(from);
  if (path !== '/') back.searchParams.set('from', path);
  const { auth } = await signUpClient();
  const { error } = await auth.signInWithOAuth({
    // The type names the well-known ones only.
    provider: provider as 'google',
    options: { redirectTo: back.href },
  });
  if (error) throw error;
}

export function useVisitProvider() {
  return useWrite({ send: visitProvider });
}
