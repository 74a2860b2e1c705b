import type { QueryKey } from '@tanstack/react-query';

/** What the server told of the screen the app opens with, in one answer. */
export interface FirstScreen {
  readonly queries: readonly { key: QueryKey; data: unknown }[];
  /** By the hash of their keys. */
  readonly data: ReadonlyMap<string, unknown>;
  /** Who looks, and whose account that is. */
  readonly viewer: unknown;
  readonly userId: unknown;
  /** The server's time, and this device's around the request. */
  readonly at: string;
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** So long nothing else is asked for; on a line that takes longer every read goes its own way. */
const MAX_WAIT_MS = 5_000;
const NONE: Promise<FirstScreen | null> = Promise.resolve(null);
let coming = NONE;
let untaken = NONE;
let drop = (): void => undefined;

/** What is asked for meanwhile waits for it, and asks by itself only for what is not in it. */
export const comingFirstScreen = (): Promise<FirstScreen | null> => coming;

export const isFirstScreenComing = (): boolean => coming !== NONE;

/** For who looks, which does not go into the cache as it came: once, also when it is here already. */
export function takeFirstScreen(): Promise<FirstScreen | null> {
  const taken = untaken;
  untaken = NONE;
  return taken;
}

/** Something was changed here: an answer on its way may be from before. */
export const dropFirstScreen = (): void => drop();

/** The one before the first render stays for who looks, who may ask later; every other goes as it came. */
export function expectFirstScreen(
  answer: Promise<FirstScreen | null>,
  use: (answer: FirstScreen) => void,
  staysUntilTaken: boolean,
): void {
  let isOutdated = false;
  const dropped = Promise.withResolvers<null>();
  const forget = () => {
    if (coming === expected) coming = NONE;
    if (untaken === expected && (isOutdated || !staysUntilTaken)) untaken = NONE;
  };
  drop = () => {
    isOutdated = true;
    forget();
    dropped.resolve(null);
  };
  const timer = setTimeout(drop, MAX_WAIT_MS);
  const used = answer
    .then((first) => {
      if (!first || isOutdated) return null;
      use(first);
      return first;
    })
    .catch(() => null);
  const expected: Promise<FirstScreen | null> = Promise.race([used, dropped.promise]);
  coming = expected;
  untaken = expected;
  void expected.then(() => {
    clearTimeout(timer);
    forget();
  });
}
