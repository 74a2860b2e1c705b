import type { Queryable } from '../database/sql/sql.ts';
import type { MailLink, MailLinks, QueuedMail } from '../mail/queued-mail.ts';
import type { AuthContext } from './auth-context.ts';
import { askHook, hookMetadata } from './hooks.ts';
import { userJson } from './users/user-json.ts';
import { findUserById, type UserRow } from './users/user-row.ts';

/** GoTrue's names of the mails it hands over. What else is queued is the project's, or ours. */
const ACTION_OF: Readonly<Record<string, string>> = {
  auth_signup: 'signup',
  auth_invite: 'invite',
  auth_recovery: 'recovery',
  auth_magiclink: 'magiclink',
  auth_email_change_current: 'email_change',
  auth_email_change_new: 'email_change',
  auth_reauthentication: 'reauthentication',
  auth_password_changed: 'password_changed_notification',
};

interface Tokens {
  readonly token: string;
  readonly token_hash: string;
  readonly token_new: string;
  readonly token_hash_new: string;
}

/**
 * The project's `send_email` hook, which sends the mails about accounts instead of the mail server. It is
 * called when a mail's turn in the queue comes, with keys that are made then; one that fails is called
 * again as a mail server would be.
 */
export function createMailHook(context: AuthContext, links: MailLinks) {
  const { settings } = context;
  const hook = settings.hooks.send_email;
  if (!hook) return undefined;
  return async (sql: Queryable, mail: QueuedMail): Promise<boolean> => {
    const action = ACTION_OF[mail.template];
    if (action === undefined) return false;
    const tokens = await tokensOf(context, links, sql, mail);
    const user = await findUserById(sql, String(mail.data['user_id'] ?? ''));
    if (!tokens || !user) return true;
    await askHook(hook, sql, {
      metadata: hookMetadata('send-email'),
      user: userJson(user),
      email_data: {
        ...tokens,
        redirect_to: mail.data['redirect_to'] ?? settings.siteUrl,
        email_action_type: action,
        site_url: settings.apiUrl,
        old_email: '',
        old_phone: '',
        provider: '',
        factor_type: '',
      },
    });
    return true;
  };
}

/** Undefined: there is nothing to send any more, or another mail's call says it. */
async function tokensOf(
  { settings }: AuthContext,
  links: MailLinks,
  sql: Queryable,
  mail: QueuedMail,
): Promise<Tokens | undefined> {
  const none = { token: '', token_hash: '', token_new: '', token_hash_new: '' };
  if (mail.link === null) return none;
  if (mail.link === 'email_change_current') return undefined;
  const link = await links(sql, mail);
  if (link === 'obsolete') return undefined;
  const single = { ...none, token: link.code, token_hash: tokenIn(link) };
  if (mail.link !== 'email_change_new' || !settings.doubleConfirmChanges) return single;
  const user = await findUserById(sql, String(mail.data['user_id'] ?? ''));
  const current = await linkToCurrent(links, sql, mail, user);
  // GoTrue's names are crossed: `token` and `token_hash_new` are for the address as it is.
  return current
    ? {
        token: current.code,
        token_hash: tokenIn(link),
        token_new: link.code,
        token_hash_new: tokenIn(current),
      }
    : single;
}

async function linkToCurrent(
  links: MailLinks,
  sql: Queryable,
  mail: QueuedMail,
  user: UserRow | undefined,
): Promise<MailLink | undefined> {
  if (!user?.email) return undefined;
  const link = await links(sql, { ...mail, to: user.email, link: 'email_change_current' });
  return link === 'obsolete' ? undefined : link;
}

function tokenIn({ actionLink }: MailLink): string {
  return new URL(actionLink).searchParams.get('token') ?? '';
}
