create or replace function private.notification_channels(recipient_param private.notification_recipients, event_param text) returns table(event text, channel text, is_on boolean, company_default boolean, forced boolean, refused boolean)
language sql stable as $$
  -- No search path of its own, so that it becomes part of the statement that asks.
  select v.event, c.channel,
    s.forced or coalesce(choice."on", case when s.is_chosen then s.switched end, rule.default_on, s.switched),
    coalesce(rule.default_on, s.product_default), s.forced, coalesce(not choice."on", c.channel = 'mail' and not s.switched)
  from private.notification_events v
  cross join (values ('push'), ('mail'), ('sms')) as c (channel)
  left join public.company_notification_rules rule on rule.company_id = (recipient_param).company_id and rule.event = v.event and rule.channel = c.channel
  left join public.notification_choices choice on choice.company_id = (recipient_param).company_id and choice.employee_id = (recipient_param).employee_id
    and choice.event = v.event and choice.channel = c.channel
  cross join lateral (select coalesce(rule.forced, false) or v.required and c.channel = 'mail' as forced,
    c.channel = 'mail' and v.grouping = any ((recipient_param).chosen_switches) as is_chosen,
    case c.channel when 'push' then v.push when 'sms' then v.sms else v.grouping in ('project_updates', 'time_reminders') end as product_default,
    case c.channel when 'push' then v.push when 'sms' then v.sms else case v.grouping
      when 'project_updates' then (recipient_param).notify_project_updates when 'time_reminders' then (recipient_param).notify_time_reminders
      when 'team_activity' then (recipient_param).notify_team_activity else (recipient_param).notify_email_digests end end as switched) s
  where event_param is null or v.event = event_param;
$$;
comment on function private.notification_channels(private.notification_recipients,text) is 'By which channels a person is to be notified of an event (null: of each): own choice, else the switch of its group if they touched it, else the company''s rule, else the product''s default. refused: they themselves want none.';

create or replace function private.wants(recipient_param private.notification_recipients, event_param text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.notification_channels(recipient_param, event_param) s where s.is_on);
end $$;
comment on function private.wants(private.notification_recipients,text) is 'Whether a person has any channel on for an event; for what is not worth computing otherwise.';

