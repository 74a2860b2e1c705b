create or replace view private.notification_recipients as
 select e.user_id,
    e.company_id,
    e.id as employee_id,
    e.role,
    e.first_name,
        case
            when u.email_confirmed_at is not null then u.email::text
        end as email,
    "left"(coalesce(p.language, e.language), 2) as language,
    private.zone_or(p.time_zone, c.time_zone) as time_zone,
    c.time_zone as company_zone,
    coalesce(p.week_start, c.week_start) as week_start,
    c.name as company_name,
    coalesce(p.date_format, 'MM/DD/YYYY'::text) as date_format,
        case p.time_format
            when '24h'::text then 'HH24:MI'::text
            else 'FMHH12:MI AM'::text
        end as time_format,
    coalesce(p.notify_project_updates, true) as notify_project_updates,
    coalesce(p.notify_time_reminders, true) as notify_time_reminders,
    coalesce(p.notify_team_activity, false) as notify_team_activity,
    coalesce(p.notify_email_digests, false) as notify_email_digests,
    coalesce(p.chosen_switches, '{}'::text[]) as chosen_switches
   from public.employees e
     join public.companies c on c.id = e.company_id
     left join public.preferences p on p.user_id = e.user_id
     left join auth.users u on u.id = e.user_id
  where e.active;
comment on view private.notification_recipients is 'Everyone who works here, with or without an account, in their zone, language and formats. email: only an address its owner confirmed; null where there is none.';

create or replace function private.day_text(day_param date, recipient_param private.notification_recipients) returns text
language sql stable set search_path = '' as $$
  select (case recipient_param.language
      when 'es' then array['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado']
      else array['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] end)[extract(dow from day_param)::integer + 1]
    || ' ' || to_char(day_param, recipient_param.date_format);
$$;

create or replace function private.hours_text(seconds_param numeric) returns text
language sql immutable set search_path = '' as $$
  select case when minutes < 60 then minutes || ' min'
    when minutes % 60 = 0 then minutes / 60 || ' h'
    else minutes / 60 || ' h ' || minutes % 60 || ' min' end
  from (select round(seconds_param / 60)::bigint as minutes) m;
$$;

create table private.notification_secret (
  only_row boolean default true not null,
  secret bytea not null,
  constraint notification_secret_pkey primary key (only_row),
  constraint notification_secret_is_one_row check (only_row)
);
alter table private.notification_secret enable row level security;

create or replace function public.unsubscribe(token_param text) returns text
language plpgsql security definer set search_path = '' as $$
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
  if kind = 'report' then
    -- The token of a report names the report.
    update public.saved_reports s set schedule = null where s.id = account and s.schedule is not null;
    return kind;
  elsif kind = 'report_copy' then
    update public.saved_reports s set recipients = array_remove(s.recipients, c.employee_id)
      from (select r.company_id, r.id, unnest(r.recipients) as employee_id from public.saved_reports r where r.recipients <> '{}') c
      where s.company_id = c.company_id and s.id = c.id and private.report_copy_id(c.id, c.employee_id) = account;
    return 'report';
  elsif kind = 'ledger_root' then
    delete from public.ledger_recipients r where r.id = account;
    return kind;
  end if;
  if private.is_notification_event(kind) then
    insert into public.notification_choices as c (company_id, employee_id, event, channel, "on", created_by)
      select e.company_id, e.id, kind, 'mail', false, account from public.employees e where e.user_id = account and e.active
      on conflict on constraint notification_choices_once do update set "on" = false;
    return kind;
  end if;
  update public.preferences p set
    notify_project_updates = p.notify_project_updates and kind <> 'project_updates',
    notify_time_reminders = p.notify_time_reminders and kind <> 'time_reminders',
    notify_team_activity = p.notify_team_activity and kind <> 'team_activity',
    notify_email_digests = p.notify_email_digests and kind <> 'email_digests',
    chosen_switches = p.chosen_switches || kind
    where p.user_id = account;
  -- Also what was switched on for single events of the kind.
  delete from public.notification_choices c using public.employees e, private.notification_events v
    where e.user_id = account and c.company_id = e.company_id and c.employee_id = e.id and c.channel = 'mail' and c."on"
      and v.event = c.event and v.grouping = kind;
  return kind;
end $$;
comment on function public.unsubscribe(text) is 'Anyone with the link of a mail: switches off mails of that kind for the account it went to, and says which kind.';
grant execute on function public.unsubscribe(text) to anon, authenticated;

create or replace function private.unsubscribe_token(user_id_param uuid, kind_param text) returns text
language sql stable set search_path = '' as $$
  select user_id_param || '.' || kind_param || '.'
    || encode(extensions.hmac(convert_to(user_id_param || '.' || kind_param, 'UTF8'), s.secret, 'sha256'), 'hex')
  from private.notification_secret s;
$$;
comment on function private.unsubscribe_token(uuid,text) is 'Switches off one kind of mail for one account and can do nothing else.';
