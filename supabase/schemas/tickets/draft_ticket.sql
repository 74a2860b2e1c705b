create or replace function public.ticket_work(project_id_param uuid, work_date_param date, ticket_id_param uuid default null::uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_project_for(project_id_param, 'tickets');
begin
  return private.ticket_work(me.company_id, project_id_param, work_date_param, ticket_id_param);
end $$;
comment on function public.ticket_work(uuid,date,uuid) is 'Foremen of the project, managers: what can be ticked for a ticket of a day: people with their time and how much of it is not on other tickets or invoices yet, machines, photos. Nothing of pay.';
grant execute on function public.ticket_work(uuid,date,uuid) to authenticated;

create or replace function private.ticket_work(company_id_param uuid, project_id_param uuid, work_date_param date, ticket_id_param uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with entries as (
    select t.id, t.employee_id, t.equipment_id, t.classification_id, t.clock_in, t.clock_out,
      greatest(0, w.seconds - private.ticketed_seconds(company_id_param, t.id, null, ticket_id_param)) as seconds, w.seconds as worked
    from public.time_entries t
    join lateral (select sum(p.seconds)::bigint as seconds from private.work_pieces p
      where p.company_id = t.company_id and p.entry_id = t.id) w on true
    where t.company_id = company_id_param and t.project_id = project_id_param and t.work_date = work_date_param
  ), machines as (
    select m.equipment_id, m.entry_id, sum(m.seconds)::bigint as worked from (
      -- Standby and travel are the office's to agree on; nothing of them is billed by itself.
      select p.equipment_id, p.entry_id, p.working_seconds as seconds
      from private.machine_pieces(company_id_param, work_date_param, work_date_param, null) p where p.project_id = project_id_param
      union all
      select d.equipment_id, null, d.working_minutes * 60 from public.equipment_days d
      where d.company_id = company_id_param and d.project_id = project_id_param and d.work_date = work_date_param) m
    group by 1, 2 having sum(m.seconds) > 0
  )
  select jsonb_build_object(
    'people', (select coalesce(jsonb_agg(jsonb_build_object('time_entry_id', e.id, 'employee_id', e.employee_id,
        'name', private.person_name(company_id_param, e.employee_id), 'trade', coalesce(k.name, p.job_title, ''), 'classification_id', e.classification_id,
        'clock_in', e.clock_in, 'clock_out', e.clock_out, 'seconds', e.seconds, 'worked_seconds', e.worked) order by p.last_name, p.first_name, e.clock_in, e.id), '[]')
      from entries e join public.employees p on p.company_id = company_id_param and p.id = e.employee_id
      left join public.work_classifications k on k.company_id = company_id_param and k.id = e.classification_id),
    'machines', (select coalesce(jsonb_agg(jsonb_build_object('equipment_id', m.equipment_id, 'time_entry_id', m.entry_id,
        'name', btrim(concat_ws(' ', q.number, q.name)), 'operator', private.person_name(company_id_param, e.employee_id),
        'seconds', greatest(0, m.worked - private.ticketed_seconds(company_id_param, m.entry_id, m.equipment_id, ticket_id_param)), 'worked_seconds', m.worked)
        order by q.number, q.name, m.entry_id), '[]')
      from machines m join public.equipment q on q.company_id = company_id_param and q.id = m.equipment_id
      left join entries e on e.id = m.entry_id),
    'photos', (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'path', f.path, 'taken_at', f.taken_at, 'time_entry_id', f.time_entry_id, 'caption', f.caption)
        order by f.taken_at, f.id), '[]')
      from (select * from public.photos x where x.company_id = company_id_param and x.project_id = project_id_param and x.taken_on = work_date_param
        and x.deleted_at is null and not x.is_private and x.media_type like 'image/%' order by x.taken_at, x.id limit 60) f));
$$;

