import { beforeAll, expect, test } from 'vitest';
import { addTime, as, hire, makeCompany, openCompany, type Person, type Tx } from './world.ts';

const { db, us } = await openCompany();
let mason: Person;
let second: string;
let excavator: string;

const act = <T>(story: (tx: Tx) => Promise<T>, who = mason) => as(db.sql, who, story);
beforeAll(async () => {
  await as(db.sql, us.owner, async (tx) => {
    const [project] = await tx`insert into projects (name) values ('Elm Street') returning id`;
    const [machine] =
      await tx`insert into equipment (name, number) values ('Excavator', '320') returning id`;
    second = project?.['id'];
    excavator = machine?.['id'];
  });
  mason = await hire(db.sql, us.owner, 'employee');
});

const totals = (person = mason) =>
  db.sql`select work_date::text as day, project_id as project, equipment_id as machine, seconds,
      unpaid_break_seconds as unpaid, paid_break_seconds as paid, entries
    from work_totals where employee_id = ${person.employeeId} order by work_date, entries, project_id`;
/** Times are New York's in winter, five hours behind. */
const at = (day: number, time: string) =>
  new Date(`2026-01-${String(day).padStart(2, '0')}T${time}-05:00`);
const expectExact = async () =>
  expect(await db.sql`select * from private.work_totals_differences()`).toEqual([]);

function save(id: string, from: Date, to: Date, project: string | null, breaks: object[]) {
  return act(
    (tx) =>
      tx`select save_time_entry(${id}, null, ${from}, ${to}, ${project}, breaks_param => ${tx.json(breaks as never)})`,
  );
}
const pause = (day: number, from: string, to: string, paid = false) => ({
  started_at: at(day, from),
  ended_at: at(day, to),
  kind: 'meal',
  paid,
});

test('punches count with their minute, and only long unpaid breaks are taken off', async () => {
  const worker = await hire(db.sql, us.owner, 'employee');
  const entry = await addTime(db.sql, worker, at(5, '07:00:45'), at(5, '15:30:10'));
  const add = (from: string, to: string, paid = false) =>
    as(
      db.sql,
      worker,
      (tx) =>
        tx`insert into time_entry_breaks ${tx({
          time_entry_id: entry,
          employee_id: worker.employeeId,
          ...pause(5, from, to, paid),
        } as never)}`,
    );
  await add('09:00', '09:20');
  await add('10:00', '10:40', true);
  await add('12:00:50', '12:30:05');
  expect(await totals(worker)).toMatchObject([
    { day: '2026-01-05', seconds: 8 * 3600, unpaid: 1800, paid: 3600, entries: 1 },
  ]);
  await expectExact();
});

test('sums follow every way of changing time', async () => {
  const id = await addTime(db.sql, mason, at(5, '08:00'), at(5, '16:00'), {
    project_id: us.project,
  });
  await expectExact();
  await save(id, at(5, '08:00'), at(5, '16:00'), us.project, [pause(5, '12:00', '12:45')]);
  expect(await totals()).toMatchObject([
    { project: us.project, seconds: 7.25 * 3600, unpaid: 2700 },
  ]);
  await save(id, at(5, '07:00'), at(5, '17:00'), second, []);
  expect(await totals()).toMatchObject([{ project: second, seconds: 36_000, unpaid: 0 }]);
  await save(id, at(5, '08:00'), at(5, '15:00'), null, [pause(5, '12:00', '12:45')]);
  await act((tx) => tx`update time_entry_breaks set paid = true where time_entry_id = ${id}`);
  expect(await totals()).toMatchObject([{ project: null, seconds: 25_200, paid: 2700 }]);
  await act((tx) => tx`update time_entries set equipment_id = ${excavator} where id = ${id}`);
  expect(await totals()).toMatchObject([{ machine: excavator, entries: 1 }]);
  await act(
    (tx) => tx`update time_entries set clock_in = ${at(6, '08:00')}, clock_out = ${at(6, '09:00')}
    where id = ${id} and not exists (select from time_entry_breaks where time_entry_id = ${id})`,
  );
  await act((tx) => tx`delete from time_entry_breaks where time_entry_id = ${id}`);
  await expectExact();
  await act((tx) => tx`delete from time_entries where id = ${id}`);
  expect(await totals()).toEqual([]);
  await expectExact();
});

