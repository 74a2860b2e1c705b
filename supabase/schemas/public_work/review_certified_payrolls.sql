create or replace function private.has_other_hours(payroll_param public.certified_payrolls) returns boolean
language sql stable set search_path = '' as $$
  with signed as materialized (
    select (r.value ->> 'employee_id')::uuid as employee_id, (d.value ->> 'date')::date as work_date, h.kind, sum(h.hours) as hours,
      count(*) filter (where h.hours <> 0) as cells
    from jsonb_array_elements(payroll_param.content #> '{report,rows}') r
    cross join jsonb_array_elements(r.value -> 'days') d
    cross join lateral (values ('st', (d.value ->> 'st')::numeric), ('ot', (d.value ->> 'ot')::numeric), ('dt', (d.value ->> 'dt')::numeric)) h (kind, hours)
    group by 1, 2, 3
  ), people as materialized (
    select array(
      select s.employee_id from signed s
      union
      select t.employee_id from public.time_entries t
      where t.company_id = payroll_param.company_id and t.project_id = payroll_param.project_id and t.clock_out is not null
        and t.work_date between payroll_param.week_end - 7 and payroll_param.week_end) as ids
  ), worked as materialized (
    select l.employee_id, l.work_date, sum(l.minutes) as minutes
    from people p
    cross join lateral private.payroll_lines_computed(payroll_param.company_id, payroll_param.week_end - 6, payroll_param.week_end, p.ids, null) l
    where l.project_id = payroll_param.project_id and l.pay_code in ('REG', 'OT', 'DT')
    group by l.employee_id, l.work_date
  ), days as (
    select coalesce(s.employee_id, w.employee_id) as employee_id, coalesce(s.minutes, 0) - coalesce(w.minutes, 0) as difference, coalesce(s.cells, 0) as cells
    from (select employee_id, work_date, sum(hours) * 60 as minutes, sum(cells) as cells from signed group by employee_id, work_date) s
    full join worked w on w.employee_id = s.employee_id and w.work_date = s.work_date
  )
  -- A day's cells are less than a hundredth of an hour off, a row's total half a hundredth.
  select exists (select from days d where abs(d.difference) >= 0.6 * d.cells and d.difference <> 0)
    or exists (
      select from days d
      left join (select k.employee_id, count(distinct k.kind) as kinds from signed k where k.cells > 0 group by k.employee_id) k on k.employee_id = d.employee_id
      group by d.employee_id, k.kinds having abs(sum(d.difference)) > 0.9 * coalesce(k.kinds, 0));
$$;
comment on function private.has_other_hours(public.certified_payrolls) is 'Whether the time of the week, as pay counts it today, is other than the hours in column 4 of a signed report, which are rounded to hundredths.';

create or replace function private.review_certified_payrolls(company_ids_param uuid[], dates_param date[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  payroll public.certified_payrolls;
  is_wrong boolean;
begin
  for payroll in
    select p.* from public.certified_payrolls p
    where exists (
        select from unnest(company_ids_param, dates_param) d (company_id, work_date)
        where d.company_id = p.company_id and p.week_end between d.work_date and d.work_date + 6)
      and not exists (select from public.certified_payrolls n where n.company_id = p.company_id and n.corrects_id = p.id)
    order by p.company_id, p.id
  loop
    is_wrong := private.has_other_hours(payroll);
    if is_wrong <> (payroll.status = 'needs_correction') then
      perform private.note_other_hours(payroll, is_wrong);
    end if;
  end loop;
end $$;
comment on function private.review_certified_payrolls(uuid[],date[]) is 'After time of these days changed: whether the newest signed reports of their weeks still have their hours. The arrays go together.';

create or replace function private.note_other_hours(payroll_param public.certified_payrolls, is_wrong_param boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.certified_payrolls p
  set status = case when is_wrong_param then 'needs_correction' when p.delivered_at is null then 'signed' else 'delivered' end
  where p.company_id = payroll_param.company_id and p.id = payroll_param.id;
  if is_wrong_param then
    perform private.notify_person(r.company_id, r.employee_id, 'certified_payroll_due', 'certified hours ' || payroll_param.id, 'certified_payroll_hours',
      jsonb_build_object('project_id', j.id, 'project_name', j.name, 'certified_payroll_id', payroll_param.id, 'number', payroll_param.number,
        'week_end', payroll_param.week_end, 'week', to_char(payroll_param.week_end, r.date_format)),
      jsonb_build_object('path', '/public-work?tab=certified&project=' || j.id || '&week=' || payroll_param.week_end))
    from private.notification_recipients r
    join public.projects j on j.company_id = r.company_id and j.id = payroll_param.project_id
    where r.company_id = payroll_param.company_id and r.role in ('owner', 'manager');
  else
    perform private.settle_notifications(e.company_id, e.id, '{certified_payroll_due}', jsonb_build_object('certified_payroll_id', payroll_param.id))
    from public.employees e where e.company_id = payroll_param.company_id and e.role in ('owner', 'manager');
  end if;
end $$;
comment on function private.note_other_hours(public.certified_payrolls,boolean) is 'A signed report has the hours of its week no longer, or again: its status, and the notice to managers.';
