-- Founding a company and asking people in.

create function public.create_company(name_param text, time_zone_param text default 'America/New_York') returns public.employees
language plpgsql volatile security definer set search_path = '' as $$
declare
  account record;
  company_id uuid;
  founder public.employees;
begin
  select u.id, lower(u.email) as email, p.first_name, p.last_name, p.phone, p.language into account
    from auth.users u left join public.profiles p on p.id = u.id where u.id = auth.uid();
  if not found then
    raise exception using errcode = '42501', hint = 'sign_in_first', message = 'Please sign in first.';
  end if;
  if private.my_company_id() is not null then
    raise exception using errcode = 'P0001', hint = 'already_employed', message = 'Your account already belongs to a company.';
  end if;
  insert into public.companies (name, time_zone) values (btrim(name_param), coalesce(time_zone_param, 'America/New_York'))
    returning id into company_id;
  begin
    insert into public.employees (company_id, user_id, first_name, last_name, email, phone, language, role)
      values (company_id, account.id, coalesce(nullif(btrim(account.first_name), ''), split_part(account.email, '@', 1), 'Owner'),
        coalesce(account.last_name, ''), account.email, account.phone, coalesce(account.language, 'en'), 'owner')
      returning * into founder;
  exception when unique_violation then
    raise exception using errcode = 'P0001', hint = 'already_employed', message = 'Your account already belongs to a company.';
  end;
  return founder;
end $$;
comment on function public.create_company(text, text) is 'Makes a company with the caller as its owner; for accounts that belong to none.';

create function private.require_manager() returns public.employees
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if me.role not in ('owner', 'manager') then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  return me;
end $$;
comment on function private.require_manager() is 'The caller''s employee record; refuses everyone below manager.';

create function private.send_invitation(employee public.employees, inviter public.employees) returns public.employee_invitations
language plpgsql volatile security definer set search_path = '' as $$
declare
  invitation public.employee_invitations;
begin
  insert into public.employee_invitations (company_id, employee_id, email, invited_by, sent_at)
    values (employee.company_id, employee.id, employee.email, auth.uid(), now())
    on conflict (company_id, employee_id) where accepted_at is null and withdrawn_at is null
      do update set sent_at = now(), expires_at = now() + interval '7 days', email = excluded.email, invited_by = excluded.invited_by
    returning * into invitation;
  -- The queue belongs to the platform; where there is none the invitation still stands and can be accepted.
  if to_regprocedure('mail.enqueue(text, text, text, jsonb, text)') is not null then
    execute 'select mail.enqueue($1, $2, $3, $4, $5)' using employee.email, 'employee_invitation', employee.language,
      jsonb_build_object('first_name', employee.first_name,
        'company_name', (select c.name from public.companies c where c.id = employee.company_id),
        'inviter_name', btrim(concat_ws(' ', inviter.first_name, inviter.last_name))), 'invite';
  end if;
  return invitation;
end $$;

create function public.invite_employee(email_param text, first_name_param text, last_name_param text,
  role_param text default 'employee', hourly_rate_param numeric default null, language_param text default null)
returns public.employees
language plpgsql volatile security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  invited public.employees;
begin
  if nullif(btrim(email_param), '') is null then
    raise exception using errcode = 'P0001', hint = 'email_required', message = 'An e-mail address is needed to invite someone.';
  end if;
  insert into public.employees (company_id, email, first_name, last_name, role, language)
    values (me.company_id, email_param, first_name_param, coalesce(last_name_param, ''), coalesce(role_param, 'employee'), coalesce(language_param, me.language))
    returning * into invited;
  if hourly_rate_param is not null then
    insert into public.employee_rates (company_id, employee_id, hourly_rate, effective_from)
      values (invited.company_id, invited.id, hourly_rate_param, '1970-01-01');
  end if;
  perform private.send_invitation(invited, me);
  return invited;
end $$;
comment on function public.invite_employee(text, text, text, text, numeric, text) is
  'Adds an employee without account and mails an invitation; the account that confirms the address is linked.';

create function private.require_invitable(company_id_param uuid, employee_id_param uuid) returns public.employees
language plpgsql volatile security definer set search_path = '' as $$
declare
  employee public.employees;
begin
  select * into employee from public.employees e
    where e.company_id = company_id_param and e.id = employee_id_param and e.active and e.user_id is null and e.email is not null
    for no key update;
  if not found then
    raise exception using errcode = 'P0001', hint = 'cannot_invite', message = 'This person cannot be invited: an address is missing, or there is an account already.';
  end if;
  return employee;
