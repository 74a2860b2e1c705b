-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table public.employee_rates (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  hourly_rate numeric(10,4) not null,
  effective_from date default '1970-01-01'::date not null,
  project_id uuid,
  cost_code_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint employee_rates_pkey primary key (company_id, id),
  constraint employee_rates_one_per_day unique nulls not distinct (company_id, employee_id, project_id, cost_code_id, effective_from),
  constraint employee_rates_not_negative check (hourly_rate >= 0::numeric),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_effective_from check (isfinite(effective_from)),
  constraint finite_hourly_rate check (hourly_rate > '-Infinity'::numeric and hourly_rate < 'Infinity'::numeric),
  constraint employee_rates_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id),
  constraint employee_rates_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint employee_rates_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
create index employee_rates_cost_code on public.employee_rates using btree (company_id, cost_code_id) where cost_code_id is not null;
create index employee_rates_project on public.employee_rates using btree (company_id, project_id) where project_id is not null;
comment on table public.employee_rates is 'Hourly base rate from a date on, in general or for a project or cost code. The newest effective_from not after the work date counts.';
alter table public.employee_rates enable row level security;
grant select, delete on table public.employee_rates to authenticated;
grant insert (company_id, id, employee_id, hourly_rate, effective_from, project_id, cost_code_id) on public.employee_rates to authenticated;
grant update (company_id, id, employee_id, hourly_rate, effective_from, project_id, cost_code_id) on public.employee_rates to authenticated;

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

create policy "Managers read rates, people their own unless the company hides " on public.employee_rates
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id()) and (select private.own_rate_visible())));

create or replace trigger fill_company_id before insert on public.employee_rates
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger keep_identity before update on public.employee_rates
  for each row execute function private.keep_identity();

create or replace trigger zz_record_change after insert or delete or update on public.employee_rates
  for each row execute function private.record_change();

create or replace function private.job_rate_e4(company_id_param uuid, employee_id_param uuid, project_id_param uuid, cost_code_id_param uuid, date_param date, prevailing_param boolean) returns integer
language sql stable parallel safe
begin atomic
 select
         case
             when job_rate_e4.prevailing_param then max(best.rate_e4)
             else (array_agg(best.rate_e4 order by best.elsewhere))[1]
         end as array_agg
    from ( select distinct on ((r.project_id is null)) (r.project_id is null) as elsewhere,
             ((r.hourly_rate * (10000)::numeric))::integer as rate_e4
            from public.employee_rates r
           where ((r.company_id = job_rate_e4.company_id_param) and (r.employee_id = job_rate_e4.employee_id_param) and ((r.project_id is null) or (r.project_id = job_rate_e4.project_id_param)) and ((r.cost_code_id is null) or (r.cost_code_id = job_rate_e4.cost_code_id_param)) and (r.effective_from <= job_rate_e4.date_param))
           order by (r.project_id is null), (r.cost_code_id is null), r.effective_from desc) best;
end;

create or replace function private.payroll_rates(company_id_param uuid) returns table(employee_id uuid, project_id uuid, cost_code_id uuid, rate_e4 integer, valid_from date, valid_to date)
language sql stable parallel safe
begin atomic
 select r.employee_id,
     r.project_id,
     r.cost_code_id,
     ((r.hourly_rate * (10000)::numeric))::integer as int4,
     r.effective_from,
     lead(r.effective_from, 1, 'infinity'::date) over (partition by r.employee_id, r.project_id, r.cost_code_id order by r.effective_from) as lead
    from public.employee_rates r
   where (r.company_id = payroll_rates.company_id_param);
end;
comment on function private.payroll_rates(uuid) is 'Rates as whole 1/10000 of a dollar, each from valid_from up to, not including, valid_to.';
