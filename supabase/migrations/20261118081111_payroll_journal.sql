create table public.payroll_fact_differences (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  week_end date not null,
  source text not null,
  theirs jsonb not null,
  decision text,
  decided_by uuid,
  decided_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint payroll_fact_differences_pkey primary key (company_id, id),
  constraint payroll_fact_differences_once unique (company_id, employee_id, week_end),
  constraint payroll_fact_differences_source_known check (source in ('gusto', 'paychex', 'adp', 'quickbooks', 'sage', 'other')),
  constraint payroll_fact_differences_theirs_form check (jsonb_typeof(theirs) = 'object' and char_length(theirs::text) <= 6000),
  constraint payroll_fact_differences_no_nine_digits check (theirs::text !~ '(^|[^0-9])[0-9]{3}[^0-9A-Za-z]{0,3}[0-9]{2}[^0-9A-Za-z]{0,3}[0-9]{4}([^0-9]|$)'),
  constraint payroll_fact_differences_decided check (decision in ('keep') and decided_at is not null or decision is null and decided_at is null and decided_by is null),
  constraint payroll_fact_differences_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.payroll_fact_differences');
alter table public.file_templates add column purpose text default 'certified_payroll'::text not null;
alter table public.file_templates add constraint file_templates_purpose_known check (purpose = any (array['certified_payroll'::text, 'payroll'::text]));
