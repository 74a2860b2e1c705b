create table public.api_tokens (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  employee_id uuid,
  user_id uuid,
  role text,
  scopes text[] not null,
  public_part text not null,
  assurance text default 'aal1' not null,
  expires_on date not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_network text,
  revoked_at timestamptz,
  revoked_by uuid,
  revoked_because text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint api_tokens_pkey primary key (company_id, id),
  constraint api_tokens_id_once unique (id),
  constraint api_tokens_name_length check (char_length(btrim(name)) >= 1 and char_length(name) <= 100),
  constraint api_tokens_public_part_form check (public_part ~ '^[0-9A-Za-z]{8}$'),
  constraint api_tokens_assurance_known check (assurance in ('aal1', 'aal2')),
  constraint api_tokens_scopes_known check (cardinality(scopes) >= 1 and scopes <@ '{time:read,time:write,people:read,people:write,projects:read,projects:write,payroll:read,files:read,files:write,webhooks:manage}'::text[]),
  constraint api_tokens_person_or_role check ((employee_id is null) = (user_id is null) and (employee_id is null) = (role is not null)),
  constraint api_tokens_role_known check (role in ('owner', 'manager', 'foreman', 'employee')),
  constraint api_tokens_network_length check (char_length(last_used_network) <= 64),
  constraint api_tokens_revoked_because_known check (revoked_because in ('revoked', 'left', 'role')),
  constraint api_tokens_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint api_tokens_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint api_tokens_revoker foreign key (company_id, revoked_by) references public.employees(company_id, id) on delete set null (revoked_by),
  constraint api_tokens_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);
select private.refuse_non_finite('public.api_tokens');
create index api_tokens_by_employee on public.api_tokens (company_id, employee_id);
create index api_tokens_by_user on public.api_tokens (user_id);
comment on table public.api_tokens is 'Tokens for programs: a person''s, with that person''s rights, or the company''s, with those of a role; both cut by scopes. Made by create_api_token and create_company_token, which alone show the token; ended by revoke_api_token.';
comment on column public.api_tokens.public_part is 'The eight characters after chl_pat_: by them a token in a script is found again in the list.';
comment on column public.api_tokens.role is 'Of a token of the company; null where it is a person''s.';
comment on column public.api_tokens.assurance is 'aal2 where the session that made it had given the second factor.';
comment on column public.api_tokens.expires_on is 'Last day the token works, in the company''s time zone.';
comment on column public.api_tokens.last_used_at is 'Written at most once a minute.';
comment on column public.api_tokens.last_used_network is 'The network of the last request: the first 24 bits of an IPv4 address, 48 of an IPv6 one.';
alter table public.api_tokens enable row level security;
grant select on table public.api_tokens to authenticated;

create policy "People read their own tokens, owners all of the company" on public.api_tokens
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (employee_id = (select private.my_employee_id()) or (select private.is_owner())));

create or replace trigger keep_identity before update on public.api_tokens
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete on public.api_tokens
  for each row execute function private.record_change('last_used_at', 'last_used_network');

create or replace trigger zz_record_update after update on public.api_tokens
  for each row when (old.revoked_at is distinct from new.revoked_at) execute function private.record_change('last_used_at', 'last_used_network');

create or replace trigger end_api_token after update of revoked_at on public.api_tokens
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function private.announce_ended_token();

create or replace trigger end_deleted_api_token after delete on public.api_tokens
  for each row execute function private.announce_ended_token();

create or replace function private.announce_ended_token() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('api_tokens', old.id::text);
  return null;
end $$;
comment on function private.announce_ended_token() is 'Every server ends the requests and sockets of the token.';

create table private.api_token_hashes (
  token_id uuid not null,
  hash bytea not null,
  constraint api_token_hashes_pkey primary key (token_id),
  constraint api_token_hashes_once unique (hash),
  constraint api_token_hashes_length check (octet_length(hash) = 32),
  constraint api_token_hashes_token foreign key (token_id) references public.api_tokens(id) on delete cascade
);
comment on table private.api_token_hashes is 'SHA-256 of tokens: 238 random bits need no slow hash. No client reads it.';
alter table private.api_token_hashes enable row level security;

create table private.api_token_uses (
  token_id uuid not null,
  minute timestamptz not null,
  requests integer not null,
  constraint api_token_uses_pkey primary key (token_id),
  constraint api_token_uses_token foreign key (token_id) references public.api_tokens(id) on delete cascade
);
select private.refuse_non_finite('private.api_token_uses');
comment on table private.api_token_uses is 'Requests of each token in its current minute: one count for all servers.';
alter table private.api_token_uses enable row level security;

