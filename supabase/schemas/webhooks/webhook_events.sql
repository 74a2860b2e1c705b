create or replace function private.are_webhook_events(events_param text[]) returns boolean
language sql immutable parallel safe
return events_param <@ array['time_entry.started', 'time_entry.stopped', 'time_entry.changed', 'time_entry.deleted', 'time_entry.approved',
  'timesheet.signed', 'timesheet.disputed', 'pay_period.locked', 'employee.added', 'employee.changed', 'employee.left', 'project.changed',
  'shift.published', 'photo.added', 'ticket.signed', 'incident.opened', 'certified_payroll.signed'];
comment on function private.are_webhook_events(text[]) is 'Whether all these are events that webhooks can be sent for. A new one is a line in private.webhook_events_of and in docs/webhooks.md.';
grant execute on function private.are_webhook_events(text[]) to authenticated, service_role;

create table public.webhook_events (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  "position" bigint generated always as identity not null,
  type text not null,
  occurred_at timestamptz not null,
  entity_id uuid not null,
  project_ids uuid[],
  data jsonb not null,
  sequence bigint,
  payload json,
  created_at timestamptz default clock_timestamp() not null,
  constraint webhook_events_pkey primary key (company_id, id),
  constraint webhook_events_type_form check (type ~ '^[a-z_]+\.[a-z_]+$'),
  constraint webhook_events_data_is_object check (jsonb_typeof(data) = 'object'),
  constraint webhook_events_numbered_complete check ((sequence is null) = (payload is null)),
  constraint webhook_events_payload_size check (octet_length(payload::text) < 20000),
  constraint webhook_events_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.webhook_events');
create index webhook_events_to_number on public.webhook_events (occurred_at, "position") where sequence is null;
create index webhook_events_by_time on public.webhook_events (created_at);
comment on table public.webhook_events is 'What happened and is to be sent to webhooks, written in the transaction of the change itself; kept for 30 days. Only for companies with an active webhook for it.';
comment on column public.webhook_events.entity_id is 'What it happened to: the order of its events is kept.';
comment on column public.webhook_events.project_ids is 'The projects it belongs to, before and after; null for kinds that belong to none.';
comment on column public.webhook_events.sequence is 'Number of the event in the company, given after the commit, so that numbers have no holes and nobody waits for them.';
comment on column public.webhook_events.payload is 'What is sent, to the byte.';
alter table public.webhook_events enable row level security;
grant select on table public.webhook_events to authenticated;

create policy "Managers read the events of webhooks of their company" on public.webhook_events
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger queue_webhook_events after insert on public.audit_events referencing new table as new_events
  for each statement execute function private.queue_webhook_events();

create or replace function private.queue_webhook_events() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Once for a statement, by an index: whoever has no webhook pays for nothing else.
  if not exists (select from public.webhook_endpoints e where e.active and e.company_id in (select n.company_id from new_events n)) then
    return null;
  end if;
  insert into public.webhook_events (company_id, type, occurred_at, entity_id, project_ids, data)
    select n.company_id, w.type, n.occurred_at, w.entity_id, w.project_ids, w.data
    from new_events n cross join lateral private.webhook_events_of(n.entity, n.action, n.company_id, n.entity_id, n.before, n.after) w
    where n.entity in ('time_entries', 'time_entry_breaks', 'approvals', 'timesheet_signatures', 'pay_periods', 'employees', 'projects',
        'shifts', 'photos', 'extra_work_tickets', 'incidents', 'certified_payrolls')
      and exists (select from public.webhook_endpoints e where e.company_id = n.company_id and e.active and w.type = any (e.events))
    order by n.occurred_at;
  if found then
    perform pg_notify('webhook_events', '');
  end if;
  return null;
end $$;
comment on function private.queue_webhook_events() is 'Writes the events of a change beside its history, so that both are there or neither.';

create or replace function private.webhook_events_of(entity_param text, action_param text, company_id_param uuid, id_param uuid, before_param jsonb, after_param jsonb) returns table(type text, entity_id uuid, project_ids uuid[], data jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  row_now constant jsonb := coalesce(after_param, before_param);
  -- Null where the key is not there, also in a row that is not.
  projects constant uuid[] := array(select distinct p::uuid from unnest(array[before_param ->> 'project_id', after_param ->> 'project_id']) p where p is not null);
  changed constant jsonb := case when action_param = 'updated' then (
    select jsonb_agg(k.key order by k.key) from jsonb_each(after_param) k
    where k.value is distinct from before_param -> k.key and k.key not in ('updated_at', 'updated_by')) end;
begin
  if entity_param = 'time_entries' then
    return query select 'time_entry.' || case
        when action_param = 'deleted' then 'deleted'
        when action_param = 'created' and after_param ->> 'clock_out' is null then 'started'
        when before_param ->> 'clock_out' is null and after_param ->> 'clock_out' is not null then 'stopped'
        else 'changed' end,
      id_param, projects, private.webhook_data(row_now, '{employee_id,project_id,cost_code_id,work_date}') || jsonb_build_object('changed', changed);
  elsif entity_param = 'time_entry_breaks' then
    -- Breaks of an entry that was deleted go with it.
    return query select 'time_entry.changed', t.id, array[t.project_id],
        private.webhook_data(to_jsonb(t), '{employee_id,project_id,cost_code_id,work_date}') || '{"changed": ["breaks"]}'
      from public.time_entries t where t.company_id = company_id_param and t.id = (row_now ->> 'time_entry_id')::uuid;
  elsif entity_param = 'approvals' then
    return query select case when action_param = 'deleted' then 'time_entry.changed' else 'time_entry.approved' end, t.id, array[t.project_id],
        private.webhook_data(to_jsonb(t), '{employee_id,project_id,cost_code_id,work_date}')
          || jsonb_build_object('changed', case when action_param = 'deleted' then '["approved"]'::jsonb end)
      from public.time_entries t
      where t.company_id = company_id_param and t.employee_id = (row_now ->> 'employee_id')::uuid and t.work_date = (row_now ->> 'work_date')::date
        and t.clock_out is not null and t.updated_at <= (row_now ->> 'approved_at')::timestamptz
        -- A day approved again: what was approved before is no news.
        and (action_param <> 'updated' or t.updated_at > (before_param ->> 'approved_at')::timestamptz)
      order by t.clock_in;
  elsif entity_param = 'timesheet_signatures' and action_param = 'created' then
    return query select case when (after_param ->> 'disputed')::boolean then 'timesheet.disputed' else 'timesheet.signed' end,
      id_param, null::uuid[], private.webhook_data(row_now, '{employee_id,start_date,end_date}');
  elsif entity_param = 'pay_periods' and after_param ->> 'status' = 'locked' and before_param ->> 'status' is distinct from 'locked' then
    return query select 'pay_period.locked', id_param, null::uuid[], private.webhook_data(row_now, '{start_date,end_date}');
  elsif entity_param = 'employees' then
    return query select 'employee.' || case
        when action_param = 'created' then 'added'
        when action_param = 'deleted' or (before_param ->> 'active')::boolean and not (after_param ->> 'active')::boolean then 'left'
        else 'changed' end,
      id_param, null::uuid[], jsonb_build_object('employee_id', id_param, 'changed', changed);
  elsif entity_param = 'projects' then
    return query select 'project.changed', id_param, array[id_param],
      jsonb_build_object('project_id', id_param, 'action', action_param, 'changed', changed);
  elsif entity_param = 'shifts' and after_param ->> 'status' = 'published'
      and nullif(after_param -> 'published', 'null') is distinct from nullif(before_param -> 'published', 'null') then
    return query select 'shift.published', id_param, projects, private.webhook_data(row_now, '{employee_id,crew_id,equipment_id,project_id,work_date}');
  elsif entity_param = 'photos' and after_param ->> 'uploaded_at' is not null and before_param ->> 'uploaded_at' is null
      and not (after_param ->> 'is_receipt')::boolean then
    return query select 'photo.added', id_param, projects, private.webhook_data(row_now, '{employee_id,project_id,time_entry_id}');
  elsif entity_param = 'extra_work_tickets' and after_param ->> 'status' = 'signed' and before_param ->> 'status' is distinct from 'signed' then
    return query select 'ticket.signed', id_param, projects, private.webhook_data(row_now, '{employee_id,project_id,work_date,number,revision}');
  elsif entity_param = 'incidents' and after_param ->> 'status' = 'open' and before_param ->> 'status' is distinct from 'open' then
    return query select 'incident.opened', id_param, projects, private.webhook_data(row_now, '{employee_id,project_id}');
  elsif entity_param = 'certified_payrolls' and action_param = 'created' then
    return query select 'certified_payroll.signed', id_param, projects, private.webhook_data(row_now, '{project_id,week_end,number,revision}');
  end if;
end $$;
comment on function private.webhook_events_of(text,text,uuid,uuid,jsonb,jsonb) is 'The events that a line of the history means for webhooks: none, one, or one for each entry of an approved day. Thin: ids, dates and the names of columns that changed.';

create or replace function private.webhook_data(row_param jsonb, keys_param text[]) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_object_agg(k, row_param -> k), '{}') from unnest(keys_param) k;
$$;

create table private.webhook_sequences (
  company_id uuid not null,
  entity_id uuid not null,
  sequence bigint not null,
  constraint webhook_sequences_pkey primary key (company_id, entity_id),
  constraint webhook_sequences_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
comment on table private.webhook_sequences is 'The last number of an event of a company (its own id) and of everything an event was about. Stays, so that a number never comes twice.';
alter table private.webhook_sequences enable row level security;

create or replace function private.next_webhook_sequence(company_id_param uuid, entity_id_param uuid) returns bigint
language sql security definer set search_path = '' as $$
  insert into private.webhook_sequences as s (company_id, entity_id, sequence) values (company_id_param, entity_id_param, 1)
    on conflict on constraint webhook_sequences_pkey do update set sequence = s.sequence + 1
    returning sequence;
$$;

create or replace function private.number_webhook_event(event public.webhook_events) returns public.webhook_events
language plpgsql security definer set search_path = '' as $$
declare
  numbered public.webhook_events;
begin
  update public.webhook_events v set sequence = n.company_sequence,
      payload = json_build_object('type', v.type, 'timestamp', to_char(v.occurred_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        'data', json_strip_nulls((jsonb_build_object('id', v.entity_id, 'version', 1, 'sequence', n.entity_sequence,
          'company_sequence', n.company_sequence, 'company_id', v.company_id) || v.data)::json))
    from (select private.next_webhook_sequence(event.company_id, event.company_id) as company_sequence,
      private.next_webhook_sequence(event.company_id, event.entity_id) as entity_sequence) n
    where v.company_id = event.company_id and v.id = event.id
    returning v.* into numbered;
  return numbered;
end $$;
comment on function private.number_webhook_event(public.webhook_events) is 'Gives an event its numbers and its payload. Only under the lock of private.claim_webhooks(): numbers follow one another.';
