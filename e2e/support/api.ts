import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../supabase/types.ts';

/** The server that global-setup.ts started, spoken to as any client would. */
export const api = {
  get url(): string {
    return required('E2E_URL');
  },
  get anonKey(): string {
    return required('E2E_ANON_KEY');
  },
  get serviceKey(): string {
    return required('E2E_SERVICE_KEY');
  },
};

export type Client = SupabaseClient<Database>;

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; run through playwright.config.ts`);
  return value;
}

const withoutMemory = { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false };

export function anonymousClient(): Client {
  return createClient<Database>(api.url, api.anonKey, { auth: withoutMemory });
}

/** With the secret key: for what a test needs and no screen can do. */
export function adminClient(): Client {
  return createClient<Database>(api.url, api.serviceKey, { auth: withoutMemory });
}

/** The answer's data, or the failure with its words. */
export function must<T>(result: { data: T; error: null } | { data: unknown; error: object }): T {
  if (result.error) throw new Error(JSON.stringify(result.error), { cause: result.error });
  return result.data as T;
}
