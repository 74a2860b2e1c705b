import { setTimeout as delay } from 'node:timers/promises';

/**
 * Answers, or fails, no sooner than `milliseconds` after the start. What stays below the bound takes
 * the same time whatever happened inside, so the clock does not tell whether an account exists.
 */
export async function settleNoEarlier<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), delay(Math.max(0, milliseconds))]);
  if (result.status === 'fulfilled') return result.value;
  throw result.reason;
}
