import type { Caller } from '../database/caller.ts';
import type { Sql } from '../database/sql/sql.ts';
import type { LinkGrant, LinkSigner } from './link-tokens.ts';
import { invalidLink } from './storage-error.ts';

/** Claims that a link does not carry: they are long, personal, or read anew when it is used. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'iss',
  'aud',
  'exp',
  'iat',
  'nbf',
  'jti',
  'amr',
  'email',
  'phone',
  'app_metadata',
  'user_metadata',
  'is_anonymous',
  'session_id',
]);

/** Who makes a link, as it carries it: enough to ask the policies again when it is used. */
export function signerOf(caller: Caller): LinkSigner {
  const claims = JSON.parse(caller.claims) as Record<string, unknown>;
  const kept = Object.entries(claims).filter(([name]) => !LEFT_OUT.has(name));
  return {
    role: caller.role,
    claims: Object.fromEntries(kept),
    // A token of ours belongs to an account, which may be gone when the link is used.
    hasAccount: typeof claims['session_id'] === 'string',
  };
}

/** Whoever made the link, with the rights of now. */
export async function callerOfLink(sql: Sql, { signer }: LinkGrant): Promise<Caller> {
  if (signer === undefined) throw invalidLink('The link is too old. Ask for a new one.');
  const account = signer.hasAccount ? await findAccount(sql, String(signer.claims['sub'])) : {};
  if (account === undefined) throw invalidLink('Who made the link has no account any more.');
  return { role: signer.role, claims: JSON.stringify({ ...signer.claims, ...account }) };
}

async function findAccount(sql: Sql, id: string): Promise<object | undefined> {
  const [row] = await sql`
    select coalesce(email, '') as email, coalesce(phone, '') as phone, is_anonymous,
           coalesce(raw_app_meta_data, '{}') as app_metadata,
           coalesce(raw_user_meta_data, '{}') as user_metadata
      from auth.users
     where id::text = ${id} and deleted_at is null
       and (banned_until is null or banned_until < now())`;
  return row;
}
