import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type FakeGeocoder, startFakeNominatim } from '../../testing/fake-geocoders.ts';
import { prepareDataDirectory } from '../../testing/prepared-cluster.ts';
import { smallArchive, worldTiles } from '../../testing/small-archive.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'chalkline-map-api-'));
const archive = smallArchive(worldTiles(5));
let server: TestServer;
let nominatim: FakeGeocoder;
let owner: SupabaseClient;

beforeAll(async () => {
  nominatim = await startFakeNominatim();
  await prepareDataDirectory(dataDir, path.join(import.meta.dirname, '../../supabase'));
  // A geocoder that fails is what one of these tests is about.
  const env = { GEOCODER_URL: nominatim.url, LOG_LEVEL: 'silent' };
  server = await startTestServer({ dataDir, env });
  owner = await signUp('owner');
  await found(owner, 'First Builders');
});
afterAll(async () => {
  await server.stop();
  await nominatim.close();
  rmSync(dataDir, { recursive: true, force: true });
});
afterEach(async () => {
  const { upload } = await state();
  if (upload) await call(owner, 'DELETE', `/upload/${upload.id}`);
  await call(owner, 'DELETE', '');
  expect(mapFiles()).toEqual([]);
});

const options = { auth: { autoRefreshToken: false, persistSession: false } };
const PASSWORD = 'plumb line and level 7';
const PIECE = 'application/offset+octet-stream';
const mapFiles = () => readdirSync(dataDir).filter((name) => name.startsWith('map.pmtiles'));

