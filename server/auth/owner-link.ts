import type { Queryable } from '../database/sql/sql.ts';
import { StartupError } from '../startup-error.ts';
import { OWNER_LINK } from './invite-links.ts';
import { findUserByEmail } from './users/user-row.ts';

const VALID_DAYS = 7;

/**
 * A link that opens an account for this address once, for the person who runs the machine: it needs no
 * mail server, and nobody else can be quicker. Only the newest one for an address is valid. An account
 * that is there already is opened within an hour, without its password; a second factor stays.
 */
export async function createOwnerLink(
  sql: Queryable,
  siteUrl: string,
  address: string,
): Promise<string> {
  const email = address.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email)) {
    throw new StartupError(`"${address}" is no e-mail address. It takes one like ray@example.com.`);
  }
  const account = await findUserByEmail(sql, email);
  const reference = `${OWNER_LINK}${email}`;
  if (account?.email_confirmed_at) {
    // For emergencies: mail does not arrive, or the provider that the company signs in with is down.
    const [row] = await sql<{ token: string }[]>`
      select auth.issue_recovery_link(${account.id}, ${reference}, now() + interval '1 hour') as token`;
    return `${siteUrl}/auth/reset-password#invite_token=${row?.token}`;
  }
  await sql`select auth.revoke_invite_links(${reference})`;
  const [row] = await sql<{ token: string }[]>`
    select auth.issue_invite_link(${email}, 'en', ${reference},
      now() + make_interval(days => ${VALID_DAYS})) as token`;
  return `${siteUrl}/auth/reset-password#invite_token=${row?.token}`;
}
