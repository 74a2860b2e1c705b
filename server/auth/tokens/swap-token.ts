import type { Queryable } from '../../database/sql/sql.ts';
import type { AuthContext } from '../auth-context.ts';
import type { RequestOrigin } from '../http/request-origin.ts';
import { selectUser, type UserRow } from '../users/user-row.ts';
import type { SessionClaims } from './access-token.ts';
import { nextRefreshToken, tokenHash } from './secret-values.ts';
import { type ProvedMethod, selectMethods, sessionClaims } from './session-claims.ts';

export interface Swapped {
  readonly user: UserRow;
  readonly session: SessionClaims & { readonly refreshToken: string };
}

type SwappedRow = UserRow & {
  readonly session_id: string;
  readonly methods: readonly ProvedMethod[];
};

/**
 * Swaps a token that is in use, in one statement, or does nothing. The session is locked first:
 * of two who come with one token, the second finds it used.
 */
export async function swapToken(
  { keys, settings }: AuthContext,
  sql: Queryable,
  token: string,
  origin: RequestOrigin,
): Promise<Swapped | undefined> {
  const hash = tokenHash(token);
  const refreshToken = nextRefreshToken(keys.linkSecret, token);
  const idleSeconds = settings.sessionIdleSeconds > 0 ? settings.sessionIdleSeconds : null;
  const [row] = await sql<SwappedRow[]>`
    with session as (
      select sessions.id from auth.sessions
        join auth.users on users.id = sessions.user_id
       where sessions.id = (select session_id from auth.refresh_tokens where token = ${hash})
         and (sessions.not_after is null or sessions.not_after >= now())
         and (users.banned_until is null or users.banned_until <= now())
         and (${idleSeconds}::float8 is null or clock_timestamp() - coalesce(
               sessions.refreshed_at at time zone 'utc', sessions.created_at)
             <= make_interval(secs => ${idleSeconds}))
         for update of sessions
    ), used as (
      update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp()
        from session
       where token = ${hash} and session_id = session.id and revoked is not true
      returning session_id, user_id
    ), refreshed as (
      update auth.sessions
         set refreshed_at = clock_timestamp() at time zone 'utc', updated_at = now(),
             user_agent = ${origin.userAgent}, ip = ${origin.address}::inet
        from used
       where sessions.id = used.session_id
    ), next as (
      insert into auth.refresh_tokens
        (token, user_id, session_id, parent, revoked, created_at, updated_at)
      select ${tokenHash(refreshToken)}, user_id, session_id, ${hash}, false, now(), now() from used
    )
    select found.*, used.session_id, ${selectMethods(sql, sql`used.session_id`)} as methods
      from used join (${selectUser(sql)}) as found on found.id = used.user_id::uuid`;
  if (!row) return undefined;
  const { session_id, methods, ...user } = row;
  return { user, session: { ...sessionClaims(session_id, methods), refreshToken } };
}
