import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startFakeS3 } from '../../testing/fake-s3.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { ConnectionLostError } from '../database/wire/connection.ts';
import { HttpError } from '../http/http-error.ts';
import { checkStorage } from './check-storage.ts';
import { openFiles } from './open-storage.ts';

/** Rules a project might have, each for a bucket of its own. */
const POLICIES = `
  insert into storage.buckets (id, name)
    values ('own', 'own'), ('unlisted', 'unlisted'), ('small', 'small'), ('inbox', 'inbox'),
      ('once', 'once');

  create policy "People do anything in their own folder" on storage.objects for all to authenticated
    using (bucket_id = 'own' and (storage.foldername(name))[1] = (select auth.uid())::text)
    with check (bucket_id = 'own' and (storage.foldername(name))[1] = (select auth.uid())::text);

  create policy "Anyone signed in downloads, nobody lists" on storage.objects
    for select to authenticated
    using (bucket_id = 'unlisted' and storage.operation() = 'storage.object.get_authenticated');

  create policy "Small files only" on storage.objects for insert to authenticated
    with check (bucket_id = 'small' and (metadata ->> 'size')::bigint <= 100);

  create function public.is_free(name_param text) returns boolean language sql stable security definer as
    $$ select not exists (select from storage.objects o where o.bucket_id = 'once' and o.name = name_param) $$;
  create policy "One file for a name" on storage.objects for insert to authenticated
    with check (bucket_id = 'once' and public.is_free(name));

  create policy "Anyone drops files into the inbox" on storage.objects for insert to anon
    with check (bucket_id = 'inbox' and owner_id is null);

  create policy "People make buckets named after themselves" on storage.buckets
    for insert to authenticated with check (id like (select auth.uid())::text || '%');
`;

const root = mkdtempSync(path.join(tmpdir(), 'chalkline-policies-'));
let server: TestServer;
let s3: Awaited<ReturnType<typeof startFakeS3>>;

beforeAll(async () => {
  mkdirSync(path.join(root, 'supabase/migrations'), { recursive: true });
  writeFileSync(path.join(root, 'supabase/migrations/20260101000000_policies.sql'), POLICIES);
  s3 = await startFakeS3();
  server = await startTestServer({
    supabaseDir: path.join(root, 'supabase'),
    // One of these tests loses the answer to a commit.
    env: { LOG_LEVEL: 'silent' },
  });
});

afterAll(async () => {
  await server.stop();
  await s3.stop();
  rmSync(root, { recursive: true, force: true });
});

const anna = randomUUID();
const ben = randomUUID();

async function as(userId: string, on = server) {
  const { kid, privateKey } = on.server.dependencies.keys.signingKey;
  const token = await new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'ES256', kid })
    .setSubject(userId)
    .setExpirationTime('1h')
    .sign(privateKey);
  return createClient(on.url, on.anonKey, {
    accessToken: async () => token,
  }).storage;
}

const withServiceKey = (on = server) => createClient(on.url, on.serviceKey).storage;

