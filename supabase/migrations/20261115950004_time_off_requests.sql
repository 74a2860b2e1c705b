-- Asking for time off, deciding about it, taking it back.

create function public.request_time_off(type_id_param uuid, start_date_param date, end_date_param date, hours_param numeric,
  note_param text default null, employee_id_param uuid default null)
returns public.time_off_requests
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  person public.employees := me;
  type public.time_off_types;
  request public.time_off_requests;
begin
  if employee_id_param is distinct from me.id and employee_id_param is not null then
    perform private.require_manager();
    select * into person from public.employees e where e.company_id = me.company_id and e.id = employee_id_param and e.active;
  end if;
  select * into type from public.time_off_types t where t.company_id = me.company_id and t.id = type_id_param and t.active;
  if person.id is null or type.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This person or kind of time off was not found.';
  end if;
  perform private.require_date_range(start_date_param, end_date_param);
  if hours_param is null or hours_param not between 0.01 and 9600 or exists (
    select from private.time_off_days(me.company_id, start_date_param, end_date_param, hours_param) d where d.minutes > 1440) then
    raise exception using errcode = 'P0001', hint = 'time_off_hours', message = 'Enter hours that fit into these days.';
  end if;
  if start_date_param < private.hire_date(person) + (type.accrual ->> 'waiting_days')::numeric::integer - 1 then
    raise exception using errcode = 'P0001', hint = 'time_off_waiting', message = 'The waiting time for this kind of time off is not over on that day.';
  end if;
  insert into public.time_off_requests (company_id, employee_id, type_id, start_date, end_date, hours, note)
  values (me.company_id, person.id, type.id, start_date_param, end_date_param, hours_param, nullif(btrim(note_param), ''))
  returning * into request;
  return request;
end $$;
revoke execute on function public.request_time_off(uuid, date, date, numeric, text, uuid) from public, anon;
grant execute on function public.request_time_off(uuid, date, date, numeric, text, uuid) to authenticated;
comment on function public.request_time_off(uuid, date, date, numeric, text, uuid) is 'Everyone: asks for time off; managers also for someone else.';

create function private.open_time_off(company_id_param uuid, request_id_param uuid) returns public.time_off_requests
language plpgsql security definer set search_path = '' as $$
declare
  request public.time_off_requests;
begin
  -- All of the person, so that two decisions at once do not both use the last hours.
  perform from public.time_off_requests r
  where r.company_id = company_id_param and r.employee_id = (
    select o.employee_id from public.time_off_requests o where o.company_id = company_id_param and o.id = request_id_param)
  order by r.id for update;
  select * into request from public.time_off_requests r where r.company_id = company_id_param and r.id = request_id_param;
  if request.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This request was not found.';
  end if;
  return request;
end $$;
revoke execute on function private.open_time_off(uuid, uuid) from public;

create function private.pay_time_off(request public.time_off_requests, type public.time_off_types) returns void
language sql security definer set search_path = '' as $$
  insert into public.pay_items (company_id, employee_id, work_date, pay_code, minutes, note, time_off_request_id)
  select request.company_id, request.employee_id, d.day, type.pay_code, d.minutes, type.name, request.id
  from private.time_off_days(request.company_id, request.start_date, request.end_date, request.hours) d
  where type.paid and d.minutes > 0;
$$;
revoke execute on function private.pay_time_off(public.time_off_requests, public.time_off_types) from public;
comment on function private.pay_time_off(public.time_off_requests, public.time_off_types) is 'Pay items of approved time off: paid at the person''s rate, never hours worked.';

create function private.lowest_after(request public.time_off_requests, type public.time_off_types) returns numeric
language sql stable security definer set search_path = '' as $$
  select min(private.time_off_hours(e, type, d.day)) - round(request.hours, 2)
  from public.employees e
  cross join lateral (
    select request.end_date as day
    union
    select r.end_date from public.time_off_requests r
    where r.company_id = request.company_id and r.employee_id = request.employee_id and r.type_id = request.type_id
      and r.status = 'approved' and r.end_date > request.end_date) d
  where e.company_id = request.company_id and e.id = request.employee_id;
$$;
revoke execute on function private.lowest_after(public.time_off_requests, public.time_off_types) from public;
comment on function private.lowest_after(public.time_off_requests, public.time_off_types) is 'The lowest balance once a request is approved: at its end and at the end of what was approved for later.';

create function public.decide_time_off(request_id_param uuid, approve_param boolean, note_param text default null)
returns public.time_off_requests
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  request public.time_off_requests := private.open_time_off(me.company_id, request_id_param);
  type public.time_off_types;
begin
  if request.status <> 'requested' or approve_param is null then
    raise exception using errcode = 'P0001', hint = 'time_off_decided', message = 'This request is decided or withdrawn already.';
  end if;
  select * into type from public.time_off_types t where t.company_id = me.company_id and t.id = request.type_id;
  if approve_param and (type.paid or type.accrual is not null) and nullif(btrim(note_param), '') is null
    and private.lowest_after(request, type) < 0 then
    raise exception using errcode = 'P0001', hint = 'time_off_below_zero', message = 'This takes the balance below zero. Say why you approve it.';
  end if;
  update public.time_off_requests r set status = case when approve_param then 'approved' else 'declined' end,
    decision_note = nullif(btrim(note_param), ''), decided_by = auth.uid(), decided_at = now()
  where r.company_id = me.company_id and r.id = request.id
  returning * into request;
  if approve_param then
    perform private.pay_time_off(request, type);
  end if;
  return request;
end $$;
revoke execute on function public.decide_time_off(uuid, boolean, text) from public, anon;
grant execute on function public.decide_time_off(uuid, boolean, text) to authenticated;
comment on function public.decide_time_off(uuid, boolean, text) is 'Managers: approves or declines a request. Below a balance of 0 with a note only. Paid hours become pay items.';

create function public.withdraw_time_off(request_id_param uuid) returns public.time_off_requests
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  request public.time_off_requests := private.open_time_off(me.company_id, request_id_param);
  manages boolean := me.role in ('owner', 'manager');
begin
  if request.employee_id <> me.id and not manages then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This request was not found.';
  end if;
  if request.status not in ('requested', 'approved') then
    raise exception using errcode = 'P0001', hint = 'time_off_decided', message = 'This request is decided or withdrawn already.';
  end if;
  if request.status = 'approved' and not manages and request.start_date <= private.company_today(me.company_id) then
    raise exception using errcode = 'P0001', hint = 'time_off_begun', message = 'This time off has begun. Ask a manager.';
  end if;
  delete from public.pay_items i where i.company_id = me.company_id and i.time_off_request_id = request.id;
  update public.time_off_requests r set status = 'withdrawn'
  where r.company_id = me.company_id and r.id = request.id
  returning * into request;
  return request;
end $$;
revoke execute on function public.withdraw_time_off(uuid) from public, anon;
grant execute on function public.withdraw_time_off(uuid) to authenticated;
comment on function public.withdraw_time_off(uuid) is 'Everyone: takes back their own request, approved ones until they begin; managers anyone''s. Its pay items go, unless their period is locked.';
