-- Changing the past: who is owed what before it is done, and adjustments in the open period after.
-- Locked periods never change.

-- Frozen pay of locked days against what the rules and rates of now would give, less adjustments already posted.
create function private.payroll_owed(company_id_param uuid, first_date_param date, last_date_param date)
returns table (employee_id uuid, work_date date, pay_period_id uuid, line_id uuid,
  frozen_cents bigint, posted_cents bigint, computed_cents bigint, difference_cents bigint)
language sql stable set search_path = '' as $$
  with frozen as (
    select l.employee_id, l.work_date, l.pay_period_id, (array_agg(l.id order by l.first_minute, l.id))[1] as line_id,
      coalesce(sum(l.total_cents), 0)::bigint as cents, array_agg(l.id) as line_ids
    from public.payroll_lines l
    where l.company_id = company_id_param and l.work_date between first_date_param and last_date_param
    group by l.employee_id, l.work_date, l.pay_period_id
  ), posted as (
    select l.employee_id, l.work_date, sum(i.amount_cents)::bigint as cents
    from public.pay_items i
    join public.payroll_lines l on l.company_id = i.company_id and l.id = i.payroll_line_id
    where i.company_id = company_id_param and i.pay_code = 'ADJUSTMENT' and l.work_date between first_date_param and last_date_param
    group by l.employee_id, l.work_date
  ), computed as (
    select v.employee_id, v.work_date, sum(v.straight_cents + v.premium_cents)::bigint as cents
    from private.payroll_lines_live(private.payroll_scope(company_id_param, first_date_param, last_date_param, null, null)) v
    group by v.employee_id, v.work_date
  )
  select f.employee_id, f.work_date, f.pay_period_id, f.line_id, f.cents, coalesce(p.cents, 0), coalesce(c.cents, 0),
    coalesce(c.cents, 0) - f.cents - coalesce(p.cents, 0)
  from frozen f
  left join posted p on p.employee_id = f.employee_id and p.work_date = f.work_date
  left join computed c on c.employee_id = f.employee_id and c.work_date = f.work_date;
$$;
comment on function private.payroll_owed(uuid, date, date) is 'Per person and locked day: what recomputing would pay beyond what was paid and adjusted.';

