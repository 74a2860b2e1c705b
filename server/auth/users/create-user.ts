import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../database/sql/sql.ts';
import { DatabaseError } from '../../database/sql/sql.ts';
import { AuthError } from '../auth-error.ts';
import { addIdentity, type StoredIdentity } from '../oidc/identities.ts';
import { findUserById, type Metadata, type UserRow } from './user-row.ts';

export interface NewUser {
  readonly id?: string;
  readonly email?: string;
  readonly phone?: string;
  /** Empty: nobody can sign in with a password. */
  readonly passwordHash: string;
  readonly userMetadata: Metadata;
  readonly appMetadata?: Metadata;
  readonly role?: string;
  readonly emailConfirmed: boolean;
  readonly phoneConfirmed?: boolean;
  readonly anonymous?: boolean;
  /** The account at a provider that it is made from, instead of one by address. */
  readonly identity?: StoredIdentity;
}

const UNIQUE_VIOLATION = '23505';
/** A role or name too long for its column is the caller's mistake, not the database's. */
const UNFIT_DATA = /^(22|54)/;

/** Adds an account with its identity. Triggers on auth.users run within the same transaction. */
export async function createUser(sql: Queryable, user: NewUser): Promise<UserRow> {
  const id = user.id ?? randomUUID();
  const providers = user.identity ? [] : providersOf(user);
  const appMetadata = {
    ...(providers.length > 0 ? { provider: providers[0], providers } : {}),
    ...user.appMetadata,
  };
  await asAuthError(sql`
    insert into auth.users
      (id, instance_id, aud, role, email, phone, encrypted_password, email_confirmed_at,
       phone_confirmed_at, raw_app_meta_data, raw_user_meta_data, is_anonymous, created_at, updated_at)
    values (${id}, '00000000-0000-0000-0000-000000000000', 'authenticated',
      ${user.role ?? 'authenticated'}, ${user.email ?? null}, ${user.phone ?? null},
      ${user.passwordHash}, ${user.emailConfirmed ? sql`now()` : null},
      ${user.phoneConfirmed ? sql`now()` : null},
      ${sql.json(appMetadata as never)}, ${sql.json(user.userMetadata as never)},
      ${user.anonymous ?? false}, now(), now())`);
  for (const provider of providers) {
    await createIdentity(sql, { id, provider, user });
  }
  if (user.identity) await addIdentity(sql, id, user.identity);
  const created = await findUserById(sql, id);
  if (!created) throw new Error('The account is gone right after it was made');
  return created;
}

/** How an account without a provider of its own is signed in to. */
export function providersOf({ email, phone }: NewUser): string[] {
  return [email ? ['email'] : [], phone ? ['phone'] : []].flat();
}

async function createIdentity(
  sql: Queryable,
  { id, provider, user }: { id: string; provider: string; user: NewUser },
): Promise<void> {
  const data = {
    ...user.userMetadata,
    sub: id,
    ...(provider === 'email' ? { email: user.email } : { phone: user.phone }),
    email_verified: provider === 'email' && user.emailConfirmed,
    phone_verified: provider === 'phone' && user.phoneConfirmed === true,
  };
  await sql`
    insert into auth.identities
      (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (gen_random_uuid(), ${id}, ${id}, ${sql.json(data as never)}, ${provider}, now(), now(), now())`;
}

/** What the product's triggers refuse reaches the client in their own words, as at GoTrue. */
async function asAuthError(query: PromiseLike<unknown>): Promise<void> {
  try {
    await query;
  } catch (error) {
    if (!(error instanceof DatabaseError) || UNFIT_DATA.test(error.code ?? '')) throw error;
    if (error.code === UNIQUE_VIOLATION && error.constraint?.startsWith('users_')) {
      throw new AuthError(
        422,
        'user_already_exists',
        'A user with this email address has already been registered',
        { cause: error },
      );
    }
    throw new AuthError(500, 'unexpected_failure', 'Database error saving new user', {
      cause: error,
    });
  }
}
