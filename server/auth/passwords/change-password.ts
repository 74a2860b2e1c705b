import type { Queryable } from '../../database/sql/sql.ts';
import { recordAudit } from '../audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import { enqueueAuthMail } from '../auth-mail.ts';
import type { CurrentSession } from '../http/current-session.ts';
import type { RequestOrigin } from '../http/request-origin.ts';
import { nameProviders } from '../oidc/identities.ts';
import { consumeCode, discardTokens } from '../one-time-tokens.ts';
import { codeLimit, passwordLimits } from '../sign-in-limits.ts';
import { discardSignUps } from '../sign-ups.ts';
import type { UserRow } from '../users/user-row.ts';
import { checkPasswordStrength } from './password-strength.ts';

const FRESH_SESSION_MS = 24 * 3600 * 1000;

/** Checks everything about a new password and returns its hash. */
export async function checkNewPassword(
  context: AuthContext,
  session: CurrentSession,
  wanted: { password: string; nonce: string; currentPassword: string },
  origin: RequestOrigin,
): Promise<string> {
  checkPasswordStrength(wanted.password, context.settings);
  await checkNonce(context, session, wanted.nonce);
  const { user } = session;
  if (wanted.currentPassword !== '') {
    await checkCurrent(context, user, wanted.currentPassword, origin);
  }
  if (user.encrypted_password) {
    const same = await context.hasher.verify({
      password: wanted.password,
      hash: user.encrypted_password,
    });
    if (same.valid) {
      throw new AuthError(
        422,
        'same_password',
        'New password should be different from the old password.',
      );
    }
  }
  return context.hasher.hash(wanted.password);
}

/** Stores it, ends all other sessions and tells the owner, who may not be the one who did it. */
export async function storePassword(
  { settings }: AuthContext,
  sql: Queryable,
  origin: RequestOrigin,
  change: { user: UserRow; passwordHash: string; keepSession: string | undefined },
): Promise<void> {
  const { user } = change;
  await sql`
    update auth.users set encrypted_password = ${change.passwordHash}, updated_at = now()
     where id = ${user.id}`;
  await discardSignUps(sql, user.id);
  if (user.email) await addEmailIdentity(sql, user.id, user.email);
  await sql`
    delete from auth.sessions
     where user_id = ${user.id} and id is distinct from ${change.keepSession ?? null}::uuid`;
  // Links asked for before would still let someone in.
  await discardTokens(sql, user.id, ['recovery_token', 'reauthentication_token']);
  await recordAudit(sql, origin, { action: 'user_updated_password', actor: user });
  if (settings.passwordChangedNotice && user.email && user.encrypted_password) {
    await enqueueAuthMail(sql, origin, { kind: 'password_changed', to: user.email, user });
  }
}

/** Who came with a provider's account alone can sign in otherwise now, and may unlink that one. */
async function addEmailIdentity(sql: Queryable, userId: string, email: string): Promise<void> {
  const data = { sub: userId, email, email_verified: true, phone_verified: false };
  const added = await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
    values (${userId}, ${userId}, ${sql.json(data)}, 'email', now(), now())
    on conflict (provider_id, provider) do nothing returning id`;
  if (added.length > 0) await nameProviders(sql, userId);
}

/** The code mailed by /reauthenticate: needed where the settings ask for it, checked where given. */
async function checkNonce(
  context: AuthContext,
  { user, createdAt }: CurrentSession,
  nonce: string,
): Promise<void> {
  const isOld = Date.now() - createdAt.getTime() > FRESH_SESSION_MS;
  if (nonce === '' && context.settings.securePasswordChange && isOld) {
    throw new AuthError(
      400,
      'reauthentication_needed',
      'Password update requires reauthentication',
    );
  }
  if (nonce === '') return;
  const limits = codeLimit(user.email ?? user.id);
  await context.limits.take(limits);
  const token = await context.sql.begin((sql) =>
    consumeCode(context, sql, {
      userId: user.id,
      code: nonce,
      types: ['reauthentication_token'],
    }),
  );
  if (!token) {
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
  await context.limits.giveBack(limits);
}

async function checkCurrent(
  context: AuthContext,
  user: UserRow,
  currentPassword: string,
  origin: RequestOrigin,
): Promise<void> {
  const limits = passwordLimits(context, user.email ?? user.id, origin);
  const { valid } = await context.hasher.verify({
    password: currentPassword,
    hash: user.encrypted_password ?? undefined,
    before: () => context.limits.take(limits),
  });
  if (!valid) {
    throw new AuthError(400, 'current_password_mismatch', 'Current password is not correct');
  }
  await context.limits.giveBack(limits);
}
