-- What the app asks first, and what people may know of each other.

create function public.viewer() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
begin
  return json_build_object(
    'server_time', clock_timestamp(),
    'profile', (select to_json(p) from public.profiles p where p.id = auth.uid()),
    'preferences', (select to_json(p) from public.preferences p where p.user_id = auth.uid()),
    'employee', case when me.id is not null then to_json(me) end,
    'deactivated', me.id is null and exists (select from public.employees e where e.user_id = auth.uid() and not e.active),
    'company', (select to_json(c) from public.companies c where c.id = me.company_id),
    'running_entry', (
      select to_jsonb(t) || jsonb_build_object('breaks', coalesce(
        (select jsonb_agg(to_jsonb(b) order by b.started_at) from public.time_entry_breaks b
          where b.company_id = t.company_id and b.time_entry_id = t.id), '[]'))
      from public.time_entries t
      where t.company_id = me.company_id and t.employee_id = me.id and t.clock_out is null),
    'invitations', case when me.id is null then
      (select coalesce(json_agg(i), '[]') from public.my_invitations() i) else '[]' end);
end $$;
comment on function public.viewer() is
  'The caller in one round trip: profile, preferences, employee, company, running entry with its breaks, open invitations, whether the access was ended, server time.';

create function public.my_team()
returns table (employee_id uuid, first_name text, last_name text, job_title text, avatar_path text, status text,
  since timestamptz, project_id uuid, project_name text)
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
      coalesce(b.started_at, t.clock_in), t.project_id, p.name
    from colleagues
    join public.employees e on e.company_id = me.company_id and e.id = colleagues.id and e.active
    left join public.profiles pr on pr.id = e.user_id
    left join public.time_entries t on t.company_id = e.company_id and t.employee_id = e.id and t.clock_out is null
    left join public.time_entry_breaks b on b.company_id = t.company_id and b.time_entry_id = t.id and b.ended_at is null
    left join public.projects p on p.company_id = t.company_id and p.id = t.project_id
    order by e.last_name, e.first_name;
end $$;
comment on function public.my_team() is
  'Names and on-the-clock status (in, break, out) of those who share a project with the caller; of everyone for managers. Employees see nobody where the company switched it off.';

grant execute on function public.viewer(), public.my_team() to authenticated;
