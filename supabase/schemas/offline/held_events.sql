create table public.held_events (
  company_id uuid not null,
  id uuid not null,
  employee_id uuid not null,
  device_id text not null,
  sequence bigint not null,
  kind text not null,
  happened_at timestamptz not null,
  offset_ms bigint not null,
  counts_at timestamptz not null,
  payload jsonb not null,
  entry_id uuid,
  problem text not null,
  detail jsonb default '{}'::jsonb not null,
  reason text not null,
  status text default 'held' not null,
  resolution text,
  resolved_by uuid,
  resolved_at timestamptz,
  created_by uuid,
  created_at timestamptz default clock_timestamp() not null,
  explanation text,
  constraint held_events_pkey primary key (company_id, id),
  constraint held_events_explanation_length check (char_length(explanation) <= 500),
  constraint held_events_problem_known check (problem in ('not_allowed', 'unreadable', 'clock_wrong', 'late', 'new_device', 'contradiction', 'waiting', 'already_stopped', 'locked', 'approved', 'booking', 'overlap', 'too_long', 'wrong_pin', 'kiosk_revoked', 'clock_rule', 'other')),
  constraint held_events_resolution_length check (char_length(resolution) <= 500),
  constraint held_events_resolved_has_time check ((status = 'held') = (resolved_at is null)),
  constraint held_events_status_known check (status in ('held', 'applied', 'adjusted', 'discarded')),
  constraint held_events_event foreign key (company_id, id) references public.synced_events(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.held_events');
create index held_events_by_employee on public.held_events (company_id, employee_id, counts_at);
create index held_events_by_sender on public.held_events (company_id, created_by) where status = 'held';
create index held_events_open on public.held_events (company_id, counts_at) where status = 'held';
comment on table public.held_events is 'Events from devices without signal that could not be applied: kept as they were sent until a manager applies, adjusts or discards them.';
comment on column public.held_events.problem is 'Why, for programs; detail has the times and names.';
comment on column public.held_events.reason is 'Why, in text the worker reads.';
comment on column public.held_events.resolution is 'What the one who resolved it wrote.';
comment on column public.held_events.resolved_by is 'Null where it was applied by itself, when the clock-in it waited for arrived.';
comment on column public.held_events.explanation is 'What the worker says about it, for the manager who decides.';
alter table public.held_events enable row level security;
alter publication supabase_realtime add table public.held_events;
grant select on table public.held_events to authenticated;

create policy "Managers read the held events of their company, others their ow" on public.held_events
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger keep_identity before update on public.held_events
  for each row execute function private.lock_identity();

create or replace trigger own_approval after update on public.held_events
  for each row when (new.status = 'adjusted' and old.status = 'held') execute function private.check_own_decision('own_approval');

create or replace trigger verify_held_event after insert or update on public.held_events
  for each row execute function private.verify_held_event();

create or replace function private.verify_held_event() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  shown public.held_events;
begin
  if new.status = 'held' then
    -- One item for one cause: it stands for all that are held for it.
    select h.* into shown from public.held_events h
      join public.verifications v on v.company_id = h.company_id and v.kind in ('held_event', 'device_clock') and v.subject_id = h.id and v.status = 'open'
      where h.company_id = new.company_id and h.employee_id = new.employee_id and h.status = 'held' and private.same_cause(new, h)
      order by h.counts_at limit 1;
    if shown.id is not null and exists (select from public.verifications v where v.company_id = new.company_id and v.subject_id = new.id
        and v.kind in ('held_event', 'device_clock') and v.status = 'open') then
      shown := new;
    end if;
    if shown.id is null then
      shown := new;
      -- A clock-out that came before its clock-in stands behind it now.
      perform private.settle_verifications(new.company_id, '{held_event}', array(select h.id from public.held_events h
        where h.company_id = new.company_id and h.employee_id = new.employee_id and h.status = 'held' and h.problem = 'waiting'
          and private.same_cause(h, new)));
    end if;
    perform private.show_held_event(shown);
    return null;
  end if;
  -- Who decided and why is written after the event has been settled.
  update public.verifications v set status = 'resolved', resolved_at = coalesce(v.resolved_at, clock_timestamp()),
      resolved_by = new.resolved_by, note = new.resolution
    where v.company_id = new.company_id and v.kind in ('held_event', 'device_clock') and v.subject_id = new.id;
  if tg_op = 'UPDATE' and old.status = 'held' then
    -- The next one that was behind it.
    for shown in select h.* from public.held_events h
      where h.company_id = new.company_id and h.employee_id = new.employee_id and h.status = 'held' and private.same_cause(h, old)
        and not exists (select from public.verifications v where v.company_id = h.company_id and v.subject_id = h.id
          and v.kind in ('held_event', 'device_clock') and v.status = 'open')
      order by h.counts_at, h.sequence limit 1
    loop
      perform private.show_held_event(shown);
    end loop;
  end if;
  return null;
end $$;

create or replace function public.my_held_events() returns table(id uuid, employee_id uuid, kind text, happened_at timestamptz, hint text, message text, employee_name text, entry_id uuid, project_id uuid, problem text, detail jsonb)
language sql stable security definer set search_path = '' as $$
  select h.id, h.employee_id, h.kind, h.counts_at, coalesce(h.detail ->> 'hint', h.problem), h.reason,
    case when h.employee_id = me.id or private.may_name(h.employee_id, h.counts_at) then private.person_name(h.company_id, h.employee_id) end,
    h.entry_id, private.uuid_or_null(h.payload ->> 'project_id'), h.problem, h.detail
  from private.require_employee() me
  join public.held_events h on h.company_id = me.company_id and h.status = 'held'
    and (h.employee_id = me.id or h.created_by = auth.uid())
  order by h.counts_at, h.id
$$;
comment on function public.my_held_events() is 'Everyone: punches from devices without signal that wait for a manager, one''s own and those one made for others, with the reason. hint: stable; message: in English; detail: of the problem; employee_name: null of somebody the caller does not clock.';
grant execute on function public.my_held_events() to authenticated;

create or replace function private.may_name(employee_id_param uuid, moment_param timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(me.role in ('owner', 'manager') or me.role = 'foreman' and private.clocks_for(employee_id_param, moment_param)
    or private.has_right('edit_time') and private.covers_person(private.scope_of('edit_time'), employee_id_param), false)
  from private.me() me;
$$;
comment on function private.may_name(uuid,timestamp with time zone) is 'Whether a punch the caller made for somebody may say who that is: an id alone is no reason to learn the name.';

create or replace trigger notify_sender after insert or update of status on public.held_events
  for each row execute function private.notify_sender_of_held_event();

create or replace function private.notify_sender_of_held_event() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  shift text := coalesce(new.entry_id, new.id)::text;
begin
  if new.status <> 'held' then
    perform private.settle_notifications(e.company_id, e.id, '{crew_held}', jsonb_build_object('shift', shift))
      from public.employees e where e.company_id = new.company_id and e.user_id = new.created_by and not exists (
        select from public.held_events h where h.company_id = new.company_id and h.employee_id = new.employee_id and h.entry_id = new.entry_id
          and h.created_by = new.created_by and h.status = 'held');
  -- What only waits for the clock-in before it says nothing of its own.
  elsif new.problem <> 'waiting' then
    perform private.notify_person(r.company_id, r.employee_id, 'crew_held', 'held ' || shift, 'crew_held',
        jsonb_build_object('person', private.person_name(new.company_id, new.employee_id), 'shift', shift,
          'punched_on', to_char(new.counts_at at time zone r.time_zone, r.date_format),
          'punched_at', to_char(new.counts_at at time zone r.time_zone, r.time_format)),
        jsonb_build_object('path', '/crew', 'tag', 'crew-held'))
      from private.notification_recipients r
      where r.company_id = new.company_id and r.user_id = new.created_by and r.employee_id <> new.employee_id
        and new.created_by = auth.uid() and private.may_name(new.employee_id, new.counts_at);
  end if;
  return null;
end $$;
comment on function private.notify_sender_of_held_event() is 'Notifies the foreman who clocked somebody without a signal that it was not accepted, once for a shift: the person may have no account.';

create or replace function private.same_cause(held public.held_events, other public.held_events) returns boolean
language sql immutable parallel safe
return (((held).company_id = (other).company_id) and ((held).employee_id = (other).employee_id) and ((held).id <> (other).id) and ((((held).problem = (other).problem) and private.only_managers_decide((held).problem) and (not ((held).created_by is distinct from (other).created_by))) or (((held).problem = 'waiting'::text) and ((held).entry_id = (other).entry_id) and ((other).kind = any (array['clock_in'::text, 'switch'::text])))));
comment on function private.same_cause(public.held_events,public.held_events) is 'Whether the first is held for what the second already stands for: the same doubt about the same sender, or a clock-in that is held.';

create or replace function private.show_held_event(held public.held_events) returns void
language plpgsql security definer set search_path = '' as $$
declare
  more bigint;
  ends_at timestamptz;
begin
  -- A shift is one item, with its end beside its start; further ones are counted.
  select count(distinct coalesce(h.entry_id, h.id)) filter (where h.entry_id is distinct from held.entry_id or h.entry_id is null),
      max(h.counts_at) filter (where h.kind = 'clock_out' and h.entry_id = held.entry_id)
    into more, ends_at
    from public.held_events h
    where h.company_id = held.company_id and h.employee_id = held.employee_id and h.status = 'held' and private.same_cause(h, held);
  perform private.open_verification(held.company_id, case when held.problem = 'clock_wrong' then 'device_clock' else 'held_event' end,
    held.id, held.employee_id, (select p.id from public.projects p where p.company_id = held.company_id
      and p.id::text = held.payload ->> 'project_id'), held.counts_at,
    private.person_name(held.company_id, held.employee_id) || ': ' || held.reason,
    jsonb_strip_nulls(jsonb_build_object('event', held.kind, 'problem', held.problem, 'counts_at', held.counts_at, 'happened_at', held.happened_at,
      'offset_ms', held.offset_ms, 'detail', held.detail, 'explanation', held.explanation, 'ends_at', ends_at, 'more', nullif(more, 0))));
  update public.verifications v set detail = jsonb_strip_nulls(v.detail
      || jsonb_build_object('explanation', held.explanation, 'ends_at', ends_at, 'more', nullif(more, 0)))
    where v.company_id = held.company_id and v.kind in ('held_event', 'device_clock') and v.subject_id = held.id and v.status = 'open'
      and (v.detail ->> 'explanation', (v.detail ->> 'ends_at')::timestamptz, coalesce((v.detail ->> 'more')::bigint, 0))
        is distinct from (held.explanation, ends_at, more);
end $$;
comment on function private.show_held_event(public.held_events) is 'The item of a held event in the inbox, with the end of its shift and how many more are held for the same cause.';

create or replace trigger zz_record_change after insert or delete or update on public.held_events
  for each row execute function private.record_change();

create table private.event_places (
  company_id uuid not null,
  event_id uuid not null,
  punched_at timestamptz not null,
  place jsonb not null,
  constraint event_places_pkey primary key (company_id, event_id),
  constraint event_places_event foreign key (company_id, event_id) references public.synced_events(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.event_places');
create index event_places_by_age on private.event_places (company_id, punched_at);
comment on table private.event_places is 'Where a device was at an event that is not decided yet. Goes to punch_locations when the punch counts, else away; after companies.location_days in any case.';
alter table private.event_places enable row level security;

create or replace function public.resolve_held_event(id_param uuid, action_param text, reason_param text default null::text) returns public.held_events
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  held public.held_events;
  chosen uuid[];
  why text := nullif(btrim(reason_param), '');
  wanted text := case action_param when 'apply' then 'applied' when 'adjust' then 'adjusted' when 'discard' then 'discarded' end;
begin
  select * into held from public.held_events h where h.company_id = me.company_id and h.id = id_param;
  if held.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This punch was not found.';
  elsif wanted is null then
    raise exception using errcode = 'P0001', hint = 'unknown_action', message = 'Choose apply, adjust or discard.';
  elsif why is null and wanted <> 'applied' then
    raise exception using errcode = 'P0001', hint = 'reason_required', message = 'Give a reason for the decision.';
  end if;
  perform private.lock_people(me.company_id, array[held.employee_id], array[held.entry_id]);
  select * into held from public.held_events h where h.company_id = me.company_id and h.id = id_param for update;
  if held.status = wanted then
    return held;
  elsif held.status <> 'held' then
    raise exception using errcode = 'P0001', hint = 'held_event_resolved', message = 'Someone has already decided about this punch.';
  end if;
  perform private.give_reason(coalesce(why, 'Held punch applied'));
  chosen := array(select g.id from private.held_group(held) g);

  if wanted = 'applied' then
    perform private.apply_held_events(held);
  else
    if wanted = 'adjusted' then
      perform private.decide_for_self('own_approval', held.employee_id, held.id,
        jsonb_build_object('entity', 'held_events', 'action', 'update', 'day', left(held.counts_at::text, 10)));
      perform private.pay_held_time(held, why);
    end if;
    update public.synced_events s set state = wanted where s.company_id = me.company_id and s.id = any (chosen);
    update public.held_events h set status = wanted, resolved_at = clock_timestamp()
      where h.company_id = me.company_id and h.id = any (chosen);
  end if;
  update public.held_events h set resolved_by = auth.uid(), resolution = why
    where h.company_id = me.company_id and h.id = any (chosen) and h.status = wanted;
  select * into held from public.held_events h where h.company_id = me.company_id and h.id = id_param;
  return held;
end $$;
comment on function public.resolve_held_event(uuid,text,text) is 'Manager, owner: applies a held event as is possible now, pays time of a locked period on its true day with the difference posted on today (adjust, with a reason; held_event_preview shows it before), or discards it with a reason. A held clock-in takes the events of its entry along.';
grant execute on function public.resolve_held_event(uuid,text,text) to authenticated;

create or replace function private.held_group(held public.held_events) returns setof public.synced_events
language sql stable security definer set search_path = '' as $$
  -- A held clock-in stands for the whole entry; what else is held stands for itself.
  select s.* from public.synced_events s
    join public.held_events h on h.company_id = s.company_id and h.id = s.id
    where h.company_id = held.company_id and h.employee_id = held.employee_id and h.status = 'held'
      and (h.id = held.id
        -- Nothing can be made of what nobody can read: it goes at once.
        or (held.problem = 'unreadable' and h.problem = 'unreadable' and h.created_by is not distinct from held.created_by)
        or (h.entry_id = held.entry_id and exists (
        select from public.held_events starting where starting.company_id = held.company_id and starting.employee_id = held.employee_id
          and starting.entry_id = held.entry_id and starting.kind in ('clock_in', 'switch') and starting.status = 'held')))
    order by s.kind in ('clock_in', 'switch') desc, s.device_id, s.sequence;
$$;
comment on function private.held_group(public.held_events) is 'What is decided together: the events of an entry whose clock-in is held, the clock-in first; everything unreadable of one sender.';

create or replace function private.apply_held_events(held public.held_events) returns void
language plpgsql security definer set search_path = '' as $$
declare
  chosen uuid[] := array(select g.id from private.held_group(held) g);
  event public.synced_events;
begin
  perform set_config('chalkline.syncing', 'on', true);
  for event in select g.* from private.held_group(held) g loop
    select * into event from public.synced_events s where s.company_id = held.company_id and s.id = event.id;
    perform private.settle_event(event, private.apply_event(event, 'consent'));
  end loop;
  for event in select s.* from public.synced_events s
    where s.company_id = held.company_id and s.id = any (chosen) and s.kind in ('clock_in', 'switch', 'entry') loop
    perform private.check_waiting_events(event);
  end loop;
  perform set_config('chalkline.syncing', '', true);
end $$;
comment on function private.apply_held_events(public.held_events) is 'Applies what is decided together with this event, as a manager consents to it.';

create or replace function private.check_waiting_events(started public.synced_events) returns void
language plpgsql security definer set search_path = '' as $$
declare
  waiting public.synced_events;
begin
  for waiting in
    select s.* from public.synced_events s join public.held_events h on h.company_id = s.company_id and h.id = s.id
    where s.company_id = started.company_id and s.employee_id = started.employee_id and s.id <> started.id
      and h.status = 'held' and h.problem = 'waiting' and s.state in ('held', 'closing')
      and (s.state = 'closing' or private.entry_meant(s) = started.entry_id)
    order by s.device_id, s.sequence
  loop
    perform private.check_event_again(waiting);
  end loop;
end $$;
comment on function private.check_waiting_events(public.synced_events) is 'Judges again what waited for this clock-in.';

create or replace function private.pay_held_time(held public.held_events, reason_param text) returns setof private.late_difference
language plpgsql security definer set search_path = '' as $$
declare
  chosen uuid[] := array(select g.id from private.held_group(held) g);
  first_date date;
  last_date date;
  before private.late_difference[];
  entry record;
  days integer := 0;
begin
  if held.kind = 'quantity' then
    raise exception using errcode = 'P0001', hint = 'not_adjustable', message = 'There is no time to pay here. Apply it, or discard it.';
  end if;
  -- Wide enough for the workweek of every day that the events or their entry touch, in any zone.
  select min(m.at)::date - 9, max(m.at)::date + 9 into first_date, last_date
  from (
    select s.counts_at as at from public.synced_events s where s.company_id = held.company_id and s.id = any (chosen)
    union all
    select unnest(array[t.clock_in, t.clock_out]) from public.time_entries t where t.company_id = held.company_id and t.id = held.entry_id
    union all
    select unnest(array[(held.payload ->> 'clock_in')::timestamptz, (held.payload ->> 'clock_out')::timestamptz]) where held.kind = 'entry'
  ) m;
  before := private.pay_by_line(held.company_id, held.employee_id, first_date, last_date);
  perform set_config('chalkline.late_time', 'on', true);
  perform private.apply_held_events(held);
  for entry in
    select distinct t.id, t.work_date, t.clock_out, private.is_locked(t.company_id, t.work_date,
      (t.clock_out at time zone private.zone_of(t.company_id, t.project_id))::date) as locked
    from public.synced_events s
    join public.time_entries t on t.company_id = s.company_id and t.id = s.entry_id
    where s.company_id = held.company_id and s.id = any (chosen) and s.kind <> 'quantity'
  loop
    if entry.clock_out is null then
      raise exception using errcode = 'P0001', hint = 'not_adjustable',
        message = 'There is no complete time to pay here. Apply it, or discard it and enter the time by hand.';
    end if;
    perform private.approve_late_time(held.company_id, held.employee_id, entry.work_date) where entry.locked;
    days := days + entry.locked::integer;
  end loop;
  if days = 0 then
    raise exception using errcode = 'P0001', hint = 'not_adjustable',
      message = 'There is no complete time to pay here. Apply it, or discard it and enter the time by hand.';
  end if;
  return query select * from private.post_late_pay(held.company_id, held.employee_id, first_date, last_date, before, reason_param);
end $$;
comment on function private.pay_held_time(public.held_events,text) is 'Puts held time of a locked period on its true day and posts the difference.';

create or replace function public.explain_held_event(id_param uuid, explanation_param text) returns public.held_events
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  held public.held_events;
begin
  select * into held from public.held_events h
    where h.company_id = me.company_id and h.id = id_param and h.employee_id = me.id for update;
  if held.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This punch was not found.';
  elsif held.status <> 'held' then
    raise exception using errcode = 'P0001', hint = 'held_event_resolved', message = 'Someone has already decided about this punch.';
  elsif char_length(btrim(explanation_param)) > 500 then
    raise exception using errcode = 'P0001', hint = 'explanation_too_long', message = 'Explain it in up to 500 characters.';
  end if;
  update public.held_events h set explanation = nullif(btrim(explanation_param), '')
    where h.company_id = held.company_id and h.id = held.id returning * into held;
  return held;
end $$;
comment on function public.explain_held_event(uuid,text) is 'What the worker says about their held event, for the manager who decides. Can be changed until then.';
grant execute on function public.explain_held_event(uuid,text) to authenticated;

create or replace function public.held_event_preview(id_param uuid) returns table(work_date date, project_id uuid, cost_code_id uuid, pay_code text, minutes integer, amount_cents bigint, posted boolean)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  held public.held_events;
  differences private.late_difference[];
begin
  select * into held from public.held_events h where h.company_id = me.company_id and h.id = id_param;
  if held.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This punch was not found.';
  elsif held.status <> 'held' then
    raise exception using errcode = 'P0001', hint = 'held_event_resolved', message = 'Someone has already decided about this punch.';
  end if;
  perform private.lock_people(me.company_id, array[held.employee_id], array[held.entry_id]);
  begin
    perform private.give_reason('Preview');
    differences := array(select d from private.pay_held_time(held, 'Preview') d);
    raise exception using errcode = 'CKUND';
  exception when sqlstate 'CKUND' then
    null;
  end;
  return query select d.work_date, d.project_id, d.cost_code_id, d.pay_code, d.minutes, d.amount_cents, d.locked from unnest(differences) d;
end $$;
comment on function public.held_event_preview(uuid) is 'Manager, owner: what paying held time of a locked period would change, line by line; posted: as an adjustment of today, the rest in the open period itself. Changes nothing.';
grant execute on function public.held_event_preview(uuid) to authenticated;

create or replace function public.correct_held_event(id_param uuid, project_id_param uuid, cost_code_id_param uuid default null::uuid, classification_id_param uuid default null::uuid) returns public.held_events
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  held public.held_events;
  event public.synced_events;
  -- What was chosen for the project it is held for says nothing about another one.
  booking jsonb := jsonb_build_object('project_id', project_id_param, 'cost_code_id', cost_code_id_param, 'classification_id', classification_id_param);
begin
  select * into held from public.held_events h where h.company_id = me.company_id and h.id = id_param and h.employee_id = me.id;
  if held.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This punch was not found.';
  elsif project_id_param is null then
    raise exception using errcode = 'P0001', hint = 'project_required', message = 'Please select a project before starting the timer.';
  end if;
  perform private.lock_people(me.company_id, array[me.id], array[held.entry_id]);
  select * into held from public.held_events h where h.company_id = me.company_id and h.id = id_param for update;
  if held.status = 'applied' and held.payload @> booking then
    return held;
  elsif held.status <> 'held' then
    raise exception using errcode = 'P0001', hint = 'held_event_resolved', message = 'Someone has already decided about this punch.';
  elsif held.problem <> 'booking' or held.kind not in ('clock_in', 'switch', 'entry')
    or (held.kind = 'entry' and held.created_by is distinct from auth.uid()) then
    raise exception using errcode = 'P0001', hint = 'held_event_not_correctable',
      message = 'This punch is not held for its project or cost code. Your manager decides.';
  end if;
  perform private.give_reason('Picked another project or cost code for a held punch');
  perform set_config('chalkline.syncing', 'on', true);
  -- What was sent stays beside what counts now.
  booking := booking || jsonb_build_object('sent_booking', coalesce(held.payload -> 'sent_booking',
    jsonb_build_object('project_id', held.payload -> 'project_id', 'cost_code_id', held.payload -> 'cost_code_id',
      'classification_id', held.payload -> 'classification_id')));
  update public.synced_events s set payload = s.payload || booking where s.company_id = me.company_id and s.id = held.id returning * into event;
  update public.held_events h set payload = h.payload || booking where h.company_id = me.company_id and h.id = held.id;
  perform private.check_event(event, 'again');
  perform set_config('chalkline.syncing', '', true);
  select * into held from public.held_events h where h.company_id = me.company_id and h.id = id_param;
  if held.status = 'held' and held.problem = 'booking' then
    raise exception using errcode = 'P0001', hint = held.detail ->> 'hint', message = held.reason;
  elsif held.status = 'applied' then
    update public.held_events h set resolved_by = auth.uid() where h.company_id = me.company_id and h.id = id_param returning * into held;
  end if;
  return held;
end $$;
comment on function public.correct_held_event(uuid,uuid,uuid,uuid) is 'Everyone: picks another project, cost code and classification for a punch of their own that is held for them. It is judged again with what waits for it; what cannot be booked there either is refused and changes nothing.';
grant execute on function public.correct_held_event(uuid,uuid,uuid,uuid) to authenticated;

create or replace function private.answer_held_start(me public.employees, entry_id_param uuid, answers jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  held public.held_events;
  given jsonb;
begin
  -- As whoever judges a held event: none is judged beside this.
  perform private.lock_people(me.company_id, array[me.id], array[entry_id_param]);
  if exists (select from public.time_entries t where t.company_id = me.company_id and t.employee_id = me.id and t.id = entry_id_param) then
    -- Decided while this waited for the lock: the phone sends it again.
    raise exception using errcode = 'foreign_key_violation', hint = 'time_not_known_yet',
      message = 'The time this answer is about has not arrived yet.';
  end if;
  select * into held from public.held_events h
    where h.company_id = me.company_id and h.employee_id = me.id and h.entry_id = entry_id_param and h.kind in ('clock_in', 'switch', 'entry')
    order by h.counts_at, h.id limit 1 for update;
  if held.id is null or held.status <> 'held' then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This entry was not found.';
  end if;
  -- Answers that came with the punch stay.
  given := case when answers ? 'custom'
      then held.payload || jsonb_build_object('custom', (answers -> 'custom') || coalesce(nullif(held.payload -> 'custom', 'null'), '{}'))
    when held.payload ->> 'classification_id' is null then held.payload || answers
    else held.payload end;
  update public.synced_events s set payload = given where s.company_id = held.company_id and s.id = held.id;
  update public.held_events h set payload = given where h.company_id = held.company_id and h.id = held.id;
end $$;
comment on function private.answer_held_start(public.employees,uuid,jsonb) is 'Adds answers of the sheet after a clock-in to the caller''s own punch that is held, so that they count when it is applied.';

create or replace function private.held_problem(hint_param text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when private.only_managers_decide(hint_param) or hint_param in ('waiting', 'already_stopped', 'too_long', 'clock_rule') then hint_param
    when hint_param = 'period_locked' then 'locked'
    when hint_param = 'time_approved' then 'approved'
    when hint_param in ('project_not_active', 'project_not_open_to_you', 'project_has_phases', 'cost_code_archived', 'cost_code_not_on_project',
      'cost_code_required') then 'booking'
    when hint_param in ('already_running', 'time_overlap') then 'overlap'
    when hint_param = 'entry_too_long' then 'too_long'
    else 'other' end;
$$;
comment on function private.held_problem(text) is 'The problem of a held event from the hint of what refused it.';

create or replace function private.only_managers_decide(problem_param text) returns boolean
language sql immutable parallel safe
return (problem_param = any (array['not_allowed'::text, 'unreadable'::text, 'clock_wrong'::text, 'late'::text, 'new_device'::text, 'contradiction'::text, 'wrong_pin'::text, 'kiosk_revoked'::text]));
comment on function private.only_managers_decide(text) is 'Whether an event held for this is never judged again by itself.';

create or replace function private.held_text(problem_param text, detail_param jsonb, zone_param text) returns text
language sql stable set search_path = '' as $$
  select case problem_param
    when 'clock_wrong' then format('Your phone''s clock was wrong. We think it was %s.', clock.at)
    when 'late' then format('Sent more than %s hours later.', detail_param ->> 'hours')
    when 'new_device' then 'Sent from a device that was not signed in at that time.'
    when 'contradiction' then format('You had a signal at %s and this punch was not sent.', clock.at)
    when 'waiting' then 'Waiting for the clock-in.'
    when 'already_stopped' then format('Already clocked out at %s.', clock.at)
    when 'locked' then 'This pay period is closed.'
    when 'approved' then 'This day was approved.'
    when 'booking' then case detail_param ->> 'hint'
      when 'project_not_active' then 'Project closed. Pick another.'
      when 'project_not_open_to_you' then 'Not on the team of this project. Pick another.'
      when 'project_has_phases' then 'Choose a phase of this project.'
      else 'Cost code not in use here. Pick another.' end
    when 'overlap' then format('Overlaps %s–%s%s.', clock.starts, coalesce(clock.ends, 'now'),
      coalesce(' by ' || (detail_param ->> 'by'), ''))
    when 'too_long' then 'Longer than 24 hours.'
    when 'clock_rule' then case detail_param ->> 'rule'
      when 'early' then format('Before your shift: you can clock in from %s.', clock.at)
      when 'off_site' then 'You were not on the site of the project.'
      else 'Your position did not show that you were on site.' end
    when 'wrong_pin' then case detail_param ->> 'pin'
      when 'locked' then 'The PIN was locked.'
      when 'no_pin' then 'There was no PIN.'
      else 'The PIN was wrong.' end
    when 'kiosk_revoked' then 'The tablet was revoked before this punch was sent.'
    when 'other' then detail_param ->> 'message'
    else 'Your manager has to look at this.' end
  from (select
    to_char((detail_param ->> 'at')::timestamptz at time zone zone_param, 'FMHH12:MI AM') as at,
    to_char((detail_param ->> 'clock_in')::timestamptz at time zone zone_param, 'FMHH12:MI AM') as starts,
    to_char((detail_param ->> 'clock_out')::timestamptz at time zone zone_param, 'FMHH12:MI AM') as ends) clock;
$$;
comment on function private.held_text(text,jsonb,text) is 'What the worker reads.';

create or replace function private.event_place(event public.synced_events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select p.place from private.event_places p where p.company_id = event.company_id and p.event_id = event.id;
$$;

create or replace function private.note_event_place(event public.synced_events, location_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  place record := private.read_location(location_param);
begin
  -- One's own punches only, as with a signal, and only where the company records places.
  if place.latitude is not null and place.longitude is not null and event.kind in ('clock_in', 'clock_out', 'switch')
    and exists (select from public.companies c join public.employees e on e.company_id = c.id and e.id = event.employee_id and e.user_id = event.created_by
      where c.id = event.company_id and c.capture_location) then
    insert into private.event_places (company_id, event_id, punched_at, place)
      values (event.company_id, event.id, event.counts_at, jsonb_strip_nulls(jsonb_build_object('latitude', round(place.latitude::numeric, 5),
        'longitude', round(place.longitude::numeric, 5), 'accuracy_m', place.accuracy_m, 'fix_age_s', place.fix_age_s)))
      on conflict do nothing;
  end if;
end $$;
comment on function private.note_event_place(public.synced_events,jsonb) is 'Keeps where a device was at an event until it is decided.';

create or replace function private.forget_event_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.event_places p where p.company_id = new.company_id and p.event_id = new.id;
  return null;
end $$;

create or replace function private.check_held_count(company_id_param uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select count(*) from public.held_events h where h.company_id = company_id_param and h.created_by = auth.uid() and h.status = 'held')
      >= (case when private.is_anonymous() then 500 else 200 end)
    or (select count(*) from (select from public.held_events h where h.company_id = company_id_param and h.status = 'held' limit 5000) h) >= 5000 then
    raise exception using errcode = 'P0001', hint = 'too_many_held',
      message = 'Too many punches wait for a manager. They stay on the device and are sent when somebody has decided.';
  end if;
end $$;
comment on function private.check_held_count(uuid) is 'Refuses to hold more than 200 events of an account, 500 of a tablet or 5,000 of a company at a time. They stay on the device.';
