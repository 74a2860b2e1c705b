-- Documents: folders of the company and of projects, the versions of each file, and who signed that they read it.

alter table public.companies add column document_retention_days smallint not null default 365
  constraint companies_document_retention check (document_retention_days between 1 and 3650);
comment on column public.companies.document_retention_days is 'For how many days a deleted document is kept, with its versions and signatures, before it is erased.';

create function private.audience_people(company_id_param uuid, audience_param jsonb) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select e.id from public.employees e
  where e.company_id = company_id_param and e.active and (
    audience_param ->> 'everyone' = 'true'
    or audience_param -> 'roles' ? e.role
    or audience_param -> 'employees' ? e.id::text
    or exists (select from public.crew_members m
      where m.company_id = e.company_id and m.employee_id = e.id and audience_param -> 'crews' ? m.crew_id::text
        and daterange(m.from_date, m.to_date, '[]') @> current_date)
    or exists (select from public.crews c
      where c.company_id = e.company_id and c.foreman_id = e.id and audience_param -> 'crews' ? c.id::text)
    or exists (select from public.project_members m
      where m.company_id = e.company_id and m.employee_id = e.id and audience_param -> 'projects' ? m.project_id::text)
    or (audience_param ? 'projects' and (
      exists (select from public.work_totals w
        where w.company_id = e.company_id and w.employee_id = e.id and w.work_date > current_date - 14
          and audience_param -> 'projects' ? w.project_id::text)
      or exists (select from public.time_entries t
        where t.company_id = e.company_id and t.employee_id = e.id and t.clock_out is null
          and audience_param -> 'projects' ? t.project_id::text))));
$$;
revoke execute on function private.audience_people(uuid, jsonb) from public;
comment on function private.audience_people(uuid, jsonb) is 'Who an audience means today. Of a project: its team, whoever worked there in the last two weeks, and whoever is on the clock there.';

create or replace function private.bulletin_people(bulletin public.bulletins) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select private.audience_people(bulletin.company_id, bulletin.audience);
$$;
comment on function private.bulletin_people(public.bulletins) is 'Whom a bulletin is for today.';

create table public.folders (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  project_id uuid,
  name text not null constraint folders_name_length check (char_length(btrim(name)) between 1 and 100),
  audience jsonb not null default '{"everyone": true}',
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint folders_project foreign key (company_id, project_id) references public.projects (company_id, id) on delete cascade,
  constraint folders_audience_known check (jsonb_typeof(audience) = 'object' and pg_column_size(audience) < 60000
    and (audience - '{everyone,roles,projects,crews,employees}'::text[]) = '{}'
    and (coalesce(audience ->> 'everyone', '') = 'true' or audience ?| '{roles,projects,crews,employees}'::text[]))
);
create unique index folders_name_once on public.folders (company_id, project_id, lower(btrim(name))) nulls not distinct;
comment on table public.folders is 'A folder of documents: of a project, or of the company where project_id is null.';
comment on column public.folders.audience is 'Who sees it, shaped as in bulletins. Of a project''s folder: those of them who see the project.';

create table public.documents (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  project_id uuid,
  folder_id uuid,
  name text not null constraint documents_name_length check (char_length(btrim(name)) between 1 and 200),
  expires_on date,
  required_reading boolean not null default false,
  deleted_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint documents_project foreign key (company_id, project_id) references public.projects (company_id, id) on delete cascade,
  constraint documents_folder foreign key (company_id, folder_id) references public.folders (company_id, id)
);
create unique index documents_name_once on public.documents (company_id, project_id, folder_id, lower(btrim(name)))
  nulls not distinct where deleted_at is null;
create index documents_by_folder on public.documents (company_id, folder_id);
create index documents_deleted on public.documents (deleted_at) where deleted_at is not null;
create index documents_expiring on public.documents (company_id, expires_on) where expires_on is not null and deleted_at is null;
comment on table public.documents is 'A document; its files are the versions. Deleting sets deleted_at, and it is erased after companies.document_retention_days.';
comment on column public.documents.project_id is 'Of a document in a folder: the folder''s, whatever a client sends.';
comment on column public.documents.required_reading is 'Whether everyone it is for signs that they have read the current version.';

