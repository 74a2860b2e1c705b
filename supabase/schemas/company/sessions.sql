create or replace function public.my_sessions() returns table(id uuid, created_at timestamptz, refreshed_at timestamptz, user_agent text, ip text, aal text, current boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select s.id, s.created_at, coalesce(s.refreshed_at at time zone 'utc', s.created_at), s.user_agent, host(s.ip), s.aal::text,
      s.id::text is not distinct from auth.jwt() ->> 'session_id'
    from auth.sessions s
    where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
    order by 3 desc;
end $$;
comment on function public.my_sessions() is 'Where the caller is signed in.';
grant execute on function public.my_sessions() to authenticated;

create or replace function public.end_my_session(id_param uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_second_factor();
  delete from auth.sessions s where s.id = id_param and s.user_id = auth.uid();
  return found;
end $$;
comment on function public.end_my_session(uuid) is 'Signs the caller out on one device: its tokens cannot be renewed any more.';
grant execute on function public.end_my_session(uuid) to authenticated;

create or replace function private.end_channels() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regprocedure('realtime.disconnect(uuid)') is not null then
    execute 'select realtime.disconnect($1)' using old.user_id;
  end if;
  return null;
end $$;
comment on function private.end_channels() is 'Closes the realtime channels of someone who was deactivated, unlinked or removed.';
