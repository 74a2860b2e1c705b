/**
 * Stands in for `idb-keyval` (vitest.config.ts): the DOM of the tests has no IndexedDB. A test that
 * is about what the device keeps says so; it is forgotten after each.
 */
export const kept = new Map<string, unknown>();
let isThere = false;

export function giveDeviceMemory(): void {
  isThere = true;
}

export function takeDeviceMemory(): void {
  isThere = false;
  kept.clear();
}

function memory(): Map<string, unknown> {
  if (!isThere) throw new Error('This device keeps nothing.');
  return kept;
}

export async function get(key: string): Promise<unknown> {
  return memory().get(key);
}

export async function update(key: string, change: (before: unknown) => unknown): Promise<void> {
  memory().set(key, change(memory().get(key)));
}

export async function delMany(keys: readonly string[]): Promise<void> {
  for (const key of keys) memory().delete(key);
}

export async function keys(): Promise<string[]> {
  return [...memory().keys()];
}

/** Of the real one; nothing opens a database here. */
export function promisifyRequest(): never {
  throw new Error('There is no IndexedDB here.');
}
