-- Reading bulletins: what is new for the caller, acknowledging, putting off, who has not, reminders.

create function public.my_bulletins()
returns table (id uuid, kind text, title text, body text, title_es text, body_es text, publish_at timestamptz, expires_at timestamptz,
  pinned boolean, must_acknowledge boolean, comments_allowed boolean, attachments jsonb, author text, comments bigint,
  read_at timestamptz, acknowledged_at timestamptz, postponed_at timestamptz)
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
revoke execute on function public.my_bulletins() from public, anon;
grant execute on function public.my_bulletins() to authenticated;
comment on function public.my_bulletins() is 'Everyone: the bulletins that are out and meant for them, what must be acknowledged first, then pinned, then newest.';

create function private.my_bulletin(bulletin_id_param uuid) returns public.bulletins
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  bulletin public.bulletins;
begin
  select * into bulletin from public.bulletins b
    where b.company_id = me.company_id and b.id = bulletin_id_param and b.id in (select private.bulletins_for_me());
  if bulletin.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This bulletin was not found.';
  end if;
  return bulletin;
end $$;
revoke execute on function private.my_bulletin(uuid) from public;

create function private.note_reading(bulletin_id_param uuid, language_param text, read_param boolean, acknowledged_param boolean, postponed_param boolean)
returns public.bulletin_reads
language plpgsql security definer set search_path = '' as $$
declare
  bulletin public.bulletins := private.my_bulletin(bulletin_id_param);
  me uuid := private.my_employee_id();
  noted public.bulletin_reads;
begin
  insert into public.bulletin_reads as r (company_id, bulletin_id, employee_id, read_at, acknowledged_at, postponed_at, postponed_count, language)
  values (bulletin.company_id, bulletin.id, me, case when read_param or acknowledged_param then now() end,
    case when acknowledged_param then now() end, case when postponed_param then now() end, postponed_param::integer,
    case when language_param in ('en', 'es') then language_param end)
  on conflict on constraint bulletin_reads_once do update set
    -- The first time counts: what was acknowledged stays so.
    read_at = coalesce(r.read_at, excluded.read_at), acknowledged_at = coalesce(r.acknowledged_at, excluded.acknowledged_at),
    postponed_at = coalesce(excluded.postponed_at, r.postponed_at), postponed_count = r.postponed_count + excluded.postponed_count,
    language = case when r.acknowledged_at is null then coalesce(excluded.language, r.language) else r.language end
  returning * into noted;
  return noted;
end $$;
revoke execute on function private.note_reading(uuid, text, boolean, boolean, boolean) from public;

create function public.acknowledge_bulletin(bulletin_id_param uuid, language_param text default null) returns public.bulletin_reads
language sql security definer set search_path = '' as $$
  select private.note_reading(bulletin_id_param, language_param, true, true, false);
$$;
create function public.read_bulletin(bulletin_id_param uuid, language_param text default null) returns public.bulletin_reads
language sql security definer set search_path = '' as $$
  select private.note_reading(bulletin_id_param, language_param, true, false, false);
$$;
create function public.postpone_bulletin(bulletin_id_param uuid, language_param text default null) returns public.bulletin_reads
language sql security definer set search_path = '' as $$
  select private.note_reading(bulletin_id_param, language_param, false, false, true);
$$;
revoke execute on function public.acknowledge_bulletin(uuid, text), public.read_bulletin(uuid, text), public.postpone_bulletin(uuid, text) from public, anon;
grant execute on function public.acknowledge_bulletin(uuid, text), public.read_bulletin(uuid, text), public.postpone_bulletin(uuid, text) to authenticated;
comment on function public.acknowledge_bulletin(uuid, text) is 'Everyone, for themselves: says that they have read a bulletin, in which language. Repeated, the first time stays.';
comment on function public.read_bulletin(uuid, text) is 'Everyone, for themselves: notes that a bulletin was opened.';
comment on function public.postpone_bulletin(uuid, text) is 'Everyone, for themselves: notes that a bulletin was put off at the clock. The clock never waits for it.';

create function public.bulletin_report(bulletin_id_param uuid)
returns table (employee_id uuid, first_name text, last_name text, role text, read_at timestamptz, acknowledged_at timestamptz,
  postponed_count integer, reminded_at timestamptz, language text)
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
revoke execute on function public.bulletin_report(uuid) from public, anon;
grant execute on function public.bulletin_report(uuid) to authenticated;
comment on function public.bulletin_report(uuid) is 'Managers: everyone a bulletin is for or who has read it, with when they read and acknowledged it.';

