import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import pg, { type Client, type PoolClient, type QueryResult, type Submittable } from 'pg';
import { from, to } from 'pg-copy-streams';
import { statementName } from '../wire/prepared-statements.ts';
import type { Rows, Runner } from './query.ts';
import type { Statement } from './statement.ts';

/** One connection for a while; runs its queries one after the other, in the order asked for. */
export class Session implements Runner {
  readonly #client: PoolClient;
  readonly #release: (isBroken: boolean) => void;
  #last: Promise<unknown> = Promise.resolve();
  #failure: unknown;
  #isBroken = false;
  #closed = false;

  constructor(client: PoolClient, release: (isBroken: boolean) => void) {
    this.#client = client;
    this.#release = release;
  }

  run({ text, values }: Statement, prepare: boolean): Promise<Rows<never>> {
    const name = prepare && values.length > 0 ? { name: statementName(text) } : {};
    return this.#next(async () =>
      toRows(await this.#client.query({ text, values: [...values], ...name })),
    );
  }

  copyTo(text: string): Promise<Readable> {
    return this.#stream(() => to(text));
  }

  copyFrom(text: string): Promise<Writable> {
    return this.#stream(() => from(text));
  }

  /** Begins or commits; a transaction in which anything failed is not committed. */
  async command(text: string): Promise<void> {
    await this.#last;
    if (this.#failure !== undefined) throw this.#failure;
    await this.run({ text, values: [] }, false);
  }

  async rollback(): Promise<void> {
    await this.run({ text: 'rollback', values: [] }, false).catch(() => {
      this.#isBroken = true;
    });
  }

  /** Gives the connection back when nothing runs on it any more. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    void this.#last.then(() => this.#release(this.#isBroken));
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('The connection has been given back'));
    const result = this.#last.then(work);
    this.#last = result.catch((error: unknown) => {
      this.#failure ??= error;
      this.#isBroken ||= breaksConnection(error);
    });
    return result;
  }

  /** The next query waits until the stream has ended. */
  #stream<T extends Submittable & (Readable | Writable)>(make: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const whole = this.#next(async () => {
        const stream = this.#client.query(make());
        stream.on('error', () => undefined);
        resolve(stream);
        await finished(stream).catch((error: unknown) => this.#abandon(error));
      });
      whole.catch(reject);
    });
  }

  /** A reader that left in the middle: the rest would stand in the way of everything else. */
  #abandon(error: unknown): never {
    if (breaksConnection(error)) void (this.#client as unknown as Client).end();
    throw error;
  }
}

function toRows(result: QueryResult | readonly QueryResult[]): Rows<never> {
  const last = (Array.isArray(result) ? result.at(-1) : result) as QueryResult;
  return Object.defineProperty(last.rows, 'count', { value: last.rowCount ?? 0 }) as never;
}

/** Anything but PostgreSQL's own word about a statement; or a plan that a migration made stale. */
function breaksConnection(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true;
  return error.severity === 'FATAL' || error.routine === 'RevalidateCachedQuery';
}
