import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeWeather, startFakeWeather } from '../../testing/fake-weather.ts';
import { prepareDataDirectory } from '../../testing/prepared-cluster.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'chalkline-weather-api-'));
const TODAY = new Date().toISOString().slice(0, 10);
/** Weather that gives no answer is what one of these tests is about. */
let env: Record<string, string>;
let server: TestServer;
let weather: FakeWeather;
let owner: SupabaseClient;
let stranger: SupabaseClient;
let project: string;

beforeAll(async () => {
  weather = await startFakeWeather();
  env = { WEATHER_URL: weather.url, LOG_LEVEL: 'silent' };
  await prepareDataDirectory(dataDir, path.join(import.meta.dirname, '../../supabase'));
  server = await startTestServer({ dataDir, env });
  owner = await found('owner', 'First Builders');
  stranger = await found('stranger', 'Other Builders');
  const { data, error } = await owner.from('projects').insert({ name: 'Harbor' }).select().single();
  if (error) throw error;
  project = data.id;
  const fence = { project_id: project, latitude: 34.05223, longitude: -118.24368, radius_m: 90 };
  await owner.from('geofences').insert(fence);
});
afterAll(async () => {
  await server.stop();
  await weather.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const options = { auth: { autoRefreshToken: false, persistSession: false } };
const PASSWORD = 'plumb line and level 7';

async function found(name: string, company: string): Promise<SupabaseClient> {
  const admin = createClient(server.url, server.serviceKey, options);
  const email = `${name}@example.com`;
  await admin.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  const client = createClient(server.url, server.anonKey, options);
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  await client.rpc('create_company', { name_param: company, time_zone_param: 'America/New_York' });
  return client;
}

async function ask(client: SupabaseClient | null, query: string) {
  const session = client && (await client.auth.getSession()).data.session;
  const headers = session ? { authorization: `Bearer ${session.access_token}` } : {};
  const answer = await fetch(`${server.url}/weather/v1/day?${query}`, { headers });
  return { status: answer.status, body: await answer.json() };
}

const HARBOR = `latitude=34.05&longitude=-118.24&date=${TODAY}`;

test('who sees the project reads its weather, from the cache the second time', async () => {
  const { data } = await owner.rpc('weather_place', { project_id_param: project });
  expect(data).toEqual([{ latitude: 34.05, longitude: -118.24 }]);
  const before = weather.asked.length;
  const first = await ask(owner, HARBOR);
  expect(first).toMatchObject({
    status: 200,
    body: { low_f: 51.4, source: new URL(weather.url).host, date: TODAY },
  });
  expect(await ask(owner, HARBOR)).toEqual(first);
  expect(weather.asked.length).toBe(before + 1);
});

test('nobody else does, and the service hears nothing of it', async () => {
  const before = weather.asked.length;
  expect((await ask(null, HARBOR)).status).toBe(401);
  expect(await ask(stranger, HARBOR)).toMatchObject({
    status: 403,
    body: { code: 'weather_not_allowed' },
  });
  const elsewhere = `latitude=40.71&longitude=-74&date=${TODAY}`;
  expect((await ask(owner, elsewhere)).status).toBe(403);
  expect(weather.asked.length).toBe(before);
});

test.each(['latitude=91&longitude=0&date=2026-07-01', 'latitude=1&longitude=1', 'date=today'])(
  'what is no place and day is refused: %s',
  async (query) => {
    expect(await ask(owner, query)).toMatchObject({ status: 400, body: { code: 'weather_query' } });
  },
);

test('a service that is busy or broken is told, and nothing is remembered of it', async () => {
  const query = 'latitude=34.05&longitude=-118.24&date=2026-01-05';
  weather.failWith(503);
  expect(await ask(owner, query)).toMatchObject({ status: 503, body: { code: 'weather_busy' } });
  weather.failWith(500);
  expect(await ask(owner, query)).toMatchObject({ status: 502, body: { code: 'weather_refused' } });
  weather.failWith(undefined);
  expect((await ask(owner, query)).status).toBe(200);
});

test('the line of Settings › System says whether it answers', async () => {
  const { session } = (await owner.auth.getSession()).data;
  const headers = { authorization: `Bearer ${session?.access_token}` };
  const answer = await fetch(`${server.url}/system/v1/status`, { headers });
  const { lines } = (await answer.json()) as { lines: { id: string; state: string }[] };
  expect(lines.find(({ id }) => id === 'weather')).toMatchObject({ state: 'ok' });
});

test('a server that starts while people work reads the weather of their sites by itself', async () => {
  await owner.rpc('clock_in', { project_id_param: project });
  await server.stop();
  server = await startTestServer({ dataDir, env });
  owner = createClient(server.url, server.anonKey, options);
  await owner.auth.signInWithPassword({ email: 'owner@example.com', password: PASSWORD });
  await expect
    .poll(async () => (await owner.from('site_weather').select()).data)
    .toMatchObject([
      { project_id: project, source: new URL(weather.url).host, high_f: 79, created_by: null },
    ]);
});
