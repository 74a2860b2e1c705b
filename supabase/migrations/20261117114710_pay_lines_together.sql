-- Lines of pay are cached together, a row for each person, week and project, and the steps that compute them hand on numbers.
-- What was cached is computed again by whoever reads it, or by the job of every minute.
delete from private.pay_weeks;
delete from private.pay_weeks_outdated;
-- With the functions that take or return them, which are made again from the files.
drop table private.pay_lines cascade;
drop type private.pay_piece, private.pay_segment, private.pay_punch cascade;
drop function if exists private.payroll_punches(uuid, date, date, uuid[], timestamptz, private.pay_planned[]);
drop function if exists private.payroll_policies_between(uuid, date, date);
drop function if exists private.payroll_lines_between(uuid, date, date, uuid, timestamptz);
create type private.computed_line as (
  employee_id uuid,
  week date,
  work_date date,
  week_start date,
  project_id uuid,
  cost_code_id uuid,
  rate numeric,
  multiplier numeric,
  pay_code text,
  minutes integer,
  straight_cents bigint,
  premium_cents bigint,
  total_cents bigint,
  flsa_premium_cents bigint,
  rule text,
  paid_break_minutes integer,
  first_minute integer,
  pay_item_id uuid,
  threshold integer,
  rule_minutes jsonb
);
create type private.pay_line as (
  work_date date,
  week_start date,
  minutes integer,
  multiplier integer,
  rules integer,
  paid_break_minutes integer,
  first_minute integer,
  flsa_premium_cents bigint,
  pay_code text,
  straight_cents bigint,
  premium_cents bigint,
  rate_e4 integer,
  threshold integer,
  cost_code_id uuid,
  pay_item_id uuid,
  rule_minutes jsonb
);
create type private.pay_names as (
  people uuid[],
  projects uuid[],
  codes uuid[],
  time_zones text[],
  project_zones integer[]
);
create type private.pay_punch as (
  entry_id uuid,
  employee_id uuid,
  project_id uuid,
  cost_code_id uuid,
  meal_waived boolean,
  work_date date,
  policy integer,
  day_policy integer,
  in_minute integer,
  out_minute integer
);
create type private.pay_segment as (
  person integer,
  job bigint,
  zone integer,
  run_zone integer,
  policy integer,
  day_policy integer,
  meal_waived boolean,
  start_minute integer,
  end_minute integer,
  run_start integer,
  gap_before integer,
  paid_breaks int4multirange,
  meals integer[],
  rests integer[]
);
create table private.pay_lines (
  company_id uuid not null,
  employee_id uuid not null,
  week date not null,
  project_id uuid,
  unpriced boolean not null,
  lines private.pay_line[] not null
) with (toast_tuple_target=8160);
select private.refuse_non_finite('private.pay_lines');
create index pay_lines_by_employee on private.pay_lines (company_id, employee_id, week);
create index pay_lines_by_project on private.pay_lines (company_id, project_id, week) where project_id is not null;
create index pay_lines_unpriced on private.pay_lines (company_id, week) where unpriced;
alter table private.pay_lines enable row level security;
