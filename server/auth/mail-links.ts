import type { Queryable } from '../database/sql/sql.ts';
import type { MailLink, MailLinks, QueuedMail } from '../mail/queued-mail.ts';
import type { AuthContext } from './auth-context.ts';
import { issueOneTimeToken, type TokenType } from './one-time-tokens.ts';
import { allowedRedirect } from './redirect-allow-list.ts';
import { clearPlanted } from './sign-ups.ts';
import { createUser } from './users/create-user.ts';
import { isEmailAddress } from './users/email-address.ts';
import { findUserByEmail, findUserById, type UserRow } from './users/user-row.ts';

const INVITE_SECONDS = 7 * 24 * 3600;
/** Where someone invited chooses a password. */
const INVITE_LANDING = '/auth/reset-password';
/** Where someone who has an account already signs in. */
const SIGN_IN = '/auth/login';

const TOKEN_OF: Readonly<Record<string, TokenType>> = {
  signup: 'confirmation_token',
  invite: 'confirmation_token',
  recovery: 'recovery_token',
  magiclink: 'recovery_token',
  email_change_current: 'email_change_token_current',
  email_change_new: 'email_change_token_new',
  reauthentication: 'reauthentication_token',
};

/** Makes the link of a mail at the moment it is sent: only its hash is ever stored. */
export function createMailLinks(context: AuthContext): MailLinks {
  return (sql, mail) =>
    mail.link === 'invite' ? inviteLink(context, sql, mail) : userLink(context, sql, mail);
}

async function userLink(
  context: AuthContext,
  sql: Queryable,
  mail: QueuedMail,
): Promise<MailLink | 'obsolete'> {
  const user = await findUserById(sql, String(mail.data['user_id'] ?? ''));
  const tokenType = TOKEN_OF[mail.link ?? ''];
  const signUpId = optionalText(mail.data['sign_up_id']);
  if (!user || !tokenType || isObsolete(user, mail)) return 'obsolete';
  if (signUpId !== undefined && !(await hasSignUp(sql, signUpId))) return 'obsolete';
  const { token, code } = await issueOneTimeToken(context, sql, {
    userId: user.id,
    type: tokenType,
    relatesTo: mail.to,
    flowStateId: optionalText(mail.data['flow_state_id']),
    signUpId,
  });
  const type = mail.link?.startsWith('email_change') ? 'email_change' : String(mail.link);
  const redirectTo = optionalText(mail.data['redirect_to']) ?? context.settings.siteUrl;
  return {
    actionLink: verifyLink(context, { token, type, redirectTo }),
    code,
    validSeconds: context.settings.linkSeconds,
  };
}

/** An invitation clears the sign-ups before it. */
async function hasSignUp(sql: Queryable, id: string): Promise<boolean> {
  return (await sql`select id from auth.sign_ups where id = ${id}`).length > 0;
}

/** What the mail is about may have happened, or been given up, while it waited. */
function isObsolete(user: UserRow, mail: QueuedMail): boolean {
  if (mail.link === 'signup') return user.email_confirmed_at !== null;
  if (!mail.link?.startsWith('email_change')) return false;
  if (user.email_change !== mail.data['new_email']) return true;
  // Sent again after one side has confirmed, this mail could confirm for that same side twice.
  return user.email_change_confirm_status === 1 && mail.attempts > 1;
}

async function inviteLink(
  context: AuthContext,
  sql: Queryable,
  mail: QueuedMail,
): Promise<MailLink | 'obsolete'> {
  if (!isEmailAddress(mail.to)) return 'obsolete';
  const existing = await findUserByEmail(sql, mail.to);
  const { siteUrl } = context.settings;
  // No key to an existing account travels in a mail that its owner did not ask for.
  if (existing?.email_confirmed_at) return { actionLink: `${siteUrl}${SIGN_IN}`, code: '' };
  const userMetadata = { language: mail.language };
  if (existing) await clearPlanted(sql, existing.id, userMetadata);
  const user =
    existing ??
    (await createUser(sql, {
      email: mail.to,
      passwordHash: '',
      userMetadata,
      emailConfirmed: false,
    }));
  await sql`
    update auth.users set invited_at = now(), confirmation_sent_at = now() where id = ${user.id}`;
  const { token, code } = await issueOneTimeToken(context, sql, {
    userId: user.id,
    type: 'confirmation_token',
    relatesTo: mail.to,
    validSeconds: INVITE_SECONDS,
  });
  const redirectTo = allowedRedirect(
    optionalText(mail.data['redirect_to']) ?? siteUrl + INVITE_LANDING,
    context.settings,
  );
  return {
    actionLink: verifyLink(context, { token, type: 'invite', redirectTo }),
    code,
    validSeconds: INVITE_SECONDS,
  };
}

export function verifyLink(
  { settings }: Pick<AuthContext, 'settings'>,
  link: { token: string; type: string; redirectTo: string },
): string {
  // Left readable where nothing in it could be taken for a parameter, as GoTrue does.
  const target = /[&=#%+\s]/.test(link.redirectTo)
    ? encodeURIComponent(link.redirectTo)
    : link.redirectTo;
  return `${settings.apiUrl}/verify?token=${link.token}&type=${link.type}&redirect_to=${target}`;
}

function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
