import type { Sql } from '../../database/sql/sql.ts';

export const HEARTBEAT_MS = 5_000;
const PRUNE_EVERY = 3;
/** Nobody needs news older than this: readers that were away longer start anew. */
const KEEP_MS = 60_000;
const KEEP_MESSAGES = '3 days';

export interface RegistryEvents {
  /** Others took us for dead and forgot us. */
  forgotten(): void;
  beat(): Promise<void>;
  failed(error: unknown): void;
}

/** This server among those that share the database: its heartbeat, what it watches, tidying up. */
export class ServerRegistry {
  readonly #sql: Sql;
  readonly #serverId: string;
  readonly #events: RegistryEvents;
  readonly #heartbeatMs: number;
  readonly #watched = new Map<number, Promise<void>>();
  #horizons: { readonly at: number; readonly xmin: string }[] = [];
  #beats = 0;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(sql: Sql, serverId: string, events: RegistryEvents, heartbeatMs: number) {
    this.#sql = sql;
    this.#serverId = serverId;
    this.#events = events;
    this.#heartbeatMs = heartbeatMs;
  }

  async start(): Promise<void> {
    await this.#sql`
      insert into realtime.servers (id) values (${this.#serverId})
      on conflict (id) do update set seen_at = now()`;
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#beating;
    await this.#removeDeadServers([this.#serverId]);
  }

  /** Changes of these tables are captured once this resolves. */
  async watch(relations: Iterable<number>): Promise<void> {
    const wanted = [...new Set(relations)];
    const added = wanted.filter((relation) => !this.#watched.has(relation));
    if (added.length > 0) {
      // Noted before it is written: a heartbeat meanwhile must not take it for unwanted, and who
      // comes second waits for the same writing.
      const written = this.#writeWatchers(added);
      for (const relation of added) this.#watched.set(relation, written);
      written.catch(() => this.#forget(added));
    }
    await Promise.all(wanted.map((relation) => this.#watched.get(relation)));
  }

  /** What is still wanted; the rest is no longer renewed and ends within a minute. */
  keepWatching(relations: Iterable<number>): void {
    const wanted = new Set(relations);
    this.#forget([...this.#watched.keys()].filter((relation) => !wanted.has(relation)));
  }

  #forget(relations: readonly number[]): void {
    for (const relation of relations) this.#watched.delete(relation);
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#beating = this.#beat()
        .catch(this.#events.failed)
        .finally(() => this.#schedule());
    }, this.#heartbeatMs);
    this.#timer.unref();
  }

  async #beat(): Promise<void> {
    const [row] = await this.#sql<{ forgotten: boolean; xmin: string }[]>`
      insert into realtime.servers (id) values (${this.#serverId})
      on conflict (id) do update set seen_at = now()
      returning xmax = 0 as forgotten, pg_snapshot_xmin(pg_current_snapshot())::text as xmin`;
    if (row?.forgotten) this.#events.forgotten();
    // First: were they to end because something else fails, changes would be missed in silence.
    await this.#writeWatchers([...this.#watched.keys()]);
    await this.#events.beat();
    // Those no longer wanted end by themselves: deleting could hit one that is wanted again now.
    await this.#sql`delete from realtime.watchers where expires_at < now()`;
    const dead = await this.#sql<{ id: string }[]>`
      select id from realtime.servers where seen_at < now() - interval '20 seconds'`;
    await this.#removeDeadServers(dead.map(({ id }) => id));
    if (row) await this.#prune(row.xmin);
  }

  async #writeWatchers(relations: readonly number[]): Promise<void> {
    await this.#sql`
      insert into realtime.watchers (relation, server, expires_at)
      select relation::oid, ${this.#serverId}, now() + interval '1 minute'
        from unnest(${[...relations]}::int[]) as relation
      on conflict (relation, server) do update set expires_at = excluded.expires_at`;
  }

  /** A server that is gone takes its people with it, and everyone is told. */
  async #removeDeadServers(servers: readonly string[]): Promise<void> {
    if (servers.length === 0) return;
    await this.#sql`
      with removed as (delete from realtime.servers where id = any(${[...servers]}::uuid[])),
        unwatched as (delete from realtime.watchers where server = any(${[...servers]}::uuid[])),
        gone as (
          delete from realtime.presences where server = any(${[...servers]}::uuid[])
          returning topic, private, key, ref, meta)
      insert into realtime.outbox (kind, body)
      select 'presence', json_build_object('topic', topic, 'private', private, 'joins', '[]'::json,
               'leaves', json_agg(json_build_object('key', key, 'ref', ref, 'meta', meta)))
        from gone group by topic, private`;
  }

  /** Only what had ended a minute ago: a row of a long transaction is young when it appears. */
  async #prune(xmin: string): Promise<void> {
    const now = Date.now();
    this.#horizons.push({ at: now, xmin });
    this.#beats++;
    if (this.#beats % PRUNE_EVERY !== 0) return;
    const old = this.#horizons.findLast(({ at }) => at <= now - KEEP_MS);
    if (!old) return;
    this.#horizons = this.#horizons.filter(({ at }) => at >= old.at);
    await this.#sql`delete from realtime.outbox where xid < ${old.xmin}::text::xid8`;
    await this.#sql`
      delete from realtime.messages where inserted_at < now() - ${KEEP_MESSAGES}::interval`;
  }
}
