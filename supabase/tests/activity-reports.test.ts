import { beforeAll, expect, test } from 'vitest';
import { Random } from '../../testing/random.ts';
import { addTime, as, hire, makeCompany, openCompanies, type Person } from './world.ts';

const { db, us, them } = await openCompanies();
let mason: Person;

const YEAR = { start_date: '2026-01-01', end_date: '2026-12-31' };

beforeAll(async () => {
  mason = await hire(db.sql, us.owner, 'employee');
  await as(db.sql, us.owner, async (tx) => {
    await tx`insert into employee_rates (employee_id, hourly_rate, effective_from)
      values (${mason.employeeId}, 30, '2020-01-01'), (${us.foreman.employeeId}, 40, '2020-01-01')`;
    await tx`insert into quantities (project_id, cost_code_id, work_date, quantity, status)
      values (${us.project}, ${us.costCode}, '2026-02-03', 12.5, 'approved'),
        (${us.project}, ${us.costCode}, '2026-02-04', 7.5, 'approved'),
        (${us.project}, ${us.costCode}, '2026-02-04', 100, 'entered')`;
  });
  for (const person of [mason, us.foreman]) {
    for (let day = 2; day < 28; day += 2) {
      const date = `2026-02-${String(day).padStart(2, '0')}`;
      await addTime(db.sql, person, new Date(`${date}T12:00:00Z`), new Date(`${date}T20:30:00Z`), {
        project_id: day % 4 === 0 ? us.project : null,
        cost_code_id: day % 4 === 0 ? us.costCode : null,
      });
    }
  }
});

interface Row {
  keys: Record<string, string | null>;
  measures: Record<string, number | null>;
  labels: [string | null, string | null][];
}
const ask = (who: Person, definition: object) =>
  as(db.sql, who, async (tx) => [
    ...(await tx<Row[]>`select * from activity_report(${tx.json(definition as never)})`),
  ]);

test('hours, entries and people equal a plain count, by any three of the rows', async () => {
  const plain =
    await db.sql`select employee_id, project_id, cost_code_id, work_date::text as day, seconds, entries
    from work_totals where company_id = ${us.id}`;
  for (const rows of [
    ['employee'],
    ['project', 'employee'],
    ['month', 'project'],
    ['employee', 'cost_code', 'day'],
    ['project', 'cost_code', 'month'],
  ]) {
    const sums = new Map<string, { seconds: number; entries: number; people: Set<string> }>();
    for (const row of plain) {
      const key = rows
        .map((name) =>
          name === 'month'
            ? `${row['day'].slice(0, 7)}-01`
            : (row[name === 'day' ? 'day' : `${name}_id`] ?? null),
        )
        .join(' ');
      const sum = sums.get(key) ?? { seconds: 0, entries: 0, people: new Set() };
      sum.seconds += row['seconds'];
      sum.entries += row['entries'];
      sum.people.add(row['employee_id']);
      sums.set(key, sum);
    }
    const said = await ask(us.owner, { rows, measures: ['hours', 'entries', 'people'], ...YEAR });
    expect(
      new Map(
        said.map(({ keys, measures }) => [rows.map((name) => keys[name]).join(' '), measures]),
      ),
      rows.join(),
    ).toEqual(
      new Map(
        [...sums].map(([key, { seconds, entries, people }]) => [
          key,
          { hours: seconds, entries, people: people.size },
        ]),
      ),
    );
  }
});

interface Made {
  employee: string;
  project: string | null;
  cost_code: string | null;
  equipment: string | null;
  zone: string;
  from: number;
  to: number;
  pause: { from: number; to: number; paid: boolean } | null;
}

/** Minute by minute on the wall of its zone, as nobody would compute it: seconds by local day. */
function daysOf({ zone, from, to, pause }: Made): Map<string, number> {
  const clock = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  const [first, last] = [Math.floor(from / 60_000), Math.floor(to / 60_000)];
  const off = pause && { from: Math.floor(pause.from / 60_000), to: Math.floor(pause.to / 60_000) };
  const deducted = off !== null && !pause?.paid && off.to - off.from >= 30;
  const days = new Map<string, number>();
  for (let minute = first; minute < last; minute++) {
    const day = clock.format(minute * 60_000);
    const counts = !(deducted && minute >= off.from && minute < off.to);
    days.set(day, (days.get(day) ?? 0) + (counts ? 60 : 0));
  }
  return days;
}

