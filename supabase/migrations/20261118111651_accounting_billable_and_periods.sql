alter table public.accounting_activities add column bill_rate numeric(10,4);
alter table public.accounting_activities
  drop constraint accounting_activities_once,
  add constraint accounting_activities_once unique nulls not distinct (company_id, connection_id, work_date, person_id, customer_id, item_id, class_id, payroll_item_id, department_id, billable, bill_rate),
  add constraint accounting_activities_rate_billed check (bill_rate is null or billable and bill_rate > 0);
alter table public.accounting_connections add column login_renewed_at timestamptz;
alter type private.accounting_line add attribute billable boolean, add attribute bill_rate numeric;
alter type private.accounting_wish add attribute billable boolean, add attribute bill_rate numeric;

alter table public.payroll_facts add column period_start date;
alter table public.payroll_facts
  drop constraint payroll_facts_once,
  add constraint payroll_facts_once unique nulls not distinct (company_id, employee_id, week_end, period_start),
  add constraint payroll_facts_period_length check (week_end - period_start between 0 and 30);
alter table public.payroll_fact_differences add column period_start date;
alter table public.payroll_fact_differences
  drop constraint payroll_fact_differences_once,
  add constraint payroll_fact_differences_once unique nulls not distinct (company_id, employee_id, week_end, period_start);

select private.refuse_non_finite('public.accounting_activities');
select private.refuse_non_finite('public.accounting_connections');
select private.refuse_non_finite('public.payroll_fact_differences');
select private.refuse_non_finite('public.payroll_facts');

drop function if exists private.gross_of_weeks(uuid,date), private.journal_week(uuid,jsonb), private.compare_payroll_journal(uuid,text,jsonb),
  private.note_journal_difference(uuid,text,uuid,date,jsonb,boolean), public.payroll_facts_compared(date);
