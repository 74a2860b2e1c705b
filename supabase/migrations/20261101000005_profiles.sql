-- The account's own face. Role and company follow the linked employee; clients cannot write them.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  company_id uuid references public.companies (id) on delete set null,
  first_name text constraint profiles_first_name_length check (char_length(first_name) <= 100),
  last_name text constraint profiles_last_name_length check (char_length(last_name) <= 100),
  role text constraint profiles_role_known check (role in ('owner', 'manager', 'foreman', 'employee')),
  phone text constraint profiles_phone_length check (char_length(phone) <= 40),
  job_title text constraint profiles_job_title_length check (char_length(job_title) <= 100),
  avatar_path text constraint profiles_avatar_path_length check (char_length(avatar_path) <= 400),
  language text constraint profiles_language_form check (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index profiles_company on public.profiles (company_id);

comment on table public.profiles is 'One row per account, made with the account.';
comment on column public.profiles.role is 'Role of the linked employee, kept by trigger; null without one.';
comment on column public.profiles.avatar_path is 'Object name in the storage bucket of profile photos.';

create trigger touch_updated_at before update on public.profiles
  for each row execute function private.touch_updated_at();

alter table public.profiles enable row level security;

create policy "People read their own profile" on public.profiles
  for select to authenticated using (id = (select auth.uid()));
create policy "People insert their own profile" on public.profiles
  for insert to authenticated with check (id = (select auth.uid()));
create policy "People change their own profile" on public.profiles
  for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

grant select on public.profiles to authenticated;
grant insert (id, first_name, last_name, phone, job_title, avatar_path, language) on public.profiles to authenticated;
grant update (first_name, last_name, phone, job_title, avatar_path, language) on public.profiles to authenticated;
grant select, insert, update, delete on public.profiles to service_role;
