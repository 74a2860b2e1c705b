create or replace function public.viewer() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
  companies integer := private.count_my_companies();
begin
  return json_build_object(
    'server_time', clock_timestamp(),
    'profile', (select to_jsonb(p) || case when companies > 1 then jsonb_build_object('company_id', me.company_id, 'role', me.role) else '{}' end
      from public.profiles p where p.id = auth.uid()),
    'preferences', (select to_jsonb(p) || case when companies > 1 then jsonb_build_object('company_id', me.company_id, 'current_project_id',
        (select x.id from public.projects x where x.company_id = me.company_id and x.id = p.current_project_id)) else '{}' end
      from public.preferences p where p.user_id = auth.uid()),
    'companies', companies,
    'employee', case when me.id is not null then to_json(me) end,
    'deactivated', me.id is null and exists (select from public.employees e where e.user_id = auth.uid() and not e.active),
    'company', (select to_json(c) from public.companies c where c.id = me.company_id),
    'running_entry', (
      select to_jsonb(t) || jsonb_build_object('breaks', coalesce(
        (select jsonb_agg(to_jsonb(b) || jsonb_build_object('deducted', private.break_is_deducted(b.paid,
            private.epoch_minute(b.started_at), private.epoch_minute(b.ended_at),
            private.unpaid_break_minimum(t.company_id, t.employee_id, t.project_id, t.work_date))) order by b.started_at)
          from public.time_entry_breaks b
          where b.company_id = t.company_id and b.time_entry_id = t.id), '[]'))
      from public.time_entries t
      where t.company_id = me.company_id and t.employee_id = me.id and t.clock_out is null),
    'clock_rules', private.my_clock_rules(me),
    'certificates', exists (select from public.certification_requirements r where r.company_id = me.company_id)
      or exists (select from public.certifications c where c.company_id = me.company_id and c.employee_id = me.id),
    'forms', exists (select from public.form_assignments a where a.company_id = me.company_id)
      and coalesce((private.chosen_modules(me.company_id) ->> 'forms')::boolean, true),
    'modules', private.chosen_modules(me.company_id),
    'public_work', exists (select from public.public_contracts c where c.company_id = me.company_id),
    'extra_work', exists (select from public.extra_work_tickets x where x.company_id = me.company_id),
    'approval_chains', private.has_chains(me.company_id),
    'site_sign_in', exists (select from public.site_sign_in_settings s where s.company_id = me.company_id),
    'accounting', me.role in ('owner', 'manager') and exists (
      select from public.accounting_connections c where c.company_id = me.company_id and c.state not in ('set_up', 'disconnected')),
    'company_role', (select json_build_object('id', r.id, 'name', r.name, 'rights', r.rights, 'scope', r.scope)
      from public.company_roles r where r.company_id = me.company_id and r.id = me.company_role_id),
    'custom_fields', private.custom_tables(me.company_id),
    'clock_fields', private.clock_fields(me.company_id),
    'invitations', (select coalesce(json_agg(i), '[]') from public.my_invitations() i));
end $$;
comment on function public.viewer() is 'The caller in one round trip: profile, preferences, employee, company, running entry with its breaks, what the rules of the clock mean now, whether certificates are required or on file for the caller, which modules the company switched on or off, whether it has public contracts, approval chains, sites where visitors sign in and connected systems, on which tables it has custom fields and which of them are asked once the clock runs, the role of the company''s own with its rights, in how many companies the account works, open invitations, whether the access was ended, server time.';
grant execute on function public.viewer() to authenticated;

create or replace function private.me() returns public.employees
language plpgsql stable security definer set search_path = '' as $$
declare
  claims jsonb := auth.jwt();
  account uuid := claims ->> 'sub';
  chosen text := claims ->> 'company_id';
  passed boolean := claims ->> 'aal' = 'aal2';
  me public.employees;
