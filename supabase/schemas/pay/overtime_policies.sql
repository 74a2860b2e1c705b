create table public.overtime_policies (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  effective_from date not null,
  preset text not null,
  policy jsonb not null,
  project_id uuid,
  employee_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint overtime_policies_pkey primary key (company_id, id),
  constraint overtime_policies_one_per_day unique nulls not distinct (company_id, project_id, employee_id, effective_from),
  constraint overtime_policies_policy_is_object check (jsonb_typeof(policy) = 'object'),
  constraint overtime_policies_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint overtime_policies_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint overtime_policies_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.overtime_policies');
comment on table public.overtime_policies is 'Overtime rules from a date on: for the company, one project or one employee. Written by set_overtime_policy only.';
comment on column public.overtime_policies.preset is 'Key of the preset the policy started from, or CUSTOM.';
alter table public.overtime_policies enable row level security;
grant select on table public.overtime_policies to authenticated;

create policy "Employees read the overtime rules of their company" on public.overtime_policies
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id is null or employee_id = (select private.my_employee_id())));

create or replace trigger x_changes_pay after insert or delete or update on public.overtime_policies
  for each row execute function private.rule_changes_pay();

create or replace trigger zy_count_changed_policies after update on public.overtime_policies referencing old table as changed_rows
  for each statement execute function private.count_policies();

create or replace function private.count_policies() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  company uuid;
begin
  for company in
    select distinct p.company_id
      from (select c.company_id, c.policy from changed_rows c union all
        select q.company_id, q.policy from public.overtime_policies q where q.company_id in (select c.company_id from changed_rows c)) p
     where (p.policy ->> 'unpaid_break_minutes')::integer <> private.unpaid_break_default()
     order by 1
  loop
    perform private.lock_time_exclusive(company);
    perform private.recount_work(company);
  end loop;
  return null;
end $$;
comment on function private.count_policies() is 'Counts a company anew when the break rule of some policy is not the usual one.';

create or replace trigger zy_count_deleted_policies after delete on public.overtime_policies referencing old table as changed_rows
  for each statement execute function private.count_policies();

create or replace trigger zy_count_new_policies after insert on public.overtime_policies referencing new table as changed_rows
  for each statement execute function private.count_policies();

create or replace trigger zz_record_change after insert or delete or update on public.overtime_policies
  for each row execute function private.record_change();

create or replace function public.remove_overtime_policy(policy_id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_owner() then
    raise exception using errcode = '42501', hint = 'owners_only', message = 'Only an owner may change the overtime policy.';
  end if;
  delete from public.overtime_policies p where p.company_id = private.my_company_id() and p.id = policy_id_param;
end $$;
comment on function public.remove_overtime_policy(uuid) is 'Owner: takes one effective-dated policy back; the one before it holds again.';
grant execute on function public.remove_overtime_policy(uuid) to authenticated;

create or replace function public.overtime_presets() returns table(preset text, policy jsonb)
language sql stable security definer set search_path = '' as $$
  select p, private.overtime_preset(p)
  from unnest(array['FLSA', 'CA', 'CA_4x10', 'AK', 'NV', 'CO', 'UNION_8_SAT_SUN', 'NONE']) p;
$$;
comment on function public.overtime_presets() is 'The presets and their rules.';
grant execute on function public.overtime_presets() to authenticated;

create or replace function private.overtime_preset(preset_param text) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select private.overtime_policy_defaults() || case preset_param
    -- docs/rules/overtime.md#l1: weekly only.
    when 'FLSA' then '{}'::jsonb
    -- OT-X1: everything at 1.0, so the floor check is off as well.
    when 'NONE' then '{"weekly_after": null, "flsa_floor_check": false}'
    -- docs/rules/overtime.md#l7 to #l10, docs/rules/breaks.md. Rounding and automatic meals are off: docs/rules/rounding.md#punches.
    when 'CA' then '{"daily": [{"after": 480, "mult": 1.5}, {"after": 720, "mult": 2}],
      "seventh_day": {"on": true, "first": 480, "mult1": 1.5, "mult2": 2},
      "meal_premium": true, "rounding_allowed": false, "auto_meal_allowed": false, "flat_bonus": "straight_hours"}'
    -- docs/rules/overtime.md#l11: alternative workweek.
    when 'CA_4x10' then '{"daily": [{"after": 600, "mult": 1.5}, {"after": 720, "mult": 2}],
      "seventh_day": {"on": true, "first": 480, "mult1": 1.5, "mult2": 2},
      "meal_premium": true, "rounding_allowed": false, "auto_meal_allowed": false, "flat_bonus": "straight_hours"}'
    -- docs/rules/overtime.md#l12
    when 'AK' then '{"daily": [{"after": 480, "mult": 1.5}]}'
    -- docs/rules/overtime.md#l13: the workday begins when the employee begins work.
    when 'NV' then '{"daily": [{"after": 480, "mult": 1.5}], "daily_only_if_rate_below_cents": 1800,
      "workday_anchor": "first_punch"}'
    -- docs/rules/overtime.md#l14
    when 'CO' then '{"daily": [{"after": 720, "mult": 1.5}], "consecutive_after": 720}'
    -- Contracts pay the rate of the job worked; the FLSA floor still holds without a 7(g)(2) agreement.
    when 'UNION_8_SAT_SUN' then '{"daily": [{"after": 480, "mult": 1.5}], "rate_method": "rate_in_effect",
      "day_rules": [{"dow": 6, "mult": 1.5}, {"dow": 0, "mult": 2}, {"holiday": true, "mult": 2}]}'
  end;
