import type { Queryable } from '../database/sql/sql.ts';
import type { AuthContext } from './auth-context.ts';
import { enqueueAuthMail } from './auth-mail.ts';
import { createFlowState, type PkceChallenge } from './flow-state.ts';
import type { RequestOrigin } from './http/request-origin.ts';
import { discardTokens } from './one-time-tokens.ts';
import { findUserByEmail, type UserRow } from './users/user-row.ts';

/** Asks the new address to confirm, and the old one too, so that a stolen session is noticed. */
export async function sendEmailChange(
  { settings }: AuthContext,
  sql: Queryable,
  origin: RequestOrigin,
  change: {
    user: UserRow;
    newEmail: string;
    redirectTo: string;
    pkce?: PkceChallenge | undefined;
  },
): Promise<void> {
  const { user, newEmail, redirectTo, pkce } = change;
  await discardTokens(sql, user.id, ['email_change_token_new', 'email_change_token_current']);
  await sql`
    update auth.users
       set email_change = ${newEmail}, email_change_confirm_status = 0,
           email_change_sent_at = now(), updated_at = now()
     where id = ${user.id}`;
  const flowStateId = pkce ? await createFlowState(sql, pkce, user.id, 'email_change') : undefined;
  const data = { new_email: newEmail, old_email: user.email ?? '' };
  const shared = { user, redirectTo, flowStateId, data };
  // Where accounts are concealed nobody is refused a taken address; its holder is left alone.
  if (!(await findUserByEmail(sql, newEmail))) {
    await enqueueAuthMail(sql, origin, { ...shared, kind: 'email_change_new', to: newEmail });
  }
  if (settings.doubleConfirmChanges && user.email) {
    await enqueueAuthMail(sql, origin, { ...shared, kind: 'email_change_current', to: user.email });
  }
}
