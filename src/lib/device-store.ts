import { delMany, get, keys, promisifyRequest, type UseStore, update } from 'idb-keyval';

/**
 * What this device stores: the last known data and what was not sent yet. In IndexedDB, because it
 * survives a restart and holds more than localStorage, and loaded with the app: a punch must not wait
 * for a file before it is written down.
 */
let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  if (opened) return opened;
  const request = indexedDB.open('keyval-store');
  request.onupgradeneeded = () => request.result.createObjectStore('keyval');
  opened = promisifyRequest(request);
  opened.then(
    (database) => {
      database.onclose = () => {
        opened = undefined;
      };
    },
    () => {
      opened = undefined;
    },
  );
  return opened;
}

/** Resolves when the disk has it, not when the system has promised to write it soon. */
const onDisk: UseStore = async (mode, work) =>
  work((await open()).transaction('keyval', mode, { durability: 'strict' }).objectStore('keyval'));

export async function readKept<T>(key: string): Promise<T | undefined> {
  return get<T>(key);
}

/** Reads and writes as one step, also against other tabs. */
async function change<T>(key: string, next: (before?: T) => T, store?: UseStore): Promise<T> {
  let result: T | undefined;
  await update<T>(
    key,
    (before) => {
      result = next(before);
      return result;
    },
    store,
  );
  return result as T;
}

export const changeKept = <T>(key: string, next: (before?: T) => T): Promise<T> =>
  change(key, next);

/** For what exists nowhere else. */
export const changeOnDisk = <T>(key: string, next: (before?: T) => T): Promise<T> =>
  change(key, next, onDisk);

export async function forget(names: string[]): Promise<void> {
  await delMany(names);
}

export async function keptKeys(): Promise<string[]> {
  return keys<string>();
}
