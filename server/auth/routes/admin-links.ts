import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Queryable } from '../../database/sql/sql.ts';
import { recordAudit } from '../audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import { enqueueAuthMail } from '../auth-mail.ts';
import { requireAdmin } from '../http/current-session.ts';
import { metadata, readBody, text } from '../http/read-body.ts';
import { redirectOf } from '../http/redirect-of.ts';
import { type RequestOrigin, requestOrigin } from '../http/request-origin.ts';
import { verifyLink } from '../mail-links.ts';
import { issueOneTimeToken, type TokenType } from '../one-time-tokens.ts';
import { checkPasswordStrength } from '../passwords/password-strength.ts';
import { allowedRedirect } from '../redirect-allow-list.ts';
import { clearPlanted } from '../sign-ups.ts';
import { createAccount } from '../users/create-account.ts';
import { normalizeEmail } from '../users/email-address.ts';
import { mergeMetadata } from '../users/merge-metadata.ts';
import { userJson } from '../users/user-json.ts';
import { findUserByEmail, findUserById, type UserRow } from '../users/user-row.ts';

const inviteBody = z.object({ email: text, data: metadata });
const linkBody = z.object({
  type: text,
  email: text,
  new_email: text,
  password: text,
  data: metadata,
  redirect_to: text,
});
type LinkBody = z.output<typeof linkBody>;

const TOKEN_OF: Readonly<Record<string, TokenType>> = {
  signup: 'confirmation_token',
  invite: 'confirmation_token',
  magiclink: 'recovery_token',
  recovery: 'recovery_token',
  email_change_current: 'email_change_token_current',
  email_change_new: 'email_change_token_new',
};

export function adminLinkRoutes(app: FastifyInstance, context: AuthContext): void {
  app.post('/invite', async (request) => {
    await requireAdmin(context, request);
    const body = readBody(request, inviteBody);
    const email = normalizeEmail(body.email);
    const origin = requestOrigin(request);
    const redirectTo = redirectOf(context, request);
    return context.sql.begin(async (sql) => {
      const user = await invitedUser(context, sql, { email, data: body.data }, origin);
      await enqueueAuthMail(sql, origin, { kind: 'invite', to: email, user, redirectTo });
      await recordAudit(sql, origin, {
        action: 'user_invited',
        actor: undefined,
        traits: { user_id: user.id, user_email: email },
      });
      return userJson(user);
    });
  });

  app.post('/admin/generate_link', async (request) => {
    await requireAdmin(context, request);
    const body = readBody(request, linkBody);
    const email = normalizeEmail(body.email);
    const redirectTo =
      body.redirect_to === ''
        ? redirectOf(context, request)
        : allowedRedirect(body.redirect_to, context.settings);
    if (!TOKEN_OF[body.type]) {
      throw validationFailed(`Invalid email action link type requested: ${body.type.slice(0, 40)}`);
    }
    const passwordHash = await hashFor(context, body);
    const origin = requestOrigin(request);
    return context.sql.begin(async (sql) => {
      const { user, type } = await prepareUser(
        context,
        sql,
        { ...body, email, passwordHash },
        origin,
      );
      await recordAudit(sql, origin, {
        action: type === 'invite' ? 'user_invited' : 'user_recovery_requested',
        actor: undefined,
        traits: { user_id: user.id, user_email: email, link: type },
      });
      const { token, code } = await issueOneTimeToken(context, sql, {
        userId: user.id,
        type: TOKEN_OF[type] as TokenType,
        relatesTo: type === 'email_change_new' ? body.new_email : email,
      });
      const linkType = type.startsWith('email_change') ? 'email_change' : type;
      return {
        ...userJson((await findUserById(sql, user.id)) ?? user),
        action_link: verifyLink(context, { token, type: linkType, redirectTo }),
        email_otp: code,
        hashed_token: token,
        verification_type: type,
        redirect_to: redirectTo,
      };
    });
  });
}

async function hashFor(context: AuthContext, body: LinkBody): Promise<string> {
  if (body.type !== 'signup') return '';
  if (body.password === '') throw validationFailed('Signup requires a valid password');
  checkPasswordStrength(body.password, context.settings);
  return context.hasher.hash(body.password);
}

async function prepareUser(
  context: AuthContext,
  sql: Queryable,
  wanted: LinkBody & { passwordHash: string },
  origin: RequestOrigin,
): Promise<{ user: UserRow; type: string }> {
  if (wanted.type === 'invite') {
    return { user: await invitedUser(context, sql, wanted, origin), type: 'invite' };
  }
  const existing = await findUserByEmail(sql, wanted.email);
  if (!existing && wanted.type !== 'signup' && wanted.type !== 'magiclink') {
    throw new AuthError(404, 'user_not_found', 'User with this email not found');
  }
  if (wanted.type === 'signup' && existing?.email_confirmed_at) throw emailExists();
  const user =
    existing ??
    (await createAccount(
      context,
      sql,
      {
        email: wanted.email,
        passwordHash: wanted.passwordHash,
        userMetadata: wanted.data ?? {},
        emailConfirmed: false,
      },
      origin,
    ));
  if (existing && wanted.type === 'signup' && wanted.data) {
    await mergeMetadata(sql, user.id, 'raw_user_meta_data', wanted.data);
  }
  if (wanted.type.startsWith('email_change')) await startChange(sql, user, wanted.new_email);
  const type = existing ? wanted.type : 'signup';
  if (type === 'signup') {
    await sql`update auth.users set confirmation_sent_at = now() where id = ${user.id}`;
  } else if (type === 'magiclink' || type === 'recovery') {
    await sql`update auth.users set recovery_sent_at = now() where id = ${user.id}`;
  }
  return { user, type };
}

async function startChange(sql: Queryable, user: UserRow, newEmail: string): Promise<void> {
  const email = normalizeEmail(newEmail);
  const other = await findUserByEmail(sql, email);
  if (other && other.id !== user.id) throw emailExists();
  await sql`
    update auth.users
       set email_change = ${email}, email_change_sent_at = now(), email_change_confirm_status = 0
     where id = ${user.id}`;
}

async function invitedUser(
  context: AuthContext,
  sql: Queryable,
  { email, data }: Pick<LinkBody, 'email' | 'data'>,
  origin: RequestOrigin,
): Promise<UserRow> {
  const existing = await findUserByEmail(sql, email);
  if (existing?.email_confirmed_at) throw emailExists();
  if (existing) await clearPlanted(sql, existing.id, data ?? {});
  const user =
    existing ??
    (await createAccount(
      context,
      sql,
      {
        email,
        passwordHash: '',
        userMetadata: data ?? {},
        emailConfirmed: false,
      },
      origin,
    ));
  await sql`
    update auth.users set invited_at = now(), confirmation_sent_at = now() where id = ${user.id}`;
  return (await findUserById(sql, user.id)) ?? user;
}

function emailExists(): AuthError {
  return new AuthError(
    422,
    'email_exists',
    'A user with this email address has already been registered',
  );
}
