create table private.session_companies (
  session_id uuid not null,
  company_id uuid not null,
  chosen_at timestamptz default now() not null,
  constraint session_companies_pkey primary key (session_id),
  constraint session_companies_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint session_companies_session_id_fkey foreign key (session_id) references auth.sessions(id) on delete cascade
);
select private.refuse_non_finite('private.session_companies');
create index session_companies_company on private.session_companies (company_id);
alter table private.session_companies enable row level security;

alter table public.push_subscriptions drop constraint push_subscriptions_endpoint_once;
alter table public.push_subscriptions add constraint push_subscriptions_endpoint_once unique (company_id, endpoint);
create index push_subscriptions_by_endpoint on public.push_subscriptions using btree (endpoint);

drop index public.employees_one_active_per_account;
create unique index employees_one_active_per_company on public.employees using btree (user_id, company_id) where active and user_id is not null;

-- What a token without a company means.
update public.profiles p set company_id = e.company_id, role = e.role
  from public.employees e where e.user_id = p.id and e.active and p.company_id is distinct from e.company_id;

grant usage on schema private to supabase_auth_admin;