test('figures equal a naive recomputation on generated data, by every pair of rows', async () => {
  const busy = await makeCompany(db.sql);
  const random = new Random(27);
  const { mesa, code, machines } = await as(db.sql, busy.owner, async (tx) => ({
    mesa: (
      await tx`insert into projects (name, time_zone) values ('Mesa', 'America/Denver') returning id`
    )[0]?.['id'] as string,
    code: (
      await tx`insert into cost_codes (code, name) values ('03', 'Concrete') returning id`
    )[0]?.['id'] as string,
    machines: (await tx`insert into equipment (name) values ('Lift'), ('Loader') returning id`).map(
      (row) => row['id'] as string,
    ),
  }));
  const made: Made[] = [];
  for (const person of [busy.employee, busy.colleague, busy.foreman]) {
    let at = Date.UTC(2026, 1, 20);
    for (let index = 0; index < 40; index++) {
      const from = at + random.below(36_000) * 1000;
      const to = from + (600 + random.below(46_000)) * 1000;
      const project = random.pick([busy.project, mesa, null]);
      const length = Math.min(to - from, random.below(4_000_000));
      made.push({
        employee: person.employeeId,
        project,
        cost_code: random.pick([busy.costCode, code, null]),
        equipment: random.pick([...machines, null]),
        zone: project === mesa ? 'America/Denver' : 'America/New_York',
        from,
        to,
        pause: random.chance(0.5)
          ? { from: from + 1000, to: from + length + 1000, paid: random.chance(0.3) }
          : null,
      });
      const last = made.at(-1) as Made;
      if (last.pause && last.pause.to > to) last.pause = null;
      at = to;
    }
  }
  await as(db.sql, busy.owner, async (tx) => {
    const rows = tx.json(made.map((entry, n) => ({ ...entry, n })) as never);
    await tx`with wanted as (select *, gen_random_uuid() as id from jsonb_to_recordset(${rows})
          as r (n int, employee uuid, project uuid, cost_code uuid, equipment uuid, "from" bigint, "to" bigint, pause jsonb))
      select set_config('test.wanted', (select jsonb_agg(to_jsonb(w)) from wanted w)::text, true)`;
    await tx`insert into time_entries (id, employee_id, clock_in, clock_out, project_id, cost_code_id, equipment_id)
      select id, employee, to_timestamp("from" / 1000.0), to_timestamp("to" / 1000.0), project, cost_code, equipment
      from jsonb_to_recordset(current_setting('test.wanted')::jsonb)
        as r (id uuid, employee uuid, project uuid, cost_code uuid, equipment uuid, "from" bigint, "to" bigint)`;
    await tx`insert into time_entry_breaks (time_entry_id, started_at, ended_at, kind, paid)
      select id, to_timestamp((pause ->> 'from')::bigint / 1000.0), to_timestamp((pause ->> 'to')::bigint / 1000.0), 'meal', (pause ->> 'paid')::boolean
      from jsonb_to_recordset(current_setting('test.wanted')::jsonb) as r (id uuid, pause jsonb) where pause <> 'null'`;
  });
  const weekStart = (await db.sql`select week_start from companies where id = ${busy.id}`)[0]?.[
    'week_start'
  ] as number;
  const pieces = made.flatMap((entry) =>
    [...daysOf(entry)].map(([day, seconds], index) => {
      const weekday = (new Date(`${day}T00:00Z`).getUTCDay() - weekStart + 7) % 7;
      const week = new Date(Date.parse(`${day}T00:00Z`) - weekday * 86_400_000).toISOString();
      const { employee, project, cost_code, equipment } = entry;
      const keys = { employee, project, cost_code, equipment, day, week: week.slice(0, 10) };
      return { ...keys, month: `${day.slice(0, 7)}-01`, seconds, entries: index === 0 ? 1 : 0 };
    }),
  );
  expect(pieces.length).toBeGreaterThan(made.length + 20);
  const names = ['employee', 'project', 'cost_code', 'equipment', 'day', 'week', 'month'] as const;
  const pairs = names.flatMap((one, index) => names.slice(index + 1).map((two) => [one, two]));
  for (const addedUp of [false, true]) {
    if (addedUp) await db.sql`select private.add_up_work('1 hour')`;
    for (const [index, rows] of [...pairs, ['project', 'equipment', 'week']].entries()) {
      const period =
        index % 2 === 0
          ? { start_date: '2026-02-01', end_date: '2026-05-31' }
          : { start_date: '2026-02-25', end_date: '2026-04-02' };
      const filters: { project?: string[]; employee?: string[] } =
        index % 3 === 0
          ? {}
          : index % 3 === 1
            ? { project: [mesa] }
            : { employee: [busy.employee.employeeId, busy.foreman.employeeId] };
      const naive = new Map<string, { hours: number; entries: number; people: Set<string> }>();
      for (const piece of pieces) {
        if (piece.day < period.start_date || piece.day > period.end_date) continue;
        if (filters.project && !filters.project.includes(piece.project ?? '')) continue;
        if (filters.employee && !filters.employee.includes(piece.employee)) continue;
        const key = rows.map((name) => piece[name as (typeof names)[number]]).join(' ');
        const sum = naive.get(key) ?? { hours: 0, entries: 0, people: new Set() };
        sum.hours += piece.seconds;
        sum.entries += piece.entries;
        sum.people.add(piece.employee);
        naive.set(key, sum);
      }
      const said = await ask(busy.owner, {
        rows,
        measures: ['hours', 'entries', 'people'],
        filters,
        ...period,
      });
      expect(
        Object.fromEntries(
          said.map(({ keys, measures }) => [rows.map((name) => keys[name]).join(' '), measures]),
        ),
        rows.join(),
      ).toEqual(
        Object.fromEntries(
          [...naive].map(([key, { people, ...sums }]) => [key, { ...sums, people: people.size }]),
        ),
      );
    }
  }
});