create or replace function private.serves_api_tokens() returns boolean
language sql stable set search_path = '' as $$
  select exists (select from pg_catalog.pg_roles where rolname = 'api_token');
$$;
comment on function private.serves_api_tokens() is 'Whether the server in front of the database knows tokens: a hosted project does not.';

create or replace function public.api_tokens_served() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.serves_api_tokens();
$$;
comment on function public.api_tokens_served() is 'Everyone: whether this installation accepts API tokens. A project hosted by Supabase does not.';
grant execute on function public.api_tokens_served() to authenticated;

create or replace function private.base62(bytes_param bytea) returns text
language sql immutable parallel safe set search_path = '' as $$
  -- 248 of 256 values are four times the 62 letters; the others would make some more likely.
  select string_agg(substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', get_byte(bytes_param, i) % 62 + 1, 1), '' order by i)
  from generate_series(0, length(bytes_param) - 1) i where get_byte(bytes_param, i) < 248;
$$;

create or replace function private.token_checksum(text_param text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  letters constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  crc bigint := 4294967295;
  digits text := '';
begin
  for i in 1 .. length(text_param) loop
    crc := crc # ascii(substr(text_param, i, 1));
    for bit in 1 .. 8 loop
      crc := (crc >> 1) # case when crc & 1 = 1 then 3988292384 else 0 end;
    end loop;
  end loop;
  crc := crc # 4294967295;
  for i in 1 .. 6 loop
    digits := substr(letters, (crc % 62)::integer + 1, 1) || digits;
    crc := crc / 62;
  end loop;
  return digits;
end $$;
comment on function private.token_checksum(text) is 'The last six characters of a token: CRC-32 of what stands before them, in base 62. A typing mistake is found without asking the server.';

create or replace function private.new_api_token() returns text
language plpgsql volatile set search_path = '' as $$
declare
  letters text := '';
begin
  while length(letters) < 48 loop
    letters := letters || coalesce(private.base62(extensions.gen_random_bytes(64)), '');
  end loop;
  letters := 'chl_pat_' || left(letters, 8) || '_' || substr(letters, 9, 40);
  return letters || private.token_checksum(letters);
end $$;

create or replace function private.store_api_token(company_id_param uuid, employee_id_param uuid, role_param text, name_param text, scopes_param text[], expires_on_param date) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  zone text := private.zone_of(company_id_param, null);
  today date := (now() at time zone zone)::date;
  last_day date := coalesce(expires_on_param, today + 90);
  token text := private.new_api_token();
  wanted text[] := array(select distinct s from unnest(scopes_param) s order by s);
  stored public.api_tokens;
  max_tokens constant integer := 50;
begin
  if not private.serves_api_tokens() then
    raise exception using errcode = 'P0001', hint = 'tokens_not_served', message = 'This installation does not accept API tokens.';
  end if;
  perform private.require_second_factor();
  if private.is_api_token() then
    raise exception using errcode = '42501', hint = 'person_needed', message = 'A token makes no other tokens.';
  end if;
  if coalesce(btrim(name_param), '') = '' or char_length(btrim(name_param)) > 100 then
    raise exception using errcode = 'P0001', hint = 'token_name_missing', message = 'Give the token a name of at most 100 characters.';
  end if;
  if cardinality(wanted) = 0 or array_position(wanted, null) is not null or not wanted <@ private.scope_names() then
    raise exception using errcode = 'P0001', hint = 'unknown_scope', message = 'Choose at least one scope, and only known ones.',
      detail = array_to_string(private.scope_names(), ' ');
  end if;
  if last_day < today or last_day > today + 366 then
    raise exception using errcode = 'P0001', hint = 'token_end_date', message = 'Choose an end date from today to 366 days ahead.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('api_tokens:' || company_id_param::text, 0));
  if (select count(*) from public.api_tokens t where t.company_id = company_id_param
      and t.employee_id is not distinct from employee_id_param and t.revoked_at is null and t.expires_at > now()) >= max_tokens then
    raise exception using errcode = 'P0001', hint = 'too_many_tokens', message = 'There are 50 tokens already. Revoke those that are not used.';
  end if;
  insert into public.api_tokens (company_id, name, employee_id, user_id, role, scopes, public_part, assurance, expires_on, expires_at)
    values (company_id_param, btrim(name_param), employee_id_param, case when employee_id_param is not null then auth.uid() end, role_param, wanted,
      substr(token, 9, 8), case when auth.jwt() ->> 'aal' = 'aal2' then 'aal2' else 'aal1' end,
      last_day, (last_day + 1)::timestamp at time zone zone)
    returning * into stored;
  insert into private.api_token_hashes (token_id, hash) values (stored.id, sha256(convert_to(token, 'UTF8')));
  -- Whoever sits at somebody else's open session could make one unseen.
  perform private.notify_person(company_id_param, r.employee_id, 'token_created', 'token ' || stored.id, 'token_created',
      jsonb_build_object('name', stored.name, 'scopes', array_to_string(wanted, ', '), 'last_day', to_char(last_day, r.date_format),
        'own', case when employee_id_param is not null then true end,
        'by', case when employee_id_param is null then private.person_name(company_id_param, private.my_employee_id()) end),
      '{"path": "/settings?tab=developers"}')
    from private.notification_recipients r
    where r.company_id = company_id_param and case when employee_id_param is null then r.role = 'owner' else r.employee_id = employee_id_param end;
  return jsonb_build_object('id', stored.id, 'token', token);
end $$;
comment on function private.store_api_token(uuid,uuid,text,text,text[],date) is 'Makes and stores a token; the answer alone has it. Whose it is, or the owners, are notified.';

create or replace function public.create_api_token(name_param text, scopes_param text[], expires_on_param date default null::date) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  return private.store_api_token(me.company_id, me.id, null, name_param, scopes_param, expires_on_param);
end $$;
comment on function public.create_api_token(text,text[],date) is 'Everyone: a token for a program with the caller''s own rights, cut by scopes. {id, token}; the token is shown this once. Ends after expires_on (default 90 days, at most 366).';
grant execute on function public.create_api_token(text,text[],date) to authenticated;

create or replace function public.create_company_token(name_param text, role_param text, scopes_param text[], expires_on_param date default null::date) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_owner();
begin
  if role_param is null or role_param not in ('owner', 'manager', 'foreman', 'employee') then
    raise exception using errcode = 'P0001', hint = 'unknown_role', message = 'Choose one of owner, manager, foreman and employee.';
  end if;
  return private.store_api_token(company, null, role_param, name_param, scopes_param, expires_on_param);
end $$;
comment on function public.create_company_token(text,text,text[],date) is 'Owner: a token of the company for a program that belongs to nobody. It has the rights of the role, cut by scopes, and acts for no person. {id, token}; the token is shown this once.';
grant execute on function public.create_company_token(text,text,text[],date) to authenticated;

create or replace function public.revoke_api_token(id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  stored public.api_tokens;
begin
  perform private.require_second_factor();
  select * into stored from public.api_tokens t
    where t.company_id = me.company_id and t.id = id_param and (t.employee_id = me.id or me.role = 'owner') for update;
  if stored.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This token was not found.';
  end if;
  if stored.revoked_at is null then
    update public.api_tokens t set revoked_at = now(), revoked_by = me.id, revoked_because = 'revoked'
      where t.company_id = stored.company_id and t.id = stored.id;
  end if;
end $$;
comment on function public.revoke_api_token(uuid) is 'Everyone their own tokens, owners all of the company: ends a token at once, on every server, for good. A repeat changes nothing.';
grant execute on function public.revoke_api_token(uuid) to authenticated;

create or replace function private.revoke_tokens_of_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.api_tokens t set revoked_at = now(), revoked_because = case when new.active and new.user_id is not distinct from old.user_id then 'role' else 'left' end
    where t.company_id = old.company_id and t.employee_id = old.id and t.revoked_at is null;
  return null;
end $$;
comment on function private.revoke_tokens_of_person() is 'Whoever leaves, loses the account, gets a lower role or loses one of the company''s own has no tokens any more.';

create or replace trigger revoke_tokens_of_person after update of active, user_id, role, company_role_id on public.employees
  for each row when (old.active and not new.active or old.user_id is distinct from new.user_id
    or old.company_role_id is distinct from new.company_role_id and old.company_role_id is not null and new.role in ('employee', 'foreman')
    or array_position('{employee,foreman,manager,owner}'::text[], new.role) < array_position('{employee,foreman,manager,owner}'::text[], old.role))
  execute function private.revoke_tokens_of_person();

create or replace function private.api_token_state(token public.api_tokens) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when token.id is null then 'unknown'
    when token.revoked_at is not null then 'revoked'
    when token.expires_at <= now() then 'expired'
    when token.employee_id is null then 'valid'
    when not exists (select from public.employees e join auth.users u on u.id = e.user_id
        where e.company_id = token.company_id and e.id = token.employee_id and e.user_id = token.user_id and e.active
          and (u.banned_until is null or u.banned_until < now()) and u.deleted_at is null) then 'revoked'
    when token.assurance <> 'aal2' and exists (select from auth.mfa_factors f where f.user_id = token.user_id and f.status = 'verified') then 'second_factor'
    else 'valid' end;
end $$;
comment on function private.api_token_state(public.api_tokens) is 'valid, unknown, revoked, expired, or second_factor: made before its person turned on two-factor authentication.';

create or replace function private.scopes_with_reads(scopes_param text[]) returns text[]
language sql immutable parallel safe as $$
  -- Inlined.
  select scopes_param || string_to_array(replace(array_to_string(scopes_param, ' '), ':write', ':read'), ' ');
$$;
comment on function private.scopes_with_reads(text[]) is 'Who may write may read. Some scopes stand in it twice.';

create or replace function private.token_claims(token public.api_tokens) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('role', 'authenticated', 'aud', 'authenticated', 'sub', token.user_id, 'aal', token.assurance,
    'company_id', token.company_id, 'company_role', token.role, 'token_id', token.id, 'token_name', token.name,
    'exp', extract(epoch from token.expires_at)::bigint,
    'scopes', (select jsonb_agg(distinct s order by s) from unnest(private.scopes_with_reads(token.scopes)) s)));
$$;
comment on function private.token_claims(public.api_tokens) is 'What policies see of a request with this token: the claims of a session of its person in its company, with token_id and scopes. A token of the company has company_role and no sub.';

create or replace function private.use_api_token(hash_param text, network_param text, limit_param integer, count_param integer default 1) returns table(state text, token_id uuid, claims text, requests integer, reserved integer, seconds_left double precision)
language plpgsql security definer set search_path = '' as $$
declare
  token public.api_tokens;
  this_minute timestamptz := date_trunc('minute', clock_timestamp());
begin
  select t.* into token from private.api_token_hashes h join public.api_tokens t on t.id = h.token_id where h.hash = decode(hash_param, 'hex');
  state := private.api_token_state(token);
  token_id := token.id;
  seconds_left := 60 - extract(second from clock_timestamp());
  if state = 'valid' then
    -- A count that is lost with the machine is no loss: nobody waits for the disk.
    perform set_config('synchronous_commit', 'off', true);
    -- All that is asked for, or else one.
    foreach reserved in array array[count_param, 1] loop
      insert into private.api_token_uses as u (token_id, minute, requests) values (token.id, this_minute, reserved)
        on conflict on constraint api_token_uses_pkey do update
          set minute = excluded.minute, requests = case when u.minute = excluded.minute then u.requests + reserved else reserved end
          where u.minute <> excluded.minute or u.requests + reserved <= limit_param
        returning u.requests into requests;
      exit when requests is not null;
    end loop;
    if requests is null then
      state := 'limited';
      requests := limit_param;
    else
      claims := private.token_claims(token)::text;
      update public.api_tokens t set last_used_at = now(), last_used_network = left(network_param, 64)
        where t.company_id = token.company_id and t.id = token.id and (t.last_used_at is null or t.last_used_at < now() - interval '1 minute');
    end if;
  end if;
  return next;
end $$;
comment on function private.use_api_token(text,text,integer,integer) is 'For the server: what became of the token with this SHA-256 (hex), who it speaks for, its requests of this minute, and how many of them were counted now: as many as asked for, or one where not so many are left.';

create or replace function private.ended_api_tokens(ids_param uuid[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select i from unnest(ids_param) i left join public.api_tokens t on t.id = i where private.api_token_state(t) <> 'valid';
$$;
comment on function private.ended_api_tokens(uuid[]) is 'For the server: which of these tokens may no longer be used.';

create or replace function public.my_token() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  token public.api_tokens;
begin
  select * into token from public.api_tokens t where t.id = (auth.jwt() ->> 'token_id')::uuid;
  if token.id is null then
    raise exception using errcode = 'P0001', hint = 'not_a_token', message = 'This tells a program about its own API token.';
  end if;
  return jsonb_build_object('id', token.id, 'name', token.name, 'scopes', token.scopes, 'expires_on', token.expires_on,
    'company', (select jsonb_build_object('id', c.id, 'name', c.name) from public.companies c where c.id = token.company_id),
    'person', (select jsonb_build_object('id', e.id, 'name', btrim(concat_ws(' ', e.first_name, e.last_name)), 'role', e.role)
      from public.employees e where e.company_id = token.company_id and e.id = token.employee_id),
    'role', token.role);
end $$;
comment on function public.my_token() is 'Any token, whatever its scopes: its name, scopes and end, its company, its person or role. A first call that shows whether the token works.';
grant execute on function public.my_token() to authenticated;
