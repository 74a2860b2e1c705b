-- Publishing, acknowledging and copying shifts; taking open ones; swapping.

create function private.shift_words(snapshot_param jsonb, company_id_param uuid, recipient private.notification_recipients) returns text
language sql stable security definer set search_path = '' as $$
  select private.day_text((i.starts at time zone z.zone)::date, recipient) || ', '
    || to_char(i.starts at time zone z.zone, recipient.time_format) || ' – ' || to_char(i.ends at time zone z.zone, recipient.time_format)
    || coalesce(', ' || p.name, '')
  from (select to_timestamp((snapshot_param ->> 'starts_at')::bigint) as starts, to_timestamp((snapshot_param ->> 'ends_at')::bigint) as ends) i
  cross join lateral (select private.zone_of(company_id_param, (snapshot_param ->> 'project_id')::uuid) as zone) z
  left join public.projects p on p.company_id = company_id_param and p.id = (snapshot_param ->> 'project_id')::uuid;
$$;
revoke execute on function private.shift_words(jsonb, uuid, private.notification_recipients) from public;

create function private.tell_shifts(company_id_param uuid, told_param jsonb) returns void
language sql security definer set search_path = '' as $$
  -- One mail for each person, however many shifts.
  select count(private.notify(mail.r, 'project_updates', 'schedule ' || clock_timestamp(), 'schedule_published', mail.data))
  from (
    select r, words.data
    from private.notification_recipients r
    cross join lateral (select count(*) as shifts, jsonb_build_object(
        'added', string_agg(private.shift_words(t.now, r.company_id, r), E'\n' order by t.now ->> 'starts_at') filter (where t.change = 'new'),
        'changed', string_agg(private.shift_words(t.was, r.company_id, r) || ' → ' || private.shift_words(t.now, r.company_id, r), E'\n'
          order by t.now ->> 'starts_at') filter (where t.change = 'changed'),
        'cancelled', string_agg(private.shift_words(t.was, r.company_id, r), E'\n' order by t.was ->> 'starts_at')
          filter (where t.change = 'cancelled')) as data
      from jsonb_to_recordset(told_param) as t (employee_id uuid, change text, was jsonb, now jsonb)
      where t.employee_id = r.employee_id) words
    where r.company_id = company_id_param and r.notify_project_updates and r.user_id is distinct from auth.uid() and words.shifts > 0
    order by r.user_id offset 0) mail;
$$;
revoke execute on function private.tell_shifts(uuid, jsonb) from public;
comment on function private.tell_shifts(uuid, jsonb) is 'Mails what is new, changed and cancelled: [{"employee_id", "change", "was", "now"}].';

create function public.publish_shifts(start_date_param date, end_date_param date)
returns table (shift_id uuid, employee_id uuid, change text)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  told jsonb;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  with drafts as materialized (
    select s.id, s.cancelled, s.published as was, private.shift_snapshot(s) as now
    from public.shifts s
    where s.company_id = me.company_id and s.work_date between start_date_param and end_date_param and s.status = 'draft'
    order by s.id for update
  ), removed as (
    delete from public.shifts s using drafts d where s.company_id = me.company_id and s.id = d.id and d.cancelled
  ), updated as (
    update public.shifts s set status = 'published', published = d.now, acknowledged_at = null,
      previous = case when d.was ->> 'employee_id' = d.now ->> 'employee_id' then d.was end
    from drafts d where s.company_id = me.company_id and s.id = d.id and not d.cancelled
  ), changes as (
    select d.id, (d.was ->> 'employee_id')::uuid as person, 'cancelled' as change, d.was, d.now from drafts d
    where d.was is not null and (d.cancelled or d.was ->> 'employee_id' is distinct from d.now ->> 'employee_id')
    union all
    select d.id, (d.now ->> 'employee_id')::uuid,
      case when d.was ->> 'employee_id' = d.now ->> 'employee_id' then 'changed' else 'new' end, d.was, d.now
    from drafts d where not d.cancelled
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'employee_id', c.person, 'change', c.change, 'was', c.was, 'now', c.now)), '[]')
  into told from changes c;
  perform private.tell_shifts(me.company_id, told);
  return query select t.id, t.employee_id, t.change from jsonb_to_recordset(told) as t (id uuid, employee_id uuid, change text);
end $$;
revoke execute on function public.publish_shifts(date, date) from public, anon;
grant execute on function public.publish_shifts(date, date) to authenticated;
comment on function public.publish_shifts(date, date) is 'Managers: publishes the drafts of a range and tells each person what is new, changed (as it was) or cancelled.';

