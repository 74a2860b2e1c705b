create table private.signatures (
  id uuid default gen_random_uuid() not null,
  company_id uuid not null,
  purpose text not null,
  signed_text text not null,
  requested_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  key_id text,
  signature text,
  signed_at timestamptz,
  checked_at timestamptz,
  holds boolean,
  constraint signatures_pkey primary key (id),
  constraint signatures_purpose_form check (purpose ~ '^[a-z_]{1,40}$'),
  constraint signatures_complete check ((signature is null) = (key_id is null) and (signature is null) = (signed_at is null)),
  constraint signatures_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('private.signatures');
create index signatures_by_company on private.signatures (company_id);
create index signatures_to_work_on on private.signatures (created_at) where checked_at is null;
comment on table private.signatures is 'Texts to be signed with the key of the installation, and their signatures. Rows without checked_at are worked on by any server of the database ([signing] in config.toml); on a hosted project they stay unsigned.';
comment on column private.signatures.signature is 'Ed25519 over the UTF-8 bytes of signed_text, base64.';
comment on column private.signatures.checked_at is 'When a server signed it, or checked its signature last; null asks for either.';
comment on column private.signatures.holds is 'Whether the signature fitted the text then, by a key that is published.';
alter table private.signatures enable row level security;

create or replace trigger keep_signed before update on private.signatures
  for each row execute function private.keep_signed();

create or replace function private.keep_signed() returns trigger
language plpgsql set search_path = '' as $$
begin
  if to_jsonb(new) - '{key_id,signature,signed_at,checked_at,holds}'::text[] <> to_jsonb(old) - '{key_id,signature,signed_at,checked_at,holds}'::text[]
    or old.signature is not null and (new.signature, new.key_id, new.signed_at) is distinct from (old.signature, old.key_id, old.signed_at) then
    raise exception using errcode = '42501', hint = 'append_only', message = 'What was signed cannot be changed.';
  end if;
  return new;
end $$;
comment on function private.keep_signed() is 'A text to be signed stays as it is, and so does its signature, for every role.';

create or replace trigger wake_signers after insert or update of checked_at on private.signatures
  for each row when (new.checked_at is null) execute function private.wake_signers();

create or replace function private.wake_signers() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('signatures', '');
  return null;
end $$;
comment on function private.wake_signers() is 'Wakes the servers, which sign within a second.';

create or replace function private.request_signature(company_id_param uuid, purpose_param text, text_param text) returns uuid
language sql security definer set search_path = '' as $$
  insert into private.signatures (company_id, purpose, signed_text) values (company_id_param, purpose_param, text_param) returning id;
$$;
comment on function private.request_signature(uuid,text,text) is 'Has a text signed with the key of the installation; signature_of() has the result once a server made it. Give it canonical JSON (private.canonical_json) that names its format.';

create or replace function public.signature_of(id_param uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('signed_text', s.signed_text, 'signature', s.signature, 'key_id', s.key_id)
  from private.signatures s
  where s.id = id_param and s.signature is not null
    and (s.requested_by = auth.uid() or s.company_id = private.my_company_id() and private.is_manager());
$$;
comment on function public.signature_of(uuid) is 'Whoever asked for it, and managers: a signature of the installation with its text and key, or null while there is none.';
grant execute on function public.signature_of(uuid) to authenticated;
