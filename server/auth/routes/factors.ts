import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { recordAudit } from '../audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import { isUuid, lacksSecondFactor, requireSession } from '../http/current-session.ts';
import { readBody, text } from '../http/read-body.ts';
import { requestOrigin } from '../http/request-origin.ts';
import { enrollTotp } from '../mfa/enroll-factor.ts';
import { removeFactor } from '../mfa/remove-factor.ts';
import { CHALLENGE_SECONDS, verifyTotp } from '../mfa/verify-factor.ts';
import { mfaLimit } from '../sign-in-limits.ts';
import type { UserRow } from '../users/user-row.ts';

const enrollBody = z.object({ factor_type: text, friendly_name: text, issuer: text, phone: text });
const verifyBody = z.object({ challenge_id: text, code: text });
type FactorRoute = { Params: { id: string } };

export function factorRoutes(app: FastifyInstance, context: AuthContext): void {
  app.post('/factors', async (request) => {
    const session = await requireSession(context, request);
    const body = readBody(request, enrollBody);
    refuseFactorType(context, body.factor_type);
    const wanted = {
      friendlyName: body.friendly_name.slice(0, 200),
      issuer: body.issuer.slice(0, 200),
    };
    return enrollTotp(context, session, wanted, requestOrigin(request));
  });

  app.post<FactorRoute>('/factors/:id/challenge', async (request) => {
    const { user } = await requireSession(context, request);
    const factor = ownFactor(user, request.params.id);
    const origin = requestOrigin(request);
    await context.limits.take(mfaLimit(user.id));
    const id = randomUUID();
    await context.sql.begin(async (sql) => {
      await sql`
        insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
        values (${id}, ${factor.id}, clock_timestamp(), ${origin.address}::inet)`;
      await sql`
        update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = ${factor.id}`;
      await recordAudit(sql, origin, {
        action: 'challenge_created',
        actor: user,
        traits: { factor_id: factor.id, factor_status: factor.status },
      });
    });
    return { id, type: 'totp', expires_at: Math.floor(Date.now() / 1000) + CHALLENGE_SECONDS };
  });

  app.post<FactorRoute>('/factors/:id/verify', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const session = await requireSession(context, request);
    const body = readBody(request, verifyBody);
    const factor = ownFactor(session.user, request.params.id);
    if (!isUuid(body.challenge_id)) throw validationFailed('challenge_id must be an UUID');
    if (!context.settings.totpVerify) {
      throw new AuthError(
        422,
        'mfa_totp_verify_not_enabled',
        'MFA verification is disabled for TOTP',
      );
    }
    const attempt = { factorId: factor.id, challengeId: body.challenge_id, code: body.code };
    return verifyTotp(context, session, attempt, requestOrigin(request));
  });

  app.delete<FactorRoute>('/factors/:id', async (request) => {
    const session = await requireSession(context, request);
    const { user } = session;
    const factor = ownFactor(user, request.params.id);
    if (lacksSecondFactor(session)) {
      throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    }
    const origin = requestOrigin(request);
    await context.sql.begin((sql) =>
      removeFactor(sql, factor.id, origin, { action: 'factor_unenrolled', actor: user }),
    );
    return { id: factor.id };
  });
}

function ownFactor(user: UserRow, id: string) {
  const factor = user.factors.find((candidate) => candidate.id === id.toLowerCase());
  if (factor) return factor;
  throw isUuid(id)
    ? new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
    : validationFailed('factor_id must be an UUID', 404);
}

function refuseFactorType({ settings }: AuthContext, type: string): void {
  if (type === 'totp') {
    if (settings.totpEnroll) return;
    throw new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP');
  }
  if (type === 'phone') {
    throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
  }
  if (type === 'webauthn') {
    throw new AuthError(
      422,
      'mfa_webauthn_enroll_not_enabled',
      'MFA enroll is disabled for WebAuthn',
    );
  }
  throw validationFailed('factor_type needs to be totp, phone, or webauthn');
}
