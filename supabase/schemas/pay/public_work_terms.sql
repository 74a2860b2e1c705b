-- What public work asks of one person's work of a class on a day. Terms that ask the same have the same number.
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

create or replace function private.cash_in_lieu(given_param numeric, fringe_param numeric, credit_param numeric) returns numeric
language sql immutable parallel safe
return coalesce(given_param, greatest((fringe_param - credit_param), 0::numeric));
comment on function private.cash_in_lieu(numeric,numeric,numeric) is 'What somebody with a usual class is paid of the fringe in cash: as given, else what plans leave open of it.';

create or replace function private.apprentice_rate(rate_e4_param integer, percent_param numeric, over_ratio_param boolean) returns integer
language sql immutable parallel safe
return case when over_ratio_param is false then (round((rate_e4_param::numeric * coalesce(percent_param, 100::numeric)) / 100::numeric))::integer else rate_e4_param end;
comment on function private.apprentice_rate(integer,numeric,boolean) is 'A rate of the determination for an apprentice within the ratio; who is no apprentice (null) or over the ratio (true) is owed all of it.';

create or replace function private.public_work_terms(company_id_param uuid, first_date_param date, last_date_param date, segments_param private.pay_segment[], names_param private.pay_names) returns setof private.pay_term
language plpgsql stable rows 10000 set search_path = '' as $$
declare
  classes integer := cardinality((names_param).classes) + 1;
  codes integer := cardinality((names_param).codes) + 1;
begin
  return query
  with people as materialized (
    select e.id, e.number::integer as person from unnest((names_param).people) with ordinality e (id, number)
  ), contracts as materialized (
    select j.number - 1 as project, c.project_id, c.top_up, private.owes_over_forty(c.regime, c.cwhssa) as covered,
      -- docs/rules/public-work.md#rules-of-the-day: California asks for it by law, unless the determination says it otherwise.
      case c.regime when 'ca' then '{"daily": [{"after": 480, "mult": 1.5}]}'::jsonb end as overtime
    from public.public_contracts c
    join unnest((names_param).projects) with ordinality j (id, number) on j.id = c.project_id
    where c.company_id = company_id_param
  ), days as materialized (
    -- A day before and after, because the day of a site is not that of UTC.
    select distinct s.person, c.project, s.job % classes as class, date '1970-01-01' + d.i as work_date
    from unnest(segments_param) s
    join contracts c on c.project = s.job / (codes * classes)
    cross join lateral generate_series(s.start_minute / 1440 - 1, (s.end_minute - 1) / 1440 + 1) d (i)
  ), apprentices as materialized (
    select e.person, a.project_id, a.classification_id, a.work_date, a.over_ratio, a.percent, a.fringe_percent
    from private.apprentice_days(company_id_param, first_date_param, last_date_param) a
    join people e on e.id = a.employee_id
  ), credits as materialized (
    select e.person, f.valid_from, f.valid_to, f.credit_e4
    from private.fringe_credits(company_id_param, first_date_param, last_date_param) f
    join people e on e.id = f.employee_id
  ), usual as materialized (
    select e.person, u.project_id, (u.cash_in_lieu * 10000)::integer as cash_e4, u.from_date,
      lead(u.from_date, 1, 'infinity'::date) over (partition by u.employee_id, u.project_id order by u.from_date) as to_date
    from public.employee_classifications u
    join people e on e.id = u.employee_id
    where u.company_id = company_id_param
  ), required as (
    select d.person, d.project * classes + d.class as place, d.work_date, c.top_up, c.covered,
      coalesce(t.effective_classification_id, k.id) as classification_id,
      -- Over the ratio the full rate is owed for the work that was done.
      private.apprentice_rate(t.base_e4, a.percent, a.over_ratio) as base_e4, private.apprentice_rate(t.fringe_e4, a.fringe_percent, a.over_ratio) as fringe_e4,
      coalesce(f.credit_e4, 0) as credit_e4, u.person is not null as has_usual, u.cash_e4,
      case when a.over_ratio then 'over_ratio' when not a.over_ratio then 'apprentice' end as apprentice,
      coalesce(t.overtime, c.overtime) as overtime, h.date is not null as is_holiday
    from days d
    join contracts c on c.project = d.project
    left join unnest((names_param).classes) with ordinality k (id, number) on k.number = d.class + 1
    left join private.classification_terms(company_id_param) t on t.classification_id = k.id and t.project_id = c.project_id
      and d.work_date >= t.valid_from and d.work_date < t.valid_to
    left join apprentices a on a.person = d.person and a.project_id = c.project_id and a.classification_id = k.id and a.work_date = d.work_date
    left join credits f on f.person = d.person and d.work_date >= f.valid_from and d.work_date < f.valid_to
    left join usual u on u.person = d.person and u.project_id = c.project_id and d.work_date >= u.from_date and d.work_date < u.to_date
    left join public.holidays h on h.company_id = company_id_param and h.date = d.work_date
  ), complete as (
    select r.*, case when r.base_e4 is null or not r.has_usual then 0 else private.cash_in_lieu(r.cash_e4, r.fringe_e4, r.credit_e4)::integer end as cash,
      r.cash_e4 is not null or not r.has_usual as cash_agreed, coalesce(r.overtime -> 'daily', '[]') as daily,
      (select max((x ->> 'mult')::numeric * 100)::integer from jsonb_array_elements(r.overtime -> 'day_rules') x
        where case when (x ->> 'holiday')::boolean then r.is_holiday else (x ->> 'dow')::integer = extract(dow from r.work_date)::integer end) as day_multiplier
    from required r
  )
  select q.person, q.place, q.work_date, dense_rank() over (order by q.classification_id, q.base_e4, q.fringe_e4, q.credit_e4, q.cash,
      q.cash_agreed, q.top_up, q.apprentice, q.covered, q.daily, q.day_multiplier)::integer,
    q.classification_id, q.base_e4, q.fringe_e4, q.credit_e4, q.cash, q.cash_agreed, q.top_up, q.apprentice, q.covered, q.daily, q.day_multiplier
  from complete q;
