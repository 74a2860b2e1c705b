-- Worked time as sums that are kept, so that reports, cards and budgets cost what there is to show, not
-- what there is of history. Completed time only: what runs is added when somebody looks.
-- Nothing is added to or taken from a sum: the days a change touched are counted anew from their entries
-- and only rows that came out different are written. All writes of one person's time queue
-- (lock_employee_time), so two changes of a day never count past each other.

create table public.work_totals (
  company_id uuid not null,
  employee_id uuid not null,
  work_date date not null constraint work_totals_date_finite check (isfinite(work_date)),
  project_id uuid,
  cost_code_id uuid,
  equipment_id uuid,
  seconds integer not null,
  unpaid_break_seconds integer not null,
  paid_break_seconds integer not null,
  entries integer not null,
  constraint work_totals_one_of_a_kind unique nulls not distinct
    (company_id, employee_id, work_date, project_id, cost_code_id, equipment_id)
) with (fillfactor = 90);
create index work_totals_by_date on public.work_totals (company_id, work_date);
create index work_totals_by_project on public.work_totals (company_id, project_id, work_date);
create index work_totals_by_cost_code on public.work_totals (company_id, cost_code_id, work_date) where cost_code_id is not null;
create index work_totals_by_equipment on public.work_totals (company_id, equipment_id, work_date) where equipment_id is not null;

comment on table public.work_totals is
  'Completed time by day, person, project, cost code and equipment, cut at midnight; kept by triggers from private.work_pieces.';
comment on column public.work_totals.seconds is 'Worked: net of unpaid_break_seconds, with paid_break_seconds in it.';
comment on column public.work_totals.unpaid_break_seconds is 'Breaks that were taken off.';
comment on column public.work_totals.paid_break_seconds is 'Breaks that count as work: paid ones, and unpaid ones shorter than the policy''s minimum.';
comment on column public.work_totals.entries is 'Entries that began that day.';

alter table public.work_totals enable row level security;
create policy "Managers read the totals of their own company, others their own" on public.work_totals
  for select to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
grant select on public.work_totals to authenticated, service_role;

