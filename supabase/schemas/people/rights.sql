create type private.right_scope as (
  everyone boolean,
  me uuid,
  by_project boolean,
  people uuid[],
  projects uuid[]
);

-- What each right of a company's own role opens stands here and nowhere else: the tables with the verbs, and the functions.
-- The tests derive from it what every role that can be made may do (supabase/tests/company-roles.test.ts).
create or replace function private.rights() returns table(name text, scopes text[], tables jsonb, functions text[])
language sql immutable parallel safe set search_path = '' as $$
  select r.name, r.scopes, r.tables::jsonb, array_remove(regexp_split_to_array(r.functions, '\s+'), '')
  from (values
    ('see_rates', '{everyone,own_crews,own_projects,group}'::text[],
      '{"employees": "read", "employee_rates": "read"}', ''),
    ('edit_time', '{everyone,own_crews,own_projects,group}',
      '{"employees": "read", "projects": "read", "time_entries": "read add change delete", "time_entry_breaks": "read add change delete", "approvals": "read"}',
      'change_time_entries'),
    ('approve_time', '{everyone,own_crews,own_projects,group}',
      '{"employees": "read", "projects": "read", "time_entries": "read", "time_entry_breaks": "read", "approvals": "read"}',
      'approve_time unapprove_time approve_clean_time take_back_approvals propose_clock_outs payroll_overview'),
    ('schedule', '{everyone,own_crews,own_projects,group}',
      '{"employees": "read", "projects": "read", "shifts": "read add change delete", "availability": "read"}',
      'schedule_board schedule_warnings publish_shifts unpublish_shifts discard_drafts copy_shifts move_shifts publish_recipients undo_schedule_change'),
    ('see_locations', '{everyone,own_crews,own_projects,group}',
      '{"employees": "read"}', 'punch_locations_for off_site_punches on_site_now site_visits_now'),
    ('budgets', '{everyone,own_projects}',
      '{"projects": "read", "budgets": "read add change delete", "budget_lines": "read add change delete", "budget_scenarios": "read add delete", "budget_alerts": "read"}',
      'budget_overview budget_report budget_forecast budget_weeks budget_pace save_budget'),
    ('tickets', '{everyone,own_projects}',
      '{"projects": "read", "extra_work_tickets": "read", "ticket_lines": "read", "ticket_copies": "read", "photos": "read"}',
      'ticket_work draft_ticket save_ticket discard_ticket sign_ticket refuse_ticket add_ticket_witness revise_ticket ticket_changes ticket_list ticket_record send_ticket_link'),
    ('manage_lists', '{everyone,own_projects}',
      '{"projects": "read add change delete", "project_cost_codes": "add delete", "geofences": "add change delete", "cost_codes": "add change delete", "cost_code_groups": "add change delete", "customers": "read add change delete", "equipment": "add change delete", "units": "add change delete", "delay_reasons": "add change delete"}',
      'save_rows list_counts'),
    ('payroll', '{everyone}',
      '{"employees": "read", "projects": "read", "employee_rates": "read", "time_entries": "read", "time_entry_breaks": "read", "approvals": "read", "payroll_lines": "read", "payroll_exports": "read add", "pay_items": "read"}',
      'payroll_overview generate_payroll_export_data payroll_lines_for payroll_line_origins payroll_export_preview payroll_export_changes record_payroll_export note_payroll_file_hash lock_pay_period payroll_adjustments_owed payroll_adjustment_lines post_payroll_adjustments posted_adjustments rounding_report')
  ) as r (name, scopes, tables, functions);
$$;
comment on function private.rights() is 'The rights a role of the company''s own may have: the scopes each can be given over, the tables it opens with the verbs, and the functions. What is not named stays as the built-in role has it.';
grant execute on function private.rights() to authenticated;

create or replace function private.my_company_role() returns uuid
language plpgsql stable parallel safe security definer set search_path = '' as $$
declare
  claims jsonb;
  account uuid;
  chosen text;
  passed boolean;
begin
  if nullif(current_setting('caller.claims', true), '') = current_setting('request.jwt.claims', true) then
    return nullif(current_setting('caller.company_role', true), '')::uuid;
  end if;
  claims := auth.jwt();
  account := claims ->> 'sub';
  chosen := claims ->> 'company_id';
  passed := claims ->> 'aal' = 'aal2';
  if chosen is null then
    chosen := (select p.company_id::text from public.profiles p where p.id = account);
  end if;
  return e.company_role_id from public.employees e where e.user_id = account and e.active
    and e.company_id::text = chosen
    and (passed or not exists (select from auth.mfa_factors f where f.user_id = e.user_id and f.status = 'verified'));
end $$;
comment on function private.my_company_role() is 'The caller''s role of the company''s own, or null.';
grant execute on function private.my_company_role() to authenticated, service_role;

