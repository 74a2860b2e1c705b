create or replace function public.merge_rows(list_param text, from_id_param uuid, into_id_param uuid) returns bigint
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  me public.employees := private.require_manager();
  source text;
  target text;
  moved bigint := 0;
begin
  if list_param in ('projects', 'equipment') then
    return private.merge_worked(list_param, me.company_id, from_id_param, into_id_param);
  elsif list_param is null or list_param not in ('customers', 'units', 'cost_code_groups', 'equipment_classes', 'certification_types', 'delay_reasons') then
    raise exception using errcode = 'P0001', hint = 'list_unknown', message = 'Rows of this list cannot be merged.';
  end if;
  execute format('select t.name from public.%I t where t.company_id = $1 and t.id = $2 for update', list_param) into source using me.company_id, from_id_param;
  execute format('select t.name from public.%I t where t.company_id = $1 and t.id = $2 for update', list_param) into target using me.company_id, into_id_param;
  if source is null or target is null or from_id_param = into_id_param then
    raise exception using errcode = 'P0001', hint = 'row_gone', message = 'Choose two different rows that exist.';
  end if;
  perform private.give_reason('Merged ' || source || ' into ' || target);
  if list_param = 'customers' then
    update public.projects p set customer_id = into_id_param where p.company_id = me.company_id and p.customer_id = from_id_param;
  elsif list_param = 'units' then
    update public.cost_codes k set unit = target where k.company_id = me.company_id and lower(k.unit) in (lower(source), lower(target)) and k.unit <> target;
  elsif list_param = 'cost_code_groups' then
    update public.cost_codes k set code_group = target where k.company_id = me.company_id and lower(k.code_group) in (lower(source), lower(target)) and k.code_group <> target;
  elsif list_param = 'equipment_classes' then
    update public.equipment q set class_id = into_id_param where q.company_id = me.company_id and q.class_id = from_id_param;
  elsif list_param = 'certification_types' then
    delete from public.certification_requirements r where r.company_id = me.company_id and r.type_id = from_id_param
      and exists (select from public.certification_requirements o where o.company_id = r.company_id and o.type_id = into_id_param
        and (o.role, o.project_id, o.class_id, o.equipment_id) is not distinct from (r.role, r.project_id, r.class_id, r.equipment_id));
    update public.certification_requirements r set type_id = into_id_param where r.company_id = me.company_id and r.type_id = from_id_param;
    update public.certificate_proofs p set type_id = into_id_param where p.company_id = me.company_id and p.type_id = from_id_param;
    update public.certifications c set type_id = into_id_param where c.company_id = me.company_id and c.type_id = from_id_param;
  end if;
  get diagnostics moved = row_count;
  if list_param = 'delay_reasons' then
    moved := 0;
  end if;
  execute format('delete from public.%I t where t.company_id = $1 and t.id = $2', list_param) using me.company_id, from_id_param;
  return moved;
end $$;
comment on function public.merge_rows(text,uuid,uuid) is 'Two rows of a list that mean the same: everything that used the first uses the second, the first is deleted. How many rows moved.';
grant execute on function public.merge_rows(text,uuid,uuid) to authenticated;

create or replace function private.merge_worked(list_param text, company_id_param uuid, from_id_param uuid, into_id_param uuid) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  key_column text := case list_param when 'projects' then 'project_id' else 'equipment_id' end;
  moved bigint;
  split bigint := 0;
