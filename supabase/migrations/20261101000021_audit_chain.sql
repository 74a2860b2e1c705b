-- Each event carries a hash over itself and the hash of the event before it in its company, so that
-- a changed, removed or inserted row breaks the chain at that place. Linking is serialised per company
-- by an advisory lock that is taken last, after all other work of the statement, and needs no row that
-- every clock-in would have to update.

create function private.audit_hash(event public.audit_events) returns text
language sql stable parallel safe set search_path = '' as $$
  select encode(sha256(convert_to(
    coalesce(event.previous_hash, '') || jsonb_build_array(
      event.company_id, event.sequence, event.id, (extract(epoch from event.occurred_at) * 1000000)::bigint,
      event.actor_id, event.source, event.action, event.entity, event.entity_id, event.employee_id,
      event.before, event.after, event.reason)::text, 'UTF8')), 'hex');
$$;
comment on function private.audit_hash(public.audit_events) is 'Hash of an event: SHA-256 over previous_hash and the row as a JSON array, instants in microseconds.';

create function private.link_audit_event() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  last_event record;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit:' || new.company_id::text, 0));
  select e.sequence, e.hash into last_event
    from public.audit_events e where e.company_id = new.company_id order by e.sequence desc limit 1;
  new.sequence := coalesce(last_event.sequence, 0) + 1;
  new.previous_hash := last_event.hash;
  new.occurred_at := clock_timestamp();
  new.hash := private.audit_hash(new);
  return new;
end $$;
comment on function private.link_audit_event() is 'Appends the event to its company''s chain, whoever inserts it.';

create trigger link_audit_event before insert on public.audit_events
  for each row execute function private.link_audit_event();

create function private.record_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  old_row jsonb;
  new_row jsonb;
  subject jsonb;
begin
  if tg_op <> 'INSERT' then
    old_row := to_jsonb(old) - 'rows';
  end if;
  if tg_op <> 'DELETE' then
    new_row := to_jsonb(new) - 'rows';
  end if;
  if old_row - 'updated_at' - 'updated_by' = new_row - 'updated_at' - 'updated_by' then
    return null;
  end if;
  subject := coalesce(new_row, old_row);
  insert into public.audit_events (company_id, actor_id, source, action, entity, entity_id, employee_id, before, after, reason)
  values (
    (subject ->> case tg_table_name when 'companies' then 'id' else 'company_id' end)::uuid,
    auth.uid(), private.change_source(),
    case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
    tg_table_name, (subject ->> 'id')::uuid,
    (subject ->> case tg_table_name when 'employees' then 'id' else 'employee_id' end)::uuid,
    old_row, new_row, private.change_reason());
  return null;
end $$;
comment on function private.record_change() is 'Leaves an audit event for the row that changed; a change of nothing leaves none.';

-- The name sorts after the foreign-key triggers, so that the chain is locked when nothing else can wait.
do $$
declare
  recorded text;
begin
  foreach recorded in array array['companies', 'employees', 'employee_rates', 'projects', 'cost_codes', 'time_entries',
    'time_entry_breaks', 'overtime_policies', 'pay_periods', 'approvals', 'payroll_exports', 'employee_invitations'] loop
    execute format('create trigger zz_record_change after insert or update or delete on public.%I
      for each row execute function private.record_change()', recorded);
  end loop;
end $$;

create function public.verify_audit_chain(company_id_param uuid)
returns table (checked bigint, broken_id uuid)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_system()
    and not (private.is_manager() and company_id_param = private.my_company_id()) then
    raise exception using errcode = '42501', hint = 'managers_only',
      message = 'Only managers and owners may check the history of their company.';
  end if;
  return query
    with links as (
      select e.id, e.sequence,
        e.hash = private.audit_hash(e)
          and e.sequence = coalesce(lag(e.sequence) over chain, 0) + 1
          and e.previous_hash is not distinct from lag(e.hash) over chain as holds
      from public.audit_events e
      where e.company_id = company_id_param
      window chain as (order by e.sequence)
    )
    select count(*), (array_agg(links.id order by links.sequence) filter (where not links.holds))[1]
    from links;
end $$;
comment on function public.verify_audit_chain(uuid) is 'Recomputes the chain of a company: how many events were checked, and the first one that does not fit.';
grant execute on function public.verify_audit_chain(uuid) to authenticated, service_role;
