-- A change of many rows at once (a period approved for a thousand people, two cost codes merged) leaves its
-- events by one statement, and they are linked together: row by row it took longer than a request may.

create function private.seal_audit_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.occurred_at := clock_timestamp();
  new.sequence := (extract(epoch from new.occurred_at) * 1000000)::bigint;
  new.previous_hash := null;
  new.hash := private.audit_hash(new);
  return new;
end $$;
comment on function private.seal_audit_event() is 'Gives the event, whoever inserts it, its time, its place in the order and its hash.';

create function private.link_new_audit_events() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  event public.audit_events;
  events bigint;
  company uuid;
begin
  select count(*) into events from new_events;
  if events = 1 then
    select * into event from new_events;
    if private.lock_audit_chain(event.company_id) then
      perform private.link_audit_events(event.company_id, event);
      return null;
    end if;
  end if;
  insert into private.audit_unlinked (company_id, sequence, event_id, event_hash)
    select n.company_id, n.sequence, n.id, n.hash from new_events n;
  if events > 1 then
    for company in select distinct n.company_id from new_events n loop
      if private.lock_audit_chain(company) then
        perform private.link_audit_events(company);
      end if;
    end loop;
  end if;
  return null;
end $$;
comment on function private.link_new_audit_events() is 'Links the event after those that wait if the chain is free. Of many at once some wait, for whoever comes next or for the job.';

drop trigger link_audit_event on public.audit_events;
drop function private.link_audit_event();
create trigger seal_audit_event before insert on public.audit_events
  for each row execute function private.seal_audit_event();
create trigger link_audit_events after insert on public.audit_events referencing new table as new_events
  for each statement execute function private.link_new_audit_events();

create function private.record_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  old_rows_seen jsonb[];
  new_rows_seen jsonb[];
begin
  if tg_op = 'INSERT' then
    select array_agg(to_jsonb(n)) into new_rows_seen from new_rows n;
  elsif tg_op = 'DELETE' then
    select array_agg(to_jsonb(o)) into old_rows_seen from old_rows o;
  else
    select array_agg(to_jsonb(o)), array_agg(to_jsonb(n)) into old_rows_seen, new_rows_seen
      from old_rows o join new_rows n on n.company_id = o.company_id and n.id = o.id
      where to_jsonb(o) - 'updated_at' - 'updated_by' <> to_jsonb(n) - 'updated_at' - 'updated_by';
  end if;
  if coalesce(new_rows_seen, old_rows_seen) is null then
    return null;
  end if;
  insert into public.audit_events (company_id, actor_id, source, action, entity, entity_id, employee_id, before, after, reason)
  select (r.subject ->> 'company_id')::uuid, auth.uid(), (select private.change_source()),
    case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
    tg_table_name, (r.subject ->> 'id')::uuid, (r.subject ->> 'employee_id')::uuid,
    r.old_row, r.new_row, (select private.change_reason())
  from (
    select s.old_row, s.new_row, coalesce(s.new_row, s.old_row) as subject
    from unnest(old_rows_seen, new_rows_seen) as s (old_row, new_row)) r;
  return null;
end $$;
comment on function private.record_changes() is 'As private.record_change(), for tables whose rows are changed by thousands: the events of a statement at once.';

do $$
declare
  target text;
begin
  foreach target in array array['public.time_entries', 'public.approvals'] loop
    execute format('drop trigger zz_record_change on %s', target);
    execute format('create trigger zz_record_new after insert on %s referencing new table as new_rows
      for each statement execute function private.record_changes()', target);
    execute format('create trigger zz_record_changed after update on %s referencing old table as old_rows new table as new_rows
      for each statement execute function private.record_changes()', target);
    execute format('create trigger zz_record_deleted after delete on %s referencing old table as old_rows
      for each statement execute function private.record_changes()', target);
  end loop;
end $$;

-- Changes of a whole company may take longer than other requests, which end after eight seconds.
alter function public.approve_clean_time(date, date) set statement_timeout = '60s';
alter function public.lock_pay_period(date, date) set statement_timeout = '60s';
alter function public.merge_cost_codes(uuid, uuid) set statement_timeout = '60s';
alter function public.merge_rows(text, uuid, uuid) set statement_timeout = '60s';
