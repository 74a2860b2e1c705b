import type { ApiDescription } from '@/features/developers/files/api-reference';
import { askServer } from '@/lib/ask-server';
import { backendConfig } from '@/lib/env';

/** The tables and functions that whoever is signed in may use. */
export async function readApiDescription(): Promise<ApiDescription> {
  const { supabaseUrl, supabaseAnonKey } = await backendConfig();
  return askServer(`${supabaseUrl}/rest/v1/`, { headers: { apikey: supabaseAnonKey } });
}
