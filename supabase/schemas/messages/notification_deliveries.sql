create table private.notification_deliveries (
  company_id uuid not null,
  notification_id uuid not null,
  channel text not null,
  employee_id uuid not null,
  status text default 'waiting' not null,
  send_after timestamptz not null,
  digest boolean default false not null,
  options jsonb default '{}'::jsonb not null,
  error text,
  updated_at timestamptz default now() not null,
  constraint notification_deliveries_pkey primary key (company_id, notification_id, channel),
  constraint notification_deliveries_channel_known check (channel in ('push', 'mail', 'sms')),
  constraint notification_deliveries_status_known check (status in ('waiting', 'queued', 'sent', 'delivered', 'failed', 'dropped')),
  constraint notification_deliveries_notification foreign key (company_id, notification_id) references public.notifications(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.notification_deliveries');
create index notification_deliveries_waiting on private.notification_deliveries (send_after) where status = 'waiting';
create index notification_deliveries_queued on private.notification_deliveries (updated_at) where status = 'queued';
comment on table private.notification_deliveries is 'A notification on one channel: waiting (quiet hours, snooze, daily message), queued at the platform, and what became of it. dropped: no longer wanted before it went out.';
comment on column private.notification_deliveries.options is 'As given to private.notify_person.';
alter table private.notification_deliveries enable row level security;

create table private.notification_dispatches (
  channel text not null,
  outbox_id uuid not null,
  company_id uuid not null,
  notification_id uuid not null,
  subscription_id uuid,
  status text default 'queued' not null,
  constraint notification_dispatches_pkey primary key (outbox_id, company_id, notification_id),
  constraint notification_dispatches_status_known check (status in ('queued', 'sent', 'delivered', 'failed')),
  constraint notification_dispatches_delivery foreign key (company_id, notification_id, channel)
    references private.notification_deliveries(company_id, notification_id, channel) on delete cascade
);
select private.refuse_non_finite('private.notification_dispatches');
create index notification_dispatches_by_delivery on private.notification_dispatches (company_id, notification_id, channel);
comment on table private.notification_dispatches is 'What the platform''s queues have of a delivery: a push for each device, and for a daily message one for all it has.';
alter table private.notification_dispatches enable row level security;

create table public.notifications_sent (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  notification_id uuid not null,
  employee_id uuid not null,
  event text not null,
  channel text not null,
  status text not null,
  error text,
  sent_at timestamptz default now() not null,
  due_at timestamptz,
  created_at timestamptz default now() not null,
  constraint notifications_sent_pkey primary key (company_id, id),
  constraint notifications_sent_once unique (company_id, notification_id, channel),
  constraint notifications_sent_event_known check (private.is_notification_event(event)),
  constraint notifications_sent_channel_known check (channel in ('push', 'mail', 'sms')),
  constraint notifications_sent_status_known check (status in ('waiting', 'sent', 'delivered', 'failed')),
  constraint notifications_sent_error_length check (char_length(error) <= 300),
  constraint notifications_sent_notification foreign key (company_id, notification_id) references public.notifications(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.notifications_sent');
create index notifications_sent_by_time on public.notifications_sent (company_id, sent_at desc);
create index notifications_sent_by_employee on public.notifications_sent (company_id, employee_id, sent_at desc);
comment on table public.notifications_sent is 'What went to whom by which channel, and whether it arrived.';
comment on column public.notifications_sent.status is 'waiting: in quiet hours, until the daily message, or for its turn in the queue.';
comment on column public.notifications_sent.error is 'Why it failed: expired, unreachable, not_accepted, no_answer, why the channel cannot reach the person, or what it says itself.';
comment on column public.notifications_sent.due_at is 'Until when it waits for the end of quiet hours, of a snooze or for the daily message.';
alter table public.notifications_sent enable row level security;
alter publication supabase_realtime add table public.notifications_sent;
grant select on table public.notifications_sent to authenticated;

create policy "Managers read what was sent to their people, others their own" on public.notifications_sent
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger list_delivery after insert or update of status on private.notification_deliveries
  for each row execute function private.list_delivery();

create or replace function private.list_delivery() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'dropped' then
    delete from public.notifications_sent s where s.company_id = new.company_id and s.notification_id = new.notification_id and s.channel = new.channel;
    return null;
  end if;
  insert into public.notifications_sent as s (company_id, notification_id, employee_id, event, channel, status, error, due_at)
    select new.company_id, new.notification_id, new.employee_id, n.event, new.channel,
      case when new.status = 'queued' then 'waiting' else new.status end, new.error, case when new.status = 'waiting' then new.send_after end
    from public.notifications n where n.company_id = new.company_id and n.id = new.notification_id
    on conflict on constraint notifications_sent_once do update set status = excluded.status, error = excluded.error, due_at = excluded.due_at,
      sent_at = case when s.status = 'waiting' then clock_timestamp() else s.sent_at end;
  return null;
end $$;
comment on function private.list_delivery() is 'Keeps the list of what was sent; what was dropped before it went out is not on it.';

create or replace function private.settle_delivery(company_id_param uuid, notification_id_param uuid, channel_param text, status_param text, error_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  delivery private.notification_deliveries;
  notification public.notifications;
  recipient private.notification_recipients;
  next_channels text[];
begin
  update private.notification_deliveries d set status = status_param, error = left(error_param, 300), updated_at = clock_timestamp()
    where d.company_id = company_id_param and d.notification_id = notification_id_param and d.channel = channel_param
    returning * into delivery;
  if delivery.channel is null then
    return;
  end if;
  select * into notification from public.notifications n where n.company_id = company_id_param and n.id = notification_id_param;
  -- Whom nothing else has reached or is about to reach gets it by the next channel, while it is still news.
  if status_param = 'failed' and notification.created_at > now() - interval '1 day' and notification.read_at is null
      and coalesce((delivery.options ->> 'expires_at')::timestamptz > now(), true)
      and not exists (select from private.notification_deliveries d
        where d.company_id = company_id_param and d.notification_id = notification_id_param and d.status <> 'failed') then
    select * into recipient from private.notification_recipients r where r.company_id = company_id_param and r.employee_id = delivery.employee_id;
    next_channels := private.choose_channels(recipient, notification.event, array(select d.channel from private.notification_deliveries d where d.company_id = company_id_param and d.notification_id = notification_id_param));
    if delivery.digest then
      -- What came in one message comes in one again, with the next run of the job.
      insert into private.notification_deliveries (company_id, notification_id, channel, employee_id, send_after, digest, options)
        select company_id_param, notification_id_param, c, delivery.employee_id, now(), true, delivery.options from unnest(next_channels) c;
    else
      perform private.deliver_notification(notification, recipient, next_channels, delivery.options, now());
    end if;
  end if;
end $$;
comment on function private.settle_delivery(uuid,uuid,text,text,text) is 'Notes what became of a delivery; after the last one failed, the next channel is tried.';

create or replace function private.note_delivery(channel_param text, id_param uuid, status_param text, error_param text default null::text, details_param jsonb default '{}'::jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  reported text := case status_param when 'gone' then 'failed' else status_param end;
  step record;
  device uuid;
  delivery private.notification_deliveries;
  result text;
begin
  if channel_param = 'sms' then
    perform private.note_text_delivery(id_param, status_param, error_param, details_param);
  elsif channel_param = 'mail' then
    perform private.note_handoff_mail(id_param, status_param, error_param);
  end if;
  for step in
    -- Forward only: a repeat, or "sent" that arrives after "delivered", changes nothing. What was given up and arrives after all did arrive.
    update private.notification_dispatches d set status = reported
    where d.outbox_id = id_param and d.channel = channel_param
      and (d.status = 'queued' or d.status = 'sent' and reported in ('delivered', 'failed') or d.status = 'failed' and reported = 'delivered')
    returning d.company_id, d.notification_id, d.subscription_id
  loop
    if step.subscription_id is distinct from device then
      -- Once, however many notifications the message was about.
      device := step.subscription_id;
      perform private.note_push_delivery(step.company_id, device, status_param);
    end if;
    -- Locked before the devices are counted, so that of two reports at once the second sees both.
    select * into delivery from private.notification_deliveries d
      where d.company_id = step.company_id and d.notification_id = step.notification_id and d.channel = channel_param for update;
    result := (select case when bool_or(d.status = 'delivered') then 'delivered' when bool_or(d.status = 'sent') then 'sent'
        when bool_or(d.status = 'queued') then 'queued' else 'failed' end
      from private.notification_dispatches d
      where d.company_id = step.company_id and d.notification_id = step.notification_id and d.channel = channel_param);
    if result <> 'queued' and result <> delivery.status then
      perform private.settle_delivery(step.company_id, step.notification_id, channel_param, result,
        case when result = 'failed' then coalesce(error_param, status_param) end);
    end if;
  end loop;
end $$;
comment on function private.note_delivery(text,uuid,text,text,jsonb) is 'For the platform: what became of a message of its queues: sent, delivered, failed, or gone (a device that unsubscribed). Harmless when repeated or late; ids it does not know are ignored.';

create or replace function private.send_waiting_notifications(moment_param timestamptz default now()) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  handled bigint := 0;
begin
  -- One server at a time: two would split what belongs into one message.
  if not pg_try_advisory_xact_lock(hashtextextended('waiting notifications', 0)) then
    return 0;
  end if;
  update private.notification_deliveries d set status = 'dropped', updated_at = moment_param
    where d.status = 'waiting' and d.send_after <= moment_param and private.is_settled(d);
  for due in
    select d as delivery, n as notification, r as recipient from private.notification_deliveries d
    join public.notifications n on n.company_id = d.company_id and n.id = d.notification_id
    join private.notification_recipients r on r.company_id = d.company_id and r.employee_id = d.employee_id
    where d.status = 'waiting' and d.send_after <= moment_param and not d.digest
    order by d.send_after, d.company_id, d.notification_id limit 5000
  loop
    update private.notification_deliveries d set status = 'queued', updated_at = moment_param
      where d.company_id = (due.delivery).company_id and d.notification_id = (due.delivery).notification_id and d.channel = (due.delivery).channel;
    perform private.send_delivery(due.delivery, due.notification, due.recipient, moment_param);
    handled := handled + 1;
  end loop;
  handled := handled + private.send_daily_messages(moment_param);
  -- The platform forgot about it, as after a backup was restored.
  perform private.settle_delivery(d.company_id, d.notification_id, d.channel, 'failed', 'no_answer')
    from private.notification_deliveries d where d.status = 'queued' and d.updated_at < moment_param - interval '4 days';
  return handled;
end $$;
comment on function private.send_waiting_notifications(timestamptz) is 'Sends what waited for the end of quiet hours, a snooze or the time of the daily message; may run anywhere, any number of times.';
select cron.schedule('waiting-notifications', '* * * * *', 'select private.send_waiting_notifications()');

create or replace function private.is_settled(delivery_param private.notification_deliveries) returns boolean
language sql stable security definer set search_path = '' as $$
  select n.read_at is not null or r.employee_id is null
    or exists (select from private.notification_channels(r, n.event) s
      where s.channel = delivery_param.channel and not s.is_on and s.refused)
  from public.notifications n
  left join private.notification_recipients r on r.company_id = n.company_id and r.employee_id = n.employee_id
  where n.company_id = delivery_param.company_id and n.id = delivery_param.notification_id;
$$;
comment on function private.is_settled(private.notification_deliveries) is 'Whether a message that waits is no longer needed: read in the app, switched off since, or the person left.';

create or replace function private.send_daily_messages(moment_param timestamptz) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  problem text;
  handled bigint := 0;
begin
  for due in
    select r, d.company_id, d.employee_id, d.channel, array_agg(d.notification_id) as ids, jsonb_object_agg(n.event, true) as events, count(*) as count,
      bool_and(n.event = 'bulletin') as bulletins_only, string_agg(n.data ->> 'titles', E'\n' order by n.created_at) as titles, (array_agg(d))[1] as single, (array_agg(n))[1] as notification
    from private.notification_deliveries d
    join public.notifications n on n.company_id = d.company_id and n.id = d.notification_id
    join private.notification_recipients r on r.company_id = d.company_id and r.employee_id = d.employee_id
    where d.status = 'waiting' and d.send_after <= moment_param and d.digest
    group by r, d.company_id, d.employee_id, d.channel order by d.company_id, d.employee_id, d.channel
  loop
    handled := handled + 1;
    if due.count = 1 then
      update private.notification_deliveries d set status = 'queued', updated_at = moment_param
        where d.company_id = due.company_id and d.notification_id = due.ids[1] and d.channel = due.channel;
      perform private.send_delivery(due.single, due.notification, due.r, moment_param);
      continue;
    end if;
    if due.channel = 'mail' and exists (select from public.notification_choices c where c.company_id = due.company_id
        and c.employee_id = due.employee_id and c.event = 'daily_digest' and c.channel = 'mail' and not c."on") then
      update private.notification_deliveries d set status = 'dropped', updated_at = moment_param
        where d.company_id = due.company_id and d.notification_id = any (due.ids) and d.channel = due.channel;
      continue;
    end if;
    problem := private.enqueue_message(due.r, due.channel, due.ids, case when due.bulletins_only then 'bulletin' else 'daily_digest' end, 'daily_digest',
      due.events || jsonb_build_object('count', due.count),
      case when due.bulletins_only then jsonb_build_object('path', '/bulletin', 'mail_template', 'bulletins', 'mail_data', jsonb_build_object('new', true, 'titles', due.titles))
        else '{"path": "/my-status", "tag": "daily_digest"}' end);
    if problem is null then
      update private.notification_deliveries d set status = 'queued', updated_at = moment_param
        where d.company_id = due.company_id and d.notification_id = any (due.ids) and d.channel = due.channel;
    else
      perform private.settle_delivery(due.company_id, id, due.channel, 'failed', problem) from unnest(due.ids) as id;
    end if;
  end loop;
  return handled;
end $$;
comment on function private.send_daily_messages(timestamptz) is 'One message for each person and channel with what gathered since yesterday; bulletins alone come with their titles, a single one as itself.';
