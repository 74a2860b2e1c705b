-- Profile photos: a private bucket with one folder per account, `<user id>/<file>`.
-- profiles.avatar_path names the current one.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', false, 5 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do update
  set public = excluded.public,
      file_size_limit = excluded.file_size_limit,
      allowed_mime_types = excluded.allowed_mime_types;

create function private.is_colleague(account text) returns boolean
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
comment on function private.is_colleague(text) is
  'Whether that account belongs to an employee of the caller''s company.';
revoke all on function private.is_colleague(text) from public;
grant execute on function private.is_colleague(text) to authenticated, service_role;

create policy "People see their own photo and those of their colleagues" on storage.objects
  for select to authenticated
  using (bucket_id = 'avatars'
    and ((storage.foldername(name))[1] = (select auth.uid())::text
      or private.is_colleague((storage.foldername(name))[1])));
create policy "People add a photo of their own" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "People replace their own photo" on storage.objects
  for update to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "People remove their own photo" on storage.objects
  for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
