create or replace function private.accounting_journal(connection_id_param uuid, lease_param uuid, rows_param jsonb default null::jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  connection public.accounting_connections := private.hold_accounting_lease(connection_id_param, lease_param);
  today constant date := private.company_today(connection.company_id);
  last_read timestamptz;
  counts jsonb;
begin
  select (l.cursor ->> 'journal_read_at')::timestamptz into last_read from private.accounting_leases l
    where l.company_id = connection.company_id and l.connection_id = connection.id;
  if rows_param is null then
    if connection.system not in ('adp', 'paychex') or not coalesce((connection.settings #>> '{own,read_back}')::boolean, false)
        or last_read > clock_timestamp() - interval '6 hours' then
      return null;
    end if;
    return jsonb_build_object('from', greatest(connection.send_from, today - 60), 'to', today, 'people', (
      select coalesce(jsonb_agg(r.external_id order by r.external_id), '[]')
      from public.accounting_mappings m
      join public.accounting_records r on r.company_id = m.company_id and r.id = m.record_id
      where m.company_id = connection.company_id and m.connection_id = connection.id and m.target = 'person'));
  end if;
  -- Who is matched is known by id; who is not is left out.
  select coalesce(jsonb_object_agg(i.result, i.number), '{}') into counts
  from (
    select j.result, count(*) as number
    from private.import_payroll_journal(connection.company_id, connection.system, (
      select coalesce(jsonb_agg(g.value - 'person_id' || jsonb_build_object('employee_id', m.employee_id) order by g.n), '[]')
      from jsonb_array_elements(rows_param) with ordinality as g (value, n)
      join public.accounting_records r on r.company_id = connection.company_id and r.connection_id = connection.id and r.kind = 'employee'
        and r.external_id = g.value ->> 'person_id'
      join public.accounting_mappings m on m.company_id = r.company_id and m.record_id = r.id and m.target = 'person')) j
    group by 1
  ) i;
  update private.accounting_leases l set cursor = l.cursor || jsonb_build_object('journal_read_at', clock_timestamp(), 'journal', counts)
    where l.company_id = connection.company_id and l.connection_id = connection.id;
  return counts;
end $$;
comment on function private.accounting_journal(uuid,uuid,jsonb) is 'For the server: without rows, what payroll results are to be read back now ({"from", "to", "people"}; null: none, because nobody turned it on or it was done in the last six hours); with rows, stores them as facts of payroll, each by the person it is matched with, and returns how many are new, same, more, different, unknown and error.';
