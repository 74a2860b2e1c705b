import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeIntuit, startFakeIntuit } from '../../testing/intuit/fake-intuit.ts';
import { APP, fillCompany, REALM } from '../../testing/intuit/intuit-stage.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let intuit: FakeIntuit;
let owner: SupabaseClient;
let stranger: SupabaseClient;
let id: string;

const options = { auth: { autoRefreshToken: false, persistSession: false } };
const PASSWORD = 'plumb line and level 7';
const PAGE = '/settings?tab=connections&setup=quickbooks_online';

beforeAll(async () => {
  intuit = await startFakeIntuit();
  fillCompany(intuit);
  server = await startTestServer({ env: { ACCOUNTING_GATEWAY: intuit.url } });
  const redirectUris = [`${server.url}/accounting/v1/callback`];
  intuit.oauth.apps.splice(0, 1, { ...APP, redirectUris });
  owner = await found('owner');
  stranger = await found('stranger');
  const { data } = await owner.rpc('create_accounting_connection', {
    system_param: 'quickbooks_online',
    environment_param: 'sandbox',
    client_id_param: APP.clientId,
  });
  id = data.id;
});
afterAll(async () => {
  await server.stop();
  await intuit.close();
});

async function found(name: string): Promise<SupabaseClient> {
  const admin = createClient(server.url, server.serviceKey, options);
  const email = `${name}@example.com`;
  await admin.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  const client = createClient(server.url, server.anonKey, options);
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  await client.rpc('create_company', { name_param: name, time_zone_param: 'America/New_York' });
  return client;
}

async function ask(client: SupabaseClient | null, method: string, path: string, body?: object) {
  const session = client && (await client.auth.getSession()).data.session;
  const answer = await fetch(`${server.url}/accounting/v1/${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(session && { authorization: `Bearer ${session.access_token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null };
}

/** To Intuit, where somebody chooses the company, and back to the page. */
async function visit(): Promise<Record<string, string>> {
  const begun = await ask(owner, 'POST', `connections/${id}/sign-in`, { return_to: PAGE });
  const { searchParams } = new URL(begun.body.url);
  const back = intuit.oauth.authorize(searchParams)?.allow(REALM) ?? '';
  const answer = await ask(null, 'GET', `callback${new URL(back).search}`);
  const location = new URL(answer.headers.get('location') ?? '');
  expect(`${location.origin}${location.pathname}${location.search}`).toBe(`${server.url}${PAGE}`);
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

test('nothing but what a provider answers comes back into the page', async () => {
  const known = { code: 'c', state: 's', realmId: 'r', error: 'e' };
  const planted = { access_token: 'a', refresh_token: 'b', type: 'magiclink', invite_token: 'i' };
  const answer = await ask(
    null,
    'GET',
    `callback?${new URLSearchParams({ ...known, ...planted })}`,
  );
  const { hash } = new URL(answer.headers.get('location') ?? '');
  expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toEqual(known);
});

const complete = (client: SupabaseClient, answer: Record<string, string>) =>
  ask(client, 'POST', `connections/${id}/sign-in/complete`, { state: answer['state'], answer });

test('only owners of the company hand over secrets, sign in, try and revoke', async () => {
  for (const [method, path] of [
    ['PUT', 'secrets'],
    ['POST', 'sign-in'],
    ['POST', 'sign-in/complete'],
    ['POST', 'test'],
    ['POST', 'revoke'],
  ] as const) {
    expect((await ask(null, method, `connections/${id}/${path}`, {})).status).toBe(401);
    const refused = await ask(stranger, method, `connections/${id}/${path}`, {});
    expect(refused).toMatchObject({ status: 403, body: { code: 'accounting_owners_only' } });
  }
  expect((await ask(owner, 'POST', 'connections/1/test', {})).status).toBe(403);
});

test('signs in once, for the person who began, and tries the connection', async () => {
  const early = await ask(owner, 'POST', `connections/${id}/sign-in`, { return_to: PAGE });
  expect(early.body).toMatchObject({ code: 'accounting_keys_missing' });
  const secret = { client_secret: APP.clientSecret };
  expect(
    (await ask(owner, 'PUT', `connections/${id}/secrets`, { client_secret: 'x' })).status,
  ).toBe(400);
  expect((await ask(owner, 'PUT', `connections/${id}/secrets`, secret)).status).toBe(204);
  const elsewhere = { return_to: '//example.com' };
  expect((await ask(owner, 'POST', `connections/${id}/sign-in`, elsewhere)).status).toBe(400);

  const answer = await visit();
  expect(await complete(stranger, answer)).toMatchObject({ status: 403 });
  expect(await complete(owner, { ...answer, state: 'guessed' })).toMatchObject({
    status: 409,
    body: { code: 'accounting_sign_in_expired' },
  });
  expect(await complete(owner, answer)).toMatchObject({
    status: 200,
    body: { company_name: 'Sandbox Builders' },
  });
  expect(await complete(owner, answer)).toMatchObject({ status: 409 });
  const { data } = await owner
    .from('accounting_connections')
    .select('state, external_company_id')
    .single();
  expect(data).toEqual({ state: 'connected', external_company_id: REALM });
  expect(await ask(owner, 'POST', `connections/${id}/test`)).toMatchObject({ status: 200 });
});

test('another company, a wrong secret and a no are refused in words', async () => {
  const answer = await visit();
  expect(await complete(owner, { ...answer, realmId: '1' })).toMatchObject({
    body: { code: 'accounting_other_company' },
  });
  const { code: _code, realmId: _realm, ...denied } = await visit();
  expect(await complete(owner, { ...denied, error: 'access_denied' })).toMatchObject({
    body: { code: 'accounting_denied' },
  });
  await ask(owner, 'PUT', `connections/${id}/secrets`, { client_secret: 'of-another-app' });
  expect(await complete(owner, await visit())).toMatchObject({
    body: { code: 'accounting_wrong_keys' },
  });
});

test('an address without https and a public name is good for test companies alone', async () => {
  const { body } = await ask(null, 'GET', 'systems/quickbooks_online/sign-in');
  expect(body).toEqual({
    redirect_uri: `${server.url}/accounting/v1/callback`,
    refusals: { production: 'needs_https_name', sandbox: null },
  });
});
