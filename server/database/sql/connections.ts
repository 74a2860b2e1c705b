import type { Readable, Writable } from 'node:stream';
import type { Endpoint } from '../wire/endpoint.ts';
import { ClientPool } from './client-pool.ts';
import { Listener } from './listener.ts';
import { makeTag } from './make-tag.ts';
import type { Rows, Runner } from './query.ts';
import { Session } from './session.ts';
import type { Queryable, ReservedSql, SqlOptions, Subscription } from './sql.ts';
import type { Statement } from './statement.ts';

/** Runs each query on whichever connection is free, and transactions on one of their own. */
export class Connections implements Runner {
  readonly #pool: ClientPool;
  readonly #listeners = new Set<Listener>();

  constructor(endpoint: Endpoint, options: SqlOptions) {
    this.#pool = new ClientPool(endpoint, options);
  }

  async run(statement: Statement, prepare: boolean): Promise<Rows<never>> {
    const session = await this.#open();
    return session.run(statement, prepare).finally(() => session.close());
  }

  async copyTo(text: string): Promise<Readable> {
    const session = await this.#open();
    return session.copyTo(text).finally(() => session.close());
  }

  async copyFrom(text: string): Promise<Writable> {
    const session = await this.#open();
    return session.copyFrom(text).finally(() => session.close());
  }

  async begin<T>(begin: string, work: (sql: Queryable) => Promise<T>): Promise<T> {
    const session = await this.#open();
    try {
      await session.command(begin);
      const result = await work(makeTag(session));
      await session.command('commit');
      return result;
    } catch (error) {
      await session.rollback();
      throw error;
    } finally {
      session.close();
    }
  }

  async reserve(): Promise<ReservedSql> {
    const session = await this.#open();
    return Object.assign(makeTag(session), { release: () => session.close() });
  }

  async listen(
    channel: string,
    onNotify: (payload: string) => void,
    onListen: () => void = () => undefined,
  ): Promise<Subscription> {
    const listener = new Listener(() => this.#pool.openAlone(), channel, onNotify, onListen);
    await listener.start();
    this.#listeners.add(listener);
    return { unlisten: () => listener.unlisten() };
  }

  async end(timeoutMs: number): Promise<void> {
    await Promise.all([...this.#listeners].map((listener) => listener.unlisten()));
    await this.#pool.end(timeoutMs);
  }

  async #open(): Promise<Session> {
    const client = await this.#pool.acquire();
    return new Session(client, (isBroken) => this.#pool.release(client, isBroken));
  }
}
