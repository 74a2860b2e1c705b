-- Required reading: who has to sign which version, who has, and the reminders. Search by name and text.

create function private.document_people(document public.documents) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select p from private.audience_people(document.company_id, coalesce(
      (select f.audience from public.folders f where f.company_id = document.company_id and f.id = document.folder_id),
      '{"everyone": true}')) p
  where document.project_id is null or (
    p in (select private.audience_people(document.company_id, jsonb_build_object('projects', jsonb_build_array(document.project_id))))
    and (not exists (select from public.project_members m where m.company_id = document.company_id and m.project_id = document.project_id)
      or exists (select from public.project_members m
        where m.company_id = document.company_id and m.project_id = document.project_id and m.employee_id = p)));
$$;
revoke execute on function private.document_people(public.documents) from public;
comment on function private.document_people(public.documents) is 'Whom a document is for today: its folder''s audience, of a project those who work there.';

create function private.documents_waiting_for(company_id_param uuid, employee_id_param uuid)
returns table (document_id uuid, version_id uuid)
language sql stable security definer set search_path = '' as $$
  select d.id, v.id
  from public.documents d
  join public.document_versions v on v.company_id = d.company_id and v.document_id = d.id and v.superseded_at is null
  where d.company_id = company_id_param and d.required_reading and d.deleted_at is null
    and not exists (select from public.document_signatures s
      where s.company_id = v.company_id and s.version_id = v.id and s.employee_id = employee_id_param)
    and employee_id_param in (select private.document_people(d));
$$;
revoke execute on function private.documents_waiting_for(uuid, uuid) from public;
comment on function private.documents_waiting_for(uuid, uuid) is 'The documents someone has yet to sign, with the version that counts.';

create function private.current_version_i_see(version_id_param uuid) returns public.document_versions
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  found_version public.document_versions;
begin
  select * into found_version from public.document_versions v
    where v.company_id = me.company_id and v.id = version_id_param and v.document_id in (select private.documents_for_me());
  if found_version.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This document was not found.';
  end if;
  if found_version.superseded_at is not null then
    raise exception using errcode = 'P0001', hint = 'version_superseded', message = 'There is a newer version of this document.';
  end if;
  return found_version;
end $$;
revoke execute on function private.current_version_i_see(uuid) from public;

