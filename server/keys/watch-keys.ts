import type { LiveKeys, StoredKeys } from './keys.ts';

const POLL_INTERVAL_MS = 60_000;

/** Adopts keys that `npm run keys -- rotate` has stored while this server runs. */
export function watchKeys(
  keys: LiveKeys,
  stored: StoredKeys,
  read: () => Promise<StoredKeys>,
): { look(): Promise<void>; stop(): void } {
  let known = newestKid(stored);
  async function look(): Promise<void> {
    const current = await read().catch(() => undefined);
    if (!current || newestKid(current) === known) return;
    await keys.replace(current);
    known = newestKid(current);
  }
  const timer = setInterval(() => void look(), POLL_INTERVAL_MS).unref();
  return { look, stop: () => clearInterval(timer) };
}

function newestKid({ signingKeys }: StoredKeys): string | undefined {
  return signingKeys[0]?.kid;
}