end $$;
comment on function private.require_invitable(uuid, uuid) is 'Someone of the company with an address and no account yet, the row locked; refuses everyone else.';
revoke execute on function private.require_invitable(uuid, uuid) from public;

create function public.resend_invitation(employee_id_param uuid) returns public.employee_invitations
language plpgsql volatile security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  employee public.employees := private.require_invitable(me.company_id, employee_id_param);
begin
  if exists (select from public.employee_invitations i
      where i.company_id = me.company_id and i.employee_id = employee.id and i.sent_at > now() - interval '60 seconds') then
    raise exception using errcode = 'P0001', hint = 'invited_just_now', message = 'An invitation was sent less than a minute ago.';
  end if;
  return private.send_invitation(employee, me);
end $$;
comment on function public.resend_invitation(uuid) is 'Sends the invitation again, or a first one to someone added without; valid for 7 days from now.';

create function public.withdraw_invitation(employee_id_param uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  update public.employee_invitations i set withdrawn_at = now()
    where i.company_id = me.company_id and i.employee_id = employee_id_param and i.accepted_at is null and i.withdrawn_at is null;
  return found;
end $$;
comment on function public.withdraw_invitation(uuid) is 'Makes the open invitation of an employee worthless; false if there is none.';

create function public.my_invitations()
returns table (id uuid, company_name text, first_name text, last_name text, role text, inviter_name text, expires_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select i.id, c.name, e.first_name, e.last_name, e.role, btrim(concat_ws(' ', inviter.first_name, inviter.last_name)), i.expires_at
    from auth.users u
    join public.employee_invitations i on i.email = lower(u.email) and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now()
    join public.companies c on c.id = i.company_id
    join public.employees e on e.company_id = i.company_id and e.id = i.employee_id and e.active and e.user_id is null
    left join public.employees inviter on inviter.company_id = i.company_id and inviter.user_id = i.invited_by
    where u.id = auth.uid() and u.email_confirmed_at is not null and private.address_counts(u.raw_app_meta_data, i.id)
    order by i.created_at desc;
end $$;
comment on function public.my_invitations() is 'Open invitations to the caller''s confirmed address.';

create function public.accept_invitation(id_param uuid) returns public.employees
language plpgsql volatile security definer set search_path = '' as $$
declare
  invitation public.employee_invitations;
begin
  select i.* into invitation
    from auth.users u join public.employee_invitations i on i.email = lower(u.email)
    where u.id = auth.uid() and u.email_confirmed_at is not null and i.id = id_param and private.address_counts(u.raw_app_meta_data, i.id);
  if not found then
    raise exception using errcode = 'P0001', hint = 'invitation_not_open', message = 'This invitation is no longer valid.';
  end if;
  return private.link_employee(invitation, auth.uid());
end $$;
comment on function public.accept_invitation(uuid) is 'Joins the inviting company.';

create function public.deactivate_employee(employee_id_param uuid) returns public.employees
language plpgsql volatile security invoker set search_path = '' as $$
declare
  person public.employees;
begin
  perform private.require_manager();
  update public.employees e set active = false
    where e.company_id = (select private.my_company_id()) and e.id = employee_id_param returning * into person;
  if not found then
    raise exception using errcode = 'P0001', hint = 'employee_not_found', message = 'This person is not in your company.';
  end if;
  return person;
end $$;
comment on function public.deactivate_employee(uuid) is 'Ends someone''s access at once and stops their clock; history stays.';

create function public.reactivate_employee(employee_id_param uuid) returns public.employees
language plpgsql volatile security invoker set search_path = '' as $$
declare
  person public.employees;
begin
  perform private.require_manager();
  update public.employees e set active = true
    where e.company_id = (select private.my_company_id()) and e.id = employee_id_param returning * into person;
  if not found then
    raise exception using errcode = 'P0001', hint = 'employee_not_found', message = 'This person is not in your company.';
  end if;
  return person;
end $$;
comment on function public.reactivate_employee(uuid) is 'Takes someone back. An account that joined another company meanwhile stays there.';

grant execute on function private.require_manager(), private.require_employee() to authenticated;
grant execute on function public.create_company(text, text), public.invite_employee(text, text, text, text, numeric, text),
  public.resend_invitation(uuid), public.withdraw_invitation(uuid), public.my_invitations(), public.accept_invitation(uuid),
  public.deactivate_employee(uuid), public.reactivate_employee(uuid) to authenticated;