test('a folder is its owner’s alone', async () => {
  const [hers, his] = [(await as(anna)).from('own'), (await as(ben)).from('own')];
  const name = `${anna}/a.txt`;
  expect((await hers.upload(name, 'first')).error).toBeNull();
  expect((await hers.upload(name, 'second', { upsert: true })).error).toBeNull();
  const { owner_id } = await rowOf(name);
  expect(owner_id).toBe(anna);

  expect((await his.upload(`${anna}/b.txt`, 'his')).error?.statusCode).toBe('403');
  expect((await his.upload(name, 'his', { upsert: true })).error?.statusCode).toBe('403');
  expect((await his.download(name)).error).not.toBeNull();
  expect((await his.list(anna)).data).toEqual([]);
  expect((await his.info(name)).error?.message).toBe('Object not found');
  expect((await his.createSignedUrl(name, 60)).error?.message).toBe('Object not found');
  expect((await his.createSignedUploadUrl(`${anna}/c.txt`)).error?.statusCode).toBe('403');
  expect((await his.remove([name])).data).toEqual([]);
  expect((await his.move(name, `${ben}/a.txt`)).error?.message).toBe('Object not found');
  expect((await his.copy(name, `${ben}/a.txt`)).error?.message).toBe('Object not found');
  expect((await hers.move(name, `${ben}/a.txt`)).error?.statusCode).toBe('403');
  expect((await hers.copy(name, `${ben}/a.txt`)).error?.statusCode).toBe('403');
  expect(await (await hers.download(name)).data?.text()).toBe('second');

  expect((await hers.move(name, `${anna}/moved.txt`)).error).toBeNull();
  expect((await hers.copy(`${anna}/moved.txt`, `${anna}/copied.txt`)).error).toBeNull();
  const link = await hers.createSignedUploadUrl(`${anna}/linked.txt`);
  const token = link.data?.token ?? '';
  expect((await his.uploadToSignedUrl(`${anna}/linked.txt`, token, 'x')).error).toBeNull();
  expect((await rowOf(`${anna}/linked.txt`)).owner_id).toBe(anna);
  const removed = await hers.remove([`${anna}/moved.txt`, `${anna}/copied.txt`]);
  expect(removed.data).toHaveLength(2);
});

test('a link is used with the rights its maker has then', async () => {
  const { sql } = server.server.dependencies.database;
  const hers = (await as(anna)).from('own');
  await hers.upload(`${anna}/shown.txt`, 'shown');
  const { data } = await hers.createSignedUrl(`${anna}/shown.txt`, 60);
  const upload = await hers.createSignedUploadUrl(`${anna}/later.txt`);
  const read = async () => (await fetch(data?.signedUrl ?? '')).status;
  const write = async () =>
    (await hers.uploadToSignedUrl(`${anna}/later.txt`, upload.data?.token ?? '', 'x')).error;
  expect(await read()).toBe(200);
  const policy = 'alter policy "People do anything in their own folder" on storage.objects';
  const rule = `bucket_id = 'own' and (storage.foldername(name))[1] = (select auth.uid())::text`;
  await sql.unsafe(`${policy} using (false) with check (false)`);
  expect(await read()).toBe(400);
  expect((await write())?.statusCode).toBe('403');
  await sql.unsafe(`${policy} using (${rule}) with check (${rule})`);
  expect(await read()).toBe(200);
  expect(await write()).toBeNull();
});

