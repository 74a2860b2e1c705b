-- People who left read their own past time and pay for as long as the company says, and nothing else.

alter table public.companies
  add column leaver_access_months smallint not null default 24,
  add constraint companies_leaver_access check (leaver_access_months between 0 and 120);
comment on column public.companies.leaver_access_months is 'How many months people who left may read their own past time and pay; 0 is not at all.';

create function private.past_employment(employee_id_param uuid) returns public.employees
language plpgsql stable security definer set search_path = '' as $$
declare
  past public.employees;
begin
  select e.* into past from public.employees e join public.companies c on c.id = e.company_id
    where e.id = employee_id_param and e.user_id = auth.uid() and not e.active and private.has_passed_second_factor()
      and now() < e.deactivated_at + make_interval(months => c.leaver_access_months);
  return past;
end $$;
comment on function private.past_employment(uuid) is 'The caller''s own record in a company they left, while they may still read there, or null.';

create function public.past_employments()
returns table (employee_id uuid, company_name text, time_zone text, left_at timestamptz, readable_until timestamptz)
language sql stable security definer set search_path = '' as $$
  select e.id, c.name, c.time_zone, e.deactivated_at, e.deactivated_at + make_interval(months => c.leaver_access_months)
  from public.employees e join public.companies c on c.id = e.company_id
  where e.user_id = auth.uid() and not e.active and private.has_passed_second_factor()
    and now() < e.deactivated_at + make_interval(months => c.leaver_access_months)
  order by e.deactivated_at desc;
$$;
comment on function public.past_employments() is 'Everyone, for themselves: companies they left whose records of them they may still read.';
revoke execute on function public.past_employments() from public, anon;
grant execute on function public.past_employments() to authenticated;

create function public.past_time(employee_id_param uuid, start_date_param date, end_date_param date)
returns table (id uuid, work_date date, clock_in timestamptz, clock_out timestamptz, project_name text, cost_code text, break_minutes bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  past public.employees := private.past_employment(employee_id_param);
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
    select t.id, t.work_date, t.clock_in, t.clock_out, p.name, k.code,
      coalesce((select sum(private.epoch_minute(b.ended_at) - private.epoch_minute(b.started_at))
        from public.time_entry_breaks b where b.company_id = t.company_id and b.time_entry_id = t.id and not b.paid), 0)::bigint
    from public.time_entries t
    left join public.projects p on p.company_id = t.company_id and p.id = t.project_id
    left join public.cost_codes k on k.company_id = t.company_id and k.id = t.cost_code_id
    where t.company_id = past.company_id and t.employee_id = past.id and t.work_date between start_date_param and end_date_param
    order by t.clock_in;
end $$;
comment on function public.past_time(uuid, date, date) is 'Someone who left: their own clock times of up to 400 days; nothing of anybody else.';
revoke execute on function public.past_time(uuid, date, date) from public, anon;
grant execute on function public.past_time(uuid, date, date) to authenticated;

create function public.past_pay(employee_id_param uuid, start_date_param date, end_date_param date)
returns table (work_date date, pay_code text, minutes integer, multiplier numeric, hourly_rate numeric, total_cents bigint, rule text)
language plpgsql security definer set search_path = '' as $$
declare
  past public.employees := private.past_employment(employee_id_param);
begin
  perform private.require_date_range(start_date_param, end_date_param);
  if past.id is null then
    return;
  end if;
  return query
    select l.work_date, l.pay_code, l.minutes, l.multiplier,
      case when c.own_rate_visible then l.hourly_rate end, case when c.own_rate_visible then l.total_cents end, l.rule
    from private.payroll_lines_between(past.company_id, start_date_param, end_date_param, past.id, null) l
    join public.companies c on c.id = past.company_id
    order by l.work_date, l.first_minute, l.multiplier;
end $$;
comment on function public.past_pay(uuid, date, date) is 'Someone who left: what each of their own days was paid and by which rule; amounts unless the company hides rates.';
revoke execute on function public.past_pay(uuid, date, date) from public, anon;
grant execute on function public.past_pay(uuid, date, date) to authenticated;
