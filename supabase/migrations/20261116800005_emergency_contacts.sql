-- Whom to call when something happens to a person; on the roll call only where that person allows it.

create table public.emergency_contacts (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  name text not null constraint emergency_contacts_name_length check (char_length(btrim(name)) between 1 and 100),
  phone text not null constraint emergency_contacts_phone_length check (char_length(btrim(phone)) between 3 and 40),
  on_roll_call boolean not null default false,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint emergency_contacts_one_each unique (company_id, employee_id),
  constraint emergency_contacts_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade
);
comment on table public.emergency_contacts is 'Whom to call when something happens to a person. Kept by the person and the managers.';
comment on column public.emergency_contacts.on_roll_call is 'Whether foremen see it on the roll call of a site.';
alter table public.emergency_contacts enable row level security;
select private.refuse_non_finite('public.emergency_contacts');
grant select, insert, update, delete on public.emergency_contacts to authenticated;
grant select, insert, update, delete on public.emergency_contacts to service_role;
create trigger fill_company_id before insert on public.emergency_contacts for each row execute function private.fill_company_id('employees', 'employee_id');
create trigger keep_creator before insert or update on public.emergency_contacts for each row execute function private.keep_creator();
create trigger keep_identity before update on public.emergency_contacts for each row execute function private.keep_identity();
create trigger touch_updated_at before update on public.emergency_contacts for each row execute function private.touch_updated_at();
create trigger zz_record_change after insert or update or delete on public.emergency_contacts for each row execute function private.record_change();
do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.emergency_contacts;
  end if;
end $$;

create policy "People read their own emergency contact, managers all" on public.emergency_contacts
  for select to authenticated using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
create policy "People add their own emergency contact, managers any" on public.emergency_contacts
  for insert to authenticated with check (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
create policy "People change their own emergency contact, managers any" on public.emergency_contacts
  for update to authenticated using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())))
  with check (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
create policy "People delete their own emergency contact, managers any" on public.emergency_contacts
  for delete to authenticated using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

drop function public.on_site_now(uuid);
create function public.on_site_now(project_id_param uuid default null) returns table (employee_id uuid, first_name text, last_name text, job_title text,
  phone text, project_id uuid, project_name text, time_entry_id uuid, since timestamptz, status text, inside boolean, edge_m numeric,
  emergency_name text, emergency_phone text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_foreman();
begin
  return query
    select e.id, e.first_name, e.last_name, e.job_title, e.phone, t.project_id, p.name, t.id, t.clock_in,
      case when b.id is null then 'in' else 'break' end, l.inside, l.edge_m, k.name, k.phone
    from public.time_entries t
    join public.employees e on e.company_id = t.company_id and e.id = t.employee_id
    left join public.projects p on p.company_id = t.company_id and p.id = t.project_id
    left join public.time_entry_breaks b on b.company_id = t.company_id and b.time_entry_id = t.id and b.ended_at is null
    left join public.punch_locations l on l.company_id = t.company_id and l.time_entry_id = t.id and l.moment in ('in', 'switch')
    left join public.emergency_contacts k on k.company_id = t.company_id and k.employee_id = t.employee_id and k.on_roll_call
    where t.company_id = me.company_id and t.clock_out is null
      and (project_id_param is null or t.project_id = project_id_param)
      and (me.role <> 'foreman' or t.project_id is null or t.project_id not in (select private.projects_closed_to_me()))
    order by p.name nulls last, e.last_name, e.first_name, e.id;
end $$;
comment on function public.on_site_now(uuid) is 'Who is on the clock at a project, from punches and never from tracking; null is every project the caller may see. The emergency contact where the person allows it.';
revoke execute on function public.on_site_now(uuid) from public, anon;
grant execute on function public.on_site_now(uuid) to authenticated;