create function public.bulletin_overview()
returns table (id uuid, people bigint, reads bigint, acknowledged bigint)
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
revoke execute on function public.bulletin_overview() from public, anon;
grant execute on function public.bulletin_overview() to authenticated;
comment on function public.bulletin_overview() is 'Managers: how many people each of the latest bulletins is for, and how many have read and acknowledged it.';

create function public.comments_of_bulletin(bulletin_id_param uuid)
returns table (id uuid, employee_id uuid, first_name text, last_name text, body text, created_at timestamptz)
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
revoke execute on function public.comments_of_bulletin(uuid) from public, anon;
grant execute on function public.comments_of_bulletin(uuid) to authenticated;
comment on function public.comments_of_bulletin(uuid) is 'Everyone a bulletin is for: its comments with names.';

create function private.tell_bulletin(recipient_param private.notification_recipients, bulletin_ids_param uuid[], occasion_param text, reminder_param boolean)
returns boolean
language sql set search_path = '' as $$
  select private.notify(recipient_param, 'email_digests', occasion_param, 'bulletins', jsonb_build_object(
    'reminder', reminder_param, 'new', not reminder_param,
    'titles', string_agg(case when recipient_param.language = 'es' then coalesce(b.title_es, b.title) else b.title end, E'\n' order by b.publish_at)))
  from public.bulletins b
  where b.company_id = recipient_param.company_id and b.id = any (bulletin_ids_param) and private.wants(recipient_param, 'email_digests');
$$;
revoke execute on function private.tell_bulletin(private.notification_recipients, uuid[], text, boolean) from public;

create function public.remind_of_bulletin(bulletin_id_param uuid) returns integer
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
  -- On the phone it comes up again at the clock; where there is an address, a mail goes out once an hour at most.
  insert into public.bulletin_reads (company_id, bulletin_id, employee_id, reminded_at)
    select bulletin.company_id, bulletin.id, p, now() from unnest(missing) p
    on conflict on constraint bulletin_reads_once do update set reminded_at = excluded.reminded_at, postponed_at = null;
  perform private.tell_bulletin(r, array[bulletin.id], 'bulletin ' || bulletin.id || ' ' || to_char(now(), 'YYYY-MM-DD HH24'), true)
    from private.notification_recipients r where r.company_id = bulletin.company_id and r.employee_id = any (missing);
  return cardinality(missing);
end $$;
revoke execute on function public.remind_of_bulletin(uuid) from public, anon;
grant execute on function public.remind_of_bulletin(uuid) to authenticated;
comment on function public.remind_of_bulletin(uuid) is 'Managers: reminds everyone who has not read (or acknowledged) a bulletin, and says how many these are.';

create function private.send_bulletin_digests(moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
  select count(*) filter (where private.tell_bulletin(due.r, due.ids, 'bulletins ' || due.today, false))
  from (
    select r, local.today, array(
        select b.id from public.bulletins b
        left join public.bulletin_reads d on d.company_id = b.company_id and d.bulletin_id = b.id and d.employee_id = r.employee_id
        where b.company_id = r.company_id and b.publish_at <= moment_param and b.publish_at > moment_param - interval '24 hours'
          and (b.expires_at is null or b.expires_at > moment_param) and d.read_at is null
          and r.employee_id in (select private.bulletin_people(b))) as ids
    from private.notification_recipients r
    cross join lateral (select (moment_param at time zone r.time_zone)::date as today, (moment_param at time zone r.time_zone)::time as time) local
    where r.notify_email_digests and local.time >= '16:00' and local.time < '19:00'
      and exists (select from public.bulletins n where n.company_id = r.company_id and n.publish_at > moment_param - interval '24 hours')
      and not private.was_notified(r.user_id, 'email_digests', 'bulletins ' || local.today)
    order by r.user_id offset 0) due
  where cardinality(due.ids) > 0;
$$;
revoke execute on function private.send_bulletin_digests(timestamptz) from public;
comment on function private.send_bulletin_digests(timestamptz) is 'In the afternoon, one mail with the bulletins of the last day that a person has not read.';

create or replace function private.send_notifications(moment_param timestamptz default now()) returns bigint
language sql set search_path = '' as $$
  delete from private.notification_log where sent_at < moment_param - interval '90 days';
  select private.remind_of_running_clocks(moment_param) + private.remind_of_missing_time(moment_param)
    + private.ask_for_signatures(moment_param) + private.send_team_activity(moment_param) + private.send_digests(moment_param)
    + private.send_bulletin_digests(moment_param);
$$;