create function public.payroll_adjustments_owed(start_date_param date, end_date_param date)
returns table (employee_id uuid, start_date date, end_date date, paid_cents bigint, computed_cents bigint, difference_cents bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select o.employee_id, p.start_date, p.end_date, sum(o.frozen_cents + o.posted_cents)::bigint,
    sum(o.computed_cents)::bigint, sum(o.difference_cents)::bigint
  from private.payroll_owed(company, start_date_param, end_date_param) o
  join public.pay_periods p on p.company_id = company and p.id = o.pay_period_id
  group by o.employee_id, p.start_date, p.end_date
  having sum(o.difference_cents) <> 0
  order by p.start_date, o.employee_id;
end $$;
comment on function public.payroll_adjustments_owed(date, date) is
  'Manager, owner: for locked periods in the range, who is owed (or was overpaid) what under today''s rates and rules.';

create function private.post_adjustments(company_id_param uuid, start_date_param date, end_date_param date, post_date_param date, note_param text)
returns table (employee_id uuid, amount_cents bigint)
language sql set search_path = '' as $$
  insert into public.pay_items (company_id, employee_id, work_date, pay_code, amount_cents, note, payroll_line_id)
  select company_id_param, o.employee_id, post_date_param, 'ADJUSTMENT', o.difference_cents, left(note_param, 500), o.line_id
  from private.payroll_owed(company_id_param, start_date_param, end_date_param) o
  where o.difference_cents <> 0
  returning employee_id, amount_cents;
$$;

create function public.post_payroll_adjustments(
  start_date_param date, end_date_param date, reason_param text, post_date_param date default null
) returns table (employee_id uuid, amount_cents bigint)
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
  post_date date := coalesce(post_date_param, private.company_today(company));
begin
  perform private.require_date_range(start_date_param, end_date_param);
  if nullif(btrim(reason_param), '') is null then
    raise exception using errcode = 'P0001', hint = 'reason_required', message = 'Say why pay is adjusted.';
  end if;
  perform private.close_time(company);
  if private.is_locked(company, post_date, post_date) then
    raise exception using errcode = 'P0001', hint = 'period_locked', message = 'This pay period is locked. Post the change in an open period.';
  end if;
  perform private.give_reason(reason_param);
  return query
  select a.employee_id, sum(a.amount_cents)::bigint
  from private.post_adjustments(company, start_date_param, end_date_param, post_date, btrim(reason_param)) a
  group by a.employee_id;
end $$;
comment on function public.post_payroll_adjustments(date, date, text, date) is
  'Manager, owner: posts what is owed for locked periods as adjustments on an open day, each naming the frozen line it corrects. Posting twice posts nothing.';

-- Previews try the change, compute, and take it back: an exception ends the inner block, and with it all it wrote.
create function public.rate_change_preview(
  employee_id_param uuid, hourly_rate_param numeric, effective_from_param date,
  project_id_param uuid default null, cost_code_id_param uuid default null
) returns table (
  employee_id uuid, start_date date, end_date date, locked boolean, before_cents bigint, after_cents bigint, difference_cents bigint
)
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
  today date := private.company_today(company);
  first_date date := greatest(effective_from_param, today - 400);
  before_open jsonb;
  after_open jsonb;
begin
  perform private.require_colleague(company, employee_id_param);
  if hourly_rate_param is null or hourly_rate_param < 0 or effective_from_param is null then
    raise exception using errcode = 'P0001', hint = 'invalid_rate', message = 'Give a rate and the date it holds from.';
  end if;
  if first_date > today then
    return;
  end if;
  before_open := private.pay_by_period(company, employee_id_param, first_date, today);
  begin
    insert into public.employee_rates (company_id, employee_id, hourly_rate, effective_from, project_id, cost_code_id)
    values (company, employee_id_param, hourly_rate_param, effective_from_param, project_id_param, cost_code_id_param)
    on conflict on constraint employee_rates_one_per_day do update set hourly_rate = excluded.hourly_rate;
    after_open := private.pay_by_period(company, employee_id_param, first_date, today);
    raise exception using errcode = 'CKUND';
  exception when sqlstate 'CKUND' then
    null;
  end;
  return query
  select employee_id_param, (b.value ->> 'start_date')::date, (b.value ->> 'end_date')::date, (b.value ->> 'locked')::boolean,
    (b.value ->> 'cents')::bigint, (a.value ->> 'cents')::bigint, (a.value ->> 'cents')::bigint - (b.value ->> 'cents')::bigint
  from jsonb_array_elements(before_open) b
  join jsonb_array_elements(after_open) a on a.value ->> 'start_date' = b.value ->> 'start_date'
  where a.value ->> 'cents' is distinct from b.value ->> 'cents'
  order by 2;
end $$;
comment on function public.rate_change_preview(uuid, numeric, date, uuid, uuid) is
  'Manager, owner: what a rate from a date on would change in each pay period so far. Changes nothing.';

-- Recomputed pay per pay period since a date, at most 400 days back; posted adjustments not counted.
create function private.pay_by_period(company_id_param uuid, employee_id_param uuid, first_date_param date, last_date_param date)
returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('start_date', p.start_date, 'end_date', p.end_date, 'locked', p.locked, 'cents', p.cents)), '[]')
  from (
    select coalesce(k.start_date, b.start_date) as start_date, coalesce(k.end_date, b.end_date) as end_date,
      k.id is not null as locked,
      case when bool_or(l.straight_cents is null or l.premium_cents is null) then null else sum(l.straight_cents + l.premium_cents) end as cents
    from private.payroll_lines_live(private.payroll_scope(company_id_param, first_date_param, last_date_param, employee_id_param, null)) l
    join public.companies c on c.id = company_id_param
    cross join lateral private.pay_period_bounds(c.pay_period_kind, c.pay_period_anchor, l.work_date) b
    left join public.pay_periods k on k.company_id = company_id_param and k.status = 'locked'
      and l.work_date between k.start_date and k.end_date
    where l.pay_code <> 'ADJUSTMENT'
    group by 1, 2, 3
  ) p;
