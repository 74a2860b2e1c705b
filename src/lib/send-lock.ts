/** Shared with the service worker: whoever holds it sends what waits on this device. */
const SEND_LOCK = 'chalkline-send';

/** Where the browser has no locks (pages without HTTPS), this page takes turns with itself. */
let turn: Promise<unknown> = Promise.resolve();
let taken = 0;

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  taken += 1;
  const mine = turn.then(work, work).finally(() => {
    taken -= 1;
  });
  turn = mine.catch(() => undefined);
  return mine;
}

/** Waits until nobody else on this device sends. A page that is closed gives its lock back. */
export function withSendLock<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!navigator.locks) return inTurn(work);
  return navigator.locks.request(SEND_LOCK, signal ? { signal } : {}, work) as Promise<T>;
}

/** False where somebody else on this device sends already. */
export async function ifSendLockIsFree(work: () => Promise<void>): Promise<boolean> {
  const run = async (): Promise<boolean> => {
    await work();
    return true;
  };
  if (!navigator.locks) return taken === 0 ? inTurn(run) : false;
  return navigator.locks.request(SEND_LOCK, { ifAvailable: true }, (lock) =>
    lock ? run() : false,
  );
}
