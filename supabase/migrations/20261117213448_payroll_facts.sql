create table public.payroll_worker_ids (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  source text not null,
  worker_key text not null,
  employee_id uuid not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint payroll_worker_ids_pkey primary key (company_id, id),
  constraint payroll_worker_ids_once unique (company_id, source, worker_key),
  constraint payroll_worker_ids_key_length check (char_length(btrim(worker_key)) >= 1 and char_length(worker_key) <= 120),
  constraint payroll_worker_ids_no_nine_digits check (worker_key !~ '(^|[^0-9])[0-9]{3}[^0-9A-Za-z]{0,3}[0-9]{2}[^0-9A-Za-z]{0,3}[0-9]{4}([^0-9]|$)'),
  constraint payroll_worker_ids_source_known check (source in ('gusto', 'paychex', 'adp', 'quickbooks', 'sage', 'other')),
  constraint payroll_worker_ids_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.payroll_worker_ids');
create index payroll_worker_ids_by_employee on public.payroll_worker_ids (company_id, employee_id);
alter table public.payroll_facts add column reimbursement numeric(12,2);
alter table public.identity_views add constraint identity_views_no_nine_digits check (purpose !~ '(^|[^0-9])[0-9]{3}[^0-9A-Za-z]{0,3}[0-9]{2}[^0-9A-Za-z]{0,3}[0-9]{4}([^0-9]|$)'::text);
alter table public.imports add constraint imports_no_nine_digits check (list <> 'payroll_facts'::text or file_name !~ '(^|[^0-9])[0-9]{3}[^0-9A-Za-z]{0,3}[0-9]{2}[^0-9A-Za-z]{0,3}[0-9]{4}([^0-9]|$)'::text and mapping::text !~ '(^|[^0-9])[0-9]{3}[^0-9A-Za-z]{0,3}[0-9]{2}[^0-9A-Za-z]{0,3}[0-9]{4}([^0-9]|$)'::text);
alter table public.payroll_facts add constraint payroll_facts_no_nine_digits check (check_number !~ '(^|[^0-9])[0-9]{3}[^0-9A-Za-z]{0,3}[0-9]{2}[^0-9A-Za-z]{0,3}[0-9]{4}([^0-9]|$)'::text and other::text !~ '(^|[^0-9])[0-9]{3}[^0-9A-Za-z]{0,3}[0-9]{2}[^0-9A-Za-z]{0,3}[0-9]{4}([^0-9]|$)'::text);
alter table public.payroll_facts add constraint payroll_facts_reimbursement_not_negative check (reimbursement >= 0::numeric);
select private.refuse_non_finite('public.payroll_facts');
