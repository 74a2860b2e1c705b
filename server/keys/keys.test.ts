import { createECDH } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createAuthenticator } from '../auth/authenticate.ts';
import { readProjectKeys } from '../auth/project-keys.ts';
import type { Config } from '../config.ts';
import { generateKeys, importKeys, type Keys, rotateKeys } from './keys.ts';
import { importLedgerKeys, rotateLedgerKeys } from './ledger-keys.ts';
import { completeSecrets, writeSecrets } from './secrets.ts';

const DAY_MS = 24 * 3600 * 1000;

function sign({ signingKey }: Keys): Promise<string> {
  return new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: signingKey.alg, kid: signingKey.kid })
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

test('keys of signing_keys_path sign, ours stay valid, and nothing private is published', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-keys-'));
  const project = (auth: object) =>
    ({ supabaseDir: folder, project: { raw: { auth } } }) as unknown as Config;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: 'theirs', key_ops: ['sign'] };
  writeFileSync(path.join(folder, 'signing_keys.json'), JSON.stringify([jwk]));
  writeFileSync(path.join(folder, 'broken.json'), JSON.stringify([{ kty: 'oct', k: 'secret' }]));

  const stored = await generateKeys();
  const ours = await sign(await importKeys(stored));
  const read = readProjectKeys(project({ signing_keys_path: './signing_keys.json' }));
  const keys = await importKeys(stored, read);
  const authenticator = createAuthenticator(keys, undefined);
  expect(keys.signingKey).toMatchObject({ alg: 'RS256', kid: 'theirs' });
  await expect(authenticator.verifyToken(await sign(keys))).resolves.toBeTruthy();
  await expect(authenticator.verifyToken(ours)).resolves.toBeTruthy();
  expect(keys.jwks.keys[0]).toEqual({
    kty: 'RSA',
    kid: 'theirs',
    alg: 'RS256',
    use: 'sig',
    n: jwk.n,
    e: jwk.e,
  });

  writeFileSync(
    path.join(folder, 'wrong.json'),
    JSON.stringify([{ ...jwk, d: 'AQAB', p: 'AQAB' }]),
  );
  expect(() => readProjectKeys(project({ signing_keys_path: 'wrong.json' }))).toThrow(
    '"theirs" is no valid private key',
  );
  expect(() => readProjectKeys(project({ signing_keys_path: 'broken.json' }))).toThrow(
    'takes a list of private keys',
  );
  expect(() => readProjectKeys(project({ signing_keys_path: 'none.json' }))).toThrow(
    'cannot be read',
  );
  expect(readProjectKeys(project({}))).toEqual([]);
  rmSync(folder, { recursive: true });
});

/** What the server reads of a `signing_keys_path` with this content. */
function projectKeys(content: unknown) {
  const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-keys-'));
  writeFileSync(path.join(folder, 'signing_keys.json'), JSON.stringify(content));
  const auth = { signing_keys_path: 'signing_keys.json' };
  const config = { supabaseDir: folder, project: { raw: { auth } } } as unknown as Config;
  try {
    return readProjectKeys(config);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function expectSigns(content: unknown): Promise<Keys> {
  const keys = await importKeys(await generateKeys(), projectKeys(content));
  const authenticator = createAuthenticator(keys, undefined);
  await expect(authenticator.verifyToken(await sign(keys))).resolves.toBeTruthy();
  return keys;
}

test.each(['ES256', 'RS256'] as const)('signs with a %s key as the CLI writes it', async (alg) => {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  // `supabase gen signing-key` lists what the pair can do; a private key alone cannot verify.
  const described = { use: 'sig', key_ops: ['sign', 'verify'], ext: true, kid: alg, alg };
  const jwk = { ...described, ...(await exportJWK(privateKey)) };
  for (const content of [[jwk], jwk]) {
    expect((await expectSigns(content)).signingKey).toMatchObject({ alg, kid: alg });
  }
});

test('fills up coordinates whose leading zeros the CLI left out', async () => {
  const short = Buffer.alloc(31, 7);
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(short);
  const [x, y, d] = [pair.getPublicKey().subarray(1, 33), pair.getPublicKey().subarray(33), short];
  const coordinates = { x, y, d };
  const encoded = Object.entries(coordinates).map(([name, bytes]) => [
    name,
    bytes.toString('base64url'),
  ]);
  await expectSigns([{ kty: 'EC', crv: 'P-256', ...Object.fromEntries(encoded) }]);
});

test('the key for web push outlives a rotation, and older installations get one', async () => {
  const stored = await generateKeys();
  const { pushKey } = await importKeys(stored);
  expect(Buffer.from(pushKey.publicKey, 'base64url')).toHaveLength(65);
  expect((await importKeys(await rotateKeys(stored))).pushKey.publicKey).toBe(pushKey.publicKey);

  const { pushKey: _missing, ...older } = stored;
  await expect(importKeys(older)).rejects.toThrow('no key for web push');
  const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-keys-'));
  writeSecrets(folder, { databasePassword: 'secret', keys: older });
  const made = await completeSecrets(folder);
  expect(made.keys).toMatchObject(older);
  expect(await completeSecrets(folder)).toEqual(made);
  expect((await importKeys(made.keys)).pushKey.publicKey).not.toBe(pushKey.publicKey);
  rmSync(folder, { recursive: true });
});

test('each key of the history is introduced by the one before, and only public halves stay', async () => {
  const { ledgerKeys: [first] = [] } = await generateKeys();
  if (!first) throw new Error('No key was made.');
  const month = new Date('2026-11-18T12:00:00Z');
  const second = rotateLedgerKeys([first], month);
  const third = rotateLedgerKeys(second, month);
  const keys = importLedgerKeys(third);
  expect(keys.published.map(({ key_id }) => key_id)).toEqual([
    third[0]?.key_id,
    second[0]?.key_id,
    first.key_id,
  ]);
  expect(new Set(keys.published.map(({ key_id }) => key_id)).size).toBe(3);
  for (const { introduced_by, key_id, public_key, fingerprint } of keys.published.slice(0, 2)) {
    if (!introduced_by) throw new Error('Nobody introduced this key.');
    expect(keys.holds(introduced_by)).toBe(true);
    expect(JSON.parse(introduced_by.text)).toMatchObject({ key_id, public_key, fingerprint });
    expect(keys.holds({ ...introduced_by, text: `${introduced_by.text} ` })).toBe(false);
    expect(keys.holds({ ...introduced_by, key_id: 'ledger-1999-01' })).toBe(false);
  }
  expect(JSON.stringify(keys.published)).not.toContain('"d":');
  expect(third.slice(1).some(({ jwk }) => jwk)).toBe(false);
  const { signature, key_id } = importLedgerKeys([first]).sign('{}');
  expect(keys.holds({ text: '{}', signature, key_id })).toBe(true);
  expect(third.slice(1).every(({ retired_at }) => retired_at)).toBe(true);
});

test('installations of earlier versions get a key of the history that stays', async () => {
  const { ledgerKeys: _missing, ...older } = await generateKeys();
  const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-keys-'));
  writeSecrets(folder, { databasePassword: 'secret', keys: older });
  const made = await completeSecrets(folder);
  expect(made.keys).toMatchObject(older);
  expect(made.keys.ledgerKeys).toHaveLength(1);
  expect(await completeSecrets(folder)).toEqual(made);
  rmSync(folder, { recursive: true });
});
