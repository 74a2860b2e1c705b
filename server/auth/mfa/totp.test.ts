import { expect, test } from 'vitest';
import { createTotpSecret, totpStep } from './totp.ts';

// RFC 6238, appendix B: the secret is "12345678901234567890", the code at 59 s ends in 287082.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test('knows the codes of the RFC and one step either side', () => {
  expect(totpStep(SECRET, '287082', 59_000)).toBe(1);
  expect(totpStep(SECRET, '287082', 89_000)).toBe(1);
  expect(totpStep(SECRET, '287082', 29_000)).toBe(1);
  expect(totpStep(SECRET, '287082', 120_000)).toBeUndefined();
});

test.each(['', '28708', '2870820', 'abcdef', '287 82', '２８７０８２'])(
  '"%s" is no code',
  (code) => {
    expect(totpStep(SECRET, code, 59_000)).toBeUndefined();
  },
);

test('a secret comes as text, address and picture', async () => {
  const { secret, uri, qrCode } = await createTotpSecret('Crew & Co', 'ana@example.com');
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(new URL(uri).searchParams.get('secret')).toBe(secret);
  expect(new URL(uri).searchParams.get('issuer')).toBe('Crew & Co');
  expect(qrCode).toMatch(/^<svg/);
  // Clients put it into the address of a picture as it is: a # would end it.
  expect(qrCode).not.toContain('#');
});