$$;

create function public.preview_overtime_policy(
  preset_param text, effective_from_param date, start_date_param date, end_date_param date,
  custom_param jsonb default null, project_id_param uuid default null, employee_id_param uuid default null
) returns table (
  employee_id uuid, first_name text, last_name text,
  regular_minutes_before bigint, overtime_minutes_before bigint, double_time_minutes_before bigint, cents_before bigint,
  regular_minutes_after bigint, overtime_minutes_after bigint, double_time_minutes_after bigint, cents_after bigint,
  difference_cents bigint
)
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_owner();
  before_totals jsonb;
  after_totals jsonb;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  before_totals := private.live_totals(company, start_date_param, end_date_param);
  begin
    perform public.set_overtime_policy(preset_param, effective_from_param, custom_param, project_id_param, employee_id_param);
    after_totals := private.live_totals(company, start_date_param, end_date_param);
    raise exception using errcode = 'CKUND';
  exception when sqlstate 'CKUND' then
    null;
  end;
  return query
  select e.id, e.first_name, e.last_name, b.regular, b.overtime, b.double_time, b.cents, a.regular, a.overtime, a.double_time, a.cents,
    a.cents - b.cents
  from jsonb_to_recordset(before_totals) b (employee_id uuid, regular bigint, overtime bigint, double_time bigint, cents bigint)
  join jsonb_to_recordset(after_totals) a (employee_id uuid, regular bigint, overtime bigint, double_time bigint, cents bigint)
    on a.employee_id = b.employee_id
  join public.employees e on e.company_id = company and e.id = b.employee_id
  order by e.last_name, e.first_name, e.id;
end $$;
comment on function public.preview_overtime_policy(text, date, date, date, jsonb, uuid, uuid) is
  'Owner: what a policy would change on the real hours of a range, person by person. Changes nothing.';

create function private.live_totals(company_id_param uuid, first_date_param date, last_date_param date) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('employee_id', t.employee_id, 'regular', t.regular, 'overtime', t.overtime,
    'double_time', t.double_time, 'cents', t.cents)), '[]')
  from (
    select l.employee_id, coalesce(sum(l.minutes) filter (where l.pay_code = 'REG'), 0) as regular,
      coalesce(sum(l.minutes) filter (where l.pay_code = 'OT'), 0) as overtime,
      coalesce(sum(l.minutes) filter (where l.pay_code = 'DT'), 0) as double_time,
      case when not bool_or(l.straight_cents is null or l.premium_cents is null) then sum(l.straight_cents + l.premium_cents) end as cents
    from private.payroll_lines_live(private.payroll_scope(company_id_param, first_date_param, last_date_param, null, null)) l
    group by l.employee_id
  ) t;
$$;

revoke all on function private.payroll_owed(uuid, date, date), private.post_adjustments(uuid, date, date, date, text),
  private.pay_by_period(uuid, uuid, date, date), private.live_totals(uuid, date, date) from public;
revoke all on function public.payroll_adjustments_owed(date, date), public.post_payroll_adjustments(date, date, text, date),
  public.rate_change_preview(uuid, numeric, date, uuid, uuid),
  public.preview_overtime_policy(text, date, date, date, jsonb, uuid, uuid) from public, anon;
grant execute on function public.payroll_adjustments_owed(date, date), public.post_payroll_adjustments(date, date, text, date),
  public.rate_change_preview(uuid, numeric, date, uuid, uuid),
  public.preview_overtime_policy(text, date, date, date, jsonb, uuid, uuid) to authenticated, service_role;
