import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { knowDevices } from './offline-stage.ts';
import { as, hire, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();
/** On the team of the site, and in the crew. */
let wes: Person;
let tess: Person;
/** In the crew, on no team. */
let cole: Person;
let site: string;
let open: string;

const add = async (name: string, ...team: Person[]): Promise<string> => {
  const [project] = await db.sql`
    insert into projects (company_id, name) values (${us.id}, ${name + randomUUID()}) returning id`;
  for (const { employeeId } of team) {
    await db.sql`insert into project_members (company_id, project_id, employee_id)
      values (${us.id}, ${project?.['id']}, ${employeeId})`;
  }
  return project?.['id'];
};

beforeAll(async () => {
  [wes, tess, cole] = [
    await hire(db.sql, us.owner, 'employee'),
    await hire(db.sql, us.owner, 'employee'),
    await hire(db.sql, us.owner, 'employee'),
  ];
  await db.sql`update employees set first_name = 'Cole', last_name = 'Ramsey' where id = ${cole.employeeId}`;
  const [crew] = await act(
    us.manager,
    (tx) =>
      tx`insert into crews (name, foreman_id) values ('Concrete', ${us.foreman.employeeId}) returning id`,
  );
  for (const { employeeId } of [wes, tess, cole]) {
    await db.sql`insert into crew_members (company_id, crew_id, employee_id, from_date)
      values (${us.id}, ${crew?.['id']}, ${employeeId}, current_date - 30)`;
  }
  site = await add('Site', us.foreman, wes, tess);
  open = await add('Open to everyone');
});

const ids = (people: readonly Person[]) => people.map(({ employeeId }) => employeeId);
const start = (people: readonly Person[], project: string, entries: string[] | null = null) =>
  act(
    us.foreman,
    (tx) => tx`select * from crew_clock_in(employee_ids_param => ${ids(people)}::uuid[],
      project_id_param => ${project}, ids_param => ${entries}::uuid[])`,
  );
const clocks = (...people: Person[]) =>
  db.sql`select employee_id, project_id from time_entries
    where employee_id = any (${ids(people)}::uuid[]) and clock_out is null order by clock_in`;
const stopAll = () =>
  db.sql`update time_entries set clock_out = clock_in + interval '1 second' where clock_out is null`;

describe('nobody stops a crew', () => {
  test('whoever can start starts; who cannot is named with what to do, and a repeat says the same', async () => {
    const entries = [randomUUID(), randomUUID(), randomUUID()];
    const rows = await start([wes, cole, tess], site, entries);
    expect(rows.map((row) => row['result'])).toEqual(['started', 'refused', 'started']);
    expect(rows[1]).toMatchObject({
      employee_id: cole.employeeId,
      entry_id: null,
      hint: 'project_not_open_to_you',
      message: expect.stringMatching(/^Cole Ramsey is not on the team .* Ask the office/),
      detail: { name: 'Cole Ramsey', contacts: [{ role: 'manager' }, { role: 'owner' }] },
    });
    expect(rows[0]).toMatchObject({ hint: null, message: null, detail: null });
    expect(await clocks(cole)).toEqual([]);
    expect(await start([wes, cole, tess], site, entries)).toEqual(rows);
    expect(await clocks(wes, tess, cole)).toHaveLength(2);
    await stopAll();
  });

  test('where nobody could be done the call fails, with everybody by name', async () => {
    const refused = await start([cole], site).catch((cause) => cause);
    expect(refused).toMatchObject({ code: 'P0001', hint: 'project_not_open_to_you' });
    expect(refused.message).not.toMatch(/\byou\b/i);
    expect(JSON.parse(refused.detail).people).toMatchObject([
      { id: cole.employeeId, name: 'Cole Ramsey', hint: 'project_not_open_to_you' },
    ]);
    expect(await start([], site)).toEqual([]);
  });

  test('who is not in the crew is refused without a name, here and in another company', async () => {
    const rows = await start([wes, us.colleague, them.employee], site);
    expect(rows.map((row) => row['result'])).toEqual(['started', 'refused', 'refused']);
    for (const row of rows.slice(1)) {
      expect(row).toMatchObject({ hint: 'not_your_crew', detail: {} });
      expect(row['message']).toBe('Someone on this list is not in your crew.');
    }
    expect(await clocks(us.colleague, them.employee)).toEqual([]);
    await stopAll();
    for (const who of [wes, them.manager]) {
      await expect(
        act(who, (tx) => tx`select crew_clock_in(${ids([tess])}, ${site})`),
      ).rejects.toMatchObject({ hint: 'not_your_crew' });
    }
    await expect(
      as(db.sql, 'anon', (tx) => tx`select crew_clock_in(${ids([tess])}, ${site})`),
    ).rejects.toMatchObject({ code: '42501' });
  });

  test('a switch that is refused leaves that clock where it was', async () => {
    await start([wes, cole], open);
    const rows = await act(
      us.foreman,
      (tx) => tx`select * from crew_switch(${ids([wes, cole, tess])}, ${site})`,
    );
    expect(rows.map((row) => row['result'])).toEqual(['switched', 'refused', 'not_running']);
    expect(await clocks(cole)).toEqual([{ employee_id: cole.employeeId, project_id: open }]);
    expect(await clocks(wes)).toEqual([{ employee_id: wes.employeeId, project_id: site }]);
  });

  test('breaks and stops go the same way', async () => {
    const people = ids([wes, us.colleague, cole]);
    const results = async (call: 'crew_start_break' | 'crew_end_break' | 'crew_clock_out') =>
      (
        await act(us.foreman, (tx) =>
          call === 'crew_start_break'
            ? tx`select * from crew_start_break(${people}, 'meal')`
            : call === 'crew_end_break'
              ? tx`select * from crew_end_break(${people})`
              : tx`select * from crew_clock_out(${people})`,
        )
      ).map((row) => row['result']);
    expect(await results('crew_start_break')).toEqual(['started', 'refused', 'started']);
    expect(await results('crew_end_break')).toEqual(['ended', 'refused', 'ended']);
    expect(await results('crew_clock_out')).toEqual(['stopped', 'refused', 'stopped']);
    expect(await clocks(wes, cole)).toEqual([]);
  });

  test('the phone of the foreman knows who is on which of their teams; managers start anybody', async () => {
    const closedTo = async (who: Person, person: Person) =>
      (await act(who, (tx) => tx`select * from crew_today()`)).find(
        (row) => row['employee_id'] === person.employeeId,
      )?.['closed_project_ids'];
    expect(await closedTo(us.foreman, cole)).toContain(site);
    expect(await closedTo(us.foreman, wes)).not.toContain(site);
    expect(await closedTo(us.manager, cole)).toEqual([]);
    expect(
      await act(us.manager, (tx) => tx`select * from crew_clock_in(${ids([cole])}, ${site})`),
    ).toMatchObject([{ result: 'started' }]);
    await stopAll();
  });
});

describe('a punch that was held comes back to who made it', () => {
  const entry = randomUUID();
  const held = (who: Person) => act(who, (tx) => tx`select * from my_held_events()`);
  const bell = (who: Person) =>
    db.sql`select data ->> 'person' as person, read_at from notifications
      where employee_id = ${who.employeeId} and event = 'crew_held'`;
  const event = (sequence: number, kind: string, minutesAgo: number, payload: object) => ({
    id: randomUUID(),
    device_id: 'phone of the foreman',
    sequence,
    kind,
    happened_at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    offset_ms: 0,
    employee_id: cole.employeeId,
    payload: { entry_id: entry, ...payload },
  });

  test('the foreman and the person see it, with the reason by name; the bell says it once', async () => {
    await knowDevices(db.sql, us.foreman, 'phone of the foreman');
    const events = [event(1, 'clock_in', 90, { project_id: site }), event(2, 'clock_out', 30, {})];
    await act(us.foreman, (tx) => tx`select * from sync_events(${tx.json(events as never)})`);
    const rows = await held(us.foreman);
    expect(rows).toMatchObject([
      {
        employee_id: cole.employeeId,
        kind: 'clock_in',
        hint: 'project_not_open_to_you',
        message: expect.stringContaining('Not on the team'),
        employee_name: 'Cole Ramsey',
        project_id: site,
      },
      { kind: 'clock_out', hint: 'waiting' },
    ]);
    expect(await held(cole)).toEqual(rows);
    expect(await bell(us.foreman)).toEqual([{ person: 'Cole Ramsey', read_at: null }]);
    expect(await bell(cole)).toEqual([]);
  });

  test('nobody else does', async () => {
    const other = await hire(db.sql, us.owner, 'foreman');
    for (const who of [wes, us.colleague, other, us.manager, them.owner, them.foreman]) {
      expect(await held(who)).toEqual([]);
    }
    await expect(
      as(db.sql, 'anon', (tx) => tx`select * from my_held_events()`),
    ).rejects.toMatchObject({ code: '42501' });
  });

  test('an id alone names nobody: not in the list, and not in the bell', async () => {
    const stranger = await hire(db.sql, us.owner, 'employee');
    const punch = {
      ...event(9, 'clock_in', 20, { entry_id: randomUUID(), project_id: open }),
      employee_id: stranger.employeeId,
    };
    for (const who of [us.foreman, wes]) {
      const events = [{ ...punch, id: randomUUID(), device_id: `phone of ${who.employeeId}` }];
      await knowDevices(db.sql, who, `phone of ${who.employeeId}`);
      const before = await bell(who);
      await act(who, (tx) => tx`select * from sync_events(${tx.json(events as never)})`);
      const [row] = (await held(who)).filter((one) => one['employee_id'] === stranger.employeeId);
      expect(row).toMatchObject({ problem: 'not_allowed', employee_name: null });
      expect(await bell(who)).toEqual(before);
      await act(us.manager, (tx) => tx`select resolve_held_event(${row?.['id']}, 'discard', 'No')`);
    }
  });

  test('decided, it is gone from the list and read in the bell', async () => {
    const [first] = await held(us.foreman);
    await act(
      us.manager,
      (tx) => tx`select resolve_held_event(${first?.['id']}, 'discard', 'Was not there')`,
    );
    expect(await held(us.foreman)).toEqual([]);
    expect(await bell(us.foreman)).toMatchObject([{ read_at: expect.any(Date) }]);
  });

  test('while another event of the shift is held the bell goes on saying so', async () => {
    const shift = randomUUID();
    await start([cole], open, [shift]);
    const events = [1, 2].map((sequence) => ({
      ...event(sequence, 'clock_out', 3 - sequence, { entry_id: shift }),
      device_id: 'a phone nobody signed in on',
    }));
    await act(us.foreman, (tx) => tx`select * from sync_events(${tx.json(events as never)})`);
    const rows = await held(us.foreman);
    expect(rows.map((row) => row['entry_id'])).toEqual([shift, shift]);
    const unread = async () =>
      (
        await db.sql`select from notifications
          where employee_id = ${us.foreman.employeeId} and data ->> 'shift' = ${shift} and read_at is null`
      ).length;
    const discard = (id: unknown) =>
      act(us.manager, (tx) => tx`select resolve_held_event(${id as string}, 'discard', 'No')`);
    expect(await unread()).toBe(1);
    await discard(rows[0]?.['id']);
    expect(await unread()).toBe(1);
    await discard(rows[1]?.['id']);
    expect(await unread()).toBe(0);
    await stopAll();
  });
});
