import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: SupabaseClient;

beforeAll(async () => {
  server = await startTestServer();
  owner = await signUp('owner');
  await foundCompany(owner, 'First Builders');
});
afterAll(() => server.stop());

const options = { auth: { autoRefreshToken: false, persistSession: false } };
const PASSWORD = 'plumb line and level 7';

async function signUp(name: string): Promise<SupabaseClient> {
  const admin = createClient(server.url, server.serviceKey, options);
  const email = `${name}@example.com`;
  await admin.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  const client = createClient(server.url, server.anonKey, options);
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

async function foundCompany(client: SupabaseClient, name: string): Promise<void> {
  const call = { name_param: name, time_zone_param: 'America/New_York' };
  const { error } = await client.rpc('create_company', call);
  if (error) throw error;
}

async function hire(role: string): Promise<SupabaseClient> {
  const person = await signUp(role);
  const { error } = await owner.rpc('invite_employee', {
    email_param: `${role}@example.com`,
    first_name_param: 'Sam',
    last_name_param: role,
    role_param: role,
    hourly_rate_param: 25,
  });
  if (error) throw error;
  const { data } = await person.rpc('my_invitations');
  const accepted = await person.rpc('accept_invitation', { id_param: data[0].id });
  if (accepted.error) throw accepted.error;
  return person;
}

async function ask(client: SupabaseClient | null, path = '/status'): Promise<Response> {
  const token = (await client?.auth.getSession())?.data.session?.access_token;
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return fetch(`${server.url}/system/v1${path}`, { headers });
}

test('the owner sees the lines, and which server answered', async () => {
  const answer = await ask(owner);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toMatchObject({
    checkedAt: expect.any(String),
    server: { host: expect.any(String), worker: 1, workers: 1, version: expect.any(String) },
    lines: expect.any(Array),
  });
});

test('everybody else is refused and learns nothing', async () => {
  const other = await signUp('other');
  await foundCompany(other, 'Second Builders');
  const leaver = await hire('employee');
  const [row] = (await owner.from('employees').select('id').eq('email', 'employee@example.com'))
    .data as { id: string }[];
  await owner.rpc('deactivate_employee', { employee_id_param: row?.id });
  const kiosk = createClient(server.url, server.anonKey, options);
  await kiosk.auth.signInAnonymously();
  const refused = {
    other,
    manager: await hire('manager'),
    foreman: await hire('foreman'),
    leaver,
    kiosk,
    newcomer: await signUp('newcomer'),
  };
  for (const [name, client] of Object.entries(refused)) {
    const answer = await ask(client);
    expect(answer.status, name).toBe(403);
    expect(Object.keys((await answer.json()) as object), name).toEqual(['code', 'message']);
  }
});

test('without a valid session there is no answer', async () => {
  expect((await ask(null)).status).toBe(401);
  for (const token of [server.anonKey, 'nonsense', 'a.b.c']) {
    const headers = { authorization: `Bearer ${token}`, apikey: server.anonKey };
    const answer = await fetch(`${server.url}/system/v1/status`, { headers });
    expect(answer.status, token).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  }
  const headers = { authorization: `Bearer ${server.serviceKey}` };
  expect((await fetch(`${server.url}/system/v1/status`, { headers })).status).toBe(401);
});

test('Check now asks nobody where UPDATE_URL is not set, and only for owners', async () => {
  const check = async (client: SupabaseClient | null) => {
    const token = (await client?.auth.getSession())?.data.session?.access_token;
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return fetch(`${server.url}/system/v1/update-check`, { method: 'POST', headers });
  };
  expect((await check(null)).status).toBe(401);
  expect((await check(await signUp('stranger'))).status).toBe(403);
  const answer = await check(owner);
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({ code: 'update_url_missing' });
  const { lines } = (await (await ask(owner)).json()) as { lines: { id: string; state: string }[] };
  expect(lines.find(({ id }) => id === 'update')).toMatchObject({ state: 'off' });
});
