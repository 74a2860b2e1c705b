import type { Sql } from '../../database/sql/sql.ts';
import { parseSnapshot, type Snapshot, wentBack } from '../changes/snapshot.ts';
import type { OutboxRow } from './outbox-row.ts';

const ROWS_PER_PAGE = 500;
const INTERVAL_MS = 50;
/** After a while without a row: nobody sees the difference, and a database has many readers. */
const REST_INTERVAL_MS = 200;
const REST_AFTER_MS = 5_000;
/** While rounds take long, others get at least this share of the time. */
const MAX_PAUSE_MS = 150;
const RETRY_MS = 500;
/** Rows are kept for a minute; whoever was away for longer may have missed some. */
const MAX_ABSENCE_MS = 45_000;

export type PassedOn = (rowIds: Iterable<number>) => void;

export interface OutboxHandlers {
  /**
   * In the order written. Runs on the reader's own connection, so plans stay warm. Rows that were
   * `passedOn` do not come again when the rest fails and is tried anew.
   */
  receive(sql: Sql, rows: readonly OutboxRow[], passedOn: PassedOn): Promise<void>;
  /** News may have been missed: whoever listens must be made to ask anew. */
  missed(): void;
  failed(error: unknown): void;
}

/**
 * Reads what every server and every transaction has to tell. Each round takes what is visible now
 * and was not in the last snapshot: complete whatever order transactions commit in, and a lost
 * connection loses nothing. Asking twenty times a second while something happens and five times at
 * rest costs less than NOTIFY, which would make all committing transactions queue behind one lock.
 */
export class OutboxReader {
  readonly #sql: Sql;
  readonly #serverId: string;
  readonly #handlers: OutboxHandlers;
  #snapshot: Snapshot | undefined;
  /** Of a round that is not complete yet. */
  readonly #passedOn = new Set<number>();
  #readAt = 0;
  #newsAt = 0;
  #running = false;
  #timer: NodeJS.Timeout | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  /** Other servers that share the database; undefined while nobody reads. */
  otherServers: number | undefined;

  /** `sql`: a single connection of its own. */
  constructor(sql: Sql, serverId: string, handlers: OutboxHandlers) {
    this.#sql = sql;
    this.#serverId = serverId;
    this.#handlers = handlers;
  }

  /** Everything committed after this resolves will be received. */
  async start(): Promise<void> {
    if (this.#running && this.#snapshot) return;
    if (!this.#running) this.#snapshot = undefined;
    this.#running = true;
    // Also by who comes second: the first may have failed.
    await this.exclusively(async (sql) => {
      if (!this.#snapshot) await this.#read(sql);
    });
    this.#schedule(INTERVAL_MS);
  }

  async stop(): Promise<void> {
    this.#running = false;
    clearTimeout(this.#timer);
    await this.#queue.catch(() => undefined);
    this.#snapshot = undefined;
    this.otherServers = undefined;
  }

  /** Runs between two rounds, on the same connection. */
  exclusively<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const result = this.#queue.then(() => work(this.#sql));
    this.#queue = result.catch(() => undefined);
    return result;
  }

  #schedule(delayMs: number): void {
    if (!this.#running) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#round(), delayMs);
  }

  async #round(): Promise<void> {
    const startedAt = performance.now();
    try {
      await this.exclusively((sql) => this.#read(sql));
      const now = performance.now();
      const tookMs = now - startedAt;
      const intervalMs = now - this.#newsAt > REST_AFTER_MS ? REST_INTERVAL_MS : INTERVAL_MS;
      this.#schedule(Math.max(intervalMs - tookMs, Math.min(tookMs, MAX_PAUSE_MS)));
    } catch (error) {
      if (!this.#running) return;
      this.#handlers.failed(error);
      this.#schedule(RETRY_MS);
    }
  }

  async #read(sql: Sql): Promise<void> {
    if (!this.#running) return;
    const before = this.#snapshot;
    const away = performance.now() - this.#readAt > MAX_ABSENCE_MS;
    const page = await this.#readPage(sql, before, 0, null);
    const after = parseSnapshot(page.snapshot);
    if (before && (away || wentBack(before, after))) this.#handlers.missed();
    else {
      let { rows } = page;
      if (rows.length > 0) this.#newsAt = performance.now();
      while (rows.length > 0) {
        const open = rows.filter(({ id }) => !this.#passedOn.has(id));
        await this.#handlers.receive(sql, open, (ids) => {
          for (const id of ids) this.#passedOn.add(id);
        });
        if (rows.length < ROWS_PER_PAGE) break;
        const last = rows[rows.length - 1] as OutboxRow;
        rows = (await this.#readPage(sql, before, last.id, page.snapshot)).rows;
      }
    }
    this.#snapshot = after;
    this.#passedOn.clear();
    this.#readAt = performance.now();
    this.otherServers = page.others;
  }

  async #readPage(
    sql: Sql,
    before: Snapshot | undefined,
    afterId: number,
    within: string | null,
  ): Promise<{ snapshot: string; others: number; rows: OutboxRow[] }> {
    const [page] = await sql<{ snapshot: string; others: number; rows: OutboxRow[] }[]>`
      select pg_current_snapshot()::text as snapshot,
        (select count(*)::int from realtime.servers
          where id <> ${this.#serverId} and seen_at > now() - interval '20 seconds') as others,
        coalesce((select json_agg(page) from (
          select id, kind, relation::int, operation, record::text, old_record::text, body::text,
                 encode(binary_body, 'base64') as binary_body, created_at
            from realtime.outbox
           where ${before !== undefined}
             and (xid >= ${before?.xmax ?? '0'}::text::xid8
               or xid = any(${[...(before?.running ?? [])]}::text[]::xid8[]))
             and (${within}::text is null or pg_visible_in_snapshot(xid, ${within}::text::pg_snapshot))
             and id > ${afterId}
             and origin is distinct from ${this.#serverId}::uuid
           order by id limit ${ROWS_PER_PAGE}
        ) page), '[]') as rows`;
    if (!page) throw new Error('the outbox did not answer');
    return page;
  }
}
