import { randomUUID } from 'node:crypto';
import {
  createClient,
  type RealtimeChannel,
  type SupabaseClient,
  type SupabaseClientOptions,
} from '@supabase/supabase-js';
import { inject } from 'vitest';
import { SOCKET_LIMITS } from '../testing/socket-limits.ts';

const PASSWORD = 'password123';

export const project = inject('integration');

export function connect(options: SupabaseClientOptions<'public'> = {}): SupabaseClient {
  return createClient(project.url, project.anonKey, {
    ...options,
    auth: { persistSession: false, autoRefreshToken: false, ...options.auth },
    realtime: { ...SOCKET_LIMITS, ...options.realtime },
  });
}

export async function signUp(client: SupabaseClient): Promise<{ email: string; id: string }> {
  const email = `user-${randomUUID()}@example.com`;
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
  if (error || !data.user) throw error ?? new Error('no user');
  return { email, id: data.user.id };
}

export function signIn(client: SupabaseClient, email: string, password = PASSWORD) {
  return client.auth.signInWithPassword({ email, password });
}

export function subscribed(channel: RealtimeChannel): Promise<string> {
  return new Promise((resolve) => {
    channel.subscribe((status, error) => resolve(error ? error.message : status));
  });
}
