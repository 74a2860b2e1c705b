create table public.accounting_connections (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  system text not null,
  environment text default 'production' not null,
  company_name text default '' not null,
  external_company_id text,
  client_id text,
  state text default 'set_up' not null,
  settings jsonb default '{}'::jsonb not null,
  send_from date not null,
  lists_read_at timestamptz,
  lists_wanted boolean default false not null,
  last_sent_at timestamptz,
  problem text,
  problem_detail text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  login_renewed_at timestamptz,
  constraint accounting_connections_pkey primary key (company_id, id),
  constraint accounting_connections_system_known check (system in ('quickbooks_online', 'quickbooks_desktop', 'adp', 'paychex')),
  constraint accounting_connections_environment_known check (environment in ('production', 'sandbox')),
  constraint accounting_connections_state_known check (state in ('set_up', 'connected', 'paused', 'sign_in_needed', 'disconnected')),
  constraint accounting_connections_name_length check (char_length(company_name) <= 200),
  constraint accounting_connections_ids_length check (char_length(external_company_id) between 1 and 100 and char_length(client_id) between 1 and 300),
  constraint accounting_connections_settings_known check (private.are_accounting_settings(settings)),
  constraint accounting_connections_problem_length check (char_length(problem) between 1 and 60 and char_length(problem_detail) <= 1000),
  constraint accounting_connections_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.accounting_connections');
create unique index accounting_connections_one_of_a_system on public.accounting_connections (company_id, system) where state <> 'disconnected';
comment on table public.accounting_connections is 'Accounting and payroll systems to which approved time goes by itself. One of a system at a time; a disconnected one stays for its history. Secrets are in private.accounting_secrets, sealed by the server.';
comment on column public.accounting_connections.external_company_id is 'The company there: realmId of QuickBooks Online, the company of Paychex, the organization of ADP.';
comment on column public.accounting_connections.state is 'set_up: not connected yet; paused: by a person, nothing is sent; sign_in_needed: the system refuses the keys; disconnected: for good.';
comment on column public.accounting_connections.settings is 'send_when (approved, locked), hours (worked: as clocked, to the second; paid: minutes of the pay engine by kind), leave, items, payroll_items, billable (time of projects that bill it), default_item_id, default_class_id, own (what only this system knows). Missing ones: private.accounting_settings().';
comment on column public.accounting_connections.send_from is 'First day that is sent: what was before is there already, by hand or by file.';
comment on column public.accounting_connections.login_renewed_at is 'When the password of the Web Connector was made or replaced; in the history with who did it.';
comment on column public.accounting_connections.lists_wanted is 'Somebody asked to read people, customers and items there again.';
alter table public.accounting_connections enable row level security;
grant select on table public.accounting_connections to authenticated;
grant update (settings, send_from, lists_wanted) on public.accounting_connections to authenticated;

create policy "Managers read the connections of their company" on public.accounting_connections
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change what a connection sends" on public.accounting_connections
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create or replace trigger check_accounting_connection before update of settings, send_from on public.accounting_connections
  for each row execute function private.check_accounting_connection();

create or replace function private.check_accounting_connection() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from (values ('item', new.settings ->> 'default_item_id'), ('class', new.settings ->> 'default_class_id')) w (kind, id)
      where w.id is not null and not exists (select from public.accounting_records r
        where r.company_id = new.company_id and r.connection_id = new.id and r.id = w.id::uuid and r.kind = w.kind)) then
    raise exception using errcode = 'P0001', hint = 'accounting_record_unknown', message = 'Choose a record that was read from the connected system.';
  end if;
  if new.send_from < old.send_from and new.send_from < private.company_today(new.company_id) - 366 then
    raise exception using errcode = 'P0001', hint = 'accounting_send_from_too_early', message = 'Time of up to a year ago can be sent.';
  end if;
  return new;
end $$;
comment on function private.check_accounting_connection() is 'Defaults of a connection are records of it; its first day is at most a year back.';

create or replace trigger keep_creator before insert or update on public.accounting_connections
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.accounting_connections
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update of settings, send_from, state on public.accounting_connections
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.accounting_connections
  for each row execute function private.record_change('lists_read_at', 'lists_wanted', 'last_sent_at', 'problem_detail');

