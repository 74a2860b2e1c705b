import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../../database/sql/sql.ts';
import { recordAudit } from '../audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import { isUuid, requireSession } from '../http/current-session.ts';
import { type RequestOrigin, requestOrigin } from '../http/request-origin.ts';
import { nameProviders } from '../oidc/identities.ts';
import { requireLinking } from '../oidc/may-link.ts';
import { requestLimit } from '../sign-in-limits.ts';
import type { UserRow } from '../users/user-row.ts';
import { visitProvider } from './providers.ts';

/** `linkIdentity` and `unlinkIdentity`. */
export function identityRoutes(app: FastifyInstance, context: AuthContext): void {
  app.get('/user/identities/authorize', async (request, reply) => {
    const session = await requireSession(context, request);
    requireLinking(context, session);
    const url = await visitProvider(context, request, reply, session.sessionId);
    const { skip_http_redirect: skip } = request.query as { skip_http_redirect?: unknown };
    return skip === 'true' ? { url } : reply.redirect(url, 302);
  });

  app.delete<{ Params: { id: string } }>('/user/identities/:id', async (request) => {
    const session = await requireSession(context, request);
    requireLinking(context, session);
    const { id } = request.params;
    if (!isUuid(id)) throw validationFailed('identity_id must be an UUID', 404);
    const origin = requestOrigin(request);
    await context.limits.take(requestLimit(context, origin));
    await context.sql.begin((sql) => unlink(sql, session.user, id, origin));
    return {};
  });
}

async function unlink(
  sql: Queryable,
  user: UserRow,
  id: string,
  origin: RequestOrigin,
): Promise<void> {
  await sql`select id from auth.users where id = ${user.id} for update`;
  const identities = await sql<{ id: string; provider: string }[]>`
    select id, provider from auth.identities where user_id = ${user.id}`;
  const identity = identities.find((each) => each.id === id);
  if (!identity) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist");
  if (identities.length < 2) {
    throw new AuthError(
      422,
      'single_identity_not_deletable',
      'User must have at least 1 identity after unlinking',
    );
  }
  // Mail and password recovery go there: the address changes, it does not go.
  if (identity.provider === 'email' || identity.provider === 'phone') {
    throw new AuthError(
      422,
      'email_conflict_identity_not_deletable',
      'The address or number of the account cannot be unlinked',
    );
  }
  await sql`delete from auth.identities where id = ${id}`;
  await nameProviders(sql, user.id);
  await recordAudit(sql, origin, {
    action: 'identity_unlinked',
    actor: user,
    traits: { provider: identity.provider },
  });
}
