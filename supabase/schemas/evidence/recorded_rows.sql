create or replace function private.row_as_recorded(entity_param text, recorded_param jsonb, row_param jsonb) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  -- A change of these alone leaves no event.
  unrecorded constant text[] := '{updated_at,updated_by}';
  recorded jsonb := recorded_param;
begin
  if recorded - unrecorded = row_param - unrecorded then
    return true;
  end if;
  -- As this session writes instants and numbers; a recorded value that its column no longer takes is not compared.
  begin
    execute format('select to_jsonb(jsonb_populate_record(null::public.%I, $1))', entity_param) into recorded using recorded_param;
  exception when data_exception or integrity_constraint_violation then
    return true;
  end;
  -- Columns that came or went since are in one of the two alone.
  return not exists (select from jsonb_each(recorded) r
    where recorded_param ? r.key and row_param ? r.key and r.key <> all (unrecorded) and row_param -> r.key is distinct from r.value);
end $$;
comment on function private.row_as_recorded(text,jsonb,jsonb) is 'Whether a row of a table says what an event recorded of it.';

create or replace function private.unrecorded_change(company_id_param uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = 'off' as $$
declare
  entity text;
  found record;
begin
  -- What an hour is worth, and who said so.
  foreach entity in array '{time_entries,time_entry_breaks,approvals,pay_periods,pay_items,employee_rates,timesheet_signatures}'::text[] loop
    execute format($query$
      with newest as (
        select e.entity_id as id, max(e.sequence) as sequence from public.audit_events e where e.company_id = $1 and e.entity = %1$L group by 1
      ), rows as (
        select t.id, to_jsonb(t) - 'rows' as row from public.%1$I t where t.company_id = $1
      )
      select coalesce(n.id, r.id) as id, n.sequence from newest n full join rows r on r.id = n.id
      where n.id is null or not exists (
        select from public.audit_events e
        where e.company_id = $1 and e.entity_id = n.id and e.entity = %1$L
          -- Events of one moment, and of a clock that was set back, may stand in another order.
          and e.sequence > n.sequence - 60000000 and e.sequence <= n.sequence
          and case when r.id is null then e.action = 'deleted'
            when e.action = 'deleted' then false
            -- Content that retention deleted can no longer be compared.
            else e.after is null or e.after ? 'redaction' or private.row_as_recorded(%1$L, e.after, r.row) end)
      order by n.sequence nulls first limit 1$query$, entity)
      into found using company_id_param;
    if found.id is not null then
      return jsonb_build_object('kind', 'row_changed', 'entity', entity, 'entity_id', found.id, 'event_at', to_timestamp(found.sequence / 1000000.0));
    end if;
  end loop;
  return null;
end $$;
comment on function private.unrecorded_change(uuid) is 'The first row of time or pay that is not as the history recorded it last, was removed without an event, or never had one: somebody changed it past the triggers. Null where all fit.';
