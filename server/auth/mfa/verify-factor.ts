import type { Queryable } from '../../database/sql/sql.ts';
import { recordAudit } from '../audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import { askAboutAttempt, endSessions } from '../hooks.ts';
import type { CurrentSession } from '../http/current-session.ts';
import type { RequestOrigin } from '../http/request-origin.ts';
import { mfaLimit, totpGuessLimit } from '../sign-in-limits.ts';
import { randomToken, tokenHash } from '../tokens/secret-values.ts';
import { readSessionClaims } from '../tokens/session-claims.ts';
import { type TokenResponse, tokenResponse } from '../tokens/token-response.ts';
import { findUserById } from '../users/user-row.ts';
import { totpStep } from './totp.ts';

export const CHALLENGE_SECONDS = 300;
/** GoTrue's words where the hook has none. */
const MFA_REJECTED = 'Further MFA verification attempts will be rejected.';

interface Challenge {
  readonly verified: boolean;
  readonly ip: string;
  readonly expired: boolean;
}

interface Factor {
  readonly id: string;
  readonly secret: string | null;
  readonly last_used_step: string | null;
}

/** Raises the session to aal2 with a code of the app. */
export async function verifyTotp(
  context: AuthContext,
  session: CurrentSession,
  attempt: { factorId: string; challengeId: string; code: string },
  origin: RequestOrigin,
): Promise<TokenResponse> {
  const { user, sessionId } = session;
  const limits = [...mfaLimit(user.id), ...totpGuessLimit(attempt.factorId)];
  await context.limits.take(limits);
  const result = await context.sql.begin(async (sql) => {
    const factor = await lockFactor(sql, user.id, attempt.factorId);
    if (!factor) return new AuthError(422, 'mfa_factor_not_found', 'Factor not found');
    const refusal = refuseChallenge(await findChallenge(sql, attempt), attempt, origin);
    if (refusal) return refusal;
    const step = totpStep(factor.secret ?? '', attempt.code);
    // A code someone looked over a shoulder for is worth nothing once it has been used.
    const replayed = step !== undefined && step <= Number(factor.last_used_step ?? -1);
    const valid = step !== undefined && !replayed;
    const traits: Record<string, unknown> = {
      factor_id: factor.id,
      challenge_id: attempt.challengeId,
      valid,
    };
    await recordAudit(sql, origin, { action: 'verification_attempted', actor: user, traits });
    const rejected = await askAboutAttempt(context.settings.hooks.mfa_verification_attempt, sql, {
      factor_id: factor.id,
      user_id: user.id,
      valid,
    });
    if (rejected) {
      await endSessions(sql, user.id);
      return new AuthError(403, 'mfa_verification_rejected', rejected.message || MFA_REJECTED);
    }
    if (step === undefined || replayed) {
      return new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    }
    const refreshToken = await raiseSession(sql, { ...attempt, sessionId, userId: user.id, step });
    return { refreshToken, claims: await readSessionClaims(sql, sessionId) };
  });
  if (result instanceof AuthError) throw result;
  await context.limits.giveBack(limits);
  const fresh = (await findUserById(context.sql, user.id)) ?? user;
  return tokenResponse(context, context.sql, fresh, {
    ...result.claims,
    refreshToken: result.refreshToken,
  });
}

async function lockFactor(
  sql: Queryable,
  userId: string,
  factorId: string,
): Promise<Factor | undefined> {
  const [factor] = await sql<Factor[]>`
    select id, secret, last_used_step from auth.mfa_factors
     where id = ${factorId} and user_id = ${userId} for update`;
  return factor;
}

async function findChallenge(
  sql: Queryable,
  { factorId, challengeId }: { factorId: string; challengeId: string },
): Promise<Challenge | undefined> {
  const [challenge] = await sql<Challenge[]>`
    select verified_at is not null as verified, host(ip_address) as ip,
           created_at < clock_timestamp() - make_interval(secs => ${CHALLENGE_SECONDS}) as expired
      from auth.mfa_challenges where id = ${challengeId} and factor_id = ${factorId}`;
  return challenge;
}

function refuseChallenge(
  challenge: Challenge | undefined,
  { challengeId }: { challengeId: string },
  origin: RequestOrigin,
): AuthError | undefined {
  if (!challenge) {
    return new AuthError(
      422,
      'mfa_factor_not_found',
      'MFA factor with the provided challenge ID not found',
    );
  }
  if (challenge.verified || challenge.ip !== origin.address) {
    return new AuthError(
      422,
      'mfa_ip_address_mismatch',
      'Challenge and verify IP addresses mismatch',
    );
  }
  if (!challenge.expired) return undefined;
  return new AuthError(
    422,
    'mfa_challenge_expired',
    `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
  );
}

/** Everything a proved second factor means, in the transaction of the proof. */
async function raiseSession(
  sql: Queryable,
  proof: { factorId: string; challengeId: string; sessionId: string; userId: string; step: number },
): Promise<string> {
  const refreshToken = randomToken();
  await sql`update auth.mfa_challenges set verified_at = now() where id = ${proof.challengeId}`;
  await sql`
    update auth.mfa_factors
       set status = 'verified', last_used_step = ${proof.step}, updated_at = now()
     where id = ${proof.factorId}`;
  await sql`
    delete from auth.mfa_factors
     where user_id = ${proof.userId} and status = 'unverified' and factor_type = 'totp'`;
  await sql`
    insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
    values (gen_random_uuid(), ${proof.sessionId}, 'totp', clock_timestamp(), clock_timestamp())
    on conflict (session_id, authentication_method) do update set updated_at = clock_timestamp()`;
  await sql`
    update auth.sessions set aal = 'aal2', factor_id = ${proof.factorId}, updated_at = now()
     where id = ${proof.sessionId}`;
  // Sessions that never proved the second factor end, and so do the refresh tokens of before.
  await sql`
    delete from auth.sessions
     where user_id = ${proof.userId} and id <> ${proof.sessionId} and aal is distinct from 'aal2'`;
  await sql`delete from auth.refresh_tokens where session_id = ${proof.sessionId}`;
  await sql`
    insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
    values (${tokenHash(refreshToken)}, ${proof.userId}, ${proof.sessionId}, false, now(), now())`;
  return refreshToken;
}
