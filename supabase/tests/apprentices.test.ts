import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { pairedTablet } from './kiosk-stage.ts';
import { publicProject } from './public-work-stage.ts';
import { openCompanies } from './world.ts';

const DAY = '2026-03-10';
const { db, us, them, act } = await openCompanies();
let site: string;
let carpenter: string;
let laborer: string;
let program: string;

beforeAll(async () => {
  const made = await publicProject(db.sql, us.id, [
    { name: 'Carpenter, all work', base: 40, fringe: 15, craft: 'CARPENTER' },
    { name: 'Laborer', base: 25, fringe: 10 },
  ]);
  site = made.project;
  [carpenter, laborer] = made.classes as [string, string];
  const [row] = await act(
    us.manager,
    (tx) =>
      tx`insert into apprenticeship_programs (name, occupation, ratio_apprentices, ratio_journeyworkers, fringe_rule)
        values ('Carpenters 1977 JATC', 'Carpenter', 1, 3, 'program') returning id`,
  );
  program = row?.['id'];
});

async function person(): Promise<string> {
  const id = randomUUID();
  await db.sql`insert into employees (company_id, id, first_name, last_name) values (${us.id}, ${id}, 'Ana', 'Reyes')`;
  return id;
}

interface Step {
  from?: string;
  to?: string | null;
  percent?: number;
  fringe?: number | null;
}

async function apprentice(step: Step = {}, id?: string): Promise<string> {
  const employee = id ?? (await person());
  await db.sql`insert into apprenticeships (company_id, employee_id, program_id, from_date, to_date, level, percent, fringe_percent)
    values (${us.id}, ${employee}, ${program}, ${step.from ?? '2026-01-01'}, ${step.to ?? null}, '3rd period',
      ${step.percent ?? 60}, ${step.fringe === undefined ? 60 : step.fringe})`;
  return employee;
}

const instant = (time: string, day: string) => new Date(`${day}T${time}:00-04:00`);

