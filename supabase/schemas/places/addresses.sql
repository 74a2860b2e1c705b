create or replace function public.may_find_addresses() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_manager()
$$;
comment on function public.may_find_addresses() is 'Whether the caller may have the server look up an address: managers and owners, who draw the sites.';
grant execute on function public.may_find_addresses() to authenticated;
