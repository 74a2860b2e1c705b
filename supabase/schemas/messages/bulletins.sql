insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('bulletins', 'bulletins', 'f', '20971520', '{image/jpeg,image/png,image/webp,application/pdf}')
on conflict (id) do update set file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create table public.bulletins (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  kind text default 'post' not null,
  title text not null,
  body text default '' not null,
  title_es text,
  body_es text,
  audience jsonb default '{"everyone": true}'::jsonb not null,
  publish_at timestamptz default now() not null,
  expires_at timestamptz,
  pinned boolean default false not null,
  must_acknowledge boolean default false not null,
  comments_allowed boolean default false not null,
  attachments jsonb default '[]'::jsonb not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint bulletins_pkey primary key (company_id, id),
  constraint bulletins_attachments_is_array check (jsonb_typeof(attachments) = 'array' and jsonb_array_length(attachments) <= 20 and pg_column_size(attachments) < 20000),
  constraint bulletins_audience_known check (jsonb_typeof(audience) = 'object' and pg_column_size(audience) < 60000 and (audience - '{everyone,roles,projects,crews,employees}'::text[]) = '{}'::jsonb and (coalesce(audience ->> 'everyone', '') = 'true' or audience ?| '{roles,projects,crews,employees}'::text[])),
  constraint bulletins_body_es_length check (char_length(body_es) <= 20000),
  constraint bulletins_body_length check (char_length(body) <= 20000),
  constraint bulletins_expires_after_publish check (expires_at > publish_at),
  constraint bulletins_kind_known check (kind in ('post', 'talk')),
  constraint bulletins_title_es_length check (char_length(btrim(title_es)) >= 1 and char_length(btrim(title_es)) <= 200),
  constraint bulletins_title_length check (char_length(btrim(title)) >= 1 and char_length(btrim(title)) <= 200),
  constraint bulletins_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.bulletins');
create index bulletins_by_time on public.bulletins (company_id, publish_at desc);
comment on table public.bulletins is 'What the company tells its people. title_es and body_es are the Spanish side; both are kept as written.';
comment on column public.bulletins.kind is 'talk: a toolbox talk, whose attendance is signed on the phone of whoever holds it.';
comment on column public.bulletins.audience is '{"everyone": true} or {"roles": [], "projects": [], "crews": [], "employees": []}; whoever is in one of them.';
comment on column public.bulletins.attachments is '[{"path", "name", "type", "size"}] of files in the bucket bulletins.';
alter table public.bulletins enable row level security;
alter publication supabase_realtime add table public.bulletins;
grant select, insert, update, delete on table public.bulletins to authenticated;

create policy "Managers add bulletins" on public.bulletins
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change bulletins" on public.bulletins
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete bulletins" on public.bulletins
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read all bulletins, others what is out and meant for t" on public.bulletins
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or (id in (select private.bulletins_for_me()))));

create or replace trigger fill_company_id before insert on public.bulletins
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.bulletins
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.bulletins
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.bulletins
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.bulletins
  for each row execute function private.record_change();

create table public.bulletin_comments (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  bulletin_id uuid not null,
  employee_id uuid default private.my_employee_id() not null,
  body text not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint bulletin_comments_pkey primary key (company_id, id),
  constraint bulletin_comments_body_length check (char_length(btrim(body)) >= 1 and char_length(btrim(body)) <= 2000),
  constraint bulletin_comments_bulletin foreign key (company_id, bulletin_id) references public.bulletins(company_id, id) on delete cascade,
  constraint bulletin_comments_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.bulletin_comments');
create index bulletin_comments_by_bulletin on public.bulletin_comments (company_id, bulletin_id, created_at);
comment on table public.bulletin_comments is 'What people say to a bulletin that allows it.';
alter table public.bulletin_comments enable row level security;
alter publication supabase_realtime add table public.bulletin_comments;
grant select, insert, delete on table public.bulletin_comments to authenticated;

create policy "People comment in their own name where it is allowed" on public.bulletin_comments
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()) and (exists ( select
   from public.bulletins b
  where b.company_id = bulletin_comments.company_id and b.id = bulletin_comments.bulletin_id and b.comments_allowed)));

create policy "People delete their own comments, managers any" on public.bulletin_comments
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create policy "People read the comments of bulletins they see" on public.bulletin_comments
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or (bulletin_id in (select private.bulletins_for_me()))));

