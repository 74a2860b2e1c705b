import type { Queryable, Sql } from '../database/sql/sql.ts';
import { StartupError } from '../startup-error.ts';
import { findUserByEmail, type UserRow } from './users/user-row.ts';

export interface Account {
  readonly email: string;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
  readonly isLocked: boolean;
  readonly hasSecondFactor: boolean;
  readonly sessions: number;
}

export interface Session {
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Everybody with an address; accounts without one belong to tablets. */
export async function listAccounts(sql: Queryable): Promise<readonly Account[]> {
  return sql<Account[]>`
    select u.email, u.created_at as "createdAt", u.last_sign_in_at as "lastSignInAt",
      coalesce(u.banned_until > now(), false) as "isLocked",
      exists (select from auth.mfa_factors f
        where f.user_id = u.id and f.status = 'verified') as "hasSecondFactor",
      (select count(*)::integer from auth.sessions s where s.user_id = u.id) as sessions
    from auth.users u where u.email is not null and u.deleted_at is null order by lower(u.email)`;
}

export async function listSessions(sql: Queryable, email: string): Promise<readonly Session[]> {
  const { id } = await accountOf(sql, email);
  return sql<Session[]>`
    select created_at as "createdAt", coalesce(refreshed_at at time zone 'UTC', created_at) as "lastUsedAt",
      host(ip) as address, user_agent as "userAgent"
    from auth.sessions where user_id = ${id} order by created_at`;
}

/** Ends its sessions, and answers how many; pages that are open work on until their token expires. */
export async function lockAccount(sql: Sql, email: string): Promise<number> {
  return sql.begin(async (transaction) => {
    const { id } = await accountOf(transaction, email);
    await transaction`
      update auth.users set banned_until = now() + interval '100 years', updated_at = now()
      where id = ${id}`;
    return endSessions(transaction, id);
  });
}

export async function unlockAccount(sql: Queryable, email: string): Promise<void> {
  const { id } = await accountOf(sql, email);
  await sql`update auth.users set banned_until = null, updated_at = now() where id = ${id}`;
}

/** For somebody who lost the phone and the recovery codes: they sign in with their password, anew. */
export async function removeSecondFactors(sql: Sql, email: string): Promise<number> {
  return sql.begin(async (transaction) => {
    const { id } = await accountOf(transaction, email);
    const removed = await transaction`
      delete from auth.mfa_factors where user_id = ${id} returning id`;
    await endSessions(transaction, id);
    return removed.length;
  });
}

async function endSessions(sql: Queryable, userId: string): Promise<number> {
  return (await sql`delete from auth.sessions where user_id = ${userId} returning id`).length;
}

async function accountOf(sql: Queryable, email: string): Promise<UserRow> {
  const account = await findUserByEmail(sql, email.trim().toLowerCase());
  if (!account) {
    throw new StartupError(`There is no account of ${email}. npm run owner -- list names all.`);
  }
  return account;
}
