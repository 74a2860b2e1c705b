-- The list of people as managers need it, and what was changed about them.

create function public.employee_overview()
returns table (employee_id uuid, status text, since timestamptz, project_id uuid, project_name text, hourly_rate numeric,
  minutes_this_week bigint, last_seen timestamptz, has_account boolean, invitation text, invitation_expires_at timestamptz, avatar_path text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  zone text;
  today date;
  week_begin date;
begin
  select c.time_zone, (now() at time zone c.time_zone)::date into zone, today from public.companies c where c.id = me.company_id;
  select today - ((extract(dow from today)::integer - c.week_start + 7) % 7) into week_begin
    from public.companies c where c.id = me.company_id;
  return query
    select e.id,
      case when running.id is null then 'out' when pause.id is not null then 'break' else 'in' end,
      coalesce(pause.started_at, running.clock_in),
      running.project_id, p.name,
      (select r.hourly_rate from public.employee_rates r
        where r.company_id = e.company_id and r.employee_id = e.id and r.project_id is null and r.cost_code_id is null
          and r.effective_from <= today order by r.effective_from desc limit 1),
      coalesce(week.minutes, 0),
      (select greatest(t.clock_in, t.clock_out) from public.time_entries t
        where t.company_id = e.company_id and t.employee_id = e.id order by t.clock_in desc limit 1),
      e.user_id is not null,
      case when i.id is null then null when i.expires_at > now() then 'open' else 'expired' end,
      i.expires_at,
      pr.avatar_path
    from public.employees e
    left join public.time_entries running on running.company_id = e.company_id and running.employee_id = e.id and running.clock_out is null
    left join public.time_entry_breaks pause on pause.company_id = e.company_id and pause.time_entry_id = running.id and pause.ended_at is null
    left join public.projects p on p.company_id = e.company_id and p.id = running.project_id
    left join public.employee_invitations i on i.company_id = e.company_id and i.employee_id = e.id
      and i.accepted_at is null and i.withdrawn_at is null
    left join public.profiles pr on pr.id = e.user_id
    left join lateral (
      select sum(floor(extract(epoch from coalesce(t.clock_out, now()) - t.clock_in
          - coalesce((select sum(coalesce(b.ended_at, now()) - b.started_at) from public.time_entry_breaks b
              where b.company_id = t.company_id and b.time_entry_id = t.id and not b.paid), interval '0')) / 60))::bigint as minutes
        from public.time_entries t
       where t.company_id = e.company_id and t.employee_id = e.id
         and t.clock_in >= week_begin::timestamp at time zone zone) week on true
    where e.company_id = me.company_id;
end $$;
comment on function public.employee_overview() is 'Status, rate of today, hours of this week, last punch and invitation of everyone in the manager''s company.';

create function public.employee_history(employee_id_param uuid)
returns table (occurred_at timestamptz, action text, entity text, actor_name text, before jsonb, after jsonb, reason text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  return query
    select a.occurred_at, a.action, a.entity, btrim(concat_ws(' ', actor.first_name, actor.last_name)), a.before, a.after, a.reason
      from public.audit_events a
      left join public.employees actor on actor.company_id = a.company_id and actor.user_id = a.actor_id
     where a.company_id = me.company_id and a.employee_id = employee_id_param
       and a.entity in ('employees', 'employee_rates', 'employee_invitations')
     order by a.sequence desc limit 200;
end $$;
comment on function public.employee_history(uuid) is 'What was changed about a person, newest first: record, rates, invitations.';

revoke execute on function public.employee_overview(), public.employee_history(uuid) from public, anon;
grant execute on function public.employee_overview(), public.employee_history(uuid) to authenticated, service_role;
