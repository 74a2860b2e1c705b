import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { recordAudit } from '../audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import { takeStrangersMailLimit } from '../auth-mail.ts';
import { sendEmailChange } from '../email-change.ts';
import { type PkceChallenge, readChallenge } from '../flow-state.ts';
import { type CurrentSession, lacksSecondFactor, requireSession } from '../http/current-session.ts';
import { metadata, readBody, text } from '../http/read-body.ts';
import { redirectOf } from '../http/redirect-of.ts';
import { type RequestOrigin, requestOrigin } from '../http/request-origin.ts';
import { refuseUnlessProvider } from '../oidc/required-provider.ts';
import { checkNewPassword, storePassword } from '../passwords/change-password.ts';
import { requestLimit } from '../sign-in-limits.ts';
import { normalizeEmail } from '../users/email-address.ts';
import { mergeMetadata } from '../users/merge-metadata.ts';
import { userJson } from '../users/user-json.ts';
import { findUserByEmail, findUserById, type Metadata } from '../users/user-row.ts';

const updateBody = z.object({
  email: text,
  phone: text,
  password: z.string().nullish(),
  current_password: text,
  nonce: text,
  data: metadata,
  app_metadata: metadata,
  code_challenge: text,
  code_challenge_method: text,
});

interface Update {
  readonly newEmail: string | undefined;
  readonly passwordHash: string | undefined;
  readonly data: Metadata | undefined;
  readonly pkce: PkceChallenge | undefined;
  readonly redirectTo: string;
}

export function userRoutes(app: FastifyInstance, context: AuthContext): void {
  app.get('/user', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    return userJson((await requireSession(context, request)).user);
  });

  app.put('/user', async (request) => {
    const session = await requireSession(context, request);
    if (lacksSecondFactor(session)) throw insufficientLevel();
    const body = readBody(request, updateBody);
    const origin = requestOrigin(request);
    const newEmail = newEmailOf(session, body.email);
    const password = body.password ?? undefined;
    refuseUpdate(session, { newEmail, password, phone: body.phone, appData: body.app_metadata });
    const pkce = readChallenge(body.code_challenge, body.code_challenge_method);
    await context.limits.take(requestLimit(context, origin));
    if (password !== undefined) await refuseUnlessProvider(context, session.user);
    if (newEmail !== undefined) {
      if (!context.settings.concealAccounts) await refuseTakenEmail(context, session, newEmail);
      await takeStrangersMailLimit(context, {
        kind: 'email_change',
        address: newEmail,
        account: session.user.email ?? session.user.id,
        origin,
      });
    }
    const passwordHash =
      password === undefined
        ? undefined
        : await checkNewPassword(
            context,
            session,
            { password, nonce: body.nonce, currentPassword: body.current_password },
            origin,
          );
    const redirectTo = redirectOf(context, request);
    const update = { newEmail, passwordHash, data: body.data, pkce, redirectTo };
    return userJson(await updateUser(context, session, update, origin));
  });
}

function updateUser(
  context: AuthContext,
  { user, sessionId }: CurrentSession,
  update: Update,
  origin: RequestOrigin,
) {
  return context.sql.begin(async (sql) => {
    if (update.passwordHash !== undefined) {
      await storePassword(context, sql, origin, {
        user,
        passwordHash: update.passwordHash,
        keepSession: sessionId,
      });
    }
    if (update.data) await mergeMetadata(sql, user.id, 'raw_user_meta_data', update.data);
    if (update.newEmail !== undefined) {
      await sendEmailChange(context, sql, origin, {
        user,
        newEmail: update.newEmail,
        redirectTo: update.redirectTo,
        pkce: update.pkce,
      });
    }
    await recordAudit(sql, origin, { action: 'user_modified', actor: user });
    return (await findUserById(sql, user.id)) ?? user;
  });
}

function newEmailOf({ user }: CurrentSession, value: string): string | undefined {
  if (value === '') return undefined;
  const email = normalizeEmail(value);
  return email === user.email ? undefined : email;
}

function refuseUpdate(
  { user }: CurrentSession,
  wanted: {
    newEmail: string | undefined;
    password: string | undefined;
    phone: string;
    appData: Metadata | undefined;
  },
): void {
  if (wanted.appData) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  if (wanted.phone !== '' && wanted.phone !== user.phone) {
    throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
  }
  if (user.is_anonymous && wanted.password !== undefined && wanted.newEmail === undefined) {
    throw validationFailed(
      'Updating password of an anonymous user without an email or phone is not allowed',
      422,
    );
  }
}

function insufficientLevel(): AuthError {
  return new AuthError(
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  );
}

async function refuseTakenEmail(
  { sql }: AuthContext,
  { user }: CurrentSession,
  email: string,
): Promise<void> {
  const other = await findUserByEmail(sql, email);
  if (!other || other.id === user.id) return;
  throw new AuthError(
    422,
    'email_exists',
    'A user with this email address has already been registered',
  );
}
