import type { Sql } from '../database/sql/sql.ts';
import type { SystemLine, SystemProbe } from '../system/system-line.ts';
import type { GatewayMode } from './create-gateway.ts';

export interface TextFigures {
  readonly sent: number;
  readonly waiting: number;
  readonly failed: number;
  readonly unknown: number;
  readonly lastSentAt: Date | null;
  readonly waitingSince: Date | null;
  readonly lastErrorDetail: string | null;
}

/** A text that was tried and waits for longer than that is held up by something that lasts. */
const HELD_UP_MS = 15 * 60_000;
const MAX_DETAIL_LENGTH = 160;

/** What keeps one person from texts is shown with the person, not here. */
export function smsProbe(mode: GatewayMode, host: string, sql: Sql): SystemProbe {
  return async () => {
    const [figures] = await sql<TextFigures[]>`
      select count(*) filter (where sent_at > now() - interval '1 day')::int as sent,
             count(*) filter (where status = 'waiting')::int as waiting,
             count(*) filter (where is_fault)::int as failed,
             count(*) filter (where error = 'unknown_outcome' and status = 'failed'
               and finished_at > now() - interval '7 days')::int as unknown,
             max(sent_at) as "lastSentAt",
             min(created_at) filter (where status = 'waiting' and attempts > 0) as "waitingSince",
             (array_agg(error_detail order by coalesce(finished_at, send_after) desc)
               filter (where is_fault or (status = 'waiting' and attempts > 0)))[1] as "lastErrorDetail"
        from (select *, status = 'failed' and error in ('refused', 'unknown_outcome', 'no_gateway')
                and finished_at > now() - interval '7 days' as is_fault from sms.outbox) t`;
    return smsLine(mode, host, figures as TextFigures, new Date());
  };
}

export function smsLine(
  mode: GatewayMode,
  host: string,
  figures: TextFigures,
  now: Date,
): SystemLine {
  const { sent, waiting, failed, unknown, lastSentAt, waitingSince } = figures;
  const values = {
    count: sent,
    waiting,
    failed,
    unknown,
    lastSentAt: lastSentAt?.toISOString() ?? null,
    host,
    answer: figures.lastErrorDetail?.slice(0, MAX_DETAIL_LENGTH) ?? null,
  };
  const line = { id: 'sms', values };
  if (mode === 'off') return { ...line, state: 'off', reason: 'notSet' };
  if (mode === 'captured') return { ...line, state: 'off', reason: 'captured' };
  if (waitingSince && now.getTime() - waitingSince.getTime() > HELD_UP_MS) {
    return { ...line, state: 'error', reason: 'heldUp' };
  }
  if (unknown > 0) return { ...line, state: 'warning', reason: 'unknownOutcome' };
  if (failed > 0) return { ...line, state: 'warning', reason: 'failed' };
  return { ...line, state: 'ok', reason: lastSentAt === null ? 'unused' : 'ok' };
}
