import { kioskClient } from '@/lib/supabase';

let client: ReturnType<typeof kioskClient> | undefined;

/** The tablet's own session, apart from whoever may be signed in to this browser. */
export function kiosk() {
  client ??= kioskClient();
  return client;
}
