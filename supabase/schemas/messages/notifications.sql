create table public.notifications (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  event text not null,
  template text not null,
  data jsonb default '{}'::jsonb not null,
  path text,
  created_at timestamptz default now() not null,
  read_at timestamptz,
  constraint notifications_pkey primary key (company_id, id),
  constraint notifications_data_is_object check (jsonb_typeof(data) = 'object'),
  constraint notifications_event_known check (private.is_notification_event(event)),
  constraint notifications_path_form check (path ~ '^/([^/\\]|$)' and char_length(path) <= 500),
  constraint notifications_template_form check (template ~ '^[a-z0-9_]{1,80}$'),
  constraint notifications_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint notifications_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.notifications');
create index notifications_by_employee on public.notifications (company_id, employee_id, created_at desc);
create index notifications_unread on public.notifications (company_id, employee_id) where read_at is null;
create index notifications_by_time on public.notifications (created_at);
comment on table public.notifications is 'The bell in the app: what a person was notified of, whatever else it went by.';
comment on column public.notifications.template is 'Its text is in supabase/templates/messages.<language>.json.';
comment on column public.notifications.path is 'What it opens in the app.';
alter table public.notifications enable row level security;
alter publication supabase_realtime add table public.notifications;
grant select on table public.notifications to authenticated;

create policy "People read their own notifications" on public.notifications
  for select to authenticated
  using (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()));

create table private.notification_occasions (
  company_id uuid not null,
  employee_id uuid not null,
  event text not null,
  occasion text not null,
  notified_at timestamptz default now() not null,
  constraint notification_occasions_pkey primary key (company_id, employee_id, event, occasion),
  constraint notification_occasions_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.notification_occasions');
create index notification_occasions_by_time on private.notification_occasions (notified_at);
comment on table private.notification_occasions is 'Who was notified of which occasion, so that each is notified once however many servers run.';
comment on column private.notification_occasions.occasion is 'What it was about, e.g. the running entry or the day.';
alter table private.notification_occasions enable row level security;

create or replace function private.notify_person(company_id_param uuid, employee_id_param uuid, event_param text, occasion_param text, template_param text, data_param jsonb, options_param jsonb default '{}'::jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  recipient private.notification_recipients;
  notification public.notifications;
  channels text[];
  moment timestamptz := coalesce((options_param ->> 'moment')::timestamptz, now());
begin
  select * into recipient from private.notification_recipients r where r.company_id = company_id_param and r.employee_id = employee_id_param;
  if recipient.employee_id is null or exists (select from private.notification_events v where v.event = event_param and v.opt_in)
      and not private.wants(recipient, event_param)
      or private.is_module_of_event_off(company_id_param, event_param) then
    return false;
  end if;
  insert into private.notification_occasions (company_id, employee_id, event, occasion)
    values (company_id_param, employee_id_param, event_param, occasion_param) on conflict do nothing;
  if not found then
    return false;
  end if;
  insert into public.notifications (company_id, employee_id, event, template, data, path)
    values (company_id_param, employee_id_param, event_param, template_param, jsonb_strip_nulls(coalesce(data_param, '{}')), options_param ->> 'path')
    returning * into notification;
  channels := private.choose_channels(recipient, event_param);
  perform private.deliver_notification(notification, recipient, channels, coalesce(options_param, '{}') - 'path' - 'moment', moment);
  if channels = '{}' and recipient.user_id is null then
    -- Nobody opens the bell of somebody without an account: managers see that this reached nobody.
    insert into public.notifications_sent (company_id, notification_id, employee_id, event, channel, status, error)
      values (company_id_param, notification.id, employee_id_param, event_param, 'sms', 'failed', 'unreachable');
  elsif event_param = 'test' then
    insert into public.notifications_sent (company_id, notification_id, employee_id, event, channel, status, error)
      select company_id_param, notification.id, employee_id_param, event_param, c, 'failed', private.channel_gap(recipient, c)
      from unnest(array['push', 'mail', 'sms']) c where c <> all (channels);
  end if;
  return true;
end $$;
comment on function private.notify_person(uuid,uuid,text,text,text,jsonb,jsonb) is 'Notifies an employee once of an occasion: in the bell, and by push, mail and text as the person, the company and their quiet hours allow. Options: path, sms_path or sms_link (a link that opens one thing to sign: {"purpose", "subject"}), mail_at (mails of a day gather until then), tag, actions, action_data, mail_template, mail_data, expires_at, urgent, moment (of the job that notifies). True if it is news. A channel that fails never raises.';

create or replace function private.was_notified(company_id_param uuid, employee_id_param uuid, event_param text, occasion_param text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.notification_occasions l
    where l.company_id = company_id_param and l.employee_id = employee_id_param and l.event = event_param and l.occasion = occasion_param);
$$;

create or replace function public.mark_notifications_read(ids_param uuid[] default null::uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  marked integer;
begin
  update public.notifications n set read_at = now()
    where n.company_id = me.company_id and n.employee_id = me.id and n.read_at is null and (ids_param is null or n.id = any (ids_param));
  get diagnostics marked = row_count;
  return marked;
end $$;
comment on function public.mark_notifications_read(uuid[]) is 'Everyone: marks notifications of their own as read, all of them without ids, and says how many were not.';
grant execute on function public.mark_notifications_read(uuid[]) to authenticated;

create or replace function private.settle_notifications(company_id_param uuid, employee_id_param uuid, events_param text[], subject_param jsonb) returns void
language sql security definer set search_path = '' as $$
  update public.notifications n set read_at = now()
  where n.company_id = company_id_param and n.employee_id = employee_id_param and n.read_at is null
    and n.event = any (events_param) and n.data @> subject_param;
$$;
comment on function private.settle_notifications(uuid,uuid,text[],jsonb) is 'Marks what a person was notified of as read once they did what it asks for; what still waits to be sent about it is dropped.';

create or replace function private.prune_notifications(moment_param timestamptz default now()) returns void
language sql security definer set search_path = '' as $$
  -- What was sent and what the queues had of it goes with its notification.
  delete from public.notifications n where n.created_at < moment_param - interval '90 days';
  delete from private.notification_occasions l where l.notified_at < moment_param - interval '90 days';
$$;
comment on function private.prune_notifications(timestamptz) is 'Deletes notifications, what was sent of them and what was notified of, after 90 days.';
select cron.schedule('prune-notifications', '41 3 * * *', 'select private.prune_notifications()');
