insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('photos', 'photos', 'f', '104857600', '{image/jpeg,image/png,image/webp,video/mp4,video/quicktime,video/webm,application/pdf}')
on conflict (id) do update set file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create table public.photos (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  cost_code_id uuid,
  time_entry_id uuid,
  equipment_id uuid,
  field_report_id uuid,
  before_id uuid,
  employee_id uuid default private.my_employee_id(),
  path text not null,
  sha256 text,
  media_type text default 'image/jpeg' not null,
  size_bytes bigint,
  width integer,
  height integer,
  taken_at timestamptz default now() not null,
  taken_from text default 'device' not null,
  taken_on date not null,
  uploaded_at timestamptz,
  latitude double precision,
  longitude double precision,
  accuracy_m double precision,
  caption text default '' not null,
  tags text[] default '{}'::text[] not null,
  markup jsonb,
  is_private boolean default false not null,
  deleted_at timestamptz,
  deleted_by uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  quantity_id uuid,
  is_receipt boolean default false not null,
  constraint photos_pkey primary key (company_id, id),
  constraint photos_path_once unique (path),
  constraint photos_accuracy_range check (accuracy_m >= 0 and accuracy_m <= 1000000),
  constraint photos_before_another check (before_id <> id),
  constraint photos_caption_length check (char_length(caption) <= 500),
  constraint photos_height_range check (height >= 1 and height <= 100000),
  constraint photos_latitude_range check (latitude >= '-90'::integer::double precision and latitude <= 90),
  constraint photos_longitude_range check (longitude >= '-180'::integer::double precision and longitude <= 180),
  constraint photos_markup_is_array check (jsonb_typeof(markup) = 'array' and pg_column_size(markup) < 100000),
  constraint photos_media_type_known check (media_type in ('image/jpeg', 'image/png', 'image/webp', 'video/mp4', 'video/quicktime', 'video/webm', 'application/pdf')),
  constraint photos_path_form check (path ~ (((('^' || company_id) || '/[0-9a-f-]{36}/') || id) || '\.[a-z0-9]{2,5}$')),
  constraint photos_place_complete check ((latitude is null) = (longitude is null)),
  constraint photos_pdf_is_receipt check (media_type <> 'application/pdf' or is_receipt),
  constraint photos_receipt_alone check (not is_receipt or field_report_id is null and quantity_id is null and equipment_id is null and time_entry_id is null and before_id is null and not is_private),
  constraint photos_receipt_media check (not is_receipt or media_type like 'image/%' or media_type = 'application/pdf'),
  constraint photos_receipt_size check (not is_receipt or size_bytes <= 26214400),
  constraint photos_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint photos_sha256_known check (sha256 is not null or uploaded_at is null),
  constraint photos_size_range check (size_bytes >= 1 and size_bytes <= 104857600),
  constraint photos_tags_limit check (cardinality(tags) <= 20 and pg_column_size(tags) < 2000),
  constraint photos_taken_from_known check (taken_from in ('file', 'device')),
  constraint photos_width_range check (width >= 1 and width <= 100000),
  constraint photos_before foreign key (company_id, before_id) references public.photos(company_id, id) on delete set null (before_id),
  constraint photos_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint photos_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id),
  constraint photos_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete set null (employee_id),
  constraint photos_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id) on delete set null (equipment_id),
  constraint photos_field_report foreign key (company_id, field_report_id) references public.field_reports(company_id, id) on delete set null (field_report_id),
  constraint photos_project foreign key (company_id, project_id) references public.projects(company_id, id),
  constraint photos_quantity foreign key (company_id, quantity_id) references public.quantities(company_id, id) on delete set null (quantity_id),
  constraint photos_time_entry foreign key (company_id, time_entry_id) references public.time_entries(company_id, id) on delete set null (time_entry_id)
);
select private.refuse_non_finite('public.photos');
create index photos_by_before on public.photos (company_id, before_id) where before_id is not null;
create index photos_by_cost_code on public.photos (company_id, cost_code_id) where cost_code_id is not null;
create index photos_by_employee on public.photos (company_id, employee_id, taken_at desc);
create index photos_by_equipment on public.photos (company_id, equipment_id) where equipment_id is not null;
create index photos_by_field_report on public.photos (company_id, field_report_id) where field_report_id is not null;
create index photos_by_project on public.photos (company_id, project_id, taken_at desc, id desc);
create index photos_by_quantity on public.photos (company_id, quantity_id) where quantity_id is not null;
create index photos_by_receipt_hash on public.photos (company_id, sha256) where is_receipt;
create index photos_by_time on public.photos (company_id, taken_at desc, id desc);
create index photos_by_time_entry on public.photos (company_id, time_entry_id) where time_entry_id is not null;
comment on table public.photos is 'Photos and short videos. The row is written first, the file is stored at its path; without uploaded_at the file is still on someone''s phone.';
comment on column public.photos.before_id is 'The photo of the same spot before the work: this one is the after.';
comment on column public.photos.path is '<company>/<project>/<photo>.<ext> in the bucket photos. Filled in when left out; stays when the photo moves to another project.';
comment on column public.photos.sha256 is 'Of the original bytes. Computed on the device and compared with what arrives; noted on arrival where the device could not.';
comment on column public.photos.taken_from is 'file: taken_at is what the camera wrote into the file; device: when it was added on the device.';
comment on column public.photos.taken_on is 'The day at the project, in its zone.';
comment on column public.photos.uploaded_at is 'When the file had arrived, by the server''s clock; null while it waits.';
comment on column public.photos.latitude is 'Where it was taken, if the company records places. Evidence: never part of what is shared.';
comment on column public.photos.markup is 'Arrows, circles, lines and text over the photo, in parts of its width and height. The original is not touched.';
comment on column public.photos.is_private is 'Seen by managers and owners only, who alone can set it.';
comment on column public.photos.deleted_at is 'Deleted photos are kept for 30 days, where managers can restore them.';
comment on column public.photos.quantity_id is 'The work put in place that it shows.';
comment on column public.photos.is_receipt is 'The receipt of an expense: seen by whoever sees the expense, in no gallery, report or link. The only kind that may be a PDF.';
alter table public.photos enable row level security;
alter publication supabase_realtime add table public.photos;
grant select, insert, update on table public.photos to authenticated;

