create table public.photo_shares (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  title text default '' not null,
  photo_ids uuid[] not null,
  token_hash text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  views integer default 0 not null,
  last_viewed_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint photo_shares_pkey primary key (company_id, id),
  constraint photo_shares_token_once unique (token_hash),
  constraint photo_shares_photos_limit check (cardinality(photo_ids) >= 1 and cardinality(photo_ids) <= 500),
  constraint photo_shares_title_length check (char_length(title) <= 200),
  constraint photo_shares_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.photo_shares');
create index photo_shares_by_time on public.photo_shares (company_id, created_at desc);
comment on table public.photo_shares is 'Links to photos for people without an account. Only the hash of a link is stored; written by functions only.';
comment on column public.photo_shares.views is 'How often the list of the photos was opened.';
alter table public.photo_shares enable row level security;
alter publication supabase_realtime add table public.photo_shares;
grant select on table public.photo_shares to authenticated;

create policy "Managers read the links to photos" on public.photo_shares
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.photo_shares
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.photo_shares
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.photo_shares
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete on public.photo_shares
  for each row execute function private.record_change();

create or replace trigger zz_record_revocation after update on public.photo_shares
  for each row when (old.revoked_at is distinct from new.revoked_at) execute function private.record_change();

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
    and p.uploaded_at is not null and p.deleted_at is null and not p.is_receipt);
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
comment on function public.create_photo_share(uuid[],text,timestamp with time zone) is 'Makes a link to these photos. Its secret is shown once and not stored.';
grant execute on function public.create_photo_share(uuid[],text,timestamp with time zone) to authenticated;

create or replace function public.revoke_photo_share(share_id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_manager() then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  update public.photo_shares s set revoked_at = now()
    where s.company_id = private.my_company_id() and s.id = share_id_param and s.revoked_at is null;
end $$;
comment on function public.revoke_photo_share(uuid) is 'The link shows nothing from now on.';
grant execute on function public.revoke_photo_share(uuid) to authenticated;

create or replace function private.open_share(token_param text) returns public.photo_shares
language sql stable security definer set search_path = '' as $$
  select s from public.photo_shares s
  where s.token_hash = encode(extensions.digest(coalesce(token_param, ''), 'sha256'), 'hex')
    and s.revoked_at is null and s.expires_at > now();
$$;
comment on function private.open_share(text) is 'The share a secret opens, or nothing.';