test('the clock writes nothing until it stops, then everything', async () => {
  await act((tx) => tx`select clock_in(${us.project}, equipment_id_param => ${excavator})`);
  await act((tx) => tx`select start_break('meal')`);
  await act((tx) => tx`select end_break()`);
  expect(await totals()).toEqual([]);
  await act(
    (tx) =>
      tx`select switch_project(${second}, ${us.costCode}, equipment_id_param => ${excavator})`,
  );
  expect(await totals()).toMatchObject([{ project: us.project, machine: excavator, entries: 1 }]);
  await act((tx) => tx`select start_break('meal')`);
  await act(
    (tx) => tx`update time_entries set project_id = ${us.project}, clock_out = clock_timestamp()
    where employee_id = ${mason.employeeId} and clock_out is null`,
  );
  expect((await totals()).reduce((sum, row) => sum + row['entries'], 0)).toBe(2);
  await expectExact();
  await act((tx) => tx`delete from time_entries where employee_id = ${mason.employeeId}`);
  await expectExact();
});

test('work over midnight belongs to both days, and a break with it', async () => {
  const id = await addTime(db.sql, mason, at(8, '20:00'), at(9, '04:00'));
  await save(id, at(8, '20:00'), at(9, '04:00'), null, [
    { ...pause(8, '23:45', '23:59'), ended_at: at(9, '00:15') },
  ]);
  expect(await totals()).toMatchObject([
    { day: '2026-01-08', seconds: 3.75 * 3600, unpaid: 900, entries: 1 },
    { day: '2026-01-09', seconds: 3.75 * 3600, unpaid: 900, entries: 0 },
  ]);
  // A whole weekend forgotten, entered by a manager.
  await act(
    (tx) => tx`select save_time_entry(${id}, null, ${at(8, '20:00')}, ${at(11, '06:00')}, null,
      breaks_param => '[]', reason_param => 'Forgot to stop')`,
    us.manager,
  );
  expect((await totals()).map((row) => row['seconds'] / 3600)).toEqual([4, 24, 24, 6]);
  await expectExact();
  await act((tx) => tx`delete from time_entries where id = ${id}`);
  await expectExact();
});

test('days follow the zone of the project, and of the company where it has none', async () => {
  const [denver] = await act(
    (tx) =>
      tx`insert into projects (name, time_zone) values ('West', 'America/Denver') returning id`,
    us.owner,
  );
  const west = denver?.['id'];
  const here = await addTime(db.sql, mason, at(12, '20:00'), at(13, '01:00'), {
    project_id: second,
  });
  const there = await addTime(db.sql, mason, at(14, '01:00'), at(14, '05:00'), {
    project_id: west,
  });
  const days = async () =>
    (await totals()).map((row) => [row['day'], row['seconds'] / 3600, row['entries']]);
  expect(await days()).toEqual([
    ['2026-01-12', 4, 1],
    ['2026-01-13', 1, 0],
    ['2026-01-13', 1, 1],
    ['2026-01-14', 3, 0],
  ]);
  const rezone = (project: string, zone: string | null) =>
    act((tx) => tx`update projects set time_zone = ${zone} where id = ${project}`, us.owner);
  await rezone(west, null);
  expect((await days()).at(-1)).toEqual(['2026-01-14', 4, 1]);
  // The date of the start stays, the cut moves.
  await rezone(second, 'America/Chicago');
  expect((await days())[0]).toEqual(['2026-01-12', 5, 1]);
  await expectExact();
  await act(
    (tx) => tx`update companies set time_zone = 'America/Los_Angeles' where id = ${us.id}`,
    us.owner,
  );
  await expectExact();
  await act(
    (tx) => tx`update companies set time_zone = 'America/New_York' where id = ${us.id}`,
    us.owner,
  );
  // Booked on another project, an entry gets that one's date.
  await rezone(west, 'America/Denver');
  await act((tx) => tx`update time_entries set project_id = ${us.project} where id = ${there}`);
  const [moved] = await db.sql`select work_date::text as day from time_entries where id = ${there}`;
  expect(moved).toEqual({ day: '2026-01-14' });
  await expectExact();
  await expect(rezone(west, 'Mars/Olympus')).rejects.toMatchObject({ hint: 'unknown_time_zone' });
  await expect(rezone(west, 'MST7MDT;x')).rejects.toMatchObject({ hint: 'unknown_time_zone' });
  await act((tx) => tx`delete from time_entries where id in (${here}, ${there})`);
});

