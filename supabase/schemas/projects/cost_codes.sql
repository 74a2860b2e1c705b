create table public.cost_codes (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  code text not null,
  name text not null,
  code_group text,
  unit text,
  active boolean default true not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  merged_into uuid,
  external_id text,
  hours_per_unit numeric(12,3),
  kind text default 'work' not null,
  name_es text,
  custom jsonb default '{}'::jsonb not null,
  constraint cost_codes_pkey primary key (company_id, id),
  constraint cost_codes_code_once_per_company unique (company_id, code),
  constraint cost_codes_code_length check (char_length(btrim(code)) >= 1 and char_length(btrim(code)) <= 40),
  constraint cost_codes_external_id_length check (char_length(external_id) >= 1 and char_length(external_id) <= 100),
  constraint cost_codes_group_length check (char_length(code_group) <= 100),
  constraint cost_codes_hours_per_unit_range check (hours_per_unit > 0),
  constraint cost_codes_kind_known check (kind in ('work', 'travel')),
  constraint cost_codes_merged_is_archived check (merged_into is null or not active),
  constraint cost_codes_name_es_length check (char_length(btrim(name_es)) >= 1 and char_length(btrim(name_es)) <= 200),
  constraint cost_codes_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 200),
  constraint cost_codes_unit_length check (char_length(unit) <= 20),
  constraint cost_codes_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint cost_codes_merged_into foreign key (company_id, merged_into) references public.cost_codes(company_id, id)
);
select private.refuse_non_finite('public.cost_codes');
create index cost_codes_by_merged_into on public.cost_codes (company_id, merged_into) where merged_into is not null;
comment on table public.cost_codes is 'What kind of work an hour was; one with time is archived (active = false), never deleted.';
comment on column public.cost_codes.unit is 'Unit of measure of the installed work, e.g. SF, LF, HR.';
comment on column public.cost_codes.merged_into is 'The code that took over; approved and locked time keeps pointing here.';
comment on column public.cost_codes.external_id is 'Its id in accounting or another system.';
comment on column public.cost_codes.hours_per_unit is 'Labor hours that one unit usually takes.';
comment on column public.cost_codes.name_es is 'What people who work in Spanish read where they choose; null: the name.';
comment on column public.cost_codes.kind is 'travel: time on it has totals of its own and is paid by travel_rules.';
comment on column public.cost_codes.custom is 'Values of the company''s own fields, by the id of the field in custom_fields.';
alter table public.cost_codes enable row level security;
grant select, insert, update, delete on table public.cost_codes to authenticated;

create policy "Company roles that manage lists add cost codes" on public.cost_codes
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone);

create policy "Company roles that manage lists change cost codes" on public.cost_codes
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone)
  with check (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone);

create policy "Company roles that manage lists delete cost codes" on public.cost_codes
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone);

create policy "Employees read the cost codes of their company" on public.cost_codes
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Managers add cost codes" on public.cost_codes
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change cost codes" on public.cost_codes
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete cost codes" on public.cost_codes
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger check_merged_units before update on public.cost_codes
  for each row when (old.merged_into is null and new.merged_into is not null) execute function private.check_merged_units();

create or replace trigger fill_company_id before insert on public.cost_codes
  for each row execute function private.fill_company_id();

create or replace trigger h_check_new_custom_values before insert on public.cost_codes
  for each row execute function private.check_custom_values();

create or replace trigger h_check_custom_values before update on public.cost_codes
  for each row when (old.custom is distinct from new.custom) execute function private.check_custom_values();

create or replace trigger keep_a_cost_code after delete or update on public.cost_codes
  for each row execute function private.require_a_cost_code();

create or replace trigger keep_identity before update on public.cost_codes
  for each row execute function private.lock_identity();

create or replace trigger keep_lists after insert on public.cost_codes
  for each row when (new.unit is not null or new.code_group is not null) execute function private.add_cost_code_lists();

create or replace function private.add_cost_code_lists() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.units (company_id, name)
    select new.company_id, new.unit where btrim(new.unit) <> ''
      and not exists (select from public.units u where u.company_id = new.company_id and lower(u.name) = lower(new.unit))
    on conflict do nothing;
  insert into public.cost_code_groups (company_id, name)
    select new.company_id, new.code_group where btrim(new.code_group) <> ''
      and not exists (select from public.cost_code_groups g where g.company_id = new.company_id and lower(g.name) = lower(new.code_group))
    on conflict do nothing;
  return null;
