import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../database/sql/sql.ts';
import type { NotedRow, OutcomeQueue } from '../notifications/outcome-notes.ts';
import type { QueuedMail } from './queued-mail.ts';

/** Longer than a send may take: who holds a mail for longer is taken for dead. */
const CLAIM_SECONDS = 300;
const FIRST_RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 900;
/** A mail server that says no for good is asked a few times, one that cannot be reached for ever. */
const TRIES_AFTER_REFUSAL = 5;

/** Takes the oldest due mail; no two servers get the same one. */
export async function claimMail(sql: Sql): Promise<QueuedMail | undefined> {
  const [mail] = await sql<QueuedMail[]>`
    update mail.outbox
       set claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS}),
           attempts = attempts + 1
     where id = (
       select id from mail.outbox
        where sent_at is null and given_up_at is null and send_after <= clock_timestamp()
          and (claimed_until is null or claimed_until < clock_timestamp())
        order by send_after
        limit 1 for update skip locked)
    returning id, to_address as "to", template, language, data, link, attachment, attempts`;
  return mail;
}

/** `isNoted`: the project is to learn of it, see outcomeQueue. */
export async function markSent(sql: Sql, id: string, isNoted: boolean): Promise<void> {
  await sql`
    update mail.outbox set sent_at = clock_timestamp(), claimed_until = null, last_error = null,
           note_after = case when ${isNoted} then clock_timestamp() end
     where id = ${id}`;
}

export const outcomeQueue: OutcomeQueue = {
  channel: 'mail',
  table: { schema: 'mail', name: 'outbox' },
  read: (sql, ids) => sql<NotedRow[]>`
    select id, case when sent_at is null then 'failed' else 'sent' end as status,
           last_error as error, '{}'::jsonb as details
      from mail.outbox where id = any(${ids}::uuid[])`,
};

const POLL_MS = 10;
/** Whoever takes longer may have died with it. */
const PATIENCE_MS = 2_000;

/** Until no other worker is sending mail: the database may have woken it first. */
export async function untilNobodySends(sql: Sql): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const [mail] = await sql`
      select from mail.outbox
       where sent_at is null and given_up_at is null and claimed_until > clock_timestamp() limit 1`;
    if (!mail) return;
    await sleep(POLL_MS);
  }
}

/** Not its turn yet: as if it had not been taken. */
export async function putBack(sql: Sql, id: string, seconds: number): Promise<void> {
  await sql`
    update mail.outbox
       set claimed_until = null, attempts = attempts - 1,
           send_after = clock_timestamp() + make_interval(secs => ${seconds})
     where id = ${id}`;
}

/** Tries again later, each time waiting twice as long, with some chance so that not all return at once. */
export async function markFailed(
  sql: Sql,
  mail: QueuedMail,
  error: unknown,
  isNoted: boolean,
): Promise<void> {
  const wait = Math.min(FIRST_RETRY_SECONDS * 2 ** (mail.attempts - 1), MAX_RETRY_SECONDS);
  const refused = isRefusal(error) && mail.attempts >= TRIES_AFTER_REFUSAL;
  await sql`
    update mail.outbox
       set claimed_until = null, last_error = ${messageOf(error)},
           send_after = clock_timestamp() + make_interval(secs => ${wait * (0.8 + Math.random() * 0.4)}),
           given_up_at = case when ${refused} then clock_timestamp() end,
           note_after = case when ${refused && isNoted} then clock_timestamp() end
     where id = ${mail.id}`;
}

/** A 5xx answer about this recipient or message, not about the server or our login. */
function isRefusal(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  return typeof responseCode === 'number' && responseCode >= 550 && code !== 'EAUTH';
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}