$$;
comment on function private.overtime_preset(text) is 'The policy object of a preset, or null when there is none of that name.';

create or replace function private.overtime_policy_defaults() returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select '{
    "workweek_start_dow": null, "workday_start": "00:00", "tz": null,
    "workday_anchor": "clock", "day_split": "split",
    "weekly_after": 2400, "daily": [], "consecutive_after": null, "run_gap_minutes": 60,
    "seventh_day": {"on": false, "first": 480, "mult1": 1.5, "mult2": 2},
    "day_rules": [], "holidays": [], "saturday_makeup": false,
    "daily_only_if_rate_below_cents": null,
    "rate_method": "weighted_average", "agreement_7g2": false, "flsa_floor_check": true, "regular_rate": "exact", "flat_bonus": "all_hours",
    "unpaid_break_minutes": 30, "meal_premium": false, "rest_premium": false,
    "rounding_allowed": true, "auto_meal_allowed": true
  }'::jsonb;
$$;

create or replace function public.preview_overtime_policy(preset_param text, effective_from_param date, start_date_param date, end_date_param date, custom_param jsonb default null::jsonb, project_id_param uuid default null::uuid, employee_id_param uuid default null::uuid) returns table(employee_id uuid, first_name text, last_name text, regular_minutes_before bigint, overtime_minutes_before bigint, double_time_minutes_before bigint, cents_before bigint, regular_minutes_after bigint, overtime_minutes_after bigint, double_time_minutes_after bigint, cents_after bigint, difference_cents bigint, premium_cents_before bigint, premium_cents_after bigint)
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  company uuid := private.require_owner();
  before_totals jsonb;
  after_totals jsonb;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  before_totals := private.live_totals(company, start_date_param, end_date_param);
  begin
    perform public.set_overtime_policy(preset_param, effective_from_param, custom_param, project_id_param, employee_id_param);
    after_totals := private.live_totals(company, start_date_param, end_date_param);
    raise exception using errcode = 'CKUND';
  exception when sqlstate 'CKUND' then
    null;
  end;
  return query
  select e.id, e.first_name, e.last_name, b.regular, b.overtime, b.double_time, b.cents, a.regular, a.overtime, a.double_time, a.cents,
    a.cents - b.cents, b.premium, a.premium
  from jsonb_to_recordset(before_totals) b (employee_id uuid, regular bigint, overtime bigint, double_time bigint, cents bigint, premium bigint)
  join jsonb_to_recordset(after_totals) a (employee_id uuid, regular bigint, overtime bigint, double_time bigint, cents bigint, premium bigint)
    on a.employee_id = b.employee_id
  join public.employees e on e.company_id = company and e.id = b.employee_id
  order by e.last_name, e.first_name, e.id;
end $$;
comment on function public.preview_overtime_policy(text,date,date,date,jsonb,uuid,uuid) is 'Owner: what a policy would change on the real hours of a range, person by person, with the premiums of shifts and missed breaks. Changes nothing.';
grant execute on function public.preview_overtime_policy(text,date,date,date,jsonb,uuid,uuid) to authenticated;

create or replace function public.set_overtime_policy(preset_param text, effective_from_param date, custom_param jsonb default null::jsonb, project_id_param uuid default null::uuid, employee_id_param uuid default null::uuid, based_on_param jsonb default null::jsonb) returns public.overtime_policies
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
grant execute on function public.set_overtime_policy(text,date,jsonb,uuid,uuid,jsonb) to authenticated;

