create or replace function private.ticket_content(ticket public.extra_work_tickets) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('company', c.name, 'project', p.name, 'project_number', p.number, 'client', p.client, 'time_zone', private.zone_of(ticket.company_id, ticket.project_id),
    'number', ticket.number, 'revision', ticket.revision, 'work_date', ticket.work_date, 'description', ticket.description, 'location', ticket.location,
    'reference', ticket.reference, 'directed', jsonb_build_object('name', ticket.directed_by, 'title', ticket.directed_title, 'company', ticket.directed_company, 'phone', ticket.directed_phone),
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'description', l.description, 'trade', l.trade, 'hours_kind', l.hours_kind,
        'started_at', l.started_at, 'ended_at', l.ended_at, 'quantity', trim_scale(l.quantity)::text, 'unit', l.unit, 'photo_id', l.photo_id) order by l.position, l.id), '[]')
      from public.ticket_lines l where l.company_id = ticket.company_id and l.ticket_id = ticket.id),
    'photos', (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'path', case when f.uploaded_at is not null then f.path end, 'sha256', f.sha256, 'taken_at', f.taken_at) order by f.taken_at, i.id), '[]')
      from unnest(ticket.photo_ids) as i (id) left join public.photos f on f.company_id = ticket.company_id and f.id = i.id),
    'written_by', private.person_name(ticket.company_id, ticket.employee_id),
    'written_at', ticket.created_at)
  from public.companies c join public.projects p on p.company_id = c.id and p.id = ticket.project_id
  where c.id = ticket.company_id;
$$;
comment on function private.ticket_content(public.extra_work_tickets) is 'What the customer is shown of a ticket, and what is frozen with the answer. No price is in here.';

create or replace function private.ticket_digest(ticket public.extra_work_tickets) returns text
language sql immutable set search_path = '' as $$
  select encode(extensions.digest(convert_to(jsonb_build_object('content', ticket.content, 'signed', jsonb_build_object('name', ticket.signed_name, 'title', ticket.signed_title,
      'at', ticket.signed_at, 'through', ticket.signed_through, 'path', ticket.signature_path), 'refused', jsonb_build_object('name', ticket.refused_name, 'title', ticket.refused_title,
      'at', ticket.refused_at, 'through', ticket.refused_through, 'reason', ticket.refusal_reason), 'witness', jsonb_build_object('name', ticket.witness_name, 'at', ticket.witness_at),
      'language', ticket.language)::text, 'UTF8'), 'sha256'), 'hex');
$$;

create or replace function private.answer_ticket(ticket public.extra_work_tickets, answer jsonb, through_param text) returns public.extra_work_tickets
language plpgsql security definer set search_path = '' as $$
declare
  refuses constant boolean := answer ->> 'action' = 'refuse';
  name constant text := nullif(btrim(answer ->> 'name'), '');
  reason constant text := nullif(btrim(answer ->> 'reason'), '');
  happened timestamptz := coalesce((answer ->> 'at')::timestamptz, now());
  keeps_places boolean;
  row public.extra_work_tickets := ticket;