create or replace function private.has_right(right_param text, employee_id_param uuid default null::uuid, project_id_param uuid default null::uuid) returns boolean
language plpgsql stable parallel safe security definer set search_path = '' as $$
declare
  role_id uuid;
begin
  -- Of almost everybody, and of every request that reads, this is all.
  if current_setting('caller.company_role', true) = '' and current_setting('caller.claims', true) = current_setting('request.jwt.claims', true) then
    return false;
  end if;
  role_id := private.my_company_role();
  if role_id is null or not exists (select from public.company_roles r
      where r.company_id = private.my_company_id() and r.id = role_id and right_param = any (r.rights)) then
    return false;
  end if;
  if project_id_param is null then
    return employee_id_param is null or coalesce(private.covers_person(private.scope_of(right_param), employee_id_param), false);
  end if;
  return coalesce(private.covers_work(private.scope_of(right_param), employee_id_param, project_id_param), false);
end $$;
comment on function private.has_right(text,uuid,uuid) is 'Whether a role of the company''s own gives the caller this right, at all, over a person, or over work on a project (of this person). False at once for everyone without such a role; managers have no need of it.';
grant execute on function private.has_right(text,uuid,uuid) to authenticated, service_role;

create or replace function private.has_a_right(rights_param text[]) returns boolean
language plpgsql stable parallel safe security definer set search_path = '' as $$
declare
  role_id uuid;
begin
  -- As in private.has_right().
  if current_setting('caller.company_role', true) = '' and current_setting('caller.claims', true) = current_setting('request.jwt.claims', true) then
    return false;
  end if;
  role_id := private.my_company_role();
  return role_id is not null and exists (select from public.company_roles r
    where r.company_id = private.my_company_id() and r.id = role_id and r.rights && rights_param);
end $$;
comment on function private.has_a_right(text[]) is 'Whether a role of the company''s own gives the caller one of these rights.';
grant execute on function private.has_a_right(text[]) to authenticated, service_role;

create or replace function private.require_right(right_param text) returns public.employees
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
begin
  if me.company_id is null then
    me := private.require_employee();
  end if;
  if me.role not in ('owner', 'manager') and not private.has_right(right_param) then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  return me;
end $$;
comment on function private.require_right(text) is 'As private.require_manager(), and for whom a role of the company''s own gives this right. Whoever calls it narrows what is shown and changed to private.scope_of().';
grant execute on function private.require_right(text) to authenticated;

create or replace function private.refuse_out_of_scope() returns void
language plpgsql stable set search_path = '' as $$
begin
  raise exception using errcode = '42501', hint = 'out_of_scope', message = 'Your role does not cover this.';
end $$;

create or replace function private.scope_of(right_param text) returns private.right_scope
language plpgsql stable parallel safe security definer set search_path = '' as $$
begin
  if private.is_manager() then
    return row(true, null, false, '{}', '{}')::private.right_scope;
  end if;
  return private.scope_of_person(private.my_company_id(), private.my_employee_id(), right_param);
end $$;
comment on function private.scope_of(text) is 'Over whom and which projects the caller has this right: everyone for managers, null without it.';
grant execute on function private.scope_of(text) to authenticated, service_role;

create or replace function private.scope_of_a(rights_param text[]) returns private.right_scope
language sql stable parallel safe security definer set search_path = '' as $$
  select private.scope_of(r) from unnest(rights_param) r where private.is_manager() or private.has_right(r) limit 1;
$$;
comment on function private.scope_of_a(text[]) is 'As private.scope_of(), for the first of these rights the caller has: a role has one scope for all its rights.';
grant execute on function private.scope_of_a(text[]) to authenticated, service_role;

create or replace function private.scope_of_person(company_id_param uuid, employee_id_param uuid, right_param text) returns private.right_scope
language plpgsql stable parallel safe security definer set search_path = '' as $$
declare
  given public.company_roles;
  found private.right_scope;
