import type { FastifyInstance } from 'fastify';
import { recordAudit } from '../audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { validationFailed } from '../auth-error.ts';
import { enqueueAuthMail, takeMailLimit } from '../auth-mail.ts';
import { requireSession } from '../http/current-session.ts';
import { requestOrigin } from '../http/request-origin.ts';
import { requestLimit } from '../sign-in-limits.ts';

const SCOPES = ['global', 'local', 'others'];

export function sessionRoutes(app: FastifyInstance, context: AuthContext): void {
  app.post<{ Querystring: { scope?: unknown } }>('/logout', async (request, reply) => {
    const scope = String(request.query.scope ?? 'global');
    if (!SCOPES.includes(scope)) {
      throw validationFailed(`Unsupported logout scope "${scope.slice(0, 40)}"`);
    }
    const { user, sessionId } = await requireSession(context, request);
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
    await takeMailLimit(context, 'reauthentication', email);
    await context.sql.begin(async (sql) => {
      await sql`update auth.users set reauthentication_sent_at = now() where id = ${user.id}`;
      await enqueueAuthMail(sql, origin, { kind: 'reauthentication', to: email, user });
      await recordAudit(sql, origin, { action: 'user_reauthenticate_requested', actor: user });
    });
    return {};
  };
  app.get('/reauthenticate', { exposeHeadRoute: false }, reauthenticate);
}
