create or replace function public.save_changes(table_param text, key_param jsonb, changes_param jsonb, based_on_param jsonb default null::jsonb) returns void
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
comment on function public.save_changes(text,jsonb,jsonb,jsonb) is 'Changes columns of one row, named by its key, as an update with the caller''s rights would. based_on: what the columns were when they were read; a column that has another value by now, and not the new one, refuses the change with changed_meanwhile, whose detail has who saved it when and all three values of each field.';
grant execute on function public.save_changes(text,jsonb,jsonb,jsonb) to authenticated;

create or replace function private.require_unchanged(entity_param text, entity_id_param uuid, current_param jsonb, based_on_param jsonb, changes_param jsonb) returns void
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
grant execute on function private.require_unchanged(text,uuid,jsonb,jsonb,jsonb) to authenticated, service_role;

create or replace function private.require_same_call(stored_param anyelement, sent_param jsonb, same_param boolean default true) returns void
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_populate_record(stored_param, sent_param) is distinct from stored_param or same_param is not true then
    raise exception using errcode = 'P0001', hint = 'id_reused', message = 'This was saved before with other details.';
  end if;
end $$;
comment on function private.require_same_call(anyelement,jsonb,boolean) is 'A repeat is answered with what the first call stored; the same id with other content is refused, or the caller would take the old answer for the new one. same_param: whether what is in no column is the same.';
grant execute on function private.require_same_call(anyelement,jsonb,boolean) to authenticated, service_role;

create or replace function private.last_change(entity_param text, entity_id_param uuid) returns table(saved_by text, saved_by_you boolean, saved_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select nullif(btrim(concat_ws(' ', who.first_name, who.last_name)), ''), a.actor_id = auth.uid(), a.occurred_at
  from public.audit_events a
  left join public.employees who on who.company_id = a.company_id and who.user_id = a.actor_id
  where a.company_id = (select private.my_company_id()) and a.entity_id = entity_id_param and a.entity = entity_param
  order by a.sequence desc limit 1;
$$;
comment on function private.last_change(text,uuid) is 'Who changed a row of the caller''s company last, and when.';
grant execute on function private.last_change(text,uuid) to authenticated, service_role;

create or replace function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
comment on function private.touch_updated_at() is 'Keeps updated_at.';

create or replace function private.fill_company_id() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  parent_id uuid;
begin
  if new.company_id is not null then
    return new;
  end if;
  if not private.is_system() then
    new.company_id := private.my_company_id();
  elsif tg_nargs = 2 then
    parent_id := (to_jsonb(new) ->> tg_argv[1])::uuid;
    -- Ids are unique per company only, and a guess would be a leak: none then, which the column refuses.
    execute format('select (array_agg(company_id))[1] from public.%I where id = $1 having count(*) = 1', tg_argv[0])
      into new.company_id using parent_id;
  end if;
  return new;
end $$;
comment on function private.fill_company_id() is 'Fills company_id when the client leaves it out.';

create or replace function private.lock_identity() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.id is distinct from old.id or new.company_id is distinct from old.company_id then
    raise exception using errcode = 'P0001', hint = 'identity_fixed',
      message = 'A record cannot be moved to another company or given another id.';
  end if;
  return new;
end $$;
comment on function private.lock_identity() is 'Refuses to change id or company_id of a row.';

create or replace function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', hint = 'append_only',
    message = format('Records of %s cannot be changed.', tg_table_name);
end $$;
comment on function private.refuse_change() is 'For append-only tables: holds for every role, the service role included.';

create or replace function private.lock_creator() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.created_by := old.created_by;
    new.created_at := old.created_at;
  elsif not private.is_system() then
    new.created_by := auth.uid();
    new.created_at := now();
  end if;
  return new;
end $$;
comment on function private.lock_creator() is 'Keeps created_by and created_at, whatever a client sends.';

create or replace function private.refuse_non_finite(table_param regclass) returns void
language plpgsql set search_path = '' as $$
declare
  found record;
begin
  for found in
    select a.attname as name, t.typname in ('numeric', 'float8', 'float4') as is_number
      from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = table_param and a.attnum > 0 and not a.attisdropped
       and t.typname in ('timestamptz', 'timestamp', 'date', 'numeric', 'float8', 'float4')
       and not exists (select from pg_constraint k where k.conrelid = table_param and k.conname = 'finite_' || a.attname)
     order by a.attnum
  loop
    execute format('alter table %s add constraint %I check (%s)', table_param, 'finite_' || found.name,
      case when found.is_number then format('%1$I > ''-Infinity'' and %1$I < ''Infinity''', found.name)
        else format('isfinite(%I)', found.name) end);
  end loop;
end $$;
comment on function private.refuse_non_finite(regclass) is 'For migrations: gives every timestamp, date and number of a table a rule against infinity and NaN.';

create or replace function private.number_within(value_param jsonb, least_param numeric, greatest_param numeric) returns double precision
language sql immutable parallel safe as $$
  select case when jsonb_typeof(value_param) = 'number' then
    case when value_param::numeric between least_param and greatest_param then value_param::double precision end end;
$$;

create or replace function private.require_row_unchanged(table_param regclass, company_id_param uuid, id_param uuid, based_on_param jsonb, changes_param jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  stored jsonb;
begin
  execute format('select to_jsonb(t) from (select %s from %s t where t.company_id = $1 and t.id = $2 for update) t',
      (select string_agg(format('%I', k), ', ') from jsonb_object_keys(based_on_param || changes_param) k), table_param)
    into stored using company_id_param, id_param;
  if stored is not null then
    perform private.require_unchanged((select c.relname from pg_catalog.pg_class c where c.oid = table_param), id_param, stored,
      private.typed_columns(table_param, based_on_param), private.typed_columns(table_param, changes_param));
  end if;
end $$;
comment on function private.require_row_unchanged(regclass,uuid,uuid,jsonb,jsonb) is 'Refuses changes of columns of a row that have neither the value they were based on nor the new one. A row that is gone is left to whoever writes it.';
grant execute on function private.require_row_unchanged(regclass,uuid,uuid,jsonb,jsonb) to authenticated, service_role;

create or replace function private.for_each_company(companies_param uuid[], statement_param text, limit_param interval default null::interval) returns bigint
language plpgsql set search_path = '' as $$
declare
  last_moment constant timestamptz := clock_timestamp() + limit_param;
  company uuid;
  part bigint;
  done bigint := 0;
begin
  -- In another order each time: where the time does not suffice for all, nobody is always the last.
  for company in select c.id from unnest(companies_param) as c (id) order by random() loop
    exit when clock_timestamp() > last_moment;
    begin
      execute statement_param into part using company;
      done := done + coalesce(part, 0);
    exception when others then
      raise warning '"%" failed for company %: %', statement_param, company, sqlerrm;
    end;
  end loop;
  return done;
end $$;
comment on function private.for_each_company(uuid[],text,interval) is 'For jobs: runs a statement whose $1 is a company for each of them, as long as it is told, and adds up what it returns. What fails for one company is undone for that one and said in the log.';
