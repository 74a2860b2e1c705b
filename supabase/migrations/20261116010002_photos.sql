-- Photos of the work. The row comes first and says whose file may be stored at its path; who may see the
-- row may see the file. The original never changes: its hash, its times and its place are kept as sent.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('photos', 'photos', false, 104857600,
  array['image/jpeg', 'image/png', 'image/webp', 'video/mp4', 'video/quicktime', 'video/webm'])
on conflict (id) do nothing;

create table public.photos (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  project_id uuid not null,
  cost_code_id uuid,
  time_entry_id uuid,
  equipment_id uuid,
  field_report_id uuid,
  before_id uuid,
  employee_id uuid default private.my_employee_id(),
  path text not null,
  sha256 text not null constraint photos_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  media_type text not null default 'image/jpeg' constraint photos_media_type_known
    check (media_type in ('image/jpeg', 'image/png', 'image/webp', 'video/mp4', 'video/quicktime', 'video/webm')),
  size_bytes bigint constraint photos_size_range check (size_bytes between 1 and 104857600),
  width integer constraint photos_width_range check (width between 1 and 100000),
  height integer constraint photos_height_range check (height between 1 and 100000),
  taken_at timestamptz not null default now(),
  taken_from text not null default 'device' constraint photos_taken_from_known check (taken_from in ('file', 'device')),
  taken_on date not null,
  uploaded_at timestamptz,
  latitude double precision constraint photos_latitude_range check (latitude between -90 and 90),
  longitude double precision constraint photos_longitude_range check (longitude between -180 and 180),
  accuracy_m double precision constraint photos_accuracy_range check (accuracy_m between 0 and 1000000),
  caption text not null default '' constraint photos_caption_length check (char_length(caption) <= 500),
  tags text[] not null default '{}' constraint photos_tags_limit check (cardinality(tags) <= 20 and pg_column_size(tags) < 2000),
  markup jsonb constraint photos_markup_is_array check (jsonb_typeof(markup) = 'array' and pg_column_size(markup) < 100000),
  is_private boolean not null default false,
  deleted_at timestamptz,
  deleted_by uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint photos_path_once unique (path),
  constraint photos_path_form check (path ~ ('^' || company_id || '/[0-9a-f-]{36}/' || id || '\.[a-z0-9]{2,5}$')),
  constraint photos_place_complete check ((latitude is null) = (longitude is null)),
  constraint photos_before_another check (before_id <> id),
  constraint photos_project foreign key (company_id, project_id) references public.projects (company_id, id),
  constraint photos_cost_code foreign key (company_id, cost_code_id) references public.cost_codes (company_id, id),
  constraint photos_time_entry foreign key (company_id, time_entry_id) references public.time_entries (company_id, id) on delete set null (time_entry_id),
  constraint photos_equipment foreign key (company_id, equipment_id) references public.equipment (company_id, id) on delete set null (equipment_id),
  constraint photos_field_report foreign key (company_id, field_report_id) references public.field_reports (company_id, id) on delete set null (field_report_id),
  constraint photos_before foreign key (company_id, before_id) references public.photos (company_id, id) on delete set null (before_id),
  constraint photos_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete set null (employee_id)
);
create index photos_by_time on public.photos (company_id, taken_at desc, id desc);
create index photos_by_project on public.photos (company_id, project_id, taken_at desc, id desc);
create index photos_by_employee on public.photos (company_id, employee_id, taken_at desc);
create index photos_by_cost_code on public.photos (company_id, cost_code_id) where cost_code_id is not null;
create index photos_by_time_entry on public.photos (company_id, time_entry_id) where time_entry_id is not null;
create index photos_by_equipment on public.photos (company_id, equipment_id) where equipment_id is not null;
create index photos_by_field_report on public.photos (company_id, field_report_id) where field_report_id is not null;
create index photos_by_before on public.photos (company_id, before_id) where before_id is not null;
comment on table public.photos is 'Photos and short videos. The row is written first, the file is stored at its path; without uploaded_at the file is still on someone''s phone.';
comment on column public.photos.path is '<company>/<project>/<photo>.<ext> in the bucket photos. Filled in when left out; stays when the photo moves to another project.';
comment on column public.photos.sha256 is 'Of the original bytes. Computed where it was taken, compared with what arrives.';
comment on column public.photos.taken_from is 'file: taken_at is what the camera wrote into the file; device: when it was added on the device.';
comment on column public.photos.taken_on is 'The day at the project, in its zone.';
comment on column public.photos.uploaded_at is 'When the file had arrived, by the server''s clock; null while it waits.';
comment on column public.photos.latitude is 'Where it was taken, if the company records places. Evidence: never part of what is shared.';
comment on column public.photos.markup is 'Arrows, circles, lines and text over the photo, in parts of its width and height. The original is not touched.';
comment on column public.photos.is_private is 'Seen by managers and owners only, who alone can set it.';
comment on column public.photos.before_id is 'The photo of the same spot before the work: this one is the after.';
comment on column public.photos.deleted_at is 'Deleted photos are kept for 30 days, where managers can restore them.';

