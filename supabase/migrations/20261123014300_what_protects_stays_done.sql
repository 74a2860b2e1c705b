-- What protects people stays done, whatever the caller makes of the answer: see decision 247.

create or replace function private.refuse_undo() returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.request_header('prefer') ~* '(tx\s*=\s*rollback|max-affected)' then
    raise exception using errcode = 'P0001', hint = 'cannot_be_undone', message = 'This call cannot be rolled back.';
  end if;
end $$;
comment on function private.refuse_undo() is 'Refuses a request that asks to be undone after it was answered: a guess that undoes its own count would be free.';

create or replace function private.check_pin(kiosk public.kiosks, employee_id_param uuid, pin_param text, out result text, out tries_left integer) returns record
language plpgsql security definer set search_path = '' as $$
declare
  pin public.employee_pins;
begin
  perform private.refuse_undo();
  -- One try at a time per person, so that tries sent all at once are counted as well.
  select p.* into pin from public.employee_pins p
    join public.employees e on e.company_id = p.company_id and e.id = p.employee_id and e.active
    where p.company_id = kiosk.company_id and p.employee_id = employee_id_param for update of p;
  if pin.id is null then
    result := 'no_pin';
  elsif pin.locked_at is not null then
    result := 'locked';
  elsif exists (select from private.employee_pin_hashes h
      where h.company_id = kiosk.company_id and h.employee_id = employee_id_param and h.pin_hash = extensions.crypt(pin_param, h.pin_hash)) then
    result := 'ok';
    if pin.failed_attempts > 0 then
      update public.employee_pins p set failed_attempts = 0 where p.company_id = pin.company_id and p.id = pin.id;
    end if;
    update public.kiosks k set last_used_at = now() where k.company_id = kiosk.company_id and k.id = kiosk.id;
  else
    -- An error would undo the count.
    update public.employee_pins p set failed_attempts = p.failed_attempts + 1,
        locked_at = case when p.failed_attempts + 1 >= 5 then now() end
      where p.company_id = pin.company_id and p.id = pin.id returning 5 - p.failed_attempts into tries_left;
    result := case tries_left when 0 then 'locked' else 'wrong_pin' end;
  end if;
end $$;

create or replace function public.punch_locations_for(employee_id_param uuid, start_date_param date, end_date_param date, purpose_param text default null::text) returns table(id uuid, time_entry_id uuid, employee_id uuid, project_id uuid, moment text, punched_at timestamptz, latitude numeric, longitude numeric, accuracy_m numeric, fix_age_s integer, inside boolean, edge_m numeric)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
  zone text := (select c.time_zone from public.companies c where c.id = me.company_id);
  purpose text := btrim(purpose_param);
  people uuid[];
begin
  if employee_id_param is distinct from me.id then
    perform private.refuse_undo();
    me := private.require_foreman();
    people := array(select private.my_crew());
    if employee_id_param is not null then
      if me.role = 'foreman' and not employee_id_param = any (people) then
        raise exception using errcode = '42501', hint = 'not_your_crew', message = 'This person is not in your crew.';
      end if;
      perform private.require_colleague(me.company_id, employee_id_param);
    end if;
    if coalesce(purpose, '') = '' or char_length(purpose) > 200 then
      raise exception using errcode = 'P0001', hint = 'purpose_required', message = 'Say in up to 200 characters why you look at these locations.';
    end if;
  end if;
  perform private.require_date_range(start_date_param, end_date_param);
  people := case when employee_id_param is null then people else array[employee_id_param] end;
  return query
    with seen as (
      select l.id, l.time_entry_id, l.employee_id, t.project_id, l.moment, l.punched_at,
        l.latitude, l.longitude, l.accuracy_m, l.fix_age_s, l.inside, l.edge_m
      from unnest(people) as person (id)
      join public.punch_locations l on l.company_id = me.company_id and l.employee_id = person.id
        and l.punched_at >= start_date_param::timestamp at time zone zone
        and l.punched_at < (end_date_param + 1)::timestamp at time zone zone
      join public.time_entries t on t.company_id = l.company_id and t.id = l.time_entry_id
    ), looked as (
      insert into public.location_views (company_id, viewer_id, employee_id, purpose, start_date, end_date)
        select me.company_id, me.id, who.id, purpose, start_date_param, end_date_param
        from (select employee_id_param as id where employee_id_param is not null union select s.employee_id from seen s) who
        where who.id <> me.id
          -- The pages of a long answer are one look.
          and not exists (select from public.location_views v where v.company_id = me.company_id and v.viewer_id = me.id and v.employee_id = who.id
            and v.purpose = btrim(purpose_param) and v.start_date = start_date_param and v.end_date = end_date_param
            and v.viewed_at > now() - interval '30 seconds')
    )
    select s.* from seen s order by s.punched_at desc, s.id;
