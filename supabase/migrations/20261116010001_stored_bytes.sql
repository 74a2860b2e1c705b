-- How much a company may store, and how much it does: files of the buckets photos and documents, whose
-- first folder is the company and whose second is the project.

alter table public.companies
  add column storage_limit_bytes bigint not null default 21474836480
    constraint companies_storage_limit_range check (storage_limit_bytes between 0 and 1125899906842624);
comment on column public.companies.storage_limit_bytes is 'How many bytes of photos and documents the company may store; 20 GB unless the owner says otherwise.';

create function private.stored_bytes(company_id_param uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint from storage.objects o
  where o.bucket_id in ('photos', 'documents')
    and o.name collate "C" >= company_id_param::text || '/' and o.name collate "C" < company_id_param::text || '0';
$$;
revoke execute on function private.stored_bytes(uuid) from public;
comment on function private.stored_bytes(uuid) is 'Bytes a company has in the buckets photos and documents. The 0 comes after the slash: a range of names the index knows.';

create function private.has_storage_left(metadata_param jsonb) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
begin
  return private.stored_bytes(company) + coalesce((metadata_param ->> 'size')::bigint, 0)
    <= (select c.storage_limit_bytes from public.companies c where c.id = company);
end $$;
revoke execute on function private.has_storage_left(jsonb) from public;
grant execute on function private.has_storage_left(jsonb) to authenticated, service_role;
comment on function private.has_storage_left(jsonb) is 'Whether a file of this size still fits into what the caller''s company may store.';

create policy "Nobody stores more than the company may" on storage.objects as restrictive
  for insert to authenticated
  with check (bucket_id not in ('photos', 'documents') or private.has_storage_left(metadata));

create function public.storage_left() returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
begin
  if company is null then
    raise exception using errcode = '42501', hint = 'no_employee', message = 'Only people of a company may do this.';
  end if;
  return (select greatest(0, c.storage_limit_bytes - private.stored_bytes(company)) from public.companies c where c.id = company);
end $$;
revoke execute on function public.storage_left() from public, anon;
grant execute on function public.storage_left() to authenticated;
comment on function public.storage_left() is 'Bytes the caller''s company may still store.';

create function public.storage_use() returns table (bucket text, project_id uuid, files bigint, bytes bigint)
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
    where o.bucket_id in ('photos', 'documents')
      and o.name collate "C" >= company::text || '/' and o.name collate "C" < company::text || '0'
    group by o.bucket_id, p.id;
end $$;
revoke execute on function public.storage_use() from public, anon;
grant execute on function public.storage_use() to authenticated;
comment on function public.storage_use() is 'What a company stores, per bucket and project; a null project: files of no project.';

create function private.keep_original() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', hint = 'append_only', message = 'A stored original is never changed.';
end $$;
revoke execute on function private.keep_original() from public;
comment on function private.keep_original() is 'Holds for every role, the service role included: other bytes are another file.';
create trigger keep_original before update of version, name, bucket_id on storage.objects
  for each row when (old.bucket_id in ('photos', 'documents')
    and (old.version is distinct from new.version or old.name is distinct from new.name or old.bucket_id is distinct from new.bucket_id))
  execute function private.keep_original();
