import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { readProviders } from './provider-settings.ts';

const TENANT = '8d3a3f0e-3f43-4d2e-9a55-5f1df3ad0c11';
const external = (toml: string) => (parse(toml)['auth'] as { external: unknown }).external;

test('variables alone configure a provider', () => {
  const providers = readProviders(undefined, {
    AUTH_EXTERNAL_OKTA_CLIENT_ID: 'o',
    AUTH_EXTERNAL_OKTA_ISSUER: 'https://acme.okta.com',
    AUTH_EXTERNAL_OKTA_DOMAINS: 'Acme.com, @acme.org',
    AUTH_EXTERNAL_GOOGLE_CLIENT_ID: 'g,app',
    AUTH_EXTERNAL_GOOGLE_SECRET: 's',
    AUTH_EXTERNAL_AZURE_CLIENT_ID: 'a',
    AUTH_EXTERNAL_AZURE_URL: `https://login.microsoftonline.com/${TENANT}/`,
    AUTH_EXTERNAL_AZURE_SECRET: '',
  });
  expect(providers.map(({ name, label, issuer }) => [name, label, issuer])).toEqual([
    ['google', 'Google', 'https://accounts.google.com'],
    ['azure', 'Microsoft', `https://login.microsoftonline.com/${TENANT}/v2.0`],
    ['custom:okta', 'Okta', 'https://acme.okta.com'],
  ]);
  expect(providers[0]).toMatchObject({ clientId: 'g', clientIds: ['g', 'app'], secret: 's' });
  expect(providers[1]?.secret).toBeUndefined();
  expect(providers[2]?.domains).toEqual(['acme.com', 'acme.org']);
});

test('config.toml configures one as the Supabase CLI has it, and variables win', () => {
  const sections = external(`
[auth.external.google]
enabled = true
client_id = "from-the-file"
secret = "env(GOOGLE_SECRET)"
skip_nonce_check = true
[auth.external.keycloak]
enabled = false
client_id = "k"
[auth.external.github]
enabled = true
client_id = "not ours"
[auth.external."custom:acme"]
enabled = true
client_id = "c"
issuer = "https://id.acme.com"
label = "Acme account"
`);
  const providers = readProviders(sections, {
    GOOGLE_SECRET: 'hidden',
    AUTH_EXTERNAL_GOOGLE_CLIENT_ID: 'from-a-variable',
  });
  expect(providers).toMatchObject([
    { name: 'google', clientId: 'from-a-variable', secret: 'hidden', skipNonceCheck: true },
    { name: 'custom:acme', label: 'Acme account', scopes: 'openid email profile' },
  ]);
});

test.each([
  [{ AUTH_EXTERNAL_OKTA_CLIENT_ID: 'o' }, 'the issuer is missing'],
  [{ AUTH_EXTERNAL_GOOGLE_SECRET: 'tell nobody' }, 'the client id is missing'],
  [{ AUTH_EXTERNAL_AZURE_CLIENT_ID: 'a' }, 'the issuer is missing'],
  [
    {
      AUTH_EXTERNAL_AZURE_CLIENT_ID: 'a',
      AUTH_EXTERNAL_AZURE_ISSUER: 'https://login.microsoftonline.com/common/v2.0',
    },
    'the issuer of your own tenant',
  ],
  [
    { AUTH_EXTERNAL_X_CLIENT_ID: 'o', AUTH_EXTERNAL_X_ISSUER: 'http://id.example.com' },
    'is not encrypted',
  ],
  [{ AUTH_EXTERNAL_X_CLIENT_ID: 'o', AUTH_EXTERNAL_X_ISSUER: 'nowhere' }, 'is no address'],
])('%o stops the start', (variables, message) => {
  const read = () => readProviders(undefined, variables as Record<string, string>);
  expect(read).toThrow(message);
  expect(read).not.toThrow('tell nobody');
});
