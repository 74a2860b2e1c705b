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

create or replace trigger own_approval after update on public.time_off_requests
  for each row when (new.status = 'approved'::text and old.status <> 'approved'::text) execute function private.check_own_decision('own_approval');

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
