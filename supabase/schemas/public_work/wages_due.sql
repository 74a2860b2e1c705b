-- What a person's week on a public project required and was paid. The last three are what is still short.
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

create or replace function private.wages_due(company_id_param uuid, first_date_param date, last_date_param date, project_id_param uuid, employee_id_param uuid, computed_param boolean default false) returns setof private.wage_due
language sql rows 300 set search_path = '' set jit = 'off' set enable_nestloop = 'off' as $$
  with owed_lines as materialized (
    select * from private.public_work_lines(company_id_param, first_date_param, last_date_param, employee_id_param, false)
  ), paid_lines as materialized (
    -- Only locked periods were paid otherwise than today's rules would.
    select l.* from owed_lines l
    where (computed_param or not private.is_locked(company_id_param, first_date_param, last_date_param))
      and l.is_public and (project_id_param is null or l.project_id = project_id_param)
    union all
    select l.* from private.public_work_lines(company_id_param, first_date_param, last_date_param, employee_id_param, true) l
    where not computed_param and private.is_locked(company_id_param, first_date_param, last_date_param)
      and l.is_public and (project_id_param is null or l.project_id = project_id_param)
  ), not_covered as materialized (
    -- There the determination's own rules and the FLSA ask for a premium, both on the base at least; what a policy pays beside them is
    -- neither due nor paid here (29 CFR 5.32(a), A-20).
    select c.project_id from public.public_contracts c
    where c.company_id = company_id_param and not private.owes_over_forty(c.regime, c.cwhssa)
  ), weights as (
    -- Of the average of the week: what it is with the rates paid, and with those required.
    select l.employee_id, l.week_start, sum(l.minutes * l.overtime_base_e4::bigint) as paid,
      sum(l.minutes * coalesce(l.base_e4, l.rate_e4)::bigint) as due
    from owed_lines l where l.minutes > 0 group by l.employee_id, l.week_start
  ), together as materialized (
    -- Pay that names no class is compared with all classes of the week at once.
    select distinct l.employee_id, l.project_id, l.week_start from paid_lines l where l.effective_id is null
  ), work as (
    select l.employee_id, l.project_id, l.week_start, x.class, x.base_e4, x.fringe_e4, l.effective_id, l.base_e4 as own_base_e4, l.fringe_e4 as own_fringe_e4, l.overtime_base_e4,
      l.pay_code, l.rate_e4, l.minutes, l.premium_cents, l.flsa_premium_cents, l.multiplier, l.rule
    from owed_lines l
    left join together o on o.employee_id = l.employee_id and o.project_id = l.project_id and o.week_start = l.week_start
    cross join lateral (select case when o.employee_id is null then l.effective_id end as class,
      case when o.employee_id is null then l.base_e4 end as base_e4, case when o.employee_id is null then l.fringe_e4 end as fringe_e4) x
    where l.is_public and l.effective_id is not null and l.minutes > 0 and (project_id_param is null or l.project_id = project_id_param)
  ), due_cells as (
    -- Rounded as pay is: once for each class, rate and kind of hours of the week.
    select w.employee_id, w.project_id, w.week_start, w.class, w.base_e4, w.fringe_e4,
      private.half_up(sum(w.minutes) * w.own_base_e4, 6000) as base, 0::bigint as fringe
    from work w group by w.employee_id, w.project_id, w.week_start, w.class, w.base_e4, w.fringe_e4, w.effective_id, w.own_base_e4, w.pay_code, w.rate_e4
    union all
    select w.employee_id, w.project_id, w.week_start, w.class, w.base_e4, w.fringe_e4, 0, private.half_up(sum(w.minutes) * w.own_fringe_e4, 6000)
    from work w group by w.employee_id, w.project_id, w.week_start, w.class, w.base_e4, w.fringe_e4, w.effective_id, w.own_fringe_e4
  ), paid_keys as materialized (
    select l.employee_id, l.project_id, l.week_start, x.class, x.base_e4, x.fringe_e4, l.pay_code, l.work_date, l.minutes, l.straight_cents,
      l.premium_cents, l.flsa_premium_cents, l.rate_e4, l.rule !~ 'determination' and l.project_id in (select n.project_id from not_covered n) as by_flsa
    from paid_lines l
    left join together o on o.employee_id = l.employee_id and o.project_id = l.project_id and o.week_start = l.week_start
    cross join lateral (select case when o.employee_id is null then l.effective_id end as class,
      case when o.employee_id is null then l.base_e4 end as base_e4, case when o.employee_id is null then l.fringe_e4 end as fringe_e4) x
  ), paid_cells as (
    select k.employee_id, k.project_id, k.week_start, k.class, k.base_e4, k.fringe_e4,
      sum(k.straight_cents) filter (where k.pay_code <> 'FRINGE_CASH') as base, sum(k.straight_cents) filter (where k.pay_code = 'FRINGE_CASH') as fringe
    from paid_keys k group by k.employee_id, k.project_id, k.week_start, k.class, k.base_e4, k.fringe_e4, k.rate_e4, k.pay_code
    union all
    select k.employee_id, k.project_id, k.week_start, k.class, k.base_e4, k.fringe_e4, 0,
      private.half_up((sum(k.minutes) * p.credit * 10000)::bigint, 6000)
    from paid_keys k
    join private.fringe_enrollments(company_id_param) p on p.employee_id = k.employee_id and daterange(p.from_date, p.to_date, '[]') @> k.work_date
    where k.minutes > 0
    group by k.employee_id, k.project_id, k.week_start, k.class, k.base_e4, k.fringe_e4, p.plan_id, p.credit
  ), classes as (
    select c.employee_id, c.project_id, c.week_start, sum(c.due_base)::bigint as due_base, sum(c.due_fringe)::bigint as due_fringe,
      sum(c.paid_base)::bigint as paid_base, sum(c.paid_fringe)::bigint as paid_fringe, count(*) as cells
    from (
      select d.employee_id, d.project_id, d.week_start, d.class, d.base_e4, d.fringe_e4, d.base as due_base, d.fringe as due_fringe, 0::bigint as paid_base, 0::bigint as paid_fringe
      from due_cells d
      union all
      select p.employee_id, p.project_id, p.week_start, p.class, p.base_e4, p.fringe_e4, 0, 0, coalesce(p.base, 0), coalesce(p.fringe, 0)
      from paid_cells p
    ) c
    group by c.employee_id, c.project_id, c.week_start, c.class, c.base_e4, c.fringe_e4
  ), tested as (
    -- Base and fringe are one amount for each hour of a class: cash above the base counts toward the fringe (29 CFR 5.31).
    -- What halves of cents alone can make is nobody's.
    select c.*, case when 2 * (c.due_base + c.due_fringe - c.paid_base - c.paid_fringe) <= c.cells then 0
        else least(greatest(c.due_base - c.paid_base, 0), c.due_base + c.due_fringe - c.paid_base - c.paid_fringe) end as base_short,
      case when 2 * (c.due_base + c.due_fringe - c.paid_base - c.paid_fringe) <= c.cells then 0
        else least(greatest(c.due_fringe - c.paid_fringe, 0), c.due_base + c.due_fringe - c.paid_base - c.paid_fringe) end as fringe_short
    from classes c
  ), totals as (
    select t.employee_id, t.project_id, t.week_start, sum(t.due_base + t.due_fringe)::bigint as due, sum(t.paid_base + t.paid_fringe)::bigint as paid,
      sum(t.base_short)::bigint as base_short, sum(t.fringe_short)::bigint as fringe_short,
      greatest(sum(t.paid_base + t.paid_fringe - t.due_base - t.due_fringe + t.base_short + t.fringe_short), 0)::bigint as excess
    from tested t group by t.employee_id, t.project_id, t.week_start having sum(t.due_base + t.due_fringe) > 0
  ), premium_parts as (
    -- What a rule of the company alone adds (a Sunday at double time) is due as far as the law asks for it (A-21).
    select w.employee_id, w.project_id, w.week_start, w.effective_id, w.own_base_e4, w.overtime_base_e4,
      private.is_company_premium(w.rule) as by_company, n.project_id is not null as by_flsa,
      sum(w.premium_cents)::bigint as cents, sum(w.flsa_premium_cents)::bigint as flsa,
      sum(w.minutes * (w.multiplier - 1)) as weight, count(*) as lines
    from work w
    left join not_covered n on n.project_id = w.project_id and w.rule !~ 'determination'
    where w.multiplier > 1
    group by w.employee_id, w.project_id, w.week_start, w.effective_id, w.own_base_e4, 6, 7, 8
  ), premiums_due as (
    -- By its own rate, or by the average of the week; with the required rate where the rate paid is above it.
    select p.employee_id, p.project_id, p.week_start, sum(case
      when p.by_company then coalesce(private.half_up(p.flsa * p.own_base_e4, nullif(p.overtime_base_e4, 0)), 0)
      when p.by_flsa and p.flsa <> p.cents then round(p.flsa::numeric * w.due / nullif(w.paid, 0))
      when abs(p.cents - p.weight * p.overtime_base_e4 / 6000) <= p.lines then round(p.weight * p.own_base_e4 / 6000)
      else round(p.cents::numeric * w.due / nullif(w.paid, 0)) end)::bigint as cents, sum(p.lines)::bigint as lines
    from premium_parts p
    join weights w on w.employee_id = p.employee_id and w.week_start = p.week_start
    group by p.employee_id, p.project_id, p.week_start
  ), premiums_paid as (
    select k.employee_id, k.project_id, k.week_start, coalesce(sum(case when k.by_flsa then k.flsa_premium_cents else k.premium_cents end), 0)::bigint as cents
    from paid_keys k group by k.employee_id, k.project_id, k.week_start
  ), unknown as (
    -- Frozen without an amount, nothing was paid; what is not known today cannot be compared.
    select distinct l.employee_id, l.project_id, l.week_start from owed_lines l
    where l.is_public and (l.straight_cents is null or l.premium_cents is null)
  ), days as materialized (
    select d.employee_id, d.project_id, d.work_date, min(d.week_start) as week_start from (
      select l.employee_id, l.project_id, l.work_date, l.week_start from owed_lines l where l.is_public
      union all
      select l.employee_id, l.project_id, l.work_date, l.week_start from paid_lines l) d
    group by d.employee_id, d.project_id, d.work_date
  ), settled as (
    -- Paid since: restitution, and adjustments of locked days.
    select s.employee_id, s.project_id, s.week_start, sum(s.base)::bigint as base, sum(s.fringe)::bigint as fringe, sum(s.premium)::bigint as premium
    from (
      select r.employee_id, r.project_id, r.week_end - 6 as week_start, x.base, x.fringe, i.cents - x.base - x.fringe as premium
      from public.restitutions r
      join lateral (select sum(i.amount_cents)::bigint as cents from public.pay_items i
        where i.company_id = r.company_id and i.restitution_id = r.id) i on i.cents is not null
      cross join lateral (select least(r.base_cents, i.cents) as base, least(r.fringe_cents, i.cents - least(r.base_cents, i.cents)) as fringe) x
      where r.company_id = company_id_param and r.week_end between first_date_param and last_date_param + 6
      union all
      select i.employee_id, i.project_id, d.week_start, case when i.corrects_pay_code = 'FRINGE_CASH' then 0 else i.amount_cents - i.flsa_premium_cents end,
        case when i.corrects_pay_code = 'FRINGE_CASH' then i.amount_cents else 0 end, case when i.corrects_pay_code = 'FRINGE_CASH' then 0 else i.flsa_premium_cents end
      from public.pay_items i
      join days d on d.employee_id = i.employee_id and d.project_id = i.project_id and d.work_date = i.corrects_date
      where i.company_id = company_id_param and i.pay_code = 'ADJUSTMENT' and i.restitution_id is null
        and i.corrects_date between first_date_param and last_date_param and i.corrects_pay_code in ('REG', 'OT', 'DT', 'FRINGE_CASH')
    ) s
    where not computed_param
    group by s.employee_id, s.project_id, s.week_start
  ), short as (
    select t.employee_id, t.project_id, t.week_start, t.due + coalesce(d.cents, 0) as due,
      t.paid + coalesce(p.cents, 0) + coalesce(s.base + s.fringe + s.premium, 0) as paid,
      -- What was taken back since was first what had been paid beyond.
      t.base_short + t.fringe_short - coalesce(s.base + s.fringe + least(greatest(-s.base - s.fringe, 0), t.excess), 0) as straight,
      t.base_short - coalesce(s.base, 0) as base,
      case when 2 * (coalesce(d.cents, 0) - coalesce(p.cents, 0) - least(coalesce(s.premium, 0), 0)) <= coalesce(d.lines, 0) then 0
        else d.cents - coalesce(p.cents, 0) - least(coalesce(s.premium, 0), 0) end - greatest(coalesce(s.premium, 0), 0) as premium
    from totals t
    join premiums_paid p on p.employee_id = t.employee_id and p.project_id = t.project_id and p.week_start = t.week_start
    left join premiums_due d on d.employee_id = t.employee_id and d.project_id = t.project_id and d.week_start = t.week_start
    left join settled s on s.employee_id = t.employee_id and s.project_id = t.project_id and s.week_start = t.week_start
    where (t.employee_id, t.project_id, t.week_start) not in (select u.employee_id, u.project_id, u.week_start from unknown u)
  )
  select s.employee_id, s.project_id, s.week_start, s.due, s.paid, b.base, f.fringe, greatest(s.straight + s.premium, 0) - b.base - f.fringe
  from short s
  cross join lateral (select least(greatest(s.base, 0), greatest(s.straight, 0), greatest(s.straight + s.premium, 0)) as base) b
  cross join lateral (select least(greatest(s.straight - b.base, 0), greatest(s.straight + s.premium, 0) - b.base) as fringe) f;
$$;
comment on function private.wages_due(uuid,date,date,uuid,uuid,boolean) is 'Per person, public project and workweek: what today''s time and determination require, what was paid (locked periods as frozen, plans, restitution), and what is short as base, fringe and overtime premium (A-16). computed_param: what would be short if everything were paid as it is computed today. Weeks without a known rate are left out.';

create or replace function private.is_company_premium(rule_param text) returns boolean
language sql immutable parallel safe
return rule_param in ('consecutive', 'seventh_day', 'day_of_week', 'holiday');
comment on function private.is_company_premium(text) is 'Whether a premium comes from a rule that the company chose, and neither from hours of the day or week nor from the determination.';

create or replace function private.owes_over_forty(regime_param text, cwhssa_param text) returns boolean
language sql immutable parallel safe
return regime_param = 'ca' or cwhssa_param <> 'does_not';
comment on function private.owes_over_forty(text,text) is 'Whether a contract asks for overtime over 40 hours of public work in the week: by CWHSSA, also where that is not known, or by Labor Code 1815.';
