-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

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
  status text default 'held'::text not null,
  resolution text,
  resolved_by uuid,
  resolved_at timestamptz,
  created_by uuid,
  created_at timestamptz default clock_timestamp() not null,
  explanation text,
  constraint held_events_pkey primary key (company_id, id),
  constraint finite_counts_at check (isfinite(counts_at)),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_happened_at check (isfinite(happened_at)),
  constraint finite_resolved_at check (isfinite(resolved_at)),
  constraint held_events_explanation_length check (char_length(explanation) <= 500),
  constraint held_events_problem_known check (problem = any (array['not_allowed'::text, 'unreadable'::text, 'clock_wrong'::text, 'late'::text, 'new_device'::text, 'contradiction'::text, 'waiting'::text, 'already_stopped'::text, 'locked'::text, 'approved'::text, 'booking'::text, 'overlap'::text, 'too_long'::text, 'wrong_pin'::text, 'kiosk_revoked'::text, 'other'::text])),
  constraint held_events_resolution_length check (char_length(resolution) <= 500),
  constraint held_events_resolved_has_time check ((status = 'held'::text) = (resolved_at is null)),
  constraint held_events_status_known check (status = any (array['held'::text, 'applied'::text, 'adjusted'::text, 'discarded'::text])),
  constraint held_events_event foreign key (company_id, id) references public.synced_events(company_id, id) on delete cascade
);
create index held_events_by_employee on public.held_events using btree (company_id, employee_id, counts_at);
create index held_events_by_sender on public.held_events using btree (company_id, created_by) where status = 'held'::text;
create index held_events_open on public.held_events using btree (company_id, counts_at) where status = 'held'::text;
comment on table public.held_events is 'Events from devices without signal that could not be applied: kept as they were sent until a manager applies, adjusts or discards them.';
comment on column public.held_events.problem is 'Why, for programs; detail has the times and names.';
comment on column public.held_events.reason is 'Why, in words the worker reads.';
comment on column public.held_events.resolution is 'What the one who resolved it wrote.';
comment on column public.held_events.resolved_by is 'Null where it was applied by itself, when the clock-in it waited for arrived.';
comment on column public.held_events.explanation is 'What the worker says about it, for the manager who decides.';
alter table public.held_events enable row level security;
grant select on table public.held_events to authenticated;

create policy "Managers read the held events of their company, others their ow" on public.held_events
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

alter publication supabase_realtime add table public.held_events;

create or replace trigger keep_identity before update on public.held_events
  for each row execute function private.keep_identity();

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

create or replace trigger verify_held_event after insert or update on public.held_events
  for each row execute function private.verify_held_event();

create or replace trigger zz_record_change after insert or delete or update on public.held_events
  for each row execute function private.record_change();

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

create or replace function public.correct_held_event(id_param uuid, project_id_param uuid, cost_code_id_param uuid default null::uuid) returns public.held_events
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  held public.held_events;
  event public.synced_events;
  booking jsonb := jsonb_build_object('project_id', project_id_param, 'cost_code_id', cost_code_id_param);
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
    jsonb_build_object('project_id', held.payload -> 'project_id', 'cost_code_id', held.payload -> 'cost_code_id')));
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
comment on function public.correct_held_event(uuid,uuid,uuid) is 'Everyone: picks another project and cost code for a punch of their own that is held for them. It is judged again with what waits for it; what cannot be booked there either is refused and changes nothing.';
grant execute on function public.correct_held_event(uuid,uuid,uuid) to authenticated;

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
