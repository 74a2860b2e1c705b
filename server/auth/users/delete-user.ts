import { createHash } from 'node:crypto';
import type { Sql } from '../../database/sql/sql.ts';
import { recordAudit } from '../audit-log.ts';
import type { RequestOrigin } from '../http/request-origin.ts';
import type { UserRow } from './user-row.ts';

/** A soft deletion keeps the id for what refers to it and makes everything personal unreadable. */
export async function deleteUser(
  sql: Sql,
  user: UserRow,
  soft: boolean,
  origin: RequestOrigin,
): Promise<void> {
  await sql.begin(async (transaction) => {
    await recordAudit(transaction, origin, {
      action: 'user_deleted',
      actor: undefined,
      traits: { user_id: user.id, user_email: user.email },
    });
    if (!soft) {
      await transaction`delete from auth.users where id = ${user.id}`;
      return;
    }
    if (user.deleted_at) return;
    const obfuscated = createHash('sha256').update(`${user.id}${user.email}`).digest('base64url');
    await transaction`
      update auth.users
         set email = ${obfuscated}, phone = null, encrypted_password = '', email_change = '',
             raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now()
       where id = ${user.id}`;
    await transaction`delete from auth.identities where user_id = ${user.id}`;
    await transaction`delete from auth.sessions where user_id = ${user.id}`;
    await transaction`delete from auth.mfa_factors where user_id = ${user.id}`;
    await transaction`delete from auth.one_time_tokens where user_id = ${user.id}`;
  });
}