end $$;

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

-- Pairing codes are guessed no more freely than PINs.
create table private.kiosk_pairing_attempts (
  user_id uuid not null references auth.users (id) on delete cascade,
  attempted_at timestamptz default clock_timestamp() not null,
  constraint finite_attempted_at check (isfinite(attempted_at))
);
create index kiosk_pairing_attempts_user_id_idx on private.kiosk_pairing_attempts (user_id, attempted_at);
comment on table private.kiosk_pairing_attempts is 'Wrong pairing codes of the last quarter of an hour.';
alter table private.kiosk_pairing_attempts enable row level security;

create or replace function public.pair_kiosk(code_param text) returns json
language plpgsql security definer set search_path = '' as $$
declare
  code private.kiosk_codes;
begin
  if not exists (select from auth.users u where u.id = auth.uid() and u.is_anonymous) then
    raise exception using errcode = 'P0001', hint = 'kiosk_needs_own_account',
      message = 'Sign out first: a kiosk has an account of its own.';
  end if;
  if (private.my_kiosk()).id is not null then
    raise exception using errcode = 'P0001', hint = 'kiosk_paired_already', message = 'This tablet is already paired.';
  end if;
  perform private.refuse_undo();
  -- One guess at a time per account, so that guesses sent all at once are counted as well.
  perform pg_advisory_xact_lock(hashtextextended('pair_kiosk:' || auth.uid(), 0));
  delete from private.kiosk_pairing_attempts a where a.attempted_at < clock_timestamp() - interval '15 minutes';
  if (select count(*) from private.kiosk_pairing_attempts a where a.user_id = auth.uid()) >= 10 then
    raise exception using errcode = 'P0001', hint = 'too_many_pairing_attempts',
      message = 'Too many wrong codes. Try again in 15 minutes.';
  end if;
  delete from private.kiosk_codes c
    where c.code_hash = private.kiosk_code_hash(code_param) and c.expires_at > now() returning * into code;
  if code.kiosk_id is null then
    -- An error would undo the count.
    insert into private.kiosk_pairing_attempts (user_id) values (auth.uid());
    return null;
  end if;
  update public.kiosks k set user_id = auth.uid(), paired_at = now(), last_used_at = now()
    where k.company_id = code.company_id and k.id = code.kiosk_id and k.revoked_at is null;
  return public.my_kiosk();
end $$;
comment on function public.pair_kiosk(text) is 'Makes the caller''s anonymous account the kiosk of this code. Null: the code is wrong or too old; ten wrong ones in 15 minutes are the limit.';

-- The account of a tablet stays what it is: with an address and a password it would work from anywhere, for good.
create or replace function private.refuse_kiosk_account_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.kiosks k where k.user_id = old.id) then
    raise exception using errcode = 'P0001', hint = 'kiosk_account_fixed', message = 'The account of a kiosk cannot be changed.';
  end if;
  return new;
end $$;
comment on function private.refuse_kiosk_account_change() is 'A kiosk has no address, phone or password, and gets none.';

create trigger refuse_kiosk_account_change before update on auth.users
  for each row when (old.email is distinct from new.email or old.phone is distinct from new.phone
    or old.encrypted_password is distinct from new.encrypted_password or old.is_anonymous is distinct from new.is_anonymous
    or coalesce(new.email_change, '') not in ('', coalesce(old.email_change, ''))
    or coalesce(new.phone_change, '') not in ('', coalesce(old.phone_change, ''))
    or old.raw_user_meta_data is distinct from new.raw_user_meta_data)
  execute function private.refuse_kiosk_account_change();

-- Those that got an address before lose their rights; pairing the tablet again takes a minute.
update public.kiosks k set revoked_at = now()
  from auth.users u where u.id = k.user_id and not u.is_anonymous and k.revoked_at is null;