begin
  perform private.require_mergeable(list_param, company_id_param, from_id_param, into_id_param);
  perform private.give_reason(format('Merged %s into %s',
    private.reference_name(company_id_param, trim(trailing 's' from list_param), from_id_param),
    private.reference_name(company_id_param, trim(trailing 's' from list_param), into_id_param)));
  if list_param = 'projects' then
    -- A project with a team or a list of codes keeps both; who and what comes along is added.
    insert into public.project_members (company_id, project_id, employee_id)
      select m.company_id, into_id_param, m.employee_id from public.project_members m
      where m.company_id = company_id_param and m.project_id = from_id_param
        and exists (select from public.project_members o where o.company_id = company_id_param and o.project_id = into_id_param)
      on conflict do nothing;
    insert into public.project_cost_codes (company_id, project_id, cost_code_id)
      select distinct t.company_id, into_id_param, t.cost_code_id from public.time_entries t
      where t.company_id = company_id_param and t.project_id = from_id_param and t.cost_code_id is not null and private.is_open(t)
        and exists (select from public.project_cost_codes o where o.company_id = company_id_param and o.project_id = into_id_param)
      on conflict do nothing;
    -- Copied, because the time that stays is still paid by them.
    insert into public.employee_rates (company_id, employee_id, hourly_rate, effective_from, project_id, cost_code_id)
      select r.company_id, r.employee_id, r.hourly_rate, r.effective_from, into_id_param, r.cost_code_id from public.employee_rates r
      where r.company_id = company_id_param and r.project_id = from_id_param
      on conflict do nothing;
    update public.projects p set parent_id = into_id_param where p.company_id = company_id_param and p.parent_id = from_id_param;
  else
    update public.time_entries t set machines = private.replace_machine(t.machines, from_id_param, into_id_param)
      where t.company_id = company_id_param and t.machines is not null and private.has_machine(t.machines, from_id_param) and private.is_open(t);
    get diagnostics split = row_count;
  end if;
  execute format('update public.time_entries t set %1$I = $3 where t.company_id = $1 and t.%1$I = $2 and private.is_open(t)', key_column)
    using company_id_param, from_id_param, into_id_param;
  get diagnostics moved = row_count;
  execute format('update public.shifts s set %1$I = $3 where s.company_id = $1 and s.%1$I = $2 and s.ends_at > now()', key_column)
    using company_id_param, from_id_param, into_id_param;
  if list_param = 'projects' then
    update public.projects p set archived_at = now() where p.company_id = company_id_param and p.id = from_id_param;
  else
    update public.equipment q set status = 'retired' where q.company_id = company_id_param and q.id = from_id_param;
  end if;
  return moved + split;
end $$;
comment on function private.merge_worked(text,uuid,uuid,uuid) is 'Moves open time and shifts to come to another project or machine and archives the first; everything else stays with it.';

