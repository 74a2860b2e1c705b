create table public.per_diem_rules (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  from_date date not null,
  daily_amount numeric(10,2) not null,
  first_last_percent numeric(5,2) default 75 not null,
  lodging_amount numeric(10,2) default 0 not null,
  min_distance_miles numeric(6,1),
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint per_diem_rules_pkey primary key (company_id, id),
  constraint per_diem_rules_once_a_day unique (company_id, project_id, from_date),
  constraint per_diem_rules_amounts check (daily_amount >= 0 and daily_amount <= 1000 and lodging_amount >= 0 and lodging_amount <= 2000),
  constraint per_diem_rules_percent check (first_last_percent >= 0 and first_last_percent <= 100),
  constraint per_diem_rules_distance check (min_distance_miles > 0 and min_distance_miles <= 5000),
  constraint per_diem_rules_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.per_diem_rules');
comment on table public.per_diem_rules is 'What a project pays for days away from home, from a date on. An amount of 0 for the day and the night ends it.';
comment on column public.per_diem_rules.first_last_percent is 'Of the daily amount, on the first and the last day of a trip.';
comment on column public.per_diem_rules.lodging_amount is 'For each night the person pays the room; 0: the company books the rooms.';
comment on column public.per_diem_rules.min_distance_miles is 'For people who live at least so far from the project; null: for everybody who works there.';
alter table public.per_diem_rules enable row level security;
grant select, insert, update, delete on table public.per_diem_rules to authenticated;

create policy "Employees read the per diem of projects they see" on public.per_diem_rules
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or not (project_id in (select private.projects_closed_to_me()))));

create policy "Managers add per diem rules" on public.per_diem_rules
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change per diem rules" on public.per_diem_rules
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete per diem rules" on public.per_diem_rules
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.per_diem_rules
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace trigger keep_creator before insert or update on public.per_diem_rules
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.per_diem_rules
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.per_diem_rules
  for each row execute function private.touch_updated_at();

create or replace trigger x_reprice_trips after insert or delete or update on public.per_diem_rules
  for each row execute function private.reprice_trips();

create or replace trigger zz_record_change after insert or delete or update on public.per_diem_rules
  for each row execute function private.record_change();

create or replace function private.per_diem_rule(company_id_param uuid, project_id_param uuid, on_param date) returns public.per_diem_rules
language sql stable security definer set search_path = '' as $$
  select r.* from public.per_diem_rules r
  where r.company_id = company_id_param and r.project_id = project_id_param and r.from_date <= on_param
  order by r.from_date desc limit 1;
$$;
comment on function private.per_diem_rule(uuid,uuid,date) is 'The rule of a project on a day.';

create or replace function private.per_diem_amount(rule public.per_diem_rules, travel_day_param boolean, nights_param integer) returns numeric
language sql immutable set search_path = '' as $$
  select round(rule.daily_amount * case when travel_day_param then rule.first_last_percent else 100 end / 100, 2) + nights_param * rule.lodging_amount;
$$;
comment on function private.per_diem_amount(public.per_diem_rules,boolean,integer) is 'What a day away is worth: meals, reduced on the first and last day, and the night after it. Half up to the cent.';
