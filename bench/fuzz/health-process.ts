// Asks /health ten times a second, in a process of its own: that of the sender is busy. Its parent sends the address,
// and reads what was measured when it sends 'end'.
import { Agent, request } from 'node:http';

export interface HealthBeside {
  /** The longest answer of each second, in milliseconds. */
  readonly worst: readonly number[];
  /** How late a timer of this process was in each second: it has no other work, so this is the machine. */
  readonly late: readonly number[];
  readonly failed: number;
}

const EVERY_MS = 100;
/** No answer by then is a failure, and counts as long. */
const TIMEOUT_MS = 20_000;

const agent = new Agent({ keepAlive: true });
const worst: number[] = [];
const late: number[] = [];
let failed = 0;

process.on('disconnect', () => process.exit());
process.on('message', (order: string) => {
  if (order === 'end') process.send?.({ worst, late, failed } satisfies HealthBeside);
  else begin(order);
});

function begin(url: string): void {
  const started = performance.now();
  let before = started;
  setInterval(() => {
    const now = performance.now();
    const second = Math.floor((now - started) / 1000);
    note(late, second, Math.max(0, now - before - EVERY_MS));
    before = now;
    ask(url, (took) => note(worst, second, took));
  }, EVERY_MS);
}

function note(seconds: number[], second: number, milliseconds: number): void {
  while (seconds.length <= second) seconds.push(0);
  seconds[second] = Math.max(seconds[second] ?? 0, milliseconds);
}

function ask(url: string, done: (took: number) => void): void {
  const begun = performance.now();
  const end = () => done(performance.now() - begun);
  const sent = request(`${url}/health`, { agent, timeout: TIMEOUT_MS }, (response) => {
    if (response.statusCode !== 200) failed++;
    response.resume().on('end', end);
  });
  sent.on('timeout', () => sent.destroy(new Error('no answer')));
  sent.on('error', () => {
    failed++;
    end();
  });
  sent.end();
}
