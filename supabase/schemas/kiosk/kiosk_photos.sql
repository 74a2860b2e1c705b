insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('kiosk-photos', 'kiosk-photos', 'f', '524288', '{image/jpeg}')
on conflict (id) do update set file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create table public.kiosk_photos (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  kiosk_id uuid,
  time_entry_id uuid,
  moment text not null,
  path text not null,
  taken_at timestamptz default now() not null,
  uploaded_at timestamptz,
  review text,
  reviewed_by uuid,
  reviewed_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint kiosk_photos_pkey primary key (company_id, id),
  constraint kiosk_photos_path_once unique (path),
  constraint kiosk_photos_moment_known check (moment in ('clock_in', 'clock_out', 'switch', 'start_break', 'end_break')),
  constraint kiosk_photos_path_form check (path = (((((company_id || '/') || employee_id) || '/') || id) || '.jpg')),
  constraint kiosk_photos_review_known check (review in ('them', 'not_them')),
  constraint kiosk_photos_reviewed_has_time check ((review is null) = (reviewed_at is null)),
  constraint kiosk_photos_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint kiosk_photos_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint kiosk_photos_entry foreign key (company_id, time_entry_id) references public.time_entries(company_id, id) on delete set null (time_entry_id),
  constraint kiosk_photos_kiosk foreign key (company_id, kiosk_id) references public.kiosks(company_id, id) on delete set null (kiosk_id)
);
select private.refuse_non_finite('public.kiosk_photos');
create index kiosk_photos_by_employee on public.kiosk_photos (company_id, employee_id, taken_at desc);
create index kiosk_photos_by_entry on public.kiosk_photos (company_id, time_entry_id) where time_entry_id is not null;
create index kiosk_photos_by_kiosk on public.kiosk_photos (company_id, kiosk_id) where kiosk_id is not null;
create index kiosk_photos_by_time on public.kiosk_photos (taken_at);
create index kiosk_photos_missing on public.kiosk_photos (company_id, created_at) where uploaded_at is null;
create index kiosk_photos_reviewed on public.kiosk_photos (company_id, reviewed_at desc) where review is not null;
create index kiosk_photos_to_review on public.kiosk_photos (company_id, taken_at) where review is null and uploaded_at is not null;
comment on table public.kiosk_photos is 'Photos taken with a punch at a kiosk, of people who agreed. For managers to look at; nothing compares faces. Written by add_kiosk_photo, kept for 60 days, those of another person for a year.';
comment on column public.kiosk_photos.path is '<company>/<employee>/<photo>.jpg in the bucket kiosk-photos.';
comment on column public.kiosk_photos.uploaded_at is 'When the file had arrived; null if it never did.';
comment on column public.kiosk_photos.review is 'What a manager said: them or not_them; null: nobody has looked.';
alter table public.kiosk_photos enable row level security;
alter publication supabase_realtime add table public.kiosk_photos;
grant select on table public.kiosk_photos to authenticated;

create policy "Managers read photos of the kiosk" on public.kiosk_photos
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger keep_identity before update on public.kiosk_photos
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.kiosk_photos
  for each row execute function private.record_change();

create policy "A kiosk stores the photo it announced" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'kiosk-photos' and private.may_store_kiosk_photo(name));

create policy "Anonymous accounts add no files but photos of their kiosk" on storage.objects as restrictive
  for insert to authenticated
  with check (bucket_id = 'kiosk-photos' or not (select private.is_anonymous()));

create policy "Managers see the files of kiosk photos" on storage.objects
  for select to authenticated
  using (bucket_id = 'kiosk-photos' and (exists ( select
   from public.kiosk_photos p
  where p.company_id = (select private.my_company_id()) and p.path = objects.name)));

create or replace trigger note_stored_kiosk_photo after insert on storage.objects
  for each row when (new.bucket_id = 'kiosk-photos' and (new.metadata ->> 'eTag') is not null) execute function private.note_stored_kiosk_photo();

create or replace function private.note_stored_kiosk_photo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.kiosk_photos p set uploaded_at = now() where p.path = new.name and p.uploaded_at is null;
  return null;
end $$;

