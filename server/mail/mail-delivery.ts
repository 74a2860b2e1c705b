import path from 'node:path';
import type { Config } from '../config.ts';
import type { Queryable, Sql } from '../database/sql/sql.ts';
import type { Logger } from '../http/log.ts';
import { createOutcomeHook } from '../notifications/outcome.ts';
import { OutcomeNotes } from '../notifications/outcome-notes.ts';
import { QueueWorker } from '../notifications/queue-worker.ts';
import type { Attachments } from './attachments.ts';
import { claimMail, markFailed, markSent, outcomeQueue, putBack } from './outbox.ts';
import type { Attachment, MailLinks, QueuedMail } from './queued-mail.ts';
import { type RenderedMail, renderMail } from './render-mail.ts';
import { createTransport, type MailTransport } from './transport.ts';

interface Dependencies {
  readonly sql: Sql;
  readonly config: Config;
  readonly log: Logger;
  readonly links: MailLinks;
  /** Sends it another way, where the project has one for this kind of mail. */
  readonly handOver?: ((sql: Queryable, mail: QueuedMail) => Promise<boolean>) | undefined;
  readonly attachments: Attachments;
  /** How long the mail has to wait for its turn; 0 sends it. */
  readonly queueSeconds: (mail: QueuedMail) => Promise<number>;
  readonly siteUrl: () => string;
}

/** Sends what is in the queue: woken by the database, and now and then by itself. */
export class MailDelivery {
  readonly #dependencies: Dependencies;
  readonly #transport: MailTransport;
  readonly #templatesDir: string;
  readonly #notes: OutcomeNotes;
  /** Taken by the mail server, and not noted yet: the database may be away for longer than a moment. */
  readonly #handedOver = new Set<string>();
  readonly #queue: QueueWorker;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#transport = createTransport(dependencies.config, dependencies.sql);
    this.#templatesDir = path.join(dependencies.config.supabaseDir, 'templates');
    const hook = createOutcomeHook(dependencies.config);
    this.#notes = new OutcomeNotes({ ...dependencies, hook }, outcomeQueue);
    this.#queue = new QueueWorker({
      ...dependencies,
      channel: 'mail_outbox',
      waiting: 'mail waits for the database',
      work: () => this.#work(),
    });
  }

  start(): Promise<void> {
    return this.#queue.start();
  }

  async stop(): Promise<void> {
    await this.#queue.stop();
    this.#transport.close();
  }

  /** Resolves once the queue, as it was at the call or later, has been worked through. */
  drain(): Promise<void> {
    return this.#queue.drain();
  }

  async #work(): Promise<void> {
    await this.#noteHandedOver();
    await Promise.all(Array.from({ length: this.#transport.atOnce }, () => this.#sendAllDue()));
    await this.#notes.drain();
  }

  async #sendAllDue(): Promise<void> {
    while (!this.#queue.isStopped) {
      const mail = await claimMail(this.#dependencies.sql);
      if (!mail) return;
      await this.#send(mail);
    }
  }

  async #send(mail: QueuedMail): Promise<void> {
    const { sql, log, queueSeconds, attachments } = this.#dependencies;
    try {
      // Asked once: a mail that failed after its turn came has been counted.
      const wait = mail.attempts > 1 ? 0 : await queueSeconds(mail);
      if (wait > 0) return await putBack(sql, mail.id, wait);
      const attachment = await attachments(mail);
      if (attachment !== 'obsolete') await this.#deliver(mail, attachment);
    } catch (error) {
      log.warn(
        { mail: mail.id, template: mail.template, err: error },
        'mail could not be sent yet',
      );
      return await markFailed(sql, mail, error, this.#notes.isWanted);
    }
    this.#handedOver.add(mail.id);
    await this.#noteHandedOver();
  }

  async #noteHandedOver(): Promise<void> {
    for (const id of this.#handedOver) {
      await markSent(this.#dependencies.sql, id, this.#notes.isWanted);
      this.#handedOver.delete(id);
    }
  }

  async #deliver(mail: QueuedMail, attachment: Attachment | undefined): Promise<void> {
    const { sql, handOver } = this.#dependencies;
    const rendered = await sql.begin(async (transaction) =>
      (await handOver?.(transaction, mail))
        ? undefined
        : this.#render(transaction, mail, attachment),
    );
    if (rendered) await this.#transport.send(mail, rendered, attachment);
  }

  async #render(
    sql: Queryable,
    mail: QueuedMail,
    attachment: Attachment | undefined,
  ): Promise<RenderedMail | undefined> {
    const { links, config, siteUrl } = this.#dependencies;
    const link = mail.link === null ? undefined : await links(sql, mail);
    if (link === 'obsolete') return undefined;
    const url = siteUrl();
    return renderMail(this.#templatesDir, {
      template: mail.template,
      language: mail.language,
      values: {
        email: mail.to,
        action_link: url,
        ...mail.data,
        attached: attachment !== undefined,
        not_attached: mail.attachment !== null && attachment === undefined,
        ...(link ? { action_link: link.actionLink, code: link.code } : {}),
      },
      validSeconds: link?.validSeconds,
      appName: appNameOf(config.mailFrom, url),
      siteUrl: url,
    });
  }
}

/** `Chalkline <time@example.com>` signs as Chalkline. */
function appNameOf(mailFrom: string, siteUrl: string): string {
  const name = /^"?([^"<]+)(?:"\s*)?</.exec(mailFrom)?.[1]?.trim();
  return name ?? new URL(siteUrl).host;
}
