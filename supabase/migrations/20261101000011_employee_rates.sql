create table public.employee_rates (
  company_id uuid not null default private.my_company_id(),
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  hourly_rate numeric(10, 4) not null constraint employee_rates_not_negative check (hourly_rate >= 0),
  effective_from date not null default '1970-01-01',
  project_id uuid,
  cost_code_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint employee_rates_employee foreign key (company_id, employee_id)
    references public.employees (company_id, id) on delete cascade,
  constraint employee_rates_project foreign key (company_id, project_id)
    references public.projects (company_id, id),
  constraint employee_rates_cost_code foreign key (company_id, cost_code_id)
    references public.cost_codes (company_id, id),
  constraint employee_rates_one_per_day unique nulls not distinct
    (company_id, employee_id, project_id, cost_code_id, effective_from)
);
create index employee_rates_project on public.employee_rates (company_id, project_id) where project_id is not null;
create index employee_rates_cost_code on public.employee_rates (company_id, cost_code_id) where cost_code_id is not null;

comment on table public.employee_rates is 'Hourly base rate from a date on, in general or for a project or cost code. The newest effective_from not after the work date counts.';

create trigger fill_company_id before insert on public.employee_rates
  for each row execute function private.fill_company_id('employees', 'employee_id');
create trigger keep_identity before update on public.employee_rates
  for each row execute function private.keep_identity();

create function private.own_rate_visible() returns boolean
language plpgsql stable parallel safe security definer set search_path = '' as $$
begin
  return coalesce((select c.own_rate_visible from public.companies c where c.id = private.my_company_id()), false);
end $$;
revoke all on function private.own_rate_visible() from public;
grant execute on function private.own_rate_visible() to authenticated, service_role;

alter table public.employee_rates enable row level security;

create policy "Managers read rates, people their own unless the company hides it" on public.employee_rates
  for select to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager())
      or (employee_id = (select private.my_employee_id()) and (select private.own_rate_visible()))));
create policy "Managers add rates" on public.employee_rates
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));
create policy "Managers change rates" on public.employee_rates
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));
create policy "Managers delete rates" on public.employee_rates
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

grant select, delete on public.employee_rates to authenticated;
grant insert (id, company_id, employee_id, hourly_rate, effective_from, project_id, cost_code_id)
  on public.employee_rates to authenticated;
grant update (id, company_id, employee_id, hourly_rate, effective_from, project_id, cost_code_id)
  on public.employee_rates to authenticated;
grant select, insert, update, delete on public.employee_rates to service_role;
