import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { pairedTablet, workerWithPin } from './kiosk-stage.ts';
import { knowDevices } from './offline-stage.ts';
import { as, hire, makeCompany, openCompany, type Person } from './world.ts';

const HOUR = 3_600_000;

const { db, us } = await openCompany();

async function worker(): Promise<Person> {
  const person = await hire(db.sql, us.owner, 'employee');
  await knowDevices(db.sql, person, 'phone');
  return person;
}
const junk = (extra: object = {}) => ({ id: randomUUID(), kind: 'bogus', ...extra });
const event = (kind: string, hoursAgo: number, payload: object) => ({
  id: randomUUID(),
  device_id: 'phone',
  sequence: 1000 - hoursAgo,
  kind,
  happened_at: new Date(Date.now() - hoursAgo * HOUR).toISOString(),
  offset_ms: 0,
  payload,
});
const send = async (who: Person, events: readonly object[]) =>
  (
    await as(db.sql, who, (tx) => tx`select result from sync_events(${tx.json(events as never)})`)
  ).map(({ result }) => result as string);
const itemsOf = (who: Person) =>
  as(
    db.sql,
    us.manager,
    (
      tx,
    ) => tx`select subject_id, detail ->> 'problem' as problem, coalesce((detail ->> 'more')::int, 0) as more,
        (detail ->> 'ends_at')::timestamptz as ends_at
      from verification_items() where employee_id = ${who.employeeId}`,
  );
const counts = async (who: Person) =>
  (
    await db.sql`select (select count(*)::int from synced_events where employee_id = ${who.employeeId}) as events,
      (select count(*)::int from held_events where employee_id = ${who.employeeId} and status = 'held') as held,
      (select coalesce(max(pg_column_size(payload)), 0) from synced_events where employee_id = ${who.employeeId}) as largest,
      (select coalesce(max(pg_column_size(after)), 0) from audit_events where employee_id = ${who.employeeId} and entity = 'held_events') as audited`
  )[0];

describe('a phone', () => {
  test('a huge event is held, and only a little of it is stored', async () => {
    const who = await worker();
    const huge = 'x'.repeat(8_000_000);
    const deep = `${'{"payload":'.repeat(2000)}1${'}'.repeat(2000)}`;
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`key${n}`, huge[n]]));
    expect(await send(who, [junk({ payload: huge }), junk({ payload: { huge, many } })])).toEqual([
      'held',
      'held',
    ]);
    expect(await send(who, [junk(many), junk({ payload: JSON.parse(deep) })])).toEqual([
      'held',
      'held',
    ]);
    const stored = await counts(who);
    expect(stored?.['largest']).toBeLessThan(16_000);
    expect(stored?.['audited']).toBeLessThan(20_000);
  });

  test('an honest event of the usual size keeps all of its words', async () => {
    const who = await worker();
    const notes = 'ñ'.repeat(2000);
    const entry_id = randomUUID();
    const punch = event('clock_in', 1, { entry_id, project_id: us.project, notes });
    expect(await send(who, [punch])).toEqual(['applied']);
    expect(await db.sql`select notes from time_entries where id = ${entry_id}`).toEqual([
      { notes },
    ]);
  });

  test('a thousand junk events are one item at most, and the rest stays on the device', async () => {
    const who = await worker();
    const batch = (count: number) => Array.from({ length: count }, () => junk());
    await expect(send(who, batch(500))).rejects.toMatchObject({ hint: 'too_many_held' });
    expect(await counts(who)).toMatchObject({ events: 0, held: 0 });
    expect(await send(who, batch(200))).toEqual(Array(200).fill('held'));
    await expect(send(who, batch(1))).rejects.toMatchObject({ hint: 'too_many_held' });
    const items = await itemsOf(who);
    expect(items).toMatchObject([{ problem: 'unreadable', more: 199 }]);
    // What can be applied still is, and what others hold is theirs.
    const punch = event('clock_in', 1, { entry_id: randomUUID(), project_id: us.project });
    expect(await send(who, [punch])).toEqual(['applied']);
    const other = await worker();
    expect(await send(other, batch(1))).toEqual(['held']);
    // One decision, and the inbox is empty.
    await as(
      db.sql,
      us.manager,
      (tx) => tx`select resolve_held_event(${items[0]?.['subject_id']}, 'discard', 'Junk')`,
    );
    expect(await itemsOf(who)).toEqual([]);
    expect(await itemsOf(other)).toHaveLength(1);
    expect(await counts(who)).toMatchObject({ held: 0 });
  });

  test('a company has a limit, too', async () => {
    const them = await makeCompany(db.sql, 'Flooded');
    const who = await hire(db.sql, them.owner, 'employee');
    await db.sql.begin(async (tx) => {
      await tx`alter table held_events disable trigger user`;
      await tx`with events as (insert into synced_events (company_id, id, employee_id, device_id, sequence, kind, happened_at, offset_ms, counts_at, payload, state)
          select ${them.id}, gen_random_uuid(), ${who.employeeId}, 'x', n, 'clock_in', now(), 0, now(), '{}', 'held' from generate_series(1, 5000) n returning *)
        insert into held_events (company_id, id, employee_id, device_id, sequence, kind, happened_at, offset_ms, counts_at, payload, problem, reason)
          select company_id, id, employee_id, device_id, sequence, kind, happened_at, 0, counts_at, '{}', 'other', 'x' from events`;
      await tx`alter table held_events enable trigger user`;
    });
    await expect(send(who, [junk()])).rejects.toMatchObject({ hint: 'too_many_held' });
    const fine = event('clock_in', 0, { entry_id: randomUUID(), project_id: them.project });
    expect(await send(who, [fine])).toEqual(['applied']);
  });

  test('so has a day of an account', async () => {
    const who = await worker();
    await db.sql`insert into synced_events (company_id, id, employee_id, device_id, sequence, kind, happened_at, offset_ms, counts_at, payload, state, created_by)
      select ${us.id}, gen_random_uuid(), ${who.employeeId}, 'old', n, 'quantity', now(), 0, now(), '{}', 'repeated', ${who.userId} from generate_series(1, 5000) n`;
    const punch = event('clock_in', 0, { entry_id: randomUUID(), project_id: us.project });
    await expect(send(who, [punch])).rejects.toMatchObject({ hint: 'too_many_events_today' });
    await db.sql`update synced_events set created_at = now() - interval '25 hours' where employee_id = ${who.employeeId}`;
    expect(await send(who, [{ ...punch, happened_at: new Date().toISOString() }])).toEqual([
      'applied',
    ]);
  });

  test('one item for one cause: the next comes up when the first is decided', async () => {
    const who = await worker();
    const shift = (hoursAgo: number) => {
      const entry_id = randomUUID();
      return [
        event('clock_in', hoursAgo, { entry_id, project_id: us.project }),
        event('clock_out', hoursAgo - 1, { entry_id }),
      ] as const;
    };
    const [first, second] = [shift(80), shift(60)];
    await send(who, [...first, ...second]);
    expect(await itemsOf(who)).toEqual([
      {
        subject_id: first[0].id,
        problem: 'late',
        more: 1,
        ends_at: new Date(first[1].happened_at),
      },
    ]);
    const decide = (id: string) =>
      as(db.sql, us.manager, (tx) => tx`select resolve_held_event(${id}, 'apply')`);
    await decide(first[0].id);
    expect(await itemsOf(who)).toEqual([
      {
        subject_id: second[0].id,
        problem: 'late',
        more: 0,
        ends_at: new Date(second[1].happened_at),
      },
    ]);
    await decide(second[0].id);
    expect(await itemsOf(who)).toEqual([]);
    // A clock-out that waits stands behind its clock-in.
    await db.sql`update projects set archived_at = now() where id = ${us.project}`;
    const [start, stop] = shift(5);
    await send(who, [stop]);
    expect(await itemsOf(who)).toMatchObject([{ subject_id: stop.id, problem: 'waiting' }]);
    await send(who, [start]);
    expect(await itemsOf(who)).toEqual([
      { subject_id: start.id, problem: 'booking', more: 0, ends_at: new Date(stop.happened_at) },
    ]);
    await db.sql`update projects set archived_at = null where id = ${us.project}`;
    await decide(start.id);
    expect(await itemsOf(who)).toEqual([]);
  });
});

