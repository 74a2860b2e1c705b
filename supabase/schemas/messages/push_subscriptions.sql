create table public.push_subscriptions (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  user_id uuid not null,
  session_id uuid,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  device_name text not null,
  details boolean default false not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  last_success_at timestamptz,
  failures integer default 0 not null,
  constraint push_subscriptions_pkey primary key (company_id, id),
  constraint push_subscriptions_endpoint_once unique (company_id, endpoint),
  constraint push_subscriptions_auth_form check (auth ~ '^[A-Za-z0-9_-]{22}(==)?$'),
  constraint push_subscriptions_device_name_length check (char_length(btrim(device_name)) >= 1 and char_length(btrim(device_name)) <= 80),
  constraint push_subscriptions_endpoint_form check (endpoint ~ '^https://[^/@[:space:][:cntrl:]]+/[^[:space:][:cntrl:]]+$' and char_length(endpoint) <= 1000),
  constraint push_subscriptions_failures_range check (failures >= 0),
  constraint push_subscriptions_p256dh_form check (p256dh ~ '^B[A-Za-z0-9_-]{86}=?$'),
  constraint push_subscriptions_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint push_subscriptions_session_id_fkey foreign key (session_id) references auth.sessions(id) on delete cascade,
  constraint push_subscriptions_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);
select private.refuse_non_finite('public.push_subscriptions');
create index push_subscriptions_by_endpoint on public.push_subscriptions (endpoint);
create index push_subscriptions_by_employee on public.push_subscriptions (company_id, employee_id);
create index push_subscriptions_by_session on public.push_subscriptions (session_id);
create index push_subscriptions_by_user on public.push_subscriptions (user_id);
-- Neither in the audit history nor in the live updates: what is in them is copied to places this table's policies do not reach.
comment on table public.push_subscriptions is 'Browsers that show notifications to a person. Only the person reads them; nobody else sees address or keys, managers neither.';
comment on column public.push_subscriptions.session_id is 'The session the device is signed in with. Where it ends, by signing out here or from afar, the device gets nothing any more.';
comment on column public.push_subscriptions.endpoint is 'Address of the browser at its push service; whoever has it and the server''s key can send there.';
comment on column public.push_subscriptions.details is 'Whether notifications on this device say names and numbers, also on a locked screen.';
comment on column public.push_subscriptions.failures is 'Failed sendings since the last one that arrived at the push service.';
alter table public.push_subscriptions enable row level security;
grant select, delete on table public.push_subscriptions to authenticated;
grant update (device_name, details) on public.push_subscriptions to authenticated;

create policy "People change their own devices" on public.push_subscriptions
  for update to authenticated
  using (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()))
  with check (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()));

create policy "People read their own devices" on public.push_subscriptions
  for select to authenticated
  using (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()));

create policy "People remove their own devices" on public.push_subscriptions
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()));

create or replace trigger keep_creator before insert or update on public.push_subscriptions
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.push_subscriptions
  for each row execute function private.lock_identity();

