import type { Config } from '../../config.ts';
import type { Sql } from '../../database/sql/sql.ts';
import { smtpProblemOf } from '../../mail/smtp-problem.ts';
import type { SystemLine, SystemProbe } from '../system-line.ts';

export interface MailFigures {
  readonly sent: number;
  readonly waiting: number;
  readonly givenUp: number;
  readonly lastSentAt: Date | null;
  readonly waitingSince: Date | null;
  readonly lastError: string | null;
}

/** A mail that was tried and waits for longer than that is held up by something that lasts. */
const HELD_UP_MS = 15 * 60_000;

export function mailProbe({ smtpUrl }: Pick<Config, 'smtpUrl'>, sql: Sql): SystemProbe {
  return async () => {
    const [figures] = await sql<MailFigures[]>`
      select count(*) filter (where sent_at > now() - interval '1 day')::int as sent,
             count(*) filter (where is_waiting)::int as waiting,
             count(*) filter (where given_up_at > now() - interval '7 days')::int as "givenUp",
             max(sent_at) as "lastSentAt",
             min(created_at) filter (where is_waiting and attempts > 0 and last_error is not null)
               as "waitingSince",
             (array_agg(last_error order by created_at)
               filter (where is_waiting and last_error is not null))[1] as "lastError"
        from (select *, sent_at is null and given_up_at is null as is_waiting from mail.outbox) m`;
    return mailLine(smtpUrl === undefined, figures as MailFigures, new Date());
  };
}

export function mailLine(isCaptured: boolean, figures: MailFigures, now: Date): SystemLine {
  const { sent, waiting, givenUp, lastSentAt, waitingSince, lastError } = figures;
  const values = {
    count: sent,
    waiting,
    givenUp,
    lastSentAt: lastSentAt?.toISOString() ?? null,
  };
  const line = { id: 'mail', values };
  if (isCaptured) return { ...line, state: 'off', reason: 'captured' };
  if (waitingSince && now.getTime() - waitingSince.getTime() > HELD_UP_MS) {
    const problem = smtpProblemOf(lastError ?? '');
    const heldUp = { ...values, waitingSinceAt: waitingSince.toISOString(), problem };
    return { ...line, values: heldUp, state: 'error', reason: 'heldUp' };
  }
  if (givenUp > 0) return { ...line, state: 'warning', reason: 'givenUp' };
  return { ...line, state: 'ok', reason: lastSentAt === null ? 'unused' : 'ok' };
}
