create type private.clock_rules as (
  rule text,
  grace_minutes smallint,
  on_site text,
  stop_after_minutes smallint,
  stop_at_edge boolean,
  day_ends_at time,
  since timestamptz
);

create table public.clock_in_rules (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid,
  employee_id uuid,
  rule text,
  grace_minutes smallint default 5 not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  name text,
  on_site text,
  stop_after_minutes smallint,
  stop_at_edge boolean,
  ends_day boolean,
  day_ends_at time,
  constraint clock_in_rules_pkey primary key (company_id, id),
  constraint clock_in_rules_one_each unique nulls not distinct (company_id, project_id, employee_id, name),
  constraint clock_in_rules_day_end_complete check (ends_day is not true or day_ends_at is not null),
  constraint clock_in_rules_grace_range check (grace_minutes >= 0 and grace_minutes <= 120),
  constraint clock_in_rules_name_length check (char_length(btrim(name)) between 1 and 80),
  constraint clock_in_rules_on_site_known check (on_site in ('off', 'flag', 'refuse')),
  constraint clock_in_rules_one_subject check (num_nonnulls(project_id, employee_id, name) <= 1),
  constraint clock_in_rules_rule_known check (rule in ('allowed', 'ask_reason', 'from_shift', 'refuse')),
  constraint clock_in_rules_stop_after_range check (stop_after_minutes = 0 or stop_after_minutes between 60 and 1440),
  constraint clock_in_rules_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint clock_in_rules_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint clock_in_rules_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.clock_in_rules');
comment on table public.clock_in_rules is 'Rules of the clock: for a person, a project, a named group of crews, people and projects (clock_rule_members), or everyone. Of each rule the most specific row that says anything about it counts; null says nothing. Without a row nothing is asked of anyone.';
comment on column public.clock_in_rules.rule is 'Before the shift: allowed; ask_reason: the person is asked why; from_shift: time counts from the start of the shift; refuse: the clock does not start.';
comment on column public.clock_in_rules.grace_minutes is 'So many minutes before the shift are not early.';
comment on column public.clock_in_rules.name is 'Of a group; null: the rules of the person or project named here, or of everyone.';
comment on column public.clock_in_rules.on_site is 'off; refuse: the clock starts only inside the fences of the project; flag: the same, but without a usable position it starts and is to verify.';
comment on column public.clock_in_rules.stop_after_minutes is 'The clock stops by itself after so long on it; 0 is off.';
comment on column public.clock_in_rules.stop_at_edge is 'The clock stops when the open page sees that the person has left the site.';
comment on column public.clock_in_rules.ends_day is 'The clock of whoever is still on it stops at day_ends_at, in the zone of the site.';
alter table public.clock_in_rules enable row level security;
alter publication supabase_realtime add table public.clock_in_rules;
grant select, insert, update, delete on table public.clock_in_rules to authenticated;

create policy "Managers read the rules of clocking in, others those about them" on public.clock_in_rules
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id is null or employee_id = (select private.my_employee_id())));

create policy "Owners add rules of clocking in" on public.clock_in_rules
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_owner()));

create policy "Owners change rules of clocking in" on public.clock_in_rules
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()))
  with check (company_id = (select private.my_company_id()));

create policy "Owners delete rules of clocking in" on public.clock_in_rules
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()));

create or replace trigger fill_company_id before insert on public.clock_in_rules
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.clock_in_rules
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.clock_in_rules
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.clock_in_rules
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.clock_in_rules
  for each row execute function private.record_change();

