insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('certificate-proofs', 'certificate-proofs', 'f', '26214400', '{image/jpeg,image/png,image/webp,application/pdf}')
on conflict (id) do update set file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create table public.certificate_proofs (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid default private.my_employee_id() not null,
  type_id uuid not null,
  certification_id uuid,
  path text not null,
  media_type text default 'image/jpeg' not null,
  size_bytes bigint not null,
  width integer,
  height integer,
  sha256 text not null,
  taken_at timestamptz default now() not null,
  uploaded_at timestamptz,
  review text,
  review_note text,
  reviewed_by uuid,
  reviewed_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint certificate_proofs_pkey primary key (company_id, id),
  constraint certificate_proofs_path_once unique (path),
  constraint certificate_proofs_media_type_known check (media_type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  constraint certificate_proofs_note_length check (char_length(review_note) <= 300),
  constraint certificate_proofs_path_form check (path ~ (((((('^' || company_id) || '/') || employee_id) || '/') || id) || '\.(jpg|png|webp|pdf)$')),
  constraint certificate_proofs_pixels check (media_type = 'application/pdf' or width is not null and height is not null and least(width, height) >= 400 and greatest(width, height) <= 30000),
  constraint certificate_proofs_review_known check (review in ('readable', 'unreadable')),
  constraint certificate_proofs_reviewed_has_time check ((review is null) = (reviewed_at is null)),
  constraint certificate_proofs_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint certificate_proofs_size_range check (size_bytes >= 1 and size_bytes <= 26214400),
  constraint certificate_proofs_certificate foreign key (company_id, certification_id) references public.certifications(company_id, id) on delete set null (certification_id),
  constraint certificate_proofs_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint certificate_proofs_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint certificate_proofs_type foreign key (company_id, type_id) references public.certification_types(company_id, id)
);
select private.refuse_non_finite('public.certificate_proofs');
create index certificate_proofs_by_certificate on public.certificate_proofs (company_id, certification_id) where certification_id is not null;
create index certificate_proofs_by_employee on public.certificate_proofs (company_id, employee_id, type_id, taken_at desc);
create index certificate_proofs_by_type on public.certificate_proofs (company_id, type_id);
comment on table public.certificate_proofs is 'Photos and files of certificates. The newest of a certificate counts; one that the office could not read counts as none.';
comment on column public.certificate_proofs.certification_id is 'Null: the office has yet to enter the certificate from it.';
comment on column public.certificate_proofs.path is '<company>/<person>/<proof>.<ending> in the bucket certificate-proofs.';
comment on column public.certificate_proofs.uploaded_at is 'When the file had arrived; until then it counts as none.';
comment on column public.certificate_proofs.review is 'What the office said: readable or unreadable; null: nobody has looked. Only then does the row change.';
alter table public.certificate_proofs enable row level security;
alter publication supabase_realtime add table public.certificate_proofs;
grant select, delete on table public.certificate_proofs to authenticated;
grant insert (company_id, id, employee_id, type_id, certification_id, path, media_type, size_bytes, width, height, sha256, taken_at) on public.certificate_proofs to authenticated;

create policy "Managers read proofs of certificates, people their own" on public.certificate_proofs
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create policy "People send proofs of their certificates, managers anybody's" on public.certificate_proofs
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create policy "Managers delete proofs, people their own until they were read" on public.certificate_proofs
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id()) and review is distinct from 'readable'));

create or replace trigger a_fill_company_id before insert on public.certificate_proofs
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger check_proof before insert on public.certificate_proofs
  for each row execute function private.check_certificate_proof();