create function public.acknowledge_shift(shift_id_param uuid) returns public.shifts
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  shift public.shifts;
begin
  update public.shifts s set acknowledged_at = now(), previous = null
  where s.company_id = me.company_id and s.id = shift_id_param and s.published ->> 'employee_id' = me.id::text
    and (s.acknowledged_at is null or s.previous is not null)
  returning * into shift;
  if shift.id is null then
    select * into shift from public.shifts s
    where s.company_id = me.company_id and s.id = shift_id_param and s.published ->> 'employee_id' = me.id::text;
  end if;
  if shift.id is null then
    raise exception using errcode = 'P0001', hint = 'shift_not_found', message = 'This shift is not on your schedule.';
  end if;
  return shift;
end $$;
revoke execute on function public.acknowledge_shift(uuid) from public, anon;
grant execute on function public.acknowledge_shift(uuid) to authenticated;
comment on function public.acknowledge_shift(uuid) is 'Everyone: says that they have seen a published shift of theirs. A repeat changes nothing.';

create function public.copy_shifts(from_start_param date, to_start_param date, days_param integer) returns setof public.shifts
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  days integer := to_start_param - from_start_param;
begin
  if days_param is null or days_param not between 1 and 62 or days is null or days = 0 or abs(days) > 3660 then
    raise exception using errcode = 'P0001', hint = 'copy_range', message = 'Choose 1 to 62 days and another day to copy them to.';
  end if;
  return query
  with source as (
    select s.*, private.zone_of(s.company_id, s.project_id) as zone from public.shifts s
    where s.company_id = me.company_id and s.work_date between from_start_param and from_start_param + days_param - 1 and not s.cancelled
      and not exists (select from public.employees e where e.company_id = s.company_id and e.id = s.employee_id and not e.active)
      and not exists (select from public.equipment q where q.company_id = s.company_id and q.id = s.equipment_id and q.status = 'retired')
  ), moved as (
    -- The clock on the wall stays: a shift from 7:00 to 15:30 is that also across a change of the clocks.
    select s.*, (s.starts_at at time zone s.zone + make_interval(days => days)) at time zone s.zone as starts,
      (s.ends_at at time zone s.zone + make_interval(days => days)) at time zone s.zone as ends
    from source s
  )
  insert into public.shifts (company_id, employee_id, crew_id, equipment_id, project_id, cost_code_id, starts_at, ends_at, note)
  select m.company_id, m.employee_id, m.crew_id, m.equipment_id, m.project_id, m.cost_code_id, m.starts, m.ends, m.note
  from moved m
  where m.ends > m.starts and not exists (
    select from public.shifts t where t.company_id = m.company_id and t.starts_at = m.starts and t.ends_at = m.ends and not t.cancelled
      and t.employee_id is not distinct from m.employee_id and t.equipment_id is not distinct from m.equipment_id
      and t.project_id is not distinct from m.project_id)
  returning *;
end $$;
revoke execute on function public.copy_shifts(date, date, integer) from public, anon;
grant execute on function public.copy_shifts(date, date, integer) to authenticated;
comment on function public.copy_shifts(date, date, integer) is 'Managers: copies the shifts of some days as drafts, at the same time of day. What is there already is not copied again.';

create function public.take_shift(shift_id_param uuid) returns public.shifts
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  shift public.shifts;
begin
  -- Locked first: of two who take it at once, the second sees whose it is.
  select * into shift from public.shifts s where s.company_id = me.company_id and s.id = shift_id_param for update;
  if shift.id is null or shift.published is null or shift.equipment_id is not null
      or (shift.crew_id is not null and not exists (select from public.crew_members m
        where m.company_id = shift.company_id and m.crew_id = shift.crew_id and m.employee_id = me.id
          and daterange(m.from_date, m.to_date, '[]') @> shift.work_date)) then
    raise exception using errcode = 'P0001', hint = 'shift_not_found', message = 'This shift is not open to you.';
  end if;
  if shift.employee_id = me.id then
    return shift;
  end if;
  if shift.employee_id is not null or shift.status <> 'published' or shift.ends_at <= now() then
    raise exception using errcode = 'P0001', hint = 'shift_taken', message = 'Someone else has taken this shift, or it is over.';
  end if;
  update public.shifts s set employee_id = me.id, acknowledged_at = now(),
    published = s.published || jsonb_build_object('employee_id', me.id)
  where s.company_id = me.company_id and s.id = shift.id
  returning * into shift;
  return shift;
end $$;
revoke execute on function public.take_shift(uuid) from public, anon;
grant execute on function public.take_shift(uuid) to authenticated;
comment on function public.take_shift(uuid) is 'Everyone: takes an open published shift; who comes second is refused.';

