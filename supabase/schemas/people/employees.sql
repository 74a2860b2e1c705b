create table public.employees (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  user_id uuid,
  first_name text not null,
  last_name text default '' not null,
  email text,
  phone text,
  job_title text,
  language text default 'en' not null,
  role text default 'employee' not null,
  active boolean default true not null,
  employee_number text,
  external_ids jsonb default '{}'::jsonb not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  deactivated_at timestamptz,
  own_time_add text,
  own_time_edit text,
  own_time_delete text,
  hired_on date,
  recovery_made_at timestamptz,
  recovery_made_by uuid,
  join_asked_at timestamptz,
  company_role_id uuid,
  custom jsonb default '{}'::jsonb not null,
  constraint employees_pkey primary key (company_id, id),
  constraint employees_email_once_per_company unique (company_id, email),
  constraint employees_number_once_per_company unique (company_id, employee_number),
  constraint employees_email_form check (email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(email) <= 254),
  constraint employees_external_ids_is_object check (jsonb_typeof(external_ids) = 'object'),
  constraint employees_first_name_length check (char_length(btrim(first_name)) >= 1 and char_length(btrim(first_name)) <= 100),
  constraint employees_job_title_length check (char_length(job_title) <= 100),
  constraint employees_language_form check (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  constraint employees_last_name_length check (char_length(last_name) <= 100),
  constraint employees_number_length check (char_length(employee_number) >= 1 and char_length(employee_number) <= 40),
  constraint employees_own_time_add_known check (own_time_add in ('allowed', 'with_reason', 'not_allowed')),
  constraint employees_own_time_delete_known check (own_time_delete in ('allowed', 'with_reason', 'not_allowed')),
  constraint employees_own_time_edit_known check (own_time_edit in ('allowed', 'with_reason', 'not_allowed')),
  constraint employees_phone_length check (char_length(phone) <= 40),
  constraint employees_role_known check (role in ('owner', 'manager', 'foreman', 'employee')),
  constraint employees_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint employees_company_role foreign key (company_id, company_role_id) references public.company_roles(company_id, id),
  constraint employees_company_role_for_workers check (company_role_id is null or role in ('employee', 'foreman')),
  constraint employees_user_id_fkey foreign key (user_id) references auth.users(id) on delete set null
);
select private.refuse_non_finite('public.employees');
create index employees_by_company_role on public.employees (company_id, company_role_id) where company_role_id is not null;
create index employees_by_name on public.employees (company_id, last_name, first_name);
create unique index employees_one_active_per_company on public.employees (user_id, company_id) where active and user_id is not null;
create index employees_user on public.employees (user_id) where user_id is not null;
comment on table public.employees is 'People of a company, with or without an account.';
comment on column public.employees.user_id is 'The account, once linked. Set by invitation or create_company, never by a client.';
comment on column public.employees.email is 'Stored in lower case; the address an invitation goes to.';
comment on column public.employees.external_ids is 'Ids in payroll providers, e.g. {"adp_file_number": "000101"}.';
comment on column public.employees.own_time_add is 'Exception from companies.own_time_add for this person; null follows the company.';
comment on column public.employees.own_time_edit is 'Exception from companies.own_time_edit for this person; null follows the company.';
comment on column public.employees.own_time_delete is 'Exception from companies.own_time_delete for this person; null follows the company.';
comment on column public.employees.hired_on is 'First day of employment; null: the day of the record or of the first work, whichever is earlier.';
comment on column public.employees.recovery_made_at is 'When someone last made a link with which this person chooses a new password.';
comment on column public.employees.recovery_made_by is 'The account that made it.';
comment on column public.employees.company_role_id is 'A role of the company''s own, which adds rights to the built-in one (role), its base. Owners give it.';
comment on column public.employees.join_asked_at is 'When the account with this address last asked to be let in.';
comment on column public.employees.custom is 'Values of the company''s own fields, by the id of the field in custom_fields.';
alter table public.employees enable row level security;
alter publication supabase_realtime add table public.employees;
grant select, delete on table public.employees to authenticated;
grant insert (company_id, id, first_name, last_name, email, phone, job_title, language, role, employee_number, external_ids, own_time_add, own_time_edit, own_time_delete, hired_on, company_role_id, custom) on public.employees to authenticated;
grant update (company_id, id, first_name, last_name, email, phone, job_title, language, role, active, employee_number, external_ids, own_time_add, own_time_edit, own_time_delete, hired_on, company_role_id, custom) on public.employees to authenticated;

create policy "Company roles with rights over people read who they are" on public.employees
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_a_right('{see_rates,edit_time,approve_time,schedule,see_locations,payroll}')) and private.covers_person((select private.scope_of_a('{see_rates,edit_time,approve_time,schedule,see_locations,payroll}')), id));

