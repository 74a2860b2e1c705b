import { delMany, get, keys, update } from 'idb-keyval';

/**
 * What this device keeps: the last known data and what was not sent yet. In IndexedDB, because it
 * survives a restart and holds more than localStorage.
 */

export async function readKept<T>(key: string): Promise<T | undefined> {
  return get<T>(key);
}

/** Reads and writes as one step, also against other tabs. */
export async function changeKept<T>(key: string, change: (before?: T) => T): Promise<T> {
  let result: T | undefined;
  await update<T>(key, (before) => {
    result = change(before);
    return result;
  });
  return result as T;
}

export async function forget(keys: string[]): Promise<void> {
  await delMany(keys);
}

export async function keptKeys(): Promise<string[]> {
  return keys<string>();
}
