import type { Queryable } from '../../database/sql/sql.ts';
import { recordAudit } from '../audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import type { RequestOrigin } from '../http/request-origin.ts';
import { proveVouchedAddress } from '../invite-links.ts';
import { clearPlanted } from '../sign-ups.ts';
import { createAccount } from '../users/create-account.ts';
import { findUserById, type UserRow } from '../users/user-row.ts';
import { confirmAddress } from '../verification.ts';
import {
  addIdentity,
  findIdentityOwner,
  lockIdentity,
  recordLink,
  touchIdentity,
} from './identities.ts';
import type { ProvedIdentity } from './proved-identity.ts';

/** Whose account it is: by the identity itself, else by an address the provider verified, else a new one. */
export async function resolveAccount(
  context: AuthContext,
  sql: Queryable,
  identity: ProvedIdentity,
  origin: RequestOrigin,
): Promise<UserRow | 'unproved address'> {
  await lockIdentity(sql, identity);
  const ownerId = await findIdentityOwner(sql, identity);
  if (ownerId !== undefined) {
    const owner = usable(await findUserById(sql, ownerId));
    await touchIdentity(sql, identity);
    return owner;
  }
  if (identity.email === undefined) {
    throw new AuthError(
      422,
      'provider_email_missing',
      `${identity.label} does not tell your email address. Sign in another way and link it in your settings.`,
    );
  }
  const found = await findByAddress(sql, identity.email);
  if (!identity.isEmailVerified) return refuseUnproved(context, found, identity);
  return found
    ? adoptAccount(sql, found, identity, origin)
    : newAccount(context, sql, identity, origin);
}

async function findByAddress(sql: Queryable, email: string): Promise<UserRow | undefined> {
  const found = await sql<{ id: string }[]>`
    select id from auth.users where lower(email) = ${email} limit 2`;
  if (found.length > 1) {
    throw new AuthError(
      409,
      'multiple_accounts',
      'Several accounts have this email address. Sign in with your password and link it in your settings.',
    );
  }
  return found[0] && findUserById(sql, found[0].id);
}

/**
 * The provider proves the address. What was set up before anybody had proved it goes: a stranger may
 * have chosen it and waited for the owner.
 */
async function adoptAccount(
  sql: Queryable,
  found: UserRow,
  identity: ProvedIdentity,
  origin: RequestOrigin,
): Promise<UserRow> {
  const user = usable(found);
  if (user.email_confirmed_at) {
    await proveVouchedAddress(sql, user, { flow_state_id: null });
  } else {
    const { language } = user.raw_user_meta_data ?? {};
    await clearPlanted(sql, user.id, {
      ...identity.userMetadata,
      language: language ?? origin.language,
    });
    await sql`delete from auth.identities where user_id = ${user.id} and provider <> 'email'`;
    await sql`delete from auth.sessions where user_id = ${user.id}`;
    await sql`delete from auth.mfa_factors where user_id = ${user.id}`;
    await confirmAddress(sql, user, origin, identity.provider);
  }
  await addIdentity(sql, user.id, identity);
  await recordLink(sql, origin, user, identity.provider);
  return (await findUserById(sql, user.id)) ?? user;
}

async function newAccount(
  context: AuthContext,
  sql: Queryable,
  identity: ProvedIdentity,
  origin: RequestOrigin,
): Promise<UserRow> {
  if (!context.settings.signupEnabled) throw signUpsDisabled();
  const user = await createAccount(
    context,
    sql,
    {
      email: identity.email ?? '',
      passwordHash: '',
      userMetadata: { ...identity.userMetadata, language: origin.language },
      emailConfirmed: true,
      identity,
    },
    origin,
  );
  const traits = { provider: identity.provider };
  await recordAudit(sql, origin, { action: 'user_signedup', actor: user, traits });
  return user;
}

function refuseUnproved(
  { settings }: AuthContext,
  found: UserRow | undefined,
  { label }: ProvedIdentity,
): 'unproved address' {
  if (found?.email_confirmed_at) {
    throw new AuthError(
      422,
      'provider_email_needs_verification',
      `${label} has not verified your email address. Sign in another way and link it in your settings.`,
    );
  }
  if (!settings.signupEnabled) throw signUpsDisabled();
  return 'unproved address';
}

function usable(user: UserRow | undefined): UserRow {
  if (!user || user.deleted_at) throw new AuthError(404, 'user_not_found', 'User not found');
  if (user.banned_until && user.banned_until > new Date()) {
    throw new AuthError(401, 'user_banned', 'User is banned');
  }
  return user;
}

function signUpsDisabled(): AuthError {
  return new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
}
