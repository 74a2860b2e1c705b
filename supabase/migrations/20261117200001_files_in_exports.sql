-- The export lists photos and documents too; their files come along when asked for.
create function private.export_hidden(list_param text) returns text[]
language sql immutable set search_path = '' as $$
  select case list_param when 'photos' then '{company_id,latitude,longitude,accuracy_m}'::text[] else '{company_id}' end;
$$;
comment on function private.export_hidden(text) is 'Columns that an export leaves out: locations are looked at through a function that records it.';

create or replace function private.export_only() returns text[]
language sql immutable set search_path = '' as $$
  select '{budgets,project_members,project_cost_codes,approvals,pay_periods,payroll_lines,timesheet_signatures,time_off_requests,time_off_grants,shifts,availability,geofences,equipment_readings,equipment_days,equipment_services,equipment_inspections,bulletins,bulletin_reads,talk_signatures,field_reports,clock_answers,incidents,incident_notes,burden_rates,saved_reports,imports,folders,documents,document_versions,document_signatures,photos}'::text[];
$$;

create or replace function public.export_lists() returns table(list text, columns text[], importable boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_owner();
  return query
    select l.list, array(select c from unnest(l.columns) with ordinality as o (c, n) where c not in ('rate', 'rate_from') order by n)
        || l.refs || case l.list when 'time_entries' then '{breaks}'::text[] when 'budget_lines' then '{project}' else '{}' end, true
      from private.import_lists() l
    union all
    select t, array(select a.attname::text from pg_catalog.pg_attribute a where a.attrelid = to_regclass('public.' || t) and a.attnum > 0
      and not a.attisdropped and a.attname <> all (private.export_hidden(t)) order by a.attnum), false
      from unnest(private.export_only()) t where to_regclass('public.' || t) is not null;
end $$;

create or replace function public.export_rows(list_param text, after_param uuid default null::uuid, limit_param integer default 1000) returns table(row_key uuid, row_values jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  company uuid := private.require_owner();
  wanted record;
  key_column text;
begin
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
