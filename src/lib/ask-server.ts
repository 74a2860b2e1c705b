import { toAppError } from '@/lib/errors';
import { loadErrorTexts } from '@/lib/i18n';
import { supabase } from '@/lib/supabase';

/** For requests that are not made by `askServer`. */
export async function sessionHeader(): Promise<string> {
  const { session } = (await supabase().auth.getSession()).data;
  return `Bearer ${session?.access_token ?? ''}`;
}

/**
 * What the server has beyond the Supabase contract, such as `/system/v1/map`, asked with the session of whoever
 * is signed in.
 */
export async function askServer<Answer>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  options: { body?: object; signal?: AbortSignal } = {},
): Promise<Answer> {
  const { body, signal } = options;
  const headers: Record<string, string> = { authorization: await sessionHeader() };
  if (body) headers['content-type'] = 'application/json';
  try {
    const response = await fetch(path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const text = await response.text();
    const answer: unknown = text === '' ? null : JSON.parse(text);
    if (response.ok) return answer as Answer;
    // Whoever hears of a refusal has the text for it.
    await loadErrorTexts();
    throw toAppError({ ...(answer as object), status: response.status });
  } catch (cause) {
    throw toAppError(cause);
  }
}