begin
  -- A token of the company: nobody, with the rights of a role.
  if account is null and claims ? 'company_role' then
    me.company_id := chosen;
    me.role := claims ->> 'company_role';
    me.active := true;
    return me;
  end if;
  if chosen is null then
    chosen := (select p.company_id::text from public.profiles p where p.id = account);
  end if;
  select * into me from public.employees e where e.user_id = account and e.active
    and e.company_id::text = chosen
    and (passed or not exists (select from auth.mfa_factors f where f.user_id = e.user_id and f.status = 'verified'));
  return me;
end $$;
comment on function private.me() is 'The caller''s employee record in the company of the token (claim company_id), or null. A token without the claim means the company chosen last.';
grant execute on function private.me() to authenticated, service_role;

create or replace view private.askers as
  select e.user_id as account, e.company_id, e.id as employee_id, e.role,
    (select p.company_id from public.profiles p where p.id = e.user_id) as company_chosen_last,
    exists (select from auth.mfa_factors f where f.user_id = e.user_id and f.status = 'verified') as has_second_factor,
    e.company_role_id
  from public.employees e
  where e.active;
comment on view private.askers is 'Active employees by account, for the statement with which the server begins a request. Nobody else reads it.';
grant select on table private.askers to authenticator;

create or replace function private.who_asks(account_param uuid, assurance_param text, company_param text) returns table(company text, employee text, role text, company_role text)
language sql stable as $$
  -- No search path of its own and the caller's rights: else PostgreSQL could not make it part of the statement.
  select a.company_id::pg_catalog.text, a.employee_id::pg_catalog.text, a.role, a.company_role_id::pg_catalog.text from private.askers a
  where a.account operator(pg_catalog.=) account_param
    and (a.company_id::pg_catalog.text operator(pg_catalog.=) company_param
      or company_param is null and a.company_id operator(pg_catalog.=) a.company_chosen_last)
    and (assurance_param operator(pg_catalog.=) 'aal2' or not a.has_second_factor);
$$;
comment on function private.who_asks(uuid,text,text) is 'Company, employee, role and role of the company''s own of a token''s account in the company of the token, found by the server once for a request that only reads, and kept in the settings caller.… for the policies (decision 306).';
grant execute on function private.who_asks(uuid,text,text) to authenticator;

create or replace function private.my_employee_id() returns uuid
language plpgsql stable parallel safe security definer set search_path = '' as $$
declare
  claims jsonb;
  account uuid;
  chosen text;
  passed boolean;
begin
  if nullif(current_setting('caller.claims', true), '') = current_setting('request.jwt.claims', true) then
    return current_setting('caller.employee')::uuid;
  end if;
  claims := auth.jwt();
  account := claims ->> 'sub';
  chosen := claims ->> 'company_id';
  passed := claims ->> 'aal' = 'aal2';
  if account is null and claims ? 'company_role' then
    return null;
  end if;
  if chosen is null then
    chosen := (select p.company_id::text from public.profiles p where p.id = account);
  end if;
  return e.id from public.employees e where e.user_id = account and e.active
    and e.company_id::text = chosen
    and (passed or not exists (select from auth.mfa_factors f where f.user_id = e.user_id and f.status = 'verified'));
end $$;
comment on function private.my_employee_id() is 'Employee id of the signed-in, active employee, or null.';
grant execute on function private.my_employee_id() to authenticated, service_role;

create or replace function private.my_role() returns text
language plpgsql stable parallel safe security definer set search_path = '' as $$
declare
  claims jsonb;
  account uuid;
  chosen text;
  passed boolean;
begin
  if nullif(current_setting('caller.claims', true), '') = current_setting('request.jwt.claims', true) then
    return current_setting('caller.role');
  end if;
  claims := auth.jwt();
  account := claims ->> 'sub';
  chosen := claims ->> 'company_id';
  passed := claims ->> 'aal' = 'aal2';
  if account is null and claims ? 'company_role' then
    return claims ->> 'company_role';
  end if;
  if chosen is null then
    chosen := (select p.company_id::text from public.profiles p where p.id = account);
  end if;
  return e.role from public.employees e where e.user_id = account and e.active
    and e.company_id::text = chosen
    and (passed or not exists (select from auth.mfa_factors f where f.user_id = e.user_id and f.status = 'verified'));