create table public.document_versions (
  company_id uuid not null default private.my_company_id(),
  id uuid not null default gen_random_uuid(),
  document_id uuid not null,
  version integer not null constraint document_versions_version_positive check (version > 0),
  path text not null constraint document_versions_path_once unique,
  file_name text constraint document_versions_file_name_length check (char_length(file_name) between 1 and 255),
  media_type text constraint document_versions_media_type_length check (char_length(media_type) <= 200),
  size_bytes bigint constraint document_versions_size_positive check (size_bytes >= 0),
  page_count integer constraint document_versions_page_count_positive check (page_count > 0),
  sha256 text constraint document_versions_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  note text constraint document_versions_note_length check (char_length(note) <= 500),
  superseded_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint document_versions_once unique (company_id, document_id, version),
  constraint document_versions_document foreign key (company_id, document_id) references public.documents (company_id, id) on delete cascade,
  -- The version's id is part of its path: no row can name the file of another.
  constraint document_versions_path_form check (path ~ '^[0-9a-f-]{36}/([0-9a-f-]{36}|company)/[0-9a-f-]{36}\.[a-z0-9]{1,10}$'
    and split_part(path, '/', 1) = company_id::text and split_part(split_part(path, '/', 3), '.', 1) = id::text)
);
create unique index document_versions_current on public.document_versions (company_id, document_id) where superseded_at is null;
comment on table public.document_versions is 'The files of a document, kept as uploaded. The newest counts; the one before is superseded.';
comment on column public.document_versions.path is '<company id>/<project id or company>/<version id>.<extension> in the bucket documents.';

create table public.document_signatures (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  version_id uuid not null,
  employee_id uuid not null,
  signed_name text not null,
  language text not null constraint document_signatures_language_known check (language in ('en', 'es')),
  signed_at timestamptz not null default now(),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint document_signatures_once unique (company_id, version_id, employee_id),
  constraint document_signatures_version foreign key (company_id, version_id) references public.document_versions (company_id, id) on delete cascade,
  constraint document_signatures_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade
);
create index document_signatures_by_employee on public.document_signatures (company_id, employee_id);
comment on table public.document_signatures is 'Who signed that they read a version, in which language. Written by sign_document, kept as signed.';

create table public.document_reads (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  version_id uuid not null,
  employee_id uuid not null,
  opened_at timestamptz,
  reminded_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint document_reads_once unique (company_id, version_id, employee_id),
  constraint document_reads_version foreign key (company_id, version_id) references public.document_versions (company_id, id) on delete cascade,
  constraint document_reads_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade
);
create index document_reads_by_employee on public.document_reads (company_id, employee_id);
comment on table public.document_reads is 'When someone first opened a version that is to be signed, and when they were last reminded. Written by functions only.';

create table private.document_texts (
  company_id uuid not null,
  version_id uuid not null,
  content text not null constraint document_texts_length check (char_length(content) <= 300000),
  words tsvector generated always as (to_tsvector('simple', content)) stored,
  primary key (company_id, version_id),
  constraint document_texts_version foreign key (company_id, version_id) references public.document_versions (company_id, id) on delete cascade
);
create index document_texts_words on private.document_texts using gin (words);
alter table private.document_texts enable row level security;
comment on table private.document_texts is 'The text of a version for the search, read by the device that uploads it. Apart from the version, so that no history keeps it twice.';

do $$
declare
  table_name text;
begin
  foreach table_name in array array['folders', 'documents', 'document_versions', 'document_signatures', 'document_reads'] loop
    execute format('create trigger keep_creator before insert or update on public.%I for each row execute function private.keep_creator()', table_name);
    execute format('create trigger fill_company_id before insert on public.%I for each row execute function private.fill_company_id(%s)', table_name,
      case table_name when 'folders' then '''projects'', ''project_id''' when 'documents' then '''folders'', ''folder_id'''
        when 'document_versions' then '''documents'', ''document_id''' else '''document_versions'', ''version_id''' end);
    execute format('create trigger keep_identity before update on public.%I for each row execute function private.keep_identity()', table_name);
    execute format('create trigger zz_record_change after insert or update or delete on public.%I for each row execute function private.record_change()', table_name);
    execute format('alter table public.%I enable row level security', table_name);
    perform private.refuse_non_finite(format('public.%I', table_name)::regclass);
    if exists (select from pg_publication where pubname = 'supabase_realtime') then
      execute format('alter publication supabase_realtime add table public.%I', table_name);
    end if;
  end loop;
end $$;
create trigger touch_updated_at before update on public.documents for each row execute function private.touch_updated_at();
create trigger keep_signature before update on public.document_signatures for each row execute function private.refuse_change();

create function private.document_follows_folder() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.folder_id is not null then
    new.project_id := (select f.project_id from public.folders f where f.company_id = new.company_id and f.id = new.folder_id);
  end if;
  return new;
end $$;
revoke execute on function private.document_follows_folder() from public;
create trigger document_follows_folder before insert or update of folder_id, project_id on public.documents
  for each row execute function private.document_follows_folder();

create function private.number_document_version() returns trigger
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
revoke execute on function private.number_document_version() from public;
create trigger number_document_version before insert on public.document_versions
  for each row execute function private.number_document_version();
comment on function private.number_document_version() is 'Gives a version its number and supersedes the one before: the newest wins.';

