set role anon;
select 1;
set role authenticated;
select 1;
set role platform_owner;
create function public.token() returns boolean language sql as $$
  select valid from extensions.verify(extensions.sign('{"sub":"a"}', 'secret'), 'secret')
$$;
