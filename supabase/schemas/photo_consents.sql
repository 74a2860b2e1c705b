-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

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
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_updated_at check (isfinite(updated_at)),
  constraint photo_consents_language_known check (language = any (array['en'::text, 'es'::text])),
  constraint photo_consents_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint photo_consents_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint photo_consents_kiosk foreign key (company_id, kiosk_id) references public.kiosks(company_id, id) on delete set null (kiosk_id)
);
create index photo_consents_by_kiosk on public.photo_consents using btree (company_id, kiosk_id) where kiosk_id is not null;
comment on table public.photo_consents is 'Who agreed to a photo with the punch at a kiosk, and who refused. Written with the person''s PIN by answer_kiosk_photos; every change is in the history.';
comment on column public.photo_consents.language is 'The language the question was read in.';
alter table public.photo_consents enable row level security;
grant select on table public.photo_consents to authenticated;

create policy "Managers read who agreed to photos, others their own answer" on public.photo_consents
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

alter publication supabase_realtime add table public.photo_consents;

create or replace trigger keep_identity before update on public.photo_consents
  for each row execute function private.keep_identity();

create or replace trigger touch_updated_at before update on public.photo_consents
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.photo_consents
  for each row execute function private.record_change();
