import type { Config } from '../config.ts';
import type { Sql } from '../database/sql/sql.ts';
import type { Logger } from '../http/log.ts';
import { createBeforeTextHook, createOutcomeHook } from '../notifications/outcome.ts';
import { OutcomeNotes } from '../notifications/outcome-notes.ts';
import { QueueWorker } from '../notifications/queue-worker.ts';
import type { Gateway, OutgoingText, SendResult } from './gateway.ts';
import { renderText } from './render-text.ts';
import {
  giveUpUnknown,
  lockDueText,
  markFailed,
  markSending,
  markSent,
  outcomeQueue,
  putBack,
  type QueuedText,
} from './text-outbox.ts';

interface Dependencies {
  readonly sql: Sql;
  readonly config: Config;
  readonly log: Logger;
  /** Nothing: no text can be sent from here. */
  readonly gateway: Gateway | undefined;
  readonly siteUrl: () => string;
  readonly callbackUrl: (id: string) => string | undefined;
}

interface ClaimedText {
  readonly text: OutgoingText;
  /** This one included. */
  readonly attempts: number;
  readonly ageSeconds: number;
}

const AT_ONCE = 4;
const FIRST_RETRY_SECONDS = 10;
const MAX_RETRY_SECONDS = 900;
/** A text that was surely not sent is tried again for so long: later nobody waits for it. */
const MAX_RETRY_AGE_SECONDS = 6 * 3_600;
const DEFAULT_MAX_SEGMENTS = 2;

/** Sends what is in the queue, each text at most once (decision 339). */
export class TextDelivery {
  readonly #dependencies: Dependencies;
  readonly #notes: OutcomeNotes;
  readonly #beforeText: ReturnType<typeof createBeforeTextHook>;
  /** Answered by the gateway, and not noted yet: the database may be away for a moment. */
  readonly #answered = new Map<string, () => Promise<void>>();
  readonly #queue: QueueWorker;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    const hook = createOutcomeHook(dependencies.config);
    this.#notes = new OutcomeNotes({ ...dependencies, hook }, outcomeQueue);
    this.#queue = new QueueWorker({
      ...dependencies,
      channel: 'sms_outbox',
      waiting: 'text messages wait for the database',
      work: () => this.#work(),
    });
    this.#beforeText = createBeforeTextHook(dependencies.config);
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

  async #work(): Promise<void> {
    await this.#noteAnswered();
    await giveUpUnknown(this.#dependencies.sql);
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.#sendAllDue()));
    await this.#notes.drain();
  }

  async #sendAllDue(): Promise<void> {
    while (!this.#queue.isStopped) {
      const claimed = await this.#claim();
      if (claimed === 'none') return;
      if (claimed !== 'not sent') await this.#send(claimed);
    }
  }

  /** Committed before the gateway hears of it: whatever happens then, nobody sends it again. */
  #claim(): Promise<ClaimedText | 'none' | 'not sent'> {
    const { sql, config, gateway, siteUrl, callbackUrl, log } = this.#dependencies;
    return sql.begin(async (transaction) => {
      const text = await lockDueText(transaction);
      if (!text) return 'none';
      const refuse = async (error: string, detail?: string) => {
        await markFailed(transaction, text.id, error, detail);
        return 'not sent' as const;
      };
      if (text.isExpired) return await refuse('expired');
      if (!gateway) return await refuse('no_gateway');
      const maxSegments = config.sms?.maxSegments ?? DEFAULT_MAX_SEGMENTS;
      const settings = { supabaseDir: config.supabaseDir, siteUrl: siteUrl(), maxSegments };
      const rendered = tryRender(settings, text);
      if (rendered instanceof Error) {
        log.warn({ text: text.id, template: text.template, err: rendered }, 'no such text message');
        return await refuse('refused', rendered.message);
      }
      const { body, segments } = rendered;
      const reason = await this.#beforeText?.(transaction, text.id, segments);
      if (reason) return await refuse(reason);
      await markSending(transaction, text.id, segments);
      const { id, to, attempts, ageSeconds } = text;
      const outgoing = { id, to, body, callbackUrl: callbackUrl(id) };
      return { text: outgoing, attempts: attempts + 1, ageSeconds };
    });
  }

  async #send(claimed: ClaimedText): Promise<void> {
    const { gateway } = this.#dependencies;
    const { id } = claimed.text;
    const result = await (gateway as Gateway)
      .send(claimed.text)
      .catch((error: Error): SendResult => ({ result: 'unknown', detail: error.message }));
    this.#answered.set(id, () => this.#note(claimed, result));
    await this.#noteAnswered();
  }

  async #noteAnswered(): Promise<void> {
    for (const [id, note] of this.#answered) {
      // Taken out first: four senders note what they find, each once.
      this.#answered.delete(id);
      await note().catch((error: unknown) => {
        this.#answered.set(id, note);
        throw error;
      });
    }
  }

  async #note(claimed: ClaimedText, result: SendResult): Promise<void> {
    const { sql, log } = this.#dependencies;
    const { id } = claimed.text;
    if (result.result === 'sent') return await markSent(sql, id, result.providerId);
    const { detail } = result;
    log.warn({ text: id, result: result.result, detail }, 'a text message was not sent');
    if (result.result === 'refused') return await markFailed(sql, id, result.error, detail);
    if (result.result === 'unknown') return await markFailed(sql, id, 'unknown_outcome', detail);
    if (claimed.ageSeconds > MAX_RETRY_AGE_SECONDS) {
      return await markFailed(sql, id, 'refused', detail);
    }
    await putBack(sql, id, result.waitSeconds ?? retrySeconds(claimed.attempts), detail);
  }
}

function retrySeconds(attempts: number): number {
  const wait = Math.min(FIRST_RETRY_SECONDS * 2 ** (attempts - 1), MAX_RETRY_SECONDS);
  return wait * (0.8 + Math.random() * 0.4);
}

function tryRender(settings: Parameters<typeof renderText>[0], text: QueuedText) {
  try {
    return renderText(settings, text);
  } catch (error) {
    return error as Error;
  }
}
