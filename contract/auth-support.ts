import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { expect, inject } from 'vitest';

export interface Api {
  readonly url: string;
  readonly anonKey: string;
  readonly serviceKey: string;
}

export interface CapturedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
}

export const PASSWORD = 'plumb line and level 7';

export const sharedApi = (): Api => inject('api');

/** A client as a browser tab has it, with a memory of its own. */
export function newClient(
  api: Api = sharedApi(),
  options: { flowType?: 'implicit' | 'pkce'; headers?: Record<string, string> } = {},
): SupabaseClient {
  const memory = new Map<string, string>();
  return createClient(api.url, api.anonKey, {
    auth: {
      autoRefreshToken: false,
      detectSessionInUrl: false,
      flowType: options.flowType ?? 'implicit',
      storage: {
        getItem: (key) => memory.get(key) ?? null,
        setItem: (key, value) => void memory.set(key, value),
        removeItem: (key) => void memory.delete(key),
      },
    },
    global: { headers: options.headers ?? {} },
  });
}

export function adminClient(api: Api = sharedApi()): SupabaseClient {
  return createClient(api.url, api.serviceKey, {
    auth: { autoRefreshToken: false, persistSession: false },
  });
}

let counter = 0;
export function newEmail(name = 'worker'): string {
  counter += 1;
  return `${name}-${process.pid}-${Date.now().toString(36)}-${counter}@example.com`;
}

/** The newest captured mail to an address, once there are `count` of them. */
export async function mailTo(
  address: string,
  { count = 1, api = sharedApi() }: { count?: number; api?: Api } = {},
): Promise<CapturedMail> {
  await expect.poll(async () => (await mailsTo(address, api)).length).toBeGreaterThanOrEqual(count);
  return (await mailsTo(address, api))[0] as CapturedMail;
}

export async function mailsTo(address: string, api: Api = sharedApi()): Promise<CapturedMail[]> {
  const response = await fetch(process.env['CONTRACT_MAIL_URL'] ?? `${api.url}/dev/mail.json`);
  const mails = (await response.json()) as CapturedMail[];
  return mails.filter((mail) => mail.to === address);
}

export function linkIn(mail: CapturedMail): string {
  const link = mail.links[0];
  if (link === undefined) throw new Error(`no link in "${mail.subject}"`);
  return link;
}

export function codeIn(mail: CapturedMail): string {
  const code = /^\d{6}$/m.exec(mail.text)?.[0];
  if (code === undefined) throw new Error(`no code in "${mail.subject}"`);
  return code;
}

/** Follows a link of a mail as a browser does and returns where it leads. */
export async function follow(link: string): Promise<URL> {
  const response = await fetch(link, { redirect: 'manual' });
  if (response.status !== 303) throw new Error(`${response.status} ${await response.text()}`);
  return new URL(response.headers.get('location') ?? '');
}

export function fragmentOf(url: URL): URLSearchParams {
  return new URLSearchParams(url.hash.slice(1));
}

/** An account that is ready for use; made with the secret key, so it costs no mail. */
export async function newAccount(
  api: Api = sharedApi(),
  attributes: { email?: string; user_metadata?: object } = {},
): Promise<{ email: string; password: string; id: string }> {
  const email = attributes.email ?? newEmail();
  const { data, error } = await adminClient(api).auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: attributes.user_metadata ?? {},
  });
  if (error) throw error;
  return { email, password: PASSWORD, id: data.user.id };
}

/** A client that is signed in with a new account. */
export async function signedIn(api: Api = sharedApi()) {
  const account = await newAccount(api);
  const client = newClient(api);
  const { data, error } = await client.auth.signInWithPassword(account);
  if (error) throw error;
  return { ...account, client, session: data.session };
}

/** A request past the client, as anyone could send it. */
export async function call(
  path: string,
  init: RequestInit & { json?: unknown; token?: string; api?: Api } = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const api = init.api ?? sharedApi();
  const response = await fetch(`${api.url}/auth/v1${path}`, {
    method: init.json === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    ...init,
    headers: {
      apikey: api.anonKey,
      ...(init.token ? { authorization: `Bearer ${init.token}` } : {}),
      ...(init.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(init.headers as Record<string, string> | undefined),
    },
    ...(init.json === undefined ? {} : { body: JSON.stringify(init.json) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text.startsWith('{') ? JSON.parse(text) : {},
    headers: response.headers,
  };
}
