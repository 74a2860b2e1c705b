create table public.accounting_records (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  connection_id uuid not null,
  kind text not null,
  external_id text not null,
  name text not null,
  parent_external_id text,
  email text,
  number text,
  active boolean default true not null,
  details jsonb default '{}'::jsonb not null,
  first_seen_at timestamptz default clock_timestamp() not null,
  constraint accounting_records_pkey primary key (company_id, id),
  constraint accounting_records_once unique (company_id, connection_id, kind, external_id),
  constraint accounting_records_kind_known check (kind in ('employee', 'vendor', 'customer', 'project', 'item', 'class', 'payroll_item', 'earning', 'department')),
  constraint accounting_records_text_length check (char_length(external_id) between 1 and 200 and char_length(name) <= 500
    and char_length(parent_external_id) <= 200 and char_length(email) <= 300 and char_length(number) <= 100),
  constraint accounting_records_details_size check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 4000),
  constraint accounting_records_connection foreign key (company_id, connection_id) references public.accounting_connections(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.accounting_records');
-- Not in the audit history: a copy of lists that are another system's.
comment on table public.accounting_records is 'People, customers, items and so on as they were read in a connected system, by their id there. What is gone there is not active. Written by the server only.';
comment on column public.accounting_records.details is 'What only this system knows of it, e.g. whether a customer is a job.';
alter table public.accounting_records enable row level security;
grant select on table public.accounting_records to authenticated;

create policy "Managers read the records of their connections" on public.accounting_records
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create table public.accounting_mappings (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  connection_id uuid not null,
  target text not null,
  employee_id uuid,
  project_id uuid,
  cost_code_id uuid,
  hours_kind text,
  record_id uuid not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint accounting_mappings_pkey primary key (company_id, id),
  constraint accounting_mappings_once unique nulls not distinct (company_id, connection_id, target, employee_id, project_id, cost_code_id, hours_kind),
  constraint accounting_mappings_target_known check (target in ('person', 'customer', 'item', 'class', 'payroll_item', 'department')),
  constraint accounting_mappings_subject check (case target
    when 'person' then employee_id is not null and num_nonnulls(project_id, cost_code_id, hours_kind) = 0
    when 'customer' then project_id is not null and num_nonnulls(employee_id, cost_code_id, hours_kind) = 0
    when 'department' then project_id is not null and num_nonnulls(employee_id, cost_code_id, hours_kind) = 0
    when 'item' then cost_code_id is not null and num_nonnulls(employee_id, project_id, hours_kind) = 0
    when 'class' then num_nonnulls(project_id, cost_code_id) = 1 and num_nonnulls(employee_id, hours_kind) = 0
    else hours_kind is not null and num_nonnulls(employee_id, project_id, cost_code_id) = 0 end),
  constraint accounting_mappings_hours_known check (hours_kind in ('REG', 'OT', 'DT', 'PTO', 'SICK', 'HOLIDAY', 'BEREAVEMENT', 'JURY')),
  constraint accounting_mappings_connection foreign key (company_id, connection_id) references public.accounting_connections(company_id, id) on delete cascade,
  constraint accounting_mappings_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id) on delete cascade,
  constraint accounting_mappings_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint accounting_mappings_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade,
  constraint accounting_mappings_record foreign key (company_id, record_id) references public.accounting_records(company_id, id)
);
select private.refuse_non_finite('public.accounting_mappings');
create index accounting_mappings_by_record on public.accounting_mappings (company_id, record_id);
create unique index accounting_mappings_one_person on public.accounting_mappings (company_id, record_id) where target = 'person';
create index accounting_mappings_by_employee on public.accounting_mappings (company_id, employee_id) where employee_id is not null;
create index accounting_mappings_by_project on public.accounting_mappings (company_id, project_id) where project_id is not null;
create index accounting_mappings_by_cost_code on public.accounting_mappings (company_id, cost_code_id) where cost_code_id is not null;
comment on table public.accounting_mappings is 'What of ours is what there, by id and never by name. Written by set_accounting_mapping.';
comment on column public.accounting_mappings.target is 'person: an employee or vendor there; customer: the customer, job or project of a project; department: of a project; item: of a cost code; class: of a cost code or a project; payroll_item: the payroll item or earning of a kind of hours.';
comment on column public.accounting_mappings.hours_kind is 'A pay code of hours: REG, OT, DT, or leave.';
alter table public.accounting_mappings enable row level security;
grant select on table public.accounting_mappings to authenticated;

