-- What happens here when an account appears, confirms its address or changes it.
-- Nothing in these triggers may keep anyone from signing up.

create function private.make_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, first_name, last_name)
    values (new.id, left(new.raw_user_meta_data ->> 'first_name', 100), left(new.raw_user_meta_data ->> 'last_name', 100))
    on conflict (id) do nothing;
  insert into public.preferences (user_id) values (new.id) on conflict (user_id) do nothing;
  return null;
end $$;
comment on function private.make_profile() is 'Profile and preferences are made with the account.';

create function private.address_counts(app_metadata jsonb, invitation_id uuid) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(app_metadata ->> 'address_vouched_by', invitation_id::text) = invitation_id::text
$$;
comment on function private.address_counts(jsonb, uuid) is
  'Whether an account may use this invitation to its address. One opened with a link that a company handed over has not proved the address: it may use that company''s invitation and no other.';

create function private.link_employee(invitation public.employee_invitations, user_id_param uuid) returns public.employees
language plpgsql volatile security definer set search_path = '' as $$
declare
  employee public.employees;
begin
  -- Single use: of two who accept at once, one finds the invitation taken.
  update public.employee_invitations i set accepted_at = now()
    where i.company_id = invitation.company_id and i.id = invitation.id
      and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now();
  if not found then
    raise exception using errcode = 'P0001', hint = 'invitation_not_open', message = 'This invitation is no longer valid.';
  end if;
  begin
    update public.employees e set user_id = user_id_param
      where e.company_id = invitation.company_id and e.id = invitation.employee_id and e.active and e.user_id is null
      returning * into employee;
  exception when unique_violation then
    raise exception using errcode = 'P0001', hint = 'already_employed', message = 'Your account already belongs to a company.';
  end;
  if employee.id is null then
    raise exception using errcode = 'P0001', hint = 'invitation_not_open', message = 'This invitation is no longer valid.';
  end if;
  update public.profiles p
    set first_name = coalesce(nullif(p.first_name, ''), employee.first_name),
      last_name = coalesce(nullif(p.last_name, ''), employee.last_name),
      phone = coalesce(p.phone, employee.phone), job_title = coalesce(p.job_title, employee.job_title),
      language = coalesce(p.language, employee.language)
    where p.id = user_id_param;
  return employee;
end $$;
comment on function private.link_employee(public.employee_invitations, uuid) is 'Uses up the invitation and gives the employee record its account.';

create function private.follow_account() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  invitations public.employee_invitations[];
begin
  if new.email_confirmed_at is null
    or (tg_op = 'UPDATE' and old.email_confirmed_at is not null and old.email is not distinct from new.email) then
    return null;
  end if;
  begin
    if tg_op = 'UPDATE' and old.email_confirmed_at is not null then
      update public.employees e set email = new.email where e.user_id = new.id and e.active;
    end if;
    if not exists (select from public.employees e where e.user_id = new.id and e.active) then
      select array_agg(i) into invitations from public.employee_invitations i
        where i.email = lower(new.email) and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now()
          and private.address_counts(new.raw_app_meta_data, i.id);
      -- Invited by several companies: the person chooses with accept_invitation.
      if cardinality(invitations) = 1 then
        perform private.link_employee(invitations[1], new.id);
      end if;
    end if;
  exception when others then
    raise warning 'account %: %', new.id, sqlerrm;
  end;
  return null;
end $$;
comment on function private.follow_account() is 'Links the account that confirms an invited address; a confirmed change of address reaches the employee record.';

create trigger make_profile after insert on auth.users
  for each row execute function private.make_profile();
-- The name sorts after make_profile: the profile exists when the link is made.
create trigger z_follow_account after insert or update of email, email_confirmed_at on auth.users
  for each row execute function private.follow_account();

-- Accounts that were there before this migration.
insert into public.profiles (id, first_name, last_name)
  select u.id, left(u.raw_user_meta_data ->> 'first_name', 100), left(u.raw_user_meta_data ->> 'last_name', 100)
  from auth.users u on conflict (id) do nothing;
insert into public.preferences (user_id) select u.id from auth.users u on conflict (user_id) do nothing;
