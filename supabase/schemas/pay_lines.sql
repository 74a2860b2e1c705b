-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table private.pay_lines (
  company_id uuid not null,
  employee_id uuid not null,
  week date not null,
  work_date date not null,
  week_start date not null,
  project_id uuid,
  cost_code_id uuid,
  rate numeric(10,4),
  multiplier numeric not null,
  pay_code text not null,
  minutes integer not null,
  straight_cents bigint,
  premium_cents bigint,
  total_cents bigint,
  flsa_premium_cents bigint not null,
  rule text not null,
  paid_break_minutes integer not null,
  first_minute integer not null,
  pay_item_id uuid,
  rules jsonb,
  constraint finite_multiplier check (multiplier > '-Infinity'::numeric and multiplier < 'Infinity'::numeric),
  constraint finite_rate check (rate > '-Infinity'::numeric and rate < 'Infinity'::numeric),
  constraint finite_week check (isfinite(week)),
  constraint finite_week_start check (isfinite(week_start)),
  constraint finite_work_date check (isfinite(work_date))
);
create index pay_lines_by_employee on private.pay_lines using btree (company_id, employee_id, week);
create index pay_lines_by_week on private.pay_lines using btree (company_id, week);
comment on table private.pay_lines is 'Pay as today''s time, rates and rules give it. Filled by private.payroll_lines_now(), deleted by triggers.';
alter table private.pay_lines enable row level security;
