import { beforeAll, expect, test } from 'vitest';
import { addTime, as, hire, makeCompany, openCompany, type Person, type Tx } from './world.ts';

const { db, us } = await openCompany({ connections: 4 });
let mesa: string;
let machine: string;
let oldCode: string;
let people: Person[];

const GROUPINGS = ['employee', 'project', 'cost_code', 'equipment', 'day', 'week', 'month'];
const KEYS: Record<string, string> = {
  employee: 'w.employee_id',
  project: 'w.project_id',
  cost_code: 'w.cost_code_id',
  equipment: 'w.equipment_id',
  day: 'w.work_date',
  week: '(w.work_date - extract(dow from w.work_date)::integer)',
  month: "date_trunc('month', w.work_date::timestamp)::date",
};
const PAIRS = GROUPINGS.flatMap((one) => [
  [one],
  ...GROUPINGS.filter((two) => two !== one).map((two) => [one, two]),
]);

/** The first of the month before last, from which the days of all stories are counted. */
const now = new Date();
const FIRST = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 1);
/** Hours after the midnight in New York, more or less, with which that month begins. */
const at = (day: number, hours: number) => new Date(FIRST + (day * 24 + 5 + hours) * 3_600_000);
const date = (day: number) => new Date(FIRST + day * 86_400_000).toISOString().slice(0, 10);
const addUp = async () => {
  const [row] = await db.sql`select private.add_up_work('1 hour') as days`;
  return Number(row?.['days']);
};

beforeAll(async () => {
  people = [us.employee, us.colleague, us.foreman, us.manager];
  await as(db.sql, us.owner, async (tx) => {
    const [project] =
      await tx`insert into projects (name, time_zone) values ('Mesa', 'America/Denver') returning id`;
    const [lift] = await tx`insert into equipment (name) values ('Lift') returning id`;
    const [code] = await tx`insert into cost_codes (code, name) values ('99', 'Old') returning id`;
    mesa = project?.['id'];
    machine = lift?.['id'];
    oldCode = code?.['id'];
  });
  // Days and nights of ten weeks, over two ends of months, every third with a break.
  await as(
    db.sql,
    us.owner,
    (tx) => tx`with made as (
      insert into time_entries (employee_id, clock_in, clock_out, project_id, cost_code_id, equipment_id)
      select p.id, started, started + interval '9 hours 20 minutes 40 seconds',
        (array[${us.project}, ${mesa}, null]::uuid[])[1 + (d + p.n) % 3], (array[${us.costCode}, ${oldCode}, null]::uuid[])[1 + (d * 2 + p.n) % 3],
        (array[${machine}, null]::uuid[])[1 + d % 2]
      from unnest(${people.map(({ employeeId }) => employeeId)}::uuid[]) with ordinality as p (id, n)
      cross join generate_series(0, 69) d
      cross join lateral (select ${at(0, 0)}::timestamptz + make_interval(hours => (d * 24 + (p.n * 5 + d / 10) % 14)::integer) as started) s
      where (d + p.n) % 7 > 0 and started < now() - interval '10 hours'
      returning id, clock_in, employee_id)
    insert into time_entry_breaks (time_entry_id, employee_id, started_at, ended_at, kind, paid)
    select m.id, m.employee_id, m.clock_in + interval '4 hours', m.clock_in + interval '4 hours 35 minutes', 'meal', extract(day from m.clock_in)::integer % 2 = 0
    from made m where extract(day from m.clock_in)::integer % 3 = 0`,
  );
});

interface Asked {
  rows: string[];
  from: string;
  until: string;
  employees?: string[] | null;
  projects?: string[] | null;
  codes?: string[] | null;
  machines?: string[] | null;
}

/** What a report says, and the plain sum over the entries, both at one moment. */
async function compare(who: Person, asked: Asked) {
  const { rows, from, until } = asked;
  const [one, two = null] = rows;
  const { employees = null, projects = null, codes = null, machines = null } = asked;
  await as(db.sql, who, async (tx) => {
    const said = await tx`
      select concat_ws(' ', coalesce(group_key, 'none'), ${two === null ? null : ''}::text || coalesce(then_key, 'none')) as key,
        seconds, entries, people, unpaid_break_seconds as unpaid, paid_break_seconds as paid
      from hours_report(${from}, ${until}, ${one as string}, ${two}, ${employees}, ${projects}, ${codes}, ${machines}) order by 1`;
    await tx`reset role`;
    const keys = rows.map((name) => `coalesce(${KEYS[name]}::text, 'none')`).join(", ' ', ");
    const plain = await tx.unsafe(
      `select concat(${keys}) as key, sum(w.seconds)::bigint as seconds, sum(w.entries)::bigint as entries,
        count(distinct w.employee_id) as people, sum(w.unpaid_break_seconds)::bigint as unpaid, sum(w.paid_break_seconds)::bigint as paid
      from private.work_pieces w
      where w.company_id = $1 and w.work_date between $2 and $3
        and ($4::uuid[] is null or w.employee_id = any ($4)) and ($5::uuid[] is null or w.project_id = any ($5))
        and ($6::uuid[] is null or w.cost_code_id = any ($6)) and ($7::uuid[] is null or w.equipment_id = any ($7))
      group by 1 order by 1`,
      [us.id, from, until, employees, projects, codes, machines] as never,
    );
    expect([...said], JSON.stringify(asked)).toEqual([...plain]);
  });
}

