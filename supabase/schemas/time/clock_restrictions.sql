create table public.clock_rule_exceptions (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  time_entry_id uuid not null,
  employee_id uuid not null,
  rule text not null,
  outcome text not null,
  reason text,
  by_employee_id uuid,
  happened_at timestamptz not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint clock_rule_exceptions_pkey primary key (company_id, id),
  constraint clock_rule_exceptions_once unique (company_id, time_entry_id, rule),
  constraint clock_rule_exceptions_outcome_known check (outcome in ('flagged', 'overridden')),
  constraint clock_rule_exceptions_override_complete check (outcome = 'flagged' or (reason is not null and by_employee_id is not null)),
  constraint clock_rule_exceptions_reason_length check (char_length(reason) <= 500),
  constraint clock_rule_exceptions_rule_known check (rule in ('early', 'off_site', 'no_fix', 'certificate')),
  constraint clock_rule_exceptions_by foreign key (company_id, by_employee_id) references public.employees(company_id, id) on delete set null (by_employee_id),
  constraint clock_rule_exceptions_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint clock_rule_exceptions_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint clock_rule_exceptions_entry foreign key (company_id, time_entry_id) references public.time_entries(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.clock_rule_exceptions');
create index clock_rule_exceptions_by_employee on public.clock_rule_exceptions (company_id, employee_id, happened_at desc);
comment on table public.clock_rule_exceptions is 'Time that stands against a rule of the clock: overridden by a foreman or manager with a reason, or flagged because nobody was to be stopped. Written by the clock.';
comment on column public.clock_rule_exceptions.rule is 'early: before the shift; off_site: outside the fences; no_fix: no position that says so; certificate: one that stops the clock was missing.';
alter table public.clock_rule_exceptions enable row level security;
alter publication supabase_realtime add table public.clock_rule_exceptions;
grant select on table public.clock_rule_exceptions to authenticated;

create policy "Managers read exceptions to rules of the clock, others their own" on public.clock_rule_exceptions
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger keep_identity before update on public.clock_rule_exceptions
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.clock_rule_exceptions
  for each row execute function private.record_change();

create or replace trigger verify_clock_rule after insert or delete on public.clock_rule_exceptions
  for each row execute function private.verify_clock_rule();

create or replace function private.verify_clock_rule() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.settle_verifications(old.company_id, '{clock_rule}', array[old.id]);
    return null;
  end if;
  perform private.open_verification(new.company_id, 'clock_rule', new.id, new.employee_id, t.project_id, new.happened_at,
    format('%s: %s', private.person_name(new.company_id, new.employee_id), case new.outcome
      when 'overridden' then 'a rule of the clock was overridden' else 'time against a rule of the clock' end),
    jsonb_strip_nulls(jsonb_build_object('rule', new.rule, 'overridden', new.outcome = 'overridden', 'note', new.reason, 'entry_id', t.id, 'work_date', t.work_date,
      'certificates', case new.rule when 'certificate' then to_jsonb(private.lacking_to_clock(t)) end,
      'by', new.by_employee_id, 'by_name', private.person_name(new.company_id, new.by_employee_id))))
  from public.time_entries t where t.company_id = new.company_id and t.id = new.time_entry_id;
  return null;
end $$;

create or replace function private.judge_start(rules private.clock_rules, company_id_param uuid, employee_id_param uuid, project_id_param uuid, moment_param timestamptz, inside_param boolean, is_switch_param boolean, out rule text, out outcome text, out detail jsonb) returns record
language plpgsql stable security definer set search_path = '' as $$
declare
  starts timestamptz;
begin
  detail := '{}';
  if rules.rule = 'refuse' and not is_switch_param then
    starts := private.next_shift_start(company_id_param, employee_id_param, moment_param, interval '12 hours');
    if starts - make_interval(mins => rules.grace_minutes) > moment_param then
      rule := 'early';
      outcome := 'refused';
      detail := jsonb_build_object('at', starts - make_interval(mins => rules.grace_minutes), 'shift_starts_at', starts);
      return;
    end if;
  end if;
  if rules.on_site is not null and inside_param is distinct from true
    -- Without a fence, or where no places are recorded, nobody can be on site or off it.
    and private.place_of_project(company_id_param, project_id_param) is not null
    and (select c.capture_location from public.companies c where c.id = company_id_param) then
    rule := case when inside_param then null when inside_param is null then 'no_fix' else 'off_site' end;
    outcome := case when inside_param is null and rules.on_site = 'flag' then 'flagged' else 'refused' end;
  end if;
end $$;
comment on function private.judge_start(private.clock_rules,uuid,uuid,uuid,timestamp with time zone,boolean,boolean) is 'Which of these rules a start at this instant stands against, if any: early, off_site or no_fix; refused, or flagged where it is let through. inside: as place_on_project has it.';

create or replace function private.judge_punch(company_id_param uuid, employee_id_param uuid, project_id_param uuid, moment_param timestamptz, location_param jsonb, is_vouched_param boolean, out rule text, out outcome text, out detail jsonb) returns record
language plpgsql stable security definer set search_path = '' as $$
declare
  place record;
  is_inside boolean := case when is_vouched_param then true end;
begin
  if not exists (select from public.clock_in_rules r where r.company_id = company_id_param and (r.rule = 'refuse' or r.on_site in ('flag', 'refuse'))) then
    return;
  end if;
  place := private.read_location(location_param);
  if is_inside is null and place.latitude is not null and place.longitude is not null then
    is_inside := (private.place_on_project(company_id_param, project_id_param, place.latitude, place.longitude, place.accuracy_m, place.fix_age_s)).inside;
  end if;
  select j.rule, j.outcome, j.detail into rule, outcome, detail
    from private.judge_start(private.clock_rules_for(company_id_param, employee_id_param, project_id_param,
        (moment_param at time zone private.zone_of(company_id_param, null))::date),
      company_id_param, employee_id_param, project_id_param, moment_param, is_inside,
      private.is_switch(company_id_param, employee_id_param, moment_param)) j;
end $$;
comment on function private.judge_punch(uuid,uuid,uuid,timestamp with time zone,jsonb,boolean) is 'judge_start for a punch with the position it came with; vouched: somebody or something that is on site stands for it.';

create or replace function private.is_switch(company_id_param uuid, employee_id_param uuid, moment_param timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select t.clock_out from public.time_entries t
    where t.company_id = company_id_param and t.employee_id = employee_id_param and t.clock_in < moment_param
    order by t.clock_in desc limit 1) = moment_param, false);
$$;
comment on function private.is_switch(uuid,uuid,timestamp with time zone) is 'Whether a start follows another entry at the same instant.';

create or replace function private.answers_to_rules(company_id_param uuid, employee_id_param uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.employees e
    where e.company_id = company_id_param and e.id = employee_id_param and e.role in ('owner', 'manager'));
$$;
comment on function private.answers_to_rules(uuid,uuid) is 'Whether rules of the clock can stop this person: managers and owners could let themselves through.';

create or replace function private.managers_to_call(company_id_param uuid, employee_id_param uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('name', m.name, 'phone', m.phone, 'role', m.role)) order by m.phone is null, m.role = 'owner', m.name), '[]')
  from (
    select btrim(concat_ws(' ', e.first_name, e.last_name)) as name, nullif(btrim(e.phone), '') as phone, e.role
    from public.employees e
    where e.company_id = company_id_param and e.active and e.role in ('owner', 'manager') and e.id <> employee_id_param
    order by e.phone is null, e.role = 'owner', e.created_at limit 3) m;
