import { beforeAll, describe, expect, test } from 'vitest';
import { hire, openCompanies, type Person } from './world.ts';

const DAY = '2026-03-10';
const { db, us, them, act } = await openCompanies();
let crew: string;
let codes: Record<string, string>;

beforeAll(async () => {
  await db.sql`update companies set time_zone = 'America/New_York' where id = ${us.id}`;
  const [made] = await act(
    us.manager,
    (tx) =>
      tx`insert into crews (name, foreman_id) values ('Concrete', ${us.foreman.employeeId}) returning id`,
  );
  crew = made?.['id'];
  const rows = await act(
    us.manager,
    (tx) =>
      tx`insert into cost_codes (code, name) values ('C1', 'Forming'), ('C2', 'Rebar'), ('C3', 'Concrete'), ('C9', 'Cleanup') returning id, code`,
  );
  codes = Object.fromEntries(rows.map((row) => [row['code'], row['id']]));
});

/** Someone in the crew since the beginning of the year, with punches of their own. */
async function member(...punches: [from: string, to: string | null, code?: string][]) {
  const person = await hire(db.sql, us.owner, 'employee');
  await db.sql`insert into crew_members (company_id, crew_id, employee_id, from_date)
    values (${us.id}, ${crew}, ${person.employeeId}, '2026-01-01')`;
  for (const [from, to, code = 'C1'] of punches) {
    await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id, cost_code_id)
      values (${us.id}, ${person.employeeId}, ${local(from)}, ${to && local(to)}, ${us.project}, ${codes[code] as string})`;
  }
  return person;
}

const local = (time: string) => new Date(`${DAY}T${time.padStart(5, '0')}:00-04:00`);

const rowsOf = (person: Person, cells: Record<string, number>) =>
  Object.entries(cells).map(([code, minutes]) => ({
    employee_id: person.employeeId,
    cost_code_id: codes[code],
    minutes,
  }));

const save = (rows: readonly object[], who = us.foreman, day = DAY) =>
  act(
    who,
    (tx) =>
      tx`select * from save_crew_day(${crew}, ${day}, ${us.project}, ${tx.json(rows as never)})`,
  );

/** The day of a person as "7:00-12:00 C1", own punches included. */
async function dayOf(person: Person) {
  const rows = await db.sql`
    select to_char(t.clock_in at time zone 'America/New_York', 'FMHH24:MI') || '-'
      || coalesce(to_char(t.clock_out at time zone 'America/New_York', 'FMHH24:MI'), '') || ' ' || c.code as text
    from time_entries t join cost_codes c on c.company_id = t.company_id and c.id = t.cost_code_id
    where t.employee_id = ${person.employeeId} order by t.clock_in`;
  return rows.map((row) => row['text']);
}

describe('the matrix lays missing time around own punches', () => {
  test.each([
    ['CM-1', { C1: 300, C2: 180 }, [], ['7:00-12:00 C1', '12:30-15:30 C2']],
    [
      'CM-2',
      { C1: 240, C2: 120, C3: 120 },
      [],
      ['7:00-11:00 C1', '11:00-12:00 C2', '12:30-13:30 C2', '13:30-15:30 C3'],
    ],
    [
      'CM-3',
      { C1: 240, C2: 180 },
      [['9:00', '10:00', 'C9']],
      ['7:00-9:00 C1', '9:00-10:00 C9', '10:00-12:00 C1', '12:30-15:30 C2'],
    ],
    [
      'CM-4',
      { C1: 300, C2: 180 },
      [['7:00', '11:00', 'C1']],
      ['7:00-11:00 C1', '11:00-12:00 C1', '12:30-15:30 C2'],
    ],
    ['CM-5', { C1: 240, C2: 60 }, [], ['7:00-11:00 C1', '11:00-12:00 C2']],
    ['CM-5 and a minute', { C1: 301 }, [], ['7:00-12:00 C1', '12:30-12:31 C1']],
  ] as [string, Record<string, number>, [string, string, string][], string[]][])(
    '%s',
    async (_, cells, own, expected) => {
      const person = await member(...own);
      expect(await save(rowsOf(person, cells))).toEqual([
        { employee_id: person.employeeId, result: 'saved', message: null, changed: [] },
      ]);
      expect(await dayOf(person)).toEqual(expected);
      expect(await save(rowsOf(person, cells))).toMatchObject([{ result: 'same' }]);
      expect(await dayOf(person)).toEqual(expected);
    },
  );

  test('CM-6: a running entry blocks all after it, for that person only', async () => {
    const running = await member(['13:00', null]);
    const free = await member();
    const cells = { C1: 300, C2: 180 };
    const rows = [...rowsOf(running, cells), ...rowsOf(free, cells)];
    expect(await save(rows)).toMatchObject([
      { employee_id: running.employeeId, result: 'conflict', message: 'no_room' },
      { employee_id: free.employeeId, result: 'saved', message: null },
    ]);
    expect(await dayOf(running)).toEqual(['13:00- C1']);
    expect(await dayOf(free)).toEqual(['7:00-12:00 C1', '12:30-15:30 C2']);
  });
});

test('saving again replaces only what the matrix wrote, and not what somebody corrected', async () => {
  const person = await member(['7:00', '8:00', 'C9']);
  await save(rowsOf(person, { C1: 120 }));
  expect(await dayOf(person)).toEqual(['7:00-8:00 C9', '8:00-10:00 C1']);
  await save(rowsOf(person, { C1: 0, C2: 60 }));
  expect(await dayOf(person)).toEqual(['7:00-8:00 C9', '8:00-9:00 C2']);
  await db.sql`update time_entries set clock_out = ${local('9:30')}
    where employee_id = ${person.employeeId} and clock_in = ${local('8:00')}`;
  await save(rowsOf(person, { C1: 60 }));
  expect(await dayOf(person)).toEqual(['7:00-8:00 C9', '8:00-9:30 C2', '9:30-10:30 C1']);
});

test('cells that are not sent stay, with the entries they have', async () => {
  const person = await member();
  await save(rowsOf(person, { C1: 240 }));
  const [before] =
    await db.sql`select id from time_entries where employee_id = ${person.employeeId}`;
  expect(await save(rowsOf(person, { C3: 120 }), us.manager)).toMatchObject([{ result: 'saved' }]);
  expect(await dayOf(person)).toEqual(['7:00-11:00 C1', '11:00-12:00 C3', '12:30-13:30 C3']);
  const after = await db.sql`select id from time_entries where employee_id = ${person.employeeId}`;
  expect(after.map((row) => row['id'])).toContain(before?.['id']);
  await save(rowsOf(person, { C1: 300 }));
  expect(await dayOf(person)).toEqual(['7:00-12:00 C1', '12:30-14:30 C3']);
  const [c1] = rowsOf(person, { C1: 0 });
  await save([{ ...c1, minutes: null }]);
  expect(await dayOf(person)).toEqual(['7:00-9:00 C3']);
  await expect(save([{ employee_id: person.employeeId }])).rejects.toMatchObject({
    hint: 'invalid_crew_hours',
  });
  expect(await dayOf(person)).toEqual(['7:00-9:00 C3']);
});

test('a cell that changed since it was read is a conflict of its person, with both figures', async () => {
  const [person, other] = [await member(), await member()];
  const based = (who: Person, minutes: number, basedOn: number) => ({
    ...rowsOf(who, { C1: minutes })[0],
    based_on: basedOn,
  });
  expect(await save([based(person, 240, 0)])).toMatchObject([{ result: 'saved' }]);
  const rows = [based(person, 120, 0), ...rowsOf(person, { C2: 60 }), based(other, 60, 0)];
  const changed = [{ cost_code_id: codes['C1'], based_on: 0, saved: 240, yours: 120 }];
  const [seen] = await act(
    us.manager,
    (tx) =>
      tx`select * from preview_crew_day(${crew}, ${DAY}, ${us.project}, ${tx.json(rows as never)})`,
  );
  expect(seen).toMatchObject({ result: 'conflict', message: 'changed_meanwhile', changed });
  expect(await save(rows, us.manager)).toMatchObject([
    { result: 'conflict', message: 'changed_meanwhile', changed },
    { result: 'saved', message: null, changed: [] },
  ]);
  expect(await dayOf(person)).toEqual(['7:00-11:00 C1']);
  expect(await dayOf(other)).toEqual(['7:00-8:00 C1']);
  // The same figure from two devices is no conflict, and one based on what is stored wins.
  expect(await save([based(person, 240, 0)])).toMatchObject([{ result: 'same' }]);
  expect(await save([based(person, 120, 240)])).toMatchObject([{ result: 'saved' }]);
  expect(await dayOf(person)).toEqual(['7:00-9:00 C1']);
});

test('a cell below the own punches keeps them and says so', async () => {
  const person = await member(['7:00', '11:00', 'C1']);
  expect(await save(rowsOf(person, { C1: 60 }))).toMatchObject([
    { result: 'same', message: 'own_time_kept' },
  ]);
  expect(await dayOf(person)).toEqual(['7:00-11:00 C1']);
});

test('an unpaid break that was punched is the meal: no second one', async () => {
  const person = await member(['7:00', '11:00', 'C1']);
  await db.sql`insert into time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
    select company_id, id, ${local('9:00')}, ${local('9:30')}, 'meal', false from time_entries where employee_id = ${person.employeeId}`;
  await save(rowsOf(person, { C1: 210, C2: 180 }));
  expect(await dayOf(person)).toEqual(['7:00-11:00 C1', '11:00-14:00 C2']);
});

test('approved, locked, too long, ahead, or not in the crew: a conflict that moves nothing', async () => {
  const approved = await member(['7:00', '8:00']);
  await act(us.manager, (tx) => tx`select approve_time(${approved.employeeId}, ${DAY}, ${DAY})`);
  expect(await save(rowsOf(approved, { C1: 240 }))).toMatchObject([{ message: 'approved' }]);
  const long = await member();
  expect(await save(rowsOf(long, { C1: 1200 }))).toMatchObject([{ message: 'no_room' }]);
  const [{ tomorrow } = { tomorrow: '' }] =
    await db.sql`select (current_date + 2)::text as tomorrow`;
  expect(await save(rowsOf(long, { C1: 60 }), us.foreman, tomorrow)).toMatchObject([
    { result: 'conflict', message: 'time_in_future' },
  ]);
  expect(await save(rowsOf(us.colleague, { C1: 60 }))).toMatchObject([{ message: 'not_in_crew' }]);
  expect(await save(rowsOf(long, { C1: 60 }), us.foreman, '2025-12-31')).toMatchObject([
    { message: 'not_in_crew' },
  ]);
  await db.sql`insert into pay_periods (company_id, start_date, end_date, status, locked_at)
    values (${us.id}, '2026-02-02', '2026-02-08', 'locked', now())`;
  expect(await save(rowsOf(long, { C1: 60 }), us.foreman, '2026-02-03')).toMatchObject([
    { message: 'locked' },
  ]);
  expect(await dayOf(long)).toEqual([]);
  expect(await dayOf(approved)).toEqual(['7:00-8:00 C1']);
});

test('an archived code fails for its person only', async () => {
  const [first, second] = [await member(), await member()];
  const [gone] = await act(
    us.manager,
    (tx) => tx`insert into cost_codes (code, name, active) values ('X', 'Old', false) returning id`,
  );
  const rows = [
    { employee_id: first.employeeId, cost_code_id: gone?.['id'], minutes: 60 },
    ...rowsOf(second, { C1: 60 }),
  ];
  expect(await save(rows)).toMatchObject([
    { result: 'conflict', message: 'cost_code_archived' },
    { result: 'saved' },
  ]);
  expect(await dayOf(first)).toEqual([]);
});

test('the preview says the same and writes nothing', async () => {
  const person = await member();
  const rows = rowsOf(person, { C1: 300, C2: 180 });
  const [seen] = await act(
    us.foreman,
    (tx) =>
      tx`select * from preview_crew_day(${crew}, ${DAY}, ${us.project}, ${tx.json(rows as never)})`,
  );
  expect(seen).toMatchObject({ result: 'saved', message: null });
  expect(seen?.['entries']).toHaveLength(2);
  expect(await dayOf(person)).toEqual([]);
});

test('crew_day tells own minutes from those of the matrix', async () => {
  const person = await member(['7:00', '8:00', 'C1']);
  await save(rowsOf(person, { C1: 120, C2: 30 }));
  const [row] = await act(
    us.foreman,
    (tx) => tx`select crew_day(${crew}, ${DAY}, ${us.project}) as people`,
  );
  const mine = row?.['people'].find(
    (one: { employee_id: string }) => one.employee_id === person.employeeId,
  );
  expect(
    mine.cells.toSorted((a: { minutes: number }, b: { minutes: number }) => b.minutes - a.minutes),
  ).toEqual([
    { cost_code_id: codes['C1'], classification_id: null, minutes: 120, own_minutes: 60 },
    { cost_code_id: codes['C2'], classification_id: null, minutes: 30, own_minutes: null },
  ]);
});

test('only the foreman of the crew and managers', async () => {
  const person = await member();
  const rows = rowsOf(person, { C1: 60 });
  const other = await hire(db.sql, us.owner, 'foreman');
  for (const who of [us.employee, person, other]) {
    await expect(save(rows, who)).rejects.toMatchObject({ code: '42501' });
    await expect(
      act(who, (tx) => tx`select crew_day(${crew}, ${DAY}, ${us.project})`),
    ).rejects.toMatchObject({ code: '42501' });
  }
  await expect(save(rows, them.owner)).rejects.toMatchObject({ hint: 'not_found' });
  expect(await dayOf(person)).toEqual([]);
  expect(await save(rows, us.manager)).toMatchObject([{ result: 'saved' }]);
});

test('a foreman clocks in the members of the crew, on the days they are in it', async () => {
  const person = await member();
  const clockIn = () =>
    act(
      us.foreman,
      (tx) =>
        tx`select * from crew_clock_in(${[person.employeeId]}, ${us.project}, ${codes['C1'] as string})`,
    );
  expect(await clockIn()).toMatchObject([{ result: 'started' }]);
  await act(us.foreman, (tx) => tx`select crew_clock_out(${[person.employeeId]})`);
  await act(
    us.manager,
    (tx) =>
      tx`update crew_members set to_date = '2026-02-01' where employee_id = ${person.employeeId}`,
  );
  await expect(clockIn()).rejects.toMatchObject({ hint: 'not_your_crew' });
});

test('nobody is in one crew twice at a time, or in that of another company', async () => {
  const person = await member();
  await expect(
    act(
      us.manager,
      (tx) =>
        tx`insert into crew_members (crew_id, employee_id) values (${crew}, ${person.employeeId})`,
    ),
  ).rejects.toMatchObject({ constraint: 'crew_members_once_at_a_time' });
  await expect(
    act(
      them.owner,
      (tx) =>
        tx`insert into crew_members (crew_id, employee_id) values (${crew}, ${them.employee.employeeId})`,
    ),
  ).rejects.toMatchObject({ code: '23503' });
});

test('two who save the same day at once make it once', async () => {
  const person = await member();
  const rows = rowsOf(person, { C1: 120 });
  const results = await Promise.all([save(rows), save(rows, us.manager)]);
  expect(results.flat().map((row) => row['result'])).toEqual(
    expect.arrayContaining(['saved', 'same']),
  );
  expect(await dayOf(person)).toEqual(['7:00-9:00 C1']);
});

describe('crew_today', () => {
  const today = (who: Person) => act(who, (tx) => tx`select * from crew_today()`);
  const rowOf = async (who: Person, person: Person) =>
    (await today(who)).find((row) => row['employee_id'] === person.employeeId);

  /** A shift that goes on now, for this person, published or not. */
  async function plan(person: Person, published: boolean) {
    await act(
      us.manager,
      (tx) => tx`insert into shifts (project_id, cost_code_id, employee_id, starts_at, ends_at)
        values (${us.project}, ${codes['C2'] as string}, ${person.employeeId}, now() - interval '1 hour', now() + interval '2 hours')`,
    );
    if (!published) return;
    await act(
      us.manager,
      (tx) => tx`select * from publish_shifts(current_date - 2, current_date + 2)`,
    );
  }

  test('names the crew with its clocks, its minutes and the published plan', async () => {
    const planned = await member();
    const working = await member();
    const drafted = await member();
    await plan(planned, true);
    await plan(drafted, false);
    await act(
      us.foreman,
      (tx) =>
        tx`select * from crew_clock_in(${[working.employeeId]}, ${us.project}, ${codes['C1'] as string})`,
    );
    await act(working, (tx) => tx`select start_break('rest')`);
    expect(await rowOf(us.foreman, planned)).toMatchObject({
      status: 'out',
      crew_ids: [crew],
      crew_names: ['Concrete'],
      leads: true,
      minutes: '0',
      time_off: false,
      plan_project_id: us.project,
      plan_cost_code_id: codes['C2'],
    });
    expect(await rowOf(us.foreman, working)).toMatchObject({
      status: 'break',
      project_id: us.project,
      cost_code_id: codes['C1'],
      plan_project_id: null,
    });
    expect(await rowOf(us.foreman, drafted)).toMatchObject({ plan_project_id: null });
    await act(us.foreman, (tx) => tx`select crew_clock_out(${[working.employeeId]})`);
    expect(await rowOf(us.foreman, working)).toMatchObject({
      status: 'out',
      last_out: expect.anything(),
    });
    expect(await rowOf(us.manager, planned)).toMatchObject({ leads: false, crew_ids: [crew] });
  });

  test('says who is off, and leaves out who left the crew', async () => {
    const person = await member();
    const [type] = await act(
      us.manager,
      (tx) => tx`insert into time_off_types (name, paid) values ('Shop day', false) returning id`,
    );
    await db.sql`insert into time_off_requests (company_id, employee_id, type_id, start_date, end_date, hours, status)
      values (${us.id}, ${person.employeeId}, ${type?.['id']}, private.company_today(${us.id}),
        private.company_today(${us.id}), 8, 'approved')`;
    expect(await rowOf(us.foreman, person)).toMatchObject({ time_off: true });
    // Two hours at the dentist are no day off.
    await db.sql`update time_off_requests set hours = 2 where employee_id = ${person.employeeId}`;
    expect(await rowOf(us.foreman, person)).toMatchObject({ time_off: false });
    await db.sql`update crew_members set to_date = '2026-02-01' where employee_id = ${person.employeeId}`;
    expect(await rowOf(us.foreman, person)).toBeUndefined();
  });

  test('is for those who may clock others, and ends at the company', async () => {
    const person = await member();
    for (const who of [person, us.employee]) {
      await expect(today(who)).rejects.toMatchObject({ hint: 'foremen_only' });
    }
    expect(await rowOf(them.owner, person)).toBeUndefined();
    const other = await hire(db.sql, us.owner, 'foreman');
    expect(await rowOf(other, person)).toBeUndefined();
    const team = await act(us.foreman, (tx) => tx`select employee_id from my_team()`);
    expect(team.map((row) => row['employee_id'])).toContain(person.employeeId);
    const others = await act(other, (tx) => tx`select employee_id from my_team()`);
    expect(others.map((row) => row['employee_id'])).not.toContain(person.employeeId);
  });
});
