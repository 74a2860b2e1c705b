-- Projects read the totals; the sums they had of their own go.

drop trigger a_count_project_time on public.time_entries;
drop trigger a_recount_project_time on public.time_entries;
drop trigger c_uncount_project_time on public.time_entries;
drop trigger count_break_time on public.time_entry_breaks;
drop function private.count_project_time(), private.count_break_time(), private.recount_project_time(),
  private.book_project_time(public.time_entries, numeric, integer), private.ended_unpaid_seconds(public.time_entries),
  private.running_seconds(public.time_entries), private.project_time(uuid, uuid, uuid);
drop table private.project_totals;

create or replace function public.project_overview()
returns table (project_id uuid, team_size bigint, seconds bigint, entries bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  manages boolean := me.role in ('owner', 'manager');
begin
  return query
    select p.id,
      (select count(*) from public.project_members m where m.company_id = p.company_id and m.project_id = p.id),
      coalesce(t.seconds, 0)::bigint, coalesce(t.entries, 0)::bigint
    from public.projects p
    left join (
      select w.project_id, sum(w.seconds) as seconds, sum(w.entries) as entries
        from private.work_done w
       where w.company_id = me.company_id and (manages or w.employee_id = me.id) and w.project_id is not null
       group by w.project_id) t on t.project_id = p.id
    where p.company_id = me.company_id and (manages or p.id not in (select private.projects_closed_to_me()));
end $$;
comment on function public.project_overview() is 'Team size and hours of every project the caller may see; workers get their own hours.';

create or replace function public.project_details(project_id_param uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  manages boolean := me.role in ('owner', 'manager');
  result jsonb;
begin
  if not exists (select from public.projects p where p.company_id = me.company_id and p.id = project_id_param
      and (manages or p.id not in (select private.projects_closed_to_me()))) then
    raise exception using errcode = 'P0001', hint = 'project_unknown', message = 'This project does not exist.';
  end if;
  with worked as (
    select w.employee_id, w.cost_code_id, sum(w.seconds) as seconds, sum(w.entries) as entries
      from private.work_done w
     where w.company_id = me.company_id and (manages or w.employee_id = me.id) and w.project_id = project_id_param
     group by w.employee_id, w.cost_code_id
  ), latest as (
    select t.* from public.time_entries t
     where t.company_id = me.company_id and t.project_id = project_id_param and (manages or t.employee_id = me.id)
     order by t.clock_in desc limit 8)
  select jsonb_build_object(
    'seconds', (select coalesce(sum(w.seconds), 0)::bigint from worked w),
    'by_cost_code', (select coalesce(jsonb_agg(jsonb_build_object('id', g.cost_code_id, 'code', k.code, 'name', k.name, 'seconds', g.seconds) order by g.seconds desc), '[]')
      from (select w.cost_code_id, sum(w.seconds)::bigint as seconds from worked w group by w.cost_code_id having sum(w.entries) > 0) g
      left join public.cost_codes k on k.company_id = me.company_id and k.id = g.cost_code_id),
    'by_person', (select coalesce(jsonb_agg(jsonb_build_object('employee_id', e.id, 'first_name', e.first_name, 'last_name', e.last_name, 'seconds', g.seconds) order by g.seconds desc), '[]')
      from (select w.employee_id, sum(w.seconds)::bigint as seconds from worked w group by w.employee_id having sum(w.entries) > 0) g
      join public.employees e on e.company_id = me.company_id and e.id = g.employee_id),
    'recent', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'first_name', e.first_name, 'last_name', e.last_name,
        'clock_in', r.clock_in, 'clock_out', r.clock_out, 'seconds', (select sum(w.seconds) from private.work_pieces w where w.company_id = r.company_id and w.entry_id = r.id)) order by r.clock_in desc), '[]')
      from latest r
      join public.employees e on e.company_id = me.company_id and e.id = r.employee_id))
    into result;
  return result;
end $$;
comment on function public.project_details(uuid) is 'Hours of a project by cost code and person, and its latest entries; workers get their own.';
