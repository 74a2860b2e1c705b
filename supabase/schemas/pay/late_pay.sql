create type private.late_difference as (
  work_date date,
  project_id uuid,
  cost_code_id uuid,
  pay_code text,
  minutes integer,
  amount_cents bigint,
  flsa_premium_cents bigint,
  locked boolean
);

create or replace function public.posted_adjustments(start_date_param date, end_date_param date) returns table(employee_id uuid, first_name text, last_name text, posted_on date, amount_cents bigint, minutes integer, reason text, stays boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_right('payroll')).company_id;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select e.id, e.first_name, e.last_name, i.work_date, sum(i.amount_cents)::bigint, sum(i.minutes)::integer,
    string_agg(distinct i.note, '; '), private.adjustment_stays(i)
  from public.pay_items i
  join public.employees e on e.company_id = company and e.id = i.employee_id
  where i.company_id = company and i.pay_code = 'ADJUSTMENT' and i.corrects_date between start_date_param and end_date_param
    and i.work_date not between start_date_param and end_date_param
  group by e.id, e.first_name, e.last_name, i.work_date, 8
  having sum(i.amount_cents) <> 0 or sum(i.minutes) <> 0
  order by e.last_name, e.first_name, e.id, i.work_date, 8;
end $$;
comment on function public.posted_adjustments(date,date) is 'Manager, owner: adjustments posted elsewhere that correct days of the range, with their minutes and reasons, and whether they stay when the range is unlocked: locked, in a payroll file that was handed out, or restitution.';
grant execute on function public.posted_adjustments(date,date) to authenticated;

create or replace function public.enter_late_time(id_param uuid, employee_id_param uuid, clock_in_param timestamptz, clock_out_param timestamptz, project_id_param uuid, reason_param text, cost_code_id_param uuid default null::uuid, notes_param text default null::text, breaks_param jsonb default null::jsonb, equipment_id_param uuid default null::uuid, meal_waived_param boolean default null::boolean, based_on_param jsonb default null::jsonb, classification_id_param uuid default null::uuid, machines_param jsonb default null::jsonb) returns table(work_date date, project_id uuid, cost_code_id uuid, pay_code text, minutes integer, amount_cents bigint, posted boolean)
language sql security definer set search_path = '' as $$
  select d.work_date, d.project_id, d.cost_code_id, d.pay_code, d.minutes, d.amount_cents, d.locked
  from private.enter_late_time(employee_id_param, clock_in_param, clock_out_param, project_id_param, cost_code_id_param, notes_param,
    breaks_param, reason_param, id_param, equipment_id_param, meal_waived_param, based_on_param, classification_id_param, machines_param) d;
$$;
comment on function public.enter_late_time(uuid,uuid,timestamp with time zone,timestamp with time zone,uuid,text,uuid,text,jsonb,uuid,boolean,jsonb,uuid,jsonb) is 'Manager, owner: records time of a locked period on its true day and posts the difference on today, with a reason. Idempotent by id. With based_on_param (the entry as it was read, as in save_time_entry) it corrects an entry.';
grant execute on function public.enter_late_time(uuid,uuid,timestamp with time zone,timestamp with time zone,uuid,text,uuid,text,jsonb,uuid,boolean,jsonb,uuid,jsonb) to authenticated;

create or replace function private.enter_late_time(employee_id_param uuid, clock_in_param timestamptz, clock_out_param timestamptz, project_id_param uuid, cost_code_id_param uuid, notes_param text, breaks_param jsonb, reason_param text, id_param uuid, equipment_id_param uuid, meal_waived_param boolean, based_on_param jsonb, classification_id_param uuid, machines_param jsonb) returns setof private.late_difference
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  zone text := private.zone_of(me.company_id, project_id_param);
  first_date date;
  last_date date;
  before private.late_difference[];
  stored public.time_entries;
  entry public.time_entries;
begin
  perform private.require_colleague(me.company_id, employee_id_param);
  if clock_out_param is null or not coalesce(clock_in_param < clock_out_param, false) then
    raise exception using errcode = 'P0001', hint = 'end_before_start', message = 'The end is before the start.';
  elsif nullif(btrim(reason_param), '') is null then
    raise exception using errcode = 'P0001', hint = 'reason_required', message = 'Say why this time is late.';
  end if;
  perform private.lock_people(me.company_id, array[employee_id_param], array[id_param]);
  select * into stored from public.time_entries t where t.company_id = me.company_id and t.id = id_param;
  if stored.id is not null and based_on_param is null then
    -- The answer to the first call was lost.
    perform private.require_same_call(stored, jsonb_build_object('employee_id', employee_id_param)
      || case when stored.updated_at = stored.created_at then jsonb_build_object('project_id', project_id_param) else '{}' end);
    return;
  elsif stored.id is null and based_on_param is not null or stored.employee_id <> employee_id_param then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This entry of this person was not found.';
  elsif not (private.is_locked(me.company_id, (clock_in_param at time zone zone)::date, (clock_out_param at time zone zone)::date)
      or stored.id is not null and private.is_locked(me.company_id, stored.work_date, stored.work_date)) then
    raise exception using errcode = 'P0001', hint = 'period_open', message = 'This pay period is open. Save the time as usual.';
  end if;
  first_date := least(clock_in_param, stored.clock_in)::date - 9;
  last_date := greatest(clock_out_param, stored.clock_out)::date + 9;
  perform private.decide_for_self('own_approval', employee_id_param, id_param,
    jsonb_build_object('entity', 'time_entries', 'action', case when stored.id is null then 'insert' else 'update' end,
      'day', left(clock_in_param::text, 10)));
  before := private.pay_by_line(me.company_id, employee_id_param, first_date, last_date);
  perform set_config('chalkline.late_time', 'on', true);
  entry := public.save_time_entry(id_param, employee_id_param, clock_in_param, clock_out_param, project_id_param, cost_code_id_param,
    notes_param, breaks_param, reason_param, meal_waived_param, equipment_id_param, based_on_param, classification_id_param, machines_param => machines_param);
  perform private.approve_late_time(me.company_id, employee_id_param, entry.work_date);
  return query select * from private.post_late_pay(me.company_id, employee_id_param, first_date, last_date, before, btrim(reason_param));
