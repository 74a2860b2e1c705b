create or replace function public.save_expense(id_param uuid, fields_param jsonb, based_on_param jsonb default null::jsonb) returns public.expenses
language plpgsql set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  stored public.expenses;
  fields jsonb := coalesce(fields_param, '{}');
begin
  if id_param is null or jsonb_typeof(fields) <> 'object'
    or fields - '{employee_id,project_id,cost_code_id,spent_on,kind,amount,miles,from_place,to_place,note,receipt_photo_id}'::text[] <> '{}' then
    raise exception using errcode = 'P0001', hint = 'invalid_changes', message = 'Say which row of which table, and its columns to change.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('expense:' || id_param, 0));
  select * into stored from public.expenses e where e.company_id = me.company_id and e.id = id_param;
  if stored.id is null and based_on_param is not null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This was not found. It may have been deleted.';
  elsif stored.id is null then
    insert into public.expenses (id, employee_id, project_id, cost_code_id, spent_on, kind, amount, miles, from_place, to_place, note, receipt_photo_id)
    select id_param, coalesce(r.employee_id, me.id), r.project_id, r.cost_code_id, r.spent_on, coalesce(r.kind, 'receipt'), r.amount, r.miles,
      r.from_place, r.to_place, r.note, r.receipt_photo_id
    from jsonb_populate_record(null::public.expenses, fields) r
    returning * into stored;
    return stored;
  elsif based_on_param is null then
    -- The answer to the first call was lost. What was changed since stays as it is for a repeat; miles and days get their amount from the rates.
    if stored.updated_at = stored.created_at then
      perform private.require_same_call(stored, (
        select jsonb_build_object('employee_id', coalesce(r.employee_id, me.id), 'spent_on', r.spent_on, 'kind', coalesce(r.kind, 'receipt'))
          || case when stored.kind = 'receipt' then jsonb_build_object('amount', r.amount) else '{}' end
        from jsonb_populate_record(null::public.expenses, fields) r));
    end if;
    return stored;
  elsif stored.status <> 'entered' then
    raise exception using errcode = 'P0001', hint = 'expense_decided', message = 'This expense has been decided and cannot be changed.';
  end if;
  perform public.save_changes('expenses', jsonb_build_object('id', id_param), fields - 'employee_id', based_on_param - 'employee_id');
  select * into stored from public.expenses e where e.company_id = me.company_id and e.id = id_param;
  return stored;
end $$;
comment on function public.save_expense(uuid,jsonb,jsonb) is 'Everyone for themselves, managers for all: enters an expense, idempotent by id; with based_on_param (the fields as they were read) changes one that is not decided yet, as save_changes does.';
grant execute on function public.save_expense(uuid,jsonb,jsonb) to authenticated;

create or replace function public.claim_per_diem(trip_id_param uuid, project_id_param uuid, first_day_param date, last_day_param date, lodging_param boolean default false, miles_param numeric default null::numeric, cost_code_id_param uuid default null::uuid, note_param text default null::text, employee_id_param uuid default null::uuid) returns setof public.expenses
language plpgsql set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if trip_id_param is null or first_day_param is null or last_day_param is null or last_day_param < first_day_param or last_day_param - first_day_param > 60 then
    raise exception using errcode = 'P0001', hint = 'per_diem_days', message = 'Choose the first and the last day of a trip of at most 61 days.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('expense:' || trip_id_param, 0));
  if exists (select from public.expenses e where e.company_id = me.company_id and e.trip_id = trip_id_param) then
    -- A day may have been taken out since.
    perform private.require_same_call(e, jsonb_build_object('employee_id', coalesce(employee_id_param, me.id), 'project_id', project_id_param),
        e.spent_on between first_day_param and last_day_param)
      from public.expenses e where e.company_id = me.company_id and e.trip_id = trip_id_param;
  else
    insert into public.expenses (employee_id, project_id, cost_code_id, spent_on, kind, amount, miles, note, travel_day, nights, trip_id)
    select coalesce(employee_id_param, me.id), project_id_param, cost_code_id_param, first_day_param + n, 'per_diem', 0, miles_param, note_param,
      n = 0 or first_day_param + n = last_day_param, (lodging_param is true and first_day_param + n < last_day_param)::integer, trip_id_param
    from generate_series(0, last_day_param - first_day_param) n;
  end if;
  return query select * from public.expenses e where e.company_id = me.company_id and e.trip_id = trip_id_param order by e.spent_on;
