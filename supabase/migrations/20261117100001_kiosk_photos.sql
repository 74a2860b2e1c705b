-- A photo with a punch at the kiosk, for a person to look at. The owner switches it on, each person is asked once and may
-- refuse; the punch has been made before. Managers alone read the pictures, and nothing compares faces.

alter table public.companies add column kiosk_photos boolean not null default false;
comment on column public.companies.kiosk_photos is 'Whether kiosks take a photo with the punches of those who agreed.';

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('kiosk-photos', 'kiosk-photos', false, 524288, array['image/jpeg'])
on conflict (id) do nothing;

create table public.photo_consents (
  company_id uuid not null references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  agreed boolean not null,
  language text not null constraint photo_consents_language_known check (language in ('en', 'es')),
  kiosk_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint photo_consents_one_each unique (company_id, employee_id),
  constraint photo_consents_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade,
  constraint photo_consents_kiosk foreign key (company_id, kiosk_id) references public.kiosks (company_id, id) on delete set null (kiosk_id)
);
create index photo_consents_by_kiosk on public.photo_consents (company_id, kiosk_id) where kiosk_id is not null;
comment on table public.photo_consents is 'Who agreed to a photo with the punch at a kiosk, and who refused. Written with the person''s PIN by answer_kiosk_photos; every change is in the history.';
comment on column public.photo_consents.language is 'The language the question was read in.';

create table public.kiosk_photos (
  company_id uuid not null references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  kiosk_id uuid,
  time_entry_id uuid,
  moment text not null constraint kiosk_photos_moment_known check (moment in ('clock_in', 'clock_out', 'switch', 'start_break', 'end_break')),
  path text not null constraint kiosk_photos_path_once unique,
  taken_at timestamptz not null default now(),
  uploaded_at timestamptz,
  review text constraint kiosk_photos_review_known check (review in ('them', 'not_them')),
  reviewed_by uuid,
  reviewed_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint kiosk_photos_path_form check (path = company_id || '/' || employee_id || '/' || id || '.jpg'),
  constraint kiosk_photos_reviewed_has_time check ((review is null) = (reviewed_at is null)),
  constraint kiosk_photos_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade,
  constraint kiosk_photos_kiosk foreign key (company_id, kiosk_id) references public.kiosks (company_id, id) on delete set null (kiosk_id),
  constraint kiosk_photos_entry foreign key (company_id, time_entry_id) references public.time_entries (company_id, id) on delete set null (time_entry_id)
);
create index kiosk_photos_to_review on public.kiosk_photos (company_id, taken_at) where review is null and uploaded_at is not null;
create index kiosk_photos_reviewed on public.kiosk_photos (company_id, reviewed_at desc) where review is not null;
create index kiosk_photos_by_employee on public.kiosk_photos (company_id, employee_id, taken_at desc);
create index kiosk_photos_by_kiosk on public.kiosk_photos (company_id, kiosk_id) where kiosk_id is not null;
create index kiosk_photos_by_entry on public.kiosk_photos (company_id, time_entry_id) where time_entry_id is not null;
create index kiosk_photos_by_time on public.kiosk_photos (taken_at);
comment on table public.kiosk_photos is 'Photos taken with a punch at a kiosk, of people who agreed. For managers to look at; nothing compares faces. Written by add_kiosk_photo, kept for 60 days, those of another person for a year.';
comment on column public.kiosk_photos.path is '<company>/<employee>/<photo>.jpg in the bucket kiosk-photos.';
comment on column public.kiosk_photos.uploaded_at is 'When the file had arrived; null if it never did.';
comment on column public.kiosk_photos.review is 'What a manager said: them or not_them; null: nobody has looked.';

do $$
declare
  table_name text;
begin
  foreach table_name in array array['photo_consents', 'kiosk_photos'] loop
    execute format('alter table public.%I enable row level security', table_name);
    perform private.refuse_non_finite(format('public.%I', table_name)::regclass);
    execute format('create trigger keep_identity before update on public.%I for each row execute function private.keep_identity()', table_name);
    execute format('create trigger zz_record_change after insert or update or delete on public.%I for each row execute function private.record_change()', table_name);
    execute format('grant select on public.%I to authenticated', table_name);
    execute format('grant select, insert, update, delete on public.%I to service_role', table_name);
    if exists (select from pg_publication where pubname = 'supabase_realtime') then
      execute format('alter publication supabase_realtime add table public.%I', table_name);
    end if;
  end loop;
