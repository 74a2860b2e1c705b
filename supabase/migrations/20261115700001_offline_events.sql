-- What phones send after they had no signal: every event once, and those a person has to decide on.

create table public.synced_events (
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
  ends_id uuid,
  state text not null default 'received',
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  constraint synced_events_pkey primary key (company_id, id),
  constraint synced_events_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade,
  constraint synced_events_device_length check (char_length(device_id) between 1 and 100),
  constraint synced_events_kind_length check (char_length(kind) between 1 and 40),
  constraint synced_events_state_known
    check (state in ('received', 'unreadable', 'closing', 'applied', 'repeated', 'held', 'adjusted', 'discarded'))
);
create index synced_events_by_device on public.synced_events (company_id, device_id, sequence);
create index synced_events_by_employee on public.synced_events (company_id, employee_id, sequence);
create index synced_events_by_entry on public.synced_events (company_id, entry_id);
create index synced_events_by_ended_entry on public.synced_events (company_id, ends_id) where ends_id is not null;
comment on table public.synced_events is 'Every event a device sent after it had no signal, once: what makes a repeat harmless, and the evidence beside the entry''s source.';
comment on column public.synced_events.happened_at is 'By the device''s clock.';
comment on column public.synced_events.offset_ms is 'The server''s clock minus the device''s, as the device last measured it.';
comment on column public.synced_events.counts_at is 'The time that counts: happened_at plus the offset.';
comment on column public.synced_events.entry_id is 'The entry it starts, stops or belongs to.';
comment on column public.synced_events.ends_id is 'A switch: the entry it ended.';
comment on column public.synced_events.state is 'received and closing only within the call that brings it; closing: its time already ends the entry or break it belongs to.';
alter table public.synced_events enable row level security;
grant select on public.synced_events to authenticated;
create policy "Managers read the events of their company, others their own" on public.synced_events
  for select to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

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
  detail jsonb not null default '{}',
  reason text not null,
  status text not null default 'held',
  resolution text,
  resolved_by uuid,
  resolved_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  constraint held_events_pkey primary key (company_id, id),
  constraint held_events_event foreign key (company_id, id) references public.synced_events (company_id, id) on delete cascade,
  constraint held_events_problem_known check (problem in ('not_allowed', 'unreadable', 'clock_wrong', 'waiting', 'already_stopped',
    'locked', 'approved', 'booking', 'overlap', 'too_long', 'other')),
  constraint held_events_status_known check (status in ('held', 'applied', 'adjusted', 'discarded')),
  constraint held_events_resolved_has_time check ((status = 'held') = (resolved_at is null)),
  constraint held_events_resolution_length check (char_length(resolution) <= 500)
);
create index held_events_by_employee on public.held_events (company_id, employee_id, counts_at);
create index held_events_open on public.held_events (company_id, counts_at) where status = 'held';
comment on table public.held_events is 'Events from devices without signal that could not be applied: kept as they were sent until a manager applies, adjusts or discards them.';
comment on column public.held_events.problem is 'Why, for programs; detail has the times and names.';
comment on column public.held_events.reason is 'Why, in words the worker reads.';
comment on column public.held_events.resolution is 'What the one who resolved it wrote.';
comment on column public.held_events.resolved_by is 'Null where it was applied by itself, when the clock-in it waited for arrived.';
alter table public.held_events enable row level security;
grant select on public.held_events to authenticated;
create policy "Managers read the held events of their company, others their own" on public.held_events
  for select to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create trigger keep_identity before update on public.held_events
  for each row execute function private.keep_identity();
create trigger zz_record_change after insert or update or delete on public.held_events
  for each row execute function private.record_change();
alter publication supabase_realtime add table public.held_events;

select private.refuse_non_finite('public.synced_events');
select private.refuse_non_finite('public.held_events');