end $$;
comment on function private.public_work_terms(uuid,date,date,private.pay_segment[],private.pay_names) is 'What the contracts ask of the work of a range, by person, place (project and class, numbered as in a job) and day. Amounts per hour in 1/10000 of a dollar; base_e4 is null where the work has no class.';

create or replace function private.topped_up_rate(rate_param integer, base_param integer, fringe_param integer, credit_param integer, cash_param integer, top_up_param boolean) returns integer
language sql immutable parallel safe
return case when not top_up_param or base_param is null then rate_param else coalesce(rate_param + least(greatest(base_param + fringe_param - rate_param - cash_param - credit_param, 0), greatest(base_param - rate_param, 0)), base_param) end;
comment on function private.topped_up_rate(integer,integer,integer,integer,integer,boolean) is 'docs/rules/public-work.md#top-up: the rate, raised toward the base by what rate, cash and credits are short of base and fringe. Without a rate the base is paid.';

create or replace function private.topped_up_cash(rate_param integer, base_param integer, fringe_param integer, credit_param integer, cash_param integer, top_up_param boolean) returns integer
language sql immutable parallel safe
return case when not top_up_param or base_param is null then cash_param else cash_param + greatest(base_param + fringe_param - rate_param - cash_param - credit_param, 0) end;
comment on function private.topped_up_cash(integer,integer,integer,integer,integer,boolean) is 'docs/rules/public-work.md#top-up: cash in lieu, raised by what is short when the rate has been topped up.';

create or replace function private.overtime_base(rate_param integer, base_param integer, fringe_param integer, credit_param integer, cash_param integer, top_up_param boolean) returns integer
language sql immutable parallel safe
return case when rate_param is null or base_param is null or not top_up_param and rate_param + cash_param + credit_param < base_param + fringe_param then rate_param else greatest(rate_param, base_param) end;
comment on function private.overtime_base(integer,integer,integer,integer,integer,boolean) is 'docs/rules/public-work.md#overtime: what premiums of public work are taken of, the base of the determination at least. Without top-up, where pay is short, it is as agreed: of the rate. Of the rate as it is paid.';

create or replace function private.rate_reason_number(rate_param integer, paid_param integer, base_param integer, apprentice_param text) returns integer
language sql immutable parallel safe
return case when base_param is null or paid_param is not distinct from rate_param and paid_param is distinct from base_param then 0 when apprentice_param = 'over_ratio' then 4 when apprentice_param = 'apprentice' then 3 when rate_param < paid_param then 2 else 1 end;
comment on function private.rate_reason_number(integer,integer,integer,text) is 'Why a rate is paid: 0 own, 1 determination, 2 topped_up, 3 apprentice, 4 over_ratio.';

create or replace function private.price_count(terms_param private.pay_term[]) returns integer
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(8 * (max(t.number) + 1), 1) from unnest(terms_param) t;
$$;
comment on function private.price_count(private.pay_term[]) is 'How many prices a job may have: eight for each of the terms, and 1 where there are none.';

create or replace function private.rate_reason(price_param bigint) returns text
language sql immutable parallel safe
return case when price_param > 0 then (array['own'::text, 'determination'::text, 'topped_up'::text, 'apprentice'::text, 'over_ratio'::text])[price_param % 8 + 1] end;
comment on function private.rate_reason(bigint) is 'Why the rate of a price is paid; null for work without a contract.';
