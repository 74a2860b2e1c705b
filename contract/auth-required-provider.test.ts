import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLIENT_ID, startOidcProvider, type TestProvider } from '../testing/oidc-provider.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { mailsTo, newAccount, newClient, PASSWORD } from './auth-support.ts';
import { signInAs } from './oidc-support.ts';

const DOMAIN = 'acme-builders.test';
let provider: TestProvider;
let api: TestServer;
beforeAll(async () => {
  provider = await startOidcProvider();
  api = await startTestServer({
    env: {
      AUTH_EXTERNAL_ACME_CLIENT_ID: CLIENT_ID,
      AUTH_EXTERNAL_ACME_SECRET: 'a-secret-that-no-log-shows',
      AUTH_EXTERNAL_ACME_ISSUER: provider.issuer,
      AUTH_EXTERNAL_ACME_DOMAINS: DOMAIN,
    },
  });
});
afterAll(async () => {
  await api?.stop();
  await provider?.close();
});

const addressOf = (name: string) => `${name}-${crypto.randomUUID()}@${DOMAIN}`;

test('a company switches passwords off for its domain, and an owner with a second factor gets in', async () => {
  const { sql } = api.server.dependencies.database;
  const account = await newAccount(api, { email: addressOf('owner') });
  const client = newClient(api);
  await client.auth.signInWithPassword(account);
  await client.rpc('create_company', { name_param: 'Acme', time_zone_param: 'America/Denver' });
  await client.auth.refreshSession();
  const worker = await newAccount(api, { email: addressOf('worker') });
  const [company] = await sql<{ company_id: string }[]>`
    select company_id from public.employees where user_id = ${account.id}`;
  await sql`
    insert into public.employees (company_id, user_id, first_name, email)
    values (${company?.company_id ?? ''}, ${worker.id}, 'Wes', ${worker.email})`;
  const rule = () =>
    client.rpc('require_sign_in_provider', { domain_param: DOMAIN, provider_param: 'custom:acme' });
  expect((await rule()).error?.hint).toBe('domain_not_proved');

  provider.people.set('owner', { email: account.email });
  expect((await signInAs(api, 'owner')).user?.id).toBe(account.id);
  expect((await rule()).error?.hint).toBe('owner_needs_second_factor');
  // Another owner can still sign in with a password in an emergency.
  const rescuer = await newAccount(api, { email: addressOf('rescuer') });
  await sql`
    insert into public.employees (company_id, user_id, first_name, email, role)
    values (${company?.company_id ?? ''}, ${rescuer.id}, 'Ren', ${rescuer.email}, 'owner')`;
  await sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, secret)
    values (gen_random_uuid(), ${rescuer.id}, 'totp', 'verified', 'JBSWY3DPEHPK3PXP')`;
  expect((await rule()).error).toBeNull();

  const tried = async (email: string, password = PASSWORD) =>
    (await newClient(api).auth.signInWithPassword({ email, password })).error?.code;
  expect(await tried(worker.email)).toBe('sso_required');
  expect(await tried(worker.email, 'a wrong password')).toBe('sso_required');
  // Somebody without an account is answered alike.
  expect(await tried(addressOf('nobody'))).toBe('sso_required');
  expect(await tried(rescuer.email)).toBeUndefined();
  const elsewhere = await newAccount(api);
  expect(await tried(elsewhere.email)).toBeUndefined();
  expect(await tried(elsewhere.email, 'a wrong password')).toBe('invalid_credentials');

  await newClient(api).auth.resetPasswordForEmail(worker.email);
  expect(await mailsTo(worker.email, api)).toEqual([]);

  provider.people.set('worker', { email: worker.email });
  const signedIn = await signInAs(api, 'worker');
  expect(signedIn.user?.id).toBe(worker.id);
  const changed = await signedIn.client.auth.updateUser({ password: 'another password 9' });
  expect(changed.error?.code).toBe('sso_required');

  expect((await client.rpc('allow_passwords', { domain_param: DOMAIN })).error).toBeNull();
  expect(await tried(worker.email)).toBeUndefined();
});
