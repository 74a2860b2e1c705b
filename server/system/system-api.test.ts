import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SmtpServer, startSmtpServer } from '../../testing/smtp-server.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { SystemStatus } from './read-status.ts';

let server: TestServer;
let smtp: SmtpServer;
let owner: SupabaseClient;

beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await startTestServer({
    // Failures are what these tests are about.
    env: { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, METRICS_TOKEN, LOG_LEVEL: 'silent' },
  });
  owner = await signUp('owner');
  await foundCompany(owner, 'First Builders');
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

const METRICS_TOKEN = 'a secret of the monitoring system 7'.replaceAll(' ', '-');
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

async function ask(
  client: SupabaseClient | null,
  path = '/status',
  method = 'GET',
): Promise<Response> {
  const token = (await client?.auth.getSession())?.data.session?.access_token;
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return fetch(`${server.url}/system/v1${path}`, { method, headers });
}

const metrics = async () => (await fetch(`${server.url}/metrics`)).text();

test('the owner sees the lines, and which server answered', async () => {
  const answer = await ask(owner);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toMatchObject({
    checkedAt: expect.any(String),
    server: { host: expect.any(String), worker: 1, workers: 1, version: expect.any(String) },
  });
});

test('every line and job of the server itself is there, and at /metrics the same', async () => {
  const status = (await (await ask(owner)).json()) as SystemStatus;
  expect(status.lines.map(({ id }) => id)).toEqual(
    expect.arrayContaining('mail disk database connections memory workers jobs errors'.split(' ')),
  );
  expect(status.lines.filter(({ reason }) => reason === 'unknown')).toEqual([]);
  expect(status.jobs.map(({ name }) => name)).toContain('platform: sample sizes');
  const text = await metrics();
  expect(text).toMatch(/^event_loop_delay_max_seconds(\{[^}]*\})? [\d.e-]+$/m);
  expect(text).toMatch(/^system_disk_free_bytes \d+$/m);
  expect(text).toMatch(/^system_database_database_bytes \d+$/m);
  for (const { id } of status.lines) {
    expect(text).toMatch(new RegExp(`^system_state\\{line="${id}"\\} [012]$`, 'm'));
  }
});

test('an answer of 500 is shown with its request id, and with nothing of what was asked', async () => {
  const { sql } = server.server.dependencies.database;
  await sql`create function public.break_down(name_param text) returns void language plpgsql as $$
    begin raise exception using errcode = 'XX000', message = 'Jane Doe ' || name_param; end $$`;
  await sql`grant execute on function public.break_down(text) to authenticated`;
  await sql`notify pgrst, 'reload schema'`;
  const broken = async () => {
    const { status } = await owner.rpc('break_down', { name_param: 'jane@example.com' });
    return status;
  };
  await expect.poll(broken).toBe(500);
  const status = async () => (await (await ask(owner)).json()) as SystemStatus;
  await expect.poll(async () => (await status()).errors.length).toBeGreaterThan(0);
  const { errors, lines } = await status();
  expect(errors[0]).toMatchObject({
    kind: 'request',
    name: 'POST /rest/v1/rpc/:name',
    status: 500,
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    errorClass: expect.stringContaining('XX000'),
  });
  expect(JSON.stringify(errors)).not.toMatch(/jane/i);
  expect(lines.find(({ id }) => id === 'errors')).toMatchObject({ reason: 'some' });
  expect(await metrics()).toMatch(/^system_errors_count [1-9]/m);
});

test('a test mail goes to the owner and says truly what became of it, five times an hour', async () => {
  const send = () => ask(owner, '/test-mail', 'POST');
  expect(await (await send()).json()).toEqual({ result: 'sent', to: 'owner@example.com' });
  expect(smtp.received.at(-1)?.to).toEqual(['owner@example.com']);
  smtp.refuseRecipients('550 5.1.1 No such user');
  expect(await (await send()).json()).toMatchObject({
    result: 'failed',
    problem: 'recipient',
    answer: expect.stringContaining('5.1.1'),
  });
  smtp.refuseRecipients(undefined);
  const answers = [];
  for (let count = 0; count < 4; count += 1) answers.push((await send()).status);
  expect(answers).toEqual([200, 200, 200, 429]);
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
    const sent = smtp.received.length;
    for (const answer of [await ask(client), await ask(client, '/test-mail', 'POST')]) {
      expect(answer.status, name).toBe(403);
      expect(Object.keys((await answer.json()) as object), name).toEqual(['code', 'message']);
    }
    expect(smtp.received).toHaveLength(sent);
  }
});

test('without a valid session there is no answer', async () => {
  expect((await ask(null)).status).toBe(401);
  expect((await ask(null, '/test-mail', 'POST')).status).toBe(401);
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

test('/metrics is for this machine, or for who brings the token', async () => {
  const ask = async (headers: Record<string, string>) =>
    (await fetch(`${server.url}/metrics`, { headers })).status;
  const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
  expect(await ask({})).toBe(200);
  expect(await ask(elsewhere)).toBe(404);
  expect(await ask({ ...elsewhere, authorization: `Bearer ${METRICS_TOKEN}x` })).toBe(404);
  expect(await ask({ ...elsewhere, authorization: `Bearer ${METRICS_TOKEN}` })).toBe(200);
});