create function public.open_document(version_id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  opened public.document_versions := private.current_version_i_see(version_id_param);
begin
  insert into public.document_reads as r (company_id, version_id, employee_id, opened_at)
    values (opened.company_id, opened.id, private.my_employee_id(), now())
    on conflict on constraint document_reads_once do update set opened_at = excluded.opened_at where r.opened_at is null;
end $$;
revoke execute on function public.open_document(uuid) from public, anon;
grant execute on function public.open_document(uuid) to authenticated;
comment on function public.open_document(uuid) is 'Everyone, for themselves: notes that the current version of a document was opened. The first time stays.';

create function public.sign_document(version_id_param uuid, language_param text) returns public.document_signatures
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  signed public.document_versions := private.current_version_i_see(version_id_param);
  signature public.document_signatures;
begin
  if not exists (select from public.documents d where d.company_id = me.company_id and d.id = signed.document_id and d.required_reading) then
    raise exception using errcode = 'P0001', hint = 'no_signature_needed', message = 'This document does not ask for a signature.';
  end if;
  insert into public.document_signatures (company_id, version_id, employee_id, signed_name, language)
    values (me.company_id, signed.id, me.id, btrim(concat_ws(' ', me.first_name, me.last_name)), language_param)
    on conflict on constraint document_signatures_once do nothing;
  select * into signature from public.document_signatures s
    where s.company_id = me.company_id and s.version_id = signed.id and s.employee_id = me.id;
  return signature;
end $$;
revoke execute on function public.sign_document(uuid, text) from public, anon;
grant execute on function public.sign_document(uuid, text) to authenticated;
comment on function public.sign_document(uuid, text) is 'Everyone, for themselves: signs that they read this version, in which language (en or es). Repeated, the first signature stays.';

create function public.documents_to_sign()
returns table (document_id uuid, version_id uuid, version integer, name text, folder_id uuid, project_id uuid, project_name text, since timestamptz, signed_before boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
begin
  return query
    select d.id, v.id, v.version, d.name, d.folder_id, d.project_id, p.name, v.created_at,
      exists (select from public.document_signatures s join public.document_versions o on o.company_id = s.company_id and o.id = s.version_id
        where s.company_id = me.company_id and s.employee_id = me.id and o.document_id = d.id)
    from private.documents_waiting_for(me.company_id, me.id) w
    join public.documents d on d.company_id = me.company_id and d.id = w.document_id
    join public.document_versions v on v.company_id = me.company_id and v.id = w.version_id
    left join public.projects p on p.company_id = d.company_id and p.id = d.project_id
    order by v.created_at, d.id limit 100;
end $$;
revoke execute on function public.documents_to_sign() from public, anon;
grant execute on function public.documents_to_sign() to authenticated;
comment on function public.documents_to_sign() is 'Everyone: the documents they have yet to read and sign, the longest waiting first.';

create function public.document_progress()
returns table (document_id uuid, people bigint, signed bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_foreman();
begin
  return query
    select d.id, count(p), count(s.id)
    from public.documents d
    join public.document_versions v on v.company_id = d.company_id and v.document_id = d.id and v.superseded_at is null
    left join lateral private.document_people(d) p on true
    left join public.document_signatures s on s.company_id = v.company_id and s.version_id = v.id and s.employee_id = p
    where d.company_id = me.company_id and d.required_reading and d.id in (select private.documents_for_me())
    group by d.id;
end $$;
revoke execute on function public.document_progress() from public, anon;
grant execute on function public.document_progress() to authenticated;
comment on function public.document_progress() is 'Foremen and managers: how many people each required reading is for, and how many signed its current version.';

create function public.document_signers(document_id_param uuid)
returns table (employee_id uuid, first_name text, last_name text, language text, opened_at timestamptz, reminded_at timestamptz,
  signed_at timestamptz, signed_language text, signed_before integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_foreman();
begin
  return query
    select e.id, e.first_name, e.last_name, left(coalesce(f.language, e.language), 2), r.opened_at, r.reminded_at, s.signed_at, s.language,
      (select max(o.version) from public.document_signatures b
        join public.document_versions o on o.company_id = b.company_id and o.id = b.version_id
        where b.company_id = d.company_id and b.employee_id = e.id and o.document_id = d.id and o.id <> v.id)
    from public.documents d
    join public.document_versions v on v.company_id = d.company_id and v.document_id = d.id and v.superseded_at is null
    join public.employees e on e.company_id = d.company_id
    left join public.preferences f on f.user_id = e.user_id
    left join public.document_reads r on r.company_id = v.company_id and r.version_id = v.id and r.employee_id = e.id
    left join public.document_signatures s on s.company_id = v.company_id and s.version_id = v.id and s.employee_id = e.id
    where d.company_id = me.company_id and d.id = document_id_param and d.id in (select private.documents_for_me())
      and (s.id is not null or e.id in (select private.document_people(d)))
    order by s.signed_at is not null, e.last_name, e.first_name, e.id;
end $$;
revoke execute on function public.document_signers(uuid) from public, anon;
grant execute on function public.document_signers(uuid) to authenticated;
comment on function public.document_signers(uuid) is 'Foremen and managers: everyone a required reading is for, who has not signed first, with the last older version each has signed.';

create function private.tell_documents(recipient_param private.notification_recipients, document_ids_param uuid[], occasion_param text, reason_param text)
returns boolean
language sql set search_path = '' as $$
  select private.notify(recipient_param, 'email_digests', occasion_param, 'documents', jsonb_build_object(
    'to_sign', reason_param = 'to_sign', 'expiring', reason_param = 'expiring',
    'names', string_agg(d.name || case when reason_param = 'expiring' then ' (' || to_char(d.expires_on, recipient_param.date_format) || ')' else '' end,
      E'\n' order by d.expires_on, d.name)))
  from public.documents d
  where d.company_id = recipient_param.company_id and d.id = any (document_ids_param) and private.wants(recipient_param, 'email_digests');
$$;
revoke execute on function private.tell_documents(private.notification_recipients, uuid[], text, text) from public;

create function public.remind_to_sign(document_id_param uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman();
  document public.documents;
  current_version uuid;
  missing uuid[];
begin
  select * into document from public.documents d
    where d.company_id = me.company_id and d.id = document_id_param and d.required_reading and d.id in (select private.documents_for_me()) for update;
  current_version := (select v.id from public.document_versions v
    where v.company_id = me.company_id and v.document_id = document.id and v.superseded_at is null);
  if current_version is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This document was not found.';
  end if;
  missing := array(select p from private.document_people(document) p
    where not exists (select from public.document_signatures s
      where s.company_id = document.company_id and s.version_id = current_version and s.employee_id = p));
  insert into public.document_reads (company_id, version_id, employee_id, reminded_at)
    select document.company_id, current_version, p, now() from unnest(missing) p
    on conflict on constraint document_reads_once do update set reminded_at = excluded.reminded_at;
  perform private.tell_documents(r, array[document.id], 'document ' || document.id || ' ' || to_char(now(), 'YYYY-MM-DD HH24'), 'to_sign')
    from private.notification_recipients r where r.company_id = document.company_id and r.employee_id = any (missing);
  return cardinality(missing);
end $$;
revoke execute on function public.remind_to_sign(uuid) from public, anon;
grant execute on function public.remind_to_sign(uuid) to authenticated;
comment on function public.remind_to_sign(uuid) is 'Foremen and managers: reminds everyone who has not signed the current version, by mail once an hour at most, and says how many these are.';

create function private.send_document_reminders(moment_param timestamptz default now()) returns bigint
language sql set search_path = '' as $$
  with morning as (
    select r, local.today from private.notification_recipients r
    cross join lateral (select (moment_param at time zone r.time_zone)::date as today, (moment_param at time zone r.time_zone)::time as time) local
    where r.notify_email_digests and local.time >= '07:00' and local.time < '12:00'
    order by r.user_id offset 0
  ), expiring as (
    select m.r, m.today, array(select d.id from public.documents d
      where d.company_id = (m.r).company_id and d.deleted_at is null and d.expires_on - m.today in (30, 14, 7, 1, 0)) as ids
    from morning m
    where (m.r).role in ('owner', 'manager') and not private.was_notified((m.r).user_id, 'email_digests', 'documents expiring ' || m.today)
  ), waiting as (
    -- After one, three and seven days, then every week.
    select m.r, m.today, array(select w.document_id from private.documents_waiting_for((m.r).company_id, (m.r).employee_id) w
      join public.document_versions v on v.company_id = (m.r).company_id and v.id = w.version_id
      cross join lateral (select m.today - (v.created_at at time zone (m.r).time_zone)::date as days) age
      where age.days in (1, 3) or (age.days > 0 and age.days % 7 = 0)) as ids
    from morning m
    where exists (select from public.documents d where d.company_id = (m.r).company_id and d.required_reading and d.deleted_at is null)
      and not private.was_notified((m.r).user_id, 'email_digests', 'documents to sign ' || m.today)
  )
  select (select count(*) filter (where private.tell_documents(e.r, e.ids, 'documents expiring ' || e.today, 'expiring'))
      from expiring e where cardinality(e.ids) > 0)
    + (select count(*) filter (where private.tell_documents(w.r, w.ids, 'documents to sign ' || w.today, 'to_sign'))
      from waiting w where cardinality(w.ids) > 0);
$$;
revoke execute on function private.send_document_reminders(timestamptz) from public;
comment on function private.send_document_reminders(timestamptz) is 'In the morning: managers hear what expires in 30, 14, 7 days, tomorrow and today; everyone what they have yet to sign.';

do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('document-reminders', '13 * * * *', 'select private.send_document_reminders()');
  end if;
end $$;

create function public.index_document(version_id_param uuid, text_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman();
begin
  -- The search shows what it finds, so only who uploaded the file says what it holds.
  if not exists (select from public.document_versions v
      where v.company_id = me.company_id and v.id = version_id_param and v.created_by = auth.uid()) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This document was not found.';
  end if;
  insert into private.document_texts (company_id, version_id, content)
    values (me.company_id, version_id_param, left(coalesce(text_param, ''), 300000))
    on conflict (company_id, version_id) do update set content = excluded.content;
end $$;
revoke execute on function public.index_document(uuid, text) from public, anon;
grant execute on function public.index_document(uuid, text) to authenticated;
comment on function public.index_document(uuid, text) is 'Foremen and managers, for a version they uploaded: its text for the search.';

create function public.search_documents(query_param text)
returns table (document_id uuid, version_id uuid, in_name boolean, excerpt text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
  wanted text := left(btrim(coalesce(query_param, '')), 200);
  query tsquery := (select to_tsquery('simple', string_agg(word[1] || ':*', ' & ')) from regexp_matches(lower(wanted), '[[:alnum:]]+', 'g') word);
begin
  if wanted = '' then
    return;
  end if;
  return query
    with hits as (
      select d.id, v.id as version_id, strpos(lower(d.name), lower(wanted)) > 0 as in_name, t.content, t.words, d.name
      from public.documents d
      join public.document_versions v on v.company_id = d.company_id and v.document_id = d.id and v.superseded_at is null
      left join private.document_texts t on t.company_id = v.company_id and t.version_id = v.id and t.words @@ query
      where d.company_id = me.company_id and d.id in (select private.documents_for_me())
        and (strpos(lower(d.name), lower(wanted)) > 0 or t.version_id is not null)
      order by 3 desc, ts_rank(t.words, query) desc nulls last, d.name, d.id limit 50)
    select h.id, h.version_id, h.in_name, ts_headline('simple', h.content, query, 'StartSel="", StopSel="", MaxWords=20, MinWords=8')
    from hits h order by h.in_name desc, ts_rank(h.words, query) desc nulls last, h.name, h.id;
end $$;
revoke execute on function public.search_documents(text) from public, anon;
grant execute on function public.search_documents(text) to authenticated;
comment on function public.search_documents(text) is 'Everyone: documents they see whose name has these letters or whose current text has words that begin so.';