create or replace function private.check_certificate_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.certification_id is not null and not exists (select from public.certifications c where c.company_id = new.company_id
      and c.id = new.certification_id and c.employee_id = new.employee_id and c.type_id = new.type_id) then
    raise exception using errcode = 'P0001', hint = 'proof_of_another', message = 'This certificate is not one of this person and kind.';
  elsif not private.is_system() and (select count(*) from public.certificate_proofs p where p.company_id = new.company_id
      and p.employee_id = new.employee_id and p.created_at > now() - interval '1 day') >= 40 then
    raise exception using errcode = 'P0001', hint = 'too_many_proofs', message = 'That is enough for a day. Ask the office to look at what was sent.';
  end if;
  new.taken_at := least(new.taken_at, now());
  return new;
end $$;
comment on function private.check_certificate_proof() is 'A proof belongs to a certificate of the same person and kind; nobody fills the disk.';

create or replace trigger keep_creator before insert or update on public.certificate_proofs
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.certificate_proofs
  for each row execute function private.lock_identity();

create or replace trigger proof_goes after delete on public.certificate_proofs
  for each row execute function private.proof_goes();

create or replace function private.proof_goes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.bucket_id = 'certificate-proofs' and o.name = old.path;
  perform private.settle_verifications(old.company_id, '{certificate_proof}', array[old.id]);
  return null;
end $$;
comment on function private.proof_goes() is 'The file of a proof goes with its row.';

create or replace trigger zz_record_change after insert or delete or update on public.certificate_proofs
  for each row execute function private.record_change();

create policy "Who announced a proof stores its file" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'certificate-proofs' and private.may_store_proof(name, metadata));

create policy "Who sees a proof sees its file" on storage.objects
  for select to authenticated
  using (bucket_id = 'certificate-proofs' and (exists ( select
   from public.certificate_proofs p
  where p.company_id = (select private.my_company_id()) and p.path = objects.name)));

create or replace function private.may_store_proof(name_param text, metadata_param jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.certificate_proofs p
    where p.path = name_param and p.company_id = private.my_company_id() and p.created_by = auth.uid() and p.uploaded_at is null
      and coalesce((metadata_param ->> 'size')::bigint = p.size_bytes, true)
      and coalesce(metadata_param ->> 'mimetype' = p.media_type, true));
$$;
comment on function private.may_store_proof(text,jsonb) is 'Whether a row of the caller waits for exactly this file.';
grant execute on function private.may_store_proof(text,jsonb) to authenticated, service_role;

create or replace trigger note_stored_proof after insert on storage.objects
  for each row when (new.bucket_id = 'certificate-proofs') execute function private.note_stored_proof();

create or replace function private.note_stored_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- A server that names files by another hash says nothing about ours.
  hash text := substring(trim('"' from new.metadata ->> 'eTag') from '^[0-9a-f]{64}$');
  proof public.certificate_proofs;
begin
  if exists (select from public.certificate_proofs p where p.path = new.name and p.sha256 <> hash) then
    raise exception using errcode = 'P0001', hint = 'photo_damaged', message = 'The photo that arrived is not the one that was announced.';
  elsif new.metadata ->> 'eTag' is null then
    return null; -- storage only asks whether it may; the bytes are still to come
  end if;
  update public.certificate_proofs p set uploaded_at = now() where p.path = new.name and p.uploaded_at is null returning * into proof;
  if proof.id is null then
    return null;
  end if;
  -- A newer photo is the one to look at, and the answer to "take it again".
  perform private.settle_verifications(proof.company_id, '{certificate_proof}', array(select p.id from public.certificate_proofs p
    where p.company_id = proof.company_id and p.employee_id = proof.employee_id and p.type_id = proof.type_id and p.id <> proof.id));
  perform private.settle_notifications(proof.company_id, proof.employee_id, '{proof_unreadable}', jsonb_build_object('type_id', proof.type_id));
  if proof.employee_id is distinct from private.my_employee_id() and private.is_manager() then
    -- The office had it in front of them.
    update public.certificate_proofs p set review = 'readable', reviewed_by = auth.uid(), reviewed_at = now()
      where p.company_id = proof.company_id and p.id = proof.id;
  else
    perform private.open_verification(proof.company_id, 'certificate_proof', proof.id, proof.employee_id, null, proof.taken_at,
      private.person_name(proof.company_id, proof.employee_id) || ': photo of a certificate',
      jsonb_build_object('certificate', (select t.name from public.certification_types t where t.company_id = proof.company_id and t.id = proof.type_id)));
  end if;
  return null;