create or replace function private.require_mergeable(list_param text, company_id_param uuid, from_id_param uuid, into_id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept text := case list_param when 'projects' then 't.archived_at is null' else 't.status <> ''retired''' end;
  found integer;
begin
  execute format('select count(*) from (select from public.%I t where t.company_id = $1 and (t.id = $2 or t.id = $3 and %s) order by t.id for update) f', list_param, kept)
    into found using company_id_param, from_id_param, into_id_param;
  if found <> 2 then
    raise exception using errcode = 'P0001', hint = 'rows_not_mergeable', message = 'Choose two different rows; the one that stays must be in use.';
  end if;
end $$;
comment on function private.require_mergeable(text,uuid,uuid,uuid) is 'Refuses a merge of a row with itself, into an archived one, or across companies; holds both rows.';

create or replace function private.is_open(entry_param public.time_entries) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not private.is_approved(entry_param) and not private.is_locked(entry_param.company_id, entry_param.work_date,
    (coalesce(entry_param.clock_out, now()) at time zone private.zone_of(entry_param.company_id, entry_param.project_id))::date);
end $$;
comment on function private.is_open(public.time_entries) is 'Whether an entry is neither approved nor in a locked pay period.';

create or replace function public.list_counts() returns table(list text, rows bigint, archived bigint)
language plpgsql stable set search_path = '' as $$
declare
  me public.employees := private.require_right('manage_lists');
begin
  return query
    select 'employees', count(*) filter (where t.active), count(*) filter (where not t.active) from public.employees t where t.company_id = me.company_id
    union all select 'crews', count(*), 0 from public.crews t where t.company_id = me.company_id
    union all select 'projects', count(*) filter (where t.archived_at is null), count(*) filter (where t.archived_at is not null) from public.projects t where t.company_id = me.company_id
    union all select 'customers', count(*) filter (where t.active), count(*) filter (where not t.active) from public.customers t where t.company_id = me.company_id
    union all select 'cost_codes', count(*) filter (where t.active), count(*) filter (where not t.active) from public.cost_codes t where t.company_id = me.company_id
    union all select 'cost_code_groups', count(*) filter (where t.active), count(*) filter (where not t.active) from public.cost_code_groups t where t.company_id = me.company_id
    union all select 'equipment', count(*) filter (where t.status <> 'retired'), count(*) filter (where t.status = 'retired') from public.equipment t where t.company_id = me.company_id
    union all select 'equipment_classes', count(*), 0 from public.equipment_classes t where t.company_id = me.company_id
    union all select 'pay_types', count(*) filter (where t.active), count(*) filter (where not t.active) from public.pay_types t where t.company_id = me.company_id
    union all select 'pay_items', count(*), 0 from public.pay_items t where t.company_id = me.company_id
    union all select 'holidays', count(*), 0 from public.holidays t where t.company_id = me.company_id
    union all select 'minimum_wages', count(*), 0 from public.minimum_wages t where t.company_id = me.company_id
    union all select 'time_off_types', count(*) filter (where t.active), count(*) filter (where not t.active) from public.time_off_types t where t.company_id = me.company_id
    union all select 'break_types', count(*) filter (where t.active), count(*) filter (where not t.active) from public.break_types t where t.company_id = me.company_id
    union all select 'units', count(*) filter (where t.active), count(*) filter (where not t.active) from public.units t where t.company_id = me.company_id
    union all select 'delay_reasons', count(*) filter (where t.active), count(*) filter (where not t.active) from public.delay_reasons t where t.company_id = me.company_id
    union all select 'certification_types', count(*) filter (where t.active), count(*) filter (where not t.active) from public.certification_types t where t.company_id = me.company_id
    union all select 'certifications', count(*), 0 from public.certifications t where t.company_id = me.company_id
    union all select 'certification_requirements', count(*), 0 from public.certification_requirements t where t.company_id = me.company_id
    union all select 'clock_questions', count(*) filter (where t.active), count(*) filter (where not t.active) from public.clock_questions t where t.company_id = me.company_id;
end $$;
comment on function public.list_counts() is 'Rows of every list, and how many are archived.';
grant execute on function public.list_counts() to authenticated;

create or replace function public.merge_preview(list_param text, from_id_param uuid, into_id_param uuid) returns table(entries_move bigint, entries_stay bigint, shifts_move bigint)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  key_column text := case list_param when 'projects' then 'project_id' when 'equipment' then 'equipment_id' end;
begin
  if key_column is null then
    raise exception using errcode = 'P0001', hint = 'list_unknown', message = 'Only projects and equipment have time to move.';
  end if;
  perform private.require_mergeable(list_param, me.company_id, from_id_param, into_id_param);
  return query execute format('select count(*) filter (where private.is_open(t)), count(*) filter (where not private.is_open(t)),
      (select count(*) from public.shifts s where s.company_id = $1 and s.%1$I = $2 and s.ends_at > now())
    from public.time_entries t where t.company_id = $1 and (t.%1$I = $2 or t.machines is not null and private.has_machine(t.machines, $2))', key_column) using me.company_id, from_id_param;
end $$;
comment on function public.merge_preview(text,uuid,uuid) is 'What a merge of two projects or machines would move, and what would stay because it is approved or locked.';
grant execute on function public.merge_preview(text,uuid,uuid) to authenticated;

create or replace function public.save_rows(list_param text, rows_param jsonb) returns table(row_number integer, result text, id uuid, column_name text, reason text, code text, message text, saved jsonb, changed jsonb)
language plpgsql set search_path = '' as $$
declare
  me public.employees := private.require_right('manage_lists');
begin
  if not coalesce(private.is_managed_list(list_param), false) then
    raise exception using errcode = 'P0001', hint = 'list_unknown', message = 'There is no such list.';
  elsif jsonb_typeof(rows_param) is distinct from 'array' or jsonb_array_length(rows_param) > 1000 then
    raise exception using errcode = 'P0001', hint = 'too_many_rows', message = 'Save up to 1,000 rows at a time.';
  end if;
  -- A grid asks for no custom fields.
  perform set_config('chalkline.values_later', 'on', true);
  return query
    select i.n::integer, r.* from jsonb_array_elements(rows_param) with ordinality as i (item, n)
    cross join lateral private.save_row(format('public.%I', list_param)::regclass, me.company_id, i.item) r
    order by i.n;
end $$;
comment on function public.save_rows(text,jsonb) is 'Adds, changes and deletes rows of a list with the caller''s rights: [{id, new, delete, values, based_on}], up to 1,000. One result per row (new, changed, same, deleted, error) with the refused column and the reason; good rows are saved. based_on (optional): the columns as they were read; one that somebody else changed meanwhile refuses its row (changed_meanwhile): saved is the row as it is, changed has who, when and all three values.';
grant execute on function public.save_rows(text,jsonb) to authenticated;

create or replace function private.is_managed_list(list_param text) returns boolean
language sql immutable parallel safe
return (list_param = any (array['employees'::text, 'crews'::text, 'projects'::text, 'customers'::text, 'cost_codes'::text, 'cost_code_groups'::text, 'equipment'::text, 'equipment_classes'::text, 'pay_types'::text, 'pay_items'::text, 'holidays'::text, 'minimum_wages'::text, 'time_off_types'::text, 'break_types'::text, 'units'::text, 'delay_reasons'::text, 'certification_types'::text, 'certifications'::text, 'certification_requirements'::text, 'clock_questions'::text, 'employee_fringe_plans'::text, 'apprenticeships'::text, 'employee_classifications'::text]));
comment on function private.is_managed_list(text) is 'Tables that save_rows may write.';
grant execute on function private.is_managed_list(text) to authenticated, service_role;

create or replace function private.save_row(table_param regclass, company_id_param uuid, item_param jsonb, out result text, out id uuid, out column_name text, out reason text, out code text, out message text, out saved jsonb, out changed jsonb) returns record
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  based_on jsonb := coalesce(item_param -> 'based_on', '{}');
  written jsonb;
  rule text;
  hint text;
  detail text;
begin
  begin
    if jsonb_typeof(item_param) is distinct from 'object' or jsonb_typeof(coalesce(item_param -> 'values', '{}')) <> 'object'
        or jsonb_typeof(based_on) <> 'object' then
      raise exception using errcode = 'P0001', hint = 'row_not_understood', message = 'This row is not an object with values.';
    end if;
    select v.key into column_name from jsonb_object_keys(coalesce(item_param -> 'values', '{}') || based_on) as v (key)
      where v.key in ('id', 'company_id') or not exists (select from pg_attribute a
        where a.attrelid = table_param and a.attname = v.key and a.attnum > 0 and not a.attisdropped) limit 1;
    if column_name is not null then
      raise exception using errcode = 'P0001', hint = 'column_unknown', column = column_name, message = 'The list has no such column.';
    end if;
    if based_on <> '{}' and coalesce(item_param -> 'values', '{}') <> '{}' and (item_param -> 'new') is distinct from 'true' then
      perform private.require_row_unchanged(table_param, company_id_param, (item_param ->> 'id')::uuid, based_on, item_param -> 'values');
    end if;
    written := private.write_row(table_param, company_id_param, item_param);
    saved := written -> 'after';
    id := (saved ->> 'id')::uuid;
    result := case
      when (item_param -> 'delete') = 'true' then 'deleted'
      when jsonb_typeof(written -> 'before') = 'null' then 'new'
      when saved - 'updated_at' = (written -> 'before') - 'updated_at' then 'same'
      else 'changed' end;
  exception
    -- The whole call is tried again by whoever sent it.
    when transaction_rollback or insufficient_resources or operator_intervention then
      raise;
    when others then
      get stacked diagnostics code = returned_sqlstate, message = message_text, hint = pg_exception_hint,
        rule = constraint_name, column_name = column_name, detail = pg_exception_detail;
      result := 'error';
      id := case when item_param ->> 'id' ~ '^[0-9a-f-]{36}$' then (item_param ->> 'id')::uuid end;
      saved := null;
      reason := coalesce(nullif(hint, ''), case
        when code = '23503' and (item_param -> 'delete') = 'true' then 'row_in_use'
        when code = '23503' then 'value_unknown'
        when code = '23502' then 'value_missing'
        when code = '42501' then 'row_not_yours'
        when code like '22%' then 'value_not_understood' end, nullif(rule, ''));
      column_name := coalesce(nullif(column_name, ''), case
        when code ~ '^(22|23)' and jsonb_typeof(item_param -> 'values') = 'object'
        then private.wrong_column(table_param, item_param -> 'values', rule) end);
      if hint = 'changed_meanwhile' then
        changed := detail::jsonb;
        column_name := (select f ->> 'field' from jsonb_array_elements(changed -> 'fields') f
          where f ? 'yours' and f -> 'saved' <> f -> 'based_on' and f -> 'saved' <> f -> 'yours' limit 1);
        execute format('select to_jsonb(t) from %s t where t.company_id = $1 and t.id = $2', table_param) into saved using company_id_param, id;
      end if;
      -- Words of the database may name values of others; the reason says it.
      message := case when hint <> '' then message else '' end;
  end;
end $$;
comment on function private.save_row(regclass,uuid,jsonb) is 'One row of save_rows; what fails is undone by itself and reported.';
grant execute on function private.save_row(regclass,uuid,jsonb) to authenticated, service_role;

create or replace function private.write_row(table_param regclass, company_id_param uuid, item_param jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  names text := (select string_agg(format('%I', v.key), ', ' order by v.key) from jsonb_object_keys(item_param -> 'values') as v (key));
  chosen uuid := (item_param ->> 'id')::uuid;
  before jsonb;
  after jsonb;
begin
  execute format('select to_jsonb(t) from %s t where t.company_id = $1 and t.id = $2', table_param) into before using company_id_param, chosen;
  if before is null and (item_param -> 'new') is distinct from 'true' then
    raise exception using errcode = 'P0001', hint = 'row_gone', message = 'This row no longer exists.';
  elsif (item_param -> 'delete') = 'true' then
    execute format('delete from %s t where t.company_id = $1 and t.id = $2 returning to_jsonb(t)', table_param) into after using company_id_param, chosen;
  elsif names is null then
    after := before;
  elsif before is null then
    execute format('insert into %1$s (company_id, id, %2$s) select $1, coalesce($2, gen_random_uuid()), %2$s from jsonb_populate_record(null::%1$s, $3)
      returning to_jsonb(%3$s)', table_param, names, (select c.relname from pg_class c where c.oid = table_param))
      into after using company_id_param, chosen, item_param -> 'values';
  else
    execute format('update %1$s t set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $3))
      where t.company_id = $1 and t.id = $2 returning to_jsonb(t)', table_param, names)
      into after using company_id_param, chosen, item_param -> 'values';
  end if;
  if after is null then
    raise exception using errcode = '42501', hint = 'row_not_yours', message = 'You may not change this row.';
  end if;
  return jsonb_build_object('before', before, 'after', after);
end $$;
comment on function private.write_row(regclass,uuid,jsonb) is 'Adds, changes or deletes one row with the caller''s rights: what it was and what it is.';
grant execute on function private.write_row(regclass,uuid,jsonb) to authenticated, service_role;

create or replace function private.wrong_column(table_param regclass, values_param jsonb, constraint_param text) returns text
language plpgsql stable set search_path = '' as $$
declare
  found record;
begin
  if constraint_param <> '' then
    return (select a.attname from pg_catalog.pg_constraint k
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
      where k.conrelid = table_param and k.conname = constraint_param and a.attname <> 'company_id'
      order by values_param ? a.attname::text desc, a.attnum limit 1);
  end if;
  -- No rule was named: the first value that is none of its column's kind.
  for found in select v.key, v.value from pg_catalog.jsonb_each(values_param) v loop
    begin
      execute format('select jsonb_populate_record(null::%s, $1)', table_param) using jsonb_build_object(found.key, found.value);
    exception when data_exception then
      return found.key;
    end;
  end loop;
  return null;
end $$;
comment on function private.wrong_column(regclass,jsonb,text) is 'Which of the values was refused.';
grant execute on function private.wrong_column(regclass,jsonb,text) to authenticated, service_role;
