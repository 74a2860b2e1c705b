create table public.employee_identities (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  last_four text not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint employee_identities_pkey primary key (company_id, id),
  constraint employee_identities_one_per_person unique (company_id, employee_id),
  constraint employee_identities_four_digits check (last_four ~ '^[0-9]{4}$'),
  constraint employee_identities_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.employee_identities');
comment on table public.employee_identities is 'The last four digits of a social security number. Read through identity_of() only, which notes who read; never more digits.';
alter table public.employee_identities enable row level security;

create table public.identity_views (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  viewed_by uuid,
  purpose text not null,
  viewed_at timestamptz default now() not null,
  constraint identity_views_pkey primary key (company_id, id),
  constraint identity_views_no_nine_digits check (purpose !~ '(^|[^0-9])[0-9]{3}[^0-9A-Za-z]{0,3}[0-9]{2}[^0-9A-Za-z]{0,3}[0-9]{4}([^0-9]|$)'),
  constraint identity_views_purpose_length check (char_length(btrim(purpose)) >= 1 and char_length(purpose) <= 200),
  constraint identity_views_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.identity_views');
create index identity_views_by_employee on public.identity_views (company_id, employee_id, viewed_at desc);
comment on table public.identity_views is 'Who read whose last four digits, when and what for. Written by identity_of() and by reports that print them.';
comment on column public.identity_views.viewed_by is 'The employee who read them.';
alter table public.identity_views enable row level security;
grant select on table public.identity_views to authenticated;

create policy "Owners read who saw identities, people who saw theirs" on public.identity_views
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_owner()) or employee_id = (select private.my_employee_id())));

create or replace trigger refuse_change before update on public.identity_views
  for each row execute function private.refuse_change();
