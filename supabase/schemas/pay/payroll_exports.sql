create table public.payroll_exports (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  exported_by uuid default auth.uid() not null,
  start_date date not null,
  end_date date not null,
  format text not null,
  rows jsonb,
  totals jsonb,
  file_hash text,
  created_at timestamptz default now() not null,
  constraint payroll_exports_pkey primary key (company_id, id),
  constraint payroll_exports_format_length check (char_length(format) >= 1 and char_length(format) <= 40),
  constraint payroll_exports_hash_form check (file_hash ~ '^[0-9a-f]{64}$'),
  constraint payroll_exports_start_before_end check (start_date <= end_date),
  constraint payroll_exports_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.payroll_exports');
create index payroll_exports_recent on public.payroll_exports (company_id, created_at desc);
comment on table public.payroll_exports is 'Every payroll file handed out, with its rows, so that it can be produced again, identical. A client that makes its file itself records it without rows. Append only.';
comment on column public.payroll_exports.file_hash is 'SHA-256 of the file, hex.';
alter table public.payroll_exports enable row level security;
grant select on table public.payroll_exports to authenticated;
grant insert (company_id, exported_by, start_date, end_date, format) on public.payroll_exports to authenticated;

create policy "Company roles with payroll read exports" on public.payroll_exports
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('payroll')));

create policy "Company roles with payroll record exports" on public.payroll_exports
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.has_right('payroll')));

create policy "Managers read the exports of their company" on public.payroll_exports
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers record the exports of their company" on public.payroll_exports
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger exports_are_append_only before update on public.payroll_exports
  for each row when (old.file_hash is not null or (to_jsonb(old.*) - 'file_hash') is distinct from (to_jsonb(new.*) - 'file_hash')) execute function private.refuse_change();

create or replace trigger fill_company_id before insert on public.payroll_exports
  for each row execute function private.fill_company_id();

create or replace trigger name_exporter before insert on public.payroll_exports
  for each row execute function private.name_exporter();

create or replace function private.name_exporter() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_system() then
    new.exported_by := auth.uid();
  end if;
  return new;
end $$;
comment on function private.name_exporter() is 'Nobody records an export in the name of somebody else.';

create or replace trigger zz_record_change after insert or delete or update on public.payroll_exports
  for each row execute function private.record_change();

create or replace function public.generate_payroll_export_data(company_id_param uuid, start_date_param date, end_date_param date) returns table(first_name text, last_name text, total_hours numeric, hourly_rate numeric, total_earnings numeric, employee_id uuid, employee_number text, regular_hours numeric, overtime_hours numeric, double_time_hours numeric, regular_pay numeric, overtime_pay numeric, double_time_pay numeric, other_pay numeric, paid_break_hours numeric, flags text[], no_rate boolean, missing_clock_out boolean, unapproved boolean, regular_minutes integer, overtime_minutes integer, double_time_minutes integer, paid_break_minutes integer, flsa_overtime_premium numeric, leave_minutes integer, leave_pay numeric, premium_pay numeric, fringe_pay numeric, reimbursed_pay numeric)
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
begin
  perform private.require_payroll_rights(company_id_param);
  return query select * from private.payroll_export_data(company_id_param, start_date_param, end_date_param);
end $$;
comment on function public.generate_payroll_export_data(uuid,date,date) is 'Managers and owners: one row per employee with time in the range. Hours add up to their column''s total; earnings are null where a rate is missing. other_pay holds all pay that is not for hours worked; leave_pay, premium_pay and fringe_pay (cash in lieu of fringe) are parts of it. reimbursed_pay is repaid beside the earnings.';
grant execute on function public.generate_payroll_export_data(uuid,date,date) to authenticated;

