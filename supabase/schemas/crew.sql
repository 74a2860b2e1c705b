-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create or replace function public.my_team() returns table(employee_id uuid, first_name text, last_name text, job_title text, avatar_path text, status text, since timestamptz, project_id uuid, project_name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
begin
  if me.id is null or (me.role = 'employee'
      and not (select c.team_visible from public.companies c where c.id = me.company_id)) then
    return;
  end if;
  return query
    with my_projects as (
      select m.project_id from public.project_members m where m.company_id = me.company_id and m.employee_id = me.id
      union
      -- Without teams, those who worked on the same project this week are the team.
      select t.project_id from public.time_entries t
        where t.company_id = me.company_id and t.employee_id = me.id and t.clock_in > now() - interval '7 days' and t.project_id is not null
    ), colleagues as (
      select e.id from public.employees e where e.company_id = me.company_id and me.role in ('owner', 'manager')
      union
      select m.employee_id from public.project_members m join my_projects p on p.project_id = m.project_id where m.company_id = me.company_id
      union
      select t.employee_id from public.time_entries t join my_projects p on p.project_id = t.project_id
        where t.company_id = me.company_id and t.clock_in > now() - interval '7 days'
    )
    select e.id, e.first_name, e.last_name, e.job_title, pr.avatar_path,
      case when t.id is null then 'out' when b.id is not null then 'break' else 'in' end,
      coalesce(b.started_at, t.clock_in), p.id, p.name
    from colleagues
    join public.employees e on e.company_id = me.company_id and e.id = colleagues.id and e.active
    left join public.profiles pr on pr.id = e.user_id
    left join public.time_entries t on t.company_id = e.company_id and t.employee_id = e.id and t.clock_out is null
    left join public.time_entry_breaks b on b.company_id = t.company_id and b.time_entry_id = t.id and b.ended_at is null
    -- Who works on a project the caller may not read works; on what is not said.
    left join public.projects p on p.company_id = t.company_id and p.id = t.project_id
      and (me.role in ('owner', 'manager') or p.id not in (select private.projects_closed_to_me()))
    order by e.last_name, e.first_name;
end $$;
comment on function public.my_team() is 'Names and on-the-clock status (in, break, out) of those who share a project with the caller; of everyone for managers. Employees see nobody where the company switched it off.';
grant execute on function public.my_team() to authenticated;
