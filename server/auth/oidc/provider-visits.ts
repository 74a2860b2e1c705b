import { createHmac } from 'node:crypto';
import type { Queryable } from '../../database/sql/sql.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import type { PkceChallenge } from '../flow-state.ts';
import { equalHex, randomToken, tokenHash } from '../tokens/secret-values.ts';
import type { VisitSecrets } from './provider-client.ts';

export const VISIT_SECONDS = 600;

export interface Visit {
  readonly provider: string;
  readonly redirect_to: string;
  readonly cookie_hash: string | null;
  readonly code_challenge: string | null;
  readonly code_challenge_method: PkceChallenge['method'] | null;
  readonly linking_session_id: string | null;
  readonly expired: boolean;
}

/** Notes a visit to a provider; the state is what comes back, the cookie what the browser keeps. */
export async function startVisit(
  { keys }: Pick<AuthContext, 'keys'>,
  sql: Queryable,
  visit: {
    provider: string;
    redirectTo: string;
    pkce: PkceChallenge | undefined;
    linkingSessionId?: string;
  },
): Promise<{ secrets: VisitSecrets; cookie: string }> {
  const [state, cookie] = [randomToken(), randomToken()];
  // A link is asked for by a script, which may run on another site and keep no cookie of ours: with PKCE
  // the exchange shows who started it.
  const needsCookie = visit.linkingSessionId === undefined || visit.pkce === undefined;
  await sql`
    insert into auth.provider_visits
      (state_hash, provider, redirect_to, cookie_hash, code_challenge, code_challenge_method,
       linking_session_id)
    values (${tokenHash(state)}, ${visit.provider}, ${visit.redirectTo},
      ${needsCookie ? tokenHash(cookie) : null}, ${visit.pkce?.challenge ?? null},
      ${visit.pkce?.method ?? null}, ${visit.linkingSessionId ?? null})`;
  return { secrets: visitSecrets(keys.linkSecret, state), cookie };
}

/** Uses up a state: of two answers only the first finds it. */
export async function consumeVisit(sql: Queryable, state: string): Promise<Visit | undefined> {
  const [visit] = await sql<Visit[]>`
    delete from auth.provider_visits where state_hash = ${tokenHash(state)}
    returning provider, redirect_to, cookie_hash, code_challenge, code_challenge_method,
      linking_session_id,
      created_at < clock_timestamp() - make_interval(secs => ${VISIT_SECONDS}) as expired`;
  return visit;
}

export function checkVisit(visit: Visit, cookie: string | undefined): void {
  if (visit.expired) {
    throw new AuthError(400, 'flow_state_expired', 'Signing in took too long. Start again.');
  }
  if (visit.cookie_hash === null) return;
  if (cookie !== undefined && equalHex(tokenHash(cookie), visit.cookie_hash)) return;
  throw badState('Signing in was started in another browser. Start again in this one.');
}

export function badState(message: string): AuthError {
  return new AuthError(400, 'bad_oauth_state', message);
}

export function pkceOf(visit: Visit): PkceChallenge | undefined {
  const { code_challenge: challenge, code_challenge_method: method } = visit;
  return challenge === null || method === null ? undefined : { challenge, method };
}

/** Derived from the state, so that nothing that opens a session is stored. */
export function visitSecrets(secret: Uint8Array, state: string): VisitSecrets {
  const derive = (purpose: string) =>
    createHmac('sha256', secret).update(`${purpose}\n${state}`).digest('base64url');
  return { state, nonce: derive('nonce'), verifier: derive('verifier') };
}

/** One for each visit: two tabs may sign in at once. */
export function cookieName(state: string): string {
  return `sign-in-${tokenHash(state).slice(0, 16)}`;
}
