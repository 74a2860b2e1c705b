create or replace function public.company_notification_table() returns table(event text, "grouping" text, audience text, channel text, default_on boolean, forced boolean, forceable boolean, people integer, decided_by text, decided_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_manager();
begin
  return query
    select v.event, v.grouping, v.audience, c.channel,
      coalesce(rule.default_on, case c.channel when 'push' then v.push when 'sms' then v.sms else v.grouping in ('project_updates', 'time_reminders') end),
      coalesce(rule.forced, false) or v.required and c.channel = 'mail', v.forceable,
      (select count(*)::integer from public.employees e where e.company_id = me.company_id and e.active
        and (v.audience = 'everyone' or v.audience = 'foremen' and e.role <> 'employee' or v.audience = 'managers' and e.role in ('owner', 'manager')
          or v.audience = 'owners' and e.role = 'owner')),
      private.account_name(me.company_id, rule.updated_by), rule.updated_at
    from private.notification_events v
    cross join (values ('push'), ('mail'), ('sms')) as c (channel)
    left join public.company_notification_rules rule on rule.company_id = me.company_id and rule.event = v.event and rule.channel = c.channel
    order by v.position, array_position(array['push', 'mail', 'sms'], c.channel);
end $$;
comment on function public.company_notification_table() is 'Managers: how the company notifies of each event by each channel unless people choose otherwise, what an owner decided for everyone, who did and when, and how many people it concerns.';
grant execute on function public.company_notification_table() to authenticated;

create or replace function public.people_to_reach() returns table(employee_id uuid, first_name text, last_name text, has_account boolean, push_gap text, mail_gap text, sms_gap text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_manager();
begin
  return query
    select e.id, e.first_name, e.last_name, e.user_id is not null,
      private.channel_gap(r, 'push'), private.channel_gap(r, 'mail'), private.channel_gap(r, 'sms')
    from public.employees e join private.notification_recipients r on r.company_id = e.company_id and r.employee_id = e.id
    where e.company_id = me.company_id and e.active
    order by e.first_name, e.last_name, e.id;
end $$;
comment on function public.people_to_reach() is 'Managers: everyone who works here, and why push, mail or text messages do not reach them; null where they do.';
grant execute on function public.people_to_reach() to authenticated;

create or replace function public.send_test_notification() returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  occasion text := gen_random_uuid()::text;
begin
  -- A text costs the company money.
  if (select count(*) from public.notifications n
      where n.company_id = me.company_id and n.employee_id = me.id and n.event = 'test' and n.created_at > now() - interval '1 hour') >= 5 then
    raise exception using errcode = 'P0001', hint = 'too_many_tests', message = 'Five tests an hour are enough. Try again later.';
  end if;
  perform private.notify_person(me.company_id, me.id, 'test', occasion, 'test', '{}', '{"path": "/settings?tab=notifications", "urgent": true}');
  return (select n.id from public.notifications n
    where n.company_id = me.company_id and n.employee_id = me.id and n.event = 'test' order by n.created_at desc, n.id desc limit 1);
end $$;
comment on function public.send_test_notification() is 'Everyone: sends themselves a notification by every channel that reaches them, and says which one it is; notifications_sent has what became of it.';
grant execute on function public.send_test_notification() to authenticated;
