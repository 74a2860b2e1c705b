create or replace function public.apprentice_ratio(project_id_param uuid, start_date_param date, end_date_param date) returns table(work_date date, craft text, program_id uuid, program_name text, ratio_apprentices integer, ratio_journeyworkers integer, journeyworkers integer, apprentices integer, allowed integer, over_count integer, people jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_manager();
begin
  perform private.require_date_range(start_date_param, end_date_param);
  if not exists (select from public.projects p where p.company_id = me.company_id and p.id = project_id_param) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This was not found. It may have been deleted.';
  end if;
  return query
    select s.work_date, s.craft, s.program_id, min(p.name), min(p.ratio_apprentices)::integer, min(p.ratio_journeyworkers)::integer,
      min(s.journeyworkers), count(*)::integer, min(s.allowed), (count(*) filter (where s.place > s.allowed))::integer,
      jsonb_agg(jsonb_build_object('employee_id', s.employee_id, 'name', private.person_name(me.company_id, s.employee_id),
        'first_punch', s.first_punch, 'level', s.level, 'percent', s.percent, 'over', s.place > s.allowed) order by s.place)
    from private.apprentices_on_site(me.company_id, start_date_param, end_date_param, project_id_param) s
    join public.apprenticeship_programs p on p.company_id = me.company_id and p.id = s.program_id
    group by s.work_date, s.craft, s.program_id
    order by s.work_date desc, s.craft, min(p.name), s.program_id;
end $$;
comment on function public.apprentice_ratio(uuid,date,date) is 'Manager, owner: apprentices of a site by day, craft and program in the order in which they came, how many journeyworkers were there, how many apprentices these allow, and who is over and so paid in full.';
grant execute on function public.apprentice_ratio(uuid,date,date) to authenticated;

create or replace trigger x_ratio_of_changed_entries after update on public.time_entries referencing old table as old_rows new table as new_rows
  for each statement execute function private.ratio_changes_pay();

create or replace trigger x_ratio_of_deleted_entries after delete on public.time_entries referencing old table as old_rows
  for each statement execute function private.ratio_changes_pay();

create or replace trigger x_ratio_of_new_entries after insert on public.time_entries referencing new table as new_rows
  for each statement execute function private.ratio_changes_pay();

create or replace function private.ratio_changes_pay() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed public.time_entries[];
begin
  -- Most companies have no apprentices, and most changes are not about who is on a site.
  if tg_op = 'INSERT' then
    if not exists (select from new_rows n where n.classification_id is not null) then
      return null;
    end if;
    changed := array(select n from new_rows n
      where n.classification_id is not null and n.company_id in (select a.company_id from public.apprenticeships a));
  elsif tg_op = 'DELETE' then
    changed := array(select o from old_rows o
      where o.classification_id is not null and o.company_id in (select a.company_id from public.apprenticeships a));
  else
    if not exists (select from new_rows n where n.classification_id is not null union all select from old_rows o where o.classification_id is not null) then
      return null;
    end if;
    changed := array(
      select v.entry
      from old_rows o
      join new_rows n on n.company_id = o.company_id and n.id = o.id
      cross join lateral (values (o), (n)) as v (entry)
      where coalesce(o.classification_id, n.classification_id) is not null and o.company_id in (select a.company_id from public.apprenticeships a)
        and ((o.project_id, o.classification_id, o.clock_in, o.work_date) is distinct from (n.project_id, n.classification_id, n.clock_in, n.work_date)
          -- An end changes who is there only where it is on another day.
          or o.clock_out is distinct from n.clock_out
            and private.last_day_on_site(o.company_id, o.project_id, o.work_date, o.clock_out)
              <> private.last_day_on_site(n.company_id, n.project_id, n.work_date, n.clock_out)));
  end if;
  if changed <> '{}' then
    perform private.outdate_pay_of_apprentices(changed);
  end if;
  return null;
end $$;
comment on function private.ratio_changes_pay() is 'Who works on a site decides whether its apprentices are within their ratio: their pay of that day is asked again.';

create or replace function private.outdate_pay_of_apprentices(changed_param public.time_entries[]) returns void
language sql security definer set search_path = '' as $$
  -- Noted and not deleted: rows of others are never locked here, so that two crews that clock out at once do not wait for each other.
  insert into private.pay_weeks_outdated (company_id, employee_id, first_date, last_date)
  -- Weeks of a policy may reach into the next week of the company, and work into the next day.
  select distinct c.company_id, t.employee_id, c.work_date - 8, c.last_day + 8
  from (
    select distinct e.company_id, e.project_id, e.work_date,
      private.last_day_on_site(e.company_id, e.project_id, e.work_date, e.clock_out) as last_day
    from unnest(changed_param) e where e.classification_id is not null
  ) c
  join public.apprenticeships a on a.company_id = c.company_id and daterange(a.from_date, a.to_date, '[]') && daterange(c.work_date, c.last_day, '[]')
  join public.time_entries t on t.company_id = a.company_id and t.employee_id = a.employee_id
    and t.clock_in >= c.work_date::timestamp at time zone 'UTC' - interval '3 days'
    and t.clock_in < c.last_day::timestamp at time zone 'UTC' + interval '2 days'
    and t.project_id = c.project_id and t.classification_id is not null
    and t.work_date <= c.last_day and private.last_day_on_site(t.company_id, t.project_id, t.work_date, t.clock_out) >= c.work_date;
$$;
comment on function private.outdate_pay_of_apprentices(public.time_entries[]) is 'Notes that the pay of apprentices who work on the sites and days of these entries does not hold.';
