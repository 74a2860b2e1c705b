import { createHash, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createApp } from '../../app.ts';
import { SystemProbes } from '../../system/system-probes.ts';
import { checksumOf } from './token-format.ts';

/** Two of them are a second's share, which a server counts at once. */
const LIMIT = 120;
let server: TestServer;
let owner: SupabaseClient;
const clients: SupabaseClient[] = [];

beforeAll(async () => {
  server = await startTestServer({ env: { API_TOKEN_LIMIT: String(LIMIT) } });
  const admin = createClient(server.url, server.serviceKey, { auth: { persistSession: false } });
  const account = { email: `${randomUUID()}@example.com`, password: 'correct horse battery' };
  await admin.auth.admin.createUser({ ...account, email_confirm: true });
  owner = createClient(server.url, server.anonKey, { auth: { persistSession: false } });
  await owner.auth.signInWithPassword(account);
  await owner.rpc('create_company', { name_param: 'Tokens', time_zone_param: 'America/Denver' });
  await owner.auth.refreshSession();
  await owner.from('projects').insert({ name: 'Harbor Point' }).throwOnError();
});

afterAll(async () => {
  for (const client of clients) await client.removeAllChannels();
  await server.stop();
});

async function make(...scopes: string[]): Promise<{ id: string; token: string }> {
  const { data } = await owner
    .rpc('create_api_token', { name_param: 'Script', scopes_param: scopes })
    .throwOnError();
  return data;
}

const revoke = (id: string) => owner.rpc('revoke_api_token', { id_param: id }).throwOnError();

function get(path: string, token: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, ...init.headers };
  return fetch(`${server.url}${path}`, { ...init, headers });
}

/** How many wait for a lock on a table. */
async function waitingFor(table: string): Promise<number | undefined> {
  const [row] = await server.server.dependencies.database.sql<{ count: number }[]>`
    select count(*)::int as count from pg_locks where not granted and relation = ${table}::text::regclass`;
  return row?.count;
}

const post = (path: string, token: string, body: unknown, prefer = 'return=minimal') =>
  get(path, token, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', prefer },
  });

