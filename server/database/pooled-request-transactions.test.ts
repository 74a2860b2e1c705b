import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { Caller } from './caller.ts';
import { ConnectionPool } from './connection-pool.ts';
import { durationMs } from './duration-setting.ts';
import { shareOf } from './fairness/caller-share.ts';
import { CallerUse } from './fairness/caller-use.ts';
import { measuredUse } from './fairness/measured-use.ts';
import { Pressure } from './fairness/pressure.ts';
import { PooledRequestTransactions } from './pooled-request-transactions.ts';
import { PostgresError } from './postgres-error.ts';
import type { Connection } from './wire/connection.ts';

let database: TestDatabase;
let pool: ConnectionPool;
let requests: PooledRequestTransactions;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql`create table public.notes (id int primary key, owner uuid)`;
  await database.sql`grant all on public.notes to anon, authenticated`;
  pool = new ConnectionPool(database.endpoint, {
    size: 4,
    queueLimit: 1_000,
    queueTimeoutMs: 5_000,
  });
  requests = new PooledRequestTransactions(pool);
});

afterAll(async () => {
  await pool.close();
  await database.drop();
});

const user = (id: number): Caller => ({
  role: 'authenticated',
  claims: JSON.stringify({ sub: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}` }),
});
const calm = () => new Pressure({ cores: 2, now: () => 0, own: undefined, utilization: () => 0 });
const whoAmI = { text: 'select current_user::text, auth.uid()::text' };
const textOf = (rows: readonly (readonly (Buffer | null)[])[]) =>
  rows.map((row) => row.map((field) => field?.toString() ?? null));

describe('requests on behalf of callers', () => {
  test('run as the caller, values as parameters', async () => {
    const [first, second] = await requests.run(user(1), [
      whoAmI,
      { text: 'select $1::int + $2::int, $3::text', values: ['40', '2', null] },
    ]);
    expect(textOf(first?.rows ?? [])).toEqual([
      ['authenticated', '00000000-0000-4000-8000-000000000001'],
    ]);
    expect(textOf(second?.rows ?? [])).toEqual([['42', null]]);
    expect(second?.commandTag).toBe('SELECT 1');
  });

  test('are answered when a migration changes the rows of a function they wait in', async () => {
    await database.sql`create table public.shapes (id int)`;
    await database.sql`insert into public.shapes values (1)`;
    await database.sql.unsafe(`
      create function public.shape() returns public.shapes language plpgsql security definer as
        $$ begin perform from public.shapes; return (select s from public.shapes s); end $$`);
    const ask = () => requests.run(user(1), [{ text: 'select s.id from public.shape() s' }]);
    await ask();
    const answer = await database.sql.begin(async (sql) => {
      await sql`alter table public.shapes add column name text default 'new'`;
      const asked = ask();
      // Others wait in databases of their own.
      await expect
        .poll(
          () => database.sql`select from pg_locks where not granted
            and database = (select oid from pg_database where datname = current_database())`,
        )
        .toHaveLength(1);
      return { asked };
    });
    const [result] = await answer.asked;
    expect(textOf(result?.rows ?? [])).toEqual([['1']]);
  });

  test('are tried once more when they lose a deadlock, and done once', async () => {
    await database.sql`create table public.pairs (id int primary key, count int not null default 0)`;
    await database.sql`insert into public.pairs values (1), (2)`;
    await database.sql`grant all on public.pairs to authenticated`;
    const add = (first: number, second: number) =>
      requests.run(
        user(first),
        [first, second].map((id) => ({
          text: 'update public.pairs set count = count + 1 where id = $1 returning pg_sleep(0.2)::text',
          values: [String(id)],
        })),
      );
    const logged = async () =>
      (
        await database.sql`select deadlocks::int as n from pg_stat_database where datname = current_database()`
      )[0]?.['n'];
    const before = await logged();
    let rounds = 0;
    // On a busy machine one may be done before the other begins.
    do {
      rounds += 1;
      await Promise.all([add(1, 2), add(2, 1)]);
    } while ((await logged()) === before);
    const rows = await database.sql`select count from public.pairs order by id`;
    expect(rows.map(({ count }) => count)).toEqual([2 * rounds, 2 * rounds]);
  });

  test('fail with what PostgreSQL says when a second try gives way as well', async () => {
    let tries = 0;
    const giveWay = {
      text: "do $$ begin raise exception using errcode = '40001'; end $$",
      get values() {
        tries += 1;
        return [];
      },
    };
    await expect(requests.run(user(1), [giveWay])).rejects.toMatchObject({ code: '40001' });
    expect(tries).toBe(2);
  });

  test('never see the role or claims of another request, however many run at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 400 }, async (_, index) => {
        const caller = index % 3 === 0 ? { role: 'anon', claims: '{}' } : user(index);
        const run = index % 7 === 0 ? failing(caller) : requests.run(caller, [whoAmI]);
        return [caller, (await run)[0]] as const;
      }),
    );
    for (const [caller, result] of answers) {
      const { sub } = JSON.parse(caller.claims) as { sub?: string };
      expect(textOf(result?.rows ?? [])).toEqual([[caller.role, sub ?? null]]);
    }
  });

  test('leave nothing behind when a statement fails', async () => {
    const insert = { text: 'insert into notes values (1, null)' };
    await expect(requests.run(user(1), [insert, { text: 'select 1/0' }])).rejects.toMatchObject({
      code: '22012',
    });
    const [count] = await requests.run(user(1), [{ text: 'select count(*) from notes' }]);
    expect(textOf(count?.rows ?? [])).toEqual([['0']]);
  });

  test('leave no transaction open when the caller is refused at its beginning', async () => {
    const nobody: Caller = { role: 'no_such_role', claims: '{}' };
    const refused = Array.from({ length: 8 }, () =>
      requests.transaction(nobody, {}, () => Promise.resolve()),
    );
    for (const one of await Promise.allSettled(refused)) expect(one.status).toBe('rejected');
    const next = Array.from({ length: 8 }, () => requests.run(user(1), [whoAmI]));
    expect(await Promise.all(next)).toHaveLength(8);
  });

  test('refuse writes when read only, and undo them on request', async () => {
    const insert = { text: 'insert into notes values (2, null) returning id' };
    await expect(requests.run(user(1), [insert], { readOnly: true })).rejects.toThrow(/read-only/);
    const [result] = await requests.run(user(1), [insert], { rollback: true });
    expect(textOf(result?.rows ?? [])).toEqual([['2']]);
    const [count] = await requests.run(user(1), [{ text: 'select count(*) from notes' }]);
    expect(textOf(count?.rows ?? [])).toEqual([['0']]);
  });

  test('are cancelled in PostgreSQL when the client goes away, and the connection is used again', async () => {
    const gone = new AbortController();
    const slow = requests.run(user(1), [{ text: 'select pg_sleep(30)' }], { signal: gone.signal });
    const cancelled = expect(slow).rejects.toMatchObject({ code: '57014' });
    await expect
      .poll(
        () => database.sql`select from pg_stat_activity
          where datname = current_database() and state = 'active' and query = 'select pg_sleep(30)'`,
      )
      .toHaveLength(1);
    gone.abort();
    await cancelled;
    expect(pool.stats.idle).toBe(pool.stats.open);
    await expect(requests.run(user(1), [whoAmI])).resolves.toHaveLength(1);
  });

  test('are ended by the time-out of their role', async () => {
    const [row] = await requests.run({ role: 'anon', claims: '{}' }, [
      { text: 'show statement_timeout' },
    ]);
    expect(textOf(row?.rows ?? [])).toEqual([['3s']]);
  });

  test('stream rows page by page', async () => {
    const seen = await requests.transaction(user(1), { readOnly: true }, async (transaction) => {
      let sum = 0;
      const rows = transaction.stream({ text: 'select n from generate_series(1, 2345) n' });
      for await (const [field] of rows) sum += Number(field);
      return sum;
    });
    expect(seen).toBe((2345 * 2346) / 2);
  });

  test('are turned away with 503 when too many wait', async () => {
    const small = new ConnectionPool(database.endpoint, {
      size: 1,
      queueLimit: 2,
      queueTimeoutMs: 200,
    });
    const crowded = new PooledRequestTransactions(small);
    const runs = Array.from({ length: 6 }, () =>
      crowded.run(user(1), [{ text: 'select pg_sleep(0.5)' }]),
    );
    const outcomes = await Promise.allSettled(runs);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(4);
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 503 });
    await small.close();
  });

  test('one account has its share of the connections and of the queue, others go on', async () => {
    const hostile: Promise<unknown>[] = [];
    await database.sql.begin(async (holder) => {
      await holder`select pg_advisory_xact_lock(7)`;
      const stuck = { text: 'select pg_advisory_xact_lock_shared(7)' };
      for (let count = 0; count < 300; count++) {
        const answer = requests.run(user(1), [stuck]);
        hostile.push(
          answer.then(
            () => 'done',
            (error) => error.status,
          ),
        );
      }
      await expect.poll(() => pool.stats.waiting).toBe(250);
      const [answer] = await requests.run(user(2), [whoAmI]);
      expect(textOf(answer?.rows ?? [])[0]?.[0]).toBe('authenticated');
      const [visitor] = await requests.run({ role: 'anon', claims: '{}' }, [whoAmI]);
      expect(textOf(visitor?.rows ?? [])[0]?.[0]).toBe('anon');
    });
    const outcomes = await Promise.all(hostile);
    // Two had connections, 250 waited, the rest were turned away.
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(252);
    expect(outcomes.filter((outcome) => outcome === 503)).toHaveLength(48);
  });

  test('whoever has had least is next, and who has had too much waits while others wait', async () => {
    const size = 3;
    const options = { size, queueLimit: 100, queueTimeoutMs: 60_000 };
    const allowances = new Map<string, number>();
    const usedMs = new Map([
      ['much', 900],
      ['little', 10],
      ['held back', 5_000],
    ]);
    const use = new CallerUse({ cores: 2, now: () => 0, pressure: calm() });
    vi.spyOn(use, 'usedMs').mockImplementation((key) => usedMs.get(key) ?? 0);
    vi.spyOn(use, 'isHeavy').mockImplementation((key) => allowances.has(key));
    vi.spyOn(use, 'allowance').mockImplementation((key) => allowances.get(key) ?? 4);
    const own = new ConnectionPool(database.endpoint, { ...options, use });
    const share = (key: string) => ({ key, part: 1, yields: true });
    const taken = await Promise.all(Array.from({ length: size }, () => own.acquire(share('x'))));
    allowances.set('held back', 0);
    const served: string[] = [];
    const ask = async (key: string) => {
      const connection = await own.acquire(share(key));
      served.push(key);
      own.release(connection, share(key));
    };
    const asked = ['held back', 'much', 'much', 'little', 'little'].map(ask);
    expect(own.stats.waiting).toBe(5);
    for (const connection of taken.slice(1)) own.release(connection, share('x'));
    await expect.poll(() => served).toEqual(['little', 'little', 'much', 'much']);
    expect(own.stats).toMatchObject({ waiting: 1, idle: 2 });
    allowances.set('held back', 1);
    await Promise.all(asked);
    expect(served.at(-1)).toBe('held back');
    own.release(taken[0] as Connection, share('x'));
    await own.close();
  });

  test('what statements take of a processor is counted for their caller', async () => {
    const use = measuredUse();
    const own = new ConnectionPool(database.endpoint, {
      ...{ size: 2, queueLimit: 9, queueTimeoutMs: 5_000, use },
    });
    const counted = new PooledRequestTransactions(own);
    const busy = { text: 'select count(*) from generate_series(1, 400000)' };
    for (let count = 0; count < 3; count++) {
      await Promise.all([counted.run(user(1), [busy]), counted.run(user(2), [whoAmI])]);
    }
    const usedMs = (id: number) => use.usedMs(shareOf(user(id)).key);
    // Counted some times a second, and half forgotten after two.
    await expect.poll(() => usedMs(1)).toBeGreaterThan(10);
    expect(usedMs(2)).toBeLessThan(usedMs(1) / 2);
    await own.close();
  });

  test('visitors are told apart by their address, and have half of the pool together', () => {
    const anon: Caller = { role: 'anon', claims: '{"role":"anon"}' };
    expect(shareOf(anon)).toEqual({ key: 'anon', part: 1 / 2 });
    expect(shareOf(anon, '203.0.113.7')).toEqual({
      ...{ key: 'anon 203.0.113.7', part: 1 / 4, yields: true },
      within: { key: 'anon', part: 1 / 2 },
    });
    expect(shareOf(user(1), '203.0.113.7')).toEqual(shareOf(user(1)));
    expect(shareOf({ role: 'service_role', claims: '{}' }, '203.0.113.7').part).toBe(1);
  });

  test('come back after the database closed their connection', async () => {
    await database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'request' and datname = current_database()`;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => requests.run(user(1), [whoAmI])),
    );
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
  });
});

