-- A day is counted anew from its own entries, whatever the planner believes about the tables.
create or replace function private.recount_days(company_ids_param uuid[], employee_ids_param uuid[], dates_param date[]) returns void
language plpgsql security definer set search_path = '' as $$
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
    -- Entry by entry: joined, a plan made before the first statistics works out every entry of the company.
    cross join lateral (
      select p.* from private.work_pieces p
       where p.company_id = d.company_id and p.entry_id = near.id and p.work_date = d.work_date
      offset 0
    ) w
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