$$;
comment on function private.managers_to_call(uuid,uuid) is 'Whom somebody calls whom no foreman may let through.';

create or replace function private.who_to_call(company_id_param uuid, employee_id_param uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with foremen as (
    select distinct f.id, btrim(concat_ws(' ', f.first_name, f.last_name)) as name, nullif(btrim(f.phone), '') as phone, 'foreman' as role
    from public.crew_members m
    join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
    join public.employees f on f.company_id = c.company_id and f.id = c.foreman_id and f.active and f.id <> employee_id_param
    where m.company_id = company_id_param and m.employee_id = employee_id_param
      and daterange(m.from_date, m.to_date, '[]') @> private.company_today(company_id_param)
  )
  select coalesce((select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('name', f.name, 'phone', f.phone, 'role', f.role)) order by f.phone is null, f.name) from foremen f), '[]')
    -- Nobody can call a foreman without a number.
    || case when exists (select from foremen f where f.phone is not null) then '[]' else private.managers_to_call(company_id_param, employee_id_param) end;
$$;
comment on function private.who_to_call(uuid,uuid) is 'Whom somebody calls whom a rule stopped: the foremen of the crew, else managers, with their numbers.';

create or replace function private.refuse_by_rule(company_id_param uuid, employee_id_param uuid, rule_param text, detail_param jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  raise exception using errcode = 'P0001',
    hint = case rule_param when 'early' then 'clock_rule_early' when 'off_site' then 'clock_rule_off_site'
      when 'certificate' then 'clock_rule_certificate' else 'clock_rule_no_fix' end,
    detail = (coalesce(detail_param, '{}') || jsonb_build_object('rule', rule_param, 'contacts', case rule_param
      when 'certificate' then private.managers_to_call(company_id_param, employee_id_param) else private.who_to_call(company_id_param, employee_id_param) end))::text,
    message = case rule_param
      when 'early' then 'It is too early to clock in for your shift. Call your foreman if you start work now.'
      when 'off_site' then 'You are not on the site of this project. Clock in when you are there, or call your foreman.'
      when 'certificate' then 'A certificate that this work requires is missing or has expired. Call the office.'
      else 'Your position is not known well enough to see that you are on site. Share your location, or call your foreman.' end;
end $$;

create or replace function private.note_clock_rule(entry public.time_entries, rule_param text, outcome_param text, reason_param text default null::text) returns void
language sql security definer set search_path = '' as $$
  insert into public.clock_rule_exceptions (company_id, time_entry_id, employee_id, rule, outcome, reason, by_employee_id, happened_at)
  values (entry.company_id, entry.id, entry.employee_id, rule_param, outcome_param, case outcome_param when 'overridden' then left(reason_param, 500) end,
    case outcome_param when 'overridden' then private.my_employee_id() end, entry.clock_in)
  on conflict on constraint clock_rule_exceptions_once do nothing;
$$;
comment on function private.note_clock_rule(public.time_entries,text,text,text) is 'Notes that an entry stands against a rule, once.';

create or replace function private.keep_clock_rules(entry public.time_entries, location_param jsonb, is_vouched_param boolean, may_refuse_param boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  certificates constant text[] := private.lacking_to_clock(entry);
  found_rule record;
begin
  if certificates is not null and may_refuse_param then
    perform private.refuse_by_rule(entry.company_id, entry.employee_id, 'certificate', jsonb_build_object('certificates', certificates));
  elsif certificates is not null then
    perform private.note_clock_rule(entry, 'certificate', 'flagged');
  end if;
  found_rule := private.judge_punch(entry.company_id, entry.employee_id, entry.project_id, entry.clock_in, location_param, is_vouched_param);
  if found_rule.rule is null or not private.answers_to_rules(entry.company_id, entry.employee_id) then
    return;
  elsif found_rule.outcome = 'refused' and may_refuse_param then
    perform private.refuse_by_rule(entry.company_id, entry.employee_id, found_rule.rule, found_rule.detail);
  end if;
  perform private.note_clock_rule(entry, found_rule.rule, 'flagged');
end $$;
comment on function private.keep_clock_rules(public.time_entries,jsonb,boolean,boolean) is 'For the start of an entry that was just written: refuses what a rule refuses, or flags it.';

create or replace function private.keep_own_clock_rules() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- The clock and the offline sync judge by themselves, with what they know; this is a person's own hand.
  if private.is_client() and new.employee_id is not distinct from private.my_employee_id() then
    perform private.keep_clock_rules_by_hand(new, tg_op = 'INSERT' and new.clock_out is null and private.is_now(new.clock_in));
  end if;
  return null;
end $$;
comment on function private.keep_own_clock_rules() is 'A start through the data API answers to the rules like one with the clock; time typed by hand is flagged.';

create or replace function private.keep_clock_rules_by_hand(entry public.time_entries, is_punch_param boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if entry.employee_id is not distinct from private.my_employee_id() then
    perform private.keep_clock_rules(entry, null, exists (select from public.punch_locations l
      where l.company_id = entry.company_id and l.time_entry_id = entry.id and l.moment in ('in', 'switch') and l.inside), is_punch_param);
  end if;
end $$;
grant execute on function private.keep_clock_rules_by_hand(public.time_entries,boolean) to authenticated;

create or replace function private.require_rule_reason(person public.employees, project_id_param uuid, moment_param timestamptz, location_param jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  judged record;
begin
  if private.change_reason() is not null or person.role in ('owner', 'manager') then
    return;
  end if;
  judged := private.judge_punch(person.company_id, person.id, project_id_param, moment_param, location_param, false);
  if judged.outcome = 'refused' then
    raise exception using errcode = 'P0001', hint = 'clock_rule_reason_required',
      detail = jsonb_strip_nulls(jsonb_build_object('rule', judged.rule, 'at', judged.detail -> 'at'))::text,
      message = format('A rule of the clock stops %s. Say why you start their clock all the same.', private.person_name(person.company_id, person.id));
  end if;
end $$;
comment on function private.require_rule_reason(public.employees,uuid,timestamptz,jsonb) is 'Asks a foreman or manager why, before their word overrides a rule. The position is that of their own device: whoever is on site stands for the crew. It is not stored.';

create or replace function private.note_crew_rules(entry public.time_entries, location_param jsonb, reason_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_rule record := private.judge_punch(entry.company_id, entry.employee_id, entry.project_id, entry.clock_in, location_param, false);
begin
  perform private.note_uncertified(entry, reason_param);
  if found_rule.rule is not null and private.answers_to_rules(entry.company_id, entry.employee_id) then
    perform private.note_clock_rule(entry, found_rule.rule, case when reason_param is null then 'flagged' else 'overridden' end, reason_param);
  end if;
end $$;
comment on function private.note_crew_rules(public.time_entries,jsonb,text) is 'Notes what a foreman or manager overrode by starting this clock.';

create or replace function private.hold_by_rule(event public.synced_events, source_param text, moment_param timestamptz) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  project uuid := (event.payload ->> 'project_id')::uuid;
  found_rule record;
begin
  found_rule := private.judge_punch(event.company_id, event.employee_id, project, moment_param, private.event_place(event),
    source_param = 'kiosk' and exists (select from public.kiosks k
      where k.company_id = event.company_id and k.user_id = event.created_by and k.project_id in (select private.project_line(project, event.company_id))));
  if found_rule.rule is null or not private.answers_to_rules(event.company_id, event.employee_id) then
    return null;
  elsif found_rule.outcome = 'refused' and not (source_param = 'crew' and nullif(btrim(event.payload ->> 'reason'), '') is not null) then
    perform private.hold('clock_rule', found_rule.detail || jsonb_build_object('rule', found_rule.rule,
      'contacts', private.who_to_call(event.company_id, event.employee_id)));
  end if;
  return found_rule.rule;
end $$;
comment on function private.hold_by_rule(public.synced_events,text,timestamp with time zone) is 'Holds a start without signal that a rule refuses, unless a foreman or manager said why; else the rule it stands against, to be noted.';

create table public.clock_stops (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  time_entry_id uuid not null,
  employee_id uuid not null,
  rule text not null,
  stopped_at timestamptz not null,
  status text default 'open' not null,
  claimed_at timestamptz,
  note text,
  answered_at timestamptz,
  device text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint clock_stops_pkey primary key (company_id, id),
  constraint clock_stops_once unique (company_id, time_entry_id),
  constraint clock_stops_device_length check (char_length(device) <= 300),
  constraint clock_stops_dispute_has_time check (status <> 'disputed' or claimed_at is not null),
  constraint clock_stops_note_length check (char_length(note) <= 500),
  constraint clock_stops_rule_known check (rule in ('hours', 'day_end', 'edge')),
  constraint clock_stops_status_known check (status in ('open', 'confirmed', 'disputed', 'settled')),
  constraint clock_stops_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint clock_stops_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint clock_stops_entry foreign key (company_id, time_entry_id) references public.time_entries(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.clock_stops');
create index clock_stops_by_employee on public.clock_stops (company_id, employee_id, stopped_at desc);
comment on table public.clock_stops is 'Clocks that stopped by a rule, and what the person says about it. An entry stops by itself once: who starts it again goes on.';
comment on column public.clock_stops.stopped_at is 'The end that was written; while the entry has it, nobody changed it since.';
comment on column public.clock_stops.status is 'open: not answered; confirmed; disputed: the person named another time (claimed_at) and a manager decides; settled: decided, or changed by something that happened.';
comment on column public.clock_stops.device is 'What the device of the answer calls itself.';
alter table public.clock_stops enable row level security;
alter publication supabase_realtime add table public.clock_stops;
grant select on table public.clock_stops to authenticated;

create policy "Managers read clocks that stopped by a rule, others their own" on public.clock_stops
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger keep_identity before update on public.clock_stops
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.clock_stops
  for each row execute function private.record_change();

create or replace function private.on_clock_since(entry public.time_entries) returns timestamptz
language sql stable security definer set search_path = '' as $$
  -- A switch ends one entry and starts the next at the same instant: that is no new day.
  with recursive worked as (
    select entry.clock_in as clock_in
    union all
    select last.clock_in from worked w
      cross join lateral (select t.clock_in, t.clock_out from public.time_entries t
        where t.company_id = entry.company_id and t.employee_id = entry.employee_id and t.clock_in < w.clock_in
        order by t.clock_in desc limit 1) last
      where last.clock_out = w.clock_in
  )
  select min(w.clock_in) from worked w;
$$;
comment on function private.on_clock_since(public.time_entries) is 'Since when the person has been on the clock without a gap.';

create or replace function private.next_local_time(after_param timestamptz, time_param time, zone_param text) returns timestamptz
language sql stable set search_path = '' as $$
  select min(day.at) from generate_series(0, 2) as n
  cross join lateral (select ((after_param at time zone zone_param)::date + n + time_param) at time zone zone_param as at) day
  where day.at > after_param;
$$;
comment on function private.next_local_time(timestamp with time zone,time,text) is 'The next time the clocks of a zone show this time, also over a clock change.';

create or replace function private.clock_end(entry public.time_entries, stop_after_param smallint, day_ends_param time, since_param timestamptz, out ends timestamptz, out rule text) returns record
language plpgsql stable security definer set search_path = '' as $$
declare
  -- A rule made at noon does not reach back: whoever is over the hours stops then, and the day ends next time.
  by_hours timestamptz := greatest(private.on_clock_since(entry) + make_interval(mins => stop_after_param), since_param);
  by_day timestamptz := private.next_local_time(greatest(entry.clock_in, since_param), day_ends_param, private.zone_of(entry.company_id, entry.project_id));
begin
  by_hours := case when stop_after_param is not null then by_hours end;
  ends := least(by_hours, by_day);
  rule := case when ends is null then null when ends = by_day then 'day_end' else 'hours' end;
end $$;
comment on function private.clock_end(public.time_entries,smallint,time,timestamp with time zone) is 'When and by which rule a clock stops by itself; null: never. since: rules do not reach back behind it.';

create or replace function private.stop_by_rule(entry public.time_entries, moment_param timestamptz, rule_param text, location_param jsonb default null::jsonb) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
declare
  stopped public.time_entries;
  stop public.clock_stops;
begin
  perform private.give_reason(case rule_param when 'hours' then 'Stopped by a rule: hours on the clock'
    when 'day_end' then 'Stopped by a rule: end of the day' else 'Stopped by a rule: left the site' end);
  stopped := private.stop_entry(entry, moment_param, location_param, null);
  insert into public.clock_stops (company_id, time_entry_id, employee_id, rule, stopped_at)
    values (entry.company_id, entry.id, entry.employee_id, rule_param, stopped.clock_out) returning * into stop;
  perform private.notify_clock_stopped(stop, stopped.project_id);
  return stopped;
end $$;
comment on function private.stop_by_rule(public.time_entries,timestamp with time zone,text,jsonb) is 'Stops a clock by a rule, an open break included, and asks the person whether that is right.';

create or replace function private.notify_clock_stopped(stop public.clock_stops, project_id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  zone constant text := private.zone_of(stop.company_id, project_id_param);
  person record;
begin
  select coalesce(p.date_format, 'MM/DD/YYYY') as date_format, case p.time_format when '24h' then 'HH24:MI' else 'FMHH12:MI AM' end as time_format
    into person from public.employees e left join public.preferences p on p.user_id = e.user_id
    where e.company_id = stop.company_id and e.id = stop.employee_id;
  perform private.notify_person(stop.company_id, stop.employee_id, 'clock_stopped', stop.id::text, 'clock_stopped',
    jsonb_build_object('stopped_at', to_char(stop.stopped_at at time zone zone, person.time_format), 'stopped_on', to_char(stop.stopped_at at time zone zone, person.date_format),
      'project_name', (select p.path from private.project_paths p where p.company_id = stop.company_id and p.id = project_id_param)),
    jsonb_build_object('path', '/my-status', 'tag', 'clock-stop-' || stop.id, 'actions', jsonb_build_array('confirm'),
      'action_data', jsonb_build_object('clock_stop_id', stop.id)));
end $$;
comment on function private.notify_clock_stopped(public.clock_stops,uuid) is 'Asks the person whether the end that a rule wrote is right.';

create or replace function private.stop_clocks(moment_param timestamptz default clock_timestamp()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  entry public.time_entries;
  stopped integer := 0;
begin
  for due in
    select t.company_id, t.id, e.ends, e.rule, greatest(t.clock_in, punched.last_at) as last_at
    from (select distinct r.company_id from public.clock_in_rules r where r.stop_after_minutes > 0 or r.ends_day) c
    join public.time_entries t on t.company_id = c.company_id and t.clock_out is null
    cross join lateral private.clock_rules_for(t.company_id, t.employee_id, t.project_id) r
    cross join lateral private.clock_end(t, r.stop_after_minutes, r.day_ends_at, r.since) e
    cross join lateral (select max(coalesce(b.ended_at, b.started_at)) as last_at from public.time_entry_breaks b
      where b.company_id = t.company_id and b.time_entry_id = t.id) punched
    where (r.stop_after_minutes is not null or r.day_ends_at is not null) and e.ends <= moment_param
      and not exists (select from public.clock_stops s where s.company_id = t.company_id and s.time_entry_id = t.id)
      and not private.is_locked(t.company_id, t.work_date, (e.ends at time zone private.zone_of(t.company_id, t.project_id))::date)
    order by e.ends, t.id
  loop
    -- One at a time: what keeps one clock from stopping must not keep the others running.
    begin
      select * into entry from public.time_entries t
        where t.company_id = due.company_id and t.id = due.id and t.clock_out is null for no key update skip locked;
      if found then
        -- Who punched after that was there; their clock stops when it is found.
        perform private.stop_by_rule(entry, case when due.ends > due.last_at then due.ends else moment_param end, due.rule);
        stopped := stopped + 1;
      end if;
    exception when others then
      raise warning 'The clock % did not stop by its rule: %', due.id, sqlerrm;
    end;
  end loop;
  return stopped;
end $$;
comment on function private.stop_clocks(timestamp with time zone) is 'Stops clocks that have run as long as a rule allows, or past the end of the day, at exactly that time. Idempotent; never before the start, nor in locked time.';
select cron.schedule('stop-clocks', '* * * * *', 'select private.stop_clocks()');

create or replace function public.report_left_site(entry_id_param uuid, location_param jsonb) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  entry public.time_entries := private.running_entry(me.company_id, me.id);
  place record := private.read_location(location_param);
begin
  if entry.id is null or entry.id is distinct from entry_id_param then
    raise exception using errcode = 'P0001', hint = 'not_running', message = 'The clock is not running.';
  end if;
  if (select r.stop_at_edge from private.clock_rules_for(me.company_id, me.id, entry.project_id) r)
    -- Who was never on site has not left it, and who is at lunch comes back.
    and exists (select from public.punch_locations l where l.company_id = me.company_id and l.time_entry_id = entry.id
      and l.moment in ('in', 'switch') and l.inside)
    and not exists (select from public.time_entry_breaks b where b.company_id = me.company_id and b.time_entry_id = entry.id and b.ended_at is null)
    and not exists (select from public.clock_stops s where s.company_id = me.company_id and s.time_entry_id = entry.id)
    and (select c.capture_location from public.companies c where c.id = me.company_id)
    and place.latitude is not null and place.longitude is not null
    and (private.place_on_project(me.company_id, entry.project_id, place.latitude, place.longitude, place.accuracy_m, place.fix_age_s)).inside = false then
    entry := private.stop_by_rule(entry, clock_timestamp(), 'edge', location_param);
  end if;
  return entry;
end $$;
comment on function public.report_left_site(uuid,jsonb) is 'Everyone, for themselves: the open page says where the device is. Stops the running entry where the rule asks for it and the position is outside for certain; else returns it as it is.';
grant execute on function public.report_left_site(uuid,jsonb) to authenticated;

create or replace function private.stopped_itself(company_id_param uuid, time_entry_id_param uuid, moment_param timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.clock_stops s where s.company_id = company_id_param and s.time_entry_id = time_entry_id_param
    and s.stopped_at = moment_param and s.status in ('open', 'disputed'));
$$;
comment on function private.stopped_itself(uuid,uuid,timestamp with time zone) is 'Whether this end was written by a rule and nobody has agreed to it: what the person really punched goes before it.';

create or replace function private.settle_clock_stop() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  settled uuid;
begin
  update public.clock_stops s set status = 'settled'
    where s.company_id = new.company_id and s.time_entry_id = new.id and s.status in ('open', 'disputed') and s.stopped_at is distinct from new.clock_out
    returning s.id into settled;
  if settled is not null then
    perform private.settle_verifications(new.company_id, '{clock_stop}', array[settled]);
  end if;
  return null;
end $$;
comment on function private.settle_clock_stop() is 'The end that a rule wrote was changed: there is nothing left to ask.';

create or replace function public.answer_clock_stop(id_param uuid, happened_at_param timestamptz default null::timestamptz, note_param text default null::text) returns public.clock_stops
language sql security definer set search_path = '' as $$
  select private.store_stop_answer(private.require_employee(), id_param, happened_at_param, note_param);
$$;
comment on function public.answer_clock_stop(uuid,timestamp with time zone,text) is 'Everyone, about their own clock that stopped by a rule: without a time it is right; another time becomes a question for the manager, and can be changed until that is decided.';
grant execute on function public.answer_clock_stop(uuid,timestamp with time zone,text) to authenticated;

create or replace function private.store_stop_answer(me public.employees, id_param uuid, happened_at_param timestamptz, note_param text) returns public.clock_stops
language plpgsql set search_path = '' as $$
declare
  stop public.clock_stops;
  entry public.time_entries;
begin
  select * into stop from public.clock_stops s where s.company_id = me.company_id and s.id = id_param and s.employee_id = me.id for update;
  if stop.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This question was not found.';
  elsif stop.status not in ('open', 'disputed') then
    return stop;
  end if;
  select * into entry from public.time_entries t where t.company_id = me.company_id and t.id = stop.time_entry_id;
  if happened_at_param is not null then
    perform private.check_stated_end(entry.clock_in, happened_at_param, clock_timestamp());
  end if;
  update public.clock_stops s set answered_at = clock_timestamp(), note = left(nullif(btrim(note_param), ''), 500),
      device = left(private.request_header('user-agent'), 300),
      status = case when abs(extract(epoch from coalesce(happened_at_param, s.stopped_at) - s.stopped_at)) < 60 then 'confirmed' else 'disputed' end,
      claimed_at = happened_at_param
    where s.company_id = stop.company_id and s.id = stop.id returning * into stop;
  if stop.status = 'confirmed' then
    perform private.settle_verifications(stop.company_id, '{clock_stop}', array[stop.id]);
  else
    perform private.open_verification(stop.company_id, 'clock_stop', stop.id, me.id, entry.project_id, stop.stopped_at,
      private.person_name(stop.company_id, me.id) || ' names another end of work', '{}');
    update public.verifications v set detail = jsonb_strip_nulls(jsonb_build_object('rule', stop.rule, 'entry_id', entry.id, 'work_date', entry.work_date,
        'stopped_at', stop.stopped_at, 'claimed_at', stop.claimed_at, 'note', stop.note))
      where v.company_id = stop.company_id and v.kind = 'clock_stop' and v.subject_id = stop.id;
  end if;
  return stop;
end $$;

create or replace function public.decide_clock_stop(id_param uuid, action_param text, note_param text default null::text) returns public.clock_stops
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  stop public.clock_stops;
begin
  select * into stop from public.clock_stops s where s.company_id = me.company_id and s.id = id_param;
  if stop.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This item was not found.';
  elsif coalesce(action_param, '') not in ('accept', 'keep') then
    raise exception using errcode = 'P0001', hint = 'unknown_action', message = 'Choose accept or keep.';
  elsif stop.employee_id = me.id and private.somebody_else_decides(me.id) then
    raise exception using errcode = '42501', hint = 'another_looks', message = 'You did this yourself. Another manager or owner must look at it.';
  end if;
  -- The entry's row first, as every writer of time does.
  perform from public.time_entries t where t.company_id = stop.company_id and t.id = stop.time_entry_id for no key update;
  select * into stop from public.clock_stops s where s.company_id = me.company_id and s.id = id_param for update;
  if stop.status <> 'disputed' then
    raise exception using errcode = 'P0001', hint = 'held_event_resolved', message = 'Someone has already decided about this punch.';
  end if;
  update public.verifications v set status = 'resolved', resolved_at = clock_timestamp(), resolved_by = auth.uid(), note = nullif(btrim(note_param), ''),
      detail = v.detail || jsonb_build_object('outcome', action_param)
    where v.company_id = stop.company_id and v.kind = 'clock_stop' and v.subject_id = stop.id;
  update public.clock_stops s set status = 'settled' where s.company_id = stop.company_id and s.id = stop.id returning * into stop;
  if action_param = 'accept' then
    perform private.give_reason(coalesce(nullif(btrim(note_param), ''), 'The person named this end of work'));
    perform private.stop_entry_at(t, stop.claimed_at, null, null) from public.time_entries t
      where t.company_id = stop.company_id and t.id = stop.time_entry_id;
  end if;
  return stop;
end $$;
comment on function public.decide_clock_stop(uuid,text,text) is 'Manager, owner: accepts the end a person named for a clock that stopped by a rule, or keeps the rule''s. Approved days and locked periods refuse.';
grant execute on function public.decide_clock_stop(uuid,text,text) to authenticated;

create or replace function private.cut_breaks_of_stop(stop public.clock_stops, moment_param timestamptz) returns void
language sql security definer set search_path = '' as $$
  update public.time_entry_breaks b set ended_at = moment_param
  where b.company_id = stop.company_id and b.time_entry_id = stop.time_entry_id and b.ended_at = stop.stopped_at
    and b.started_at < moment_param and moment_param < stop.stopped_at;
$$;
comment on function private.cut_breaks_of_stop(public.clock_stops,timestamp with time zone) is 'A break that only the rule ended ends with the earlier end of work.';

create or replace function private.my_clock_rules(me public.employees) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  running public.time_entries;
  rules record;
  starts timestamptz;
  shift_project uuid;
begin
  if me.id is null or not exists (select from public.clock_in_rules r where r.company_id = me.company_id) then
    return null;
  end if;
  select * into running from public.time_entries t where t.company_id = me.company_id and t.employee_id = me.id and t.clock_out is null;
  select s.starts, s.project_id into starts, shift_project
    from private.published_shifts(me.company_id, me.id, now(), now() + interval '12 hours') s order by s.starts limit 1;
  select * into rules from private.clock_rules_for(me.company_id, me.id, coalesce(running.project_id, shift_project));
  return json_build_object(
    'from', case when rules.rule = 'refuse' and running.id is null and private.answers_to_rules(me.company_id, me.id)
      then starts - make_interval(mins => rules.grace_minutes) end,
    'edge', rules.stop_at_edge,
    'ends_at', case when running.id is not null and (rules.stop_after_minutes is not null or rules.day_ends_at is not null)
      and not exists (select from public.clock_stops s where s.company_id = me.company_id and s.time_entry_id = running.id)
      then (private.clock_end(running, rules.stop_after_minutes, rules.day_ends_at, rules.since)).ends end,
    'stop', (select json_build_object('id', s.id, 'rule', s.rule, 'stopped_at', s.stopped_at, 'clock_in', t.clock_in, 'project_id', t.project_id)
      from public.clock_stops s join public.time_entries t on t.company_id = s.company_id and t.id = s.time_entry_id
      where s.company_id = me.company_id and s.employee_id = me.id and s.status = 'open' and s.stopped_at > now() - interval '14 days'
      order by s.stopped_at desc limit 1));
end $$;
comment on function private.my_clock_rules(public.employees) is 'What the rules of the clock mean for a person now: from when they may clock in, when their clock stops by itself, and the last stop they have not answered. Null: the company has no rules.';

create or replace function public.preview_clock_rules(day_param date, draft_param jsonb default null::jsonb) returns json
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  found_hits jsonb;
  punches bigint;
begin
  perform private.require_date_range(day_param, day_param);
  begin
    if draft_param is not null then
      perform private.require_owner();
      perform private.write_rule_draft(me.company_id, draft_param);
    end if;
    select count(distinct h.time_entry_id), jsonb_agg(to_jsonb(h) order by h.punched_at, h.time_entry_id, h.rule) filter (where h.rule is not null)
      into punches, found_hits from private.rule_hits(me.company_id, day_param) h;
    -- A draft is tried and taken back: the same rules judge yesterday as would judge tomorrow.
    raise exception using errcode = 'CKUND';
  exception when sqlstate 'CKUND' then
    null;
  end;
  return json_build_object('punches', punches, 'hits', (
    select coalesce(json_agg(h.hit || jsonb_build_object('first_name', e.first_name, 'last_name', e.last_name, 'project_name', p.name) order by h.place), '[]')
    from jsonb_array_elements(found_hits) with ordinality as h (hit, place)
    join public.employees e on e.company_id = me.company_id and e.id = (h.hit ->> 'employee_id')::uuid
    left join public.projects p on p.company_id = me.company_id and p.id = (h.hit ->> 'project_id')::uuid
    where h.place <= 1000));
end $$;
comment on function public.preview_clock_rules(date,jsonb) is 'Manager, owner: whom the rules would have hit on a day, as they are and (owners) with a draft: the fields of clock_in_rules, id for one that exists, and "members": [{"crew_id" | "employee_id" | "project_id"}]. Changes nothing. {"punches", "hits": [{"time_entry_id", "employee_id", "first_name", "last_name", "project_id", "project_name", "punched_at", "rule", "outcome", "limit_at"}]}';
grant execute on function public.preview_clock_rules(date,jsonb) to authenticated;

create or replace function private.write_rule_draft(company_id_param uuid, draft_param jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  draft public.clock_in_rules := jsonb_populate_record(null::public.clock_in_rules, draft_param - '{company_id,created_by,created_at,updated_at}'::text[]);
  saved uuid;
begin
  if draft.id is not null then
    update public.clock_in_rules r set name = draft.name, rule = draft.rule, grace_minutes = coalesce(draft.grace_minutes, r.grace_minutes), on_site = draft.on_site,
        stop_after_minutes = draft.stop_after_minutes, stop_at_edge = draft.stop_at_edge, ends_day = draft.ends_day, day_ends_at = draft.day_ends_at
      where r.company_id = company_id_param and r.id = draft.id returning r.id into saved;
    if saved is null then
      raise exception using errcode = 'P0001', hint = 'not_found', message = 'This group was not found.';
    end if;
  else
    insert into public.clock_in_rules (company_id, project_id, employee_id, name, rule, grace_minutes, on_site, stop_after_minutes, stop_at_edge, ends_day, day_ends_at)
      values (company_id_param, draft.project_id, draft.employee_id, draft.name, draft.rule, coalesce(draft.grace_minutes, 5), draft.on_site,
        draft.stop_after_minutes, draft.stop_at_edge, draft.ends_day, draft.day_ends_at)
      returning id into saved;
  end if;
  if jsonb_typeof(draft_param -> 'members') = 'array' and draft.name is not null then
    delete from public.clock_rule_members m where m.company_id = company_id_param and m.rule_id = saved
      and not exists (select from jsonb_to_recordset(draft_param -> 'members') as w (crew_id uuid, employee_id uuid, project_id uuid)
        where (w.crew_id, w.employee_id, w.project_id) is not distinct from (m.crew_id, m.employee_id, m.project_id));
    insert into public.clock_rule_members (company_id, rule_id, crew_id, employee_id, project_id)
      select company_id_param, saved, w.crew_id, w.employee_id, w.project_id
      from jsonb_to_recordset(draft_param -> 'members') as w (crew_id uuid, employee_id uuid, project_id uuid)
      on conflict on constraint clock_rule_members_once do nothing;
  end if;
  return saved;
end $$;
comment on function private.write_rule_draft(uuid,jsonb) is 'Writes the rules of a group with its members, or of a person, a project or everyone.';

create or replace function public.save_clock_rules(draft_param jsonb, based_on_param timestamptz default null::timestamptz) returns public.clock_in_rules
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_owner();
  saved_id uuid;
  saved public.clock_in_rules;
begin
  if jsonb_typeof(draft_param) is distinct from 'object' then
    raise exception using errcode = 'P0001', hint = 'invalid_changes', message = 'These rules cannot be read.';
  end if;
  -- One after the other: of two windows the second sees what the first saved.
  perform from public.clock_in_rules r where r.company_id = company and r.id::text = draft_param ->> 'id' for update;
  if based_on_param is not null and exists (select from public.clock_in_rules r
      where r.company_id = company and r.id::text = draft_param ->> 'id' and r.updated_at is distinct from based_on_param) then
    raise exception using errcode = 'P0001', hint = 'rules_changed', message = 'Somebody else changed these rules meanwhile. Look at them again.';
  end if;
  saved_id := private.write_rule_draft(company, draft_param);
  select * into saved from public.clock_in_rules r where r.company_id = company and r.id = saved_id;
  return saved;
end $$;
comment on function public.save_clock_rules(jsonb,timestamp with time zone) is 'Owner: saves the rules of a group with its members in one step; the fields as for preview_clock_rules. based_on: updated_at as it was read, refused where it is another by now.';
grant execute on function public.save_clock_rules(jsonb,timestamp with time zone) to authenticated;

create or replace function private.rule_hits(company_id_param uuid, day_param date) returns table(time_entry_id uuid, employee_id uuid, project_id uuid, punched_at timestamptz, rule text, outcome text, limit_at timestamptz)
language sql stable security definer set search_path = '' as $$
  with punched as materialized (
    -- One lookup each: joined, all places of the company are read for every punch.
    select t, (select bool_or(l.inside) from public.punch_locations l
        where l.company_id = t.company_id and l.time_entry_id = t.id and l.moment <> 'out') as inside,
      (select l.inside from public.punch_locations l
        where l.company_id = t.company_id and l.time_entry_id = t.id and l.moment = 'out') as left_inside, private.answers_to_rules(t.company_id, t.employee_id) as answers,
      private.is_switch(t.company_id, t.employee_id, t.clock_in) as is_switch
    from public.time_entries t
    where t.company_id = company_id_param and t.work_date = day_param and t.source in ('timer', 'crew', 'kiosk')
      and t.clock_in >= day_param::timestamp at time zone 'UTC' - interval '38 hours'
      and t.clock_in < day_param::timestamp at time zone 'UTC' + interval '38 hours'
  ), booked as materialized (
    select b.employee_id, b.project_id, private.clock_rules_for(company_id_param, b.employee_id, b.project_id, day_param) as rules
    from (select distinct (p.t).employee_id, (p.t).project_id from punched p) b
  )
  select (p.t).id, (p.t).employee_id, (p.t).project_id, coalesce(h.at, (p.t).clock_in), h.rule, h.outcome, h.limit_at
  from punched p
  join booked r on r.employee_id = (p.t).employee_id and coalesce(r.project_id, r.employee_id) = coalesce((p.t).project_id, (p.t).employee_id)
  left join lateral (
    select (p.t).clock_in as at, j.rule, case when j.outcome = 'refused' and (p.t).source = 'crew' then 'asked' else j.outcome end as outcome,
      (j.detail ->> 'at')::timestamptz as limit_at
    -- A tablet, or a foreman with the crew, stands on the site as far as anybody knows now.
    from private.judge_start(r.rules, (p.t).company_id, (p.t).employee_id, (p.t).project_id, (p.t).clock_in,
      case when (p.t).source in ('crew', 'kiosk') then true else p.inside end, p.is_switch) j
    where j.rule is not null and p.answers and ((r.rules).rule = 'refuse' or (r.rules).on_site is not null)
    union all
    select coalesce((p.t).clock_out, clock_timestamp()), e.rule, 'stopped', e.ends
    from private.clock_end(p.t, (r.rules).stop_after_minutes, (r.rules).day_ends_at, null) e
    where e.ends > (p.t).clock_in and e.ends < coalesce((p.t).clock_out, clock_timestamp())
    union all
    select (p.t).clock_out, 'edge', 'stopped', (p.t).clock_out where (r.rules).stop_at_edge and p.inside and p.left_inside = false) h on true;
$$;
comment on function private.rule_hits(uuid,date) is 'Every punch of a day and each rule it would have run into; rule is null for those that would not.';
