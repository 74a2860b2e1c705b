-- Lines of pay name the class of public work and why its rate is what it is. Lines that are cached or locked stay as they are:
-- they are of work without a contract, and have neither.
alter type private.pay_names add attribute classes uuid[];
alter type private.pay_punch add attribute classification_id uuid;
alter type private.pay_line add attribute classification_id uuid, add attribute rate_reason text;
alter type private.computed_line add attribute classification_id uuid, add attribute rate_reason text;

alter table public.payroll_lines
  add column classification_id uuid,
  add column rate_reason text,
  add constraint payroll_lines_rate_reason_known check (rate_reason in ('own', 'determination', 'topped_up', 'apprentice', 'over_ratio')),
  add constraint payroll_lines_classification foreign key (company_id, classification_id) references public.work_classifications(company_id, id);
create index payroll_lines_classification on public.payroll_lines (company_id, classification_id) where classification_id is not null;