test('cost is what payroll pays, quantities what was approved', async () => {
  const [project] = await ask(us.owner, {
    rows: ['project', 'cost_code'],
    measures: ['hours', 'cost', 'quantity'],
    filters: { project: [us.project] },
    start_date: '2026-02-01',
    end_date: '2026-02-28',
  });
  const [paid] = await as(
    db.sql,
    us.owner,
    (tx) =>
      tx`select sum(total_cents) / 100.0 as dollars from payroll_lines_for(${us.id}, '2026-02-01', '2026-02-28')
        where project_id = ${us.project}`,
  );
  expect(project?.measures).toEqual({
    hours: 2 * 6 * 8.5 * 3600,
    cost: Number(paid?.['dollars']),
    quantity: 20,
  });
  expect(project?.labels).toHaveLength(2);
  const people = await ask(us.owner, {
    rows: ['employee'],
    measures: ['hours', 'quantity'],
    start_date: '2026-02-01',
    end_date: '2026-02-28',
  });
  expect(people.find(({ keys }) => keys['employee'] === mason.employeeId)?.measures).toEqual({
    hours: 13 * 8.5 * 3600,
    quantity: null,
  });
});

test('employees see their own hours, nobody but managers cost, other companies nothing', async () => {
  const definition = { rows: ['employee'], measures: ['hours'], ...YEAR };
  expect((await ask(mason, definition)).map(({ keys }) => keys)).toEqual([
    { employee: mason.employeeId },
  ]);
  const asked = { ...definition, filters: { employee: [us.foreman.employeeId] } };
  expect((await ask(mason, asked)).map(({ keys }) => keys)).toEqual([
    { employee: mason.employeeId },
  ]);
  await expect(ask(mason, { ...definition, measures: ['cost'] })).rejects.toMatchObject({
    hint: 'managers_only',
  });
  expect(await ask(them.owner, definition)).toEqual([]);
});

