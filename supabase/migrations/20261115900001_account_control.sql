-- Who may control accounts: limits on mail, sources that clients may not invent, codes of one factor only.

create or replace function private.send_invitation(employee public.employees, inviter public.employees) returns public.employee_invitations
language plpgsql volatile security definer set search_path = '' as $$
declare
  invitation public.employee_invitations;
begin
  -- Counted one after the other, so that calls at the same moment are counted as well.
  perform pg_advisory_xact_lock(hashtextextended('invitations:' || employee.company_id::text, 0));
  if (select count(*) from public.employee_invitations i
      where i.company_id = employee.company_id and i.sent_at > now() - interval '1 hour')
    >= (select case when c.created_at > now() - interval '1 day' then 50 else 300 end
      from public.companies c where c.id = employee.company_id) then
    raise exception using errcode = 'P0001', hint = 'too_many_invitations',
      message = 'Too many invitations within an hour. Try again later, or add people without inviting them.';
  end if;
  insert into public.employee_invitations (company_id, employee_id, email, invited_by, sent_at)
    values (employee.company_id, employee.id, employee.email, auth.uid(), now())
    on conflict (company_id, employee_id) where accepted_at is null and withdrawn_at is null
      do update set sent_at = now(), expires_at = now() + interval '7 days', email = excluded.email, invited_by = excluded.invited_by
    returning * into invitation;
  -- The queue belongs to the platform; where there is none the invitation still stands and can be accepted.
  if to_regprocedure('mail.enqueue(text, text, text, jsonb, text)') is not null then
    execute 'select mail.enqueue($1, $2, $3, $4, $5)' using employee.email, 'employee_invitation', employee.language,
      jsonb_build_object('first_name', employee.first_name,
        'company_name', (select c.name from public.companies c where c.id = employee.company_id),
        'inviter_name', btrim(concat_ws(' ', inviter.first_name, inviter.last_name))), 'invite';
  end if;
  return invitation;
end $$;

-- A client may say that it is the web or the mobile app; what speaks for more is set by functions.
create or replace function private.change_source() returns text
language sql stable set search_path = '' as $$
  select case
    when nullif(current_setting('chalkline.source', true), '') is not null then current_setting('chalkline.source', true)
    when private.request_header('x-client-source') in ('web', 'mobile') then private.request_header('x-client-source')
    when nullif(current_setting('request.jwt.claims', true), '') is not null then 'api'
    else 'database' end;
$$;

-- Codes belong to the factor they were made for: a new owner with a new app is not met by old codes.
create or replace function public.use_recovery_code(code_param text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := auth.uid();
  factor constant uuid := private.verified_factor_id(auth.uid());
  current_session constant uuid := (auth.jwt() ->> 'session_id')::uuid;
begin
  if caller is null or factor is null
    or not exists (select from auth.sessions s where s.id = current_session and s.user_id = caller) then
    raise exception using errcode = 'P0001', hint = 'no_second_factor',
      message = 'There is no authenticator app to stand in for.';
  end if;
  -- A guess that undoes its own count would be free.
  if private.request_header('prefer') ~* 'tx\s*=\s*rollback' then
    raise exception using errcode = 'P0001', hint = 'cannot_be_undone', message = 'This cannot be tried and undone.';
  end if;
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

create or replace function public.recovery_codes_left() returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.mfa_recovery_codes c
    join auth.mfa_factors f on f.id = private.verified_factor_id(auth.uid())
    where c.user_id = auth.uid() and c.used_at is null and c.created_at >= f.created_at
$$;
