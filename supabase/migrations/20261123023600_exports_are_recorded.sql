-- That data was taken along is recorded by who hands it out.
create or replace function public.export_rows(list_param text, after_param uuid default null::uuid, limit_param integer default 1000) returns table(row_key uuid, row_values jsonb)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  company uuid := private.require_owner();
  wanted record;
  key_column text;
begin
  perform private.refuse_undo();
  -- Once for all pages and lists of one export.
  if not exists (select from public.audit_events e where e.company_id = company and e.entity = 'companies'
      and e.occurred_at > now() - interval '1 hour' and e.action = 'exported' and e.actor_id = auth.uid()) then
    perform public.record_data_export(list_param);
  end if;
  select * into wanted from private.import_lists() l where l.list = list_param;
  if list_param = 'company' then
    return query select c.id, (select jsonb_object_agg(v.key, v.value) from jsonb_each(to_jsonb(c)) v where v.key = any (wanted.columns))
      from public.companies c where c.id = company and after_param is null;
    return;
  elsif wanted.list is null and not (list_param = any (private.export_only()) and to_regclass('public.' || list_param) is not null) then
    raise exception using errcode = 'P0001', hint = 'import_list_unknown', message = 'There is no list with this name.';
  end if;
  key_column := case when exists (select from pg_catalog.pg_attribute a
    where a.attrelid = to_regclass('public.' || coalesce(wanted.entity, list_param)) and a.attname = 'id' and not a.attisdropped)
    then 't.id' else 'md5(t::text)::uuid' end;
  return query execute format('select %1$s, %2$s from public.%3$I t where t.company_id = $1 and ($2 is null or %1$s > $2) %4$s order by 1 limit $3',
    key_column,
    case when wanted.list is null then format('to_jsonb(t) - %L::text[]', private.export_hidden(list_param))
      else '(select jsonb_object_agg(v.key, v.value) from jsonb_each(to_jsonb(t)) v where v.key = any ($4))'
        || coalesce((select string_agg(format(' || jsonb_build_object(%L, private.reference_name($1, %L, t.%I))', r, r, r || '_id'), '') from unnest(wanted.refs) r), '')
        || case list_param
          when 'time_entries' then ' || jsonb_build_object(''breaks'', private.entry_with_breaks($1, t.id) -> ''breaks'')'
          when 'budget_lines' then ' || jsonb_build_object(''project'', (select p.name from public.budgets b join public.projects p on p.company_id = b.company_id and p.id = b.project_id where b.company_id = $1 and b.id = t.budget_id))'
          else '' end end,
    coalesce(wanted.entity, list_param),
    case list_param when 'time_entries' then 'and t.clock_out is not null' else '' end)
    using company, after_param, least(greatest(limit_param, 1), 1000), wanted.columns;
end $$;
comment on function public.export_rows(text,uuid,integer) is 'Owners: a page of a list in the order of its keys; ask again with the last row_key until fewer rows come than asked for. Time that is running is left out, and so are locations. The first page of an hour leaves in the history that data was exported.';
