create table public.cost_codes (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  code text not null constraint cost_codes_code_length check (char_length(btrim(code)) between 1 and 40),
  name text not null constraint cost_codes_name_length check (char_length(btrim(name)) between 1 and 200),
  code_group text constraint cost_codes_group_length check (char_length(code_group) <= 100),
  unit text constraint cost_codes_unit_length check (char_length(unit) <= 20),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint cost_codes_code_once_per_company unique (company_id, code)
);

comment on table public.cost_codes is 'What kind of work an hour was; one with time is archived (active = false), never deleted.';
comment on column public.cost_codes.unit is 'Unit of measure of the installed work, e.g. SF, LF, HR.';

create table public.project_cost_codes (
  company_id uuid not null default private.my_company_id(),
  project_id uuid not null,
  cost_code_id uuid not null,
  primary key (company_id, project_id, cost_code_id),
  constraint project_cost_codes_project foreign key (company_id, project_id)
    references public.projects (company_id, id) on delete cascade,
  constraint project_cost_codes_cost_code foreign key (company_id, cost_code_id)
    references public.cost_codes (company_id, id) on delete cascade
);
create index project_cost_codes_by_code on public.project_cost_codes (company_id, cost_code_id);

comment on table public.project_cost_codes is 'If a project has rows here, only these codes may be booked on it.';

create trigger fill_company_id before insert on public.cost_codes
  for each row execute function private.fill_company_id();
create trigger keep_identity before update on public.cost_codes
  for each row execute function private.keep_identity();
create trigger touch_updated_at before update on public.cost_codes
  for each row execute function private.touch_updated_at();
create trigger fill_company_id before insert on public.project_cost_codes
  for each row execute function private.fill_company_id('projects', 'project_id');

alter table public.cost_codes enable row level security;
alter table public.project_cost_codes enable row level security;

create policy "Employees read the cost codes of their company" on public.cost_codes
  for select to authenticated using (company_id = (select private.my_company_id()));
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

create policy "Employees read which codes a project allows" on public.project_cost_codes
  for select to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or project_id not in (select private.projects_closed_to_me())));
create policy "Managers allow a code on a project" on public.project_cost_codes
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));
create policy "Managers withdraw a code from a project" on public.project_cost_codes
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

grant select, insert, update, delete on public.cost_codes to authenticated, service_role;
grant select, insert, delete on public.project_cost_codes to authenticated;
grant select, insert, update, delete on public.project_cost_codes to service_role;

-- A company that asks for a cost code on every entry must have one, or nobody could clock in.
create function private.keep_a_cost_code() returns trigger
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
comment on function private.keep_a_cost_code() is 'Refuses to require cost codes where none is in use, and to archive the last one where they are required.';

create trigger keep_a_cost_code after update on public.companies
  for each row when (new.cost_code_required and not old.cost_code_required) execute function private.keep_a_cost_code();
create trigger keep_a_cost_code after update or delete on public.cost_codes
  for each row execute function private.keep_a_cost_code();
