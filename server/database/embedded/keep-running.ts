import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresProcess } from './postgres-process.ts';

const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 3_000;

/**
 * Starts PostgreSQL again whenever it ends without having been asked to: after a hard kill, or when a
 * full disk stopped it. It tries for as long as it takes, because only time or a person can help then
 * (orphaned backends still ending, space to be freed), and requests are answered with 503 meanwhile.
 */
export function keepRunning(first: PostgresProcess, launch: () => Promise<PostgresProcess>) {
  const stopping = new AbortController();
  let current = first;
  let tell: (news: string) => void = () => undefined;

  const launchAgain = async (): Promise<PostgresProcess | undefined> => {
    let lastReason = '';
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return undefined;
      try {
        return await launch();
      } catch (error) {
        const reason = (error as Error).message;
        if (reason !== lastReason) tell(reason);
        lastReason = reason;
      }
    }
  };

  const watch = async (): Promise<void> => {
    for (;;) {
      const lastWords = await current.ended;
      if (stopping.signal.aborted) return;
      tell(`PostgreSQL ended unexpectedly (${lastWords}). Starting it again.`);
      const next = await launchAgain();
      if (!next) return;
      current = next;
      if (stopping.signal.aborted) current.end();
      else tell('PostgreSQL is running again.');
    }
  };
  const watched = watch();

  return {
    async stop(): Promise<void> {
      stopping.abort();
      current.end();
      await watched;
    },
    onTrouble(listener: (news: string) => void): void {
      tell = listener;
    },
  };
}