create or replace function public.save_push_subscription(endpoint_param text, p256dh_param text, auth_param text, device_name_param text, details_param boolean default null::boolean, replaces_param text default null::text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  max_devices constant integer := 20;
  name text := left(btrim(coalesce(device_name_param, '')), 80);
  current_session uuid := (select s.id from auth.sessions s where s.user_id = auth.uid() and s.id::text = auth.jwt() ->> 'session_id');
  stored public.push_subscriptions;
begin
  if coalesce(endpoint_param, '') !~ '^https://[^/@[:space:][:cntrl:]]+/[^[:space:][:cntrl:]]+$' or char_length(endpoint_param) > 1000
      or coalesce(p256dh_param, '') !~ '^B[A-Za-z0-9_-]{86}=?$' or coalesce(auth_param, '') !~ '^[A-Za-z0-9_-]{22}(==)?$' or name = '' then
    raise exception using errcode = 'P0001', hint = 'invalid_push_subscription', message = 'This is no push subscription of a browser.';
  end if;
  -- One at a time for an address: two windows of a browser save the same subscription when they open.
  perform pg_advisory_xact_lock(hashtextextended('push:' || endpoint_param, 0));
  -- Only the browser itself has its keys. Without them nobody takes the device of somebody else.
  if exists (select from public.push_subscriptions s where s.endpoint = endpoint_param
      and (s.company_id, s.employee_id, s.user_id) is distinct from (me.company_id, me.id, auth.uid())
      and (rtrim(s.p256dh, '='), rtrim(s.auth, '=')) is distinct from (rtrim(p256dh_param, '='), rtrim(auth_param, '='))) then
    raise exception using errcode = 'P0001', hint = 'invalid_push_subscription', message = 'This is no push subscription of a browser.';
  end if;
  -- A browser shows what one account is notified of, in each of its companies.
  delete from public.push_subscriptions s where s.endpoint = endpoint_param
    and (s.user_id <> auth.uid() or s.company_id = me.company_id and s.employee_id <> me.id);
  select * into stored from public.push_subscriptions s
    where s.endpoint = endpoint_param and s.company_id = me.company_id and s.employee_id = me.id and s.user_id = auth.uid() for update;
  if stored.id is null and replaces_param is distinct from endpoint_param then
    select * into stored from public.push_subscriptions s
      where s.endpoint = replaces_param and s.company_id = me.company_id and s.employee_id = me.id and s.user_id = auth.uid() for update;
  end if;
  if stored.id is not null then
    update public.push_subscriptions s
      set endpoint = endpoint_param, p256dh = p256dh_param, auth = auth_param, session_id = current_session,
        details = coalesce(details_param, s.details), failures = case when s.endpoint = endpoint_param then s.failures else 0 end
      where s.company_id = stored.company_id and s.id = stored.id;
    update public.push_subscriptions s set endpoint = endpoint_param, p256dh = p256dh_param, auth = auth_param, failures = 0
      where s.endpoint = replaces_param and s.endpoint <> endpoint_param and s.user_id = auth.uid();
    return stored.id;
  end if;
  insert into public.push_subscriptions (company_id, employee_id, user_id, session_id, endpoint, p256dh, auth, device_name, details)
    values (me.company_id, me.id, auth.uid(), current_session, endpoint_param, p256dh_param, auth_param, name, coalesce(details_param, false))
    returning * into stored;
  -- More than anybody carries; what was reached longest ago goes.
  delete from public.push_subscriptions s where s.company_id = me.company_id and s.id in (
    select o.id from public.push_subscriptions o
    where o.company_id = me.company_id and o.employee_id = me.id and o.id <> stored.id
    order by coalesce(o.last_success_at, o.created_at) desc, o.id offset max_devices - 1);
  return stored.id;
end $$;
comment on function public.save_push_subscription(text,text,text,text,boolean,text) is 'Everyone, for themselves: the browser they use shows notifications from now on. One row for an address in a company; a browser that another account used moves to the caller, if its keys are the same. replaces_param: the address the browser had before, whose name and choice stay. Idempotent; gives the id.';
grant execute on function public.save_push_subscription(text,text,text,text,boolean,text) to authenticated;

create or replace function private.push_subscription_of(endpoint_param text, auth_param text, company_id_param uuid default null::uuid) returns public.push_subscriptions
language plpgsql security definer set search_path = '' as $$
declare
  stored public.push_subscriptions;
begin
  select * into stored from public.push_subscriptions s
    where s.endpoint = endpoint_param and s.company_id = coalesce(company_id_param, s.company_id)
    order by s.created_at, s.id limit 1 for update;
  -- Compared as digests, so that the time it takes tells nothing about the right one.
  if stored.id is null or auth_param is null
      or extensions.digest(rtrim(stored.auth, '='), 'sha256') is distinct from extensions.digest(rtrim(auth_param, '='), 'sha256') then
    raise exception using errcode = 'P0001', hint = 'unknown_push_device', message = 'This device gets no notifications any more. Open the app.';
  end if;
  return stored;
end $$;
comment on function private.push_subscription_of(text,text,uuid) is 'The device that has this address and its secret, as it is known in a company or at all; refuses everyone else.';

create or replace function public.renew_push_subscription(endpoint_param text, auth_param text, new_endpoint_param text, new_p256dh_param text, new_auth_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  stored public.push_subscriptions := private.push_subscription_of(endpoint_param, auth_param);
begin
  update public.push_subscriptions s set endpoint = new_endpoint_param, p256dh = new_p256dh_param, auth = new_auth_param, failures = 0
    where s.endpoint = stored.endpoint and s.user_id = stored.user_id and rtrim(s.auth, '=') = rtrim(stored.auth, '=');
exception when check_violation or not_null_violation or unique_violation then
  raise exception using errcode = 'P0001', hint = 'invalid_push_subscription', message = 'This is no push subscription of a browser.';
end $$;
comment on function public.renew_push_subscription(text,text,text,text,text) is 'A browser that has its own secret, also while nobody has the app open: it has a new address from now on.';
grant execute on function public.renew_push_subscription(text,text,text,text,text) to anon, authenticated;

create or replace function private.uuid_or_null(text_param text) returns uuid
language sql immutable parallel safe as $$
  select case when text_param ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then text_param::uuid end;
$$;

create or replace function public.answer_from_device(endpoint_param text, auth_param text, action_param text, subject_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.employees := private.person_of_device(
    private.push_subscription_of(endpoint_param, auth_param, private.uuid_or_null(subject_param ->> 'company_id')));
  bulletin uuid := private.uuid_or_null(subject_param ->> 'bulletin_id');
  stop uuid := private.uuid_or_null(subject_param ->> 'clock_stop_id');
  shifts uuid[] := array(select private.uuid_or_null(i) from jsonb_array_elements_text(
    case jsonb_typeof(subject_param -> 'shift_ids') when 'array' then subject_param -> 'shift_ids' else '[]' end) i limit 50);
begin
  if action_param = 'acknowledge' and bulletin is not null then
    perform private.store_bulletin_reading(private.bulletin_for(person, bulletin), person.id, 'device', subject_param ->> 'language', true, true, false);
  elsif action_param = 'confirm' and cardinality(shifts) > 0 then
    perform private.confirm_shift(person, i) from unnest(shifts) i;
  elsif action_param = 'confirm' and stop is not null then
    perform private.store_stop_answer(person, stop, null, null);
  else
    raise exception using errcode = 'P0001', hint = 'unknown_push_action', message = 'This cannot be answered from the notification. Open the app.';
  end if;
end $$;
comment on function public.answer_from_device(text,text,text,jsonb) is 'A browser that has its own secret: does what was tapped on a notification in the name of the person who is signed in there. acknowledge {bulletin_id, language}, confirm {shift_ids} or {clock_stop_id}; company_id where the person has several. A repeat changes nothing.';
grant execute on function public.answer_from_device(text,text,text,jsonb) to anon, authenticated;

create or replace function private.person_of_device(device public.push_subscriptions) returns public.employees
language plpgsql stable security definer set search_path = '' as $$
declare
  person public.employees;
begin
  -- With the second factor of the session that the device is signed in with, and no longer than that lives.
  select e.* into person from public.employees e
    left join auth.sessions s on s.id = device.session_id and s.user_id = e.user_id
    where e.user_id = device.user_id and e.company_id = device.company_id and e.active
      and (s.aal = 'aal2' or not exists (select from auth.mfa_factors f where f.user_id = e.user_id and f.status = 'verified'));
  if person.id is null then
    raise exception using errcode = '42501', hint = 'no_employee', message = 'You are not an employee of any company.';
  end if;
  return person;
end $$;
comment on function private.person_of_device(public.push_subscriptions) is 'Who is signed in on a device that gets notifications; refuses a session without the second factor its account has.';

create or replace function private.note_push_delivery(company_id_param uuid, subscription_id_param uuid, status_param text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if status_param = 'gone' then
    delete from public.push_subscriptions s where s.company_id = company_id_param and s.id = subscription_id_param;
  elsif status_param in ('sent', 'delivered') then
    update public.push_subscriptions s set last_success_at = now(), failures = 0 where s.company_id = company_id_param and s.id = subscription_id_param;
  elsif status_param = 'failed' then
    update public.push_subscriptions s set failures = s.failures + 1 where s.company_id = company_id_param and s.id = subscription_id_param;
  end if;
end $$;
comment on function private.note_push_delivery(uuid,uuid,text) is 'What became of a sending: sent or delivered, failed, or gone, which removes the device.';

create or replace function private.forget_push_subscriptions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.push_subscriptions s where s.company_id = old.company_id and s.employee_id = old.id;
  return null;
end $$;
comment on function private.forget_push_subscriptions() is 'Whoever was deactivated or lost the account gets nothing on any device.';

create or replace trigger forget_push_subscriptions after update of active, user_id on public.employees
  for each row when (old.user_id is not null and (old.active and not new.active or new.user_id is distinct from old.user_id)) execute function private.forget_push_subscriptions();
