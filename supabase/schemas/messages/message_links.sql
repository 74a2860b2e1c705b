create table private.message_links (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  purpose text not null,
  subject jsonb not null,
  code_hash text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  failed_attempts smallint default 0 not null,
  text_code_hash text,
  text_code_sent_at timestamptz,
  text_codes_sent smallint default 0 not null,
  pass_hash text,
  pass_expires_at timestamptz,
  opened_through text,
  shown jsonb,
  created_at timestamptz default now() not null,
  constraint message_links_pkey primary key (company_id, id),
  constraint message_links_code_once unique (code_hash),
  constraint message_links_opened_through_known check (opened_through in ('pin', 'text_code')),
  constraint message_links_purpose_known check (purpose in ('timesheet', 'bulletin', 'document')),
  constraint message_links_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.message_links');
create index message_links_by_expiry on private.message_links (expires_at);
create index message_links_by_employee on private.message_links (company_id, employee_id);
comment on table private.message_links is 'Links of messages that open one thing to sign for one person, who proves with the PIN or a code sent to the phone that it is them. Only hashes of the link, the code and the pass are stored.';
comment on column private.message_links.pass_hash is 'Of what the page holds after the proof, for half an hour.';
comment on column private.message_links.shown is 'What was shown when it was opened: only that is signed.';
alter table private.message_links enable row level security;

create or replace trigger set_guess_counter after delete or update of text_code_hash on private.message_links
  for each row execute function private.set_guess_counter('text_code_hash');

create or replace function private.make_message_link(company_id_param uuid, employee_id_param uuid, purpose_param text, subject_param jsonb, valid_for_param interval default '7 days') returns text
language plpgsql security definer set search_path = '' as $$
declare
  -- Sixteen characters: a text message has room for it, and nobody guesses 96 bits.
  code constant text := translate(encode(extensions.gen_random_bytes(12), 'base64'), '+/', '-_');
begin
  insert into private.message_links (company_id, employee_id, purpose, subject, code_hash, expires_at)
    values (company_id_param, employee_id_param, purpose_param, subject_param, private.secret_hash(code), now() + valid_for_param);
  return '/l/' || code;
end $$;
comment on function private.make_message_link(uuid,uuid,text,jsonb,interval) is 'The path of a new link for a message: timesheet {"start_date", "end_date"}, bulletin {"id"} or document {"version_id"}.';

create or replace function private.secret_hash(secret_param text) returns text
language sql immutable set search_path = '' as $$
  select encode(extensions.digest(coalesce(secret_param, ''), 'sha256'), 'hex');
$$;

create or replace function private.message_link_state(link private.message_links) returns text
language sql stable set search_path = '' as $$
  select case
    when link.id is null then 'unknown'
    when link.used_at is not null then 'used'
    when link.expires_at <= now() or not exists (select from public.employees e
      where e.company_id = link.company_id and e.id = link.employee_id and e.active) then 'expired'
    when link.failed_attempts >= 5 then 'locked'
    else 'open' end;
$$;

create or replace function private.message_link_path(link private.message_links) returns text
language sql immutable set search_path = '' as $$
  select case link.purpose
    when 'timesheet' then '/payroll?from=' || (link.subject ->> 'start_date')
    when 'bulletin' then '/bulletin?bulletin=' || (link.subject ->> 'id')
    else '/documents?view=required&open=' || (link.subject ->> 'version_id') end;
$$;
comment on function private.message_link_path(private.message_links) is 'Where the same thing is in the app, for who is signed in.';

create or replace function public.message_link(code_param text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  link private.message_links;
  person public.employees;
  number text;
begin
  select * into link from private.message_links l where l.code_hash = private.secret_hash(code_param);
  if link.id is null then
    return jsonb_build_object('state', 'unknown');
  end if;
  select * into person from public.employees e where e.company_id = link.company_id and e.id = link.employee_id;
  number := private.text_number(link.company_id, link.employee_id);
  return jsonb_build_object('state', private.message_link_state(link), 'purpose', link.purpose, 'language', left(person.language, 2),
    'company_name', (select c.name from public.companies c where c.id = link.company_id),
    'has_pin', exists (select from public.employee_pins p
      where p.company_id = link.company_id and p.employee_id = link.employee_id and p.locked_at is null),
    'phone_ends_with', right(number, 2),
    'path', case when person.user_id = auth.uid() and person.active then private.message_link_path(link) end);
end $$;
comment on function public.message_link(text) is 'Anyone with the link of a message: what it is about and how to prove that it is you, no name and no content. With an account of that person also where it is in the app.';
grant execute on function public.message_link(text) to anon, authenticated;

create or replace function public.send_link_code(code_param text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link private.message_links;
  state text;
  number text;
  secret text;
begin
  perform private.refuse_undo();
  select * into link from private.message_links l where l.code_hash = private.secret_hash(code_param) for update;
  state := private.message_link_state(link);
  if state <> 'open' then
    return jsonb_build_object('result', state);
  end if;
  number := private.text_number(link.company_id, link.employee_id);
  if number is null then
    return jsonb_build_object('result', 'no_phone');
  elsif link.text_codes_sent >= 3 then
    return jsonb_build_object('result', 'too_many');
  elsif link.text_code_sent_at > now() - interval '1 minute' then
    return jsonb_build_object('result', 'wait');
  end if;
  secret := lpad((('x' || encode(extensions.gen_random_bytes(4), 'hex'))::bit(32)::bigint % 1000000)::text, 6, '0');
  update private.message_links l set text_code_hash = private.secret_hash(l.id || secret), text_code_sent_at = now(), text_codes_sent = l.text_codes_sent + 1
    where l.company_id = link.company_id and l.id = link.id;
  perform private.send_text(link.company_id, link.employee_id, 'link_code',
    (select left(e.language, 2) from public.employees e where e.company_id = link.company_id and e.id = link.employee_id),
    jsonb_build_object('code', secret), jsonb_build_object('expires_at', now() + interval '10 minutes'));
  return jsonb_build_object('result', 'sent', 'phone_ends_with', right(number, 2));
end $$;
comment on function public.send_link_code(text) is 'Anyone with the link of a message: sends a code to the phone of the person it is for. Once a minute, three times for a link.';
grant execute on function public.send_link_code(text) to anon, authenticated;

create or replace function public.open_message_link(code_param text, kind_param text, secret_param text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link private.message_links;
  outcome text;
  pass text;
  guesses integer;
begin
  perform private.refuse_undo();
  select * into link from private.message_links l where l.code_hash = private.secret_hash(code_param) for update;
  outcome := private.message_link_state(link);
  if outcome <> 'open' then
    return jsonb_build_object('result', outcome);
  end if;
  if kind_param = 'pin' then
    outcome := (private.check_employee_pin(link.company_id, link.employee_id, secret_param)).result;
    if outcome in ('locked', 'no_pin') then
      return jsonb_build_object('result', 'pin_' || case outcome when 'locked' then 'locked' else 'missing' end);
    end if;
  elsif kind_param = 'text_code' then
    guesses := case when link.text_code_hash is not null then private.count_guess(link.id) end;
    outcome := case when guesses <= 5 and link.text_code_sent_at > now() - interval '10 minutes'
      and link.text_code_hash = private.secret_hash(link.id || regexp_replace(secret_param, '\D', '', 'g')) then 'ok' else 'wrong' end;
  else
    raise exception using errcode = 'P0001', hint = 'unknown_action', message = 'Choose pin or text_code.';
  end if;
  if outcome <> 'ok' then
    update private.message_links l set failed_attempts = least(greatest(l.failed_attempts + 1, guesses), 5)
      where l.company_id = link.company_id and l.id = link.id returning * into link;
    return jsonb_build_object('result', case when link.failed_attempts >= 5 then 'locked' else 'wrong' end, 'tries_left', 5 - link.failed_attempts);
  end if;
  pass := encode(extensions.gen_random_bytes(24), 'hex');
  update private.message_links l set pass_hash = private.secret_hash(pass), pass_expires_at = now() + interval '30 minutes', opened_through = kind_param,
      text_code_hash = null, failed_attempts = 0
    where l.company_id = link.company_id and l.id = link.id returning * into link;
  return jsonb_build_object('result', 'ok', 'pass', pass, 'content', private.show_message_link(link));
end $$;
comment on function public.open_message_link(text,text,text) is 'Anyone with the link of a message and the PIN (pin) or the code sent to the phone (text_code) of the person it is for: what is to be signed, and a pass for half an hour. Five wrong ones end the link.';
grant execute on function public.open_message_link(text,text,text) to anon, authenticated;

create or replace function private.show_message_link(link private.message_links) returns jsonb
language plpgsql set search_path = '' as $$
declare
  content jsonb;
begin
  content := case link.purpose
    when 'timesheet' then private.timesheet_content(link.company_id, link.employee_id, (link.subject ->> 'start_date')::date, (link.subject ->> 'end_date')::date)
    when 'bulletin' then (
      select jsonb_build_object('bulletin_id', b.id, 'title', b.title, 'body', b.body, 'title_es', b.title_es, 'body_es', b.body_es,
        'attachments', b.attachments, 'must_acknowledge', b.must_acknowledge, 'publish_at', b.publish_at)
      from public.bulletins b
      where b.company_id = link.company_id and b.id = (link.subject ->> 'id')::uuid and b.publish_at <= now()
        and (b.expires_at is null or b.expires_at > now()) and link.employee_id in (select private.bulletin_people(b)))
    else (
      select jsonb_build_object('version_id', v.id, 'name', d.name, 'version', v.version, 'path', v.path, 'media_type', v.media_type, 'file_name', v.file_name)
      from private.documents_waiting_for(link.company_id, link.employee_id) w
      join public.document_versions v on v.company_id = link.company_id and v.id = w.version_id
      join public.documents d on d.company_id = link.company_id and d.id = v.document_id
      where v.id = (link.subject ->> 'version_id')::uuid) end;
  if content is null then
    return null; -- taken back, replaced or signed meanwhile
  end if;
  content := content || jsonb_build_object('signer', private.person_name(link.company_id, link.employee_id));
  update private.message_links l set shown = content - '{entries,attachments}'::text[] where l.company_id = link.company_id and l.id = link.id;
  if link.purpose = 'bulletin' then
    perform private.store_bulletin_reading(b, link.employee_id, link.opened_through, null, true, false, false)
      from public.bulletins b where b.company_id = link.company_id and b.id = (link.subject ->> 'id')::uuid;
  end if;
  return content;
end $$;

create or replace function private.timesheet_content(company_id_param uuid, employee_id_param uuid, start_date_param date, end_date_param date) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('start_date', start_date_param, 'end_date', end_date_param,
    'hours', private.timesheet_hours(company_id_param, employee_id_param, start_date_param, end_date_param),
    'entries', (select coalesce(jsonb_agg(jsonb_build_object('work_date', t.work_date, 'clock_in', t.clock_in, 'clock_out', t.clock_out,
        'time_zone', private.zone_of(company_id_param, t.project_id), 'project_name', p.name, 'cost_code', concat_ws(' ', k.code, k.name),
        'break_seconds', (select coalesce(sum(extract(epoch from b.ended_at - b.started_at)), 0)::integer from public.time_entry_breaks b
          where b.company_id = t.company_id and b.time_entry_id = t.id and b.ended_at is not null and not b.paid)) order by t.clock_in), '[]')
      from public.time_entries t
      left join public.projects p on p.company_id = t.company_id and p.id = t.project_id
      left join public.cost_codes k on k.company_id = t.company_id and k.id = t.cost_code_id
      where t.company_id = company_id_param and t.employee_id = employee_id_param and t.work_date between start_date_param and end_date_param));
$$;

create or replace function private.link_with_pass(code_param text, pass_param text) returns private.message_links
language sql stable security definer set search_path = '' as $$
  select l from private.message_links l
  where l.code_hash = private.secret_hash(code_param) and l.pass_hash = private.secret_hash(pass_param) and l.pass_expires_at > now()
    and private.message_link_state(l) = 'open';
$$;

create or replace function public.answer_message_link(code_param text, pass_param text, answer_param jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link private.message_links;
  person public.employees;
  content jsonb;
  before jsonb;
  language constant text := case when answer_param ->> 'language' = 'es' then 'es' else 'en' end;
  disputed constant boolean := answer_param ->> 'action' = 'dispute';
begin
  -- Two taps at once: the second one finds the link used.
  perform from private.message_links l where l.code_hash = private.secret_hash(code_param) for update;
  link := private.link_with_pass(code_param, pass_param);
  if link.id is null then
    select * into link from private.message_links l where l.code_hash = private.secret_hash(code_param);
    return jsonb_build_object('result', case when private.message_link_state(link) = 'open' then 'pass_expired' else private.message_link_state(link) end);
  end if;
  before := link.shown;
  content := private.show_message_link(link);
  if content is null then
    return jsonb_build_object('result', 'gone');
  elsif content - '{entries,attachments}'::text[] is distinct from before then
    return jsonb_build_object('result', 'changed', 'content', content);
  end if;
  select * into person from public.employees e where e.company_id = link.company_id and e.id = link.employee_id;
  if link.purpose = 'timesheet' then
    if disputed and nullif(btrim(answer_param ->> 'note'), '') is null then
      raise exception using errcode = 'P0001', hint = 'note_required', message = 'Say what is wrong with these hours.';
    elsif not disputed and nullif(btrim(answer_param ->> 'name'), '') is null then
      raise exception using errcode = 'P0001', hint = 'name_required', message = 'Sign with your name.';
    end if;
    perform private.answer_timesheet(person, link.opened_through, (link.subject ->> 'start_date')::date, (link.subject ->> 'end_date')::date, disputed,
      case when not disputed then answer_param ->> 'name' end, case when disputed then answer_param ->> 'note' end,
      answer_param ->> 'statement', language, answer_param ->> 'version');
  elsif link.purpose = 'bulletin' then
    perform private.store_bulletin_reading(b, person.id, link.opened_through, language, true, true, false)
      from public.bulletins b where b.company_id = link.company_id and b.id = (link.subject ->> 'id')::uuid;
  else
    perform private.store_document_signature(person, link.opened_through, (link.subject ->> 'version_id')::uuid, language);
  end if;
  update private.message_links l set used_at = now() where l.company_id = link.company_id and l.id = link.id;
  return jsonb_build_object('result', 'done');
end $$;
comment on function public.answer_message_link(text,text,jsonb) is 'Anyone with the pass of open_message_link: signs or disputes the timesheet {"action", "name", "note", "statement", "language", "version"}, acknowledges the bulletin or signs the document that was shown, once. What changed meanwhile is shown again instead.';
grant execute on function public.answer_message_link(text,text,jsonb) to anon, authenticated;

create or replace function public.message_link_paths() returns setof text
language sql stable security definer set search_path = '' as $$
  select case link.purpose when 'document' then link.shown ->> 'path' else files.path end
  from private.link_with_pass(split_part(private.request_header('x-message-link'), '.', 1), split_part(private.request_header('x-message-link'), '.', 2)) link
  left join lateral (
    select private.bulletin_files(b) as path from public.bulletins b
    where link.purpose = 'bulletin' and b.company_id = link.company_id and b.id = (link.subject ->> 'id')::uuid) files on true
  where link.id is not null;
$$;
comment on function public.message_link_paths() is 'Paths of the files that the opened link in the header x-message-link (link, dot, pass) shows.';
grant execute on function public.message_link_paths() to anon, authenticated;

create policy "Who opened a link of a message reads its files" on storage.objects
  for select to anon
  using (bucket_id in ('documents', 'bulletins') and storage.operation() = 'storage.object.get_authenticated' and (name in (select public.message_link_paths())));

create or replace function private.prune_message_links() returns bigint
language sql set search_path = '' as $$
  with gone as (delete from private.message_links l where l.expires_at < now() - interval '30 days' returning 1) select count(*) from gone;
$$;
select cron.schedule('message-links', '17 3 * * *', 'select private.prune_message_links()');
