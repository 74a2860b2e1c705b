import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** What the provider says of somebody besides `sub`. */
export type TestClaims = Readonly<Record<string, unknown>>;

export interface TestProvider {
  readonly issuer: string;
  /** Whoever is named may sign in there, by `login_hint` or on its page. */
  readonly people: Map<string, TestClaims>;
  /** Paths that were asked, newest last. */
  readonly asked: string[];
  /** Answers every request with this instead. */
  answerWith(answer: ((response: ServerResponse) => void) | undefined): void;
  /** New keys; those of before are gone. */
  rotateKeys(): void;
  close(): Promise<void>;
}

export const CLIENT_ID = 'chalkline';
export const CLIENT_SECRET = 'a-secret-that-no-log-shows';

/**
 * A real OpenID Connect provider. `path` is what its issuer has behind the host; `inIdToken: false` tells
 * addresses and names at the userinfo endpoint only, as some do.
 */
export async function startOidcProvider({
  path = '',
  inIdToken = true,
  port = 0,
}: {
  path?: string;
  inIdToken?: boolean;
  port?: number;
} = {}): Promise<TestProvider> {
  const people = new Map<string, TestClaims>();
  const asked: string[] = [];
  let override: ((response: ServerResponse) => void) | undefined;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  let provider = build(issuer, people, inIdToken);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    asked.push(request.url ?? '');
    if (override) return override(response);
    // As a framework would that mounts it there: its own addresses begin with the path.
    Object.assign(request, { originalUrl: request.url });
    request.url = (request.url ?? '').slice(path.length) || '/';
    if (request.url.startsWith('/interaction/')) return void interact(provider, request, response);
    return void provider.callback()(request, response);
  });
  return {
    issuer,
    people,
    asked,
    answerWith(answer) {
      override = answer;
    },
    rotateKeys() {
      provider = build(issuer, people, inIdToken);
    },
    close: () => closed(server),
  };
}

function build(issuer: string, people: Map<string, TestClaims>, inIdToken: boolean): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = {
    ...privateKey.export({ format: 'jwk' }),
    kid: randomUUID(),
    use: 'sig',
    alg: 'RS256',
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: ['http://127.0.0.1/unused'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [key as never] },
    cookies: { keys: ['for tests alone'] },
    pkce: { required: () => true },
    conformIdTokenClaims: !inIdToken,
    claims: {
      openid: ['sub', 'oid', 'tid', 'hd', 'xms_edov'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    features: { devInteractions: { enabled: false } },
    ttl: { Session: 3600, Interaction: 3600, Grant: 3600, AccessToken: 3600, IdToken: 3600 },
    interactions: { url: (_context, interaction) => `${issuer}/interaction/${interaction.uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...people.get(id) }),
    }),
    // Nobody is asked for consent.
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client?.clientId ?? '',
        accountId: context.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile offline_access');
      await grant.save();
      return grant;
    },
  });
  // Every address of a test server: its port is known only once it listens.
  provider.Client.prototype.redirectUriAllowed = () => true;
  provider.on('server_error', () => undefined);
  return provider;
}

/** Signs in as `login_hint` says, or as somebody types; `deny` cancels. */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const typed = new URL(request.url ?? '', 'http://localhost').searchParams.get('person');
  const person = typed ?? params['login_hint'];
  if (typeof person !== 'string') {
    response.setHeader('content-type', 'text/html');
    response.end(
      '<!doctype html><html lang="en"><title>Test provider</title><form><label>Person <input name="person"></label><button>Continue</button></form></html>',
    );
    return;
  }
  const result =
    person === 'deny'
      ? { error: 'access_denied', error_description: 'The person said no' }
      : { login: { accountId: person, remember: false } };
  await provider.interactionFinished(request, response, result, {
    mergeWithLastSubmission: false,
  });
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
