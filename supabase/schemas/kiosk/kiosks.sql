create table public.kiosks (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  project_id uuid,
  user_id uuid,
  paired_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint kiosks_pkey primary key (company_id, id),
  constraint kiosks_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint kiosks_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint kiosks_project foreign key (company_id, project_id) references public.projects(company_id, id),
  constraint kiosks_user_id_fkey foreign key (user_id) references auth.users(id) on delete set null
);
select private.refuse_non_finite('public.kiosks');
create unique index kiosks_one_per_account on public.kiosks (user_id) where revoked_at is null and user_id is not null;
comment on table public.kiosks is 'Tablets that people clock in on with a PIN; written by create_kiosk, pair_kiosk and revoke_kiosk.';
comment on column public.kiosks.user_id is 'The anonymous account of the tablet. It has no employee record, so nothing but the kiosk functions answers it.';
alter table public.kiosks enable row level security;
alter publication supabase_realtime add table public.kiosks;
grant select on table public.kiosks to authenticated;

create policy "Managers read kiosks" on public.kiosks
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger keep_identity before update on public.kiosks
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete on public.kiosks
  for each row execute function private.record_change();

create or replace trigger zz_record_update after update on public.kiosks
  for each row when (old.paired_at is distinct from new.paired_at or old.revoked_at is distinct from new.revoked_at or old.name is distinct from new.name or old.project_id is distinct from new.project_id) execute function private.record_change();

