import { once } from 'node:events';
import { getDefaultHighWaterMark } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { UnreliableWire } from '../../../testing/unreliable-wire.ts';
import { connectPlatform } from './connect.ts';
import type { Sql } from './sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ template: 'template1', connections: 1 });
});
afterAll(() => db.drop());

const openWire = () => UnreliableWire.open(`${db.endpoint.host}/.s.PGSQL.${db.endpoint.port}`);
const through = ({ port }: UnreliableWire) => ({ ...db.endpoint, host: '127.0.0.1', port });

describe('a connection that is lost', () => {
  test('transactions fail or finish when their connections are dropped, and the next ones work', async () => {
    const wire = await openWire();
    const sql = connectPlatform(through(wire), { max: 8 });
    let working = true;
    const finished = [0, 0, 0, 0];
    /** Answers meant for somebody else, which would be worse than none. */
    const mixedUp: unknown[] = [];
    const people = finished.map(async (_, person) => {
      while (working) {
        await sql
          .begin(async (tx) => {
            const [row] = await tx<{ person: number }[]>`select ${person}::int as person`;
            if (row?.person !== person) mixedUp.push(row);
            await tx`select pg_sleep(0.005)`;
            finished[person] = (finished[person] ?? 0) + 1;
          })
          .catch(() => sleep(5));
      }
    });
    for (let round = 0; round < 6; round++) {
      await sleep(100 + Math.random() * 100);
      wire.cut();
      const before = [...finished];
      await expect
        .poll(() => finished.every((count, person) => count > (before[person] ?? 0)))
        .toBe(true);
    }
    working = false;
    await Promise.all(people);
    expect(mixedUp).toEqual([]);
    await sql.end({ timeout: 1 });
    wire.close();
  });

  test('is opened again by whoever listens, who is told so', async () => {
    const wire = await openWire();
    const sql = connectPlatform(through(wire), { max: 1 });
    const heard: string[] = [];
    let listening = 0;
    const { unlisten } = await sql.listen(
      'news',
      (payload) => heard.push(payload),
      () => listening++,
    );
    wire.cut();
    await expect.poll(() => listening).toBe(2);
    await db.sql`select pg_notify('news', 'still here')`;
    await expect.poll(() => heard).toEqual(['still here']);
    await unlisten();
    await sql.end({ timeout: 1 });
    wire.close();
  });

  test('while a transaction waits: it fails, and nothing of it is kept', async () => {
    const wire = await openWire();
    const sql = connectPlatform(through(wire), { max: 1 });
    await db.sql`create table kept (n int)`;
    const story = sql.begin(async (tx) => {
      await tx`insert into kept values (1)`;
      wire.cut();
      await sleep(50);
      await tx`insert into kept values (2)`;
    });
    await expect(story).rejects.toThrow();
    expect(await sql`select n from kept`).toEqual([]);
    await sql.end({ timeout: 1 });
    wire.close();
  });
});

describe('a copy', () => {
  test('whose end arrived with more than its reader had taken does not stop the next query', async () => {
    const sql = connectPlatform(db.endpoint, { max: 1 });
    // One row more than a stream holds, so that the socket is stopped with the end in its hands.
    const rows = Math.ceil(getDefaultHighWaterMark(false) / 1000);
    const copy = sql`copy (select repeat('x', 999) from generate_series(1, ${sql.unsafe(String(rows))})) to stdout`;
    const stream = await copy.readable();
    await sleep(300);
    let bytes = 0;
    for await (const chunk of stream) bytes += (chunk as Buffer).length;
    expect(bytes).toBe(rows * 1000);
    expect(await sql`select 1 as next`).toMatchObject([{ next: 1 }]);
    await sql.end({ timeout: 1 });
  });

  test('whose reader left in the middle frees the connection', async () => {
    const sql = connectPlatform(db.endpoint, { max: 1 });
    const stream =
      await sql`copy (select repeat('x', 999) from generate_series(1, 100000)) to stdout`.readable();
    await once(stream, 'readable');
    stream.destroy();
    expect(await sql`select 1 as next`).toMatchObject([{ next: 1 }]);
    await sql.end({ timeout: 1 });
  });

  test('into a table: what PostgreSQL refuses fails the writer, and the connection goes on', async () => {
    const sql = connectPlatform(db.endpoint, { max: 1 });
    await sql`create table numbers (n int)`;
    const good = await sql`copy numbers from stdin`.writable();
    good.end('1\n2\n');
    await once(good, 'finish');
    const bad = await sql`copy numbers from stdin`.writable();
    bad.end('three\n');
    await expect(once(bad, 'finish')).rejects.toMatchObject({ code: '22P02' });
    expect(await sql`select count(*)::int as n from numbers`).toEqual([{ n: 2 }]);
    await sql.end({ timeout: 1 });
  });
});