create or replace function private.resolve_overtime_policy(preset_param text, custom_param jsonb, out preset text, out policy jsonb) returns record
language plpgsql stable set search_path = '' as $$
begin
  preset := coalesce(nullif(btrim(preset_param), ''), 'CUSTOM');
  preset := case upper(preset)
    when 'UNION' then 'UNION_8_SAT_SUN'
    when 'CA_4X10' then 'CA_4x10'
    else upper(preset) end;
  policy := private.overtime_preset(case preset when 'CUSTOM' then 'FLSA' else preset end);
  if policy is null then
    raise exception using errcode = 'P0001', hint = 'unknown_overtime_preset',
      message = 'There is no overtime preset of this name.', detail = preset_param;
  end if;
  if preset = 'CUSTOM' and custom_param is null then
    raise exception using errcode = 'P0001', hint = 'invalid_overtime_policy',
      message = 'Choose a preset or give the rules of the policy.';
  end if;
  if custom_param is not null then
    if jsonb_typeof(custom_param) <> 'object' then
      perform private.refuse_overtime_policy('policy', 'an object');
    end if;
    policy := policy || custom_param;
    if jsonb_typeof(custom_param -> 'seventh_day') = 'object' then
      policy := jsonb_set(policy, '{seventh_day}',
        private.overtime_preset(case preset when 'CUSTOM' then 'FLSA' else preset end) -> 'seventh_day'
        || (custom_param -> 'seventh_day'));
    end if;
  end if;
  perform private.check_overtime_policy(policy);
end $$;

