import type { Queryable } from '../database/sql/sql.ts';
import { type AuditAction, recordAudit } from './audit-log.ts';
import type { AuthContext } from './auth-context.ts';
import { AuthError } from './auth-error.ts';
import { clearMailLimit } from './auth-mail.ts';
import type { RequestOrigin } from './http/request-origin.ts';
import { proveVouchedAddress, VOUCHED_BY } from './invite-links.ts';
import { discardTokens, type OneTimeToken, type TokenType } from './one-time-tokens.ts';
import { settleSignUps } from './sign-ups.ts';
import { findUserById, type UserRow } from './users/user-row.ts';

/** Which stored tokens a link or code of each type may be. */
export const TOKEN_TYPES: Readonly<Record<string, readonly TokenType[]>> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
};

export const ONE_OF_TWO_CONFIRMED =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** The user when proved, or 'one of two' when the other address of a change must still confirm. */
export type Verification = UserRow | 'one of two';

/** `byExchange`: the session is fetched with a code, by the browser that shows its verifier. */
interface Visit {
  readonly origin: RequestOrigin;
  readonly byExchange: boolean;
}

/** Does what the used-up token stands for. */
export async function applyVerification(
  context: AuthContext,
  sql: Queryable,
  token: OneTimeToken,
  visit: Visit,
): Promise<Verification> {
  const { origin } = visit;
  const user = await findUserById(sql, token.user_id);
  if (!user) throw linkInvalid();
  if (user.banned_until && user.banned_until > new Date()) {
    throw new AuthError(403, 'user_banned', 'User is banned');
  }
  switch (token.token_type) {
    case 'confirmation_token':
      await proveVouchedAddress(sql, user, token);
      await settleSignUps(
        context,
        sql,
        user.email_confirmed_at ? { ...token, sign_up_id: null } : token,
        visit,
      );
      await confirmAddress(sql, user, origin);
      break;
    case 'recovery_token':
      await proveVouchedAddress(sql, user, token);
      if (!user.email_confirmed_at) {
        await settleSignUps(context, sql, token, visit);
        await confirmAddress(sql, user, origin);
      } else await recordAudit(sql, origin, { action: 'login', actor: user });
      break;
    default:
      if (!(await changeEmail(context, sql, user, origin))) return 'one of two';
  }
  await clearMailLimit(sql, ['signup', 'recovery', 'magiclink'], user.email ?? '');
  return (await findUserById(sql, user.id)) ?? user;
}

/** Its holder has shown, by a mail or through a provider, that the address is theirs. */
export async function confirmAddress(
  sql: Queryable,
  user: UserRow,
  origin: RequestOrigin,
  provider = 'email',
): Promise<void> {
  await sql`
    update auth.users
       set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now()
     where id = ${user.id}`;
  await sql`
    update auth.identities
       set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
     where user_id = ${user.id} and provider = 'email' and email = lower(${user.email})`;
  const action: AuditAction = user.invited_at ? 'invite_accepted' : 'user_signedup';
  await recordAudit(sql, origin, { action, actor: user, traits: { provider } });
}

/** False while the other address has not confirmed yet. */
async function changeEmail(
  { settings }: AuthContext,
  sql: Queryable,
  user: UserRow,
  origin: RequestOrigin,
): Promise<boolean> {
  if (!user.email_change) throw linkInvalid();
  const needsBoth =
    settings.confirmEmail && settings.doubleConfirmChanges && (user.email ?? '') !== '';
  if (needsBoth && user.email_change_confirm_status === 0) {
    await sql`
      update auth.users set email_change_confirm_status = 1, updated_at = now()
       where id = ${user.id}`;
    return false;
  }
  const [taken] = await sql`
    select id from auth.users where lower(email) = ${user.email_change} and id <> ${user.id}`;
  if (taken) {
    throw new AuthError(
      422,
      'email_exists',
      'A user with this email address has already been registered',
    );
  }
  await discardTokens(sql, user.id, TOKEN_TYPES['email_change'] ?? []);
  await sql`
    update auth.users
       set email = email_change, email_change = '', email_change_confirm_status = 0,
           email_confirmed_at = coalesce(email_confirmed_at, now()), is_anonymous = false,
           raw_app_meta_data = (coalesce(raw_app_meta_data, '{}') - ${VOUCHED_BY}::text)
             || '{"provider": "email", "providers": ["email"]}',
           updated_at = now()
     where id = ${user.id}`;
  await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
    values (${user.id}::text, ${user.id},
      jsonb_build_object('sub', ${user.id}::text, 'email', ${user.email_change}::text,
        'email_verified', true, 'phone_verified', false), 'email', now(), now())
    on conflict (provider_id, provider) do update
      set identity_data = auth.identities.identity_data || excluded.identity_data, updated_at = now()`;
  await recordAudit(sql, origin, {
    action: 'user_modified',
    actor: user,
    traits: { email_from: user.email, email_to: user.email_change },
  });
  return true;
}

export function linkInvalid(): AuthError {
  return new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
}