end $$;
comment on function private.add_cost_code_lists() is 'The lists of units and groups hold every one that a cost code uses.';

create or replace trigger keep_lists_of_changed after update on public.cost_codes
  for each row when (old.unit is distinct from new.unit or old.code_group is distinct from new.code_group) execute function private.add_cost_code_lists();

create or replace trigger refresh_percent after update on public.cost_codes
  for each row when (old.merged_into is distinct from new.merged_into) execute function private.row_changes_percent();

create or replace trigger touch_updated_at before update on public.cost_codes
  for each row execute function private.touch_updated_at();

create or replace trigger x_changes_pay after update on public.cost_codes
  for each row when (old.kind is distinct from new.kind) execute function private.travel_changes_pay();

create or replace trigger zz_record_change after insert or delete or update on public.cost_codes
  for each row execute function private.record_change();

create table public.project_cost_codes (
  company_id uuid default private.my_company_id() not null,
  project_id uuid not null,
  cost_code_id uuid not null,
  constraint project_cost_codes_pkey primary key (company_id, project_id, cost_code_id),
  constraint project_cost_codes_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id) on delete cascade,
  constraint project_cost_codes_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
create index project_cost_codes_by_code on public.project_cost_codes (company_id, cost_code_id);
comment on table public.project_cost_codes is 'If a project has rows here, only these codes may be booked on it.';
alter table public.project_cost_codes enable row level security;
grant select, insert, delete on table public.project_cost_codes to authenticated;

create policy "Company roles that manage lists choose codes of their projects" on public.project_cost_codes
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and private.covers_project((select private.scope_of('manage_lists')), project_id));

create policy "Company roles that manage lists take codes off their projects" on public.project_cost_codes
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and private.covers_project((select private.scope_of('manage_lists')), project_id));

create policy "Employees read which codes a project allows" on public.project_cost_codes
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or not (project_id in (select private.projects_closed_to_me()))));