create function private.folders_for_me() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
begin
  return query
    select f.id from public.folders f
    where f.company_id = me.company_id and (me.role in ('owner', 'manager')
      or ((f.project_id is null or f.project_id not in (select private.projects_closed_to_me()))
        and (f.audience ->> 'everyone' = 'true' or me.id in (select private.audience_people(me.company_id, f.audience)))));
end $$;
revoke execute on function private.folders_for_me() from public;
grant execute on function private.folders_for_me() to authenticated, service_role;
comment on function private.folders_for_me() is 'Ids of the folders the caller sees.';

-- The condition stands in the policy as well: there it must see a row that is being added.
create function private.documents_for_me() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
begin
  return query
    select d.id from public.documents d
    where d.company_id = me.company_id and d.deleted_at is null and (me.role in ('owner', 'manager')
      or ((d.folder_id is null or d.folder_id in (select private.folders_for_me()))
        and (d.project_id is null or d.project_id not in (select private.projects_closed_to_me()))));
end $$;
revoke execute on function private.documents_for_me() from public;
grant execute on function private.documents_for_me() to authenticated, service_role;
comment on function private.documents_for_me() is 'Ids of the documents the caller sees, without deleted ones.';

create function private.versions_signed_by_me() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select s.version_id from public.document_signatures s
  where s.company_id = private.my_company_id() and s.employee_id = private.my_employee_id();
$$;
revoke execute on function private.versions_signed_by_me() from public;
grant execute on function private.versions_signed_by_me() to authenticated, service_role;

create policy "Managers read all folders, others those meant for them" on public.folders
  for select to authenticated using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or id in (select private.folders_for_me())));
create policy "Managers add folders" on public.folders
  for insert to authenticated with check (company_id = (select private.my_company_id()) and (select private.is_manager()));
create policy "Managers change folders" on public.folders
  for update to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));
create policy "Managers delete folders" on public.folders
  for delete to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager()));
grant select, insert, delete, update (name, audience) on public.folders to authenticated;
grant select, insert, update, delete on public.folders to service_role;

create policy "People read the documents of folders they see, managers deleted ones too" on public.documents
  for select to authenticated using (company_id = (select private.my_company_id()) and ((select private.is_manager())
    or (deleted_at is null and (folder_id is null or folder_id in (select private.folders_for_me()))
      and (project_id is null or project_id not in (select private.projects_closed_to_me())))));
create policy "Managers add documents, foremen those of projects they see" on public.documents
  for insert to authenticated with check (company_id = (select private.my_company_id()) and deleted_at is null
    and ((select private.is_manager()) or ((select private.my_role()) = 'foreman' and project_id is not null
      and (folder_id is null or folder_id in (select private.folders_for_me()))
      and project_id not in (select private.projects_closed_to_me()))));
create policy "Managers change documents" on public.documents
  for update to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));
grant select, insert, update (name, folder_id, expires_on, required_reading, deleted_at) on public.documents to authenticated;
grant select, insert, update, delete on public.documents to service_role;

create policy "People read the current version, foremen and managers older ones" on public.document_versions
  for select to authenticated using (company_id = (select private.my_company_id())
    and document_id in (select private.documents_for_me())
    and (superseded_at is null or (select private.my_role()) <> 'employee' or id in (select private.versions_signed_by_me())));
create policy "Managers add versions, foremen those of projects they see" on public.document_versions
  for insert to authenticated with check (company_id = (select private.my_company_id()) and (select private.my_role()) <> 'employee'
    and exists (select from public.documents d where d.company_id = document_versions.company_id and d.id = document_versions.document_id
      and d.deleted_at is null and ((select private.is_manager()) or d.project_id is not null)
      and split_part(document_versions.path, '/', 2) = coalesce(d.project_id::text, 'company')));
grant select, insert on public.document_versions to authenticated;
grant select, insert, update, delete on public.document_versions to service_role;

create policy "Foremen and managers read who signed, others their own" on public.document_signatures
  for select to authenticated using (company_id = (select private.my_company_id())
    and (employee_id = (select private.my_employee_id()) or ((select private.my_role()) <> 'employee'
      and version_id in (select v.id from public.document_versions v where v.company_id = (select private.my_company_id())))));
grant select on public.document_signatures to authenticated;
grant select, insert, update, delete on public.document_signatures to service_role;

create policy "Foremen and managers read who opened what, others their own" on public.document_reads
  for select to authenticated using (company_id = (select private.my_company_id())
    and (employee_id = (select private.my_employee_id()) or ((select private.my_role()) <> 'employee'
      and version_id in (select v.id from public.document_versions v where v.company_id = (select private.my_company_id())))));
grant select on public.document_reads to authenticated;
grant select, insert, update, delete on public.document_reads to service_role;
