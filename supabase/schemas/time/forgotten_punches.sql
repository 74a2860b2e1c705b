create table public.forgotten_punches (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  time_entry_id uuid not null,
  employee_id uuid not null,
  project_id uuid,
  clock_in timestamptz not null,
  cause text not null,
  asked_at timestamptz default now() not null,
  proposed_at timestamptz not null,
  reason text not null,
  sample_size integer default 0 not null,
  evidence jsonb default '{}'::jsonb not null,
  link_hash text,
  expires_at timestamptz not null,
  answer text,
  answered_at timestamptz,
  answered_time timestamptz,
  answered_by uuid,
  channel text,
  device text,
  language text,
  outcome text,
  disputed boolean default false not null,
  decided_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint forgotten_punches_pkey primary key (company_id, id),
  constraint forgotten_punches_link_once unique (link_hash),
  constraint forgotten_punches_answer_complete check ((answer is null) = (answered_at is null) and (answer is not distinct from 'stopped') = (answered_time is not null)),
  constraint forgotten_punches_answer_known check (answer in ('still_working', 'stopped')),
  constraint forgotten_punches_cause_known check (cause in ('schedule', 'habit', 'long_day', 'again', 'left_site', 'long_clock')),
  constraint forgotten_punches_channel_known check (channel in ('link', 'app', 'clock', 'kiosk', 'crew')),
  constraint forgotten_punches_device_length check (char_length(device) <= 300),
  constraint forgotten_punches_evidence_size check (pg_column_size(evidence) < 5000),
  constraint forgotten_punches_language_known check (language in ('en', 'es')),
  constraint forgotten_punches_outcome_known check (outcome in ('applied', 'already_stopped', 'deleted', 'locked')),
  constraint forgotten_punches_reason_known check (reason in ('schedule', 'crew', 'company', 'habit', 'eight_hours', 'photo', 'quantity', 'question', 'break', 'punch', 'left_site')),
  constraint forgotten_punches_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint forgotten_punches_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint forgotten_punches_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete set null (project_id)
);
select private.refuse_non_finite('public.forgotten_punches');
create index forgotten_punches_by_employee on public.forgotten_punches (company_id, employee_id, asked_at desc);
create index forgotten_punches_by_entry on public.forgotten_punches (company_id, time_entry_id, asked_at desc);
create index forgotten_punches_by_project on public.forgotten_punches (company_id, project_id) where project_id is not null;
create index forgotten_punches_disputed on public.forgotten_punches (company_id, time_entry_id) where disputed and decided_at is null;
comment on table public.forgotten_punches is 'What people were asked about a clock that seems forgotten, with a proposed end and what it rests on, and what they answered: their word, which stays as it was given. Written by functions only; it outlives the entry.';
comment on column public.forgotten_punches.clock_in is 'When the clock was started, as it stood when the question was asked.';
comment on column public.forgotten_punches.cause is 'Why it was asked: the end of the shift (schedule), the usual end (habit), ten hours (long_day), two hours after "still working" (again), outside the site (left_site), or a stop after 16 hours (long_clock).';
comment on column public.forgotten_punches.reason is 'What the proposed end rests on; private.proposed_end() decides.';
comment on column public.forgotten_punches.evidence is 'What was known when it was asked: ends by schedule, crew, company and habit, and what the person did last.';
comment on column public.forgotten_punches.link_hash is 'SHA-256 of the id in the link; the id itself is not stored. Null where no link was sent.';
comment on column public.forgotten_punches.expires_at is 'Until then the link opens this question.';
comment on column public.forgotten_punches.answered_time is 'When the person says they stopped.';
comment on column public.forgotten_punches.answered_by is 'The account that answered; null by link.';
comment on column public.forgotten_punches.channel is 'link; app: the question inside the app; clock, kiosk, crew: the step when a clock of over 16 hours is stopped.';
comment on column public.forgotten_punches.outcome is 'What the answer did: applied, or why it could not (already_stopped, deleted, locked).';
comment on column public.forgotten_punches.disputed is 'The answer is far from the proposal or something speaks against it: flagged until a manager has decided (decided_at).';
alter table public.forgotten_punches enable row level security;
alter publication supabase_realtime add table public.forgotten_punches;
grant select on table public.forgotten_punches to authenticated;

create policy "Managers read forgotten punches, others their own" on public.forgotten_punches
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger keep_answer before update on public.forgotten_punches
  for each row execute function private.protect_forgotten_punch();

create or replace function private.protect_forgotten_punch() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  settled constant text[] := '{decided_at,project_id}';
  answers constant text[] := settled || '{answer,answered_at,answered_time,answered_by,channel,device,language,outcome,disputed}'::text[];