create or replace function private.payroll_export_data(company_id_param uuid, start_date_param date, end_date_param date) returns table(first_name text, last_name text, total_hours numeric, hourly_rate numeric, total_earnings numeric, employee_id uuid, employee_number text, regular_hours numeric, overtime_hours numeric, double_time_hours numeric, regular_pay numeric, overtime_pay numeric, double_time_pay numeric, other_pay numeric, paid_break_hours numeric, flags text[], no_rate boolean, missing_clock_out boolean, unapproved boolean, regular_minutes integer, overtime_minutes integer, double_time_minutes integer, paid_break_minutes integer, flsa_overtime_premium numeric, leave_minutes integer, leave_pay numeric, premium_pay numeric, fringe_pay numeric, reimbursed_pay numeric)
language plpgsql security definer set search_path = '' set jit = 'off' set plan_cache_mode = 'force_generic_plan' set enable_nestloop = 'off' set statement_timeout = '60s' as $$
declare
  any_approved boolean;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  any_approved := exists (
    select from public.approvals a
    where a.company_id = company_id_param and a.work_date between start_date_param - 1 and end_date_param);
  return query
  with running as (
    select t.employee_id from public.time_entries t
    where t.company_id = company_id_param and t.clock_out is null and t.work_date between start_date_param and end_date_param
  ), unapproved_people as (
    select distinct t.employee_id from public.time_entries t
    where any_approved and t.company_id = company_id_param and t.work_date between start_date_param and end_date_param
      and t.clock_in >= start_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and t.clock_in < end_date_param::timestamp at time zone 'UTC' + interval '2 days'
      and t.clock_out is not null
      and not exists (
        select from public.approvals a
        where a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
          and private.approval_covers(a.approved_at, t.updated_at, t.clock_out))
  ), people as materialized (
    select e.first_name, e.last_name, e.id, e.employee_number,
      t.regular_cents, t.overtime_cents, t.double_time_cents, t.other_cents, t.straight_cents, t.flsa_cents,
      t.unpriced, t.rates, t.one_rate_e4, t.leave_cents, t.premium_cents, t.fringe_cents, t.reimbursed_cents, coalesce(t.leave_minutes, 0)::integer as leave_minutes,
      r.employee_id is not null as missing_clock_out,
      case when any_approved then u.employee_id is not null else t.employee_id is not null end as unapproved,
      coalesce(t.regular_minutes, 0)::integer as regular, coalesce(t.overtime_minutes, 0)::integer as overtime,
      coalesce(t.double_time_minutes, 0)::integer as double_time, coalesce(t.paid_break_minutes, 0)::integer as paid_break,
      coalesce(t.regular_minutes + t.overtime_minutes + t.double_time_minutes, 0)::integer as worked
    from public.employees e
    left join private.payroll_totals(company_id_param, start_date_param, end_date_param) t on t.employee_id = e.id
    left join running r on r.employee_id = e.id
    left join unapproved_people u on u.employee_id = e.id
    where e.company_id = company_id_param and (t.employee_id is not null or r.employee_id is not null)
  ), columns as (
    select private.leftover_hundredths(sum(p.worked), sum(p.worked * 5 / 3)) as worked,
      private.leftover_hundredths(sum(p.regular), sum(p.regular * 5 / 3)) as regular,
      private.leftover_hundredths(sum(p.overtime), sum(p.overtime * 5 / 3)) as overtime,
      private.leftover_hundredths(sum(p.double_time), sum(p.double_time * 5 / 3)) as double_time,
      count(*) filter (where p.worked * 5 % 3 = 2) as worked_twos, count(*) filter (where p.regular * 5 % 3 = 2) as regular_twos,
      count(*) filter (where p.overtime * 5 % 3 = 2) as overtime_twos, count(*) filter (where p.double_time * 5 % 3 = 2) as double_twos
    from people p
  ), spread as (
    select p.*,
      count(*) filter (where p.worked * 5 % 3 = 2) over o as worked_2, count(*) filter (where p.worked * 5 % 3 = 1) over o as worked_1,
      count(*) filter (where p.regular * 5 % 3 = 2) over o as regular_2, count(*) filter (where p.regular * 5 % 3 = 1) over o as regular_1,
      count(*) filter (where p.overtime * 5 % 3 = 2) over o as overtime_2, count(*) filter (where p.overtime * 5 % 3 = 1) over o as overtime_1,
      count(*) filter (where p.double_time * 5 % 3 = 2) over o as double_2, count(*) filter (where p.double_time * 5 % 3 = 1) over o as double_1
    from people p
    -- Bytewise, because comparing names by a language's rules costs more than the payroll; screens sort for people.
    window o as (order by p.last_name collate "C", p.first_name collate "C", p.id rows unbounded preceding)
  )
  select s.first_name, s.last_name,
    private.hour_hundredths(s.worked, c.worked, case when s.worked * 5 % 3 = 2 then s.worked_2 else s.worked_1 end, c.worked_twos) * 0.01,
    -- Several rates in the range: none of them, and an average is nobody's rate.
    case when s.rates = 1 then s.one_rate_e4 * 0.0001 end,
    case when not s.unpriced then (s.regular_cents + s.overtime_cents + s.double_time_cents + s.other_cents) * 0.01 end,
    s.id, s.employee_number,
    private.hour_hundredths(s.regular, c.regular, case when s.regular * 5 % 3 = 2 then s.regular_2 else s.regular_1 end, c.regular_twos) * 0.01,
    private.hour_hundredths(s.overtime, c.overtime, case when s.overtime * 5 % 3 = 2 then s.overtime_2 else s.overtime_1 end, c.overtime_twos) * 0.01,
    private.hour_hundredths(s.double_time, c.double_time, case when s.double_time * 5 % 3 = 2 then s.double_2 else s.double_1 end, c.double_twos) * 0.01,
    case when not s.unpriced then s.regular_cents * 0.01 end,
    case when not s.unpriced then s.overtime_cents * 0.01 end,
    case when not s.unpriced then s.double_time_cents * 0.01 end,
    case when not s.unpriced then s.other_cents * 0.01 end,
    (10 * s.paid_break + 3) / 6 * 0.01,
    case when s.unpriced or s.missing_clock_out then array_remove(array[case when s.unpriced then 'no_rate' end,
        case when s.missing_clock_out then 'missing_clock_out' end, case when s.unapproved then 'unapproved' end], null)
      when s.unapproved then '{unapproved}'::text[] else '{}'::text[] end,
    coalesce(s.unpriced, false), s.missing_clock_out, s.unapproved,
    s.regular, s.overtime, s.double_time, s.paid_break, s.flsa_cents * 0.01,
    s.leave_minutes, case when not s.unpriced then s.leave_cents * 0.01 end, case when not s.unpriced then s.premium_cents * 0.01 end,
    case when not s.unpriced then s.fringe_cents * 0.01 end, case when not s.unpriced then s.reimbursed_cents * 0.01 end
  from spread s cross join columns c
  order by s.last_name collate "C", s.first_name collate "C", s.id;
