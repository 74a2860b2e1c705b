-- A link for people without an account: these photos, until a day, until it is taken back.

create table public.photo_shares (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  title text not null default '' constraint photo_shares_title_length check (char_length(title) <= 200),
  photo_ids uuid[] not null constraint photo_shares_photos_limit check (cardinality(photo_ids) between 1 and 500),
  token_hash text not null constraint photo_shares_token_once unique,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  views integer not null default 0,
  last_viewed_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index photo_shares_by_time on public.photo_shares (company_id, created_at desc);
comment on table public.photo_shares is 'Links to photos for people without an account. Only the hash of a link is kept; written by functions only.';
comment on column public.photo_shares.views is 'How often the list of the photos was opened.';
create trigger keep_creator before insert or update on public.photo_shares for each row execute function private.keep_creator();
create trigger fill_company_id before insert on public.photo_shares for each row execute function private.fill_company_id();
create trigger keep_identity before update on public.photo_shares for each row execute function private.keep_identity();
create trigger zz_record_change after insert or delete on public.photo_shares for each row execute function private.record_change();
create trigger zz_record_revocation after update on public.photo_shares
  for each row when (old.revoked_at is distinct from new.revoked_at) execute function private.record_change();
alter table public.photo_shares enable row level security;
select private.refuse_non_finite('public.photo_shares');
do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.photo_shares;
  end if;
end $$;
create policy "Managers read the links to photos" on public.photo_shares
  for select to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager()));
grant select on public.photo_shares to authenticated;
grant select, insert, update, delete on public.photo_shares to service_role;

create function public.create_photo_share(photo_ids_param uuid[], title_param text, expires_at_param timestamptz)
returns table (id uuid, token text)
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
  if expires_at_param is null or expires_at_param <= now() or expires_at_param > now() + interval '1 year' then
    raise exception using errcode = 'P0001', hint = 'share_expiry', message = 'A link ends within a year.';
  end if;
  return query
    insert into public.photo_shares as s (company_id, title, photo_ids, token_hash, expires_at)
    values (company, coalesce(btrim(title_param), ''), known, encode(extensions.digest(secret, 'sha256'), 'hex'), expires_at_param)
    returning s.id, secret;
end $$;
revoke execute on function public.create_photo_share(uuid[], text, timestamptz) from public, anon;
grant execute on function public.create_photo_share(uuid[], text, timestamptz) to authenticated;
comment on function public.create_photo_share(uuid[], text, timestamptz) is 'Makes a link to these photos. Its secret is told once and not kept.';

create function public.revoke_photo_share(share_id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_manager() then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  update public.photo_shares s set revoked_at = now()
    where s.company_id = private.my_company_id() and s.id = share_id_param and s.revoked_at is null;
end $$;
revoke execute on function public.revoke_photo_share(uuid) from public, anon;
grant execute on function public.revoke_photo_share(uuid) to authenticated;
comment on function public.revoke_photo_share(uuid) is 'The link shows nothing from now on.';

create function private.open_share(token_param text) returns public.photo_shares
language sql stable security definer set search_path = '' as $$
  select s from public.photo_shares s
  where s.token_hash = encode(extensions.digest(coalesce(token_param, ''), 'sha256'), 'hex')
    and s.revoked_at is null and s.expires_at > now();
$$;
revoke execute on function private.open_share(text) from public;
comment on function private.open_share(text) is 'The share a secret opens, or nothing.';

create function public.shared_photos(token_param text) returns jsonb
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
      where p.company_id = share.company_id and p.id = any (share.photo_ids) and p.deleted_at is null and p.uploaded_at is not null
        and p.media_type like 'image/%'));
end $$;
revoke execute on function public.shared_photos(text) from public;
grant execute on function public.shared_photos(text) to anon, authenticated;
comment on function public.shared_photos(text) is 'What a link shows, and a view counted; null for a link that is unknown, over or taken back. No place and no name of a person.';

create function public.shared_photo_paths() returns setof text
language sql stable security definer set search_path = '' as $$
  select p.path from private.open_share(private.request_header('x-share-token')) s
  join public.photos p on p.company_id = s.company_id and p.id = any (s.photo_ids)
  where p.deleted_at is null and p.media_type like 'image/%';
$$;
revoke execute on function public.shared_photo_paths() from public;
grant execute on function public.shared_photo_paths() to anon, authenticated;
comment on function public.shared_photo_paths() is 'Paths of the photos that the link in the header x-share-token shows.';

-- Drawn anew for the screen: what the camera wrote into the file, the place among it, stays here.
create policy "Who has a link sees its photos as pictures" on storage.objects
  for select to anon, authenticated using (bucket_id = 'photos'
    and storage.operation() = 'storage.render.image_authenticated' and name in (select public.shared_photo_paths()));
