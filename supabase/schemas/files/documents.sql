insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('documents', 'documents', 'f', '104857600', '{application/pdf,image/jpeg,image/png,image/webp,image/gif,image/tiff,image/heic,image/heif,text/plain,text/csv,text/markdown,application/rtf,application/msword,application/vnd.openxmlformats-officedocument.wordprocessingml.document,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.ms-powerpoint,application/vnd.openxmlformats-officedocument.presentationml.presentation,application/vnd.oasis.opendocument.text,application/vnd.oasis.opendocument.spreadsheet,application/zip,image/vnd.dwg,image/vnd.dxf,application/octet-stream}')
on conflict (id) do update set file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create table public.documents (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid,
  folder_id uuid,
  name text not null,
  expires_on date,
  required_reading boolean default false not null,
  deleted_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint documents_pkey primary key (company_id, id),
  constraint documents_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 200),
  constraint documents_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint documents_folder foreign key (company_id, folder_id) references public.folders(company_id, id),
  constraint documents_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.documents');
create index documents_by_folder on public.documents (company_id, folder_id);
create index documents_deleted on public.documents (deleted_at) where deleted_at is not null;
create index documents_expiring on public.documents (company_id, expires_on) where expires_on is not null and deleted_at is null;
create unique index documents_name_once on public.documents (company_id, project_id, folder_id, lower(btrim(name))) nulls not distinct where deleted_at is null;
create index documents_name_search on public.documents using gin ((translate(lower(name), 'áàâäãåéèêëíìîïóòôöõúùûüñç', 'aaaaaaeeeeiiiiooooouuuunc')) extensions.gin_trgm_ops) where deleted_at is null;
create index documents_recent on public.documents (company_id, updated_at desc) where deleted_at is null;
comment on table public.documents is 'A document; its files are the versions. Deleting sets deleted_at, and it is erased after companies.document_retention_days.';
comment on column public.documents.project_id is 'Of a document in a folder: the folder''s, whatever a client sends.';
comment on column public.documents.required_reading is 'Whether everyone it is for signs that they have read the current version.';
alter table public.documents enable row level security;
alter publication supabase_realtime add table public.documents;
grant select, insert on table public.documents to authenticated;
grant update (folder_id, name, expires_on, required_reading, deleted_at) on public.documents to authenticated;

create policy "Managers add documents, foremen those of projects they see" on public.documents
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and deleted_at is null and ((select private.is_manager()) or ((select private.my_role())) = 'foreman' and project_id is not null and (folder_id is null or (folder_id in (select private.folders_for_me()))) and not (project_id in (select private.projects_closed_to_me()))));

create policy "Managers change documents" on public.documents
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "People read the documents of folders they see, managers deleted" on public.documents
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or deleted_at is null and (folder_id is null or (folder_id in (select private.folders_for_me()))) and (project_id is null or not (project_id in (select private.projects_closed_to_me())))));

create or replace trigger document_follows_folder before insert or update of folder_id, project_id on public.documents
  for each row execute function private.document_follows_folder();

create or replace function private.document_follows_folder() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.folder_id is not null then
    new.project_id := (select f.project_id from public.folders f where f.company_id = new.company_id and f.id = new.folder_id);
  end if;
  return new;
end $$;

create or replace trigger fill_company_id before insert on public.documents
  for each row execute function private.fill_company_id('folders', 'folder_id');

create or replace trigger keep_creator before insert or update on public.documents
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.documents
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.documents
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.documents
  for each row execute function private.record_change();

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
  constraint document_versions_path_form check (path ~ '^[0-9a-f-]{36}/([0-9a-f-]{36}|company)/[0-9a-f-]{36}\.[a-z0-9]{1,10}$' and split_part(path, '/', 1) = company_id::text and split_part(split_part(path, '/', 3), '.', 1) = id::text),
  constraint document_versions_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint document_versions_size_positive check (size_bytes >= 0),
  constraint document_versions_version_positive check (version > 0),
  constraint document_versions_document foreign key (company_id, document_id) references public.documents(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.document_versions');
create unique index document_versions_current on public.document_versions (company_id, document_id) where superseded_at is null;
comment on table public.document_versions is 'The files of a document, kept as uploaded. The newest counts; the one before is superseded.';
comment on column public.document_versions.path is '<company id>/<project id or company>/<version id>.<extension> in the bucket documents.';
alter table public.document_versions enable row level security;
alter publication supabase_realtime add table public.document_versions;
grant select, insert on table public.document_versions to authenticated;

create policy "Managers add versions, foremen those of projects they see" on public.document_versions
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and ((select private.my_role())) <> 'employee' and (exists ( select
   from public.documents d
  where d.company_id = document_versions.company_id and d.id = document_versions.document_id and d.deleted_at is null and ((select private.is_manager()) or d.project_id is not null) and split_part(document_versions.path, '/', 2) = coalesce(d.project_id::text, 'company'))));

