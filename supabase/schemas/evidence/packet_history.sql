create or replace function public.packet_history(packet_id_param uuid, page_param integer default 1, after_param bigint default 0) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  me public.employees := private.require_manager();
  packet public.evidence_packets := private.require_own_packet(packet_id_param);
  names jsonb;
  lines text;
  last_sequence bigint;
  found bigint;
begin
  if packet.company_id <> me.company_id or packet.kind = 'record' then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This packet was not found.';
  end if;
  if (packet.request ->> 'redact')::boolean then
    names := private.redacted_names(packet);
  end if;
  select string_agg(private.history_line(e, names) || E'\n', '' order by e.sequence, e.id), max(e.sequence), count(*) into lines, last_sequence, found
    from private.packet_events(packet, after_param) e;
  return jsonb_build_object('name', 'history/events-' || lpad(page_param::text, 4, '0') || '.jsonl',
    'text', case when lines is not null then private.add_packet_part(packet.id, 'history/events-' || lpad(page_param::text, 4, '0') || '.jsonl', lines) end,
    'after', case when found >= 1000 then last_sequence end);
end $$;
comment on function public.packet_history(uuid,integer,bigint) is 'Managers, of a packet they asked for: a page of its history, events as lines that their hashes prove: {name, text, after}. For the next page, ask with the next number and after; null: that was all. An event with a name to redact has its hash alone.';
grant execute on function public.packet_history(uuid,integer,bigint) to authenticated;

create or replace function private.packet_events(packet public.evidence_packets, after_param bigint) returns setof public.audit_events
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.zone_of(packet.company_id, packet.project_id);
  first_sequence constant bigint := (extract(epoch from (packet.start_date::timestamp at time zone zone)) * 1000000)::bigint;
  last_sequence constant bigint := (extract(epoch from ((packet.end_date + 1)::timestamp at time zone zone)) * 1000000)::bigint;
begin
  -- What was recorded in these days, and whatever was recorded later about time in them.
  if packet.kind = 'claim' then
    return query select a.* from public.audit_events a
      where a.company_id = packet.company_id and a.employee_id = packet.employee_id and a.sequence > greatest(after_param, first_sequence)
        and (a.sequence < last_sequence or private.event_touches(a.before, packet.start_date, packet.end_date) or private.event_touches(a.after, packet.start_date, packet.end_date))
      order by a.sequence, a.id limit 1000;
  else
    return query select a.* from public.audit_events a
      where a.company_id = packet.company_id and a.sequence > greatest(after_param, first_sequence)
        and (a.entity_id = packet.project_id or a.after ->> 'project_id' = packet.project_id::text or a.before ->> 'project_id' = packet.project_id::text)
        and (a.sequence < last_sequence or private.event_touches(a.before, packet.start_date, packet.end_date) or private.event_touches(a.after, packet.start_date, packet.end_date))
      order by a.sequence, a.id limit 1000;
  end if;
end $$;
comment on function private.packet_events(public.evidence_packets,bigint) is 'A page of the events a packet is about, oldest first.';

create or replace function private.history_line(event public.audit_events, names_param jsonb) returns text
language sql stable security definer set search_path = '' as $$
  select (jsonb_build_object('position', l.position, 'root', null, 'path', '[]'::jsonb, 'previous_hash', event.previous_hash, 'text', case when s.shown then t.text end)
    || case when s.shown and private.audit_hash(event) = event.hash then '{}' else jsonb_build_object('hash', event.hash) end)::text
  from (select jsonb_build_array(event.company_id, event.sequence, event.id, (extract(epoch from event.occurred_at) * 1000000)::bigint,
      event.actor_id, event.source, event.action, event.entity, event.entity_id, event.employee_id, event.before, event.after, event.reason)::text as text) t
  cross join lateral (select names_param is null or private.redact_names(t.text, names_param) = t.text as shown) s
  join private.audit_links l on l.company_id = event.company_id and l.event_id = event.id;
$$;
comment on function private.history_line(public.audit_events,jsonb) is 'An event as docs/evidence.md has it; one that names somebody to redact has its hash alone. Null while it is not linked.';
