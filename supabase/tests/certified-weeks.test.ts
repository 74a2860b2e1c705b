import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

const TODAY = '2026-06-20';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ connections: 1 });
  const generator = path.join(import.meta.dirname, '../seed/generate.sql');
  await db.sql.unsafe(readFileSync(generator, 'utf8'));
  await db.sql`select private.generate_load(1, 12, 1)`;
});
afterAll(() => db.drop());

/** Weeks as they are found by reading every entry of every public project. */
const PLAINLY = `
  with contracts as materialized (
    select c.project_id, c.week_ends_on, c.no_work_reports, c.first_week_end, c.paid_after_days, p.status = 'completed' or p.archived_at is not null as completed,
      private.zone_of($1, c.project_id) as zone, private.week_end_of($2, c.week_ends_on) as this_week
    from public.public_contracts c
    join public.projects p on p.company_id = c.company_id and p.id = c.project_id
    where c.company_id = $1 and true
  ), days as materialized (
    select t.project_id, t.work_date, max(t.clock_out) as last_end, bool_and(private.approval_covers(a.approved_at, t.updated_at, t.clock_out)) as approved
    from public.time_entries t
    left join public.approvals a on a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
    where t.company_id = $1 and t.project_id in (select c.project_id from contracts c) and (t.clock_out is null or t.clock_out > t.clock_in)
    group by t.project_id, t.work_date
  ), work as materialized (
    -- A shift over midnight is work of both its days.
    select d.project_id, w::date as week_end, bool_and(d.approved) as approved
    from days d
    join contracts c on c.project_id = d.project_id
    cross join lateral generate_series(private.week_end_of(d.work_date, c.week_ends_on),
      private.week_end_of(private.last_date_of(d.work_date, d.last_end, c.zone), c.week_ends_on), interval '7 days') w
    group by d.project_id, w
  ), signed as materialized (
    select distinct on (p.project_id, p.week_end) p.project_id, p.week_end, p.id, p.number, p.revision, p.final, p.status,
      min(p.delivered_at) over (partition by p.project_id, p.week_end) as delivered_at
    from public.certified_payrolls p
    join contracts c on c.project_id = p.project_id
    where p.company_id = $1
    order by p.project_id, p.week_end, p.revision desc
  ), paid as materialized (
    -- The regular pay day of a week: that of most people.
    select f.week_end, mode() within group (order by f.paid_on) as paid_on
    from public.payroll_facts f where f.company_id = $1 and f.period_start is null and f.paid_on is not null group by f.week_end
  ), spans as (
    select c.*, s.final_week, coalesce(c.first_week_end, least(w.first_week, s.first_week)) as first_week,
      greatest(case when s.final_week is null and not c.completed then c.this_week end, w.last_week, s.last_week) as last_week
    from contracts c
    left join (select project_id, min(week_end) as first_week, max(week_end) as last_week from work group by project_id) w on w.project_id = c.project_id
    left join (
      select project_id, min(week_end) as first_week, max(week_end) as last_week, max(week_end) filter (where final) as final_week
      from signed group by project_id) s on s.project_id = c.project_id
  )
  select c.project_id, d.week_end, s.number, s.revision, s.id as certified_payroll_id,
    case when s.id is not null then s.status
      when w.week_end is null and d.week_end < $2 then 'missing'
      when coalesce(w.approved, true) and d.week_end < $2 then 'ready'
      else 'not_approved' end as state,
    w.week_end is not null as has_work, coalesce(s.final, false) as final, x.due_on, x.delivered_on,
    coalesce(x.delivered_on, $2) > x.due_on as is_late, d.week_end < $2 as is_over, case when s.id is null then coalesce(w.approved, true) end as is_approved
  from spans c
  cross join lateral (select g::date as week_end from generate_series(c.first_week, c.last_week, interval '7 days') g) d
  left join work w on w.project_id = c.project_id and w.week_end = d.week_end
  left join signed s on s.project_id = c.project_id and s.week_end = d.week_end
  left join paid f on f.week_end = d.week_end
  -- Handed in within seven days after the regular pay day (29 CFR 3.4(a)).
  cross join lateral (select coalesce(f.paid_on, d.week_end + c.paid_after_days) + 7 as due_on, (s.delivered_at at time zone c.zone)::date as delivered_on) x
  where s.id is not null or w.week_end is not null or c.no_work_reports and (c.final_week is null or d.week_end < c.final_week)
  order by 1, 2`;

