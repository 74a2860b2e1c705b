create table private.mfa_recovery_attempts (
  user_id uuid not null,
  attempted_at timestamptz default clock_timestamp() not null,
  constraint mfa_recovery_attempts_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);
select private.refuse_non_finite('private.mfa_recovery_attempts');
create index mfa_recovery_attempts_user_id_idx on private.mfa_recovery_attempts (user_id, attempted_at);
comment on table private.mfa_recovery_attempts is 'Wrong guesses of the last quarter of an hour.';
alter table private.mfa_recovery_attempts enable row level security;

create table private.mfa_recovery_codes (
  user_id uuid not null,
  code_hash text not null,
  created_at timestamptz default now() not null,
  used_at timestamptz,
  constraint mfa_recovery_codes_pkey primary key (user_id, code_hash),
  constraint mfa_recovery_codes_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);
select private.refuse_non_finite('private.mfa_recovery_codes');
comment on table private.mfa_recovery_codes is 'SHA-256 of each code: 80 random bits need no slow hash.';
alter table private.mfa_recovery_codes enable row level security;

create or replace function public.create_recovery_codes() returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  codes text[];
begin
  if auth.jwt() ->> 'aal' is distinct from 'aal2' or private.verified_factor_id(auth.uid()) is null then
    raise exception using errcode = 'P0001', hint = 'second_factor_needed',
      message = 'Confirm with your authenticator app first.';
  end if;
  -- gen_random_uuid draws on the system's strong random numbers: two of them hold 244 random bits.
  select array_agg(rtrim(regexp_replace(left(encode(sha256(convert_to(
      gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex'), 20), '(.{5})', '\1-', 'g'), '-'))
    into codes from generate_series(1, 10);
  delete from private.mfa_recovery_codes c where c.user_id = auth.uid();
  insert into private.mfa_recovery_codes (user_id, code_hash)
    select auth.uid(), private.recovery_code_hash(auth.uid(), code) from unnest(codes) as code;
  return codes;
end $$;
comment on function public.create_recovery_codes() is 'Ten new codes, shown this once; the ones before stop working. Needs a session at aal2.';
grant execute on function public.create_recovery_codes() to authenticated;

create or replace function private.verified_factor_id(user_id_param uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select f.id from auth.mfa_factors f
    where f.user_id = user_id_param and f.status = 'verified' and f.factor_type = 'totp'
    order by f.created_at limit 1);
end $$;

create or replace function private.recovery_code_hash(user_id_param uuid, code_param text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(
    user_id_param::text || ':' || lower(regexp_replace(code_param, '[^0-9A-Za-z]', '', 'g')), 'UTF8')), 'hex')
$$;
comment on function private.recovery_code_hash(uuid,text) is 'Case, spaces and dashes do not matter.';

create or replace function public.recovery_codes_left() returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.mfa_recovery_codes c
    join auth.mfa_factors f on f.id = private.verified_factor_id(auth.uid())
    where c.user_id = auth.uid() and c.used_at is null and c.created_at >= f.created_at
$$;
comment on function public.recovery_codes_left() is 'How many of the caller''s codes have not been used.';
grant execute on function public.recovery_codes_left() to authenticated;

create or replace function public.use_recovery_code(code_param text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := auth.uid();
  factor constant uuid := private.verified_factor_id(auth.uid());
  current_session constant uuid := (auth.jwt() ->> 'session_id')::uuid;
begin
  if caller is null or factor is null
    or not exists (select from auth.sessions s where s.id = current_session and s.user_id = caller) then
    raise exception using errcode = 'P0001', hint = 'no_second_factor',
      message = 'Two-factor authentication is not on.';
  end if;
  perform private.refuse_undo();
  -- One guess at a time per account, so that guesses sent all at once are counted as well.
  perform pg_advisory_xact_lock(hashtextextended('recovery_code:' || caller, 0));
  delete from private.mfa_recovery_attempts a
    where a.user_id = caller and a.attempted_at < clock_timestamp() - interval '15 minutes';
  if (select count(*) from private.mfa_recovery_attempts a where a.user_id = caller) >= 5 then
    raise exception using errcode = 'P0001', hint = 'too_many_recovery_attempts',
      message = 'Too many wrong codes. Try again in 15 minutes.';
  end if;
  update private.mfa_recovery_codes c set used_at = now()
    where c.user_id = caller and c.code_hash = private.recovery_code_hash(caller, code_param) and c.used_at is null
      and c.created_at >= (select f.created_at from auth.mfa_factors f where f.id = factor);
  if not found then
    -- An error would undo the count.
    insert into private.mfa_recovery_attempts (user_id) values (caller);
    return false;
  end if;
  delete from private.mfa_recovery_attempts a where a.user_id = caller;
  insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
    values (gen_random_uuid(), current_session, 'totp', now(), now())
    on conflict (session_id, authentication_method) do update set updated_at = now();
  update auth.sessions s set aal = 'aal2', factor_id = factor, updated_at = now() where s.id = current_session;
  begin
    insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
      select '00000000-0000-0000-0000-000000000000', gen_random_uuid(),
        json_build_object('action', 'recovery_code_used', 'log_type', 'factor', 'actor_id', caller,
          'actor_username', u.email, 'actor_via_sso', false,
          'traits', json_build_object('factor_id', factor, 'session_id', current_session)), now(), coalesce(host(s.ip), '')
      from auth.users u, auth.sessions s where u.id = caller and s.id = current_session;
  exception when insufficient_privilege then
    null; -- Where the log belongs to the platform alone, its keeper is the mail below.
  end;
  if to_regprocedure('mail.enqueue(text, text, text, jsonb, text)') is not null then
    execute 'select mail.enqueue(u.email, ''auth_recovery_code_used'', u.raw_user_meta_data ->> ''language'', ''{}'', null)
      from auth.users u where u.id = $1 and u.email is not null' using caller;
  end if;
  return true;
end $$;
comment on function public.use_recovery_code(text) is 'True: the session is at aal2 from its next refresh on. False: the code is wrong or used. Five wrong ones in 15 minutes are the limit.';
grant execute on function public.use_recovery_code(text) to authenticated;
