create table public.made_as (role name);
set role anon;
select 1;
set role authenticated;
select 1;
set role service_role;
insert into public.made_as values (current_user);
set role platform_owner;
create function public.token() returns boolean language sql as $$
  select valid from extensions.verify(extensions.sign('{"sub":"a"}', 'secret'), 'secret')
$$;
