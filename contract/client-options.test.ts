import { hash } from '@node-rs/bcrypt';
import { createClient } from '@supabase/supabase-js';
import { describe, expect, inject, test } from 'vitest';
import { clientOptions } from './client-options.ts';
import { connect, project, signUp } from './integration-client.ts';
import { anonymous, service } from './rest-client.ts';
import { newBucket, serviceClient } from './storage-fixture.ts';
import { listedUnder, testsCalling, unservedMethods } from './tested-calls.ts';

/** The client does these by itself, or says the same by another name. */
const LOCAL = /\((signal|cache|duplex|timeout|allowExpired|jwks|keys|foreignTable|join_ref|ref)\)$/;
/** Takes back what another method answered. */
const HANDED_BACK = /^auth\.unlinkIdentity\(/;

const admin = () =>
  createClient(project.url, project.serviceKey, { auth: { persistSession: false } });

const NOT_SERVED = new Set(
  listedUnder('Options of served methods that are not served')
    .flatMap((cell) => [...cell.matchAll(/`([\w.*]+)\(([\w, ]+)\)`/g)])
    .flatMap(([, method, names = '']) => names.split(', ').map((name) => `${method}(${name})`)),
);

const parse = (option: string) => /^(.+)\((.+)\)$/.exec(option)?.slice(1) as [string, string];

function isTested(option: string): boolean {
  const [method, name] = parse(option);
  return testsCalling(method).some((text) => new RegExp(`\\b${name}\\b`).test(text));
}

function isListed(option: string): boolean {
  return NOT_SERVED.has(option) || NOT_SERVED.has(`*(${parse(option)[1]})`);
}

describe('every option that the clients declare', () => {
  const options = clientOptions();

  test('is in a contract test of its method, or listed as not served', () => {
    expect(options.length).toBeGreaterThan(200);
    const others = unservedMethods();
    const isServed = (option: string) =>
      !others.has(parse(option)[0]) && testsCalling(parse(option)[0]).length > 0;
    const missing = options.filter(
      (option) =>
        isServed(option) &&
        !LOCAL.test(option) &&
        !HANDED_BACK.test(option) &&
        !isTested(option) &&
        !isListed(option),
    );
    expect(missing).toEqual([]);
  });

  test('that is listed exists', () => {
    const names = new Set(options.map((option) => `*(${parse(option)[1]})`));
    const known = (option: string) => options.includes(option) || names.has(option);
    expect([...NOT_SERVED].filter((option) => !known(option))).toEqual([]);
  });
});

test('rest: what is embedded is filtered, ordered and cut by itself', async () => {
  const embedded = () =>
    anonymous().from('authors').select('name,books!books_author_fkey(title)').eq('id', 1);
  const referencedTable = 'books';
  const titles = async (query: PromiseLike<{ data: { books: { title: string }[] }[] | null }>) =>
    (await query).data?.[0]?.books.map(({ title }) => title);
  const all = await titles(embedded().order('title', { referencedTable }));
  expect(all?.length).toBeGreaterThan(1);
  const down = embedded().order('title', { referencedTable, ascending: false });
  expect(await titles(down)).toEqual(all?.toReversed());
  const first = embedded().order('title', { referencedTable }).limit(1, { referencedTable });
  expect(await titles(first)).toEqual(all?.slice(0, 1));
  const second = embedded().order('title', { referencedTable }).range(1, 1, { referencedTable });
  expect(await titles(second)).toEqual(all?.slice(1, 2));
  const either = embedded().or(`title.eq.${all?.[0]},title.eq.none`, { referencedTable });
  expect(await titles(either)).toEqual(all?.slice(0, 1));
});

test('rest: a plan with everything that was measured', async () => {
  const measures = { analyze: true, settings: true, buffers: true, wal: true } as const;
  const { data } = await service()
    .from('books')
    .select()
    .explain({ ...measures, format: 'json' });
  expect(data).toMatchObject([
    { 'Execution Time': expect.any(Number), Plan: { 'Shared Hit Blocks': expect.any(Number) } },
  ]);
});

test('accounts: the service makes somebody by a hash, shut out for an hour, and changes them', async () => {
  const email = `hashed-${Date.now()}@example.com`;
  const hashed = { password_hash: await hash('correct horse battery', 6), email_confirm: true };
  const { auth } = admin();
  const made = await auth.admin.createUser({ email, ...hashed, ban_duration: '1h' });
  const id = made.data.user?.id ?? '';
  const signIn = (password: string) => connect().auth.signInWithPassword({ email, password });
  expect((await signIn('correct horse battery')).error?.code).toBe('user_banned');
  const changed = await auth.admin.updateUserById(id, {
    ban_duration: 'none',
    email_confirm: true,
    role: 'authenticated',
    password: 'another horse battery',
  });
  expect(changed.error).toBeNull();
  expect((await signIn('correct horse battery')).error?.code).toBe('invalid_credentials');
  expect((await signIn('another horse battery')).data.user?.role).toBe('authenticated');
  const { data } = await auth.admin.listUsers({ page: 1, perPage: 1 });
  expect(data.users).toHaveLength(1);
});

test('accounts: the service gives somebody a number that counts as confirmed', async () => {
  const { id } = await signUp(connect());
  const { auth } = admin();
  const phone = `1555${Date.now() % 10_000_000}`.padEnd(11, '0');
  const changed = await auth.admin.updateUserById(id, { phone, phone_confirm: true });
  expect(changed.error).toBeNull();
  const { data } = await auth.admin.getUserById(id);
  expect(data.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) });
});

test('files: what an upload by link says of itself, and addresses past a cache', async () => {
  const name = await newBucket();
  const { storage } = serviceClient();
  const bucket = storage.from(name);
  const { data } = await bucket.createSignedUploadUrl('a.csv');
  const anyone = createClient(inject('api').url, inject('api').anonKey).storage.from(name);
  const options = { contentType: 'text/csv', cacheControl: '60', metadata: { by: 'link' } };
  const sent = await anyone.uploadToSignedUrl('a.csv', data?.token ?? '', 'a,b', options);
  expect(sent.error).toBeNull();
  const { data: info } = await bucket.info('a.csv');
  expect(info).toMatchObject({ contentType: 'text/csv', cacheControl: 'max-age=60' });

  const cacheNonce = 'v2';
  const { data: one } = await bucket.createSignedUrl('a.csv', 60, { cacheNonce });
  const { data: several } = await bucket.createSignedUrls(['a.csv'], 60, { cacheNonce });
  for (const url of [one?.signedUrl, several?.[0]?.signedUrl]) {
    expect(await (await fetch(url ?? '')).text()).toBe('a,b');
  }
  const open = storage.from(await newBucket({ public: true }));
  await open.upload('a.csv', 'a,b');
  const { publicUrl } = open.getPublicUrl('a.csv', { cacheNonce }).data;
  expect(await (await fetch(publicUrl)).text()).toBe('a,b');
  const { publicUrl: small } = open.getPublicUrl('a.png', { transform: { width: 10 } }).data;
  expect(small).toContain('/render/image/public/');
  const cleared = await bucket.purgeCache('a.csv', { transformations: true });
  expect(cleared.error).toBeNull();
  const all = await storage.purgeBucketCache(name, { transformations: true });
  expect(all.error).toBeNull();
});
