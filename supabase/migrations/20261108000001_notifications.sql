-- The mails behind the four switches of the settings. What has been sent is written down in the same
-- transaction as the mail is queued, under a key of its occasion: whoever comes second sends nothing.

create table private.notification_log (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null constraint notification_log_kind_known
    check (kind in ('project_updates', 'time_reminders', 'team_activity', 'email_digests')),
  occasion text not null,
  sent_at timestamptz not null default now(),
  primary key (user_id, kind, occasion)
);
create index notification_log_by_time on private.notification_log (sent_at);
comment on table private.notification_log is 'Which notification went to whom, so that each goes once however many servers run.';
comment on column private.notification_log.occasion is 'What the mail was about, e.g. the running entry or the day.';

-- Signs the links to unsubscribe. One row, made here, known to nobody else.
create table private.notification_secret (
  only_row boolean primary key default true constraint notification_secret_is_one_row check (only_row),
  secret bytea not null
);
insert into private.notification_secret (secret) values (extensions.gen_random_bytes(32));

alter table private.notification_log enable row level security;
alter table private.notification_secret enable row level security;
revoke all on private.notification_log, private.notification_secret from public, anon, authenticated, service_role;

-- A zone typed by a person may be none; one such row must not stop the mails of everyone.
create function private.zone_or(zone_param text, fallback_param text) returns text
language plpgsql stable set search_path = '' as $$
begin
  if zone_param is null then
    return fallback_param;
  end if;
  perform now() at time zone zone_param;
  return zone_param;
exception when invalid_parameter_value then
  return fallback_param;
end $$;

create view private.notification_recipients as
  select e.user_id, e.company_id, e.id as employee_id, e.role, e.first_name, u.email::text as email,
    left(coalesce(p.language, e.language), 2) as language,
    private.zone_or(p.time_zone, c.time_zone) as time_zone,
    c.time_zone as company_zone, coalesce(p.week_start, c.week_start) as week_start, c.name as company_name,
    p.date_format, case p.time_format when '24h' then 'HH24:MI' else 'FMHH12:MI AM' end as time_format,
    p.notify_project_updates, p.notify_time_reminders, p.notify_team_activity, p.notify_email_digests
  from public.employees e
  join public.companies c on c.id = e.company_id
  join public.preferences p on p.user_id = e.user_id
  join auth.users u on u.id = e.user_id
  where e.active and u.email_confirmed_at is not null and u.email is not null;
comment on view private.notification_recipients is 'Everyone who can be written to, in their zone, language and formats.';
revoke all on private.notification_recipients from public, anon, authenticated, service_role;

create function private.unsubscribe_token(user_id_param uuid, kind_param text) returns text
language sql stable set search_path = '' as $$
  select user_id_param || '.' || kind_param || '.'
    || encode(extensions.hmac(convert_to(user_id_param || '.' || kind_param, 'UTF8'), s.secret, 'sha256'), 'hex')
  from private.notification_secret s;
$$;
comment on function private.unsubscribe_token(uuid, text) is 'Switches off one kind of mail for one account and can do nothing else.';

create function private.wants(recipient_param private.notification_recipients, kind_param text) returns boolean
language sql immutable set search_path = '' as $$
  select case kind_param
    when 'project_updates' then recipient_param.notify_project_updates
    when 'time_reminders' then recipient_param.notify_time_reminders
    when 'team_activity' then recipient_param.notify_team_activity
    when 'email_digests' then recipient_param.notify_email_digests
    else false end;
$$;

create function private.was_notified(user_id_param uuid, kind_param text, occasion_param text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.notification_log l
    where l.user_id = user_id_param and l.kind = kind_param and l.occasion = occasion_param);
$$;

create function private.notify(
  recipient_param private.notification_recipients,
  kind_param text,
  occasion_param text,
  template_param text,
  data_param jsonb
) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if to_regprocedure('mail.enqueue(text, text, text, jsonb, text)') is null or not private.wants(recipient_param, kind_param) then
    return false;
  end if;
  insert into private.notification_log (user_id, kind, occasion)
    values (recipient_param.user_id, kind_param, occasion_param) on conflict do nothing;
  if not found then
    return false;
  end if;
  execute 'select mail.enqueue($1, $2, $3, $4, null)' using recipient_param.email, template_param, recipient_param.language,
    data_param || jsonb_build_object('first_name', recipient_param.first_name, 'company_name', recipient_param.company_name,
      'unsubscribe_token', private.unsubscribe_token(recipient_param.user_id, kind_param));
  return true;
exception when check_violation then
  -- An address no mail can go to: the others still get theirs.
  raise warning 'No notification could be queued for account %', recipient_param.user_id;
  return false;
end $$;
comment on function private.notify(private.notification_recipients, text, text, text, jsonb) is
  'Queues a mail if its switch is on and this occasion has not been told yet.';

create function public.unsubscribe(token_param text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid;
  kind text := split_part(token_param, '.', 2);
begin
  if token_param ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z_]+\.[0-9a-f]{64}$' then
    account := split_part(token_param, '.', 1)::uuid;
  end if;
  -- Compared as digests, so that the time it takes tells nothing about the right one.
  if account is null or extensions.digest(token_param, 'sha256')
      is distinct from extensions.digest(private.unsubscribe_token(account, kind), 'sha256') then
    raise exception using errcode = 'P0001', hint = 'unsubscribe_link_invalid', message = 'This link is not valid.';
  end if;
  update public.preferences p set
    notify_project_updates = p.notify_project_updates and kind <> 'project_updates',
    notify_time_reminders = p.notify_time_reminders and kind <> 'time_reminders',
    notify_team_activity = p.notify_team_activity and kind <> 'team_activity',
    notify_email_digests = p.notify_email_digests and kind <> 'email_digests'
    where p.user_id = account;
  return kind;
end $$;
comment on function public.unsubscribe(text) is
  'Anyone with the link of a mail: switches off mails of that kind for the account it went to, and says which kind.';

revoke execute on function private.zone_or(text, text), private.unsubscribe_token(uuid, text),
  private.wants(private.notification_recipients, text), private.was_notified(uuid, text, text),
  private.notify(private.notification_recipients, text, text, text, jsonb), public.unsubscribe(text)
  from public, anon, authenticated, service_role;
grant execute on function public.unsubscribe(text) to anon, authenticated, service_role;
