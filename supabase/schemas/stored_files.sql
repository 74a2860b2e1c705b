-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create or replace function private.has_storage_left(metadata_param jsonb) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
begin
  return private.stored_bytes(company) + coalesce((metadata_param ->> 'size')::bigint, 0)
    <= (select c.storage_limit_bytes from public.companies c where c.id = company);
end $$;
comment on function private.has_storage_left(jsonb) is 'Whether a file of this size still fits into what the caller''s company may store.';
grant execute on function private.has_storage_left(jsonb) to authenticated, service_role;

create or replace function private.keep_original() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', hint = 'append_only', message = 'A stored original is never changed.';
end $$;
comment on function private.keep_original() is 'Holds for every role, the service role included: other bytes are another file.';

create or replace function private.stored_bytes(company_id_param uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint from storage.objects o
  where o.bucket_id in ('photos', 'documents', 'bulletins')
    and o.name collate "C" >= company_id_param::text || '/' and o.name collate "C" < company_id_param::text || '0';
$$;
comment on function private.stored_bytes(uuid) is 'Bytes a company has in the buckets photos, documents and bulletins. The 0 comes after the slash: a range of names the index knows.';

create or replace function public.storage_left() returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
begin
  if company is null then
    raise exception using errcode = '42501', hint = 'no_employee', message = 'Only people of a company may do this.';
  end if;
  return (select greatest(0, c.storage_limit_bytes - private.stored_bytes(company)) from public.companies c where c.id = company);
end $$;
comment on function public.storage_left() is 'Bytes the caller''s company may still store.';
grant execute on function public.storage_left() to authenticated;

create or replace function public.storage_use() returns table(bucket text, project_id uuid, files bigint, bytes bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
begin
  if not private.is_manager() then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  return query
    select o.bucket_id, p.id, count(*), coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint
    from storage.objects o
    left join public.projects p on p.company_id = company and p.id::text = (storage.foldername(o.name))[2]
    where o.bucket_id in ('photos', 'documents', 'bulletins')
      and o.name collate "C" >= company::text || '/' and o.name collate "C" < company::text || '0'
    group by o.bucket_id, p.id;
end $$;
comment on function public.storage_use() is 'What a company stores, per bucket and project; a null project: files of no project.';
grant execute on function public.storage_use() to authenticated;

create or replace trigger keep_original before update of version, name, bucket_id on storage.objects
  for each row when ((old.bucket_id = any (array['photos'::text, 'documents'::text])) and (old.version is distinct from new.version or old.name is distinct from new.name or old.bucket_id is distinct from new.bucket_id)) execute function private.keep_original();

create policy "A kiosk stores the photo it announced" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'kiosk-photos'::text and private.may_store_kiosk_photo(name));

create policy "Anonymous accounts add no files but photos of their kiosk" on storage.objects as restrictive
  for insert to authenticated
  with check (bucket_id = 'kiosk-photos'::text or not (select private.is_anonymous()));

create policy "Managers add files of bulletins" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'bulletins'::text and (storage.foldername(name))[1] = (((select private.my_company_id()))::text) and (select private.is_manager()));

create policy "Managers add files of documents, foremen those of projects they" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'documents'::text and private.may_add_document_file(name));

create policy "Managers remove files of bulletins" on storage.objects
  for delete to authenticated
  using (bucket_id = 'bulletins'::text and (storage.foldername(name))[1] = (((select private.my_company_id()))::text) and (select private.is_manager()));

create policy "Managers see the files of kiosk photos" on storage.objects
  for select to authenticated
  using (bucket_id = 'kiosk-photos'::text and (exists ( select
   from public.kiosk_photos p
  where p.company_id = (select private.my_company_id()) and p.path = objects.name)));

create policy "Nobody stores many photos of themselves" on storage.objects as restrictive
  for insert to authenticated
  with check (bucket_id <> 'avatars'::text or private.has_avatar_room(name));

create policy "Nobody stores more than the company may" on storage.objects as restrictive
  for insert to authenticated
  with check ((bucket_id <> all (array['photos'::text, 'documents'::text, 'bulletins'::text])) or private.has_storage_left(metadata));

create policy "People add a photo of their own" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'avatars'::text and (storage.foldername(name))[1] = (((select auth.uid()))::text) and (select private.has_passed_second_factor()));

create policy "People read the files of document versions they see" on storage.objects
  for select to authenticated
  using (bucket_id = 'documents'::text and (coalesce(storage.operation(), ''::text) <> all (array['storage.object.sign'::text, 'storage.object.sign_many'::text])) and (exists ( select
   from public.document_versions v
  where v.path = objects.name)));

create policy "People remove their own photo" on storage.objects
  for delete to authenticated
  using (bucket_id = 'avatars'::text and (storage.foldername(name))[1] = (((select auth.uid()))::text) and (select private.has_passed_second_factor()));

create policy "People replace their own photo" on storage.objects
  for update to authenticated
  using (bucket_id = 'avatars'::text and (storage.foldername(name))[1] = (((select auth.uid()))::text) and (select private.has_passed_second_factor()))
  with check (bucket_id = 'avatars'::text and (storage.foldername(name))[1] = (((select auth.uid()))::text));

create policy "People see the files of bulletins they see" on storage.objects
  for select to authenticated
  using (bucket_id = 'bulletins'::text and (storage.foldername(name))[1] = (((select private.my_company_id()))::text) and ((select private.is_manager()) or ((storage.foldername(name))[2] in ( select b.b::text as b
   from private.bulletins_for_me() b(b)))));

create policy "People see their own photo and those of their colleagues" on storage.objects
  for select to authenticated
  using (bucket_id = 'avatars'::text and ((storage.foldername(name))[1] = (((select auth.uid()))::text) or private.is_colleague((storage.foldername(name))[1])));

create policy "People store the photo their row announced" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'photos'::text and private.may_store_photo(name, metadata));

create policy "Who has a link sees its photos as pictures" on storage.objects
  for select to anon, authenticated
  using (bucket_id = 'photos'::text and storage.operation() = 'storage.render.image_authenticated'::text and (name in (select public.shared_photo_paths())));

create policy "Who left reads the files they signed" on storage.objects
  for select to authenticated
  using (bucket_id = 'documents'::text and (coalesce(storage.operation(), ''::text) <> all (array['storage.object.sign'::text, 'storage.object.sign_many'::text])) and (name in ( select s.path
   from private.past_signed_documents() s(employee_id, version_id, name, version, media_type, signed_at, path))));

create policy "Who sees a photo sees its file" on storage.objects
  for select to authenticated
  using (bucket_id = 'photos'::text and (exists ( select
   from public.photos p
  where p.company_id = (select private.my_company_id()) and p.path = objects.name)));
