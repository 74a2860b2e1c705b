-- A page that is not served securely has no digest: the hash is then noted when the file arrives.
alter table public.photos alter column sha256 drop not null;
alter table public.photos add constraint photos_sha256_known check (sha256 is not null or uploaded_at is null);
comment on column public.photos.sha256 is 'Of the original bytes. Computed on the device and compared with what arrives; noted on arrival where the device could not.';

create or replace function private.keep_photo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if private.is_photo_locked(old.company_id, old.field_report_id) and exists (select from public.companies c where c.id = old.company_id) then
      raise exception using errcode = '42501', hint = 'photo_locked', message = 'This photo belongs to a locked report.';
    end if;
    return old;
  end if;
  if (new.path, coalesce(old.sha256, new.sha256), new.media_type, new.taken_at, new.taken_on, new.taken_from, new.latitude, new.longitude, new.accuracy_m)
    is distinct from (old.path, new.sha256, old.media_type, old.taken_at, old.taken_on, old.taken_from, old.latitude, old.longitude, old.accuracy_m) then
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
  if (new.deleted_at is not null or new.field_report_id is distinct from old.field_report_id or new.project_id <> old.project_id)
    and private.is_photo_locked(old.company_id, old.field_report_id) then
    raise exception using errcode = '42501', hint = 'photo_locked', message = 'This photo belongs to a locked report.';
  end if;
  return new;
end $$;

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
