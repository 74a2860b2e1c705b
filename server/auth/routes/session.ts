import type { FastifyInstance } from 'fastify';
import { recordAudit } from '../audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import { enqueueAuthMail, takeMailLimit } from '../auth-mail.ts';
import { type CurrentSession, lacksSecondFactor, requireSession } from '../http/current-session.ts';
import { requestOrigin } from '../http/request-origin.ts';
import { requestLimit } from '../sign-in-limits.ts';

const SCOPES = ['global', 'local', 'others'];

/** A stolen password must not sign the owner out elsewhere: without the factor one ends oneself. */
function scopeAllowed(session: CurrentSession, scope: string): string {
  if (!lacksSecondFactor(session)) return scope;
  if (scope === 'others') {
    // Not 401 or 403: supabase-js takes these for a session that is over, and says that all went well.
    throw new AuthError(422, 'insufficient_aal', 'AAL2 session is required to end other sessions');
  }
  return 'local';
}

export function sessionRoutes(app: FastifyInstance, context: AuthContext): void {
  app.post<{ Querystring: { scope?: unknown } }>('/logout', async (request, reply) => {
    const wanted = String(request.query.scope ?? 'global');
    if (!SCOPES.includes(wanted)) {
      throw validationFailed(`Unsupported logout scope "${wanted.slice(0, 40)}"`);
    }
    const session = await requireSession(context, request);
    const { user, sessionId } = session;
    const scope = scopeAllowed(session, wanted);
    const origin = requestOrigin(request);
    await context.sql.begin(async (sql) => {
      await sql`
        delete from auth.sessions
         where user_id = ${user.id}
           and case ${scope}
             when 'local' then id = ${sessionId}
             when 'others' then id <> ${sessionId}
             else true end`;
      await recordAudit(sql, origin, { action: 'logout', actor: user, traits: { scope } });
    });
    return reply.status(204).send();
  });

  const reauthenticate = async (request: Parameters<typeof requestOrigin>[0]) => {
    const { user } = await requireSession(context, request);
    const origin = requestOrigin(request);
    const { email } = user;
    if (!email) {
      throw validationFailed(
        'Reauthentication requires the user to have an email or a phone number',
      );
    }
    if (!user.email_confirmed_at) {
      throw validationFailed('Please verify your email first.', 422);
    }
    await context.limits.take(requestLimit(context, origin));
    await takeMailLimit(context, { kind: 'reauthentication', address: email, origin });
    await context.sql.begin(async (sql) => {
      await sql`update auth.users set reauthentication_sent_at = now() where id = ${user.id}`;
      await enqueueAuthMail(sql, origin, { kind: 'reauthentication', to: email, user });
      await recordAudit(sql, origin, { action: 'user_reauthenticate_requested', actor: user });
    });
    return {};
  };
  app.get('/reauthenticate', { exposeHeadRoute: false }, reauthenticate);
}