end $$;
comment on function private.payroll_export_data(uuid,date,date) is 'What public.generate_payroll_export_data() returns, for functions that have asked for the right.';

create or replace function public.record_payroll_export(start_date_param date, end_date_param date, format_param text, file_hash_param text default null::text, settings_param jsonb default null::jsonb, id_param uuid default null::uuid) returns public.payroll_exports
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := (private.require_right('payroll')).company_id;
  source jsonb;
  saved public.payroll_exports;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  -- Nobody decides about an expense between the file and what it paid, and of two at once the second gets the answer.
  perform private.lock_time_shared(company);
  perform pg_advisory_xact_lock(hashtextextended('payroll_file:' || company::text, 0));
  select * into saved from public.payroll_exports x where x.company_id = company and x.id = id_param;
  if found then
    perform private.require_same_call(saved, jsonb_build_object('start_date', start_date_param, 'end_date', end_date_param, 'format', format_param,
        'file_hash', coalesce(lower(file_hash_param), saved.file_hash)),
      saved.rows is null or coalesce(saved.rows -> 'settings', 'null') = coalesce(settings_param, 'null'));
    return saved;
  end if;
  source := private.payroll_export_source(company, start_date_param, end_date_param);
  insert into public.payroll_exports (company_id, id, exported_by, start_date, end_date, format, rows, totals, file_hash)
  select company, coalesce(id_param, gen_random_uuid()), auth.uid(), start_date_param, end_date_param, format_param,
    source || jsonb_build_object('settings', settings_param),
    jsonb_build_object('employees', count(*), 'total_hours', coalesce(sum(r.total_hours), 0), 'total_earnings', sum(r.total_earnings),
      'regular_minutes', coalesce(sum(r.regular_minutes), 0), 'overtime_minutes', coalesce(sum(r.overtime_minutes), 0),
      'double_time_minutes', coalesce(sum(r.double_time_minutes), 0)),
    lower(file_hash_param)
  from jsonb_to_recordset(source -> 'summary') r (total_hours numeric, total_earnings numeric,
    regular_minutes bigint, overtime_minutes bigint, double_time_minutes bigint)
  returning * into saved;
  update public.expenses e set status = 'paid'
  where e.company_id = company and e.status = 'approved' and e.id in (
    select i.expense_id from jsonb_to_recordset(source -> 'lines') l (pay_item_id uuid)
    join public.pay_items i on i.company_id = company and i.id = l.pay_item_id);
  return saved;
