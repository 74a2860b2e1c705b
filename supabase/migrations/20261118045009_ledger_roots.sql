create table private.ledger_checks (
  company_id uuid not null,
  checked_at timestamptz not null,
  events bigint not null,
  roots integer not null,
  problem jsonb,
  notified jsonb,
  constraint ledger_checks_pkey primary key (company_id),
  constraint ledger_checks_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
create table public.ledger_recipients (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  email text not null,
  language text default 'en' not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint ledger_recipients_pkey primary key (company_id, id),
  constraint ledger_recipients_once unique (company_id, email),
  constraint ledger_recipients_email_form check (char_length(email) <= 254 and email = lower(email) and email ~ '^[^[:cntrl:][:space:],;<>"@]+@[^[:cntrl:][:space:],;<>"@]+\.[^[:cntrl:][:space:],;<>"@.]+$'),
  constraint ledger_recipients_language_known check (language in ('en', 'es')),
  constraint ledger_recipients_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.ledger_recipients');
create table public.ledger_roots (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  first_position bigint not null,
  last_position bigint not null,
  reason text not null,
  note text,
  signed_text text not null,
  signature_id uuid not null,
  signature text,
  key_id text,
  created_by uuid default auth.uid(),
  created_at timestamptz default clock_timestamp() not null,
  constraint ledger_roots_pkey primary key (company_id, id),
  constraint ledger_roots_one_first unique (company_id, first_position),
  constraint ledger_roots_one_last unique (company_id, last_position),
  constraint ledger_roots_positions check (first_position >= 1 and last_position >= first_position),
  constraint ledger_roots_reason_known check (reason in ('daily', 'pay_period', 'requested', 'restored'))
);
select private.refuse_non_finite('public.ledger_roots');
create index ledger_roots_by_time on public.ledger_roots (company_id, created_at);
create index ledger_roots_by_signature on public.ledger_roots (signature_id);
create table private.ledger_blocks (
  company_id uuid not null,
  first_position bigint not null,
  hash bytea not null,
  constraint ledger_blocks_pkey primary key (company_id, first_position)
);
create table private.ledger_root_requests (
  company_id uuid not null,
  reason text not null,
  created_at timestamptz default now() not null,
  constraint ledger_root_requests_pkey primary key (company_id, reason),
  constraint ledger_root_requests_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
