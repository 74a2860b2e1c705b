import type { Queryable } from '../../database/sql/sql.ts';
import { type AuditEntry, recordAudit } from '../audit-log.ts';
import type { RequestOrigin } from '../http/request-origin.ts';

/** Removes a factor; sessions that were raised by it fall back to aal1 at their next refresh. */
export async function removeFactor(
  sql: Queryable,
  factorId: string,
  origin: RequestOrigin,
  entry: AuditEntry,
): Promise<void> {
  await sql`
    delete from auth.mfa_amr_claims
     where authentication_method = 'totp'
       and session_id in (select id from auth.sessions where factor_id = ${factorId})`;
  await sql`
    update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
     where factor_id = ${factorId}`;
  await sql`delete from auth.mfa_factors where id = ${factorId}`;
  await recordAudit(sql, origin, { ...entry, traits: { ...entry.traits, factor_id: factorId } });
}
