import type { Queryable } from '../../database/sql/sql.ts';
import type { Fragment } from '../../database/sql/statement.ts';
import type { SessionClaims } from './access-token.ts';

/** What somebody proved within a session, and when. */
export type ProvedMethod = SessionClaims['methods'][number];

/** The assurance level and methods of a session, from what has been proved within it. */
export async function readSessionClaims(sql: Queryable, sessionId: string): Promise<SessionClaims> {
  const [row] = await sql<{ methods: ProvedMethod[] }[]>`
    select ${selectMethods(sql, sql`${sessionId}::uuid`)} as methods`;
  return sessionClaims(sessionId, row?.methods ?? []);
}

export function sessionClaims(sessionId: string, methods: readonly ProvedMethod[]): SessionClaims {
  const aal = methods.some(({ method }) => method === 'totp') ? 'aal2' : 'aal1';
  return { sessionId, aal, methods };
}

/** A JSON array, newest first; `sessionId` is an expression. */
export function selectMethods(sql: Queryable, sessionId: Fragment): Fragment {
  return sql`coalesce((
    select json_agg(json_build_object(
             'method', authentication_method,
             'timestamp', extract(epoch from updated_at)::int) order by updated_at desc)
      from auth.mfa_amr_claims where session_id = ${sessionId}), '[]')`;
}
