-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table public.time_off_requests (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  type_id uuid not null,
  start_date date not null,
  end_date date not null,
  hours numeric(8,4) not null,
  status text default 'requested'::text not null,
  note text,
  decision_note text,
  decided_by uuid,
  decided_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint time_off_requests_pkey primary key (company_id, id),
  constraint time_off_requests_once_at_a_time exclude using gist (uuid_hash_extended(type_id, uuid_hash_extended(company_id, 0::bigint)) with =, uuid_hash_extended(employee_id, 0::bigint) with =, daterange(start_date, end_date, '[]'::text) with &&) where (status = any (array['requested'::text, 'approved'::text])),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_decided_at check (isfinite(decided_at)),
  constraint finite_end_date check (isfinite(end_date)),
  constraint finite_hours check (hours > '-Infinity'::numeric and hours < 'Infinity'::numeric),
  constraint finite_start_date check (isfinite(start_date)),
  constraint finite_updated_at check (isfinite(updated_at)),
  constraint time_off_requests_decision_note_length check (char_length(decision_note) <= 500),
  constraint time_off_requests_hours_range check (hours >= 0.01 and hours <= 9600::numeric),
  constraint time_off_requests_note_length check (char_length(note) <= 500),
  constraint time_off_requests_start_before_end check (start_date <= end_date),
  constraint time_off_requests_status_known check (status = any (array['requested'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text])),
  constraint time_off_requests_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint time_off_requests_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint time_off_requests_type foreign key (company_id, type_id) references public.time_off_types(company_id, id)
);
create index time_off_requests_by_date on public.time_off_requests using btree (company_id, start_date);
create index time_off_requests_by_employee on public.time_off_requests using btree (company_id, employee_id, start_date);
create index time_off_requests_by_type on public.time_off_requests using btree (company_id, type_id);
comment on table public.time_off_requests is 'Time off that was asked for; written by request_time_off, decide_time_off and withdraw_time_off. Only approved hours reduce a balance.';
alter table public.time_off_requests enable row level security;
grant select on table public.time_off_requests to authenticated;

create policy "Managers read requests, others their own" on public.time_off_requests
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

alter publication supabase_realtime add table public.time_off_requests;

create or replace trigger fill_company_id before insert on public.time_off_requests
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger keep_creator before insert or update on public.time_off_requests
  for each row execute function private.keep_creator();

create or replace trigger keep_identity before update on public.time_off_requests
  for each row execute function private.keep_identity();

create or replace trigger touch_updated_at before update on public.time_off_requests
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.time_off_requests
  for each row execute function private.record_change();

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

create or replace function private.pay_time_off(request public.time_off_requests, type public.time_off_types) returns void
language sql security definer set search_path = '' as $$
  insert into public.pay_items (company_id, employee_id, work_date, pay_code, minutes, note, time_off_request_id)
  select request.company_id, request.employee_id, d.day, type.pay_code, d.minutes, type.name, request.id
  from private.time_off_days(request.company_id, request.start_date, request.end_date, request.hours) d
  where type.paid and d.minutes > 0;
$$;
comment on function private.pay_time_off(public.time_off_requests,public.time_off_types) is 'Pay items of approved time off: paid at the person''s rate, never hours worked.';

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
    perform private.pay_time_off(request, type);
  end if;
  return request;
end $$;
comment on function public.decide_time_off(uuid,boolean,text) is 'Managers: approves or declines a request. Below a balance of 0 with a note only. Paid hours become pay items.';
grant execute on function public.decide_time_off(uuid,boolean,text) to authenticated;

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
comment on function public.request_time_off(uuid,date,date,numeric,text,uuid) is 'Everyone: asks for time off; managers also for someone else.';
grant execute on function public.request_time_off(uuid,date,date,numeric,text,uuid) to authenticated;

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
  delete from public.pay_items i where i.company_id = me.company_id and i.time_off_request_id = request.id;
  update public.time_off_requests r set status = 'withdrawn'
  where r.company_id = me.company_id and r.id = request.id
  returning * into request;
  return request;
end $$;
comment on function public.withdraw_time_off(uuid) is 'Everyone: takes back their own request, approved ones until they begin; managers anyone''s. Its pay items go, unless their period is locked.';
grant execute on function public.withdraw_time_off(uuid) to authenticated;
