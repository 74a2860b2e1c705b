import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { HttpError } from './http-error.ts';
import type { Logger } from './log.ts';

const POLL_MS = 200;
/** An update that takes longer than this is not waited for. */
const MAX_HOLD_MS = 3 * 60_000;

/**
 * While `npm run update` checks a new version, that version answers `/health` alone: if it has to be taken
 * back together with its data, nobody has written anything that would be lost.
 */
export class UpdateGate {
  readonly #folder: string;
  readonly #opened = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | undefined;
  isHeld: boolean;

  constructor(root: string) {
    this.#folder = path.join(root, '.update');
    this.isHeld = this.#isChecking();
    if (this.isHeld) this.#wait();
    else this.#opened.resolve();
  }

  /** Never resolves once the gate was closed. */
  whenOpen(): Promise<void> {
    return this.#opened.promise;
  }

  /** For what writes by itself, such as jobs and mail: at once, or later without anybody waiting for it. */
  async start(work: () => Promise<void>, log: Logger): Promise<void> {
    if (!this.isHeld) return work();
    void this.whenOpen()
      .then(work)
      .catch((error: unknown) => log.error({ err: error }, 'start after the update failed'));
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #wait(): void {
    const begun = performance.now();
    this.#timer = setInterval(() => {
      if (performance.now() - begun < MAX_HOLD_MS && this.#isChecking()) return;
      clearInterval(this.#timer);
      this.isHeld = false;
      this.#opened.resolve();
    }, POLL_MS);
  }

  #isChecking(): boolean {
    try {
      const { phase } = JSON.parse(this.#read('state.json')) as { phase?: unknown };
      return phase === 'checking' && isAlive(Number(this.#read('lock').split(' ', 1)[0]));
    } catch {
      return false;
    }
  }

  #read(name: string): string {
    return readFileSync(path.join(this.#folder, name), 'utf8');
  }
}

export function registerUpdateGate(app: FastifyInstance, gate: UpdateGate): void {
  app.addHook('onClose', () => gate.close());
  if (!gate.isHeld) return;
  app.addHook('onRequest', async (request) => {
    if (!gate.isHeld || request.url === '/health') return;
    const message = 'The server is being updated. Try again in a moment.';
    throw new HttpError(503, { code: 'updating', message }, { headers: { 'retry-after': '2' } });
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
