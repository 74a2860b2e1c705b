import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { describe, expect, inject, test } from 'vitest';
import { anonymous, get, send, service } from './rest-client.ts';

const SESSIONLESS = { auth: { persistSession: false, autoRefreshToken: false } };

async function member() {
  const { url, anonKey } = inject('rest');
  const email = `${randomUUID()}@example.com`;
  const password = 'correct horse battery';
  const made = await service().auth.admin.createUser({ email, password, email_confirm: true });
  expect(made.error).toBeNull();
  const client = createClient(url, anonKey, SESSIONLESS);
  const { data } = await client.auth.signInWithPassword({ email, password });
  return { client, id: made.data.user?.id ?? '', token: data.session?.access_token ?? '' };
}

describe('keys and tokens', () => {
  test('a sign-up without confirmation answers with a session and the time it began', async () => {
    const { url, anonKey } = inject('rest');
    const signUp = { email: `${randomUUID()}@example.com`, password: 'correct horse battery' };
    const { data, error } = await createClient(url, anonKey, SESSIONLESS).auth.signUp(signUp);
    expect(error).toBeNull();
    expect(data.session?.access_token).toBeTruthy();
    expect(data.user?.last_sign_in_at).toEqual(expect.any(String));
  });

  test('a key is needed, and must be one of ours', async () => {
    const { url } = inject('rest');
    const without = await fetch(`${url}/rest/v1/books`);
    expect([without.status, await without.json()]).toMatchObject([
      401,
      { message: 'No API key found in request' },
    ]);
    expect((await send('GET', 'books', { key: 'sb_publishable_wrong' })).status).toBe(401);
  });

  test('a foreign or broken token is refused', async () => {
    const { serviceKey } = inject('rest');
    const foreign =
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.QzfXm0kW1Q9o0lJ1yW2S9n5yJ1vXl4z3m0vN1uO0w4A';
    for (const token of [foreign, 'a.b.c', 'nonsense', `${serviceKey}x`]) {
      const { status, json, headers } = await get('books', { authorization: `Bearer ${token}` });
      expect([status, json.code]).toEqual([401, 'PGRST301']);
      expect(headers.get('www-authenticate')).toContain('invalid_token');
    }
  });
});

describe('rights', () => {
  test('rows are those of the caller', async () => {
    const [ada, bo] = [await member(), await member()];
    const id = Math.floor(Math.random() * 1e9);
    const made = await ada.client
      .from('diaries')
      .insert({ id, entry: 'mine' })
      .select('id,owner_id');
    expect(made.data).toEqual([{ id, owner_id: ada.id }]);
    expect((await ada.client.from('diaries').select('entry').eq('id', id)).data).toEqual([
      { entry: 'mine' },
    ]);
    expect((await bo.client.from('diaries').select('entry').eq('id', id)).data).toEqual([]);
    expect((await bo.client.from('diaries').select('id', { count: 'exact' })).count).toBe(0);
    const forged = await bo.client.from('diaries').insert({ id: id + 1, owner_id: ada.id });
    expect([forged.status, forged.error?.code]).toEqual([403, '42501']);
    expect((await service().from('diaries').select('secret').eq('id', id)).data).toEqual([
      { secret: 'hidden' },
    ]);
  });

  test('columns too, and for whoever is not known it is 401', async () => {
    const ada = await member();
    const { status, error } = await ada.client.from('diaries').select('secret');
    expect([status, error?.code]).toEqual([403, '42501']);
    const nobody = await anonymous().from('diaries').select('id');
    expect([nobody.status, nobody.error?.code]).toEqual([401, '42501']);
  });

  test('plans are for the service', async () => {
    const plan = await service().from('books').select().explain({ format: 'json' });
    expect(plan.data).toMatchObject([{ Plan: { 'Node Type': 'Aggregate' } }]);
    expect((await service().from('books').select().explain()).data).toMatch(/Aggregate {2}\(cost=/);
    const verbose = await service()
      .from('books')
      .select()
      .explain({ verbose: true, format: 'json' });
    expect(verbose.data).toMatchObject([{ 'Query Identifier': expect.any(Number) }]);
    expect((await anonymous().from('books').select().explain()).status).toBe(406);
  });
});

describe('schemas', () => {
  test('another exposed one by profile', async () => {
    const archive = anonymous().schema('archive');
    expect((await archive.from('papers').select('topic').order('id')).data).toEqual([
      { topic: 'maps' },
      { topic: 'letters' },
    ]);
    expect((await archive.rpc('paper_count')).data).toBe(2);
    expect(
      (await get('papers', { 'accept-profile': 'archive' })).headers.get('content-profile'),
    ).toBe('archive');
  });

  test('none that is not exposed', async () => {
    for (const schema of ['auth', 'pg_catalog', 'private', 'storage']) {
      const { status, json } = await get('users', { 'accept-profile': schema });
      expect([status, json]).toEqual([
        406,
        {
          code: 'PGRST106',
          message: `Invalid schema: ${schema}`,
          details: null,
          hint: 'Only the following schemas are exposed: public, archive',
        },
      ]);
    }
  });
});

describe('description', () => {
  test('of what the caller may use', async () => {
    const { json, headers } = await get('');
    expect(headers.get('content-type')).toContain('application/openapi+json');
    expect(json.swagger).toBe('2.0');
    expect(json.paths).toHaveProperty('/books');
    expect(json.paths).toHaveProperty('/rpc/add');
    expect(json.paths).not.toHaveProperty('/diaries');
    expect(json.definitions.books.properties.state).toMatchObject({
      enum: ['draft', 'published', 'withdrawn'],
    });
    expect(json.definitions.books.required).toContain('title');
    const answerOf = (name: string) => json.paths[`/rpc/${name}`].post.responses['200']?.schema;
    expect(answerOf('find_books')).toEqual({
      type: 'array',
      items: { $ref: '#/definitions/books' },
    });
    expect(answerOf('book_summary').items.properties).toMatchObject({
      title: { type: 'string' },
      page_count: { type: 'integer' },
    });
    expect(answerOf('add')).toMatchObject({ type: 'integer' });
    expect(json.paths['/rpc/do_nothing'].post.responses).toHaveProperty('204');
    const { serviceKey } = inject('rest');
    expect((await send('GET', '', { key: serviceKey })).json.paths).toHaveProperty('/diaries');
    // Each has their own, also from what is remembered.
    expect((await get('')).json).toEqual(json);
  });
});

describe('slow queries', () => {
  test('end when nobody waits for them any more', async () => {
    const running = async () => {
      const { data } = await service().rpc('running_waits');
      return data as number;
    };
    const controller = new AbortController();
    const { url, serviceKey } = inject('rest');
    const waiting = fetch(`${url}/rest/v1/rpc/wait_for`, {
      method: 'POST',
      headers: { apikey: serviceKey, 'content-type': 'application/json' },
      body: '{"seconds":30}',
      signal: controller.signal,
    }).catch((error: Error) => error.name);
    await expect.poll(running).toBe(1);
    controller.abort();
    expect(await waiting).toBe('AbortError');
    await expect.poll(running).toBe(0);
  });

  test('and when their time is over', async () => {
    const { status, error } = await anonymous().rpc('wait_for', { seconds: 20 });
    expect([status, error?.code]).toEqual([500, '57014']);
  });
});