create policy "Company roles with tickets see the photos of their projects" on public.photos
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('tickets')) and not is_private and deleted_at is null and not is_receipt and private.covers_project((select private.scope_of('tickets')), project_id));

create policy "People add photos to projects they see" on public.photos
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and ((select private.is_manager()) or not (project_id in (select private.projects_closed_to_me()))));

create policy "People change their own photos, managers any" on public.photos
  for update to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id()) and not is_private and deleted_at is null))
  with check (company_id = (select private.my_company_id()) and ((select private.is_manager()) or not (project_id in (select private.projects_closed_to_me()))));

create policy "People see the photos of projects they see, managers private an" on public.photos
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or not is_private and deleted_at is null and not (project_id in (select private.projects_closed_to_me()))));

create policy "Receipts are seen by whoever sees the expense" on public.photos as restrictive
  for select to authenticated
  using (not is_receipt or (select private.is_manager()) or employee_id = (select private.my_employee_id()) or exists ( select
   from public.expenses e
  where e.company_id = photos.company_id and e.receipt_photo_id = photos.id));

create or replace trigger check_photo_links before insert or update of project_id, field_report_id, quantity_id, time_entry_id on public.photos
  for each row execute function private.check_photo_links();

create or replace function private.check_photo_links() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    -- Of a quantity that arrived before its photo.
    new.quantity_id := coalesce(new.quantity_id, (select q.id from public.quantities q
      where q.company_id = new.company_id and q.photo_id = new.id and q.project_id = new.project_id order by q.created_at limit 1));
    -- The entry was given to another project while the photo waited for a signal: no reason to refuse the photo.
    if exists (select from public.time_entries t where t.company_id = new.company_id and t.id = new.time_entry_id and t.project_id is distinct from new.project_id) then
      new.time_entry_id := null;
    end if;
  end if;
  if private.is_system() then
    return new;
  end if;
  if (tg_op = 'INSERT' or (new.field_report_id, new.project_id) is distinct from (old.field_report_id, old.project_id))
    and exists (select from public.field_reports r where r.company_id = new.company_id and (
      tg_op = 'UPDATE' and r.id = old.field_report_id and r.status in ('submitted', 'reviewed')
      or r.id = new.field_report_id and (r.status <> 'draft' or r.project_id <> new.project_id))) then
    raise exception using errcode = 'P0001', hint = 'photo_report_closed', message = 'Photos are put into a report and taken out of it while it is a draft of the same project.';
  end if;
  if exists (select from public.quantities q where q.company_id = new.company_id and q.id = new.quantity_id and q.project_id <> new.project_id)
    or (tg_op = 'UPDATE' and (new.time_entry_id, new.project_id) is distinct from (old.time_entry_id, old.project_id)
      and exists (select from public.time_entries t where t.company_id = new.company_id and t.id = new.time_entry_id and t.project_id is distinct from new.project_id)) then
    raise exception using errcode = 'P0001', hint = 'photo_other_project', message = 'A photo is linked to what belongs to its project.';
  end if;
  return new;