create table private.kiosk_codes (
  company_id uuid not null,
  kiosk_id uuid not null,
  code_hash text not null,
  expires_at timestamptz not null,
  constraint kiosk_codes_pkey primary key (company_id, kiosk_id),
  constraint kiosk_codes_code_hash_key unique (code_hash),
  constraint kiosk_codes_company_id_kiosk_id_fkey foreign key (company_id, kiosk_id) references public.kiosks(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.kiosk_codes');
comment on table private.kiosk_codes is 'SHA-256 of pairing codes: 40 random bits for 30 minutes need no slow hash.';
alter table private.kiosk_codes enable row level security;

create table private.kiosk_pairing_attempts (
  user_id uuid not null,
  attempted_at timestamptz default clock_timestamp() not null,
  constraint kiosk_pairing_attempts_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);
select private.refuse_non_finite('private.kiosk_pairing_attempts');
create index kiosk_pairing_attempts_user_id_idx on private.kiosk_pairing_attempts (user_id, attempted_at);
comment on table private.kiosk_pairing_attempts is 'Wrong pairing codes of the last quarter of an hour.';
alter table private.kiosk_pairing_attempts enable row level security;

create table private.kiosk_seals (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  kiosk_id uuid not null,
  secret bytea default extensions.gen_random_bytes(32) not null,
  created_at timestamptz default now() not null,
  constraint kiosk_seals_pkey primary key (company_id, id),
  constraint kiosk_seals_company_id_kiosk_id_fkey foreign key (company_id, kiosk_id) references public.kiosks(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.kiosk_seals');
create index kiosk_seals_by_kiosk on private.kiosk_seals (company_id, kiosk_id, created_at);
comment on table private.kiosk_seals is 'Where the chains began that tablets seal PINs with while they have no signal.';
alter table private.kiosk_seals enable row level security;

create or replace trigger refuse_kiosk_account_change before update on auth.users
  for each row when (old.email::text is distinct from new.email::text or old.phone is distinct from new.phone or old.encrypted_password::text is distinct from new.encrypted_password::text or old.is_anonymous is distinct from new.is_anonymous or coalesce(new.email_change, ''::character varying)::text <> '' and coalesce(new.email_change, ''::character varying)::text <> coalesce(old.email_change, ''::character varying)::text or coalesce(new.phone_change, '') <> '' and coalesce(new.phone_change, '') <> coalesce(old.phone_change, '') or old.raw_user_meta_data is distinct from new.raw_user_meta_data) execute function private.refuse_kiosk_account_change();

create or replace function private.refuse_kiosk_account_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.kiosks k where k.user_id = old.id) then
    raise exception using errcode = 'P0001', hint = 'kiosk_account_fixed', message = 'The account of a kiosk cannot be changed.';
  end if;
  return new;
end $$;
comment on function private.refuse_kiosk_account_change() is 'A kiosk has no address, phone or password, and gets none.';

create or replace trigger refuse_kiosk_factor before insert on auth.mfa_factors
  for each row execute function private.refuse_kiosk_factor();

create or replace function private.refuse_kiosk_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.kiosks k where k.user_id = new.user_id) then
    raise exception using errcode = 'P0001', hint = 'kiosk_account_fixed', message = 'The account of a kiosk cannot be changed.';
  end if;
  return new;
end $$;
comment on function private.refuse_kiosk_factor() is 'A second factor would leave the tablet to whoever copied its session.';

create or replace function public.create_kiosk(name_param text, project_id_param uuid default null::uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  kiosk public.kiosks;
  -- Letters and figures that nobody mistakes for one another.
  letters constant text := '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  code text;
begin
  select string_agg(substr(letters, get_byte(bytes, position) % 32 + 1, 1), '' order by position) into code
    from (select extensions.gen_random_bytes(8) as bytes) r, generate_series(0, 7) as position;
  insert into public.kiosks (company_id, name, project_id) values (me.company_id, btrim(name_param), project_id_param) returning * into kiosk;
  insert into private.kiosk_codes (company_id, kiosk_id, code_hash, expires_at)
    values (me.company_id, kiosk.id, private.kiosk_code_hash(code), now() + interval '30 minutes');
  return left(code, 4) || '-' || right(code, 4);
end $$;
comment on function public.create_kiosk(text,uuid) is 'Makes a kiosk and returns its pairing code, shown this once and good for 30 minutes and one tablet.';
grant execute on function public.create_kiosk(text,uuid) to authenticated;

create or replace function private.kiosk_code_hash(code_param text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select encode(sha256(convert_to(upper(regexp_replace(code_param, '[^0-9A-Za-z]', '', 'g')), 'UTF8')), 'hex')
$$;
comment on function private.kiosk_code_hash(text) is 'Case, spaces and dashes do not matter.';

create or replace function public.revoke_kiosk(kiosk_id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  update public.kiosks k set revoked_at = now()
    where k.company_id = me.company_id and k.id = kiosk_id_param and k.revoked_at is null;
  delete from private.kiosk_codes c where c.company_id = me.company_id and c.kiosk_id = kiosk_id_param;
end $$;
comment on function public.revoke_kiosk(uuid) is 'Ends a tablet''s rights at once.';
grant execute on function public.revoke_kiosk(uuid) to authenticated;

create or replace function public.my_kiosk() returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('id', k.id, 'name', k.name, 'project_id', k.project_id, 'project_name', p.name,
    'company_name', c.name, 'time_zone', private.zone_of(k.company_id, k.project_id), 'server_time', clock_timestamp(),
    'site_sign_in', exists (select from public.site_sign_in_settings s where s.company_id = k.company_id and s.project_id = k.project_id and s.at_kiosk))
  from public.kiosks k
  join public.companies c on c.id = k.company_id
  left join public.projects p on p.company_id = k.company_id and p.id = k.project_id
  where k.user_id = auth.uid() and k.revoked_at is null;
$$;
comment on function public.my_kiosk() is 'What the tablet is: its name, project, company and zone, and whether visitors sign in at it. Null for every other account.';
grant execute on function public.my_kiosk() to authenticated;

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
    -- An error would undo the count; of 40 random bits for half an hour that tells nobody anything.
    insert into private.kiosk_pairing_attempts (user_id) values (auth.uid());
    return null;
  end if;
  update public.kiosks k set user_id = auth.uid(), paired_at = now(), last_used_at = now()
    where k.company_id = code.company_id and k.id = code.kiosk_id and k.revoked_at is null;
  return public.my_kiosk();
end $$;
comment on function public.pair_kiosk(text) is 'Makes the caller''s anonymous account the kiosk of this code. Null: the code is wrong or too old; ten wrong ones in 15 minutes are the limit.';
grant execute on function public.pair_kiosk(text) to authenticated;

create or replace function private.my_kiosk() returns public.kiosks
language plpgsql stable security definer set search_path = '' as $$
declare
  kiosk public.kiosks;
begin
  select * into kiosk from public.kiosks k where k.user_id = auth.uid() and k.revoked_at is null;
  return kiosk;
end $$;

create or replace function private.is_at_my_kiosk(company_id_param uuid, project_id_param uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select (private.my_kiosk()).project_id in (select private.project_line(project_id_param, company_id_param));
$$;
comment on function private.is_at_my_kiosk(uuid,uuid) is 'Whether the tablet that calls stands on this project or on what it is a part of.';

create or replace function public.kiosk_people() returns table(employee_id uuid, first_name text, last_name text, employee_number text, language text, status text, has_pin boolean, usually_here boolean)
language sql stable security definer set search_path = '' as $$
  select e.id, e.first_name, e.last_name, e.employee_number, coalesce(pr.language, e.language),
    case when t.id is null then 'out' when exists (select from public.time_entry_breaks b
      where b.company_id = t.company_id and b.time_entry_id = t.id and b.ended_at is null) then 'break' else 'in' end,
    pin.id is not null,
    k.project_id is null or exists (select from public.work_totals w
      where w.company_id = k.company_id and w.employee_id = e.id and w.project_id = k.project_id and w.work_date > current_date - 14)
  from public.kiosks k
  join public.employees e on e.company_id = k.company_id and e.active
  left join public.profiles pr on pr.id = e.user_id
  left join public.employee_pins pin on pin.company_id = e.company_id and pin.employee_id = e.id
  left join public.time_entries t on t.company_id = e.company_id and t.employee_id = e.id and t.clock_out is null
  where k.user_id = auth.uid() and k.revoked_at is null
  order by e.first_name, e.last_name;
$$;
comment on function public.kiosk_people() is 'Names, numbers and whether they are in, for a paired kiosk; no hours, no pay. Nothing for any other account.';
grant execute on function public.kiosk_people() to authenticated;

create or replace function public.kiosk_person(employee_id_param uuid, pin_param text) returns json
language plpgsql security definer set search_path = '' as $$
declare
  kiosk public.kiosks := private.require_kiosk();
  pin record;
  person public.employees;
begin
  pin := private.check_pin(kiosk, employee_id_param, pin_param);
  if pin.result <> 'ok' then
    return json_build_object('result', pin.result, 'tries_left', pin.tries_left);
  end if;
  select * into person from public.employees e where e.company_id = kiosk.company_id and e.id = employee_id_param;
  return json_build_object('result', 'ok', 'first_name', person.first_name, 'last_name', person.last_name,
    'language', coalesce((select p.language from public.profiles p where p.id = person.user_id), person.language),
    'running', (select json_build_object('since', t.clock_in, 'project_name', p.path, 'project_name_es', p.path_es, 'cost_code_name', c.name, 'classification_name', w.name,
        'classification_name_es', coalesce(w.name_es, w.name), 'on_break', exists (
          select from public.time_entry_breaks b where b.company_id = t.company_id and b.time_entry_id = t.id and b.ended_at is null),
        -- Asked for when a clock of over 16 hours is stopped.
        'proposal', case when private.is_long_clock(t.clock_in, now()) then (
          select json_build_object('proposed_at', e.proposed_at, 'reason', e.reason, 'sample_size', e.sample_size) from private.proposed_end(t) e) end)
      from public.time_entries t
      left join private.project_paths p on p.company_id = t.company_id and p.id = t.project_id
      left join public.cost_codes c on c.company_id = t.company_id and c.id = t.cost_code_id
      left join public.work_classifications w on w.company_id = t.company_id and w.id = t.classification_id
      where t.company_id = kiosk.company_id and t.employee_id = person.id and t.clock_out is null),
    'recent', (select coalesce(json_agg(r order by r.last_used_at desc), '[]') from (
      select e.project_id, e.cost_code_id, max(e.clock_in) as last_used_at, e.classification_id from (
        select t.project_id, t.cost_code_id, t.clock_in, case when t.classification_id is not null then
          private.usable_classification(t.company_id, t.project_id, t.classification_id, private.company_today(t.company_id)) end as classification_id
        from public.time_entries t
        where t.company_id = kiosk.company_id and t.employee_id = person.id and t.project_id is not null
        order by t.clock_in desc limit 40) e
      group by 1, 2, 4 order by 3 desc limit 6) r),
    'projects', (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'name_es', p.name_es)
        order by p.id is distinct from kiosk.project_id, p.name), '[]')
      from private.bookable_projects(kiosk.company_id) p
      where p.id not in (select private.projects_of_other_teams(kiosk.company_id, person.id)) or private.is_scheduled_on(kiosk.company_id, person.id, p.id, now())),
    'cost_codes', (select coalesce(json_agg(json_build_object('id', c.id, 'code', c.code, 'name', c.name, 'name_es', c.name_es, 'projects',
        (select json_agg(l.project_id) from public.project_cost_codes l where l.company_id = c.company_id and l.cost_code_id = c.id)) order by c.code), '[]')
      from public.cost_codes c where c.company_id = kiosk.company_id and c.active),
    'limited_projects', (select coalesce(json_agg(distinct l.project_id), '[]') from public.project_cost_codes l where l.company_id = kiosk.company_id),
    'classes', private.kiosk_classes(kiosk.company_id),
    'cost_code_required', (select c.cost_code_required from public.companies c where c.id = kiosk.company_id),
    'photo', private.wants_kiosk_photos(kiosk.company_id, person.id),
    'clock_from', private.my_clock_rules(person) -> 'from',
    'questions', (select coalesce(json_agg(json_build_object('id', q.id, 'moment', q.moment, 'text_en', q.text_en, 'text_es', q.text_es)
        order by q.position, q.created_at), '[]')
      from public.clock_questions q where q.company_id = kiosk.company_id and q.active));
end $$;
comment on function public.kiosk_person(uuid,text) is 'With the right PIN: whether and on what the person is clocked in, and what can be worked on. Otherwise wrong_pin, locked or no_pin.';
grant execute on function public.kiosk_person(uuid,text) to authenticated;

create or replace function private.require_kiosk() returns public.kiosks
language plpgsql stable security definer set search_path = '' as $$
declare
  kiosk public.kiosks := private.my_kiosk();
begin
  if kiosk.id is null then
    raise exception using errcode = 'P0001', hint = 'kiosk_not_paired', message = 'This tablet is not paired.';
  end if;
  return kiosk;
end $$;

create or replace function private.check_pin(kiosk public.kiosks, employee_id_param uuid, pin_param text, out result text, out tries_left integer) returns record
language plpgsql security definer set search_path = '' as $$
begin
  select c.result, c.tries_left into check_pin.result, check_pin.tries_left from private.check_employee_pin(kiosk.company_id, employee_id_param, pin_param) c;
  if check_pin.result = 'ok' then
    update public.kiosks k set last_used_at = now() where k.company_id = kiosk.company_id and k.id = kiosk.id;
  end if;
end $$;
comment on function private.check_pin(public.kiosks,uuid,text) is 'As check_employee_pin, at a kiosk.';

create or replace function public.kiosk_punch(employee_id_param uuid, pin_param text, kind_param text, project_id_param uuid default null::uuid, cost_code_id_param uuid default null::uuid, id_param uuid default null::uuid, ended_at_param timestamptz default null::timestamptz, classification_id_param uuid default null::uuid) returns table(result text, entry_id uuid, happened_at timestamptz, tries_left integer)
language plpgsql security definer set search_path = '' as $$
declare
  kiosk public.kiosks := private.require_kiosk();
  kind constant text := case kind_param when 'in' then 'clock_in' when 'out' then 'clock_out' when 'break' then 'start_break' else kind_param end;
  project constant uuid := coalesce(project_id_param, kiosk.project_id);
  pin record;
  person public.employees;
  running public.time_entries;
  moment timestamptz;
begin
  if kind is null or kind not in ('clock_in', 'clock_out', 'switch', 'start_break', 'end_break') then
    raise exception using errcode = 'P0001', hint = 'unknown_punch', message = 'Clock in, clock out, switch, start or end a break.';
  end if;
  pin := private.check_pin(kiosk, employee_id_param, pin_param);
  if pin.result <> 'ok' then
    result := pin.result;
    tries_left := pin.tries_left;
    return next;
    return;
  end if;
  select * into person from public.employees e where e.company_id = kiosk.company_id and e.id = employee_id_param;
  perform private.give_reason('Kiosk');
  perform private.lock_people(kiosk.company_id, array[person.id]);
  running := private.running_entry(kiosk.company_id, person.id);
  moment := clock_timestamp();
  result := 'done';
  if id_param is not null and kind in ('clock_in', 'switch') then
    select e.id, e.clock_in into entry_id, happened_at from public.time_entries e
      where e.company_id = kiosk.company_id and e.employee_id = person.id and e.id = id_param;
    if entry_id is not null then
      return next;
      return;
    end if;
  end if;
  if kind = 'clock_in' and running.id is not null then
    result := 'already_in';
  elsif kind <> 'clock_in' and running.id is null then
    result := 'not_in';
  elsif kind = 'clock_in' then
    running := private.start_entry(person, id_param, project, cost_code_id_param, null, 'kiosk', null, moment, null, classification_id_param);
  elsif kind = 'clock_out' and ended_at_param is not null then
    running := private.stop_with_stated_end(running, ended_at_param, null, null, 'kiosk');
  elsif kind = 'clock_out' then
    running := private.stop_entry(running, moment, null, null);
  elsif kind = 'switch' then
    running := private.stop_entry(running, moment, null, null);
    running := private.start_entry(person, id_param, project, cost_code_id_param, null, 'kiosk', null, running.clock_out, null, classification_id_param);
  elsif kind = 'start_break' then
    perform private.kiosk_break(running, id_param, moment);
  else
    update public.time_entry_breaks b set ended_at = greatest(moment, b.started_at + interval '1 microsecond')
      where b.company_id = running.company_id and b.time_entry_id = running.id and b.ended_at is null;
  end if;
  entry_id := running.id;
  happened_at := case kind when 'clock_in' then running.clock_in when 'switch' then running.clock_in
    when 'clock_out' then coalesce(running.clock_out, moment) else moment end;
  return next;
end $$;
comment on function public.kiosk_punch(uuid,text,text,uuid,uuid,uuid,timestamptz,uuid) is 'Punches for a person with their PIN: clock_in, clock_out, switch, start_break, end_break. Result: done, already_in, not_in, wrong_pin, locked, no_pin. Without a project the kiosk''s own is taken. ended_at: of a clock that has run over 16 hours, when the person really stopped. Idempotent by id.';
grant execute on function public.kiosk_punch(uuid,text,text,uuid,uuid,uuid,timestamptz,uuid) to authenticated;

create or replace function private.kiosk_classes(company_id_param uuid) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object('id', k.id, 'project_id', d.project_id, 'code', k.code, 'name', k.name, 'name_es', coalesce(k.name_es, k.name))
      order by k.name, k.code), '[]')
  from (
    -- Of each determination the modification in effect: a class that it lacks is not chosen any more.
    select distinct on (d.project_id, d.number) d.project_id, d.id, today.date
    from public.public_contracts w
    join public.projects p on p.company_id = w.company_id and p.id = w.project_id and p.status = 'active' and p.archived_at is null
    join public.wage_determinations d on d.company_id = w.company_id and d.project_id = w.project_id
    cross join (select private.company_today(company_id_param) as date) today
    where w.company_id = company_id_param
    order by d.project_id, d.number, d.effective_from <= today.date desc, abs(d.effective_from - today.date)) d
  join public.work_classifications k on k.company_id = company_id_param and k.determination_id = d.id
  where k.ends_on is null or k.ends_on >= d.date;
$$;
comment on function private.kiosk_classes(uuid) is 'The classes of public work that can be chosen today, without rates.';

create or replace function private.kiosk_break(running public.time_entries, id_param uuid, moment_param timestamptz) returns void
language sql security definer set search_path = '' as $$
  insert into public.time_entry_breaks (company_id, id, time_entry_id, employee_id, started_at, kind, paid)
    values (running.company_id, coalesce(id_param, gen_random_uuid()), running.id, running.employee_id,
      greatest(moment_param, running.clock_in), 'meal', false)
    on conflict do nothing;
$$;

create or replace function public.kiosk_kit(new_seal_param boolean default false) returns json
language plpgsql security definer set search_path = '' as $$
declare
  kiosk public.kiosks := private.require_kiosk();
  seal private.kiosk_seals;
begin
  if new_seal_param then
    delete from private.kiosk_seals s where s.company_id = kiosk.company_id and s.kiosk_id = kiosk.id and s.created_at < now() - interval '180 days';
    insert into private.kiosk_seals (company_id, kiosk_id) values (kiosk.company_id, kiosk.id) returning * into seal;
  end if;
  return json_build_object(
    'seal', case when seal.id is not null then json_build_object('id', seal.id, 'key', encode(seal.secret, 'hex')) end,
    -- Projects with a team are asked for by name, with a signal.
    'projects', (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'name_es', p.name_es)
        order by p.id is distinct from kiosk.project_id, p.name), '[]')
      from private.bookable_projects(kiosk.company_id) p
      where p.id = kiosk.project_id or p.id not in (select private.projects_of_other_teams(kiosk.company_id, null))),
    'cost_codes', (select coalesce(json_agg(json_build_object('id', c.id, 'code', c.code, 'name', c.name, 'name_es', c.name_es, 'projects',
        (select json_agg(l.project_id) from public.project_cost_codes l where l.company_id = c.company_id and l.cost_code_id = c.id)) order by c.code), '[]')
      from public.cost_codes c where c.company_id = kiosk.company_id and c.active),
    'limited_projects', (select coalesce(json_agg(distinct l.project_id), '[]') from public.project_cost_codes l where l.company_id = kiosk.company_id),
    'classes', private.kiosk_classes(kiosk.company_id),
    'cost_code_required', (select c.cost_code_required from public.companies c where c.id = kiosk.company_id),
    -- Whom a photo is taken of without asking the server: those who agreed.
    'photo_people', (select coalesce(json_agg(p.employee_id), '[]') from public.photo_consents p join public.companies c on c.id = p.company_id and c.kiosk_photos
      where p.company_id = kiosk.company_id and p.agreed),
    'questions', (select coalesce(json_agg(json_build_object('id', q.id, 'moment', q.moment, 'text_en', q.text_en, 'text_es', q.text_es)
        order by q.position, q.created_at), '[]')
      from public.clock_questions q where q.company_id = kiosk.company_id and q.active));
