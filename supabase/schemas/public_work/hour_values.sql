create or replace function public.hour_values(employee_id_param uuid, start_date_param date, end_date_param date) returns table(project_id uuid, classification_id uuid, classification_name text, classification_name_es text, first_date date, last_date date, minutes integer, rate_reason text, level text, percent numeric, required_base numeric, required_fringe numeric, own_rate numeric, hourly_rate numeric, overtime_rate numeric, cash numeric, plans jsonb, plan_credit numeric, required_total numeric, paid_total numeric)
language plpgsql security definer set search_path = '' set jit = 'off' set enable_nestloop = 'off' as $$
declare
  company uuid := private.require_view_of_time(employee_id_param);
begin
  perform private.require_date_range(start_date_param, end_date_param);
  if not (private.is_manager() or private.own_rate_visible()) then
    return;
  end if;
  return query
  with lines as materialized (
    select * from private.public_work_lines(company, start_date_param, end_date_param, employee_id_param, true) l
    where l.is_public and l.effective_id is not null
  ), cash as (
    select l.work_date, l.project_id, l.effective_id, sum(l.straight_cents) as cents, max(l.rate_e4) as rate_e4
    from lines l where l.pay_code = 'FRINGE_CASH' group by l.work_date, l.project_id, l.effective_id
  ), days as (
    select l.project_id, l.effective_id, l.work_date, l.rate_e4, l.base_e4, l.fringe_e4, l.overtime_base_e4, l.level, l.over_ratio, max(l.rate_reason) as rate_reason,
      sum(l.minutes) as minutes,
      coalesce(max(c.rate_e4), round(max(c.cents) * 6000.0 / sum(sum(l.minutes)) over (partition by l.project_id, l.effective_id, l.work_date)), 0)::integer as cash_e4
    from lines l
    left join cash c on c.work_date = l.work_date and c.project_id = l.project_id and c.effective_id = l.effective_id
    where l.pay_code <> 'FRINGE_CASH' and l.minutes > 0
    group by l.project_id, l.effective_id, l.work_date, l.rate_e4, l.base_e4, l.fringe_e4, l.overtime_base_e4, l.level, l.over_ratio
  ), credited as (
    select d.*, coalesce(p.plans, '[]') as plans, coalesce(p.credit, 0) as credit
    from days d
    left join lateral (
      select jsonb_agg(jsonb_build_object('name', f.name, 'kind', f.kind, 'credit', c.credit) order by f.name, f.id) as plans, sum(c.credit) as credit
      from private.fringe_enrollments(company) c
      join public.fringe_plans f on f.company_id = company and f.id = c.plan_id
      where c.employee_id = employee_id_param and daterange(c.from_date, c.to_date, '[]') @> d.work_date
    ) p on true
  ), worth as (
    select c.project_id, c.effective_id, min(c.work_date) as first_date, max(c.work_date) as last_date, sum(c.minutes)::integer as minutes,
      c.rate_reason, c.level, c.base_e4, c.fringe_e4, c.overtime_base_e4, c.rate_e4, c.cash_e4, c.plans, c.credit
    from credited c
    group by c.project_id, c.effective_id, c.rate_reason, c.level, c.base_e4, c.fringe_e4, c.overtime_base_e4, c.rate_e4, c.cash_e4, c.plans, c.credit
  )
  select w.project_id, w.effective_id, k.name, coalesce(k.name_es, k.name), w.first_date, w.last_date, w.minutes, w.rate_reason, w.level,
    case when w.level is not null then s.percent end,
    (w.base_e4 * 0.0001)::numeric(10, 4), (w.fringe_e4 * 0.0001)::numeric(10, 4), o.own_rate, (w.rate_e4 * 0.0001)::numeric(10, 4),
    ((w.rate_e4 + 0.5 * w.overtime_base_e4) * 0.0001)::numeric(10, 4),
    (w.cash_e4 * 0.0001)::numeric(10, 4), w.plans, w.credit::numeric(10, 4), ((w.base_e4 + w.fringe_e4) * 0.0001)::numeric(10, 4),
    ((w.rate_e4 + w.cash_e4) * 0.0001 + w.credit)::numeric(10, 4)
  from worth w
  join public.work_classifications k on k.company_id = company and k.id = w.effective_id
  left join public.apprenticeships s on s.company_id = company and s.employee_id = employee_id_param
    and daterange(s.from_date, s.to_date, '[]') @> w.first_date
  cross join lateral (select (private.job_rate_e4(company, employee_id_param, w.project_id, null, w.last_date, false) * 0.0001)::numeric(10, 4) as own_rate) o
  order by w.first_date, k.name, w.rate_e4;
end $$;
comment on function public.hour_values(uuid,date,date) is 'Everyone for themselves where the company shows pay, managers for anyone: what an hour of public work is worth in a range and why: what the determination requires, the rate paid, cash in lieu, and what plans cover.';
grant execute on function public.hour_values(uuid,date,date) to authenticated;
