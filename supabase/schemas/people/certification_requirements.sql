create table public.certification_requirements (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  type_id uuid not null,
  role text,
  project_id uuid,
  class_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  equipment_id uuid,
  needs_proof boolean default false not null,
  blocks_clock boolean default false not null,
  constraint certification_requirements_pkey primary key (company_id, id),
  constraint certification_requirements_once unique nulls not distinct (company_id, type_id, role, project_id, class_id, equipment_id),
  constraint certification_requirements_one_target check (num_nonnulls(role, project_id, class_id, equipment_id) <= 1),
  constraint certification_requirements_role_known check (role in ('owner', 'manager', 'foreman', 'employee')),
  constraint certification_requirements_class foreign key (company_id, class_id) references public.equipment_classes(company_id, id) on delete cascade,
  constraint certification_requirements_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint certification_requirements_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id) on delete cascade,
  constraint certification_requirements_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade,
  constraint certification_requirements_type foreign key (company_id, type_id) references public.certification_types(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.certification_requirements');
create index certification_requirements_by_class on public.certification_requirements (company_id, class_id) where class_id is not null;
create index certification_requirements_by_equipment on public.certification_requirements (company_id, equipment_id) where equipment_id is not null;
create index certification_requirements_by_project on public.certification_requirements (company_id, project_id) where project_id is not null;
comment on table public.certification_requirements is 'Who needs which certificate: a role, whoever works on a project (and its phases), whoever runs machines of a class or one machine; with none of these everyone. It warns; the clock is stopped only where an owner said so.';
comment on column public.certification_requirements.class_id is 'The class of machines whose operators need it.';
comment on column public.certification_requirements.needs_proof is 'A certificate counts only with a photo or file of it that nobody found unreadable.';
comment on column public.certification_requirements.blocks_clock is 'Without it the clock does not start on such work. Only owners decide.';
alter table public.certification_requirements enable row level security;
alter publication supabase_realtime add table public.certification_requirements;
grant select, insert, update, delete on table public.certification_requirements to authenticated;

create policy "Employees read what certificates are required" on public.certification_requirements
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Managers add required certificates" on public.certification_requirements
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change required certificates" on public.certification_requirements
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete required certificates" on public.certification_requirements
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger check_block before insert or delete or update on public.certification_requirements
  for each row execute function private.check_certificate_block();

create or replace function private.check_certificate_block() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Deeper: a project or machine that goes takes along what it required.
  if (tg_op <> 'INSERT' and old.blocks_clock or tg_op <> 'DELETE' and new.blocks_clock)
    and pg_trigger_depth() = 1 and not (private.is_owner() or private.is_system()) then
    raise exception using errcode = '42501', hint = 'block_owners_only', message = 'Only owners decide which certificates stop the clock.';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function private.check_certificate_block() is 'What stops the clock is added, changed and taken away by owners.';

create or replace trigger fill_company_id before insert on public.certification_requirements
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.certification_requirements
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.certification_requirements
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.certification_requirements
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.certification_requirements
  for each row execute function private.record_change();

create or replace function private.lacks_certificate(company_id_param uuid, employee_id_param uuid, type_id_param uuid, work_date_param date, needs_proof_param boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.certifications k
    where k.company_id = company_id_param and k.employee_id = employee_id_param and k.type_id = type_id_param
      and (k.expires_on is null or k.expires_on >= work_date_param) and (k.issued_on is null or k.issued_on <= work_date_param)
      and (not needs_proof_param or private.has_proof(k.company_id, k.id)));
$$;
comment on function private.lacks_certificate(uuid,uuid,uuid,date,boolean) is 'Whether a person has no certificate of this kind that counts on this day; where proof is needed, none with one.';

create or replace function private.required_of_shifts(company_id_param uuid, start_date_param date, end_date_param date) returns table(employee_id uuid, shift_id uuid, work_date date, type_id uuid, project_id uuid, needs_proof boolean, blocks_clock boolean)
language sql stable security definer set search_path = '' as $$
  select s.employee_id, s.id, s.work_date, r.type_id, s.project_id, bool_or(r.needs_proof), bool_or(r.blocks_clock)
  from public.shifts s
  join public.employees e on e.company_id = s.company_id and e.id = s.employee_id and e.active
  left join public.equipment q on q.company_id = s.company_id and q.id = s.equipment_id
  join public.certification_requirements r on r.company_id = s.company_id
  join public.certification_types t on t.company_id = r.company_id and t.id = r.type_id and t.active
  where s.company_id = company_id_param and s.work_date between start_date_param and end_date_param and not s.cancelled
    and (num_nonnulls(r.role, r.project_id, r.class_id, r.equipment_id) = 0 or r.role = e.role or r.class_id = q.class_id or r.equipment_id = s.equipment_id
      or r.project_id in (select private.project_line(s.project_id, s.company_id)))
  group by s.company_id, s.employee_id, s.id, s.work_date, r.type_id, s.project_id;
$$;
comment on function private.required_of_shifts(uuid,date,date) is 'Kinds of certificates that shifts need, by what their people, projects and machines require.';

create or replace function private.lacking_to_clock(entry public.time_entries) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Of nearly every company this one look is all that a punch costs.
  if not exists (select from public.certification_requirements r where r.company_id = entry.company_id and r.blocks_clock) then
    return null;
  end if;
  return (
    select array_agg(distinct t.name order by t.name)
    from public.certification_requirements r
    join public.certification_types t on t.company_id = r.company_id and t.id = r.type_id and t.active
    join public.employees e on e.company_id = r.company_id and e.id = entry.employee_id
    left join public.equipment q on q.company_id = r.company_id and q.id = entry.equipment_id
    where r.company_id = entry.company_id and r.blocks_clock
      -- Managers and owners could let themselves through, as with every rule of the clock.
      and e.role not in ('owner', 'manager')
      and (num_nonnulls(r.role, r.project_id, r.class_id, r.equipment_id) = 0 or r.role = e.role or r.class_id = q.class_id or r.equipment_id = entry.equipment_id
        or r.project_id in (select private.project_line(entry.project_id, entry.company_id)))
      and private.lacks_certificate(r.company_id, e.id, r.type_id, entry.work_date, r.needs_proof));
end $$;
comment on function private.lacking_to_clock(public.time_entries) is 'Names of certificates without which an owner lets nobody clock into this work, and the person does not have; null: the clock may start. The entry need not be stored yet.';

create or replace function private.note_uncertified(entry public.time_entries, reason_param text default null::text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.lacking_to_clock(entry) is not null then
    perform private.note_clock_rule(entry, 'certificate', case when reason_param is null then 'flagged' else 'overridden' end, reason_param);
  end if;
end $$;
comment on function private.note_uncertified(public.time_entries,text) is 'Time that was started without a certificate that stops the clock becomes an item to verify; it counts.';

create or replace function private.require_certified(person public.employees, project_id_param uuid, equipment_id_param uuid, moment_param timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  is_manager constant boolean := private.is_manager();
  entry public.time_entries;
  certificates text[];
  named text;
begin
  if is_manager and private.change_reason() is not null then
    return;
  end if;
  entry.company_id := person.company_id;
  entry.employee_id := person.id;
  entry.project_id := project_id_param;
  entry.equipment_id := equipment_id_param;
  entry.work_date := (moment_param at time zone private.zone_of(person.company_id, project_id_param))::date;
  certificates := private.lacking_to_clock(entry);
  if certificates is not null then
    named := format('%s has no valid %s, which this work requires.', private.person_name(person.company_id, person.id), array_to_string(certificates, ', '));
    raise exception using errcode = 'P0001', hint = case when is_manager then 'clock_rule_reason_required' else 'clock_rule_certificate' end,
      detail = jsonb_build_object('rule', 'certificate', 'certificates', certificates,
        'contacts', case when not is_manager then private.managers_to_call(person.company_id, person.id) end)::text,
      message = named || case when is_manager then ' Say why you start their clock all the same.' else ' Call the office.' end;
  end if;
end $$;
comment on function private.require_certified(public.employees,uuid,uuid,timestamptz) is 'Somebody of a crew starts only with the certificates of the work. A manager may say why they start all the same; a foreman may not.';

create or replace function public.missing_certificates() returns table(employee_id uuid, employee_name text, type_id uuid, type_name text, state text, expires_on date, work_date date, project_name text, blocks_clock boolean, proof text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
  today date := private.company_today(me.company_id);
begin
  if not exists (select from public.certification_requirements r where r.company_id = me.company_id) then
    return;
  end if;
  return query
    with people as materialized (
      select me.id as id union select c from private.my_crew() c where me.role <> 'employee'
    ), needed as (
      select e.id as employee_id, r.type_id, null::date as work_date, null::uuid as project_id, r.needs_proof, r.blocks_clock
      from people p join public.employees e on e.company_id = me.company_id and e.id = p.id and e.active
      join public.certification_requirements r on r.company_id = me.company_id
        and (r.role = e.role or num_nonnulls(r.role, r.project_id, r.class_id, r.equipment_id) = 0)
      join public.certification_types t on t.company_id = r.company_id and t.id = r.type_id and t.active
      union all
      select s.employee_id, s.type_id, s.work_date, s.project_id, s.needs_proof, s.blocks_clock
      from private.required_of_shifts(me.company_id, today, today + 7) s join people p on p.id = s.employee_id
      join public.shifts f on f.company_id = me.company_id and f.id = s.shift_id and f.status = 'published'
    ), first_needed as (
      select n.employee_id, n.type_id, min(n.work_date) as work_date, (array_agg(n.project_id order by n.work_date nulls last, n.project_id))[1] as project_id,
        bool_or(n.needs_proof) as needs_proof, bool_or(n.blocks_clock) as blocks_clock
      from needed n group by n.employee_id, n.type_id
    ), held as (
      select c.employee_id, c.type_id, bool_or(c.expires_on is null) as lasts, max(c.expires_on) as expires_on
      from public.certifications c where c.company_id = me.company_id group by 1, 2
    ), judged as (
      select n.*, t.name as type_name, h.expires_on,
        case when h.type_id is null then 'missing'
          when not h.lasts and h.expires_on < coalesce(n.work_date, today) then 'expired'
          when n.needs_proof and private.lacks_certificate(me.company_id, n.employee_id, n.type_id, coalesce(n.work_date, today), true) then 'no_proof'
          when not h.lasts and h.expires_on - t.warn_days < coalesce(n.work_date, today) then 'expiring' end as state
      from first_needed n
      join public.certification_types t on t.company_id = me.company_id and t.id = n.type_id
      left join held h on h.employee_id = n.employee_id and h.type_id = n.type_id
    )
    select j.employee_id, private.person_name(me.company_id, j.employee_id), j.type_id, j.type_name, j.state, j.expires_on, j.work_date, p.name,
      j.blocks_clock, private.proof_state(me.company_id, j.employee_id, j.type_id)
    from judged j
    left join public.projects p on p.company_id = me.company_id and p.id = j.project_id
    where j.state is not null
    order by j.employee_id <> me.id, 2, j.type_name;
end $$;
comment on function public.missing_certificates() is 'Everyone for themselves, foremen also for whom they may clock, managers for all: required certificates that are missing, expired, without proof or end soon, by role, for everyone, and by the published shifts of the next week (work_date, project); whether the clock is stopped without it, and the state of the last proof (waiting, readable, unreadable).';
grant execute on function public.missing_certificates() to authenticated;
