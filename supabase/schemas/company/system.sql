create or replace function public.may_see_system() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
begin
  return coalesce(me.role = 'owner' and me.company_id = private.system_company_id(), false);
end $$;
comment on function public.may_see_system() is 'Whether the caller may see the state of the installation: an owner of the company that was founded first. Any company comes before the demo.';
grant execute on function public.may_see_system() to authenticated;

create or replace function private.system_company_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Of the company that anyone can try with a password from the README (supabase/seed/demo.sql).
  demo constant uuid := overlay(overlay(md5('chalkline demo company') placing '4' from 13) placing 'a' from 17)::uuid;
begin
  -- An owner who was locked out holds the place of no company: the demo is locked where it is switched off.
  return (
    select c.id from public.companies c
    where exists (
      select from public.employees e join auth.users u on u.id = e.user_id
      where e.company_id = c.id and e.role = 'owner' and e.active
        and (u.banned_until is null or u.banned_until < now()))
    order by c.id = demo, c.created_at, c.id
    limit 1);
end $$;
comment on function private.system_company_id() is 'The company whose owners see the state of the installation and are notified of it: the one that was founded first.';
