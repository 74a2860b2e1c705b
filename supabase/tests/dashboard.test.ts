import { beforeAll, expect, test } from 'vitest';
import { middayZone, midweekStart } from '../../testing/midday-zone.ts';
import { addTime, as, hire, hoursAgo, makeCompany, openCompany, type Person } from './world.ts';

const { db, us } = await openCompany();

beforeAll(async () => {
  // Hours ago are hours of today and of this week there, whenever this runs.
  await db.sql`
    update companies set time_zone = ${middayZone()}, week_start = ${midweekStart()}
     where id = ${us.id}`;
});

async function dashboard(person: Person) {
  const [row] = await as(db.sql, person, (tx) => tx`select dashboard() as d`);
  return row?.['d'];
}

test('figures equal those computed one by one', async () => {
  const worker = await hire(db.sql, us.owner, 'employee');
  for (const [from, to] of [
    [9, 8.5],
    [30, 26],
    [200, 190],
  ] as const) {
    await addTime(db.sql, worker, hoursAgo(from), hoursAgo(to), { project_id: us.project });
  }
  const running = await addTime(db.sql, worker, hoursAgo(2), null, { project_id: us.project });
  await db.sql`
    insert into time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
    values (${us.id}, ${running}, ${hoursAgo(1.5)}, ${hoursAgo(1)}, 'meal', false)`;

  const entries = await db.sql`
    select t.work_date::text as date, t.clock_in, t.clock_out,
      coalesce((select sum(extract(epoch from b.ended_at - b.started_at)) from time_entry_breaks b
        where b.time_entry_id = t.id and not b.paid), 0)::float8 as unpaid
      from time_entries t where t.company_id = ${us.id}`;
  const { hours, today, week_begin, as_of } = await dashboard(us.owner);
  const now = new Date(as_of).getTime();
  const total = (wanted: (date: string) => boolean) =>
    entries
      .filter((entry) => wanted(entry['date']))
      .reduce((sum, { clock_in, clock_out, unpaid }) => {
        const end = clock_out ? clock_out.getTime() : now;
        return sum + (end - clock_in.getTime()) / 1000 - unpaid;
      }, 0);
  const yesterday = new Date(`${today}T00:00:00Z`);
  yesterday.setUTCDate(yesterday.getUTCDate() - 1);
  expect(hours.today_seconds).toBeCloseTo(
    total((date) => date === today),
    -1,
  );
  expect(hours.yesterday_seconds).toBeCloseTo(
    total((date) => date === yesterday.toISOString().slice(0, 10)),
    -1,
  );
  expect(hours.week_seconds).toBeCloseTo(
    total((date) => date >= week_begin),
    -1,
  );
  const days: { date: string; seconds: number }[] = hours.days;
  expect(days).toHaveLength(7);
  expect(days[0]?.date).toBe(week_begin);
  for (const day of days) {
    expect(day.seconds).toBeCloseTo(
      total((date) => date === day.date),
      -1,
    );
  }
});

test('compares with yesterday up to the same time', async () => {
  const them = await makeCompany(db.sql);
  await db.sql`update companies set time_zone = ${middayZone()} where id = ${them.id}`;
  const worker = await hire(db.sql, them.owner, 'employee');
  // Begun a day and an hour ago and worked for two: half of it was done by this time yesterday.
  await addTime(db.sql, worker, hoursAgo(25), hoursAgo(23), { project_id: them.project });
  const { hours } = await dashboard(them.owner);
  expect(hours.yesterday_by_now_seconds).toBeCloseTo(3600, -1);
});

test('employees see their own hours, managers the company’s and what needs them', async () => {
  const worker = await hire(db.sql, us.owner, 'employee');
  await addTime(db.sql, worker, hoursAgo(1), null, { project_id: us.project });
  const own = await dashboard(worker);
  expect(own.needs).toBeNull();
  // Whom My Team shows: those who share a project, unless the company hides it.
  const [team] = await as(
    db.sql,
    worker,
    (tx) => tx`select count(*)::int as n from my_team() where status <> 'out'`,
  );
  expect(own.on_the_clock).toHaveLength(team?.['n']);
  expect(own.counting).toBe(1);
  await db.sql`update companies set team_visible = false where id = ${us.id}`;
  expect((await dashboard(worker)).on_the_clock).toHaveLength(1);
  await db.sql`update companies set team_visible = true where id = ${us.id}`;
  expect(own.hours.today_seconds).toBeLessThanOrEqual(3_700);
  const all = await dashboard(us.manager);
  expect(all.on_the_clock.length).toBeGreaterThan(1);
  // Of the last days rather than the week, which may have begun an hour ago.
  const worked = ({ hours }: { hours: { days: { seconds: number }[] } }) =>
    hours.days.reduce((sum, day) => sum + day.seconds, 0);
  expect(worked(all)).toBeGreaterThan(worked(own));
});

test('what needs a manager is named', async () => {
  const worker = await hire(db.sql, us.owner, 'employee');
  await db.sql`delete from employee_rates where employee_id = ${worker.employeeId}`;
  await addTime(db.sql, worker, hoursAgo(13), null, { project_id: us.project });
  const { needs } = await dashboard(us.owner);
  expect(needs.long_running.map((row: { employee_id: string }) => row.employee_id)).toContain(
    worker.employeeId,
  );
  expect(needs.missing_rates.map((row: { employee_id: string }) => row.employee_id)).toContain(
    worker.employeeId,
  );
});

