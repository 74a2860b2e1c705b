-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create type private.late_difference as (
  work_date date,
  project_id uuid,
  cost_code_id uuid,
  pay_code text,
  minutes integer,
  amount_cents bigint,
  flsa_premium_cents bigint,
  locked boolean
);
