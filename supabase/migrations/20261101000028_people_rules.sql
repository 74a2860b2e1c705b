-- Roles and who may change them. The same rules hold for plain updates and for the functions.

create function private.keep_people_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  caller_role text := case when private.is_system() then 'owner' else private.my_role() end;
begin
  if tg_op <> 'DELETE' then
    new.email := nullif(lower(btrim(new.email)), '');
    new.first_name := btrim(new.first_name);
    new.last_name := btrim(coalesce(new.last_name, ''));
    new.updated_at := now();
  end if;
  if tg_op = 'INSERT' then
    -- A founder has no role yet; create_company is the only way here without one.
    if caller_role = 'manager' and new.role not in ('foreman', 'employee') then
      raise exception using errcode = '42501', hint = 'owners_only', message = 'Only owners appoint managers and owners.';
    end if;
    return new;
  end if;

  if tg_op = 'UPDATE' then
    if (new.id, new.company_id) is distinct from (old.id, old.company_id) then
      raise exception using errcode = 'P0001', hint = 'identity_fixed', message = 'A person cannot be moved to another company.';
    end if;
    if caller_role <> 'owner' and new.role <> old.role then
      raise exception using errcode = '42501', hint = 'owners_only', message = 'Only owners change roles.';
    end if;
    if caller_role <> 'owner' and old.role = 'owner' then
      raise exception using errcode = '42501', hint = 'owners_only', message = 'Only owners change the record of an owner.';
    end if;
    if new.active and not old.active then
      new.deactivated_at := null;
      -- The account may have joined another company since; nobody here may learn that, so it just is not linked.
      if exists (select from public.employees e where e.user_id = new.user_id and e.active and e.company_id <> new.company_id) then
        new.user_id := null;
      end if;
    elsif old.active and not new.active then
      new.deactivated_at := now();
    else
      new.deactivated_at := old.deactivated_at;
    end if;
  elsif caller_role <> 'owner' and old.role = 'owner' then
    raise exception using errcode = '42501', hint = 'owners_only', message = 'Only owners change the record of an owner.';
  end if;

  if old.role = 'owner' and old.active and old.user_id is not null
    and (tg_op = 'DELETE' or new.role <> 'owner' or not new.active or new.user_id is null) then
    perform private.keep_last_owner(old);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function private.keep_people_rules() is 'Only owners change roles and owners; the last owner stays; tidies names and address.';

-- Two owners who demote each other at the same moment queue here; the second then sees the first's change.
create function private.keep_last_owner(leaving public.employees) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from public.companies c where c.id = leaving.company_id) then
    return; -- the company itself is being deleted
  end if;
  perform pg_advisory_xact_lock(hashtextextended('owners:' || leaving.company_id::text, 0));
  if not exists (
    select from public.employees e
    where e.company_id = leaving.company_id and e.id <> leaving.id
      and e.role = 'owner' and e.active and e.user_id is not null) then
    raise exception using errcode = 'P0001', hint = 'last_owner',
      message = 'A company needs at least one owner. Make someone else an owner first.';
  end if;
end $$;

-- What follows from a change of a person: the profile shows the role, a leaver stops working.
create function private.follow_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.user_id is distinct from new.user_id and old.user_id is not null then
    perform private.show_role_in_profile(old.user_id);
  end if;
  if new.user_id is not null then
    perform private.show_role_in_profile(new.user_id);
  end if;
  if tg_op = 'UPDATE' and old.active and not new.active then
    update public.time_entries e set clock_out = greatest(clock_timestamp(), e.clock_in + interval '1 microsecond')
      where e.company_id = new.company_id and e.employee_id = new.id and e.clock_out is null;
  end if;
  if tg_op = 'UPDATE' and (not new.active or new.email is distinct from old.email) then
    update public.employee_invitations i set withdrawn_at = now()
      where i.company_id = new.company_id and i.employee_id = new.id and i.accepted_at is null and i.withdrawn_at is null;
  end if;
  return null;
end $$;
comment on function private.follow_person() is 'Profile role and company follow the linked employee; leaving stops the clock and withdraws invitations.';

create function private.show_role_in_profile(user_id_param uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  employment record;
begin
  select e.company_id, e.role into employment from public.employees e where e.user_id = user_id_param and e.active;
  update public.profiles p set role = employment.role, company_id = employment.company_id
    where p.id = user_id_param and (p.role, p.company_id) is distinct from (employment.role, employment.company_id);
  update public.preferences p set company_id = employment.company_id
    where p.user_id = user_id_param and p.company_id is distinct from employment.company_id;
end $$;

create trigger a_fill_company_id before insert on public.employees
  for each row execute function private.fill_company_id();
create trigger b_keep_people_rules before insert or update or delete on public.employees
  for each row execute function private.keep_people_rules();
create trigger follow_person after insert or update on public.employees
  for each row execute function private.follow_person();

-- People keep their own name, phone and language in the profile; the employee record follows what they
-- change there. What they did not change stays as the company wrote it.
create function private.follow_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.employees e
    set first_name = case when new.first_name is distinct from old.first_name
        then coalesce(nullif(btrim(new.first_name), ''), e.first_name) else e.first_name end,
      last_name = case when new.last_name is distinct from old.last_name then coalesce(new.last_name, '') else e.last_name end,
      phone = case when new.phone is distinct from old.phone then new.phone else e.phone end,
      language = case when new.language is distinct from old.language then coalesce(new.language, e.language) else e.language end
    where e.user_id = new.id and e.active;
  return null;
end $$;
create trigger follow_profile after update on public.profiles
  for each row when ((old.first_name, old.last_name, old.phone, old.language)
    is distinct from (new.first_name, new.last_name, new.phone, new.language))
  execute function private.follow_profile();
