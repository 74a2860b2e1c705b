import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Sql } from '../../server/database/sql/sql.ts';
import { knowDevices } from './offline-stage.ts';
import { as, type Company, hire, openCompany, type Person } from './world.ts';

const HOUR = 3_600_000;
const PLACE = { latitude: 45.51234, longitude: -122.61234, accuracy_m: 8, fix_age_s: 1 };

const { db, us } = await openCompany();

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