create or replace function public.answer_kiosk_photos(employee_id_param uuid, pin_param text, agreed_param boolean, language_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  kiosk public.kiosks := private.require_kiosk();
  pin record := private.check_pin(kiosk, employee_id_param, pin_param);
begin
  if pin.result = 'ok' then
    insert into public.photo_consents (company_id, employee_id, agreed, language, kiosk_id)
      values (kiosk.company_id, employee_id_param, coalesce(agreed_param, false), case language_param when 'es' then 'es' else 'en' end, kiosk.id)
      on conflict on constraint photo_consents_one_each do update
        set agreed = excluded.agreed, language = excluded.language, kiosk_id = excluded.kiosk_id;
  end if;
  return pin.result;
end $$;
comment on function public.answer_kiosk_photos(uuid,text,boolean,text) is 'With the PIN: whether the person agrees to a photo with each punch at a kiosk; can be changed at any time. Result: ok, wrong_pin, locked, no_pin.';
grant execute on function public.answer_kiosk_photos(uuid,text,boolean,text) to authenticated;

create or replace function public.add_kiosk_photo(employee_id_param uuid, pin_param text, entry_id_param uuid, moment_param text, id_param uuid) returns table(result text, path text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  kiosk public.kiosks := private.require_kiosk();
begin
  result := (private.check_pin(kiosk, employee_id_param, pin_param)).result;
  if result = 'ok' and (private.wants_kiosk_photos(kiosk.company_id, employee_id_param) <> 'yes'
      -- Nobody punches as often: a stolen tablet does not fill the disk.
      or (select count(*) >= 40 from public.kiosk_photos p where p.company_id = kiosk.company_id and p.employee_id = employee_id_param
        and p.taken_at > now() - interval '1 day')) then
    result := 'not_wanted';
  end if;
  if result = 'ok' then
    insert into public.kiosk_photos (company_id, id, employee_id, kiosk_id, time_entry_id, moment, path)
      select kiosk.company_id, id_param, e.employee_id, kiosk.id, e.id, moment_param,
        format('%s/%s/%s.jpg', kiosk.company_id, e.employee_id, id_param)
      from public.time_entries e where e.company_id = kiosk.company_id and e.employee_id = employee_id_param and e.id = entry_id_param
      on conflict do nothing;
    select p.path into path from public.kiosk_photos p
      where p.company_id = kiosk.company_id and p.id = id_param and p.created_by = auth.uid();
  end if;
  return next;
end $$;
comment on function public.add_kiosk_photo(uuid,text,uuid,text,uuid) is 'With the PIN: announces the photo of a punch and answers the path its file is stored at. Result: ok, not_wanted (switched off or refused), wrong_pin, locked, no_pin. Idempotent by id.';
grant execute on function public.add_kiosk_photo(uuid,text,uuid,text,uuid) to authenticated;

create or replace function private.wants_kiosk_photos(company_id_param uuid, employee_id_param uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case when not c.kiosk_photos then 'off' else coalesce(
    (select case when p.agreed then 'yes' else 'no' end from public.photo_consents p
      where p.company_id = c.id and p.employee_id = employee_id_param), 'ask') end
  from public.companies c where c.id = company_id_param;
$$;
comment on function private.wants_kiosk_photos(uuid,uuid) is 'off: the company takes none; ask: the person has not answered yet; yes; no.';

create or replace function public.review_kiosk_photos(ids_param uuid[], them_param boolean) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  photo public.kiosk_photos;
  looked_at integer := 0;
begin
  for photo in
    update public.kiosk_photos p set review = case when them_param then 'them' else 'not_them' end, reviewed_by = auth.uid(), reviewed_at = now()
    where p.company_id = me.company_id and p.id = any (ids_param) and p.uploaded_at is not null returning *
  loop
    looked_at := looked_at + 1;
    if photo.review = 'them' then
      perform private.settle_verifications(me.company_id, '{kiosk_photo}', array[photo.id], null, auth.uid());
    else
      perform private.open_verification(me.company_id, 'kiosk_photo', photo.id, photo.employee_id, e.project_id, photo.taken_at,
          'Someone else punched for ' || private.person_name(me.company_id, photo.employee_id),
          jsonb_strip_nulls(jsonb_build_object('moment', photo.moment, 'entry_id', e.id, 'work_date', e.work_date)))
        from (select 1) one left join public.time_entries e on e.company_id = me.company_id and e.id = photo.time_entry_id;
      update public.verifications v set status = 'open', resolved_at = null, resolved_by = null
        where v.company_id = me.company_id and v.kind = 'kiosk_photo' and v.subject_id = photo.id and v.status = 'resolved';
    end if;
  end loop;
  return looked_at;
end $$;
comment on function public.review_kiosk_photos(uuid[],boolean) is 'Managers: says whether these photos show who punched. Those that do not become items to verify. Answers how many.';
grant execute on function public.review_kiosk_photos(uuid[],boolean) to authenticated;

create or replace function private.may_store_kiosk_photo(name_param text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.kiosk_photos p join public.kiosks k on k.company_id = p.company_id and k.id = p.kiosk_id
    where p.path = name_param and p.created_by = auth.uid() and p.uploaded_at is null
      and k.user_id = auth.uid() and k.revoked_at is null);
$$;
comment on function private.may_store_kiosk_photo(text) is 'Whether the tablet that calls has announced exactly this file.';
grant execute on function private.may_store_kiosk_photo(text) to authenticated, service_role;

create or replace function private.purge_kiosk_photos() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  purged integer;
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  with gone as (
    delete from public.kiosk_photos p
      where p.taken_at < now() - interval '60 days' and (p.review is distinct from 'not_them' or p.taken_at < now() - interval '1 year')
        and not private.is_held(p.company_id, p.employee_id, (select t.project_id::text from public.time_entries t where t.company_id = p.company_id and t.id = p.time_entry_id))
      returning p.path
  ), files as (
    delete from storage.objects o using gone where o.bucket_id = 'kiosk-photos' and o.name = gone.path
  )
  select count(*) into purged from gone;
  return purged;
end $$;
comment on function private.purge_kiosk_photos() is 'Removes photos of the kiosk after 60 days, those of another person after a year; none of a person or project on legal hold.';
select cron.schedule('purge-kiosk-photos', '33 3 * * *', 'select private.purge_kiosk_photos()');