end $$;
comment on function private.check_photo_links() is 'A photo is linked to time and quantities of its project, and to a report while that is a draft.';

create or replace trigger fill_company_id before insert on public.photos
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace trigger keep_creator before insert or update on public.photos
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.photos
  for each row execute function private.lock_identity();

create or replace trigger keep_photo before delete or update on public.photos
  for each row execute function private.protect_photo();

create or replace function private.protect_photo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if private.is_receipt_locked(old) and exists (select from public.companies c where c.id = old.company_id) then
      raise exception using errcode = '42501', hint = 'receipt_locked', message = 'This is the receipt of an expense that was approved.';
    elsif (private.is_photo_locked(old.company_id, old.field_report_id) or private.is_photo_of_ticket(old.company_id, old.id) or private.is_photo_of_form(old.company_id, old.id)) and exists (select from public.companies c where c.id = old.company_id) then
      raise exception using errcode = '42501', hint = 'photo_locked', message = 'This photo belongs to a locked report.';
    end if;
    return old;
  end if;
  if (new.path, coalesce(old.sha256, new.sha256), new.media_type, new.taken_at, new.taken_on, new.taken_from, new.latitude, new.longitude, new.accuracy_m, new.is_receipt)
    is distinct from (old.path, new.sha256, old.media_type, old.taken_at, old.taken_on, old.taken_from, old.latitude, old.longitude, old.accuracy_m, old.is_receipt) then
    raise exception using errcode = '42501', hint = 'append_only', message = 'The original of a photo, its times and its place are never changed.';
  end if;
  -- Written by the arrival of the file and by delete_photos alone.
  if pg_trigger_depth() = 1 and not private.is_system() and coalesce(current_setting('chalkline.photos', true), '') <> 'write' then
    new.uploaded_at := old.uploaded_at;
    new.sha256 := old.sha256;
    new.size_bytes := old.size_bytes;
    new.employee_id := old.employee_id;
    new.deleted_at := old.deleted_at;
    new.deleted_by := old.deleted_by;
    if not private.is_manager() then
      new.is_private := old.is_private;
    end if;
  end if;
  if new.deleted_at is not null and old.deleted_at is null and private.is_receipt_locked(old) then
    raise exception using errcode = '42501', hint = 'receipt_locked', message = 'This is the receipt of an expense that was approved.';
  end if;
  if (new.deleted_at is not null or new.field_report_id is distinct from old.field_report_id or new.project_id <> old.project_id)
    and private.is_photo_locked(old.company_id, old.field_report_id) then
    raise exception using errcode = '42501', hint = 'photo_locked', message = 'This photo belongs to a locked report.';
  end if;
  if (new.deleted_at is not null and old.deleted_at is null or new.project_id <> old.project_id) and private.is_photo_of_ticket(old.company_id, old.id) then
    raise exception using errcode = '42501', hint = 'photo_of_ticket', message = 'This photo belongs to a ticket the customer has answered.';
  end if;
  if (new.deleted_at is not null and old.deleted_at is null or new.project_id <> old.project_id) and private.is_photo_of_form(old.company_id, old.id) then
    raise exception using errcode = '42501', hint = 'photo_of_form', message = 'This photo belongs to a form that was sent.';
  end if;
  return new;
