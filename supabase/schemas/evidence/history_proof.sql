create or replace function private.history_proof(company_id_param uuid, employee_id_param uuid, project_id_param uuid, start_date_param date, end_date_param date, hidden_param text[], names_param jsonb, after_param bigint, limit_param integer) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = 'off' as $$
declare
  zone text := private.zone_of(company_id_param, null);
  begins timestamptz := start_date_param::timestamp at time zone zone;
  ends timestamptz := (end_date_param + 1)::timestamp at time zone zone;
  days daterange := daterange(start_date_param, end_date_param, '[]');
  event record;
  root public.ledger_roots;
  root_index bigint;
  block bigint;
  block_levels text[];
  root_levels text[];
  texts text[] := '{}';
  hashes text[] := '{}';
  proofs jsonb[] := '{}';
  last bigint;
  path text[];
  names jsonb;
begin
  for event in
    select l.position, e as row, e.after ? 'redaction' and e.before is null as removed
    from public.audit_events e
    join private.audit_links l on l.company_id = e.company_id and l.event_id = e.id
    where e.company_id = company_id_param and l.position > after_param
      and e.sequence >= (extract(epoch from begins) * 1000000)::bigint
      and (employee_id_param is null or e.employee_id = employee_id_param)
      and (project_id_param is null or coalesce(e.after, e.before) ->> 'project_id' = project_id_param::text or e.before ->> 'project_id' = project_id_param::text
        or e.entity = 'projects' and e.entity_id = project_id_param)
      -- What was changed later about a day of the range belongs to it.
      and (e.occurred_at < ends or private.date_or_null(coalesce(e.after, e.before) ->> 'work_date') <@ days or private.date_or_null(e.before ->> 'work_date') <@ days)
      and not e.entity = any (hidden_param)
    order by l.position limit limit_param
  loop
    if root.last_position is null or event.position > root.last_position then
      block := null;
      select * into root from public.ledger_roots r where r.company_id = company_id_param and r.last_position >= event.position order by r.last_position limit 1;
      root_index := case when root.id is not null then (select count(*) from public.ledger_roots o
        where o.company_id = company_id_param and o.created_at >= begins and o.first_position < root.first_position) end;
      root_levels := private.merkle_levels(private.block_hashes(company_id_param, root.first_position, root.last_position));
    end if;
    path := '{}';
    if root.last_position is not null then
      if block is distinct from (event.position - root.first_position) / 256 then
        block := (event.position - root.first_position) / 256;
        block_levels := private.merkle_levels(private.block_leaves(company_id_param, root.first_position + block * 256, least(root.first_position + block * 256 + 255, root.last_position)));
      end if;
      path := private.merkle_path(block_levels, event.position - root.first_position - block * 256) || private.merkle_path(root_levels, block);
    end if;
    texts := texts || case when event.removed then null else private.audit_text(event.row) end;
    proofs := proofs || (jsonb_build_object('position', event.position, 'root', root_index, 'previous_hash', (event.row).previous_hash, 'path', path)
      -- What is not as it was sealed has its seal beside it: a later event explains it, or the reader sees both.
      || case when event.removed or private.audit_hash(event.row) <> (event.row).hash then jsonb_build_object('hash', (event.row).hash) else '{}' end);
    hashes := hashes || (event.row).hash;
    last := event.position;
  end loop;
  -- All texts of the page are read once for the few names in them.
  names := private.names_in(array_to_string(texts, '"'), names_param);
  return jsonb_build_object('next', case when cardinality(texts) = limit_param then last end, 'text', coalesce((
    select string_agg((p.proof || case when names <> '[]' and private.redact_names(p.text, names) <> p.text
      then jsonb_build_object('text', null, 'hash', p.hash) else jsonb_build_object('text', p.text) end)::text || E'\n', '' order by p.number)
    from unnest(proofs, texts, hashes) with ordinality as p (proof, text, hash, number)), ''));
end $$;
comment on function private.history_proof(uuid,uuid,uuid,date,date,text[],jsonb,bigint,integer) is 'Lines of JSON that prove the events of a person or a project between two days, and later ones about those days: what was hashed, its position, which root covers it and the way there. next is the position to go on after, null at the end. An event with one of the names to redact has its hash alone. The caller''s rights are checked by whoever calls it.';

create or replace function private.date_or_null(text_param text) returns date
language sql immutable parallel safe set search_path = '' as $$
  select case when text_param ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then text_param::date end;
$$;

create or replace function public.packet_history(packet_id_param uuid, after_param bigint default 0, limit_param integer default 5000) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  packet public.evidence_packets := private.require_own_packet(packet_id_param);
  page jsonb;
  part_name text := 'history/events-' || lpad(coalesce(after_param, 0)::text, 10, '0') || '.jsonl';
begin
  -- Somebody who was a manager when the packet was opened is not one for ever.
  if packet.kind <> 'record' then
    perform private.require_manager();
  end if;
  if coalesce(after_param, 0) = 0 then
    -- What happened until now is to be covered.
    perform private.make_ledger_root(packet.company_id, 'requested');
  end if;
  page := private.history_proof(packet.company_id, case when packet.kind <> 'project' then packet.employee_id end, packet.project_id,
    packet.start_date, packet.end_date, case when packet.kind = 'record' then private.hidden_from_own_record(packet.company_id) else private.hidden_from_managers() end,
    case when (packet.request ->> 'redact')::boolean then private.redacted_names(packet) end, coalesce(after_param, 0), least(greatest(coalesce(limit_param, 5000), 1), 5000));
  -- Noted as a part: so the list that is signed says that no event was left out.
  if page ->> 'text' <> '' then
    perform private.add_packet_part(packet.id, part_name, page ->> 'text');
  end if;
  return page || jsonb_build_object('name', part_name);
end $$;
comment on function public.packet_history(uuid,bigint,integer) is 'Whoever asked for the packet: the events of its subject with their proofs, a page of lines at a time (name, text, next). The first page has the history signed up to now. In a redacted packet, events that name somebody else have their hash alone.';
grant execute on function public.packet_history(uuid,bigint,integer) to authenticated;

create or replace function public.packet_roots(packet_id_param uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  packet public.evidence_packets := private.require_own_packet(packet_id_param);
  begins timestamptz := packet.start_date::timestamp at time zone private.zone_of(packet.company_id, null);
begin
  return jsonb_build_object('roots', (select coalesce(jsonb_agg(jsonb_build_object('signed_text', r.signed_text, 'signature', r.signature, 'key_id', r.key_id) order by r.first_position), '[]')
      from public.ledger_roots r where r.company_id = packet.company_id and r.created_at >= begins),
    'unsigned', (select count(*) from public.ledger_roots r where r.company_id = packet.company_id and r.created_at >= begins and r.signature is null));
end $$;
comment on function public.packet_roots(uuid) is 'Whoever asked for the packet: the roots its events point to, in order, and how many wait for their signature. Ask again until none does.';
grant execute on function public.packet_roots(uuid) to authenticated;
