-- A kiosk without a signal. The punch waits on the tablet with the PIN sealed for the server, which checks it on arrival: a
-- wrong one is held for a manager. The seal is a chain of hashes: the tablet erases each link once it is used, so that whoever
-- takes the tablet later opens nothing, and the seal holds for that punch of that person at that time only.

create table private.kiosk_seals (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kiosk_id uuid not null,
  secret bytea not null default extensions.gen_random_bytes(32),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, kiosk_id) references public.kiosks (company_id, id) on delete cascade
);
create index kiosk_seals_by_kiosk on private.kiosk_seals (company_id, kiosk_id, created_at);
alter table private.kiosk_seals enable row level security;
select private.refuse_non_finite('private.kiosk_seals');
comment on table private.kiosk_seals is 'Where the chains began that tablets seal PINs with while they have no signal.';

create function public.kiosk_kit(new_seal_param boolean default false) returns json
language plpgsql security definer set search_path = '' as $$
declare
  kiosk public.kiosks := private.require_kiosk();
  seal private.kiosk_seals;
begin
  if new_seal_param then
    delete from private.kiosk_seals s where s.company_id = kiosk.company_id and s.kiosk_id = kiosk.id and s.created_at < now() - interval '180 days';
    insert into private.kiosk_seals (company_id, kiosk_id) values (kiosk.company_id, kiosk.id) returning * into seal;
  end if;
  return json_build_object(
    'seal', case when seal.id is not null then json_build_object('id', seal.id, 'key', encode(seal.secret, 'hex')) end,
    -- Projects with a team are asked for by name, with a signal.
    'projects', (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.id is distinct from kiosk.project_id, p.name), '[]')
      from public.projects p where p.company_id = kiosk.company_id and p.status = 'active' and p.archived_at is null
        and (p.id = kiosk.project_id or not exists (select from public.project_members m where m.company_id = p.company_id and m.project_id = p.id))),
    'cost_codes', (select coalesce(json_agg(json_build_object('id', c.id, 'code', c.code, 'name', c.name, 'projects',
        (select json_agg(l.project_id) from public.project_cost_codes l where l.company_id = c.company_id and l.cost_code_id = c.id)) order by c.code), '[]')
      from public.cost_codes c where c.company_id = kiosk.company_id and c.active),
    'limited_projects', (select coalesce(json_agg(distinct l.project_id), '[]') from public.project_cost_codes l where l.company_id = kiosk.company_id),
    'cost_code_required', (select c.cost_code_required from public.companies c where c.id = kiosk.company_id));
end $$;
revoke execute on function public.kiosk_kit(boolean) from public, anon;
grant execute on function public.kiosk_kit(boolean) to authenticated;
comment on function public.kiosk_kit(boolean) is 'What a paired tablet keeps for the time without a signal: what can be worked on, and on request a new seal for PINs.';

