-- Counting a day anew worked out every entry near it, four for a usual one, of which mostly one
-- reaches it: the day before ends in time, the day after begins late. They are told apart first.

create or replace function private.recount_days(company_ids_param uuid[], employee_ids_param uuid[], dates_param date[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  with touched as materialized (
    select distinct d.company_id, d.employee_id, d.work_date
      from unnest(company_ids_param, employee_ids_param, dates_param) as d (company_id, employee_id, work_date)
  ), fresh as materialized (
    select d.company_id, d.employee_id, d.work_date, w.project_id, w.cost_code_id, w.equipment_id, sum(w.seconds)::integer as seconds,
      sum(w.unpaid_break_seconds)::integer as unpaid, sum(w.paid_break_seconds)::integer as paid, sum(w.entries)::integer as entries
    from touched d
    cross join lateral (
      select t.id, t.work_date, t.clock_in, t.clock_out from public.time_entries t
       where t.company_id = d.company_id and t.employee_id = d.employee_id and t.clock_out is not null
         and t.clock_in >= d.work_date::timestamp at time zone 'UTC' - interval '14 hours'
         and t.clock_in < d.work_date::timestamp at time zone 'UTC' + interval '38 hours'
      union all
      (select t.id, t.work_date, t.clock_in, t.clock_out from public.time_entries t
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
    -- Most entries near a day do not reach it, as private.days_reached() says; working them out is what costs.
    where d.work_date between near.work_date and near.work_date + 1 + floor(extract(epoch from near.clock_out - near.clock_in) / 82800)::integer
    group by d.company_id, d.employee_id, d.work_date, w.project_id, w.cost_code_id, w.equipment_id
  ), gone as (
    delete from public.work_totals k using touched d
     where k.company_id = d.company_id and k.employee_id = d.employee_id and k.work_date = d.work_date
       -- Not an anti join: with few rows expected that becomes a loop in a loop.
       and (k.company_id, k.employee_id, k.work_date, coalesce(k.project_id, nobody), coalesce(k.cost_code_id, nobody), coalesce(k.equipment_id, nobody))
         not in (select f.company_id, f.employee_id, f.work_date, coalesce(f.project_id, nobody), coalesce(f.cost_code_id, nobody),
           coalesce(f.equipment_id, nobody) from fresh f)
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