end $$;
comment on function private.protect_photo() is 'Keeps what is evidence, for every role; photos of a locked report, an answered ticket and a sent form stay in it.';

create or replace function private.is_photo_locked(company_id_param uuid, field_report_id_param uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.field_reports r
    where r.company_id = company_id_param and r.id = field_report_id_param and r.status = 'locked');
$$;
comment on function private.is_photo_locked(uuid,uuid) is 'Whether a photo belongs to a field report that is locked.';
grant execute on function private.is_photo_locked(uuid,uuid) to authenticated, service_role;

create or replace function private.is_receipt_locked(photo public.photos) returns boolean
language sql stable security definer set search_path = '' as $$
  select photo.is_receipt and exists (select from public.expenses e
    where e.company_id = photo.company_id and e.receipt_photo_id = photo.id and e.status in ('approved', 'paid'));
$$;
comment on function private.is_receipt_locked(public.photos) is 'Whether a photo is the receipt of an expense that was approved.';

create or replace trigger set_photo_facts before insert on public.photos
  for each row execute function private.set_photo_facts();

create or replace function private.set_photo_facts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_system() then
    new.employee_id := private.my_employee_id();
    new.uploaded_at := null;
    new.deleted_at := null;
    new.deleted_by := null;
    new.is_private := new.is_private and private.is_manager();
    if new.is_receipt or not coalesce((select c.capture_location from public.companies c where c.id = new.company_id), false) then
      new.latitude := null;
      new.longitude := null;
      new.accuracy_m := null;
    end if;
  end if;
  if new.taken_at > now() then
    -- A clock ahead of ours.
    new.taken_at := now();
    new.taken_from := 'device';
  end if;
  new.path := coalesce(new.path, format('%s/%s/%s.%s', new.company_id, new.project_id, new.id,
    case split_part(new.media_type, '/', 2) when 'jpeg' then 'jpg' when 'quicktime' then 'mov' else split_part(new.media_type, '/', 2) end));
  new.taken_on := (new.taken_at at time zone coalesce(
    (select coalesce(p.time_zone, c.time_zone) from public.companies c
      left join public.projects p on p.company_id = c.id and p.id = new.project_id
      where c.id = new.company_id), 'UTC'))::date;
  return new;
end $$;
comment on function private.set_photo_facts() is 'What a client may not choose: whose a photo is, when it arrived, the day it belongs to.';

create or replace trigger touch_updated_at before update on public.photos
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.photos
  for each row execute function private.record_change();

create table public.photo_consents (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  agreed boolean not null,
  language text not null,
  kiosk_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint photo_consents_pkey primary key (company_id, id),
  constraint photo_consents_one_each unique (company_id, employee_id),
  constraint photo_consents_language_known check (language in ('en', 'es')),
  constraint photo_consents_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint photo_consents_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint photo_consents_kiosk foreign key (company_id, kiosk_id) references public.kiosks(company_id, id) on delete set null (kiosk_id)
);
select private.refuse_non_finite('public.photo_consents');
create index photo_consents_by_kiosk on public.photo_consents (company_id, kiosk_id) where kiosk_id is not null;
comment on table public.photo_consents is 'Who agreed to a photo with the punch at a kiosk, and who refused. Written with the person''s PIN by answer_kiosk_photos; every change is in the history.';
comment on column public.photo_consents.language is 'The language the question was read in.';
alter table public.photo_consents enable row level security;
alter publication supabase_realtime add table public.photo_consents;
grant select on table public.photo_consents to authenticated;

