import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Queryable } from '../../database/sql/sql.ts';
import { recordAudit } from '../audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import { enqueueAccountExists, enqueueAuthMail, takeStrangersMailLimit } from '../auth-mail.ts';
import { createFlowState, type PkceChallenge, readChallenge } from '../flow-state.ts';
import { metadata, readBody, requireBody, text } from '../http/read-body.ts';
import { redirectOf } from '../http/redirect-of.ts';
import { distinctAddress, type RequestOrigin, requestOrigin } from '../http/request-origin.ts';
import { checkPasswordStrength } from '../passwords/password-strength.ts';
import { settleNoEarlier } from '../passwords/settle-no-earlier.ts';
import { anonymousLimit, hashLanes, requestLimit } from '../sign-in-limits.ts';
import { recordSignUp } from '../sign-ups.ts';
import { startSession } from '../tokens/start-session.ts';
import { createAccount } from '../users/create-account.ts';
import { normalizeEmail } from '../users/email-address.ts';
import { userJson } from '../users/user-json.ts';
import {
  findUserByEmail,
  findUserById,
  type IdentityRow,
  type Metadata,
  type UserRow,
} from '../users/user-row.ts';

const signupBody = z.object({
  email: text,
  phone: text,
  password: text,
  data: metadata,
  code_challenge: text,
  code_challenge_method: text,
});

interface Registration {
  readonly email: string;
  readonly passwordHash: string;
  readonly data: Metadata;
  readonly pkce: PkceChallenge | undefined;
  readonly redirectTo: string;
}

/** Longer than a sign-up takes besides its hash, with a mail or without. */
const ANSWER_MS = 120;

export function signupRoutes(app: FastifyInstance, context: AuthContext): void {
  const { settings } = context;

  app.post('/signup', async (request) => {
    if (!settings.signupEnabled) {
      throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
    }
    requireBody(request);
    const body = readBody(request, signupBody);
    const origin = requestOrigin(request);
    if (body.email === '' && body.phone === '') return anonymousSignUp(context, body, origin);
    if (body.phone !== '') throw phoneRefusal(body.email);
    if (!settings.emailEnabled) {
      throw new AuthError(400, 'email_provider_disabled', 'Email signups are disabled');
    }
    // 422 as GoTrue answered for years, and as clients that tell people by the status expect it.
    const email = normalizeEmail(body.email, 422);
    if (body.password === '') throw validationFailed('Signup requires a valid password');
    checkPasswordStrength(body.password, settings);
    const pkce = readChallenge(body.code_challenge, body.code_challenge_method);
    await context.limits.take(requestLimit(context, origin));
    // Hashed before looking: an address that is taken costs the same as a new one.
    const address = distinctAddress(origin.address);
    context.guesses.note(address);
    const passwordHash = await context.guesses.take(address, () =>
      context.hasher.hash(body.password, hashLanes(email, origin)),
    );
    const redirectTo = redirectOf(context, request);
    const registration = { email, passwordHash, data: body.data ?? {}, pkce, redirectTo };
    return settings.confirmEmail
      ? settleNoEarlier(ANSWER_MS, () => registerForConfirmation(context, registration, origin))
      : registerAtOnce(context, registration, origin);
  });
}

/** Confirmation is off: a session at once, and a taken address may be named. */
async function registerAtOnce(
  context: AuthContext,
  { email, passwordHash, data }: Registration,
  origin: RequestOrigin,
) {
  return context.sql.begin(async (sql) => {
    const existing = await findUserByEmail(sql, email);
    if (existing) {
      throw new AuthError(422, 'user_already_exists', 'User already registered');
    }
    const user = await createAccount(
      context,
      sql,
      {
        email,
        passwordHash,
        userMetadata: data,
        emailConfirmed: true,
      },
      origin,
    );
    await recordAudit(sql, origin, {
      action: 'user_signedup',
      actor: user,
      traits: { provider: 'email' },
    });
    return startSession(context, sql, user.id, 'password', origin);
  });
}

/**
 * The answer for an address that has an account is made up, so that a stranger learns nothing; its
 * owner learns of it by mail. The
 * password waits beside the account until the link of this very sign-up was followed.
 */