test('a link dies with the account that made it', async () => {
  const { sql } = server.server.dependencies.database;
  const admin = createClient(server.url, server.serviceKey).auth.admin;
  const account = { email: `${randomUUID()}@example.com`, password: 'plumb line and level 7' };
  const { data: made } = await admin.createUser({ ...account, email_confirm: true });
  const id = made.user?.id ?? '';
  const client = createClient(server.url, server.anonKey, { auth: { persistSession: false } });
  await client.auth.signInWithPassword(account);
  const files = client.storage.from('own');
  await files.upload(`${id}/a.txt`, 'a');
  const link = (await files.createSignedUrl(`${id}/a.txt`, 60)).data?.signedUrl ?? '';
  const { data: upload } = await files.createSignedUploadUrl(`${id}/b.txt`);
  const put = () =>
    withServiceKey()
      .from('own')
      .uploadToSignedUrl(`${id}/b.txt`, upload?.token ?? '', 'b');
  expect((await fetch(link)).status).toBe(200);
  await sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${id}`;
  expect((await fetch(link)).status).toBe(400);
  expect((await put()).error?.message).toBe('Who made the link has no account any more.');
  await sql`update auth.users set banned_until = null where id = ${id}`;
  expect((await fetch(link)).status).toBe(200);
  await admin.deleteUser(id);
  expect((await fetch(link)).status).toBe(400);
  expect((await put()).error).not.toBeNull();
});

test('what an uploader says about caching makes no private file public', async () => {
  const hers = (await as(anna)).from('own');
  const cacheControl = 'public, s-maxage=31536000, max-age=60, immutable';
  await hers.upload(`${anna}/cached.txt`, 'x', {
    headers: { 'cache-control': cacheControl },
  } as never);
  await hers.upload(`${anna}/form.txt`, new Blob(['x']), { cacheControl });
  for (const name of ['cached.txt', 'form.txt']) {
    const { data } = await hers.createSignedUrl(`${anna}/${name}`, 60);
    const { headers } = await fetch(data?.signedUrl ?? '');
    expect(headers.get('cache-control')).not.toMatch(/public|s-maxage/);
    expect(headers.get('cache-control')).toMatch(/^private/);
  }
});

test('uploads that were begun and left: only the newest of an account stay', async () => {
  const { sql } = server.server.dependencies.database;
  const { kid, privateKey } = server.server.dependencies.keys.signingKey;
  const token = await new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'ES256', kid })
    .setSubject(ben)
    .setExpirationTime('1h')
    .sign(privateKey);
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  for (let index = 0; index < 25; index += 1) {
    const { status } = await fetch(`${server.url}/storage/v1/upload/resumable`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        apikey: server.anonKey,
        'tus-resumable': '1.0.0',
        'upload-length': '1000',
        'upload-metadata': `bucketName ${base64('own')},objectName ${base64(`${ben}/${index}.txt`)}`,
      },
    });
    expect(status).toBe(201);
  }
  const rows =
    await sql`select name from storage.resumable_uploads where owner_id = ${ben} order by expires_at`;
  expect(rows.map(({ name }) => name)).toHaveLength(20);
  expect(rows.at(-1)?.['name']).toBe(`${ben}/24.txt`);
});

test('who sends a file again is told that it is there, others that they may not', async () => {
  const [hers, his] = [(await as(anna)).from('once'), (await as(ben)).from('once')];
  expect((await hers.upload('report.txt', 'whole')).error).toBeNull();
  expect((await hers.upload('report.txt', 'whole')).error?.statusCode).toBe('409');
  expect((await his.upload('report.txt', 'other')).error?.statusCode).toBe('403');
});

test('a policy can tell what is being done', async () => {
  await withServiceKey().from('unlisted').upload('a.txt', 'a');
  const files = (await as(anna)).from('unlisted');
  expect(await (await files.download('a.txt')).data?.text()).toBe('a');
  expect((await files.list()).data).toEqual([]);
  expect((await files.createSignedUrl('a.txt', 60)).error).not.toBeNull();
});

test('a policy can judge the size, also of a body that did not announce it', async () => {
  const files = (await as(anna)).from('small');
  expect((await files.upload('fits.txt', 'x'.repeat(100))).error).toBeNull();
  const announced = await files.upload('announced.txt', 'x'.repeat(101));
  expect(announced.error?.statusCode).toBe('403');
  const streamed = await files.upload('streamed.txt', Readable.from(['x'.repeat(101)]));
  expect(streamed.error?.statusCode).toBe('403');
});

test('what may be written need not be readable', async () => {
  const anyone = createClient(server.url, server.anonKey).storage.from('inbox');
  expect((await anyone.upload('note.txt', 'note')).error).toBeNull();
  expect((await anyone.download('note.txt')).error).not.toBeNull();
  expect((await anyone.upload('note.txt', 'other')).error?.statusCode).toBe('409');
  expect((await anyone.upload('note.txt', 'other', { upsert: true })).error?.statusCode).toBe(
    '403',
  );
});

test('buckets have policies of their own', async () => {
  const hers = await as(anna);
  expect((await hers.createBucket(`${anna}-photos`, { public: false })).error).toBeNull();
  expect((await hers.createBucket('photos', { public: false })).error?.statusCode).toBe('403');
  expect((await hers.getBucket(`${anna}-photos`)).error?.message).toBe('Bucket not found');
});

test('a bucket says who made it', async () => {
  const ownerOf = async (id: string) => (await withServiceKey().getBucket(id)).data?.owner;
  await (await as(ben)).createBucket(`${ben}-plans`, { public: false });
  await withServiceKey().createBucket('made-with-key', { public: false });
  expect(await ownerOf(`${ben}-plans`)).toBe(ben);
  expect(await ownerOf('made-with-key')).toBe('');
  const { data } = await withServiceKey().listBuckets();
  expect(data?.find(({ id }) => id === `${ben}-plans`)?.owner).toBe(ben);
});

test('of many uploads to one path one wins, or the last, and only its bytes stay', async () => {
  const files = withServiceKey().from('own');
  const contents = Array.from({ length: 12 }, (_, index) => `content ${index}`);
  const first = await Promise.all(contents.map((text) => files.upload('race.txt', text)));
  expect(first.filter(({ error }) => error === null)).toHaveLength(1);
  expect(first.filter(({ error }) => error?.statusCode === '409')).toHaveLength(11);
  const upsert = { upsert: true };
  const all = await Promise.all(contents.map((text) => files.upload('race.txt', text, upsert)));
  expect(all.filter(({ error }) => error !== null)).toEqual([]);
  expect(contents).toContain(await (await files.download('race.txt')).data?.text());
  await expectNoOrphans(server);
});

test('a client that hangs up in the middle leaves nothing', async () => {
  const broken = new AbortController();
  const body = new ReadableStream({
    async pull(controller) {
      controller.enqueue(new Uint8Array(100_000));
      await new Promise((resolve) => setTimeout(resolve, 20));
    },
  });
  const upload = fetch(`${server.url}/storage/v1/object/own/broken.bin`, {
    method: 'POST',
    headers: { apikey: server.serviceKey },
    body,
    duplex: 'half',
    signal: broken.signal,
  } as RequestInit);
  setTimeout(() => broken.abort(), 150);
  await expect(upload).rejects.toThrow();
  await expectNoOrphans(server);
});

test('all of it works on an S3-compatible store', async () => {
  const other = await startTestServer({
    supabaseDir: path.join(root, 'supabase'),
    env: { S3_URL: s3.url },
  });
  try {
    const hers = (await as(anna, other)).from('own');
    const large = Buffer.alloc(20 * 1024 * 1024, 'large');
    expect((await hers.upload(`${anna}/a.txt`, 'first')).error).toBeNull();
    expect((await hers.update(`${anna}/a.txt`, large)).error).toBeNull();
    expect((await hers.copy(`${anna}/a.txt`, `${anna}/b.txt`)).error).toBeNull();
    expect((await hers.move(`${anna}/a.txt`, `${anna}/c.txt`)).error).toBeNull();
    expect((await hers.upload(`${ben}/a.txt`, 'x')).error?.statusCode).toBe('403');
    const back = await hers.download(`${anna}/c.txt`);
    expect(Buffer.from(await (back.data ?? new Blob()).arrayBuffer()).equals(large)).toBe(true);
    const ranged = await fetch(`${other.url}/storage/v1/object/own/${anna}/b.txt`, {
      headers: { apikey: other.serviceKey, range: 'bytes=0-4' },
    });
    expect(await ranged.text()).toBe('large');
    await expectNoOrphans(other);
    expect(s3.objects.size).toBe(2);
    await hers.remove([`${anna}/b.txt`, `${anna}/c.txt`]);
    await expect.poll(() => s3.objects.size).toBe(0);
  } finally {
    await other.stop();
  }
});

test('an upload in pieces goes on at any server of one database and one store', async () => {
  const { host, port, user, password, database } = server.server.databaseService.platform;
  const env = {
    DATABASE_URL: `postgres://${user}:${password}@localhost:${port}/${database}?host=${host}`,
    S3_URL: s3.url,
  };
  const options = { supabaseDir: path.join(root, 'supabase'), env };
  const [one, two] = [await startTestServer(options), await startTestServer(options)];
  try {
    const content = randomBytes(14 * 1024 * 1024);
    const id = await beginUpload(one, `${anna}/pieces.bin`, content.length);
    const [half, end] = [6 * 1024 * 1024, content.length];
    expect(await sendPiece(one, id, 0, content.subarray(0, half))).toBe(204);
    expect(await offsetOf(two, id)).toBe(half);
    const twice = await Promise.all(
      [one, two].map((each) => sendPiece(each, id, half, content.subarray(half, end - 1))),
    );
    expect(twice.sort()).toEqual([204, 409]);
    const torn = { 'upload-checksum': `sha256 ${Buffer.alloc(32).toString('base64')}` };
    expect(await sendPiece(two, id, end - 1, content.subarray(-1), torn)).toBe(460);
    expect(await offsetOf(one, id)).toBe(end - 1);
    await one.server.stop();
    expect(await sendPiece(two, id, end - 1, content.subarray(-1))).toBe(204);
    const back = await withServiceKey(two).from('own').download(`${anna}/pieces.bin`);
    expect(Buffer.from(await (back.data ?? new Blob()).arrayBuffer()).equals(content)).toBe(true);
    // Its pieces are gone, the object is left.
    await expect.poll(() => s3.objects.size).toBe(1);

    const given = await beginUpload(two, `${anna}/given-up.bin`, 10);
    await sendPiece(two, given, 0, Buffer.alloc(5));
    expect(s3.objects.size).toBe(2);
    await tus(two, 'DELETE', given);
    await expect.poll(() => s3.objects.size).toBe(1);
  } finally {
    await two.stop();
  }
});