create policy "Managers read who agreed to photos, others their own answer" on public.photo_consents
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger keep_identity before update on public.photo_consents
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.photo_consents
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.photo_consents
  for each row execute function private.record_change();

create policy "People store the photo their row announced" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'photos' and private.may_store_photo(name, metadata));

create policy "Who has a link sees its photos as pictures" on storage.objects
  for select to anon, authenticated
  using (bucket_id = 'photos' and storage.operation() = 'storage.render.image_authenticated' and (name in (select public.shared_photo_paths())));

create policy "Who sees a photo sees its file" on storage.objects
  for select to authenticated
  using (bucket_id = 'photos' and (exists ( select
   from public.photos p
  where p.company_id = (select private.my_company_id()) and p.path = objects.name)));

create or replace trigger note_stored_photo after insert on storage.objects
  for each row when (new.bucket_id = 'photos') execute function private.note_stored_photo();

create or replace function private.note_stored_photo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- A server that names files by another hash says nothing about ours.
  hash text := substring(trim('"' from new.metadata ->> 'eTag') from '^[0-9a-f]{64}$');
begin
  if exists (select from public.photos p where p.path = new.name and p.sha256 <> hash) then
    raise exception using errcode = 'P0001', hint = 'photo_damaged', message = 'The photo that arrived is not the one that was announced.';
  end if;
  if new.metadata ->> 'eTag' is null then
    -- Storage only asks whether it may; the bytes are still to come.
    return null;
  end if;
  update public.photos p set uploaded_at = now(), sha256 = coalesce(p.sha256, hash), size_bytes = coalesce((new.metadata ->> 'size')::bigint, p.size_bytes)
    where p.path = new.name and p.uploaded_at is null;
  return null;
end $$;
comment on function private.note_stored_photo() is 'Compares the file with what was announced, and notes when it arrived.';