end $$;
comment on function public.record_payroll_export(date,date,text,text,jsonb,uuid) is 'Manager, owner: records everything a file is made of, then the file is made from the record. Idempotent by id; other content under it is refused with id_reused.';
grant execute on function public.record_payroll_export(date,date,text,text,jsonb,uuid) to authenticated;

create or replace function private.payroll_export_source(company_id_param uuid, start_date_param date, end_date_param date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  summary jsonb;
  lines jsonb;
begin
  select coalesce(jsonb_agg(to_jsonb(r)), '[]') into summary
  from public.generate_payroll_export_data(company_id_param, start_date_param, end_date_param) r;
  select coalesce(jsonb_agg(to_jsonb(l)), '[]') into lines
  from public.payroll_lines_for(company_id_param, start_date_param, end_date_param) l;
  return jsonb_build_object(
    'summary', summary,
    'lines', lines,
    'origins', (
      select coalesce(jsonb_agg(to_jsonb(o)), '[]') from public.payroll_line_origins(start_date_param, end_date_param) o))
    || (
      select private.payroll_export_lists(company_id_param, start_date_param, end_date_param,
        array_agg(distinct l.employee_id), array_agg(distinct l.project_id), array_agg(distinct l.cost_code_id),
        array_agg(distinct l.classification_id) filter (where l.classification_id is not null))
      from jsonb_to_recordset(lines) l (employee_id uuid, project_id uuid, cost_code_id uuid, classification_id uuid));
end $$;
comment on function private.payroll_export_source(uuid,date,date) is 'Everything a payroll file of any format is made of: {"summary", "lines", "origins", "people", "projects", "cost_codes", "frequency", "locked"}.';

create or replace function private.payroll_export_lists(company_id_param uuid, start_date_param date, end_date_param date, employee_ids_param uuid[], project_ids_param uuid[], cost_code_ids_param uuid[], classification_ids_param uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'first_name', e.first_name, 'last_name', e.last_name, 'employee_number', e.employee_number,
        'job_title', e.job_title, 'external_ids', e.external_ids,
        'rates', (
          select coalesce(jsonb_agg(jsonb_build_object('hourly_rate', r.hourly_rate, 'effective_from', r.effective_from,
            'project_id', r.project_id, 'cost_code_id', r.cost_code_id) order by r.effective_from, r.created_at, r.id), '[]')
          from public.employee_rates r where r.company_id = e.company_id and r.employee_id = e.id))
        order by e.last_name, e.first_name, e.id), '[]')
      from public.employees e
      where e.company_id = company_id_param and e.id = any (employee_ids_param)),
    'projects', (
      select coalesce(jsonb_object_agg(p.id, jsonb_build_object('number', p.number, 'name', p.name, 'client', p.client)), '{}')
      from public.projects p
      where p.company_id = company_id_param and p.id = any (project_ids_param)),
    'cost_codes', (
      select coalesce(jsonb_object_agg(c.id, jsonb_build_object('code', c.code, 'name', c.name)), '{}')
      from public.cost_codes c
      where c.company_id = company_id_param and c.id = any (cost_code_ids_param)),
    'frequency', (select c.pay_period_kind from public.companies c where c.id = company_id_param),
    'locked', (
      select coalesce(sum(least(p.end_date, end_date_param) - greatest(p.start_date, start_date_param) + 1), 0)
        = end_date_param - start_date_param + 1
      from public.pay_periods p
      where p.company_id = company_id_param and p.status = 'locked'
        and p.start_date <= end_date_param and p.end_date >= start_date_param))
    -- Only where there is public work: the record of everyone else stays as it was.
    || case when classification_ids_param is null then '{}' else jsonb_build_object('classifications', (
      select coalesce(jsonb_object_agg(k.id, jsonb_build_object('code', k.code, 'name', k.name, 'name_es', coalesce(k.name_es, k.name))), '{}')
      from public.work_classifications k
      where k.company_id = company_id_param and k.id = any (classification_ids_param))) end;