create policy "Managers read the mappings of their connections" on public.accounting_mappings
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger check_accounting_mapping before insert or update on public.accounting_mappings
  for each row execute function private.check_accounting_mapping();

create or replace function private.check_accounting_mapping() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.accounting_records r
      where r.company_id = new.company_id and r.connection_id = new.connection_id and r.id = new.record_id
        and r.kind = any (private.accounting_kinds(new.target))) then
    raise exception using errcode = 'P0001', hint = 'accounting_record_unknown', message = 'Choose a record that was read from the connected system.';
  end if;
  return new;
end $$;
comment on function private.check_accounting_mapping() is 'A mapping leads to a record of its own connection, of a kind that fits.';

create or replace function private.accounting_kinds(target_param text) returns text[]
language sql immutable parallel safe as $$
  select case target_param when 'person' then '{employee,vendor}'::text[] when 'customer' then '{customer,project}' when 'item' then '{item}'
    when 'class' then '{class}' when 'payroll_item' then '{payroll_item,earning}' when 'department' then '{department}' else '{}' end;
$$;
comment on function private.accounting_kinds(text) is 'The kinds of records that a target of a mapping may be.';

create or replace trigger keep_creator before insert or update on public.accounting_mappings
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.accounting_mappings
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.accounting_mappings
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.accounting_mappings
  for each row execute function private.record_change();

