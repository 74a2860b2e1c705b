import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createAuthenticator } from './authenticate.ts';
import { generateKeys, importKeys, type Keys, rotateKeys } from './keys.ts';

const DAY_MS = 24 * 3600 * 1000;

function sign({ signingKey }: Keys): Promise<string> {
  return new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'ES256', kid: signingKey.kid })
    .setExpirationTime('1h')
    .sign(signingKey.privateKey);
}

test('a new key is published first, signs later, and old tokens stay valid', async () => {
  const stored = await generateKeys();
  const keys = await importKeys(stored);
  const authenticator = createAuthenticator(keys, undefined);
  const before = await sign(keys);
  const firstKid = keys.signingKey.kid;

  await keys.replace(await rotateKeys(stored));
  expect(keys.jwks.keys).toHaveLength(2);
  expect(keys.signingKey.kid).toBe(firstKid);
  await expect(authenticator.verifyToken(before)).resolves.toMatchObject({ role: 'authenticated' });

  const anHourAgo = await rotateKeys(stored, Date.now() - 3_600_000);
  await keys.replace(anHourAgo);
  expect(keys.signingKey.kid).not.toBe(firstKid);
  await expect(authenticator.verifyToken(await sign(keys))).resolves.toBeTruthy();
  await expect(authenticator.verifyToken(before)).resolves.toBeTruthy();
});

test('a key is dropped once none of its tokens can be out', async () => {
  const first = await generateKeys();
  const second = await rotateKeys(first, Date.now() - 20 * DAY_MS);
  const third = await rotateKeys(second, Date.now() - 5 * DAY_MS);
  expect(third.signingKeys).toHaveLength(2);
  expect(third.signingKeys).not.toContainEqual(first.signingKeys[0]);
  const fourth = await rotateKeys(third);
  expect(fourth.signingKeys).toHaveLength(3);
});

test('nothing private is published', async () => {
  const { jwks } = await importKeys(await rotateKeys(await generateKeys()));
  for (const key of jwks.keys) {
    expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  }
});
