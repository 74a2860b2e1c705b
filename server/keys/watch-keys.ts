import type { LiveKeys, StoredKeys } from './keys.ts';

const POLL_INTERVAL_MS = 60_000;

/** Adopts keys that `npm run keys` has stored while this server runs. */
export function watchKeys(
  keys: LiveKeys,
  stored: StoredKeys,
  read: () => Promise<StoredKeys>,
): { look(): Promise<void>; stop(): void } {
  let known = newestKeys(stored);
  async function look(): Promise<void> {
    const current = await read().catch(() => undefined);
    if (!current || newestKeys(current) === known) return;
    await keys.replace(current);
    known = newestKeys(current);
  }
  const timer = setInterval(() => void look(), POLL_INTERVAL_MS).unref();
  return { look, stop: () => clearInterval(timer) };
}

function newestKeys({ signingKeys, ledgerKeys, sealKeys }: StoredKeys): string {
  return `${signingKeys[0]?.kid} ${ledgerKeys?.[0]?.key_id} ${sealKeys?.[0]?.id}`;
}