begin
  select r.* into given from public.employees e join public.company_roles r on r.company_id = e.company_id and r.id = e.company_role_id
    where e.company_id = company_id_param and e.id = employee_id_param and e.active and right_param = any (r.rights);
  if given.id is null then
    return null;
  end if;
  -- People may plan their own shifts; of their own time, rates and places the built-in role decides.
  found := row(given.scope = 'everyone', case when right_param <> 'schedule' then employee_id_param end, given.scope = 'own_projects', '{}', '{}')::private.right_scope;
  case given.scope
    when 'own_projects' then
      found.projects := private.own_projects(company_id_param, employee_id_param);
      found.people := array(
        select m.employee_id from public.project_members m where m.company_id = company_id_param and m.project_id = any (found.projects)
        union
        select t.employee_id from public.time_entries t
          where t.company_id = company_id_param and t.project_id = any (found.projects) and t.clock_in > now() - interval '30 days'
            -- Not by time that a holder of such a role entered or moved there: nobody widens their own scope.
            and not exists (select from private.moved_entries v where v.company_id = t.company_id and v.time_entry_id = t.id)
            and (t.source in ('kiosk', 'import') or t.created_by is null
              or t.source = 'crew' and t.created_by is distinct from (select h.user_id from public.employees h
                where h.company_id = company_id_param and h.id = employee_id_param)
              or exists (select from public.employees w where w.company_id = t.company_id and w.user_id = t.created_by
                and (w.id = t.employee_id or w.role in ('owner', 'manager')))));
    when 'own_crews' then
      found.people := array(
        select m.employee_id from public.crew_members m join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
        where m.company_id = company_id_param and daterange(m.from_date, m.to_date, '[]') @> (now() at time zone private.zone_of(company_id_param, null))::date
          and (c.foreman_id = employee_id_param or exists (select from public.crew_members mine
            where mine.company_id = m.company_id and mine.crew_id = m.crew_id and mine.employee_id = employee_id_param
              and daterange(mine.from_date, mine.to_date, '[]') @> (now() at time zone private.zone_of(company_id_param, null))::date)));
    when 'group' then
      found.people := array(
        select m.employee_id from public.employee_group_members m where m.company_id = company_id_param and m.group_id = given.group_id);
    else
  end case;
  return found;
end $$;
comment on function private.scope_of_person(uuid,uuid,text) is 'Over whom and which projects a role of the company''s own gives a person this right, or null. Own crews: those they lead or are in today. Own projects: those whose team they are on or which they run, with what is below; their people are the teams and who worked there in the last 30 days by their own punches, a crew''s or a manager''s entry.';

create or replace function private.own_projects(company_id_param uuid, employee_id_param uuid) returns uuid[]
language sql stable parallel safe security definer set search_path = '' as $$
  select array(
    select distinct b from (
      select m.project_id from public.project_members m where m.company_id = company_id_param and m.employee_id = employee_id_param
      union
      select p.id from public.projects p where p.company_id = company_id_param and p.manager_id = employee_id_param
    ) as own (id)
    cross join lateral private.project_branch(own.id, company_id_param) b);
$$;
comment on function private.own_projects(uuid,uuid) is 'The projects whose team a person is on or which they run, with everything below them.';

create or replace function private.covers_person(scope_param private.right_scope, employee_id_param uuid) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return employee_id_param is distinct from scope_param.me
    and (scope_param.everyone or employee_id_param = any (scope_param.people));
end $$;
comment on function private.covers_person(private.right_scope,uuid) is 'Whether a scope covers what is about this person. Not one''s own where scope_param.me is set: there the built-in role decides.';
grant execute on function private.covers_person(private.right_scope,uuid) to authenticated, service_role;

create or replace function private.covers_project(scope_param private.right_scope, project_id_param uuid) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return scope_param.everyone or project_id_param = any (scope_param.projects);
end $$;
comment on function private.covers_project(private.right_scope,uuid) is 'Whether a scope covers what is about this project.';
grant execute on function private.covers_project(private.right_scope,uuid) to authenticated, service_role;

create or replace function private.covers_work(scope_param private.right_scope, employee_id_param uuid, project_id_param uuid) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (employee_id_param is null or employee_id_param is distinct from scope_param.me)
    and (scope_param.everyone or case when scope_param.by_project then project_id_param = any (scope_param.projects)
      else employee_id_param = any (scope_param.people) end);
end $$;
comment on function private.covers_work(private.right_scope,uuid,uuid) is 'Whether a scope covers work of this person on this project: by the project where the scope is projects, else by the person; not one''s own where scope_param.me is set.';
grant execute on function private.covers_work(private.right_scope,uuid,uuid) to authenticated, service_role;

create or replace function public.what_would_see(employee_id_param uuid) returns table(right_name text, given boolean, everyone boolean, by_project boolean, people uuid[], projects uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  person public.employees;
begin
  select * into person from public.employees e where e.company_id = me.company_id and e.id = employee_id_param;
  if person.id is null then
    raise exception using errcode = 'P0001', hint = 'employee_not_found', message = 'This person is not in your company.';
  end if;
  return query
    select r.name, manages.all or s.everyone is not null, manages.all or coalesce(s.everyone, false), coalesce(s.by_project, false),
      array_remove(coalesce(s.people, '{}'), s.me), coalesce(s.projects, '{}')
    from (select person.active and person.role in ('owner', 'manager') as all) manages
    cross join private.rights() r
    left join lateral private.scope_of_person(me.company_id, person.id, r.name) s on not manages.all
    order by r.name;
end $$;
comment on function public.what_would_see(uuid) is 'Managers: for each right whether a person has it, and over whom and which projects, today. A leaver has none.';
grant execute on function public.what_would_see(uuid) to authenticated;