test('what cannot be a report is refused, also when saving', async () => {
  const good = { rows: ['day'], measures: ['hours'], ...YEAR };
  for (const bad of [
    null,
    [],
    'report',
    {},
    { ...good, rows: [] },
    { ...good, rows: ['day', 'day'] },
    { ...good, rows: ['day', 'week', 'month', 'employee'] },
    { ...good, rows: ['salary'] },
    { ...good, measures: ['secrets'] },
    { ...good, measures: 'hours' },
    { ...good, filters: { employee: ['x'] } },
    { ...good, filters: { employee: 'all' } },
    { ...good, filters: { company: [us.id] } },
    { ...good, start_date: 'soon' },
    { ...good, end_date: undefined },
  ]) {
    await expect(ask(us.owner, bad as object), JSON.stringify(bad)).rejects.toMatchObject({
      hint: 'report_unknown',
    });
  }
  for (const end_date of ['infinity', '2025-01-01', '2040-01-01']) {
    await expect(ask(us.owner, { ...good, end_date })).rejects.toMatchObject({
      hint: 'report_period_wrong',
    });
  }
  await expect(
    as(
      db.sql,
      us.owner,
      (tx) => tx`insert into saved_reports (name, definition) values ('Bad', '{"rows": 1}')`,
    ),
  ).rejects.toMatchObject({ hint: 'report_unknown' });
});

test('a shared report is for managers and owners, and changed by its maker only', async () => {
  const definition = { rows: ['project'], measures: ['hours'], ...YEAR };
  const save = (who: Person, shared: boolean) =>
    as(
      db.sql,
      who,
      (tx) => tx`insert into saved_reports (name, definition, shared)
        values ('By project', ${tx.json(definition as never)}, ${shared}) returning id`,
    );
  const [report] = await save(us.owner, true);
  await save(us.owner, false);
  const seen = (who: Person) =>
    as(db.sql, who, async (tx) => (await tx`select id from saved_reports`).length);
  expect(await seen(us.owner)).toBe(2);
  expect(await seen(us.manager)).toBe(1);
  expect(await seen(mason)).toBe(0);
  expect(await seen(them.owner)).toBe(0);
  await expect(save(mason, true)).rejects.toMatchObject({ code: '42501' });
  const changed = await as(
    db.sql,
    us.manager,
    (tx) => tx`update saved_reports set name = 'Mine' where id = ${report?.['id']} returning id`,
  );
  expect(changed).toHaveLength(0);
});

test('in one piece it is the same, and a piece that would be too large is refused, not cut', async () => {
  const definition = { rows: ['employee', 'day', 'project'], measures: ['hours'], ...YEAR };
  const whole = (who: Person, asked: object) =>
    as(db.sql, who, (tx) => tx`select activity_report_table(${tx.json(asked as never)}) as answer`);
  for (const who of [us.owner, mason, them.owner]) {
    const [row] = await whole(who, definition);
    expect(row?.['answer']).toEqual(await ask(who, definition));
  }
  await expect(whole(mason, { ...definition, measures: ['cost'] })).rejects.toMatchObject({
    hint: 'managers_only',
  });
  // Twelve projects on 1,700 days: 20,400 lines.
  await db.sql`insert into projects (company_id, name) select ${them.id}, 'P' || n from generate_series(1, 12) n`;
  await db.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into work_totals (company_id, employee_id, work_date, project_id, seconds, unpaid_break_seconds, paid_break_seconds, entries)
      select ${them.id}, ${them.employee.employeeId}, date '2022-01-01' + n, p.id, 60, 0, 0, 1
      from generate_series(1, 1700) n cross join projects p where p.company_id = ${them.id} and p.name like 'P%'`;
  });
  const long = { ...definition, start_date: '2022-01-01', end_date: '2026-12-31' };
  await expect(whole(them.owner, long)).rejects.toMatchObject({ hint: 'report_too_large' });
  const [month] = await whole(them.owner, { ...long, end_date: '2022-02-28' });
  expect(month?.['answer']).toHaveLength(58 * 12);
});
