create table private.schedule_changes (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  made_by uuid,
  made_at timestamptz default now() not null,
  shifts jsonb not null,
  constraint schedule_changes_pkey primary key (company_id, id),
  constraint schedule_changes_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('private.schedule_changes');
create index schedule_changes_by_time on private.schedule_changes (made_at);
comment on table private.schedule_changes is 'Publishing, unpublishing and discarding drafts, so that each can be undone for a day.';
comment on column private.schedule_changes.shifts is '[{"before", "after"}]: rows of shifts; after is null where the row was deleted.';
alter table private.schedule_changes enable row level security;

create table private.shift_messages (
  company_id uuid not null,
  shift_id uuid not null,
  told jsonb,
  changed_by uuid,
  send_after timestamptz not null,
  constraint shift_messages_pkey primary key (company_id, shift_id),
  constraint shift_messages_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('private.shift_messages');
comment on table private.shift_messages is 'Published shifts whose people are still to be notified. What is taken back before that is never mentioned.';
comment on column private.shift_messages.told is 'What people know; compared with what is published when the message goes out.';
alter table private.shift_messages enable row level security;

create or replace function private.record_schedule_change(company_id_param uuid, shifts_param jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  change_id uuid;
begin
  if jsonb_array_length(shifts_param) = 0 then
    return null;
  end if;
  insert into private.schedule_changes (company_id, made_by, shifts) values (company_id_param, auth.uid(), shifts_param)
    returning id into change_id;
  perform private.delay_shift_messages(company_id_param, (
    select jsonb_agg(jsonb_build_object('id', c -> 'before' ->> 'id', 'told', c -> 'before' -> 'published'))
    from jsonb_array_elements(shifts_param) c
    where c -> 'before' -> 'published' is distinct from coalesce(c -> 'after' -> 'published', 'null')));
  return change_id;
end $$;
comment on function private.record_schedule_change(uuid,jsonb) is 'Stores what a change of many shifts replaced, and has people notified a minute later. Null where nothing changed.';

create or replace function private.delay_shift_messages(company_id_param uuid, shifts_param jsonb) returns void
language sql security definer set search_path = '' as $$
  -- What people knew before the first of several changes is what counts.
  insert into private.shift_messages (company_id, shift_id, told, changed_by, send_after)
  select company_id_param, (s ->> 'id')::uuid, nullif(s -> 'told', 'null'), auth.uid(), now() + interval '1 minute'
  from jsonb_array_elements(shifts_param) s
  on conflict on constraint shift_messages_pkey do update set send_after = excluded.send_after, changed_by = excluded.changed_by;
$$;
comment on function private.delay_shift_messages(uuid,jsonb) is 'People are notified in a minute: [{"id", "told"}], unless the shift is then as they were told.';

create or replace function private.shift_news(was_param jsonb, now_param jsonb) returns table(employee_id uuid, change text)
language sql immutable parallel safe set search_path = '' as $$
  select (was_param ->> 'employee_id')::uuid, 'cancelled'
  where was_param is not null and (now_param is null or was_param ->> 'employee_id' is distinct from now_param ->> 'employee_id')
  union all
  select (now_param ->> 'employee_id')::uuid,
    case when was_param ->> 'employee_id' = now_param ->> 'employee_id' then 'changed' else 'new' end
  where now_param is not null and now_param is distinct from was_param;
$$;
comment on function private.shift_news(jsonb,jsonb) is 'Who has to be notified of what, from the snapshots of a shift before and after. Nothing before is new, nothing after cancelled.';

create or replace function private.send_shift_messages(moment_param timestamptz default now()) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  companies bigint;
begin
  delete from private.schedule_changes where made_at < moment_param - interval '1 day';
  -- All of a company at once, when its last change is a minute old: one message for each person.
  with due as (
    delete from private.shift_messages m
    where not exists (select from private.shift_messages later where later.company_id = m.company_id and later.send_after > moment_param)
    returning m.*
  ), news as (
    select d.company_id, jsonb_agg(jsonb_build_object('employee_id', n.employee_id, 'shift_id', d.shift_id, 'change', n.change, 'was', d.told, 'now', s.published,
      'changed_by', d.changed_by)) as changes
    from due d
    left join public.shifts s on s.company_id = d.company_id and s.id = d.shift_id
    cross join lateral private.shift_news(d.told, s.published) n
    group by d.company_id
  )
  select count(private.notify_of_shifts(n.company_id, n.changes)) into companies from (select * from news offset 0) n;
  return companies;
end $$;
comment on function private.send_shift_messages(timestamp with time zone) is 'Notifies people of shifts published a minute ago or earlier; may run anywhere, any number of times.';
select cron.schedule('shift-messages', '* * * * *', 'select private.send_shift_messages()');

create or replace function public.publish_recipients(start_date_param date, end_date_param date) returns table(employee_id uuid, channel text, language text, shift_ids uuid[], message jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_right('schedule');
  scope private.right_scope := private.scope_of('schedule');
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  with news as (
    select n.employee_id, n.change, s.id, s.published as was, snapshot.now
    from public.shifts s
    cross join lateral (select case when not s.cancelled then private.shift_snapshot(s) end as now) snapshot
    cross join lateral private.shift_news(s.published, snapshot.now) n
    where s.company_id = me.company_id and s.work_date between start_date_param and end_date_param and s.status = 'draft'
      and n.employee_id is not null and private.schedules(scope, s)
  ), people as (
    select n.employee_id, array_agg(distinct n.id) as shift_ids,
      jsonb_agg(jsonb_build_object('employee_id', n.employee_id, 'change', n.change, 'was', n.was, 'now', n.now)) as changes
    from news n group by n.employee_id
  )
  select p.employee_id,
    case when e.user_id = auth.uid() then 'self'
      when 'mail' = any (reach.channels) then 'mail'
      when 'push' = any (reach.channels) then 'push'
      when 'sms' = any (reach.channels) then 'text'
      when e.user_id is not null and e.active then 'app'
      else 'none' end,
    coalesce(r.language, "left"(e.language, 2)), p.shift_ids,
    case when 'mail' = any (reach.channels) then private.shift_message(p.changes, r) end
  from people p
  join public.employees e on e.company_id = me.company_id and e.id = p.employee_id
  left join private.notification_recipients r on r.company_id = me.company_id and r.employee_id = p.employee_id
  cross join lateral (select case when r.employee_id is not null then private.choose_channels(r, 'shift_published') end as channels) reach
  order by e.first_name, e.last_name, e.id;
end $$;
comment on function public.publish_recipients(date,date) is 'Managers: whom publishing the drafts of a range would notify, how (mail, push, text, app, none, self), of which shifts, and the lists their mail would have.';
grant execute on function public.publish_recipients(date,date) to authenticated;

create or replace function public.unpublish_shifts(start_date_param date, end_date_param date) returns table(shift_id uuid, change_id uuid)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_right('schedule');
  scope private.right_scope := private.scope_of('schedule');
  changes jsonb;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  with shown as materialized (
    -- What has begun stays: plan and actual are compared by it.
    select s.id, to_jsonb(s) as before from public.shifts s
    where s.company_id = me.company_id and s.work_date between start_date_param and end_date_param and s.published is not null
      and not s.cancelled and to_timestamp((s.published ->> 'starts_at')::bigint) > now() and private.schedules(scope, s)
    order by s.id for update
  ), taken_back as (
    update public.shifts s set status = 'draft', published = null, previous = null, acknowledged_at = null
    from shown w where s.company_id = me.company_id and s.id = w.id returning s.id, to_jsonb(s) as after
  ), swaps as (
    update public.shift_swaps w set status = 'withdrawn'
    from shown where w.company_id = me.company_id and w.shift_id = shown.id and w.status in ('asked', 'accepted')
  )
  select coalesce(jsonb_agg(jsonb_build_object('before', w.before, 'after', t.after)), '[]') into changes
    from shown w join taken_back t on t.id = w.id;
  return query select (c -> 'before' ->> 'id')::uuid, step.id
    from (select private.record_schedule_change(me.company_id, changes) as id) step cross join jsonb_array_elements(changes) c;
end $$;
comment on function public.unpublish_shifts(date,date) is 'Managers: makes the published shifts of a range that have not begun drafts again. A minute later their people are notified that they are canceled. undo_schedule_change takes it back.';
grant execute on function public.unpublish_shifts(date,date) to authenticated;

create or replace function public.discard_drafts(start_date_param date, end_date_param date) returns table(shift_id uuid, change_id uuid)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_right('schedule');
  scope private.right_scope := private.scope_of('schedule');
  changes jsonb;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  with drafts as materialized (
    select s.id, s.published, to_jsonb(s) as before from public.shifts s
    where s.company_id = me.company_id and s.work_date between start_date_param and end_date_param and s.status = 'draft'
      and private.schedules(scope, s)
    order by s.id for update
  ), deleted as (
    delete from public.shifts s using drafts d where s.company_id = me.company_id and s.id = d.id and d.published is null
  ), put_back as (
    update public.shifts s set cancelled = false, employee_id = (d.published ->> 'employee_id')::uuid,
      crew_id = case when d.published ->> 'employee_id' is not distinct from s.employee_id::text then s.crew_id end,
      equipment_id = q.id, project_id = p.id, cost_code_id = k.id, starts_at = to_timestamp((d.published ->> 'starts_at')::bigint),
      ends_at = to_timestamp((d.published ->> 'ends_at')::bigint), note = d.published ->> 'note'
    from drafts d
    -- Deleted meanwhile: the shift goes on without it.
    left join public.equipment q on q.company_id = me.company_id and q.id = (d.published ->> 'equipment_id')::uuid
    left join public.projects p on p.company_id = me.company_id and p.id = (d.published ->> 'project_id')::uuid
    left join public.cost_codes k on k.company_id = me.company_id and k.id = (d.published ->> 'cost_code_id')::uuid
    where s.company_id = me.company_id and s.id = d.id and d.published is not null
    returning s.id, to_jsonb(s) as after
  )
  select coalesce(jsonb_agg(jsonb_build_object('before', d.before, 'after', b.after)), '[]') into changes
    from drafts d left join put_back b on b.id = d.id;
  return query select (c -> 'before' ->> 'id')::uuid, step.id
    from (select private.record_schedule_change(me.company_id, changes) as id) step cross join jsonb_array_elements(changes) c;
end $$;
comment on function public.discard_drafts(date,date) is 'Managers: deletes the drafts of a range nobody was notified of and puts changed shifts back as published. undo_schedule_change takes it back.';
grant execute on function public.discard_drafts(date,date) to authenticated;

create or replace function public.undo_schedule_change(change_id_param uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_right('schedule');
  scope private.right_scope := private.scope_of('schedule');
  change private.schedule_changes;
  step record;
  restored jsonb := '[]';
begin
  delete from private.schedule_changes c where c.company_id = me.company_id and c.id = change_id_param
    and ((scope).everyone or not exists (select from jsonb_array_elements(c.shifts) as made (item)
      where not private.schedules(scope, jsonb_populate_record(null::public.shifts, made.item -> 'before'))))
    returning * into change;
  if change.id is null then
    raise exception using errcode = 'P0001', hint = 'change_not_found', message = 'This can no longer be undone.';
  end if;
  for step in
    select jsonb_populate_record(null::public.shifts, c -> 'before') as before, nullif(c -> 'after', 'null') as after
    from jsonb_array_elements(change.shifts) c order by c -> 'before' ->> 'id'
  loop
    if step.after is null then
      insert into public.shifts select (step.before).* on conflict do nothing;
    else
      -- What somebody moved, took or swapped since stays theirs.
      update public.shifts s set employee_id = (step.before).employee_id, crew_id = (step.before).crew_id,
        equipment_id = (step.before).equipment_id, project_id = (step.before).project_id, cost_code_id = (step.before).cost_code_id,
        starts_at = (step.before).starts_at, ends_at = (step.before).ends_at, note = (step.before).note, status = (step.before).status,
        cancelled = (step.before).cancelled, published = (step.before).published, previous = (step.before).previous,
        acknowledged_at = (step.before).acknowledged_at
      where s.company_id = me.company_id and s.id = (step.before).id and not s.cancelled
        and s.published is not distinct from nullif(step.after -> 'published', 'null')
        and private.shift_snapshot(s) = private.shift_snapshot(jsonb_populate_record(null::public.shifts, step.after));
    end if;
    if found then
      restored := restored || jsonb_build_object('id', (step.before).id, 'told', step.after -> 'published', 'now', (step.before).published);
    end if;
  end loop;
  perform private.delay_shift_messages(me.company_id, (select jsonb_agg(r) from jsonb_array_elements(restored) r
    where coalesce(r -> 'told', 'null') is distinct from coalesce(r -> 'now', 'null')));
  return jsonb_array_length(restored);
end $$;
comment on function public.undo_schedule_change(uuid) is 'Managers: takes back a publication, an unpublication or discarded drafts within a day, and says of how many shifts. What was changed since stays. Within a minute nobody is notified of anything.';
grant execute on function public.undo_schedule_change(uuid) to authenticated;
