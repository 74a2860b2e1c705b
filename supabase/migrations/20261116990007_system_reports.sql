-- Who changed what, who signed in, what was exported, who looked at locations.
grant execute on function private.require_date_range(date, date) to authenticated;

create function public.audit_trail(start_date_param date, end_date_param date, entity_param text default null, actor_id_param uuid default null,
  exports_param boolean default false, before_param bigint default null, limit_param integer default 100)
returns table (id uuid, sequence bigint, occurred_at timestamptz, actor_name text, source text, action text, entity text, entity_id uuid,
  person text, before jsonb, after jsonb, reason text)
language plpgsql stable set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  zone text := private.zone_of(me.company_id, null);
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
    select a.id, a.sequence, a.occurred_at, btrim(concat_ws(' ', who.first_name, who.last_name)), a.source, a.action, a.entity, a.entity_id,
      btrim(concat_ws(' ', about.first_name, about.last_name)), a.before, a.after, a.reason
    from public.audit_events a
    left join public.employees who on who.company_id = a.company_id and who.user_id = a.actor_id
    left join public.employees about on about.company_id = a.company_id and about.id = a.employee_id
    -- Since events are linked their sequence is the time in microseconds, and the key is sorted by it.
    where a.company_id = me.company_id
      and a.sequence >= (extract(epoch from (start_date_param::timestamp at time zone zone)) * 1000000)::bigint
      and a.sequence < (extract(epoch from ((end_date_param + 1)::timestamp at time zone zone)) * 1000000)::bigint
      and (before_param is null or a.sequence < before_param)
      and (entity_param is null or a.entity = entity_param)
      and (actor_id_param is null or a.actor_id = (select e.user_id from public.employees e where e.company_id = me.company_id and e.id = actor_id_param))
      and (not exports_param or a.action = 'exported' or a.entity = 'payroll_exports' and a.action = 'created')
    order by a.sequence desc, a.id desc limit least(greatest(limit_param, 1), 500);
end $$;
revoke execute on function public.audit_trail(date, date, text, uuid, boolean, bigint, integer) from public, anon;
grant execute on function public.audit_trail(date, date, text, uuid, boolean, bigint, integer) to authenticated;
comment on function public.audit_trail(date, date, text, uuid, boolean, bigint, integer) is 'Managers: the history of the company between two days, newest first, with names; as far as its policy lets them read. For more, ask with the last sequence.';

create function public.sign_ins(start_date_param date, end_date_param date)
returns table (signed_in_at timestamptz, person text, last_seen_at timestamptz, user_agent text, ip text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  zone text := private.zone_of(me.company_id, null);
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
    select s.created_at, btrim(e.first_name || ' ' || e.last_name), coalesce(s.refreshed_at at time zone 'utc', s.created_at),
      case when me.role = 'owner' then s.user_agent end, case when me.role = 'owner' then host(s.ip) end
    from public.employees e join auth.sessions s on s.user_id = e.user_id
    where e.company_id = me.company_id and e.active
      and s.created_at >= (start_date_param::timestamp at time zone zone) and s.created_at < ((end_date_param + 1)::timestamp at time zone zone)
    order by 1 desc limit 1000;
end $$;
revoke execute on function public.sign_ins(date, date) from public, anon;
grant execute on function public.sign_ins(date, date) to authenticated;
comment on function public.sign_ins(date, date) is 'Managers: sessions of people of the company that began between two days and were not ended since; device and address for owners only.';

create function public.location_looks(start_date_param date, end_date_param date)
returns table (viewed_at timestamptz, viewer text, person text, purpose text, start_date date, end_date date)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  zone text := private.zone_of(me.company_id, null);
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
    select v.viewed_at, btrim(w.first_name || ' ' || w.last_name), btrim(e.first_name || ' ' || e.last_name), v.purpose, v.start_date, v.end_date
    from public.location_views v
    join public.employees w on w.company_id = v.company_id and w.id = v.viewer_id
    join public.employees e on e.company_id = v.company_id and e.id = v.employee_id
    where v.company_id = me.company_id
      and v.viewed_at >= (start_date_param::timestamp at time zone zone) and v.viewed_at < ((end_date_param + 1)::timestamp at time zone zone)
    order by 1 desc limit 1000;
end $$;
revoke execute on function public.location_looks(date, date) from public, anon;
grant execute on function public.location_looks(date, date) to authenticated;
comment on function public.location_looks(date, date) is 'Managers: who looked at whose locations between two days, and why.';
