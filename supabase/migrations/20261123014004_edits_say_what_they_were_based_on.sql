-- An edit sends the fields it changes and what they were based on. What somebody else changed meanwhile
-- is refused with both values instead of being overwritten; unrelated fields merge.

create function private.last_change(entity_param text, entity_id_param uuid)
returns table(saved_by text, saved_by_you boolean, saved_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select nullif(btrim(concat_ws(' ', who.first_name, who.last_name)), ''), a.actor_id = auth.uid(), a.occurred_at
  from public.audit_events a
  left join public.employees who on who.company_id = a.company_id and who.user_id = a.actor_id
  where a.company_id = (select private.my_company_id()) and a.entity_id = entity_id_param and a.entity = entity_param
  order by a.sequence desc limit 1;
$$;
comment on function private.last_change(text,uuid) is 'Who changed a row of the caller''s company last, and when.';
revoke execute on function private.last_change(text,uuid) from public;
grant execute on function private.last_change(text,uuid) to authenticated, service_role;

create function private.require_unchanged(entity_param text, entity_id_param uuid, current_param jsonb, based_on_param jsonb, changes_param jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  clashes boolean;
  fields jsonb;
begin
  select bool_or(f.is_sent and f.saved <> f.based_on and f.saved <> f.yours),
      jsonb_agg(jsonb_build_object('field', f.name, 'based_on', f.based_on, 'saved', f.saved)
        || case when f.is_sent then jsonb_build_object('yours', f.yours) else '{}' end order by f.position)
    into clashes, fields
    from (
      select b.key as name, b.position, b.value as based_on, coalesce(current_param -> b.key, 'null') as saved,
        coalesce(changes_param -> b.key, 'null') as yours, changes_param ? b.key as is_sent
      from jsonb_each(based_on_param) with ordinality as b (key, value, position)) f
    where f.is_sent or f.saved <> f.based_on;
  if clashes then
    raise exception using errcode = 'P0001', hint = 'changed_meanwhile', message = 'Someone else changed this while you had it open.',
      detail = jsonb_build_object('entity', entity_param, 'id', entity_id_param, 'fields', fields)
        || coalesce((select to_jsonb(c) from private.last_change(entity_param, entity_id_param) c), '{}');
  end if;
end $$;
comment on function private.require_unchanged(text,uuid,jsonb,jsonb,jsonb) is 'Refuses changes of fields that have neither the value they were based on nor the new one. The detail has, for every field sent or changed meanwhile, what it was based on, what is saved and what was sent, and who saved it when.';
revoke execute on function private.require_unchanged(text,uuid,jsonb,jsonb,jsonb) from public;
grant execute on function private.require_unchanged(text,uuid,jsonb,jsonb,jsonb) to authenticated, service_role;

create function public.save_changes(table_param text, key_param jsonb, changes_param jsonb, based_on_param jsonb default null) returns void
language plpgsql set search_path = '' as $$
declare
  target constant regclass := to_regclass(format('public.%I', table_param));
  based_on constant jsonb := coalesce(nullif(based_on_param, 'null'), '{}');
  compared constant jsonb := based_on || coalesce(changes_param, '{}');
  conditions text;
  columns text;
  changed text;
  stored jsonb;
  rows_found bigint;
begin
  if jsonb_typeof(key_param) is distinct from 'object' or jsonb_typeof(changes_param) is distinct from 'object'
      or jsonb_typeof(based_on) <> 'object' or key_param = '{}' or target is null
      or not exists (select from pg_catalog.pg_class c where c.oid = target and c.relkind = 'r')
      or exists (select from jsonb_object_keys(key_param || compared) k where not exists (
        select from pg_catalog.pg_attribute a where a.attrelid = target and a.attname = k and a.attnum > 0 and not a.attisdropped)) then
    raise exception using errcode = 'P0001', hint = 'invalid_changes', message = 'Say which row of which table, and its columns to change.';
  end if;
  if changes_param = '{}' then
    return;
  end if;
  select string_agg(format('t.%I = %L::%s', k.key, k.value, pg_catalog.format_type(a.atttypid, a.atttypmod)), ' and ')
    into conditions
    from jsonb_each_text(key_param) k join pg_catalog.pg_attribute a on a.attrelid = target and a.attname = k.key;
  select string_agg(format('%I', k), ', '), string_agg(format('%I', k), ', ') filter (where changes_param ? k)
    into columns, changed from jsonb_object_keys(compared) k;

  -- Under the caller's policies and column grants, as a plain update would be.
  execute format('select count(*), (array_agg(to_jsonb(t)))[1] from (select %s from %s t where %s for update) t', columns, target, conditions)
    into rows_found, stored;
  if rows_found > 1 then
    raise exception using errcode = 'P0001', hint = 'invalid_changes', message = 'Say which row of which table, and its columns to change.';
  elsif rows_found = 0 then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This was not found. It may have been deleted.';
  end if;
  if based_on <> '{}' then
    -- Both sides as the columns' types write them, so that 8 and 8.00 are the same.
    perform private.require_unchanged(table_param, (key_param ->> 'id')::uuid, stored,
      private.typed_columns(target, based_on), private.typed_columns(target, changes_param));
  end if;
  execute format('update %s t set (%s) = (select %s from jsonb_populate_record(null::%s, $1)) where %s', target, changed, changed, target, conditions)
    using changes_param;
end $$;

create function private.typed_columns(target_param regclass, columns_param jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  typed jsonb;
begin
  execute format('select to_jsonb(r) from (select %s from jsonb_populate_record(null::%s, $1)) r',
    (select string_agg(format('%I', k), ', ') from jsonb_object_keys(columns_param) k), target_param)
    into typed using columns_param;
  return typed;
end $$;
comment on function private.typed_columns(regclass,jsonb) is 'Values of columns as they would be stored.';
revoke execute on function private.typed_columns(regclass,jsonb) from public;
grant execute on function private.typed_columns(regclass,jsonb) to authenticated, service_role;

comment on function public.save_changes(text,jsonb,jsonb,jsonb) is 'Changes columns of one row, named by its key, as an update with the caller''s rights would. based_on: what the columns were when they were read; a column that has another value by now, and not the new one, refuses the change with changed_meanwhile, whose detail has who saved it when and all three values of each field.';
revoke execute on function public.save_changes(text,jsonb,jsonb,jsonb) from public, anon;
grant execute on function public.save_changes(text,jsonb,jsonb,jsonb) to authenticated;

create function private.entry_breaks_read(breaks_param jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('started_at', b.started_at, 'ended_at', b.ended_at, 'kind', coalesce(b.kind, 'meal'),
    'paid', coalesce(b.paid, false)) order by b.started_at, b.ended_at), '[]')
  from jsonb_to_recordset(case jsonb_typeof(breaks_param) when 'array' then breaks_param else '[]' end)
    as b (started_at timestamptz, ended_at timestamptz, kind text, paid boolean);
$$;
comment on function private.entry_breaks_read(jsonb) is 'Breaks in one order and one way of writing, to compare them.';
revoke execute on function private.entry_breaks_read(jsonb) from public;
grant execute on function private.entry_breaks_read(jsonb) to authenticated, service_role;

create function private.unchanged_of_entry(entry public.time_entries, based_on_param jsonb, sent_param jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  times constant text[] := '{clock_in,clock_out,breaks}';
  based_on constant jsonb := private.entry_fields_read(based_on_param);
  sent constant jsonb := private.entry_fields_read(sent_param);
  stored constant jsonb := private.entry_fields_read(to_jsonb(entry) || jsonb_build_object('breaks', (
    select coalesce(jsonb_agg(to_jsonb(b)), '[]') from public.time_entry_breaks b
    where b.company_id = entry.company_id and b.time_entry_id = entry.id)));
  changed text[];
begin
  select coalesce(array_agg(b.key), '{}') into changed from jsonb_each(based_on) b
    where sent -> b.key <> b.value and not (b.key = 'breaks' and sent_param -> 'breaks' = 'null');
  if changed && times then
    changed := changed || array(select t from unnest(times) t where based_on ? t and not (t = 'breaks' and sent_param -> 'breaks' = 'null'));
  end if;
  perform private.require_unchanged('time_entries', entry.id, stored, based_on,
    (select coalesce(jsonb_object_agg(f, sent -> f), '{}') from unnest(changed) f));
  return based_on - changed;
end $$;
comment on function private.unchanged_of_entry(public.time_entries,jsonb,jsonb) is 'The fields of an entry the caller did not change, after checking that those it changes are still what it saw. Start, end and breaks are one.';
revoke execute on function private.unchanged_of_entry(public.time_entries,jsonb,jsonb) from public;
grant execute on function private.unchanged_of_entry(public.time_entries,jsonb,jsonb) to authenticated, service_role;

create function private.entry_fields_read(fields_param jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(f.key, f.value), '{}')
  from jsonb_each(to_jsonb(jsonb_populate_record(null::public.time_entries, fields_param - 'breaks'))
    || jsonb_build_object('breaks', private.entry_breaks_read(fields_param -> 'breaks'))) f
  where fields_param ? f.key
    and f.key in ('employee_id', 'clock_in', 'clock_out', 'project_id', 'cost_code_id', 'equipment_id', 'notes', 'meal_waived', 'breaks');
$$;
comment on function private.entry_fields_read(jsonb) is 'The fields of an entry that save_time_entry changes, as they would be stored.';
revoke execute on function private.entry_fields_read(jsonb) from public;
grant execute on function private.entry_fields_read(jsonb) to authenticated, service_role;

drop function public.save_time_entry(uuid,uuid,timestamp with time zone,timestamp with time zone,uuid,uuid,text,jsonb,text,boolean,uuid);
create function public.save_time_entry(id_param uuid, employee_id_param uuid, clock_in_param timestamptz, clock_out_param timestamptz, project_id_param uuid, cost_code_id_param uuid default null::uuid, notes_param text default null::text, breaks_param jsonb default null::jsonb, reason_param text default null::text, meal_waived_param boolean default null::boolean, equipment_id_param uuid default null::uuid, based_on_param jsonb default null::jsonb) returns public.time_entries
language plpgsql set search_path = '' as $$
declare
  entry public.time_entries;
  known boolean;
  kept jsonb;
begin
  select * into entry from public.time_entries e
    where e.company_id = (select private.my_company_id()) and e.id = id_param for update;
  if not found then
    -- The same call may be under way on another connection, after a lost answer: wait for it and look again.
    perform private.lock_employee_time(private.my_company_id(), coalesce(employee_id_param, private.my_employee_id()));
    select * into entry from public.time_entries e
      where e.company_id = (select private.my_company_id()) and e.id = id_param for update;
  end if;
  known := found;
  if known then
    perform private.require_reason(entry.employee_id, reason_param);
  else
    perform private.give_reason(reason_param);
  end if;

  if known and jsonb_typeof(based_on_param) = 'object' then
    -- What the caller did not change stays as it is by now.
    kept := private.unchanged_of_entry(entry, based_on_param, jsonb_build_object('employee_id', coalesce(employee_id_param, entry.employee_id),
      'clock_in', clock_in_param, 'clock_out', clock_out_param, 'project_id', project_id_param, 'cost_code_id', cost_code_id_param,
      'equipment_id', equipment_id_param, 'notes', notes_param, 'meal_waived', coalesce(meal_waived_param, entry.meal_waived),
      'breaks', breaks_param));
    employee_id_param := case when kept ? 'employee_id' then entry.employee_id else employee_id_param end;
    clock_in_param := case when kept ? 'clock_in' then entry.clock_in else clock_in_param end;
    clock_out_param := case when kept ? 'clock_out' then entry.clock_out else clock_out_param end;
    project_id_param := case when kept ? 'project_id' then entry.project_id else project_id_param end;
    cost_code_id_param := case when kept ? 'cost_code_id' then entry.cost_code_id else cost_code_id_param end;
    equipment_id_param := case when kept ? 'equipment_id' then entry.equipment_id else equipment_id_param end;
    notes_param := case when kept ? 'notes' then entry.notes else notes_param end;
    meal_waived_param := case when kept ? 'meal_waived' then entry.meal_waived else meal_waived_param end;
    breaks_param := case when kept ? 'breaks' then null else breaks_param end;
  end if;

  -- Breaks that stay untouched leave no trace in the history.
  if breaks_param is not null and known then
    delete from public.time_entry_breaks b
      where b.company_id = entry.company_id and b.time_entry_id = entry.id
        and not exists (select from jsonb_to_recordset(breaks_param) as w (started_at timestamptz, ended_at timestamptz, kind text, paid boolean)
          where (w.started_at, w.ended_at, coalesce(w.kind, 'meal'), coalesce(w.paid, false)) is not distinct from (b.started_at, b.ended_at, b.kind, b.paid));
  end if;

  if known then
    update public.time_entries e
      set employee_id = coalesce(employee_id_param, e.employee_id), clock_in = clock_in_param, clock_out = clock_out_param,
        project_id = project_id_param, cost_code_id = cost_code_id_param, equipment_id = equipment_id_param, notes = notes_param,
        meal_waived = coalesce(meal_waived_param, e.meal_waived)
      where e.company_id = entry.company_id and e.id = entry.id returning * into entry;
  else
    insert into public.time_entries (id, employee_id, clock_in, clock_out, project_id, cost_code_id, equipment_id, notes, meal_waived)
      values (coalesce(id_param, gen_random_uuid()), coalesce(employee_id_param, private.my_employee_id()), clock_in_param, clock_out_param,
        project_id_param, cost_code_id_param, equipment_id_param, notes_param, coalesce(meal_waived_param, false))
      returning * into entry;
  end if;

  if breaks_param is not null then
    insert into public.time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
      select entry.company_id, entry.id, w.started_at, w.ended_at, coalesce(w.kind, 'meal'), coalesce(w.paid, false)
      from jsonb_to_recordset(breaks_param) as w (started_at timestamptz, ended_at timestamptz, kind text, paid boolean)
      where not exists (select from public.time_entry_breaks b
        where b.company_id = entry.company_id and b.time_entry_id = entry.id
          and (w.started_at, w.ended_at, coalesce(w.kind, 'meal'), coalesce(w.paid, false)) is not distinct from (b.started_at, b.ended_at, b.kind, b.paid));
  end if;
  return entry;
end $$;
comment on function public.save_time_entry(uuid,uuid,timestamp with time zone,timestamp with time zone,uuid,uuid,text,jsonb,text,boolean,uuid,jsonb) is 'Adds or changes an entry with its breaks: [{"started_at", "ended_at", "kind", "paid"}], null leaves them. Idempotent by id. Changing someone else''s time needs a reason. based_on: the entry as it was read, with its breaks; what equals it stays as it is by now, what somebody else changed meanwhile is refused with changed_meanwhile. Start, end and breaks are one.';
revoke execute on function public.save_time_entry(uuid,uuid,timestamp with time zone,timestamp with time zone,uuid,uuid,text,jsonb,text,boolean,uuid,jsonb) from public, anon;
grant execute on function public.save_time_entry(uuid,uuid,timestamp with time zone,timestamp with time zone,uuid,uuid,text,jsonb,text,boolean,uuid,jsonb) to authenticated;
