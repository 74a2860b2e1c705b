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
let isOutdated = false;
let release = (): void => undefined;

/** What is asked for meanwhile waits for it, and asks by itself only for what is not in it. */
export const comingFirstScreen = (): Promise<FirstScreen | null> => coming;

/** For who looks, which does not go into the cache as it came: once, also when it is here already. */
export async function takeFirstScreen(): Promise<FirstScreen | null> {
  const first = await untaken;
  untaken = NONE;
  return isOutdated ? null : first;
}

/** Something was changed here: an answer on its way may be from before. */
export function dropFirstScreen(): void {
  isOutdated = true;
  release();
}

export function expectFirstScreen(
  answer: Promise<FirstScreen | null>,
  use: (answer: FirstScreen) => void,
): void {
  isOutdated = false;
  const released = Promise.withResolvers<null>();
  release = () => released.resolve(null);
  const timer = setTimeout(dropFirstScreen, MAX_WAIT_MS);
  const used = answer
    .then((first) => {
      if (!first || isOutdated) return null;
      use(first);
      return first;
    })
    .catch(() => null);
  coming = Promise.race([used, released.promise]);
  untaken = coming;
  void coming.then(() => {
    clearTimeout(timer);
    coming = NONE;
  });
}
