-- A photo made private leaves the links it was shared by.
create or replace function public.shared_photo_paths() returns setof text
language sql stable security definer set search_path = '' as $$
  select p.path from private.open_share(private.request_header('x-share-token')) s
  join public.photos p on p.company_id = s.company_id and p.id = any (s.photo_ids)
  where p.deleted_at is null and not p.is_private and p.media_type like 'image/%';
$$;

create or replace function public.shared_photos(token_param text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  share public.photo_shares := private.open_share(token_param);
begin
  if share.id is null then
    return null;
  end if;
  update public.photo_shares s set views = s.views + 1, last_viewed_at = now() where s.company_id = share.company_id and s.id = share.id;
  return jsonb_build_object(
    'title', share.title, 'expires_at', share.expires_at,
    'company', (select c.name from public.companies c where c.id = share.company_id),
    'photos', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'path', p.path, 'media_type', p.media_type, 'caption', p.caption,
        'taken_at', p.taken_at, 'time_zone', coalesce(j.time_zone, c.time_zone), 'project', j.name, 'width', p.width, 'height', p.height, 'markup', p.markup)
        order by p.taken_at, p.id), '[]')
      from public.photos p join public.companies c on c.id = p.company_id
      join public.projects j on j.company_id = p.company_id and j.id = p.project_id
      where p.company_id = share.company_id and p.id = any (share.photo_ids) and p.deleted_at is null and not p.is_private and p.uploaded_at is not null
        and p.media_type like 'image/%'));
end $$;

create or replace function public.create_photo_share(photo_ids_param uuid[], title_param text, expires_at_param timestamptz) returns table(id uuid, token text)
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  secret text := encode(extensions.gen_random_bytes(24), 'hex');
  known uuid[];
begin
  if not private.is_manager() then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  known := array(select p.id from public.photos p where p.company_id = company and p.id = any (photo_ids_param)
    and p.uploaded_at is not null and p.deleted_at is null);
  if cardinality(known) = 0 then
    raise exception using errcode = 'P0001', hint = 'photos_not_found', message = 'These photos were not found.';
  end if;
  if exists (select from public.photos p where p.company_id = company and p.id = any (known) and p.is_private) then
    raise exception using errcode = 'P0001', hint = 'photos_private', message = 'Private photos cannot be shared.';
  end if;
  if expires_at_param is null or expires_at_param <= now() or expires_at_param > now() + interval '1 year' then
    raise exception using errcode = 'P0001', hint = 'share_expiry', message = 'A link ends within a year.';
  end if;
  return query
    insert into public.photo_shares as s (company_id, title, photo_ids, token_hash, expires_at)
    values (company, coalesce(btrim(title_param), ''), known, encode(extensions.digest(secret, 'sha256'), 'hex'), expires_at_param)
    returning s.id, secret;
end $$;

-- Files of bulletins count in what a company may store.
create or replace function private.stored_bytes(company_id_param uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint from storage.objects o
  where o.bucket_id in ('photos', 'documents', 'bulletins')
    and o.name collate "C" >= company_id_param::text || '/' and o.name collate "C" < company_id_param::text || '0';
$$;
comment on function private.stored_bytes(uuid) is 'Bytes a company has in the buckets photos, documents and bulletins. The 0 comes after the slash: a range of names the index knows.';

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

drop policy "Nobody stores more than the company may" on storage.objects;
create policy "Nobody stores more than the company may" on storage.objects as restrictive
  for insert to authenticated
  with check (bucket_id not in ('photos', 'documents', 'bulletins') or private.has_storage_left(metadata));

-- Photos of oneself: the one in use, and a few on their way.
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

create policy "Nobody stores many photos of themselves" on storage.objects as restrictive
  for insert to authenticated
  with check (bucket_id <> 'avatars' or private.has_avatar_room(name));

create or replace function private.remove_old_avatars() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.bucket_id = 'avatars' and o.name is distinct from new.avatar_path
    and o.name collate "C" >= new.id || '/' and o.name collate "C" < new.id || '0';
  return null;
end $$;
comment on function private.remove_old_avatars() is 'A photo that was replaced is removed with its file.';
create trigger remove_old_avatars after update on public.profiles
  for each row when (old.avatar_path is distinct from new.avatar_path) execute function private.remove_old_avatars();

-- Those that were replaced before.
select set_config('storage.allow_delete_query', 'true', true);
delete from storage.objects o where o.bucket_id = 'avatars'
  and not exists (select from public.profiles p where p.avatar_path = o.name);
