import { AppError } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { isOfAnotherCompany } from '@/lib/token-company';

/** In the name of that account, in the company of this page; null: another one may have signed in or been chosen a moment ago, also in another tab. */
export async function authorizationOf(userId: string): Promise<string | null> {
  const { session } = (await supabase().auth.getSession()).data;
  if (session?.user.id !== userId || isOfAnotherCompany(session.access_token)) return null;
  return `Bearer ${session.access_token}`;
}

/** As above; where another account has signed in, what is left to do waits for its own. */
export async function requireAuthorization(userId: string): Promise<string> {
  const authorization = await authorizationOf(userId);
  if (!authorization) throw new AppError('offline');
  return authorization;
}
