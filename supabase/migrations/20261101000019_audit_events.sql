create table public.audit_events (
  company_id uuid not null,
  sequence bigint not null,
  id uuid not null default gen_random_uuid(),
  occurred_at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  source text not null,
  action text not null,
  entity text not null,
  entity_id uuid,
  employee_id uuid,
  before jsonb,
  after jsonb,
  reason text,
  previous_hash text,
  hash text not null,
  primary key (company_id, sequence)
);
create index audit_events_by_entity on public.audit_events (company_id, entity_id, sequence desc);
create index audit_events_by_employee on public.audit_events (company_id, employee_id, sequence desc)
  where employee_id is not null;
create index audit_events_by_entry_of_break on public.audit_events (company_id, (coalesce(after, before) ->> 'time_entry_id'))
  where entity = 'time_entry_breaks';

comment on table public.audit_events is 'Who changed what, when and why. Append only; each row carries the hash of the one before it in its company.';
comment on column public.audit_events.actor_id is 'The account that acted; null for the system.';
comment on column public.audit_events.source is 'web, mobile, kiosk, import, api (any other client), or database (no client).';
comment on column public.audit_events.employee_id is 'The person whose record it is; that person may read the event.';
comment on column public.audit_events.hash is 'SHA-256 (hex) over previous_hash and the canonical row.';

alter table public.audit_events enable row level security;

-- Where a company hides rates from the person, their history must not tell them either.
create policy "Managers read the history of their company, others their own" on public.audit_events
  for select to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager())
      or (employee_id = (select private.my_employee_id())
        and (entity not in ('employee_rates', 'pay_items') or (select private.own_rate_visible())))));

create trigger history_is_append_only before update or delete on public.audit_events
  for each row execute function private.refuse_change();
create trigger history_is_never_emptied before truncate on public.audit_events
  for each statement execute function private.refuse_change();

grant select on public.audit_events to authenticated, service_role;
