import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { inject } from 'vitest';

const SESSIONLESS = { auth: { persistSession: false, autoRefreshToken: false } };

/** Says that the server knows what came with version 13, such as `maxAffected`. */
type Version = { PostgrestVersion: '13' };
// biome-ignore lint/suspicious/noExplicitAny: tests look at answers, not at generated types
type Client = SupabaseClient<any, Version>;

export function anonymous(): Client {
  const { url, anonKey } = inject('rest');
  return createClient(url, anonKey, SESSIONLESS);
}

export function service(): Client {
  const { url, serviceKey } = inject('rest');
  return createClient(url, serviceKey, SESSIONLESS);
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what each test looks at
  readonly json: any;
}

/** For what no client method says: a request as it goes over the wire. */
export async function send(
  method: string,
  path: string,
  options: { headers?: Record<string, string>; body?: string; key?: string } = {},
): Promise<Answer> {
  const { url, anonKey } = inject('rest');
  const response = await fetch(`${url}/rest/v1/${path}`, {
    method,
    headers: { apikey: options.key ?? anonKey, ...options.headers },
    ...(options.body === undefined ? {} : { body: options.body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parse(text) };
}

export const get = (path: string, headers: Record<string, string> = {}) =>
  send('GET', path, { headers });

export const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send('POST', path, {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
