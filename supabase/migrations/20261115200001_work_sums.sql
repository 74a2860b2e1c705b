-- The totals of all time by person, project and cost code: what a project or a code ever took costs what
-- there are people and codes, not days. Kept from work_totals, whose rows say exactly what changed.

create table private.work_sums (
  company_id uuid not null,
  employee_id uuid not null,
  project_id uuid,
  cost_code_id uuid,
  seconds bigint not null,
  entries bigint not null,
  constraint work_sums_one_of_a_kind unique nulls not distinct (company_id, employee_id, project_id, cost_code_id)
) with (fillfactor = 80);
create index work_sums_by_project on private.work_sums (company_id, project_id);
comment on table private.work_sums is 'work_totals over all days; kept by triggers on it, and checked with it.';
alter table private.work_sums enable row level security;
revoke all on private.work_sums from public, anon, authenticated;

create function private.sum_totals() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.work_sums as s (company_id, employee_id, project_id, cost_code_id, seconds, entries)
      select n.company_id, n.employee_id, n.project_id, n.cost_code_id, sum(n.seconds), sum(n.entries)
        from new_rows n group by 1, 2, 3, 4
      on conflict on constraint work_sums_one_of_a_kind do update
        set seconds = s.seconds + excluded.seconds, entries = s.entries + excluded.entries;
  elsif tg_op = 'DELETE' then
    insert into private.work_sums as s (company_id, employee_id, project_id, cost_code_id, seconds, entries)
      select o.company_id, o.employee_id, o.project_id, o.cost_code_id, -sum(o.seconds), -sum(o.entries)
        from old_rows o group by 1, 2, 3, 4
      on conflict on constraint work_sums_one_of_a_kind do update
        set seconds = s.seconds + excluded.seconds, entries = s.entries + excluded.entries;
  else
    insert into private.work_sums as s (company_id, employee_id, project_id, cost_code_id, seconds, entries)
      select d.company_id, d.employee_id, d.project_id, d.cost_code_id, sum(d.seconds), sum(d.entries)
        from (select n.company_id, n.employee_id, n.project_id, n.cost_code_id, n.seconds, n.entries from new_rows n
          union all
          select o.company_id, o.employee_id, o.project_id, o.cost_code_id, -o.seconds, -o.entries from old_rows o) d
       group by 1, 2, 3, 4
      on conflict on constraint work_sums_one_of_a_kind do update
        set seconds = s.seconds + excluded.seconds, entries = s.entries + excluded.entries;
  end if;
  return null;
end $$;
comment on function private.sum_totals() is 'Books what changed in work_totals; one person''s rows are only ever changed by one transaction at a time.';

insert into private.work_sums (company_id, employee_id, project_id, cost_code_id, seconds, entries)
  select k.company_id, k.employee_id, k.project_id, k.cost_code_id, sum(k.seconds), sum(k.entries)
    from public.work_totals k group by 1, 2, 3, 4;
create trigger sum_new_totals after insert on public.work_totals
  referencing new table as new_rows for each statement execute function private.sum_totals();
create trigger sum_changed_totals after update on public.work_totals
  referencing old table as old_rows new table as new_rows for each statement execute function private.sum_totals();
create trigger sum_deleted_totals after delete on public.work_totals
  referencing old table as old_rows for each statement execute function private.sum_totals();

create or replace function private.work_totals_differences()
returns table (company_id uuid, employee_id uuid, work_date date, project_id uuid, cost_code_id uuid, equipment_id uuid,
  kept jsonb, counted jsonb)
language sql stable security definer set search_path = '' as $$
  with kept as materialized (
    select k.company_id, k.employee_id, k.work_date, k.project_id, k.cost_code_id, k.equipment_id,
      jsonb_build_array(k.seconds, k.unpaid_break_seconds, k.paid_break_seconds, k.entries) as figures
    from public.work_totals k
    union all
    select s.company_id, s.employee_id, null, s.project_id, s.cost_code_id, null, jsonb_build_array(s.seconds, s.entries)
    from private.work_sums s where s.seconds <> 0 or s.entries <> 0
  ), days as materialized (
    select * from private.counted_work
  ), counted as materialized (
    select w.company_id, w.employee_id, w.work_date, w.project_id, w.cost_code_id, w.equipment_id,
      jsonb_build_array(w.seconds, w.unpaid_break_seconds, w.paid_break_seconds, w.entries) as figures
    from days w
    union all
    select w.company_id, w.employee_id, null, w.project_id, w.cost_code_id, null, jsonb_build_array(sum(w.seconds), sum(w.entries))
    from days w group by w.company_id, w.employee_id, w.project_id, w.cost_code_id having sum(w.seconds) <> 0 or sum(w.entries) <> 0
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
  'Every row of work_totals that is not what its entries say, with [seconds, unpaid, paid break seconds, entries] as kept and as counted; without a date, the sums over all days with [seconds, entries].';

create view private.work_ever as
select s.company_id, s.employee_id, s.project_id, s.cost_code_id, s.seconds, s.entries from private.work_sums s
union all
select w.company_id, w.employee_id, w.project_id, w.cost_code_id, w.seconds, w.entries from private.work_pieces w where w.running;
comment on view private.work_ever is 'Work of all days by person, project and cost code, with what runs; filter by company_id.';

revoke all on private.work_ever from public, anon, authenticated;
revoke execute on function private.sum_totals() from public;
