insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('subcontractor-reports', 'subcontractor-reports', 'f', '20971520', '{application/pdf,image/jpeg,image/png,image/webp,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet}')
on conflict (id) do update set file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create table public.subcontractor_reports (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  subcontractor_id uuid not null,
  week_end date not null,
  version integer not null,
  number integer,
  workers integer,
  hours numeric(9,2),
  gross numeric(12,2),
  no_work boolean default false not null,
  final boolean default false not null,
  note text default '' not null,
  handed_in_by text not null,
  path text,
  file_name text,
  media_type text,
  size_bytes bigint,
  sha256 text,
  uploaded_at timestamptz,
  status text default 'handed_in' not null,
  decided_by uuid,
  decided_at timestamptz,
  decision_note text,
  address text,
  created_by uuid,
  created_at timestamptz default now() not null,
  constraint subcontractor_reports_pkey primary key (company_id, id),
  constraint subcontractor_reports_version_once unique (company_id, subcontractor_id, week_end, version),
  constraint subcontractor_reports_path_once unique (path),
  constraint subcontractor_reports_number_range check (number >= 1 and number <= 9999),
  constraint subcontractor_reports_workers_range check (workers >= 0 and workers <= 5000),
  constraint subcontractor_reports_hours_range check (hours >= 0 and hours <= 999999.99),
  constraint subcontractor_reports_gross_range check (gross >= 0 and gross <= 999999999.99),
  constraint subcontractor_reports_no_work_is_empty check (not no_work or coalesce(workers, 0) = 0 and coalesce(hours, 0) = 0 and coalesce(gross, 0) = 0),
  constraint subcontractor_reports_says_something check (no_work or path is not null or workers is not null and hours is not null and gross is not null),
  constraint subcontractor_reports_text_length check (char_length(note) <= 1000 and char_length(btrim(handed_in_by)) >= 1 and char_length(handed_in_by) <= 200 and char_length(file_name) <= 200 and char_length(decision_note) <= 1000 and char_length(address) <= 60),
  constraint subcontractor_reports_no_nine_digits check (concat_ws(' | ', note, handed_in_by, file_name) !~ '(^|[^0-9])[0-9]{3}[^0-9A-Za-z]{0,3}[0-9]{2}[^0-9A-Za-z]{0,3}[0-9]{4}([^0-9]|$)'),
  constraint subcontractor_reports_file_complete check (num_nonnulls(path, file_name, media_type, size_bytes) in (0, 4) and (sha256 is null or path is not null)),
  constraint subcontractor_reports_media_type_known check (media_type in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')),
  constraint subcontractor_reports_size_range check (size_bytes >= 1 and size_bytes <= 20971520),
  constraint subcontractor_reports_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint subcontractor_reports_status_known check (status in ('handed_in', 'accepted', 'returned')),
  constraint subcontractor_reports_decided check ((status = 'handed_in') = (decided_at is null) and (status <> 'returned' or decision_note is not null)),
  constraint subcontractor_reports_subcontractor foreign key (company_id, subcontractor_id) references public.subcontractors(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.subcontractor_reports');
comment on table public.subcontractor_reports is 'Certified payrolls that subcontractors handed in: a file, or a typed summary. What was handed in never changes; a correction is the next version. Written by functions only.';
comment on column public.subcontractor_reports.number is 'The payroll number the subcontractor gave it.';
comment on column public.subcontractor_reports.path is '<company>/<project>/<report>/<secret>.<ending> in the bucket subcontractor-reports; null: typed only.';
comment on column public.subcontractor_reports.sha256 is 'Of the file: as announced before it was sent, or as it arrived where a page without HTTPS could not compute it.';
comment on column public.subcontractor_reports.uploaded_at is 'When the file had arrived; a report that waits for its file is not handed in yet.';
comment on column public.subcontractor_reports.address is 'The network it came from, abbreviated as in portal_views.';
comment on column public.subcontractor_reports.created_by is 'Nobody: subcontractors have no account.';
alter table public.subcontractor_reports enable row level security;
alter publication supabase_realtime add table public.subcontractor_reports;
grant select on table public.subcontractor_reports to authenticated;

create policy "Managers read what subcontractors handed in" on public.subcontractor_reports
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger a_keep_as_handed_in before update on public.subcontractor_reports
  for each row execute function private.keep_as_handed_in();

create or replace function private.keep_as_handed_in() returns trigger
language plpgsql set search_path = '' as $$
begin
  if to_jsonb(new) - '{status,decided_by,decided_at,decision_note,uploaded_at,sha256}'::text[] <> to_jsonb(old) - '{status,decided_by,decided_at,decision_note,uploaded_at,sha256}'::text[]
      or old.uploaded_at is not null and new.uploaded_at is distinct from old.uploaded_at
      or new.sha256 is distinct from old.sha256 and (old.sha256 is not null or old.uploaded_at is not null) then
    raise exception using errcode = '42501', hint = 'append_only', message = 'What was handed in is never changed.';
  end if;
  return new;
end $$;
comment on function private.keep_as_handed_in() is 'Only the decision about a report changes, for every role.';

create or replace trigger zz_record_change after insert or delete or update on public.subcontractor_reports
  for each row execute function private.record_change();

create policy "A subcontractor stores the file it announced" on storage.objects
  for insert to anon
  with check (bucket_id = 'subcontractor-reports' and public.may_store_subcontractor_report(name, metadata));

create policy "Managers read the files of subcontractors" on storage.objects
  for select to authenticated
  using (bucket_id = 'subcontractor-reports' and (select private.is_manager()) and (exists ( select
   from public.subcontractor_reports r
  where r.company_id = (select private.my_company_id()) and r.path = objects.name)));

create or replace function public.may_store_subcontractor_report(name_param text, metadata_param jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  -- The path is a secret of this one upload: 122 random bits that hand_in_report alone gave out.
  select exists (select from public.subcontractor_reports r
    join public.subcontractors s on s.company_id = r.company_id and s.id = r.subcontractor_id
    join public.companies c on c.id = r.company_id
    where r.path = name_param and r.uploaded_at is null and r.created_at > now() - interval '1 day' and s.revoked_at is null
      and coalesce((metadata_param ->> 'size')::bigint = r.size_bytes, true)
      and coalesce(metadata_param ->> 'mimetype' = r.media_type, true)
      and private.stored_bytes(r.company_id) + r.size_bytes <= c.storage_limit_bytes);
$$;
comment on function public.may_store_subcontractor_report(text,jsonb) is 'For policies of storage: whether a report waits for exactly this file, of this size and type, and the company has room for it.';
grant execute on function public.may_store_subcontractor_report(text,jsonb) to anon, authenticated, service_role;

create or replace trigger note_stored_subcontractor_report after insert on storage.objects
  for each row when (new.bucket_id = 'subcontractor-reports' and (new.metadata ->> 'eTag') is not null) execute function private.note_stored_subcontractor_report();

create or replace function private.note_stored_subcontractor_report() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Our own server names files by their SHA-256.
  arrived constant text := substring(new.metadata ->> 'eTag' from '^"([0-9a-f]{64})"$');
begin
  if exists (select from public.subcontractor_reports r where r.path = new.name and r.sha256 <> arrived) then
    raise exception using errcode = '42501', hint = 'file_differs', message = 'This is another file than the one announced.';
  end if;
  update public.subcontractor_reports r set uploaded_at = now(), sha256 = coalesce(r.sha256, arrived) where r.path = new.name and r.uploaded_at is null;
  return null;
end $$;

create or replace function private.subcontractor_of(token_param text) returns public.subcontractors
language sql stable security definer set search_path = '' as $$
  select s from private.subcontractor_links l
  join public.subcontractors s on s.company_id = l.company_id and s.id = l.subcontractor_id and s.revoked_at is null
  where l.token_hash = private.secret_hash(token_param);
$$;
comment on function private.subcontractor_of(text) is 'The subcontractor a link opens the page of, or nothing.';

create or replace function public.subcontractor_page(token_param text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  sub public.subcontractors := private.subcontractor_of(token_param);
begin
  perform private.refuse_undo();
  if sub.id is null then
    return jsonb_build_object('state', 'unknown');
  end if;
  update public.subcontractors s set last_seen_at = now()
    where s.company_id = sub.company_id and s.id = sub.id and s.last_seen_at is distinct from now();
  return (
    select jsonb_build_object('state', 'open', 'company', c.name, 'project', p.name, 'location', k.location, 'contract_number', k.contract_number,
      'name', sub.name, 'language', sub.language, 'first_week_end', sub.first_week_end,
      'weeks', (
        select coalesce(jsonb_agg(jsonb_build_object('week_end', w.week_end, 'state', w.state, 'reports', (
          select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'version', r.version, 'number', r.number, 'workers', r.workers, 'hours', r.hours::text,
            'gross', r.gross::text, 'no_work', r.no_work, 'final', r.final, 'note', r.note, 'handed_in_by', r.handed_in_by, 'file_name', r.file_name,
            'handed_in_at', r.created_at, 'status', r.status, 'decision_note', r.decision_note) order by r.version desc), '[]')
          from public.subcontractor_reports r
          where r.company_id = sub.company_id and r.subcontractor_id = sub.id and r.week_end = w.week_end and (r.path is null or r.uploaded_at is not null)))
          order by w.week_end desc), '[]')
        from private.weeks_of_subcontractor(sub) w))
    from public.companies c
    join public.projects p on p.company_id = c.id and p.id = sub.project_id
    join public.public_contracts k on k.company_id = c.id and k.project_id = sub.project_id
    where c.id = sub.company_id);
end $$;
comment on function public.subcontractor_page(text) is 'Anyone with the link of a subcontractor: the weeks it hands in reports for, what it handed in and what became of it. unknown for any other link.';
grant execute on function public.subcontractor_page(text) to anon, authenticated;

create or replace function public.hand_in_report(token_param text, id_param uuid, week_end_param date, report_param jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  sub public.subcontractors := private.subcontractor_of(token_param);
  file constant jsonb := nullif(report_param -> 'file', 'null');
  nothing_done constant boolean := coalesce((report_param ->> 'no_work')::boolean, false);
  report public.subcontractor_reports;
begin
  perform private.refuse_undo();
  -- One at a time: two at once are two versions.
  perform from public.subcontractors s where s.company_id = sub.company_id and s.id = sub.id and s.revoked_at is null for update;
  if not found then
    return jsonb_build_object('result', 'unknown');
  elsif id_param is null then
    raise exception using errcode = 'P0001', hint = 'id_required', message = 'A report needs an id.';
  end if;
  select * into report from public.subcontractor_reports r where r.company_id = sub.company_id and r.id = id_param;
  if report.id is not null then
    return case when report.subcontractor_id <> sub.id then jsonb_build_object('result', 'unknown')
      else jsonb_build_object('result', 'ok', 'path', case when report.uploaded_at is null then report.path end, 'version', report.version) end;
  end if;
  perform private.check_hand_in(sub, week_end_param, report_param);
  insert into public.subcontractor_reports (company_id, id, subcontractor_id, week_end, version, number, workers, hours, gross, no_work, final, note,
      handed_in_by, path, file_name, media_type, size_bytes, sha256, address)
    select sub.company_id, id_param, sub.id, week_end_param,
      coalesce((select max(r.version) from public.subcontractor_reports r
        where r.company_id = sub.company_id and r.subcontractor_id = sub.id and r.week_end = week_end_param), 0) + 1,
      (report_param ->> 'number')::integer,
      case when nothing_done then 0 else (report_param ->> 'workers')::integer end,
      case when nothing_done then 0 else (report_param ->> 'hours')::numeric end,
      case when nothing_done then 0 else (report_param ->> 'gross')::numeric end,
      nothing_done, coalesce((report_param ->> 'final')::boolean, false), coalesce(btrim(report_param ->> 'note'), ''), btrim(report_param ->> 'name'),
      case when file is not null then format('%s/%s/%s/%s.%s', sub.company_id, sub.project_id, id_param, gen_random_uuid(),
        case file ->> 'type' when 'application/pdf' then 'pdf' when 'image/jpeg' then 'jpg' when 'image/png' then 'png' when 'image/webp' then 'webp' else 'xlsx' end) end,
      file ->> 'name', file ->> 'type', (file ->> 'size')::bigint, file ->> 'sha256', private.visitor_address()
    returning * into report;
  return jsonb_build_object('result', 'ok', 'path', report.path, 'version', report.version);
exception when invalid_text_representation or numeric_value_out_of_range then
  raise exception using errcode = 'P0001', hint = 'hand_in_numbers', message = 'Enter the numbers with digits only.';
end $$;
comment on function public.hand_in_report(text,uuid,date,jsonb) is 'Anyone with the link of a subcontractor: hands in a report of a week {number, workers, hours, gross, no_work, final, note, name, file: {name, type, size, sha256}}. With a file it counts once the file is stored at the path answered. Handing in again makes the next version. Idempotent by id.';
grant execute on function public.hand_in_report(text,uuid,date,jsonb) to anon, authenticated;

create or replace function private.check_hand_in(sub public.subcontractors, week_end_param date, report_param jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if jsonb_typeof(report_param) is distinct from 'object' or nullif(btrim(report_param ->> 'name'), '') is null then
    raise exception using errcode = 'P0001', hint = 'hand_in_name', message = 'Say who hands this in.';
  elsif week_end_param is null or not isfinite(week_end_param) or week_end_param < sub.first_week_end or (week_end_param - sub.first_week_end) % 7 <> 0
      or week_end_param > private.today_at(sub.company_id, sub.project_id) then
    raise exception using errcode = 'P0001', hint = 'hand_in_week', message = 'Choose a week that is over and that you were asked for.';
  elsif private.has_nine_digits(concat_ws(' | ', report_param ->> 'note', report_param ->> 'name', report_param #>> '{file,name}')) then
    raise exception using errcode = 'P0001', hint = 'nine_digits', message = 'Only the last four digits may be stored.';
  elsif (select count(*) from public.subcontractor_reports r where r.company_id = sub.company_id and r.subcontractor_id = sub.id
      and r.created_at > now() - interval '1 day') >= 60 then
    raise exception using errcode = 'P0001', hint = 'too_many_hand_ins', message = 'Too many reports within a day. Try again tomorrow.';
  end if;
end $$;

create or replace function public.decide_subcontractor_report(id_param uuid, accept_param boolean, note_param text default null::text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  report public.subcontractor_reports;
  sub public.subcontractors;
begin
  select * into report from public.subcontractor_reports r where r.company_id = me.company_id and r.id = id_param for update;
  if report.id is null or report.path is not null and report.uploaded_at is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This was not found. It may have been deleted.';
  elsif accept_param is null then
    raise exception using errcode = 'P0001', hint = 'unknown_action', message = 'Choose accept or return.';
  elsif not accept_param and nullif(btrim(note_param), '') is null then
    raise exception using errcode = 'P0001', hint = 'return_note_required', message = 'Say what has to be corrected.';
  elsif exists (select from public.subcontractor_reports r where r.company_id = me.company_id and r.subcontractor_id = report.subcontractor_id
      and r.week_end = report.week_end and r.version > report.version and (r.path is null or r.uploaded_at is not null)) then
    raise exception using errcode = 'P0001', hint = 'newer_version', message = 'A newer version was handed in meanwhile. Decide about that one.';
  end if;
  update public.subcontractor_reports r set status = case when accept_param then 'accepted' else 'returned' end,
      decided_by = auth.uid(), decided_at = now(), decision_note = nullif(btrim(note_param), '')
    where r.company_id = me.company_id and r.id = id_param;
  select * into sub from public.subcontractors s where s.company_id = me.company_id and s.id = report.subcontractor_id;
  if not accept_param and report.status <> 'returned' and sub.email is not null and sub.revoked_at is null then
    perform private.mail_subcontractor(me, sub, 'subcontractor_returned', private.make_subcontractor_token(me.company_id, sub.id),
      jsonb_build_object('week_end', to_char(report.week_end, 'MM/DD/YYYY'), 'note', btrim(note_param)));
  end if;
end $$;
comment on function public.decide_subcontractor_report(uuid,boolean,text) is 'Managers: accepts the newest version of a report that a subcontractor handed in, or returns it with a note, which is mailed with the link.';
grant execute on function public.decide_subcontractor_report(uuid,boolean,text) to authenticated;

create or replace function private.prune_unfinished_reports() returns bigint
language sql set search_path = '' as $$
  with gone as (delete from public.subcontractor_reports r where r.path is not null and r.uploaded_at is null and r.created_at < now() - interval '2 days' returning 1)
  select count(*) from gone;
$$;
comment on function private.prune_unfinished_reports() is 'Forgets announced reports whose file never came.';
select cron.schedule('unfinished-reports', '41 3 * * *', 'select private.prune_unfinished_reports()');
