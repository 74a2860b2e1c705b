import { globSync } from 'node:fs';

const [LIBRARY = ''] = globSync('/usr/lib/*/faketime/libfaketime.so.1');

/** Why the clock cannot be set, or nothing when it can. */
export const noShiftedClock =
  LIBRARY === ''
    ? 'Another clock needs libfaketime (Debian: apt-get install faketime).'
    : undefined;

/** Durations stay true: what waits for a while waits as long as ever. */
const PRELOADED = { LD_PRELOAD: LIBRARY, FAKETIME_DONT_FAKE_MONOTONIC: '1' };

/**
 * The environment in which a process and all it starts, PostgreSQL too, see this moment and count on from
 * there.
 */
export function shiftedClock(moment: Date): Record<string, string> {
  if (noShiftedClock) throw new Error(noShiftedClock);
  const seconds = Math.round((moment.getTime() - Date.now()) / 1000);
  return { ...PRELOADED, FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s` };
}

/** The same with an offset that is read from a file once a second. */
export const jumpingClock = (offsetFile: string): Record<string, string> => ({
  ...PRELOADED,
  FAKETIME_TIMESTAMP_FILE: offsetFile,
  FAKETIME_CACHE_DURATION: '1',
});
