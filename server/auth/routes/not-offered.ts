import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import { requireAdmin } from '../http/current-session.ts';
import { sendAuthError } from '../http/error-response.ts';

/** What this server does not do, refused as a GoTrue does where it is switched off. */
export function notOfferedRoutes(app: FastifyInstance, context: AuthContext): void {
  app.post('/sso', async () => {
    throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
  });
  app.all('/sso/*', async () => {
    throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
  });
  const passkeys = async () => {
    throw new AuthError(404, 'passkey_disabled', 'Passkeys are disabled');
  };
  app.all('/passkeys', passkeys);
  app.all('/passkeys/*', passkeys);

  const oauthServer = async () => {
    throw new AuthError(404, 'feature_disabled', 'OAuth server is disabled');
  };
  app.all('/oauth/*', oauthServer);
  app.all('/user/oauth/*', oauthServer);

  const adminOnly = (code: string, message: string) => async (request: FastifyRequest) => {
    await requireAdmin(context, request);
    throw new AuthError(404, code, message);
  };
  app.all('/admin/oauth/*', adminOnly('feature_disabled', 'OAuth server is disabled'));
  app.all(
    '/admin/custom-providers',
    adminOnly('feature_disabled', 'Custom providers are disabled'),
  );
  app.all(
    '/admin/custom-providers/*',
    adminOnly('feature_disabled', 'Custom providers are disabled'),
  );
  const passkeysOfAdmin = adminOnly('passkey_disabled', 'Passkeys are disabled');
  app.all('/admin/users/:id/passkeys', passkeysOfAdmin);
  app.all('/admin/users/:id/passkeys/*', passkeysOfAdmin);
  app.all('/admin/sso/*', adminOnly('saml_provider_disabled', 'SAML 2.0 is disabled'));

  app.setNotFoundHandler(notFound);
}

/** JSON like every other answer: the client cannot read anything else. */
function notFound(request: FastifyRequest, reply: FastifyReply) {
  return sendAuthError(request, reply, new AuthError(404, 'not_found', 'Not found'));
}
