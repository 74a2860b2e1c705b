-- How much one account and one company can leave for managers to decide, and one item in the inbox for one cause.
set check_function_bodies = off;

create index synced_events_by_sender on public.synced_events (company_id, created_by, created_at);
create index held_events_by_sender on public.held_events (company_id, created_by) where status = 'held';

create or replace function private.check_event_count(company_id_param uuid, events_param integer) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if events_param + (select count(*) from public.synced_events s where s.company_id = company_id_param and s.created_by = auth.uid()
      and s.created_at > clock_timestamp() - interval '1 day') > (case when private.is_anonymous() then 20000 else 5000 end) then
    raise exception using errcode = 'P0001', hint = 'too_many_events_today',
      message = 'Too many events were sent from this account today. They stay on the device; send them tomorrow.';
  end if;
end $$;
comment on function private.check_event_count(uuid,integer) is 'Refuses more events of an account in a day than a phone (5,000) or a tablet (20,000) can have seen. They stay on the device.';

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

create or replace function private.hold_event(event public.synced_events, hint_param text, detail_param text, message_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  problem text := private.held_problem(hint_param);
  known jsonb := case when detail_param like '{%' then detail_param::jsonb else '{}' end;
  detail jsonb;
begin
  detail := case problem
    when 'overlap' then jsonb_strip_nulls(jsonb_build_object('entry_id', known -> 'id', 'clock_in', known -> 'clock_in', 'clock_out', known -> 'clock_out',
      'by', (select nullif(btrim(concat_ws(' ', who.first_name, who.last_name)), '') from public.time_entries e
        join public.employees who on who.company_id = e.company_id and who.user_id = e.created_by
        where e.company_id = event.company_id and e.id = (known ->> 'id')::uuid)))
    when 'booking' then jsonb_build_object('hint', hint_param)
    when 'other' then jsonb_build_object('hint', coalesce(nullif(hint_param, ''), 'other'), 'message', message_param)
    else known end;
  if not exists (select from public.held_events h where h.company_id = event.company_id and h.id = event.id) then
    perform private.check_held_count(event.company_id);
  end if;
  insert into public.held_events as h (company_id, id, employee_id, device_id, sequence, kind, happened_at, offset_ms, counts_at,
      payload, entry_id, problem, detail, reason, created_by)
    values (event.company_id, event.id, event.employee_id, event.device_id, event.sequence, event.kind, event.happened_at, event.offset_ms,
      event.counts_at, event.payload, coalesce(event.entry_id, private.entry_meant(event)), problem, detail,
      private.held_words(problem, detail, private.zone_of(event.company_id, null)), event.created_by)
    on conflict (company_id, id) do update
      set problem = excluded.problem, detail = excluded.detail, reason = excluded.reason, entry_id = excluded.entry_id
      where h.status = 'held';
  update public.synced_events s set state = 'held', entry_id = event.entry_id, ends_id = coalesce(event.ends_id, s.ends_id)
    where s.company_id = event.company_id and s.id = event.id;
end $$;

create or replace function public.sync_events(events_param jsonb) returns table(id uuid, result text, entry_id uuid, reason text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  sender public.employees;
  ids uuid[];
  results text[] := '{}';
  item record;
  event public.synced_events;
begin
  if events_param is null or jsonb_typeof(events_param) <> 'array' or jsonb_array_length(events_param) = 0 then
    return;
  end if;
  sender := private.event_sender();
  if sender.id is null then
    raise exception using errcode = '42501', hint = 'no_employee', message = 'You are not an employee of any company.';
  elsif jsonb_array_length(events_param) > 500 then
    raise exception using errcode = 'P0001', hint = 'too_many_events', message = 'Send at most 500 events at a time.';
  end if;
  perform private.check_event_count(sender.company_id, jsonb_array_length(events_param));
  perform private.lock_people(sender.company_id,
    array(select e.id from public.employees e where e.company_id = sender.company_id
      and (e.id = sender.id or e.id::text in (select x ->> 'employee_id' from jsonb_array_elements(events_param) x))),
    array(select e.id from public.time_entries e where e.company_id = sender.company_id
      and e.id::text in (select x #>> '{payload,entry_id}' from jsonb_array_elements(events_param) x)));
  -- Lets an entry stay open that began over a day ago.
  perform set_config('chalkline.syncing', 'on', true);
  ids := array(select private.receive_event(sender, x) from jsonb_array_elements(events_param) with ordinality as e (x, place) order by place);

  for item in
    select u.id, u.place from unnest(ids) with ordinality as u (id, place)
    join public.synced_events s on s.company_id = sender.company_id and s.id = u.id
    order by s.device_id, s.sequence, u.place
  loop
    select * into event from public.synced_events s where s.company_id = sender.company_id and s.id = item.id;
    if event.state in ('received', 'unreadable', 'closing') then
      perform private.give_reason(case when event.employee_id <> sender.id then private.event_reason(event)
        when event.kind = 'entry' then event.payload ->> 'reason' end);
      results[item.place] := private.check_event(event, 'new');
    else
      results[item.place] := case event.state when 'held' then 'held' else 'repeated' end;
    end if;
  end loop;
  perform set_config('chalkline.syncing', '', true);

  return query
    select s.id,
      -- Held at first, and applied when the rest of the batch was there.
      case when results[u.place] = 'held' and s.state = 'applied' then 'applied' else results[u.place] end,
      case when s.state in ('applied', 'repeated') then s.entry_id end,
      case when s.state = 'held' then h.reason end
    from unnest(ids) with ordinality as u (id, place)
    join public.synced_events s on s.company_id = sender.company_id and s.id = u.id
    left join public.held_events h on h.company_id = s.company_id and h.id = s.id
    order by u.place;
end $$;

create or replace function public.kiosk_sync_events(kiosk_id_param uuid, events_param jsonb) returns table(id uuid, result text)
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
  -- A revoked one too: what it kept is for a manager to look at.
  select * into kiosk from public.kiosks k where k.user_id = auth.uid() and k.id = kiosk_id_param;
  if kiosk.id is null then
    raise exception using errcode = 'P0001', hint = 'kiosk_not_paired', message = 'This tablet is not paired.';
  elsif jsonb_typeof(events_param) is distinct from 'array' then
    return;
  elsif jsonb_array_length(events_param) > 500 then
    raise exception using errcode = 'P0001', hint = 'too_many_events', message = 'Send at most 500 events at a time.';
  end if;
  perform private.check_event_count(kiosk.company_id, jsonb_array_length(events_param));
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
    -- Every punch a tablet keeps has a PIN; without one it is none.
    if person.id is null or jsonb_typeof(sent -> 'sealed') is distinct from 'object' then
      return query select (sent ->> 'id')::uuid, 'unknown';
      continue;
    end if;
    select * into event from public.synced_events s where s.company_id = kiosk.company_id and s.id::text = sent ->> 'id';
    -- What a tablet can say with a signal, and no more.
    one := private.receive_event(person, sent - 'sealed' || jsonb_build_object('payload', (
      select coalesce(jsonb_object_agg(p.key, p.value), '{}') from jsonb_each(case jsonb_typeof(sent -> 'payload') when 'object' then sent -> 'payload' else '{}' end) p
      where p.key in ('entry_id', 'from_entry_id', 'break_id', 'project_id', 'cost_code_id', 'monotonic_ms'))));
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

comment on function public.kiosk_sync_events(uuid,jsonb) is 'Events a kiosk kept without a signal, as for sync_events, with employee_id and the sealed PIN of each. One result each: applied, repeated, held (wrong or locked PIN, revoked tablet, and what else holds events), or unknown for a person who is gone or an event without a sealed PIN. Why is for managers. Idempotent by id.';

create or replace function private.kiosk_link(kiosk public.kiosks, seal_id_param text, uses_param integer) returns bytea
language plpgsql security definer set search_path = '' as $$
declare
  every constant integer := 100;
  -- Of the seal this transaction used last: every hundredth link.
  walked jsonb := coalesce(nullif(current_setting('chalkline.seal_links', true), ''), '{}')::jsonb;
  steps integer := coalesce((walked ->> 'steps')::integer, 0);
  links jsonb := case when walked ->> 'id' = seal_id_param then walked -> 'links' else '[]' end;
  from_link integer;
  link bytea;
begin
  if uses_param is null then
    return null;
  elsif jsonb_array_length(links) = 0 then
    select jsonb_build_array(encode(s.secret, 'hex')) into links from private.kiosk_seals s
      where s.company_id = kiosk.company_id and s.kiosk_id = kiosk.id and s.id::text = seal_id_param;
    if links is null then
      return null;
    end if;
  end if;
  from_link := least(uses_param / every, jsonb_array_length(links) - 1);
  link := decode(links ->> from_link, 'hex');
  for step in from_link * every + 1 .. uses_param loop
    link := sha256(link || '\x01'::bytea);
    steps := steps + 1;
    if step % every = 0 and step / every = jsonb_array_length(links) then
      links := links || to_jsonb(encode(link, 'hex'));
    end if;
  end loop;
  -- A batch is of a seal or two; more is somebody at play with the machine.
  if steps > 100000 then
    raise exception using errcode = 'P0001', hint = 'too_many_seals', message = 'Send fewer punches at a time.';
  end if;
  perform set_config('chalkline.seal_links', jsonb_build_object('id', seal_id_param, 'steps', steps, 'links', links)::text, true);
  return link;
end $$;
comment on function private.kiosk_link(public.kiosks,text,integer) is 'A link of this tablet''s chain; null where there is none. What was walked is remembered for the rest of the transaction.';

create or replace function private.kiosk_pad(kiosk public.kiosks, sealed jsonb, purpose bytea, about text) returns bytea
language plpgsql security definer set search_path = '' as $$
declare
  uses constant integer := case when sealed ->> 'index' ~ '^[0-9]{1,4}$' then (sealed ->> 'index')::integer end;
begin
  return sha256(private.kiosk_link(kiosk, sealed ->> 'id', uses) || purpose || convert_to(about, 'UTF8'));
end $$;
comment on function private.kiosk_pad(public.kiosks,jsonb,bytea,text) is 'The hash of a link of this tablet''s chain with what it was used for; null where there is no such chain.';

create or replace function private.open_kiosk_pin(kiosk public.kiosks, event jsonb) returns text
language plpgsql security definer set search_path = '' as $$
begin
  return private.open_kiosk_box(event -> 'sealed', private.kiosk_pad(kiosk, event -> 'sealed', '\x02'::bytea,
    array_to_string(array[event ->> 'id', event ->> 'employee_id', event ->> 'kind', event ->> 'happened_at',
      event #>> '{payload,project_id}', event #>> '{payload,cost_code_id}'], '|', '')));
end $$;

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

create or replace function private.same_cause(held public.held_events, other public.held_events) returns boolean
language sql immutable parallel safe
return held.company_id = other.company_id and held.employee_id = other.employee_id and held.id <> other.id and (
  (held.problem = other.problem and private.only_managers_decide(held.problem) and held.created_by is not distinct from other.created_by)
  or (held.problem = 'waiting' and held.entry_id = other.entry_id and other.kind in ('clock_in', 'switch')));
comment on function private.same_cause(public.held_events,public.held_events) is 'Whether the first is held for what the second already stands for: the same doubt about the same sender, or a clock-in that is held.';

create or replace function private.show_held_event(held public.held_events) returns void
language plpgsql security definer set search_path = '' as $$
declare
  more bigint;
begin
  select count(*) into more from public.held_events h
    where h.company_id = held.company_id and h.employee_id = held.employee_id and h.status = 'held' and private.same_cause(h, held);
  perform private.open_verification(held.company_id, case when held.problem = 'clock_wrong' then 'device_clock' else 'held_event' end,
    held.id, held.employee_id, (select p.id from public.projects p where p.company_id = held.company_id
      and p.id::text = held.payload ->> 'project_id'), held.counts_at,
    private.person_name(held.company_id, held.employee_id) || ': ' || held.reason,
    jsonb_strip_nulls(jsonb_build_object('event', held.kind, 'problem', held.problem, 'counts_at', held.counts_at, 'happened_at', held.happened_at,
      'offset_ms', held.offset_ms, 'detail', held.detail, 'explanation', held.explanation, 'more', nullif(more, 0))));
  update public.verifications v set detail = jsonb_strip_nulls(v.detail || jsonb_build_object('explanation', held.explanation, 'more', nullif(more, 0)))
    where v.company_id = held.company_id and v.kind in ('held_event', 'device_clock') and v.subject_id = held.id and v.status = 'open'
      and (v.detail ->> 'explanation', coalesce((v.detail ->> 'more')::bigint, 0)) is distinct from (held.explanation, more);
end $$;
comment on function private.show_held_event(public.held_events) is 'The item of a held event in the inbox, with how many more are held for the same cause.';

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
