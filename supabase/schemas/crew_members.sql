-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table public.crew_members (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  crew_id uuid not null,
  employee_id uuid not null,
  from_date date default CURRENT_DATE not null,
  to_date date,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint crew_members_pkey primary key (company_id, id),
  constraint crew_members_once_at_a_time exclude using gist (uuid_hash_extended(crew_id, uuid_hash_extended(company_id, 0::bigint)) with =, uuid_hash_extended(employee_id, 0::bigint) with =, daterange(from_date, to_date, '[]'::text) with &&),
  constraint crew_members_end_after_start check (to_date >= from_date),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_from_date check (isfinite(from_date)),
  constraint finite_to_date check (isfinite(to_date)),
  constraint finite_updated_at check (isfinite(updated_at)),
  constraint crew_members_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint crew_members_crew foreign key (company_id, crew_id) references public.crews(company_id, id) on delete cascade,
  constraint crew_members_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
create index crew_members_by_crew on public.crew_members using btree (company_id, crew_id);
create index crew_members_by_employee on public.crew_members using btree (company_id, employee_id);
comment on table public.crew_members is 'Who is in a crew, and on which days.';
comment on column public.crew_members.to_date is 'The last day in the crew; null while it goes on.';
alter table public.crew_members enable row level security;
grant select, insert, update, delete on table public.crew_members to authenticated;

create policy "Foremen and managers read who is in which crew, others themselv" on public.crew_members
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (((select private.my_role())) <> 'employee'::text or employee_id = (select private.my_employee_id())));

create policy "Managers add people to crews" on public.crew_members
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change who is in a crew" on public.crew_members
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers take people out of crews" on public.crew_members
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

alter publication supabase_realtime add table public.crew_members;

create or replace trigger fill_company_id before insert on public.crew_members
  for each row execute function private.fill_company_id('crews', 'crew_id');

create or replace trigger keep_identity before update on public.crew_members
  for each row execute function private.keep_identity();

create or replace trigger touch_updated_at before update on public.crew_members
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.crew_members
  for each row execute function private.record_change();