create or replace function public.set_accounting_mapping(connection_id_param uuid, mappings_param jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  connection public.accounting_connections := private.require_accounting_connection(connection_id_param);
  changed integer := 0;
  rows_changed integer;
  wanted record;
  subject_gone boolean;
begin
  if jsonb_typeof(mappings_param) is distinct from 'array' or jsonb_array_length(mappings_param) > 2000 then
    raise exception using errcode = '22023', hint = 'invalid_changes', message = 'Give a list of at most 2000 mappings.';
  end if;
  for wanted in
    select m.* from jsonb_to_recordset(mappings_param) m (target text, employee_id uuid, project_id uuid, cost_code_id uuid, hours_kind text, record_id uuid)
    -- What loses its record first, so that two people can be swapped.
    order by m.record_id is not null
  loop
    subject_gone := wanted.employee_id is not null and not exists (select from public.employees e where e.company_id = connection.company_id and e.id = wanted.employee_id)
      or wanted.project_id is not null and not exists (select from public.projects p where p.company_id = connection.company_id and p.id = wanted.project_id)
      or wanted.cost_code_id is not null and not exists (select from public.cost_codes c where c.company_id = connection.company_id and c.id = wanted.cost_code_id);
    if subject_gone then
      raise exception using errcode = 'P0001', hint = 'not_found', message = 'This was not found. It may have been deleted.';
    end if;
    if wanted.record_id is null then
      delete from public.accounting_mappings m
        where m.company_id = connection.company_id and m.connection_id = connection.id and m.target = wanted.target
          and (m.employee_id, m.project_id, m.cost_code_id, m.hours_kind)
            is not distinct from (wanted.employee_id, wanted.project_id, wanted.cost_code_id, wanted.hours_kind);
    else
      begin
        insert into public.accounting_mappings as m (company_id, connection_id, target, employee_id, project_id, cost_code_id, hours_kind, record_id)
          values (connection.company_id, connection.id, wanted.target, wanted.employee_id, wanted.project_id, wanted.cost_code_id, wanted.hours_kind, wanted.record_id)
          on conflict on constraint accounting_mappings_once do update set record_id = excluded.record_id where m.record_id <> excluded.record_id;
      exception when unique_violation then
        raise exception using errcode = 'P0001', hint = 'accounting_person_taken', message = 'Somebody else is matched with this person already. Remove that first.';
      end;
    end if;
    get diagnostics rows_changed = row_count;
    changed := changed + rows_changed;
  end loop;
  if changed > 0 then
    perform private.compute_accounting(connection.company_id, connection.id);
    perform pg_notify('accounting', '');
  end if;
  return changed;
end $$;
comment on function public.set_accounting_mapping(uuid,jsonb) is 'Manager, owner: sets mappings of a connection: [{"target", "employee_id" | "project_id" | "cost_code_id" | "hours_kind", "record_id"}], without record_id it is removed. All or none; returns how many changed.';
grant execute on function public.set_accounting_mapping(uuid,jsonb) to authenticated;

create or replace function public.suggest_accounting_mappings(connection_id_param uuid) returns table(target text, employee_id uuid, project_id uuid, cost_code_id uuid, hours_kind text, record_id uuid, reason text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  return query
  with records as materialized (
    select r.id, r.kind, private.name_to_compare(r.name) as name, lower(r.email) as email, r.number, r.external_id, r.parent_external_id,
      -- "Lopez, Maria" is Maria Lopez.
      private.name_to_compare(regexp_replace(r.name, '^\s*([^,]+),\s*(.+)$', '\2 \1')) as turned_name,
      -- A job is named with its customer in front: "Miller:Kitchen".
      private.name_to_compare(regexp_replace(r.name, '^.*:', '')) as last_name
    from public.accounting_records r
    where r.company_id = me.company_id and r.connection_id = connection_id_param and r.active
  ), subjects as (
    select 'person' as target, e.id as employee_id, null::uuid as project_id, null::uuid as cost_code_id, null::text as hours_kind,
      private.name_to_compare(e.first_name || ' ' || e.last_name) as name, lower(e.email) as email, e.employee_number as number, null::text as external_id
    from public.employees e where e.company_id = me.company_id and e.active
    union all
    select t.target, null, p.id, null, null, private.name_to_compare(p.name), null, p.number, p.external_id
    from public.projects p cross join (values ('customer'), ('department'), ('class')) t (target) where p.company_id = me.company_id and p.archived_at is null
    union all
    select t.target, null, null, c.id, null, private.name_to_compare(c.name), null, c.code, c.external_id
    from public.cost_codes c cross join (values ('item'), ('class')) t (target) where c.company_id = me.company_id and c.active
    union all
    select 'payroll_item', null, null, null, h.kind, h.name, null, h.kind, null
    from (values ('REG', 'regular'), ('OT', 'overtime'), ('DT', 'double time'), ('PTO', 'pto'), ('PTO', 'vacation'), ('SICK', 'sick'), ('HOLIDAY', 'holiday'),
      ('BEREAVEMENT', 'bereavement'), ('JURY', 'jury duty')) h (kind, name)
  ), found as (
    select s.target, s.employee_id, s.project_id, s.cost_code_id, s.hours_kind, r.id as record_id,
      case when s.email = r.email then 1 when s.number = r.number or s.external_id in (r.number, r.external_id) then 2 else 3 end as rank
    from subjects s
    join records r on r.kind = any (private.accounting_kinds(s.target))
      -- Ids there are small numbers, which our own numbers equal by chance: only what is noted here as the id elsewhere counts as one.
      and (s.email = r.email or s.number = r.number or s.external_id in (r.number, r.external_id)
        or s.name in (r.name, r.turned_name, r.last_name)
        or s.target = 'payroll_item' and (r.name like '% ' || s.name or r.name like s.name || ' %' or r.name like '% ' || s.name || ' %'))
    where not exists (select from public.accounting_mappings m
      where m.company_id = me.company_id and m.connection_id = connection_id_param and m.target = s.target
        and (m.employee_id, m.project_id, m.cost_code_id, m.hours_kind) is not distinct from (s.employee_id, s.project_id, s.cost_code_id, s.hours_kind))
      and not (s.target = 'person' and exists (select from public.accounting_mappings m
        where m.company_id = me.company_id and m.record_id = r.id and m.target = 'person'))
  ), ranked as (
    -- Where two are equally good, a person decides: a guess would pay the wrong one.
    select f.*, count(*) over (partition by f.target, f.employee_id, f.project_id, f.cost_code_id, f.hours_kind, f.rank) as equals,
      min(f.rank) over (partition by f.target, f.employee_id, f.project_id, f.cost_code_id, f.hours_kind) as best,
      count(*) filter (where f.target = 'person') over (partition by f.record_id, f.rank) as claims
    from found f
  )
  select r.target, r.employee_id, r.project_id, r.cost_code_id, r.hours_kind, r.record_id,
    case r.rank when 1 then 'email' when 2 then 'number' else 'name' end
  from ranked r where r.rank = r.best and r.equals = 1 and (r.target <> 'person' or r.claims = 1)
  order by r.target, r.employee_id, r.project_id, r.cost_code_id, r.hours_kind;
end $$;
comment on function public.suggest_accounting_mappings(uuid) is 'Manager, owner: what is not mapped yet and has exactly one record with the same e-mail address, number or name there (reason). Only a suggestion: set_accounting_mapping takes it.';
grant execute on function public.suggest_accounting_mappings(uuid) to authenticated;

create or replace function private.name_to_compare(name_param text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(translate(lower(name_param), 'áàâäãåçéèêëíìîïñóòôöõúùûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy'), '[^a-z0-9]+', ' ', 'g'));
$$;
comment on function private.name_to_compare(text) is 'A name in small letters, without accents and punctuation.';
