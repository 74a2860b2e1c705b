-- With which device an entry was started and stopped; the audit trail keeps both.

alter table public.time_entries add column device text
  constraint time_entries_device_length check (char_length(device) <= 300);
comment on column public.time_entries.device is 'What the device of the last punch calls itself (its browser''s agent text). Not the client''s to write.';

create function private.note_device() returns trigger
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

create trigger f_note_device before insert or update on public.time_entries
  for each row execute function private.note_device();
