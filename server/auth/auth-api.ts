import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { holdRefusal } from '../http/hold-refusal.ts';
import type { Logger } from '../http/log.ts';
import { siteUrlOf } from '../http/site-url.ts';
import type { UpdateGate } from '../http/update-gate.ts';
import type { Keys } from '../keys/keys.ts';
import { createAttachments } from '../mail/attachments.ts';
import { MailDelivery } from '../mail/mail-delivery.ts';
import { untilNobodySends } from '../mail/outbox.ts';
import { leads, type Team } from '../team/team.ts';
import type { AuthContext } from './auth-context.ts';
import { queueSeconds } from './auth-mail.ts';
import { readAuthSettings } from './auth-settings.ts';
import type { Authenticator } from './authenticate.ts';
import { checkApiKey } from './http/check-api-key.ts';
import { asAuthError, sendAuthError } from './http/error-response.ts';
import { distinctAddress } from './http/request-origin.ts';
import { createMailHook } from './mail-hook.ts';
import { createMailLinks } from './mail-links.ts';
import { SignInProviders } from './oidc/sign-in-providers.ts';
import { GuessPace } from './passwords/guess-pace.ts';
import { createPasswordHasher } from './passwords/password-hasher.ts';
import { createRateLimits } from './rate-limits.ts';
import { adminFactorRoutes } from './routes/admin-factors.ts';
import { adminLinkRoutes } from './routes/admin-links.ts';
import { adminUserRoutes } from './routes/admin-users.ts';
import { factorRoutes } from './routes/factors.ts';
import { identityRoutes } from './routes/identities.ts';
import { notOfferedRoutes } from './routes/not-offered.ts';
import { providerRoutes } from './routes/providers.ts';
import { recoverRoutes } from './routes/recover.ts';
import { resendRoutes } from './routes/resend.ts';
import { sessionRoutes } from './routes/session.ts';
import { settingsRoutes } from './routes/settings.ts';
import { signupRoutes } from './routes/signup.ts';
import { tokenRoutes } from './routes/token.ts';
import { userRoutes } from './routes/user.ts';
import { verifyRoutes } from './routes/verify.ts';

interface Dependencies {
  readonly config: Config;
  readonly database: Database;
  readonly keys: Keys;
  readonly authenticator: Authenticator;
  readonly gate: UpdateGate;
  readonly log: Logger;
  readonly team: Team;
}

const BODY_LIMIT_BYTES = 256 * 1024;
const SENDS_MAIL =
  /^(POST \S*\/(signup|recover|otp|magiclink|resend|invite)|GET \S*\/reauthenticate|PUT \S*\/user)(\?|$)/;

/** The Supabase Auth (GoTrue) contract for e-mail and password, under `/auth/v1`. */
export async function authApi(
  app: FastifyInstance,
  { config, database, keys, authenticator, gate, log, team }: Dependencies,
): Promise<void> {
  const siteUrl = siteUrlOf(app, config);
  const context: AuthContext = {
    sql: database.sql,
    settings: readAuthSettings(config, siteUrl),
    keys,
    authenticator,
    hasher: createPasswordHasher(team.size),
    guesses: new GuessPace(),
    limits: createRateLimits(database.sql),
    providers: new SignInProviders(config.signInProviders, log),
  };

  // The body is parsed where it is read: clients send JSON types with empty bodies as well.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    (_request, body, done) => done(null, body),
  );
  app.addHook('onRequest', (request) => checkApiKey(authenticator, request));
  app.setErrorHandler(async (error, request, reply) => {
    const refusal = asAuthError(error);
    if (refusal.status === 429) await holdRefusal(distinctAddress(request.ip));
    if (refusal.status >= 500) {
      log.error({ requestId: request.id, err: refusal.cause ?? refusal }, 'auth failed');
    }
    return sendAuthError(request, reply, refusal);
  });

  for (const routes of [
    signupRoutes,
    tokenRoutes,
    sessionRoutes,
    userRoutes,
    recoverRoutes,
    verifyRoutes,
    resendRoutes,
    factorRoutes,
    settingsRoutes,
    adminUserRoutes,
    adminFactorRoutes,
    adminLinkRoutes,
    providerRoutes,
    identityRoutes,
    notOfferedRoutes,
  ]) {
    routes(app, context);
  }

  const links = createMailLinks(context);
  const delivery = new MailDelivery({
    sql: database.sql,
    config,
    log,
    links,
    handOver: createMailHook(context, links),
    attachments: createAttachments({ config, database, log }),
    queueSeconds: (mail) => queueSeconds(context, mail),
    siteUrl,
  });
  if (config.smtpUrl === undefined) {
    // Captured mail can be read as soon as the call that caused it has been answered.
    app.addHook('onSend', async (request) => {
      if (!SENDS_MAIL.test(`${request.method} ${request.url}`)) return;
      await delivery.drain();
      if (team.size > 1) await untilNobodySends(database.sql);
    });
  }
  if (leads(team)) app.addHook('onListen', () => gate.start(() => delivery.start(), log));
  app.addHook('onClose', () => delivery.stop());
}
