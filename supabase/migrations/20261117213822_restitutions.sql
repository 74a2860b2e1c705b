create table public.restitutions (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  project_id uuid not null,
  week_end date not null,
  base_cents bigint not null,
  fringe_cents bigint not null,
  premium_cents bigint not null,
  amount_cents bigint generated always as (base_cents + fringe_cents + premium_cents) stored,
  due_cents bigint not null,
  paid_cents bigint not null,
  basis jsonb not null,
  reason text not null,
  post_date date not null,
  paid_on date,
  payment_reference text,
  payment_recorded_by uuid,
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  withdrawn_reason text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint restitutions_pkey primary key (company_id, id),
  constraint restitutions_parts check (base_cents >= 0 and fringe_cents >= 0 and premium_cents >= 0 and base_cents + fringe_cents + premium_cents > 0),
  constraint restitutions_text_length check (char_length(btrim(reason)) >= 1 and char_length(reason) <= 500 and char_length(payment_reference) <= 100 and char_length(withdrawn_reason) <= 500),
  constraint restitutions_basis_list check (jsonb_typeof(basis) = 'array'),
  constraint restitutions_paid_after_decision check (paid_on is null or withdrawn_at is null),
  constraint restitutions_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint restitutions_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.restitutions');
create index restitutions_by_week on public.restitutions (company_id, week_end);
create index restitutions_by_person on public.restitutions (company_id, employee_id, week_end);
create index restitutions_by_project on public.restitutions (company_id, project_id, week_end);
alter table public.pay_items add column restitution_id uuid;
alter table public.pay_items add constraint pay_items_restitution
  foreign key (company_id, restitution_id) references public.restitutions(company_id, id);
create index pay_items_by_restitution on public.pay_items using btree (company_id, restitution_id) where restitution_id is not null;
create type private.certified_line as (
  row_number integer,
  entry integer,
  employee_id uuid,
  work_date date,
  week_start date,
  cost_code_id uuid,
  pay_code text,
  rate_e4 integer,
  multiplier numeric,
  minutes integer,
  straight_cents bigint,
  premium_cents bigint,
  rule text,
  rate_reason text,
  line_id uuid,
  classification_id uuid,
  effective_id uuid,
  base_e4 integer,
  fringe_e4 integer,
  level text,
  over_ratio boolean,
  overtime_base_e4 integer
);
create type private.public_work_line as (
  employee_id uuid,
  project_id uuid,
  work_date date,
  week_start date,
  cost_code_id uuid,
  pay_code text,
  rate_e4 integer,
  multiplier numeric,
  minutes integer,
  straight_cents bigint,
  premium_cents bigint,
  flsa_premium_cents bigint,
  rule text,
  rate_reason text,
  line_id uuid,
  is_public boolean,
  classification_id uuid,
  effective_id uuid,
  base_e4 integer,
  fringe_e4 integer,
  level text,
  over_ratio boolean,
  first_minute integer,
  overtime_base_e4 integer
);
create type private.wage_due as (
  employee_id uuid,
  project_id uuid,
  week_start date,
  due_cents bigint,
  paid_cents bigint,
  base_cents bigint,
  fringe_cents bigint,
  premium_cents bigint
);
