import type { Sql } from '../../database/sql/sql.ts';

/** News for the other servers. */
export interface OutgoingNews {
  readonly kind: 'broadcast' | 'presence';
  readonly body: unknown;
  readonly binary?: Uint8Array | undefined;
}

/** A change of `realtime.presences`, where servers that come later read who is there. */
export interface PresenceWrite {
  readonly topic: string;
  readonly private: boolean;
  readonly key: string;
  readonly ref: string;
  /** Null: gone. */
  readonly meta: unknown;
}

const COLLECT_MS = 10;
const MAX_WAITING = 10_000;

/** Collects for a few milliseconds, so that a busy room costs one transaction, not hundreds. */
export class OutboxWriter {
  readonly #sql: Sql;
  readonly #serverId: string;
  readonly #failed: (error: unknown) => void;
  #news: OutgoingNews[] = [];
  #presences: PresenceWrite[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(sql: Sql, serverId: string, failed: (error: unknown) => void) {
    this.#sql = sql;
    this.#serverId = serverId;
    this.#failed = failed;
  }

  publish(news: OutgoingNews): void {
    // With the database away, old news is worth less than memory.
    if (this.#news.length >= MAX_WAITING) this.#news.shift();
    this.#news.push(news);
    this.#schedule();
  }

  writePresence(write: PresenceWrite): void {
    this.#presences.push(write);
    this.#schedule();
  }

  /** Resolves once everything published so far is written. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const news = this.#news;
    const presences = this.#presences;
    this.#news = [];
    this.#presences = [];
    this.#writing = this.#writing.then(() => this.#write(news, presences)).catch(this.#failed);
    await this.#writing;
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.flush(), COLLECT_MS);
  }

  async #write(news: readonly OutgoingNews[], presences: readonly PresenceWrite[]): Promise<void> {
    if (news.length === 0 && presences.length === 0) return;
    const present = new Map(presences.map((presence) => [presence.ref, presence]));
    const gone = [...present.values()].filter(({ meta }) => meta === null).map(({ ref }) => ref);
    const here = [...present.values()].filter(({ meta }) => meta !== null);
    await this.#sql.begin(async (sql) => {
      await sql`
        delete from realtime.presences where server = ${this.#serverId} and ref = any(${gone})`;
      await sql`
        insert into realtime.presences (server, topic, private, key, ref, meta)
        select ${this.#serverId}, topic, private, key, ref, meta
          from json_to_recordset(${JSON.stringify(here)}::text::json)
            as p (topic text, private boolean, key text, ref text, meta json)
        on conflict (server, ref) do nothing`;
      await sql`
        insert into realtime.outbox (kind, origin, body, binary_body)
        select kind, ${this.#serverId}, body, decode("binary", 'base64')
          from json_to_recordset(${JSON.stringify(news.map(toRow))}::text::json)
            as n (kind text, body json, "binary" text)`;
    });
  }
}

function toRow({ kind, body, binary }: OutgoingNews) {
  return { kind, body, binary: binary ? Buffer.from(binary).toString('base64') : null };
}
