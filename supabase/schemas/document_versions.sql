-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table public.document_versions (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  document_id uuid not null,
  version integer not null,
  path text not null,
  file_name text,
  media_type text,
  size_bytes bigint,
  page_count integer,
  sha256 text,
  note text,
  superseded_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint document_versions_pkey primary key (company_id, id),
  constraint document_versions_once unique (company_id, document_id, version),
  constraint document_versions_path_once unique (path),
  constraint document_versions_file_name_length check (char_length(file_name) >= 1 and char_length(file_name) <= 255),
  constraint document_versions_media_type_length check (char_length(media_type) <= 200),
  constraint document_versions_note_length check (char_length(note) <= 500),
  constraint document_versions_page_count_positive check (page_count > 0),
  constraint document_versions_path_form check (path ~ '^[0-9a-f-]{36}/([0-9a-f-]{36}|company)/[0-9a-f-]{36}\.[a-z0-9]{1,10}$'::text and split_part(path, '/'::text, 1) = company_id::text and split_part(split_part(path, '/'::text, 3), '.'::text, 1) = id::text),
  constraint document_versions_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'::text),
  constraint document_versions_size_positive check (size_bytes >= 0),
  constraint document_versions_version_positive check (version > 0),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_superseded_at check (isfinite(superseded_at)),
  constraint document_versions_document foreign key (company_id, document_id) references public.documents(company_id, id) on delete cascade
);
create unique index document_versions_current on public.document_versions using btree (company_id, document_id) where superseded_at is null;
comment on table public.document_versions is 'The files of a document, kept as uploaded. The newest counts; the one before is superseded.';
comment on column public.document_versions.path is '<company id>/<project id or company>/<version id>.<extension> in the bucket documents.';
alter table public.document_versions enable row level security;
grant select, insert on table public.document_versions to authenticated;

create policy "Managers add versions, foremen those of projects they see" on public.document_versions
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and ((select private.my_role())) <> 'employee'::text and (exists ( select
   from public.documents d
  where d.company_id = document_versions.company_id and d.id = document_versions.document_id and d.deleted_at is null and ((select private.is_manager()) or d.project_id is not null) and split_part(document_versions.path, '/'::text, 2) = coalesce(d.project_id::text, 'company'::text))));

alter publication supabase_realtime add table public.document_versions;

create or replace trigger fill_company_id before insert on public.document_versions
  for each row execute function private.fill_company_id('documents', 'document_id');

create or replace trigger keep_identity before update on public.document_versions
  for each row execute function private.keep_identity();

create or replace function private.number_document_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One after the other: two uploads at the same moment become two versions.
  perform from public.documents d where d.company_id = new.company_id and d.id = new.document_id for update;
  if new.version is null or not private.is_system() then
    new.version := (select coalesce(max(v.version), 0) + 1 from public.document_versions v
      where v.company_id = new.company_id and v.document_id = new.document_id);
  end if;
  if not private.is_system() then
    new.superseded_at := null;
  end if;
  if new.superseded_at is null then
    update public.document_versions v set superseded_at = now()
      where v.company_id = new.company_id and v.document_id = new.document_id and v.superseded_at is null;
  end if;
  return new;
end $$;
comment on function private.number_document_version() is 'Gives a version its number and supersedes the one before: the newest wins.';

create or replace trigger number_document_version before insert on public.document_versions
  for each row execute function private.number_document_version();

create or replace trigger zz_record_change after insert or delete or update on public.document_versions
  for each row execute function private.record_change();
