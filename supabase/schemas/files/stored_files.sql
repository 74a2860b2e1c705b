create policy "Nobody stores many photos of themselves" on storage.objects as restrictive
  for insert to authenticated
  with check (bucket_id <> 'avatars' or private.has_avatar_room(name));

create policy "Nobody stores more than the company may" on storage.objects as restrictive
  for insert to authenticated
  with check ((bucket_id not in ('photos', 'documents', 'bulletins', 'signed-sheets', 'certificate-proofs')) or private.has_storage_left(metadata));

create or replace trigger keep_original before update of version, name, bucket_id on storage.objects
  for each row when ((old.bucket_id in ('photos', 'documents', 'subcontractor-reports', 'signed-sheets', 'certificate-proofs')) and (old.version is distinct from new.version or old.name is distinct from new.name or old.bucket_id is distinct from new.bucket_id)) execute function private.protect_original();

create or replace function private.protect_original() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', hint = 'append_only', message = 'A stored original is never changed.';
end $$;
comment on function private.protect_original() is 'Holds for every role, the service role included: other bytes are another file.';

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

create or replace function private.stored_bytes(company_id_param uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint from storage.objects o
  where o.bucket_id in ('photos', 'documents', 'bulletins', 'subcontractor-reports', 'signed-sheets', 'certificate-proofs')
    and o.name collate "C" >= company_id_param::text || '/' and o.name collate "C" < company_id_param::text || '0';
$$;
comment on function private.stored_bytes(uuid) is 'Bytes a company has in the buckets photos, documents, bulletins, subcontractor-reports, signed-sheets and certificate-proofs. The 0 comes after the slash: a range of names the index knows.';

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
    where o.bucket_id in ('photos', 'documents', 'bulletins', 'subcontractor-reports', 'signed-sheets', 'certificate-proofs')
      and o.name collate "C" >= company::text || '/' and o.name collate "C" < company::text || '0'
    group by o.bucket_id, p.id;
end $$;
comment on function public.storage_use() is 'What a company stores, per bucket and project; a null project: files of no project.';
grant execute on function public.storage_use() to authenticated;

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