begin
  if to_jsonb(new) - (case when old.answer is null then answers else settled end)
    <> to_jsonb(old) - (case when old.answer is null then answers else settled end) then
    raise exception using errcode = '42501', hint = 'append_only', message = 'A question and its answer stay as they are.';
  end if;
  return new;
end $$;
comment on function private.protect_forgotten_punch() is 'A question is answered once, and the answer stays; for every role.';

create or replace trigger keep_creator before insert or update on public.forgotten_punches
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.forgotten_punches
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.forgotten_punches
  for each row execute function private.record_change();

create or replace function private.usual_end(company_id_param uuid, employee_id_param uuid, work_date_param date, zone_param text) returns table(median_at timestamptz, late_at timestamptz, days integer)
language sql stable security definer set search_path = '' as $$
  -- By the clock on the wall, so that a clock change in between moves nothing; an end after midnight is past 24:00.
  select (work_date_param::timestamp + percentile_disc(0.5) within group (order by d.ended)) at time zone zone_param,
    (work_date_param::timestamp + percentile_disc(0.75) within group (order by d.ended)) at time zone zone_param, count(*)::integer
  from (
    select max(t.clock_out at time zone zone_param) - days.start as ended
    from (select work_date_param::timestamp - week * interval '7 days' as start from generate_series(1, 8) week) days
    join public.time_entries t on t.company_id = company_id_param and t.employee_id = employee_id_param
      and t.clock_in >= days.start at time zone zone_param and t.clock_in < (days.start + interval '1 day') at time zone zone_param
      and t.clock_out is not null
    group by days.start) d
  having count(*) >= 3;
$$;
comment on function private.usual_end(uuid,uuid,date,text) is 'When a person usually stops on this day of the week, by the last eight: the middle, and when three of four days are over. Nothing with fewer than three days.';

create or replace function private.shift_end(company_id_param uuid, employee_id_param uuid, clock_in_param timestamptz, moment_param timestamptz) returns timestamptz
language sql stable security definer set search_path = '' as $$
  -- Tomorrow's shift is no reason to have worked through the night.
  select max(s.ends) from private.published_shifts(company_id_param, employee_id_param, clock_in_param, moment_param) s
  where s.starts < clock_in_param + interval '6 hours';
$$;
comment on function private.shift_end(uuid,uuid,timestamptz,timestamptz) is 'When the published shift ends that a clock was started for; the last of a split day. Null without one.';

create or replace function private.last_activity(entry public.time_entries, until_param timestamptz) returns table(happened_at timestamptz, kind text)
language sql stable security definer set search_path = '' as $$
  select a.happened_at, a.kind
  from (
    select max(p.taken_at), 'photo' from public.photos p
    where p.company_id = entry.company_id and p.employee_id = entry.employee_id and p.project_id = entry.project_id
      and p.taken_at between entry.clock_in and until_param and p.deleted_at is null
    union all
    select max(q.created_at), 'quantity' from public.quantities q
    join public.employees e on e.company_id = q.company_id and e.id = entry.employee_id and e.user_id = q.created_by
    where q.company_id = entry.company_id and q.project_id = entry.project_id and q.work_date = entry.work_date
      and q.created_at between entry.clock_in and until_param
    union all
    select max(c.answered_at), 'question' from public.clock_answers c
    where c.company_id = entry.company_id and c.employee_id = entry.employee_id and c.time_entry_id = entry.id and c.moment = 'in'
      and c.answered_at between entry.clock_in and until_param
    union all
    select max(b.ended_at), 'break' from public.time_entry_breaks b
    where b.company_id = entry.company_id and b.time_entry_id = entry.id and b.ended_at <= until_param) a (happened_at, kind)
  where a.happened_at is not null
  order by a.happened_at desc limit 1;
$$;
comment on function private.last_activity(public.time_entries,timestamptz) is 'What the person did last on this entry: a photo, a quantity, an answer at the clock or the end of a break. They were at work then.';