create policy "Managers add people to their company" on public.employees
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change the people of their company" on public.employees
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers read the people of their company, others themselves" on public.employees
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or id = (select private.my_employee_id())));

create policy "Managers remove people who never had an account" on public.employees
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()) and user_id is null);

create or replace trigger a_fill_company_id before insert on public.employees
  for each row execute function private.fill_company_id();

create or replace trigger b_keep_people_rules before insert or delete or update on public.employees
  for each row execute function private.check_employee();

create or replace function private.check_employee() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := case when tg_op = 'DELETE' then old.company_id else new.company_id end;
  -- None in a company the token is not for: a person joins it, or their own name or address follows there.
  caller_role text := case when private.is_system() then 'owner' when company = private.my_company_id() then private.my_role() end;
begin
  if tg_op <> 'DELETE' then
    new.email := nullif(lower(btrim(new.email)), '');
    new.first_name := btrim(new.first_name);
    new.last_name := btrim(coalesce(new.last_name, ''));
    new.updated_at := now();
  end if;
  if private.is_api_token() and (tg_op = 'INSERT' and new.role in ('owner', 'manager')
      or tg_op = 'UPDATE' and new.role <> old.role and (new.role in ('owner', 'manager') or old.role in ('owner', 'manager'))
      -- Whoever is still to come comes where the mail goes, and whoever left has their role again: only a directory, whose token is of nobody, brings them back.
      or tg_op = 'UPDATE' and (old.role in ('owner', 'manager') or old.company_role_id is not null)
        and (old.user_id is null and (new.email, new.phone) is distinct from (old.email, old.phone)
          or new.active and not old.active and auth.uid() is not null)) then
    raise exception using errcode = '42501', hint = 'role_by_person', message = 'API tokens make nobody a manager or owner, and take the role from none.';
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
      -- The account may have another record here by now, or work elsewhere and not have proved its address, which a
      -- second company takes. Nobody here may learn that, so it just is not linked.
      if exists (select from public.employees e where e.user_id = new.user_id and e.active
          and (e.company_id = new.company_id or not private.has_proved_address(new.user_id))) then
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
    perform private.require_an_owner(old);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function private.check_employee() is 'Only owners change roles and owners, and no API token does; the last owner stays; tidies names and address.';

create or replace trigger c_keep_company_role before insert or update of role, company_role_id on public.employees
  for each row execute function private.keep_company_role();

create or replace function private.keep_company_role() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_given boolean := new.company_role_id is not null;
  base text;
begin
  if tg_op = 'UPDATE' then
    is_given := is_given and new.company_role_id is distinct from old.company_role_id;
    -- Choosing a built-in role ends the company's own, unless both are sent.
    if new.company_role_id is not null and not is_given and new.role <> old.role then
      select r.base into base from public.company_roles r where r.company_id = new.company_id and r.id = new.company_role_id;
      if new.role is distinct from base then
        new.company_role_id := null;
      end if;
    end if;
  end if;
  if (is_given or tg_op = 'UPDATE' and new.company_role_id is distinct from old.company_role_id)
      and (private.is_api_token() or not (private.is_system() or new.company_id = private.my_company_id() and private.is_owner())) then
    raise exception using errcode = '42501', hint = 'owners_only', message = 'Only owners give and take roles.';
  end if;
  if is_given then
    if new.role in ('owner', 'manager') then
      raise exception using errcode = 'P0001', hint = 'role_for_workers',
        message = 'Owners and managers have every right already. Make this person an employee or a foreman first.';
    end if;
    select r.base into base from public.company_roles r where r.company_id = new.company_id and r.id = new.company_role_id;
    if base is null then
      raise exception using errcode = 'P0001', hint = 'role_unknown', message = 'This role does not exist.';
    end if;
    new.role := base;
  end if;
  return new;
