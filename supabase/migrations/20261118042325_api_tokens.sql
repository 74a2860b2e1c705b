create table public.api_tokens (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  employee_id uuid,
  user_id uuid,
  role text,
  scopes text[] not null,
  public_part text not null,
  assurance text default 'aal1' not null,
  expires_on date not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_network text,
  revoked_at timestamptz,
  revoked_by uuid,
  revoked_because text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint api_tokens_pkey primary key (company_id, id),
  constraint api_tokens_id_once unique (id),
  constraint api_tokens_name_length check (char_length(btrim(name)) >= 1 and char_length(name) <= 100),
  constraint api_tokens_public_part_form check (public_part ~ '^[0-9A-Za-z]{8}$'),
  constraint api_tokens_assurance_known check (assurance in ('aal1', 'aal2')),
  constraint api_tokens_scopes_known check (cardinality(scopes) >= 1 and scopes <@ '{time:read,time:write,people:read,people:write,projects:read,projects:write,payroll:read,files:read,files:write,webhooks:manage}'::text[]),
  constraint api_tokens_person_or_role check ((employee_id is null) = (user_id is null) and (employee_id is null) = (role is not null)),
  constraint api_tokens_role_known check (role in ('owner', 'manager', 'foreman', 'employee')),
  constraint api_tokens_network_length check (char_length(last_used_network) <= 64),
  constraint api_tokens_revoked_because_known check (revoked_because in ('revoked', 'left', 'role')),
  constraint api_tokens_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint api_tokens_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint api_tokens_revoker foreign key (company_id, revoked_by) references public.employees(company_id, id) on delete set null (revoked_by),
  constraint api_tokens_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);
select private.refuse_non_finite('public.api_tokens');
create index api_tokens_by_employee on public.api_tokens (company_id, employee_id);
create index api_tokens_by_user on public.api_tokens (user_id);
create table private.api_token_hashes (
  token_id uuid not null,
  hash bytea not null,
  constraint api_token_hashes_pkey primary key (token_id),
  constraint api_token_hashes_once unique (hash),
  constraint api_token_hashes_length check (octet_length(hash) = 32),
  constraint api_token_hashes_token foreign key (token_id) references public.api_tokens(id) on delete cascade
);
create table private.api_token_uses (
  token_id uuid not null,
  minute timestamptz not null,
  requests integer not null,
  constraint api_token_uses_pkey primary key (token_id),
  constraint api_token_uses_token foreign key (token_id) references public.api_tokens(id) on delete cascade
);
select private.refuse_non_finite('private.api_token_uses');