begin
  if not refuses and name is null then
    raise exception using errcode = 'P0001', hint = 'ticket_name_required', message = 'Type the name of whoever signs.';
  elsif refuses and reason is null then
    raise exception using errcode = 'P0001', hint = 'ticket_reason_required', message = 'Say why the customer does not sign.';
  elsif ticket.status <> 'draft' and (refuses or ticket.status <> 'refused') then
    raise exception using errcode = 'P0001', hint = 'ticket_answered', message = 'The customer has answered this ticket. Make a revision.';
  elsif private.is_ticket_superseded(ticket.company_id, ticket.id) then
    raise exception using errcode = 'P0001', hint = 'ticket_superseded', message = 'There is a later revision of this ticket.';
  elsif ticket.status = 'draft' and (ticket.description = '' or ticket.directed_by = '' or not exists (
      select from public.ticket_lines l where l.company_id = ticket.company_id and l.ticket_id = ticket.id)) then
    raise exception using errcode = 'P0001', hint = 'ticket_incomplete', message = 'Say who directed the work and what it is, and add at least one line.';
  end if;
  -- A phone without a signal brings it later; its clock may be wrong.
  if happened > now() + interval '5 minutes' or happened < now() - interval '60 days' then
    happened := now();
  end if;
  select c.capture_location into keeps_places from public.companies c where c.id = ticket.company_id;
  row.content := coalesce(ticket.content, private.ticket_content(ticket));
  row.language := case when answer ->> 'language' = 'es' then 'es' else 'en' end;
  row.shown_at := coalesce((answer ->> 'shown_at')::timestamptz, happened);
  row.received_at := now();
  row.latitude := case when keeps_places then private.number_within(answer -> 'latitude', -90, 90) end;
  row.longitude := case when row.latitude is not null then private.number_within(answer -> 'longitude', -180, 180) end;
  row.latitude := case when row.longitude is not null then row.latitude end;
  row.accuracy_m := case when row.latitude is not null then private.number_within(answer -> 'accuracy_m', 0, 1000000) end;
  if refuses then
    row.status := 'refused';
    row.refused_name := coalesce(name, ticket.directed_by);
    row.refused_title := nullif(btrim(answer ->> 'title'), '');
    row.refused_at := happened;
    row.refused_through := through_param;
    row.refusal_reason := reason;
    row.witness_name := nullif(btrim(answer ->> 'witness'), '');
    row.witness_at := case when row.witness_name is not null then happened end;
  else
    row.status := 'signed';
    row.signed_name := name;
    row.signed_title := nullif(btrim(answer ->> 'title'), '');
    row.signed_at := happened;
    row.signed_through := through_param;
    row.signature_path := nullif(answer ->> 'signature_path', '');
  end if;
  row.signature_id := case when refuses then null else coalesce((answer ->> 'signature_id')::uuid, gen_random_uuid()) end;
  row.sha256 := private.ticket_digest(row);
  update public.extra_work_tickets t set status = row.status, content = row.content, sha256 = row.sha256, language = row.language, shown_at = row.shown_at,
      received_at = row.received_at, latitude = row.latitude, longitude = row.longitude, accuracy_m = row.accuracy_m,
      signed_name = row.signed_name, signed_title = row.signed_title, signed_at = row.signed_at, signed_through = row.signed_through,
      signature_path = row.signature_path, signature_id = row.signature_id,
      refused_name = row.refused_name, refused_title = row.refused_title, refused_at = row.refused_at, refused_through = row.refused_through,
      refusal_reason = row.refusal_reason, witness_name = row.witness_name, witness_at = row.witness_at
    where t.company_id = ticket.company_id and t.id = ticket.id returning * into row;
  perform private.send_ticket_copies(row, answer ->> 'email');
  perform private.notify_of_ticket(row);
  return row;
end $$;
comment on function private.answer_ticket(public.extra_work_tickets,jsonb,text) is 'Freezes a ticket with the customer''s signature or refusal, sends the copies and notifies managers. The ticket is locked by whoever calls.';

create or replace function public.sign_ticket(id_param uuid, name_param text, title_param text default null::text, language_param text default 'en'::text, details_param jsonb default '{}'::jsonb) returns public.extra_work_tickets
language plpgsql security definer set search_path = '' as $$
declare
  details constant jsonb := coalesce(nullif(details_param, 'null'), '{}');
  ticket public.extra_work_tickets;
begin
  ticket := private.ticket_as_shown(id_param, details -> 'ticket');
  if ticket.signature_id = (details ->> 'signature_id')::uuid then
    return ticket;
  end if;
  return private.answer_ticket(ticket, (details - '{action,reason,witness}'::text[]) || jsonb_build_object('action', 'sign', 'name', name_param, 'title', title_param, 'language', language_param), 'phone');
end $$;
comment on function public.sign_ticket(uuid,text,text,text,jsonb) is 'Foremen their own, managers any: the customer''s signature under hours and quantities, given on this device. details: {"signature_id" (a repeat changes nothing), "signature_path" (SVG path in a box of 300 by 100), "at", "shown_at", "latitude", "longitude", "accuracy_m", "email" (where the copy goes), "ticket" (what was shown, as save_ticket takes it)}. From then on the ticket is fixed.';
grant execute on function public.sign_ticket(uuid,text,text,text,jsonb) to authenticated;

create or replace function public.refuse_ticket(id_param uuid, reason_param text, name_param text default null::text, title_param text default null::text, language_param text default 'en'::text, details_param jsonb default '{}'::jsonb) returns public.extra_work_tickets
language plpgsql security definer set search_path = '' as $$
declare
  details constant jsonb := coalesce(nullif(details_param, 'null'), '{}');
  ticket public.extra_work_tickets;
begin
  ticket := private.ticket_as_shown(id_param, details -> 'ticket');
  -- A repeat, of what came from this phone at the same moment.
  if ticket.refused_at = (details ->> 'at')::timestamptz and ticket.refusal_reason = btrim(reason_param) then
    return ticket;
  end if;
  return private.answer_ticket(ticket, (details - '{action,signature_id,signature_path}'::text[]) || jsonb_build_object('action', 'refuse', 'reason', reason_param, 'name', name_param, 'title', title_param, 'language', language_param), 'phone');