create or replace function private.refuse_overtime_policy(field_param text, takes_param text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', hint = 'invalid_overtime_policy',
    message = format('The overtime policy is not valid: "%s" takes %s.', field_param, takes_param),
    detail = field_param;
end $$;

create or replace function private.check_overtime_policy(policy_param jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  unknown_key text;
  item jsonb;
begin
  select k into unknown_key from jsonb_object_keys(policy_param) k
  where not private.overtime_policy_defaults() ? k limit 1;
  if unknown_key is not null then
    perform private.refuse_overtime_policy(unknown_key, 'nothing: there is no such field');
  end if;

  if not (policy_param -> 'workweek_start_dow' = 'null'
      or coalesce(private.is_policy_minutes(policy_param -> 'workweek_start_dow', 6), false)) then
    perform private.refuse_overtime_policy('workweek_start_dow', 'a day from 0 (Sunday) to 6, or null');
  end if;
  if not coalesce(policy_param ->> 'workday_start' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$', false) then
    perform private.refuse_overtime_policy('workday_start', 'a time such as "00:00"');
  end if;
  if policy_param ->> 'tz' is not null then
    if policy_param ->> 'tz' !~ '^[A-Za-z_]+(/[A-Za-z0-9_+-]+)*$' then
      perform private.refuse_overtime_policy('tz', 'the name of a time zone such as "America/Denver", or null');
    end if;
    begin
      perform now() at time zone (policy_param ->> 'tz');
    exception when invalid_parameter_value then
      perform private.refuse_overtime_policy('tz', 'the name of a time zone such as "America/Denver", or null');
    end;
  end if;
  if not coalesce(policy_param ->> 'workday_anchor' in ('clock', 'first_punch'), false) then
    perform private.refuse_overtime_policy('workday_anchor', '"clock" or "first_punch"');
  end if;
  if not coalesce(policy_param ->> 'day_split' in ('split', 'start_day'), false) then
    perform private.refuse_overtime_policy('day_split', '"split" or "start_day"');
  end if;
  if not coalesce(policy_param ->> 'rate_method' in ('weighted_average', 'rate_in_effect'), false) then
    perform private.refuse_overtime_policy('rate_method', '"weighted_average" or "rate_in_effect"');
  end if;
  if not coalesce(policy_param ->> 'regular_rate' in ('exact', 'dol_cents'), false) then
    perform private.refuse_overtime_policy('regular_rate', '"exact" or "dol_cents"');
  end if;

  if not coalesce(policy_param ->> 'flat_bonus' in ('all_hours', 'straight_hours'), false) then
    perform private.refuse_overtime_policy('flat_bonus', '"all_hours" or "straight_hours"');
  end if;

  for item in select to_jsonb(f) from unnest(array['weekly_after', 'consecutive_after']) f loop
    if not (policy_param -> (item #>> '{}') = 'null'
        or coalesce(private.is_policy_minutes(policy_param -> (item #>> '{}'), 10080), false)) then
      perform private.refuse_overtime_policy(item #>> '{}', 'whole minutes up to 10080, or null');
    end if;
  end loop;
  for item in select to_jsonb(f) from unnest(array['run_gap_minutes', 'unpaid_break_minutes']) f loop
    if not coalesce(private.is_policy_minutes(policy_param -> (item #>> '{}'), 1440), false) then
      perform private.refuse_overtime_policy(item #>> '{}', 'whole minutes up to 1440');
    end if;
  end loop;
  if not (policy_param -> 'daily_only_if_rate_below_cents' = 'null'
      or coalesce(private.is_policy_minutes(policy_param -> 'daily_only_if_rate_below_cents', 1000000), false)) then
    perform private.refuse_overtime_policy('daily_only_if_rate_below_cents', 'whole cents, or null');
  end if;
  for item in select to_jsonb(f) from unnest(array['saturday_makeup', 'agreement_7g2', 'flsa_floor_check',
      'meal_premium', 'rest_premium', 'rounding_allowed', 'auto_meal_allowed']) f loop
    if jsonb_typeof(policy_param -> (item #>> '{}')) is distinct from 'boolean' then
      perform private.refuse_overtime_policy(item #>> '{}', 'true or false');
    end if;
  end loop;
  perform private.check_overtime_rules(policy_param);
end $$;
comment on function private.check_overtime_policy(jsonb) is 'Refuses an object that payroll could not apply, naming the field.';

create or replace function private.is_policy_minutes(value_param jsonb, most_param integer) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_typeof(value_param) = 'number'
    and (value_param #>> '{}')::numeric between 0 and most_param
    and (value_param #>> '{}')::numeric = trunc((value_param #>> '{}')::numeric);
$$;

create or replace function private.check_overtime_rules(policy_param jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  item jsonb;
begin
  if jsonb_typeof(policy_param -> 'daily') is distinct from 'array' then
    perform private.refuse_overtime_policy('daily', 'a list such as [{"after": 480, "mult": 1.5}]');
  end if;
  for item in select d from jsonb_array_elements(policy_param -> 'daily') d loop
    if not coalesce(private.is_policy_minutes(item -> 'after', 1500), false)
      or not private.is_policy_multiplier(item -> 'mult') then
      perform private.refuse_overtime_policy('daily', '{"after": whole minutes, "mult": 1 to 5} in each element');
    end if;
  end loop;

  if jsonb_typeof(policy_param -> 'seventh_day') is distinct from 'object'
    or jsonb_typeof(policy_param #> '{seventh_day,on}') is distinct from 'boolean'
    or not coalesce(private.is_policy_minutes(policy_param #> '{seventh_day,first}', 1500), false)
    or not private.is_policy_multiplier(policy_param #> '{seventh_day,mult1}')
    or not private.is_policy_multiplier(policy_param #> '{seventh_day,mult2}') then
    perform private.refuse_overtime_policy('seventh_day', '{"on", "first", "mult1", "mult2"}');
  end if;

  if jsonb_typeof(policy_param -> 'day_rules') is distinct from 'array' then
    perform private.refuse_overtime_policy('day_rules', 'a list such as [{"dow": 6, "mult": 1.5}]');
  end if;
  for item in select d from jsonb_array_elements(policy_param -> 'day_rules') d loop
    if not private.is_policy_multiplier(item -> 'mult')
      or not (coalesce(private.is_policy_minutes(item -> 'dow', 6), false)
        or coalesce(item -> 'holiday' = 'true', false)) then
      perform private.refuse_overtime_policy('day_rules', '{"dow": 0 to 6, "mult"} or {"holiday": true, "mult"} in each element');
    end if;
  end loop;

  if jsonb_typeof(policy_param -> 'holidays') is distinct from 'array' then
    perform private.refuse_overtime_policy('holidays', 'a list of dates such as ["2026-12-25"]');
  end if;
  for item in select d from jsonb_array_elements(policy_param -> 'holidays') d loop
    if not coalesce(item #>> '{}' ~ '^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$', false) then
      perform private.refuse_overtime_policy('holidays', 'a list of dates such as ["2026-12-25"]');
    end if;
  end loop;
end $$;

create or replace function private.is_policy_multiplier(value_param jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_typeof(value_param) = 'number'
    and (value_param #>> '{}')::numeric between 1 and 5
    and (value_param #>> '{}')::numeric * 100 = trunc((value_param #>> '{}')::numeric * 100), false);
$$;