end $$;
comment on function private.my_role() is 'Role of the signed-in, active employee, or null.';
grant execute on function private.my_role() to authenticated, service_role;

create or replace function private.is_manager() returns boolean
language plpgsql stable parallel safe security definer set search_path = '' as $$
declare
  claims jsonb;
  account uuid;
  chosen text;
  passed boolean;
  role text;
begin
  if nullif(current_setting('caller.claims', true), '') = current_setting('request.jwt.claims', true) then
    return current_setting('caller.role') in ('owner', 'manager');
  end if;
  claims := auth.jwt();
  account := claims ->> 'sub';
  chosen := claims ->> 'company_id';
  passed := claims ->> 'aal' = 'aal2';
  if account is null and claims ? 'company_role' then
    return claims ->> 'company_role' in ('owner', 'manager');
  end if;
  if chosen is null then
    chosen := (select p.company_id::text from public.profiles p where p.id = account);
  end if;
  select e.role into role from public.employees e where e.user_id = account and e.active
    and e.company_id::text = chosen
    and (passed or not exists (select from auth.mfa_factors f where f.user_id = e.user_id and f.status = 'verified'));
  return coalesce(role in ('owner', 'manager'), false);
end $$;
comment on function private.is_manager() is 'Whether the caller is a manager or an owner.';
grant execute on function private.is_manager() to authenticated, service_role;

create or replace function private.is_system() returns boolean
language sql stable parallel safe
return coalesce(auth.role(), 'service_role') = 'service_role';
comment on function private.is_system() is 'Whether the service role or the database itself acts, for whom no person''s limits hold. The rules of the data do.';
grant execute on function private.is_system() to authenticated, service_role;

create or replace function private.request_header(name_param text) returns text
language sql stable parallel safe
return nullif(current_setting('request.headers', true), '')::json ->> name_param;
comment on function private.request_header(text) is 'A header of the API request, or null.';
grant execute on function private.request_header(text) to authenticated, service_role;

