import type { SupabaseClient } from '@supabase/supabase-js';

/** What carries the methods of the clients, by the names `client-surface.ts` gives them. */
export interface ClientParts {
  client: SupabaseClient;
  auth: SupabaseClient['auth'];
  'auth.mfa': SupabaseClient['auth']['mfa'];
  'auth.admin': SupabaseClient['auth']['admin'];
  'auth.admin.mfa': SupabaseClient['auth']['admin']['mfa'];
  table: ReturnType<SupabaseClient['from']>;
  query: ReturnType<ReturnType<SupabaseClient['from']>['select']>;
  storage: SupabaseClient['storage'];
  bucket: ReturnType<SupabaseClient['storage']['from']>;
  realtime: SupabaseClient['realtime'];
  channel: ReturnType<SupabaseClient['channel']>;
}
