import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import { isUuid, requireAdmin } from '../http/current-session.ts';
import { readBody, text } from '../http/read-body.ts';
import { requestOrigin } from '../http/request-origin.ts';
import { removeFactor } from '../mfa/remove-factor.ts';
import { factorJson } from '../users/user-json.ts';
import { loadUser } from './admin-users.ts';

type FactorRoute = { Params: { id: string; factorId: string } };

export function adminFactorRoutes(app: FastifyInstance, context: AuthContext): void {
  app.get<{ Params: { id: string } }>('/admin/users/:id/factors', async (request) => {
    await requireAdmin(context, request);
    return (await loadUser(context, request.params.id)).factors.map(factorJson);
  });

  app.delete<FactorRoute>('/admin/users/:id/factors/:factorId', async (request) => {
    await requireAdmin(context, request);
    const user = await loadUser(context, request.params.id);
    const factor = user.factors.find(({ id }) => id === request.params.factorId.toLowerCase());
    if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
    const origin = requestOrigin(request);
    await context.sql.begin((sql) =>
      removeFactor(sql, factor.id, origin, {
        action: 'factor_deleted',
        actor: undefined,
        traits: { user_id: user.id },
      }),
    );
    return factorJson(factor);
  });

  app.put<FactorRoute>('/admin/users/:id/factors/:factorId', async (request) => {
    await requireAdmin(context, request);
    const { friendly_name: name } = readBody(request, z.object({ friendly_name: text }));
    const user = await loadUser(context, request.params.id);
    const { factorId } = request.params;
    if (!isUuid(factorId) || !user.factors.some(({ id }) => id === factorId.toLowerCase())) {
      throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
    }
    await context.sql`
      update auth.mfa_factors set friendly_name = ${name}, updated_at = now() where id = ${factorId}`;
    const factor = (await loadUser(context, user.id)).factors.find(
      ({ id }) => id === factorId.toLowerCase(),
    );
    return factor ? factorJson(factor) : {};
  });
}
