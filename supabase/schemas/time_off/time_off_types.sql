create table public.time_off_types (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  pay_code text,
  paid boolean default true not null,
  accrual jsonb,
  starts_on date,
  active boolean default true not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  audience jsonb default '{"everyone": true}'::jsonb not null,
  constraint time_off_types_pkey primary key (company_id, id),
  constraint time_off_types_name_once_per_company unique (company_id, name),
  constraint time_off_types_accrual_valid check (private.accrual_is_valid(accrual)),
  constraint time_off_types_audience_known check (jsonb_typeof(audience) = 'object' and pg_column_size(audience) < 60000 and (audience - '{everyone,roles,projects,crews,employees}'::text[]) = '{}'::jsonb and (coalesce(audience ->> 'everyone', '') = 'true' or audience ?| '{roles,projects,crews,employees}'::text[])),
  constraint time_off_types_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint time_off_types_paid_has_code check (not paid or pay_code is not null),
  constraint time_off_types_pay_code_known check (pay_code in ('PTO', 'SICK', 'HOLIDAY', 'BEREAVEMENT', 'JURY')),
  constraint time_off_types_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.time_off_types');
comment on table public.time_off_types is 'Kinds of time off: vacation, sick, unpaid, own ones.';
comment on column public.time_off_types.pay_code is 'Under which code approved hours are paid.';
comment on column public.time_off_types.accrual is 'kind per_year or per_period with hours, or per_hours_worked with hours and worked; optional cap, carry_over, waiting_days. Null: hours are given by hand (time_off_grants).';
comment on column public.time_off_types.starts_on is 'Accrues from this date on; null: from the hire date.';
comment on column public.time_off_types.audience is 'Who may ask for it, as in bulletins.audience. Whoever is not meant any more keeps what was given and approved.';
alter table public.time_off_types enable row level security;
alter publication supabase_realtime add table public.time_off_types;
grant select, insert, update, delete on table public.time_off_types to authenticated;

create policy "Employees read the time off types of their company" on public.time_off_types
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Managers add time off types" on public.time_off_types
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change time off types" on public.time_off_types
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete time off types" on public.time_off_types
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.time_off_types
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.time_off_types
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.time_off_types
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.time_off_types
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.time_off_types
  for each row execute function private.record_change();
