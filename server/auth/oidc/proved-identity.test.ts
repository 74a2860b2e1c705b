import { expect, test } from 'vitest';
import { provedIdentity } from './proved-identity.ts';
import { readProviders } from './provider-settings.ts';

const TENANT = '8d3a3f0e-3f43-4d2e-9a55-5f1df3ad0c11';
const [google, azure, okta] = readProviders(undefined, {
  AUTH_EXTERNAL_GOOGLE_CLIENT_ID: 'g',
  AUTH_EXTERNAL_AZURE_CLIENT_ID: 'a',
  AUTH_EXTERNAL_AZURE_ISSUER: `https://login.microsoftonline.com/${TENANT}/v2.0`,
  AUTH_EXTERNAL_OKTA_CLIENT_ID: 'o',
  AUTH_EXTERNAL_OKTA_ISSUER: 'https://acme.okta.com',
  AUTH_EXTERNAL_OKTA_DOMAINS: 'acme.com',
});
if (!google || !azure || !okta) throw new Error('three providers');
const entra = { oid: 'o-1', tid: TENANT };

test.each([
  ['Google, verified', google, { email: 'a@gmail.com', email_verified: true }, true, undefined],
  [
    'a workspace',
    google,
    { email: 'a@acme.com', email_verified: true, hd: 'acme.com' },
    true,
    'acme.com',
  ],
  // An account of the workspace with an address elsewhere proves nothing about that domain.
  [
    'an alias',
    google,
    { email: 'a@other.com', email_verified: true, hd: 'acme.com' },
    true,
    undefined,
  ],
  [
    'unverified',
    google,
    { email: 'a@acme.com', email_verified: false, hd: 'acme.com' },
    false,
    undefined,
  ],
  ['Microsoft', azure, { ...entra, email: 'a@acme.com', email_verified: true }, false, undefined],
  ['its own domain', azure, { ...entra, email: 'a@acme.com', xms_edov: '1' }, true, 'acme.com'],
  ['a listed domain', okta, { email: 'A@Acme.com' }, true, 'acme.com'],
  [
    'which it has not verified',
    okta,
    { email: 'a@acme.com', email_verified: false },
    false,
    undefined,
  ],
  ['no address', google, { email: 'no address', email_verified: true }, false, undefined],
])('%s', (_case, settings, claims, isVerified, domain) => {
  const identity = provedIdentity(settings, { sub: 's', ...claims });
  expect(identity.isEmailVerified).toBe(isVerified);
  expect(identity.data['organization_domain']).toBe(domain);
});

test('a provider for listed domains is believed for no other', () => {
  expect(() =>
    provedIdentity(okta, { sub: 's', email: 'owner@other.com', email_verified: true }),
  ).toThrow('Okta is for addresses of acme.com here');
});

test('Microsoft names people by object and tenant', () => {
  expect(provedIdentity(azure, { sub: 's', ...entra }).providerId).toBe(`o-1@${TENANT}`);
  expect(() => provedIdentity(azure, { sub: 's', oid: 'o-1', tid: 'another' })).toThrow(
    'is not valid',
  );
  expect(() => provedIdentity(azure, { sub: 's' })).toThrow('is not valid');
});
