-- Accounts without e-mail: a person is invited by phone number, with a link or code that a manager shows,
-- and signs in with the number. Nobody can prove a number here, so it opens nothing by itself: an account
-- belongs to the invitation whose link made it.

create function private.phone_digits(phone_param text) returns text
language sql immutable set search_path = '' as $$
  select case
      when given.phone ~ '^\+[1-9][0-9]{6,14}$' then substr(given.phone, 2)
      when given.phone ~ '^[2-9][0-9]{9}$' then '1' || given.phone
      when given.phone ~ '^1[2-9][0-9]{9}$' then given.phone end
    from (select regexp_replace(phone_param, '[\s().\-/]', '', 'g') as phone) given
$$;
comment on function private.phone_digits(text) is
  'The digits to sign in with: an international number, or ten digits of North America. Null where it is neither.';
revoke execute on function private.phone_digits(text) from public, anon, authenticated, service_role;

alter table public.employee_invitations
  alter column email drop not null,
  add column phone text,
  add constraint employee_invitations_addressed check (num_nonnulls(email, phone) = 1);
comment on column public.employee_invitations.phone is 'Digits of the number someone without e-mail will sign in with.';

drop trigger revoke_links_with_end on public.employee_invitations;
create trigger revoke_links_with_end after update on public.employee_invitations
  for each row when (new.accepted_at is not null or new.withdrawn_at is not null
    or (new.email, new.phone) is distinct from (old.email, old.phone))
  execute function private.revoke_invitation_links();

-- Where the server sends mail an address is needed; a link can be handed to anyone who can sign in later.
create function private.require_linkable(company_id_param uuid, employee_id_param uuid) returns public.employees
language plpgsql volatile security definer set search_path = '' as $$
declare
  employee public.employees;
begin
  select * into employee from public.employees e
    where e.company_id = company_id_param and e.id = employee_id_param and e.active and e.user_id is null
      and (e.email is not null or private.phone_digits(e.phone) is not null)
    for no key update;
  if not found then
    raise exception using errcode = 'P0001', hint = 'cannot_link',
      message = 'This person cannot be invited: an address or a full phone number is missing, or there is an account already.';
  end if;
  return employee;
end $$;
comment on function private.require_linkable(uuid, uuid) is
  'Someone of the company with an address or a phone number and no account yet, the row locked; refuses everyone else.';
revoke execute on function private.require_linkable(uuid, uuid) from public, anon, authenticated, service_role;