end $$;
comment on function public.refuse_ticket(uuid,text,text,text,text,jsonb) is 'Foremen their own, managers any: the customer does not sign, with the reason, who and when. details as of sign_ticket, and "witness". What was shown is fixed; a signature may still follow.';
grant execute on function public.refuse_ticket(uuid,text,text,text,text,jsonb) to authenticated;

create or replace function private.ticket_as_shown(id_param uuid, shown_param jsonb) returns public.extra_work_tickets
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman_or_right('tickets');
begin
  if jsonb_typeof(shown_param) = 'object' and not exists (select from public.extra_work_tickets t where t.company_id = me.company_id and t.id = id_param and t.status <> 'draft') then
    -- What the customer saw is what is signed, whatever somebody saved elsewhere meanwhile; the history has both.
    perform public.save_ticket(id_param, shown_param);
  end if;
  return private.require_ticket(id_param);
end $$;
comment on function private.ticket_as_shown(uuid,jsonb) is 'A ticket to answer, locked, as it was on the device the customer looked at.';

create or replace function public.add_ticket_witness(id_param uuid, name_param text) returns public.extra_work_tickets
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.extra_work_tickets := private.require_ticket(id_param);
begin
  if nullif(btrim(name_param), '') is null then
    raise exception using errcode = 'P0001', hint = 'ticket_witness_name', message = 'Type the name of the witness.';
  elsif ticket.witness_name = btrim(name_param) then
    return ticket;
  elsif ticket.refused_at is null or ticket.witness_name is not null then
    raise exception using errcode = 'P0001', hint = 'ticket_witness_once', message = 'A refused ticket has one witness, whose name stays.';
  end if;
  ticket.witness_name := btrim(name_param);
  ticket.witness_at := now();
  update public.extra_work_tickets t set witness_name = ticket.witness_name, witness_at = ticket.witness_at, sha256 = private.ticket_digest(ticket)
    where t.company_id = ticket.company_id and t.id = ticket.id returning * into ticket;
  return ticket;
end $$;
comment on function public.add_ticket_witness(uuid,text) is 'Foremen their own, managers any: who else heard the order of a ticket that was refused; once.';
grant execute on function public.add_ticket_witness(uuid,text) to authenticated;

create or replace function public.revise_ticket(id_param uuid, new_id_param uuid default null::uuid) returns public.extra_work_tickets
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.extra_work_tickets := private.require_ticket(id_param);
  revision public.extra_work_tickets;
begin
  select * into revision from public.extra_work_tickets t where t.company_id = ticket.company_id and t.revises_id = ticket.id;
  if revision.id is not null then
    return revision;
  elsif ticket.status = 'draft' then
    raise exception using errcode = 'P0001', hint = 'ticket_not_answered', message = 'A draft can be changed as it is.';
  elsif ticket.status = 'billed' then
    raise exception using errcode = 'P0001', hint = 'ticket_billed', message = 'This ticket is on an invoice. Write a new one.';
  end if;
  insert into public.extra_work_tickets (company_id, id, employee_id, project_id, number, revision, revises_id, work_date, description, location, reference,
      directed_by, directed_title, directed_company, directed_phone, directed_email, photo_ids, custom)
    values (ticket.company_id, coalesce(new_id_param, gen_random_uuid()), ticket.employee_id, ticket.project_id, ticket.number, ticket.revision + 1, ticket.id, ticket.work_date,
      ticket.description, ticket.location, ticket.reference, ticket.directed_by, ticket.directed_title, ticket.directed_company, ticket.directed_phone,
      ticket.directed_email, ticket.photo_ids, ticket.custom)
    returning * into revision;
  perform private.write_ticket_lines(revision, (select coalesce(jsonb_agg(l - 'id'), '[]') from jsonb_array_elements(private.ticket_fields(ticket) -> 'lines') l));
  return revision;
end $$;
comment on function public.revise_ticket(uuid,uuid) is 'Foremen their own, managers any: a draft with the same number to be signed anew; what was signed stays as it is.';
grant execute on function public.revise_ticket(uuid,uuid) to authenticated;

