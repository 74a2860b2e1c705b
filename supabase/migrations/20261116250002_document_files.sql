-- The files of documents: the row that names a file decides who reads it.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('documents', 'documents', false, 104857600, array['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/gif',
  'image/tiff', 'image/heic', 'image/heif', 'text/plain', 'text/csv', 'text/markdown', 'application/rtf',
  'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.ms-excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-powerpoint', 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.spreadsheet',
  'application/zip', 'image/vnd.dwg', 'image/vnd.dxf', 'application/octet-stream'])
on conflict (id) do nothing;

create function private.may_add_document_file(name_param text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
  project text := split_part(name_param, '/', 2);
begin
  return me.id is not null and me.role <> 'employee'
    and name_param ~ '^[0-9a-f-]{36}/([0-9a-f-]{36}|company)/[0-9a-f-]{36}\.[a-z0-9]{1,10}$'
    and split_part(name_param, '/', 1) = me.company_id::text
    and case when project = 'company' then me.role in ('owner', 'manager')
      else exists (select from public.projects p where p.company_id = me.company_id and p.id::text = project
        and (me.role in ('owner', 'manager') or p.id not in (select private.projects_closed_to_me()))) end
    -- A row that is there already waits for its own uploader only.
    and not exists (select from public.document_versions v where v.path = name_param and v.created_by is distinct from auth.uid());
end $$;
revoke execute on function private.may_add_document_file(text) from public;
grant execute on function private.may_add_document_file(text) to authenticated, service_role;
comment on function private.may_add_document_file(text) is 'Whether the caller may store a file at this path. Nobody replaces or removes one: versions stay as uploaded.';

-- Links are refused: one that was made would open the file after a document was deleted or a person left.
create policy "People read the files of document versions they see" on storage.objects
  for select to authenticated using (bucket_id = 'documents'
    and coalesce(storage.operation(), '') not in ('storage.object.sign', 'storage.object.sign_many')
    and exists (select from public.document_versions v where v.path = objects.name));
create policy "Managers add files of documents, foremen those of projects they see" on storage.objects
  for insert to authenticated with check (bucket_id = 'documents' and private.may_add_document_file(name));

create function private.purge_documents(moment_param timestamptz default now()) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  erased bigint;
begin
  delete from public.documents d using public.companies c
    where c.id = d.company_id and d.deleted_at < moment_param - make_interval(days => c.document_retention_days);
  get diagnostics erased = row_count;
  -- Also what was uploaded and never became a version. A hosted project guards the table by this setting.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
    where o.bucket_id = 'documents' and o.created_at < moment_param - interval '1 day'
      and not exists (select from public.document_versions v where v.path = o.name);
  return erased;
end $$;
revoke execute on function private.purge_documents(timestamptz) from public;
comment on function private.purge_documents(timestamptz) is 'Erases documents deleted longer ago than the company keeps them, and files that no version names.';

do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('purge-documents', '23 * * * *', 'select private.purge_documents()');
  end if;
end $$;
