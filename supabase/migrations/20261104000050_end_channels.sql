-- Whoever loses access loses open channels too, not only the rows: at once where the platform can
-- do it, otherwise when their token ends. Policies keep every row from them either way.

create function private.end_channels() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regprocedure('realtime.disconnect(uuid)') is not null then
    execute 'select realtime.disconnect($1)' using old.user_id;
  end if;
  return null;
end $$;
comment on function private.end_channels() is 'Closes the realtime channels of someone who was deactivated, unlinked or removed.';
revoke all on function private.end_channels() from public;

create trigger end_channels_of_the_deactivated after update of active, user_id on public.employees
  for each row when (old.user_id is not null
    and (old.active and not new.active or new.user_id is distinct from old.user_id))
  execute function private.end_channels();
create trigger end_channels_of_the_removed after delete on public.employees
  for each row when (old.user_id is not null) execute function private.end_channels();
