import { randomUUID } from 'node:crypto';
import type { Queryable } from '../database/sql/sql.ts';
import type { RequestOrigin } from './http/request-origin.ts';
import type { UserRow } from './users/user-row.ts';

/** GoTrue's actions and the groups it files them under, and the failures it does not record. */
const ACTION_TYPES = {
  login: 'account',
  login_failed: 'account',
  logout: 'account',
  invite_accepted: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  user_modified: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_confirmation_requested: 'user',
  user_repeated_signup: 'user',
  user_updated_password: 'user',
  identity_linked: 'user',
  identity_unlinked: 'user',
  token_refreshed: 'token',
  token_revoked: 'token',
  generate_recovery_codes: 'user',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
  factor_deleted: 'factor',
} as const;

export type AuditAction = keyof typeof ACTION_TYPES;

export interface AuditEntry {
  readonly action: AuditAction;
  readonly actor: Pick<UserRow, 'id' | 'email'> | undefined;
  readonly traits?: Readonly<Record<string, unknown>>;
}

/** Records who did what, from which address and with which program. */
export async function recordAudit(
  sql: Queryable,
  origin: RequestOrigin,
  { action, actor, traits }: AuditEntry,
): Promise<void> {
  const payload = {
    action,
    log_type: ACTION_TYPES[action],
    actor_id: actor?.id ?? '00000000-0000-0000-0000-000000000000',
    actor_username: actor?.email ?? '',
    actor_via_sso: false,
    traits: { ...traits, user_agent: origin.userAgent },
  };
  // The moment, not that of the transaction: what one request did stays in its order.
  await sql`
    insert into auth.audit_log_entries (id, payload, created_at, ip_address)
    values (${randomUUID()}, ${sql.json(payload)}, clock_timestamp(), ${origin.address})`;
}
