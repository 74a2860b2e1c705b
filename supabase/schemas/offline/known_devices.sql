create table private.known_devices (
  company_id uuid not null,
  user_id uuid not null,
  device_id text not null,
  first_seen_at timestamptz default clock_timestamp() not null,
  constraint known_devices_pkey primary key (company_id, user_id, device_id),
  constraint known_devices_device_length check (char_length(device_id) >= 1 and char_length(device_id) <= 100),
  constraint known_devices_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('private.known_devices');
comment on table private.known_devices is 'Since when the server knows a device of an account: it announced itself, or sent events.';
alter table private.known_devices enable row level security;

create or replace function public.register_device(device_id_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if coalesce(char_length(device_id_param), 0) not between 1 and 100 then
    raise exception using errcode = 'P0001', hint = 'unknown_device', message = 'Name the device in 1 to 100 characters.';
  end if;
  perform private.note_device(me.company_id, device_id_param);
end $$;
comment on function public.register_device(text) is 'Announces the caller''s device while there is a signal, so that its punches without one are believed later. Idempotent.';
grant execute on function public.register_device(text) to authenticated;

create or replace function private.note_device() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_system() then
    return new;
  end if;
  new.device := case when tg_op = 'INSERT' or (old.clock_out is null and new.clock_out is not null)
    then left(nullif(private.request_header('user-agent'), ''), 300) else old.device end;
  return new;
end $$;
comment on function private.note_device() is 'Notes the device at the start and the end of an entry, whatever a client sends; an edit keeps it.';

create or replace function private.note_device(company_id_param uuid, device_id_param text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.known_devices (company_id, user_id, device_id) values (company_id_param, auth.uid(), device_id_param)
    on conflict do nothing;
  if found then
    -- As many as anybody has used; the ones seen first stay.
    delete from private.known_devices d where d.company_id = company_id_param and d.user_id = auth.uid()
      and d.device_id in (select k.device_id from private.known_devices k
        where k.company_id = company_id_param and k.user_id = auth.uid() order by k.first_seen_at offset 100);
  end if;
end $$;
comment on function private.note_device(uuid,text) is 'Remembers since when the caller''s device is known.';
