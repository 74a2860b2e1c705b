import type { Sql } from '../database/sql/sql.ts';
import type { Logger } from '../http/log.ts';
import type { SealKeys } from '../keys/seal-keys.ts';
import { QueueWorker } from '../notifications/queue-worker.ts';
import { type AccountingStore, type DueConnection, LeaseEndedError } from './accounting-store.ts';
import { ConnectionSecrets } from './connection-secrets.ts';
import { noteTouched } from './note-touched.ts';
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
/** Of systems that take those of a pay period together. */
const TAKEN_TOGETHER = 1000;
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
    const { store } = this.#dependencies;
    const renewal = setInterval(() => {
      store.noteConnection(connection, {}).catch(() => undefined);
    }, RENEW_MS);
    try {
      await this.#serveLeased(connection);
    } catch (error) {
      if (!(error instanceof LeaseEndedError)) await this.#noteFailure(connection, error);
    } finally {
      clearInterval(renewal);
    }
  }

  async #serveLeased(connection: DueConnection): Promise<void> {
    const { store, systems, keys } = this.#dependencies;
    const system = systems[connection.system];
    if (!system) return;
    const secrets = await ConnectionSecrets.read(store, keys, connection.id);
    const session: Session = { connection, secrets, signal: this.#stop.signal };
    if (connection.readLists) await this.#readLists(system, session, connection);
    for (;;) {
      const together = 'sendAll' in system;
      const taken = await store.take(connection, together ? TAKEN_TOGETHER : TAKEN_AT_ONCE);
      if (taken.length === 0 || this.#worker.isStopped) break;
      if (!together) await this.#sendAll(system, session, connection, taken);
      else
        await system.sendAll(session, taken, (one, outcome) =>
          store.note(connection, one, outcome),
        );
    }
    const problem = await this.#readJournal(system, session, connection);
    await store.noteConnection(connection, { problem, release: true });
  }

  async #readLists(system: System, session: Session, connection: DueConnection): Promise<void> {
    const { store } = this.#dependencies;
    for await (const read of system.readLists(session)) {
      if ('cursor' in read) await store.noteConnection(connection, read);
      else if ('touched' in read) await noteTouched(store, connection, read.touched);
      else await store.noteRecords(connection, read);
    }
    await store.noteConnection(connection, { lists_read: true });
  }

  async #noteFailure(connection: DueConnection, error: unknown): Promise<void> {
    const { store, log } = this.#dependencies;
    // Our own end: the next server goes on at once.
    if (this.#stop.signal.aborted) {
      await store.noteConnection(connection, { release: true }).catch(() => undefined);
      return;
    }
    log.warn({ connection: connection.id, err: error }, 'accounting connection failed');
    const known = error instanceof SystemError ? error : undefined;
    const rests = known && known.failure !== 'refused' ? known.afterSeconds : REFUSED_SECONDS;
    await store
      .noteConnection(connection, {
        ...(known?.failure === 'sign_in_needed' && { state: 'sign_in_needed' }),
        problem: known?.code ?? 'unexpected',
        problem_detail: known?.message ?? null,
        wait_seconds: rests,
        release: true,
      })
      .catch((cause: unknown) => {
        if (!(cause instanceof LeaseEndedError)) throw cause;
      });
  }

  /** What was paid comes back, where the company asked for it. Keys that may not read it send hours all the same. */
  async #readJournal(
    system: System,
    session: Session,
    connection: DueConnection,
  ): Promise<string | null> {
    const { store } = this.#dependencies;
    if (!system.readJournal || this.#worker.isStopped) return null;
    const question = await store.journalWanted(connection);
    if (!question) return null;
    try {
      await store.noteJournal(connection, await system.readJournal(session, question));
      return null;
    } catch (error) {
      if (!(error instanceof SystemError) || error.failure !== 'refused') throw error;
      return 'results_refused';
    }
  }

  /**
   * A failure of the connection ends it, once what is on its way has its answer noted. What is deleted goes before
   * anything else, so that no hour is there twice.
   */
  async #sendAll(
    system: Extract<System, { send: unknown }>,
    session: Session,
    connection: DueConnection,
    taken: readonly Activity[],
  ): Promise<void> {
    const { store } = this.#dependencies;
    let waiting: Activity[] = [];
    let failure: unknown;
    const sendOn = async () => {
      for (let next = waiting.shift(); next && !failure; next = waiting.shift()) {
        const outcome = await system.send(session, next).catch((error: unknown): Outcome => {
          failure ??= error;
          return retryOf(error);
        });
        // Given up by our own end: it comes again as it is.
        if (this.#stop.signal.aborted && outcome.kind === 'retry') return;
        await store.note(connection, next, outcome);
      }
    };
    for (const isDeletion of [true, false]) {
      waiting = taken.filter(({ action }) => (action === 'delete') === isDeletion);
      await Promise.all(Array.from({ length: SENT_AT_ONCE }, sendOn));
    }
    if (failure) throw failure;
  }
}

function retryOf(error: unknown): Outcome {
  const isKnown = error instanceof SystemError;
  return {
    kind: 'retry',
    after_seconds: isKnown ? error.afterSeconds : 60,
    code: isKnown ? error.code : 'unexpected',
    ...(isKnown && { detail: error.message }),
  };
}