test('a store keeps the bytes when nobody knows whether the row was committed', async () => {
  const { database } = server.server.dependencies;
  const { requests } = database;
  const transaction = requests.transaction.bind(requests);
  const lost = vi.spyOn(requests, 'transaction');
  // The first one asks the policies.
  lost.mockImplementationOnce(transaction).mockImplementationOnce(async (...args) => {
    await transaction(...args);
    throw new HttpError(503, {}, { cause: new ConnectionLostError('lost at the commit') });
  });
  try {
    const files = withServiceKey().from('own');
    expect((await files.upload(`${anna}/doubt.txt`, 'committed')).error).not.toBeNull();
    expect(await (await files.download(`${anna}/doubt.txt`)).data?.text()).toBe('committed');
  } finally {
    lost.mockRestore();
  }
});

function tus(on: TestServer, method: string, path: string, headers = {}, body?: Buffer) {
  return fetch(`${on.url}/storage/v1/upload/resumable${path}`, {
    method,
    headers: { apikey: on.serviceKey, 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
}

async function beginUpload(on: TestServer, name: string, bytes: number): Promise<string> {
  const encoded = Buffer.from(name).toString('base64');
  const metadata = `bucketName ${Buffer.from('own').toString('base64')},objectName ${encoded}`;
  const headers = { 'upload-length': String(bytes), 'upload-metadata': metadata };
  const { headers: answered } = await tus(on, 'POST', '', headers);
  return `/${(answered.get('location') ?? '').split('/').at(-1)}`;
}

async function sendPiece(on: TestServer, id: string, at: number, piece: Buffer, more = {}) {
  const headers = {
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(at),
    ...more,
  };
  return (await tus(on, 'PATCH', id, headers, piece)).status;
}

async function offsetOf(on: TestServer, id: string): Promise<number> {
  return Number((await tus(on, 'HEAD', id)).headers.get('upload-offset'));
}

async function rowOf(name: string): Promise<{ owner_id: string | null }> {
  const [row] = await server.server.dependencies.database.sql<{ owner_id: string | null }[]>`
    select owner_id from storage.objects where name = ${name}`;
  return row ?? { owner_id: null };
}

async function expectNoOrphans(on: TestServer): Promise<void> {
  const { config, database } = on.server.dependencies;
  const directory = path.join(config.dataDir, 'storage');
  await expect.poll(() => readdirSync(path.join(directory, 'unfinished'))).toEqual([]);
  await expect.poll(() => database.sql`select from storage.removed_files`).toHaveLength(0);
  const files = await openFiles(config.s3Url, directory);
  const report = await checkStorage(database.sql, files, { fix: false, graceMs: 0 });
  expect(report).toMatchObject({ rowsWithoutFile: [], rowsWithOtherSize: [], filesWithoutRow: [] });
}
