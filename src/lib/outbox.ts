import { AppError, unwrap } from '@/lib/errors';

/** Small things said without a signal, kept in this browser until the server has heard them. */
export interface Outbox<Item> {
  keep: (item: Item) => void;
  has: (employeeId: string) => boolean;
  /** Tells the server, or keeps it until the server can be told. Whether it arrived. */
  sendOrKeep: (item: Item) => Promise<boolean>;
  /** Sends what waits for this person, in order; a failure keeps it for the next time. */
  sendWaiting: (employeeId: string) => Promise<void>;
}

type Answer = Parameters<typeof unwrap>[0];

/** What it is about is not there yet: it is kept, and does not hold up what comes after it. */
const TOO_EARLY = 'time_not_known_yet';
const isTooEarly = ({ error }: Answer): boolean =>
  (error as { hint?: string } | null)?.hint === TOO_EARLY;

/** Refused for good, such as of something deleted: nothing would be gained by asking again. */
const isRefused = ({ error }: Answer): boolean =>
  (error as { code?: string } | null)?.code === 'P0001';

export function createOutbox<Item extends { employeeId: string }>(
  key: string,
  send: (item: Item) => PromiseLike<Answer>,
  isReady: (item: Item) => boolean = () => true,
): Outbox<Item> {
  const waiting = (): Item[] => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? '[]') as Item[];
    } catch {
      return [];
    }
  };
  const store = (items: readonly Item[]): void => {
    if (items.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(items));
  };
  const keep = (item: Item): void => store([...waiting(), item]);
  const ask = async (item: Item): Promise<Answer | null> => {
    if (!navigator.onLine) throw new AppError('offline');
    const answer = isReady(item) ? await send(item) : null;
    if (!answer || isTooEarly(answer)) return null;
    if (!isRefused(answer)) unwrap(answer);
    return answer;
  };
  const nextOf = (employeeId: string): Item | undefined =>
    waiting().find((item) => item.employeeId === employeeId);

  // One at a time, or the same item would be sent twice; what is kept meanwhile is sent, too.
  const sending = new Map<string, Promise<void>>();
  const sendAll = async (employeeId: string): Promise<void> => {
    const tooEarly = new Set<string>();
    const next = (): Item | undefined =>
      waiting().find(
        (item) => item.employeeId === employeeId && !tooEarly.has(JSON.stringify(item)),
      );
    for (let item = next(); item; item = next()) {
      const asked = JSON.stringify(item);
      if (await ask(item)) store(waiting().filter((other) => JSON.stringify(other) !== asked));
      else tooEarly.add(asked);
    }
    if (tooEarly.size > 0) throw new AppError(TOO_EARLY);
  };

  return {
    keep,
    has: (employeeId) => nextOf(employeeId) !== undefined,
    async sendOrKeep(item) {
      const answer = await ask(item).catch(() => null);
      if (answer) unwrap(answer);
      else keep(item);
      return answer !== null;
    },
    sendWaiting(employeeId) {
      const running =
        sending.get(employeeId) ??
        sendAll(employeeId).finally(() => {
          sending.delete(employeeId);
        });
      sending.set(employeeId, running);
      return running;
    },
  };
}
