-- Managers and owners who have no account yet are an owner's to change, invite and link; a link that was
-- handed over ends with any change of role or address.

create function private.require_say_over(me public.employees, role_param text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if me.role <> 'owner' and role_param not in ('foreman', 'employee') then
    raise exception using errcode = '42501', hint = 'owners_only', message = 'Only owners appoint managers and owners.';
  end if;
end $$;
comment on function private.require_say_over(public.employees, text) is 'Refuses a manager who deals with the invitation of a manager or an owner.';
revoke execute on function private.require_say_over(public.employees, text) from public, anon, authenticated, service_role;

create or replace function private.keep_people_rules() returns trigger
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
    -- Whoever can change the address of someone who is still to come can come in their place.
    if caller_role <> 'owner' and old.role in ('manager', 'owner') and old.user_id is null then
      raise exception using errcode = '42501', hint = 'owners_only', message = 'Only owners change managers and owners who have no account yet.';
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
  elsif caller_role <> 'owner' and (old.role = 'owner' or old.role = 'manager' and old.user_id is null) then
    raise exception using errcode = '42501', hint = 'owners_only', message = 'Only owners change the record of an owner.';
  end if;

  if old.role = 'owner' and old.active and old.user_id is not null
    and (tg_op = 'DELETE' or new.role <> 'owner' or not new.active or new.user_id is null) then
    perform private.keep_last_owner(old);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create or replace function private.follow_person() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  open_invitation public.employee_invitations;
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
  if tg_op = 'UPDATE' and (not new.active or (new.email, new.role) is distinct from (old.email, old.role)) then
    update public.employee_invitations i set withdrawn_at = now()
      where i.company_id = new.company_id and i.employee_id = new.id and i.accepted_at is null and i.withdrawn_at is null
      returning * into open_invitation;
    -- A link that was handed over was for the former role. The mail went to the address itself: it stays good.
    if open_invitation.sent_at is not null and new.active and new.email is not distinct from old.email then
      insert into public.employee_invitations (company_id, employee_id, email, invited_by, created_at, sent_at, expires_at)
        values (new.company_id, new.id, open_invitation.email, open_invitation.invited_by, open_invitation.created_at,
          open_invitation.sent_at, open_invitation.expires_at);
    end if;
  end if;
  return null;
end $$;

create or replace function public.resend_invitation(employee_id_param uuid) returns public.employee_invitations
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  employee public.employees := private.require_invitable(me.company_id, employee_id_param);
begin
  perform private.require_say_over(me, employee.role);
  if exists (select from public.employee_invitations i
      where i.company_id = me.company_id and i.employee_id = employee.id and i.sent_at > now() - interval '60 seconds') then
    raise exception using errcode = 'P0001', hint = 'invited_just_now', message = 'An invitation was sent less than a minute ago.';
  end if;
  return private.send_invitation(employee, me);
end $$;

create or replace function public.withdraw_invitation(employee_id_param uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  perform private.require_say_over(me, e.role) from public.employees e where e.company_id = me.company_id and e.id = employee_id_param;
  update public.employee_invitations i set withdrawn_at = now()
    where i.company_id = me.company_id and i.employee_id = employee_id_param and i.accepted_at is null and i.withdrawn_at is null;
  return found;
end $$;

create or replace function public.create_invitation_link(employee_id_param uuid) returns table(token text, expires_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  employee public.employees := private.require_invitable(me.company_id, employee_id_param);
  invitation public.employee_invitations;
begin
  -- Whoever holds the link can use it, so a manager could become an owner with it.
  perform private.require_say_over(me, employee.role);
  -- The platform makes the token; where there is none the screen says so and nothing is recorded.
  if to_regprocedure('auth.issue_invite_link(text, text, text, timestamptz)') is null then
    return;
  end if;
  insert into public.employee_invitations (company_id, employee_id, email, invited_by, link_made_at)
    values (employee.company_id, employee.id, employee.email, auth.uid(), now())
    on conflict (company_id, employee_id) where accepted_at is null and withdrawn_at is null
      do update set link_made_at = now(), expires_at = now() + interval '7 days', email = excluded.email
    returning * into invitation;
  execute 'select auth.issue_invite_link($1, $2, $3, $4)' into token
    using invitation.email, employee.language, invitation.id::text, invitation.expires_at;
  expires_at := invitation.expires_at;
  return next;
end $$;
