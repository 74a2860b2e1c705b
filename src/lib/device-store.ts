/**
 * What this device keeps: the last known data and what was not sent yet. In IndexedDB, because it
 * survives a restart and holds more than localStorage. The library loads when first asked for.
 */
const library = () => import('idb-keyval');

export async function readKept<T>(key: string): Promise<T | undefined> {
  return (await library()).get<T>(key);
}

/** Reads and writes as one step, also against other tabs. */
export async function changeKept<T>(key: string, change: (before?: T) => T): Promise<T> {
  let result: T | undefined;
  await (await library()).update<T>(key, (before) => {
    result = change(before);
    return result;
  });
  return result as T;
}

export async function forget(keys: string[]): Promise<void> {
  await (await library()).delMany(keys);
}

export async function keptKeys(): Promise<string[]> {
  return (await library()).keys<string>();
}