test('time added to a day that was approved waits for approval again, as payroll says', async () => {
  const company = await makeCompany(db.sql, 'Approved too early');
  const { needs } = await dashboard(company.manager);
  const day = needs.period_start as string;
  const waiting = async () => (await dashboard(company.manager)).needs.unapproved_seconds;
  const add = (from: number, to: number) =>
    db.sql`insert into time_entries (company_id, employee_id, project_id, clock_in, clock_out)
      select ${company.id}, ${company.employee.employeeId}, ${company.project},
        (${day}::date + make_interval(hours => ${from})) at time zone c.time_zone,
        (${day}::date + make_interval(hours => ${to})) at time zone c.time_zone
      from companies c where c.id = ${company.id}`;
  await add(6, 10);
  expect(await waiting()).toBe(4 * 3600);
  const approve = () =>
    as(
      db.sql,
      company.manager,
      (tx) => tx`select approve_time(${company.employee.employeeId}, ${day}, ${day})`,
    );
  await approve();
  expect(await waiting()).toBe(0);
  await add(11, 14);
  expect(await waiting()).toBe(3 * 3600);
  await approve();
  expect(await waiting()).toBe(0);
});

test('projects and people count their change since yesterday, people only if there was one', async () => {
  expect(await dashboard(us.owner)).toMatchObject({
    active_projects_change: 1,
    team_members_change: 0,
  });
  await db.sql.begin(async (tx) => {
    await tx`alter table companies disable trigger user`;
    await tx`update companies set created_at = now() - interval '3 days' where id = ${us.id}`;
    await tx`alter table companies enable trigger user`;
  });
  const before = await dashboard(us.owner);
  await as(db.sql, us.owner, (tx) => tx`insert into projects (name) values ('One more')`);
  await hire(db.sql, us.owner, 'employee');
  const after = await dashboard(us.owner);
  expect(after.active_projects - before.active_projects).toBe(1);
  expect(after.active_projects_change - before.active_projects_change).toBe(1);
  expect(after.team_members_change - before.team_members_change).toBe(1);
});

test('another company sees nothing of it', async () => {
  const them = await makeCompany(db.sql);
  const theirs = await dashboard(them.owner);
  expect(theirs.hours.week_seconds).toBe(0);
  expect(theirs.on_the_clock).toEqual([]);
  expect(theirs.recent_activity).toEqual([]);
});

test('a report adds up the same hours whatever it is grouped by, and workers get their own', async () => {
  const report = (person: Person, grouping: string) =>
    as(
      db.sql,
      person,
      (tx) => tx`select * from hours_report(current_date - 20, current_date + 1, ${grouping})`,
    );
  const totals = await Promise.all(
    ['employee', 'project', 'cost_code', 'day'].map(async (grouping) => {
      const rows = await report(us.owner, grouping);
      return rows.reduce((sum, row) => sum + Number(row['seconds']), 0);
    }),
  );
  for (const total of totals) expect(Math.abs(total - (totals[0] ?? 0))).toBeLessThan(30);
  const worker = await hire(db.sql, us.owner, 'employee');
  expect(await report(worker, 'employee')).toEqual([]);
  await expect(report(us.owner, 'colour')).rejects.toMatchObject({ hint: 'unknown_grouping' });
});

test('a report takes two groupings, filters and five years, and no more', async () => {
  const them = await makeCompany(db.sql);
  const worker = await hire(db.sql, them.owner, 'employee');
  const add = (day: string, hours: number, project: string | null) =>
    addTime(
      db.sql,
      worker,
      new Date(`${day}T14:00Z`),
      new Date(Date.parse(`${day}T14:00Z`) + hours * 3_600_000),
      { project_id: project },
    );
  await add('2026-01-30', 2, them.project);
  await add('2026-02-01', 3, them.project);
  await add('2026-02-02', 4, null);
  const report = (who: Person, start: string, ...options: (string | string[] | null)[]) =>
    as(db.sql, who, async (tx) => {
      const [by = 'month', thenBy = null, projects = null] = options;
      const rows =
        await tx`select * from hours_report(${start}::date, '2026-02-28', ${by as string},
        ${thenBy as string}, project_ids_param => ${projects as string[] | null})`;
      return rows.map((row) => [row['label'], row['then_label'], Number(row['seconds']) / 3600]);
    });
  expect(await report(them.owner, '2021-03-01', 'month', 'project')).toEqual([
    ['2026-01-01', 'Harbor Point', 2],
    ['2026-02-01', 'Harbor Point', 3],
    ['2026-02-01', null, 4],
  ]);
  // Weeks begin as the company says, here on Sunday.
  expect(await report(them.owner, '2026-01-01', 'week')).toEqual([
    ['2026-01-25', null, 2],
    ['2026-02-01', null, 7],
  ]);
  expect(await report(them.manager, '2026-01-01', 'month', null, [them.project])).toEqual([
    ['2026-01-01', null, 2],
    ['2026-02-01', null, 3],
  ]);
  expect(await report(them.colleague, '2026-01-01')).toEqual([]);
  expect(await report(us.owner, '2026-01-01', 'month', null, [them.project])).toEqual([]);
  await expect(report(them.owner, '2021-02-01')).rejects.toMatchObject({
    hint: 'report_period_wrong',
  });
  await expect(report(them.owner, '2026-01-01', 'day', 'day')).rejects.toMatchObject({
    hint: 'unknown_grouping',
  });
});