async function compareAll() {
  const periods = [
    { from: date(0), until: date(200) },
    { from: date(3), until: date(64) },
    { from: date(31), until: date(31) },
  ];
  const filters = [
    {},
    { projects: [mesa] },
    { codes: [us.costCode, oldCode] },
    { machines: [machine], projects: [us.project, mesa] },
    { employees: [us.employee.employeeId, us.foreman.employeeId] },
  ];
  for (const [index, rows] of PAIRS.entries()) {
    const period = periods[index % periods.length] as (typeof periods)[0];
    await compare(us.owner, { rows, ...period });
    await compare(us.owner, { rows, ...period, ...filters[index % filters.length] });
  }
  expect(await db.sql`select * from private.work_totals_differences()`).toEqual([]);
}
const act = <T>(story: (tx: Tx) => Promise<T>, who: Person = us.owner) => as(db.sql, who, story);

test('a report says what the entries say, added up or not', async () => {
  await compareAll();
  expect(await addUp()).toBeGreaterThan(55);
  expect(await addUp()).toBe(0);
  await compareAll();
});

test('whatever changes is in the next report, before it is added up and after', async () => {
  const worker = await hire(db.sql, us.owner, 'employee');
  const stories: (() => Promise<unknown>)[] = [
    () => addTime(db.sql, worker, at(12, 7), at(12, 15), { project_id: us.project }),
    () => addTime(db.sql, worker, at(30, 18), at(31, 4), { cost_code_id: oldCode }),
    () => act((tx) => tx`select clock_in(${us.project})`, worker),
    () =>
      act(
        (tx) => tx`delete from time_entries where clock_in between ${at(20, 0)} and ${at(22, 0)}`,
      ),
    () => act((tx) => tx`select merge_cost_codes(${oldCode}, ${us.costCode})`, us.manager),
    () => act((tx) => tx`update projects set time_zone = 'America/Chicago' where id = ${mesa}`),
    () => act((tx) => tx`select clock_out()`, worker),
    () => act((tx) => tx`update companies set time_zone = 'America/Denver' where id = ${us.id}`),
  ];
  for (const [index, story] of stories.entries()) {
    await story();
    const rows = [PAIRS[(index * 5) % PAIRS.length], ['project'], ['week'], ['day', 'cost_code']];
    for (const asked of rows) {
      await compare(us.owner, { rows: asked as string[], from: date(0), until: date(200) });
    }
    if (index % 2 === 1) await addUp();
  }
  await addUp();
  await compareAll();
});

test('work that is committed while days are added up is read, and nobody waits', async () => {
  const day = { from: date(40), until: date(40) };
  await addTime(db.sql, us.employee, at(40, 20), at(40, 20.25));
  let finish = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let begun = (): void => undefined;
  const writing = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const writer = as(db.sql, us.colleague, async (tx) => {
    await tx`insert into time_entries (employee_id, clock_in, clock_out)
      values (${us.colleague.employeeId}, ${at(40, 20)}, ${at(40, 20.5)})`;
    begun();
    await held;
  });
  await writing;
  // Neither another person on the same day nor the job waits for the one who writes.
  await addTime(db.sql, us.foreman, at(40, 20), at(40, 20.75));
  expect(await addUp()).toBe(1);
  await compare(us.owner, { rows: ['day', 'project'], ...day });
  finish();
  await writer;
  for (const rows of [['day'], ['month'], ['project', 'week']]) {
    await compare(us.owner, { rows, from: date(0), until: date(200) });
  }
  expect(await addUp()).toBe(1);
  await Promise.all([addUp(), addUp(), addUp()]);
  await compareAll();
});

test('it is found out when a sum, or whose work it is, differs', async () => {
  await addUp();
  const differences = () =>
    db.sql`select stored_in, work_date::text as day from private.work_totals_differences()`;
  for (const change of ['seconds = seconds + 60', 'people = ~people', 'entries = entries - 1']) {
    const [kept] = await db.sql`delete from private.company_work
      where company_id = ${us.id} and span = 'month' and kind = 'all' and first_day = ${date(0)} returning *`;
    expect(await differences()).toEqual([
      { stored_in: 'company_work of a month by all', day: date(0) },
    ]);
    await db.sql`insert into private.company_work ${db.sql(kept as never)}`;
    await db.sql.unsafe(`update private.company_work set ${change} where company_id = '${us.id}' and span = 'day' and kind = 'project'
      and first_day = '${date(8)}' and project_id = '${us.project}'`);
    expect(await differences()).toEqual([
      { stored_in: 'company_work of a day by project', day: date(8) },
    ]);
    // Counted anew, it is right again.
    await db.sql`insert into private.company_work_outdated values (${us.id}, ${date(8)})`;
    await addUp();
    expect(await differences()).toEqual([]);
  }
});

test('totals of everybody are for nobody to read but reports of managers', async () => {
  const them = await makeCompany(db.sql);
  for (const who of [us.owner, us.employee, them.owner]) {
    for (const table of ['company_work', 'company_work_outdated', 'people_numbers']) {
      await expect(
        as(db.sql, who, (tx) => tx.unsafe(`select * from private.${table}`)),
      ).rejects.toMatchObject({ code: '42501' });
    }
    await expect(
      as(
        db.sql,
        who,
        (tx) =>
          tx`select * from private.report_totals(${us.id}, ${date(0)}, ${date(200)}, '{project}', null, null, null, null, true)`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
  }
  const sumFor = (who: Person) =>
    as(db.sql, who, async (tx) => [
      ...(await tx`select sum(seconds)::bigint as seconds, max(people)::int as people from hours_report(${date(0)}, ${date(200)}, 'month')`),
    ]);
  for (const who of [us.employee, us.foreman]) {
    const [own] =
      await db.sql`select sum(seconds)::bigint as seconds, 1 as people from private.work_pieces where employee_id = ${who.employeeId}`;
    expect(await sumFor(who)).toEqual([own]);
  }
  expect(await sumFor(them.owner)).toEqual([{ seconds: null, people: null }]);
});