create table public.clock_rule_members (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  rule_id uuid not null,
  crew_id uuid,
  employee_id uuid,
  project_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint clock_rule_members_pkey primary key (company_id, id),
  constraint clock_rule_members_once unique nulls not distinct (company_id, rule_id, crew_id, employee_id, project_id),
  constraint clock_rule_members_one_subject check (num_nonnulls(crew_id, employee_id, project_id) = 1),
  constraint clock_rule_members_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint clock_rule_members_crew foreign key (company_id, crew_id) references public.crews(company_id, id) on delete cascade,
  constraint clock_rule_members_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint clock_rule_members_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade,
  constraint clock_rule_members_rule foreign key (company_id, rule_id) references public.clock_in_rules(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.clock_rule_members');
create index clock_rule_members_by_crew on public.clock_rule_members (company_id, crew_id) where crew_id is not null;
create index clock_rule_members_by_employee on public.clock_rule_members (company_id, employee_id) where employee_id is not null;
create index clock_rule_members_by_project on public.clock_rule_members (company_id, project_id) where project_id is not null;
comment on table public.clock_rule_members is 'Whom a named group of clock_in_rules holds: a crew, a person, or whoever clocks into a project.';
alter table public.clock_rule_members enable row level security;
alter publication supabase_realtime add table public.clock_rule_members;
grant select, insert, update, delete on table public.clock_rule_members to authenticated;

create policy "Managers read whom rules of the clock hold" on public.clock_rule_members
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Owners add members of rule groups" on public.clock_rule_members
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_owner()));

create policy "Owners change members of rule groups" on public.clock_rule_members
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()))
  with check (company_id = (select private.my_company_id()));

create policy "Owners delete members of rule groups" on public.clock_rule_members
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()));

create or replace trigger fill_company_id before insert on public.clock_rule_members
  for each row execute function private.fill_company_id('clock_in_rules', 'rule_id');

create or replace trigger keep_creator before insert or update on public.clock_rule_members
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.clock_rule_members
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.clock_rule_members
  for each row execute function private.record_change();

create or replace function private.clock_rules_for(company_id_param uuid, employee_id_param uuid, project_id_param uuid, day_param date default null::date) returns private.clock_rules
language sql stable security definer set search_path = '' as $$
  with line as materialized (
    select l.id, l.n from private.project_line(project_id_param, company_id_param) with ordinality l (id, n)
  ), found as (
    select r.*, case when r.name is not null then named.place when r.employee_id is not null then 1
        when r.project_id is not null then 2.9 + 0.1 * (select l.n from line l where l.id = r.project_id) else 6 end as place,
      greatest(r.updated_at, named.since) as changed_at
    from public.clock_in_rules r
    left join lateral (
      select min(case when m.employee_id is not null then 2 when m.project_id is not null then 4 else 5 end) as place, max(m.created_at) as since
      from public.clock_rule_members m
      where m.company_id = r.company_id and m.rule_id = r.id
        and (m.employee_id = employee_id_param or m.project_id in (select l.id from line l) or exists (select from public.crew_members c
          where c.company_id = m.company_id and c.crew_id = m.crew_id and c.employee_id = employee_id_param
            and daterange(c.from_date, c.to_date, '[]') @> coalesce(day_param, private.company_today(company_id_param))))) named on r.name is not null
    where r.company_id = company_id_param and (r.employee_id is null or r.employee_id = employee_id_param)
      and (r.project_id is null or r.project_id in (select l.id from line l)) and (r.name is null or named.place is not null)
  )
  select (array_agg(f.rule order by f.place, f.created_at, f.id) filter (where f.rule is not null))[1],
    (array_agg(f.grace_minutes order by f.place, f.created_at, f.id) filter (where f.rule is not null))[1],
    nullif((array_agg(f.on_site order by f.place, f.created_at, f.id) filter (where f.on_site is not null))[1], 'off'),
    nullif((array_agg(f.stop_after_minutes order by f.place, f.created_at, f.id) filter (where f.stop_after_minutes is not null))[1], 0),
    coalesce((array_agg(f.stop_at_edge order by f.place, f.created_at, f.id) filter (where f.stop_at_edge is not null))[1], false),
    (array_agg(case when f.ends_day then f.day_ends_at end order by f.place, f.created_at, f.id) filter (where f.ends_day is not null))[1],
    max(f.changed_at)
  from found f;
$$;
comment on function private.clock_rules_for(uuid,uuid,uuid,date) is 'The one place that decides which rules of the clock hold for a person on a project (and day, for its crews): of each rule the most specific row that says anything about it. A rule of the person goes before a group that names the person, then the project and what it is a part of, a group with one of these, one with the crew, and everyone; of two alike the older. Always one row; null is off. since: when they last changed.';
