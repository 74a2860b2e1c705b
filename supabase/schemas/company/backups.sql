create or replace function private.backup_figures(moment_param timestamptz) returns table(name text, value text)
language sql set search_path = '' as $$
  -- By name, for people to read, and by id, because two companies may have the same name.
  with companies as (
    select c.id, concat(c.name, ' (', left(c.id::text, 8), ')') as label, c.time_zone from public.companies c
  )
  select concat(c.label, ', hours of ', to_char(m.month, 'YYYY-MM')),
    concat(sum(m.seconds), ' s worked, ', sum(m.unpaid_break_seconds), ' s unpaid and ', sum(m.paid_break_seconds), ' s paid breaks, ', sum(m.entries), ' entries')
  from private.work_months m join companies c on c.id = m.company_id
  where m.kind = 'all'
  group by c.id, c.label, m.month
  union all
  select concat(c.label, ', locked pay of ', p.start_date, ' to ', p.end_date), private.pay_figure(sum(l.minutes), sum(l.total_cents))
  from public.pay_periods p join companies c on c.id = p.company_id
  left join public.payroll_lines l on l.company_id = p.company_id and l.pay_period_id = p.id
  where p.status = 'locked'
  group by c.id, c.label, p.start_date, p.end_date
  union all
  -- Computed as the payroll screen does, for the last period that was over.
  select concat(c.label, ', pay of ', p.start_date, ' to ', p.end_date), private.pay_figure(sum(l.minutes), sum(l.total_cents))
  from companies c
  cross join lateral private.pay_period_at(c.id, (moment_param at time zone c.time_zone)::date) now
  cross join lateral private.pay_period_at(c.id, now.start_date - 1) p
  left join lateral private.payroll_lines_between(c.id, p.start_date, p.end_date, null, null) l on true
  where p.start_date is not null
  group by c.id, c.label, p.start_date, p.end_date
  union all
  select concat(c.label, ', end of the history'), concat(l.position, ' ', encode(l.hash, 'hex'))
  from companies c
  cross join lateral (select k.position, k.hash from private.audit_links k where k.company_id = c.id order by k.position desc limit 1) l;
$$;
comment on function private.backup_figures(timestamp with time zone) is 'What a restored backup must compute again: hours by month, pay by period, the end of each company''s chain of events, as of a moment. Called by the server when it writes a backup and when it tests one. A figure that comes to mean something else gets another name.';

create or replace function private.pay_figure(minutes_param numeric, cents_param numeric) returns text
language sql immutable set search_path = '' as $$
  select concat(coalesce(minutes_param, 0), ' min, ', coalesce(cents_param, 0), ' cents');
$$;

create or replace function private.restored_problems() returns table(name text, value text)
language sql stable set search_path = '' as $$
  select concat(c.name, ' (', left(c.id::text, 8), '), history'), concat('broken at event ', v.broken_id)
  from public.companies c cross join lateral public.verify_audit_chain(c.id) v
  where v.broken_id is not null
  union all
  select concat(d.stored_in, ' of ', d.company_id, ' ', d.work_date), concat('stored ', d.kept, ', counted ', d.counted)
  from private.work_totals_differences() d;
$$;
comment on function private.restored_problems() is 'What is wrong with restored data by our own rules: a chain of events that does not hold, totals that are not what their entries say. Recomputes everything, so it is asked of scratch databases only.';

create or replace function private.restore_test_summary(recipient_param private.notification_recipients, moment_param timestamptz) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  test jsonb;
  result text;
begin
  if recipient_param.role <> 'owner' or to_regprocedure('backup.last_restore_test()') is null
    or recipient_param.company_id is distinct from private.system_company_id() then
    return '{}';
  end if;
  execute 'select backup.last_restore_test()' into test;
  if test is null then
    return '{}';
  end if;
  result := case when test ->> 'outcome' = 'failed' then 'restore_failed'
    when (test ->> 'finished_at')::timestamptz < moment_param - interval '14 days' then 'restore_old'
    else 'restore_passed' end;
  return jsonb_build_object(result, private.day_text(((test ->> 'finished_at')::timestamptz at time zone recipient_param.time_zone)::date, recipient_param));
end $$;
comment on function private.restore_test_summary(private.notification_recipients,timestamp with time zone) is 'The line of the weekly mail about the last restore test, for who may see the state of the installation: restore_passed, restore_failed or restore_old with its day; {} for everyone else and where none ran.';

create or replace function private.notify_of_failed_restore() returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  failed jsonb;
begin
  if to_regprocedure('backup.take_failed_restore_test()') is null
    or not exists (select from private.notification_recipients r where r.role = 'owner' and r.company_id = private.system_company_id()) then
    return 0;
  end if;
  execute 'select backup.take_failed_restore_test()' into failed;
  if failed is null then
    return 0;
  end if;
  return (select count(*) filter (where private.notify_person(r.company_id, r.employee_id, 'restore_test_failed', 'restore ' || clock_timestamp(), 'restore_test_failed',
      coalesce(failed -> 'difference', '{}') || jsonb_build_object('file', failed ->> 'file',
        'backup_day', private.day_text(((failed ->> 'backup_at')::timestamptz at time zone r.time_zone)::date, r),
        'kind_' || coalesce(failed #>> '{difference,kind}', 'error'), true), '{"path": "/settings?tab=system"}'))
    from private.notification_recipients r where r.role = 'owner' and r.company_id = private.system_company_id());
end $$;
comment on function private.notify_of_failed_restore() is 'Notifies who may see the state of the installation that a backup did not restore as it should, once for each file and by mail whatever they chose.';
