-- One tap to the clock: what the caller worked on last, and a minute to take a stop back.

create function public.recent_work(limit_param integer default 3)
returns table (project_id uuid, cost_code_id uuid, last_used_at timestamptz)
language sql stable security definer set search_path = '' as $$
  -- The last 60 entries, not the history: what was worked on longer ago is not worth a button.
  with me as materialized (select (private.me()).*),
  last_entries as materialized (
    select e.project_id, e.cost_code_id, e.clock_in
      from me join public.time_entries e on e.company_id = me.company_id and e.employee_id = me.id
      where e.project_id is not null
      order by e.clock_in desc limit 60),
  pairs as (
    select l.project_id, l.cost_code_id, max(l.clock_in) as last_used_at
      from last_entries l group by l.project_id, l.cost_code_id)
  select p.project_id, p.cost_code_id, p.last_used_at
    from pairs p, me
    where exists (
        select from public.projects j
          where j.company_id = me.company_id and j.id = p.project_id and j.status = 'active')
      and (not exists (select from public.project_members m
            where m.company_id = me.company_id and m.project_id = p.project_id)
        or me.role in ('owner', 'manager')
        or exists (select from public.project_members m
            where m.company_id = me.company_id and m.project_id = p.project_id and m.employee_id = me.id))
      and (p.cost_code_id is null or exists (
        select from public.cost_codes c
          where c.company_id = me.company_id and c.id = p.cost_code_id and c.active))
      and (p.cost_code_id is null or not exists (select from public.project_cost_codes a
            where a.company_id = me.company_id and a.project_id = p.project_id)
        or exists (select from public.project_cost_codes a
            where a.company_id = me.company_id and a.project_id = p.project_id and a.cost_code_id = p.cost_code_id))
    order by p.last_used_at desc
    limit least(greatest(coalesce(limit_param, 3), 0), 20)
$$;
comment on function public.recent_work(integer) is
  'The caller''s last pairs of project and cost code that can still be booked, newest first.';

create function public.undo_clock_out(entry_id_param uuid) returns public.time_entries
language plpgsql volatile security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  entry public.time_entries;
begin
  perform private.open_time(me.company_id);
  perform private.lock_employee_time(me.company_id, me.id);
  select * into entry from public.time_entries e
    where e.company_id = me.company_id and e.employee_id = me.id and e.id = entry_id_param for no key update;
  if entry.id is null then
    raise exception using errcode = 'P0002', hint = 'entry_gone', message = 'This entry no longer exists.';
  end if;
  if entry.clock_out is null then
    return entry;
  end if;
  -- A little more than the minute that is shown: the press itself takes time to arrive.
  if entry.source <> 'timer' or entry.clock_out < clock_timestamp() - interval '75 seconds' then
    raise exception using errcode = 'P0001', hint = 'undo_too_late',
      message = 'This can no longer be undone. Edit the entry instead.';
  end if;
  update public.time_entries e set clock_out = null, clock_out_location = null
    where e.company_id = entry.company_id and e.id = entry.id
    returning * into entry;
  return entry;
end $$;
comment on function public.undo_clock_out(uuid) is
  'Takes back the caller''s own stop of the last minute: the clock has run all the while. A break that the stop ended stays ended.';

revoke execute on function public.recent_work(integer), public.undo_clock_out(uuid) from public, anon;
grant execute on function public.recent_work(integer), public.undo_clock_out(uuid) to authenticated;
