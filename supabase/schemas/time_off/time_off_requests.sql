create table public.time_off_requests (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  type_id uuid not null,
  start_date date not null,
  end_date date not null,
  hours numeric(8,4) not null,
  status text default 'requested' not null,
  note text,
  decision_note text,
  decided_by uuid,
  decided_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint time_off_requests_pkey primary key (company_id, id),
  constraint time_off_requests_once_at_a_time exclude using gist (uuid_hash_extended(type_id, uuid_hash_extended(company_id, 0)) with =, uuid_hash_extended(employee_id, 0) with =, daterange(start_date, end_date, '[]') with &&) where (status in ('requested', 'approved')),
  constraint time_off_requests_decision_note_length check (char_length(decision_note) <= 500),
  constraint time_off_requests_hours_range check (hours >= 0.01 and hours <= 9600),
  constraint time_off_requests_note_length check (char_length(note) <= 500),
  constraint time_off_requests_start_before_end check (start_date <= end_date),
  constraint time_off_requests_status_known check (status in ('requested', 'approved', 'declined', 'withdrawn')),
  constraint time_off_requests_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint time_off_requests_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint time_off_requests_type foreign key (company_id, type_id) references public.time_off_types(company_id, id)
);
select private.refuse_non_finite('public.time_off_requests');
create index time_off_requests_by_date on public.time_off_requests (company_id, start_date);
create index time_off_requests_by_employee on public.time_off_requests (company_id, employee_id, start_date);
create index time_off_requests_by_type on public.time_off_requests (company_id, type_id);
comment on table public.time_off_requests is 'Time off that was asked for; written by request_time_off, decide_time_off and withdraw_time_off. Only approved hours reduce a balance.';
alter table public.time_off_requests enable row level security;
alter publication supabase_realtime add table public.time_off_requests;
grant select on table public.time_off_requests to authenticated;

create policy "Managers read requests, others their own" on public.time_off_requests
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger fill_company_id before insert on public.time_off_requests
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger keep_creator before insert or update on public.time_off_requests
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.time_off_requests
  for each row execute function private.lock_identity();

create or replace trigger own_approval after update on public.time_off_requests
  for each row when (new.status = 'approved' and old.status <> 'approved') execute function private.check_own_decision('own_approval');

create or replace trigger touch_updated_at before update on public.time_off_requests
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.time_off_requests
  for each row execute function private.record_change();

