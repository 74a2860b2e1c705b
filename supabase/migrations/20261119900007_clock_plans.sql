-- Whoever clocks in or out runs statements that have one right plan: an index lookup each. The plan is made once for a connection, not five
-- times for every statement, and again wherever one for these values promised to be cheaper than it is to make. Holds for their triggers too.
alter function public.clock_in(uuid, uuid, text, uuid, jsonb, uuid) set plan_cache_mode = 'force_generic_plan';
alter function public.clock_out(uuid, jsonb, boolean) set plan_cache_mode = 'force_generic_plan';
alter function public.switch_project(uuid, uuid, text, uuid, jsonb, uuid) set plan_cache_mode = 'force_generic_plan';
alter function public.start_break(text, boolean, uuid) set plan_cache_mode = 'force_generic_plan';
alter function public.end_break() set plan_cache_mode = 'force_generic_plan';

-- Events that wait are linked by one insert and one delete, not one by one: in a rush, whoever finds the chain free links those of thirty others.
drop function private.link_audit_events(uuid);
create function private.link_audit_events(company_id_param uuid, own_param public.audit_events default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  place bigint;
  link_hash bytea;
  note record;
  sequences bigint[] := '{}';
  events uuid[] := '{}';
  hashes bytea[] := '{}';
  waiting integer;
begin
  select l.position, l.hash into place, link_hash
    from private.audit_links l where l.company_id = company_id_param order by l.position desc limit 1;
  place := coalesce(place, 0);
  for note in
    select u.sequence, u.event_id, u.event_hash from private.audit_unlinked u
    where u.company_id = company_id_param order by u.sequence, u.event_id limit 200
  loop
    sequences := sequences || note.sequence;
    events := events || note.event_id;
    link_hash := private.audit_link_hash(link_hash, place + cardinality(events), note.event_hash);
    hashes := hashes || link_hash;
  end loop;
  waiting := cardinality(events);
  if own_param.id is not null then
    sequences := sequences || own_param.sequence;
    events := events || own_param.id;
    hashes := hashes || private.audit_link_hash(link_hash, place + cardinality(events), own_param.hash);
  end if;
  insert into private.audit_links (company_id, position, sequence, event_id, hash)
    select company_id_param, place + n.number, n.sequence, n.event_id, n.hash
    from unnest(sequences, events, hashes) with ordinality as n (sequence, event_id, hash, number);
  if waiting > 0 then
    delete from private.audit_unlinked u using unnest(sequences, events) as n (sequence, event_id)
      where u.company_id = company_id_param and u.sequence = n.sequence and u.event_id = n.event_id;
  end if;
  return waiting;
end $$;
revoke execute on function private.link_audit_events(uuid, public.audit_events) from public;
comment on function private.link_audit_events(uuid, public.audit_events) is 'Links events that wait, oldest first, as many as nobody''s clock-in feels (200), and after them the one given; returns how many waited.';

create or replace function private.link_audit_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.occurred_at := clock_timestamp();
  new.sequence := (extract(epoch from new.occurred_at) * 1000000)::bigint;
  new.previous_hash := null;
  new.hash := private.audit_hash(new);
  if private.lock_audit_chain(new.company_id) then
    perform private.link_audit_events(new.company_id, new);
  else
    insert into private.audit_unlinked (company_id, sequence, event_id, event_hash)
    values (new.company_id, new.sequence, new.id, new.hash);
  end if;
  return new;
end $$;

drop function private.append_audit_link(uuid, bigint, uuid, text);
