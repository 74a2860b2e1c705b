-- Rows of a list and lines of a budget say what they were based on.

create function private.require_row_unchanged(table_param regclass, company_id_param uuid, id_param uuid, based_on_param jsonb, changes_param jsonb) returns void
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
revoke execute on function private.require_row_unchanged(regclass,uuid,uuid,jsonb,jsonb) from public;
grant execute on function private.require_row_unchanged(regclass,uuid,uuid,jsonb,jsonb) to authenticated, service_role;

drop function public.save_rows(text,jsonb);
drop function private.save_row(regclass,uuid,jsonb);

create function private.save_row(table_param regclass, company_id_param uuid, item_param jsonb, out result text, out id uuid, out column_name text, out reason text, out code text, out message text, out saved jsonb, out changed jsonb) returns record
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
comment on function private.save_row(regclass,uuid,jsonb) is 'One row of save_rows; what fails is undone by itself and told.';
revoke execute on function private.save_row(regclass,uuid,jsonb) from public;
grant execute on function private.save_row(regclass,uuid,jsonb) to authenticated, service_role;

create function public.save_rows(list_param text, rows_param jsonb) returns table(row_number integer, result text, id uuid, column_name text, reason text, code text, message text, saved jsonb, changed jsonb)
language plpgsql set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  if not coalesce(private.is_managed_list(list_param), false) then
    raise exception using errcode = 'P0001', hint = 'list_unknown', message = 'There is no such list.';
  elsif jsonb_typeof(rows_param) is distinct from 'array' or jsonb_array_length(rows_param) > 1000 then
    raise exception using errcode = 'P0001', hint = 'too_many_rows', message = 'Save up to 1,000 rows at a time.';
  end if;
  return query
    select i.n::integer, r.* from jsonb_array_elements(rows_param) with ordinality as i (item, n)
    cross join lateral private.save_row(format('public.%I', list_param)::regclass, me.company_id, i.item) r
    order by i.n;
end $$;
comment on function public.save_rows(text,jsonb) is 'Adds, changes and deletes rows of a list with the caller''s rights: [{id, new, delete, values, based_on}], up to 1,000. One result per row (new, changed, same, deleted, error) with the refused column and the reason; good rows are saved. based_on (optional): the columns as they were read; one that somebody else changed meanwhile refuses its row (changed_meanwhile): saved is the row as it is, changed has who, when and all three values.';
revoke execute on function public.save_rows(text,jsonb) from public, anon;
grant execute on function public.save_rows(text,jsonb) to authenticated;

create function private.budget_lines_by_code(lines_param jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(l.cost_code_id, jsonb_build_object('hours', coalesce(l.hours, 0), 'labor_amount', l.labor_amount,
    'quantity', l.quantity, 'unit', nullif(btrim(l.unit), ''), 'equipment_amount', l.equipment_amount, 'milestones', nullif(btrim(l.milestones), '')))
    filter (where l.cost_code_id is not null), '{}')
  from jsonb_to_recordset(case jsonb_typeof(lines_param) when 'array' then lines_param else '[]' end) as l
    (cost_code_id uuid, hours numeric(12, 2), labor_amount numeric(14, 2), quantity numeric, unit text, equipment_amount numeric(14, 2), milestones text);
$$;
comment on function private.budget_lines_by_code(jsonb) is 'Lines of a budget by cost code, in one way of writing, to compare them.';
revoke execute on function private.budget_lines_by_code(jsonb) from public;

drop function public.save_budget(uuid,text,jsonb,uuid);
create function public.save_budget(project_id_param uuid, name_param text, lines_param jsonb, budget_id_param uuid default null::uuid, based_on_param jsonb default null::jsonb) returns public.budgets
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  saved public.budgets;
  stored jsonb;
  based_on jsonb;
  sent jsonb;
  changes jsonb;
