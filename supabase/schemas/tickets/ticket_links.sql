create table private.ticket_links (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  ticket_id uuid not null,
  sent_to text not null,
  language text default 'en' not null,
  token_hash text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  views integer default 0 not null,
  last_viewed_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  portal_link_id uuid,
  constraint ticket_links_pkey primary key (company_id, id),
  constraint ticket_links_token_once unique (token_hash),
  constraint ticket_links_language_known check (language in ('en', 'es')),
  constraint ticket_links_sent_to_form check (sent_to ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(sent_to) <= 254),
  constraint ticket_links_portal_link foreign key (company_id, portal_link_id) references public.portal_links(company_id, id) on delete cascade,
  constraint ticket_links_ticket foreign key (company_id, ticket_id) references public.extra_work_tickets(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.ticket_links');
create index ticket_links_by_portal_link on private.ticket_links (company_id, portal_link_id) where portal_link_id is not null;
create index ticket_links_by_ticket on private.ticket_links (company_id, ticket_id, created_at desc);
comment on table private.ticket_links is 'Links with which a customer signs or refuses one ticket without an account, once. Only the hash of a link is stored.';
comment on column private.ticket_links.portal_link_id is 'The link for outsiders it was opened from, with which it ends.';
alter table private.ticket_links enable row level security;

create or replace function public.send_ticket_link(id_param uuid, email_param text, language_param text default 'en'::text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.extra_work_tickets := private.require_ticket(id_param);
  address constant text := lower(btrim(coalesce(email_param, '')));
  language constant text := case when language_param = 'es' then 'es' else 'en' end;
  token constant text := translate(encode(extensions.gen_random_bytes(24), 'base64'), '+/', '-_');
  expires constant timestamptz := now() + interval '14 days';
begin
  if ticket.status not in ('draft', 'refused') then
    raise exception using errcode = 'P0001', hint = 'ticket_answered', message = 'The customer has answered this ticket. Make a revision.';
  elsif ticket.description = '' or ticket.directed_by = '' or not exists (select from public.ticket_lines l where l.company_id = ticket.company_id and l.ticket_id = ticket.id) then
    raise exception using errcode = 'P0001', hint = 'ticket_incomplete', message = 'Say who directed the work and what it is, and add at least one line.';
  elsif address !~ '^[^@[:space:]]+@[^@[:space:]]+$' or char_length(address) > 254 then
    raise exception using errcode = 'P0001', hint = 'ticket_email', message = 'Type the customer''s mail address.';
  elsif (select count(*) from private.ticket_links l where l.company_id = ticket.company_id and l.created_at > now() - interval '1 day') >= 200
    or (select count(*) from private.ticket_links l where l.company_id = ticket.company_id and l.ticket_id = ticket.id and l.created_at > now() - interval '1 day') >= 5 then
    raise exception using errcode = 'P0001', hint = 'ticket_links_limit', message = 'This ticket was mailed five times today. Send it again tomorrow.';
  elsif to_regprocedure('mail.enqueue(text, text, text, jsonb, text)') is null then
    raise exception using errcode = 'P0001', hint = 'mail_not_set_up', message = 'This installation sends no mail.';
  end if;
  -- One link at a time: the last mail is the one that works.
  update private.ticket_links l set expires_at = now() where l.company_id = ticket.company_id and l.ticket_id = ticket.id and l.expires_at > now() and l.used_at is null;
  insert into private.ticket_links (company_id, ticket_id, sent_to, language, token_hash, expires_at)
    values (ticket.company_id, ticket.id, address, language, private.secret_hash(token), expires);
  execute 'select mail.enqueue($1, $2, $3, $4, null)' using address, 'ticket_link', language,
    jsonb_build_object('first_name', ticket.directed_by, 'company_name', (select c.name from public.companies c where c.id = ticket.company_id), 'number', private.ticket_name(ticket), 'token', token,
      'project_name', (select p.name from public.projects p where p.company_id = ticket.company_id and p.id = ticket.project_id), 'name', ticket.directed_by);
  return jsonb_build_object('sent_to', address, 'expires_at', expires);
end $$;
comment on function public.send_ticket_link(uuid,text,text) is 'Foremen their own, managers any: mails the customer a link to sign or refuse this ticket, for 14 days; the one before stops working.';
grant execute on function public.send_ticket_link(uuid,text,text) to authenticated;

create or replace function private.ticket_link_state(link private.ticket_links, ticket public.extra_work_tickets) returns text
language sql stable set search_path = '' as $$
  select case
    when link.id is null then 'unknown'
    when link.used_at is not null then 'used'
    when ticket.status not in ('draft', 'refused') then 'answered'
    when link.expires_at <= now() then 'expired'
    when exists (select from public.portal_links p where p.company_id = link.company_id and p.id = link.portal_link_id
      and (p.revoked_at is not null or p.expires_on < private.today_at(p.company_id, p.project_id))) then 'expired'
    when private.is_ticket_superseded(ticket.company_id, ticket.id) then 'expired'
    else 'open' end;
$$;

create or replace function public.ticket_link(token_param text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link private.ticket_links;
  ticket public.extra_work_tickets;
  content jsonb;
begin
  select * into link from private.ticket_links l where l.token_hash = private.secret_hash(token_param);
  select * into ticket from public.extra_work_tickets t where t.company_id = link.company_id and t.id = link.ticket_id;
  if link.id is null then
    return jsonb_build_object('state', 'unknown');
  elsif private.ticket_link_state(link, ticket) <> 'open' then
    return jsonb_build_object('state', private.ticket_link_state(link, ticket), 'language', link.language,
      'company', (select c.name from public.companies c where c.id = link.company_id));
  end if;
  update private.ticket_links l set views = l.views + 1, last_viewed_at = now() where l.company_id = link.company_id and l.id = link.id;
  content := coalesce(ticket.content, private.ticket_content(ticket));
  return jsonb_build_object('state', 'open', 'language', link.language, 'expires_at', link.expires_at, 'version', private.secret_hash(content::text),
    'was_refused', ticket.status = 'refused', 'ticket', content);
end $$;
comment on function public.ticket_link(text) is 'Anyone with the link of a mail: the one ticket it is about, without prices, or why it does not open. Each view is counted.';
grant execute on function public.ticket_link(text) to anon, authenticated;

create or replace function public.answer_ticket_link(token_param text, answer_param jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link private.ticket_links;
  ticket public.extra_work_tickets;
  state text;
begin
  -- Two taps at once: the second one finds the link used. The ticket first, as whoever sends another link does.
  select * into link from private.ticket_links l where l.token_hash = private.secret_hash(token_param);
  select * into ticket from public.extra_work_tickets t where t.company_id = link.company_id and t.id = link.ticket_id for update;
  select * into link from private.ticket_links l where l.token_hash = private.secret_hash(token_param) for update;
  state := private.ticket_link_state(link, ticket);
  if state <> 'open' then
    return jsonb_build_object('result', state);
  elsif answer_param ->> 'version' is distinct from private.secret_hash(coalesce(ticket.content, private.ticket_content(ticket))::text) then
    return jsonb_build_object('result', 'changed');
  elsif answer_param ->> 'action' not in ('sign', 'refuse') or (answer_param ->> 'action' = 'refuse' and ticket.status = 'refused') then
    raise exception using errcode = 'P0001', hint = 'unknown_action', message = 'Choose sign or refuse.';
  end if;
  perform private.answer_ticket(ticket, (answer_param - '{at,shown_at,signature_id,email,witness}'::text[]) || jsonb_build_object('email', link.sent_to), 'link');
  update private.ticket_links l set used_at = now() where l.company_id = link.company_id and l.id = link.id;
  return jsonb_build_object('result', 'done');
end $$;
comment on function public.answer_ticket_link(text,jsonb) is 'Anyone with the link of a mail: signs or refuses the ticket that was shown, once: {"action": "sign" | "refuse", "version", "name", "title", "reason", "language", "signature_path", "latitude", "longitude", "accuracy_m"}. What changed meanwhile is not signed: changed.';
grant execute on function public.answer_ticket_link(text,jsonb) to anon, authenticated;

create or replace function public.ticket_link_paths() returns setof text
language sql stable security definer set search_path = '' as $$
  select f.path from private.ticket_links l
  join public.extra_work_tickets t on t.company_id = l.company_id and t.id = l.ticket_id
  join public.photos f on f.company_id = t.company_id and (f.id = any (t.photo_ids) or f.id in (
    select x.photo_id from public.ticket_lines x where x.company_id = t.company_id and x.ticket_id = t.id))
  where l.token_hash = private.secret_hash(private.request_header('x-ticket-link')) and private.ticket_link_state(l, t) = 'open'
    and f.project_id = t.project_id and f.deleted_at is null and not f.is_private and f.media_type like 'image/%';
$$;
comment on function public.ticket_link_paths() is 'Paths of the photos that the link in the header x-ticket-link shows.';
grant execute on function public.ticket_link_paths() to anon, authenticated;

create policy "Who has the link of a ticket sees its photos as pictures" on storage.objects
  for select to anon, authenticated
  using (bucket_id = 'photos' and storage.operation() = 'storage.render.image_authenticated' and (name in (select public.ticket_link_paths())));

create or replace function private.prune_ticket_links() returns bigint
language sql set search_path = '' as $$
  with gone as (delete from private.ticket_links l where l.expires_at < now() - interval '400 days' returning 1) select count(*) from gone;
$$;
select cron.schedule('ticket-links', '19 3 * * *', 'select private.prune_ticket_links()');
