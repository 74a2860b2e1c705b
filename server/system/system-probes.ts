import { setTimeout as sleep } from 'node:timers/promises';
import type { SystemLine, SystemProbe } from './system-line.ts';

/** What cannot be found out by then is shown as unknown; the others are shown all the same. */
const TIMEOUT_MS = 5_000;

/** The list of probes; each part of the server registers its own when it is started. */
export class SystemProbes {
  readonly #probes = new Map<string, SystemProbe>();
  readonly #timeoutMs: number;

  constructor(timeoutMs = TIMEOUT_MS) {
    this.#timeoutMs = timeoutMs;
  }

  register(id: string, probe: SystemProbe): void {
    if (this.#probes.has(id)) throw new Error(`The probe ${id} is registered twice.`);
    this.#probes.set(id, probe);
  }

  /** In the order of their registration. */
  async lines(onFailure: (id: string, error: unknown) => void): Promise<SystemLine[]> {
    const found = await Promise.all(
      [...this.#probes].map(async ([id, probe]) => {
        try {
          return await within(this.#timeoutMs, probe());
        } catch (error) {
          onFailure(id, error);
          return unknown(id);
        }
      }),
    );
    return found.filter((line) => line !== null);
  }
}

/** Its text is common to all lines: `system:unknown`. */
function unknown(id: string): SystemLine {
  return { id, state: 'warning', reason: 'unknown', values: {} };
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const timeout = sleep(timeoutMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`No answer within ${timeoutMs} ms`);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    timer.abort();
    timeout.catch(() => undefined);
  }
}