end $$;

create or replace function private.post_late_pay(company_id_param uuid, employee_id_param uuid, first_date_param date, last_date_param date, before_param private.late_difference[], note_param text) returns setof private.late_difference
language plpgsql set search_path = '' as $$
declare
  differences private.late_difference[];
begin
  perform set_config('chalkline.late_time', '', true);
  differences := array(
    select row(d.work_date, d.project_id, d.cost_code_id, d.pay_code, d.minutes, d.cents, d.flsa, d.locked)::private.late_difference
    from (
      select v.work_date, v.project_id, v.cost_code_id, v.pay_code, bool_or(v.locked) as locked, sum(v.sign * v.minutes)::integer as minutes,
        case when not bool_or(v.amount_cents is null) then sum(v.sign * v.amount_cents)::bigint end as cents,
        sum(v.sign * v.flsa_premium_cents)::bigint as flsa
      from (
        select 1 as sign, a.* from unnest(private.pay_by_line(company_id_param, employee_id_param, first_date_param, last_date_param)) a
        union all
        select -1, b.* from unnest(before_param) b
      ) v
      group by v.work_date, v.project_id, v.cost_code_id, v.pay_code
    ) d
    where d.minutes <> 0 or d.cents <> 0 or d.cents is null
    order by d.work_date, d.pay_code, d.project_id, d.cost_code_id);
  insert into public.pay_items (company_id, employee_id, work_date, pay_code, minutes, amount_cents, flsa_premium_cents, project_id, cost_code_id,
    note, payroll_line_id, corrects_date, corrects_pay_code, created_by)
  select company_id_param, employee_id_param, private.company_today(company_id_param), 'ADJUSTMENT', d.minutes, d.amount_cents,
    d.flsa_premium_cents, d.project_id, d.cost_code_id, left(note_param, 500),
    (select l.id from public.payroll_lines l
      where l.company_id = company_id_param and l.employee_id = employee_id_param and l.work_date = d.work_date and l.pay_code = d.pay_code
        and (l.project_id, l.cost_code_id) is not distinct from (d.project_id, d.cost_code_id)
      order by l.first_minute, l.id limit 1),
    d.work_date, d.pay_code, auth.uid()
  from unnest(differences) d
  where d.locked and d.amount_cents is not null;
  return query select * from unnest(differences);
end $$;
comment on function private.post_late_pay(uuid,uuid,date,date,private.late_difference[],text) is 'Ends recording late: posts on today what locked days are worth beyond before_param, and returns every difference. What is not known for want of a rate is not posted; it is owed once there is one.';

create or replace function public.late_time_preview(employee_id_param uuid, clock_in_param timestamptz, clock_out_param timestamptz, project_id_param uuid, cost_code_id_param uuid default null::uuid, breaks_param jsonb default null::jsonb, equipment_id_param uuid default null::uuid, meal_waived_param boolean default null::boolean, entry_id_param uuid default null::uuid, classification_id_param uuid default null::uuid) returns table(work_date date, project_id uuid, cost_code_id uuid, pay_code text, minutes integer, amount_cents bigint, posted boolean)
language plpgsql security definer set search_path = '' as $$
declare
  differences private.late_difference[];
begin
  begin
    differences := array(select d from private.enter_late_time(employee_id_param, clock_in_param, clock_out_param, project_id_param,
      cost_code_id_param, null, breaks_param, 'Preview', coalesce(entry_id_param, gen_random_uuid()), equipment_id_param, meal_waived_param,
      case when entry_id_param is not null then '{}'::jsonb end, classification_id_param, null) d);
    raise exception using errcode = 'CKUND';
  exception when sqlstate 'CKUND' then
    null;
  end;
  return query select d.work_date, d.project_id, d.cost_code_id, d.pay_code, d.minutes, d.amount_cents, d.locked from unnest(differences) d;
end $$;
comment on function public.late_time_preview(uuid,timestamp with time zone,timestamp with time zone,uuid,uuid,jsonb,uuid,boolean,uuid,uuid) is 'Manager, owner: what enter_late_time would change, line by line; entry_id_param: of the entry it corrects. Changes nothing.';
grant execute on function public.late_time_preview(uuid,timestamp with time zone,timestamp with time zone,uuid,uuid,jsonb,uuid,boolean,uuid,uuid) to authenticated;
