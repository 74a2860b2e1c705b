/**
 * As much of IndexedDB as `lib/device-store.ts` uses, in memory: the DOM of the tests has none. A test
 * that is about what the device stores says so; it is forgotten after each.
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

interface Request {
  result?: unknown;
  onsuccess?: () => void;
}

/** Answered a moment later and at once, so that no other transaction comes in between. */
class Transaction {
  oncomplete?: () => void;
  onabort?: () => void;
  error: unknown = null;
  private readonly asked: (() => void)[] = [];

  constructor() {
    queueMicrotask(() => this.run());
  }

  private run(): void {
    const before = new Map(kept);
    try {
      for (let answer = this.asked.shift(); answer; answer = this.asked.shift()) answer();
      this.oncomplete?.();
    } catch (cause) {
      this.error = cause;
      kept.clear();
      for (const [key, value] of before) kept.set(key, value);
      this.onabort?.();
    }
  }

  private ask(work: () => unknown): Request {
    const request: Request = {};
    this.asked.push(() => {
      request.result = work();
      request.onsuccess?.();
    });
    return request;
  }

  objectStore() {
    return {
      get: (key: string) => this.ask(() => kept.get(key)),
      getAllKeys: () => this.ask(() => [...kept.keys()]),
      put: (value: unknown, key: string) => this.ask(() => kept.set(key, value)),
      delete: (key: string) => this.ask(() => kept.delete(key)),
    };
  }
}

const database = {
  transaction: (): Transaction => {
    if (!isThere) throw new Error('This device keeps nothing.');
    return new Transaction();
  },
};

/** For `globalThis.indexedDB`. */
export const deviceMemory = {
  open: (): Request => {
    const request: Request = { result: database };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  },
};
