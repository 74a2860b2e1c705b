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
  rules jsonb
);
create index pay_lines_by_employee on private.pay_lines using btree (company_id, employee_id, week);
create index pay_lines_by_week on private.pay_lines using btree (company_id, week);
comment on table private.pay_lines is 'Pay as today''s time, rates and rules give it. Filled by private.payroll_lines_now(), deleted by triggers.';
alter table private.pay_lines enable row level security;
