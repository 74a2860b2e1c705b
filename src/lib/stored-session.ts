import type { Session } from '@supabase/auth-js';

export const SESSION_KEY = 'chalkline.session';

/** The session this browser holds, whether or not it could be renewed. */
export function storedSession(): Session | null {
  try {
    const session = JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null') as Session | null;
    return session?.access_token && session.user ? session : null;
  } catch {
    return null;
  }
}
