-- An overtime rule that starts on the same day as another one replaces it: the owner says which one was on the screen.

drop function public.set_overtime_policy(text,date,jsonb,uuid,uuid);
create function public.set_overtime_policy(preset_param text, effective_from_param date, custom_param jsonb default null::jsonb, project_id_param uuid default null::uuid, employee_id_param uuid default null::uuid, based_on_param jsonb default null::jsonb) returns public.overtime_policies
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  resolved record;
  zone text;
  stored public.overtime_policies;
  saved public.overtime_policies;
begin
  if not private.is_owner() then
    raise exception using errcode = '42501', hint = 'owners_only', message = 'Only an owner may change the overtime policy.';
  end if;
  if effective_from_param is null then
    raise exception using errcode = 'P0001', hint = 'date_required', message = 'Choose the date the policy starts.';
  end if;
  if (project_id_param is not null and not exists (
        select from public.projects p where p.company_id = company and p.id = project_id_param))
    or (employee_id_param is not null and not exists (
        select from public.employees e where e.company_id = company and e.id = employee_id_param)) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This project or person was not found.';
  end if;
  resolved := private.resolve_overtime_policy(preset_param, custom_param);
  zone := private.zone_of(company, project_id_param);
  if resolved.policy ->> 'tz' <> zone then
    raise exception using errcode = 'P0001', hint = 'overtime_rule_zone', detail = zone,
      message = format('Days follow the time zone of the project, or of the company: %s here. Change it there.', zone);
  end if;
  resolved.policy := resolved.policy || '{"tz": null}';
  if jsonb_typeof(based_on_param) = 'object' then
    -- Two owners at once, where there is no rule to lock yet.
    perform 1 from public.companies c where c.id = company for no key update;
    select * into stored from public.overtime_policies o
      where o.company_id = company and o.effective_from = effective_from_param
        and o.project_id is not distinct from project_id_param and o.employee_id is not distinct from employee_id_param;
    perform private.require_unchanged('overtime_policies', stored.id,
      jsonb_build_object('preset', stored.preset, 'policy', stored.policy),
      jsonb_build_object('preset', based_on_param -> 'preset', 'policy', based_on_param -> 'policy'),
      jsonb_build_object('preset', resolved.preset, 'policy', resolved.policy));
  end if;
  insert into public.overtime_policies (company_id, effective_from, preset, policy, project_id, employee_id)
  values (company, effective_from_param, resolved.preset, resolved.policy, project_id_param, employee_id_param)
  on conflict on constraint overtime_policies_one_per_day do update
    set preset = excluded.preset, policy = excluded.policy, created_by = excluded.created_by
  returning * into saved;
  return saved;
end $$;
comment on function public.set_overtime_policy(text,date,jsonb,uuid,uuid,jsonb) is 'Owner: sets the overtime rules from a date on, for the company, one project (its daily rules govern days worked there) or one employee. Keys of custom_param replace those of the preset. based_on: {"preset", "policy"} of the rule that starts that day as it was read, nulls for none; if there is another by now, changed_meanwhile.';
revoke execute on function public.set_overtime_policy(text,date,jsonb,uuid,uuid,jsonb) from public, anon;
grant execute on function public.set_overtime_policy(text,date,jsonb,uuid,uuid,jsonb) to authenticated;
