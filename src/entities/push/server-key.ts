import { keyBytes } from '@/entities/push/key-bytes';
import { backendConfig } from '@/lib/env';

const TIMEOUT_MS = 10_000;

/** The key the server signs its notifications with; null: this installation has none to send. */
export async function fetchServerKey(): Promise<string | null> {
  const { supabaseUrl } = await backendConfig();
  const address = new URL('/push/key', supabaseUrl || window.location.origin);
  const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  // A hosted project has no such address, or answers with a page.
  if (answer.status >= 500) throw new Error(`push/key answered ${answer.status}`);
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  if (!answer.ok || !isJson) return null;
  const { key } = (await answer.json()) as { key?: string };
  return key ?? null;
}

/** Whether a subscription was made for this key; one without a key says nothing. */
export function isForKey({ options }: PushSubscription, key: string): boolean {
  if (!options.applicationServerKey) return true;
  const used = new Uint8Array(options.applicationServerKey);
  const wanted = keyBytes(key);
  return used.length === wanted.length && used.every((byte, index) => byte === wanted[index]);
}