-- The entries that reach into a day are those around it and the last one that began before: entries of one
-- person never overlap. A day of any zone lies within 14 hours of the same day of UTC.
create function private.recount_days(company_ids_param uuid[], employee_ids_param uuid[], dates_param date[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  with touched as materialized (
    select distinct d.company_id, d.employee_id, d.work_date
      from unnest(company_ids_param, employee_ids_param, dates_param) as d (company_id, employee_id, work_date)
  ), fresh as materialized (
    select d.company_id, d.employee_id, d.work_date, w.project_id, w.cost_code_id, w.equipment_id, sum(w.seconds)::integer as seconds,
      sum(w.unpaid_break_seconds)::integer as unpaid, sum(w.paid_break_seconds)::integer as paid, sum(w.entries)::integer as entries
    from touched d
    cross join lateral (
      select t.id from public.time_entries t
       where t.company_id = d.company_id and t.employee_id = d.employee_id and t.clock_out is not null
         and t.clock_in >= d.work_date::timestamp at time zone 'UTC' - interval '14 hours'
         and t.clock_in < d.work_date::timestamp at time zone 'UTC' + interval '38 hours'
      union all
      (select t.id from public.time_entries t
        where t.company_id = d.company_id and t.employee_id = d.employee_id and t.clock_out is not null
          and t.clock_in < d.work_date::timestamp at time zone 'UTC' - interval '14 hours'
        order by t.clock_in desc limit 1)
    ) near
    join private.work_pieces w on w.company_id = d.company_id and w.entry_id = near.id and w.work_date = d.work_date
    group by d.company_id, d.employee_id, d.work_date, w.project_id, w.cost_code_id, w.equipment_id
  ), gone as (
    delete from public.work_totals k using touched d
     where k.company_id = d.company_id and k.employee_id = d.employee_id and k.work_date = d.work_date
       and not exists (select from fresh f
         where (f.company_id, f.employee_id, f.work_date) = (k.company_id, k.employee_id, k.work_date)
           and (f.project_id, f.cost_code_id, f.equipment_id) is not distinct from (k.project_id, k.cost_code_id, k.equipment_id))
  )
  insert into public.work_totals as k (company_id, employee_id, work_date, project_id, cost_code_id, equipment_id,
      seconds, unpaid_break_seconds, paid_break_seconds, entries)
    select f.company_id, f.employee_id, f.work_date, f.project_id, f.cost_code_id, f.equipment_id, f.seconds, f.unpaid, f.paid, f.entries
      from fresh f
    on conflict on constraint work_totals_one_of_a_kind do update
      set seconds = excluded.seconds, unpaid_break_seconds = excluded.unpaid_break_seconds,
        paid_break_seconds = excluded.paid_break_seconds, entries = excluded.entries
      where (k.seconds, k.unpaid_break_seconds, k.paid_break_seconds, k.entries)
        is distinct from (excluded.seconds, excluded.unpaid_break_seconds, excluded.paid_break_seconds, excluded.entries);
end $$;
comment on function private.recount_days(uuid[], uuid[], date[]) is 'Counts days of people anew; the arrays go together, one element per day.';

create view private.counted_work as
select w.company_id, w.employee_id, w.work_date, w.project_id, w.cost_code_id, w.equipment_id, sum(w.seconds)::integer as seconds,
  sum(w.unpaid_break_seconds)::integer as unpaid_break_seconds, sum(w.paid_break_seconds)::integer as paid_break_seconds,
  sum(w.entries)::integer as entries
from private.work_pieces w
where not w.running
group by w.company_id, w.employee_id, w.work_date, w.project_id, w.cost_code_id, w.equipment_id;
comment on view private.counted_work is 'What work_totals must hold, from the entries.';

create function private.recount_work(company_id_param uuid default null) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.work_totals k where company_id_param is null or k.company_id = company_id_param;
  insert into public.work_totals (company_id, employee_id, work_date, project_id, cost_code_id, equipment_id,
      seconds, unpaid_break_seconds, paid_break_seconds, entries)
    select * from private.counted_work w where company_id_param is null or w.company_id = company_id_param;
$$;
comment on function private.recount_work(uuid) is 'Counts all time of a company, or of all, anew: after a new zone or policy, and for time that was loaded with triggers off.';

create function private.work_totals_differences()
returns table (company_id uuid, employee_id uuid, work_date date, project_id uuid, cost_code_id uuid, equipment_id uuid,
  kept jsonb, counted jsonb)
language sql stable security definer set search_path = '' as $$
  with kept as materialized (
    select k.company_id, k.employee_id, k.work_date, k.project_id, k.cost_code_id, k.equipment_id,
      jsonb_build_array(k.seconds, k.unpaid_break_seconds, k.paid_break_seconds, k.entries) as figures
    from public.work_totals k
  ), counted as materialized (
    select w.company_id, w.employee_id, w.work_date, w.project_id, w.cost_code_id, w.equipment_id,
      jsonb_build_array(w.seconds, w.unpaid_break_seconds, w.paid_break_seconds, w.entries) as figures
    from private.counted_work w
  ), different as (
    (select *, true as is_kept from kept except select *, true from counted)
    union all
    (select *, false from counted except select *, false from kept)
  )
  select d.company_id, d.employee_id, d.work_date, d.project_id, d.cost_code_id, d.equipment_id,
    jsonb_agg(d.figures) filter (where d.is_kept) -> 0, jsonb_agg(d.figures) filter (where not d.is_kept) -> 0
  from different d
  group by d.company_id, d.employee_id, d.work_date, d.project_id, d.cost_code_id, d.equipment_id
  order by d.company_id, d.employee_id, d.work_date;
$$;
comment on function private.work_totals_differences() is
  'Every row of work_totals that is not what its entries say, with [seconds, unpaid, paid break seconds, entries] as kept and as counted.';

-- Days a stretch can touch in any zone, without asking for the zone: a day has at least 23 hours.
create function private.days_reached(work_date_param date, clock_in_param timestamptz, clock_out_param timestamptz) returns setof date
language sql immutable parallel safe rows 2
begin atomic
  select work_date_param + n from generate_series(0, 1 + floor(extract(epoch from clock_out_param - clock_in_param) / 82800)::integer) as n;
end;

create function private.count_entries() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  companies uuid[];
  people uuid[];
  dates date[];
begin
  if tg_op = 'INSERT' then
    select array_agg(n.company_id), array_agg(n.employee_id), array_agg(day) into companies, people, dates
      from new_rows n cross join private.days_reached(n.work_date, n.clock_in, n.clock_out) as day where n.clock_out is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(o.company_id), array_agg(o.employee_id), array_agg(day) into companies, people, dates
      from old_rows o cross join private.days_reached(o.work_date, o.clock_in, o.clock_out) as day where o.clock_out is not null;
  else
    select array_agg(v.company_id), array_agg(v.employee_id), array_agg(day) into companies, people, dates
      from old_rows o join new_rows n on n.company_id = o.company_id and n.id = o.id
        and (n.clock_in, n.clock_out, n.work_date, n.project_id, n.cost_code_id, n.equipment_id)
          is distinct from (o.clock_in, o.clock_out, o.work_date, o.project_id, o.cost_code_id, o.equipment_id)
      cross join lateral (values (o.company_id, o.employee_id, o.work_date, o.clock_in, o.clock_out),
        (n.company_id, n.employee_id, n.work_date, n.clock_in, n.clock_out)) as v (company_id, employee_id, work_date, clock_in, clock_out)
      cross join private.days_reached(v.work_date, v.clock_in, v.clock_out) as day
      where v.clock_out is not null;
  end if;
  if dates is not null then
    perform private.recount_days(companies, people, dates);
  end if;
  return null;
end $$;
comment on function private.count_entries() is 'Counts the days of changed entries anew; a running entry costs nothing.';

create function private.count_breaks() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  companies uuid[];
  people uuid[];
  dates date[];
begin
  -- Breaks that go with their entry find none here; the entry's own trigger counts its days.
  if tg_op = 'DELETE' then
    select array_agg(t.company_id), array_agg(t.employee_id), array_agg(day) into companies, people, dates
      from (select distinct o.company_id, o.time_entry_id from old_rows o) b
      join public.time_entries t on t.company_id = b.company_id and t.id = b.time_entry_id and t.clock_out is not null
      cross join private.days_reached(t.work_date, t.clock_in, t.clock_out) as day;
  else
    select array_agg(t.company_id), array_agg(t.employee_id), array_agg(day) into companies, people, dates
      from (select distinct n.company_id, n.time_entry_id from new_rows n) b
      join public.time_entries t on t.company_id = b.company_id and t.id = b.time_entry_id and t.clock_out is not null
      cross join private.days_reached(t.work_date, t.clock_in, t.clock_out) as day;
  end if;
  if dates is not null then
    perform private.recount_days(companies, people, dates);
  end if;
  return null;
end $$;
comment on function private.count_breaks() is 'Counts the days of entries anew whose breaks changed.';

create function private.count_company_anew() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.recount_work(new.id);
  return null;
end $$;

create function private.count_project_anew() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.work_totals k where k.company_id = new.company_id and k.project_id = new.id;
  insert into public.work_totals (company_id, employee_id, work_date, project_id, cost_code_id, equipment_id,
      seconds, unpaid_break_seconds, paid_break_seconds, entries)
    select * from private.counted_work w where w.company_id = new.company_id and w.project_id = new.id;
  return null;
end $$;

-- Only the minimum length of unpaid breaks is of interest here; nearly every policy keeps the usual one.
create function private.count_policies() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  company uuid;
begin
  for company in
    select distinct p.company_id
      from (select c.company_id, c.policy from changed_rows c union all
        select q.company_id, q.policy from public.overtime_policies q where q.company_id in (select c.company_id from changed_rows c)) p
     where (p.policy ->> 'unpaid_break_minutes')::integer <> private.unpaid_break_default()
     order by 1
  loop
    perform private.close_time(company);
    perform private.recount_work(company);
  end loop;
  return null;
end $$;
comment on function private.count_policies() is 'Counts a company anew when the break rule of some policy is not the usual one.';

-- Named to run after the triggers that move breaks and work dates.
create trigger zy_count_new_entries after insert on public.time_entries
  referencing new table as new_rows for each statement execute function private.count_entries();
create trigger zy_count_changed_entries after update on public.time_entries
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_entries();
create trigger zy_count_deleted_entries after delete on public.time_entries
  referencing old table as old_rows for each statement execute function private.count_entries();
create trigger zy_count_new_breaks after insert on public.time_entry_breaks
  referencing new table as new_rows for each statement execute function private.count_breaks();
create trigger zy_count_changed_breaks after update on public.time_entry_breaks
  referencing new table as new_rows for each statement execute function private.count_breaks();
create trigger zy_count_deleted_breaks after delete on public.time_entry_breaks
  referencing old table as old_rows for each statement execute function private.count_breaks();
create trigger zy_count_company_anew after update on public.companies
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.count_company_anew();
create trigger zy_count_project_anew after update on public.projects
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.count_project_anew();
create trigger zy_count_new_policies after insert on public.overtime_policies
  referencing new table as changed_rows for each statement execute function private.count_policies();
create trigger zy_count_changed_policies after update on public.overtime_policies
  referencing old table as changed_rows for each statement execute function private.count_policies();
create trigger zy_count_deleted_policies after delete on public.overtime_policies
  referencing old table as changed_rows for each statement execute function private.count_policies();

create view private.work_done as
select k.company_id, k.employee_id, k.work_date, k.project_id, k.cost_code_id, k.equipment_id, k.seconds, k.unpaid_break_seconds,
  k.paid_break_seconds, k.entries
from public.work_totals k
union all
select w.company_id, w.employee_id, w.work_date, w.project_id, w.cost_code_id, w.equipment_id, w.seconds, w.unpaid_break_seconds,
  w.paid_break_seconds, w.entries
from private.work_pieces w where w.running;
comment on view private.work_done is 'All work up to now: the totals and what runs. What every screen reads; filter by company_id.';

select private.recount_work();

revoke all on private.counted_work, private.work_done from public, anon, authenticated;
revoke execute on function private.recount_days(uuid[], uuid[], date[]), private.recount_work(uuid), private.work_totals_differences(),
  private.days_reached(date, timestamptz, timestamptz), private.count_entries(), private.count_breaks(), private.count_company_anew(),
  private.count_project_anew(), private.count_policies() from public;