create or replace function public.delete_photos(photo_ids_param uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_photos(photo_ids_param);
  deleted integer;
begin
  perform set_config('chalkline.photos', 'write', true);
  update public.photos p set deleted_at = now(), deleted_by = auth.uid()
    where p.company_id = company and p.id = any (photo_ids_param) and p.deleted_at is null;
  get diagnostics deleted = row_count;
  perform set_config('chalkline.photos', '', true);
  return deleted;
end $$;
comment on function public.delete_photos(uuid[]) is 'Takes photos away from everyone but managers; restore_photos takes it back for 30 days. Answers how many.';
grant execute on function public.delete_photos(uuid[]) to authenticated;

create or replace function private.require_photos(photo_ids_param uuid[]) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
begin
  if me.id is null then
    raise exception using errcode = '42501', hint = 'no_employee', message = 'Only people of a company may do this.';
  end if;
  if exists (select from public.photos p where p.company_id = me.company_id and p.id = any (photo_ids_param)
      and not (me.role in ('owner', 'manager') or (p.employee_id = me.id and not p.is_private))) then
    raise exception using errcode = '42501', hint = 'own_photos_only', message = 'Only managers may delete photos of others.';
  end if;
  return me.company_id;
end $$;
comment on function private.require_photos(uuid[]) is 'The caller''s company, if all of these photos are the caller''s to delete.';

create or replace function public.restore_photos(photo_ids_param uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_photos(photo_ids_param);
  restored integer;
begin
  perform set_config('chalkline.photos', 'write', true);
  update public.photos p set deleted_at = null, deleted_by = null
    where p.company_id = company and p.id = any (photo_ids_param) and p.deleted_at is not null;
  get diagnostics restored = row_count;
  perform set_config('chalkline.photos', '', true);
  return restored;
end $$;
comment on function public.restore_photos(uuid[]) is 'Brings deleted photos back. Answers how many.';
grant execute on function public.restore_photos(uuid[]) to authenticated;

create or replace function public.list_photos(filter_param jsonb default '{}'::jsonb, before_param timestamptz default null::timestamptz, before_id_param uuid default null::uuid, limit_param integer default 100) returns table(id uuid, project_id uuid, cost_code_id uuid, employee_id uuid, employee_name text, path text, media_type text, width integer, height integer, size_bytes bigint, taken_at timestamptz, taken_on date, uploaded_at timestamptz, caption text, tags text[], markup jsonb, is_private boolean, before_id uuid, latitude double precision, longitude double precision, locked boolean, comments bigint)
language plpgsql stable set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  f jsonb := coalesce(filter_param, '{}');
  branch uuid[] := array(select private.project_branch((f ->> 'project_id')::uuid, company));
  -- What people type is text to look for, not a pattern.
  wanted text := '%' || replace(replace(replace(nullif(btrim(f ->> 'search'), ''), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if company is null then
    raise exception using errcode = '42501', hint = 'no_employee', message = 'Only people of a company may do this.';
  end if;
  return query
    with page as materialized (
      select p.* from public.photos p
      where p.company_id = company and p.uploaded_at is not null and not p.is_receipt
        and (p.deleted_at is not null) = coalesce((f ->> 'deleted')::boolean, false)
        and (before_param is null or (p.taken_at, p.id) < (before_param, before_id_param))
        and (not f ? 'project_id' or p.project_id = any (branch))
        and (not f ? 'employee_id' or p.employee_id = (f ->> 'employee_id')::uuid)
        and (not f ? 'cost_code_id' or p.cost_code_id = (f ->> 'cost_code_id')::uuid)
        and (not f ? 'equipment_id' or p.equipment_id = (f ->> 'equipment_id')::uuid)
        and (not f ? 'time_entry_id' or p.time_entry_id = (f ->> 'time_entry_id')::uuid)
        and (not f ? 'field_report_id' or p.field_report_id = (f ->> 'field_report_id')::uuid)
        and (not f ? 'quantity_id' or p.quantity_id = (f ->> 'quantity_id')::uuid)
        and (not f ? 'from' or p.taken_on >= (f ->> 'from')::date)
        and (not f ? 'to' or p.taken_on <= (f ->> 'to')::date)
        and (not f ? 'tag' or p.tags @> array[f ->> 'tag'])
        and (not f ? 'ids' or p.id in (select i.id::uuid from jsonb_array_elements_text(f -> 'ids') as i (id)))
        and (not coalesce((f ->> 'pairs')::boolean, false) or p.before_id is not null)
        and (not coalesce((f ->> 'placed')::boolean, false) or p.latitude is not null)
        and (wanted is null or p.caption ilike wanted or array_to_string(p.tags, ' ') ilike wanted
          or exists (select from public.cost_codes c where c.company_id = p.company_id and c.id = p.cost_code_id
            and (c.code ilike wanted or c.name ilike wanted)))
      order by p.taken_at desc, p.id desc
      limit least(greatest(coalesce(limit_param, 100), 1), 500)
    )
    select p.id, p.project_id, p.cost_code_id, p.employee_id, private.colleague_name(p.employee_id), p.path, p.media_type, p.width, p.height,
      p.size_bytes, p.taken_at, p.taken_on, p.uploaded_at, p.caption, p.tags, p.markup, p.is_private, p.before_id, p.latitude, p.longitude,
      p.field_report_id is not null and private.is_photo_locked(p.company_id, p.field_report_id),
      (select count(*) from public.photo_comments c where c.company_id = p.company_id and c.photo_id = p.id)
    from page p order by p.taken_at desc, p.id desc;
end $$;
comment on function public.list_photos(jsonb,timestamp with time zone,uuid,integer) is 'Photos whose file has arrived, newest first, a page at a time. Filter: search, project_id (with its phases), employee_id, cost_code_id, equipment_id, time_entry_id, field_report_id, quantity_id, tag, from, to, pairs, placed, deleted.';
grant execute on function public.list_photos(jsonb,timestamp with time zone,uuid,integer) to authenticated;

create or replace function public.waiting_photos() returns table(employee_id uuid, employee_name text, photos bigint)
language plpgsql stable set search_path = '' as $$
declare
  company uuid := private.my_company_id();
begin
  if company is null then
    raise exception using errcode = '42501', hint = 'no_employee', message = 'Only people of a company may do this.';
  end if;
  return query
    select p.employee_id, private.colleague_name(p.employee_id), count(*) from public.photos p
    where p.company_id = company and p.uploaded_at is null and p.deleted_at is null and p.created_at > now() - interval '14 days'
    group by p.employee_id order by count(*) desc;
end $$;
comment on function public.waiting_photos() is 'Photos that were announced and have not arrived: still on whose phone, and how many.';
grant execute on function public.waiting_photos() to authenticated;

create or replace function public.comments_of_photo(photo_id_param uuid) returns table(id uuid, employee_id uuid, employee_name text, body text, created_at timestamptz)
language plpgsql stable set search_path = '' as $$
declare
  company uuid := private.my_company_id();
begin
  if company is null then
    raise exception using errcode = '42501', hint = 'no_employee', message = 'Only people of a company may do this.';
  end if;
  return query
    select c.id, c.employee_id, private.colleague_name(c.employee_id), c.body, c.created_at from public.photo_comments c
    where c.company_id = company and c.photo_id = photo_id_param order by c.created_at, c.id;
end $$;
comment on function public.comments_of_photo(uuid) is 'The comments of a photo with the names of who wrote them.';
grant execute on function public.comments_of_photo(uuid) to authenticated;

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
      where p.company_id = share.company_id and p.id = any (share.photo_ids) and p.deleted_at is null and not p.is_private and not p.is_receipt and p.uploaded_at is not null
        and p.media_type like 'image/%'));
end $$;
comment on function public.shared_photos(text) is 'What a link shows, and a view counted; null for a link that is unknown, over or taken back. No place and no name of a person.';
grant execute on function public.shared_photos(text) to anon, authenticated;

create or replace function public.shared_photo_paths() returns setof text
language sql stable security definer set search_path = '' as $$
  select p.path from private.open_share(private.request_header('x-share-token')) s
  join public.photos p on p.company_id = s.company_id and p.id = any (s.photo_ids)
  where p.deleted_at is null and not p.is_private and not p.is_receipt and p.media_type like 'image/%';
$$;
comment on function public.shared_photo_paths() is 'Paths of the photos that the link in the header x-share-token shows.';
grant execute on function public.shared_photo_paths() to anon, authenticated;

create or replace function private.may_store_photo(name_param text, metadata_param jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.photos p
    where p.path = name_param and p.company_id = private.my_company_id() and p.created_by = auth.uid()
      and p.uploaded_at is null and p.deleted_at is null
      and coalesce((metadata_param ->> 'size')::bigint = p.size_bytes, true)
      and coalesce(metadata_param ->> 'mimetype' = p.media_type, true));
$$;
comment on function private.may_store_photo(text,jsonb) is 'Whether a row of the caller waits for exactly this file.';
grant execute on function private.may_store_photo(text,jsonb) to authenticated, service_role;

create or replace function private.purge_photos() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  purged integer;
begin
  -- A hosted project asks for this word before rows of files are deleted in SQL.
  perform set_config('storage.allow_delete_query', 'true', true);
  with gone as (
    delete from public.photos p where p.deleted_at < now() - interval '30 days' and not private.is_held(p.company_id, p.employee_id, p.project_id::text)
      and not private.is_photo_locked(p.company_id, p.field_report_id) and not private.is_photo_of_ticket(p.company_id, p.id) and not private.is_photo_of_form(p.company_id, p.id) and not private.is_receipt_locked(p) returning p.path
  ), files as (
    delete from storage.objects o using gone where o.bucket_id = 'photos' and o.name = gone.path
  )
  select count(*) into purged from gone;
  return purged;
end $$;
comment on function private.purge_photos() is 'Removes rows and files of photos that were deleted 30 days ago; none of a person or project on legal hold.';
select cron.schedule('purge-photos', '23 3 * * *', 'select private.purge_photos()');
