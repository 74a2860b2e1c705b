create table public.delay_reasons (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  name_es text,
  active boolean default true not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint delay_reasons_pkey primary key (company_id, id),
  constraint delay_reasons_name_once_per_company unique (company_id, name),
  constraint delay_reasons_name_es_length check (char_length(name_es) <= 100),
  constraint delay_reasons_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint delay_reasons_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.delay_reasons');
comment on table public.delay_reasons is 'Why work stood still, to choose from in field reports.';
alter table public.delay_reasons enable row level security;
alter publication supabase_realtime add table public.delay_reasons;
grant select, insert, update, delete on table public.delay_reasons to authenticated;

create policy "Company roles that manage lists add reasons for delays" on public.delay_reasons
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone);

create policy "Company roles that manage lists change reasons for delays" on public.delay_reasons
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone)
  with check (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone);

create policy "Company roles that manage lists delete reasons for delays" on public.delay_reasons
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone);

create policy "Employees read the delay reasons of their company" on public.delay_reasons
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Managers add reasons of delays" on public.delay_reasons
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change reasons of delays" on public.delay_reasons
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete reasons of delays" on public.delay_reasons
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.delay_reasons
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.delay_reasons
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.delay_reasons
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.delay_reasons
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.delay_reasons
  for each row execute function private.record_change();