create policy "People read the current version, foremen and managers older one" on public.document_versions
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (document_id in (select private.documents_for_me())) and (superseded_at is null or ((select private.my_role())) <> 'employee' or (id in (select private.versions_signed_by_me()))));

create or replace trigger fill_company_id before insert on public.document_versions
  for each row execute function private.fill_company_id('documents', 'document_id');

create or replace trigger keep_creator before insert or update on public.document_versions
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.document_versions
  for each row execute function private.lock_identity();

create or replace trigger number_document_version before insert on public.document_versions
  for each row execute function private.number_document_version();

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

create or replace trigger zz_record_change after insert or delete or update on public.document_versions
  for each row execute function private.record_change();

create table private.document_texts (
  company_id uuid not null,
  version_id uuid not null,
  content text not null,
  words tsvector generated always as (to_tsvector('simple'::regconfig, content)) stored,
  constraint document_texts_pkey primary key (company_id, version_id),
  constraint document_texts_length check (char_length(content) <= 300000),
  constraint document_texts_version foreign key (company_id, version_id) references public.document_versions(company_id, id) on delete cascade
);
create index document_texts_words on private.document_texts using gin (words);
comment on table private.document_texts is 'The text of a version for the search, read by the device that uploads it. Apart from the version, so that no history keeps it twice.';
alter table private.document_texts enable row level security;

create table public.document_reads (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  version_id uuid not null,
  employee_id uuid not null,
  opened_at timestamptz,
  reminded_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint document_reads_pkey primary key (company_id, id),
  constraint document_reads_once unique (company_id, version_id, employee_id),
  constraint document_reads_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint document_reads_version foreign key (company_id, version_id) references public.document_versions(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.document_reads');
create index document_reads_by_employee on public.document_reads (company_id, employee_id);
comment on table public.document_reads is 'When someone first opened a version that is to be signed, and when they were last reminded. Written by functions only.';
alter table public.document_reads enable row level security;
alter publication supabase_realtime add table public.document_reads;
grant select on table public.document_reads to authenticated;

create policy "Foremen and managers read who opened what, others their own" on public.document_reads
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (employee_id = (select private.my_employee_id()) or ((select private.my_role())) <> 'employee' and (version_id in ( select v.id
   from public.document_versions v
  where v.company_id = (select private.my_company_id())))));

create or replace trigger fill_company_id before insert on public.document_reads
  for each row execute function private.fill_company_id('document_versions', 'version_id');

create or replace trigger keep_creator before insert or update on public.document_reads
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.document_reads
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.document_reads
  for each row execute function private.record_change();

create policy "Managers add files of documents, foremen those of projects they" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'documents' and private.may_add_document_file(name));

create policy "People read the files of document versions they see" on storage.objects
  for select to authenticated
  using (bucket_id = 'documents' and (coalesce(storage.operation(), '') not in ('storage.object.sign', 'storage.object.sign_many')) and (exists ( select
   from public.document_versions v
  where v.path = objects.name)));

create policy "Who left reads the files they signed" on storage.objects
  for select to authenticated
  using (bucket_id = 'documents' and (coalesce(storage.operation(), '') not in ('storage.object.sign', 'storage.object.sign_many')) and (name in ( select s.path
   from private.past_signed_documents() s(employee_id, version_id, name, version, media_type, signed_at, path))));