describe('a tablet', () => {
  test('without a PIN it leaves nothing, and guesses have an end', async () => {
    const tablet = await pairedTablet(db.sql, us);
    const person = await workerWithPin(db.sql, us);
    const [kiosk] =
      await db.sql`update kiosks set paired_at = now() - interval '30 days' where user_id = ${tablet.userId} returning id`;
    const sync = async (events: readonly object[]) =>
      (
        await as(
          db.sql,
          tablet,
          (tx) =>
            tx`select result from kiosk_sync_events(${kiosk?.['id']}, ${tx.json(events as never)})`,
        )
      ).map(({ result }) => result as string);
    const [kit] = await as(db.sql, tablet, (tx) => tx`select kiosk_kit(true) as kit`);
    const { id } = (kit as { kit: { seal: { id: string } } }).kit.seal;
    const punch = (sealed?: object) => ({
      ...event('clock_in', 1, { entry_id: randomUUID(), project_id: us.project }),
      employee_id: person.employeeId,
      ...(sealed ? { sealed } : {}),
    });
    expect(await sync(Array.from({ length: 500 }, () => punch()))).toEqual(
      Array(500).fill('unknown'),
    );
    expect(await counts(person)).toMatchObject({ events: 0, held: 0 });

    // The end of a chain, five hundred times, in any order: it is walked once.
    const sealed = (index: number) => punch({ id, index, box: '0011223344556677' });
    const begun = performance.now();
    const far = Array.from({ length: 500 }, (_, n) => sealed(9999 - n));
    expect(await sync(far)).toEqual(Array(500).fill('held'));
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(await itemsOf(person)).toMatchObject([{ problem: 'wrong_pin', more: 499 }]);
    await expect(sync([sealed(1)])).rejects.toMatchObject({ hint: 'too_many_held' });
  });

  test('many chains at once are refused', async () => {
    const tablet = await pairedTablet(db.sql, us);
    const person = await workerWithPin(db.sql, us);
    const [kiosk] = await db.sql`select id from kiosks where user_id = ${tablet.userId}`;
    const seals = await as(
      db.sql,
      tablet,
      (tx) => tx`select kiosk_kit(true) -> 'seal' ->> 'id' as id from generate_series(1, 20)`,
    );
    const events = seals.map(({ id }) => ({
      ...event('clock_in', 1, { entry_id: randomUUID() }),
      employee_id: person.employeeId,
      sealed: { id, index: 9999, box: '0011223344556677' },
    }));
    await expect(
      as(
        db.sql,
        tablet,
        (tx) => tx`select * from kiosk_sync_events(${kiosk?.['id']}, ${tx.json(events as never)})`,
      ),
    ).rejects.toMatchObject({ hint: 'too_many_seals' });
  });
});
