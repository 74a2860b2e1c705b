import { filesWith } from '@/lib/full-client';
import { kioskClient } from '@/lib/supabase';

let client: ReturnType<typeof kioskClient> | undefined;

/** The tablet's own session, apart from whoever may be signed in to this browser. */
export function kiosk() {
  client ??= kioskClient();
  return client;
}

/** Where the tablet stores the photos it announced. */
export async function kioskFiles() {
  const { auth } = await kiosk();
  const token = async () => (await auth.getSession()).data.session?.access_token ?? null;
  return (await filesWith(token)).from('kiosk-photos');
}