async function work(
  employee: string,
  from: string,
  to: string | null,
  options: { day?: string; nextDay?: string; as?: string } = {},
) {
  const day = options.day ?? DAY;
  const [row] =
    await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id, classification_id)
    values (${us.id}, ${employee}, ${instant(from, day)}, ${to && instant(to, options.nextDay ?? day)}, ${site}, ${options.as ?? carpenter})
    returning id`;
  return row?.['id'] as string;
}

const journeyworkers = (count: number, day: string) =>
  Promise.all(
    Array.from({ length: count }, async () => work(await person(), '07:00', '15:00', { day })),
  );

const days = async (first: string, last = first) =>
  db.sql`select employee_id, work_date::text, percent::text, fringe_percent::text, level, over_ratio
    from private.apprentice_days(${us.id}, ${first}, ${last}) order by work_date, over_ratio, employee_id`;

const ratio = (day: string, who: Parameters<typeof act>[0] = us.manager) =>
  act(who, (tx) => tx`select * from apprentice_ratio(${site}, ${day}, ${day})`);

test('A-13e: with five journeyworkers at 1 to 3 the apprentice who came later is over, with six nobody is', async () => {
  const early = await apprentice();
  const later = await apprentice({ fringe: null });
  await journeyworkers(5, DAY);
  await work(later, '07:30', '15:30');
  await work(early, '06:55', '15:00');
  expect(await ratio(DAY)).toMatchObject([
    {
      craft: 'CARPENTER',
      program_name: 'Carpenters 1977 JATC',
      journeyworkers: 5,
      apprentices: 2,
      allowed: 1,
      over_count: 1,
      people: [
        { employee_id: early, over: false, level: '3rd period' },
        { employee_id: later, over: true },
      ],
    },
  ]);
  expect(await days(DAY)).toEqual([
    {
      employee_id: early,
      work_date: DAY,
      percent: '60.00',
      fringe_percent: '60.00',
      level: '3rd period',
      over_ratio: false,
    },
    {
      employee_id: later,
      work_date: DAY,
      percent: '60.00',
      fringe_percent: null,
      level: '3rd period',
      over_ratio: true,
    },
  ]);
  await work(await person(), '12:00', '15:00');
  expect(await ratio(DAY)).toMatchObject([{ journeyworkers: 6, allowed: 2, over_count: 0 }]);
  expect((await days(DAY)).map((row) => row['over_ratio'])).toEqual([false, false]);
});

test('A-13b: a program that is silent about fringe gives all of it, whatever a step says', async () => {
  const day = '2026-03-16';
  const one = await apprentice({ percent: 65, fringe: 50 });
  await journeyworkers(3, day);
  await work(one, '07:00', '15:00', { day });
  expect(await days(day)).toMatchObject([{ percent: '65.00', fringe_percent: '50.00' }]);
  await db.sql`update apprenticeship_programs set fringe_rule = 'full' where id = ${program}`;
  expect(await days(day)).toMatchObject([{ percent: '65.00', fringe_percent: null }]);
  await db.sql`update apprenticeship_programs set fringe_rule = 'program' where id = ${program}`;
});

test('work outside the occupation of the program is not an apprentice’s', async () => {
  const day = '2026-03-20';
  const one = await apprentice();
  await journeyworkers(3, day);
  await work(one, '07:00', '12:00', { day, as: laborer });
  expect(await days(day)).toEqual([]);
  expect(await ratio(day)).toEqual([]);
});

test('a step counts on its days, and an apprentice of any program is no journeyworker', async () => {
  const day = '2026-03-24';
  const one = await apprentice({ from: '2025-01-01', to: day, percent: 50 });
  await apprentice({ from: '2026-03-25', percent: 70 }, one);
  await journeyworkers(2, day);
  await work(one, '22:00', '02:00', { day, nextDay: '2026-03-25' });
  const mine = (await days(day, '2026-03-25')).filter((row) => row['employee_id'] === one);
  expect(mine).toMatchObject([
    { work_date: day, percent: '50.00', over_ratio: true },
    { work_date: '2026-03-25', percent: '70.00', over_ratio: true },
  ]);
  expect(await ratio('2026-03-25')).toMatchObject([{ journeyworkers: 0, allowed: 0 }]);
});

test('who came at the same instant: the one longer in the program is within the ratio', async () => {
  const day = '2026-04-01';
  const senior = await apprentice({ from: '2025-06-01', to: '2025-12-31' });
  await apprentice({ from: '2026-01-01' }, senior);
  const junior = await apprentice({ from: '2026-01-01' });
  await journeyworkers(3, day);
  await work(junior, '07:00', '15:00', { day });
  await work(senior, '07:00', '15:00', { day });
  const [row] = await ratio(day);
  expect(row?.['people']).toMatchObject([
    { employee_id: senior, over: false },
    { employee_id: junior, over: true },
  ]);
});

/** Whether the pay of that person's week of the day is cached, and holds. */
async function holds(employee: string, day: string): Promise<boolean> {
  const week = db.sql`select private.week_of(${day}, c.week_start)::text as week from companies c where c.id = ${us.id}`;
  const [{ week: first } = { week: day }] = await week;
  const missing =
    await db.sql`select from private.pay_weeks_missing(${us.id}, ${first}, ${first}, ${[employee]})`;
  return missing.length === 0;
}

const fill = (day: string) =>
  db.sql`select private.fill_pay(${us.id}, ${day}, ${day}, null::uuid[])`;

test('whoever comes, leaves or moves on a site makes the pay of its apprentices be asked again', async () => {
  const day = '2026-04-08';
  const [one, elsewhere] = [await apprentice(), await apprentice()];
  await work(one, '07:00', '15:00', { day });
  const other = await publicProject(db.sql, us.id, [{ name: 'Carpenter', base: 40, fringe: 15 }]);
  const outdated = async (change: () => PromiseLike<unknown>) => {
    await fill(day);
    expect(await holds(one, day)).toBe(true);
    await change();
    expect(await holds(elsewhere, day)).toBe(true);
    return !(await holds(one, day));
  };
  let entry = '';
  const came = await outdated(async () => {
    entry = await work(await person(), '07:10', null, { day });
  });
  expect(came).toBe(true);
  const set = (column: string, value: string | Date) => () =>
    db.sql.unsafe(`update time_entries set ${column} = $1 where id = $2`, [value, entry]);
  expect(await outdated(set('clock_out', instant('15:00', day)))).toBe(false);
  expect(await outdated(set('notes', 'Formwork'))).toBe(false);
  expect(await outdated(set('clock_in', instant('06:30', day)))).toBe(true);
  expect(await outdated(set('classification_id', laborer))).toBe(true);
  expect(await outdated(() => db.sql`delete from time_entries where id = ${entry}`)).toBe(true);
  const away = await outdated(async () => {
    await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id, classification_id)
      values (${us.id}, ${await person()}, ${instant('07:00', day)}, ${instant('15:00', day)}, ${other.project}, ${other.classes[0] as string})`;
  });
  expect(away).toBe(false);
});

