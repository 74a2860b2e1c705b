import type { Sql } from '../database/sql/sql.ts';
import type { Logger } from '../http/log.ts';
import type { SealKeys } from '../keys/seal-keys.ts';
import { QueueWorker } from '../notifications/queue-worker.ts';
import { type AccountingStore, type DueConnection, LeaseEndedError } from './accounting-store.ts';
import { ConnectionSecrets } from './connection-secrets.ts';
import type { Activity, Outcome, Session, System } from './system.ts';
import { SystemError } from './system-error.ts';
import type { Systems } from './systems.ts';

interface Dependencies {
  readonly sql: Sql;
  readonly log: Logger;
  readonly store: AccountingStore;
  readonly systems: Systems;
  readonly keys: { readonly sealKeys: SealKeys };
}

const TAKEN_AT_ONCE = 30;
/** Beside each other for one connection: answers take a second, and ten may be asked for in one. */
const SENT_AT_ONCE = 4;
/** A lease ends two minutes after it was last renewed. */
const RENEW_MS = 30_000;
const REFUSED_SECONDS = 3_600;

/** Sends what is due to the systems of companies: one server for each connection, under a lease. */
export class AccountingLoop {
  readonly #dependencies: Dependencies;
  readonly #worker: QueueWorker;
  readonly #stop = new AbortController();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#worker = new QueueWorker({
      ...dependencies,
      channel: 'accounting',
      waiting: 'accounting waits for the database',
      work: () => this.#work(),
    });
  }

  start(): Promise<void> {
    return this.#worker.start();
  }

  /** What is on its way is given up; it is sent again with the same request id. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#worker.stop();
  }

  /** Resolves once everything that was due has been worked through. */
  drain(): Promise<void> {
    return this.#worker.drain();
  }

  async #work(): Promise<void> {
    const due = await this.#dependencies.store.due();
    await Promise.all(due.map((connection) => this.#serve(connection)));
  }

  async #serve(connection: DueConnection): Promise<void> {
    const { store, log } = this.#dependencies;
    const renewal = setInterval(() => {
      store.noteConnection(connection.id, connection.lease, {}).catch(() => undefined);
    }, RENEW_MS);
    try {
      await this.#serveLeased(connection);
    } catch (error) {
      if (this.#stop.signal.aborted || error instanceof LeaseEndedError) return;
      log.warn({ connection: connection.id, err: error }, 'accounting connection failed');
      const isKnown = error instanceof SystemError;
      await store
        .noteConnection(connection.id, connection.lease, {
          ...(isKnown &&
            error.failure === 'sign_in_needed' && { state: 'sign_in_needed' as const }),
          problem: isKnown ? error.code : 'unexpected',
          problem_detail: isKnown ? error.message : null,
          wait_seconds:
            isKnown && error.failure !== 'refused' ? error.afterSeconds : REFUSED_SECONDS,
        })
        .catch((cause: unknown) => {
          if (!(cause instanceof LeaseEndedError)) throw cause;
        });
    } finally {
      clearInterval(renewal);
    }
  }

  async #serveLeased(connection: DueConnection): Promise<void> {
    const { store, systems, keys } = this.#dependencies;
    const system = systems[connection.system];
    if (!system) return;
    const secrets = await ConnectionSecrets.read(store, () => keys.sealKeys, connection.id);
    const session: Session = { connection, secrets, signal: this.#stop.signal };
    if (connection.readLists) {
      for await (const list of system.readLists(session)) await store.noteRecords(connection, list);
      await store.noteConnection(connection.id, connection.lease, { lists_read: true });
    }
    for (;;) {
      const taken = await store.take(connection, TAKEN_AT_ONCE);
      if (taken.length === 0 || this.#worker.isStopped) break;
      await this.#sendAll(system, session, connection, taken);
    }
    await store.noteConnection(connection.id, connection.lease, { problem: null });
  }

  /** A failure of the connection ends it, once what is on its way has its answer noted. */
  async #sendAll(
    system: System,
    session: Session,
    connection: DueConnection,
    taken: readonly Activity[],
  ): Promise<void> {
    const { store } = this.#dependencies;
    const waiting = [...taken];
    let failure: unknown;
    const sendOn = async () => {
      for (let next = waiting.shift(); next && !failure; next = waiting.shift()) {
        const outcome = await system.send(session, next).catch((error: unknown): Outcome => {
          failure ??= error;
          return retryOf(error);
        });
        if (this.#stop.signal.aborted && outcome.kind === 'retry') return;
        await store.note(connection, next, outcome);
      }
    };
    await Promise.all(Array.from({ length: SENT_AT_ONCE }, sendOn));
    if (failure) throw failure;
  }
}

function retryOf(error: unknown): Outcome {
  const isKnown = error instanceof SystemError;
  return {
    kind: 'retry',
    after_seconds: isKnown ? error.afterSeconds : 60,
    code: isKnown ? error.code : 'unexpected',
  };
}