test('a policy decides how long a break must be', async () => {
  const id = await addTime(db.sql, mason, at(15, '08:00'), at(15, '16:00'), { project_id: second });
  await save(id, at(15, '08:00'), at(15, '16:00'), second, [pause(15, '12:00', '12:20')]);
  const set = (minutes: number, project: string | null = null) =>
    act(
      (tx) => tx`select set_overtime_policy('FLSA', '2026-01-01',
        ${tx.json({ unpaid_break_minutes: minutes })}, ${project})`,
      us.owner,
    );
  expect(await totals()).toMatchObject([{ seconds: 28_800, paid: 1200 }]);
  await set(20);
  expect(await totals()).toMatchObject([{ seconds: 27_600, unpaid: 1200 }]);
  await set(21, second);
  expect(await totals()).toMatchObject([{ seconds: 28_800 }]);
  await set(20, second);
  await expectExact();
  await act((tx) => tx`select remove_overtime_policy(id) from overtime_policies`, us.owner);
  expect(await totals()).toMatchObject([{ seconds: 28_800, paid: 1200 }]);
  await act((tx) => tx`delete from time_entries where id = ${id}`);
});

test('crews, merged cost codes and many rows at once are counted', async () => {
  const [old] = await act(
    (tx) => tx`insert into cost_codes (code, name) values ('99', 'Old') returning id`,
    us.owner,
  );
  const people = [us.employee.employeeId, us.colleague.employeeId];
  await act(
    (tx) =>
      tx`select crew_clock_in(${people}, ${us.project}, ${old?.['id']}, equipment_id_param => ${excavator})`,
    us.manager,
  );
  await act(
    (tx) => tx`select crew_switch(${people}, ${second}, equipment_id_param => ${excavator})`,
    us.manager,
  );
  await act((tx) => tx`select crew_clock_out(${people})`, us.manager);
  await act(
    (tx) => tx`insert into time_entries (employee_id, clock_in, clock_out, cost_code_id, source)
      select ${mason.employeeId}, ${at(20, '08:00')}::timestamptz + n * interval '9 hours',
        ${at(20, '08:00')}::timestamptz + n * interval '9 hours' + interval '7 hours', ${old?.['id']}, 'import'
      from generate_series(0, 39) n`,
    us.manager,
  );
  await expectExact();
  await act((tx) => tx`select merge_cost_codes(${old?.['id']}, ${us.costCode})`, us.manager);
  await expectExact();
  const [left] =
    await db.sql`select count(*)::int as n from work_totals where cost_code_id = ${old?.['id']}`;
  expect(left).toEqual({ n: 0 });
  const [sum] =
    await db.sql`select sum(seconds)::int as n from work_totals where employee_id = ${mason.employeeId}`;
  expect(sum).toEqual({ n: 40 * 7 * 3600 });
});

test('equipment belongs to its company', async () => {
  const them = await makeCompany(db.sql);
  const [theirs] = await act(
    (tx) => tx`insert into equipment (name) values ('Crane') returning id`,
    them.owner,
  );
  await expect(
    act((tx) => tx`select clock_in(${us.project}, equipment_id_param => ${theirs?.['id']})`),
  ).rejects.toMatchObject({ constraint: 'time_entries_equipment' });
  await expect(act((tx) => tx`insert into equipment (name) values ('Mine')`)).rejects.toMatchObject(
    { code: '42501' },
  );
  expect(await act((tx) => tx`select from equipment`, them.owner)).toHaveLength(1);
});
