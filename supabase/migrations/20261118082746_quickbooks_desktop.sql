create table private.quickbooks_desktop_logins (
  company_id uuid not null,
  connection_id uuid not null,
  user_name text not null,
  password_hash text not null,
  file_id uuid default gen_random_uuid() not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default clock_timestamp() not null,
  renewed_at timestamptz default clock_timestamp() not null,
  used_at timestamptz,
  constraint quickbooks_desktop_logins_pkey primary key (company_id, connection_id),
  constraint quickbooks_desktop_logins_user_name unique (user_name),
  constraint quickbooks_desktop_logins_form check (user_name ~ '^chalkline-[0-9a-f]{12}$' and password_hash ~ '^[0-9a-f]{64}$'),
  constraint quickbooks_desktop_logins_connection foreign key (company_id, connection_id) references public.accounting_connections(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.quickbooks_desktop_logins');
create table private.quickbooks_desktop_sessions (
  ticket_hash text not null,
  company_id uuid not null,
  connection_id uuid not null,
  lease uuid not null,
  version integer default 0 not null,
  state jsonb default '{}'::jsonb not null,
  created_at timestamptz default clock_timestamp() not null,
  constraint quickbooks_desktop_sessions_pkey primary key (ticket_hash),
  constraint quickbooks_desktop_sessions_once unique (company_id, connection_id),
  constraint quickbooks_desktop_sessions_size check (octet_length(state::text) <= 1000000),
  constraint quickbooks_desktop_sessions_connection foreign key (company_id, connection_id) references public.accounting_connections(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.quickbooks_desktop_sessions');
