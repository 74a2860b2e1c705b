create table public.webhook_endpoints (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  url text not null,
  events text[] not null,
  project_ids uuid[] default '{}'::uuid[] not null,
  description text default '' not null,
  active boolean default true not null,
  off_since timestamptz,
  off_reason text,
  failing_since timestamptz,
  held_until timestamptz,
  last_success_at timestamptz,
  last_duration_ms integer,
  secret_changed_at timestamptz default now() not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint webhook_endpoints_pkey primary key (company_id, id),
  constraint webhook_endpoints_url_form check (url ~* '^https?://[^/@?#[:space:][:cntrl:]]+([/?][^#[:space:][:cntrl:]]*)?$' and char_length(url) <= 1000),
  constraint webhook_endpoints_events_known check (cardinality(events) >= 1 and private.are_webhook_events(events)),
  constraint webhook_endpoints_projects_count check (cardinality(project_ids) <= 200),
  constraint webhook_endpoints_description_length check (char_length(description) <= 200),
  constraint webhook_endpoints_off_says_why check (active = (off_since is null) and active = (off_reason is null)),
  constraint webhook_endpoints_off_reason_known check (off_reason in ('paused', 'gone', 'failing')),
  constraint webhook_endpoints_duration_range check (last_duration_ms >= 0),
  constraint webhook_endpoints_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.webhook_endpoints');
comment on table public.webhook_endpoints is 'Where a company wants to be told what happens: addresses of its own programs. Made by create_webhook, which gives the secret; changed, paused and deleted as a row.';
comment on column public.webhook_endpoints.events is 'Which events are sent there; the list is in docs/webhooks.md.';
comment on column public.webhook_endpoints.project_ids is 'Only what belongs to these projects; empty: all. Events that belong to no project by their kind (people, pay periods, timesheets) are sent in either case.';
comment on column public.webhook_endpoints.active is 'Nothing is sent to an endpoint that is off, and what happens then is not sent later. What waited before goes on when it is turned on.';
comment on column public.webhook_endpoints.off_reason is 'paused: by a person; gone: it answered 410; failing: nothing arrived for three days.';
comment on column public.webhook_endpoints.failing_since is 'First failure since the last delivery that arrived.';
comment on column public.webhook_endpoints.held_until is 'It asked for time (429 or 503 with Retry-After): nothing is sent before.';
alter table public.webhook_endpoints enable row level security;
grant select, delete on table public.webhook_endpoints to authenticated;
grant update (url, events, project_ids, description, active) on public.webhook_endpoints to authenticated;

create policy "Managers read the webhooks of their company" on public.webhook_endpoints
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change the webhooks of their company" on public.webhook_endpoints
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete the webhooks of their company" on public.webhook_endpoints
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger check_webhook before insert or update of url, events, project_ids, active on public.webhook_endpoints
  for each row execute function private.check_webhook();

create or replace function private.check_webhook() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.url := btrim(new.url);
  new.events := array(select distinct e from unnest(new.events) e order by e);
  new.project_ids := array(select distinct p from unnest(new.project_ids) p order by p);
  if new.url !~* '^https?://[^/@?#[:space:][:cntrl:]]+([/?][^#[:space:][:cntrl:]]*)?$' or char_length(new.url) > 1000 then
    raise exception using errcode = 'P0001', hint = 'webhook_url_invalid',
      message = 'Give an address that begins with https:// and has no user name in it.';
  end if;
  if cardinality(new.events) = 0 or not private.are_webhook_events(new.events) then
    raise exception using errcode = 'P0001', hint = 'webhook_events_unknown', message = 'Choose at least one event of the list in docs/webhooks.md.';
  end if;
  if exists (select from unnest(new.project_ids) wanted
      where not exists (select from public.projects p where p.company_id = new.company_id and p.id = wanted)) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This project was not found. It may have been deleted.';
  end if;
  if tg_op = 'UPDATE' and new.active and not old.active then
    new.off_since := null;
    new.off_reason := null;
    new.failing_since := null;
    new.held_until := null;
    -- What waited since it was turned off goes now, not when its next attempt would have been.
    update public.webhook_deliveries d set send_after = clock_timestamp()
      where d.company_id = new.company_id and d.endpoint_id = new.id and d.status = 'waiting' and d.send_after > clock_timestamp();
    perform pg_notify('webhook_events', '');
  elsif not new.active and new.off_since is null then
    new.off_since := clock_timestamp();
    new.off_reason := coalesce(new.off_reason, 'paused');
  end if;
  return new;
end $$;
comment on function private.check_webhook() is 'Address, events and projects of an endpoint are usable; why and since when it is off.';

create or replace trigger stop_webhooks_of_leaver after update of role, active on public.employees
  for each row when (old.role in ('owner', 'manager') and old.active and not (new.role in ('owner', 'manager') and new.active)) execute function private.stop_webhooks_of_leaver();

create or replace function private.stop_webhooks_of_leaver() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  endpoint public.webhook_endpoints;
begin
  for endpoint in
    update public.webhook_endpoints w set active = false
      where w.company_id = new.company_id and w.created_by = old.user_id and w.active returning *
  loop
    perform private.notify_person(r.company_id, r.id, 'webhook_off', 'webhook ' || endpoint.id || ' ' || endpoint.off_since, 'webhook_off',
        jsonb_build_object('url', endpoint.url, 'left', private.person_name(new.company_id, new.id)),
        jsonb_build_object('path', '/settings?tab=developers'))
      from public.employees r where r.company_id = endpoint.company_id and r.active and r.role = 'owner';
  end loop;
  return null;
end $$;
comment on function private.stop_webhooks_of_leaver() is 'Pauses what somebody made as a manager, until an owner has looked where it goes.';

create or replace trigger keep_creator before insert or update on public.webhook_endpoints
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.webhook_endpoints
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update of url, events, project_ids, description, active on public.webhook_endpoints
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.webhook_endpoints
  for each row execute function private.record_change('failing_since', 'held_until', 'last_success_at', 'last_duration_ms');

create table private.webhook_secrets (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  endpoint_id uuid not null,
  secret text,
  created_at timestamptz default clock_timestamp() not null,
  valid_until timestamptz,
  sealed text,
  constraint webhook_secrets_pkey primary key (company_id, id),
  constraint webhook_secrets_secret_form check (secret ~ '^whsec_[A-Za-z0-9+/=]{32,90}$'),
  constraint webhook_secrets_sealed_form check (sealed ~ '^sealed1\.' and char_length(sealed) <= 500),
  constraint webhook_secrets_sealed_or_not check (num_nonnulls(secret, sealed) = 1),
  constraint webhook_secrets_endpoint foreign key (company_id, endpoint_id) references public.webhook_endpoints(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.webhook_secrets');
create index webhook_secrets_by_endpoint on private.webhook_secrets (company_id, endpoint_id);
create index webhook_secrets_to_seal on private.webhook_secrets (created_at) where secret is not null;
comment on table private.webhook_secrets is 'What deliveries are signed with. No client reads it; a secret is shown once, when it is made. After a change the one before signs beside the new one for a day.';
comment on column private.webhook_secrets.secret is 'Only until the server has sealed it, a moment after it was made.';
comment on column private.webhook_secrets.sealed is 'What the server sealed with a key that the database does not have, for this endpoint.';
alter table private.webhook_secrets enable row level security;

create or replace function private.make_webhook_secret(company_id_param uuid, endpoint_id_param uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  made constant text := 'whsec_' || encode(extensions.gen_random_bytes(24), 'base64');
begin
  -- One before the last is worth nothing any more: two sign at most.
  delete from private.webhook_secrets s
    where s.company_id = company_id_param and s.endpoint_id = endpoint_id_param and s.valid_until is not null;
  update private.webhook_secrets s set valid_until = clock_timestamp() + interval '24 hours'
    where s.company_id = company_id_param and s.endpoint_id = endpoint_id_param;
  insert into private.webhook_secrets (company_id, endpoint_id, secret) values (company_id_param, endpoint_id_param, made);
  perform pg_notify('webhook_secrets', '');
  return made;
end $$;
comment on function private.make_webhook_secret(uuid,uuid) is 'A new secret for an endpoint; the one before is valid for a day more.';

create or replace function private.unsealed_webhook_secrets() returns table(id uuid, endpoint_id uuid, secret text)
language sql stable security definer set search_path = '' as $$
  select s.id, s.endpoint_id, s.secret from private.webhook_secrets s where s.secret is not null order by s.created_at limit 1000;
$$;
comment on function private.unsealed_webhook_secrets() is 'For the server that delivers ([webhooks] unsealed of config.toml): secrets that nobody has sealed yet.';

create or replace function private.seal_webhook_secret(id_param uuid, secret_param text, sealed_param text) returns void
language sql security definer set search_path = '' as $$
  update private.webhook_secrets s set sealed = sealed_param, secret = null where s.id = id_param and s.secret = secret_param;
$$;
comment on function private.seal_webhook_secret(uuid,text,text) is 'For the server that delivers ([webhooks] seal of config.toml): stores what a secret was sealed to in its place. A second server changes nothing.';

create or replace function private.require_webhook(id_param uuid) returns public.webhook_endpoints
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  endpoint public.webhook_endpoints;
begin
  select * into endpoint from public.webhook_endpoints e where e.company_id = me.company_id and e.id = id_param for no key update;
  if endpoint.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This was not found. It may have been deleted.';
  end if;
  return endpoint;
end $$;
comment on function private.require_webhook(uuid) is 'An endpoint of the company of a manager, locked; refuses everyone below manager.';

create or replace function public.webhooks_available() returns boolean
language sql stable security definer set search_path = '' as $$
  select to_regprocedure('webhooks.available()') is not null;
$$;
comment on function public.webhooks_available() is 'Everyone: whether a server delivers webhooks here. False on a hosted Supabase project.';
grant execute on function public.webhooks_available() to authenticated;

create or replace function public.create_webhook(url_param text, events_param text[], project_ids_param uuid[] default '{}'::uuid[], description_param text default ''::text) returns json
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  max_endpoints constant integer := 20;
  made uuid;
begin
  if not public.webhooks_available() then
    raise exception using errcode = 'P0001', hint = 'webhooks_not_served', message = 'Nothing delivers webhooks on this installation.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('webhooks:' || me.company_id::text, 0));
  if (select count(*) from public.webhook_endpoints e where e.company_id = me.company_id) >= max_endpoints then
    raise exception using errcode = 'P0001', hint = 'too_many_webhooks', message = 'A company has at most 20 webhooks. Delete one first.';
  end if;
  insert into public.webhook_endpoints (company_id, url, events, project_ids, description)
    values (me.company_id, coalesce(url_param, ''), coalesce(events_param, '{}'), coalesce(project_ids_param, '{}'),
      left(btrim(coalesce(description_param, '')), 200))
    returning id into made;
  return json_build_object('id', made, 'secret', private.make_webhook_secret(me.company_id, made));
end $$;
comment on function public.create_webhook(text,text[],uuid[],text) is 'Manager, owner: adds an address that is told of these events, of all projects or of some. Returns its id and, this once, the secret its deliveries are signed with.';
grant execute on function public.create_webhook(text,text[],uuid[],text) to authenticated;

create or replace function public.change_webhook_secret(id_param uuid) returns json
language plpgsql security definer set search_path = '' as $$
declare
  endpoint public.webhook_endpoints := private.require_webhook(id_param);
begin
  update public.webhook_endpoints e set secret_changed_at = clock_timestamp() where e.company_id = endpoint.company_id and e.id = endpoint.id;
  return json_build_object('id', endpoint.id, 'secret', private.make_webhook_secret(endpoint.company_id, endpoint.id),
    'previous_until', (select max(s.valid_until) from private.webhook_secrets s
      where s.company_id = endpoint.company_id and s.endpoint_id = endpoint.id));
end $$;
comment on function public.change_webhook_secret(uuid) is 'Manager, owner: gives a webhook a new secret, shown this once. For 24 hours deliveries are signed with the old one as well.';
grant execute on function public.change_webhook_secret(uuid) to authenticated;
