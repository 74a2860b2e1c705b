create table public.heat_rules (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid,
  active boolean default false not null,
  shade_f smallint default 80 not null,
  high_f smallint default 95 not null,
  rest_minutes smallint default 10 not null,
  every_minutes smallint default 120 not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint heat_rules_pkey primary key (company_id, id),
  constraint heat_rules_one_each unique nulls not distinct (company_id, project_id),
  constraint heat_rules_shade_range check (shade_f >= 40 and shade_f <= 130),
  constraint heat_rules_high_range check (high_f >= 40 and high_f <= 130 and high_f >= shade_f),
  constraint heat_rules_rest_range check (rest_minutes >= 5 and rest_minutes <= 60),
  constraint heat_rules_every_range check (every_minutes >= 30 and every_minutes <= 480),
  constraint heat_rules_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint heat_rules_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.heat_rules');
comment on table public.heat_rules is 'What heat asks for: of a project, else of the company; without a row nothing. docs/rules/heat.md';
comment on column public.heat_rules.shade_f is 'From so many degrees Fahrenheit the board reminds of shade and water.';
comment on column public.heat_rules.high_f is 'From so many degrees Fahrenheit everyone rests rest_minutes after every_minutes of work.';
alter table public.heat_rules enable row level security;
alter publication supabase_realtime add table public.heat_rules;
grant select, insert, update, delete on table public.heat_rules to authenticated;

create policy "Employees read the heat rules of their company" on public.heat_rules
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or project_id is null or not (project_id in (select private.projects_closed_to_me()))));

create policy "Owners add heat rules" on public.heat_rules
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_owner()));

create policy "Owners change heat rules" on public.heat_rules
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()))
  with check (company_id = (select private.my_company_id()));

create policy "Owners delete heat rules" on public.heat_rules
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()));

create or replace trigger fill_company_id before insert on public.heat_rules
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.heat_rules
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.heat_rules
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.heat_rules
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.heat_rules
  for each row execute function private.record_change();

create or replace function private.heat_now(company_id_param uuid, as_of_param timestamptz) returns table(project_id uuid, temperature_f smallint, source text, read_at timestamptz, level text, rest_minutes smallint, every_minutes smallint, high_since timestamptz)
language sql stable rows 10 set search_path = '' as $$
  with rules as (
    select p.id as project_id, r.shade_f, r.high_f, r.rest_minutes, r.every_minutes,
      (as_of_param at time zone private.zone_of(p.company_id, p.id))::date as today
    from public.projects p
    join lateral (
      select h.* from public.heat_rules h
      where h.company_id = p.company_id and (h.project_id is null or h.project_id = p.id)
      order by h.project_id is null limit 1) r on r.active
    where p.company_id = company_id_param
  ), readings as (
    select r.*, w.temperature_f, w.source, w.read_at,
      row_number() over (partition by r.project_id order by w.read_at desc, w.created_at desc) as newest,
      max(w.read_at) filter (where w.temperature_f < r.high_f) over (partition by r.project_id) as last_below
    from rules r
    join public.site_weather w on w.company_id = company_id_param and w.project_id = r.project_id and w.work_date = r.today
      and w.temperature_f is not null and w.read_at <= as_of_param
  )
  select w.project_id, w.temperature_f, w.source, w.read_at,
    case when w.temperature_f >= w.high_f then 'high' when w.temperature_f >= w.shade_f then 'shade' else 'none' end,
    w.rest_minutes, w.every_minutes,
    case when w.temperature_f >= w.high_f then (
      select min(s.read_at) from readings s where s.project_id = w.project_id and (w.last_below is null or s.read_at > w.last_below)) end
  from readings w where w.newest = 1;
$$;
comment on function private.heat_now(uuid,timestamptz) is 'Sites with an active heat rule and a temperature of today: the newest one, what it asks for, and since when it has been high.';
