create table public.device_keys (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  device_name text not null,
  public_key jsonb not null,
  fingerprint text generated always as (encode(sha256(((('{"crv":"P-256","kty":"EC","x":"'::text || (public_key ->> 'x'::text)) || '","y":"'::text) || (public_key ->> 'y'::text) || '"}'::text)::bytea), 'hex'::text)) stored not null,
  ended_at timestamptz,
  ended_by uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint device_keys_pkey primary key (company_id, id),
  constraint device_keys_once unique (company_id, employee_id, fingerprint),
  constraint device_keys_device_name_length check (char_length(btrim(device_name)) >= 1 and char_length(device_name) <= 80),
  constraint device_keys_public_key_form check (public_key = jsonb_build_object('crv', 'P-256', 'kty', 'EC', 'x', public_key ->> 'x', 'y', public_key ->> 'y') and public_key ->> 'x' ~ '^[A-Za-z0-9_-]{43}$' and public_key ->> 'y' ~ '^[A-Za-z0-9_-]{43}$'),
  constraint device_keys_employee foreign key (company_id, employee_id) references public.employees(company_id, id)
);
select private.refuse_non_finite('public.device_keys');
comment on table public.device_keys is 'Public halves of keys that people''s devices sign timesheets with. The private half is made on the device and never leaves it. Never deleted: old signatures are checked with them. Written by functions only.';
comment on column public.device_keys.public_key is 'JWK of a P-256 key: crv, kty, x and y alone.';
comment on column public.device_keys.fingerprint is 'SHA-256 (hex) of the JWK thumbprint text of RFC 7638. Screens show its first 16 digits.';
comment on column public.device_keys.created_at is 'When the device signed for the first time.';
comment on column public.device_keys.ended_at is 'Lost or replaced: signs nothing any more. What it signed before stays as it is.';
alter table public.device_keys enable row level security;
grant select on table public.device_keys to authenticated;

create policy "Managers read signing devices, others their own" on public.device_keys
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger keep_creator before insert or update on public.device_keys
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.device_keys
  for each row execute function private.lock_identity();

create or replace trigger keep_key before update on public.device_keys
  for each row when (old.ended_at is not null or (old.employee_id, old.public_key) is distinct from (new.employee_id, new.public_key)) execute function private.refuse_change();

create or replace trigger zz_record_change after insert or delete or update on public.device_keys
  for each row execute function private.record_change();

create or replace function public.register_device_key(public_key_param jsonb, device_name_param text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  max_devices constant integer := 50;
  stored public.device_keys;
begin
  if jsonb_typeof(public_key_param) is distinct from 'object'
      or coalesce(public_key_param ->> 'crv', '') <> 'P-256' or coalesce(public_key_param ->> 'kty', '') <> 'EC'
      or coalesce(public_key_param ->> 'x', '') !~ '^[A-Za-z0-9_-]{43}$' or coalesce(public_key_param ->> 'y', '') !~ '^[A-Za-z0-9_-]{43}$' then
    raise exception using errcode = 'P0001', hint = 'invalid_device_key', message = 'This is no public key of a device.';
  end if;
  -- One at a time for a person: two windows register the key of the same device.
  perform pg_advisory_xact_lock(hashtextextended('device key:' || me.id, 0));
  select * into stored from public.device_keys k
    where k.company_id = me.company_id and k.employee_id = me.id and k.public_key ->> 'x' = public_key_param ->> 'x' and k.public_key ->> 'y' = public_key_param ->> 'y';
  if stored.id is not null then
    return (private.own_device_key(me, stored.id)).id;
  elsif (select count(*) from public.device_keys k where k.company_id = me.company_id and k.employee_id = me.id and k.ended_at is null) >= max_devices then
    raise exception using errcode = 'P0001', hint = 'too_many_device_keys', message = 'You sign on too many devices. Remove those you no longer use.';
  end if;
  insert into public.device_keys (company_id, employee_id, device_name, public_key)
    values (me.company_id, me.id, coalesce(nullif(left(btrim(device_name_param), 80), ''), '–'),
      jsonb_build_object('crv', 'P-256', 'kty', 'EC', 'x', public_key_param ->> 'x', 'y', public_key_param ->> 'y'))
    returning * into stored;
  return stored.id;
end $$;
comment on function public.register_device_key(jsonb,text) is 'Everyone, for themselves: the public half of the key their device signs timesheets with. Idempotent; gives the id. A key that was ended stays ended.';
grant execute on function public.register_device_key(jsonb,text) to authenticated;

create or replace function private.own_device_key(person public.employees, id_param uuid) returns public.device_keys
language plpgsql stable set search_path = '' as $$
declare
  device public.device_keys;
begin
  select * into device from public.device_keys k where k.company_id = person.company_id and k.employee_id = person.id and k.id = id_param;
  if device.id is null or device.ended_at is not null then
    raise exception using errcode = 'P0001', hint = 'device_key_ended', message = 'This device no longer signs for you. Sign again: it makes a new key.';
  end if;
  return device;
end $$;
comment on function private.own_device_key(public.employees,uuid) is 'A key of this person that still signs; refuses any other.';

create or replace function public.end_device_key(id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  update public.device_keys k set ended_at = now(), ended_by = auth.uid()
    where k.company_id = me.company_id and k.id = id_param and k.ended_at is null and (k.employee_id = me.id or me.role in ('owner', 'manager'));
  if not found and not exists (select from public.device_keys k
      where k.company_id = me.company_id and k.id = id_param and (k.employee_id = me.id or me.role in ('owner', 'manager'))) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This device was not found.';
  end if;
end $$;
comment on function public.end_device_key(uuid) is 'Everyone for themselves, managers for anyone: a device that was lost or given away signs nothing any more. What it signed stays.';
grant execute on function public.end_device_key(uuid) to authenticated;
