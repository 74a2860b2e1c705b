import type { Queryable, Sql } from '../database/sql/sql.ts';
import type { NotedRow, OutcomeQueue } from '../notifications/outcome-notes.ts';
import type { TextError } from './gateway.ts';

export interface QueuedText {
  readonly id: string;
  readonly to: string;
  readonly template: string | null;
  readonly language: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly path: string | null;
  readonly body: string | null;
  readonly isExpired: boolean;
  /** Before this one. */
  readonly attempts: number;
  readonly ageSeconds: number;
}

/** Much longer than the gateway is waited for: whoever began so long ago is dead. */
const CLAIM_SECONDS = 120;

/** The oldest due text, locked until the transaction ends. */
export async function lockDueText(sql: Queryable): Promise<QueuedText | undefined> {
  const [text] = await sql<QueuedText[]>`
    select id, to_number as "to", template, language, data, path, body, attempts,
           coalesce(expires_at <= clock_timestamp(), false) as "isExpired",
           extract(epoch from clock_timestamp() - created_at)::float8 as "ageSeconds"
      from sms.outbox
     where status = 'waiting' and send_after <= clock_timestamp()
     order by send_after limit 1 for update skip locked`;
  return text;
}

/** To be committed before the gateway hears of it. */
export async function markSending(sql: Queryable, id: string, segments: number): Promise<void> {
  await sql`
    update sms.outbox
       set status = 'sending', attempts = attempts + 1, segments = ${segments},
           claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})
     where id = ${id}`;
}

/** What the text said and where it led is erased with every end. */
export async function markSent(sql: Queryable, id: string, providerId?: string): Promise<void> {
  await sql`
    update sms.outbox
       set status = case when status = 'sending' then 'sent' else status end,
           provider_id = coalesce(${providerId ?? null}, provider_id), sent_at = clock_timestamp(),
           claimed_until = null, finished_at = coalesce(finished_at, clock_timestamp()),
           data = '{}', path = null, body = null,
           note_after = case when status = 'sending' then clock_timestamp() else note_after end
     where id = ${id} and status in ('sending', 'delivered', 'failed')`;
}

export async function markFailed(
  sql: Queryable,
  id: string,
  error: TextError | (string & {}),
  detail: string | undefined,
): Promise<void> {
  await sql`
    update sms.outbox
       set status = 'failed', error = ${error}, error_detail = ${detail ?? null}, claimed_until = null,
           finished_at = clock_timestamp(), data = '{}', path = null, body = null,
           note_after = clock_timestamp()
     where id = ${id} and status in ('waiting', 'sending')`;
}

/** Only what was surely not sent comes back. */
export async function putBack(
  sql: Queryable,
  id: string,
  waitSeconds: number,
  detail: string,
): Promise<void> {
  await sql`
    update sms.outbox
       set status = 'waiting', claimed_until = null, error_detail = ${detail},
           send_after = clock_timestamp() + make_interval(secs => ${waitSeconds})
     where id = ${id} and status = 'sending'`;
}

/** Texts whose sender died: they may have been sent, so they never are again. */
export async function giveUpUnknown(sql: Sql): Promise<void> {
  await sql`
    update sms.outbox
       set status = 'failed', error = 'unknown_outcome', error_detail = 'The server stopped while it was sending',
           claimed_until = null, finished_at = clock_timestamp(), data = '{}', path = null, body = null,
           note_after = clock_timestamp()
     where status = 'sending' and claimed_until < clock_timestamp()`;
}

export interface DeliveryReport {
  readonly id: string | undefined;
  readonly providerId: string | undefined;
  readonly status: 'delivered' | 'failed';
  readonly error: TextError | null;
}

/**
 * A report of the gateway, whenever it comes: before its own answer, late, or twice. The first that says
 * delivered or failed holds; delivered also corrects an outcome that was unknown.
 */
export async function noteReport(sql: Sql, report: DeliveryReport): Promise<boolean> {
  const { id, providerId, status, error } = report;
  const rows = await sql`
    update sms.outbox
       set status = ${status}, error = ${error}, error_detail = null, claimed_until = null,
           provider_id = coalesce(provider_id, ${providerId ?? null}),
           sent_at = coalesce(sent_at, clock_timestamp()), finished_at = clock_timestamp(),
           data = '{}', path = null, body = null, note_after = clock_timestamp()
     where (id::text = ${id ?? ''} or (${id ?? null}::text is null and provider_id = ${providerId ?? ''}))
       and (${providerId ?? null}::text is null or provider_id is null or provider_id = ${providerId ?? null})
       and (status in ('sending', 'sent') or (status = 'failed' and error = 'unknown_outcome' and ${status} = 'delivered'))
    returning id`;
  return rows.length > 0;
}

export const outcomeQueue: OutcomeQueue = {
  channel: 'sms',
  table: { schema: 'sms', name: 'outbox' },
  read: (sql, ids) => sql<NotedRow[]>`
    select id, status, error,
           jsonb_build_object('segments', segments, 'provider_id', provider_id) as details
      from sms.outbox where id = any(${ids}::uuid[]) and status in ('sent', 'delivered', 'failed')`,
};
