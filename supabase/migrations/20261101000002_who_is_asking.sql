-- Who is asking: the lookups every policy is built from.
-- Each reads one row by index, is evaluated once per statement when written as (select private.x()),
-- and answers nothing for a deactivated employee, so that a deactivation bites at once.
-- plpgsql because it keeps its plan for the session; a definer function is never inlined anyway.

-- An account with a second factor that has only given its password is nobody yet: otherwise a stolen
-- password would do at the data API what the sign-in screen refuses.
create function private.has_passed_second_factor() returns boolean
language plpgsql stable parallel safe security definer set search_path = '' as $$
begin
  if auth.jwt() ->> 'aal' = 'aal2' or to_regclass('auth.mfa_factors') is null then
    return true;
  end if;
  return not exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified');
end $$;
comment on function private.has_passed_second_factor() is 'Whether the session has reached the assurance its account asks for.';

create function private.my_company_id() returns uuid
language plpgsql stable parallel safe security definer set search_path = '' as $$
begin
  return (select e.company_id from public.employees e where e.user_id = auth.uid() and e.active and private.has_passed_second_factor());
end $$;
comment on function private.my_company_id() is 'Company of the signed-in, active employee, or null.';

create function private.my_employee_id() returns uuid
language plpgsql stable parallel safe security definer set search_path = '' as $$
begin
  return (select e.id from public.employees e where e.user_id = auth.uid() and e.active and private.has_passed_second_factor());
end $$;
comment on function private.my_employee_id() is 'Employee id of the signed-in, active employee, or null.';

create function private.my_role() returns text
language plpgsql stable parallel safe security definer set search_path = '' as $$
begin
  return (select e.role from public.employees e where e.user_id = auth.uid() and e.active and private.has_passed_second_factor());
end $$;
comment on function private.my_role() is 'Role of the signed-in, active employee, or null.';

create function private.is_manager() returns boolean
language plpgsql stable parallel safe security definer set search_path = '' as $$
begin
  return coalesce((select e.role in ('owner', 'manager')
    from public.employees e where e.user_id = auth.uid() and e.active and private.has_passed_second_factor()), false);
end $$;
comment on function private.is_manager() is 'Whether the caller is a manager or an owner.';

create function private.is_owner() returns boolean
language plpgsql stable parallel safe security definer set search_path = '' as $$
begin
  return coalesce((select e.role = 'owner'
    from public.employees e where e.user_id = auth.uid() and e.active and private.has_passed_second_factor()), false);
end $$;
comment on function private.is_owner() is 'Whether the caller is an owner.';

create function private.is_system() returns boolean
language sql stable parallel safe set search_path = '' as $$
  select coalesce(auth.role(), 'service_role') = 'service_role';
$$;
comment on function private.is_system() is
  'Whether the service role or the database itself acts, for whom no person''s limits hold. The rules of the data do.';

revoke all on all functions in schema private from public;
grant execute on function private.has_passed_second_factor(), private.my_company_id(), private.my_employee_id(), private.my_role(),
  private.is_manager(), private.is_owner(), private.is_system() to authenticated, service_role;
