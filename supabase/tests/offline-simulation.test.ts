import { beforeAll, expect, test } from 'vitest';
import { repeats } from '../../testing/test-length.ts';
import { paidMinutes } from './offline-model.ts';
import { Schedule, type Stage } from './offline-schedule.ts';
import { as, makeCompany, openDatabase, type Person } from './world.ts';

const SCHEDULES = repeats(10_000, 100);
const SEED = Number(process.env['OFFLINE_SEED'] ?? 20_261_116);
const ZONE = 'America/Phoenix';
const CENTS_A_MINUTE = 50;

const db = await openDatabase();
let stage: Stage;

beforeAll(async () => {
  const us = await makeCompany(db.sql);
  await db.sql`update companies set time_zone = ${ZONE} where id = ${us.id}`;
  await as(db.sql, us.owner, (tx) => tx`select set_overtime_policy('NONE', '2020-01-01')`);
  const [row] =
    await db.sql`insert into projects (company_id, name) values (${us.id}, 'Q') returning id,
      extract(epoch from (date_trunc('day', now() at time zone ${ZONE}) - interval '6 days') at time zone ${ZONE}) * 1000 as midnight`;
  const midnight = Number(row?.['midnight']);
  // The first hours of the first day are too old.
  const lateAfterHours = Math.ceil((Date.now() - midnight) / 3_600_000) - 7;
  await db.sql`update companies set late_punch_hours = ${lateAfterHours} where id = ${us.id}`;
  stage = {
    sql: db.sql,
    us,
    projects: [us.project, row?.['id'] as string],
    midnight,
    lateAfterHours,
  };
});

/** As many workers at 30 dollars an hour, written at once. */
async function hireMany(count: number): Promise<Person[]> {
  const companyId = stage.us.id;
  const rows = await db.sql`
    with people as (select gen_random_uuid() as user_id, gen_random_uuid() as id, n from generate_series(1, ${count}::int) n),
    accounts as (
      insert into auth.users (id, email, email_confirmed_at, aud, role)
      select user_id, n || '@simulated.example', now(), 'authenticated', 'authenticated' from people returning id)
    select p.user_id, p.id, p.n || '@simulated.example' as email from people p join accounts a on a.id = p.user_id`;
  await db.sql`insert into employees (company_id, id, user_id, first_name, email)
    select ${companyId}, (p ->> 'id')::uuid, (p ->> 'user_id')::uuid, 'Worker', p ->> 'email'
    from jsonb_array_elements(${db.sql.json(rows as never)}) p`;
  await db.sql`insert into employee_rates (company_id, employee_id, hourly_rate)
    select company_id, id, 30 from employees where company_id = ${companyId} and email like '%@simulated.example'
      and not exists (select from employee_rates r where r.company_id = employees.company_id and r.employee_id = employees.id)`;
  await db.sql`insert into private.known_devices (company_id, user_id, device_id, first_seen_at)
    select e.company_id, e.user_id, device || '-' || e.id, now() - interval '30 days'
    from employees e, unnest(array['A', 'B']) as device where e.company_id = ${companyId} and e.email like '%@simulated.example'
    on conflict do nothing`;
  return rows.map(({ user_id, id, email }) => ({
    userId: user_id as string,
    employeeId: id as string,
    companyId,
    email: email as string,
  }));
}

interface StoredEntry {
  readonly id: string;
  readonly starts: string;
  readonly ends: string | null;
  readonly breaks: readonly [string, string | null][];
}

const time = (at: string | null): string => (at === null ? '' : new Date(at).toISOString());
const words = ({ id, starts, ends, breaks }: StoredEntry): string =>
  [id, time(starts), time(ends), ...breaks.map(([from, to]) => `${time(from)}-${time(to)}`)].join(
    ' ',
  );

/** Every event and every entry of everyone, as the database has them, by person. */
async function stored(): Promise<Map<string, { events: string[]; entries: string[] }>> {
  const rows = await db.sql`select p.id as employee,
      (select coalesce(json_agg(concat_ws(' ', s.id, s.state, coalesce(h.problem, '')) order by s.id::text), '[]') from synced_events s
        left join held_events h on h.company_id = s.company_id and h.id = s.id and h.status = 'held'
        where s.company_id = p.company_id and s.employee_id = p.id) as events,
      (select coalesce(json_agg(json_build_object('id', e.id, 'starts', e.clock_in, 'ends', e.clock_out, 'breaks',
          (select coalesce(json_agg(json_build_array(b.started_at, b.ended_at) order by b.started_at), '[]') from time_entry_breaks b
            where b.company_id = e.company_id and b.time_entry_id = e.id)) order by e.clock_in), '[]')
        from time_entries e where e.company_id = p.company_id and e.employee_id = p.id) as entries
    from employees p where p.company_id = ${stage.us.id}`;
  return new Map(
    rows.map(({ employee, events, entries }) => [
      employee as string,
      { events: events as string[], entries: (entries as StoredEntry[]).map(words) },
    ]),
  );
}

async function run(worker: Person, seed: number): Promise<Schedule> {
  const schedule = new Schedule(stage, worker, seed);
  try {
    await schedule.play();
  } catch (cause) {
    throw new Error(`Schedule with seed ${seed}: ${(cause as Error).message}`, { cause });
  } finally {
    await schedule.reopen();
  }
  return schedule;
}

test(`${SCHEDULES} random schedules from seed ${SEED}: applied once or held, totals and pay as the model`, async () => {
  const workers = await hireMany(SCHEDULES);
  const schedules: Schedule[] = [];
  for (const [index, worker] of workers.entries()) {
    schedules.push(await run(worker, SEED + index));
  }
  const inDatabase = await stored();
  for (const [index, schedule] of schedules.entries()) {
    const expected = { events: schedule.expectedEvents(), entries: schedule.expectedEntries() };
    expect(inDatabase.get(schedule.worker.employeeId), `seed ${SEED + index}`).toEqual(expected);
  }
  const held = schedules.flatMap(({ model }) => model.events.filter((e) => e.state === 'held'));
  expect(held.length).toBeGreaterThan(SCHEDULES / 3);

  const paid = new Map(
    schedules
      .map(({ worker, model }): [string, number] => [
        worker.employeeId,
        model.entries.reduce((sum, entry) => sum + paidMinutes(entry), 0),
      ])
      .filter(([, minutes]) => minutes > 0),
  );
  // Time without a whole paid minute may leave a row of nothing.
  const totals =
    await db.sql`select employee_id, sum(seconds / 60)::int as minutes from work_totals where company_id = ${stage.us.id} group by employee_id
      having sum(seconds) > 0`;
  expect(new Map(totals.map((row) => [row['employee_id'], row['minutes']]))).toEqual(paid);
  const overview = await as(
    db.sql,
    stage.us.owner,
    (tx) => tx`select employee_id, round(total_earnings * 100)::int as cents
      from payroll_overview((now() - interval '8 days')::date, (now() + interval '1 day')::date) where total_earnings > 0`,
  );
  const cents = [...paid].map(([id, minutes]) => [id, minutes * CENTS_A_MINUTE] as const);
  expect(new Map(overview.map((row) => [row['employee_id'], row['cents']]))).toEqual(
    new Map(cents),
  );
}, 3_600_000);