end $$;
comment on function public.claim_per_diem(uuid,uuid,date,date,boolean,numeric,uuid,text,uuid) is 'Everyone for themselves, managers for all: the days of a trip as expenses, the first and last at the reduced rate, with lodging_param every night but the last day''s. miles_param: how far from the project the person lives. Idempotent by trip.';
grant execute on function public.claim_per_diem(uuid,uuid,date,date,boolean,numeric,uuid,text,uuid) to authenticated;

create or replace function public.proposed_per_diem(start_date_param date, end_date_param date) returns table(project_id uuid, project_name text, first_day date, last_day date, days integer, nights integer, cost_code_id uuid, meals numeric, lodging numeric, amount numeric, min_distance_miles numeric, miles numeric)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
begin
  perform private.require_date_range(start_date_param, end_date_param);
  if not exists (select from public.per_diem_rules r where r.company_id = me.company_id) then
    return;
  end if;
  return query
  with worked as (
    select t.project_id, t.work_date, (array_agg(t.cost_code_id order by t.clock_in desc))[1] as code
    from public.time_entries t
    where t.company_id = me.company_id and t.employee_id = me.id and t.project_id is not null and t.work_date between start_date_param and end_date_param
    group by t.project_id, t.work_date
  ), open_days as (
    select w.*, w.work_date - (row_number() over (partition by w.project_id order by w.work_date))::integer as run
    from worked w
    where not exists (select from public.expenses e where e.company_id = me.company_id and e.employee_id = me.id and e.kind = 'per_diem'
        and e.spent_on = w.work_date and e.status <> 'declined')
      and exists (select from private.per_diem_rule(me.company_id, w.project_id, w.work_date) r where r.daily_amount + r.lodging_amount > 0)
  ), trips as (
    select o.project_id, min(o.work_date) as first_day, max(o.work_date) as last_day, (array_agg(o.code order by o.work_date desc))[1] as code
    from open_days o group by o.project_id, o.run
    -- Without a night there is nothing to propose: one goes home.
    having count(*) > 1
  )
  select t.project_id, p.name, t.first_day, t.last_day, t.last_day - t.first_day + 1, t.last_day - t.first_day, t.code, v.meals, v.lodging,
    v.meals + v.lodging, v.min_distance,
    (select e.miles from public.expenses e where e.company_id = me.company_id and e.employee_id = me.id and e.project_id = t.project_id
      and e.kind = 'per_diem' and e.miles is not null order by e.created_at desc limit 1)
  from trips t
  join public.projects p on p.company_id = me.company_id and p.id = t.project_id
  cross join lateral (
    select sum(private.per_diem_amount(r, d.day in (t.first_day, t.last_day), 0)) as meals,
      sum(case when d.day < t.last_day then r.lodging_amount else 0 end) as lodging, max(r.min_distance_miles) as min_distance
    from (select t.first_day + n as day from generate_series(0, t.last_day - t.first_day) n) d
    cross join lateral private.per_diem_rule(me.company_id, t.project_id, d.day) r
  ) v
  order by t.first_day desc, p.name;
end $$;
comment on function public.proposed_per_diem(date,date) is 'Everyone for themselves: trips with at least one night that the days worked suggest, on projects that pay per diem, without days that were claimed; what they would come to, and the distance that was given last time.';
grant execute on function public.proposed_per_diem(date,date) to authenticated;