end $$;
create trigger touch_updated_at before update on public.photo_consents for each row execute function private.touch_updated_at();

create policy "Managers read who agreed to photos, others their own answer" on public.photo_consents
  for select to authenticated using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
create policy "Managers read photos of the kiosk" on public.kiosk_photos
  for select to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create function private.wants_kiosk_photos(company_id_param uuid, employee_id_param uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case when not c.kiosk_photos then 'off' else coalesce(
    (select case when p.agreed then 'yes' else 'no' end from public.photo_consents p
      where p.company_id = c.id and p.employee_id = employee_id_param), 'ask') end
  from public.companies c where c.id = company_id_param;
$$;
revoke execute on function private.wants_kiosk_photos(uuid, uuid) from public;
comment on function private.wants_kiosk_photos(uuid, uuid) is 'off: the company takes none; ask: the person has not answered yet; yes; no.';

create function public.answer_kiosk_photos(employee_id_param uuid, pin_param text, agreed_param boolean, language_param text) returns text
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
revoke execute on function public.answer_kiosk_photos(uuid, text, boolean, text) from public, anon;
grant execute on function public.answer_kiosk_photos(uuid, text, boolean, text) to authenticated;
comment on function public.answer_kiosk_photos(uuid, text, boolean, text) is 'With the PIN: whether the person agrees to a photo with each punch at a kiosk; can be changed at any time. Result: ok, wrong_pin, locked, no_pin.';

create function public.add_kiosk_photo(employee_id_param uuid, pin_param text, entry_id_param uuid, moment_param text, id_param uuid)
returns table (result text, path text)
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
revoke execute on function public.add_kiosk_photo(uuid, text, uuid, text, uuid) from public, anon;
grant execute on function public.add_kiosk_photo(uuid, text, uuid, text, uuid) to authenticated;
comment on function public.add_kiosk_photo(uuid, text, uuid, text, uuid) is 'With the PIN: announces the photo of a punch and answers the path its file is stored at. Result: ok, not_wanted (switched off or refused), wrong_pin, locked, no_pin. Idempotent by id.';

create function private.may_store_kiosk_photo(name_param text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.kiosk_photos p join public.kiosks k on k.company_id = p.company_id and k.id = p.kiosk_id
    where p.path = name_param and p.created_by = auth.uid() and p.uploaded_at is null
      and k.user_id = auth.uid() and k.revoked_at is null);
$$;
revoke execute on function private.may_store_kiosk_photo(text) from public;
grant execute on function private.may_store_kiosk_photo(text) to authenticated, service_role;
comment on function private.may_store_kiosk_photo(text) is 'Whether the tablet that calls has announced exactly this file.';

create function private.note_stored_kiosk_photo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.kiosk_photos p set uploaded_at = now() where p.path = new.name and p.uploaded_at is null;
  return null;
end $$;
create trigger note_stored_kiosk_photo after insert on storage.objects
  -- Without its hash the file is only asked about; the bytes are still to come.
  for each row when (new.bucket_id = 'kiosk-photos' and new.metadata ->> 'eTag' is not null) execute function private.note_stored_kiosk_photo();

drop policy "Anonymous accounts add no files" on storage.objects;
create policy "Anonymous accounts add no files but photos of their kiosk" on storage.objects
  as restrictive for insert to authenticated with check (bucket_id = 'kiosk-photos' or not (select private.is_anonymous()));
create policy "A kiosk stores the photo it announced" on storage.objects
  for insert to authenticated with check (bucket_id = 'kiosk-photos' and private.may_store_kiosk_photo(name));
create policy "Managers see the files of kiosk photos" on storage.objects
  for select to authenticated using (bucket_id = 'kiosk-photos' and exists (
    select from public.kiosk_photos p where p.company_id = (select private.my_company_id()) and p.path = objects.name));

create function public.review_kiosk_photos(ids_param uuid[], them_param boolean) returns integer
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
revoke execute on function public.review_kiosk_photos(uuid[], boolean) from public, anon;
grant execute on function public.review_kiosk_photos(uuid[], boolean) to authenticated;
comment on function public.review_kiosk_photos(uuid[], boolean) is 'Managers: says whether these photos show who punched. Those that do not become items to verify. Answers how many.';

create function private.purge_kiosk_photos() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  purged integer;
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  with gone as (
    delete from public.kiosk_photos p
      where p.taken_at < now() - interval '60 days' and (p.review is distinct from 'not_them' or p.taken_at < now() - interval '1 year')
      returning p.path
  ), files as (
    delete from storage.objects o using gone where o.bucket_id = 'kiosk-photos' and o.name = gone.path
  )
  select count(*) into purged from gone;
  return purged;
end $$;
revoke execute on function private.purge_kiosk_photos() from public;
comment on function private.purge_kiosk_photos() is 'Removes photos of the kiosk after 60 days, those of another person after a year.';
do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('purge-kiosk-photos', '33 3 * * *', 'select private.purge_kiosk_photos()');
  end if;
end $$;

create or replace function public.kiosk_person(employee_id_param uuid, pin_param text) returns json
language plpgsql security definer set search_path = '' as $$
declare
  kiosk public.kiosks := private.require_kiosk();
  pin record;
  person public.employees;
begin
  pin := private.check_pin(kiosk, employee_id_param, pin_param);
  if pin.result <> 'ok' then
    return json_build_object('result', pin.result, 'tries_left', pin.tries_left);
  end if;
  select * into person from public.employees e where e.company_id = kiosk.company_id and e.id = employee_id_param;
  return json_build_object('result', 'ok', 'first_name', person.first_name, 'last_name', person.last_name,
    'language', coalesce((select p.language from public.profiles p where p.id = person.user_id), person.language),
    'running', (select json_build_object('since', t.clock_in, 'project_name', p.name, 'cost_code_name', c.name, 'on_break', exists (
          select from public.time_entry_breaks b where b.company_id = t.company_id and b.time_entry_id = t.id and b.ended_at is null))
      from public.time_entries t
      left join public.projects p on p.company_id = t.company_id and p.id = t.project_id
      left join public.cost_codes c on c.company_id = t.company_id and c.id = t.cost_code_id
      where t.company_id = kiosk.company_id and t.employee_id = person.id and t.clock_out is null),
    'recent', (select coalesce(json_agg(r order by r.last_used_at desc), '[]') from (
      select e.project_id, e.cost_code_id, max(e.clock_in) as last_used_at from (
        select t.project_id, t.cost_code_id, t.clock_in from public.time_entries t
        where t.company_id = kiosk.company_id and t.employee_id = person.id and t.project_id is not null
        order by t.clock_in desc limit 40) e
      group by 1, 2 order by 3 desc limit 6) r),
    'projects', (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.id is distinct from kiosk.project_id, p.name), '[]')
      from public.projects p
      where p.company_id = kiosk.company_id and p.status = 'active' and p.archived_at is null
        and (not exists (select from public.project_members m where m.company_id = p.company_id and m.project_id = p.id)
          or exists (select from public.project_members m where m.company_id = p.company_id and m.project_id = p.id and m.employee_id = person.id))),
    'cost_codes', (select coalesce(json_agg(json_build_object('id', c.id, 'code', c.code, 'name', c.name, 'projects',
        (select json_agg(l.project_id) from public.project_cost_codes l where l.company_id = c.company_id and l.cost_code_id = c.id)) order by c.code), '[]')
      from public.cost_codes c where c.company_id = kiosk.company_id and c.active),
    'limited_projects', (select coalesce(json_agg(distinct l.project_id), '[]') from public.project_cost_codes l where l.company_id = kiosk.company_id),
    'cost_code_required', (select c.cost_code_required from public.companies c where c.id = kiosk.company_id),
    'photo', private.wants_kiosk_photos(kiosk.company_id, person.id));
end $$;
