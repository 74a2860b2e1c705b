import type { Queryable } from '../../database/sql/sql.ts';
import { DatabaseError } from '../../database/sql/sql.ts';
import { recordAudit } from '../audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import type { RequestOrigin } from '../http/request-origin.ts';
import { storePassword } from '../passwords/change-password.ts';
import { settleOnlySignUp } from '../sign-ups.ts';
import { mergeMetadata } from './merge-metadata.ts';
import { findUserById, type Metadata, type UserRow } from './user-row.ts';

export interface AdminChanges {
  readonly role: string;
  readonly email: string;
  readonly email_confirm: boolean;
  readonly phone: string;
  readonly phone_confirm: boolean;
  readonly passwordHash: string | undefined;
  readonly user_metadata: Metadata | undefined;
  readonly app_metadata: Metadata | undefined;
  /** Zero lifts a ban. */
  readonly bannedSeconds: number | undefined;
}

export async function updateUserAsAdmin(
  context: AuthContext,
  user: UserRow,
  changes: AdminChanges,
  origin: RequestOrigin,
): Promise<UserRow> {
  try {
    return await context.sql.begin(async (sql) => {
      if (changes.role !== '') {
        await sql`update auth.users set role = ${changes.role} where id = ${user.id}`;
      }
      if (changes.email !== '') await setEmail(sql, user, changes.email, changes.email_confirm);
      if (changes.phone !== '' || changes.phone_confirm) await setPhone(sql, user.id, changes);
      if (changes.email_confirm) await confirmEmail(sql, user.id);
      if (changes.passwordHash !== undefined) {
        const { passwordHash } = changes;
        await storePassword(context, sql, origin, { user, passwordHash, keepSession: undefined });
      }
      if (changes.app_metadata) {
        await mergeMetadata(sql, user.id, 'raw_app_meta_data', changes.app_metadata);
      }
      if (changes.user_metadata) {
        await mergeMetadata(sql, user.id, 'raw_user_meta_data', changes.user_metadata);
      }
      if (changes.bannedSeconds !== undefined) await ban(sql, user.id, changes.bannedSeconds);
      await recordAudit(sql, origin, {
        action: 'user_modified',
        actor: undefined,
        traits: { user_id: user.id, user_email: user.email },
      });
      return (await findUserById(sql, user.id)) ?? user;
    });
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '23505') {
      throw new AuthError(
        422,
        'email_exists',
        'A user with this email address has already been registered',
        { cause: error },
      );
    }
    throw error;
  }
}

async function setPhone(
  sql: Queryable,
  userId: string,
  { phone, phone_confirm: confirmed }: Pick<AdminChanges, 'phone' | 'phone_confirm'>,
): Promise<void> {
  await sql`
    update auth.users
       set phone = coalesce(nullif(${phone}, ''), phone),
           phone_confirmed_at = case
             when ${confirmed} then coalesce(phone_confirmed_at, now())
             when ${phone} in ('', phone) then phone_confirmed_at end,
           updated_at = now()
     where id = ${userId}`;
}

async function setEmail(
  sql: Queryable,
  user: UserRow,
  email: string,
  confirmed: boolean,
): Promise<void> {
  const data = { sub: user.id, email, email_verified: confirmed, phone_verified: false };
  await sql`
    update auth.users
       set email = ${email}, is_anonymous = is_anonymous and not ${confirmed}, updated_at = now()
     where id = ${user.id}`;
  await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
    values (${user.id}, ${user.id}, ${sql.json(data)}, 'email', now(), now())
    on conflict (provider_id, provider) do update
      set identity_data = auth.identities.identity_data || excluded.identity_data, updated_at = now()`;
}

/** The holder of the secret key vouches for the address, and so for the one who signed up with it. */
async function confirmEmail(sql: Queryable, userId: string): Promise<void> {
  await settleOnlySignUp(sql, userId);
  await sql`
    update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now()
     where id = ${userId}`;
}

/** Bites at once for refreshing; access tokens that are out live until they expire. */
async function ban(sql: Queryable, userId: string, seconds: number): Promise<void> {
  await sql`
    update auth.users
       set banned_until = case when ${seconds}::float8 > 0
             then now() + make_interval(secs => ${seconds}) end,
           updated_at = now()
     where id = ${userId}`;
}