$$;
comment on function private.payroll_export_lists(uuid,date,date,uuid[],uuid[],uuid[],uuid[]) is 'Who and what the lines of a payroll file name, and its period: {"people", "projects", "cost_codes", "frequency", "locked"}, with public work also "classifications".';

create or replace function public.payroll_export_changes(export_id_param uuid) returns table(employee_id uuid, first_name text, last_name text, hours_then numeric, hours_now numeric, earnings_then numeric, earnings_now numeric, moved boolean)
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := (private.require_right('payroll')).company_id;
  made public.payroll_exports;
begin
  select * into made from public.payroll_exports x where x.company_id = company and x.id = export_id_param;
  if made.rows is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This export was not found.';
  end if;
  return query
  with today as (
    select * from private.export_content(
      (select jsonb_agg(to_jsonb(r)) from public.generate_payroll_export_data(company, made.start_date, made.end_date) r),
      (select jsonb_agg(to_jsonb(l)) from public.payroll_lines_for(company, made.start_date, made.end_date) l))
  )
  select coalesce(n.employee_id, t.employee_id), coalesce(n.first_name, t.first_name), coalesce(n.last_name, t.last_name),
    t.hours, n.hours, t.earnings, n.earnings, (t.hours, t.earnings) is not distinct from (n.hours, n.earnings)
  from private.export_content(made.rows -> 'summary', made.rows -> 'lines') t
  full join today n on n.employee_id = t.employee_id
  where (t.figures, t.lines) is distinct from (n.figures, n.lines)
  order by 3, 2;
end $$;
comment on function public.payroll_export_changes(uuid) is 'Manager, owner: people whose part of an export would be another today. moved: same hours and pay, but on other days, jobs, cost codes or rates.';
grant execute on function public.payroll_export_changes(uuid) to authenticated;

create or replace function public.payroll_export_preview(start_date_param date, end_date_param date, brief_param boolean default false) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  company uuid := (private.require_right('payroll')).company_id;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  if brief_param then
    return private.payroll_export_brief(company, start_date_param, end_date_param);
  end if;
  return private.payroll_export_source(company, start_date_param, end_date_param);
end $$;
comment on function public.payroll_export_preview(date,date,boolean) is 'Manager, owner: what record_payroll_export would record now, so that missing IDs and fields show before anything is exported. brief_param: without summary and origins, each column of the lines as a list.';
grant execute on function public.payroll_export_preview(date,date,boolean) to authenticated;

create or replace function private.payroll_export_brief(company_id_param uuid, start_date_param date, end_date_param date) returns jsonb
language sql stable security definer set search_path = '' as $$
  with lines as materialized (
    select * from public.payroll_lines_for(company_id_param, start_date_param, end_date_param)
  )
  select jsonb_build_object('lines', jsonb_build_object(
      'employee_id', coalesce(jsonb_agg(l.employee_id), '[]'), 'work_date', coalesce(jsonb_agg(l.work_date), '[]'),
      'project_id', coalesce(jsonb_agg(l.project_id), '[]'), 'cost_code_id', coalesce(jsonb_agg(l.cost_code_id), '[]'),
      'hourly_rate', coalesce(jsonb_agg(l.hourly_rate), '[]'), 'pay_code', coalesce(jsonb_agg(l.pay_code), '[]'),
      'minutes', coalesce(jsonb_agg(l.minutes), '[]'), 'straight_cents', coalesce(jsonb_agg(l.straight_cents), '[]'),
      'premium_cents', coalesce(jsonb_agg(l.premium_cents), '[]'), 'total_cents', coalesce(jsonb_agg(l.total_cents), '[]')))
    || (
      select private.payroll_export_lists(company_id_param, start_date_param, end_date_param,
        array_agg(distinct d.employee_id), array_agg(distinct d.project_id), array_agg(distinct d.cost_code_id),
        array_agg(distinct d.classification_id) filter (where d.classification_id is not null))
      from lines d)
  from lines l;
$$;
comment on function private.payroll_export_brief(uuid,date,date) is 'What stops a payroll file is found with: {"lines", "people", "projects", "cost_codes", "frequency", "locked"}, the lines as a list for each column.';
