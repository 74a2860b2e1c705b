-- Ways out of a dead end: a company founded by mistake, and a name on a list that nobody invited.

alter table public.employees
  add column join_asked_at timestamptz,
  add constraint finite_join_asked_at check (isfinite(join_asked_at));
comment on column public.employees.join_asked_at is 'When the account with this address last asked to be let in.';

create function private.listings_of_me() returns setof public.employees
language sql stable security definer set search_path = '' as $$
  select e.* from auth.users u
  join public.employees e on lower(e.email) = lower(u.email) and e.active and e.user_id is null
  where u.id = auth.uid() and u.email_confirmed_at is not null and u.raw_app_meta_data ->> 'address_vouched_by' is null
    and not exists (
      select from public.employee_invitations i
      where i.company_id = e.company_id and i.employee_id = e.id and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now());
$$;
comment on function private.listings_of_me() is 'Employees with the caller''s confirmed address, without account and without an open invitation.';

create function public.companies_listing_me() returns table (employee_id uuid, company_name text, asked_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.my_company_id() is not null then
    return;
  end if;
  return query select e.id, c.name, e.join_asked_at from private.listings_of_me() e join public.companies c on c.id = e.company_id order by c.name, e.id;
end $$;
comment on function public.companies_listing_me() is 'For accounts without a company: those that list the caller''s confirmed address and have not invited it.';
revoke execute on function public.companies_listing_me() from public, anon;
grant execute on function public.companies_listing_me() to authenticated;

create function public.ask_to_join(employee_id_param uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  asked timestamptz;
begin
  update public.employees e set join_asked_at = now()
    from private.listings_of_me() mine
    where private.my_company_id() is null and mine.id = employee_id_param and e.company_id = mine.company_id and e.id = mine.id
    returning e.join_asked_at into asked;
  if asked is null then
    raise exception using errcode = 'P0001', hint = 'not_listed', message = 'No company lists your address any more.';
  end if;
  return asked;
end $$;
comment on function public.ask_to_join(uuid) is 'For accounts without a company: asks one that lists their confirmed address to invite them. Managers see it.';
revoke execute on function public.ask_to_join(uuid) from public, anon;
grant execute on function public.ask_to_join(uuid) to authenticated;

create function public.delete_empty_company() returns void
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_owner();
begin
  perform private.require_second_factor();
  perform private.lock_time_exclusive(company);
  if exists (select from public.time_entries t where t.company_id = company)
    or exists (select from public.pay_periods p where p.company_id = company)
    or exists (select from public.payroll_exports x where x.company_id = company)
    or exists (select from public.employees e where e.company_id = company and e.user_id is not null and e.user_id <> auth.uid()) then
    raise exception using errcode = 'P0001', hint = 'company_not_empty',
      message = 'Others have accounts here or time was recorded, so this company cannot be deleted.';
  end if;
  delete from public.companies c where c.id = company;
end $$;
comment on function public.delete_empty_company() is 'Owner: deletes the company while nobody else has an account in it and no time was recorded.';
revoke execute on function public.delete_empty_company() from public, anon;
grant execute on function public.delete_empty_company() to authenticated;
