import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { recordAudit } from '../audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { validationFailed } from '../auth-error.ts';
import { enqueueAccountExists, enqueueAuthMail, takeStrangersMailLimit } from '../auth-mail.ts';
import { sendEmailChange } from '../email-change.ts';
import { readChallenge } from '../flow-state.ts';
import { readBody, text } from '../http/read-body.ts';
import { redirectOf } from '../http/redirect-of.ts';
import { requestOrigin } from '../http/request-origin.ts';
import { settleNoEarlier } from '../passwords/settle-no-earlier.ts';
import { requestLimit } from '../sign-in-limits.ts';
import { signUpToSendAgain } from '../sign-ups.ts';
import { normalizeEmail } from '../users/email-address.ts';
import { normalizePhone } from '../users/phone-number.ts';
import { findUserByEmail } from '../users/user-row.ts';

const resendBody = z.object({
  type: text,
  email: text,
  phone: text,
  code_challenge: text,
  code_challenge_method: text,
});
const TYPES = ['signup', 'email_change', 'sms', 'phone_change'];
const ANSWER_MS = 100;

export function resendRoutes(app: FastifyInstance, context: AuthContext): void {
  app.post('/resend', async (request) => {
    const body = readBody(request, resendBody);
    check(body);
    if (body.email === '') {
      // Nobody has a phone number here, and GoTrue says nothing about an unknown one.
      normalizePhone(body.phone);
      return {};
    }
    const origin = requestOrigin(request);
    const email = normalizeEmail(body.email);
    const redirectTo = redirectOf(context, request);
    const pkce = readChallenge(body.code_challenge, body.code_challenge_method);
    await context.limits.take(requestLimit(context, origin));
    return settleNoEarlier(ANSWER_MS, async () => {
      await takeStrangersMailLimit(context, { kind: body.type, address: email, origin });
      await context.sql.begin(async (sql) => {
        const user = await findUserByEmail(sql, email);
        if (body.type === 'signup' && user && !user.email_confirmed_at) {
          await sql`update auth.users set confirmation_sent_at = now() where id = ${user.id}`;
          const again = await signUpToSendAgain(sql, origin, { userId: user.id, pkce });
          await enqueueAuthMail(sql, origin, {
            kind: 'signup',
            to: email,
            user,
            redirectTo,
            ...again,
          });
          await recordAudit(sql, origin, { action: 'user_confirmation_requested', actor: user });
        }
        if (
          body.type === 'signup' &&
          user?.email_confirmed_at &&
          context.settings.concealAccounts
        ) {
          await enqueueAccountExists(sql, origin, { user, signInUrl: redirectTo });
        }
        if (body.type === 'email_change' && user?.email_change) {
          await sendEmailChange(context, sql, origin, {
            user,
            newEmail: user.email_change,
            redirectTo,
            pkce,
          });
        }
      });
      return {};
    });
  });
}

function check(body: z.output<typeof resendBody>): void {
  if (!TYPES.includes(body.type)) {
    throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change');
  }
  if (body.email === '' && body.type === 'signup') {
    throw validationFailed('Type provided requires an email address');
  }
  if (body.phone === '' && body.type === 'sms') {
    throw validationFailed('Type provided requires a phone number');
  }
  if (body.email !== '' && body.phone !== '') {
    throw validationFailed('Only an email address or phone number should be provided.');
  }
  if (body.email === '' && body.phone === '') {
    throw validationFailed('Missing email address or phone number');
  }
}