end $$;
comment on function private.note_stored_proof() is 'Compares the file with what was announced, notes when it arrived and puts it before the office.';

create or replace function private.has_proof(company_id_param uuid, certification_id_param uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select p.review is distinct from 'unreadable' from public.certificate_proofs p
    where p.company_id = company_id_param and p.certification_id = certification_id_param and p.uploaded_at is not null
    order by p.taken_at desc, p.created_at desc limit 1), false);
$$;
comment on function private.has_proof(uuid,uuid) is 'Whether the newest photo or file of a certificate can be read, as far as anybody has said.';

create or replace function private.proof_state(company_id_param uuid, employee_id_param uuid, type_id_param uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(p.review, 'waiting') from public.certificate_proofs p
  where p.company_id = company_id_param and p.employee_id = employee_id_param and p.type_id = type_id_param and p.uploaded_at is not null
  order by p.taken_at desc, p.created_at desc limit 1;
$$;
comment on function private.proof_state(uuid,uuid,uuid) is 'waiting, readable or unreadable: the last proof of a kind that a person sent; null: none.';

create or replace function public.review_certificate_proof(id_param uuid, readable_param boolean, note_param text default null::text, number_param text default null::text, issued_on_param date default null::date, expires_on_param date default null::date) returns public.certificate_proofs
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  proof public.certificate_proofs;
begin
  select * into proof from public.certificate_proofs p where p.company_id = me.company_id and p.id = id_param for update;
  if proof.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This photo was not found.';
  elsif proof.uploaded_at is null then
    raise exception using errcode = 'P0001', hint = 'file_missing', message = 'The photo has not arrived yet.';
  elsif proof.employee_id = me.id and private.somebody_else_decides(me.id) then
    raise exception using errcode = '42501', hint = 'another_looks', message = 'You did this yourself. Another manager or owner must look at it.';
  end if;
  if readable_param and proof.certification_id is null then
    insert into public.certifications (company_id, employee_id, type_id, number, issued_on, expires_on)
      values (proof.company_id, proof.employee_id, proof.type_id, nullif(btrim(number_param), ''), issued_on_param, expires_on_param)
      returning id into proof.certification_id;
  end if;
  update public.certificate_proofs p set review = case when readable_param then 'readable' else 'unreadable' end,
      review_note = nullif(btrim(note_param), ''), reviewed_by = auth.uid(), reviewed_at = now(), certification_id = proof.certification_id
    where p.company_id = proof.company_id and p.id = proof.id returning * into proof;
  perform private.settle_verifications(proof.company_id, '{certificate_proof}', array[proof.id], null, auth.uid());
  if readable_param then
    perform private.settle_notifications(proof.company_id, proof.employee_id, '{proof_unreadable}', jsonb_build_object('type_id', proof.type_id));
  else
    perform private.notify_person(proof.company_id, proof.employee_id, 'proof_unreadable', 'proof ' || proof.id, 'proof_unreadable',
      jsonb_build_object('type_id', proof.type_id, 'note', proof.review_note,
        'certificate', (select t.name from public.certification_types t where t.company_id = proof.company_id and t.id = proof.type_id)), '{"path": "/my-status"}');
  end if;
  return proof;
end $$;
comment on function public.review_certificate_proof(uuid,boolean,text,text,date,date) is 'Managers: says whether a photo of a certificate can be read. Not readable: the person is asked to take it again. Readable without a certificate: one is made from number and days. Nobody decides about their own where another could.';
grant execute on function public.review_certificate_proof(uuid,boolean,text,text,date,date) to authenticated;