create or replace function public.create_invitation_link(employee_id_param uuid) returns table(token text, expires_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  employee public.employees := private.require_linkable(me.company_id, employee_id_param);
  number constant text := case when employee.email is null then private.phone_digits(employee.phone) end;
  invitation public.employee_invitations;
begin
  -- Whoever holds the link can use it, so a manager could become an owner with it.
  perform private.require_say_over(me, employee.role);
  -- The platform makes the token; where there is none the screen says so and nothing is recorded.
  if to_regprocedure('auth.issue_phone_invite_link(text, text, text, timestamptz)') is null then
    return;
  end if;
  insert into public.employee_invitations (company_id, employee_id, email, phone, invited_by, link_made_at)
    values (employee.company_id, employee.id, employee.email, number, auth.uid(), now())
    on conflict (company_id, employee_id) where accepted_at is null and withdrawn_at is null
      do update set link_made_at = now(), expires_at = now() + interval '7 days', email = excluded.email, phone = excluded.phone
    returning * into invitation;
  execute case when number is null then 'select auth.issue_invite_link($1, $2, $3, $4)'
      else 'select auth.issue_phone_invite_link($1, $2, $3, $4)' end into token
    using coalesce(number, invitation.email), employee.language, invitation.id::text, invitation.expires_at;
  expires_at := invitation.expires_at;
  return next;
end $$;

create function private.follow_phone_account() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.employee_invitations;
begin
  begin
    select i.* into invitation from public.employee_invitations i
      where i.id::text = new.raw_app_meta_data ->> 'address_vouched_by' and i.phone = new.phone
        and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now();
    if invitation.id is not null and not exists (select from public.employees e where e.user_id = new.id and e.active) then
      perform private.link_employee(invitation, new.id);
    end if;
  exception when others then
    raise warning 'account %: %', new.id, sqlerrm;
  end;
  return null;
end $$;
comment on function private.follow_phone_account() is 'Links the account that a phone invitation''s own link made; the number alone links nothing.';
revoke execute on function private.follow_phone_account() from public, anon, authenticated, service_role;
create trigger z_follow_phone_account after update of phone_confirmed_at on auth.users
  for each row when (new.phone_confirmed_at is not null and old.phone_confirmed_at is null)
  execute function private.follow_phone_account();

-- A new number ends the link for the old one, as a new address does.
create function private.withdraw_with_number() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.employee_invitations i set withdrawn_at = now()
    where i.company_id = new.company_id and i.employee_id = new.id and i.phone is not null
      and i.phone is distinct from private.phone_digits(new.phone) and i.accepted_at is null and i.withdrawn_at is null;
  return null;
end $$;
comment on function private.withdraw_with_number() is 'A link made for one phone number opens nothing once the number is another.';
revoke execute on function private.withdraw_with_number() from public, anon, authenticated, service_role;
create trigger withdraw_with_number after update of phone on public.employees
  for each row when (old.phone is distinct from new.phone) execute function private.withdraw_with_number();

-- A manager helps who has no address to send a new password to. The audit trail and the person hear of it.
alter table public.employees
  add column recovery_made_at timestamptz,
  add column recovery_made_by uuid,
  add constraint finite_recovery_made_at check (isfinite(recovery_made_at));
comment on column public.employees.recovery_made_at is 'When someone last made a link with which this person chooses a new password.';
comment on column public.employees.recovery_made_by is 'The account that made it.';

create function public.create_recovery_link(employee_id_param uuid) returns table(token text, expires_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  employee public.employees;
begin
  select e.* into employee from public.employees e join auth.users u on u.id = e.user_id
    where e.company_id = me.company_id and e.id = employee_id_param and e.active and u.email is null
    for no key update of e;
  if not found then
    raise exception using errcode = 'P0001', hint = 'cannot_recover',
      message = 'This works for people who sign in with a phone number. Others use "Forgot password".';
  end if;
  -- Whoever holds the link can be that person.
  perform private.require_say_over(me, employee.role);
  if employee.id = me.id then
    raise exception using errcode = 'P0001', hint = 'cannot_recover', message = 'Change your own password in Settings.';
  end if;
  if to_regprocedure('auth.issue_recovery_link(uuid, text, timestamptz)') is null then
    return;
  end if;
  update public.employees e set recovery_made_at = now(), recovery_made_by = auth.uid()
    where e.company_id = employee.company_id and e.id = employee.id;
  expires_at := now() + interval '1 hour';
  execute 'select auth.issue_recovery_link($1, $2, $3)' into token using employee.user_id, employee.id::text, expires_at;
  return next;
end $$;
comment on function public.create_recovery_link(uuid) is
  'A single-use token, valid for an hour, with which someone without e-mail chooses a new password. Audited, and shown to the person for a week.';
revoke execute on function public.create_recovery_link(uuid) from public, anon;
grant execute on function public.create_recovery_link(uuid) to authenticated;

create function public.my_recovery() returns table(made_at timestamptz, made_by_name text)
language sql stable security definer set search_path = '' as $$
  select me.recovery_made_at, btrim(concat_ws(' ', maker.first_name, maker.last_name))
    from private.me() me
    left join public.employees maker on maker.company_id = me.company_id and maker.user_id = me.recovery_made_by
   where me.recovery_made_at > now() - interval '7 days'
$$;
comment on function public.my_recovery() is 'Who made a link for a new password of the caller within the last week.';
revoke execute on function public.my_recovery() from public, anon;
grant execute on function public.my_recovery() to authenticated;

-- Access that ends ends the link too.
create function private.end_recovery() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regprocedure('auth.revoke_invite_links(text)') is not null then
    execute 'select auth.revoke_invite_links($1)' using new.id::text;
  end if;
  return null;
end $$;
comment on function private.end_recovery() is 'A link for a new password ends with the job, the role or the account it was made for.';
revoke execute on function private.end_recovery() from public, anon, authenticated, service_role;
create trigger end_recovery after update of active, role, user_id on public.employees
  for each row when (old.recovery_made_at is not null and (old.active, old.role, old.user_id) is distinct from (new.active, new.role, new.user_id))
  execute function private.end_recovery();