create or replace trigger fill_company_id before insert on public.bulletin_comments
  for each row execute function private.fill_company_id('bulletins', 'bulletin_id');

create or replace trigger keep_creator before insert or update on public.bulletin_comments
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.bulletin_comments
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.bulletin_comments
  for each row execute function private.record_change();

create table public.bulletin_reads (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  bulletin_id uuid not null,
  employee_id uuid not null,
  read_at timestamptz,
  acknowledged_at timestamptz,
  postponed_at timestamptz,
  postponed_count integer default 0 not null,
  reminded_at timestamptz,
  language text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  acknowledged_through text default 'account' not null,
  constraint bulletin_reads_pkey primary key (company_id, id),
  constraint bulletin_reads_once unique (company_id, bulletin_id, employee_id),
  constraint bulletin_reads_acknowledged_through_known check (acknowledged_through in ('account', 'device', 'pin', 'text_code')),
  constraint bulletin_reads_language_known check (language in ('en', 'es')),
  constraint bulletin_reads_bulletin foreign key (company_id, bulletin_id) references public.bulletins(company_id, id) on delete cascade,
  constraint bulletin_reads_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.bulletin_reads');
create index bulletin_reads_by_employee on public.bulletin_reads (company_id, employee_id);
comment on table public.bulletin_reads is 'Who has read, put off and acknowledged a bulletin, in which language. Written by functions only.';
comment on column public.bulletin_reads.postponed_at is 'When Later was last tapped at the clock.';
alter table public.bulletin_reads enable row level security;
alter publication supabase_realtime add table public.bulletin_reads;
grant select on table public.bulletin_reads to authenticated;

create policy "Managers read who has read, others their own" on public.bulletin_reads
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger fill_company_id before insert on public.bulletin_reads
  for each row execute function private.fill_company_id('bulletins', 'bulletin_id');

create or replace trigger keep_creator before insert or update on public.bulletin_reads
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.bulletin_reads
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.bulletin_reads
  for each row execute function private.record_change();

create policy "Managers add files of bulletins" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'bulletins' and (storage.foldername(name))[1] = (((select private.my_company_id()))::text) and (select private.is_manager()));

create policy "Managers remove files of bulletins" on storage.objects
  for delete to authenticated
  using (bucket_id = 'bulletins' and (storage.foldername(name))[1] = (((select private.my_company_id()))::text) and (select private.is_manager()));

create policy "People see the files of bulletins they see" on storage.objects
  for select to authenticated
  using (bucket_id = 'bulletins' and (storage.foldername(name))[1] = (((select private.my_company_id()))::text) and ((select private.is_manager()) or ((storage.foldername(name))[2] in ( select b.b::text as b
   from private.bulletins_for_me() b(b)))));

