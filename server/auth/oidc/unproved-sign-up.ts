import type { Queryable } from '../../database/sql/sql.ts';
import { recordAudit } from '../audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import { enqueueAuthMail, takeStrangersMailLimit } from '../auth-mail.ts';
import { createFlowState, type PkceChallenge } from '../flow-state.ts';
import type { RequestOrigin } from '../http/request-origin.ts';
import { recordSignUp } from '../sign-ups.ts';
import { createAccount } from '../users/create-account.ts';
import { findUserByEmail } from '../users/user-row.ts';
import type { ProvedIdentity } from './proved-identity.ts';

/**
 * The provider knows the address and has not verified it: a mail asks its holder. The identity waits
 * like the password of a sign-up, and counts when the browser that visited the provider exchanges the
 * code of the link.
 */
export async function startUnprovedSignUp(
  context: AuthContext,
  identity: ProvedIdentity,
  { redirectTo, pkce }: { redirectTo: string; pkce: PkceChallenge | undefined },
  origin: RequestOrigin,
): Promise<AuthError> {
  const email = identity.email ?? '';
  await takeStrangersMailLimit(context, { kind: 'signup', address: email, origin });
  await context.sql.begin(async (sql) => {
    const user =
      (await findUserByEmail(sql, email)) ??
      (await createAccount(
        context,
        sql,
        {
          email,
          passwordHash: '',
          userMetadata: { language: origin.language },
          emailConfirmed: false,
        },
        origin,
      ));
    const signUp = await record(sql, user.id, identity, pkce, origin);
    await sql`
      update auth.users set confirmation_sent_at = now(), updated_at = now() where id = ${user.id}`;
    await enqueueAuthMail(sql, origin, {
      kind: 'signup',
      to: email,
      user: { id: user.id, raw_user_meta_data: identity.userMetadata },
      redirectTo,
      ...signUp,
    });
    await recordAudit(sql, origin, {
      action: 'user_confirmation_requested',
      actor: user,
      traits: { provider: identity.provider },
    });
  });
  return new AuthError(
    422,
    'provider_email_needs_verification',
    `${identity.label} has not verified your email address. We have sent you a mail: open its link in this browser.`,
  );
}

async function record(
  sql: Queryable,
  userId: string,
  identity: ProvedIdentity,
  pkce: PkceChallenge | undefined,
  origin: RequestOrigin,
): Promise<{ flowStateId: string | undefined; signUpId: string | undefined }> {
  // Without a verifier nothing shows whose browser it was: the link then confirms the address alone.
  if (!pkce) return { flowStateId: undefined, signUpId: undefined };
  const flowStateId = await createFlowState(sql, pkce, userId, 'oauth', identity.provider);
  const signUpId = await recordSignUp(sql, origin, {
    userId,
    passwordHash: '',
    metadata: { ...identity.userMetadata, language: origin.language },
    flowStateId,
    identity,
  });
  return { flowStateId, signUpId };
}