create function private.open_kiosk_pin(kiosk public.kiosks, event jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  uses constant integer := case when event #>> '{sealed,index}' ~ '^[0-9]{1,4}$' then (event #>> '{sealed,index}')::integer end;
  box constant bytea := case when event #>> '{sealed,box}' ~ '^[0-9a-f]{16}$' then decode(event #>> '{sealed,box}', 'hex') end;
  link bytea := (select s.secret from private.kiosk_seals s
    where s.company_id = kiosk.company_id and s.kiosk_id = kiosk.id and s.id::text = event #>> '{sealed,id}');
  pad bytea;
  letter integer;
  pin text := '';
begin
  if link is null or uses is null or box is null then
    return null;
  end if;
  for step in 1..uses loop
    link := sha256(link || '\x01'::bytea);
  end loop;
  pad := sha256(link || '\x02'::bytea || convert_to(array_to_string(array[event ->> 'id', event ->> 'employee_id', event ->> 'kind', event ->> 'happened_at',
    event #>> '{payload,project_id}', event #>> '{payload,cost_code_id}'], '|', ''), 'UTF8'));
  for place in 0..7 loop
    letter := get_byte(box, place) # get_byte(pad, place);
    if letter between 48 and 57 then
      pin := pin || chr(letter);
    elsif letter <> 32 then
      return null;
    end if;
  end loop;
  return pin;
end $$;
revoke execute on function private.open_kiosk_pin(public.kiosks, jsonb) from public;
comment on function private.open_kiosk_pin(public.kiosks, jsonb) is 'The PIN that was typed for this event; null where the seal is not of this tablet or anything about the event was changed.';

create function private.kiosk_problem(kiosk public.kiosks, event public.synced_events, sent jsonb, out problem text, out detail jsonb)
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
  if problem is null and private.clock_is_wrong(event) then
    problem := 'clock_wrong';
    detail := jsonb_build_object('at', event.counts_at);
  end if;
end $$;
revoke execute on function private.kiosk_problem(public.kiosks, public.synced_events, jsonb) from public;
comment on function private.kiosk_problem(public.kiosks, public.synced_events, jsonb) is 'Why an event of a kiosk is held before anything else is looked at; null: nothing speaks against it. A wrong PIN counts as a try.';

create function public.kiosk_sync_events(kiosk_id_param uuid, events_param jsonb) returns table (id uuid, result text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  kiosk public.kiosks;
  sent jsonb;
  person public.employees;
  event public.synced_events;
  why record;
  ids uuid[] := '{}';
  one uuid;
begin
  -- A revoked one too: what it kept is for a manager to look at, up to a number that a stolen tablet cannot flood anyone with.
  select * into kiosk from public.kiosks k where k.user_id = auth.uid() and k.id = kiosk_id_param;
  if kiosk.id is null or (select count(*) >= 500 from public.held_events h
      where h.company_id = kiosk.company_id and h.problem = 'kiosk_revoked' and h.created_by = auth.uid()) then
    raise exception using errcode = 'P0001', hint = 'kiosk_not_paired', message = 'This tablet is not paired.';
  elsif jsonb_typeof(events_param) is distinct from 'array' then
    return;
  elsif jsonb_array_length(events_param) > 500 then
    raise exception using errcode = 'P0001', hint = 'too_many_events', message = 'Send at most 500 events at a time.';
  end if;
  perform private.lock_people(kiosk.company_id,
    array(select e.id from public.employees e where e.company_id = kiosk.company_id
      and e.id::text in (select x ->> 'employee_id' from jsonb_array_elements(events_param) x)),
    array(select e.id from public.time_entries e where e.company_id = kiosk.company_id
      and e.id::text in (select x #>> '{payload,entry_id}' from jsonb_array_elements(events_param) x)));
  perform set_config('chalkline.syncing', 'on', true);
  perform private.give_reason('Punched at a kiosk without signal');

  -- All PINs first: a clock-out with a wrong one must not end what another event starts.
  for sent in select x from jsonb_array_elements(events_param) with ordinality as e (x, place) order by place loop
    select * into person from public.employees e where e.company_id = kiosk.company_id and e.id::text = sent ->> 'employee_id';
    if person.id is null then
      return query select (sent ->> 'id')::uuid, 'unknown';
      continue;
    end if;
    select * into event from public.synced_events s where s.company_id = kiosk.company_id and s.id::text = sent ->> 'id';
    one := private.receive_event(person, sent - 'sealed');
    if event.id is null then
      select * into event from public.synced_events s where s.company_id = kiosk.company_id and s.id = one;
      why := private.kiosk_problem(kiosk, event, sent);
      if why.problem is not null then
        perform private.hold_event(event, why.problem, why.detail::text, null);
      end if;
    end if;
    ids := ids || one;
  end loop;
  for one in select s.id from public.synced_events s where s.company_id = kiosk.company_id and s.id = any (ids) order by s.device_id, s.sequence loop
    select * into event from public.synced_events s where s.company_id = kiosk.company_id and s.id = one;
    if event.state in ('received', 'closing') then
      perform private.check_event(event, 'again');
    end if;
  end loop;
  perform set_config('chalkline.syncing', '', true);
  return query select s.id, case s.state when 'applied' then 'applied' when 'held' then 'held' else 'repeated' end
    from unnest(ids) with ordinality as u (id, place)
    join public.synced_events s on s.company_id = kiosk.company_id and s.id = u.id order by u.place;
end $$;
revoke execute on function public.kiosk_sync_events(uuid, jsonb) from public, anon;
grant execute on function public.kiosk_sync_events(uuid, jsonb) to authenticated;
comment on function public.kiosk_sync_events(uuid, jsonb) is 'Events a kiosk kept without a signal, as for sync_events, with employee_id and the sealed PIN of each. One result each: applied, repeated, held (wrong or locked PIN, revoked tablet, and what else holds events), or unknown for a person who is gone. Why is for managers. Idempotent by id.';

alter table public.held_events drop constraint held_events_problem_known;
alter table public.held_events add constraint held_events_problem_known check (problem in ('not_allowed', 'unreadable', 'clock_wrong', 'waiting',
  'already_stopped', 'locked', 'approved', 'booking', 'overlap', 'too_long', 'wrong_pin', 'kiosk_revoked', 'other'));

create or replace function private.held_problem(hint_param text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when hint_param in ('not_allowed', 'unreadable', 'clock_wrong', 'waiting', 'already_stopped', 'too_long', 'wrong_pin', 'kiosk_revoked') then hint_param
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

create or replace function private.check_event_again(event public.synced_events) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.held_events h where h.company_id = event.company_id and h.id = event.id
      and (h.status <> 'held' or h.problem in ('not_allowed', 'unreadable', 'clock_wrong', 'wrong_pin', 'kiosk_revoked'))) then
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
      and (mode_param = 'consent' or not private.clock_is_wrong(x))
      and (mode_param = 'consent' or not exists (select from public.held_events h
        where h.company_id = x.company_id and h.id = x.id and h.problem in ('not_allowed', 'unreadable', 'clock_wrong', 'wrong_pin', 'kiosk_revoked')))
    order by x.counts_at limit 1;
  return closing;
end $$;

create or replace function private.apply_start(event public.synced_events, moment_param timestamptz, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  closing public.synced_events;
  ends timestamptz;
begin
  if (private.own_entry(event, event.entry_id)).id is not null then
    return 'repeated'; -- started with signal, and the answer was lost
  end if;
  closing := private.closing_event(event, mode_param);
  if closing.counts_at > moment_param and (mode_param = 'consent' or closing.counts_at - moment_param <= interval '24 hours') then
    ends := closing.counts_at;
  end if;
  perform private.insert_offline_entry(event, moment_param, ends,
    case when event.created_by = (select e.user_id from public.employees e where e.company_id = event.company_id and e.id = event.employee_id)
      then 'timer' when exists (select from public.kiosks k where k.company_id = event.company_id and k.user_id = event.created_by)
      then 'kiosk' else 'crew' end, mode_param);
  if ends is not null then
    update public.synced_events s set state = 'closing' where s.company_id = closing.company_id and s.id = closing.id;
  end if;
  return 'applied';
end $$;
