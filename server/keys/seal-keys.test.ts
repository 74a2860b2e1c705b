import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { generateKeys, importKeys } from './keys.ts';
import {
  generateSealKey,
  givenSealKeys,
  importSealKeys,
  rotateSealKeys,
  SealError,
} from './seal-keys.ts';
import { completeSecrets, writeSecrets } from './secrets.ts';

const OURS = 'accounting 4f0e0c4e-1111-4222-8333-444455556666';

test('what is sealed says nothing, and opens only for what it was sealed for', () => {
  const keys = importSealKeys([generateSealKey()]);
  const sealed = keys.seal('{"secret":"ñandú"}', OURS);
  expect(sealed).not.toContain(Buffer.from('secret').toString('base64url').slice(0, 6));
  expect(keys.unseal(sealed, OURS)).toBe('{"secret":"ñandú"}');
  expect(keys.seal('{"secret":"ñandú"}', OURS)).not.toBe(sealed);
  expect(() => keys.unseal(sealed, `${OURS}0`)).toThrow(SealError);
  expect(() => importSealKeys([generateSealKey()]).unseal(sealed, OURS)).toThrow(SealError);
});

test('one character changed anywhere, or cut off, is refused', () => {
  const keys = importSealKeys([generateSealKey()]);
  const sealed = keys.seal('refresh token', OURS);
  for (let index = 0; index < sealed.length; index += 1) {
    // The last character of base64url may hold bits that no byte has.
    if (index === sealed.length - 1) continue;
    const other = sealed[index] === 'A' ? 'B' : 'A';
    const changed = sealed.slice(0, index) + other + sealed.slice(index + 1);
    expect(() => keys.unseal(changed, OURS), `character ${index}`).toThrow(SealError);
    expect(() => keys.unseal(sealed.slice(0, index), OURS)).toThrow(SealError);
  }
});

test('a new key seals once every server knows it, and those before stay readable', () => {
  const first = [generateSealKey()];
  const before = importSealKeys(first).seal('text', OURS);
  const rotated = rotateSealKeys(first, Date.UTC(2026, 10, 18));
  const soon = importSealKeys(rotated, () => Date.UTC(2026, 10, 18, 0, 4));
  const later = importSealKeys(rotated, () => Date.UTC(2026, 10, 18, 0, 5));
  expect(importSealKeys(first).unseal(soon.seal('text', OURS), OURS)).toBe('text');
  expect(() => importSealKeys(first).unseal(later.seal('text', OURS), OURS)).toThrow(SealError);
  expect(soon.unseal(later.seal('text', OURS), OURS)).toBe('text');
  expect(importSealKeys(rotateSealKeys(rotated)).unseal(before, OURS)).toBe('text');
});

test('a key of the settings seals, those that are stored open what they sealed before', async () => {
  const stored = await generateKeys();
  const [given, next] = [generateSealKey(), generateSealKey()].map(({ key }) => key);
  const sealKeysOf = async (...keys: (string | undefined)[]) =>
    (await importKeys(stored, [], givenSealKeys(keys.map(String)))).sealKeys;
  const before = (await sealKeysOf()).seal('text', OURS);
  const sealed = (await sealKeysOf(given)).seal('text', OURS);
  expect((await sealKeysOf(given)).unseal(before, OURS)).toBe('text');
  // With all that is in the database it stays closed.
  const alone = await sealKeysOf();
  expect(() => alone.unseal(sealed, OURS)).toThrow(SealError);
  const both = await sealKeysOf(next, given);
  expect(both.unseal(sealed, OURS)).toBe('text');
  expect(() =>
    importSealKeys(givenSealKeys([String(given)])).unseal(both.seal('text', OURS), OURS),
  ).toThrow(SealError);
});

test('installations of earlier versions get a key that stays', async () => {
  const { sealKeys: _missing, ...older } = await generateKeys();
  await expect(importKeys(older)).rejects.toThrow('no key for sealing');
  const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-keys-'));
  writeSecrets(folder, { databasePassword: 'secret', keys: older });
  const made = await completeSecrets(folder);
  expect(made.keys).toMatchObject(older);
  expect(made.keys.sealKeys).toHaveLength(1);
  expect(await completeSecrets(folder)).toEqual(made);
  rmSync(folder, { recursive: true });
});
