create table private.quickbooks_desktop_logins (
  company_id uuid not null,
  connection_id uuid not null,
  user_name text not null,
  password_hash text not null,
  file_id uuid default gen_random_uuid() not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default clock_timestamp() not null,
  renewed_at timestamptz default clock_timestamp() not null,
  used_at timestamptz,
  constraint quickbooks_desktop_logins_pkey primary key (company_id, connection_id),
  constraint quickbooks_desktop_logins_user_name unique (user_name),
  constraint quickbooks_desktop_logins_form check (user_name ~ '^chalkline-[0-9a-f]{12}$' and password_hash ~ '^[0-9a-f]{64}$'),
  constraint quickbooks_desktop_logins_connection foreign key (company_id, connection_id) references public.accounting_connections(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.quickbooks_desktop_logins');
comment on table private.quickbooks_desktop_logins is 'What the QuickBooks Web Connector of a company signs in with. The password is random and shown once; its SHA-256 is stored.';
comment on column private.quickbooks_desktop_logins.file_id is 'FileID of the .qwc file: the same after a new password, so that the Web Connector knows the application again.';
alter table private.quickbooks_desktop_logins enable row level security;

create table private.quickbooks_desktop_sessions (
  ticket_hash text not null,
  company_id uuid not null,
  connection_id uuid not null,
  lease uuid not null,
  version integer default 0 not null,
  state jsonb default '{}'::jsonb not null,
  created_at timestamptz default clock_timestamp() not null,
  constraint quickbooks_desktop_sessions_pkey primary key (ticket_hash),
  constraint quickbooks_desktop_sessions_once unique (company_id, connection_id),
  constraint quickbooks_desktop_sessions_size check (octet_length(state::text) <= 1000000),
  constraint quickbooks_desktop_sessions_connection foreign key (company_id, connection_id) references public.accounting_connections(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.quickbooks_desktop_sessions');
comment on table private.quickbooks_desktop_sessions is 'What a Web Connector does between authenticate and closeConnection. Here and not in a server: each call may reach another one.';
alter table private.quickbooks_desktop_sessions enable row level security;

create or replace function private.require_desktop_connection(connection_id_param uuid) returns public.accounting_connections
language plpgsql security definer set search_path = '' as $$
declare
  connection public.accounting_connections;
begin
  connection := private.require_accounting_connection(connection_id_param);
  if connection.system <> 'quickbooks_desktop' or connection.state = 'disconnected' then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This was not found. It may have been deleted.';
  end if;
  return connection;
end $$;
comment on function private.require_desktop_connection(uuid) is 'A connection to QuickBooks Desktop of a manager''s company, its row locked.';

create or replace function public.create_desktop_login(connection_id_param uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  company constant uuid := private.require_owner();
  connection constant public.accounting_connections := private.require_desktop_connection(connection_id_param);
  letters text := '';
  login private.quickbooks_desktop_logins;
begin
  if auth.jwt() ? 'token_id' then
    raise exception using errcode = '42501', hint = 'person_needed', message = 'Sign in as a person to do this.';
  end if;
  while length(letters) < 32 loop
    letters := letters || coalesce(private.base62(extensions.gen_random_bytes(48)), '');
  end loop;
  letters := left(letters, 32);
  insert into private.quickbooks_desktop_logins as l (company_id, connection_id, user_name, password_hash)
    values (company, connection.id, 'chalkline-' || encode(extensions.gen_random_bytes(6), 'hex'), encode(sha256(convert_to(letters, 'UTF8')), 'hex'))
    on conflict on constraint quickbooks_desktop_logins_pkey do update set password_hash = excluded.password_hash, renewed_at = clock_timestamp()
    returning * into login;
  -- Who made a password and when is in the history; the password is not.
  update public.accounting_connections c set login_renewed_at = login.renewed_at where c.company_id = company and c.id = connection.id;
  -- Whoever signed in with the old one stops at the next call.
  delete from private.quickbooks_desktop_sessions s where s.company_id = company and s.connection_id = connection.id;
  return jsonb_build_object('user_name', login.user_name, 'password', letters, 'file_id', login.file_id);
end $$;
comment on function public.create_desktop_login(uuid) is 'Owner: a password for the QuickBooks Web Connector, shown once; again it replaces the one before and ends its session. Returns user_name, password and the file_id of the .qwc file.';
grant execute on function public.create_desktop_login(uuid) to authenticated;

create or replace function public.desktop_login(connection_id_param uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  connection constant public.accounting_connections := private.require_desktop_connection(connection_id_param);
begin
  return (select jsonb_build_object('user_name', l.user_name, 'file_id', l.file_id, 'renewed_at', l.renewed_at, 'used_at', l.used_at)
    from private.quickbooks_desktop_logins l where l.company_id = connection.company_id and l.connection_id = connection.id);
end $$;
comment on function public.desktop_login(uuid) is 'Manager, owner: what the QuickBooks Web Connector signs in with and when it last did; never the password. Null: there is none yet.';
grant execute on function public.desktop_login(uuid) to authenticated;

create or replace function public.accept_desktop_company(connection_id_param uuid, name_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  company constant uuid := private.require_owner();
  connection constant public.accounting_connections := private.require_desktop_connection(connection_id_param);
begin
  -- Only what the Web Connector found open: nobody types the name of a company file.
  if connection.problem is null or connection.problem not in ('desktop_wrong_company', 'desktop_wrong_file') or connection.problem_detail is distinct from name_param then
    raise exception using errcode = 'P0001', hint = 'desktop_company_unknown', message = 'The Web Connector did not find this company file. Let it update again.';
  end if;
  update public.accounting_connections c set external_company_id = left(name_param, 100), company_name = left(name_param, 200), problem = null, problem_detail = null, lists_wanted = true
    where c.company_id = company and c.id = connection.id;
  -- Its mark, if it had one, is what it is known by from now on.
  update private.accounting_leases l set cursor = jsonb_strip_nulls(l.cursor - 'found_file' || jsonb_build_object('company_file', l.cursor -> 'found_file'))
    where l.company_id = company and l.connection_id = connection.id;
end $$;
comment on function public.accept_desktop_company(uuid,text) is 'Owner: the company file that the Web Connector found open is the right one from now on, such as after it was renamed. Its name as shown in the problem.';
grant execute on function public.accept_desktop_company(uuid,text) to authenticated;

create or replace function private.open_desktop_session(user_name_param text, password_hash_param text, ticket_hash_param text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  connection public.accounting_connections;
  taken jsonb;
begin
  select c.* into connection
    from private.quickbooks_desktop_logins l
    join public.accounting_connections c on c.company_id = l.company_id and c.id = l.connection_id
    where l.user_name = user_name_param and l.password_hash = password_hash_param and c.state <> 'disconnected';
  if connection.id is null then
    return '{"answer": "unknown"}';
  end if;
  update private.quickbooks_desktop_logins l set used_at = clock_timestamp()
    where l.company_id = connection.company_id and l.connection_id = connection.id;
  -- Its first visit is what connects it.
  if connection.state = 'set_up' then
    perform private.accounting_note_connection(connection.id, null, '{"state": "connected"}');
  end if;
  taken := private.accounting_lease(connection.id);
  if taken is null then
    return '{"answer": "none"}';
  end if;
  delete from private.quickbooks_desktop_sessions s where s.company_id = connection.company_id and s.connection_id = connection.id;
  insert into private.quickbooks_desktop_sessions (ticket_hash, company_id, connection_id, lease)
    values (ticket_hash_param, connection.company_id, connection.id, (taken ->> 'lease')::uuid);
  return jsonb_build_object('answer', 'open', 'read_lists', taken -> 'read_lists');
end $$;
comment on function private.open_desktop_session(text,text,text) is 'For the server ([quickbooks_desktop] of config.toml): a session for the Web Connector that brings this login. none: paused, or another one is at it.';

create or replace function private.desktop_session(ticket_hash_param text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('connection_id', s.connection_id, 'lease', s.lease, 'company_name', c.external_company_id, 'version', s.version, 'state', s.state,
    'file_id', g.file_id, 'company_file', l.cursor ->> 'company_file', 'changes_from', l.cursor ->> 'changes_from')
  from private.quickbooks_desktop_sessions s
  join private.accounting_leases l on l.company_id = s.company_id and l.connection_id = s.connection_id and l.lease = s.lease
  join private.quickbooks_desktop_logins g on g.company_id = s.company_id and g.connection_id = s.connection_id
  join public.accounting_connections c on c.company_id = s.company_id and c.id = s.connection_id
  where s.ticket_hash = ticket_hash_param;
$$;
comment on function private.desktop_session(text) is 'For the server: a session whose lease nobody else has taken. file_id: what the .qwc file marks a company file with; company_file: the mark that was found in it; changes_from: when its time was last looked over.';

create or replace function private.store_desktop_session(ticket_hash_param text, version_param integer, state_param jsonb, hold_seconds_param integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  stored private.quickbooks_desktop_sessions;
begin
  update private.quickbooks_desktop_sessions s set state = state_param, version = s.version + 1
    where s.ticket_hash = ticket_hash_param and s.version = version_param returning * into stored;
  update private.accounting_leases l set leased_until = clock_timestamp() + make_interval(secs => least(greatest(hold_seconds_param, 0), 3600))
    where l.company_id = stored.company_id and l.connection_id = stored.connection_id and l.lease = stored.lease;
  if not found then
    return null;
  end if;
  return (select count(*) from public.accounting_activities a
    where a.company_id = stored.company_id and a.connection_id = stored.connection_id
      and a.state in ('new', 'sending', 'changed', 'deleting') and coalesce(a.next_attempt_at <= clock_timestamp(), true));
end $$;
comment on function private.store_desktop_session(text,integer,jsonb,integer) is 'For the server: stores what a session does unless another call stored meanwhile, and holds its lease for so many seconds. Returns how many activities are to be sent; null: it was not stored.';

create or replace function private.close_desktop_session(ticket_hash_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  closed private.quickbooks_desktop_sessions;
begin
  delete from private.quickbooks_desktop_sessions s where s.ticket_hash = ticket_hash_param returning * into closed;
  update private.accounting_leases l set lease = null, leased_until = null
    where l.company_id = closed.company_id and l.connection_id = closed.connection_id and l.lease = closed.lease;
end $$;
comment on function private.close_desktop_session(text) is 'For the server: ends a session and gives its lease back.';