describe('rest', () => {
  test('a token reads without an API key, and each answer says what is left', async () => {
    const { token } = await make('projects:read');
    const first = await get('/rest/v1/projects?select=name', token);
    expect([first.status, await first.json()]).toEqual([200, [{ name: 'Harbor Point' }]]);
    expect(first.headers.get('ratelimit-limit')).toBe(String(LIMIT));
    expect(Number(first.headers.get('ratelimit-remaining'))).toBeLessThan(LIMIT);
    expect(Number(first.headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60);
    const library = createClient(server.url, server.anonKey, { accessToken: async () => token });
    expect((await library.from('projects').select('name')).data).toEqual([
      { name: 'Harbor Point' },
    ]);
    expect((await library.rpc('my_token')).data).toMatchObject({ scopes: ['projects:read'] });
  });

  test('what a scope does not reach is 403 in the words of RFC 6750, embedded or written', async () => {
    const { token } = await make('projects:read');
    const tried = await Promise.all([
      get('/rest/v1/employees?select=id', token),
      get('/rest/v1/projects?select=id,time_entries(id)', token),
      post('/rest/v1/projects', token, { name: 'No' }),
      post(
        '/rest/v1/projects',
        token,
        { name: 'No' },
        'resolution=merge-duplicates,return=representation',
      ),
      post('/rest/v1/rpc/payroll_overview', token, {
        start_date_param: '2026-01-01',
        end_date_param: '2026-01-07',
      }),
      get('/rest/v1/audit_events?select=id', token),
      post('/rest/v1/rpc/save_changes', token, {
        table_param: 'projects',
        key_param: {},
        changes_param: {},
      }),
    ]);
    for (const answer of tried) {
      expect(answer.status, answer.url).toBe(403);
      expect(answer.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
      expect(await answer.json()).toMatchObject({ code: '42501', hint: 'insufficient_scope' });
    }
    const { count } = await owner.from('projects').select('id', { count: 'exact', head: true });
    expect(count).toBe(1);
  });

  test('mistyped, of another installation, revoked: 401', async () => {
    const { id, token } = await make('projects:read');
    const body = `chl_pat_8Kq2mZ7x_${'a1B2'.repeat(10)}`;
    const said = async (bad: string) => {
      const answer = await get('/rest/v1/projects', bad);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
      return (await answer.json()).message as string;
    };
    expect(await said(`${token.slice(0, -1)}!`)).toContain('mistyped');
    expect(await said('chl_pat_')).toContain('mistyped');
    expect(await said(`${body}${checksumOf(body)}`)).toContain(
      'does not belong to this installation',
    );
    await revoke(id);
    expect(await said(token)).toContain('was revoked');
  });

  test('never in an address, never for accounts', async () => {
    const { token } = await make('projects:read');
    const escaped = token.replaceAll('_', '%5F');
    for (const path of [
      `/rest/v1/projects?apikey=${token}`,
      `/rest/v1/projects?apikey=${escaped}`,
      `/storage/v1/object/x?token=${token}`,
      `/auth/v1/user?access_token=${token}`,
    ]) {
      const answer = await fetch(`${server.url}${path}`);
      const said = await answer.json();
      expect([answer.status, said.message ?? said.msg], path).toEqual([
        400,
        expect.stringContaining('never goes into an address'),
      ]);
    }
    const unknown = ['/auth/v1/nothing', '/system/v1/nothing'];
    for (const path of ['/auth/v1/user', '/auth/v1/settings', '/system/v1/status', ...unknown]) {
      expect((await get(path, token)).status, path).toBe(401);
    }
  });

  test('beyond its minute a token waits, and others do not', async () => {
    const { token } = await make('projects:read');
    const answers = await Promise.all(
      Array.from({ length: 2 * LIMIT + 5 }, () => get('/rest/v1/projects?select=id', token)),
    );
    const limited = answers.find(({ status }) => status === 429);
    expect(limited?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(limited?.headers.get('ratelimit-remaining')).toBe('0');
    const { token: other } = await make('projects:read');
    expect((await get('/rest/v1/projects?select=id', other)).status).toBe(200);
  });

  test('a message to /mcp counts, whether a tool is asked or not', async () => {
    const { token } = await make('projects:read');
    const ping = () => post('/mcp', token, { jsonrpc: '2.0', id: 1, method: 'ping' });
    expect((await ping()).headers.get('ratelimit-limit')).toBe(String(LIMIT));
    const answers = await Promise.all(Array.from({ length: 2 * LIMIT + 5 }, ping));
    const limited = answers.find(({ status }) => status === 429);
    expect(limited?.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

interface Reachable {
  readonly kind: 'table' | 'function';
  readonly name: string;
  readonly reads: readonly string[];
  /** Parameters of a function, the first column of a table. */
  readonly fields: readonly string[];
}

/** Requests of one token, within its minute. */
const PART = 100;

/** Every table and function that people reach, with the scopes that reach it. */
const reachable = () => server.server.dependencies.database.sql<Reachable[]>`
  select o.kind, o.name, string_to_array(coalesce(s.reads, ''), ' ') as reads, o.fields from (
    select 'table' as kind, c.relname as name, array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum limit 1) as fields
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p', 'm')
    union all
    select 'function', p.proname, coalesce(p.proargnames[1:p.pronargs], '{}') from pg_proc p
     where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
       and not exists (select from unnest(p.proargtypes) t join pg_class r on r.reltype = t)) o
    left join private.api_scopes() s on s.kind = o.kind and s.name = o.name`;

test('time:read tries everything there is, reads time, and nothing else', async () => {
  const calls = (await reachable()).flatMap(({ kind, name, reads, fields }) => {
    const isOpen = reads.includes('time:read') || reads.includes('*');
    const body = Object.fromEntries(fields.map((field) => [field, null]));
    if (kind === 'function')
      return [{ method: 'POST', path: `/rest/v1/rpc/${name}`, body, isOpen }];
    const path = `/rest/v1/${name}?${fields[0]}=is.null`;
    return [
      { method: 'GET', path, isOpen },
      { method: 'POST', path: `/rest/v1/${name}`, body, isOpen: false },
      { method: 'PATCH', path, body, isOpen: false },
      { method: 'DELETE', path, isOpen: false },
    ];
  });
  const tokens = [];
  for (let at = 0; at < calls.length; at += PART) tokens.push(await make('time:read'));
  const changes = () => server.server.dependencies.database.sql`select count(*) from audit_events`;
  const before = await changes();
  const wrong: string[] = [];
  await Promise.all(
    tokens.map(async ({ token }, part) => {
      for (const { method, path, body, isOpen } of calls.slice(part * PART, (part + 1) * PART)) {
        const answer = await get(path, token, {
          method,
          headers: { 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const said = await answer.text();
        const isRefused = answer.status === 403 && said.includes('"insufficient_scope"');
        if (isRefused === isOpen) wrong.push(`${method} ${path}: ${answer.status} ${said}`);
      }
    }),
  );
  expect(wrong).toEqual([]);
  expect(calls.length).toBeGreaterThan(1_000);
  expect(await changes()).toEqual(before);
  for (const { id } of tokens) await revoke(id);
});

test('storage: files need their scope, in the buckets that have one', async () => {
  const without = await make('projects:read');
  const { token } = await make('files:read');
  const list = (bucket: string, bearer: string) =>
    post(`/storage/v1/object/list/${bucket}`, bearer, { prefix: '' });
  expect((await list('photos', token)).status).toBe(200);
  expect(await (await list('photos', without.token)).json()).toEqual([]);
  const upload = await get(`/storage/v1/object/documents/${randomUUID()}/x.txt`, token, {
    method: 'POST',
    body: 'x',
  });
  expect(upload.ok).toBe(false);
});

describe('two servers on one database', () => {
  let second: Awaited<ReturnType<typeof createApp>>;
  beforeAll(async () => {
    second = await createApp({
      ...server.server.dependencies,
      probes: new SystemProbes(),
    });
    await second.ready();
  });
  afterAll(() => second.close());
  const ask = async (token: string) => {
    const answers = await Promise.all([
      get('/rest/v1/projects?select=name&limit=1', token).then(({ status }) => status),
      second
        .inject({ url: '/rest/v1/projects?select=name&limit=1', headers: bearer(token) })
        .then(({ statusCode }) => statusCode),
    ]);
    return answers;
  };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  test('a token revoked on one is refused by the other at its next request', async () => {
    const { id, token } = await make('projects:read');
    for (let call = 0; call < 3; call++) expect(await ask(token)).toEqual([200, 200]);
    await revoke(id);
    expect(await ask(token)).toEqual([401, 401]);
  });

  test('also where nobody heard of it', async () => {
    const { id, token } = await make('projects:read', 'projects:write');
    for (let call = 0; call < 3; call++) expect(await ask(token)).toEqual([200, 200]);
    await server.server.dependencies.database.sql.begin(async (tx) => {
      // No trigger, so nothing is announced.
      await tx`set local session_replication_role = replica`;
      await tx`update public.api_tokens set revoked_at = now(), revoked_because = 'revoked' where id = ${id}`;
    });
    const refused = await get('/rest/v1/projects?select=name', token);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(await ask(token)).toEqual([401, 401]);
    expect((await post('/rest/v1/projects', token, { name: 'After its end' })).status).toBe(401);
    const { data } = await owner.from('projects').select('id').eq('name', 'After its end');
    expect(data).toEqual([]);
  });

  test('share one limit', async () => {
    const { token } = await make('projects:read');
    const answers = (await Promise.all(Array.from({ length: LIMIT + 5 }, () => ask(token)))).flat();
    // A new minute may begin in between.
    const passed = answers.filter((status) => status === 200).length;
    expect(passed).toBeLessThanOrEqual(2 * LIMIT);
    expect(answers.filter((status) => status === 429).length).toBe(answers.length - passed);
    expect(answers).toContain(429);
  });
});

describe('revoked while its request is under way', () => {
  test('a write that waits is rolled back, and the program sees its connection end', async () => {
    const { id, token } = await make('projects:write');
    const { sql } = server.server.dependencies.database;
    const release = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = sql.begin(async (tx) => {
      await tx`lock table public.projects in share mode`;
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const answer = post('/rest/v1/projects', token, { name: 'Too late' }).then(
      ({ status }) => status,
      () => 'ended',
    );
    const waiting = () => waitingFor('public.projects');
    await expect.poll(waiting).toBe(1);
    await revoke(id);
    expect(await answer).toBe('ended');
    await expect.poll(waiting).toBe(0);
    release.resolve();
    await holding;
    const { data } = await owner.from('projects').select('id').eq('name', 'Too late');
    expect(data).toEqual([]);
  });

  test('an upload that is half here is dropped', async () => {
    const { id, token } = await make('files:write', 'projects:read');
    const body = Buffer.alloc(2_000_000, 7);
    const sha256 = createHash('sha256').update(body).digest('hex');
    const { data: project } = await owner.from('projects').select('id').limit(1).single();
    const photo = { id: randomUUID(), project_id: project?.id, sha256, size_bytes: body.length };
    const added = await post('/rest/v1/photos', token, photo, 'return=representation');
    const [{ path }] = (await added.json()) as [{ path: string }];
    const upload = request(`${server.url}/storage/v1/object/photos/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'image/jpeg',
        'content-length': body.length,
      },
    });
    const outcome = new Promise<number | string | undefined>((resolve) => {
      upload.on('response', (response) => resolve(response.statusCode));
      upload.on('error', () => resolve('ended'));
    });
    await new Promise((resolve) => upload.write(body.subarray(0, 1_000_000), resolve));
    // The token was asked about before the body is read.
    const { data: used } = await owner.from('api_tokens').select('last_used_at').eq('id', id);
    expect(used).toMatchObject([{ last_used_at: expect.any(String) }]);
    await revoke(id);
    expect(await outcome).toBe('ended');
    const { sql } = server.server.dependencies.database;
    expect(await sql`select id from storage.objects where name = ${path}`).toEqual([]);
    const { data: row } = await owner.from('photos').select('uploaded_at').eq('id', photo.id);
    expect(row).toEqual([{ uploaded_at: null }]);
  });
});

describe('realtime', () => {
  async function listen(token: string, table: string) {
    const client = createClient(server.url, server.anonKey, { accessToken: async () => token });
    clients.push(client);
    // Else the first join goes out before the library asked for the token.
    await client.realtime.setAuth();
    const heard: unknown[] = [];
    const states: string[] = [];
    const channel = client
      .channel(`of-${randomUUID()}`)
      .on('postgres_changes', { event: '*', schema: 'public', table }, (change) =>
        heard.push(change),
      )
      .on('system', {}, ({ status, message }) => states.push(`${status} ${message}`))
      .subscribe((state, error) => states.push(error ? `${state} ${error.message}` : state));
    return { heard, states, channel };
  }
  const isListening = (states: readonly string[]) => states.some((one) => one.startsWith('ok'));

  test('a token hears what its scopes read, and nothing once it is revoked', async () => {
    const allowed = await make('projects:read');
    const other = await make('files:read');
    const [heard, deaf] = await Promise.all([
      listen(allowed.token, 'projects'),
      listen(other.token, 'projects'),
    ]);
    await expect.poll(() => isListening(heard.states) && isListening(deaf.states)).toBe(true);
    await owner.from('projects').insert({ name: 'Announced' }).throwOnError();
    await expect.poll(() => heard.heard.length).toBe(1);
    expect(deaf.heard).toEqual([]);
    await revoke(allowed.id);
    await expect.poll(() => heard.states.join()).toContain('The token has ended');
    await owner.from('projects').insert({ name: 'After' }).throwOnError();
    expect(heard.heard).toHaveLength(1);
  });

  test('one that is revoked while it joins hears nothing', async () => {
    const { id, token } = await make('projects:read');
    const { sql } = server.server.dependencies.database;
    const release = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    // The join waits here, when it was asked whose token it is.
    const holding = sql.begin(async (tx) => {
      await tx`lock table realtime.watchers in access exclusive mode`;
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const late = await listen(token, 'crews');
    await expect.poll(() => waitingFor('realtime.watchers')).toBeGreaterThan(0);
    await revoke(id);
    release.resolve();
    await holding;
    await expect.poll(() => late.states.join()).toContain('CHANNEL_ERROR');
    expect(late.states).not.toContain('SUBSCRIBED');
  });

  test('a revoked token joins nothing, and one in the address opens no socket', async () => {
    const { id, token } = await make('projects:read');
    await revoke(id);
    const late = await listen(token, 'projects');
    await expect.poll(() => late.states.join()).toMatch(/CHANNEL_ERROR/);
    const { token: fresh } = await make('projects:read');
    for (const written of [fresh, fresh.replaceAll('_', '%5f')]) {
      const socket = new WebSocket(
        `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${written}&vsn=1.0.0`,
      );
      await expect(
        new Promise((resolve) => {
          socket.onopen = () => resolve('open');
          socket.onerror = () => resolve('refused');
        }),
      ).resolves.toBe('refused');
    }
  });

  test('one that has made all requests of its minute is told so, and does not listen in vain', async () => {
    const { id, token } = await make('projects:read');
    const use = () => server.server.dependencies.database.sql`
      insert into private.api_token_uses as u (token_id, minute, requests)
      values (${id}, date_trunc('minute', clock_timestamp()), ${LIMIT})
      on conflict (token_id) do update set minute = excluded.minute, requests = excluded.requests`;
    // A minute that just began has its full count again: of two such tries one is within a minute.
    const tried: string[] = [];
    for (let attempt = 0; attempt < 2; attempt++) {
      await use();
      const { states, channel } = await listen(token, 'projects');
      await expect.poll(() => states.join()).toMatch(/CHANNEL_ERROR|SUBSCRIBED/);
      tried.push(states.join());
      await channel.unsubscribe();
    }
    expect(tried.join()).toContain('all requests of this minute');
  });
});