create or replace function private.proposed_end(entry public.time_entries, moment_param timestamptz default now()) returns table(proposed_at timestamptz, reason text, sample_size integer, evidence jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.zone_of(entry.company_id, entry.project_id);
  latest constant timestamptz := least(moment_param, entry.clock_in + interval '24 hours');
  shift timestamptz := private.shift_end(entry.company_id, entry.employee_id, entry.clock_in, moment_param);
  crew record;
  colleagues record;
  habit record;
  activity record;
  pause timestamptz;
begin
  -- Whoever still works says nothing about the end; of the others their last punch counts, not every switch.
  select percentile_disc(0.5) within group (order by o.ended) filter (where o.on_project) as crew_at, count(*) filter (where o.on_project)::integer as crew_size,
      percentile_disc(0.5) within group (order by o.ended) as company_at, count(*)::integer as company_size
    into colleagues
    from (
      select max(t.clock_out) as ended, bool_or(t.project_id is not distinct from entry.project_id) as on_project
      from public.time_entries t
      where t.company_id = entry.company_id and t.work_date = entry.work_date and t.employee_id <> entry.employee_id
        and t.clock_in between entry.clock_in - interval '1 day' and entry.clock_in + interval '1 day'
      group by t.employee_id
      having max(t.clock_out) > entry.clock_in and max(t.clock_out) <= latest and bool_and(t.clock_out is not null)) o;
  select u.median_at as at, u.days into habit from private.usual_end(entry.company_id, entry.employee_id, entry.work_date, zone) u
    where u.median_at > entry.clock_in;
  if habit.at is null then
    select entry.clock_in + percentile_disc(0.5) within group (order by o.clock_out - o.clock_in) as at, count(*)::integer as days into habit
      from public.time_entries o
      where o.company_id = entry.company_id and o.employee_id = entry.employee_id
        and o.clock_in between entry.clock_in - interval '28 days' and entry.clock_in and o.clock_out is not null;
  end if;
  select a.happened_at as at, a.kind into activity from private.last_activity(entry, least(latest, entry.clock_in + interval '16 hours')) a;
  select max(b.started_at) into pause from public.time_entry_breaks b
    where b.company_id = entry.company_id and b.time_entry_id = entry.id and b.ended_at is null;
  if shift > latest then
    shift := null;
  end if;

  -- Three who went home know better than a plan; a plan knows better than one or two.
  select c.at, c.reason, c.size into crew
    from (values (1, colleagues.crew_at, 'crew', colleagues.crew_size, colleagues.crew_size >= 3),
      (2, shift, 'schedule', 0, true),
      (3, colleagues.crew_at, 'crew', colleagues.crew_size, true),
      (4, colleagues.company_at, 'company', colleagues.company_size, true),
      (5, habit.at, 'habit', habit.days, true),
      (6, entry.clock_in + interval '8 hours', 'eight_hours', 0, true)) c (rank, at, reason, size, counts)
    where c.at is not null and c.counts order by c.rank limit 1;
  proposed_at := least(crew.at, latest);
  reason := crew.reason;
  sample_size := coalesce(crew.size, 0);
  if activity.at > proposed_at then
    proposed_at := activity.at;
    reason := activity.kind;
    sample_size := 0;
  elsif pause < proposed_at - interval '90 minutes' and (activity.at is null or activity.at < pause) then
    -- Went on a break and never came back to the clock.
    proposed_at := pause;
    reason := 'punch';
    sample_size := 0;
  end if;
  -- Whole minutes, as people say them.
  proposed_at := case when date_trunc('minute', proposed_at) > entry.clock_in then date_trunc('minute', proposed_at)
    else greatest(proposed_at, entry.clock_in + interval '1 microsecond') end;
  evidence := jsonb_strip_nulls(jsonb_build_object('schedule_at', shift, 'crew_at', colleagues.crew_at, 'crew_size', nullif(colleagues.crew_size, 0),
    'company_at', colleagues.company_at, 'habit_at', case when habit.at <= latest then habit.at end, 'activity', activity.kind, 'activity_at', activity.at,
    'break_at', pause));
  return next;
end $$;
comment on function private.proposed_end(public.time_entries,timestamptz) is 'The likely end of a clock nobody stopped, in one place for everybody who proposes one: the crew of that day (three or more), the published shift, fewer of the crew, others of the company, the habit, eight hours; never before the last thing the person did, and the start of a break they never came back from.';

create or replace function private.ask_forgotten_punches(moment_param timestamptz default now()) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  asked bigint := 0;
begin
  -- So many in one run that a run stays short; the next one is five minutes away.
  for due in select d.* from private.forgotten_clocks(moment_param) d limit 1000 loop
    if (private.ask_forgotten_punch(due.company_id, due.time_entry_id, due.cause, moment_param)).id is not null then
      asked := asked + 1;
    end if;
  end loop;
  return asked;
end $$;
comment on function private.ask_forgotten_punches(timestamptz) is 'Asks everybody whose clock seems forgotten whether they still work; may run anywhere, any number of times.';

create or replace function private.forgotten_clocks(moment_param timestamptz) returns table(company_id uuid, time_entry_id uuid, cause text)
language sql stable security definer set search_path = '' as $$
  with running as materialized (
    select t.company_id, t.id, t.employee_id, t.clock_in, t.work_date, coalesce(p.time_zone, c.time_zone) as zone,
      make_interval(mins => c.forgotten_punch_grace_minutes) as grace, before.asked
    from public.time_entries t
    join public.companies c on c.id = t.company_id and c.ask_forgotten_punches
    join public.employees e on e.company_id = t.company_id and e.id = t.employee_id and e.active
    left join public.projects p on p.company_id = t.company_id and p.id = t.project_id
    cross join lateral (
      select count(*) as asked, bool_and(f.answer = 'still_working') as goes_on, max(f.answered_at) as answered_at
      from public.forgotten_punches f where f.company_id = t.company_id and f.time_entry_id = t.id) before
    where t.clock_out is null and t.clock_in < moment_param - interval '1 hour' and t.clock_in > moment_param - interval '7 days'
      and (before.asked = 0 or before.asked < 3 and before.goes_on and before.answered_at <= moment_param - interval '2 hours')
  ), planned as materialized (
    select r.*, case when r.asked = 0 then private.shift_end(r.company_id, r.employee_id, r.clock_in, moment_param) end as shift from running r
  )
  select p.company_id, p.id, case when p.asked > 0 then 'again' when p.shift is not null then 'schedule' when habit.late_at is not null then 'habit' else 'long_day' end
  from planned p
  left join lateral (
    select u.late_at from private.usual_end(p.company_id, p.employee_id, p.work_date, p.zone) u
    where p.asked = 0 and p.shift is null and p.clock_in < moment_param - interval '3 hours' and u.late_at > p.clock_in
  ) habit on true
  where p.asked > 0
    -- Nobody plans more than 16 hours; later than that it is asked whatever the plan says.
    or least(coalesce(p.shift + p.grace, habit.late_at + p.grace, p.clock_in + interval '10 hours'), p.clock_in + interval '16 hours') <= moment_param;
$$;
comment on function private.forgotten_clocks(timestamptz) is 'Running clocks to ask about: the published shift or else the usual end is over by the grace, or ten hours without either; again two hours after "still working", three times at most.';

create or replace function private.ask_forgotten_punch(company_id_param uuid, time_entry_id_param uuid, cause_param text, moment_param timestamptz) returns public.forgotten_punches
language plpgsql security definer set search_path = '' as $$
declare
  entry public.time_entries;
  proposal record;
  question public.forgotten_punches;
  link constant uuid := gen_random_uuid();
begin
  -- Two servers ask once, and nobody who stops the clock meanwhile waits for it.
  if not pg_try_advisory_xact_lock(hashtextextended('forgotten:' || company_id_param || time_entry_id_param, 0)) then
    return null;
  end if;
  select * into entry from public.time_entries t
    where t.company_id = company_id_param and t.id = time_entry_id_param and t.clock_out is null;
  if entry.id is null or exists (select from public.forgotten_punches f where f.company_id = company_id_param and f.time_entry_id = entry.id
      and (f.answer is null or f.answered_at > moment_param - interval '2 hours')) then
    return null;
  end if;
  select * into proposal from private.proposed_end(entry, moment_param);
  if cause_param = 'left_site' then
    proposal.proposed_at := greatest(date_trunc('minute', moment_param), entry.clock_in + interval '1 microsecond');
    proposal.reason := 'left_site';
    proposal.sample_size := 0;
  end if;
  insert into public.forgotten_punches (company_id, time_entry_id, employee_id, project_id, clock_in, cause, asked_at, proposed_at, reason, sample_size,
      evidence, link_hash, expires_at)
    values (entry.company_id, entry.id, entry.employee_id, entry.project_id, entry.clock_in, cause_param, moment_param, proposal.proposed_at,
      proposal.reason, proposal.sample_size, proposal.evidence, private.link_hash(link), moment_param + interval '24 hours')
    returning * into question;
  perform private.notify_of_forgotten_punch(question, link);
  return question;
end $$;
comment on function private.ask_forgotten_punch(uuid,uuid,text,timestamptz) is 'Asks about one running clock, unless a question is open or was answered a moment ago; null then.';

create or replace function private.link_hash(link_param uuid) returns text
language sql immutable parallel safe set search_path = '' as $$
  select encode(extensions.digest(link_param::text, 'sha256'), 'hex');
$$;

create or replace function private.notify_of_forgotten_punch(question public.forgotten_punches, link_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person private.notification_recipients;
  zone text;
  facts jsonb;
begin
  select * into person from private.notification_recipients r where r.company_id = question.company_id and r.employee_id = question.employee_id;
  zone := private.answer_zone(question);
  facts := jsonb_build_object(
    'project_name', (select p.path from private.project_paths p where p.company_id = question.company_id and p.id = question.project_id),
    'started_at', to_char(question.clock_in at time zone zone, person.time_format),
    'started_on', private.day_text((question.clock_in at time zone zone)::date, person),
    'proposed', to_char(question.proposed_at at time zone zone, person.time_format));
  perform private.notify_person(question.company_id, question.employee_id, 'forgot_clock_out', 'forgotten ' || question.id, 'forgot_clock_out', facts,
    jsonb_build_object('path', '/answer/' || link_param, 'sms_path', '/answer/' || link_param, 'tag', 'forgotten-' || question.time_entry_id,
      'actions', jsonb_build_array('stop'), 'action_data', jsonb_build_object('id', link_param, 'happened_at', question.proposed_at),
      'mail_template', 'forgot_clock_out', 'mail_data', facts || jsonb_build_object('answer_path', '/answer/' || link_param,
        'because_' || question.reason, true, 'sample_size', question.sample_size),
      'expires_at', question.expires_at, 'urgent', true));
end $$;
comment on function private.notify_of_forgotten_punch(public.forgotten_punches,uuid) is 'Sends the question by the ways the person chose, with a link for this question alone.';

create or replace function private.answer_zone(question public.forgotten_punches) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select p.time_zone from public.projects p where p.company_id = question.company_id and p.id = question.project_id),
    (select r.time_zone from private.notification_recipients r where r.company_id = question.company_id and r.employee_id = question.employee_id),
    private.zone_of(question.company_id, null));
