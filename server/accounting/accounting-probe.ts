import type { ProjectFunction } from '../database/project-function.ts';
import type { Sql } from '../database/sql/sql.ts';
import type { SystemLine, SystemProbe } from '../system/system-line.ts';

/** Of all companies; `[accounting] figures` of config.toml returns these. */
export interface AccountingFigures {
  readonly connections: number;
  /** That wait for an owner to sign in. */
  readonly signedOut: number;
  /** With a problem that is tried again by itself. */
  readonly failing: number;
  /** At which nobody works. */
  readonly heldUp: number;
  readonly waiting: number;
  /** In the last day. */
  readonly sent: number;
  readonly lastSentAt: Date | null;
}

export function accountingProbe(sql: Sql, figures: ProjectFunction): SystemProbe {
  return async () => {
    const [row] = await sql<AccountingFigures[]>`
      select connections, signed_out as "signedOut", failing, held_up as "heldUp", waiting, sent,
             last_sent_at as "lastSentAt"
        from ${sql(figures.schema)}.${sql(figures.name)}()`;
    return row && row.connections > 0 ? accountingLine(row) : null;
  };
}

export function accountingLine(figures: AccountingFigures): SystemLine {
  const { signedOut, failing, heldUp, sent, lastSentAt } = figures;
  const values = { ...figures, lastSentAt: lastSentAt?.toISOString() ?? null };
  const line = { id: 'accounting', values };
  if (heldUp > 0) {
    return { ...line, state: 'error', reason: 'heldUp', values: { ...values, count: heldUp } };
  }
  if (signedOut > 0) {
    return { ...line, state: 'warning', reason: 'signIn', values: { ...values, count: signedOut } };
  }
  if (failing > 0) {
    return { ...line, state: 'warning', reason: 'failing', values: { ...values, count: failing } };
  }
  const reason = lastSentAt === null ? 'unused' : 'ok';
  return { ...line, state: 'ok', reason, values: { ...values, count: sent } };
}
