create table public.labor_demands (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  job_title text,
  people integer not null,
  start_date date not null,
  end_date date not null,
  weekends boolean default false not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint labor_demands_pkey primary key (company_id, id),
  constraint labor_demands_dates_in_order check (end_date >= start_date and end_date <= start_date + 1095),
  constraint labor_demands_job_title_length check (char_length(job_title) >= 1 and char_length(job_title) <= 100),
  constraint labor_demands_people_range check (people >= 1 and people <= 1000),
  constraint labor_demands_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint labor_demands_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.labor_demands');
create index labor_demands_by_dates on public.labor_demands (company_id, end_date);
create index labor_demands_by_project on public.labor_demands (company_id, project_id);
comment on table public.labor_demands is 'How many people a project needs on each working day of a range.';
comment on column public.labor_demands.job_title is 'Only people with this job title count; anyone where it is null.';
comment on column public.labor_demands.weekends is 'Also on Saturdays and Sundays.';
alter table public.labor_demands enable row level security;
alter publication supabase_realtime add table public.labor_demands;
grant select, delete on table public.labor_demands to authenticated;
grant insert (company_id, id, project_id, job_title, people, start_date, end_date, weekends) on public.labor_demands to authenticated;
grant update (project_id, job_title, people, start_date, end_date, weekends) on public.labor_demands to authenticated;

create policy "Managers change the demand of projects" on public.labor_demands
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete the demand of projects" on public.labor_demands
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers enter the demand of projects" on public.labor_demands
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read the demand of projects" on public.labor_demands
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.labor_demands
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace trigger keep_creator before insert or update on public.labor_demands
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.labor_demands
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.labor_demands
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.labor_demands
  for each row execute function private.record_change();
