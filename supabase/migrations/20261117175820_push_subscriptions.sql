create table public.push_subscriptions (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  user_id uuid not null,
  session_id uuid,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  device_name text not null,
  details boolean default false not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  last_success_at timestamptz,
  failures integer default 0 not null,
  constraint push_subscriptions_pkey primary key (company_id, id),
  constraint push_subscriptions_endpoint_once unique (endpoint),
  constraint push_subscriptions_auth_form check (auth ~ '^[A-Za-z0-9_-]{22}(==)?$'),
  constraint push_subscriptions_device_name_length check (char_length(btrim(device_name)) >= 1 and char_length(btrim(device_name)) <= 80),
  constraint push_subscriptions_endpoint_form check (endpoint ~ '^https://[^/@[:space:][:cntrl:]]+/[^[:space:][:cntrl:]]+$' and char_length(endpoint) <= 1000),
  constraint push_subscriptions_failures_range check (failures >= 0),
  constraint push_subscriptions_p256dh_form check (p256dh ~ '^B[A-Za-z0-9_-]{86}=?$'),
  constraint push_subscriptions_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint push_subscriptions_session_id_fkey foreign key (session_id) references auth.sessions(id) on delete cascade,
  constraint push_subscriptions_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);
select private.refuse_non_finite('public.push_subscriptions');
create index push_subscriptions_by_employee on public.push_subscriptions (company_id, employee_id);
create index push_subscriptions_by_session on public.push_subscriptions (session_id);
create index push_subscriptions_by_user on public.push_subscriptions (user_id);