create table public.photo_comments (
  company_id uuid not null default private.my_company_id(),
  id uuid not null default gen_random_uuid(),
  photo_id uuid not null,
  employee_id uuid not null default private.my_employee_id(),
  body text not null constraint photo_comments_body_length check (char_length(btrim(body)) between 1 and 2000),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint photo_comments_photo foreign key (company_id, photo_id) references public.photos (company_id, id) on delete cascade,
  constraint photo_comments_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade
);
create index photo_comments_by_photo on public.photo_comments (company_id, photo_id, created_at);
create index photo_comments_by_employee on public.photo_comments (company_id, employee_id);
comment on table public.photo_comments is 'What people say to a photo.';

create function private.set_photo_facts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_system() then
    new.employee_id := private.my_employee_id();
    new.uploaded_at := null;
    new.deleted_at := null;
    new.deleted_by := null;
    new.is_private := new.is_private and private.is_manager();
    if not coalesce((select c.capture_location from public.companies c where c.id = new.company_id), false) then
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
revoke execute on function private.set_photo_facts() from public;
comment on function private.set_photo_facts() is 'What a client may not choose: whose a photo is, when it arrived, the day it belongs to.';

create function private.is_photo_locked(company_id_param uuid, field_report_id_param uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.field_reports r
    where r.company_id = company_id_param and r.id = field_report_id_param and r.status = 'locked');
$$;
revoke execute on function private.is_photo_locked(uuid, uuid) from public;
grant execute on function private.is_photo_locked(uuid, uuid) to authenticated, service_role;
comment on function private.is_photo_locked(uuid, uuid) is 'Whether a photo belongs to a field report that is locked.';

create function private.keep_photo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if private.is_photo_locked(old.company_id, old.field_report_id) and exists (select from public.companies c where c.id = old.company_id) then
      raise exception using errcode = '42501', hint = 'photo_locked', message = 'This photo belongs to a locked report.';
    end if;
    return old;
  end if;
  if (new.path, new.sha256, new.media_type, new.taken_at, new.taken_on, new.taken_from, new.latitude, new.longitude, new.accuracy_m)
    is distinct from (old.path, old.sha256, old.media_type, old.taken_at, old.taken_on, old.taken_from, old.latitude, old.longitude, old.accuracy_m) then
    raise exception using errcode = '42501', hint = 'append_only', message = 'The original of a photo, its times and its place are never changed.';
  end if;
  -- Written by the arrival of the file and by delete_photos alone.
  if pg_trigger_depth() = 1 and not private.is_system() and coalesce(current_setting('chalkline.photos', true), '') <> 'write' then
    new.uploaded_at := old.uploaded_at;
    new.size_bytes := old.size_bytes;
    new.employee_id := old.employee_id;
    new.deleted_at := old.deleted_at;
    new.deleted_by := old.deleted_by;
    if not private.is_manager() then
      new.is_private := old.is_private;
    end if;
  end if;
  if (new.deleted_at is not null or new.field_report_id is distinct from old.field_report_id or new.project_id <> old.project_id)
    and private.is_photo_locked(old.company_id, old.field_report_id) then
    raise exception using errcode = '42501', hint = 'photo_locked', message = 'This photo belongs to a locked report.';
  end if;
  return new;
end $$;
revoke execute on function private.keep_photo() from public;
comment on function private.keep_photo() is 'Keeps what is evidence, for every role; photos of a locked report stay in it.';

do $$
declare
  table_name text;
begin
  foreach table_name in array array['photos', 'photo_comments'] loop
    execute format('create trigger keep_creator before insert or update on public.%I for each row execute function private.keep_creator()', table_name);
    execute format('create trigger fill_company_id before insert on public.%I for each row execute function private.fill_company_id(%s)', table_name,
      case when table_name = 'photos' then '''projects'', ''project_id''' else '''photos'', ''photo_id''' end);
    execute format('create trigger keep_identity before update on public.%I for each row execute function private.keep_identity()', table_name);
    execute format('create trigger zz_record_change after insert or update or delete on public.%I for each row execute function private.record_change()', table_name);
    execute format('alter table public.%I enable row level security', table_name);
    perform private.refuse_non_finite(format('public.%I', table_name)::regclass);
    if exists (select from pg_publication where pubname = 'supabase_realtime') then
      execute format('alter publication supabase_realtime add table public.%I', table_name);
    end if;
  end loop;
end $$;
create trigger set_photo_facts before insert on public.photos for each row execute function private.set_photo_facts();
create trigger keep_photo before update or delete on public.photos for each row execute function private.keep_photo();
create trigger touch_updated_at before update on public.photos for each row execute function private.touch_updated_at();

create policy "People see the photos of projects they see, managers private and deleted ones too" on public.photos
  for select to authenticated using (company_id = (select private.my_company_id())
    and ((select private.is_manager())
      or (not is_private and deleted_at is null and project_id not in (select private.projects_closed_to_me()))));