create or replace function private.ticketed_seconds(company_id_param uuid, time_entry_id_param uuid, equipment_id_param uuid, except_ticket_param uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select (coalesce(sum(round(l.quantity * 60)), 0) * 60
    + case when equipment_id_param is null then (select coalesce(sum(coalesce(i.minutes, 1440)), 0) * 60 from public.invoiced_time i
        where i.company_id = company_id_param and i.time_entry_id = time_entry_id_param) else 0 end)::bigint
  from public.ticket_lines l join public.extra_work_tickets t on t.company_id = l.company_id and t.id = l.ticket_id
  where l.company_id = company_id_param and l.time_entry_id = time_entry_id_param and l.equipment_id is not distinct from equipment_id_param
    and l.kind = case when equipment_id_param is null then 'labor' else 'equipment' end
    and t.id is distinct from except_ticket_param and t.id is distinct from (select r.revises_id from public.extra_work_tickets r
      where r.company_id = company_id_param and r.id = except_ticket_param)
    and not exists (select from public.extra_work_tickets later where later.company_id = t.company_id and later.revises_id = t.id);
$$;
comment on function private.ticketed_seconds(uuid,uuid,uuid,uuid) is 'How much of an entry other tickets and invoices have already, or of a machine during it other tickets; of a revised ticket its last revision counts.';

create or replace function private.next_ticket_number(company_id_param uuid, project_id_param uuid) returns integer
language sql stable security definer set search_path = '' as $$
  -- A draft that was thrown away leaves its number to the next one.
  select min(n) from (select 1 as n union all select t.number + 1 from public.extra_work_tickets t
      where t.company_id = company_id_param and t.project_id = project_id_param) free
    where not exists (select from public.extra_work_tickets t where t.company_id = company_id_param and t.project_id = project_id_param and t.number = free.n);
$$;

create or replace function private.require_ticket_day(company_id_param uuid, project_id_param uuid, work_date_param date) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  -- A phone in another zone may be a day ahead.
  if work_date_param is null or work_date_param > (now() at time zone private.zone_of(company_id_param, project_id_param))::date + 1
    or work_date_param < current_date - 400 then
    raise exception using errcode = 'P0001', hint = 'ticket_date', message = 'Choose a day of the last 400, not one that is still to come.';
  end if;
end $$;

create or replace function public.draft_ticket(project_id_param uuid, work_date_param date, time_entry_ids_param uuid[] default '{}'::uuid[], id_param uuid default null::uuid) returns public.extra_work_tickets
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_project_for(project_id_param, 'tickets');
  entries constant uuid[] := coalesce(time_entry_ids_param, '{}');
  ticket public.extra_work_tickets;
  work jsonb;
begin
  select * into ticket from public.extra_work_tickets t where t.company_id = me.company_id and t.id = id_param;
  if ticket.id is not null then
    ticket := private.require_ticket(id_param);
    perform private.require_same_call(ticket, jsonb_build_object('project_id', project_id_param)
      -- What was written into it since stays with the ticket.
      || case when ticket.updated_at = ticket.created_at then jsonb_build_object('work_date', work_date_param) else '{}' end);
    return ticket;
  end if;
  perform private.require_ticket_day(me.company_id, project_id_param, work_date_param);
  -- Before the hours are read: of two tickets begun at once, or a ticket and an invoice, the second has what the first left, and the next number.
  perform pg_advisory_xact_lock_shared(hashtextextended('invoice:' || me.company_id::text, 0));
  perform pg_advisory_xact_lock(hashtextextended('extra_work_tickets:' || project_id_param, 0));
  work := private.ticket_work(me.company_id, project_id_param, work_date_param, null);
  if exists (select from unnest(entries) e where e is null or not exists (
      select from jsonb_array_elements(work -> 'people') p where (p ->> 'time_entry_id')::uuid = e)) then
    raise exception using errcode = 'P0001', hint = 'ticket_time_unknown', message = 'Choose time of this project and day.';
  end if;
  insert into public.extra_work_tickets (company_id, id, employee_id, project_id, number, work_date, photo_ids)
    values (me.company_id, coalesce(id_param, gen_random_uuid()), me.id, project_id_param, private.next_ticket_number(me.company_id, project_id_param), work_date_param,
      array(select (p ->> 'id')::uuid from jsonb_array_elements(work -> 'photos') p where (p ->> 'time_entry_id')::uuid = any (entries)))
    returning * into ticket;
  insert into public.ticket_lines (company_id, ticket_id, position, kind, time_entry_id, employee_id, classification_id, description, trade, started_at, ended_at, quantity, unit)
    select me.company_id, ticket.id, row_number() over (order by place), 'labor', (p ->> 'time_entry_id')::uuid, (p ->> 'employee_id')::uuid,
      (p ->> 'classification_id')::uuid, p ->> 'name', p ->> 'trade', (p ->> 'clock_in')::timestamptz, (p ->> 'clock_out')::timestamptz,
      least(24, round((p ->> 'seconds')::numeric / 3600, 2)), 'h'
    from jsonb_array_elements(work -> 'people') with ordinality as w (p, place)
    where (p ->> 'time_entry_id')::uuid = any (entries) and round((p ->> 'seconds')::numeric / 3600, 2) > 0;
  insert into public.ticket_lines (company_id, ticket_id, position, kind, time_entry_id, equipment_id, description, trade, quantity, unit)
    select me.company_id, ticket.id, 100 + row_number() over (order by place), 'equipment', (m ->> 'time_entry_id')::uuid, (m ->> 'equipment_id')::uuid,
      m ->> 'name', coalesce(m ->> 'operator', ''), least(24, round((m ->> 'seconds')::numeric / 3600, 2)), 'h'
    from jsonb_array_elements(work -> 'machines') with ordinality as w (m, place)
    where (m ->> 'time_entry_id')::uuid = any (entries) and round((m ->> 'seconds')::numeric / 3600, 2) > 0;
  return ticket;
end $$;
comment on function public.draft_ticket(uuid,date,uuid[],uuid) is 'Foremen of the project, managers: a new ticket with the people, hours, machines and photos of these time entries; what other tickets and invoices have of them already is left out. With an id of the caller''s own, once.';
grant execute on function public.draft_ticket(uuid,date,uuid[],uuid) to authenticated;

create or replace function public.save_ticket(id_param uuid, ticket_param jsonb, based_on_param jsonb default null::jsonb) returns public.extra_work_tickets
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman_or_right('tickets');
  ticket public.extra_work_tickets;
begin
  if id_param is null or jsonb_typeof(ticket_param) is distinct from 'object'
    or ticket_param - '{project_id,work_date,description,location,reference,directed_by,directed_title,directed_company,directed_phone,directed_email,photo_ids,lines,custom}'::text[] <> '{}' then
    raise exception using errcode = 'P0001', hint = 'invalid_ticket', message = 'This part of a ticket is not known.';
  end if;
  if exists (select from public.extra_work_tickets t where t.company_id = me.company_id and t.id = id_param) then
    ticket := private.require_ticket(id_param);
  else
    ticket := public.draft_ticket((ticket_param ->> 'project_id')::uuid, (ticket_param ->> 'work_date')::date, '{}', id_param);
  end if;
  if ticket.status <> 'draft' then
    raise exception using errcode = 'P0001', hint = 'ticket_answered', message = 'The customer has answered this ticket. Make a revision.';
  end if;
  if jsonb_typeof(based_on_param) = 'object' then
    perform private.require_unchanged('extra_work_tickets', ticket.id, private.ticket_fields(ticket), based_on_param, ticket_param);
  end if;
  return private.write_ticket(ticket, ticket_param);
end $$;
comment on function public.save_ticket(uuid,jsonb,jsonb) is 'Foremen their own, managers any: saves the given parts of a draft, and begins it if there is none with this id. {"project_id", "work_date", "description", "location", "reference", "directed_by", "directed_title", "directed_company", "directed_phone", "directed_email", "photo_ids", "custom": {}, "lines": [{"id", "kind", "time_entry_id", "employee_id", "equipment_id", "photo_id", "description", "hours_kind", "quantity", "unit"}]}; lines are all of them. based_on: the same parts as they were when the ticket was opened; refuses with changed_meanwhile what somebody else changed since.';
grant execute on function public.save_ticket(uuid,jsonb,jsonb) to authenticated;

create or replace function private.ticket_fields(ticket public.extra_work_tickets) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('project_id', ticket.project_id, 'work_date', ticket.work_date, 'description', ticket.description, 'location', ticket.location,
    'reference', ticket.reference, 'directed_by', ticket.directed_by, 'directed_title', ticket.directed_title, 'directed_company', ticket.directed_company,
    'directed_phone', ticket.directed_phone, 'directed_email', ticket.directed_email, 'photo_ids', to_jsonb(ticket.photo_ids), 'custom', ticket.custom,
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'kind', l.kind, 'time_entry_id', l.time_entry_id, 'employee_id', l.employee_id,
        'equipment_id', l.equipment_id, 'photo_id', l.photo_id, 'description', l.description, 'hours_kind', l.hours_kind,
        'quantity', trim_scale(l.quantity), 'unit', l.unit) order by l.position, l.id), '[]')
      from public.ticket_lines l where l.company_id = ticket.company_id and l.ticket_id = ticket.id));
