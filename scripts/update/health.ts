import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

const REQUEST_TIMEOUT_MS = 5_000;
const PAUSE_MS = 300;
/** In a row: one answer may be the last of a server that is about to end. */
const ANSWERS_NEEDED = 3;
const MAX_FAILURES = 5;
/** One that ends and is started again and again is not starting. */
const MAX_STARTS = 3;
const MAX_START_MS = 30 * 60_000;

type Answer = 'healthy' | 'unhealthy' | 'silent';

/** Its certificate is not verified: the server is asked by an address of this machine. */
export function askHealth(url: string): Promise<Answer> {
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const call = request(url, { rejectUnauthorized: false, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200 ? 'healthy' : 'unhealthy');
    });
    call.setTimeout(REQUEST_TIMEOUT_MS, () => call.destroy());
    call.on('error', () => resolve('silent'));
    call.end();
  });
}

/**
 * Waits until it answers well several times in a row. A server that runs and does not answer yet may be
 * applying migrations to a large database: its time counts from when it answers, or ends.
 */
export async function becomesHealthy(
  url: string,
  timeoutMs: number,
  server: () => number | undefined,
): Promise<boolean> {
  const begun = performance.now();
  const starts = new Set<number>();
  let waitingSince = begun;
  let answers = 0;
  while (performance.now() - waitingSince < timeoutMs) {
    const answer = await askHealth(url);
    answers = answer === 'healthy' ? answers + 1 : 0;
    if (answers >= ANSWERS_NEEDED) return true;
    const pid = answer === 'silent' ? server() : undefined;
    if (pid !== undefined) starts.add(pid);
    const isStarting = pid !== undefined && starts.size <= MAX_STARTS;
    if (isStarting && performance.now() - begun < MAX_START_MS) waitingSince = performance.now();
    await sleep(PAUSE_MS);
  }
  return false;
}

/** Whether it goes on answering for so long. */
export async function staysHealthy(url: string, durationMs: number): Promise<boolean> {
  const begun = performance.now();
  let failures = 0;
  while (performance.now() - begun < durationMs) {
    failures = (await askHealth(url)) === 'healthy' ? 0 : failures + 1;
    if (failures >= MAX_FAILURES) return false;
    await sleep(PAUSE_MS);
  }
  return true;
}