create policy "People add photos to projects they see" on public.photos
  for insert to authenticated with check (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or project_id not in (select private.projects_closed_to_me())));
create policy "People change their own photos, managers any" on public.photos
  for update to authenticated using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or (employee_id = (select private.my_employee_id()) and not is_private and deleted_at is null)))
  with check (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or project_id not in (select private.projects_closed_to_me())));
grant select, insert, update on public.photos to authenticated;
grant select, insert, update, delete on public.photos to service_role;

create policy "People read the comments of photos they see" on public.photo_comments
  for select to authenticated using (company_id = (select private.my_company_id())
    and exists (select from public.photos p where p.company_id = photo_comments.company_id and p.id = photo_comments.photo_id));
create policy "People comment in their own name on photos they see" on public.photo_comments
  for insert to authenticated with check (company_id = (select private.my_company_id())
    and employee_id = (select private.my_employee_id())
    and exists (select from public.photos p where p.company_id = photo_comments.company_id and p.id = photo_comments.photo_id));
create policy "People delete their own comments on photos, managers any" on public.photo_comments
  for delete to authenticated using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
grant select, insert, delete on public.photo_comments to authenticated;
grant select, insert, update, delete on public.photo_comments to service_role;

-- The file follows its row.
create function private.may_store_photo(name_param text, metadata_param jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.photos p
    where p.path = name_param and p.company_id = private.my_company_id() and p.created_by = auth.uid()
      and p.uploaded_at is null and p.deleted_at is null
      and coalesce((metadata_param ->> 'size')::bigint = p.size_bytes, true)
      and coalesce(metadata_param ->> 'mimetype' = p.media_type, true));
$$;
revoke execute on function private.may_store_photo(text, jsonb) from public;
grant execute on function private.may_store_photo(text, jsonb) to authenticated, service_role;
comment on function private.may_store_photo(text, jsonb) is 'Whether a row of the caller waits for exactly this file.';

create policy "People store the photo their row announced" on storage.objects
  for insert to authenticated with check (bucket_id = 'photos' and private.may_store_photo(name, metadata));
create policy "Who sees a photo sees its file" on storage.objects
  for select to authenticated using (bucket_id = 'photos'
    and exists (select from public.photos p where p.company_id = (select private.my_company_id()) and p.path = objects.name));

create function private.note_stored_photo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hash text := trim('"' from new.metadata ->> 'eTag');
begin
  -- A server that names files by another hash says nothing about ours.
  if hash ~ '^[0-9a-f]{64}$' and exists (select from public.photos p where p.path = new.name and p.sha256 <> hash) then
    raise exception using errcode = 'P0001', hint = 'photo_damaged', message = 'The photo that arrived is not the one that was announced.';
  end if;
  update public.photos p set uploaded_at = coalesce(p.uploaded_at, now()), size_bytes = coalesce((new.metadata ->> 'size')::bigint, p.size_bytes)
    where p.path = new.name and p.uploaded_at is null;
  return null;
end $$;
revoke execute on function private.note_stored_photo() from public;
comment on function private.note_stored_photo() is 'Compares the file with what was announced, and notes when it arrived.';
create trigger note_stored_photo after insert on storage.objects
  for each row when (new.bucket_id = 'photos') execute function private.note_stored_photo();

create function private.require_photos(photo_ids_param uuid[]) returns uuid
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
revoke execute on function private.require_photos(uuid[]) from public;
comment on function private.require_photos(uuid[]) is 'The caller''s company, if all of these photos are the caller''s to delete.';

create function public.delete_photos(photo_ids_param uuid[]) returns integer
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
revoke execute on function public.delete_photos(uuid[]) from public, anon;
grant execute on function public.delete_photos(uuid[]) to authenticated;
comment on function public.delete_photos(uuid[]) is 'Takes photos away from everyone but managers; restore_photos takes it back for 30 days. Answers how many.';

create function public.restore_photos(photo_ids_param uuid[]) returns integer
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
revoke execute on function public.restore_photos(uuid[]) from public, anon;
grant execute on function public.restore_photos(uuid[]) to authenticated;
comment on function public.restore_photos(uuid[]) is 'Brings deleted photos back. Answers how many.';

create function private.purge_photos() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  purged integer;
begin
  -- A hosted project asks for this word before rows of files are deleted in SQL.
  perform set_config('storage.allow_delete_query', 'true', true);
  with gone as (
    delete from public.photos p where p.deleted_at < now() - interval '30 days'
      and not private.is_photo_locked(p.company_id, p.field_report_id) returning p.path
  ), files as (
    delete from storage.objects o using gone where o.bucket_id = 'photos' and o.name = gone.path
  )
  select count(*) into purged from gone;
  return purged;
end $$;
revoke execute on function private.purge_photos() from public;
comment on function private.purge_photos() is 'Removes rows and files of photos that were deleted 30 days ago.';
do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('purge-photos', '23 3 * * *', 'select private.purge_photos()');
  end if;
end $$;
