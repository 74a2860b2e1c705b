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
alter publication supabase_realtime add table public.labor_demands;
create table private.schedule_changes (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  made_by uuid,
  made_at timestamptz default now() not null,
  shifts jsonb not null,
  constraint schedule_changes_pkey primary key (company_id, id),
  constraint schedule_changes_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('private.schedule_changes');
create index schedule_changes_by_time on private.schedule_changes (made_at);
create table private.shift_messages (
  company_id uuid not null,
  shift_id uuid not null,
  told jsonb,
  changed_by uuid,
  send_after timestamptz not null,
  constraint shift_messages_pkey primary key (company_id, shift_id),
  constraint shift_messages_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('private.shift_messages');
