create table public.employee_invitations (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  email text,
  invited_by uuid,
  created_at timestamptz default now() not null,
  sent_at timestamptz,
  link_made_at timestamptz,
  expires_at timestamptz default now() + '7 days'::interval not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  phone text,
  constraint employee_invitations_pkey primary key (company_id, id),
  constraint employee_invitations_addressed check (num_nonnulls(email, phone) = 1),
  constraint employee_invitations_one_end check (accepted_at is null or withdrawn_at is null),
  constraint employee_invitations_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.employee_invitations');
create unique index employee_invitations_one_open on public.employee_invitations (company_id, employee_id) where accepted_at is null and withdrawn_at is null;
create index employee_invitations_open_by_email on public.employee_invitations (email) where accepted_at is null and withdrawn_at is null;
comment on table public.employee_invitations is 'An address asked to join; single use, 7 days, can be resent and withdrawn. Written by functions only.';
comment on column public.employee_invitations.sent_at is 'When it was last mailed; null where a link was only handed over.';
comment on column public.employee_invitations.link_made_at is 'When a link to hand over was last made; audit_events say by whom.';
comment on column public.employee_invitations.phone is 'Digits of the number someone without e-mail will sign in with.';
alter table public.employee_invitations enable row level security;
grant select on table public.employee_invitations to authenticated;

create policy "Managers read the invitations of their company" on public.employee_invitations
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger revoke_links_with_end after update on public.employee_invitations
  for each row when (new.accepted_at is not null or new.withdrawn_at is not null or new.email is distinct from old.email or new.phone is distinct from old.phone) execute function private.revoke_invitation_links();

create or replace function private.revoke_invitation_links() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regprocedure('auth.revoke_invite_links(text)') is not null then
    execute 'select auth.revoke_invite_links($1)' using old.id::text;
  end if;
  return null;
end $$;
comment on function private.revoke_invitation_links() is 'Links of an invitation that was accepted, withdrawn or removed open nothing.';

create or replace trigger revoke_links_with_row after delete on public.employee_invitations
  for each row execute function private.revoke_invitation_links();

create or replace trigger zz_record_change after insert or delete or update on public.employee_invitations
  for each row execute function private.record_change();

create or replace function public.invite_employee(email_param text, first_name_param text, last_name_param text, role_param text default 'employee'::text, hourly_rate_param numeric default null::numeric, language_param text default null::text) returns public.employees
language plpgsql security definer set search_path = '' as $$
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
comment on function public.invite_employee(text,text,text,text,numeric,text) is 'Adds an employee without account and mails an invitation; the account that confirms the address is linked.';
grant execute on function public.invite_employee(text,text,text,text,numeric,text) to authenticated;

create or replace function public.resend_invitation(employee_id_param uuid) returns public.employee_invitations
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  employee public.employees := private.require_invitable(me.company_id, employee_id_param);
begin
  perform private.require_authority_over(me, employee.role);
  if exists (select from public.employee_invitations i
      where i.company_id = me.company_id and i.employee_id = employee.id and i.sent_at > now() - interval '60 seconds') then
    raise exception using errcode = 'P0001', hint = 'invited_just_now', message = 'An invitation was sent less than a minute ago.';
  end if;
  return private.send_invitation(employee, me);
end $$;
comment on function public.resend_invitation(uuid) is 'Sends the invitation again, or a first one to someone added without; valid for 7 days from now.';
grant execute on function public.resend_invitation(uuid) to authenticated;

create or replace function private.require_invitable(company_id_param uuid, employee_id_param uuid) returns public.employees
language plpgsql security definer set search_path = '' as $$
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
comment on function private.require_invitable(uuid,uuid) is 'Someone of the company with an address and no account yet, the row locked; refuses everyone else.';

create or replace function private.require_authority_over(me public.employees, role_param text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if me.role <> 'owner' and role_param not in ('foreman', 'employee') then
    raise exception using errcode = '42501', hint = 'owners_only', message = 'Only owners appoint managers and owners.';
  end if;
end $$;
comment on function private.require_authority_over(public.employees,text) is 'Refuses a manager who deals with the invitation of a manager or an owner.';

create or replace function public.withdraw_invitation(employee_id_param uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  perform private.require_authority_over(me, e.role) from public.employees e where e.company_id = me.company_id and e.id = employee_id_param;
  update public.employee_invitations i set withdrawn_at = now()
    where i.company_id = me.company_id and i.employee_id = employee_id_param and i.accepted_at is null and i.withdrawn_at is null;
  return found;
end $$;
comment on function public.withdraw_invitation(uuid) is 'Makes the open invitation of an employee worthless; false if there is none.';
grant execute on function public.withdraw_invitation(uuid) to authenticated;

create or replace function public.my_invitations() returns table(id uuid, company_name text, first_name text, last_name text, role text, inviter_name text, expires_at timestamptz)
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
grant execute on function public.my_invitations() to authenticated;

create or replace function private.address_counts(app_metadata jsonb, invitation_id uuid) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(app_metadata ->> 'address_vouched_by', invitation_id::text) = invitation_id::text
$$;
comment on function private.address_counts(jsonb,uuid) is 'Whether an account may use this invitation to its address. One opened with a link that a company handed over has not proved the address: it may use that company''s invitation and no other.';

create or replace function public.accept_invitation(id_param uuid) returns public.employees
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.employee_invitations;
begin
  perform private.require_second_factor();
  select i.* into invitation
    from auth.users u join public.employee_invitations i on i.email = lower(u.email)
    where u.id = auth.uid() and u.email_confirmed_at is not null and i.id = id_param and private.address_counts(u.raw_app_meta_data, i.id);
  if not found then
    raise exception using errcode = 'P0001', hint = 'invitation_not_open', message = 'This invitation is no longer valid.';
  end if;
  return private.link_employee(invitation, auth.uid());
end $$;
comment on function public.accept_invitation(uuid) is 'Joins the inviting company.';
grant execute on function public.accept_invitation(uuid) to authenticated;

create or replace function public.create_invitation_link(employee_id_param uuid) returns table(token text, expires_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  employee public.employees := private.require_linkable(me.company_id, employee_id_param);
  number constant text := case when employee.email is null then private.phone_digits(employee.phone) end;
  invitation public.employee_invitations;
begin
  -- Whoever holds the link can use it, so a manager could become an owner with it.
  perform private.require_authority_over(me, employee.role);
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
comment on function public.create_invitation_link(uuid) is 'A single-use token that lets this person in without a mail, valid for 7 days; no row where the platform cannot make one. A mailed link keeps working: the first one opened counts.';
grant execute on function public.create_invitation_link(uuid) to authenticated;

create or replace function private.require_linkable(company_id_param uuid, employee_id_param uuid) returns public.employees
language plpgsql security definer set search_path = '' as $$
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
comment on function private.require_linkable(uuid,uuid) is 'Someone of the company with an address or a phone number and no account yet, the row locked; refuses everyone else.';

create or replace function private.withdraw_with_number() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.employee_invitations i set withdrawn_at = now()
    where i.company_id = new.company_id and i.employee_id = new.id and i.phone is not null
      and i.phone is distinct from private.phone_digits(new.phone) and i.accepted_at is null and i.withdrawn_at is null;
  return null;
end $$;
comment on function private.withdraw_with_number() is 'A link made for one phone number opens nothing once the number is another.';

create or replace function private.send_invitation(employee public.employees, inviter public.employees) returns public.employee_invitations
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.employee_invitations;
begin
  -- Counted one after the other, so that calls at the same moment are counted as well.
  perform pg_advisory_xact_lock(hashtextextended('invitations:' || employee.company_id::text, 0));
  if (select count(*) from public.employee_invitations i
      where i.company_id = employee.company_id and i.sent_at > now() - interval '1 hour')
    >= (select case when c.created_at > now() - interval '1 day' then 100 else 1000 end
      from public.companies c where c.id = employee.company_id) then
    raise exception using errcode = 'P0001', hint = 'too_many_invitations',
      message = 'Too many invitations within an hour. Try again later, or add people without inviting them.';
  end if;
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
