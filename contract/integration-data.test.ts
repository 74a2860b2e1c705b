import { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { connect, signIn, signUp } from './integration-client.ts';

const client = connect();

test('A client can be made', () => {
  expect(client).toBeInstanceOf(SupabaseClient);
});

describe('Rows', () => {
  test('Anyone reads', async () => {
    const { data, error } = await client.from('todos').select('*').limit(5);
    expect(error).toBeNull();
    expect(Array.isArray(data)).toBe(true);
  });

  test('What was added can be removed and is gone', async () => {
    const added = await client
      .from('todos')
      .insert({ task: 'Pour the slab', is_complete: false })
      .select()
      .single();
    expect(added.error).toBeNull();
    expect(added.data).toMatchObject({ task: 'Pour the slab', is_complete: false });
    const removed = await client.from('todos').delete().eq('id', added.data.id);
    expect(removed.error).toBeNull();
    const gone = await client.from('todos').select('*').eq('id', added.data.id).single();
    expect(gone.error).not.toBeNull();
    expect(gone.data).toBeNull();
  });
});

describe('Headers of a trace', () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const traced = connect({ global: { headers: { traceparent, tracestate: 'a=1' } } });

  test('Functions can read them', async () => {
    const { data, error } = await traced.rpc('get_trace_headers');
    expect(error).toBeNull();
    expect(data).toEqual({ traceparent, tracestate: 'a=1' });
  });

  test('Queries go on as before', async () => {
    const { data, error } = await traced.from('todos').select('*').limit(1);
    expect(error).toBeNull();
    expect(Array.isArray(data)).toBe(true);
  });

  test('Without them there are none', async () => {
    const { data, error } = await client.rpc('get_trace_headers');
    expect(error).toBeNull();
    expect(data.traceparent).toBeNull();
  });
});

describe('Rows of users', () => {
  const ana = connect();
  const ben = connect();
  let anaId: string;
  let anaTodo: string;
  let benTodo: string;

  beforeAll(async () => {
    const add = async (who: SupabaseClient, id: string) => {
      const { data } = await who
        .from('todos')
        .insert({ task: 'Mine', user_id: id })
        .select()
        .single()
        .throwOnError();
      return data.id as string;
    };
    anaId = (await signUp(ana)).id;
    anaTodo = await add(ana, anaId);
    benTodo = await add(ben, (await signUp(ben)).id);
  });

  test('Anyone still reads as nobody', async () => {
    const { data, error } = await client.from('todos').select('*').limit(5);
    expect(error).toBeNull();
    expect(data?.length).toBeGreaterThan(0);
  });

  test('Users read their own', async () => {
    const { data, error } = await ana.from('todos').select('*').eq('id', anaTodo).single();
    expect(error).toBeNull();
    expect(data.task).toBe('Mine');
  });

  test('Users do not read those of others', async () => {
    const { data, error } = await ana.from('todos').select('*').eq('id', benTodo).single();
    expect(error).not.toBeNull();
    expect(data).toBeNull();
  });

  test('Users add their own, and none for others', async () => {
    const own = await ana
      .from('todos')
      .insert({ task: 'Another', user_id: anaId })
      .select()
      .single();
    expect(own.error).toBeNull();
    const forged = await ben.from('todos').insert({ task: 'Forged', user_id: anaId });
    expect(forged.error?.code).toBe('42501');
  });

  test('Users change their own', async () => {
    const { data, error } = await ana
      .from('todos')
      .update({ task: 'Changed' })
      .eq('id', anaTodo)
      .select()
      .single();
    expect(error).toBeNull();
    expect(data.task).toBe('Changed');
  });
});

describe('Users', () => {
  test('Signing up makes a user', async () => {
    const fresh = connect();
    const { email } = await signUp(fresh);
    const { data } = await fresh.auth.getSession();
    expect(data.session?.user.email).toBe(email);
  });

  test('Signing in and out', async () => {
    const fresh = connect();
    const { email } = await signUp(fresh);
    const { data, error } = await signIn(fresh, email);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect((await fresh.auth.signOut()).error).toBeNull();
  });

  test('The server knows who is signed in', async () => {
    const fresh = connect();
    const { email } = await signUp(fresh);
    const { data, error } = await fresh.auth.getUser();
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
  });

  test('A wrong password is refused', async () => {
    const fresh = connect();
    const { email } = await signUp(fresh);
    const { data, error } = await signIn(connect(), email, 'wrongpassword');
    expect(error).not.toBeNull();
    expect(data.user).toBeNull();
  });

  test('An unknown user is refused', async () => {
    const { data, error } = await signIn(connect(), 'nobody@example.com');
    expect(error).not.toBeNull();
    expect(data.user).toBeNull();
  });
});

test('A file goes up, is listed and goes away', async () => {
  const bucket = client.storage.from('test-bucket');
  const file = new Blob(['Hello, storage!'], { type: 'text/plain' });
  const up = await bucket.upload('test-file.txt', file, { upsert: true });
  expect(up.error).toBeNull();
  const list = await bucket.list();
  expect(list.error).toBeNull();
  expect(list.data?.map(({ name }) => name)).toContain('test-file.txt');
  const gone = await bucket.remove(['test-file.txt']);
  expect(gone.error).toBeNull();
});

test.each([
  { timeout: 5_000 },
  { schema: 'public' as const },
  { schema: 'public' as const, timeout: 10_000 },
])('A client takes the database options %j', async (db) => {
  const { error } = await connect({ db } as never)
    .from('todos')
    .select('id')
    .limit(1);
  expect(error).toBeNull();
});
