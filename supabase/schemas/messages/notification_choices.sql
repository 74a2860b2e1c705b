create table public.notification_choices (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid default private.my_employee_id() not null,
  event text not null,
  channel text not null,
  "on" boolean not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint notification_choices_pkey primary key (company_id, id),
  constraint notification_choices_once unique (company_id, employee_id, event, channel),
  constraint notification_choices_event_known check (private.is_notification_event(event)),
  constraint notification_choices_channel_known check (channel in ('push', 'mail', 'sms')),
  constraint notification_choices_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint notification_choices_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.notification_choices');
comment on table public.notification_choices is 'What a person chose for one event and channel, over the company''s default and, for mail, the switch of the event''s group.';
alter table public.notification_choices enable row level security;
grant select, insert, update, delete on table public.notification_choices to authenticated;

create policy "People add their own choices of notifications" on public.notification_choices
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()));

create policy "People change their own choices of notifications" on public.notification_choices
  for update to authenticated
  using (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()))
  with check (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()));

create policy "People delete their own choices of notifications" on public.notification_choices
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()));

create policy "People read their own choices of notifications" on public.notification_choices
  for select to authenticated
  using (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()));

create or replace trigger check_choice before insert or update on public.notification_choices
  for each row when (not new."on") execute function private.check_notification_choice();

create or replace function private.check_notification_choice() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.notification_recipients r cross join lateral private.notification_channels(r, new.event) s
      where r.company_id = new.company_id and r.employee_id = new.employee_id and s.channel = new.channel and s.forced) then
    raise exception using errcode = 'P0001', hint = 'notification_forced', message = 'Your company notifies everybody of this. It cannot be switched off.';
  end if;
  return new;
end $$;

create or replace trigger fill_company_id before insert on public.notification_choices
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger keep_creator before insert or update on public.notification_choices
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.notification_choices
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.notification_choices
  for each row execute function private.touch_updated_at();

create table public.quiet_hours (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid default private.my_employee_id() not null,
  starts_at time without time zone,
  ends_at time without time zone,
  weekdays smallint[] default '{0,1,2,3,4,5,6}'::smallint[] not null,
  snoozed_until timestamptz,
  digest_at time without time zone,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint quiet_hours_pkey primary key (company_id, id),
  constraint quiet_hours_once unique (company_id, employee_id),
  constraint quiet_hours_from_and_to check ((starts_at is null) = (ends_at is null)),
  constraint quiet_hours_weekdays_known check (weekdays <@ '{0,1,2,3,4,5,6}'::smallint[] and cardinality(weekdays) <= 7),
  constraint quiet_hours_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint quiet_hours_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.quiet_hours');
comment on table public.quiet_hours is 'When a person is left alone: what is not urgent waits, the bell in the app does not.';
comment on column public.quiet_hours.starts_at is 'On the clock of the person''s zone; over midnight when it is not before ends_at.';
comment on column public.quiet_hours.weekdays is 'Days on whose evening (or hours) the quiet time begins; 0 is Sunday.';
comment on column public.quiet_hours.digest_at is 'What can wait comes in one message a day at this time; null is at once.';
alter table public.quiet_hours enable row level security;
grant select, insert, update, delete on table public.quiet_hours to authenticated;

create policy "People add their own quiet hours" on public.quiet_hours
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()));

create policy "People change their own quiet hours" on public.quiet_hours
  for update to authenticated
  using (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()))
  with check (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()));

create policy "People delete their own quiet hours" on public.quiet_hours
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()));

create policy "People read their own quiet hours" on public.quiet_hours
  for select to authenticated
  using (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()));

create or replace trigger fill_company_id before insert on public.quiet_hours
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger keep_creator before insert or update on public.quiet_hours
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.quiet_hours
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.quiet_hours
  for each row execute function private.touch_updated_at();

create or replace trigger welcome_digest after update of digest_at on public.quiet_hours
  for each row when (new.digest_at is distinct from old.digest_at) execute function private.welcome_digest();

create or replace function private.welcome_digest() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notification_choices c
    where c.company_id = new.company_id and c.employee_id = new.employee_id and c.event = 'daily_digest';
  return null;
end $$;
comment on function private.welcome_digest() is 'Whoever chooses a time for the daily message anew wants it again, also after a link to unsubscribe.';

create or replace function public.notification_table(employee_id_param uuid default null::uuid) returns table(event text, "grouping" text, audience text, channel text, "on" boolean, company_default boolean, forced boolean, forced_by text, available boolean, reason text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
  person private.notification_recipients;
begin
  if employee_id_param <> me.id then
    perform private.require_manager();
  end if;
  select * into person from private.notification_recipients r where r.company_id = me.company_id and r.employee_id = coalesce(employee_id_param, me.id);
  if person.employee_id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This person was not found.';
  end if;
  return query
    with gaps as materialized (
      select c.channel, private.channel_gap(person, c.channel) as reason from (values ('push'), ('mail'), ('sms')) as c (channel))
    select v.event, v.grouping, v.audience, s.channel, s.is_on, s.company_default, s.forced,
      case when s.forced then private.account_name(person.company_id, rule.updated_by) end, g.reason is null, g.reason
    from private.notification_channels(person, null) s
    join private.notification_events v on v.event = s.event
    join gaps g on g.channel = s.channel
    left join public.company_notification_rules rule on rule.company_id = person.company_id and rule.event = s.event and rule.channel = s.channel
    where v.audience = 'everyone' or v.audience = 'foremen' and person.role <> 'employee' or v.audience = 'managers' and person.role in ('owner', 'manager')
      or v.audience = 'owners' and person.role = 'owner'
    order by v.position, array_position(array['push', 'mail', 'sms'], s.channel);
end $$;
comment on function public.notification_table(uuid) is 'Everyone: what they can be notified of by which channel, whether it is on, the company''s default, whether it is forced and by whom, and why a channel cannot reach them (not_set_up, no_device, no_address, no_number, no_consent, cap_reached). Managers: the same of anybody.';
grant execute on function public.notification_table(uuid) to authenticated;

create or replace function private.account_name(company_id_param uuid, user_id_param uuid) returns text
language sql stable security definer set search_path = '' as $$
  select nullif(btrim(concat_ws(' ', e.first_name, e.last_name)), '') from public.employees e
  where e.company_id = company_id_param and e.user_id = user_id_param limit 1;
$$;
comment on function private.account_name(uuid,uuid) is 'The name an account has in a company.';
grant execute on function private.account_name(uuid,uuid) to authenticated;
