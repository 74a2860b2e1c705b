insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('avatars', 'avatars', 'f', '5242880', '{image/jpeg,image/png,image/webp}')
on conflict (id) do update set file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create table public.profiles (
  id uuid not null,
  company_id uuid,
  first_name text,
  last_name text,
  role text,
  phone text,
  job_title text,
  avatar_path text,
  language text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint profiles_pkey primary key (id),
  constraint profiles_avatar_path_length check (char_length(avatar_path) <= 400),
  constraint profiles_first_name_length check (char_length(first_name) <= 100),
  constraint profiles_job_title_length check (char_length(job_title) <= 100),
  constraint profiles_language_form check (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  constraint profiles_last_name_length check (char_length(last_name) <= 100),
  constraint profiles_phone_length check (char_length(phone) <= 40),
  constraint profiles_role_known check (role in ('owner', 'manager', 'foreman', 'employee')),
  constraint profiles_company_id_fkey foreign key (company_id) references public.companies(id) on delete set null,
  constraint profiles_id_fkey foreign key (id) references auth.users(id) on delete cascade
);
select private.refuse_non_finite('public.profiles');
create index profiles_company on public.profiles (company_id);
comment on table public.profiles is 'One row per account, made with the account.';
comment on column public.profiles.company_id is 'The company the account chose last, of those it works in; what a token without a company means. Maintained by trigger and switch_company.';
comment on column public.profiles.role is 'Role in that company, maintained by trigger; null without one.';
comment on column public.profiles.avatar_path is 'Object name in the storage bucket of profile photos.';
alter table public.profiles enable row level security;
grant select on table public.profiles to authenticated;
grant insert (id, first_name, last_name, phone, job_title, avatar_path, language) on public.profiles to authenticated;
grant update (first_name, last_name, phone, job_title, avatar_path, language) on public.profiles to authenticated;

create policy "People change their own profile" on public.profiles
  for update to authenticated
  using (id = (select auth.uid()) and (select private.has_passed_second_factor()))
  with check (id = (select auth.uid()));

create policy "People insert their own profile" on public.profiles
  for insert to authenticated
  with check (id = (select auth.uid()) and (select private.has_passed_second_factor()));

create policy "People read their own profile" on public.profiles
  for select to authenticated
  using (id = (select auth.uid()));

create or replace trigger follow_profile after update on public.profiles
  for each row when (old.first_name is distinct from new.first_name or old.last_name is distinct from new.last_name or old.phone is distinct from new.phone or old.language is distinct from new.language) execute function private.follow_profile();

create or replace function private.follow_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.employees e
    set first_name = case when new.first_name is distinct from old.first_name
        then coalesce(nullif(btrim(new.first_name), ''), e.first_name) else e.first_name end,
      last_name = case when new.last_name is distinct from old.last_name then coalesce(new.last_name, '') else e.last_name end,
      phone = case when new.phone is distinct from old.phone then new.phone else e.phone end,
      language = case when new.language is distinct from old.language then coalesce(new.language, e.language) else e.language end
    where e.user_id = new.id and e.active;
  return null;
end $$;

create or replace trigger remove_old_avatars after update on public.profiles
  for each row when (old.avatar_path is distinct from new.avatar_path) execute function private.remove_old_avatars();

create or replace function private.remove_old_avatars() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.bucket_id = 'avatars' and o.name is distinct from new.avatar_path
    and o.name collate "C" >= new.id || '/' and o.name collate "C" < new.id || '0';
  return null;
end $$;
comment on function private.remove_old_avatars() is 'A photo that was replaced is removed with its file.';

create or replace trigger touch_updated_at before update on public.profiles
  for each row execute function private.touch_updated_at();

create policy "People add a photo of their own" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (((select auth.uid()))::text) and (select private.has_passed_second_factor()));

create policy "People remove their own photo" on storage.objects
  for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (((select auth.uid()))::text) and (select private.has_passed_second_factor()));

create policy "People replace their own photo" on storage.objects
  for update to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (((select auth.uid()))::text) and (select private.has_passed_second_factor()))
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (((select auth.uid()))::text));

create policy "People see their own photo and those of their colleagues" on storage.objects
  for select to authenticated
  using (bucket_id = 'avatars' and ((storage.foldername(name))[1] = (((select auth.uid()))::text) or private.is_colleague((storage.foldername(name))[1])));

create or replace trigger make_profile after insert on auth.users
  for each row execute function private.make_profile();

create or replace function private.make_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, first_name, last_name)
    values (new.id, left(new.raw_user_meta_data ->> 'first_name', 100), left(new.raw_user_meta_data ->> 'last_name', 100))
    on conflict (id) do nothing;
  insert into public.preferences (user_id) values (new.id) on conflict (user_id) do nothing;
  return null;
end $$;
comment on function private.make_profile() is 'Profile and preferences are made with the account.';

create or replace trigger name_profile after update of raw_user_meta_data on auth.users
  for each row when (old.last_sign_in_at is null and old.raw_user_meta_data is distinct from new.raw_user_meta_data) execute function private.name_profile();

create or replace function private.name_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  begin
    update public.profiles p
      set first_name = coalesce(left(new.raw_user_meta_data ->> 'first_name', 100), case when new.email_confirmed_at is not null then p.first_name end),
        last_name = coalesce(left(new.raw_user_meta_data ->> 'last_name', 100), case when new.email_confirmed_at is not null then p.last_name end)
      where p.id = new.id;
  exception when others then
    raise warning 'account %: %', new.id, sqlerrm;
  end;
  return null;
end $$;
comment on function private.name_profile() is 'Until the first sign-in the profile carries the names of the account.';

