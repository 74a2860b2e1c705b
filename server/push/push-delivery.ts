import path from 'node:path';
import type { Config } from '../config.ts';
import type { Sql } from '../database/sql/sql.ts';
import type { Logger } from '../http/log.ts';
import { createOutcomeHook } from '../notifications/outcome.ts';
import { OutcomeNotes } from '../notifications/outcome-notes.ts';
import { QueueWorker } from '../notifications/queue-worker.ts';
import { FailingServices } from './failing-services.ts';
import { claimPushes, holdOrigin, outcomeQueue, type Result, writeResults } from './outbox.ts';
import { type PushClient, UnreachableError } from './push-client.ts';
import { ForbiddenTargetError } from './push-target.ts';
import type { QueuedPush } from './queued-push.ts';
import type { Meaning } from './read-answer.ts';
import { lastingFailure, sendPush } from './send-push.ts';
import type { Vapid } from './vapid.ts';
import type { WayOut } from './way-out.ts';

interface Dependencies {
  readonly sql: Sql;
  readonly config: Pick<Config, 'supabaseDir' | 'project'>;
  readonly log: Logger;
  readonly client: PushClient;
  readonly vapid: Vapid;
  readonly wayOut: WayOut;
  readonly siteUrl: () => string;
  /** Waited after the first failure, twice as long after each further one. */
  readonly firstRetrySeconds?: number;
}

const MAX_AT_ONCE = 32;
const FIRST_RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 900;
/** Where nothing gets out, people are reached otherwise; not at the first failure. */
const TRIES_WITHOUT_WAY_OUT = 3;
const WAY_OUT_RETRY_MS = 5 * 60_000;

