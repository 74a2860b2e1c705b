/**
 * What this device stores: the last known data and what was not sent yet. In IndexedDB, because it
 * survives a restart and holds more than localStorage, and loaded with the app: a punch must not wait
 * for a file before it is written down.
 */
const DATABASE = 'keyval-store';
const STORE = 'keyval';

let opened: Promise<IDBDatabase> | undefined;

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function open(): Promise<IDBDatabase> {
  if (opened) return opened;
  const reopen = (): void => {
    opened = undefined;
  };
  const request = indexedDB.open(DATABASE);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  opened = answerOf(request);
  opened.then((database) => {
    // Safari closes connections now and then.
    database.onclose = reopen;
  }, reopen);
  return opened;
}

async function read<T>(ask: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  return answerOf(ask((await open()).transaction(STORE, 'readonly').objectStore(STORE)));
}

/** Everything `work` does, or nothing of it, also against other tabs. */
async function write(
  work: (store: IDBObjectStore) => void,
  durability: IDBTransactionDurability = 'default',
): Promise<void> {
  const transaction = (await open()).transaction(STORE, 'readwrite', { durability });
  const committed = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  work(transaction.objectStore(STORE));
  return committed;
}

export const readStored = <T>(key: string): Promise<T | undefined> =>
  read((store) => store.get(key));

export const storedKeys = (): Promise<string[]> => read((store) => store.getAllKeys());

/** What is written or removed in the same step as a change. */
export interface Besides {
  put?: readonly (readonly [key: string, value: unknown])[];
  remove?: readonly string[];
}

async function change<T>(
  key: string,
  next: (before?: T) => T,
  durability: IDBTransactionDurability,
  { put = [], remove = [] }: Besides = {},
): Promise<T> {
  let result: T | undefined;
  await write((store) => {
    const before = store.get(key);
    before.onsuccess = () => {
      result = next(before.result);
      store.put(result, key);
      for (const [name, value] of put) store.put(value, name);
      for (const name of remove) store.delete(name);
    };
  }, durability);
  return result as T;
}

export const changeStored = <T>(key: string, next: (before?: T) => T): Promise<T> =>
  change(key, next, 'default');

/** For what exists nowhere else: resolves when the disk has it, not when the system has promised to write it soon. */
export const changeOnDisk = <T>(
  key: string,
  next: (before?: T) => T,
  besides?: Besides,
): Promise<T> => change(key, next, 'strict', besides);

export const forget = (names: readonly string[]): Promise<void> =>
  write((store) => {
    for (const name of names) store.delete(name);
  });