describe('values', () => {
  test('come back as they were given', async () => {
    const moment = new Date('2026-03-08T07:30:00.123Z');
    const [row] = await db.sql`
      select ${moment} as moment, ${moment} + interval '1 hour' as later, ${'2026-03-08'}::date as day,
        ${true} as yes, ${2 ** 40} ::bigint as big, ${'1.50'}::numeric as exact, ${7}::int as n,
        ${0.5}::float8 as half, ${null}::text as nothing, ${Buffer.from([0, 255])} as bytes,
        ${['a,"b', null, '{c}']}::text[] as texts, ${[1, 2]}::int[] as numbers,
        ${[moment]}::timestamptz[] as moments, ${db.sql.json({ a: [1, null, "it's"] })} as json,
        ${db.sql.json(['x'])}::json as list`;
    expect(row).toEqual({
      moment,
      later: new Date('2026-03-08T08:30:00.123Z'),
      day: new Date('2026-03-08T00:00:00Z'),
      yes: true,
      big: '1099511627776',
      exact: '1.50',
      n: 7,
      half: 0.5,
      nothing: null,
      bytes: Buffer.from([0, 255]),
      texts: ['a,"b', null, '{c}'],
      numbers: [1, 2],
      moments: [moment],
      json: { a: [1, null, "it's"] },
      list: ['x'],
    });
  });

  test('names, rows and parts of queries find their place', async () => {
    const { sql } = db;
    await sql`create table ${sql('odd "name"')} (id int, ${sql('Ünit')} text, done boolean)`;
    await sql`insert into ${sql('odd "name"')} ${sql({ id: 1, Ünit: 'm²', done: false })}`;
    await sql`insert into ${sql('odd "name"')} ${sql([{ id: 2 }, { id: 3 }])}`;
    const one = sql`where id = ${1}`;
    await sql`update ${sql('odd "name"')} set ${sql({ done: true, Ünit: null })} ${one}`;
    const rows = await sql`select ${sql(['id', 'done'])} from ${sql('odd "name"')} ${one}`;
    expect(rows).toEqual([{ id: 1, done: true }]);
    expect(rows.count).toBe(1);
  });

  test('undefined is refused before anything is sent', async () => {
    await expect(db.sql`select ${undefined as never}`).rejects.toThrow('undefined');
  });
});

describe('a transaction', () => {
  const count = async (sql: Sql) => (await sql`select n from counted`).length;

  test('is undone when anything in it failed, even what was caught', async () => {
    const { sql } = db;
    await sql`create table counted (n int primary key)`;
    const story = sql.begin(async (tx) => {
      await tx`insert into counted values (1)`;
      await tx`insert into counted values (1)`.catch(() => undefined);
    });
    await expect(story).rejects.toMatchObject({ code: '23505', constraint: 'counted_pkey' });
    expect(await count(sql)).toBe(0);
  });

  test('refuses queries that come after its end', async () => {
    let late: (() => Promise<unknown>) | undefined;
    await db.sql.begin(async (tx) => {
      late = async () => tx`insert into counted values (9)`;
    });
    await expect(late?.()).rejects.toThrow('given back');
    expect(await count(db.sql)).toBe(0);
  });
});

describe('the end', () => {
  test('waits for what runs, and breaks off what takes longer', async () => {
    const sql = connectPlatform(db.endpoint, { max: 1 });
    const short = sql`select pg_sleep(0.1)`.execute();
    await sql.end({ timeout: 10 });
    await short;
    const other = connectPlatform(db.endpoint, { max: 1 });
    const broken = [other`select pg_sleep(60)`.execute(), other`select 1`.execute()];
    const refused = broken.map((query) => expect(query).rejects.toThrow());
    await other.end({ timeout: 0.2 });
    await Promise.all(refused);
    await expect(other`select 1`).rejects.toThrow('closed');
  });
});