create or replace function public.open_document(version_id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  opened public.document_versions := private.current_version_i_see(version_id_param);
begin
  insert into public.document_reads as r (company_id, version_id, employee_id, opened_at)
    values (opened.company_id, opened.id, private.my_employee_id(), now())
    on conflict on constraint document_reads_once do update set opened_at = excluded.opened_at where r.opened_at is null;
end $$;
comment on function public.open_document(uuid) is 'Everyone, for themselves: notes that the current version of a document was opened. The first time stays.';
grant execute on function public.open_document(uuid) to authenticated;

create or replace function private.current_version_i_see(version_id_param uuid) returns public.document_versions
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  found_version public.document_versions;
begin
  select * into found_version from public.document_versions v
    where v.company_id = me.company_id and v.id = version_id_param and v.document_id in (select private.documents_for_me());
  if found_version.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This document was not found.';
  end if;
  if found_version.superseded_at is not null then
    raise exception using errcode = 'P0001', hint = 'version_superseded', message = 'There is a newer version of this document.';
  end if;
  return found_version;
end $$;

create or replace function private.documents_for_me() returns setof uuid
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
comment on function private.documents_for_me() is 'Ids of the documents the caller sees, without deleted ones.';
grant execute on function private.documents_for_me() to authenticated, service_role;

create or replace function public.sign_document(version_id_param uuid, language_param text) returns public.document_signatures
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  signed public.document_versions := private.current_version_i_see(version_id_param);
begin
  if not exists (select from public.documents d where d.company_id = me.company_id and d.id = signed.document_id and d.required_reading) then
    raise exception using errcode = 'P0001', hint = 'no_signature_needed', message = 'This document does not ask for a signature.';
  end if;
  return private.store_document_signature(me, 'account', signed.id, language_param);
end $$;
comment on function public.sign_document(uuid,text) is 'Everyone, for themselves: signs that they read this version, in which language (en or es). Repeated, the first signature stays.';
grant execute on function public.sign_document(uuid,text) to authenticated;

create or replace function private.store_document_signature(person public.employees, through_param text, version_id_param uuid, language_param text) returns public.document_signatures
language plpgsql set search_path = '' as $$
declare
  signature public.document_signatures;
begin
  insert into public.document_signatures (company_id, version_id, employee_id, signed_name, language, signed_through)
    values (person.company_id, version_id_param, person.id, btrim(concat_ws(' ', person.first_name, person.last_name)), language_param, through_param)
    on conflict on constraint document_signatures_once do nothing;
  perform private.settle_notifications(person.company_id, person.id, '{document_to_sign}', jsonb_build_object('count', 1, 'document_ids', array(
    select v.document_id from public.document_versions v where v.company_id = person.company_id and v.id = version_id_param)));
  select * into signature from public.document_signatures s
    where s.company_id = person.company_id and s.version_id = version_id_param and s.employee_id = person.id;
  return signature;
end $$;

create or replace function public.documents_to_sign() returns table(document_id uuid, version_id uuid, version integer, name text, folder_id uuid, project_id uuid, project_name text, since timestamptz, signed_before boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
begin
  return query
    select d.id, v.id, v.version, d.name, d.folder_id, d.project_id, p.name, v.created_at,
      exists (select from public.document_signatures s join public.document_versions o on o.company_id = s.company_id and o.id = s.version_id
        where s.company_id = me.company_id and s.employee_id = me.id and o.document_id = d.id)
    from private.documents_waiting_for(me.company_id, me.id) w
    join public.documents d on d.company_id = me.company_id and d.id = w.document_id
    join public.document_versions v on v.company_id = me.company_id and v.id = w.version_id
    left join public.projects p on p.company_id = d.company_id and p.id = d.project_id
    order by v.created_at, d.id limit 100;
end $$;
comment on function public.documents_to_sign() is 'Everyone: the documents they have yet to read and sign, the longest waiting first.';
grant execute on function public.documents_to_sign() to authenticated;

create or replace function private.documents_waiting_for(company_id_param uuid, employee_id_param uuid) returns table(document_id uuid, version_id uuid)
language sql stable security definer set search_path = '' as $$
  select d.id, v.id
  from public.documents d
  join public.document_versions v on v.company_id = d.company_id and v.document_id = d.id and v.superseded_at is null
  where d.company_id = company_id_param and d.required_reading and d.deleted_at is null
    and not exists (select from public.document_signatures s
      where s.company_id = v.company_id and s.version_id = v.id and s.employee_id = employee_id_param)
    and employee_id_param in (select private.document_people(d));
$$;
comment on function private.documents_waiting_for(uuid,uuid) is 'The documents someone has yet to sign, with the version that counts.';

create or replace function private.document_people(document public.documents) returns setof uuid
language sql stable security definer set search_path = '' as $$
  with team as materialized (
    select m.employee_id from public.project_members m
    where m.company_id = document.company_id and m.project_id in (select private.project_line(document.project_id, document.company_id))
  )
  select p from private.audience_people(document.company_id, coalesce(
      (select f.audience from public.folders f where f.company_id = document.company_id and f.id = document.folder_id),
      '{"everyone": true}')) p
  where document.project_id is null or (
    p in (select private.audience_people(document.company_id, jsonb_build_object('projects', jsonb_build_array(document.project_id))))
    and (not exists (select from team) or p in (select t.employee_id from team t)));
$$;
comment on function private.document_people(public.documents) is 'Whom a document is for today: its folder''s audience, of a project those who work there.';

create or replace function public.document_progress() returns table(document_id uuid, people bigint, signed bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_foreman();
begin
  return query
    select d.id, (select count(*) from (select private.document_people(d)
        union select s.employee_id from public.document_signatures s where s.company_id = v.company_id and s.version_id = v.id) everyone),
      (select count(*) from public.document_signatures s where s.company_id = v.company_id and s.version_id = v.id)
    from public.documents d
    join public.document_versions v on v.company_id = d.company_id and v.document_id = d.id and v.superseded_at is null
    where d.company_id = me.company_id and d.required_reading and d.id in (select private.documents_for_me());
end $$;
comment on function public.document_progress() is 'Foremen and managers: how many people each required reading is for, and how many signed its current version.';
grant execute on function public.document_progress() to authenticated;

create or replace function public.document_signers(document_id_param uuid) returns table(employee_id uuid, first_name text, last_name text, language text, opened_at timestamptz, reminded_at timestamptz, signed_at timestamptz, signed_language text, signed_before integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_foreman();
begin
  return query
    select e.id, e.first_name, e.last_name, left(coalesce(f.language, e.language), 2), r.opened_at, r.reminded_at, s.signed_at, s.language,
      (select max(o.version) from public.document_signatures b
        join public.document_versions o on o.company_id = b.company_id and o.id = b.version_id
        where b.company_id = d.company_id and b.employee_id = e.id and o.document_id = d.id and o.id <> v.id)
    from public.documents d
    join public.document_versions v on v.company_id = d.company_id and v.document_id = d.id and v.superseded_at is null
    join public.employees e on e.company_id = d.company_id
    left join public.preferences f on f.user_id = e.user_id
    left join public.document_reads r on r.company_id = v.company_id and r.version_id = v.id and r.employee_id = e.id
    left join public.document_signatures s on s.company_id = v.company_id and s.version_id = v.id and s.employee_id = e.id
    where d.company_id = me.company_id and d.id = document_id_param and d.id in (select private.documents_for_me())
      and (s.id is not null or e.id in (select private.document_people(d)))
    order by s.signed_at is not null, e.last_name, e.first_name, e.id;
end $$;
comment on function public.document_signers(uuid) is 'Foremen and managers: everyone a required reading is for, who has not signed first, with the last older version each has signed.';
grant execute on function public.document_signers(uuid) to authenticated;

create or replace function public.index_document(version_id_param uuid, text_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman();
begin
  -- The search shows what it finds, so only who uploaded the file says what it holds.
  if not exists (select from public.document_versions v
      where v.company_id = me.company_id and v.id = version_id_param and v.created_by = auth.uid()) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This document was not found.';
  end if;
  insert into private.document_texts (company_id, version_id, content)
    values (me.company_id, version_id_param, left(coalesce(text_param, ''), 300000))
    on conflict (company_id, version_id) do update set content = excluded.content;
end $$;
comment on function public.index_document(uuid,text) is 'Foremen and managers, for a version they uploaded: its text for the search.';
grant execute on function public.index_document(uuid,text) to authenticated;

create or replace function public.search_documents(query_param text) returns table(document_id uuid, version_id uuid, in_name boolean, excerpt text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
  wanted text := left(btrim(coalesce(query_param, '')), 200);
  query tsquery := (select to_tsquery('simple', string_agg(word[1] || ':*', ' & ')) from regexp_matches(lower(wanted), '[[:alnum:]]+', 'g') word);
begin
  if wanted = '' then
    return;
  end if;
  return query
    with hits as (
      select d.id, v.id as version_id, strpos(lower(d.name), lower(wanted)) > 0 as in_name, t.content, t.words, d.name
      from public.documents d
      join public.document_versions v on v.company_id = d.company_id and v.document_id = d.id and v.superseded_at is null
      left join private.document_texts t on t.company_id = v.company_id and t.version_id = v.id and t.words @@ query
      where d.company_id = me.company_id and d.id in (select private.documents_for_me())
        and (strpos(lower(d.name), lower(wanted)) > 0 or t.version_id is not null)
      order by 3 desc, ts_rank(t.words, query) desc nulls last, d.name, d.id limit 50)
    select h.id, h.version_id, h.in_name, ts_headline('simple', h.content, query, 'StartSel="", StopSel="", MaxWords=20, MinWords=8')
    from hits h order by h.in_name desc, ts_rank(h.words, query) desc nulls last, h.name, h.id;
end $$;
comment on function public.search_documents(text) is 'Everyone: documents they see whose name has these letters or whose current text has words that begin so.';
grant execute on function public.search_documents(text) to authenticated;

create or replace function public.past_documents(employee_id_param uuid) returns table(version_id uuid, name text, version integer, media_type text, signed_at timestamptz, path text)
language sql stable security definer set search_path = '' as $$
  select s.version_id, s.name, s.version, s.media_type, s.signed_at, s.path from private.past_signed_documents() s
  where s.employee_id = employee_id_param order by s.signed_at desc, s.version_id;
$$;
comment on function public.past_documents(uuid) is 'Someone who left: the documents they signed there, newest first.';
grant execute on function public.past_documents(uuid) to authenticated;

create or replace function private.past_signed_documents() returns table(employee_id uuid, version_id uuid, name text, version integer, media_type text, signed_at timestamptz, path text)
language sql stable security definer set search_path = '' as $$
  select past.employee_id, v.id, d.name, v.version, v.media_type, s.signed_at, v.path
  from public.past_employments() past
  join public.employees e on e.id = past.employee_id and e.user_id = auth.uid()
  join public.document_signatures s on s.company_id = e.company_id and s.employee_id = e.id
  join public.document_versions v on v.company_id = s.company_id and v.id = s.version_id
  join public.documents d on d.company_id = v.company_id and d.id = v.document_id;
$$;
comment on function private.past_signed_documents() is 'The versions the caller signed in companies they left, while they may still read there.';
grant execute on function private.past_signed_documents() to authenticated, service_role;

create or replace function private.versions_signed_by_me() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select s.version_id from public.document_signatures s
  where s.company_id = private.my_company_id() and s.employee_id = private.my_employee_id();
$$;
grant execute on function private.versions_signed_by_me() to authenticated, service_role;

create or replace function private.may_add_document_file(name_param text) returns boolean
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
comment on function private.may_add_document_file(text) is 'Whether the caller may store a file at this path. Nobody replaces or removes one: versions stay as uploaded.';
grant execute on function private.may_add_document_file(text) to authenticated, service_role;

create or replace function private.purge_documents(moment_param timestamptz default now()) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  erased bigint;
begin
  delete from public.documents d using public.companies c
    where c.id = d.company_id and d.deleted_at < moment_param - make_interval(days => c.document_retention_days)
      and not private.is_held(d.company_id, null, d.project_id::text)
      -- Somebody on hold signed one of its versions.
      and not exists (select from public.document_signatures s join public.document_versions v on v.company_id = s.company_id and v.id = s.version_id
        where s.company_id = d.company_id and v.document_id = d.id and private.is_held(s.company_id, s.employee_id, null));
  get diagnostics erased = row_count;
  -- Also what was uploaded and never became a version. A hosted project guards the table by this setting.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
    where o.bucket_id = 'documents' and o.created_at < moment_param - interval '1 day'
      and not exists (select from public.document_versions v where v.path = o.name);
  return erased;
end $$;
comment on function private.purge_documents(timestamp with time zone) is 'Erases documents deleted longer ago than the company keeps them, and files that no version names; none of a project on legal hold, or signed by somebody on hold.';
select cron.schedule('purge-documents', '23 * * * *', 'select private.purge_documents()');

create or replace function private.send_document_reminders(moment_param timestamptz default now()) returns bigint
language sql set search_path = '' as $$
  with morning as (
    select r, local.today from private.notification_recipients r
    cross join lateral (select (moment_param at time zone r.time_zone)::date as today, (moment_param at time zone r.time_zone)::time as time) local
    where local.time >= '07:00' and local.time < '12:00'
    order by r.company_id, r.employee_id offset 0
  ), expiring as (
    select m.r, m.today, array(select d.id from public.documents d
      where d.company_id = (m.r).company_id and d.deleted_at is null and d.expires_on - m.today in (30, 14, 7, 1, 0)) as ids
    from morning m
    where (m.r).role in ('owner', 'manager')
      and not private.was_notified((m.r).company_id, (m.r).employee_id, 'document_expiring', 'documents expiring ' || m.today)
  ), waiting as (
    -- After one, three and seven days, then every week.
    select m.r, m.today, array(select w.document_id from private.documents_waiting_for((m.r).company_id, (m.r).employee_id) w
      join public.document_versions v on v.company_id = (m.r).company_id and v.id = w.version_id
      cross join lateral (select m.today - (v.created_at at time zone (m.r).time_zone)::date as days) age
      where age.days in (1, 3) or (age.days > 0 and age.days % 7 = 0)) as ids
    from morning m
    where exists (select from public.documents d where d.company_id = (m.r).company_id and d.required_reading and d.deleted_at is null)
      and not private.was_notified((m.r).company_id, (m.r).employee_id, 'document_to_sign', 'documents to sign ' || m.today)
  )
  select (select count(*) filter (where private.notify_of_documents(e.r, e.ids, 'documents expiring ' || e.today, 'document_expiring'))
      from expiring e where cardinality(e.ids) > 0)
    + (select count(*) filter (where private.notify_of_documents(w.r, w.ids, 'documents to sign ' || w.today, 'document_to_sign'))
      from waiting w where cardinality(w.ids) > 0);
$$;
comment on function private.send_document_reminders(timestamp with time zone) is 'In the morning: managers hear what expires in 30, 14, 7 days, tomorrow and today; everyone what they have yet to sign.';
select cron.schedule('document-reminders', '13 * * * *', 'select private.send_document_reminders()');

create or replace function private.notify_of_documents(recipient_param private.notification_recipients, document_ids_param uuid[], occasion_param text, event_param text) returns boolean
language sql set search_path = '' as $$
  select private.notify_person(recipient_param.company_id, recipient_param.employee_id, event_param, occasion_param, event_param,
    jsonb_build_object('names', n.names, 'document_ids', document_ids_param, 'count', cardinality(document_ids_param)),
    jsonb_build_object('path', '/documents?view=' || case event_param when 'document_to_sign' then 'required' else 'expiring' end, 'mail_template', 'documents',
      'mail_data', jsonb_build_object('to_sign', event_param = 'document_to_sign', 'expiring', event_param = 'document_expiring', 'names', n.names))
      -- A link opens one document.
      || case when event_param = 'document_to_sign' and cardinality(document_ids_param) = 1 then jsonb_build_object('sms_link', jsonb_build_object(
        'purpose', 'document', 'subject', jsonb_build_object('version_id', (select v.id from public.document_versions v
          where v.company_id = recipient_param.company_id and v.document_id = document_ids_param[1] and v.superseded_at is null)))) else '{}' end)
  from (
    select string_agg(d.name || case when event_param = 'document_expiring' then ' (' || to_char(d.expires_on, recipient_param.date_format) || ')' else '' end,
      E'\n' order by d.expires_on, d.name) as names
    from public.documents d where d.company_id = recipient_param.company_id and d.id = any (document_ids_param)) n;
$$;

create or replace function public.remind_to_sign(document_id_param uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman();
  document public.documents;
  current_version uuid;
  missing uuid[];
begin
  select * into document from public.documents d
    where d.company_id = me.company_id and d.id = document_id_param and d.required_reading and d.id in (select private.documents_for_me()) for update;
  current_version := (select v.id from public.document_versions v
    where v.company_id = me.company_id and v.document_id = document.id and v.superseded_at is null);
  if current_version is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This document was not found.';
  end if;
  missing := array(select p from private.document_people(document) p
    where not exists (select from public.document_signatures s
      where s.company_id = document.company_id and s.version_id = current_version and s.employee_id = p));
  insert into public.document_reads (company_id, version_id, employee_id, reminded_at)
    select document.company_id, current_version, p, now() from unnest(missing) p
    on conflict on constraint document_reads_once do update set reminded_at = excluded.reminded_at;
  perform private.notify_of_documents(r, array[document.id], 'document ' || document.id || ' ' || to_char(now(), 'YYYY-MM-DD HH24'), 'document_to_sign')
    from private.notification_recipients r where r.company_id = document.company_id and r.employee_id = any (missing);
  return cardinality(missing);
end $$;
comment on function public.remind_to_sign(uuid) is 'Foremen and managers: reminds everyone who has not signed the current version, by a message once an hour at most, and says how many these are.';
grant execute on function public.remind_to_sign(uuid) to authenticated;