end $$;
comment on function public.kiosk_kit(boolean) is 'What a paired tablet stores for the time without a signal: what can be worked on, the owner''s questions, whom photos may be taken of, and on request a new seal for PINs.';
grant execute on function public.kiosk_kit(boolean) to authenticated;

create or replace function public.kiosk_sync_events(kiosk_id_param uuid, events_param jsonb) returns table(id uuid, result text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  kiosk public.kiosks;
  sent jsonb;
  person public.employees;
  event public.synced_events;
  ids uuid[] := '{}';
  punches jsonb[] := '{}';
  one uuid;
begin
  -- A revoked one too: what it stored is for a manager to look at.
  select * into kiosk from public.kiosks k where k.user_id = auth.uid() and k.id = kiosk_id_param;
  if kiosk.id is null then
    raise exception using errcode = 'P0001', hint = 'kiosk_not_paired', message = 'This tablet is not paired.';
  elsif jsonb_typeof(events_param) is distinct from 'array' then
    return;
  elsif jsonb_array_length(events_param) > 500 then
    raise exception using errcode = 'P0001', hint = 'too_many_events', message = 'Send at most 500 events at a time.';
  elsif exists (select from jsonb_array_elements(events_param) x where private.uuid_or_null(x ->> 'id') is null) then
    raise exception using errcode = 'P0001', hint = 'event_without_id', message = 'An event has no id.';
  end if;
  perform private.check_event_count(kiosk.company_id, jsonb_array_length(events_param));
  perform private.lock_people(kiosk.company_id,
    array(select e.id from public.employees e where e.company_id = kiosk.company_id
      and e.id = any (array(select private.uuid_or_null(x ->> 'employee_id') from jsonb_array_elements(events_param) x))),
    array(select e.id from public.time_entries e where e.company_id = kiosk.company_id
      and e.id = any (array(select private.uuid_or_null(x #>> '{payload,entry_id}') from jsonb_array_elements(events_param) x))));
  perform set_config('chalkline.syncing', 'on', true);
  perform private.give_reason('Punched at a kiosk without signal');

  -- What can be refused as a whole is, before the first PIN: an error behind a PIN must not say whether it was right.
  for sent in select x from jsonb_array_elements(events_param) with ordinality as e (x, place) order by place loop
    select * into person from public.employees e where e.company_id = kiosk.company_id and e.id = private.uuid_or_null(sent ->> 'employee_id');
    -- Every punch a tablet stores has a PIN; without one it is none.
    if person.id is null or jsonb_typeof(sent -> 'sealed') is distinct from 'object' then
      return query select (sent ->> 'id')::uuid, 'unknown';
      continue;
    end if;
    select * into event from public.synced_events s where s.company_id = kiosk.company_id and s.id = (sent ->> 'id')::uuid;
    -- What a tablet can say with a signal, and no more.
    one := private.receive_event(person, sent - 'sealed' || jsonb_build_object('payload', (
      select coalesce(jsonb_object_agg(p.key, p.value), '{}') from jsonb_each(case jsonb_typeof(sent -> 'payload') when 'object' then sent -> 'payload' else '{}' end) p
      where p.key in ('entry_id', 'from_entry_id', 'break_id', 'project_id', 'cost_code_id', 'classification_id', 'ended_at', 'monotonic_ms'))));
    if event.id is null then
      punches := punches || sent;
    end if;
    ids := ids || one;
  end loop;
  -- All PINs before anything is applied: a clock-out with a wrong one must not end what another event starts.
  foreach sent in array punches loop
    select * into event from public.synced_events s where s.company_id = kiosk.company_id and s.id = (sent ->> 'id')::uuid;
    perform private.hold_kiosk_event(kiosk, event, sent);
  end loop;
  for one in select s.id from public.synced_events s where s.company_id = kiosk.company_id and s.id = any (ids) order by s.device_id, s.sequence loop
    select * into event from public.synced_events s where s.company_id = kiosk.company_id and s.id = one;
    if event.state in ('received', 'closing') then
      perform private.check_event(event, 'again');
    end if;
  end loop;
  perform set_config('chalkline.syncing', '', true);
  return query select s.id, case s.state when 'applied' then 'applied' when 'held' then 'held' else 'repeated' end
    from unnest(ids) with ordinality as u (id, place)
    join public.synced_events s on s.company_id = kiosk.company_id and s.id = u.id order by u.place;
end $$;
comment on function public.kiosk_sync_events(uuid,jsonb) is 'Events a kiosk stored without a signal, as for sync_events, with employee_id and the sealed PIN of each. One result each: applied, repeated, held (wrong or locked PIN, revoked tablet, and what else holds events), or unknown for a person who is gone or an event without a sealed PIN. Why is for managers. Idempotent by id.';
grant execute on function public.kiosk_sync_events(uuid,jsonb) to authenticated;

create or replace function private.hold_kiosk_event(kiosk public.kiosks, event public.synced_events, sent jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  pin constant text := private.open_kiosk_pin(kiosk, sent);
  problem text := case when event.state = 'unreadable' then 'unreadable' when event.kind not in ('clock_in', 'clock_out', 'switch', 'start_break', 'end_break') then 'not_allowed'
    when kiosk.revoked_at is not null then 'kiosk_revoked' when pin is null then 'wrong_pin' end;
  detail jsonb := '{}';
  found_problem record;
begin
  if problem is null then
    -- Found before the PIN is tried, so that it ends alike for right and wrong ones.
    select * into found_problem from private.punch_problem(event);
    detail := jsonb_build_object('pin', (private.check_pin(kiosk, event.employee_id, pin)).result);
    if detail ->> 'pin' <> 'ok' then
      problem := 'wrong_pin';
    else
      problem := found_problem.problem;
      detail := found_problem.detail;
    end if;
  end if;
  if problem is not null then
    perform private.hold_event(event, problem, detail::text, null);
  end if;
end $$;
comment on function private.hold_kiosk_event(public.kiosks,public.synced_events,jsonb) is 'Holds an event of a kiosk that something speaks against, before anything is applied. A wrong PIN counts as a try.';

create or replace function private.open_kiosk_pin(kiosk public.kiosks, event jsonb) returns text
language plpgsql security definer set search_path = '' as $$
begin
  return private.open_kiosk_box(event -> 'sealed', private.kiosk_pad(kiosk, event -> 'sealed', '\x02'::bytea,
    array_to_string(array[event ->> 'id', event ->> 'employee_id', event ->> 'kind', event ->> 'happened_at',
      event #>> '{payload,project_id}', event #>> '{payload,cost_code_id}'], '|', '')
      -- Tablets that know of no classes seal without one.
      || coalesce('|' || (event #>> '{payload,classification_id}'), '')));
end $$;
comment on function private.open_kiosk_pin(public.kiosks,jsonb) is 'The PIN that was typed for this event; null where the seal is not of this tablet or anything about the event was changed.';

create or replace function private.open_kiosk_box(sealed jsonb, pad bytea) returns text
language plpgsql immutable set search_path = '' as $$
declare
  box constant bytea := case when sealed ->> 'box' ~ '^[0-9a-f]{16}$' then decode(sealed ->> 'box', 'hex') end;
  letter integer;
  pin text := '';
begin
  if box is null or pad is null then
    return null;
  end if;
  for place in 0..7 loop
    letter := get_byte(box, place) # get_byte(pad, place);
    if letter between 48 and 57 then
      pin := pin || chr(letter);
    elsif letter <> 32 then
      return null;
    end if;
  end loop;
  return pin;
end $$;
comment on function private.open_kiosk_box(jsonb,bytea) is 'The PIN in a box; null where this is not its pad.';

create or replace function private.kiosk_pad(kiosk public.kiosks, sealed jsonb, purpose bytea, about text) returns bytea
language plpgsql security definer set search_path = '' as $$
declare
  uses constant integer := case when sealed ->> 'index' ~ '^[0-9]{1,4}$' then (sealed ->> 'index')::integer end;
begin
  return sha256(private.kiosk_link(kiosk, sealed ->> 'id', uses) || purpose || convert_to(about, 'UTF8'));
end $$;
comment on function private.kiosk_pad(public.kiosks,jsonb,bytea,text) is 'The hash of a link of this tablet''s chain with what it was used for; null where there is no such chain.';

create or replace function private.kiosk_link(kiosk public.kiosks, seal_id_param text, uses_param integer) returns bytea
language plpgsql security definer set search_path = '' as $$
declare
  every constant integer := 100;
  -- Of the seal this transaction used last: every hundredth link.
  walked jsonb := coalesce(nullif(current_setting('chalkline.seal_links', true), ''), '{}')::jsonb;
  steps integer := coalesce((walked ->> 'steps')::integer, 0);
  links jsonb := case when walked ->> 'id' = seal_id_param then walked -> 'links' else '[]' end;
  from_link integer;
  link bytea;
begin
  if uses_param is null then
    return null;
  elsif jsonb_array_length(links) = 0 then
    select jsonb_build_array(encode(s.secret, 'hex')) into links from private.kiosk_seals s
      where s.company_id = kiosk.company_id and s.kiosk_id = kiosk.id and s.id::text = seal_id_param;
    if links is null then
      return null;
    end if;
  end if;
  from_link := least(uses_param / every, jsonb_array_length(links) - 1);
  link := decode(links ->> from_link, 'hex');
  for step in from_link * every + 1 .. uses_param loop
    link := sha256(link || '\x01'::bytea);
    steps := steps + 1;
    if step % every = 0 and step / every = jsonb_array_length(links) then
      links := links || to_jsonb(encode(link, 'hex'));
    end if;
  end loop;
  -- A batch is of a seal or two; more is somebody at play with the machine.
  if steps > 100000 then
    raise exception using errcode = 'P0001', hint = 'too_many_seals', message = 'Send fewer punches at a time.';
  end if;
  perform set_config('chalkline.seal_links', jsonb_build_object('id', seal_id_param, 'steps', steps, 'links', links)::text, true);
  return link;
end $$;
comment on function private.kiosk_link(public.kiosks,text,integer) is 'A link of this tablet''s chain; null where there is none. What was walked is remembered for the rest of the transaction.';

create or replace function public.answer_kiosk_questions(employee_id_param uuid, pin_param text, entry_id_param uuid, answers_param jsonb, language_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  kiosk public.kiosks := private.require_kiosk();
  pin record := private.check_pin(kiosk, employee_id_param, pin_param);
begin
  if pin.result = 'ok' then
    insert into public.clock_answers (company_id, question_id, time_entry_id, employee_id, moment, text_en, text_es, answer, language)
      select e.company_id, q.id, e.id, e.employee_id, q.moment, q.text_en, q.text_es, given.answer, case language_param when 'es' then 'es' else 'en' end
      from jsonb_to_recordset(case jsonb_typeof(answers_param) when 'array' then answers_param else '[]' end) as given (question_id uuid, answer text)
      join public.clock_questions q on q.company_id = kiosk.company_id and q.id = given.question_id
      join public.time_entries e on e.company_id = kiosk.company_id and e.employee_id = employee_id_param and e.id = entry_id_param
      -- The first answer stays.
      on conflict on constraint clock_answers_once do nothing;
  end if;
  return pin.result;
end $$;
comment on function public.answer_kiosk_questions(uuid,text,uuid,jsonb,text) is 'With the PIN: answers ([{"question_id", "answer"}]) to the questions about a punch of that person at a kiosk. The first answer stays. Result: ok, wrong_pin, locked, no_pin.';
grant execute on function public.answer_kiosk_questions(uuid,text,uuid,jsonb,text) to authenticated;

create or replace function public.kiosk_sync_extras(extras_param jsonb) returns table(id uuid, result text, path text, key text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  kiosk public.kiosks := private.require_kiosk();
  extra jsonb;
  event public.synced_events;
  about text;
  pin text;
begin
  if jsonb_typeof(extras_param) is distinct from 'array' then
    return;
  elsif jsonb_array_length(extras_param) > 100 then
    raise exception using errcode = 'P0001', hint = 'too_many_events', message = 'Send at most 100 at a time.';
  elsif exists (select from jsonb_array_elements(extras_param) x where private.uuid_or_null(x ->> 'id') is null) then
    raise exception using errcode = 'P0001', hint = 'event_without_id', message = 'An event has no id.';
  end if;
  for extra in select x from jsonb_array_elements(extras_param) with ordinality as e (x, place) order by place loop
    id := (extra ->> 'id')::uuid;
    result := 'refused';
    path := null;
    key := null;
    select * into event from public.synced_events s
      where s.company_id = kiosk.company_id and s.id = private.uuid_or_null(extra ->> 'event_id') and s.employee_id = private.uuid_or_null(extra ->> 'employee_id') and s.created_by = auth.uid();
    about := array_to_string(array[extra ->> 'id', extra ->> 'employee_id', extra ->> 'kind', extra ->> 'event_id', extra ->> 'content', extra ->> 'language'], '|', '');
    if event.state in ('received', 'closing', 'held') then
      -- Nobody has decided about the punch yet; its PIN is not tried a second time before.
      result := 'waiting';
    elsif event.state in ('applied', 'repeated', 'adjusted') then
      pin := private.open_kiosk_box(extra -> 'sealed', private.kiosk_pad(kiosk, extra -> 'sealed', '\x02'::bytea, about));
      if pin is not null and (private.check_pin(kiosk, event.employee_id, pin)).result = 'ok' then
        begin
          select k.result, k.path into result, path from private.store_kiosk_extra(kiosk, event, extra) k;
        exception
          when serialization_failure or deadlock_detected or lock_not_available then
            raise; -- nothing is wrong with it: the tablet sends it again
          when others then
            result := 'refused';
        end;
        key := case when path is not null then encode(private.kiosk_pad(kiosk, extra -> 'sealed', '\x03'::bytea, about), 'hex') end;
      end if;
    end if;
    return next;
  end loop;
end $$;
comment on function public.kiosk_sync_extras(jsonb) is 'Photos and answers a paired kiosk stored with punches without a signal ([{"id", "employee_id", "kind": "photo" | "answers", "event_id", "content", "language", "sealed"}]), after kiosk_sync_events. One result each: done (for a photo with the path of its file and the key it was kept with), waiting (the punch is held), refused. Idempotent by id.';
grant execute on function public.kiosk_sync_extras(jsonb) to authenticated;

create or replace function private.store_kiosk_extra(kiosk public.kiosks, event public.synced_events, extra jsonb, out result text, out path text) returns record
language plpgsql security definer set search_path = '' as $$
declare
  extra_id constant uuid := (extra ->> 'id')::uuid;
begin
  result := 'done';
  if extra ->> 'kind' = 'answers' then
    insert into public.clock_answers (company_id, question_id, time_entry_id, employee_id, moment, text_en, text_es, answer, language, answered_at)
      -- Of a punch that was paid as an adjustment, too: there is no entry, but it was said.
      select event.company_id, q.id, coalesce(event.entry_id, private.entry_meant(event), event.id), event.employee_id, q.moment, q.text_en, q.text_es, given.answer,
        case extra ->> 'language' when 'es' then 'es' else 'en' end, event.counts_at
      from jsonb_to_recordset((extra ->> 'content')::jsonb) as given (question_id uuid, answer text)
      join public.clock_questions q on q.company_id = kiosk.company_id and q.id = given.question_id
      -- The first answer stays.
      on conflict on constraint clock_answers_once do nothing;
  elsif extra ->> 'kind' = 'photo' and private.wants_kiosk_photos(kiosk.company_id, event.employee_id) = 'yes'
    -- Nobody punches as often: a stolen tablet does not fill the disk.
    and (select count(*) < 40 from public.kiosk_photos p where p.company_id = kiosk.company_id and p.employee_id = event.employee_id
      and p.taken_at > event.counts_at - interval '1 day' and p.taken_at < event.counts_at + interval '1 day') then
    insert into public.kiosk_photos (company_id, id, employee_id, kiosk_id, time_entry_id, moment, path, taken_at)
      select kiosk.company_id, extra_id, event.employee_id, kiosk.id,
        (select e.id from public.time_entries e where e.company_id = kiosk.company_id and e.employee_id = event.employee_id and e.id = event.entry_id),
        event.kind, format('%s/%s/%s.jpg', kiosk.company_id, event.employee_id, extra_id), event.counts_at
      on conflict do nothing;
    select p.path into path from public.kiosk_photos p
      where p.company_id = kiosk.company_id and p.id = extra_id and p.created_by = auth.uid() and p.uploaded_at is null;
  end if;
end $$;
comment on function private.store_kiosk_extra(public.kiosks,public.synced_events,jsonb) is 'Answers are written, a photo is announced: path, while its file is missing.';

create or replace function private.weak_pin(pin_param text) returns boolean
language sql immutable parallel safe
return ((pin_param ~ '^(.)\1+$'::text) or ('01234567890'::text ~~ (('%'::text || pin_param) || '%'::text)) or ('9876543210'::text ~~ (('%'::text || pin_param) || '%'::text)));

create or replace function private.is_anonymous() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from auth.users u where u.id = auth.uid() and u.is_anonymous);
end $$;
comment on function private.is_anonymous() is 'Whether the caller signed in without an address, as a kiosk does.';
grant execute on function private.is_anonymous() to authenticated, service_role;

create or replace function private.verify_pin() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person text := private.person_name(coalesce(new.company_id, old.company_id), coalesce(new.employee_id, old.employee_id));
begin
  if tg_op = 'DELETE' or new.locked_at is null then
    perform private.settle_verifications(old.company_id, '{pin_locked}', array[old.id]);
    return null;
  end if;
  perform private.open_verification(new.company_id, 'pin_locked', new.id, new.employee_id, null, new.locked_at,
    person || '''s PIN is locked after five wrong tries', '{}');
  perform private.notify_person(r.company_id, r.employee_id, 'pin_locked', 'pin ' || new.id || ' ' || new.locked_at, 'pin_locked',
      jsonb_build_object('person', person, 'employee_id', new.employee_id, 'at', to_char(new.locked_at at time zone r.time_zone, r.time_format)),
      jsonb_build_object('path', '/employees?employee=' || new.employee_id))
    from private.notification_recipients r
    where r.company_id = new.company_id and r.role in ('owner', 'manager') and r.employee_id <> new.employee_id;
  return null;
end $$;
