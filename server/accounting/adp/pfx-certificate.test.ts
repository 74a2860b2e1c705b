import { expect, test } from 'vitest';
import { OLD_PFX, PFX, PFX_PASSWORD, PFX_WITHOUT_KEY } from '../../../testing/pfx-files.ts';
import { adp } from './adp.ts';
import { CertificateError } from './client-certificate.ts';
import { readPfxCertificate } from './pfx-certificate.ts';

function problem(...given: Parameters<typeof readPfxCertificate>): string | undefined {
  try {
    readPfxCertificate(...given);
  } catch (error) {
    if (error instanceof CertificateError) return error.problem;
    throw error;
  }
}

test('A file with its password can be used as it is', () => {
  const { pfx, passphrase } = readPfxCertificate(PFX, PFX_PASSWORD);
  expect(pfx.toString('base64')).toBe(PFX);
  expect(passphrase).toBe(PFX_PASSWORD);
});

test.each([
  ['pfx_password', PFX, 'wrong', undefined],
  ['pfx_old', OLD_PFX, PFX_PASSWORD, undefined],
  ['pfx_no_key', PFX_WITHOUT_KEY, PFX_PASSWORD, undefined],
  ['pfx_unreadable', Buffer.from('a text').toString('base64'), PFX_PASSWORD, undefined],
  ['expired', PFX, PFX_PASSWORD, new Date('2057-01-01')],
  ['not_yet_valid', PFX, PFX_PASSWORD, new Date('2025-01-01')],
])('%s is said in words', (expected, file, password, now) => {
  expect(problem(file, password, now)).toBe(expected);
});

test('Owners hand over one or the other; what is wrong names the certificate', () => {
  const { entered } = adp(undefined);
  const secret = { client_secret: 'a-long-secret' };
  const given = { ...secret, pfx: PFX, pfx_password: PFX_PASSWORD };
  expect(entered.parse(given)).toEqual(given);
  expect(entered.safeParse({ ...given, pfx_password: 'x' }).error?.issues).toMatchObject([
    { path: ['certificate'], message: 'pfx_password' },
  ]);
  expect(entered.safeParse({ ...given, private_key: 'x' }).success).toBe(false);
  expect(entered.safeParse(secret).success).toBe(false);
});
