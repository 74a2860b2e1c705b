create or replace function private.portal_field_reports(link public.portal_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'number', r.number, 'report_date', r.report_date, 'version', v.version,
    'signed_name', v.signed_name, 'signed_at', v.created_at, 'people', (v.figures ->> 'people')::integer, 'seconds', (v.figures ->> 'seconds')::bigint, 'phase', private.portal_phase(link, r.project_id))
    order by r.report_date desc, r.number desc), '[]')
  from (select * from public.field_reports f where f.company_id = link.company_id and f.project_id in (select private.portal_projects(link)) and f.status <> 'draft'
    order by f.report_date desc, f.number desc limit 90) r
  join public.field_report_versions v on v.company_id = r.company_id and v.report_id = r.id and v.version = r.version;
$$;
comment on function private.portal_field_reports(public.portal_links) is 'The last ninety submitted field reports of a link''s project; drafts and what was sent back are not shown.';

create or replace function public.portal_field_report(token_param text, id_param uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link public.portal_links := private.open_portal_link(token_param, 'field_reports');
  record jsonb;
begin
  perform private.refuse_undo();
  select jsonb_build_object('id', r.id, 'number', r.number, 'report_date', r.report_date, 'version', v.version, 'signed_name', v.signed_name, 'signed_at', v.created_at,
      'sha256', v.sha256, 'content', v.content - '{notes,left_out,strokes}'::text[], 'people', v.figures -> 'people', 'seconds', v.figures -> 'seconds',
      'trades', private.trades_of_crew(v.figures -> 'crew'),
      'equipment', (select coalesce(jsonb_agg(jsonb_build_object('name', m ->> 'name', 'working_seconds', m -> 'working_seconds', 'idle_seconds', m -> 'idle_seconds', 'down_seconds', m -> 'down_seconds', 'travel_seconds', m -> 'travel_seconds')), '[]')
        from jsonb_array_elements(v.figures -> 'equipment') m),
      'quantities', (select coalesce(jsonb_agg(jsonb_build_object('code', q ->> 'code', 'name', q ->> 'name', 'area', q ->> 'area', 'quantity', q -> 'quantity', 'unit', q ->> 'unit')), '[]')
        from jsonb_array_elements(v.figures -> 'quantities') q))
    into record
    from public.field_reports r
    join public.field_report_versions v on v.company_id = r.company_id and v.report_id = r.id and v.version = r.version
    where r.company_id = link.company_id and r.project_id in (select private.portal_projects(link)) and r.id = id_param and r.status <> 'draft';
  perform private.require_shown(record);
  perform private.note_portal_view(link, 'field_report', id_param);
  return record;
end $$;
comment on function public.portal_field_report(text,uuid) is 'Anyone with a link of create_portal_link that shows it: a submitted field report without names of the crew, incidents, notes of the office and budgets. The view is recorded.';
grant execute on function public.portal_field_report(text,uuid) to anon, authenticated;

create or replace function private.trades_of_crew(crew_param jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('trade', t.trade, 'people', t.people, 'seconds', t.seconds) order by t.people desc, t.trade), '[]')
  from (
    select nullif(btrim(c ->> 'trade'), '') as trade, count(*)::integer as people, sum((c ->> 'seconds')::bigint)::bigint as seconds
    from jsonb_array_elements(crew_param) c group by 1) t;
$$;
comment on function private.trades_of_crew(jsonb) is 'People and time of a field report by trade, without names.';

create or replace function private.portal_photo_rows(link public.portal_links) returns setof public.photos
language sql stable security definer set search_path = '' rows 50 as $$
  select p.* from public.photos p
  where p.company_id = link.company_id and p.project_id in (select private.portal_projects(link)) and p.uploaded_at is not null and p.deleted_at is null
    and not p.is_private and not p.is_receipt and p.media_type like 'image/%';
$$;
comment on function private.portal_photo_rows(public.portal_links) is 'The photos of a link''s project that outsiders may see: pictures that everyone of the project may see.';

create or replace function public.portal_photos(token_param text, before_param timestamptz default null::timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link public.portal_links := private.open_portal_link(token_param, 'photos');
begin
  perform private.refuse_undo();
  perform private.note_portal_view(link, 'photos', null);
  return (
    select jsonb_build_object('photos', coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'path', p.path, 'caption', p.caption, 'taken_at', p.taken_at,
      'width', p.width, 'height', p.height) order by p.taken_at desc, p.id) filter (where p.place <= 24), '[]'), 'more', coalesce(bool_or(p.place > 24), false))
    from (
      -- Those of the same moment as the last one belong to the same page.
      select f.*, rank() over (order by f.taken_at desc) as place
      from private.portal_photo_rows(link) f
      where before_param is null or f.taken_at < before_param
      order by f.taken_at desc, f.id limit 60) p);
end $$;
comment on function public.portal_photos(text,timestamp with time zone) is 'Anyone with a link of create_portal_link that shows photos: the newest ones, or those before an instant, with the paths of their pictures (header x-portal-link). No place and no name of a person. The view is recorded.';
grant execute on function public.portal_photos(text,timestamp with time zone) to anon, authenticated;

