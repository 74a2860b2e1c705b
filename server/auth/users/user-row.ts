import type { Queryable, Row } from '../../database/sql/sql.ts';

export type Metadata = Record<string, unknown>;

export interface IdentityRow {
  readonly id: string;
  readonly provider_id: string;
  readonly user_id: string;
  readonly identity_data: Metadata;
  readonly provider: string;
  readonly last_sign_in_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly email: string | null;
}

export interface FactorRow {
  readonly id: string;
  readonly friendly_name: string | null;
  readonly factor_type: string;
  readonly status: 'verified' | 'unverified';
  readonly created_at: string;
  readonly updated_at: string;
}

/** A row of auth.users with its identities and factors, as every answer about a user needs them. */
export interface UserRow {
  readonly id: string;
  readonly aud: string | null;
  readonly role: string | null;
  readonly email: string | null;
  readonly encrypted_password: string | null;
  readonly email_confirmed_at: Date | null;
  readonly confirmed_at: Date | null;
  readonly invited_at: Date | null;
  readonly phone: string | null;
  readonly phone_confirmed_at: Date | null;
  readonly confirmation_sent_at: Date | null;
  readonly recovery_sent_at: Date | null;
  readonly email_change: string | null;
  readonly email_change_sent_at: Date | null;
  readonly email_change_confirm_status: number | null;
  readonly reauthentication_sent_at: Date | null;
  readonly last_sign_in_at: Date | null;
  readonly raw_app_meta_data: Metadata | null;
  readonly raw_user_meta_data: Metadata | null;
  readonly created_at: Date | null;
  readonly updated_at: Date | null;
  readonly banned_until: Date | null;
  readonly deleted_at: Date | null;
  readonly is_anonymous: boolean;
  readonly is_sso_user: boolean;
  readonly identities: readonly IdentityRow[];
  readonly factors: readonly FactorRow[];
}

export async function findUserById(sql: Queryable, id: string): Promise<UserRow | undefined> {
  return first(await sql`${selectUser(sql)} where users.id = ${id}`);
}

/** Addresses are stored in lower case; rows brought in from elsewhere may not be. */
export async function findUserByEmail(sql: Queryable, email: string): Promise<UserRow | undefined> {
  return first(
    await sql`
    ${selectUser(sql)}
     where lower(users.email) = ${email.toLowerCase()} and not users.is_sso_user
     order by users.email = ${email.toLowerCase()} desc limit 1`,
  );
}

/** As stored: digits without the plus sign. */
export async function findUserByPhone(sql: Queryable, phone: string): Promise<UserRow | undefined> {
  return first(await sql`${selectUser(sql)} where users.phone = ${phone}`);
}

export async function listUsers(
  sql: Queryable,
  page: { limit: number; offset: number },
): Promise<UserRow[]> {
  return asUsers(
    await sql`
    ${selectUser(sql)} order by users.created_at desc, users.id
    limit ${page.limit} offset ${page.offset}`,
  );
}

/** Without a condition: to be followed by one, or joined with the ids that are wanted. */
export function selectUser(sql: Queryable) {
  return sql`
    select users.*,
      coalesce((select json_agg(i order by i.created_at) from auth.identities i
                 where i.user_id = users.id), '[]') as identities,
      coalesce((select json_agg(f order by f.created_at) from (
          select id, friendly_name, factor_type, status, created_at, updated_at
            from auth.mfa_factors where user_id = users.id) f), '[]') as factors
      from auth.users`;
}

function asUsers(rows: readonly Row[]): UserRow[] {
  return [...rows] as UserRow[];
}

function first(rows: readonly Row[]): UserRow | undefined {
  return asUsers(rows)[0];
}
