-- Overtime policies as objects: presets, checks, and the one function that writes them.
-- A preset is an editable starting point with a name and a date, never a claim of compliance.

-- Every key an object may have, with the value it takes when left out (that of FLSA).
-- tz and workweek_start_dow null: the company's own zone and week start.
create function private.overtime_policy_defaults() returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select '{
    "workweek_start_dow": null, "workday_start": "00:00", "tz": null,
    "workday_anchor": "clock", "day_split": "split",
    "weekly_after": 2400, "daily": [], "consecutive_after": null, "run_gap_minutes": 60,
    "seventh_day": {"on": false, "first": 480, "mult1": 1.5, "mult2": 2},
    "day_rules": [], "holidays": [], "saturday_makeup": false,
    "daily_only_if_rate_below_cents": null,
    "rate_method": "weighted_average", "agreement_7g2": false, "flsa_floor_check": true,
    "unpaid_break_minutes": 30, "meal_premium": false, "rest_premium": false,
    "rounding_allowed": true, "auto_meal_allowed": true
  }'::jsonb;
$$;

create function private.overtime_preset(preset_param text) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select private.overtime_policy_defaults() || case preset_param
    -- L1. Weekly only.
    when 'FLSA' then '{}'::jsonb
    -- OT-X1: everything at 1.0, so the floor check is off as well.
    when 'NONE' then '{"weekly_after": null, "flsa_floor_check": false}'
    -- L7 to L10, section 3. Rounding and automatic meals are off: Camp, Donohue.
    when 'CA' then '{"daily": [{"after": 480, "mult": 1.5}, {"after": 720, "mult": 2}],
      "seventh_day": {"on": true, "first": 480, "mult1": 1.5, "mult2": 2},
      "meal_premium": true, "rounding_allowed": false, "auto_meal_allowed": false}'
    -- L11: alternative workweek.
    when 'CA_4x10' then '{"daily": [{"after": 600, "mult": 1.5}, {"after": 720, "mult": 2}],
      "seventh_day": {"on": true, "first": 480, "mult1": 1.5, "mult2": 2},
      "meal_premium": true, "rounding_allowed": false, "auto_meal_allowed": false}'
    -- L12
    when 'AK' then '{"daily": [{"after": 480, "mult": 1.5}]}'
    -- L13: the workday begins when the employee begins work.
    when 'NV' then '{"daily": [{"after": 480, "mult": 1.5}], "daily_only_if_rate_below_cents": 1800,
      "workday_anchor": "first_punch"}'
    -- L14
    when 'CO' then '{"daily": [{"after": 720, "mult": 1.5}], "consecutive_after": 720}'
    -- Contracts pay the rate of the job worked; the FLSA floor still holds without a 7(g)(2) agreement.
    when 'UNION_8_SAT_SUN' then '{"daily": [{"after": 480, "mult": 1.5}], "rate_method": "rate_in_effect",
      "day_rules": [{"dow": 6, "mult": 1.5}, {"dow": 0, "mult": 2}, {"holiday": true, "mult": 2}]}'
  end;
$$;
comment on function private.overtime_preset(text) is 'The policy object of a preset, or null when there is none of that name.';

create function private.refuse_overtime_policy(field_param text, takes_param text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', hint = 'invalid_overtime_policy',
    message = format('The overtime policy is not valid: "%s" takes %s.', field_param, takes_param),
    detail = field_param;
end $$;

-- A number of minutes, whole and within a day or week, or null where the rule may be off.
create function private.is_policy_minutes(value_param jsonb, most_param integer) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_typeof(value_param) = 'number'
    and (value_param #>> '{}')::numeric between 0 and most_param
    and (value_param #>> '{}')::numeric = trunc((value_param #>> '{}')::numeric);
$$;

-- Multipliers in steps of 0.01 between 1 and 5; stored as they are, computed as whole hundredths.
create function private.is_policy_multiplier(value_param jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_typeof(value_param) = 'number'
    and (value_param #>> '{}')::numeric between 1 and 5
    and (value_param #>> '{}')::numeric * 100 = trunc((value_param #>> '{}')::numeric * 100), false);
$$;

create function private.check_overtime_policy(policy_param jsonb) returns void
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

-- The lists and the nested object.
create function private.check_overtime_rules(policy_param jsonb) returns void
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

-- The object that is stored: preset first, then what the caller gave, key by key.
create function private.resolve_overtime_policy(preset_param text, custom_param jsonb, out preset text, out policy jsonb)
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

create function public.set_overtime_policy(
  preset_param text, effective_from_param date, custom_param jsonb default null,
  project_id_param uuid default null, employee_id_param uuid default null
) returns public.overtime_policies
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  resolved record;
  saved public.overtime_policies;
begin
  if not private.is_owner() then
    raise exception using errcode = '42501', hint = 'owners_only', message = 'Only an owner may change the overtime policy.';
  end if;
  if effective_from_param is null then
    raise exception using errcode = 'P0001', hint = 'date_required', message = 'Say from which date the policy holds.';
  end if;
  if (project_id_param is not null and not exists (
        select from public.projects p where p.company_id = company and p.id = project_id_param))
    or (employee_id_param is not null and not exists (
        select from public.employees e where e.company_id = company and e.id = employee_id_param)) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This project or person was not found.';
  end if;
  resolved := private.resolve_overtime_policy(preset_param, custom_param);
  insert into public.overtime_policies (company_id, effective_from, preset, policy, project_id, employee_id)
  values (company, effective_from_param, resolved.preset, resolved.policy, project_id_param, employee_id_param)
  on conflict on constraint overtime_policies_one_per_day do update
    set preset = excluded.preset, policy = excluded.policy, created_by = excluded.created_by
  returning * into saved;
  return saved;
end $$;
comment on function public.set_overtime_policy(text, date, jsonb, uuid, uuid) is
  'Owner: sets the overtime rules from a date on, for the company, one project (its daily rules govern days worked there) or one employee. Keys of custom_param replace those of the preset.';

create function public.remove_overtime_policy(policy_id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_owner() then
    raise exception using errcode = '42501', hint = 'owners_only', message = 'Only an owner may change the overtime policy.';
  end if;
  delete from public.overtime_policies p where p.company_id = private.my_company_id() and p.id = policy_id_param;
end $$;
comment on function public.remove_overtime_policy(uuid) is 'Owner: takes one effective-dated policy back; the one before it holds again.';

-- What the settings screen offers.
create function public.overtime_presets() returns table (preset text, policy jsonb)
language sql stable security definer set search_path = '' as $$
  select p, private.overtime_preset(p)
  from unnest(array['FLSA', 'CA', 'CA_4x10', 'AK', 'NV', 'CO', 'UNION_8_SAT_SUN', 'NONE']) p;
$$;
comment on function public.overtime_presets() is 'The presets and their rules.';

revoke all on function private.pay_code_in_regular_rate(text), private.overtime_policy_defaults(),
  private.overtime_preset(text), private.refuse_overtime_policy(text, text),
  private.is_policy_minutes(jsonb, integer), private.is_policy_multiplier(jsonb),
  private.check_overtime_policy(jsonb), private.check_overtime_rules(jsonb),
  private.resolve_overtime_policy(text, jsonb), private.check_pay_item() from public;
revoke all on function public.set_overtime_policy(text, date, jsonb, uuid, uuid),
  public.remove_overtime_policy(uuid), public.overtime_presets() from public, anon;
grant execute on function public.set_overtime_policy(text, date, jsonb, uuid, uuid),
  public.remove_overtime_policy(uuid), public.overtime_presets() to authenticated, service_role;
