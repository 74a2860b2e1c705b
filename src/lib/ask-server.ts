import { toAppError } from '@/lib/errors';
import { loadErrorTexts } from '@/lib/i18n';
import { supabase } from '@/lib/supabase';

/** The session of whoever is signed in, as a header. */
export async function sessionHeader(): Promise<string> {
  const { session } = (await supabase().auth.getSession()).data;
  return `Bearer ${session?.access_token ?? ''}`;
}

/** What the server that serves this page offers besides the contract, such as `/system/v1/status`. */
export async function askServer<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = new Headers(init.headers);
  headers.set('authorization', await sessionHeader());
  const answer = await fetch(path, { ...init, headers });
  const body: unknown = await answer.json().catch(() => null);
  if (answer.ok) return body as Answer;
  await loadErrorTexts();
  throw toAppError({ ...(body as object | null), status: answer.status });
}
