create table public.payroll_lines (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  pay_period_id uuid not null,
  employee_id uuid not null,
  work_date date not null,
  project_id uuid,
  cost_code_id uuid,
  classification text,
  rate numeric(10, 4),
  multiplier numeric not null,
  pay_code text not null,
  minutes integer not null,
  straight_cents bigint not null,
  premium_cents bigint not null,
  total_cents bigint not null,
  rule text not null,
  certified boolean not null default false,
  primary key (company_id, id),
  constraint payroll_lines_pay_period foreign key (company_id, pay_period_id)
    references public.pay_periods (company_id, id) on delete cascade,
  constraint payroll_lines_employee foreign key (company_id, employee_id)
    references public.employees (company_id, id),
  constraint payroll_lines_project foreign key (company_id, project_id)
    references public.projects (company_id, id),
  constraint payroll_lines_cost_code foreign key (company_id, cost_code_id)
    references public.cost_codes (company_id, id),
  constraint payroll_lines_total_adds_up check (total_cents = straight_cents + premium_cents)
);
create index payroll_lines_by_period on public.payroll_lines (company_id, pay_period_id, employee_id, work_date);
create index payroll_lines_by_employee on public.payroll_lines (company_id, employee_id, work_date);
create index payroll_lines_project on public.payroll_lines (company_id, project_id) where project_id is not null;
create index payroll_lines_cost_code on public.payroll_lines (company_id, cost_code_id) where cost_code_id is not null;

comment on table public.payroll_lines is 'Payroll of a locked period as it was when locked: integer minutes and cents, with the rule that produced each line.';
comment on column public.payroll_lines.rule is 'Why this multiplier: e.g. weekly_over_40, daily_over_8, seventh_day.';

alter table public.payroll_lines enable row level security;

create policy "Managers read the payroll of their company, others their own" on public.payroll_lines
  for select to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager())
      or (employee_id = (select private.my_employee_id()) and (select private.own_rate_visible()))));

grant select on public.payroll_lines to authenticated;
grant select, insert, update, delete on public.payroll_lines to service_role;
