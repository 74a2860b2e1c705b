import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareDataDirectory } from '../../testing/prepared-cluster.ts';
import { isRunning, type SpawnedServer, spawnServer } from '../../testing/spawn-server.ts';
import { embeddedEndpoint } from '../database/embedded/embedded-postgres.ts';
import { connectPlatform } from '../database/sql/connect.ts';
import type { Sql } from '../database/sql/sql.ts';
import type { Secrets } from '../keys/secrets.ts';

const POOL = 4;
const LOCK = 4711;
const PASSWORD = 'correct horse battery staple';
const dataDir = mkdtempSync(path.join(tmpdir(), 'chalkline-workers-'));
const one = new Agent({ keepAlive: true, maxSockets: 1 });
const two = new Agent({ keepAlive: true, maxSockets: 1 });
let server: SpawnedServer;
let secrets: Secrets;
let sql: Sql;

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

interface Question {
  readonly method?: string;
  readonly key?: string;
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  /** A connection that is kept; else a new one, which goes to any worker. */
  readonly agent?: Agent;
}

beforeAll(async () => {
  await prepareDataDirectory(dataDir);
  await start();
  await sql.unsafe(`
    set role platform_owner;
    create table public.notes (id uuid primary key, body text);
    alter publication supabase_realtime add table public.notes;
    create function public.wait_for_lock() returns text language plpgsql
    set statement_timeout = '120s' as $$
    begin
      perform pg_advisory_lock_shared(${LOCK});
      perform pg_advisory_unlock_shared(${LOCK});
      return 'waited';
    end $$;
    grant all on public.notes to anon, authenticated, service_role;
    grant execute on function public.wait_for_lock to anon, authenticated, service_role;
    reset role;
    notify pgrst, 'reload schema'`);
  await pinConnections();
});