end $$;
comment on function private.keep_company_role() is 'Owners give roles of the company''s own, to employees and foremen only; the built-in role is its base, and another built-in role ends it.';

create or replace function private.require_an_owner(leaving public.employees) returns void
language plpgsql security definer set search_path = '' as $$
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

create or replace trigger c_check_new_custom_values before insert on public.employees
  for each row execute function private.check_custom_values();

create or replace trigger c_check_custom_values before update on public.employees
  for each row when (old.custom is distinct from new.custom) execute function private.check_custom_values();

create or replace trigger end_channels_of_the_deactivated after update of active, user_id on public.employees
  for each row when (old.user_id is not null and (old.active and not new.active or new.user_id is distinct from old.user_id)) execute function private.end_channels();

create or replace trigger end_channels_of_the_removed after delete on public.employees
  for each row when (old.user_id is not null) execute function private.end_channels();

create or replace trigger notify_owners_of_owner after insert or update of role, active on public.employees
  for each row when (new.role = 'owner' and new.active) execute function private.notify_owners_of_owner();

create or replace function private.notify_owners_of_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.role = 'owner' and old.active then
    return null;
  end if;
  perform private.notify_person(new.company_id, r.employee_id, 'owner_added', 'owner ' || new.id || ' ' || now(), 'owner_added',
      jsonb_build_object('person', private.person_name(new.company_id, new.id), 'employee_id', new.id,
        'by', case when private.my_company_id() = new.company_id then private.person_name(new.company_id, private.my_employee_id()) end),
      jsonb_build_object('path', '/employees?employee=' || new.id))
    from private.notification_recipients r where r.company_id = new.company_id and r.role = 'owner' and r.employee_id <> new.id;
  return null;
end $$;
comment on function private.notify_owners_of_owner() is 'A stolen session of an owner makes no other owner unseen.';

create or replace trigger end_recovery after update of active, role, user_id on public.employees
  for each row when (old.recovery_made_at is not null and (old.active is distinct from new.active or old.role is distinct from new.role or old.user_id is distinct from new.user_id)) execute function private.end_recovery();

create or replace function private.end_recovery() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regprocedure('auth.revoke_invite_links(text)') is not null then
    execute 'select auth.revoke_invite_links($1)' using new.id::text;
  end if;
  return null;
end $$;
comment on function private.end_recovery() is 'A link for a new password ends with the job, the role or the account it was made for.';

create or replace trigger follow_person after insert or update on public.employees
  for each row execute function private.follow_person();

create or replace trigger withdraw_with_number after update of phone on public.employees
  for each row when (old.phone is distinct from new.phone) execute function private.withdraw_with_number();

create or replace trigger zz_record_change after insert or delete or update on public.employees
  for each row execute function private.record_change();

create or replace function public.deactivate_employee(employee_id_param uuid) returns public.employees
language plpgsql set search_path = '' as $$
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
grant execute on function public.deactivate_employee(uuid) to authenticated;

create or replace function public.reactivate_employee(employee_id_param uuid) returns public.employees
language plpgsql set search_path = '' as $$
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
comment on function public.reactivate_employee(uuid) is 'Takes someone back, with their account; one that joined another company meanwhile works in both.';
grant execute on function public.reactivate_employee(uuid) to authenticated;