async function registerForConfirmation(
  context: AuthContext,
  registration: Registration,
  origin: RequestOrigin,
) {
  const { email } = registration;
  await takeStrangersMailLimit(context, { kind: 'signup', address: email, origin });
  return context.sql.begin(async (sql) => {
    const existing = await findUserByEmail(sql, email);
    if (existing?.email_confirmed_at) {
      await recordAudit(sql, origin, { action: 'user_repeated_signup', actor: existing });
      if (!context.settings.concealAccounts) return madeUpUser(email, registration.data);
      await enqueueAccountExists(sql, origin, {
        user: existing,
        signInUrl: registration.redirectTo,
      });
      return concealedUser(context, sql, existing, registration, origin);
    }
    const user =
      existing ??
      (await createAccount(
        context,
        sql,
        {
          email,
          passwordHash: '',
          userMetadata: registration.data,
          emailConfirmed: false,
        },
        origin,
      ));
    await sql`
      update auth.users set confirmation_sent_at = now(), updated_at = now() where id = ${user.id}`;
    const flowStateId = registration.pkce
      ? await createFlowState(sql, registration.pkce, user.id, 'email/signup')
      : undefined;
    const signUpId = await recordSignUp(sql, origin, {
      userId: user.id,
      passwordHash: registration.passwordHash,
      metadata: registration.data,
      flowStateId,
    });
    await enqueueAuthMail(sql, origin, {
      kind: 'signup',
      to: email,
      user: { id: user.id, raw_user_meta_data: registration.data },
      redirectTo: registration.redirectTo,
      flowStateId,
      signUpId,
    });
    await recordAudit(sql, origin, {
      action: 'user_confirmation_requested',
      actor: user,
      traits: { provider: 'email' },
    });
    if (user.invited_at && !context.settings.concealAccounts) {
      return madeUpUser(email, registration.data);
    }
    const fresh = (await findUserById(sql, user.id)) ?? user;
    return userJson({ ...fresh, invited_at: null, raw_user_meta_data: registration.data });
  });
}

/**
 * What a new account would be answered, and what it would answer later: the sign-up is remembered, so
 * that a sign-in with its password is told to confirm the address here as well.
 */
async function concealedUser(
  { keys }: AuthContext,
  sql: Queryable,
  existing: UserRow,
  { email, passwordHash, data }: Registration,
  origin: RequestOrigin,
): Promise<Record<string, unknown>> {
  await recordSignUp(sql, origin, {
    userId: existing.id,
    passwordHash,
    metadata: data,
    flowStateId: undefined,
  });
  const [first] = await sql<{ created_at: Date }[]>`
    select min(created_at) as created_at from auth.sign_ups where user_id = ${existing.id}`;
  const createdAt = first?.created_at ?? new Date();
  const id = standInId(keys.linkSecret, email);
  const time = createdAt.toISOString();
  const identity: IdentityRow = {
    id: standInId(keys.linkSecret, `identity of ${email}`),
    provider_id: id,
    user_id: id,
    identity_data: { ...data, sub: id, email, email_verified: false, phone_verified: false },
    provider: 'email',
    last_sign_in_at: time,
    created_at: time,
    updated_at: time,
    email,
  };
  return madeUpUser(email, data, { id, role: 'authenticated', createdAt, identities: [identity] });
}

/** The same at every sign-up, as an account's would be. */
function standInId(secret: Uint8Array, of: string): string {
  const bytes = createHmac('sha256', secret).update(`stand-in\n${of}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function madeUpUser(
  email: string,
  data: Metadata,
  like: { id?: string; role?: string; createdAt?: Date; identities?: readonly IdentityRow[] } = {},
): Record<string, unknown> {
  const now = new Date();
  const user: UserRow = {
    id: like.id ?? randomUUID(),
    aud: 'authenticated',
    role: like.role ?? '',
    email,
    encrypted_password: null,
    email_confirmed_at: null,
    confirmed_at: null,
    invited_at: null,
    phone: null,
    phone_confirmed_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    email_change_confirm_status: 0,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: data,
    created_at: like.createdAt ?? now,
    updated_at: now,
    banned_until: null,
    deleted_at: null,
    is_anonymous: false,
    is_sso_user: false,
    identities: like.identities ?? [],
    factors: [],
  };
  return userJson(user);
}

async function anonymousSignUp(
  context: AuthContext,
  body: z.output<typeof signupBody>,
  origin: RequestOrigin,
) {
  if (body.password !== '') throw validationFailed('Sign up only available with email provider');
  if (!context.settings.anonymousEnabled) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  await context.limits.take(anonymousLimit(context, origin));
  return context.sql.begin(async (sql) => {
    const user = await createAccount(
      context,
      sql,
      {
        passwordHash: '',
        userMetadata: body.data ?? {},
        emailConfirmed: false,
        anonymous: true,
      },
      origin,
    );
    await recordAudit(sql, origin, { action: 'user_signedup', actor: user });
    return startSession(context, sql, user.id, 'anonymous', origin);
  });
}

function phoneRefusal(email: string): AuthError {
  return email === ''
    ? new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
    : validationFailed('Only an email address or phone number should be provided on signup.');
}