$$;
comment on function private.ticket_fields(public.extra_work_tickets) is 'A ticket as save_ticket takes it.';

create or replace function private.write_ticket(ticket public.extra_work_tickets, changes jsonb) returns public.extra_work_tickets
language plpgsql security definer set search_path = '' as $$
declare
  fields constant jsonb := private.ticket_fields(ticket) || changes;
  written public.extra_work_tickets;
begin
  if fields ->> 'project_id' is distinct from ticket.project_id::text then
    raise exception using errcode = 'P0001', hint = 'identity_fixed', message = 'The project and number of a ticket stay.';
  end if;
  perform private.require_ticket_day(ticket.company_id, ticket.project_id, (fields ->> 'work_date')::date);
  update public.extra_work_tickets t set work_date = (fields ->> 'work_date')::date, description = btrim(coalesce(fields ->> 'description', '')),
      location = btrim(coalesce(fields ->> 'location', '')), reference = btrim(coalesce(fields ->> 'reference', '')),
      directed_by = btrim(coalesce(fields ->> 'directed_by', '')), directed_title = btrim(coalesce(fields ->> 'directed_title', '')),
      directed_company = btrim(coalesce(fields ->> 'directed_company', '')), directed_phone = btrim(coalesce(fields ->> 'directed_phone', '')),
      directed_email = nullif(btrim(fields ->> 'directed_email'), ''),
      photo_ids = array(select distinct p::uuid from jsonb_array_elements_text(fields -> 'photo_ids') p),
      custom = coalesce(nullif(fields -> 'custom', 'null'), '{}')
    where t.company_id = ticket.company_id and t.id = ticket.id returning * into written;
  if changes ? 'lines' then
    perform private.write_ticket_lines(written, changes -> 'lines');
  end if;
  return written;