$$;
comment on function private.answer_zone(public.forgotten_punches) is 'The zone in which a question and its page write times: that of the site, or else of the person.';

create or replace function private.find_forgotten_punch(id_param uuid) returns public.forgotten_punches
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
  found_question public.forgotten_punches;
begin
  select f.* into found_question from public.forgotten_punches f
    join public.employees e on e.company_id = f.company_id and e.id = f.employee_id and e.active
    where f.link_hash = private.link_hash(id_param);
  if found_question.id is null and me.id is not null then
    select f.* into found_question from public.forgotten_punches f
      where f.company_id = me.company_id and f.id = id_param and f.employee_id = me.id;
  end if;
  if found_question.id is null then
    raise exception using errcode = 'P0001', hint = 'answer_link_invalid', message = 'This link is not valid.';
  end if;
  return found_question;
end $$;
comment on function private.find_forgotten_punch(uuid) is 'The question a link opens, whoever brings it, or one''s own by its id. Refuses everything else, and a link of somebody who left.';

create or replace function public.forgotten_punch_question(id_param uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  question public.forgotten_punches := private.find_forgotten_punch(id_param);
begin
  return private.forgotten_punch_state(question, question.id <> id_param);
end $$;
comment on function public.forgotten_punch_question(uuid) is 'Anyone with the link of a question about a forgotten clock, or the person by its id: what is asked, and how it stands (open, answered, expired, stopped, gone). Only reads: a program that previews links changes nothing.';
grant execute on function public.forgotten_punch_question(uuid) to anon, authenticated;

create or replace function private.forgotten_punch_state(question public.forgotten_punches, by_link_param boolean) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  entry public.time_entries;
  person record;
  is_over constant boolean := by_link_param and question.expires_at <= clock_timestamp();
begin
  select * into entry from public.time_entries t where t.company_id = question.company_id and t.id = question.time_entry_id;
  select left(coalesce(p.language, e.language), 2) as language, coalesce(p.time_format, '12h') as time_format, c.name as company
    into person from public.employees e
    join public.companies c on c.id = e.company_id
    left join public.preferences p on p.user_id = e.user_id
    where e.company_id = question.company_id and e.id = question.employee_id;
  if is_over then
    -- A link that is over says nothing about anybody.
    return jsonb_build_object('status', 'expired', 'language', person.language, 'server_time', clock_timestamp());
  end if;
  return jsonb_build_object(
    'status', case when question.answer is not null then 'answered' when entry.id is null then 'gone' when entry.clock_out is not null then 'stopped'
      else 'open' end,
    'id', question.id, 'time_entry_id', question.time_entry_id, 'company', person.company,
    'project', (select p.name from public.projects p where p.company_id = question.company_id and p.id = question.project_id),
    'language', person.language, 'time_format', person.time_format, 'time_zone', private.answer_zone(question),
    'clock_in', coalesce(entry.clock_in, question.clock_in), 'clock_out', entry.clock_out, 'asked_at', question.asked_at, 'expires_at', question.expires_at,
    'proposed_at', question.proposed_at, 'reason', question.reason, 'sample_size', question.sample_size,
    'answer', question.answer, 'answered_at', question.answered_at, 'answered_time', question.answered_time, 'outcome', question.outcome,
    'disputed', question.disputed, 'server_time', clock_timestamp());
end $$;

create or replace function public.answer_forgotten_punch(id_param uuid, happened_at_param timestamptz default null::timestamptz, language_param text default null::text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  question public.forgotten_punches := private.find_forgotten_punch(id_param);
  by_link constant boolean := question.id <> id_param;
  entry public.time_entries;
  moment timestamptz;
  result text := 'applied';
begin
  -- One answer at a time: of two taps and two devices the first one stays.
  select * into question from public.forgotten_punches f where f.company_id = question.company_id and f.id = question.id for update;
  moment := clock_timestamp();
  if question.answer is not null or by_link and question.expires_at <= moment then
    return private.forgotten_punch_state(question, by_link);
  end if;
  select * into entry from public.time_entries t
    where t.company_id = question.company_id and t.id = question.time_entry_id for no key update;
  if happened_at_param is not null then
    perform private.check_stated_end(coalesce(entry.clock_in, question.clock_in), happened_at_param, moment);
  end if;
  result := case when entry.id is null then 'deleted' when entry.clock_out is not null then 'already_stopped'
    when happened_at_param is not null and private.is_locked(entry.company_id, entry.work_date,
      (happened_at_param at time zone private.zone_of(entry.company_id, entry.project_id))::date) then 'locked'
    else 'applied' end;
  if happened_at_param is not null and result = 'applied' then
    perform private.give_reason(case when by_link then 'The worker''s answer by link' else 'The worker''s answer' end);
    entry := private.stop_entry_at(entry, least(happened_at_param, moment), null, null);
  end if;
  update public.forgotten_punches f set answer = case when happened_at_param is null then 'still_working' else 'stopped' end,
      answered_at = moment, answered_time = happened_at_param, answered_by = auth.uid(), channel = case when by_link then 'link' else 'app' end,
      device = left(nullif(private.request_header('user-agent'), ''), 300),
      language = coalesce(case when language_param in ('en', 'es') then language_param end,
        (select case left(e.language, 2) when 'es' then 'es' else 'en' end from public.employees e where e.company_id = f.company_id and e.id = f.employee_id)),
      outcome = result, disputed = private.is_disputed(f, entry, happened_at_param, result)
    where f.company_id = question.company_id and f.id = question.id returning * into question;
  perform private.flag_forgotten_punch(question, entry);
  return private.forgotten_punch_state(question, by_link);
end $$;
comment on function public.answer_forgotten_punch(uuid,timestamptz,text) is 'Anyone with the link of a question about a forgotten clock (one use, 24 hours), or the person by its id: still working (no time), or when they stopped, which stops the clock at that time. The first answer stays; the state afterwards is returned. What is said after the clock was stopped, deleted or its days locked is stored and flagged.';
grant execute on function public.answer_forgotten_punch(uuid,timestamptz,text) to anon, authenticated;

create or replace function private.check_stated_end(clock_in_param timestamptz, ended_at_param timestamptz, moment_param timestamptz) returns void
language plpgsql immutable set search_path = '' as $$
begin
  -- The clock of a phone may be a little ahead.
  if not coalesce(isfinite(ended_at_param) and ended_at_param > clock_in_param and ended_at_param <= moment_param + interval '5 minutes'
      and ended_at_param - clock_in_param <= interval '24 hours', false) then
    raise exception using errcode = 'P0001', hint = 'stated_end_invalid',
      message = 'Choose a time after the clock started, within 24 hours, and not in the future.';
  end if;
end $$;
comment on function private.check_stated_end(timestamptz,timestamptz,timestamptz) is 'Refuses an end that cannot be: before the start, in the future, or over 24 hours after the start.';

create or replace function private.stop_entry_at(entry public.time_entries, ended_at_param timestamptz, location_param jsonb, meal_waived_param boolean) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
begin
  -- What was punched after the end that is said goes with the time it belonged to; the history has it.
  delete from public.time_entry_breaks b
    where b.company_id = entry.company_id and b.time_entry_id = entry.id and b.started_at >= ended_at_param;
  update public.time_entry_breaks b set ended_at = ended_at_param
    where b.company_id = entry.company_id and b.time_entry_id = entry.id and b.ended_at > ended_at_param;
  return private.stop_entry(entry, ended_at_param, location_param, meal_waived_param);
end $$;
comment on function private.stop_entry_at(public.time_entries,timestamptz,jsonb,boolean) is 'Stops a clock at an earlier time, with the breaks of then.';

create or replace function private.is_disputed(question public.forgotten_punches, entry public.time_entries, ended_at_param timestamptz, outcome_param text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if ended_at_param is null then
    return false;
  elsif outcome_param <> 'applied' then
    return outcome_param <> 'already_stopped' or abs(extract(epoch from entry.clock_out - ended_at_param)) > 300;
  end if;
  return abs(extract(epoch from ended_at_param - question.proposed_at)) > 900
    or exists (select from private.last_activity(entry, question.asked_at + interval '1 day') a where a.happened_at > ended_at_param + interval '5 minutes')
    or coalesce((question.evidence ->> 'activity_at')::timestamptz > ended_at_param + interval '5 minutes', false);
end $$;
comment on function private.is_disputed(public.forgotten_punches,public.time_entries,timestamptz,text) is 'Whether somebody has to look at an answer: over 15 minutes from the proposal, against something the person did later, or it came after another end.';

create or replace function private.flag_forgotten_punch(question public.forgotten_punches, entry public.time_entries) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if question.disputed then
    perform private.open_verification(question.company_id, 'forgotten_punch', question.id, question.employee_id, question.project_id, question.answered_at,
      private.person_name(question.company_id, question.employee_id) || ' says when they stopped, and it is not what was proposed',
      jsonb_strip_nulls(jsonb_build_object('entry_id', question.time_entry_id, 'work_date', entry.work_date, 'clock_in', question.clock_in,
        'said_at', question.answered_time, 'proposed_at', question.proposed_at, 'reason', question.reason, 'sample_size', question.sample_size,
        'activity', question.evidence -> 'activity', 'activity_at', question.evidence -> 'activity_at', 'channel', question.channel,
        'effect', question.outcome, 'clock_out', entry.clock_out)));
  end if;
end $$;

create or replace function private.note_stated_end(entry public.time_entries, ended_at_param timestamptz, channel_param text, moment_param timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  proposal record;
  question public.forgotten_punches;
begin
  select * into proposal from private.proposed_end(entry, moment_param);
  insert into public.forgotten_punches (company_id, time_entry_id, employee_id, project_id, clock_in, cause, asked_at, proposed_at, reason, sample_size,
      evidence, expires_at)
    values (entry.company_id, entry.id, entry.employee_id, entry.project_id, entry.clock_in, 'long_clock', moment_param, proposal.proposed_at,
      proposal.reason, proposal.sample_size, proposal.evidence, moment_param)
    returning * into question;
  update public.forgotten_punches f set answer = 'stopped', answered_at = moment_param, answered_time = ended_at_param, answered_by = auth.uid(),
      channel = channel_param, device = left(nullif(private.request_header('user-agent'), ''), 300),
      language = (select case left(e.language, 2) when 'es' then 'es' else 'en' end from public.employees e where e.company_id = f.company_id and e.id = f.employee_id),
      outcome = 'applied', disputed = private.is_disputed(f, entry, ended_at_param, 'applied')
    where f.company_id = question.company_id and f.id = question.id returning * into question;
  perform private.flag_forgotten_punch(question, entry);
end $$;
comment on function private.note_stated_end(public.time_entries,timestamptz,text,timestamptz) is 'Stores what a person said when they stopped a clock of over 16 hours, beside what was proposed.';

create or replace function private.is_long_clock(clock_in_param timestamptz, moment_param timestamptz) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  -- Ten minutes earlier than the screens ask: their clocks differ.
  select moment_param - clock_in_param > interval '15 hours 50 minutes';
$$;
comment on function private.is_long_clock(timestamptz,timestamptz) is 'Whether stopping a clock at that moment asks for the real end: it has run for 16 hours.';

create or replace function private.stop_with_stated_end(entry public.time_entries, ended_at_param timestamptz, location_param jsonb, meal_waived_param boolean, channel_param text) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
declare
  moment constant timestamptz := clock_timestamp();
begin
  perform private.check_stated_end(entry.clock_in, ended_at_param, moment);
  if not private.is_long_clock(entry.clock_in, moment) then
    raise exception using errcode = 'P0001', hint = 'clock_not_long', message = 'The real end is asked for after 16 hours. Stop the clock now, then correct it.';
  end if;
  perform private.give_reason(coalesce(private.change_reason(), 'The real end, said when the clock was stopped'));
  perform private.note_stated_end(entry, ended_at_param, channel_param, moment);
  return private.stop_entry_at(entry, least(ended_at_param, moment), location_param, meal_waived_param);
end $$;
comment on function private.stop_with_stated_end(public.time_entries,timestamptz,jsonb,boolean,text) is 'Stops a clock of over 16 hours at the end that the person stopping it says.';

create or replace function public.proposed_clock_out(entry_id_param uuid default null::uuid, employee_id_param uuid default null::uuid) returns table(proposed_at timestamptz, reason text, sample_size integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  entry public.time_entries;
begin
  select * into entry from public.time_entries t where t.company_id = me.company_id and t.clock_out is null
    and (t.id = entry_id_param or entry_id_param is null and t.employee_id = coalesce(employee_id_param, me.id))
    and (t.employee_id = me.id or t.employee_id in (select private.my_crew()));
  if entry.id is null then
    return;
  end if;
  return query select p.proposed_at, p.reason, p.sample_size from private.proposed_end(entry) p;
end $$;
comment on function public.proposed_clock_out(uuid,uuid) is 'The likely end of a running clock, by its id or its person (without either one''s own), and what it rests on: for everyone their own, for foremen those they clock, for managers all. Nothing for any other. Only reads.';
grant execute on function public.proposed_clock_out(uuid,uuid) to authenticated;

create or replace function public.ask_if_still_working(time_entry_id_param uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  entry public.time_entries;
begin
  select * into entry from public.time_entries t
    where t.company_id = me.company_id and t.employee_id = me.id and t.id = time_entry_id_param and t.clock_out is null;
  -- Only where the company records places at all and the site has a fence: else nobody can have left it.
  if entry.id is null or entry.clock_in > clock_timestamp() - interval '1 hour' or not exists (
      select from public.companies c where c.id = me.company_id and c.ask_forgotten_punches and c.capture_location)
    or private.place_of_project(me.company_id, entry.project_id) is null
    or (select count(*) from public.forgotten_punches f where f.company_id = me.company_id and f.time_entry_id = entry.id) >= 3 then
    return false;
  end if;
  return (private.ask_forgotten_punch(me.company_id, entry.id, 'left_site', clock_timestamp())).id is not null;
end $$;
comment on function public.ask_if_still_working(uuid) is 'Everyone, for their own running clock: the open page says that this device is outside the fence of the site. Asks whether they still work; no place is sent or stored. False where nothing is asked.';
grant execute on function public.ask_if_still_working(uuid) to authenticated;

create or replace trigger flag_long_clock after update on public.time_entries
  for each row when (old.clock_out is distinct from new.clock_out) execute function private.flag_long_clock();

create or replace function private.flag_long_clock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.clock_out is not null then
    -- Corrected or taken back: what was to be looked at is settled by whoever did it.
    update public.verifications v set status = 'resolved', resolved_at = clock_timestamp(), resolved_by = auth.uid(), note = coalesce(v.note, 'The time was changed.')
      where v.company_id = new.company_id and v.status = 'open' and v.kind in ('long_clock', 'forgotten_punch') and v.employee_id = new.employee_id
        and v.detail ->> 'entry_id' = new.id::text
        and (private.is_manager() and new.employee_id is distinct from private.my_employee_id() or v.kind = 'long_clock' and new.clock_out is null);
    return null;
  end if;
  if new.clock_out is null or new.clock_out - new.clock_in <= interval '16 hours' then
    return null;
  end if;
  -- A manager who sets the end of somebody else's has decided it.
  if not private.is_system()
    and not (private.is_manager() and new.employee_id is distinct from private.my_employee_id())
    and not exists (select from public.forgotten_punches f where f.company_id = new.company_id and f.time_entry_id = new.id
      and f.answered_time = new.clock_out and f.disputed) then
    perform private.open_verification(new.company_id, 'long_clock', new.id, new.employee_id, new.project_id, new.clock_out,
      private.person_name(new.company_id, new.employee_id) || ' stopped a clock that had run for over 16 hours',
      jsonb_build_object('entry_id', new.id, 'work_date', new.work_date, 'clock_in', new.clock_in, 'clock_out', new.clock_out));
  end if;
  return null;
end $$;
comment on function private.flag_long_clock() is 'Flags a clock that was stopped after over 16 hours, whichever way; a correction settles what was flagged.';

create or replace trigger note_decision after update on public.verifications
  for each row when (new.kind = 'forgotten_punch' and old.status is distinct from new.status) execute function private.note_forgotten_punch_decision();

create or replace function private.note_forgotten_punch_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.forgotten_punches f set decided_at = new.resolved_at where f.company_id = new.company_id and f.id = new.subject_id;
  return null;
end $$;
comment on function private.note_forgotten_punch_decision() is 'A disputed answer is decided when its item is resolved, and open again when it is reopened.';
