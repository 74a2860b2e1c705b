import { type Config, isLoopback } from '../config.ts';
import type { Sql } from '../database/sql/sql.ts';
import type { SystemLine, SystemProbe } from '../system/system-line.ts';
import type { WayOut, WayOutState } from './way-out.ts';

export interface PushFigures {
  /** Of the last day. */
  readonly sent: number;
  readonly refused: number;
  readonly waiting: number;
  readonly lastSentAt: Date | null;
}

/** Push services are asked no more often than that because somebody opens the page. */
const MAX_AGE_MS = 60 * 60_000;

export function pushProbe(
  { siteUrl, tls }: Pick<Config, 'siteUrl' | 'tls'>,
  sql: Sql,
  wayOut: WayOut,
): SystemProbe {
  return async () => {
    if (!isSecure(siteUrl) && tls.mode === 'off') {
      return { id: 'push', state: 'off', reason: 'needsHttps', values: {} };
    }
    const [figures] = await sql<PushFigures[]>`
      select count(*) filter (where outcome = 'sent' and finished_at > now() - interval '1 day')::int
               as sent,
             count(*) filter (where outcome = 'failed' and starts_with(last_error, 'refused')
               and finished_at > now() - interval '1 day')::int as refused,
             count(*) filter (where outcome is null)::int as waiting,
             max(finished_at) filter (where outcome = 'sent') as "lastSentAt"
        from push.outbox`;
    return pushLine(await stateOf(wayOut), figures as PushFigures);
  };
}

/** Nobody waits for a push service that does not answer, except the first who asks. */
async function stateOf(wayOut: WayOut): Promise<WayOutState> {
  const known = await wayOut.read();
  const check = wayOut.checkOlderThan(MAX_AGE_MS);
  if (!known) return check;
  check.catch(() => undefined);
  return known;
}

export function pushLine(
  { isOpen, checkedAt }: WayOutState,
  { sent, refused, waiting, lastSentAt }: PushFigures,
): SystemLine {
  const values = {
    count: sent,
    refused,
    waiting,
    lastSentAt: lastSentAt?.toISOString() ?? null,
    checkedAt: checkedAt.toISOString(),
  };
  const line = { id: 'push', values };
  if (!isOpen) return { ...line, state: 'warning', reason: 'noWayOut' };
  if (refused > 0) return { ...line, state: 'warning', reason: 'refused' };
  return { ...line, state: 'ok', reason: lastSentAt === null ? 'unused' : 'ok' };
}

/** Browsers offer push on pages that are encrypted, or on this machine. */
function isSecure(siteUrl: string): boolean {
  const { protocol, hostname } = new URL(siteUrl);
  return protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}