end $$;

create or replace function private.write_ticket_lines(ticket public.extra_work_tickets, lines jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) > 200
    or exists (select from jsonb_array_elements(lines) l where jsonb_typeof(l) <> 'object') then
    raise exception using errcode = 'P0001', hint = 'invalid_ticket', message = 'This part of a ticket is not known.';
  end if;
  -- People, machines, classes and photos of another company are unknown here.
  if exists (select from jsonb_array_elements(lines) l
      where l ->> 'employee_id' is not null and not exists (select from public.employees e where e.company_id = ticket.company_id and e.id = (l ->> 'employee_id')::uuid)
        or l ->> 'equipment_id' is not null and not exists (select from public.equipment q where q.company_id = ticket.company_id and q.id = (l ->> 'equipment_id')::uuid)) then
    raise exception using errcode = 'P0001', hint = 'ticket_time_unknown', message = 'Choose time of this project and day.';
  end if;
  delete from public.ticket_lines l where l.company_id = ticket.company_id and l.ticket_id = ticket.id;
  insert into public.ticket_lines (company_id, id, ticket_id, position, kind, time_entry_id, employee_id, classification_id, equipment_id, photo_id,
      description, trade, hours_kind, started_at, ended_at, quantity, unit)
    select ticket.company_id, coalesce((l ->> 'id')::uuid, gen_random_uuid()), ticket.id, place, l ->> 'kind', (l ->> 'time_entry_id')::uuid, coalesce(e.employee_id, (l ->> 'employee_id')::uuid),
      e.classification_id, (l ->> 'equipment_id')::uuid, (l ->> 'photo_id')::uuid,
      -- The name of a person or machine is the company's record, not what a phone sends.
      coalesce(case l ->> 'kind' when 'labor' then private.person_name(ticket.company_id, coalesce(e.employee_id, (l ->> 'employee_id')::uuid))
        when 'equipment' then (select btrim(concat_ws(' ', q.number, q.name)) from public.equipment q where q.company_id = ticket.company_id and q.id = (l ->> 'equipment_id')::uuid) end,
        btrim(l ->> 'description')),
      coalesce(case l ->> 'kind' when 'labor' then coalesce(k.name, p.job_title) when 'equipment' then private.person_name(ticket.company_id, e.employee_id) end, ''),
      coalesce(l ->> 'hours_kind', 'regular'), e.clock_in, e.clock_out, (l ->> 'quantity')::numeric, btrim(l ->> 'unit')
    from jsonb_array_elements(lines) with ordinality as w (l, place)
    left join public.time_entries e on e.company_id = ticket.company_id and e.id = (l ->> 'time_entry_id')::uuid and e.project_id = ticket.project_id
    left join public.employees p on p.company_id = ticket.company_id and p.id = coalesce(e.employee_id, (l ->> 'employee_id')::uuid)
    left join public.work_classifications k on k.company_id = ticket.company_id and k.id = e.classification_id;
exception when unique_violation then
  raise exception using errcode = 'unique_violation', hint = 'id_taken', message = 'This id is already in use.';
end $$;

create or replace function public.discard_ticket(id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman_or_right('tickets');
  ticket public.extra_work_tickets;
begin
  if not exists (select from public.extra_work_tickets t where t.company_id = me.company_id and t.id = id_param) then
    return; -- a repeat
  end if;
  ticket := private.require_ticket(id_param);
  if ticket.status <> 'draft' then
    raise exception using errcode = 'P0001', hint = 'ticket_answered', message = 'The customer has answered this ticket. Make a revision.';
  elsif exists (select from private.ticket_links l where l.company_id = ticket.company_id and l.ticket_id = ticket.id) then
    raise exception using errcode = 'P0001', hint = 'ticket_was_sent', message = 'The customer was sent this ticket, so its number stays.';
  end if;
  delete from public.extra_work_tickets t where t.company_id = ticket.company_id and t.id = ticket.id;
end $$;
comment on function public.discard_ticket(uuid) is 'Foremen their own, managers any: throws a draft away that was never sent to the customer; the next ticket of the project gets its number.';
grant execute on function public.discard_ticket(uuid) to authenticated;
