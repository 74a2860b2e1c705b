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

create or replace function private.pay_line_key(grouping_param text, employee_id_param uuid, project_id_param uuid, cost_code_id_param uuid, work_date_param date, week_start_param integer) returns text
language sql immutable parallel safe
return case grouping_param when 'employee'::text then (employee_id_param)::text when 'project'::text then (project_id_param)::text when 'cost_code'::text then (cost_code_id_param)::text when 'day'::text then (work_date_param)::text when 'week'::text then ((work_date_param - ((((extract(dow from work_date_param))::integer - week_start_param) + 7) % 7)))::text when 'month'::text then ((date_trunc('month'::text, (work_date_param)::timestamp without time zone))::date)::text else null::text end;
comment on function private.pay_line_key(text,uuid,uuid,uuid,date,integer) is 'Key of a line of pay in a grouping of hours_report; lines of pay know no equipment.';