create or replace function private.percent_decode(text_param text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return (
    select convert_from(string_agg(
      case when part[1] ~ '^%[0-9A-Fa-f]{2}$' then decode(substr(part[1], 2), 'hex') else convert_to(part[1], 'UTF8') end,
      ''::bytea order by position), 'UTF8')
    from regexp_matches(text_param, '%[0-9A-Fa-f]{2}|[^%]+|%', 'g') with ordinality as parts (part, position));
exception when character_not_in_repertoire or untranslatable_character then
  return text_param;
end $$;
comment on function private.percent_decode(text) is 'Decodes percent-encoded UTF-8; text that is none stays as it is.';
grant execute on function private.percent_decode(text) to authenticated, service_role;

create or replace function private.require_manager() returns public.employees
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
begin
  if me.company_id is null then
    me := private.require_employee();
  end if;
  if me.role not in ('owner', 'manager') then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  return me;
end $$;
comment on function private.require_manager() is 'The caller''s employee record; refuses everyone below manager. Of a token of the company it has company and role, and no id.';
grant execute on function private.require_manager() to authenticated;

create or replace function private.require_employee() returns public.employees
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
begin
  if me.id is null and me.company_id is not null then
    raise exception using errcode = '42501', hint = 'person_needed',
      message = 'A token of the company acts for no person, and this needs one. Use a personal token.';
  elsif me.id is null then
    raise exception using errcode = '42501', hint = 'no_employee',
      message = 'You are not an employee of any company.';
  end if;
  return me;
end $$;
comment on function private.require_employee() is 'The caller''s employee record; refuses everyone without one.';
grant execute on function private.require_employee() to authenticated;

create or replace function private.require_date_range(start_date_param date, end_date_param date) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if start_date_param is null or end_date_param is null or start_date_param > end_date_param then
    raise exception using errcode = 'P0001', hint = 'invalid_date_range', message = 'The first day must not be after the last.';
  end if;
  if end_date_param - start_date_param > 400 then
    raise exception using errcode = 'P0001', hint = 'date_range_too_long', message = 'Choose a range of at most 400 days.';
  end if;
end $$;
grant execute on function private.require_date_range(date,date) to authenticated;

create or replace function private.require_owner() returns uuid
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_owner() then
    raise exception using errcode = '42501', hint = 'owners_only', message = 'Only an owner may do this.';
  end if;
  return private.my_company_id();
end $$;

create or replace function private.is_owner() returns boolean
language plpgsql stable parallel safe security definer set search_path = '' as $$
declare
  claims jsonb;
  account uuid;
  chosen text;
  passed boolean;
  role text;
begin
  if nullif(current_setting('caller.claims', true), '') = current_setting('request.jwt.claims', true) then
    return current_setting('caller.role') = 'owner';
  end if;
  claims := auth.jwt();
  account := claims ->> 'sub';
  chosen := claims ->> 'company_id';
  passed := claims ->> 'aal' = 'aal2';
  if account is null and claims ? 'company_role' then
    return claims ->> 'company_role' = 'owner';
  end if;
  if chosen is null then
    chosen := (select p.company_id::text from public.profiles p where p.id = account);
  end if;
  select e.role into role from public.employees e where e.user_id = account and e.active
    and e.company_id::text = chosen
    and (passed or not exists (select from auth.mfa_factors f where f.user_id = e.user_id and f.status = 'verified'));
  return coalesce(role = 'owner', false);
end $$;
comment on function private.is_owner() is 'Whether the caller is an owner.';
grant execute on function private.is_owner() to authenticated, service_role;

create or replace function private.my_company_id() returns uuid
language plpgsql stable parallel safe security definer set search_path = '' as $$
declare
  claims jsonb;
  account uuid;
  chosen text;
  passed boolean;
begin
  if nullif(current_setting('caller.claims', true), '') = current_setting('request.jwt.claims', true) then
    return current_setting('caller.company')::uuid;
  end if;
  claims := auth.jwt();
  account := claims ->> 'sub';
  chosen := claims ->> 'company_id';
  passed := claims ->> 'aal' = 'aal2';
  if account is null and claims ? 'company_role' then
    return chosen::uuid;
  end if;
  if chosen is null then
    chosen := (select p.company_id::text from public.profiles p where p.id = account);
  end if;
  return e.company_id from public.employees e where e.user_id = account and e.active
    and e.company_id::text = chosen
    and (passed or not exists (select from auth.mfa_factors f where f.user_id = e.user_id and f.status = 'verified'));
end $$;
comment on function private.my_company_id() is 'Company of the signed-in, active employee, or null.';
grant execute on function private.my_company_id() to authenticated, service_role;

create or replace function private.require_colleague(company_id_param uuid, employee_id_param uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from public.employees e where e.company_id = company_id_param and e.id = employee_id_param) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This person was not found.';
  end if;
end $$;

create or replace function private.require_second_factor() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_passed_second_factor() then
    raise exception using errcode = '42501', hint = 'second_factor_required',
      message = 'Enter the code of your second factor first.';
  end if;
end $$;
comment on function private.require_second_factor() is 'Refuses a session that has not given the second factor its account has.';

create or replace function private.has_passed_second_factor() returns boolean
language plpgsql stable parallel safe security definer set search_path = '' as $$
declare
  account uuid := auth.uid();
begin
  if auth.jwt() ->> 'aal' = 'aal2' then
    return true;
  end if;
  return not exists (select from auth.mfa_factors f where f.user_id = account and f.status = 'verified');
end $$;
comment on function private.has_passed_second_factor() is 'Whether the session has reached the assurance its account asks for.';
grant execute on function private.has_passed_second_factor() to authenticated, service_role;
