import { expect, test } from 'vitest';
import {
  codeHash,
  equalHex,
  nextRefreshToken,
  randomCode,
  randomToken,
  tokenHash,
} from './secret-values.ts';

const SECRET = new TextEncoder().encode('a secret of this installation');
const OTHER = new TextEncoder().encode('a secret of another installation');

test('a token has 256 bits and none comes twice', () => {
  const tokens = Array.from({ length: 1000 }, randomToken);
  expect(new Set(tokens).size).toBe(tokens.length);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
});

test('a code has its digits, zeros in front too', () => {
  const codes = Array.from({ length: 1000 }, () => randomCode(6));
  for (const code of codes) expect(code).toMatch(/^\d{6}$/);
  expect(codes.some((code) => code.startsWith('0'))).toBe(true);
});

test('what is stored says neither token nor code, and a code only with the secret and the person', () => {
  const token = randomToken();
  expect(tokenHash(token)).toMatch(/^[0-9a-f]{64}$/);
  expect(tokenHash(token)).not.toContain(token);
  const stored = codeHash(SECRET, 'ana', '123456');
  expect(codeHash(SECRET, 'ana', '123456')).toBe(stored);
  for (const other of [
    codeHash(OTHER, 'ana', '123456'),
    codeHash(SECRET, 'ben', '123456'),
    codeHash(SECRET, 'ana', '123457'),
    tokenHash('123456'),
  ])
    expect(other).not.toBe(stored);
});

test('the next refresh token is the same for whoever lost the answer, and for nobody without the secret', () => {
  const token = randomToken();
  expect(nextRefreshToken(SECRET, token)).toBe(nextRefreshToken(SECRET, token));
  expect(nextRefreshToken(OTHER, token)).not.toBe(nextRefreshToken(SECRET, token));
  expect(nextRefreshToken(SECRET, `${token}x`)).not.toBe(nextRefreshToken(SECRET, token));
});

test('hashes are equal where every byte is, and of another length never', () => {
  const hash = tokenHash('one');
  expect(equalHex(hash, tokenHash('one'))).toBe(true);
  expect(equalHex(hash, tokenHash('two'))).toBe(false);
  expect(equalHex(hash, hash.slice(2))).toBe(false);
  expect(equalHex(hash, '')).toBe(false);
});
