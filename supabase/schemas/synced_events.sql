-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

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
  state text default 'received'::text not null,
  created_by uuid,
  created_at timestamptz default clock_timestamp() not null,
  constraint synced_events_pkey primary key (company_id, id),
  constraint finite_counts_at check (isfinite(counts_at)),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_happened_at check (isfinite(happened_at)),
  constraint synced_events_device_length check (char_length(device_id) >= 1 and char_length(device_id) <= 100),
  constraint synced_events_kind_length check (char_length(kind) >= 1 and char_length(kind) <= 40),
  constraint synced_events_state_known check (state = any (array['received'::text, 'unreadable'::text, 'closing'::text, 'applied'::text, 'repeated'::text, 'held'::text, 'adjusted'::text, 'discarded'::text])),
  constraint synced_events_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
create index synced_events_by_device on public.synced_events using btree (company_id, device_id, sequence);
create index synced_events_by_employee on public.synced_events using btree (company_id, employee_id, sequence);
create index synced_events_by_ended_entry on public.synced_events using btree (company_id, ends_id) where ends_id is not null;
create index synced_events_by_entry on public.synced_events using btree (company_id, entry_id);
create index synced_events_by_sender on public.synced_events using btree (company_id, created_by, created_at);
comment on table public.synced_events is 'Every event a device sent after it had no signal, once: what makes a repeat harmless, and the evidence beside the entry''s source.';
comment on column public.synced_events.happened_at is 'By the device''s clock.';
comment on column public.synced_events.offset_ms is 'The server''s clock minus the device''s, as the device last measured it.';
comment on column public.synced_events.counts_at is 'The time that counts: happened_at plus the offset.';
comment on column public.synced_events.entry_id is 'The entry it starts, stops or belongs to.';
comment on column public.synced_events.ends_id is 'A switch: the entry it ended.';
comment on column public.synced_events.state is 'received and closing only within the call that brings it; closing: its time already ends the entry or break it belongs to.';
alter table public.synced_events enable row level security;
grant select on table public.synced_events to authenticated;

create policy "Managers read the events of their company, others their own" on public.synced_events
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
