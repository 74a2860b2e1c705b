import type { ProjectFunction } from '../database/project-function.ts';
import type { Sql } from '../database/sql/sql.ts';
import type { SystemLine, SystemProbe } from '../system/system-line.ts';

/** Of all companies; `[webhooks] figures` of config.toml returns these. */
export interface WebhookFigures {
  readonly endpoints: number;
  /** At which the last attempt failed. */
  readonly failing: number;
  /** Turned off within the last seven days because nothing arrived. */
  readonly turnedOff: number;
  readonly waiting: number;
  /** Since when the oldest could have been sent. */
  readonly dueSince: Date | null;
  /** Of the last day. */
  readonly delivered: number;
  readonly lastDeliveredAt: Date | null;
}

/** What is due for longer is sent by nobody. */
const HELD_UP_MS = 15 * 60_000;

export function webhookProbe(sql: Sql, figures: ProjectFunction): SystemProbe {
  return async () => {
    const [row] = await sql<WebhookFigures[]>`
      select endpoints, failing, turned_off as "turnedOff", waiting, due_since as "dueSince", delivered,
             last_delivered_at as "lastDeliveredAt"
        from ${sql(figures.schema)}.${sql(figures.name)}()`;
    return row && row.endpoints > 0 ? webhookLine(row, new Date()) : null;
  };
}

export function webhookLine(figures: WebhookFigures, now: Date): SystemLine {
  const { endpoints, failing, turnedOff, waiting, dueSince, delivered, lastDeliveredAt } = figures;
  const values = {
    endpoints,
    failing,
    turnedOff,
    waiting,
    delivered,
    lastDeliveredAt: lastDeliveredAt?.toISOString() ?? null,
  };
  const line = { id: 'webhooks', values };
  if (dueSince && now.getTime() - dueSince.getTime() > HELD_UP_MS) {
    return { ...line, state: 'error', reason: 'heldUp', values: { ...values, count: waiting } };
  }
  if (turnedOff > 0) {
    return { ...line, state: 'warning', reason: 'off', values: { ...values, count: turnedOff } };
  }
  if (failing > 0) {
    return { ...line, state: 'warning', reason: 'failing', values: { ...values, count: failing } };
  }
  const reason = lastDeliveredAt === null ? 'unused' : 'ok';
  return { ...line, state: 'ok', reason, values: { ...values, count: delivered } };
}