create or replace trigger z_follow_account after insert or update of email, email_confirmed_at on auth.users
  for each row execute function private.follow_account();

create or replace function private.follow_account() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  invitations public.employee_invitations[];
  employment record;
begin
  if new.email_confirmed_at is null
    or (tg_op = 'UPDATE' and old.email_confirmed_at is not null and old.email is not distinct from new.email) then
    return null;
  end if;
  begin
    if tg_op = 'UPDATE' and old.email_confirmed_at is not null then
      for employment in select e.company_id, e.id from public.employees e where e.user_id = new.id and e.active loop
        begin
          update public.employees e set email = new.email where e.company_id = employment.company_id and e.id = employment.id;
        exception when unique_violation then
          raise warning 'account %: %', new.id, sqlerrm; -- somebody else has it in that company; the others follow all the same
        end;
      end loop;
    end if;
    if not exists (select from public.employees e where e.user_id = new.id and e.active) then
      select array_agg(i) into invitations from public.employee_invitations i
        where i.email = lower(new.email) and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now()
          and private.address_counts(new.raw_app_meta_data, i.id);
      -- Invited by several companies: the person chooses with accept_invitation.
      if cardinality(invitations) = 1 then
        perform private.link_employee(invitations[1], new.id);
      end if;
    end if;
  exception when others then
    raise warning 'account %: %', new.id, sqlerrm;
  end;
  return null;
end $$;
comment on function private.follow_account() is 'Links the account that confirms an invited address; a confirmed change of address reaches the employee record.';

create or replace trigger z_follow_phone_account after update of phone_confirmed_at on auth.users
  for each row when (new.phone_confirmed_at is not null and old.phone_confirmed_at is null) execute function private.follow_phone_account();

create or replace function private.follow_phone_account() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.employee_invitations;
begin
  begin
    select i.* into invitation from public.employee_invitations i
      where i.id::text = new.raw_app_meta_data ->> 'address_vouched_by' and i.phone = new.phone
        and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now();
    if invitation.id is not null and not exists (select from public.employees e where e.user_id = new.id and e.active) then
      perform private.link_employee(invitation, new.id);
    end if;
  exception when others then
    raise warning 'account %: %', new.id, sqlerrm;
  end;
  return null;
end $$;
comment on function private.follow_phone_account() is 'Links the account that a phone invitation''s own link made; the number alone links nothing.';

create or replace function private.follow_person() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  open_invitation public.employee_invitations;
begin
  if tg_op = 'UPDATE' and old.user_id is distinct from new.user_id and old.user_id is not null then
    perform private.show_role_in_profile(old.user_id);
  end if;
  if new.user_id is not null then
    perform private.show_role_in_profile(new.user_id);
  end if;
  if tg_op = 'UPDATE' and old.active and not new.active then
    update public.time_entries e set clock_out = greatest(clock_timestamp(), e.clock_in + interval '1 microsecond')
      where e.company_id = new.company_id and e.employee_id = new.id and e.clock_out is null;
  end if;
  if tg_op = 'UPDATE' and (not new.active or (new.email, new.role) is distinct from (old.email, old.role)) then
    update public.employee_invitations i set withdrawn_at = now()
      where i.company_id = new.company_id and i.employee_id = new.id and i.accepted_at is null and i.withdrawn_at is null
      returning * into open_invitation;
    -- A link that was handed over was for the former role. The mail went to the address itself: it stays good.
    if open_invitation.sent_at is not null and new.active and new.email is not distinct from old.email then
      insert into public.employee_invitations (company_id, employee_id, email, invited_by, created_at, sent_at, expires_at)
        values (new.company_id, new.id, open_invitation.email, open_invitation.invited_by, open_invitation.created_at,
          open_invitation.sent_at, open_invitation.expires_at);
    end if;
  end if;
  return null;
end $$;
comment on function private.follow_person() is 'Profile role and company follow the linked employees; leaving stops the clock and withdraws invitations.';

create or replace function private.show_role_in_profile(user_id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  employment record;
begin
  -- The company chosen last, while they work there; else the one they joined first.
  select e.company_id, e.role into employment from public.employees e
    left join public.profiles p on p.id = e.user_id and p.company_id = e.company_id
    where e.user_id = user_id_param and e.active
    order by p.id is null, e.created_at, e.company_id limit 1;
  update public.profiles p set role = employment.role, company_id = employment.company_id
    where p.id = user_id_param and (p.role, p.company_id) is distinct from (employment.role, employment.company_id);
  update public.preferences p set company_id = employment.company_id
    where p.user_id = user_id_param and p.company_id is distinct from employment.company_id;
end $$;

create or replace function private.is_colleague(account text) returns boolean
language plpgsql stable parallel safe security definer set search_path = '' as $$
begin
  -- A folder is any text; only one that is an account's id can be a colleague's.
  if account !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return false;
  end if;
  return exists (
    select from public.employees e
     where e.user_id = account::uuid and e.company_id = private.my_company_id());
end $$;
comment on function private.is_colleague(text) is 'Whether that account belongs to an employee of the caller''s company.';
grant execute on function private.is_colleague(text) to authenticated, service_role;

create or replace function private.has_avatar_room(name_param text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  account constant text := auth.uid()::text;
begin
  -- One upload at a time per account, so that those sent all at once are counted as well.
  perform pg_advisory_xact_lock(hashtextextended('avatars:' || account, 0));
  return (select count(*) < 5 from storage.objects o where o.bucket_id = 'avatars' and o.name <> name_param
    and o.name collate "C" >= account || '/' and o.name collate "C" < account || '0');
end $$;
comment on function private.has_avatar_room(text) is 'Whether the caller has fewer than five other photos of themselves.';
grant execute on function private.has_avatar_room(text) to authenticated, service_role;
