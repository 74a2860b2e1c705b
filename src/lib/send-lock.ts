/** Shared with the service worker: whoever holds it sends what waits on this device. */
const LOCKS = { ordered: 'chalkline-send', attachments: 'chalkline-uploads' } as const;
type Lane = keyof typeof LOCKS;

/** Where the browser has no locks (pages without HTTPS), this page takes turns with itself. */
const turns = {
  ordered: { last: Promise.resolve() as Promise<unknown>, taken: 0 },
  attachments: { last: Promise.resolve() as Promise<unknown>, taken: 0 },
};

function inTurn<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
  const turn = turns[lane];
  turn.taken += 1;
  const mine = turn.last.then(work).finally(() => {
    turn.taken -= 1;
  });
  turn.last = mine.catch(() => undefined);
  return mine;
}

/** Waits until nobody else on this device sends. A page that is closed gives its lock back. */
export function withSendLock<T>(
  lane: Lane,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  if (!navigator.locks) return inTurn(lane, work);
  return navigator.locks.request(LOCKS[lane], signal ? { signal } : {}, work) as Promise<T>;
}

/** False where somebody else on this device sends already. */
export async function ifSendLockIsFree(lane: Lane, work: () => Promise<void>): Promise<boolean> {
  const run = async (): Promise<boolean> => {
    await work();
    return true;
  };
  if (!navigator.locks) return turns[lane].taken === 0 ? inTurn(lane, run) : false;
  return navigator.locks.request(LOCKS[lane], { ifAvailable: true }, (lock) =>
    lock ? run() : false,
  );
}
