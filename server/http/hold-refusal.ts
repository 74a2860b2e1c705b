import { setTimeout as delay } from 'node:timers/promises';

const HOLD_MS = 300;
/** More than that waiting would cost memory; the rest hear it at once. */
const MAX_HELD = 1_000;

let held = 0;

/**
 * For refusals that nobody honest meets in a row: told a little later, so that who asks again and
 * again takes three turns a second for each of their connections, and not thousands.
 */
export async function holdRefusal(): Promise<void> {
  if (held >= MAX_HELD) return;
  held += 1;
  await delay(HOLD_MS);
  held -= 1;
}
