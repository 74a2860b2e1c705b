-- Punches that arrive long after they happened, from a device nobody has seen, or against what the server saw meanwhile
-- are held; the worker may say how it came about.
set check_function_bodies = off;

alter table public.companies
  add column late_punch_hours smallint default 48 not null,
  add constraint companies_late_punch_hours_range check (late_punch_hours between 1 and 720);
comment on column public.companies.late_punch_hours is 'A punch without a signal that arrives so many hours after it happened waits for a manager.';

create table private.known_devices (
  company_id uuid not null references public.companies (id) on delete cascade,
  user_id uuid not null,
  device_id text not null,
  first_seen_at timestamptz default clock_timestamp() not null,
  primary key (company_id, user_id, device_id),
  constraint finite_first_seen_at check (isfinite(first_seen_at)),
  constraint known_devices_device_length check (char_length(device_id) between 1 and 100)
);
comment on table private.known_devices is 'Since when the server knows a device of an account: it announced itself, or sent events.';
alter table private.known_devices enable row level security;

insert into private.known_devices (company_id, user_id, device_id, first_seen_at)
  select s.company_id, s.created_by, s.device_id, min(s.created_at)
  from public.synced_events s where s.created_by is not null group by 1, 2, 3;

create or replace function private.note_device(company_id_param uuid, device_id_param text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.known_devices (company_id, user_id, device_id) values (company_id_param, auth.uid(), device_id_param)
    on conflict do nothing;
  if found then
    -- As many as anybody has used; the ones seen first stay.
    delete from private.known_devices d where d.company_id = company_id_param and d.user_id = auth.uid()
      and d.device_id in (select k.device_id from private.known_devices k
        where k.company_id = company_id_param and k.user_id = auth.uid() order by k.first_seen_at offset 100);
  end if;
end $$;
comment on function private.note_device(uuid,text) is 'Remembers since when the caller''s device is known.';

create or replace function public.register_device(device_id_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if coalesce(char_length(device_id_param), 0) not between 1 and 100 then
    raise exception using errcode = 'P0001', hint = 'unknown_device', message = 'Name the device in 1 to 100 characters.';
  end if;
  perform private.note_device(me.company_id, device_id_param);
end $$;
comment on function public.register_device(text) is 'Announces the caller''s device while there is a signal, so that its punches without one are believed later. Idempotent.';
revoke all on function public.register_device(text) from public, anon;
grant execute on function public.register_device(text) to authenticated;

alter table public.held_events
  add column explanation text,
  add constraint held_events_explanation_length check (char_length(explanation) <= 500),
  drop constraint held_events_problem_known,
  add constraint held_events_problem_known check (problem in ('not_allowed', 'unreadable', 'clock_wrong', 'late', 'new_device', 'contradiction',
    'waiting', 'already_stopped', 'locked', 'approved', 'booking', 'overlap', 'too_long', 'wrong_pin', 'kiosk_revoked', 'other'));
comment on column public.held_events.explanation is 'What the worker says about it, for the manager who decides.';

create or replace function private.known_since(event public.synced_events) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(
    (select d.first_seen_at from private.known_devices d
      where d.company_id = event.company_id and d.user_id = event.created_by and d.device_id = event.device_id),
    -- Signed in before the punch and ever since: the same browser, whatever it calls itself.
    (select s.created_at from auth.sessions s where event.created_by = auth.uid() and s.user_id = event.created_by
      and s.id::text = auth.jwt() ->> 'session_id'));
$$;
comment on function private.known_since(public.synced_events) is 'Since when the server knows the device an event came from; null: it does not.';

create or replace function private.seen_meanwhile(event public.synced_events) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(
    -- A device sends what waits in order: what it left out when it sent others had not happened.
    (select min(s.created_at) from public.synced_events s
      where s.company_id = event.company_id and s.device_id = event.device_id and s.created_by = event.created_by
        and s.created_at > event.counts_at + interval '5 minutes' and s.created_at < event.created_at - interval '10 minutes'),
    (select min(e.created_at) from public.time_entries e
      where e.company_id = event.company_id and e.employee_id = event.employee_id and e.created_by = event.created_by and e.source = 'timer'
        and e.clock_in > event.counts_at and e.created_at > event.counts_at + interval '5 minutes'
        and e.created_at < event.created_at - interval '10 minutes'
        and not exists (select from public.synced_events s where s.company_id = e.company_id and s.entry_id = e.id)));
$$;
comment on function private.seen_meanwhile(public.synced_events) is 'When the sender''s device, or the sender with the clock, reached the server after this event and did not say it; null: never.';

create or replace function private.punch_problem(event public.synced_events, out problem text, out detail jsonb) returns record
language plpgsql stable security definer set search_path = '' as $$
declare
  hours constant smallint := (select c.late_punch_hours from public.companies c where c.id = event.company_id);
  paired_at constant timestamptz := (select min(k.paired_at) from public.kiosks k where k.company_id = event.company_id and k.user_id = event.created_by);
  seen_at timestamptz;
begin
  if event.kind = 'quantity' then
    return; -- its day is chosen, not read off the phone's clock
  elsif private.clock_is_wrong(event) then
    problem := 'clock_wrong';
    detail := jsonb_build_object('at', event.counts_at);
  elsif event.kind = 'entry' then
    return; -- typed by hand: the rules about one's own time decide
  elsif event.counts_at < event.created_at - make_interval(hours => hours) then
    problem := 'late';
    detail := jsonb_build_object('hours', hours);
  elsif coalesce(paired_at, private.known_since(event), 'infinity') > event.counts_at + interval '5 minutes' then
    problem := 'new_device';
    detail := '{}';
  elsif paired_at is null then
    seen_at := private.seen_meanwhile(event);
    if seen_at is not null then
      problem := 'contradiction';
      detail := jsonb_build_object('at', seen_at);
    end if;
  end if;
end $$;
comment on function private.punch_problem(public.synced_events) is 'Why the time of an event is not believed: a wrong clock, too late, a device nobody knew, or against what the server saw meanwhile. Null: nothing speaks against it.';

create or replace function private.only_managers_decide(problem_param text) returns boolean
language sql immutable parallel safe
return problem_param in ('not_allowed', 'unreadable', 'clock_wrong', 'late', 'new_device', 'contradiction', 'wrong_pin', 'kiosk_revoked');
comment on function private.only_managers_decide(text) is 'Whether an event held for this is never judged again by itself.';

create or replace function private.apply_event(event public.synced_events, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  found_problem record;
begin
  if mode_param = 'new' then
    if event.state = 'unreadable' then
      perform private.hold('unreadable');
    end if;
    perform private.check_sender(event);
    found_problem := private.punch_problem(event);
    if found_problem.problem is not null then
      perform private.hold(found_problem.problem, found_problem.detail);
    end if;
  end if;
  return case event.kind
    when 'clock_in' then private.apply_start(event, event.counts_at, mode_param)
    when 'clock_out' then private.apply_stop(event, mode_param)
    when 'switch' then private.apply_switch(event, mode_param)
    when 'entry' then private.apply_entry(event, mode_param)
    when 'quantity' then private.apply_quantity(event)
    else private.apply_break(event, mode_param) end;
end $$;

create or replace function private.check_event_again(event public.synced_events) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.held_events h where h.company_id = event.company_id and h.id = event.id
      and (h.status <> 'held' or private.only_managers_decide(h.problem)))
    -- Time typed by hand has the rights of who typed it, whoever's event asks again.
    or (event.kind = 'entry' and event.created_by is distinct from auth.uid()) then
    return 'held';
  end if;
  return private.check_event(event, 'again');
end $$;

create or replace function private.closing_event(started public.synced_events, mode_param text) returns public.synced_events
language plpgsql stable security definer set search_path = '' as $$
declare
  closing public.synced_events;
begin
  select x.* into closing from public.synced_events x
    where x.company_id = started.company_id and x.employee_id = started.employee_id and x.state in ('received', 'held') and x.id <> started.id
      and ((x.kind = 'clock_out' and x.entry_id = started.entry_id)
        or (x.kind = 'switch' and x.payload ->> 'from_entry_id' = started.entry_id::text)
        or (x.device_id = started.device_id and (x.kind, x.entry_id is null) in (('clock_out', true), ('switch', false))
          and x.payload ->> 'from_entry_id' is null
          and x.sequence = (select min(n.sequence) from public.synced_events n
            where n.company_id = started.company_id and n.employee_id = started.employee_id and n.device_id = started.device_id
              and n.sequence > started.sequence and n.kind in ('clock_in', 'clock_out', 'switch') and n.state not in ('adjusted', 'discarded'))))
      -- What was not judged yet is, as its turn would; what is held says why.
      and (mode_param = 'consent' or case x.state when 'received' then (private.punch_problem(x)).problem is null
        else not exists (select from public.held_events h
          where h.company_id = x.company_id and h.id = x.id and private.only_managers_decide(h.problem)) end)
    order by x.counts_at limit 1;
  return closing;
end $$;

create or replace function private.kiosk_problem(kiosk public.kiosks, event public.synced_events, sent jsonb, out problem text, out detail jsonb) returns record
language plpgsql security definer set search_path = '' as $$
declare
  pin constant text := private.open_kiosk_pin(kiosk, sent);
begin
  detail := '{}';
  problem := case when event.state = 'unreadable' then 'unreadable' when event.kind not in ('clock_in', 'clock_out', 'switch', 'start_break', 'end_break') then 'not_allowed'
    when kiosk.revoked_at is not null then 'kiosk_revoked' when pin is null then 'wrong_pin' end;
  if problem is null then
    detail := jsonb_build_object('pin', (private.check_pin(kiosk, event.employee_id, pin)).result);
    problem := case when detail ->> 'pin' <> 'ok' then 'wrong_pin' end;
  end if;
  if problem is null then
    select p.problem, p.detail into problem, detail from private.punch_problem(event) p;
  end if;
end $$;

create or replace function private.held_problem(hint_param text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when private.only_managers_decide(hint_param) or hint_param in ('waiting', 'already_stopped', 'too_long') then hint_param
    when hint_param = 'period_locked' then 'locked'
    when hint_param = 'time_approved' then 'approved'
    when hint_param in ('project_not_active', 'project_not_open_to_you', 'cost_code_archived', 'cost_code_not_on_project',
      'cost_code_required') then 'booking'
    when hint_param in ('already_running', 'time_overlap') then 'overlap'
    when hint_param = 'entry_too_long' then 'too_long'
    else 'other' end;
$$;

create or replace function private.held_words(problem_param text, detail_param jsonb, zone_param text) returns text
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
      else 'Cost code not in use here. Pick another.' end
    when 'overlap' then format('Overlaps %s–%s%s.', clock.starts, coalesce(clock.ends, 'now'),
      coalesce(' by ' || (detail_param ->> 'by'), ''))
    when 'too_long' then 'Longer than 24 hours.'
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

create or replace function private.clock_evidence(event jsonb) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_object_agg(e.key, e.value), '{}') from (
    select k.key, event -> k.key as value from unnest('{sent_at_ms,sent_offset_ms,sent_monotonic_ms,sent_monotonic_origin}'::text[]) as k (key)
    union all
    select k.key, event #> array['payload', k.key] from unnest('{monotonic_ms,monotonic_origin}'::text[]) as k (key)) e
  where jsonb_typeof(e.value) = 'number';
$$;
comment on function private.clock_evidence(jsonb) is 'What a device says about its clock beside an event: its difference and its counter, then and when it was sent. Numbers, or nothing.';

create or replace function private.receive_event(sender public.employees, event jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  received public.synced_events;
  known public.synced_events;
begin
  received.id := (event ->> 'id')::uuid;
  if received.id is null then
    raise exception using errcode = 'P0001', hint = 'event_without_id', message = 'An event has no id.';
  end if;
  select * into known from public.synced_events s where s.company_id = sender.company_id and s.id = received.id;
  if known.id is not null then
    if known.created_by is distinct from auth.uid() then
      raise exception using errcode = 'unique_violation', hint = 'id_taken', message = 'This id is already in use.';
    end if;
    return known.id;
  end if;
  received.state := 'received';
  begin
    received.device_id := event ->> 'device_id';
    received.sequence := (event ->> 'sequence')::bigint;
    received.kind := event ->> 'kind';
    received.happened_at := (event ->> 'happened_at')::timestamptz;
    received.offset_ms := round(coalesce((event ->> 'offset_ms')::numeric, 0));
    received.counts_at := received.happened_at + received.offset_ms * interval '1 millisecond';
    received.payload := coalesce(nullif(event -> 'payload', 'null'), '{}');
    if jsonb_typeof(received.payload) = 'object' then
      received.payload := received.payload - '{sent_at_ms,sent_offset_ms,sent_monotonic_ms,sent_monotonic_origin,monotonic_ms,monotonic_origin}'::text[]
        || private.clock_evidence(event);
    end if;
    received.entry_id := coalesce((received.payload ->> 'entry_id')::uuid,
      case when received.kind in ('clock_in', 'switch', 'entry', 'quantity') then received.id end);
    received.employee_id := coalesce((event ->> 'employee_id')::uuid, sender.id);
    if received.kind not in ('clock_in', 'clock_out', 'switch', 'start_break', 'end_break', 'entry', 'quantity')
      or jsonb_typeof(received.payload) <> 'object' or not isfinite(received.counts_at)
      or char_length(received.device_id) not between 1 and 100
      or (received.device_id is null or received.sequence is null or received.kind is null or received.happened_at is null)
      or not exists (select from public.employees e where e.company_id = sender.company_id and e.id = received.employee_id) then
      raise invalid_parameter_value;
    end if;
  exception when data_exception or invalid_text_representation then
    -- Kept as it came, for a person to read.
    received.state := 'unreadable';
    received.device_id := coalesce(nullif(left(event ->> 'device_id', 100), ''), 'unknown');
    received.sequence := 0;
    received.kind := coalesce(nullif(left(event ->> 'kind', 40), ''), 'unknown');
    received.happened_at := clock_timestamp();
    received.offset_ms := 0;
    received.counts_at := received.happened_at;
    received.payload := event;
    received.entry_id := null;
    received.employee_id := sender.id;
  end;
  insert into public.synced_events (company_id, id, employee_id, device_id, sequence, kind, happened_at, offset_ms, counts_at, payload,
      entry_id, state, created_by)
    values (sender.company_id, received.id, received.employee_id, received.device_id, received.sequence, received.kind, received.happened_at,
      received.offset_ms, received.counts_at, received.payload, received.entry_id, received.state, auth.uid());
  perform private.note_device(sender.company_id, received.device_id);
  return received.id;
end $$;

create or replace function private.verify_held_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'held' then
    perform private.open_verification(new.company_id, case when new.problem = 'clock_wrong' then 'device_clock' else 'held_event' end,
      new.id, new.employee_id, (select p.id from public.projects p where p.company_id = new.company_id
        and p.id::text = new.payload ->> 'project_id'), new.counts_at,
      private.person_name(new.company_id, new.employee_id) || ': ' || new.reason,
      jsonb_build_object('event', new.kind, 'problem', new.problem, 'counts_at', new.counts_at, 'happened_at', new.happened_at,
        'offset_ms', new.offset_ms, 'detail', new.detail));
    update public.verifications v set detail = v.detail || jsonb_build_object('explanation', new.explanation)
      where v.company_id = new.company_id and v.kind in ('held_event', 'device_clock') and v.subject_id = new.id
        and v.detail ->> 'explanation' is distinct from new.explanation;
  else
    -- Who decided and why is written after the event has been settled.
    update public.verifications v set status = 'resolved', resolved_at = coalesce(v.resolved_at, clock_timestamp()),
        resolved_by = new.resolved_by, note = new.resolution
      where v.company_id = new.company_id and v.kind in ('held_event', 'device_clock') and v.subject_id = new.id;
  end if;
  return null;
end $$;

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
revoke all on function public.explain_held_event(uuid,text) from public, anon;
grant execute on function public.explain_held_event(uuid,text) to authenticated;
