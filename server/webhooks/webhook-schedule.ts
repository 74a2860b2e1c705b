const [MINUTE, HOUR] = [60, 3_600];

/** Seconds after the first attempt, the second, …: about 75 hours in all (Standard Webhooks 1.0.0). */
export const RETRY_SECONDS: readonly number[] = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** A tenth less or more, so that not all that failed together return together. */
const JITTER = 0.1;

/** How long to wait after a failed attempt; nothing after the last. */
export function retrySecondsAfter(
  attempt: number,
  schedule = RETRY_SECONDS,
  random = Math.random,
): number | undefined {
  const seconds = schedule[attempt - 1];
  return seconds === undefined ? undefined : seconds * (1 - JITTER + 2 * JITTER * random());
}