create function public.ask_for_swap(shift_id_param uuid, to_employee_id_param uuid, note_param text default null) returns public.shift_swaps
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  swap public.shift_swaps;
begin
  if not exists (select from public.shifts s where s.company_id = me.company_id and s.id = shift_id_param and s.employee_id = me.id
      and s.status = 'published' and s.starts_at > now()) then
    raise exception using errcode = 'P0001', hint = 'shift_not_found', message = 'This shift is not on your schedule, or it has begun.';
  end if;
  if to_employee_id_param is not distinct from me.id or not exists (
      select from public.employees e where e.company_id = me.company_id and e.id = to_employee_id_param and e.active) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This person was not found.';
  end if;
  insert into public.shift_swaps (company_id, shift_id, employee_id, to_employee_id, note)
  values (me.company_id, shift_id_param, me.id, to_employee_id_param, nullif(btrim(note_param), ''))
  returning * into swap;
  return swap;
end $$;
revoke execute on function public.ask_for_swap(uuid, uuid, text) from public, anon;
grant execute on function public.ask_for_swap(uuid, uuid, text) to authenticated;
comment on function public.ask_for_swap(uuid, uuid, text) is 'Everyone: asks a colleague to take a shift of theirs. A manager approves it in the end.';

create function private.lock_swap(company_id_param uuid, swap_id_param uuid) returns public.shift_swaps
language plpgsql security definer set search_path = '' as $$
declare
  swap public.shift_swaps;
begin
  select * into swap from public.shift_swaps w where w.company_id = company_id_param and w.id = swap_id_param for update;
  if swap.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This swap was not found.';
  end if;
  if swap.status not in ('asked', 'accepted') then
    raise exception using errcode = 'P0001', hint = 'swap_decided', message = 'This swap is decided already.';
  end if;
  return swap;
end $$;
revoke execute on function private.lock_swap(uuid, uuid) from public;

create function public.answer_swap(swap_id_param uuid, accept_param boolean) returns public.shift_swaps
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  swap public.shift_swaps := private.lock_swap(me.company_id, swap_id_param);
begin
  if accept_param is null or me.id not in (swap.employee_id, swap.to_employee_id) or me.id = swap.employee_id and accept_param then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This swap was not found.';
  end if;
  update public.shift_swaps w set status = case when accept_param then 'accepted' when me.id = swap.employee_id then 'withdrawn' else 'declined' end
  where w.company_id = me.company_id and w.id = swap.id returning * into swap;
  return swap;
end $$;
revoke execute on function public.answer_swap(uuid, boolean) from public, anon;
grant execute on function public.answer_swap(uuid, boolean) to authenticated;
comment on function public.answer_swap(uuid, boolean) is 'Everyone: accepts or declines a swap they were asked for, or takes back their own.';

create function public.decide_swap(swap_id_param uuid, approve_param boolean) returns public.shift_swaps
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  swap public.shift_swaps := private.lock_swap(me.company_id, swap_id_param);
  shift public.shifts;
begin
  if approve_param is null or approve_param and swap.status <> 'accepted' then
    raise exception using errcode = 'P0001', hint = 'swap_not_accepted', message = 'The colleague has not accepted this swap yet.';
  end if;
  if approve_param then
    select * into shift from public.shifts s where s.company_id = me.company_id and s.id = swap.shift_id for update;
    if shift.employee_id is distinct from swap.employee_id or shift.status <> 'published' then
      raise exception using errcode = 'P0001', hint = 'swap_outdated', message = 'This shift was changed since the swap was asked for.';
    end if;
    update public.shifts s set employee_id = swap.to_employee_id, acknowledged_at = now(), previous = null,
      published = s.published || jsonb_build_object('employee_id', swap.to_employee_id)
    where s.company_id = me.company_id and s.id = shift.id;
    perform private.tell_shifts(me.company_id, jsonb_build_array(
      jsonb_build_object('employee_id', swap.employee_id, 'change', 'cancelled', 'was', shift.published),
      jsonb_build_object('employee_id', swap.to_employee_id, 'change', 'new', 'now', shift.published)));
  end if;
  update public.shift_swaps w set status = case when approve_param then 'approved' else 'declined' end, decided_by = auth.uid(), decided_at = now()
  where w.company_id = me.company_id and w.id = swap.id returning * into swap;
  return swap;
end $$;
revoke execute on function public.decide_swap(uuid, boolean) from public, anon;
grant execute on function public.decide_swap(uuid, boolean) to authenticated;
comment on function public.decide_swap(uuid, boolean) is 'Managers: approves a swap both agreed on, which gives the shift to the colleague, or declines it.';