afterAll(async () => {
  if (server.process.exitCode === null) await server.end('SIGTERM');
  one.destroy();
  two.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const outcome = await spawnServer({
    DATA_DIR: dataDir,
    WORKERS: '2',
    DATABASE_POOL: String(POOL),
    EMAIL_CONFIRMATION: 'off',
  });
  if (!isRunning(outcome)) throw new Error(outcome.output);
  server = outcome;
  secrets = JSON.parse(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')) as Secrets;
  sql = connectPlatform(embeddedEndpoint(dataDir, secrets.databasePassword), { max: 2 });
}

function ask(url: string, question: Question = {}): Promise<Answer> {
  const { publishableKey } = secrets.keys;
  const { key = publishableKey, token = key, agent = false, body } = question;
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(url, server.url),
      {
        method: question.method ?? 'GET',
        agent,
        headers: {
          apikey: key,
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...question.headers,
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Requests counted by each worker, by its place. */
async function counts(of: string): Promise<Map<number, number>> {
  let text: string;
  // A worker that is busy for a second is not among the figures.
  do ({ text } = await ask('/metrics'));
  while (![1, 2].every((place) => text.includes(`worker="${place}"`)));
  const found = new Map<number, number>();
  for (const line of text
    .split('\n')
    .filter((line) => !line.startsWith('#') && line.includes(of))) {
    const place = Number(/worker="(\d+)"/.exec(line)?.[1]);
    found.set(place, (found.get(place) ?? 0) + Number(line.split(' ').at(-1)));
  }
  return found;
}

/** The worker that a connection leads to: it alone counts what nobody else asks. */
async function workerOf(agent: Agent): Promise<number | undefined> {
  const strange = 'method="DELETE",status="404"';
  const before = await counts(strange);
  expect((await ask('/rest', { method: 'DELETE', agent })).status).toBe(404);
  for (const [place, count] of await counts(strange)) {
    if (count > (before.get(place) ?? 0)) return place;
  }
  return undefined;
}

/** One connection to each worker. */
async function pinConnections(): Promise<void> {
  const first = await workerOf(one);
  while ((await workerOf(two)) === first) two.destroy();
}

/** As `/proc` tells it; where there is none, `ps`. */
function childrenOf(pid: number): [pid: number, command: string][] {
  const task = `/proc/${pid}/task/${pid}/children`;
  if (existsSync(task)) {
    const children = readFileSync(task, 'utf8').split(' ').filter(Boolean).map(Number);
    return children.filter(isAlive).map((child) => [child, commandOf(child)]);
  }
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return list
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent]) => Number(parent) === pid)
    .map(([child, , ...args]) => [Number(child), args.join(' ')]);
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

const workerPids = (): number[] =>
  childrenOf(server.process.pid ?? 0)
    .filter(([, command]) => /\bworker\.ts(?: |$)/.test(command))
    .map(([pid]) => pid);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const insertNote = (id: string, agent?: Agent) =>
  ask('/rest/v1/notes', {
    method: 'POST',
    key: secrets.keys.secretKey,
    body: JSON.stringify({ id, body: 'written' }),
    ...(agent && { agent }),
  });

/** Until it is let go, whoever calls `wait_for_lock` waits. */
async function holdLock(): Promise<() => Promise<void>> {
  const holder = await sql.reserve();
  await holder`select pg_advisory_lock(${LOCK})`;
  return async () => {
    await holder`select pg_advisory_unlock(${LOCK})`;
    holder.release();
  };
}

const waitForLock = (key: string) =>
  ask('/rest/v1/rpc/wait_for_lock', { method: 'POST', key, body: '{}' });

/** Requests that wait in the database. */
async function waiting(): Promise<number> {
  const rows = await sql`
    select from pg_stat_activity where application_name = 'request' and wait_event_type = 'Lock'`;
  return rows.length;
}

test('both serve, and the figures name each', async () => {
  const of = 'http_requests_total{area="web",method="GET",status="200"';
  const before = await counts(of);
  for (const agent of [one, two, two]) expect((await ask('/health', { agent })).status).toBe(200);
  const served = await counts(of);
  const more = [1, 2].map((place) => (served.get(place) ?? 0) - (before.get(place) ?? 0));
  // And one or two for asking.
  expect(Math.min(...more)).toBeGreaterThan(0);
  expect(more.reduce((sum, count) => sum + count)).toBeGreaterThan(3);
});

test('a changed schema is known to both', async () => {
  for (const agent of [one, two]) {
    await expect.poll(async () => (await insertNote(randomUUID(), agent)).status).toBe(201);
  }
});

test('sockets of each worker hear what is written through either of them', async () => {
  const clients: SupabaseClient[] = [];
  const heard: string[][] = [];
  const listen = async () => {
    const ids: string[] = [];
    const client = createClient(server.url, secrets.keys.secretKey);
    const notes = { event: 'INSERT', schema: 'public', table: 'notes' } as const;
    const channel = client
      .channel('notes')
      .on('postgres_changes', notes, ({ new: row }) => ids.push((row as { id: string }).id));
    await new Promise<void>((resolve) => {
      channel.subscribe((status) => status === 'SUBSCRIBED' && resolve());
    });
    clients.push(client);
    heard.push(ids);
  };
  const sockets = async () => [...(await counts('realtime_sockets{')).values()];
  while ((await sockets()).some((count) => count === 0)) await listen();
  const ids = [randomUUID(), randomUUID()];
  for (const [index, agent] of [one, two].entries()) await insertNote(ids[index] ?? '', agent);
  for (const one of heard) await expect.poll(() => one).toEqual(ids);
  for (const client of clients) await client.removeAllChannels();
});

test('an upload in pieces begun on one worker is finished on the other, by one at a time', async () => {
  const key = secrets.keys.secretKey;
  await ask('/storage/v1/bucket', { method: 'POST', key, body: '{"id":"plans","name":"plans"}' });
  const bytes = Buffer.from('one half and the other half');
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };
  const made = await ask('/storage/v1/upload/resumable', {
    method: 'POST',
    key,
    agent: one,
    headers: {
      ...tus,
      'upload-length': String(bytes.length),
      'upload-metadata': `bucketName ${base64('plans')},objectName ${base64('site.txt')}`,
    },
  });
  expect(made.status).toBe(201);
  const { pathname } = new URL(String(made.headers['location']), server.url);
  const send = (agent: Agent, offset: number, body: Buffer) =>
    ask(pathname, {
      method: 'PATCH',
      key,
      agent,
      headers: { ...tus, 'upload-offset': String(offset) },
      body,
    });
  expect((await send(one, 0, bytes.subarray(0, 8))).status).toBe(204);

  // While one takes a piece, the other takes none.
  const sendSlowly = () => {
    const state = { answered: false };
    const slow = request(new URL(pathname, server.url), {
      method: 'PATCH',
      headers: {
        ...tus,
        apikey: key,
        authorization: `Bearer ${key}`,
        'upload-offset': '8',
        'content-length': bytes.length - 8,
      },
      agent: one,
    });
    slow.on('response', (answer) => {
      answer.resume();
      state.answered = true;
    });
    slow.on('error', () => undefined);
    slow.write(bytes.subarray(8, 9));
    return { state, slow };
  };
  let { state, slow } = sendSlowly();
  await expect
    .poll(async () => {
      // The other came first, and this one was refused.
      if (state.answered) {
        slow.destroy();
        await pinConnections();
        ({ state, slow } = sendSlowly());
      }
      return (await send(two, 8, Buffer.alloc(0))).status;
    })
    .toBe(423);
  slow.destroy();
  await pinConnections();

  await expect
    .poll(async () => {
      const head = await ask(pathname, { method: 'HEAD', key, agent: two, headers: tus });
      const offset = Number(head.headers['upload-offset']);
      return (await send(two, offset, bytes.subarray(offset))).status;
    })
    .toBe(204);
  const stored = await ask('/storage/v1/object/plans/site.txt', { key, agent: one });
  expect(stored.text).toBe(bytes.toString());
});

test('a session that was ended is refused by both, and guesses are counted together', async () => {
  const email = `${randomUUID()}@example.com`;
  const credentials = (password: string) => JSON.stringify({ email, password });
  const signIn = (password: string, agent: Agent) =>
    ask('/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: credentials(password),
      agent,
    });
  await ask('/auth/v1/admin/users', {
    method: 'POST',
    key: secrets.keys.secretKey,
    body: JSON.stringify({ email, password: PASSWORD, email_confirm: true }),
  });
  const { access_token: token } = JSON.parse((await signIn(PASSWORD, one)).text);
  const who = (agent: Agent) => ask('/auth/v1/user', { token, agent });
  expect([(await who(one)).status, (await who(two)).status]).toEqual([200, 200]);
  await ask('/auth/v1/logout', { method: 'POST', token, agent: two });
  for (const agent of [one, two]) {
    expect((await who(agent)).text).toContain('session_not_found');
  }

  const statuses: number[] = [];
  for (let guess = 0; guess < 11; guess++) {
    statuses.push((await signIn(`wrong ${guess}`, guess % 2 === 0 ? one : two)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
});

test('captured mail is there when the call is answered, whoever sent it', async () => {
  for (const agent of [one, two, one, two]) {
    const email = `${randomUUID()}@example.com`;
    const user = JSON.stringify({ email, password: PASSWORD, email_confirm: true });
    await ask('/auth/v1/admin/users', { method: 'POST', key: secrets.keys.secretKey, body: user });
    const body = JSON.stringify({ email });
    expect((await ask('/auth/v1/recover', { method: 'POST', body, agent })).status).toBe(200);
    expect((await ask('/dev/mail.json')).text).toContain(email);
  }
});

test('connections and shares of them are those of one server', async () => {
  const { publishableKey, secretKey } = secrets.keys;
  const letGo = await holdLock();
  const call = (key: string) => Array.from({ length: POOL * 6 }, () => waitForLock(key));
  const visitors = call(publishableKey);
  const own: Promise<Answer>[] = [];
  try {
    // All visitors together have a half.
    await expect.poll(waiting).toBe(POOL / 2);
    own.push(...call(secretKey));
    await expect.poll(waiting).toBe(POOL);
    expect((await ask('/health')).status).toBe(200);
    expect(await waiting()).toBe(POOL);
  } finally {
    await letGo();
  }
  const answers = await Promise.all([...visitors, ...own]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});

test('a worker that was killed is replaced, and nothing acknowledged is lost', async () => {
  const acknowledged: string[] = [];
  let writing = true;
  const writer = async () => {
    while (writing) {
      const id = randomUUID();
      const answer = await insertNote(id).catch(() => undefined);
      if (answer?.status === 201) acknowledged.push(id);
    }
  };
  const writers = Array.from({ length: 4 }, writer);
  const written = (count: number) => expect.poll(() => acknowledged.length).toBeGreaterThan(count);
  await written(20);
  for (const killed of workerPids()) {
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => workerPids().filter((pid) => pid !== killed)).toHaveLength(2);
    await expect
      .poll(async () => [...(await counts('http_requests_total')).keys()].sort())
      .toEqual([1, 2]);
    await written(acknowledged.length + 20);
  }
  writing = false;
  await Promise.all(writers);
  expect(server.output()).toContain('ended unexpectedly (SIGKILL). Starting another one.');
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from public.notes where id = any(${acknowledged}::uuid[])`;
  expect(row?.count).toBe(acknowledged.length);
});

test('a stop lets requests finish and leaves no process behind', async () => {
  const pids = [...workerPids(), postmaster()];
  expect(pids).toHaveLength(3);
  const letGo = await holdLock();
  const slow = waitForLock(secrets.keys.secretKey);
  await expect.poll(waiting).toBe(1);
  const ended = server.end('SIGTERM');
  await expect.poll(() => ask('/health').catch(() => 'refused')).toBe('refused');
  await letGo();
  expect((await slow).text).toBe('"waited"');
  await sql.end();
  expect(await ended).toBe(0);
  expect(pids.filter(isAlive)).toEqual([]);
});

test('workers whose main process was killed end by themselves', async () => {
  await start();
  await sql.end();
  const pids = workerPids();
  expect(pids).toHaveLength(2);
  const postgres = postmaster();
  await server.end('SIGKILL');
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  process.kill(postgres, 'SIGINT');
  await expect.poll(() => isAlive(postgres)).toBe(false);
});

function postmaster(): number {
  return Number.parseInt(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
}
