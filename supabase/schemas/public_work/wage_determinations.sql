create table public.wage_determinations (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  number text not null,
  modification text default '0' not null,
  published_on date,
  effective_from date not null,
  kind text default 'federal' not null,
  source_text text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint wage_determinations_pkey primary key (company_id, id),
  constraint wage_determinations_once unique (company_id, project_id, number, effective_from),
  constraint wage_determinations_number_length check (char_length(btrim(number)) >= 1 and char_length(number) <= 60),
  constraint wage_determinations_modification_length check (char_length(modification) <= 40),
  constraint wage_determinations_kind_known check (kind in ('federal', 'ca', 'other')),
  constraint wage_determinations_source_length check (char_length(source_text) <= 2000000),
  constraint wage_determinations_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.wage_determinations');
comment on table public.wage_determinations is 'Wage determinations of a contract. The newest of a number whose effective_from is not after the work date counts.';
comment on column public.wage_determinations.effective_from is 'From when it counts on this contract.';
comment on column public.wage_determinations.source_text is 'The text it was read from, as it was pasted.';
alter table public.wage_determinations enable row level security;
grant select, insert, update, delete on table public.wage_determinations to authenticated;

create policy "Managers add wage determinations" on public.wage_determinations
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change wage determinations" on public.wage_determinations
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete wage determinations" on public.wage_determinations
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read wage determinations" on public.wage_determinations
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.wage_determinations
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace trigger keep_creator before insert or update on public.wage_determinations
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.wage_determinations
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.wage_determinations
  for each row execute function private.touch_updated_at();

create or replace trigger x_changes_pay after insert or delete or update on public.wage_determinations
  for each row execute function private.public_work_changes_pay();

create or replace trigger zz_record_change after insert or delete or update on public.wage_determinations
  for each row execute function private.record_change();
