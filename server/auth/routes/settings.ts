import type { FastifyInstance } from 'fastify';
import type { AuthContext } from '../auth-context.ts';

/** Those GoTrue knows by name. */
const KNOWN = [
  ['apple', 'azure', 'bitbucket', 'discord', 'facebook', 'figma', 'fly', 'github', 'gitlab'],
  ['google', 'keycloak', 'kakao', 'linkedin', 'linkedin_oidc', 'notion', 'slack', 'slack_oidc'],
  ['snapchat', 'spotify', 'twitch', 'twitter', 'workos', 'x', 'zoom'],
].flat();

export function settingsRoutes(app: FastifyInstance, context: AuthContext): void {
  const { settings, keys, providers } = context;

  app.get('/settings', async () => ({
    external: {
      anonymous_users: settings.anonymousEnabled,
      ...Object.fromEntries(KNOWN.map((name) => [name, false])),
      ...Object.fromEntries(providers.names.map((name) => [name, true])),
      email: settings.emailEnabled,
      phone: false,
    },
    disable_signup: !settings.signupEnabled,
    mailer_autoconfirm: !settings.confirmEmail,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: false,
  }));

  app.get('/health', async () => ({
    version: 'v2',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  }));

  app.get('/.well-known/jwks.json', async (_request, reply) => {
    // Clients keep it for ten minutes; a rotated key is published before it signs.
    void reply.header('cache-control', 'public, max-age=600');
    return keys.jwks;
  });
}
