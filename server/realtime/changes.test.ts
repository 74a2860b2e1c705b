import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { SERVICE_KEY } from '../../testing/realtime-server.ts';
import {
  listen,
  openRealtimeStage,
  settle,
  some,
  subscribed,
} from '../../testing/realtime-stage.ts';

const ana = randomUUID();
const ben = randomUUID();

const stage = await openRealtimeStage();

describe.each(['1.0.0', '2.0.0'])('Changes with protocol %s', (vsn) => {
  test('Only those who may read a row hear of it, without columns they may not read', async () => {
    const mine = listen(await stage.as(ana, { vsn }));
    const theirs = listen(await stage.as(ben, { vsn }));
    expect(await subscribed(mine.channel)).toBe('SUBSCRIBED');
    expect(await subscribed(theirs.channel)).toBe('SUBSCRIBED');
    const id = await stage.write({
      owner: ana,
      body: 'for ana',
      secret: 's',
      amount: '1.50',
      tags: ['a', 'b'],
    });
    const forBen = await stage.write({ owner: ben, body: 'for ben' });

    await settle(() => mine.events, some);
    await settle(() => theirs.events, some);
    expect(mine.events).toHaveLength(1);
    expect(mine.events[0]).toMatchObject({
      eventType: 'INSERT',
      schema: 'public',
      table: 'notes',
      errors: null,
      old: {},
      new: { id, owner: ana, body: 'for ana', amount: 1.5, tags: ['a', 'b'] },
    });
    expect(mine.events[0].new).not.toHaveProperty('secret');
    expect(mine.events[0].commit_timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(theirs.events.map(({ new: row }) => row.id)).toEqual([forBen]);
  });
});

test('Updates tell the key of the old row, deletes reach only those who could read it', async () => {
  const mine = listen(await stage.as(ana));
  const theirs = listen(await stage.as(ben));
  await subscribed(mine.channel);
  await subscribed(theirs.channel);
  const id = await stage.write({ owner: ana, body: 'a' });
  await stage.database.sql`update public.notes set body = 'b' where id = ${id}`;
  await stage.database.sql`delete from public.notes where id = ${id}`;
  const benId = await stage.write({ owner: ben, body: 'end' });
  await settle(() => theirs.events, some);
  await settle(
    () => mine.events,
    (events) => events.length === 3,
  );
  expect(mine.events.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE']);
  expect(mine.events[1]).toMatchObject({ old: { id }, new: { body: 'b' } });
  expect(mine.events[2]).toMatchObject({ old: { id }, new: {} });
  expect(mine.events[2].old).toEqual({ id });
  expect(theirs.events.map(({ new: row }) => row.id)).toEqual([benId]);
});

test('Filters, events and columns are as asked for', async () => {
  const client = await stage.as(ana);
  const byText = listen(client, { filter: 'body=eq.yes' });
  const byNumber = listen(client, { filter: 'amount=gt.10.5,body=like.y%' });
  const updates = listen(client, { event: 'UPDATE' });
  const narrow = listen(client, { select: ['body'] });
  for (const { channel } of [byText, byNumber, updates, narrow]) await subscribed(channel);
  await stage.write({ owner: ana, body: 'no', amount: 99 });
  const yes = await stage.write({ owner: ana, body: 'yes', amount: '10.50' });
  const more = await stage.write({ owner: ana, body: 'yes', amount: '10.51' });
  await stage.database.sql`update public.notes set body = 'x' where id = ${more}`;
  await settle(() => updates.events, some);
  await settle(() => byNumber.events, some);
  await settle(
    () => narrow.events,
    (events) => events.length === 4,
  );
  expect(byText.events.map(({ new: row }) => row.id)).toEqual([yes, more]);
  expect(byNumber.events.map(({ new: row }) => row.id)).toEqual([more]);
  expect(updates.events.map(({ new: row }) => row.body)).toEqual(['x']);
  expect(narrow.events[0].new).toEqual({ id: expect.any(Number), body: 'no' });
});

test('Without rights there is silence, and a word why', async () => {
  const client = await stage.as(undefined);
  const { channel, events } = listen(client);
  const signs = listen(client, { table: 'signs' });
  const system: string[] = [];
  channel.on('system', {}, ({ message }: { message: string }) => system.push(message));
  expect(await subscribed(channel)).toBe('SUBSCRIBED');
  expect(await subscribed(signs.channel)).toBe('SUBSCRIBED');
  await stage.write({ owner: ana, body: 'x' });
  await stage.database.sql`insert into public.signs (body) values ('open')`;
  await settle(() => signs.events, some);
  expect(events).toEqual([]);
  expect(system).toEqual(['Error 401: Unauthorized for table public.notes']);
});

test('A filter on a hidden column tells nothing', async () => {
  const { channel, events } = listen(await stage.as(ana), { filter: 'secret=eq.s' });
  const all = listen(await stage.as(ana));
  await subscribed(channel);
  await subscribed(all.channel);
  await stage.write({ owner: ana, secret: 's' });
  await settle(() => all.events, some);
  expect(events).toEqual([]);
});

test('Among many listeners each hears of exactly what is theirs', async () => {
  const people = Array.from({ length: 12 }, () => randomUUID());
  const screens = await Promise.all(people.map(async (person) => listen(await stage.as(person))));
  await Promise.all(screens.map(({ channel }) => subscribed(channel)));
  const ids: number[] = [];
  for (const owner of people) ids.push(await stage.write({ owner }));
  await stage.database
    .sql`update public.notes set owner = ${people[1] as string} where id = ${ids[0] as number}`;
  await stage.database.sql`delete from public.notes where id = ${ids[2] as number}`;
  await settle(
    () => screens.map(({ events }) => events.length),
    (counts) => counts.join() === [1, 2, 2, ...Array(9).fill(1)].join(),
  );
  const told = screens.map(({ events }) => events.map((event) => event.new.id ?? event.old.id));
  expect(told.map(([first]) => first)).toEqual(ids);
  expect(screens[1]?.events.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE']);
  expect(screens[2]?.events.map(({ eventType }) => eventType)).toEqual(['INSERT', 'DELETE']);
});

test('The service key hears of everything', async () => {
  const { channel, events } = listen(await stage.as(undefined, { key: SERVICE_KEY }));
  await subscribed(channel);
  await stage.write({ owner: ana, secret: 's' });
  await settle(() => events, some);
  expect(events[0].new.secret).toBe('s');
});

test('A transaction that commits late is not lost behind one that began later', async () => {
  const { channel, events } = listen(await stage.as(ana));
  await subscribed(channel);
  const written = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const early = stage.reserveIds(1);
  const slow = stage.database.sql.begin(async (sql) => {
    await sql`insert into public.notes (id, owner) values (${early}, ${ana})`;
    written.resolve();
    await commit.promise;
  });
  await written.promise;
  const late = await stage.write({ owner: ana });
  await settle(() => events, some);
  expect(events.map(({ new: row }) => row.id)).toEqual([late]);
  commit.resolve();
  await slow;
  await settle(
    () => events,
    (list) => list.length === 2,
  );
  expect(events[1].new.id).toBe(early);
});

test('Thousands of rows of one statement all arrive, once', async () => {
  const { channel, events } = listen(await stage.as(ana));
  await subscribed(channel);
  const first = stage.reserveIds(1_700);
  await stage.database.sql`
    insert into public.notes (id, owner) select n, ${ana}::uuid from generate_series(${first}::int, ${first + 1_699}::int) n`;
  await settle(
    () => events,
    (list) => list.length >= 1_700,
  );
  expect(new Set(events.map(({ new: row }) => row.id)).size).toBe(1_700);
  expect(events).toHaveLength(1_700);
});

test('A lost database connection loses no change', async () => {
  const { channel, events } = listen(await stage.as(ana));
  await subscribed(channel);
  await stage.database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and query like '%realtime.outbox%'`;
  const id = await stage.write({ owner: ana });
  await settle(() => events, some);
  expect(events.map(({ new: row }) => row.id)).toEqual([id]);
});

test('Both servers bring the change', async () => {
  const here = listen(await stage.as(ana));
  const there = listen(await stage.as(ana, { at: stage.other }));
  await subscribed(here.channel);
  await subscribed(there.channel);
  await stage.write({ owner: ana });
  await settle(() => here.events, some);
  await settle(() => there.events, some);
});

test('A table that joins the publication later is heard from then on', async () => {
  const client = await stage.as(undefined, { key: SERVICE_KEY });
  const { channel, events } = listen(client, { table: 'hidden' });
  const system: string[] = [];
  channel.on('system', {}, ({ status }: { status: string }) => system.push(status));
  await subscribed(channel);
  await settle(() => system, some);
  expect(system).toEqual(['error']);
  await stage.database.sql`alter publication supabase_realtime add table public.hidden`;
  let n = 1;
  await expect
    .poll(
      async () => {
        await stage.database.sql`insert into public.hidden values (${n++})`;
        return events.length;
      },
      { interval: 300 },
    )
    .toBeGreaterThan(0);
});

test('When changes may have been missed, clients join anew and hear of what follows', async () => {
  const { sql } = stage.database;
  const { channel, events } = listen(await stage.as(ana));
  const statuses: string[] = [];
  channel.subscribe((status) => statuses.push(status));
  await settle(() => statuses, some);
  const servers = await sql`delete from realtime.servers returning id`;
  expect(servers.length).toBeGreaterThan(0);
  await settle(
    () => statuses,
    (list) => list.join() === 'SUBSCRIBED,CHANNEL_ERROR,SUBSCRIBED',
  );
  const id = await stage.write({ owner: ana });
  await settle(() => events, some);
  expect(events.map(({ new: row }) => row.id)).toEqual([id]);
});