create or replace function public.portal_photo(token_param text, id_param uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link public.portal_links := private.open_portal_link(token_param, 'photos');
  record jsonb;
begin
  perform private.refuse_undo();
  select jsonb_build_object('id', p.id, 'path', p.path, 'caption', p.caption, 'taken_at', p.taken_at, 'sha256', p.sha256)
    into record from private.portal_photo_rows(link) p where p.id = id_param;
  perform private.require_shown(record);
  perform private.note_portal_view(link, 'photo', id_param);
  return record;
end $$;
comment on function public.portal_photo(text,uuid) is 'Anyone with a link of create_portal_link that shows photos: one of them, with the SHA-256 of its original. The view is recorded.';
grant execute on function public.portal_photo(text,uuid) to anon, authenticated;

create or replace function public.portal_shows_file(path_param text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  secret constant text := private.request_header('x-portal-link');
  link public.portal_links;
begin
  if secret is null then
    return false;
  end if;
  link := private.portal_link_of(secret);
  return private.portal_link_state(link, secret) = 'open' and 'photos' = any (link.shows)
    and exists (select from private.portal_photo_rows(link) p where p.path = path_param);
end $$;
comment on function public.portal_shows_file(text) is 'Whether the link in the header x-portal-link shows the photo with this path.';
grant execute on function public.portal_shows_file(text) to anon, authenticated;

create policy "Who has a link for outsiders sees its photos as pictures" on storage.objects
  for select to anon, authenticated
  using (bucket_id = 'photos' and storage.operation() = 'storage.render.image_authenticated' and public.portal_shows_file(name));

create or replace function private.portal_certificates(link public.portal_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  with crew as (
    select distinct t.employee_id from public.time_entries t
    where t.company_id = link.company_id and t.project_id in (select private.portal_projects(link))
      and t.work_date > private.today_at(link.company_id, link.project_id) - 14
  ), latest as (
    -- A renewed one is a new row: the latest end counts.
    select distinct on (c.employee_id, c.type_id) c.employee_id, c.type_id, c.expires_on
    from public.certifications c join crew w on w.employee_id = c.employee_id
    where c.company_id = link.company_id
    order by c.employee_id, c.type_id, c.expires_on desc nulls first
  )
  select coalesce(jsonb_agg(jsonb_build_object('name', private.person_name(link.company_id, e.id), 'trade', nullif(btrim(e.job_title), ''),
    'certificates', (select coalesce(jsonb_agg(jsonb_build_object('name', k.name, 'expires_on', l.expires_on,
        'state', case when l.expires_on < private.today_at(link.company_id, link.project_id) then 'expired'
          when l.expires_on <= private.today_at(link.company_id, link.project_id) + k.warn_days then 'soon' else 'valid' end) order by k.name), '[]')
      from latest l join public.certification_types k on k.company_id = link.company_id and k.id = l.type_id and k.active where l.employee_id = e.id))
    order by e.last_name, e.first_name, e.id), '[]')
  from crew w join public.employees e on e.company_id = link.company_id and e.id = w.employee_id;
$$;
comment on function private.portal_certificates(public.portal_links) is 'Certificates of everybody who worked at the project of a link in the last fourteen days: their kinds and ends, no numbers.';

create or replace function private.portal_ticket_rows(link public.portal_links) returns setof public.extra_work_tickets
language sql stable security definer set search_path = '' rows 50 as $$
  select t.* from public.extra_work_tickets t
  where t.company_id = link.company_id and t.project_id in (select private.portal_projects(link)) and not private.is_ticket_superseded(t.company_id, t.id)
    -- What nobody has shown to the customer yet is the foreman's own draft.
    and (t.status <> 'draft' or exists (select from private.ticket_links m where m.company_id = t.company_id and m.ticket_id = t.id));
$$;
comment on function private.portal_ticket_rows(public.portal_links) is 'Tickets of a link''s project that the customer was asked to sign, or has answered.';

create or replace function private.portal_tickets(link public.portal_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', private.ticket_name(t), 'work_date', t.work_date, 'description', t.description,
    'answer', case when t.status = 'draft' then 'waiting' when t.status = 'refused' then 'refused' else 'signed' end,
    'answered_by', coalesce(t.signed_name, t.refused_name), 'answered_at', coalesce(t.signed_at, t.refused_at), 'phase', private.portal_phase(link, t.project_id))
    order by t.work_date desc, t.number desc, t.revision desc), '[]')
  from (select * from private.portal_ticket_rows(link) r order by r.work_date desc, r.number desc, r.revision desc limit 200) t;
$$;
comment on function private.portal_tickets(public.portal_links) is 'The list of a link''s tickets, without prices; what happens to them after the signature is the company''s.';

create or replace function public.portal_ticket(token_param text, id_param uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link public.portal_links := private.open_portal_link(token_param, 'tickets');
  ticket public.extra_work_tickets;
  secret constant text := translate(encode(extensions.gen_random_bytes(24), 'base64'), '+/', '-_');
begin
  perform private.refuse_undo();
  select * into ticket from private.portal_ticket_rows(link) t where t.id = id_param and t.status = 'draft';
  perform private.require_shown(to_jsonb(ticket.id));
  perform private.note_portal_view(link, 'ticket', id_param);
  insert into private.ticket_links (company_id, ticket_id, sent_to, language, token_hash, expires_at, created_by, portal_link_id)
    -- The copy goes to the address this link is for, or else to the one the ticket was mailed to last.
    select link.company_id, ticket.id, coalesce(link.email, m.sent_to), m.language, private.secret_hash(secret), now() + interval '1 day', link.created_by, link.id
    from private.ticket_links m where m.company_id = link.company_id and m.ticket_id = ticket.id order by m.created_at desc limit 1;
  return jsonb_build_object('token', secret);
end $$;
comment on function public.portal_ticket(text,uuid) is 'Anyone with a link of create_portal_link that shows tickets: the secret of a page on which a ticket that waits is signed or refused, for a day. The view is recorded.';
grant execute on function public.portal_ticket(text,uuid) to anon, authenticated;
