import type { Sql } from '../database/sql/sql.ts';
import type { Logger } from '../http/log.ts';
import { signWebhook } from '../http/webhook-signature.ts';
import { QueueWorker } from '../notifications/queue-worker.ts';
import { version } from '../version.ts';
import { type AttemptResult, resultOfAnswer, resultOfError } from './attempt-result.ts';
import type { WebhookClient } from './webhook-client.ts';
import type { ClaimedWebhook, NotedResult, WebhookQueue } from './webhook-queue.ts';
import { RETRY_SECONDS, retrySecondsAfter } from './webhook-schedule.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

interface Dependencies {
  readonly sql: Sql;
  readonly log: Logger;
  readonly queue: WebhookQueue;
  readonly client: WebhookClient;
  readonly secrets: Pick<WebhookSecrets, 'open'>;
  /** Of the schedule, for tests. */
  readonly retrySeconds?: readonly number[];
}

const MAX_AT_ONCE = 64;
/** Of these for endpoints that fail or are slow, so that they hold up no other. */
const MAX_TROUBLED = 32;
/** An orderly end waits so long for answers; what has none by then is sent again. */
const STOP_MS = 3_000;

/** Delivers what is in the queue: woken by the database, and now and then by itself. */
export class WebhookDelivery {
  readonly #dependencies: Dependencies;
  readonly #worker: QueueWorker;
  readonly #stop = new AbortController();
  /** Known, and not noted yet: the database may be away for a moment. */
  readonly #results = new Map<string, NotedResult>();
  #wake = Promise.withResolvers<void>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#worker = new QueueWorker({
      ...dependencies,
      channel: 'webhook_events',
      waiting: 'webhooks wait for the database',
      work: () => this.#work(),
      onWake: () => this.#wake.resolve(),
    });
  }

  start(): Promise<void> {
    return this.#worker.start();
  }

  async stop(): Promise<void> {
    const timer = setTimeout(() => this.#stop.abort(), STOP_MS);
    await this.#worker.stop();
    clearTimeout(timer);
  }

  /** Resolves once the queue, as it was at the call or later, has been worked through. */
  drain(): Promise<void> {
    return this.#worker.drain();
  }

  async #work(): Promise<void> {
    for (const id of this.#results.keys()) await this.#note(id);
    await this.#sendAllDue();
  }

  /** Each on its own, and what comes meanwhile at once: one that takes long holds up no other. */
  async #sendAllDue(): Promise<void> {
    const running = new Map<Promise<void>, ClaimedWebhook>();
    let failure: unknown;
    for (;;) {
      this.#wake = Promise.withResolvers();
      const due = this.#worker.isStopped || failure ? [] : await this.#claim(running).catch(fail);
      for (const webhook of due) {
        const sending = this.#send(webhook)
          .catch(fail)
          .then(() => void running.delete(sending));
        running.set(sending, webhook);
      }
      if (running.size === 0) break;
      await Promise.race([...running.keys(), this.#wake.promise]);
    }
    if (failure) throw failure;

    function fail(error: unknown): [] {
      failure ??= error;
      return [];
    }
  }

  async #claim(running: ReadonlyMap<unknown, ClaimedWebhook>): Promise<readonly ClaimedWebhook[]> {
    const troubled = [...running.values()].filter((webhook) => webhook.troubled).length;
    const free = MAX_AT_ONCE - running.size;
    if (free <= 0) return [];
    return this.#dependencies.queue.claim(free, Math.max(0, MAX_TROUBLED - troubled));
  }

  async #send(webhook: ClaimedWebhook): Promise<void> {
    const result = await this.#attempt(webhook);
    // Not answered because of our own end: it is sent again when its claim runs out.
    if (this.#stop.signal.aborted && !result.delivered) return;
    this.#results.set(webhook.id, result);
    await this.#note(webhook.id);
  }

  async #attempt(webhook: ClaimedWebhook): Promise<NotedResult> {
    const { retrySeconds = RETRY_SECONDS } = this.#dependencies;
    const began = performance.now();
    const result = await this.#post(webhook).catch(resultOfError);
    const duration_ms = Math.round(performance.now() - began);
    const scheduled = retrySecondsAfter(webhook.attempt, retrySeconds);
    if (result.delivered || scheduled === undefined) return { ...result, duration_ms };
    return {
      ...result,
      duration_ms,
      retry_seconds: Math.max(scheduled, result.hold_seconds ?? 0),
    };
  }

  async #post(webhook: ClaimedWebhook): Promise<AttemptResult> {
    const { client, secrets } = this.#dependencies;
    const { endpointId, url, messageId, body } = webhook;
    const timestamp = Math.floor(Date.now() / 1000);
    const signed = { id: messageId, timestamp, body };
    const headers = {
      'content-type': 'application/json',
      'user-agent': `Chalkline-Webhooks/${version}`,
      'webhook-id': messageId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook(secrets.open(endpointId, webhook.secrets), signed),
    };
    return resultOfAnswer(await client.post(url, headers, body, this.#stop.signal));
  }

  async #note(id: string): Promise<void> {
    const result = this.#results.get(id);
    if (!result) return;
    await this.#dependencies.queue.note(id, result);
    this.#results.delete(id);
  }
}