create or replace function public.time_off_balance(employee_id_param uuid, on_date_param date) returns table(type_id uuid, hours numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  person public.employees;
begin
  if employee_id_param is distinct from me.id and me.role not in ('owner', 'manager') then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  select * into person from public.employees e where e.company_id = me.company_id and e.id = employee_id_param;
  if person.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This person was not found.';
  end if;
  if on_date_param is null or on_date_param not between '1970-01-01' and private.company_today(me.company_id) + 3660 then
    raise exception using errcode = 'P0001', hint = 'time_off_date_too_far', message = 'Choose a date within the next ten years.';
  end if;
  return query
    select t.id, private.time_off_hours(person, t, on_date_param)
    from public.time_off_types t
    where t.company_id = me.company_id and t.active and (t.paid or t.accrual is not null)
      and (private.is_offered(t, person.id)
        or exists (select from public.time_off_grants g where g.company_id = t.company_id and g.employee_id = person.id and g.type_id = t.id)
        or exists (select from public.time_off_requests r where r.company_id = t.company_id and r.employee_id = person.id and r.type_id = t.id
          and r.status in ('requested', 'approved')))
    order by t.name;
end $$;
comment on function public.time_off_balance(uuid,date) is 'Everyone for themselves, managers for all: hours left per type at the end of a date; later dates with known grants and approved requests only. Unpaid types without accrual keep no balance; types for others are left out, unless the person has some of it.';
grant execute on function public.time_off_balance(uuid,date) to authenticated;

create or replace function private.is_offered(type public.time_off_types, employee_id_param uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(type.audience ->> 'everyone', '') = 'true'
    or employee_id_param in (select private.audience_people(type.company_id, type.audience));
$$;
comment on function private.is_offered(public.time_off_types,uuid) is 'Whether a kind of time off is for this person today.';

create or replace function public.time_off_kinds(employee_id_param uuid) returns table(type_id uuid, requests bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if employee_id_param is distinct from me.id and me.role not in ('owner', 'manager') then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  return query
    select t.id, used.count
    from public.time_off_types t
    cross join lateral (select count(*) from public.time_off_requests r
      where r.company_id = t.company_id and r.employee_id = employee_id_param and r.type_id = t.id and r.status in ('requested', 'approved')
        and r.start_date > private.company_today(me.company_id) - 365) used
    where t.company_id = me.company_id and t.active and private.is_offered(t, employee_id_param)
      and exists (select from public.employees e where e.company_id = me.company_id and e.id = employee_id_param)
    -- Who has asked for nothing yet most likely wants days off.
    order by used.count desc, t.pay_code is not distinct from 'PTO' desc, t.paid desc, t.name;
end $$;
comment on function public.time_off_kinds(uuid) is 'Everyone for themselves, managers for all: the kinds a person may ask for, the ones they ask for most first.';
grant execute on function public.time_off_kinds(uuid) to authenticated;

create or replace function private.time_off_hours(employee public.employees, type public.time_off_types, on_date_param date) returns numeric
language sql stable security definer set search_path = '' as $$
  -- Thirds of an hour are not exact: the ninth decimal takes that away before rounding half up.
  select round(round(coalesce(sum(l.change), 0), 9), 2) from private.time_off_ledger(employee, type, on_date_param) l;
$$;

create or replace function private.time_off_ledger(employee public.employees, type public.time_off_types, on_date_param date) returns table(day date, kind text, change numeric, balance numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  event record;
  cap numeric := (type.accrual ->> 'cap')::numeric;
  carry_over numeric := (type.accrual ->> 'carry_over')::numeric;
begin
  balance := 0;
  for event in
    select a.day, a.place, a.kind, a.hours from private.time_off_accruals(employee, type, on_date_param) a
    union all
    select g.date, 1, 'granted', g.hours from public.time_off_grants g
    where g.company_id = employee.company_id and g.employee_id = employee.id and g.type_id = type.id and g.date <= on_date_param
    union all
    select d.day, 2, 'taken', -d.minutes / 60.0 from public.time_off_requests r
    cross join lateral private.time_off_days(r.company_id, r.start_date, r.end_date, r.hours) d
    where r.company_id = employee.company_id and r.employee_id = employee.id and r.type_id = type.id
      and r.status = 'approved' and d.day <= on_date_param
    union all
    select make_date(n, 1, 1), 0, 'carried_over', 0
    from generate_series(extract(year from private.hire_date(employee))::integer + 1, extract(year from on_date_param)::integer) n
    where carry_over is not null
    order by 1, 2
  loop
    day := event.day;
    kind := event.kind;
    change := case
      when event.place = 0 then least(carry_over - balance, 0)
      when event.hours > 0 and cap is not null then least(event.hours, greatest(cap - balance, 0))
      else event.hours end;
    balance := balance + change;
    return next;
  end loop;
end $$;
comment on function private.time_off_ledger(public.employees,public.time_off_types,date) is 'Every step to a balance, in order: on a day first the cut to carry_over, then grants, then time off, then accrual. What is over the cap is lost.';

create or replace function private.time_off_accruals(employee public.employees, type public.time_off_types, on_date_param date) returns table(day date, place integer, kind text, hours numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  amount numeric := (type.accrual ->> 'hours')::numeric;
  first_day date := greatest(private.hire_date(employee), type.starts_on);
  last_day date := least(on_date_param, (employee.deactivated_at at time zone private.zone_of(employee.company_id, null))::date);
  period record;
begin
  if type.accrual ->> 'kind' = 'per_year' then
    return query
      select y.day, 1, 'per_year', amount * (y.year_end - y.day + 1) / extract(doy from y.year_end)
      from (select greatest(first_day, make_date(n, 1, 1)) as day, make_date(n, 12, 31) as year_end
        from generate_series(extract(year from first_day)::integer, extract(year from last_day)::integer) n) y
      where y.day <= last_day;
  elsif type.accrual ->> 'kind' = 'per_hours_worked' then
    return query
      select w.work_date, 3, 'worked', sum(w.seconds) * amount / ((type.accrual ->> 'worked')::numeric * 3600)
      from public.work_totals w
      where w.company_id = employee.company_id and w.employee_id = employee.id and w.work_date between first_day and last_day
      group by w.work_date;
  elsif type.accrual ->> 'kind' = 'per_period' then
    day := first_day;
    loop
      select * into period from private.pay_period_at(employee.company_id, day);
      exit when period.end_date is null or period.end_date > last_day;
      return query select period.end_date, 3, 'per_period',
        amount * (period.end_date - greatest(first_day, period.start_date) + 1) / (period.end_date - period.start_date + 1);
      day := period.end_date + 1;
    end loop;
  end if;
end $$;
comment on function private.time_off_accruals(public.employees,public.time_off_types,date) is 'What a type''s rule gives a person until a date, before cap and carry-over.';

create or replace function private.hire_date(employee public.employees) returns date
language sql stable security definer set search_path = '' as $$
  select coalesce(employee.hired_on, least(
    (employee.created_at at time zone private.zone_of(employee.company_id, null))::date,
    (select min(w.work_date) from public.work_totals w where w.company_id = employee.company_id and w.employee_id = employee.id)));
$$;

create or replace function private.time_off_days(company_id_param uuid, start_date_param date, end_date_param date, hours_param numeric) returns table(day date, minutes integer)
language sql stable security definer set search_path = '' as $$
  with work_days as (
    select d.day from (select start_date_param + n as day from generate_series(0, end_date_param - start_date_param) n) d
    where extract(isodow from d.day) < 6
      and not exists (select from public.holidays h where h.company_id = company_id_param and h.date = d.day)
  ), days as (
    select w.day from work_days w
    union all
    select start_date_param where not exists (select from work_days)
  ), numbered as (
    select d.day, row_number() over (order by d.day) as number, count(*) over () as days, round(hours_param * 60)::integer as minutes from days d
  )
  select n.day, (n.minutes / n.days + (n.number <= n.minutes % n.days)::integer)::integer from numbered n order by n.day;
$$;
comment on function private.time_off_days(uuid,date,date,numeric) is 'Hours of a request by day: evenly over Monday to Friday without holidays, leftover minutes to the first days. All on the first day where there is no such day.';

create or replace function public.request_time_off(type_id_param uuid, start_date_param date, end_date_param date, hours_param numeric, note_param text default null::text, employee_id_param uuid default null::uuid) returns public.time_off_requests
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
  if not private.is_offered(type, person.id) then
    raise exception using errcode = 'P0001', hint = 'time_off_not_offered', message = 'This kind of time off is for other people.';
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
comment on function public.request_time_off(uuid,date,date,numeric,text,uuid) is 'Everyone: asks for time off of a kind that is for them; managers also for someone else.';
grant execute on function public.request_time_off(uuid,date,date,numeric,text,uuid) to authenticated;

create or replace function public.decide_time_off(request_id_param uuid, approve_param boolean, note_param text default null::text) returns public.time_off_requests
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  request public.time_off_requests := private.open_time_off(me.company_id, request_id_param);
  type public.time_off_types;
begin
  if request.status <> 'requested' or approve_param is null then
    raise exception using errcode = 'P0001', hint = 'time_off_decided', message = 'This request has already been decided or withdrawn.';
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
    perform private.decide_late_time_off(request, type, true, concat_ws(': ', type.name, request.decision_note));
  end if;
  perform private.notify_person(r.company_id, r.employee_id, 'time_off_decided', 'time off ' || request.id, 'time_off_' || request.status,
      jsonb_build_object('type', type.name, 'note', request.decision_note, 'first_day', to_char(request.start_date, r.date_format),
        'last_day', to_char(request.end_date, r.date_format)), '{"path": "/scheduling/time-off"}')
    from private.notification_recipients r
    where r.company_id = request.company_id and r.employee_id = request.employee_id and r.employee_id <> me.id;
  return request;
end $$;
comment on function public.decide_time_off(uuid,boolean,text) is 'Managers: approves or declines a request. Below a balance of 0 with a note only. Paid hours become pay items; those of a locked period are posted as adjustments of today (time_off_preview shows them before).';
grant execute on function public.decide_time_off(uuid,boolean,text) to authenticated;

create or replace function private.open_time_off(company_id_param uuid, request_id_param uuid) returns public.time_off_requests
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

create or replace function private.lowest_after(request public.time_off_requests, type public.time_off_types) returns numeric
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
comment on function private.lowest_after(public.time_off_requests,public.time_off_types) is 'The lowest balance once a request is approved: at its end and at the end of what was approved for later.';

create or replace function private.decide_late_time_off(request public.time_off_requests, type public.time_off_types, approve_param boolean, note_param text) returns setof private.late_difference
language plpgsql security definer set search_path = '' as $$
declare
  before private.late_difference[];
begin
  if not private.is_locked(request.company_id, request.start_date, request.end_date) then
    if approve_param then
      perform private.pay_time_off(request, type);
    else
      delete from public.pay_items i where i.company_id = request.company_id and i.time_off_request_id = request.id;
    end if;
    return;
  end if;
  perform private.lock_person_time(request.company_id, request.employee_id);
  before := private.pay_by_line(request.company_id, request.employee_id, request.start_date - 7, request.end_date + 7);
  perform set_config('chalkline.late_time', 'on', true);
  if approve_param then
    perform private.pay_time_off(request, type);
  else
    delete from public.pay_items i where i.company_id = request.company_id and i.time_off_request_id = request.id;
  end if;
  return query select * from private.post_late_pay(request.company_id, request.employee_id, request.start_date - 7, request.end_date + 7,
    before, note_param);
end $$;
comment on function private.decide_late_time_off(public.time_off_requests,public.time_off_types,boolean,text) is 'Pays approved time off, or takes its pay back; days of a locked period are recorded late.';

create or replace function private.pay_time_off(request public.time_off_requests, type public.time_off_types) returns void
language sql security definer set search_path = '' as $$
  insert into public.pay_items (company_id, employee_id, work_date, pay_code, minutes, note, time_off_request_id)
  select request.company_id, request.employee_id, d.day, type.pay_code, d.minutes, type.name, request.id
  from private.time_off_days(request.company_id, request.start_date, request.end_date, request.hours) d
  where type.paid and d.minutes > 0;
$$;
comment on function private.pay_time_off(public.time_off_requests,public.time_off_types) is 'Pay items of approved time off: paid at the person''s rate, never hours worked.';

create or replace function public.withdraw_time_off(request_id_param uuid) returns public.time_off_requests
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
    raise exception using errcode = 'P0001', hint = 'time_off_decided', message = 'This request has already been decided or withdrawn.';
  end if;
  if request.status = 'approved' and not manages and request.start_date <= private.company_today(me.company_id) then
    raise exception using errcode = 'P0001', hint = 'time_off_begun', message = 'This time off has begun. Ask a manager.';
  end if;
  perform private.decide_late_time_off(request, null, false, 'Time off withdrawn');
  update public.time_off_requests r set status = 'withdrawn'
  where r.company_id = me.company_id and r.id = request.id
  returning * into request;
  return request;
end $$;
comment on function public.withdraw_time_off(uuid) is 'Everyone: takes back their own request, approved ones until they begin; managers anyone''s. Its pay items go; what a locked period paid is posted back as adjustments of today.';
grant execute on function public.withdraw_time_off(uuid) to authenticated;

create or replace function public.time_off_explanation(employee_id_param uuid, type_id_param uuid, on_date_param date) returns table(day date, kind text, change numeric, balance numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  person public.employees;
  type public.time_off_types;
begin
  if employee_id_param is distinct from me.id and me.role not in ('owner', 'manager') then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  select * into person from public.employees e where e.company_id = me.company_id and e.id = employee_id_param;
  select * into type from public.time_off_types t where t.company_id = me.company_id and t.id = type_id_param;
  if person.id is null or type.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This person or kind of time off was not found.';
  end if;
  if on_date_param is null or on_date_param not between '1970-01-01' and private.company_today(me.company_id) + 3660 then
    raise exception using errcode = 'P0001', hint = 'time_off_date_too_far', message = 'Choose a date within the next ten years.';
  end if;
  return query select l.day, l.kind, round(round(l.change, 9), 4), round(round(l.balance, 9), 4)
    from private.time_off_ledger(person, type, on_date_param) l;
end $$;
comment on function public.time_off_explanation(uuid,uuid,date) is 'Everyone for themselves, managers for all: every step to a balance, in order: per_year, per_period, worked, granted, taken, carried_over.';
grant execute on function public.time_off_explanation(uuid,uuid,date) to authenticated;

create or replace function public.time_off_to_decide() returns table(request_id uuid, days integer, left_after numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  return query
  select r.id, (select count(*)::integer from private.time_off_days(r.company_id, r.start_date, r.end_date, r.hours) d where d.minutes > 0),
    case when t.paid or t.accrual is not null then private.lowest_after(r, t) end
  from public.time_off_requests r
  join public.time_off_types t on t.company_id = r.company_id and t.id = r.type_id
  where r.company_id = me.company_id and r.status = 'requested';
end $$;
comment on function public.time_off_to_decide() is 'Managers: the open requests with their working days and the balance that would be left; null where none is kept.';
grant execute on function public.time_off_to_decide() to authenticated;

create or replace function public.time_off_preview(request_id_param uuid) returns table(work_date date, project_id uuid, cost_code_id uuid, pay_code text, minutes integer, amount_cents bigint, posted boolean)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  request public.time_off_requests := private.open_time_off(me.company_id, request_id_param);
  type public.time_off_types;
  differences private.late_difference[];
begin
  if request.status <> 'requested' then
    raise exception using errcode = 'P0001', hint = 'time_off_decided', message = 'This request has already been decided or withdrawn.';
  end if;
  select * into type from public.time_off_types t where t.company_id = me.company_id and t.id = request.type_id;
  begin
    differences := array(select d from private.decide_late_time_off(request, type, true, 'Preview') d);
    raise exception using errcode = 'CKUND';
  exception when sqlstate 'CKUND' then
    null;
  end;
  return query select d.work_date, d.project_id, d.cost_code_id, d.pay_code, d.minutes, d.amount_cents, d.locked from unnest(differences) d;
end $$;
comment on function public.time_off_preview(uuid) is 'Manager, owner: what approving a request for days of a locked period would post, line by line; nothing for open days. Changes nothing.';
grant execute on function public.time_off_preview(uuid) to authenticated;

create or replace function private.accrual_is_valid(accrual_param jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select accrual_param is null or jsonb_typeof(accrual_param) = 'object'
    and accrual_param - '{kind,hours,worked,cap,carry_over,waiting_days}'::text[] = '{}'
    and coalesce(accrual_param ->> 'kind' in ('per_year', 'per_period', 'per_hours_worked'), false)
    and coalesce(accrual_param @@ 'strict $.hours > 0 && $.hours <= 10000', false)
    and (accrual_param ->> 'kind' = 'per_hours_worked') = coalesce(accrual_param @@ 'strict $.worked > 0 && $.worked <= 10000', false)
    and (accrual_param ->> 'cap' is null or coalesce(accrual_param @@ 'strict $.cap >= 0 && $.cap <= 10000', false))
    and (accrual_param ->> 'carry_over' is null or coalesce(accrual_param @@ 'strict $.carry_over >= 0 && $.carry_over <= 10000', false))
    and (accrual_param ->> 'waiting_days' is null or coalesce(accrual_param @@ 'strict $.waiting_days >= 0 && $.waiting_days <= 3650', false));
$$;
grant execute on function private.accrual_is_valid(jsonb) to authenticated, service_role;
