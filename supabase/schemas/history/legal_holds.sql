create table public.legal_holds (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid,
  project_id uuid,
  reason text not null,
  released_at timestamptz,
  released_by uuid,
  release_reason text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint legal_holds_pkey primary key (company_id, id),
  constraint legal_holds_one_subject check ((employee_id is null) <> (project_id is null)),
  constraint legal_holds_reason_length check (char_length(btrim(reason)) between 3 and 500 and char_length(release_reason) <= 500),
  constraint legal_holds_released check ((released_at is null) = (release_reason is null)),
  constraint legal_holds_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint legal_holds_project foreign key (company_id, project_id) references public.projects(company_id, id),
  constraint legal_holds_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.legal_holds');
create index legal_holds_open on public.legal_holds (company_id) where released_at is null;
comment on table public.legal_holds is 'While one is open nothing of this person or project is deleted by retention: who said so, why and when.';
alter table public.legal_holds enable row level security;
grant select on table public.legal_holds to authenticated;
grant insert (company_id, employee_id, project_id, reason) on table public.legal_holds to authenticated;

create policy "Managers read legal holds" on public.legal_holds
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Owners place legal holds" on public.legal_holds
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_owner()));

create or replace trigger fill_company_id before insert on public.legal_holds
  for each row execute function private.fill_company_id();

create or replace trigger keep_identity before update on public.legal_holds
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.legal_holds
  for each row execute function private.record_change();

create or replace function public.release_legal_hold(id_param uuid, reason_param text) returns public.legal_holds
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_owner();
  hold public.legal_holds;
begin
  if coalesce(btrim(reason_param), '') = '' then
    raise exception using errcode = 'P0001', hint = 'reason_required', message = 'Say why the hold is released.';
  end if;
  update public.legal_holds h set released_at = now(), released_by = auth.uid(), release_reason = left(btrim(reason_param), 500)
    where h.company_id = company and h.id = id_param and h.released_at is null returning * into hold;
  if hold.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This hold was not found.';
  end if;
  return hold;
end $$;
comment on function public.release_legal_hold(uuid,text) is 'Owners: ends a legal hold, with a reason. It stays in the list.';
grant execute on function public.release_legal_hold(uuid,text) to authenticated;

create or replace function private.is_held(company_id_param uuid, employee_id_param uuid, project_id_param text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.legal_holds h where h.company_id = company_id_param and h.released_at is null
    and (h.employee_id = employee_id_param or h.project_id::text = project_id_param
      or h.project_id in (select private.project_line(case when pg_input_is_valid(project_id_param, 'uuid') then project_id_param::uuid end, company_id_param))));
$$;
comment on function private.is_held(uuid,uuid,text) is 'Whether a legal hold is on this person, this project or one it is a phase of.';