test('two foremen whose crews share apprentices clock them out at once without a deadlock', async () => {
  const day = '2026-04-15';
  const second = await publicProject(db.sql, us.id, [{ name: 'Carpenter', base: 40, fringe: 15 }]);
  const sites = [
    { project: site, as: carpenter },
    { project: second.project, as: second.classes[0] as string },
  ] as const;
  const insert = async (sql: typeof db.sql, employee: string, place: 0 | 1) =>
    sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id, classification_id)
      values (${us.id}, ${employee}, ${instant('07:00', day)}, ${instant('15:00', day)}, ${sites[place].project}, ${sites[place].as})`;
  for (const place of [0, 1] as const) await insert(db.sql, await apprentice(), place);
  const crew = await Promise.all([person(), person(), person(), person()]);
  for (let round = 0; round < 3; round++) {
    await fill(day);
    await db.sql`delete from time_entries where employee_id = any (${crew})`;
    await fill(day);
    const crews = (
      [
        [0, 1],
        [1, 0],
      ] as const
    ).map((order, foreman) =>
      db.sql.begin(async (tx) => {
        await insert(tx as never, crew[2 * foreman] as string, order[0]);
        await insert(tx as never, crew[2 * foreman + 1] as string, order[1]);
      }),
    );
    expect((await Promise.allSettled(crews)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
    ]);
  }
});

test('bad steps are refused one by one, and the good ones saved', async () => {
  const ana = await person();
  const [other] = await act(
    us.manager,
    (tx) =>
      tx`insert into apprenticeship_programs (name, occupation) values ('Second', 'Roofer') returning id`,
  );
  const step = (values: object) => ({
    id: randomUUID(),
    new: true,
    values: {
      employee_id: ana,
      program_id: program,
      level: 'First',
      percent: 60,
      from_date: '2026-01-01',
      to_date: '2026-06-30',
      ...values,
    },
  });
  const results = await act(
    us.manager,
    (tx) =>
      tx`select result, reason from save_rows('apprenticeships', ${tx.json([
        step({}),
        step({ program_id: other?.['id'], from_date: '2026-06-30', to_date: null }),
        step({ from_date: '2026-07-01', to_date: '2026-06-01' }),
        step({ from_date: '2026-07-01', to_date: null, percent: 101 }),
        step({ from_date: '2026-07-01', to_date: null, percent: 0 }),
        step({ from_date: '2026-07-01', to_date: null, percent: 70, level: 'Second' }),
      ] as never)})`,
  );
  expect(results.map(({ reason }) => reason)).toEqual([
    null,
    'apprenticeships_one_at_a_time',
    'apprenticeships_dates',
    'apprenticeships_percent_range',
    'apprenticeships_percent_range',
    null,
  ]);
  await expect(
    act(
      us.manager,
      (tx) =>
        tx`insert into apprenticeship_programs (name, occupation, ratio_journeyworkers) values ('No ratio', 'Roofer', 0)`,
    ),
  ).rejects.toThrow('apprenticeship_programs_ratio');
});

test('people see their own steps and program; a manager’s own step is another’s to set where the company says so', async () => {
  await apprentice({}, us.employee.employeeId);
  const seen = async (who: Parameters<typeof act>[0]) => [
    (await act(who, (tx) => tx`select id from apprenticeships`)).length,
    (await act(who, (tx) => tx`select id from apprenticeship_programs where id = ${program}`))
      .length,
  ];
  expect(await seen(us.employee)).toEqual([1, 1]);
  const kiosk = await pairedTablet(db.sql, us);
  for (const who of [us.foreman, us.colleague, us.deactivated, them.owner, kiosk]) {
    expect(await seen(who)).toEqual([0, 0]);
    const changed = await act(
      who,
      (tx) => tx`update apprenticeships set percent = 100 returning id`,
    );
    expect(changed).toEqual([]);
    await expect(
      act(
        who,
        (
          tx,
        ) => tx`insert into apprenticeships (company_id, employee_id, program_id, from_date, level, percent)
        values (${us.id}, ${us.colleague.employeeId}, ${program}, '2026-01-01', 'First', 60)`,
      ),
    ).rejects.toThrow('row-level security');
  }
  await expect(seen('anon')).rejects.toThrow('permission denied');
  const setOwn = () =>
    act(
      us.manager,
      (tx) => tx`insert into apprenticeships (employee_id, program_id, from_date, level, percent)
      values (${us.manager.employeeId}, ${program}, '2026-01-01', 'First', 95)`,
    );
  await db.sql`update companies set own_pay_by_others = true where id = ${us.id}`;
  await expect(setOwn()).rejects.toThrow('Somebody else must set your pay.');
  await db.sql`update companies set own_pay_by_others = false where id = ${us.id}`;
  await setOwn();
});

test('managers read the ratio; foremen, workers, leavers, others and visitors do not', async () => {
  for (const who of [us.foreman, us.employee, us.deactivated, them.owner, 'anon'] as const)
    await expect(ratio(DAY, who)).rejects.toThrow(
      /Only managers|not an employee|not found|permission denied/,
    );
  await expect(
    act(
      us.manager,
      (tx) => tx`select * from apprentice_ratio(${site}, '2026-03-10', '2026-03-01')`,
    ),
  ).rejects.toThrow('The first day must not be after the last.');
});
