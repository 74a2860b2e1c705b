create table public.portal_links (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  shows text[] not null,
  certified_payroll_id uuid,
  label text default '' not null,
  token_hash text not null,
  expires_on date not null,
  revoked_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  email text,
  phases boolean default false not null,
  constraint portal_links_pkey primary key (company_id, id),
  constraint portal_links_token_once unique (token_hash),
  constraint portal_links_shows_known check (cardinality(shows) >= 1 and shows <@ '{roll_call,headcount,field_reports,photos,certificates,certified_payrolls,tickets}'::text[]),
  constraint portal_links_one_report check (certified_payroll_id is null or shows = '{certified_payrolls}'::text[]),
  constraint portal_links_email_form check (email ~ '^[^[:cntrl:][:space:],;<>"@]+@[^[:cntrl:][:space:],;<>"@]+\.[^[:cntrl:][:space:],;<>"@]+$' and char_length(email) <= 254),
  constraint portal_links_label_length check (char_length(label) <= 200),
  constraint portal_links_payroll foreign key (company_id, certified_payroll_id) references public.certified_payrolls(company_id, id),
  constraint portal_links_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.portal_links');
create index portal_links_by_project on public.portal_links (company_id, project_id, created_at desc);
comment on table public.portal_links is 'Links by which people without an account see parts of one project, or of it and its phases. Only the hash of a link is stored; written by functions only.';
comment on column public.portal_links.shows is 'What the link shows: roll_call, headcount, field_reports, photos, certificates, certified_payrolls, tickets.';
comment on column public.portal_links.certified_payroll_id is 'The one report the link shows, as in a mail to an agency; null: all that were signed.';
comment on column public.portal_links.label is 'For whom it is, as the company calls them.';
comment on column public.portal_links.email is 'The one address whose owner opens the link, with a code that is mailed there; null: whoever has the link.';
comment on column public.portal_links.phases is 'Whether the link shows what belongs to the phases of its project as well.';
comment on column public.portal_links.expires_on is 'The last day on which it opens, by the clock of the project.';
alter table public.portal_links enable row level security;
alter publication supabase_realtime add table public.portal_links;
grant select on table public.portal_links to authenticated;

create policy "Managers read the links for outsiders" on public.portal_links
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.portal_links
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace trigger keep_creator before insert or update on public.portal_links
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.portal_links
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.portal_links
  for each row execute function private.record_change();

create table public.portal_views (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  portal_link_id uuid not null,
  subject text default 'page' not null,
  subject_id uuid,
  address text,
  device text,
  viewed_at timestamptz default now() not null,
  constraint portal_views_pkey primary key (company_id, id),
  constraint portal_views_subject_known check (subject in ('page', 'certified_payroll', 'field_report', 'photos', 'photo', 'ticket')),
  constraint portal_views_text_length check (char_length(address) <= 60 and char_length(device) <= 300),
  constraint portal_views_link foreign key (company_id, portal_link_id) references public.portal_links(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.portal_views');
create index portal_views_by_link on public.portal_views (company_id, portal_link_id, viewed_at desc);
comment on table public.portal_views is 'Each view through a link of portal_links: what was opened, when, and from which network. Written by functions only, never changed.';
comment on column public.portal_views.address is 'The network the visitor came from: 24 bits of an IPv4 address, 48 of an IPv6 one. Null: not known.';
comment on column public.portal_views.device is 'What the browser says of itself.';
alter table public.portal_views enable row level security;
grant select on table public.portal_views to authenticated;

create policy "Managers read who opened the links for outsiders" on public.portal_views
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger refuse_change before update on public.portal_views
  for each row execute function private.refuse_change();

create or replace function public.create_portal_link(project_id_param uuid, shows_param text[], expires_on_param date, label_param text default ''::text, email_param text default null::text, language_param text default 'en'::text, phases_param boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  address constant text := nullif(lower(btrim(email_param)), '');
  link jsonb := private.make_portal_link(me.company_id, project_id_param, shows_param, expires_on_param, label_param, null, address, phases_param);
begin
  if address is not null and to_regprocedure('mail.enqueue(text, text, text, jsonb, text)') is not null then
    execute 'select mail.enqueue($1, $2, $3, $4, null)' using address, 'portal_link', case language_param when 'es' then 'es' else 'en' end,
      jsonb_build_object('first_name', coalesce(nullif(btrim(label_param), ''), address), 'token', link ->> 'token', 'expires_on', to_char(expires_on_param, 'MM/DD/YYYY'),
        'company_name', (select c.name from public.companies c where c.id = me.company_id), 'sender_name', btrim(concat_ws(' ', me.first_name, me.last_name)),
        'project_name', (select p.name from public.projects p where p.company_id = me.company_id and p.id = project_id_param));
  end if;
  return link;
end $$;
comment on function public.create_portal_link(uuid,text[],date,text,text,text,boolean) is 'Managers: makes a link by which people without an account see these parts of a project, with its phases if wanted, until the end of a day, a year ahead at most. With an address the link is mailed there and opens with a code that is mailed there too. {id, token}: the token is shown once and not stored.';
grant execute on function public.create_portal_link(uuid,text[],date,text,text,text,boolean) to authenticated;

create or replace function private.make_portal_link(company_id_param uuid, project_id_param uuid, shows_param text[], expires_on_param date, label_param text, certified_payroll_id_param uuid, email_param text default null::text, phases_param boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  secret constant text := encode(extensions.gen_random_bytes(24), 'hex');
  wanted constant text[] := array(select distinct s from unnest(shows_param) s order by s);
  today constant date := private.today_at(company_id_param, project_id_param);
  link_id uuid;
begin
  if not exists (select from public.projects p where p.company_id = company_id_param and p.id = project_id_param) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This was not found. It may have been deleted.';
  elsif cardinality(wanted) = 0 then
    raise exception using errcode = 'P0001', hint = 'portal_shows_nothing', message = 'Choose what the link shows.';
  elsif expires_on_param is null or not expires_on_param between today and today + 366 then
    raise exception using errcode = 'P0001', hint = 'share_expiry', message = 'A link ends within a year.';
  end if;
  insert into public.portal_links (company_id, project_id, shows, certified_payroll_id, label, email, phases, token_hash, expires_on)
    values (company_id_param, project_id_param, wanted, certified_payroll_id_param, coalesce(btrim(label_param), ''), email_param, phases_param, private.secret_hash(secret), expires_on_param)
    returning id into link_id;
  return jsonb_build_object('id', link_id, 'token', secret);
end $$;

create or replace function private.today_at(company_id_param uuid, project_id_param uuid) returns date
language sql stable security definer set search_path = '' as $$
  select (now() at time zone private.zone_of(company_id_param, project_id_param))::date;
$$;
comment on function private.today_at(uuid,uuid) is 'Today by the clock of a project.';

create or replace function public.revoke_portal_link(id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  update public.portal_links l set revoked_at = now() where l.company_id = me.company_id and l.id = id_param and l.revoked_at is null;
  if not found and not exists (select from public.portal_links l where l.company_id = me.company_id and l.id = id_param) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This was not found. It may have been deleted.';
  end if;
end $$;
comment on function public.revoke_portal_link(uuid) is 'Managers: the link shows nothing from now on.';
grant execute on function public.revoke_portal_link(uuid) to authenticated;

create or replace function private.portal_link_of(secret_param text) returns public.portal_links
language sql stable security definer set search_path = '' as $$
  select l from public.portal_links l where l.token_hash = private.secret_hash(secret_param)
  union all
  select l from private.portal_passes p join public.portal_links l on l.company_id = p.company_id and l.id = p.portal_link_id
  where p.pass_hash = private.secret_hash(secret_param) and p.pass_expires_at > now();
$$;
comment on function private.portal_link_of(text) is 'The link that a secret belongs to, open or not: its own, or the pass that a mailed code was exchanged for.';

create or replace function private.portal_projects(link public.portal_links) returns setof uuid
language sql stable security definer rows 10 set search_path = '' as $$
  select link.project_id
  union
  select b from private.project_branch(link.project_id, link.company_id) b where link.phases;
$$;
comment on function private.portal_projects(public.portal_links) is 'What a link shows: its project, and the phases below it where it is made for them too.';

create or replace function private.portal_phase(link public.portal_links, project_id_param uuid) returns text
language sql stable security definer set search_path = '' as $$
  select substr(n.path, length(t.path || ' › ') + 1)
  from private.project_paths n join private.project_paths t on t.company_id = n.company_id and t.id = link.project_id
  where n.company_id = link.company_id and n.id = project_id_param and n.id <> t.id;
$$;
comment on function private.portal_phase(public.portal_links,uuid) is 'Which phase of a link''s project something belongs to; null: to the project itself.';

create or replace function private.portal_link_state(link public.portal_links, secret_param text) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when link.id is null then 'unknown'
    when link.revoked_at is not null then 'revoked'
    when link.expires_on < private.today_at(link.company_id, link.project_id) then 'expired'
    when link.email is not null and link.token_hash = private.secret_hash(secret_param) then 'code_needed'
    else 'open' end;
$$;
comment on function private.portal_link_state(public.portal_links,text) is 'Whether a link opens with this secret. One that is for an address opens with a pass only.';

create or replace function private.open_portal_link(secret_param text, part_param text) returns public.portal_links
language plpgsql stable security definer set search_path = '' as $$
declare
  link public.portal_links := private.portal_link_of(secret_param);
begin
  if private.portal_link_state(link, secret_param) <> 'open' or not part_param = any (link.shows) then
    raise exception using errcode = 'P0001', hint = 'portal_closed', message = 'This link does not show that any more.';
  end if;
  return link;
end $$;
comment on function private.open_portal_link(text,text) is 'The link a secret opens, if it shows this part; refused otherwise, whatever the reason.';

create or replace function private.visitor_address() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  address inet;
begin
  address := btrim(split_part(private.request_header('x-forwarded-for'), ',', 1))::inet;
  return network(set_masklen(address, case family(address) when 4 then 24 else 48 end))::text;
exception when invalid_text_representation or invalid_parameter_value then
  return null;
end $$;
comment on function private.visitor_address() is 'The network a request came from, abbreviated so that it names no single connection: 24 bits of IPv4, 48 of IPv6.';

create or replace function private.note_portal_view(link public.portal_links, subject_param text, subject_id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- No reader is as quick: a script that asks on and on neither fills the table nor hides a visit.
  perform from public.portal_links l where l.company_id = link.company_id and l.id = link.id for update;
  if (select count(*) from public.portal_views v
      where v.company_id = link.company_id and v.portal_link_id = link.id and v.viewed_at > now() - interval '1 minute') >= 60 then
    raise exception using errcode = 'P0001', hint = 'too_many_visits', message = 'This link was opened too often within a minute. Try again in a minute.';
  end if;
  insert into public.portal_views (company_id, portal_link_id, subject, subject_id, address, device)
    values (link.company_id, link.id, subject_param, subject_id_param, private.visitor_address(),
      left(nullif(private.request_header('user-agent'), ''), 300));
end $$;
comment on function private.note_portal_view(public.portal_links,text,uuid) is 'Records that something was opened through a link, 60 times a minute at most.';

create or replace function public.portal_page(token_param text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link public.portal_links := private.portal_link_of(token_param);
  state constant text := private.portal_link_state(link, token_param);
  company constant text := (select c.name from public.companies c where c.id = link.company_id);
begin
  perform private.refuse_undo();
  if state <> 'open' then
    return jsonb_strip_nulls(jsonb_build_object('state', state, 'company', company, 'sent_to', case state when 'code_needed' then private.masked_email(link.email) end));
  end if;
  perform private.note_portal_view(link, 'page', null);
  return (
    select jsonb_build_object('state', state, 'company', company, 'project', p.name, 'label', link.label, 'expires_on', link.expires_on,
      'shows', link.shows, 'time_zone', private.zone_of(link.company_id, link.project_id), 'asked_at', now(),
      'contract_number', (select k.contract_number from public.public_contracts k where k.company_id = link.company_id and k.project_id = link.project_id))
      || case when 'certified_payrolls' = any (link.shows)
        then jsonb_build_object('certified_payrolls', private.portal_certified_payrolls(link)) else '{}' end
      || case when 'roll_call' = any (link.shows) then jsonb_build_object('roll_call', private.portal_roll_call(link)) else '{}' end
      || case when 'roll_call' = any (link.shows) and exists (select from public.site_sign_in_settings s
          where s.company_id = link.company_id and s.project_id in (select private.portal_projects(link)) and s.in_portal)
        then jsonb_build_object('visitors', private.portal_visitors(link)) else '{}' end
      || case when 'headcount' = any (link.shows) then jsonb_build_object('headcount', private.portal_headcount(link)) else '{}' end
      || case when 'field_reports' = any (link.shows) then jsonb_build_object('field_reports', private.portal_field_reports(link)) else '{}' end
      || case when 'certificates' = any (link.shows) then jsonb_build_object('certificates', private.portal_certificates(link)) else '{}' end
      || case when 'tickets' = any (link.shows) then jsonb_build_object('tickets', private.portal_tickets(link)) else '{}' end
    from public.projects p where p.company_id = link.company_id and p.id = link.project_id);
end $$;
comment on function public.portal_page(text) is 'Anyone with a link of create_portal_link: whose it is, until when it opens and what it shows; the view is recorded. Otherwise only its state: unknown, expired, revoked, or code_needed for one that belongs to an address (send_portal_code).';
grant execute on function public.portal_page(text) to anon, authenticated;

create or replace function private.portal_roll_call(link public.portal_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', btrim(concat_ws(' ', e.first_name, e.last_name)), 'trade', nullif(btrim(e.job_title), ''),
    'since', t.clock_in, 'on_break', exists (select from public.time_entry_breaks b
      where b.company_id = t.company_id and b.time_entry_id = t.id and b.ended_at is null)) order by t.clock_in, e.last_name, e.id), '[]')
  from public.time_entries t
  join public.employees e on e.company_id = t.company_id and e.id = t.employee_id
  where t.company_id = link.company_id and t.project_id in (select private.portal_projects(link)) and t.clock_out is null;
$$;
comment on function private.portal_roll_call(public.portal_links) is 'Who is on the clock at the project of a link: names and trades, no telephone number and no place.';

create or replace function private.portal_headcount(link public.portal_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('day', d.work_date, 'people', d.people, 'trades', d.trades) order by d.work_date), '[]')
  from (
    select t.work_date, sum(t.people)::integer as people,
      jsonb_agg(jsonb_build_object('trade', t.trade, 'people', t.people) order by t.people desc, t.trade) as trades
    from (
      select t.work_date, nullif(btrim(e.job_title), '') as trade, count(distinct t.employee_id)::integer as people
      from public.time_entries t
      join public.employees e on e.company_id = t.company_id and e.id = t.employee_id
      where t.company_id = link.company_id and t.project_id in (select private.portal_projects(link))
        and t.work_date between private.today_at(link.company_id, link.project_id) - 13 and private.today_at(link.company_id, link.project_id)
      group by t.work_date, nullif(btrim(e.job_title), '')
    ) t
    group by t.work_date
  ) d;
$$;
comment on function private.portal_headcount(public.portal_links) is 'How many people of which trade worked at the project of a link on each of the last fourteen days.';

create or replace function private.portal_certified_payrolls(link public.portal_links) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'week_end', r.week_end, 'number', r.number, 'revision', r.revision, 'final', r.final,
      'no_work', r.no_work, 'signed_name', r.signed_name, 'signed_title', r.signed_title, 'signed_at', r.signed_at, 'sha256', r.sha256, 'phase', private.portal_phase(link, r.project_id))
      order by r.week_end desc, r.number desc, r.revision desc), '[]')
    from public.certified_payrolls r
    where r.company_id = link.company_id and r.project_id in (select private.portal_projects(link))
      and (link.certified_payroll_id is null or r.id = link.certified_payroll_id));
end $$;
comment on function private.portal_certified_payrolls(public.portal_links) is 'The signed reports that a link shows, without what stands in them.';

create or replace function public.portal_certified_payroll(token_param text, id_param uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link public.portal_links := private.open_portal_link(token_param, 'certified_payrolls');
  record jsonb;
begin
  perform private.refuse_undo();
  select jsonb_build_object('id', r.id, 'number', r.number, 'revision', r.revision, 'week_end', r.week_end, 'sha256', r.sha256,
      'content', private.content_for_outsiders(r.content))
    into record
    from public.certified_payrolls r
    where r.company_id = link.company_id and r.project_id in (select private.portal_projects(link)) and r.id = id_param
      and (link.certified_payroll_id is null or r.id = link.certified_payroll_id);
  perform private.require_shown(record);
  perform private.note_portal_view(link, 'certified_payroll', id_param);
  return record;
end $$;
comment on function public.portal_certified_payroll(text,uuid) is 'Anyone with a link of create_portal_link that shows it: a signed report as it was frozen, to make its form from. The view is recorded.';
grant execute on function public.portal_certified_payroll(text,uuid) to anon, authenticated;

create or replace function private.require_shown(record_param jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if record_param is null then
    raise exception using errcode = 'P0001', hint = 'portal_closed', message = 'This link does not show that any more.';
  end if;
end $$;

create or replace function private.content_for_outsiders(content_param jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  with parts as (
    select content_param -> 'report' as report
  ), own_rows as (
    select coalesce(jsonb_agg(r.value || jsonb_build_object('employee_id', r.value ->> 'entry', 'check_number', null, 'rate_reasons', '[]'::jsonb,
      'determination_base', null, 'determination_fringe', null, 'classification_id', null) order by r.ordinality), '[]') as list
    from parts p cross join lateral jsonb_array_elements(p.report -> 'rows') with ordinality r
  )
  select (content_param - '{changes,corrects}'::text[]) || jsonb_build_object('signer', (content_param -> 'signer') - 'employee_id',
    'report', (p.report - 'version') || jsonb_build_object('checks', '[]'::jsonb, 'due', '[]'::jsonb, 'rows', o.list,
      'plans', private.workers_by_entry(p.report -> 'plans'), 'apprentices', private.workers_by_entry(p.report -> 'apprentices')))
  from parts p cross join own_rows o;
$$;
comment on function private.content_for_outsiders(jsonb) is 'What was signed, as far as the form prints it: no checks, nothing of what is due, no reasons of rates, no numbers of checks, and the number on the form instead of our ids of workers.';

create or replace function private.workers_by_entry(list_param jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(i.value || jsonb_build_object('workers', (
    select coalesce(jsonb_agg(w.value || jsonb_build_object('employee_id', w.value ->> 'entry') order by w.ordinality), '[]')
    from jsonb_array_elements(i.value -> 'workers') with ordinality w)) order by i.ordinality), '[]')
  from jsonb_array_elements(list_param) with ordinality i;
$$;
