import type { Queryable } from '../../database/sql/sql.ts';

import type { SessionClaims } from './access-token.ts';

/** The assurance level and methods of a session, from what has been proved within it. */
export async function readSessionClaims(sql: Queryable, sessionId: string): Promise<SessionClaims> {
  const rows = await sql<{ method: string; timestamp: number }[]>`
    select authentication_method as method,
           extract(epoch from updated_at)::int as timestamp
      from auth.mfa_amr_claims where session_id = ${sessionId}
     order by updated_at desc`;
  const methods = rows.map(({ method, timestamp }) => ({ method, timestamp }));
  const aal = methods.some(({ method }) => method === 'totp') ? 'aal2' : 'aal1';
  return { sessionId, aal, methods };
}