/** Sends what is in the queue: woken by the database, and now and then by itself. */
export class PushDelivery {
  readonly #dependencies: Dependencies;
  readonly #templatesDir: string;
  readonly #notes: OutcomeNotes;
  /** Known, and not written yet: the database may be away for longer than a moment. */
  readonly #results = new Map<string, Result & { readonly id: string }>();
  readonly #failingServices: FailingServices;
  #writing: Promise<void> | undefined;
  readonly #queue: QueueWorker;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#failingServices = new FailingServices(
      dependencies.firstRetrySeconds ?? FIRST_RETRY_SECONDS,
    );
    this.#templatesDir = path.join(dependencies.config.supabaseDir, 'templates');
    const hook = createOutcomeHook(dependencies.config);
    this.#notes = new OutcomeNotes({ ...dependencies, hook }, outcomeQueue);
    this.#queue = new QueueWorker({
      ...dependencies,
      channel: 'push_outbox',
      waiting: 'notifications wait for the database',
      work: () => this.#work(),
      alsoAtPoll: () => this.#checkWayOut(),
    });
  }

  start(): Promise<void> {
    return this.#queue.start();
  }

  stop(): Promise<void> {
    return this.#queue.stop();
  }

  /** Resolves once the queue, as it was at the call or later, has been worked through. */
  drain(): Promise<void> {
    return this.#queue.drain();
  }

  async #checkWayOut(): Promise<void> {
    const { wayOut, log } = this.#dependencies;
    try {
      const state = await wayOut.read();
      if (state?.isOpen === false) await wayOut.checkOlderThan(WAY_OUT_RETRY_MS);
    } catch (error) {
      log.warn({ err: error }, 'the way to the push services could not be checked');
    }
  }

  async #work(): Promise<void> {
    await this.#write();
    await this.#sendAllDue();
    await this.#notes.drain();
  }

  /** Each on its own: one that takes long holds up no other. */
  async #sendAllDue(): Promise<void> {
    const running = new Set<Promise<void>>();
    let failure: unknown;
    for (;;) {
      const free = this.#queue.isStopped || failure ? 0 : MAX_AT_ONCE - running.size;
      const due = free > 0 ? await claimPushes(this.#dependencies.sql, free).catch(fail) : [];
      for (const push of due) {
        const sending = this.#send(push)
          .catch(fail)
          .then(() => void running.delete(sending));
        running.add(sending);
      }
      if (running.size === 0) break;
      await Promise.race(running);
    }
    if (failure) throw failure;

    function fail(error: unknown): [] {
      failure ??= error;
      return [];
    }
  }

  async #send(push: QueuedPush): Promise<void> {
    const result = await this.#attempt(push);
    if (result.outcome === 'failed') {
      const { id, template } = push;
      this.#dependencies.log.warn({ push: id, template, error: result.error }, 'no push');
    }
    this.#results.set(push.id, { id: push.id, ...result });
    await this.#write(push.id);
    void this.#notes.drain();
  }

  async #attempt(push: QueuedPush): Promise<Result> {
    if (push.expiresAt.getTime() <= Date.now()) return expired(push);
    try {
      const meaning = await sendPush(push, {
        ...this.#dependencies,
        templatesDir: this.#templatesDir,
      });
      this.#failingServices.noteAnswer(push.origin);
      await this.#noteAnswer(push.origin);
      return await this.#resultOf(push, meaning);
    } catch (error) {
      // A filter in our own network gives names of the internet private addresses.
      if (error instanceof ForbiddenTargetError) await this.#noteFailure(push.origin, error);
      const lasting = lastingFailure(error);
      if (lasting) return lasting;
      if (error instanceof UnreachableError) return this.#unreachable(push, error);
      return this.#later(push, `error: ${(error as Error).message}`);
    }
  }

  /** A database that is away now must not make us send again what was sent. */
  async #noteAnswer(origin: string): Promise<void> {
    const { wayOut, log } = this.#dependencies;
    await wayOut.noteAnswer(origin).catch((error: unknown) => {
      log.warn({ err: error }, 'the answer of a push service could not be noted');
    });
  }

  async #noteFailure(origin: string, error: Error): Promise<void> {
    const { wayOut, log } = this.#dependencies;
    await wayOut.noteFailure(origin, error.message).catch((further: unknown) => {
      log.warn({ err: further }, 'the failure of a push service could not be noted');
    });
  }

  async #resultOf(push: QueuedPush, meaning: Meaning): Promise<Result> {
    if (meaning.kind === 'sent') return { outcome: 'sent' };
    if (meaning.kind === 'gone') return { outcome: 'gone', error: 'gone' };
    if (meaning.kind === 'too_large') return { outcome: 'failed', error: 'too_large: 413' };
    if (meaning.kind === 'refused') {
      return { outcome: 'failed', error: `refused: ${meaning.reason}` };
    }
    const { reason, holdSeconds = 0 } = meaning;
    if (holdSeconds > 0) await holdOrigin(this.#dependencies.sql, push.origin, holdSeconds, reason);
    return this.#later(push, `later: ${reason}`, holdSeconds);
  }

  async #unreachable(push: QueuedPush, error: UnreachableError): Promise<Result> {
    const { origin } = push;
    const { sql, wayOut } = this.#dependencies;
    const holdSeconds = this.#failingServices.noteFailure(origin);
    if (holdSeconds > 0) await holdOrigin(sql, origin, holdSeconds, error.message);
    const { isOpen } = await wayOut.noteFailure(origin, error.message);
    if (!isOpen && push.attempts >= TRIES_WITHOUT_WAY_OUT) {
      return { outcome: 'failed', error: `no_way_out: ${error.message}` };
    }
    return this.#later(push, `unreachable: ${error.message}`);
  }

  /** Each time twice as long, with some chance so that not all return at once. */
  #later(push: QueuedPush, error: string, minSeconds = 0): Result {
    const { firstRetrySeconds = FIRST_RETRY_SECONDS } = this.#dependencies;
    const doubled = Math.min(firstRetrySeconds * 2 ** (push.attempts - 1), MAX_RETRY_SECONDS);
    const retrySeconds = Math.max(minSeconds, doubled * (0.8 + Math.random() * 0.4));
    if (Date.now() + retrySeconds * 1000 < push.expiresAt.getTime()) {
      return { outcome: null, error, retrySeconds };
    }
    return expired({ lastError: error });
  }

  /** What several attempts found out at the same time is written together. */
  async #write(id?: string): Promise<void> {
    while (id === undefined ? this.#results.size > 0 : this.#results.has(id)) {
      this.#writing ??= this.#writeAll().finally(() => {
        this.#writing = undefined;
      });
      await this.#writing;
    }
  }

  async #writeAll(): Promise<void> {
    const results = [...this.#results.values()];
    await writeResults(this.#dependencies.sql, results, this.#notes.isWanted);
    for (const { id } of results) this.#results.delete(id);
  }
}

function expired({ lastError }: Pick<QueuedPush, 'lastError'>): Result {
  return { outcome: 'failed', error: `expired: ${lastError ?? 'it waited for too long'}` };
}