create or replace function public.employee_overview() returns table(employee_id uuid, status text, since timestamptz, project_id uuid, project_name text, hourly_rate numeric, minutes_this_week bigint, last_seen timestamptz, has_account boolean, invitation text, invitation_expires_at timestamptz, avatar_path text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  today date;
  week_begin date;
begin
  select (now() at time zone c.time_zone)::date into today from public.companies c where c.id = me.company_id;
  select private.week_of(today, c.week_start) into week_begin
    from public.companies c where c.id = me.company_id;
  return query
    select e.id,
      case when running.id is null then 'out' when pause.id is not null then 'break' else 'in' end,
      coalesce(pause.started_at, running.clock_in),
      running.project_id, p.name,
      (select r.hourly_rate from public.employee_rates r
        where r.company_id = e.company_id and r.employee_id = e.id and r.project_id is null and r.cost_code_id is null
          and r.effective_from <= today order by r.effective_from desc limit 1),
      coalesce(week.minutes, 0),
      (select greatest(t.clock_in, t.clock_out) from public.time_entries t
        where t.company_id = e.company_id and t.employee_id = e.id order by t.clock_in desc limit 1),
      e.user_id is not null,
      case when i.id is null then null when i.expires_at > now() then 'open' else 'expired' end,
      i.expires_at,
      pr.avatar_path
    from public.employees e
    left join public.time_entries running on running.company_id = e.company_id and running.employee_id = e.id and running.clock_out is null
    left join public.time_entry_breaks pause on pause.company_id = e.company_id and pause.time_entry_id = running.id and pause.ended_at is null
    left join public.projects p on p.company_id = e.company_id and p.id = running.project_id
    left join public.employee_invitations i on i.company_id = e.company_id and i.employee_id = e.id
      and i.accepted_at is null and i.withdrawn_at is null
    left join public.profiles pr on pr.id = e.user_id
    left join (
      select w.employee_id, sum(w.seconds) / 60 as minutes from private.work_done w
       where w.company_id = me.company_id and w.work_date >= week_begin group by w.employee_id) week on week.employee_id = e.id
    where e.company_id = me.company_id;
end $$;
comment on function public.employee_overview() is 'Status, rate of today, hours of this week, last punch and invitation of everyone in the manager''s company.';
grant execute on function public.employee_overview() to authenticated;

create or replace function public.employee_history(employee_id_param uuid) returns table(occurred_at timestamptz, action text, entity text, actor_name text, before jsonb, after jsonb, reason text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  return query
    select a.occurred_at, a.action, a.entity, btrim(concat_ws(' ', actor.first_name, actor.last_name)), a.before, a.after, a.reason
      from public.audit_events a
      left join public.employees actor on actor.company_id = a.company_id and actor.user_id = a.actor_id
     where a.company_id = me.company_id and a.employee_id = employee_id_param
       and a.entity in ('employees', 'employee_rates', 'employee_invitations')
     order by a.sequence desc limit 200;
end $$;
comment on function public.employee_history(uuid) is 'What was changed about a person, newest first: record, rates, invitations.';
grant execute on function public.employee_history(uuid) to authenticated;

create or replace function public.past_employments() returns table(employee_id uuid, company_name text, time_zone text, left_at timestamptz, readable_until timestamptz)
language sql stable security definer set search_path = '' as $$
  select e.id, c.name, c.time_zone, e.deactivated_at, e.deactivated_at + make_interval(months => c.leaver_access_months)
  from public.employees e join public.companies c on c.id = e.company_id
  where e.user_id = auth.uid() and not e.active and private.has_passed_second_factor()
    and now() < e.deactivated_at + make_interval(months => c.leaver_access_months)
  order by e.deactivated_at desc;
$$;
comment on function public.past_employments() is 'Everyone, for themselves: companies they left whose records of them they may still read.';
grant execute on function public.past_employments() to authenticated;

create or replace function public.past_time(employee_id_param uuid, start_date_param date, end_date_param date) returns table(id uuid, work_date date, clock_in timestamptz, clock_out timestamptz, project_name text, cost_code text, break_minutes bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  past public.employees := private.past_employment(employee_id_param);
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
    select t.id, t.work_date, t.clock_in, t.clock_out, p.name, k.code,
      coalesce((select sum(private.epoch_minute(b.ended_at) - private.epoch_minute(b.started_at))
        from public.time_entry_breaks b where b.company_id = t.company_id and b.time_entry_id = t.id and not b.paid), 0)::bigint
    from public.time_entries t
    left join public.projects p on p.company_id = t.company_id and p.id = t.project_id
    left join public.cost_codes k on k.company_id = t.company_id and k.id = t.cost_code_id
    where t.company_id = past.company_id and t.employee_id = past.id and t.work_date between start_date_param and end_date_param
    order by t.clock_in;
end $$;
comment on function public.past_time(uuid,date,date) is 'Someone who left: their own clock times of up to 400 days; nothing of anybody else.';
grant execute on function public.past_time(uuid,date,date) to authenticated;

create or replace function private.past_employment(employee_id_param uuid) returns public.employees
language plpgsql stable security definer set search_path = '' as $$
declare
  past public.employees;
begin
  select e.* into past from public.employees e join public.companies c on c.id = e.company_id
    where e.id = employee_id_param and e.user_id = auth.uid() and not e.active and private.has_passed_second_factor()
      and now() < e.deactivated_at + make_interval(months => c.leaver_access_months);
  return past;
end $$;
comment on function private.past_employment(uuid) is 'The caller''s own record in a company they left, while they may still read there, or null.';

create or replace function public.past_pay(employee_id_param uuid, start_date_param date, end_date_param date) returns table(work_date date, pay_code text, minutes integer, multiplier numeric, hourly_rate numeric, total_cents bigint, rule text)
language plpgsql security definer set search_path = '' as $$
declare
  past public.employees := private.past_employment(employee_id_param);
begin
  perform private.require_date_range(start_date_param, end_date_param);
  if past.id is null then
    return;
  end if;
  return query
    select l.work_date, l.pay_code, l.minutes, l.multiplier,
      case when c.own_rate_visible then l.hourly_rate end, case when c.own_rate_visible then l.total_cents end, l.rule
    from private.payroll_lines_between(past.company_id, start_date_param, end_date_param, past.id, null) l
    join public.companies c on c.id = past.company_id
    order by l.work_date, l.first_minute, l.multiplier;
end $$;
comment on function public.past_pay(uuid,date,date) is 'Someone who left: what each of their own days was paid and by which rule; amounts unless the company hides rates.';
grant execute on function public.past_pay(uuid,date,date) to authenticated;

create or replace function public.create_recovery_link(employee_id_param uuid) returns table(token text, expires_at timestamptz)
language plpgsql security definer set search_path = '' as $$
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
  perform private.require_authority_over(me, employee.role);
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
comment on function public.create_recovery_link(uuid) is 'A single-use token, valid for an hour, with which someone without e-mail chooses a new password. Audited, and shown to the person for a week.';
grant execute on function public.create_recovery_link(uuid) to authenticated;

create or replace function public.my_recovery() returns table(made_at timestamptz, made_by_name text)
language sql stable security definer set search_path = '' as $$
  select me.recovery_made_at, btrim(concat_ws(' ', maker.first_name, maker.last_name))
    from private.me() me
    left join public.employees maker on maker.company_id = me.company_id and maker.user_id = me.recovery_made_by
   where me.recovery_made_at > now() - interval '7 days'
$$;
comment on function public.my_recovery() is 'Who made a link for a new password of the caller within the last week.';
grant execute on function public.my_recovery() to authenticated;

create or replace function public.ask_to_join(employee_id_param uuid) returns timestamptz
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
grant execute on function public.ask_to_join(uuid) to authenticated;

create or replace function private.listings_of_me() returns setof public.employees
language sql stable security definer set search_path = '' as $$
  select e.* from auth.users u
  join public.employees e on lower(e.email) = lower(u.email) and e.active and e.user_id is null
  where u.id = auth.uid() and u.email_confirmed_at is not null and u.raw_app_meta_data ->> 'address_vouched_by' is null
    and not exists (
      select from public.employee_invitations i
      where i.company_id = e.company_id and i.employee_id = e.id and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now());
$$;
comment on function private.listings_of_me() is 'Employees with the caller''s confirmed address, without account and without an open invitation.';

create or replace function private.check_time_deletion() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  company record;
begin
  perform private.lock_person_time(old.company_id, old.employee_id);
  select private.zone_of(c.id, old.project_id) as time_zone, c.edit_reason_required into company from public.companies c where c.id = old.company_id;
  if private.is_locked(old.company_id, old.work_date, (coalesce(old.clock_out, now()) at time zone company.time_zone)::date) then
    perform private.refuse_frozen_time(true);
  elsif private.is_approved(old) then
    perform private.refuse_frozen_time(false);
  end if;
  perform private.check_reason(old.company_id, old.employee_id, company.edit_reason_required);
  return old;
end $$;
comment on function private.check_time_deletion() is 'Approved and locked time cannot be deleted; the audit trigger records the rest.';

create or replace function private.link_employee(invitation public.employee_invitations, user_id_param uuid) returns public.employees
language plpgsql security definer set search_path = '' as $$
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
  -- Whoever vouches for an address or a number can open the account with a link, and would open the other company too.
  if not private.has_proved_address(user_id_param)
      and exists (select from public.employees e where e.user_id = user_id_param and e.active and e.company_id <> invitation.company_id) then
    raise exception using errcode = 'P0001', hint = 'prove_address_first',
      message = 'Confirm your e-mail address before you join a second company.';
  end if;
  begin
    update public.employees e set user_id = user_id_param
      where e.company_id = invitation.company_id and e.id = invitation.employee_id and e.active and e.user_id is null
      returning * into employee;
  exception when unique_violation then
    raise exception using errcode = 'P0001', hint = 'already_in_company', message = 'Your account already belongs to this company.';
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
comment on function private.link_employee(public.employee_invitations,uuid) is 'Uses up the invitation and gives the employee record its account.';

create or replace function private.has_proved_address(user_id_param uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users u
    where u.id = user_id_param and u.email is not null and u.email_confirmed_at is not null
      and u.raw_app_meta_data ->> 'address_vouched_by' is null);
$$;
comment on function private.has_proved_address(uuid) is 'Whether the account''s owner reads the mail of its address: nobody else can open it with a link.';

create or replace function private.counts_as_active(entity_param text, row_param jsonb) returns boolean
language sql immutable
return case when (row_param is null) then false when (entity_param = 'projects'::text) then (((row_param ->> 'status'::text) = 'active'::text) and ((row_param ->> 'archived_at'::text) is null)) else ((row_param ->> 'active'::text))::boolean end;

create or replace function private.phone_digits(phone_param text) returns text
language sql immutable set search_path = '' as $$
  select case
      when given.phone ~ '^\+[1-9][0-9]{6,14}$' then substr(given.phone, 2)
      when given.phone ~ '^[2-9][0-9]{9}$' then '1' || given.phone
      when given.phone ~ '^1[2-9][0-9]{9}$' then given.phone end
    from (select regexp_replace(phone_param, '[\s().\-/]', '', 'g') as phone) given
$$;
comment on function private.phone_digits(text) is 'The digits to sign in with: an international number, or ten digits of North America. Null where it is neither.';

create or replace function private.person_name(company_id_param uuid, employee_id_param uuid) returns text
language sql stable security definer set search_path = '' as $$
  select btrim(concat_ws(' ', e.first_name, e.last_name)) from public.employees e
  where e.company_id = company_id_param and e.id = employee_id_param;
$$;

create or replace function private.colleague_name(employee_id_param uuid) returns text
language sql stable security definer set search_path = '' as $$
  select nullif(btrim(concat_ws(' ', e.first_name, e.last_name)), '') from public.employees e
  where e.company_id = private.my_company_id() and e.id = employee_id_param;
$$;
comment on function private.colleague_name(uuid) is 'The name of a colleague, also for who cannot read the list of employees.';
grant execute on function private.colleague_name(uuid) to authenticated, service_role;