create or replace function private.are_accounting_settings(settings_param jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_typeof(settings_param) = 'object' and octet_length(settings_param::text) <= 8000 and not exists (
    select from jsonb_each(case when jsonb_typeof(settings_param) = 'object' then settings_param else '{}' end) s
    where not coalesce(case s.key
      when 'send_when' then s.value in ('"approved"', '"locked"')
      when 'hours' then s.value in ('"worked"', '"paid"')
      when 'leave' then jsonb_typeof(s.value) = 'boolean'
      when 'items' then jsonb_typeof(s.value) = 'boolean'
      when 'payroll_items' then jsonb_typeof(s.value) = 'boolean'
      when 'billable' then jsonb_typeof(s.value) = 'boolean'
      when 'default_item_id' then s.value #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      when 'default_class_id' then s.value #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      when 'own' then jsonb_typeof(s.value) = 'object'
      else false end, false));
$$;
comment on function private.are_accounting_settings(jsonb) is 'Whether settings of a connection have known names and values.';
grant execute on function private.are_accounting_settings(jsonb) to authenticated, service_role;

create or replace function private.accounting_settings(connection public.accounting_connections) returns jsonb
language sql stable set search_path = '' as $$
  select case connection.system
      when 'quickbooks_online' then '{"send_when": "approved", "hours": "worked", "leave": false, "items": true, "payroll_items": false, "billable": false}'::jsonb
      when 'quickbooks_desktop' then '{"send_when": "approved", "hours": "paid", "leave": false, "items": true, "payroll_items": true, "billable": false}'
      else '{"send_when": "locked", "hours": "paid", "leave": true, "items": false, "payroll_items": true, "billable": false}' end
    || connection.settings
    -- By this interface QuickBooks Online is not told which hours are overtime.
    || case when connection.system = 'quickbooks_online' then '{"leave": false, "payroll_items": false}'::jsonb
      -- Payroll takes a finished pay period, with the hours that are paid.
      when connection.system in ('adp', 'paychex') then '{"send_when": "locked", "hours": "paid", "payroll_items": true, "items": false, "billable": false}' else '{}' end;
$$;
comment on function private.accounting_settings(public.accounting_connections) is 'The settings of a connection, with what its system begins with where nothing was chosen.';

create table private.accounting_secrets (
  company_id uuid not null,
  connection_id uuid not null,
  sealed text not null,
  updated_at timestamptz default clock_timestamp() not null,
  constraint accounting_secrets_pkey primary key (company_id, connection_id),
  constraint accounting_secrets_size check (octet_length(sealed) between 1 and 60000),
  constraint accounting_secrets_connection foreign key (company_id, connection_id) references public.accounting_connections(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.accounting_secrets');
comment on table private.accounting_secrets is 'What a connection signs in with, sealed by the server with a key that is not in the database. No client reads it.';
alter table private.accounting_secrets enable row level security;

create table private.accounting_leases (
  company_id uuid not null,
  connection_id uuid not null,
  lease uuid,
  leased_until timestamptz,
  rests_until timestamptz,
  computed_position bigint,
  cursor jsonb default '{}'::jsonb not null,
  constraint accounting_leases_pkey primary key (company_id, connection_id),
  constraint accounting_leases_cursor_size check (jsonb_typeof(cursor) = 'object' and octet_length(cursor::text) <= 8000),
  constraint accounting_leases_connection foreign key (company_id, connection_id) references public.accounting_connections(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.accounting_leases');
comment on table private.accounting_leases is 'Which server works on a connection, until when the other side asked for rest, up to which event of the history the outbox was computed, and what a system remembers between rounds.';
comment on column private.accounting_leases.computed_position is 'Position in private.audit_links; null: everything is to be computed.';
alter table private.accounting_leases enable row level security;

create or replace function private.require_accounting_connection(id_param uuid) returns public.accounting_connections
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  connection public.accounting_connections;
begin
  -- The lease first, as a server at work does: one order of locks.
  perform from private.accounting_leases l where l.company_id = me.company_id and l.connection_id = id_param for update;
  select * into connection from public.accounting_connections c where c.company_id = me.company_id and c.id = id_param for no key update;
  if connection.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This was not found. It may have been deleted.';
  end if;
  return connection;
end $$;
comment on function private.require_accounting_connection(uuid) is 'A connection of a manager''s company, its lease and its row locked, in this order.';

create or replace function public.create_accounting_connection(system_param text, environment_param text default 'production'::text, client_id_param text default null::text, send_from_param date default null::date, settings_param jsonb default '{}'::jsonb) returns public.accounting_connections
language plpgsql security definer set search_path = '' as $$
declare
  company constant uuid := private.require_owner();
  made public.accounting_connections;
begin
  -- Two tabs that set up the same thing make one.
  select * into made from public.accounting_connections c
    where c.company_id = company and c.system = system_param and c.state <> 'disconnected' for update;
  if made.id is not null then
    if made.state <> 'set_up' then
      raise exception using errcode = 'P0001', hint = 'accounting_already_connected', message = 'This system is connected already. Disconnect it first.';
    end if;
    update public.accounting_connections c set environment = environment_param, client_id = coalesce(client_id_param, c.client_id),
        send_from = coalesce(send_from_param, c.send_from), settings = coalesce(settings_param, c.settings)
      where c.company_id = company and c.id = made.id returning * into made;
    return made;
  end if;
  insert into public.accounting_connections (company_id, system, environment, client_id, send_from, settings)
    values (company, system_param, environment_param, client_id_param,
      coalesce(send_from_param, (private.pay_period_at(company, private.company_today(company))).start_date, private.company_today(company)), settings_param)
    returning * into made;
  insert into private.accounting_leases (company_id, connection_id) values (company, made.id);
  return made;
end $$;
comment on function public.create_accounting_connection(text,text,text,date,jsonb) is 'Owner: begins the connection of a system (quickbooks_online, quickbooks_desktop, adp, paychex); again while it is set up changes what was given. Without a first day: the pay period of today.';
grant execute on function public.create_accounting_connection(text,text,text,date,jsonb) to authenticated;

create or replace function public.set_accounting_state(id_param uuid, state_param text) returns public.accounting_connections
language plpgsql security definer set search_path = '' as $$
declare
  connection public.accounting_connections := private.require_accounting_connection(id_param);
begin
  if state_param = 'disconnected' then
    perform private.require_owner();
    -- Nothing signs in with them any more; what was sent stays listed.
    delete from private.accounting_secrets s where s.company_id = connection.company_id and s.connection_id = connection.id;
  elsif not (state_param, connection.state) in (('paused', 'connected'), ('paused', 'sign_in_needed'), ('connected', 'paused')) then
    raise exception using errcode = 'P0001', hint = 'accounting_state_impossible', message = 'This connection is not in a state that can be paused or resumed.';
  end if;
  update public.accounting_connections c set state = state_param,
      problem = case when state_param <> 'paused' then null else c.problem end, problem_detail = case when state_param <> 'paused' then null else c.problem_detail end
    where c.company_id = connection.company_id and c.id = connection.id returning * into connection;
  -- Whoever sends for it at this moment stops at the next answer.
  update private.accounting_leases l set lease = null, leased_until = null, rests_until = null
    where l.company_id = connection.company_id and l.connection_id = connection.id;
  perform pg_notify('accounting', '');
  return connection;
end $$;
comment on function public.set_accounting_state(uuid,text) is 'Manager, owner: pauses (paused) and resumes (connected) a connection. Owner: disconnects it (disconnected), which deletes its secrets.';
grant execute on function public.set_accounting_state(uuid,text) to authenticated;

create or replace function public.send_accounting_now(id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  connection public.accounting_connections := private.require_accounting_connection(id_param);
begin
  if connection.state <> 'connected' then
    raise exception using errcode = 'P0001', hint = 'accounting_not_connected', message = 'This system is not connected. Sign in or resume first.';
  end if;
  update public.accounting_connections c set lists_wanted = true where c.company_id = connection.company_id and c.id = connection.id;
  update public.accounting_activities a set next_attempt_at = null
    where a.company_id = connection.company_id and a.connection_id = connection.id and a.next_attempt_at > clock_timestamp();
  -- Whoever corrected something there does not wait; only who was asked to wait does.
  update private.accounting_leases l set rests_until = null
    where l.company_id = connection.company_id and l.connection_id = connection.id and coalesce(connection.problem, '') not in ('busy', 'too_many');
  perform private.compute_accounting(connection.company_id, connection.id);
  perform pg_notify('accounting', '');
end $$;
comment on function public.send_accounting_now(uuid) is 'Manager, owner: reads the lists there again and sends at once what waits for a later attempt.';
grant execute on function public.send_accounting_now(uuid) to authenticated;
