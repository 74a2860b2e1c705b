import type { Queryable } from '../database/sql/sql.ts';
import { recordAudit } from './audit-log.ts';
import type { RequestOrigin } from './http/request-origin.ts';
import type { OneTimeToken } from './one-time-tokens.ts';
import { clearPlanted } from './sign-ups.ts';
import { tokenHash } from './tokens/secret-values.ts';
import { createUser } from './users/create-user.ts';
import { findUserByEmail, findUserById, findUserByPhone, type UserRow } from './users/user-row.ts';

/** In app_metadata: what the address was vouched for with, while no mail has proved it. */
export const VOUCHED_BY = 'address_vouched_by';

/** The reference of a link that whoever runs the machine made. */
export const OWNER_LINK = 'owner-link:';

/** One of `email`, `phone` and `user_id` says whom it is for. */
interface InviteLink {
  readonly email: string | null;
  readonly phone: string | null;
  readonly user_id: string | null;
  readonly language: string;
  readonly reference: string;
  readonly expired: boolean;
}

/**
 * Uses up a link that someone was handed and opens the account. An account that proved its address, or
 * has the phone number, stays closed to it: its owner signs in.
 */
export async function consumeInviteLink(
  sql: Queryable,
  token: string,
  origin: RequestOrigin,
): Promise<UserRow | undefined> {
  const [link] = await sql<InviteLink[]>`
    delete from auth.invite_links where token_hash = ${tokenHash(token)}
    returning email, phone, user_id, language, reference, expires_at <= clock_timestamp() as expired`;
  if (!link || link.expired) return undefined;
  if (link.user_id !== null) return openRecovered(sql, link.user_id, link, origin);
  const existing =
    link.phone === null
      ? await findUserByEmail(sql, link.email ?? '')
      : await findUserByPhone(sql, link.phone);
  const isBanned = existing?.banned_until && existing.banned_until > new Date();
  const isTaken = link.phone === null ? existing?.email_confirmed_at : existing;
  if (isTaken || isBanned) return undefined;
  const user =
    existing ??
    (await createUser(sql, {
      ...(link.phone === null ? { email: link.email ?? '' } : { phone: link.phone }),
      passwordHash: '',
      userMetadata: { language: link.language },
      emailConfirmed: false,
    }));
  return openVouched(sql, user, link, origin);
}

async function openVouched(
  sql: Queryable,
  user: UserRow,
  { reference, language, phone }: InviteLink,
  origin: RequestOrigin,
): Promise<UserRow | undefined> {
  // A password planted by a sign-up that nobody confirmed must not open it for a second person.
  await clearPlanted(sql, user.id, { language });
  await sql`
    update auth.users
       set ${phone === null ? sql`email_confirmed_at` : sql`phone_confirmed_at`} = now(),
           invited_at = coalesce(invited_at, now()), updated_at = now(),
           raw_app_meta_data = coalesce(raw_app_meta_data, '{}')
             || jsonb_build_object(${VOUCHED_BY}::text, ${reference}::text)
     where id = ${user.id}`;
  await recordAudit(sql, origin, {
    action: 'invite_accepted',
    actor: user,
    traits: { provider: phone === null ? 'email' : 'phone', [VOUCHED_BY]: reference },
  });
  return findUserById(sql, user.id);
}

/** Someone who cannot be mailed was helped by a person; the second factor stays theirs. */
async function openRecovered(
  sql: Queryable,
  userId: string,
  { reference }: InviteLink,
  origin: RequestOrigin,
): Promise<UserRow | undefined> {
  const user = await findUserById(sql, userId);
  const isBanned = user?.banned_until && user.banned_until > new Date();
  // Who has an address meanwhile recovers by mail, except where the machine's operator made the link.
  const hasMail = user?.email && !reference.startsWith(OWNER_LINK);
  if (!user || hasMail || user.deleted_at || isBanned) return undefined;
  await sql`update auth.users set encrypted_password = '', updated_at = now() where id = ${userId}`;
  await sql`delete from auth.sessions where user_id = ${userId}`;
  await recordAudit(sql, origin, {
    action: 'user_recovery_requested',
    actor: user,
    traits: { provider: 'phone', recovered_by: reference },
  });
  return findUserById(sql, userId);
}

/**
 * Whoever reads the mail of an address owns the account: what the one vouched for had set up,
 * password, sessions, second factors, a change of address under way, ends with the first proof.
 */
export async function proveVouchedAddress(
  sql: Queryable,
  user: UserRow,
  followed: Pick<OneTimeToken, 'flow_state_id'>,
): Promise<void> {
  if (user.raw_app_meta_data?.[VOUCHED_BY] === undefined) return;
  await sql`
    update auth.users
       set raw_app_meta_data = raw_app_meta_data - ${VOUCHED_BY}::text, encrypted_password = '',
           email_change = '', email_change_confirm_status = 0, phone = null, phone_confirmed_at = null
     where id = ${user.id}`;
  await sql`delete from auth.one_time_tokens where user_id = ${user.id}`;
  await sql`
    delete from auth.flow_state
     where user_id = ${user.id} and id is distinct from ${followed.flow_state_id}::uuid`;
  await sql`delete from auth.sessions where user_id = ${user.id}`;
  await sql`delete from auth.mfa_factors where user_id = ${user.id}`;
}