async function signUp(name: string): Promise<SupabaseClient> {
  const admin = createClient(server.url, server.serviceKey, options);
  const email = `${name}@example.com`;
  await admin.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  const client = createClient(server.url, server.anonKey, options);
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

async function found(client: SupabaseClient, name: string): Promise<void> {
  const company = { name_param: name, time_zone_param: 'America/New_York' };
  const { error } = await client.rpc('create_company', company);
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
  await person.rpc('accept_invitation', { id_param: data[0].id });
  return person;
}

async function tokenOf(client: SupabaseClient | null): Promise<Record<string, string>> {
  const token = (await client?.auth.getSession())?.data.session?.access_token;
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

async function call(
  client: SupabaseClient | null,
  method: string,
  where: string,
  headers: Record<string, string> = {},
  body?: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  return fetch(`${server.url}/system/v1/map${where}`, {
    method,
    headers: { 'tus-resumable': '1.0.0', ...(await tokenOf(client)), ...headers },
    ...(body && { body }),
  });
}

async function state() {
  return (await (await call(owner, 'GET', '')).json()) as {
    map: { facts: Record<string, unknown> | null } | null;
    upload: { id: string; offsetBytes: number; fileName: string } | null;
  };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

function announce(length: number, name = 'albany.pmtiles'): Promise<Response> {
  const metadata = `filename ${base64(name)},modified ${base64('2026-11-01')}`;
  return call(owner, 'POST', '/upload', {
    'upload-length': String(length),
    'upload-metadata': metadata,
  });
}

async function begin(length: number, name?: string): Promise<string> {
  const answer = await announce(length, name);
  expect(answer.status).toBe(201);
  return `/upload/${answer.headers.get('location')?.split('/').at(-1)}`;
}

function send(where: string, offset: number, bytes: Buffer): Promise<Response> {
  const headers = { 'content-type': PIECE, 'upload-offset': String(offset) };
  return call(owner, 'PATCH', where, headers, new Uint8Array(bytes));
}

const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

/** A piece whose line breaks after its first half. */
async function sendAndBreak(where: string, bytes: Buffer): Promise<void> {
  const request = httpRequest(`${server.url}/system/v1/map${where}`, {
    method: 'PATCH',
    headers: {
      ...(await tokenOf(owner)),
      'content-type': PIECE,
      'upload-offset': '0',
      'content-length': bytes.length,
    },
  });
  request.on('error', () => undefined);
  await new Promise((resolve) => request.write(bytes.subarray(0, bytes.length / 2), resolve));
  await expect.poll(async () => (await state()).upload?.offsetBytes).toBe(bytes.length / 2);
  request.destroy();
}

test('a file goes up in pieces, over a broken line, and is the base map at once', async () => {
  const half = archive.length - (archive.length % 2);
  const where = await begin(archive.length);
  await sendAndBreak(where, archive.subarray(0, half));
  // The server notices that the line is gone before it takes the next piece.
  await expect
    .poll(async () => (await call(owner, 'HEAD', where)).headers.get('upload-offset'))
    .toBe(String(half / 2));
  expect((await state()).upload).toMatchObject({ fileName: 'albany.pmtiles' });
  expect((await fetch(`${server.url}/map.pmtiles`)).status).toBe(404);
  await expect
    .poll(async () => (await send(where, half / 2, archive.subarray(half / 2, half))).status)
    .toBe(204);
  expect((await send(where, half, archive.subarray(half))).status).toBe(
    half === archive.length ? 404 : 204,
  );
  expect((await state()).map?.facts).toMatchObject({ schema: 'protomaps', maxZoom: 5 });
  expect(mapFiles()).toEqual(['map.pmtiles']);
  const range = await fetch(`${server.url}/map.pmtiles`, { headers: { range: 'bytes=0-6' } });
  expect([range.status, await range.text()]).toEqual([206, 'PMTiles']);
  const config = await (await fetch(`${server.url}/config.json`)).json();
  expect(config).toMatchObject({ baseMap: { tiles: true }, addressSearch: true });
});

test('the same file goes on where it stopped, also from another page; another one waits', async () => {
  const where = await begin(archive.length);
  expect((await send(where, 0, archive.subarray(0, 500))).headers.get('upload-offset')).toBe('500');
  expect(await begin(archive.length)).toBe(where);
  const other = await announce(900, 'other.pmtiles');
  expect([other.status, await codeOf(other)]).toEqual([409, 'map_upload_running']);
  const early = await send(where, 400, archive.subarray(400));
  expect([early.status, await codeOf(early)]).toEqual([409, 'map_wrong_offset']);
  const atOnce = await Promise.all([
    send(where, 500, archive.subarray(500, 900)),
    send(where, 500, archive.subarray(500, 900)),
  ]);
  const statuses = atOnce.map(({ status }) => status).sort();
  expect(statuses[0]).toBe(204);
  expect([409, 423]).toContain(statuses[1]);
  expect((await state()).upload?.offsetBytes).toBe(900);
  expect((await call(owner, 'DELETE', where)).status).toBe(204);
  expect((await call(owner, 'HEAD', where)).status).toBe(404);
  expect(mapFiles()).toEqual([]);
});

test('what is no map is refused with its first piece, and the map before stays', async () => {
  writeFileSync(path.join(dataDir, 'map.pmtiles'), archive);
  const where = await begin(5_000_000_000);
  const answer = await send(where, 0, Buffer.alloc(4_096, 'PK'));
  expect([answer.status, await codeOf(answer)]).toEqual([422, 'map_not_pmtiles']);
  const cut = await begin(archive.length - 100);
  const incomplete = await send(cut, 0, archive.subarray(0, 1_000));
  expect([incomplete.status, await codeOf(incomplete)]).toEqual([422, 'map_incomplete']);
  const layers = smallArchive(worldTiles(1), { layers: ['my_roads'] });
  const unknown = await send(await begin(layers.length), 0, layers);
  expect([unknown.status, await codeOf(unknown)]).toEqual([422, 'map_unknown_layers']);
  expect(mapFiles()).toEqual(['map.pmtiles']);
  expect(readFileSync(path.join(dataDir, 'map.pmtiles')).equals(archive)).toBe(true);
});

test('bytes behind the announced end, no space and wrong headers are refused', async () => {
  const where = await begin(1_000);
  const long = await send(where, 0, archive.subarray(0, 1_001));
  expect([long.status, await codeOf(long)]).toEqual([413, 'map_too_long']);
  expect((await state()).upload?.offsetBytes).toBe(0);
  await call(owner, 'DELETE', where);
  const huge = await announce(9e14);
  expect([huge.status, await codeOf(huge)]).toEqual([507, 'map_no_space']);
  expect((await call(owner, 'POST', '/upload', { 'upload-length': '1e9' })).status).toBe(400);
  expect((await call(owner, 'PATCH', where, { 'content-type': 'text/plain' })).status).toBe(415);
});

test('nobody but those who run the installation reads, sends or removes', async () => {
  writeFileSync(path.join(dataDir, 'map.pmtiles'), archive);
  const other = await signUp('other');
  await found(other, 'Second Builders');
  const kiosk = createClient(server.url, server.anonKey, options);
  await kiosk.auth.signInAnonymously();
  const callers = { other, kiosk, foreman: await hire('foreman'), manager: await hire('manager') };
  const where = await begin(archive.length);
  const calls = [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/upload'],
    ['HEAD', where],
    ['PATCH', where],
    ['DELETE', where],
  ] as const;
  for (const [method, at] of calls) {
    for (const [name, client] of Object.entries(callers)) {
      const answer = await call(client, method, at, {
        'content-type': PIECE,
        'upload-offset': '0',
      });
      expect(answer.status, `${name} ${method} ${at}`).toBe(403);
    }
    expect((await call(null, method, at)).status, `${method} ${at}`).toBe(401);
  }
  expect(existsSync(path.join(dataDir, 'map.pmtiles'))).toBe(true);
  expect((await state()).upload?.offsetBytes).toBe(0);
  await lookUp(callers, other);
});

/** In the company that is there already: managers and owners are answered, once asked for each address. */
async function lookUp(
  callers: Readonly<Record<string, SupabaseClient>>,
  other: SupabaseClient,
): Promise<void> {
  const ask = async (client: SupabaseClient | null, query: unknown) =>
    fetch(`${server.url}/geocoder/v1/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await tokenOf(client)) },
      body: JSON.stringify({ query }),
    });
  for (const client of [owner, callers['manager'] as SupabaseClient, other]) {
    const answer = await ask(client, ' 4  Dock St ');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ places: [{ latitude: 42.6525793 }] });
  }
  expect(nominatim.asked.map(({ query }) => query)).toEqual(['4 Dock St']);
  expect(nominatim.asked[0]?.userAgent).toMatch(/^Chalkline\/\S+ \(http/);
  for (const name of ['foreman', 'kiosk']) {
    expect((await ask(callers[name] as SupabaseClient, 'Dock St')).status, name).toBe(403);
  }
  expect((await ask(null, 'Dock St')).status).toBe(401);
  for (const query of ['', 'ab', 'a'.repeat(201), 7, null]) {
    expect((await ask(owner, query)).status).toBe(400);
  }
  nominatim.failWith(500);
  const failed = await ask(owner, 'Dock St 5');
  expect([failed.status, await codeOf(failed)]).toEqual([502, 'geocoder_refused']);
  nominatim.failWith(undefined);
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask(other, '4 Dock St')));
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  expect(nominatim.asked.length).toBe(2);
}
