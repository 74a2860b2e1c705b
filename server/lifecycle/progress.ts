import { styleText } from 'node:util';

/** Of "Preparing the database, 12 of 66": what the step is, and how far it is. */
const COUNTED = /^(.*), (\d+) of (\d+)$/;
const CLEAR_LINE = '\r\u001b[2K';

/** A counted step whose line is not ended yet. */
let open: string | undefined;

/**
 * One line per step. A counted one goes on in its line on a terminal; elsewhere (a journal, a file) the
 * line is written when the count is complete.
 */
export function printProgress(step: string): void {
  const [, name, done, total] = COUNTED.exec(step) ?? [];
  if (open !== undefined && open !== name) endProgress();
  const line = `  ${styleText('dim', '·')} ${step}`;
  if (name === undefined || done === total) {
    process.stdout.write(`${open === undefined ? '' : CLEAR_LINE}${line}\n`);
    open = undefined;
  } else if (process.stdout.isTTY) {
    process.stdout.write(`${CLEAR_LINE}${line}`);
    open = name;
  }
}

/** Before anything else is written: a count that was left in its middle keeps its line. */
export function endProgress(): void {
  if (open !== undefined) process.stdout.write('\n');
  open = undefined;
}