create or replace function public.my_bulletins() returns table(id uuid, kind text, title text, body text, title_es text, body_es text, publish_at timestamptz, expires_at timestamptz, pinned boolean, must_acknowledge boolean, comments_allowed boolean, attachments jsonb, author text, comments bigint, read_at timestamptz, acknowledged_at timestamptz, postponed_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
begin
  return query
    select b.id, b.kind, b.title, b.body, b.title_es, b.body_es, b.publish_at, b.expires_at, b.pinned, b.must_acknowledge,
      b.comments_allowed, b.attachments, btrim(concat_ws(' ', a.first_name, a.last_name)),
      (select count(*) from public.bulletin_comments c where c.company_id = b.company_id and c.bulletin_id = b.id),
      r.read_at, r.acknowledged_at, r.postponed_at
    from public.bulletins b
    left join public.bulletin_reads r on r.company_id = b.company_id and r.bulletin_id = b.id and r.employee_id = me.id
    left join public.employees a on a.company_id = b.company_id and a.user_id = b.created_by
    where b.company_id = me.company_id and b.id in (select private.bulletins_for_me())
    order by b.must_acknowledge and r.acknowledged_at is null desc, b.pinned desc, b.publish_at desc, b.id
    limit 200;
end $$;
comment on function public.my_bulletins() is 'Everyone: the bulletins that are out and meant for them, what must be acknowledged first, then pinned, then newest.';
grant execute on function public.my_bulletins() to authenticated;

create or replace function private.bulletins_for_me() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
begin
  return query
    select b.id from public.bulletins b
    where b.company_id = me.company_id and b.publish_at <= now() and (b.expires_at is null or b.expires_at > now())
      and me.id in (select private.bulletin_people(b));
end $$;
comment on function private.bulletins_for_me() is 'Ids of the bulletins that are out and meant for the caller.';
grant execute on function private.bulletins_for_me() to authenticated, service_role;

create or replace function private.bulletin_files(bulletin public.bulletins) returns setof text
language sql stable set search_path = '' as $$
  -- A manager writes the list: a path in another folder would open, or delete, the file of another company.
  select a ->> 'path' from jsonb_array_elements(bulletin.attachments) a
  where starts_with(a ->> 'path', bulletin.company_id || '/' || bulletin.id || '/');
$$;
comment on function private.bulletin_files(public.bulletins) is 'Paths of the attachments of a bulletin, in its own folder of the bucket bulletins.';

create or replace function private.bulletin_people(bulletin public.bulletins) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select private.audience_people(bulletin.company_id, bulletin.audience);
$$;
comment on function private.bulletin_people(public.bulletins) is 'Whom a bulletin is for today.';

create or replace function private.audience_people(company_id_param uuid, audience_param jsonb) returns setof uuid
language sql stable security definer set search_path = '' as $$
  with parts as materialized (
    select private.project_branch((p ->> 0)::uuid, company_id_param) as id from jsonb_array_elements(audience_param -> 'projects') p
  )
  select e.id from public.employees e
  where e.company_id = company_id_param and e.active and (
    audience_param ->> 'everyone' = 'true'
    or audience_param -> 'roles' ? e.role
    or audience_param -> 'employees' ? e.id::text
    or exists (select from public.crew_members m
      where m.company_id = e.company_id and m.employee_id = e.id and audience_param -> 'crews' ? m.crew_id::text
        and daterange(m.from_date, m.to_date, '[]') @> current_date)
    or exists (select from public.crews c
      where c.company_id = e.company_id and c.foreman_id = e.id and audience_param -> 'crews' ? c.id::text)
    or exists (select from public.project_members m
      where m.company_id = e.company_id and m.employee_id = e.id and m.project_id in (select p.id from parts p))
    or (audience_param ? 'projects' and (
      exists (select from public.work_totals w
        where w.company_id = e.company_id and w.employee_id = e.id and w.work_date > current_date - 14
          and w.project_id in (select p.id from parts p))
      or exists (select from public.time_entries t
        where t.company_id = e.company_id and t.employee_id = e.id and t.clock_out is null
          and t.project_id in (select p.id from parts p)))));
$$;
comment on function private.audience_people(uuid,jsonb) is 'Who an audience means today. Of a project and its phases: its team, whoever worked there in the last two weeks, and whoever is on the clock there.';

create or replace function public.acknowledge_bulletin(bulletin_id_param uuid, language_param text default null::text) returns public.bulletin_reads
language sql security definer set search_path = '' as $$
  select private.store_bulletin_reading(private.bulletin_for(private.require_employee(), bulletin_id_param), private.my_employee_id(), 'account', language_param, true, true, false);
$$;
comment on function public.acknowledge_bulletin(uuid,text) is 'Everyone, for themselves: says that they have read a bulletin, in which language. Repeated, the first time stays.';
grant execute on function public.acknowledge_bulletin(uuid,text) to authenticated;

create or replace function public.read_bulletin(bulletin_id_param uuid, language_param text default null::text) returns public.bulletin_reads
language sql security definer set search_path = '' as $$
  select private.store_bulletin_reading(private.bulletin_for(private.require_employee(), bulletin_id_param), private.my_employee_id(), 'account', language_param, true, false, false);
$$;
comment on function public.read_bulletin(uuid,text) is 'Everyone, for themselves: notes that a bulletin was opened.';
grant execute on function public.read_bulletin(uuid,text) to authenticated;

create or replace function public.postpone_bulletin(bulletin_id_param uuid, language_param text default null::text) returns public.bulletin_reads
language sql security definer set search_path = '' as $$
  select private.store_bulletin_reading(private.bulletin_for(private.require_employee(), bulletin_id_param), private.my_employee_id(), 'account', language_param, false, false, true);
$$;
comment on function public.postpone_bulletin(uuid,text) is 'Everyone, for themselves: notes that a bulletin was put off at the clock. The clock never waits for it.';
grant execute on function public.postpone_bulletin(uuid,text) to authenticated;

create or replace function private.store_bulletin_reading(bulletin public.bulletins, employee_id_param uuid, through_param text, language_param text, read_param boolean, acknowledged_param boolean, postponed_param boolean) returns public.bulletin_reads
language plpgsql security definer set search_path = '' as $$
declare
  noted public.bulletin_reads;
begin
  insert into public.bulletin_reads as r (company_id, bulletin_id, employee_id, read_at, acknowledged_at, postponed_at, postponed_count, language, acknowledged_through)
  values (bulletin.company_id, bulletin.id, employee_id_param, case when read_param or acknowledged_param then now() end,
    case when acknowledged_param then now() end, case when postponed_param then now() end, postponed_param::integer,
    case when language_param in ('en', 'es') then language_param end, through_param)
  on conflict on constraint bulletin_reads_once do update set
    -- The first time counts: what was acknowledged stays so.
    read_at = coalesce(r.read_at, excluded.read_at), acknowledged_at = coalesce(r.acknowledged_at, excluded.acknowledged_at),
    postponed_at = coalesce(excluded.postponed_at, r.postponed_at), postponed_count = r.postponed_count + excluded.postponed_count,
    acknowledged_through = case when r.acknowledged_at is null then excluded.acknowledged_through else r.acknowledged_through end,
    language = case when r.acknowledged_at is null then coalesce(excluded.language, r.language) else r.language end
  returning * into noted;
  if noted.read_at is not null and (noted.acknowledged_at is not null or not bulletin.must_acknowledge) then
    perform private.settle_notifications(bulletin.company_id, employee_id_param, '{bulletin}', jsonb_build_object('bulletin_id', bulletin.id));
  end if;
  return noted;
end $$;

create or replace function public.bulletin_report(bulletin_id_param uuid) returns table(employee_id uuid, first_name text, last_name text, role text, read_at timestamptz, acknowledged_at timestamptz, postponed_count integer, reminded_at timestamptz, language text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_manager();
begin
  return query
    select e.id, e.first_name, e.last_name, e.role, r.read_at, r.acknowledged_at, coalesce(r.postponed_count, 0), r.reminded_at, r.language
    from public.bulletins b
    join public.employees e on e.company_id = b.company_id
    left join public.bulletin_reads r on r.company_id = b.company_id and r.bulletin_id = b.id and r.employee_id = e.id
    where b.company_id = me.company_id and b.id = bulletin_id_param
      and (e.id in (select private.bulletin_people(b)) or r.read_at is not null)
    order by r.acknowledged_at is not null, r.read_at is not null, e.last_name, e.first_name;
end $$;
comment on function public.bulletin_report(uuid) is 'Managers: everyone a bulletin is for or who has read it, with when they read and acknowledged it.';
grant execute on function public.bulletin_report(uuid) to authenticated;

create or replace function public.bulletin_overview() returns table(id uuid, people bigint, reads bigint, acknowledged bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_manager();
begin
  return query
    select b.id, (select count(*) from private.bulletin_people(b)), counts.reads, counts.acknowledged
    from public.bulletins b
    cross join lateral (select count(r.read_at) as reads, count(r.acknowledged_at) as acknowledged from public.bulletin_reads r
      where r.company_id = b.company_id and r.bulletin_id = b.id) counts
    where b.company_id = me.company_id
    order by b.publish_at desc limit 200;
end $$;
comment on function public.bulletin_overview() is 'Managers: how many people each of the latest bulletins is for, and how many have read and acknowledged it.';
grant execute on function public.bulletin_overview() to authenticated;

create or replace function public.comments_of_bulletin(bulletin_id_param uuid) returns table(id uuid, employee_id uuid, first_name text, last_name text, body text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
begin
  return query
    select c.id, c.employee_id, e.first_name, e.last_name, c.body, c.created_at
    from public.bulletin_comments c join public.employees e on e.company_id = c.company_id and e.id = c.employee_id
    where c.company_id = me.company_id and c.bulletin_id = bulletin_id_param
      and (me.role in ('owner', 'manager') or c.bulletin_id in (select private.bulletins_for_me()))
    order by c.created_at, c.id limit 500;
end $$;
comment on function public.comments_of_bulletin(uuid) is 'Everyone a bulletin is for: its comments with names.';
grant execute on function public.comments_of_bulletin(uuid) to authenticated;

create or replace function private.bulletin_for(person public.employees, bulletin_id_param uuid) returns public.bulletins
language plpgsql stable set search_path = '' as $$
declare
  bulletin public.bulletins;
begin
  select * into bulletin from public.bulletins b
    where b.company_id = person.company_id and b.id = bulletin_id_param and b.publish_at <= now() and (b.expires_at is null or b.expires_at > now())
      and person.id in (select private.bulletin_people(b));
  if bulletin.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This bulletin was not found.';
  end if;
  return bulletin;
end $$;
comment on function private.bulletin_for(public.employees,uuid) is 'A bulletin that is out and meant for a person; refuses every other.';

create or replace function public.remind_of_bulletin(bulletin_id_param uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  bulletin public.bulletins;
  missing uuid[];
begin
  select * into bulletin from public.bulletins b where b.company_id = me.company_id and b.id = bulletin_id_param for update;
  if bulletin.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This bulletin was not found.';
  end if;
  missing := array(
    select p from private.bulletin_people(bulletin) p
    where not exists (select from public.bulletin_reads r where r.company_id = bulletin.company_id and r.bulletin_id = bulletin.id
      and r.employee_id = p and case when bulletin.must_acknowledge then r.acknowledged_at else r.read_at end is not null));
  -- On the phone it comes up again at the clock; a message goes out once an hour at most.
  insert into public.bulletin_reads (company_id, bulletin_id, employee_id, reminded_at)
    select bulletin.company_id, bulletin.id, p, now() from unnest(missing) p
    on conflict on constraint bulletin_reads_once do update set reminded_at = excluded.reminded_at, postponed_at = null;
  perform private.notify_of_bulletin(bulletin, r, 'bulletin ' || bulletin.id || ' ' || to_char(now(), 'YYYY-MM-DD HH24'), true, now())
    from private.notification_recipients r where r.company_id = bulletin.company_id and r.employee_id = any (missing);
  return cardinality(missing);
end $$;
comment on function public.remind_of_bulletin(uuid) is 'Managers: reminds everyone who has not read (or acknowledged) a bulletin, and says how many these are.';
grant execute on function public.remind_of_bulletin(uuid) to authenticated;

create or replace function private.announce_bulletins(moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
  select count(*) filter (where private.notify_of_bulletin(due.b, due.r, 'bulletin ' || (due.b).id, false, moment_param))
  from (
    select b, r from public.bulletins b
    cross join lateral private.bulletin_people(b) p
    join private.notification_recipients r on r.company_id = b.company_id and r.employee_id = p
    where b.publish_at <= moment_param and b.publish_at > moment_param - interval '24 hours' and (b.expires_at is null or b.expires_at > moment_param)
      and r.user_id is distinct from b.created_by and not private.was_notified(r.company_id, r.employee_id, 'bulletin', 'bulletin ' || b.id)
      and not exists (select from public.bulletin_reads d
        where d.company_id = b.company_id and d.bulletin_id = b.id and d.employee_id = p and d.read_at is not null)
    order by r.company_id, r.employee_id, b.publish_at offset 0) due;
$$;
comment on function private.announce_bulletins(timestamptz) is 'Once a bulletin is out: to everyone it is for who has not read it.';

create or replace function private.notify_of_bulletin(bulletin public.bulletins, recipient_param private.notification_recipients, occasion_param text, reminder_param boolean, moment_param timestamptz) returns boolean
language sql set search_path = '' as $$
  -- In mails, the bulletins of a day that are still unread at four come in one.
  select private.notify_person(bulletin.company_id, recipient_param.employee_id, 'bulletin', occasion_param,
    case when reminder_param then 'bulletin_reminder' else 'bulletin' end,
    jsonb_build_object('bulletin_id', bulletin.id, 'titles', t.title),
    jsonb_build_object('path', '/bulletin?bulletin=' || bulletin.id, 'tag', 'bulletin ' || bulletin.id, 'moment', moment_param, 'expires_at', bulletin.expires_at,
      'mail_template', 'bulletins', 'mail_data', jsonb_build_object('reminder', reminder_param, 'new', not reminder_param, 'titles', t.title),
      'sms_link', jsonb_build_object('purpose', 'bulletin', 'subject', jsonb_build_object('id', bulletin.id)))
      || case when not reminder_param then jsonb_build_object('mail_at', private.next_local_time(moment_param, time '16:00', recipient_param.time_zone)) else '{}' end
      || case when bulletin.must_acknowledge then jsonb_build_object('actions', jsonb_build_array('acknowledge'),
        'action_data', jsonb_build_object('bulletin_id', bulletin.id)) else '{}' end)
  from (select case when recipient_param.language = 'es' then coalesce(bulletin.title_es, bulletin.title) else bulletin.title end as title) t;
$$;
