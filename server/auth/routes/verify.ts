import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AuthContext } from '../auth-context.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import { issueAuthCode } from '../flow-state.ts';
import { readBody, text } from '../http/read-body.ts';
import { redirectOf } from '../http/redirect-of.ts';
import { withError, withMessage, withQuery, withSession } from '../http/redirect-url.ts';
import { requestOrigin } from '../http/request-origin.ts';
import { consumeInviteLink } from '../invite-links.ts';
import { consumeCode, consumeLinkToken } from '../one-time-tokens.ts';
import { codeLimit, verifyLimit } from '../sign-in-limits.ts';
import { startSession } from '../tokens/start-session.ts';
import { normalizeEmail } from '../users/email-address.ts';
import { normalizePhone } from '../users/phone-number.ts';
import { retryIfTaken } from '../users/retry-if-taken.ts';
import { findUserByEmail } from '../users/user-row.ts';
import {
  applyVerification,
  linkInvalid,
  ONE_OF_TWO_CONFIRMED,
  TOKEN_TYPES,
} from '../verification.ts';

const verifyBody = z.object({
  type: text,
  token: text,
  token_hash: text,
  email: text,
  phone: text,
  redirect_to: text,
});
type VerifyBody = z.output<typeof verifyBody>;

const PHONE_TYPES = ['sms', 'phone_change'];

export function verifyRoutes(app: FastifyInstance, context: AuthContext): void {
  // Mail scanners look at a link with HEAD before anyone clicks: that must not use it up.
  app.head('/verify', async (_request, reply) => reply.status(200).send());

  app.get<{ Querystring: { token?: unknown; token_hash?: unknown; type?: unknown } }>(
    '/verify',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { type } = request.query;
      const token = request.query.token ?? request.query.token_hash;
      if (typeof type !== 'string' || type === '') {
        throw validationFailed('Verify requires a verification type');
      }
      if (typeof token !== 'string' || token === '') {
        throw validationFailed('Verify requires a token or a token hash');
      }
      return followLink(context, request, reply, { type, token });
    },
  );

  app.post('/verify', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const body = readBody(request, verifyBody);
    return verifyPosted(context, request, body);
  });
}

async function followLink(
  context: AuthContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { type, token }: { type: string; token: string },
): Promise<FastifyReply> {
  const target = redirectOf(context, request);
  const isPkce = token.startsWith('pkce_');
  void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  try {
    return reply.redirect(await consumeLink(context, request, { type, token, target }), 303);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return reply.redirect(withError(target, error, isPkce), 303);
  }
}

async function consumeLink(
  context: AuthContext,
  request: FastifyRequest,
  link: { type: string; token: string; target: string },
): Promise<string> {
  const types = TOKEN_TYPES[link.type];
  if (!types) throw validationFailed('Unsupported verification type');
  const origin = requestOrigin(request);
  const limits = verifyLimit(context, origin);
  await context.limits.take(limits);
  const target = await context.sql.begin(async (sql) => {
    const token = await consumeLinkToken(sql, link.token, types);
    if (!token) return undefined;
    const user = await applyVerification(context, sql, token, { origin, byExchange: true });
    if (user === 'one of two') {
      return withMessage(link.target, ONE_OF_TWO_CONFIRMED, token.flow_state_id !== null);
    }
    if (token.flow_state_id !== null) {
      return withQuery(link.target, { code: await issueAuthCode(sql, token.flow_state_id) });
    }
    const session = await startSession(context, sql, user.id, 'otp', origin);
    return withSession(link.target, session, link.type);
  });
  if (target === undefined) throw linkInvalid();
  await context.limits.giveBack(limits);
  return target;
}

async function verifyPosted(context: AuthContext, request: FastifyRequest, body: VerifyBody) {
  const types = checkPosted(body);
  const origin = requestOrigin(request);
  const email = body.token_hash === '' ? normalizeEmail(body.email) : '';
  const limits = [...verifyLimit(context, origin), ...(email === '' ? [] : codeLimit(email))];
  await context.limits.take(limits);
  // A wrong code is counted in the same transaction, so the refusal is returned and not thrown.
  const verify = () =>
    context.sql.begin(async (sql) => {
      const user = email === '' ? undefined : await findByAnyEmail(context, email, body.type);
      if (email !== '' && !user) return undefined;
      const token = user
        ? await consumeCode(context, sql, { userId: user, code: body.token, types })
        : await consumeLinkToken(sql, body.token_hash, types);
      // Never by GET: chats fetch a link to preview it, and that must not use it up.
      const verified = token
        ? await applyVerification(context, sql, token, { origin, byExchange: false })
        : body.type === 'invite' && !user
          ? await consumeInviteLink(sql, body.token_hash, origin)
          : undefined;
      if (!verified) return undefined;
      if (verified === 'one of two') return { msg: ONE_OF_TWO_CONFIRMED, code: '200' };
      return startSession(context, sql, verified.id, 'otp', origin);
    });
  const result = await retryIfTaken(verify);
  if (result === undefined) {
    throw email === '' ? linkInvalid() : codeInvalid();
  }
  await context.limits.giveBack(limits);
  return result;
}

/** A change of address may be confirmed with the code sent to the new one. */
async function findByAnyEmail(
  { sql }: AuthContext,
  email: string,
  type: string,
): Promise<string | undefined> {
  const user = await findUserByEmail(sql, email);
  if (user) return user.id;
  if (type !== 'email_change') return undefined;
  const [changing] = await sql<{ id: string }[]>`
    select id from auth.users where email_change = ${email} order by email_change_sent_at desc limit 1`;
  return changing?.id;
}

function checkPosted(body: VerifyBody) {
  if (body.type === '') throw validationFailed('Verify requires a verification type');
  if ((body.token === '') === (body.token_hash === '')) {
    throw validationFailed('Verify requires either a token or a token hash');
  }
  if (
    body.token_hash !== '' &&
    (body.email !== '' || body.phone !== '' || body.redirect_to !== '')
  ) {
    throw validationFailed('Only the token_hash and type should be provided');
  }
  if (body.phone !== '' && PHONE_TYPES.includes(body.type)) {
    normalizePhone(body.phone);
    throw codeInvalid();
  }
  if (body.token !== '' && body.email === '') {
    throw validationFailed('Only an email address or phone number should be provided on verify');
  }
  const types = TOKEN_TYPES[body.type];
  if (!types) throw validationFailed('Unsupported verification type');
  return types;
}

function codeInvalid(): AuthError {
  return new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
}
