import { randomUUID } from 'node:crypto';
import { DatabaseError } from '../../database/sql/sql.ts';
import { recordAudit } from '../audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import type { CurrentSession } from '../http/current-session.ts';
import type { RequestOrigin } from '../http/request-origin.ts';
import { createTotpSecret } from './totp.ts';

const UNVERIFIED_SECONDS = 300;

/** Starts the set-up of an authenticator app; it counts once a first code has been verified. */
export async function enrollTotp(
  context: AuthContext,
  session: CurrentSession,
  wanted: { friendlyName: string; issuer: string },
  origin: RequestOrigin,
) {
  const { user } = session;
  const issuer = wanted.issuer || new URL(context.settings.siteUrl).host;
  const created = await createTotpSecret(issuer, user.email || user.id);
  const id = randomUUID();
  try {
    await context.sql.begin(async (sql) => {
      // One set-up at a time per user, so that the count below is right.
      await sql`select id from auth.users where id = ${user.id} for update`;
      await sql`
        delete from auth.mfa_factors
         where user_id = ${user.id} and status = 'unverified'
           and created_at < now() - make_interval(secs => ${UNVERIFIED_SECONDS})`;
      const factors = await sql<{ status: string; friendly_name: string | null }[]>`
        select status, friendly_name from auth.mfa_factors where user_id = ${user.id}`;
      refuseEnrollment(context, session, factors, wanted.friendlyName);
      await sql`
        insert into auth.mfa_factors
          (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
        values (${id}, ${user.id}, ${wanted.friendlyName}, 'totp', 'unverified',
          ${created.secret}, now(), now())`;
      await recordAudit(sql, origin, {
        action: 'factor_in_progress',
        actor: user,
        traits: { factor_id: id, factor_type: 'totp' },
      });
    });
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '23505') {
      throw nameConflict(wanted.friendlyName);
    }
    throw error;
  }
  return {
    id,
    type: 'totp',
    friendly_name: wanted.friendlyName,
    totp: { qr_code: created.qrCode, secret: created.secret, uri: created.uri },
  };
}

function refuseEnrollment(
  { settings }: AuthContext,
  { aal }: CurrentSession,
  factors: readonly { status: string; friendly_name: string | null }[],
  friendlyName: string,
): void {
  if (factors.length >= settings.maxFactors) {
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    );
  }
  if (factors.some(({ status }) => status === 'verified') && aal !== 'aal2') {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
  }
  if (factors.some((factor) => (factor.friendly_name ?? '') === friendlyName)) {
    throw nameConflict(friendlyName);
  }
}

function nameConflict(name: string): AuthError {
  return new AuthError(
    422,
    'mfa_factor_name_conflict',
    `A factor with the friendly name "${name}" for this user already exists`,
  );
}
