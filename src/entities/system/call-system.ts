import { backendConfig } from '@/lib/env';
import { toAppError } from '@/lib/errors';
import { loadErrorTexts } from '@/lib/i18n';
import { supabase } from '@/lib/supabase';

/** What the server offers besides the contract, below /system/v1, with the session of who is looking. */
export async function callSystem<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const { supabaseUrl } = await backendConfig();
  const { data } = await supabase().auth.getSession();
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${data.session?.access_token ?? ''}`);
  const address = new URL(`system/v1/${path}`, supabaseUrl.replace(/\/*$/, '/'));
  const answer = await fetch(address, { ...init, headers });
  if (answer.ok) return (await answer.json()) as Answer;
  await loadErrorTexts();
  const body = (await answer.json().catch(() => ({}))) as object;
  throw toAppError({ ...body, status: answer.status });
}
