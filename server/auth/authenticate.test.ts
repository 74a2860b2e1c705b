import { type JWTPayload, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { generateKeys, importKeys } from '../keys/keys.ts';
import { type AuthenticationError, createAuthenticator } from './authenticate.ts';

const keys = await importKeys(await generateKeys());
const { publishableKey, secretKey, signingKey } = keys;

function sign(expiresAt: number): Promise<string> {
  return new SignJWT({ role: 'authenticated', exp: expiresAt })
    .setProtectedHeader({ alg: signingKey.alg, kid: signingKey.kid })
    .setSubject('somebody')
    .sign(signingKey.privateKey);
}

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

test('a token is verified once, however its header is written', async () => {
  const { authenticate } = createAuthenticator(keys, undefined);
  const token = await sign(inAnHour());
  const first = await authenticate({ apikey: publishableKey, authorization: `bearer  ${token} ` });
  expect(first.claims.sub).toBe('somebody');
  for (const authorization of [`Bearer ${token}`, `BEARER ${token}`]) {
    expect(authenticate({ apikey: publishableKey, authorization })).toBe(first);
  }
});

test('a known token opens nothing with an unknown key, and is another identity with another key', async () => {
  const { authenticate } = createAuthenticator(keys, undefined);
  const authorization = `Bearer ${await sign(inAnHour())}`;
  expect((await authenticate({ apikey: publishableKey, authorization })).keyRole).toBe('anon');
  await expect(authenticate({ apikey: 'sb_publishable_guess', authorization })).rejects.toThrow(
    'unknown_key',
  );
  const withSecret = await authenticate({ apikey: secretKey, authorization });
  expect(withSecret).toMatchObject({ keyRole: 'service_role', role: 'authenticated' });
  expect((await authenticate({ apikey: publishableKey, authorization })).keyRole).toBe('anon');
});

test('a key by itself, or beside a header that is no token, is who it says', async () => {
  const { authenticate } = createAuthenticator(keys, undefined);
  for (const headers of [{}, { authorization: 'Basic abc' }, { authorization: '' }]) {
    expect((await authenticate({ apikey: secretKey, ...headers })).role).toBe('service_role');
    expect((await authenticate({ apikey: publishableKey, ...headers })).role).toBe('anon');
  }
});

test('what this server signed is known at once, until it expires', async () => {
  const { authenticate, remember } = createAuthenticator(keys, undefined);
  const [valid, expired] = [await sign(inAnHour()), await sign(1)];
  remember(valid, { role: 'authenticated', sub: 'somebody', exp: inAnHour() });
  remember(expired, { role: 'authenticated', sub: 'somebody', exp: 1 });
  const known = authenticate({ apikey: publishableKey, authorization: `Bearer ${valid}` });
  expect(known).toMatchObject({ role: 'authenticated' });
  await expect(
    authenticate({ apikey: publishableKey, authorization: `Bearer ${expired}` }),
  ).rejects.toSatisfy((error: AuthenticationError) => error.reason === 'expired_token');
});

test('a key may be signed with the signing keys of the project, without a secret', async () => {
  const { authenticate, keyRole } = createAuthenticator(keys, undefined);
  const signed = (role: string, expiresAt = inAnHour()) =>
    new SignJWT({ role, exp: expiresAt })
      .setProtectedHeader({ alg: signingKey.alg, kid: signingKey.kid })
      .sign(signingKey.privateKey);
  expect(await keyRole(await signed('anon'))).toBe('anon');
  const apikey = await signed('service_role');
  expect(await authenticate({ apikey })).toMatchObject({
    keyRole: 'service_role',
    role: 'service_role',
  });
  expect(await keyRole(await sign(inAnHour()))).toBe('anon');
  await expect(keyRole(await signed('anon', 1))).rejects.toThrow('expired_token');
  const forged = `${apikey.slice(0, apikey.lastIndexOf('.'))}.${(await signed('anon')).split('.')[2]}`;
  await expect(keyRole(forged)).rejects.toThrow('invalid_token');
});

test.each([{ aud: 5 }, { aud: [5] }, { iat: Math.floor(Date.now() / 1000) + 600 }])(
  'claims that make no sense let nobody in, however well signed: %j',
  async (claims) => {
    const { verifyToken } = createAuthenticator(keys, undefined);
    const token = await new SignJWT({ role: 'authenticated', ...claims } as JWTPayload)
      .setProtectedHeader({ alg: signingKey.alg, kid: signingKey.kid })
      .sign(signingKey.privateKey);
    await expect(verifyToken(token)).rejects.toThrow('invalid_token');
  },
);
