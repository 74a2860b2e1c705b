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
  constraint certification_requirements_pkey primary key (company_id, id),
  constraint certification_requirements_once unique nulls not distinct (company_id, type_id, role, project_id, class_id),
  constraint certification_requirements_one_target check (num_nonnulls(role, project_id, class_id) <= 1),
  constraint certification_requirements_role_known check (role in ('owner', 'manager', 'foreman', 'employee')),
  constraint certification_requirements_class foreign key (company_id, class_id) references public.equipment_classes(company_id, id) on delete cascade,
  constraint certification_requirements_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint certification_requirements_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade,
  constraint certification_requirements_type foreign key (company_id, type_id) references public.certification_types(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.certification_requirements');
create index certification_requirements_by_class on public.certification_requirements (company_id, class_id) where class_id is not null;
create index certification_requirements_by_project on public.certification_requirements (company_id, project_id) where project_id is not null;
comment on table public.certification_requirements is 'Who needs which certificate: a role, whoever works on a project (and its phases), whoever runs machines of a class; with none of the three everyone. It warns; nothing is refused.';
comment on column public.certification_requirements.class_id is 'The class of machines whose operators need it.';
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

create or replace function private.lacks_certificate(company_id_param uuid, employee_id_param uuid, type_id_param uuid, work_date_param date) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.certifications k
    where k.company_id = company_id_param and k.employee_id = employee_id_param and k.type_id = type_id_param
      and (k.expires_on is null or k.expires_on >= work_date_param) and (k.issued_on is null or k.issued_on <= work_date_param));
$$;
comment on function private.lacks_certificate(uuid,uuid,uuid,date) is 'Whether a person has no certificate of this kind that counts on this day.';

create or replace function private.required_of_shifts(company_id_param uuid, start_date_param date, end_date_param date) returns table(employee_id uuid, shift_id uuid, work_date date, type_id uuid, project_id uuid)
language sql stable security definer set search_path = '' as $$
  select distinct s.employee_id, s.id, s.work_date, r.type_id, s.project_id
  from public.shifts s
  join public.employees e on e.company_id = s.company_id and e.id = s.employee_id and e.active
  left join public.equipment q on q.company_id = s.company_id and q.id = s.equipment_id
  join public.certification_requirements r on r.company_id = s.company_id
  join public.certification_types t on t.company_id = r.company_id and t.id = r.type_id and t.active
  where s.company_id = company_id_param and s.work_date between start_date_param and end_date_param and not s.cancelled
    and (num_nonnulls(r.role, r.project_id, r.class_id) = 0 or r.role = e.role or r.class_id = q.class_id
      or r.project_id in (select private.project_line(s.project_id, s.company_id)));
$$;
comment on function private.required_of_shifts(uuid,date,date) is 'Kinds of certificates that shifts need, by what their people, projects and machines require.';

create or replace function public.missing_certificates() returns table(employee_id uuid, employee_name text, type_id uuid, type_name text, state text, expires_on date, work_date date, project_name text)
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
      select e.id as employee_id, r.type_id, null::date as work_date, null::uuid as project_id
      from people p join public.employees e on e.company_id = me.company_id and e.id = p.id and e.active
      join public.certification_requirements r on r.company_id = me.company_id
        and (r.role = e.role or num_nonnulls(r.role, r.project_id, r.class_id) = 0)
      join public.certification_types t on t.company_id = r.company_id and t.id = r.type_id and t.active
      union all
      select s.employee_id, s.type_id, s.work_date, s.project_id
      from private.required_of_shifts(me.company_id, today, today + 7) s join people p on p.id = s.employee_id
      join public.shifts f on f.company_id = me.company_id and f.id = s.shift_id and f.status = 'published'
    ), first_needed as (
      select distinct on (n.employee_id, n.type_id) n.* from needed n order by n.employee_id, n.type_id, n.work_date nulls last, n.project_id
    ), held as (
      select c.employee_id, c.type_id, bool_or(c.expires_on is null) as lasts, max(c.expires_on) as expires_on
      from public.certifications c where c.company_id = me.company_id group by 1, 2
    )
    select n.employee_id, private.person_name(me.company_id, n.employee_id), n.type_id, t.name,
      case when h.type_id is null then 'missing' when h.expires_on < coalesce(n.work_date, today) then 'expired' else 'expiring' end,
      h.expires_on, n.work_date, p.name
    from first_needed n
    join public.certification_types t on t.company_id = me.company_id and t.id = n.type_id
    left join held h on h.employee_id = n.employee_id and h.type_id = n.type_id
    left join public.projects p on p.company_id = me.company_id and p.id = n.project_id
    where h.type_id is null or not h.lasts and h.expires_on - t.warn_days < coalesce(n.work_date, today)
    order by n.employee_id <> me.id, 2, t.name;
end $$;
comment on function public.missing_certificates() is 'Everyone for themselves, foremen also for whom they may clock, managers for all: required certificates that are missing, expired or end soon, by role, for everyone, and by the published shifts of the next week (work_date, project).';
grant execute on function public.missing_certificates() to authenticated;
