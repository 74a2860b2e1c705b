import type { Sql } from '../database/sql/sql.ts';
import type { NotedRow, OutcomeQueue } from '../notifications/outcome-notes.ts';
import { type QueuedPush, readOptions } from './queued-push.ts';

/** Longer than a send may take: who holds one for longer is taken for dead. */
const CLAIM_SECONDS = 120;
/** How far the queue is searched past those whose device is just being sent another one. */
const SEARCHED_TIMES = 4;

/** What became of one attempt; `error` is `code: details`. */
export type Result =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'failed' | 'gone'; readonly error: string }
  | { readonly outcome: null; readonly error: string; readonly retrySeconds: number };

/**
 * Takes due notifications, the oldest first and one for each device: no two servers get the same one,
 * and none gets another one of a device that is being sent to.
 */
export async function claimPushes(sql: Sql, count: number): Promise<QueuedPush[]> {
  const rows = await sql.begin(async (transaction) => {
    // Servers take turns: each has to see what the other took.
    await transaction`select pg_advisory_xact_lock(hashtextextended('push.outbox', 0))`;
    return transaction<(Omit<QueuedPush, 'options'> & { readonly options: unknown })[]>`
      update push.outbox o
         set claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS}),
             attempts = attempts + 1
        from (
          select id from (
            select id, send_after,
                   row_number() over (partition by endpoint order by send_after, created_at) as nth
              from (
                select id, endpoint, send_after, created_at from push.outbox d
                 where outcome is null and send_after <= statement_timestamp()
                   and (claimed_until is null or claimed_until < statement_timestamp())
                   and not exists (
                     select from push.outbox b
                      where b.endpoint = d.endpoint and b.outcome is null
                        and b.claimed_until >= statement_timestamp())
                   and not exists (
                     select from push.origins h
                      where h.origin = d.origin and h.held_until > statement_timestamp())
                 order by send_after limit ${count * SEARCHED_TIMES}) due) ranked
           where nth = 1 order by send_after limit ${count}) next
       where o.id = next.id and o.outcome is null
      returning o.id, o.endpoint, o.origin, o.p256dh, o.auth, o.template, o.language, o.data, o.options,
                o.attempts, o.expires_at as "expiresAt", o.last_error as "lastError"`;
  });
  return rows.map((row) => ({ ...row, options: readOptions(row.options) }));
}

/** Writes the results of several attempts at once; `isNoted`: the project is to learn of outcomes. */
export async function writeResults(
  sql: Sql,
  results: readonly (Result & { readonly id: string })[],
  isNoted: boolean,
): Promise<void> {
  await sql`
    update push.outbox o
       set claimed_until = null, outcome = r.outcome, last_error = r.error,
           finished_at = case when r.outcome is not null then clock_timestamp() end,
           note_after = case when r.outcome is not null and ${isNoted} then clock_timestamp() end,
           send_after = case when r.outcome is null
             then clock_timestamp() + make_interval(secs => r."retrySeconds") else o.send_after end
      from jsonb_to_recordset(${sql.json(results)})
        as r (id uuid, outcome text, error text, "retrySeconds" double precision)
     where o.id = r.id and o.outcome is null`;
}

/** Everything for a push service waits. */
export async function holdOrigin(
  sql: Sql,
  origin: string,
  seconds: number,
  error: string,
): Promise<void> {
  await sql`
    insert into push.origins as o (origin, held_until, last_error)
    values (${origin}, clock_timestamp() + make_interval(secs => ${seconds}), ${error})
    on conflict (origin) do update
      set held_until = greatest(o.held_until, excluded.held_until), last_error = excluded.last_error`;
}

export const outcomeQueue: OutcomeQueue = {
  channel: 'push',
  table: { schema: 'push', name: 'outbox' },
  read: (sql, ids) => sql<NotedRow[]>`
    select id, outcome as status, split_part(last_error, ':', 1) as error,
           jsonb_strip_nulls(jsonb_build_object('reason', last_error)) as details
      from push.outbox where id = any(${ids}::uuid[])`,
};