create or replace function public.ticket_changes(id_param uuid) returns table(line_id uuid, description text, reason text, ticket_hours numeric, recorded_hours numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman_or_right('tickets');
  scope private.right_scope := case when me.company_role_id is not null then private.scope_of('tickets') end;
begin
  if not exists (select from public.extra_work_tickets t where t.company_id = me.company_id and t.id = id_param and private.sees_ticket(me, scope, t)) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This ticket was not found.';
  end if;
  return query select c.line_id, c.description, c.reason, c.ticket_hours, c.recorded_hours from private.ticket_changes(me.company_id, array[id_param]) c;
end $$;
comment on function public.ticket_changes(uuid) is 'Foremen their own, managers any: lines of a ticket whose time was changed since: deleted, moved to another project, changed (other start or end), less (fewer hours than the ticket says). What was signed stays; a revision is signed anew.';
grant execute on function public.ticket_changes(uuid) to authenticated;

create or replace function private.ticket_changes(company_id_param uuid, ticket_ids_param uuid[]) returns table(ticket_id uuid, line_id uuid, description text, reason text, ticket_hours numeric, recorded_hours numeric)
language sql stable security definer set search_path = '' as $$
  select c.ticket_id, c.id, c.description, c.reason, c.quantity, c.recorded from (
    select l.ticket_id, l.id, l.position, l.description, sum(l.quantity) over (partition by l.ticket_id, l.time_entry_id, l.kind, l.equipment_id) as quantity, w.recorded,
      case when e.id is null and (l.started_at is not null or not private.is_known_time(l.company_id, l.employee_id, l.time_entry_id)) then 'deleted'
        when e.id is null then null
        when e.project_id is distinct from t.project_id then 'moved'
        when l.kind = 'labor' and (e.clock_in is distinct from l.started_at or l.ended_at is not null and e.clock_out is distinct from l.ended_at) then 'changed'
        when l.kind = 'labor' and sum(l.quantity) over (partition by l.ticket_id, l.time_entry_id, l.kind) > w.recorded then 'less' end as reason
    from public.ticket_lines l join public.extra_work_tickets t on t.company_id = l.company_id and t.id = l.ticket_id
    left join public.time_entries e on e.company_id = l.company_id and e.id = l.time_entry_id
    left join lateral (select round(sum(p.seconds) / 3600.0, 2) as recorded from private.work_pieces p where p.company_id = e.company_id and p.entry_id = e.id) w on true
    where l.company_id = company_id_param and l.ticket_id = any (ticket_ids_param) and l.time_entry_id is not null and l.kind in ('labor', 'equipment')) c
  where c.reason is not null
  order by c.ticket_id, c.position;
$$;

create or replace function public.ticket_list(project_id_param uuid default null::uuid) returns table(id uuid, project_id uuid, project_name text, number integer, revision integer, revises_id uuid, revision_id uuid, work_date date, description text, directed_by text, status text, signed_name text, signed_at timestamptz, refused_at timestamptz, people bigint, hours numeric, link_sent_to text, is_changed boolean, is_superseded boolean, written_by text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman_or_right('tickets');
  scope private.right_scope := case when me.company_role_id is not null then private.scope_of('tickets') end;
begin
  return query
    select t.id, t.project_id, p.name, t.number, t.revision, t.revises_id, r.id, t.work_date, t.description, t.directed_by, t.status, t.signed_name, t.signed_at, t.refused_at,
      l.people, l.hours, k.sent_to, exists (select from private.ticket_changes(me.company_id, array[t.id])), coalesce(r.status <> 'draft', false),
      private.person_name(t.company_id, t.employee_id), t.created_at
    from public.extra_work_tickets t
    join public.projects p on p.company_id = t.company_id and p.id = t.project_id
    left join public.extra_work_tickets r on r.company_id = t.company_id and r.revises_id = t.id
    left join lateral (select count(distinct x.employee_id) filter (where x.kind = 'labor') as people, coalesce(sum(x.quantity) filter (where x.kind = 'labor'), 0) as hours
      from public.ticket_lines x where x.company_id = t.company_id and x.ticket_id = t.id) l on true
    left join lateral (select o.sent_to from private.ticket_links o where o.company_id = t.company_id and o.ticket_id = t.id and o.used_at is null and o.expires_at > now()
      order by o.created_at desc limit 1) k on true
    where t.company_id = me.company_id and (project_id_param is null or t.project_id = project_id_param) and private.sees_ticket(me, scope, t)
    order by t.work_date desc, t.number desc, t.revision desc
    limit 1000;
end $$;
comment on function public.ticket_list(uuid) is 'Foremen their own tickets, managers all of a project or the company, newest first; is_changed: time of it was changed since it was written.';
grant execute on function public.ticket_list(uuid) to authenticated;