/**
 * Six public projects in three zones with weeks that end on different days; shifts over midnight and of several
 * days, running ones, days approved before and after their last change, weeks signed, corrected and handed in.
 */
const GENERATE = `
  select setseed($2);
  set local session_replication_role = replica;
  delete from time_entries; delete from approvals; delete from certified_payrolls; delete from public_contracts; delete from payroll_facts;
  update projects set time_zone = (array[null, 'Pacific/Auckland', 'America/Los_Angeles'])[1 + number::integer % 3],
    status = case when number = '6' then 'completed' else 'active' end;
  insert into public_contracts (company_id, project_id, week_ends_on, no_work_reports, first_week_end, paid_after_days)
    select p.company_id, p.id, (p.number::integer * 2) % 7, p.number::integer % 2 = 0, case when p.number = '4' then private.week_end_of('2026-04-20', 1) end, 5 + p.number::integer
    from projects p where p.number::integer <= 6;
  insert into time_entries (company_id, id, employee_id, clock_in, clock_out, work_date, project_id, status, created_at, updated_at)
    select e.company_id, gen_random_uuid(), e.id, starts, ends, (starts at time zone private.zone_of(e.company_id, p.id))::date, p.id,
      case when ends is null then 'active' else 'completed' end, starts, starts + random() * interval '4 days'
    from employees e cross join generate_series(0, 18) n
    cross join lateral (select '2026-04-10'::timestamptz + n * interval '91 hours' + random() * interval '20 hours' as starts where random() < 0.6) s
    cross join lateral (select case when n = 18 and random() < 0.2 then null else starts + case when random() < 0.1 then random() * 70 else 1 + random() * 22 end * interval '1 hour' + interval '1 minute' end as ends) l
    join projects p on p.company_id = e.company_id and p.number::integer = 1 + (e.employee_number::integer + n) % 7;
  insert into approvals (company_id, employee_id, work_date, approved_at)
    select t.company_id, t.employee_id, t.work_date, min(t.clock_in) + interval '1 day' + random() * interval '6 days'
    from time_entries t where random() < 0.9 group by 1, 2, 3;
  insert into certified_payrolls (company_id, project_id, week_end, number, signed_text, signed_name, signed_title, status, delivered_at, final)
    select c.company_id, c.project_id, w.week_end, row_number() over (partition by c.project_id order by w.week_end), '{}', 'Bench', 'Office',
      w.status, case when w.status = 'delivered' then w.week_end + random() * interval '20 days' end, false
    from public_contracts c cross join lateral (
      select private.week_end_of('2026-04-20'::date + 7 * n, c.week_ends_on) as week_end, (array['signed', 'delivered', 'needs_correction'])[1 + n % 3] as status
      from generate_series(0, 4) n where random() < 0.6) w;
  update certified_payrolls p set final = true where (p.project_id, p.week_end) in (
    select distinct on (q.project_id) q.project_id, q.week_end from certified_payrolls q join projects r on r.id = q.project_id where r.number = '2' order by q.project_id, q.week_end desc);
  set local session_replication_role = origin;`;

test.each([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8])(
  'weeks found by their ends alone are those of all entries, seed %f',
  async (seed) => {
    const company = (await db.sql`select private.generate_id('company 1') as id`)[0]?.['id'];
    await db.sql.begin(async (tx) => {
      await tx.unsafe(GENERATE.replace('$2', String(seed)));
    });
    const found = await db.sql`
      select * from private.certified_weeks(${company}, null, ${TODAY}) order by project_id, week_end`;
    const plain = await db.sql.unsafe(PLAINLY, [company, TODAY]);
    expect(plain.length).toBeGreaterThan(40);
    expect(new Set(plain.map(({ state }) => state)).size).toBeGreaterThan(3);
    expect(found).toEqual(plain);
  },
);
