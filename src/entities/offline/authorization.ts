import { AppError } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

/** In the name of that account; null: another one may have signed in a moment ago, also in another tab. */
export async function authorizationOf(userId: string): Promise<string | null> {
  const { session } = (await supabase().auth.getSession()).data;
  return session?.user.id === userId ? `Bearer ${session.access_token}` : null;
}

/** As above; where another account has signed in, what is left to do waits for its own. */
export async function requireAuthorization(userId: string): Promise<string> {
  const authorization = await authorizationOf(userId);
  if (!authorization) throw new AppError('offline');
  return authorization;
}