begin
  if not exists (select from public.projects p where p.company_id = me.company_id and p.id = project_id_param) then
    raise exception using errcode = 'P0001', hint = 'project_unknown', message = 'This project does not exist.';
  end if;
  if lines_param is null or jsonb_typeof(lines_param) <> 'array' then
    raise exception using errcode = 'P0001', hint = 'budget_lines_missing', message = 'Give the lines of the budget.';
  end if;
  if budget_id_param is null then
    insert into public.budgets (company_id, project_id, name) values (me.company_id, project_id_param, coalesce(btrim(name_param), ''))
      returning * into saved;
  else
    select * into saved from public.budgets b
     where b.company_id = me.company_id and b.id = budget_id_param and b.project_id = project_id_param for update;
    if saved.id is null then
      raise exception using errcode = 'P0001', hint = 'budget_unknown', message = 'This budget does not exist.';
    end if;
  end if;
  if saved.status = 'approved' then
    raise exception using errcode = 'P0001', hint = 'budget_approved', message = 'An approved budget cannot be changed. Make a new version.';
  end if;
  if budget_id_param is not null then
    if jsonb_typeof(based_on_param) = 'object' then
      -- Line by line: what the caller did not change stays as it is by now.
      stored := jsonb_build_object('name', saved.name) || private.budget_lines_by_code((select jsonb_agg(to_jsonb(l)) from public.budget_lines l
        where l.company_id = me.company_id and l.budget_id = saved.id));
      based_on := jsonb_build_object('name', coalesce(based_on_param -> 'name', to_jsonb(saved.name))) || private.budget_lines_by_code(based_on_param -> 'lines');
      sent := jsonb_build_object('name', coalesce(btrim(name_param), '')) || private.budget_lines_by_code(lines_param);
      select coalesce(jsonb_object_agg(k, coalesce(sent -> k, 'null')), '{}') into changes
        from jsonb_object_keys(based_on || sent) k where sent -> k is distinct from based_on -> k;
      perform private.require_unchanged('budgets', saved.id, stored,
        (select jsonb_object_agg(k, coalesce(based_on -> k, 'null')) from jsonb_object_keys(based_on || sent || stored) k), changes);
      stored := stored || changes;
      name_param := stored ->> 'name';
      lines_param := coalesce((select jsonb_agg(l.value || jsonb_build_object('cost_code_id', l.key)) from jsonb_each(stored - 'name') l
        where jsonb_typeof(l.value) = 'object'), '[]');
    end if;
    update public.budgets b set name = coalesce(btrim(name_param), '')
     where b.company_id = me.company_id and b.id = saved.id returning * into saved;
    delete from public.budget_lines l where l.company_id = me.company_id and l.budget_id = saved.id;
  end if;
  insert into public.budget_lines (company_id, budget_id, cost_code_id, hours, labor_amount, quantity, unit, equipment_amount, milestones)
    select me.company_id, saved.id, l.cost_code_id, coalesce(l.hours, 0), l.labor_amount, l.quantity, nullif(btrim(l.unit), ''), l.equipment_amount,
        nullif(btrim(l.milestones), '')
      from jsonb_to_recordset(lines_param) as l
        (cost_code_id uuid, hours numeric, labor_amount numeric, quantity numeric, unit text, equipment_amount numeric, milestones text);
  return saved;
end $$;
comment on function public.save_budget(uuid,text,jsonb,uuid,jsonb) is 'Managers: a draft with its lines, new or instead of the draft named: [{"cost_code_id", "hours", "labor_amount", "quantity", "unit", "equipment_amount", "milestones"}]. based_on: {"name", "lines"} as they were read; lines that equal it stay as they are by now, lines somebody else changed meanwhile are refused with changed_meanwhile.';
revoke execute on function public.save_budget(uuid,text,jsonb,uuid,jsonb) from public, anon;
grant execute on function public.save_budget(uuid,text,jsonb,uuid,jsonb) to authenticated;
