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
  primary key (company_id, sequence),
  constraint audit_events_id_once unique (company_id, id)
);
create index audit_events_by_entity on public.audit_events (company_id, entity_id, sequence desc);
create index audit_events_by_employee on public.audit_events (company_id, employee_id, sequence desc)
  where employee_id is not null;

comment on table public.audit_events is 'Who changed what, when and why. Append only; each row carries the hash of the one before it in its company.';
comment on column public.audit_events.actor_id is 'The account that acted; null for the system.';
comment on column public.audit_events.source is 'web, mobile, kiosk, import, api (any other client), or database (no client).';
comment on column public.audit_events.employee_id is 'The person whose record it is; that person may read the event.';
comment on column public.audit_events.hash is 'SHA-256 (hex) over previous_hash and the canonical row.';
