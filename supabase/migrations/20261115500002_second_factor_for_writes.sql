-- A password alone changes nothing for an account that has a second factor, not even what is its own.
-- Company tables hold this already: without the factor the caller has no company.

create function private.require_second_factor() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_passed_second_factor() then
    raise exception using errcode = '42501', hint = 'second_factor_required',
      message = 'Enter the code of your second factor first.';
  end if;
end $$;
comment on function private.require_second_factor() is 'Refuses a session that has not given the second factor its account has.';
revoke execute on function private.require_second_factor() from public, anon, authenticated, service_role;

alter policy "People insert their own profile" on public.profiles
  with check (id = (select auth.uid()) and (select private.has_passed_second_factor()));
alter policy "People change their own profile" on public.profiles
  using (id = (select auth.uid()) and (select private.has_passed_second_factor()))
  with check (id = (select auth.uid()));
alter policy "People insert their own preferences" on public.preferences
  with check (user_id = (select auth.uid()) and (select private.has_passed_second_factor()));
alter policy "People change their own preferences" on public.preferences
  using (user_id = (select auth.uid()) and (select private.has_passed_second_factor()))
  with check (user_id = (select auth.uid()));

alter policy "People add a photo of their own" on storage.objects
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_passed_second_factor()));
alter policy "People replace their own photo" on storage.objects
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_passed_second_factor()))
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
alter policy "People remove their own photo" on storage.objects
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_passed_second_factor()));

create or replace function public.end_my_session(id_param uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_second_factor();
  delete from auth.sessions s where s.id = id_param and s.user_id = auth.uid();
  return found;
end $$;

create or replace function public.accept_invitation(id_param uuid) returns public.employees
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.employee_invitations;
begin
  perform private.require_second_factor();
  select i.* into invitation
    from auth.users u join public.employee_invitations i on i.email = lower(u.email)
    where u.id = auth.uid() and u.email_confirmed_at is not null and i.id = id_param and private.address_counts(u.raw_app_meta_data, i.id);
  if not found then
    raise exception using errcode = 'P0001', hint = 'invitation_not_open', message = 'This invitation is no longer valid.';
  end if;
  return private.link_employee(invitation, auth.uid());
end $$;

create or replace function public.create_company(name_param text, time_zone_param text default 'America/New_York'::text) returns public.employees
language plpgsql security definer set search_path = '' as $$
declare
  account record;
  company_id uuid;
  founder public.employees;
begin
  perform private.require_second_factor();
  select u.id, lower(u.email) as email, p.first_name, p.last_name, p.phone, p.language into account
    from auth.users u left join public.profiles p on p.id = u.id where u.id = auth.uid();
  if not found then
    raise exception using errcode = '42501', hint = 'sign_in_first', message = 'Please sign in first.';
  end if;
  if private.my_company_id() is not null then
    raise exception using errcode = 'P0001', hint = 'already_employed', message = 'Your account already belongs to a company.';
  end if;
  insert into public.companies (name, time_zone) values (btrim(name_param), coalesce(time_zone_param, 'America/New_York'))
    returning id into company_id;
  begin
    insert into public.employees (company_id, user_id, first_name, last_name, email, phone, language, role)
      values (company_id, account.id, coalesce(nullif(btrim(account.first_name), ''), split_part(account.email, '@', 1), 'Owner'),
        coalesce(account.last_name, ''), account.email, account.phone, coalesce(account.language, 'en'), 'owner')
      returning * into founder;
  exception when unique_violation then
    raise exception using errcode = 'P0001', hint = 'already_employed', message = 'Your account already belongs to a company.';
  end;
  return founder;
end $$;
