create table public.bill_rates (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid,
  classification_id uuid,
  trade text,
  equipment_class_id uuid,
  project_id uuid,
  rate numeric(10,4) not null,
  overtime_rate numeric(10,4),
  from_date date default '1970-01-01'::date not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint bill_rates_pkey primary key (company_id, id),
  constraint bill_rates_one_per_day unique nulls not distinct (company_id, employee_id, classification_id, trade, equipment_class_id, project_id, from_date),
  constraint bill_rates_one_target check (num_nonnulls(employee_id, classification_id, trade, equipment_class_id) = 1),
  constraint bill_rates_rate_range check (rate > 0 and rate <= 100000),
  constraint bill_rates_overtime_range check (overtime_rate > 0 and overtime_rate <= 100000),
  constraint bill_rates_overtime_of_people check (overtime_rate is null or equipment_class_id is null),
  constraint bill_rates_trade_length check (char_length(btrim(trade)) >= 1 and char_length(trade) <= 100),
  constraint bill_rates_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint bill_rates_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint bill_rates_classification foreign key (company_id, classification_id) references public.work_classifications(company_id, id) on delete cascade,
  constraint bill_rates_equipment_class foreign key (company_id, equipment_class_id) references public.equipment_classes(company_id, id) on delete cascade,
  constraint bill_rates_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.bill_rates');
create index bill_rates_by_classification on public.bill_rates (company_id, classification_id) where classification_id is not null;
create index bill_rates_by_equipment_class on public.bill_rates (company_id, equipment_class_id) where equipment_class_id is not null;
create index bill_rates_by_project on public.bill_rates (company_id, project_id) where project_id is not null;
create table public.billing_terms (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid,
  labor_markup numeric(6,3),
  equipment_markup numeric(6,3),
  material_markup numeric(6,3),
  other_markup numeric(6,3),
  tax_percent numeric(6,3),
  bills_time boolean default false not null,
  payment_days integer,
  first_invoice_number integer,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint billing_terms_pkey primary key (company_id, id),
  constraint billing_terms_once unique nulls not distinct (company_id, project_id),
  constraint billing_terms_markup_range check (labor_markup between 0 and 300 and equipment_markup between 0 and 300 and material_markup between 0 and 300 and other_markup between 0 and 300),
  constraint billing_terms_tax_range check (tax_percent between 0 and 50),
  constraint billing_terms_payment_days_range check (payment_days between 0 and 365),
  constraint billing_terms_first_number_range check (first_invoice_number between 1 and 100000000),
  constraint billing_terms_company_parts check (project_id is null or first_invoice_number is null),
  constraint billing_terms_project_parts check (project_id is not null or not bills_time),
  constraint billing_terms_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint billing_terms_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.billing_terms');
-- Changed in the files; write how: table private.message_links
--   from 
--   to alter table private.message_links enable row level security;
-- Changed in the files; write how: table private.notification_deliveries
--   from 
--   to alter table private.notification_deliveries enable row level security;
-- Changed in the files; write how: table private.notification_dispatches
--   from 
--   to alter table private.notification_dispatches enable row level security;
-- Changed in the files; write how: table private.notification_occasions
--   from 
--   to alter table private.notification_occasions enable row level security;
-- Changed in the files; write how: table private.schedule_changes
--   from 
--   to alter table private.schedule_changes enable row level security;
-- Changed in the files; write how: table private.shift_messages
--   from 
--   to alter table private.shift_messages enable row level security;
-- Changed in the files; write how: table private.text_messages
--   from 
--   to alter table private.text_messages enable row level security;
-- Changed in the files; write how: table private.text_months
--   from 
--   to alter table private.text_months enable row level security;
-- Changed in the files; write how: table private.text_numbers
--   from 
--   to alter table private.text_numbers enable row level security;
-- Changed in the files; write how: table private.time_edits
--   from 
--   to alter table private.time_edits enable row level security;
-- Changed in the files; write how: table public.apprenticeship_programs
--   from 
--   to alter table public.apprenticeship_programs enable row level security;
-- Changed in the files; write how: table public.apprenticeships
--   from 
--   to alter table public.apprenticeships enable row level security;
-- Changed in the files; write how: table public.clock_rule_exceptions
--   from 
--   to alter table public.clock_rule_exceptions enable row level security;
-- Changed in the files; write how: table public.clock_rule_members
--   from 
--   to alter table public.clock_rule_members enable row level security;
-- Changed in the files; write how: table public.clock_stops
--   from 
--   to alter table public.clock_stops enable row level security;
-- Changed in the files; write how: table public.company_notification_rules
--   from 
--   to alter table public.company_notification_rules enable row level security;
-- Changed in the files; write how: table public.cost_code_classifications
--   from 
--   to alter table public.cost_code_classifications enable row level security;
-- Changed in the files; write how: table public.employee_classifications
--   from 
--   to alter table public.employee_classifications enable row level security;
-- Changed in the files; write how: table public.employee_fringe_plans
--   from 
--   to alter table public.employee_fringe_plans enable row level security;
-- Changed in the files; write how: table public.employee_identities
--   from 
--   to alter table public.employee_identities enable row level security;
-- Changed in the files; write how: table public.forgotten_punches
--   from 
--   to alter table public.forgotten_punches enable row level security;
-- Changed in the files; write how: table public.fringe_plans
--   from 
--   to alter table public.fringe_plans enable row level security;
-- Changed in the files; write how: table public.identity_views
--   from 
--   to alter table public.identity_views enable row level security;
-- Changed in the files; write how: table public.labor_demands
--   from 
--   to alter table public.labor_demands enable row level security;
-- Changed in the files; write how: table public.notification_choices
--   from 
--   to alter table public.notification_choices enable row level security;
-- Changed in the files; write how: table public.notifications
--   from 
--   to alter table public.notifications enable row level security;
-- Changed in the files; write how: table public.notifications_sent
--   from 
--   to alter table public.notifications_sent enable row level security;
-- Changed in the files; write how: table public.payroll_facts
--   from 
--   to alter table public.payroll_facts enable row level security;
-- Changed in the files; write how: table public.payroll_worker_ids
--   from 
--   to alter table public.payroll_worker_ids enable row level security;
-- Changed in the files; write how: table public.public_contracts
--   from 
--   to alter table public.public_contracts enable row level security;
-- Changed in the files; write how: table public.push_subscriptions
--   from 
--   to alter table public.push_subscriptions enable row level security;
-- Changed in the files; write how: table public.quiet_hours
--   from 
--   to alter table public.quiet_hours enable row level security;
-- Changed in the files; write how: table public.restitutions
--   from 
--   to alter table public.restitutions enable row level security;
-- Changed in the files; write how: table public.text_consents
--   from 
--   to alter table public.text_consents enable row level security;
-- Changed in the files; write how: table public.text_settings
--   from 
--   to alter table public.text_settings enable row level security;
-- Changed in the files; write how: table public.verification_questions
--   from 
--   to alter table public.verification_questions enable row level security;
-- Changed in the files; write how: table public.wage_determinations
--   from 
--   to alter table public.wage_determinations enable row level security;
-- Changed in the files; write how: table public.work_classifications
--   from 
--   to alter table public.work_classifications enable row level security;
