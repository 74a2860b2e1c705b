import type { Queryable } from '../../database/sql/sql.ts';
import { recordAudit } from '../audit-log.ts';
import type { RequestOrigin } from '../http/request-origin.ts';
import type { Metadata, UserRow } from '../users/user-row.ts';

/** What is stored of an account at a provider. */
export interface StoredIdentity {
  readonly provider: string;
  readonly providerId: string;
  readonly data: Metadata;
}

/** What waits in a flow until its code is exchanged. */
export interface WaitingLink {
  readonly sessionId: string;
  readonly identity: StoredIdentity;
}

export async function findIdentityOwner(
  sql: Queryable,
  { provider, providerId }: StoredIdentity,
): Promise<string | undefined> {
  const [row] = await sql<{ user_id: string }[]>`
    select user_id from auth.identities
     where provider = ${provider} and provider_id = ${providerId}`;
  return row?.user_id;
}

/** Two answers about the same person, or the same address, are worked on one after the other. */
export async function lockIdentity(
  sql: Queryable,
  { provider, providerId, data }: StoredIdentity,
): Promise<void> {
  for (const key of [`${provider} ${providerId}`, String(data['email'] ?? '')].sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${key}`}, 0))`;
  }
}

export async function addIdentity(
  sql: Queryable,
  userId: string,
  { provider, providerId, data }: StoredIdentity,
): Promise<void> {
  await sql`
    insert into auth.identities
      (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (${providerId}, ${userId}, ${sql.json(data as never)}, ${provider}, now(), now(), now())`;
  await nameProviders(sql, userId);
}

/** What the provider says today. */
export async function touchIdentity(
  sql: Queryable,
  { provider, providerId, data }: StoredIdentity,
): Promise<void> {
  await sql`
    update auth.identities
       set identity_data = ${sql.json(data as never)}, last_sign_in_at = now(), updated_at = now()
     where provider = ${provider} and provider_id = ${providerId}`;
}

export async function recordLink(
  sql: Queryable,
  origin: RequestOrigin,
  actor: UserRow,
  provider: string,
): Promise<void> {
  await recordAudit(sql, origin, { action: 'identity_linked', actor, traits: { provider } });
}

/** `app_metadata.provider` and `.providers`, as clients read them. */
export async function nameProviders(sql: Queryable, userId: string): Promise<void> {
  await sql`
    update auth.users
       set raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || (
             select jsonb_build_object('provider', (array_agg(provider order by created_at))[1],
                      'providers', jsonb_agg(provider order by created_at))
               from (select provider, min(created_at) as created_at from auth.identities
                      where user_id = ${userId} group by provider) as named),
           updated_at = now()
     where id = ${userId} and exists (select from auth.identities where user_id = ${userId})`;
}
