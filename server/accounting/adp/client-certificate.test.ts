import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createTestAuthority } from '../../../testing/test-certificate.ts';
import { CertificateError, readClientCertificate } from './client-certificate.ts';

const authority = await createTestAuthority();
const { cert, key } = await authority.issue({ names: ['chalk-builders'] });

function problem(certText: string, keyText: string, now?: Date): string | undefined {
  try {
    readClientCertificate(certText, keyText, now);
  } catch (error) {
    if (error instanceof CertificateError) return error.problem;
    throw error;
  }
}

test('A certificate is found in what a mail puts around it', () => {
  const pasted = `Bag Attributes\r\n  friendlyName: x\r\n${cert.replaceAll('\n', '\r\n')}\r\nRegards, ADP`;
  const { notAfter, issuer } = readClientCertificate(pasted, `Key:\n${key}\n`);
  expect(issuer).toBe('Test Authority');
  expect(notAfter.getTime()).toBeGreaterThan(Date.now());
});

describe('What cannot be used is said in words', async () => {
  const expired = await authority.issue({ names: ['x'], days: -1 });
  const coming = await authority.issue({ names: ['x'], startsInDays: 3 });
  const other = await authority.issue({ names: ['x'] });
  const locked = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' },
  }).privateKey;
  test.each([
    ['no_certificate', 'some text', key],
    ['no_key', cert, 'some text'],
    ['swapped', key, cert],
    ['swapped', cert, cert],
    ['key_has_passphrase', cert, locked],
    ['key_of_another', cert, other.key],
    ['expired', expired.cert, expired.key],
    ['not_yet_valid', coming.cert, coming.key],
    ['no_certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', key],
  ])('%s', (expected, certText, keyText) => {
    expect(problem(certText, keyText)).toBe(expected);
  });
});