create or replace function private.channel_gap(recipient_param private.notification_recipients, channel_param text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  reachable boolean;
begin
  if channel_param = 'mail' then
    return case when to_regprocedure('mail.enqueue(text, text, text, jsonb, text)') is null then 'not_set_up'
      when recipient_param.email is null then 'no_address' end;
  elsif channel_param = 'push' then
    if to_regprocedure('push.enqueue(text, text, text, text, text, jsonb, jsonb)') is null then
      return 'not_set_up';
    end if;
    execute 'select push.is_reachable()' into reachable;
    return case when not reachable then 'not_set_up'
      when not exists (select from public.push_subscriptions s where s.company_id = recipient_param.company_id
        and s.employee_id = recipient_param.employee_id and s.user_id = recipient_param.user_id) then 'no_device' end;
  end if;
  return case when private.text_number(recipient_param.company_id, recipient_param.employee_id) is not null then null
    when not private.can_text() or not exists (select from public.text_settings s
      where s.company_id = recipient_param.company_id and s.enabled) then 'not_set_up'
    when private.employee_number_e164(recipient_param.company_id, recipient_param.employee_id) is null then 'no_number'
    when not exists (select from public.text_consents t where t.company_id = recipient_param.company_id
      and t.employee_id = recipient_param.employee_id and t.ended_at is null) then 'no_consent'
    when private.text_cap_reached(recipient_param.company_id) then 'cap_reached' else 'no_number' end;
end $$;
comment on function private.channel_gap(private.notification_recipients,text) is 'Why a person cannot be reached by a channel: not_set_up (the installation or the company has none), no_device, no_address, no_number, no_consent, cap_reached; null when they can.';

create or replace function private.choose_channels(recipient_param private.notification_recipients, event_param text, tried_param text[] default '{}'::text[]) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  setting record;
  chosen text[] := '{}';
  others text[] := '{}';
  refused text[] := '{}';
  wanted boolean := false;
  any_forced boolean := false;
  candidate text;
begin
  if event_param = 'test' then
    return array(select c from unnest(array['push', 'mail', 'sms']) c where c <> all (tried_param) and private.channel_gap(recipient_param, c) is null);
  end if;
  for setting in
    select s.channel, s.is_on, s.forced, s.refused from private.notification_channels(recipient_param, event_param) s
    order by array_position(array['push', 'mail', 'sms'], s.channel)
  loop
    wanted := wanted or setting.is_on;
    any_forced := any_forced or setting.forced;
    if setting.channel = any (tried_param) then
      continue;
    elsif not setting.is_on and setting.refused then
      refused := refused || setting.channel;
    elsif not setting.is_on then
      others := others || setting.channel;
    elsif private.channel_gap(recipient_param, setting.channel) is null then
      chosen := chosen || setting.channel;
    end if;
  end loop;
  if chosen <> '{}' or not wanted then
    return chosen;
  end if;
  -- None of the channels they want reaches them: the next that does and that they did not switch off themselves.
  foreach candidate in array others || case when any_forced then refused else '{}' end loop
    if private.channel_gap(recipient_param, candidate) is null then
      return array[candidate];
    end if;
  end loop;
  return '{}';
end $$;
comment on function private.choose_channels(private.notification_recipients,text,text[]) is 'The channels a notification goes by. A fallback, in the order push, mail, text, only where no channel that is on reaches the person.';

create or replace function private.quiet_until(recipient_param private.notification_recipients, quiet_param public.quiet_hours, channel_param text, moment_param timestamptz) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Texts wake people: without hours of their own, none come at night.
  from_time time := case when quiet_param.starts_at is not null then quiet_param.starts_at when channel_param = 'sms' then '21:00'::time end;
  to_time time := case when quiet_param.starts_at is not null then quiet_param.ends_at else '06:00'::time end;
  days smallint[] := case when quiet_param.starts_at is not null then quiet_param.weekdays else '{0,1,2,3,4,5,6}' end;
  zone constant text := recipient_param.time_zone;
  free_at timestamptz := greatest(moment_param, quiet_param.snoozed_until);
  ends timestamptz;
begin
  -- One night may lead into the next: at most a week of them.
  for turn in 1..8 loop
    exit when from_time is null;
    select max(n.ends) into ends from (
      select (d.day + case when to_time <= from_time then 1 else 0 end + to_time) at time zone zone as ends, (d.day + from_time) at time zone zone as starts
      from (select (free_at at time zone zone)::date - i as day from generate_series(0, 1) i) d
      where extract(dow from d.day) = any (days)) n
    where n.starts <= free_at and n.ends > free_at;
    exit when ends is null;
    free_at := ends;
  end loop;
  return nullif(free_at, moment_param);
end $$;
comment on function private.quiet_until(private.notification_recipients,public.quiet_hours,text,timestamptz) is 'Until when a person is to be left alone on this channel, on the clock of their zone; null when they are not.';

create or replace function private.deliver_notification(notification_param public.notifications, recipient_param private.notification_recipients, channels_param text[], options_param jsonb, moment_param timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  about record;
  quiet public.quiet_hours;
  chosen text;
  gather_until timestamptz;
  send_at timestamptz;
  delivery private.notification_deliveries;
begin
  if channels_param = '{}' then
    return;
  end if;
  select coalesce(bool_or(v.urgent), false) or coalesce((options_param ->> 'urgent')::boolean, false) as urgent, coalesce(bool_or(v.digestible), false) as digestible
    into about from private.notification_events v where v.event = notification_param.event;
  select * into quiet from public.quiet_hours q where q.company_id = recipient_param.company_id and q.employee_id = recipient_param.employee_id;
  foreach chosen in array channels_param loop
    gather_until := case when about.urgent then null
      when about.digestible and quiet.digest_at is not null then private.next_local_time(moment_param, quiet.digest_at, recipient_param.time_zone)
      when chosen = 'mail' then (options_param ->> 'mail_at')::timestamptz end;
    send_at := coalesce(gather_until, case when not about.urgent then private.quiet_until(recipient_param, quiet, chosen, moment_param) end, moment_param);
    insert into private.notification_deliveries (company_id, notification_id, channel, employee_id, status, send_after, digest, options)
      values (notification_param.company_id, notification_param.id, chosen, notification_param.employee_id,
        case when send_at <= moment_param then 'queued' else 'waiting' end, send_at, gather_until is not null, options_param)
      on conflict on constraint notification_deliveries_pkey do nothing
      returning * into delivery;
    if delivery.status = 'queued' then
      perform private.send_delivery(delivery, notification_param, recipient_param, moment_param);
    end if;
  end loop;
end $$;
comment on function private.deliver_notification(public.notifications,private.notification_recipients,text[],jsonb,timestamptz) is 'Hands a notification to each channel, or puts it aside until quiet hours, a snooze or the time of the daily message are over.';

create or replace function private.send_delivery(delivery_param private.notification_deliveries, notification_param public.notifications, recipient_param private.notification_recipients, moment_param timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  problem text;
begin
  if (delivery_param.options ->> 'expires_at')::timestamptz <= moment_param then
    problem := 'expired';
  else
    problem := private.enqueue_message(recipient_param, delivery_param.channel, array[notification_param.id], notification_param.event,
      notification_param.template, notification_param.data, delivery_param.options || jsonb_build_object('path', notification_param.path));
  end if;
  if problem is not null then
    perform private.settle_delivery(delivery_param.company_id, delivery_param.notification_id, delivery_param.channel, 'failed', problem);
  end if;
end $$;
comment on function private.send_delivery(private.notification_deliveries,public.notifications,private.notification_recipients,timestamptz) is 'Gives a delivery that is noted as queued to its channel, or notes why it could not.';

create or replace function private.path_in_company(path_param text, company_id_param uuid) returns text
language sql immutable set search_path = '' as $$
  select case when company_id_param is null then path_param
    else coalesce(path_param, '/') || case when strpos(path_param, '?') > 0 then '&' else '?' end || 'company=' || company_id_param end;
$$;
comment on function private.path_in_company(text,uuid) is 'The address of something in the app that opens in that company, whichever the person is in.';

create or replace function private.company_in_links(user_id_param uuid, company_id_param uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select company_id_param where (select count(*) > 1 from public.employees e where e.user_id = user_id_param and e.active);
$$;
comment on function private.company_in_links(uuid,uuid) is 'The company that links to this person name, because they work in several; null where there is only one to open in.';

create or replace function private.enqueue_message(recipient_param private.notification_recipients, channel_param text, notification_ids_param uuid[], event_param text, template_param text, data_param jsonb, options_param jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  about record;
  queued jsonb := '[]';
  outbox uuid;
  link text;
  device record;
  push_options jsonb;
  -- People of several companies see which one it is, and a tap opens it there.
  named uuid := private.company_in_links(recipient_param.user_id, recipient_param.company_id);
begin
  select coalesce(max(v.grouping), event_param) as kind, coalesce(bool_or(v.required), event_param = 'test') as required,
      coalesce(bool_or(v.urgent), false) or coalesce((options_param ->> 'urgent')::boolean, false) as urgent, coalesce(bool_or(v.opt_in), false) as opt_in
    into about from private.notification_events v where v.event = event_param;
  if channel_param = 'mail' and recipient_param.email is not null then
    execute 'select mail.enqueue($1, $2, $3, $4, null)' into outbox
      using recipient_param.email, coalesce(options_param ->> 'mail_template', template_param), recipient_param.language,
      coalesce(nullif(options_param -> 'mail_data', 'null'), data_param) || jsonb_build_object('first_name', recipient_param.first_name,
        'company_name', recipient_param.company_name, 'company_id', named,
        'unsubscribe_token', case when not about.required then private.unsubscribe_token(recipient_param.user_id, about.kind) end);
  elsif channel_param = 'sms' then
    if options_param #> '{sms_link,purpose}' is not null then
      link := private.make_message_link(recipient_param.company_id, recipient_param.employee_id, options_param #>> '{sms_link,purpose}', options_param #> '{sms_link,subject}');
    end if;
    outbox := private.send_text(recipient_param.company_id, recipient_param.employee_id, template_param, recipient_param.language,
      data_param || jsonb_build_object('company_name', recipient_param.company_name),
      jsonb_strip_nulls(jsonb_build_object('path', coalesce(options_param ->> 'sms_path', link,
        private.path_in_company(options_param ->> 'path', named)), 'expires_at', options_param ->> 'expires_at')));
  elsif channel_param = 'push' then
    push_options := jsonb_strip_nulls(jsonb_build_object(
      'path', private.path_in_company(options_param ->> 'path', named),
      'from', case when named is not null then recipient_param.company_name end, 'tag', coalesce(options_param ->> 'tag', notification_ids_param[1]::text),
      'urgency', case when about.urgent then 'high' when about.opt_in then 'low' else 'normal' end,
      -- greatest passes over null.
      'ttl_seconds', case when options_param ->> 'expires_at' is not null then greatest(60, extract(epoch from (options_param ->> 'expires_at')::timestamptz - now()))::integer end,
      'actions', options_param -> 'actions', 'action_data', case when named is not null then coalesce(nullif(options_param -> 'action_data', 'null'), '{}') || jsonb_build_object('company_id', recipient_param.company_id)
        else options_param -> 'action_data' end));
    for device in
      select s.id, s.endpoint, s.p256dh, s.auth, s.details from public.push_subscriptions s
      where s.company_id = recipient_param.company_id and s.employee_id = recipient_param.employee_id and s.user_id = recipient_param.user_id
      order by s.id
    loop
      execute 'select push.enqueue($1, $2, $3, $4, $5, $6, $7)' into outbox
        using device.endpoint, device.p256dh, device.auth, template_param, recipient_param.language,
        data_param || jsonb_build_object('company_name', recipient_param.company_name), push_options || jsonb_build_object('details', device.details);
      queued := queued || jsonb_build_object('id', outbox, 'subscription_id', device.id);
    end loop;
    outbox := null;
  end if;
  if outbox is not null then
    queued := jsonb_build_array(jsonb_build_object('id', outbox));
  elsif queued = '[]' then
    return 'unreachable';
  end if;
  insert into private.notification_dispatches (channel, outbox_id, company_id, notification_id, subscription_id)
    select channel_param, (q ->> 'id')::uuid, recipient_param.company_id, n, (q ->> 'subscription_id')::uuid
    from jsonb_array_elements(queued) q cross join unnest(notification_ids_param) n;
  return null;
exception when others then
  -- An address no mail can go to, a queue that refuses: the other channels and people still get theirs.
  raise warning 'No % could be queued for employee %: %', channel_param, recipient_param.employee_id, sqlerrm;
  return 'not_accepted';
end $$;
comment on function private.enqueue_message(private.notification_recipients,text,uuid[],text,text,jsonb,jsonb) is 'Gives one message about these notifications to the platform''s queue of a channel; says why it could not.';
