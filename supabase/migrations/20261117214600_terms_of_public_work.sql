-- What contracts ask of a day's work, handed on by the steps of pay.
create type private.pay_term as (
  person integer,
  place bigint,
  work_date date,
  number integer,
  classification_id uuid,
  base_e4 integer,
  fringe_e4 integer,
  credit_e4 integer,
  cash_e4 integer,
  cash_agreed boolean,
  top_up boolean,
  apprentice text,
  covered boolean,
  daily jsonb,
  day_multiplier integer
);
