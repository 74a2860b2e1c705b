import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Queryable } from '../../database/sql/sql.ts';
import { recordAudit } from '../audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import { enqueueAuthMail, takeMailLimit, takeStrangersMailLimit } from '../auth-mail.ts';
import { createFlowState, type PkceChallenge, readChallenge } from '../flow-state.ts';
import { flag, metadata, readBody, text } from '../http/read-body.ts';
import { redirectOf } from '../http/redirect-of.ts';
import { type RequestOrigin, requestOrigin } from '../http/request-origin.ts';
import { requiredProvider } from '../oidc/required-provider.ts';
import { settleNoEarlier } from '../passwords/settle-no-earlier.ts';
import { requestLimit } from '../sign-in-limits.ts';
import { createAccount } from '../users/create-account.ts';
import { normalizeEmail } from '../users/email-address.ts';
import { findUserByEmail, type Metadata, type UserRow } from '../users/user-row.ts';

const recoverBody = z.object({ email: text, code_challenge: text, code_challenge_method: text });
const otpBody = recoverBody.extend({
  phone: text,
  channel: text,
  data: metadata,
  create_user: z
    .boolean()
    .nullish()
    .transform((value) => value ?? true),
});
const magicLinkBody = recoverBody.extend({ data: metadata, create_user: flag });

/** Longer than writing the mail takes: known and unknown addresses answer at the same time. */
const ANSWER_MS = 100;

interface LinkRequest {
  readonly email: string;
  readonly pkce: PkceChallenge | undefined;
  readonly redirectTo: string;
}

export function recoverRoutes(app: FastifyInstance, context: AuthContext): void {
  app.post('/recover', async (request) => {
    const body = readBody(request, recoverBody);
    const origin = requestOrigin(request);
    if (body.email === '') throw validationFailed('Password recovery requires an email');
    const wanted = {
      email: normalizeEmail(body.email),
      pkce: readChallenge(body.code_challenge, body.code_challenge_method),
      redirectTo: redirectOf(context, request),
    };
    await context.limits.take(requestLimit(context, origin));
    return settleNoEarlier(ANSWER_MS, async () => {
      await takeMailLimit(context, { kind: 'recovery', address: wanted.email, origin });
      await context.sql.begin(async (sql) => {
        const user = await findUserByEmail(sql, wanted.email);
        // Nothing is said: who asks here may be anybody.
        const isClosed = user && (await requiredProvider(context, sql, user)) !== undefined;
        if (user && !isClosed) await sendLink(sql, user, 'recovery', wanted, origin);
      });
      return {};
    });
  });

  app.post('/otp', async (request) => {
    const body = readBody(request, otpBody);
    if (body.phone !== '') throw phoneRefusal(body.email);
    if (body.email === '') throw validationFailed('One of email or phone must be set');
    if (body.channel !== '') {
      throw validationFailed('Channel should only be specified with Phone OTP');
    }
    const wanted = {
      email: normalizeEmail(body.email),
      pkce: readChallenge(body.code_challenge, body.code_challenge_method),
      redirectTo: redirectOf(context, request),
    };
    const signUp = body.create_user ? (body.data ?? {}) : undefined;
    return magicLink(context, wanted, signUp, requestOrigin(request));
  });

  app.post('/magiclink', async (request) => {
    const body = readBody(request, magicLinkBody);
    if (body.email === '') throw validationFailed('Password recovery requires an email');
    const wanted = {
      email: normalizeEmail(body.email),
      pkce: readChallenge(body.code_challenge, body.code_challenge_method),
      redirectTo: redirectOf(context, request),
    };
    return magicLink(context, wanted, body.data ?? {}, requestOrigin(request));
  });
}

/** `signUp` is the metadata of a new account, or undefined when none may be made. */
async function magicLink(
  context: AuthContext,
  wanted: LinkRequest,
  signUp: Metadata | undefined,
  origin: RequestOrigin,
): Promise<Record<string, never>> {
  await context.limits.take(requestLimit(context, origin));
  return settleNoEarlier(ANSWER_MS, async () => {
    await takeStrangersMailLimit(context, { kind: 'magiclink', address: wanted.email, origin });
    await context.sql.begin(async (sql) => {
      const existing = await findUserByEmail(sql, wanted.email);
      const mayCreate = signUp !== undefined && context.settings.signupEnabled;
      if (!existing && !mayCreate && context.settings.concealAccounts) return;
      if (!existing && signUp === undefined) {
        throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp');
      }
      if (!existing && !context.settings.signupEnabled) {
        throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
      }
      const user =
        existing ??
        (await createAccount(
          context,
          sql,
          {
            email: wanted.email,
            passwordHash: '',
            userMetadata: signUp ?? {},
            emailConfirmed: !context.settings.confirmEmail,
          },
          origin,
        ));
      if ((await requiredProvider(context, sql, user)) !== undefined) return;
      const kind = user.email_confirmed_at ? 'magiclink' : 'signup';
      await sendLink(sql, user, kind, wanted, origin);
    });
    return {};
  });
}

async function sendLink(
  sql: Queryable,
  user: UserRow,
  kind: 'recovery' | 'magiclink' | 'signup',
  { email, pkce, redirectTo }: LinkRequest,
  origin: RequestOrigin,
): Promise<void> {
  const method = kind === 'signup' ? 'email/signup' : kind;
  const flowStateId = pkce ? await createFlowState(sql, pkce, user.id, method) : undefined;
  await (kind === 'signup'
    ? sql`update auth.users set confirmation_sent_at = now() where id = ${user.id}`
    : sql`update auth.users set recovery_sent_at = now() where id = ${user.id}`);
  await enqueueAuthMail(sql, origin, { kind, to: email, user, redirectTo, flowStateId });
  await recordAudit(sql, origin, {
    action: kind === 'signup' ? 'user_confirmation_requested' : 'user_recovery_requested',
    actor: user,
  });
}

function phoneRefusal(email: string): AuthError {
  return email === ''
    ? new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
    : validationFailed('Only an email address or phone number should be provided');
}
