import type { User } from '@supabase/auth-js';

/** What the person signs in with: the address, or the phone number of who has none. */
export function signInName(user: Pick<User, 'email' | 'phone'> | null | undefined): string {
  return user?.email || (user?.phone ? `+${user.phone}` : '');
}
