import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../http/log.ts';
import { ProviderClient, type VisitSecrets } from './provider-client.ts';
import type { ProviderSettings } from './provider-settings.ts';

const CLIENT_ID = 'chalkline';
const visit: VisitSecrets = { state: 'state-1', nonce: 'nonce-1', verifier: 'v'.repeat(43) };
const keys = await generateKeyPair('RS256');
const otherKeys = await generateKeyPair('RS256');

/** What the provider answers with; each test changes some of it. */
interface Answers {
  metadata: Record<string, unknown>;
  idToken: () => Promise<string> | string;
  jwks: (response: ServerResponse) => void;
  discovery?: (response: ServerResponse) => void;
}
let issuer = '';
let answers: Answers;
const asked: string[] = [];
const server = createServer((request, response) => void answer(request.url ?? '', response));

async function answer(url: string, response: ServerResponse): Promise<void> {
  asked.push(url);
  const json = (body: unknown) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  if (url.startsWith('/.well-known/')) {
    if (answers.discovery) return answers.discovery(response);
    json(answers.metadata);
  } else if (url === '/jwks') answers.jwks(response);
  else if (url === '/token') {
    const id_token = await answers.idToken();
    json({ access_token: 'a', token_type: 'bearer', expires_in: 60, id_token });
  } else response.writeHead(404).end();
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  asked.length = 0;
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', use: 'sig', alg: 'RS256' };
  answers = {
    metadata: {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
    },
    idToken: () => signed({}),
    jwks: (response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
    },
  };
});

function claimsWith(changes: Readonly<Record<string, unknown>>): JWTPayload {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer, aud: CLIENT_ID, sub: 'ana', nonce: visit.nonce };
  return { ...claims, iat: now, exp: now + 60, ...changes } as JWTPayload;
}

const signed = (changes: Readonly<Record<string, unknown>>, key: CryptoKey = keys.privateKey) =>
  new SignJWT(claimsWith(changes)).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(key);

/** As if the browser came back from there. */
function comeBack(query: Record<string, string> = {}): Promise<unknown> {
  const settings = {
    ...{ name: 'hostile', label: 'Hostile', issuer, clientId: CLIENT_ID, secret: 'secret' },
    ...{ clientIds: [CLIENT_ID], scopes: 'openid email' },
  } as unknown as ProviderSettings;
  const client = new ProviderClient(settings, createLog('silent'));
  const address = new URL('https://time.example.com/auth/v1/callback');
  address.search = String(new URLSearchParams({ code: 'c', state: visit.state, ...query }));
  return client.exchange(address, visit);
}

const refused = { status: 400, code: 'bad_oauth_callback' };

test('an honest answer is taken', async () => {
  expect(await comeBack()).toMatchObject({ claims: { sub: 'ana' } });
});

test.each<[string, () => Promise<string> | string]>([
  ['signed by nobody', () => new UnsecuredJWT(claimsWith({})).encode()],
  ['signed with keys it does not publish', () => signed({}, otherKeys.privateKey)],
  [
    'signed with our own secret',
    () =>
      new SignJWT(claimsWith({}))
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode('secret'.padEnd(32, '.'))),
  ],
  ['of another issuer', () => signed({ iss: 'https://accounts.example.com' })],
  ['for another app', () => signed({ aud: 'another-app' })],
  ['for several apps, made for another', () => signed({ aud: [CLIENT_ID, 'b'], azp: 'b' })],
  ['with the nonce of another visit', () => signed({ nonce: 'nonce-2' })],
  ['without a nonce', () => signed({ nonce: undefined })],
  ['that has ended', () => signed({ iat: 1, exp: 2 })],
  ['of nobody', () => signed({ sub: undefined })],
])('an id token %s is refused', async (_what, idToken) => {
  answers.idToken = idToken;
  await expect(comeBack()).rejects.toMatchObject(refused);
});

test('what is no token opens nothing', async () => {
  answers.idToken = () => 'a.b.c';
  await expect(comeBack()).rejects.toMatchObject({ status: 503 });
});

test('the answer of another provider (mix-up) is refused before the code is sent anywhere', async () => {
  answers.metadata['authorization_response_iss_parameter_supported'] = true;
  await expect(comeBack({ iss: 'https://accounts.example.com' })).rejects.toMatchObject(refused);
  await expect(comeBack({ state: 'state-2' })).rejects.toMatchObject(refused);
  expect(asked).not.toContain('/token');
});

test('a provider that says it is another one is not asked for anything', async () => {
  answers.metadata['issuer'] = 'https://accounts.example.com';
  await expect(comeBack()).rejects.toMatchObject({ status: expect.any(Number) });
  expect(asked.filter((url) => !url.startsWith('/.well-known/'))).toEqual([]);
});

test.each<[string, (response: ServerResponse) => void]>([
  ['keys of 10 MB', (response) => response.end(`{"keys":["${'x'.repeat(10 * 1024 * 1024)}"]}`)],
  ['keys elsewhere', (response) => response.writeHead(302, { location: '/jwks' }).end()],
  ['keys that are none', (response) => response.end('<html>')],
])('%s open nothing', async (_what, jwks) => {
  answers.jwks = jwks;
  await expect(comeBack()).rejects.toMatchObject({ status: expect.any(Number) });
  expect(asked.filter((url) => url === '/jwks').length).toBeLessThanOrEqual(2);
});

test('a redirect without an end is not followed', async () => {
  answers.discovery = (response) =>
    response.writeHead(302, { location: '/.well-known/openid-configuration' }).end();
  await expect(comeBack()).rejects.toMatchObject({ status: 503 });
  expect(asked.length).toBeLessThanOrEqual(2);
});