describe('a way to the database that goes silent', () => {
  /** Passes everything on until it is told to keep quiet, as a broken network does. */
  async function silentWay() {
    const target = database.endpoint;
    let isSilent = false;
    const ends = new Set<Socket>();
    const way = createServer((near) => {
      const far = connect(`${target.host}/.s.PGSQL.${target.port}`);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        ends.add(from);
        from.on('data', (chunk) => isSilent || to.write(chunk));
        from.on('error', () => from.destroy());
        from.on('close', () => to.destroy());
      }
    });
    await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
    const { port } = way.address() as AddressInfo;
    return {
      endpoint: { ...target, host: '127.0.0.1', port },
      silence: () => {
        isSilent = true;
      },
      close: () => {
        for (const end of ends) end.destroy();
        way.close();
      },
    };
  }

  test.each([
    ['of its role', user(1), undefined],
    ['of its function', user(1), '500ms'],
    ['of its function, for a role without one', { role: 'service_role', claims: '{}' }, '500ms'],
  ])('is given up after the time limit %s', async (_, caller, limit) => {
    const way = await silentWay();
    const own = new ConnectionPool(way.endpoint, { size: 1, queueLimit: 9, queueTimeoutMs: 5_000 });
    // The limit of a role is longer than a test should be: less than nothing is added to it.
    const patient = new PooledRequestTransactions(own, limit ? 0 : -7_500);
    const options = limit ? { settings: { statement_timeout: limit } } : {};
    await patient.run(caller, [whoAmI], options);
    way.silence();
    await expect(patient.run(caller, [whoAmI], options)).rejects.toMatchObject({
      status: 503,
      body: { code: 'PGRST001', message: 'The connection to the database was lost.' },
    });
    expect(own.stats.open).toBe(0);
    way.close();
    await own.close();
  });

  test.each([
    ['60s', 60_000],
    ['1min', 60_000],
    [' 2 h ', 7_200_000],
    ['1500', 1_500],
    ['0', 0],
    ['soon', 0],
  ])('a limit written as %s', (written, milliseconds) => {
    expect(durationMs(written)).toBe(milliseconds);
  });
});

async function failing(caller: Caller) {
  await requests.run(caller, [{ text: 'select nonsense' }]).catch((error) => {
    if (!(error instanceof PostgresError)) throw error;
  });
  return requests.run(caller, [whoAmI]);
}
