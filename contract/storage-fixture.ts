import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { expect, inject } from 'vitest';

const SESSIONLESS = { auth: { persistSession: false, autoRefreshToken: false } };

/** Whom no policy binds. */
export function serviceClient(): SupabaseClient {
  const { url, serviceKey } = inject('api');
  return createClient(url, serviceKey, SESSIONLESS);
}

/** Anyone on the internet. */
export function anonymousClient(): SupabaseClient {
  const { url, anonKey } = inject('api');
  return createClient(url, anonKey, SESSIONLESS);
}

export function storageUrl(path: string): string {
  return `${inject('api').url}/storage/v1${path}`;
}

export function serviceHeaders(): Record<string, string> {
  const { serviceKey } = inject('api');
  return { apikey: serviceKey, authorization: `Bearer ${serviceKey}` };
}

type BucketOptions = Parameters<SupabaseClient['storage']['createBucket']>[1];

export async function newBucket(options: BucketOptions = { public: false }): Promise<string> {
  const name = `contract-${randomUUID()}`;
  const { error } = await serviceClient().storage.createBucket(name, options);
  expect(error).toBeNull();
  return name;
}

/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