create policy "Managers allow a code on a project" on public.project_cost_codes
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers withdraw a code from a project" on public.project_cost_codes
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.project_cost_codes
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace function public.cost_code_usage() returns table(cost_code_id uuid, minutes_this_month bigint, entries bigint, last_used date, project_ids uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
  manages boolean := me.role in ('owner', 'manager');
  month_begin date;
begin
  select date_trunc('month', now() at time zone c.time_zone)::date into month_begin from public.companies c where c.id = me.company_id;
  return query
    select k.id, coalesce(month.minutes, 0), coalesce(ever.entries, 0),
      greatest((select w.work_date from public.work_totals w
        where w.company_id = k.company_id and w.cost_code_id = k.id and (manages or w.employee_id = me.id)
        order by w.work_date desc limit 1), running.work_date),
      array(select p.project_id from public.project_cost_codes p where p.company_id = k.company_id and p.cost_code_id = k.id)
    from public.cost_codes k
    left join (
      select w.cost_code_id, sum(w.seconds) / 60 as minutes from private.work_done w
       where w.company_id = me.company_id and w.work_date >= month_begin and (manages or w.employee_id = me.id)
       group by w.cost_code_id) month on month.cost_code_id = k.id
    left join (
      select w.cost_code_id, sum(w.entries)::bigint as entries from private.work_ever w
       where w.company_id = me.company_id and (manages or w.employee_id = me.id)
       group by w.cost_code_id) ever on ever.cost_code_id = k.id
    left join (
      select t.cost_code_id, max(t.work_date) as work_date from public.time_entries t
       where t.company_id = me.company_id and t.clock_out is null and (manages or t.employee_id = me.id)
       group by t.cost_code_id) running on running.cost_code_id = k.id
    where k.company_id = me.company_id;
end $$;
comment on function public.cost_code_usage() is 'How much each code of the company is used, of the time the caller may read, and the projects it is limited to.';
grant execute on function public.cost_code_usage() to authenticated;

create or replace function public.merge_cost_codes(from_id_param uuid, into_id_param uuid) returns table(moved_entries bigint, kept_entries bigint)
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  me public.employees := private.require_manager();
  source public.cost_codes;
  target public.cost_codes;
begin
  select * into source from public.cost_codes k where k.company_id = me.company_id and k.id = from_id_param for update;
  select * into target from public.cost_codes k where k.company_id = me.company_id and k.id = into_id_param for update;
  if source.id is null or target.id is null then
    raise exception using errcode = 'P0001', hint = 'cost_code_unknown', message = 'This cost code does not exist.';
  elsif source.id = target.id or not target.active or source.merged_into is not null then
    raise exception using errcode = 'P0001', hint = 'cost_codes_not_mergeable',
      message = 'Choose two different cost codes; the one that stays must be in use.';
  end if;
  perform private.give_reason('Merged ' || source.code || ' into ' || target.code);

  insert into public.project_cost_codes (company_id, project_id, cost_code_id)
    select p.company_id, p.project_id, target.id from public.project_cost_codes p
     where p.company_id = me.company_id and p.cost_code_id = source.id
    on conflict do nothing;
  delete from public.project_cost_codes p where p.company_id = me.company_id and p.cost_code_id = source.id;
  update public.employee_rates r set cost_code_id = target.id
    where r.company_id = me.company_id and r.cost_code_id = source.id
      and not exists (select from public.employee_rates o where o.company_id = r.company_id and o.employee_id = r.employee_id
        and o.effective_from = r.effective_from and o.cost_code_id = target.id and o.project_id is not distinct from r.project_id);
  insert into public.cost_code_classifications (company_id, project_id, cost_code_id, classification_id)
    select m.company_id, m.project_id, target.id, m.classification_id from public.cost_code_classifications m
     where m.company_id = me.company_id and m.cost_code_id = source.id
    on conflict do nothing;
  -- Approved and locked time never changes: it keeps the old code, which says where it went.
  update public.time_entries t set cost_code_id = target.id
    where t.company_id = me.company_id and t.cost_code_id = source.id
      and private.is_open(t);
  get diagnostics moved_entries = row_count;
  select count(*) into kept_entries from public.time_entries t where t.company_id = me.company_id and t.cost_code_id = source.id;
  update public.cost_codes k set active = false, merged_into = target.id where k.company_id = me.company_id and k.id = source.id;
  return next;
end $$;
comment on function public.merge_cost_codes(uuid,uuid) is 'Moves rates, project limits and open time to another code and archives the old one; recorded in the history.';
grant execute on function public.merge_cost_codes(uuid,uuid) to authenticated;

create or replace function private.require_a_cost_code() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := case tg_table_name when 'companies' then to_jsonb(new) ->> 'id' else to_jsonb(old) ->> 'company_id' end;
begin
  if exists (select from public.companies c where c.id = company and c.cost_code_required)
    and not exists (select from public.cost_codes k where k.company_id = company and k.active) then
    raise exception using errcode = 'P0001', hint = 'no_cost_code_left',
      message = 'Cost codes are required on every entry, so at least one must be in use.';
  end if;
  return null;
end $$;
comment on function private.require_a_cost_code() is 'Refuses to require cost codes where none is in use, and to archive the last one where they are required.';

create or replace function private.has_bookable_code(company_id_param uuid, project_id_param uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.cost_codes k
    where k.company_id = company_id_param and k.active
      and (exists (select from public.project_cost_codes l
          where l.company_id = k.company_id and l.project_id = project_id_param and l.cost_code_id = k.id)
        or not exists (select from public.project_cost_codes l
          where l.company_id = k.company_id and l.project_id = project_id_param)));
$$;
comment on function private.has_bookable_code(uuid,uuid) is 'Whether any cost code can be booked on the project: one in use, and of its own list where it has one. Where there is none, none can be asked for.';

create or replace function private.cost_code_roots(company_id_param uuid) returns table(id uuid, root uuid)
language sql stable rows 500 set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
  with recursive roots as (
    select k.id, k.id as root from public.cost_codes k where k.company_id = company_id_param and k.merged_into is null
    union all
    select k.id, r.root from roots r join public.cost_codes k on k.company_id = company_id_param and k.merged_into = r.id
  )
  select r.id, r.root from roots r;
$$;
comment on function private.cost_code_roots(uuid) is 'Every cost code of a company with the one that stands for it: itself, or the one it was merged into.';
