import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyPlatform } from '../../server/database/apply-platform.ts';
import { migrate, readMigrations } from '../../server/database/migrations.ts';
import type { Sql } from '../../server/database/sql/sql.ts';
import { testOnOurServer } from '../../testing/hosted.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { knowDevices } from './offline-stage.ts';
import { as, type Company, hire, makeCompany, type Person } from './world.ts';

const MIGRATION = '20261123021500';
const HOUR = 3_600_000;
const PLACE = { latitude: 45.51234, longitude: -122.61234, accuracy_m: 8, fix_age_s: 1 };

let db: TestDatabase;
let us: Company;

beforeAll(async () => {
  db = await createTestDatabase();
  us = await makeCompany(db.sql);
});
afterAll(() => db.drop());

const event = (kind: string, hoursAgo: number, payload: object) => ({
  id: randomUUID(),
  device_id: 'phone',
  sequence: 100 - hoursAgo,
  kind,
  happened_at: new Date(Date.now() - hoursAgo * HOUR).toISOString(),
  offset_ms: 0,
  payload,
});
const start = (hoursAgo: number, project: string | null = us.project) =>
  event('clock_in', hoursAgo, { entry_id: randomUUID(), project_id: project, location: PLACE });
const unreadable = () => ({
  ...event('bogus', 1, { location: PLACE, latitude: PLACE.latitude, deep: [{ location: PLACE }] }),
  location: PLACE,
});

async function worker(sql: Sql, company: Company): Promise<Person> {
  const person = await hire(sql, company.owner, 'employee');
  await knowDevices(sql, person, 'phone');
  return person;
}

const send = (sql: Sql, who: Person, events: readonly object[]) =>
  as(
    sql,
    who,
    (tx) => tx`select result, reason from sync_events(${tx.json(events as never)})`,
  ).then((rows) => rows.map(({ result }) => result as string));

/** Every row of every table that speaks of this place, but for the person's own. */
async function tracesOf(sql: Sql): Promise<string[]> {
  const tables = await sql`select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'realtime'::regnamespace)`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await sql.unsafe(
      `select count(*)::int as rows from ${name} t where t::text like '%45.51234%'`,
    );
    if (row?.['rows'] > 0) found.push(`${name} ${row?.['rows']}`);
  }
  return found.sort();
}

test('of a punch that is held the place is nowhere to read, and comes back when it counts', async () => {
  const who = await worker(db.sql, us);
  const late = start(60);
  expect(await send(db.sql, who, [late, unreadable()])).toEqual(['held', 'held']);
  expect(await tracesOf(db.sql)).toEqual(['private.event_places 1']);
  for (const person of [us.owner, us.manager, who]) {
    await expect(
      as(db.sql, person, (tx) => tx`select from private.event_places`),
    ).rejects.toMatchObject({ code: '42501' });
  }
  await as(db.sql, us.manager, (tx) => tx`select resolve_held_event(${late.id}, 'apply')`);
  expect(await tracesOf(db.sql)).toEqual(['punch_locations 1']);
  await db.sql`delete from time_entries where employee_id = ${who.employeeId}`;
});

test('discarded, kept too long, or in a company that records none: it is gone', async () => {
  const who = await worker(db.sql, us);
  const [discarded, old, kept] = [start(60), start(70), start(80)];
  await send(db.sql, who, [discarded, old, kept]);
  await as(
    db.sql,
    us.manager,
    (tx) => tx`select resolve_held_event(${discarded.id}, 'discard', 'No')`,
  );
  await db.sql`update private.event_places set punched_at = now() - interval '91 days' where event_id = ${old.id}`;
  await db.sql`select private.forget_locations()`;
  expect(await db.sql`select event_id from private.event_places`).toEqual([{ event_id: kept.id }]);
  await db.sql`update companies set capture_location = false where id = ${us.id}`;
  await db.sql`select private.forget_locations()`;
  expect(await send(db.sql, who, [start(90), unreadable()])).toEqual(['held', 'held']);
  expect(await tracesOf(db.sql)).toEqual([]);
  await db.sql`update companies set capture_location = true where id = ${us.id}`;
});

test('nobody’s place comes with a punch for the crew', async () => {
  const who = await worker(db.sql, us);
  const forOther = { ...start(60), employee_id: who.employeeId };
  expect(await send(db.sql, us.foreman, [forOther])).toEqual(['held']);
  expect(await tracesOf(db.sql)).toEqual([]);
});

testOnOurServer(
  'what was stored before is moved or taken out, and the chain holds',
  async () => {
    const directory = path.join(import.meta.dirname, '..');
    const migrations = readMigrations(directory);
    const before = migrations.filter(({ version }) => version < MIGRATION);
    const old = await createTestDatabase({ template: 'template1', connections: 2 });
    try {
      const connection = await old.sql.reserve();
      await applyPlatform(connection);
      await migrate(connection, before);
      const company = await makeCompany(old.sql);
      const silent = await makeCompany(old.sql, 'No places');
      await old.sql`update companies set capture_location = false where id = ${silent.id}`;
      for (const each of [company, silent]) {
        const who = await worker(old.sql, each);
        await send(old.sql, who, [start(60, each.project), unreadable()]);
      }
      const stored = ['audit_events 2', 'held_events 2', 'synced_events 4'];
      expect(await tracesOf(old.sql)).toEqual(expect.arrayContaining(stored));
      // Changed behind the chain's back before: that must not look right afterwards.
      await old.sql`alter table audit_events disable trigger user`;
      await old.sql`update audit_events set reason = 'forged' where company_id = ${silent.id} and entity = 'held_events'
      and after::text like '%45.51234%'`;
      await old.sql`alter table audit_events enable trigger user`;

      await migrate(connection, migrations);
      connection.release();
      await old.sql`delete from realtime.outbox`;
      expect(await tracesOf(old.sql)).toEqual(['private.event_places 1']);
      const broken = (id: string) =>
        old.sql`select broken_id, checked::int from verify_audit_chain(${id})`;
      expect(await broken(company.id)).toMatchObject([{ broken_id: null }]);
      expect(await broken(silent.id)).not.toMatchObject([{ broken_id: null }]);
      const told = await old.sql`select action, reason from audit_events
      where company_id = ${company.id} and action = 'redacted'`;
      expect(told).toEqual([
        { action: 'redacted', reason: 'Places of punches are not kept in the history' },
      ]);
      // What is left of it is sealed again.
      await old.sql`alter table audit_events disable trigger user`;
      await old.sql`update audit_events set after = jsonb_set(after, '{reason}', '"other"')
      where company_id = ${company.id} and entity = 'held_events' and id::text in (
        select r.after ->> 'event_id' from audit_events r where r.action = 'redacted')`;
      expect(await broken(company.id)).not.toMatchObject([{ broken_id: null }]);
    } finally {
      await old.drop();
    }
  },
  120_000,
);
