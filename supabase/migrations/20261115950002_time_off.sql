-- Time off: its types with how they accrue, hours given by hand, and requests.

alter table public.employees add column hired_on date;
select private.refuse_non_finite('public.employees');
comment on column public.employees.hired_on is 'First day of employment; null: the day of the record or of the first work, whichever is earlier.';
grant insert (hired_on), update (hired_on) on public.employees to authenticated;

create function private.accrual_is_valid(accrual_param jsonb) returns boolean
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
revoke execute on function private.accrual_is_valid(jsonb) from public;
grant execute on function private.accrual_is_valid(jsonb) to authenticated, service_role;

create table public.time_off_types (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null constraint time_off_types_name_length check (char_length(btrim(name)) between 1 and 100),
  pay_code text constraint time_off_types_pay_code_known check (pay_code in ('PTO', 'SICK', 'HOLIDAY', 'BEREAVEMENT', 'JURY')),
  paid boolean not null default true,
  accrual jsonb constraint time_off_types_accrual_valid check (private.accrual_is_valid(accrual)),
  starts_on date,
  active boolean not null default true,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint time_off_types_name_once_per_company unique (company_id, name),
  constraint time_off_types_paid_has_code check (not paid or pay_code is not null)
);
comment on table public.time_off_types is 'Kinds of time off: vacation, sick, unpaid, own ones.';
comment on column public.time_off_types.pay_code is 'Under which code approved hours are paid.';
comment on column public.time_off_types.accrual is 'kind per_year or per_period with hours, or per_hours_worked with hours and worked; optional cap, carry_over, waiting_days. Null: hours are given by hand (time_off_grants).';
comment on column public.time_off_types.starts_on is 'Accrues from this date on; null: from the hire date.';

create table public.time_off_grants (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  type_id uuid not null,
  date date not null,
  hours numeric(8, 4) not null constraint time_off_grants_hours_range check (hours between -9999 and 9999 and hours <> 0),
  note text constraint time_off_grants_note_length check (char_length(note) <= 500),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint time_off_grants_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade,
  constraint time_off_grants_type foreign key (company_id, type_id) references public.time_off_types (company_id, id)
);
create index time_off_grants_by_employee on public.time_off_grants (company_id, employee_id, type_id, date);
create index time_off_grants_by_type on public.time_off_grants (company_id, type_id);
comment on table public.time_off_grants is 'Hours of time off given (or taken back) by hand, opening balances among them.';

create table public.time_off_requests (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  type_id uuid not null,
  start_date date not null,
  end_date date not null,
  hours numeric(8, 4) not null constraint time_off_requests_hours_range check (hours between 0.01 and 9600),
  status text not null default 'requested' constraint time_off_requests_status_known check (status in ('requested', 'approved', 'declined', 'withdrawn')),
  note text constraint time_off_requests_note_length check (char_length(note) <= 500),
  decision_note text constraint time_off_requests_decision_note_length check (char_length(decision_note) <= 500),
  decided_by uuid,
  decided_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint time_off_requests_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade,
  constraint time_off_requests_type foreign key (company_id, type_id) references public.time_off_types (company_id, id),
  constraint time_off_requests_start_before_end check (start_date <= end_date),
  constraint time_off_requests_once_at_a_time exclude using gist (
    uuid_hash_extended(type_id, uuid_hash_extended(company_id, 0)) with =,
    uuid_hash_extended(employee_id, 0) with =, daterange(start_date, end_date, '[]') with &&)
    where (status in ('requested', 'approved'))
);
create index time_off_requests_by_employee on public.time_off_requests (company_id, employee_id, start_date);
create index time_off_requests_by_date on public.time_off_requests (company_id, start_date);
create index time_off_requests_by_type on public.time_off_requests (company_id, type_id);
comment on table public.time_off_requests is 'Time off that was asked for; written by request_time_off, decide_time_off and withdraw_time_off. Only approved hours reduce a balance.';

alter table public.pay_items
  add column time_off_request_id uuid,
  add constraint pay_items_time_off foreign key (company_id, time_off_request_id) references public.time_off_requests (company_id, id);
create index pay_items_by_time_off on public.pay_items (company_id, time_off_request_id) where time_off_request_id is not null;
comment on column public.pay_items.time_off_request_id is 'Approved time off that is paid here; changes with the request only.';
alter policy "Managers change pay items" on public.pay_items
  using (company_id = (select private.my_company_id()) and (select private.is_manager()) and time_off_request_id is null);
alter policy "Managers delete pay items" on public.pay_items
  using (company_id = (select private.my_company_id()) and (select private.is_manager()) and time_off_request_id is null);

create trigger keep_creator before insert or update on public.time_off_types for each row execute function private.keep_creator();
create trigger fill_company_id before insert on public.time_off_types for each row execute function private.fill_company_id();
create trigger keep_identity before update on public.time_off_types for each row execute function private.keep_identity();
create trigger touch_updated_at before update on public.time_off_types for each row execute function private.touch_updated_at();
create trigger zz_record_change after insert or update or delete on public.time_off_types for each row execute function private.record_change();
create trigger keep_creator before insert or update on public.time_off_grants for each row execute function private.keep_creator();
create trigger fill_company_id before insert on public.time_off_grants for each row execute function private.fill_company_id('employees', 'employee_id');
create trigger keep_identity before update on public.time_off_grants for each row execute function private.keep_identity();
create trigger zz_record_change after insert or update or delete on public.time_off_grants for each row execute function private.record_change();
create trigger keep_creator before insert or update on public.time_off_requests for each row execute function private.keep_creator();
create trigger fill_company_id before insert on public.time_off_requests for each row execute function private.fill_company_id('employees', 'employee_id');
create trigger keep_identity before update on public.time_off_requests for each row execute function private.keep_identity();
create trigger touch_updated_at before update on public.time_off_requests for each row execute function private.touch_updated_at();
create trigger zz_record_change after insert or update or delete on public.time_off_requests for each row execute function private.record_change();

alter table public.time_off_types enable row level security;
create policy "Employees read the time off types of their company" on public.time_off_types
  for select to authenticated using (company_id = (select private.my_company_id()));
create policy "Managers add time off types" on public.time_off_types
  for insert to authenticated with check (company_id = (select private.my_company_id()) and (select private.is_manager()));
create policy "Managers change time off types" on public.time_off_types
  for update to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));
create policy "Managers delete time off types" on public.time_off_types
  for delete to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager()));
grant select, insert, update, delete on public.time_off_types to authenticated, service_role;

alter table public.time_off_grants enable row level security;
create policy "Managers read hours that were given, others their own" on public.time_off_grants
  for select to authenticated using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
create policy "Managers give hours" on public.time_off_grants
  for insert to authenticated with check (company_id = (select private.my_company_id()) and (select private.is_manager()));
create policy "Managers take back hours" on public.time_off_grants
  for delete to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager()));
grant select, insert, delete on public.time_off_grants to authenticated;
grant select, insert, update, delete on public.time_off_grants to service_role;

alter table public.time_off_requests enable row level security;
create policy "Managers read requests, others their own" on public.time_off_requests
  for select to authenticated using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
grant select on public.time_off_requests to authenticated;
grant select, insert, update, delete on public.time_off_requests to service_role;

select private.refuse_non_finite('public.time_off_types'), private.refuse_non_finite('public.time_off_grants'),
  private.refuse_non_finite('public.time_off_requests');

do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.time_off_types;
    alter publication supabase_realtime add table public.time_off_grants;
    alter publication supabase_realtime add table public.time_off_requests;
  end if;
end $$;
