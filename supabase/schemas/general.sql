-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create or replace function private.accrual_is_valid(accrual_param jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select accrual_param is null or jsonb_typeof(accrual_param) = 'object'
    and accrual_param - '{kind,hours,worked,cap,carry_over,waiting_days}'::text[] = '{}'
    and coalesce(accrual_param ->> 'kind' in ('per_year', 'per_period', 'per_hours_worked'), false)
    and coalesce(accrual_param @@ 'strict $.hours > 0 && $.hours <= 10000', false)
    and (accrual_param ->> 'kind' = 'per_hours_worked') = coalesce(accrual_param @@ 'strict $.worked > 0 && $.worked <= 10000', false)
    and (accrual_param ->> 'cap' is null or coalesce(accrual_param @@ 'strict $.cap >= 0 && $.cap <= 10000', false))
    and (accrual_param ->> 'carry_over' is null or coalesce(accrual_param @@ 'strict $.carry_over >= 0 && $.carry_over <= 10000', false))
    and (accrual_param ->> 'waiting_days' is null or coalesce(accrual_param @@ 'strict $.waiting_days >= 0 && $.waiting_days <= 3650', false));
$$;
grant execute on function private.accrual_is_valid(jsonb) to authenticated, service_role;

create or replace function private.alert_words(language_param text, kind_param text, threshold_param integer, used_param numeric, complete_param numeric, code_param text) returns text
language sql immutable set search_path = '' as $$
  select case language_param
    when 'es' then coalesce(code_param || ': ', 'Proyecto: ') || case kind_param
      when 'ahead' then format('se usó el %s %% de las horas y está completo el %s %%.', round(used_param), round(complete_param))
      when 'cost' then format('se usó el %s %% del costo de mano de obra.', round(used_param))
      else format('se usó el %s %% de las horas.', round(used_param)) end
    else coalesce(code_param || ': ', 'Project: ') || case kind_param
      when 'ahead' then format('%s%% of the hours are used and %s%% is complete.', round(used_param), round(complete_param))
      when 'cost' then format('%s%% of the labor cost is used.', round(used_param))
      else format('%s%% of the hours are used.', round(used_param)) end end;
$$;

create or replace function private.already_done(event public.synced_events) returns boolean
language sql stable security definer set search_path = '' as $$
  select case event.kind
    when 'clock_in' then exists (select from public.time_entries e
      where e.company_id = event.company_id and e.id = event.entry_id and e.employee_id = event.employee_id)
    when 'switch' then exists (select from public.time_entries e
      where e.company_id = event.company_id and e.id = event.entry_id and e.employee_id = event.employee_id)
    when 'clock_out' then exists (select from public.time_entries e
      where e.company_id = event.company_id and e.id = event.entry_id and e.employee_id = event.employee_id
        and abs(extract(epoch from e.clock_out - event.counts_at)) <= 60)
    when 'start_break' then exists (select from public.time_entry_breaks b
      where b.company_id = event.company_id and b.id::text = event.payload ->> 'break_id' and b.employee_id = event.employee_id)
    when 'end_break' then exists (select from public.time_entry_breaks b
      where b.company_id = event.company_id and b.id::text = event.payload ->> 'break_id' and b.employee_id = event.employee_id
        and abs(extract(epoch from b.ended_at - event.counts_at)) <= 60)
    else false end;
$$;
comment on function private.already_done(public.synced_events) is 'Whether the server has what this event says, from the same punch with a signal.';

create or replace function private.another_must(kind_param text, employee_id_param uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select employee_id_param = private.my_employee_id() and private.somebody_else_decides(employee_id_param) and coalesce((
    select case kind_param when 'own_pay' then c.own_pay_by_others else c.own_approval_by_others end
    from public.companies c where c.id = private.my_company_id()), false);
$$;
comment on function private.another_must(text,uuid) is 'Whether this is about the caller and the company wants somebody else to do it: own_pay or own_approval.';

create or replace function private.apply_event(event public.synced_events, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  found_problem record;
begin
  if mode_param = 'new' then
    if event.state = 'unreadable' then
      perform private.hold('unreadable');
    end if;
    perform private.check_sender(event);
    if event.state = 'received' and private.already_done(event) then
      return 'repeated';
    end if;
    found_problem := private.punch_problem(event);
    if found_problem.problem is not null then
      perform private.hold(found_problem.problem, found_problem.detail);
    end if;
  end if;
  return case event.kind
    when 'clock_in' then private.apply_start(event, event.counts_at, mode_param)
    when 'clock_out' then private.apply_stop(event, mode_param)
    when 'switch' then private.apply_switch(event, mode_param)
    when 'entry' then private.apply_entry(event, mode_param)
    when 'quantity' then private.apply_quantity(event)
    else private.apply_break(event, mode_param) end;
end $$;
comment on function private.apply_event(public.synced_events,text) is 'Applies an event or raises why not. Mode: new, again (was judged before: who and whose clock are settled), consent (a manager decided: also past approvals and stops).';

create or replace function private.apply_start(event public.synced_events, moment_param timestamptz, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  source constant text := private.entry_source(event);
  closing public.synced_events;
  ends timestamptz;
begin
  if (private.own_entry(event, event.entry_id)).id is not null then
    return 'repeated'; -- started with signal, and the answer was lost
  end if;
  if mode_param <> 'consent' and source = 'timer' then
    perform private.require_location(event.company_id, (event.payload ->> 'project_id')::uuid, private.event_place(event));
  elsif mode_param <> 'consent' and source = 'crew' and nullif(btrim(event.payload ->> 'reason'), '') is null
    and private.asks_for_location(event.company_id, (event.payload ->> 'project_id')::uuid) then
    raise exception using errcode = 'P0001', hint = 'location_reason_required',
      message = 'This project asks for a location. Say why you start the clock without one.';
  end if;
  closing := private.closing_event(event, mode_param);
  if closing.counts_at > moment_param and (mode_param = 'consent' or closing.counts_at - moment_param <= interval '24 hours') then
    ends := closing.counts_at;
  end if;
  perform private.insert_offline_entry(event, moment_param, ends, source, mode_param);
  if ends is not null then
    update public.synced_events s set state = 'closing' where s.company_id = closing.company_id and s.id = closing.id;
  end if;
  return 'applied';
end $$;
comment on function private.apply_start(public.synced_events,timestamp with time zone,text) is 'Starts an entry, with its end where that is known: open-ended it could overlap what came later.';

create or replace function private.apply_stop(event public.synced_events, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  entry public.time_entries := private.entry_to_act_on(event);
begin
  update public.synced_events s set entry_id = entry.id where s.company_id = event.company_id and s.id = event.id;
  if (select s.state = 'closing' from public.synced_events s where s.company_id = event.company_id and s.id = event.id) then
    update public.time_entries e set notes = event.payload ->> 'notes'
      where e.company_id = entry.company_id and e.id = entry.id and event.payload ->> 'notes' is not null;
    perform private.take_location(entry, 'out', private.event_place(event));
    return 'applied';
  end if;
  return private.stop_offline(event, entry, mode_param);
end $$;

create or replace function private.apply_switch(event public.synced_events, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  ended public.time_entries;
  hint_text text;
  detail_text text;
  said text;
  outcome text;
begin
  if (private.own_entry(event, event.entry_id)).id is not null then
    return 'repeated';
  end if;
  ended := private.entry_to_act_on(event);
  if not (select s.state = 'closing' from public.synced_events s where s.company_id = event.company_id and s.id = event.id)
    and ended.id is distinct from event.ends_id then
    perform private.stop_offline(event, ended, mode_param);
  end if;
  event.ends_id := ended.id;
  -- Wherever the new work cannot be started, the old has ended.
  begin
    outcome := private.apply_start(event, greatest(event.counts_at, (private.own_entry(event, ended.id)).clock_out), mode_param);
    update public.synced_events s set ends_id = ended.id where s.company_id = event.company_id and s.id = event.id;
    return outcome;
  exception when raise_exception or integrity_constraint_violation then
    get stacked diagnostics hint_text = pg_exception_hint, detail_text = pg_exception_detail, said = message_text;
    if mode_param = 'consent' then
      raise;
    end if;
    perform private.hold_event(event, hint_text, detail_text, said);
    return 'held';
  end;
end $$;
comment on function private.apply_switch(public.synced_events,text) is 'Ends what ran and starts the next; where the next cannot be started it is held, and the old has ended all the same.';

create or replace function private.asks_for_location(company_id_param uuid, project_id_param uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.projects p join public.companies c on c.id = p.company_id
    where p.company_id = company_id_param and p.id = project_id_param and p.location_required and c.capture_location);
$$;

create or replace function private.burden_of(company_id_param uuid, employee_id_param uuid, date_param date) returns setof numeric
language sql stable rows 1 as $$
  select b.percent from public.burden_rates b
  left join public.employees e on b.trade is not null and e.company_id = b.company_id and e.id = employee_id_param
  where b.company_id = company_id_param and b.effective_from <= date_param
    and (b.employee_id is null or b.employee_id = employee_id_param)
    and (b.trade is null or lower(btrim(b.trade)) = lower(btrim(e.job_title)))
  order by (b.employee_id is null), (b.trade is null), b.effective_from desc limit 1;
$$;
comment on function private.burden_of(uuid,uuid,date) is 'What a person''s labor costs on top of pay on a day, in percent: theirs, else their trade''s, else the company''s; no row: nothing.';

create or replace function private.certificates_held(company_id_param uuid) returns table(employee_id uuid, type_id uuid, certification_id uuid, expires_on date, warn_days smallint, name text)
language sql stable set search_path = '' as $$
  -- The latest end counts; one that never ends has none to tell.
  select distinct on (c.employee_id, c.type_id) c.employee_id, c.type_id, c.id, c.expires_on, t.warn_days, t.name
  from public.certifications c
  join public.certification_types t on t.company_id = c.company_id and t.id = c.type_id and t.active
  where c.company_id = company_id_param
  order by c.employee_id, c.type_id, c.expires_on desc nulls first, c.created_at desc;
$$;
comment on function private.certificates_held(uuid) is 'The certificate that counts of every person and kind.';

create or replace function private.check_event(event public.synced_events, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  hint_text text;
  detail_text text;
  said text;
  outcome text;
begin
  -- Another event of the same call may have settled part of it.
  select * into event from public.synced_events s where s.company_id = event.company_id and s.id = event.id;
  begin
    outcome := private.apply_event(event, mode_param);
  exception
    when serialization_failure or deadlock_detected or insufficient_resources or object_not_in_prerequisite_state or query_canceled then
      raise; -- nothing is wrong with the event: the device sends it again
    when others then
      get stacked diagnostics hint_text = pg_exception_hint, detail_text = pg_exception_detail, said = message_text;
      perform private.hold_event(event, hint_text, detail_text, said);
      return 'held';
  end;
  if outcome <> 'held' then
    perform private.settle_event(event, outcome);
  end if;
  if outcome = 'applied' and event.kind in ('clock_in', 'switch', 'entry') then
    perform private.check_waiting_events(event);
  end if;
  return outcome;
end $$;
comment on function private.check_event(public.synced_events,text) is 'applied, repeated or held; a sub-transaction of its own. What waited for it is judged again.';

create or replace function private.check_event_again(event public.synced_events) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.held_events h where h.company_id = event.company_id and h.id = event.id
      and (h.status <> 'held' or private.only_managers_decide(h.problem)))
    -- Time typed by hand has the rights of who typed it, whoever's event asks again.
    or (event.kind = 'entry' and event.created_by is distinct from auth.uid()) then
    return 'held';
  end if;
  return private.check_event(event, 'again');
end $$;
comment on function private.check_event_again(public.synced_events) is 'Judges a held event once more, unless only a manager may let it count.';

create or replace function private.check_event_count(company_id_param uuid, events_param integer) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if events_param + (select count(*) from public.synced_events s where s.company_id = company_id_param and s.created_by = auth.uid()
      and s.created_at > clock_timestamp() - interval '1 day') > (case when private.is_anonymous() then 20000 else 5000 end) then
    raise exception using errcode = 'P0001', hint = 'too_many_events_today',
      message = 'Too many events were sent from this account today. They stay on the device; send them tomorrow.';
  end if;
end $$;
comment on function private.check_event_count(uuid,integer) is 'Refuses more events of an account in a day than a phone (5,000) or a tablet (20,000) can have seen. They stay on the device.';

create or replace function private.check_held_count(company_id_param uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select count(*) from public.held_events h where h.company_id = company_id_param and h.created_by = auth.uid() and h.status = 'held')
      >= (case when private.is_anonymous() then 500 else 200 end)
    or (select count(*) from (select from public.held_events h where h.company_id = company_id_param and h.status = 'held' limit 5000) h) >= 5000 then
    raise exception using errcode = 'P0001', hint = 'too_many_held',
      message = 'Too many punches wait for a manager. They stay on the device and are sent when somebody has decided.';
  end if;
end $$;
comment on function private.check_held_count(uuid) is 'Refuses to hold more than 200 events of an account, 500 of a tablet or 5,000 of a company at a time. They stay on the device.';

create or replace function private.check_own_decision() returns trigger
language plpgsql set search_path = '' as $$
declare
  changed constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  -- What the product works out for everyone, such as adjustments owed, is nobody's decision.
  if tg_argv[0] = 'own_approval' or current_user = 'authenticated' then
    perform private.decide_for_self(tg_argv[0], (changed ->> 'employee_id')::uuid, (changed ->> 'id')::uuid,
      jsonb_strip_nulls(jsonb_build_object('entity', tg_table_name, 'action', lower(tg_op), 'hourly_rate', changed -> 'hourly_rate',
        'amount_cents', changed -> 'amount_cents', 'hours', changed -> 'hours', 'pay_code', changed -> 'pay_code',
        'day', coalesce(changed ->> 'effective_from', changed ->> 'work_date', changed ->> 'start_date', left(changed ->> 'counts_at', 10)))));
  end if;
  return null;
end $$;

create or replace function private.check_sender(event public.synced_events) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
  clocks constant boolean := event.kind in ('clock_in', 'clock_out', 'switch');
  entry public.time_entries;
  new_day date;
begin
  if event.employee_id = me.id then
    return;
  elsif me.id is null or me.role = 'employee' or event.kind = 'quantity'
    or not exists (select from public.employees e where e.company_id = me.company_id and e.id = event.employee_id and e.active) then
    perform private.hold('not_allowed');
  end if;
  if not clocks then
    select * into entry from public.time_entries e where e.company_id = event.company_id and e.employee_id = event.employee_id
      and e.id = case event.kind when 'entry' then event.entry_id else private.entry_meant(event) end;
  end if;
  if me.role = 'foreman' then
    new_day := ((event.payload ->> 'clock_in')::timestamptz
      at time zone private.zone_of(event.company_id, (event.payload ->> 'project_id')::uuid))::date;
    if not (case when clocks then private.clocks_for(event.employee_id, event.counts_at)
      else entry.id is not null and private.leads_on(event.employee_id, entry.work_date)
        and (new_day is null or private.leads_on(event.employee_id, new_day)) end) then
      perform private.hold('not_allowed');
    end if;
  end if;
  if not clocks and (me.role = 'foreman' or (event.kind = 'entry' and entry.id is not null))
    and nullif(btrim(event.payload ->> 'reason'), '') is null then
    raise exception using errcode = 'P0001', hint = 'reason_required', message = 'Give a reason for changing someone else''s time.';
  end if;
end $$;
comment on function private.check_sender(public.synced_events) is 'Holds an event about someone else that the caller could not make with a signal: the clock of their crew on that day, corrections of days they led, with a reason; managers everyone in the company.';

create or replace function private.check_waiting_events(started public.synced_events) returns void
language plpgsql security definer set search_path = '' as $$
declare
  waiting public.synced_events;
begin
  for waiting in
    select s.* from public.synced_events s join public.held_events h on h.company_id = s.company_id and h.id = s.id
    where s.company_id = started.company_id and s.employee_id = started.employee_id and s.id <> started.id
      and h.status = 'held' and h.problem = 'waiting' and s.state in ('held', 'closing')
      and (s.state = 'closing' or private.entry_meant(s) = started.entry_id)
    order by s.device_id, s.sequence
  loop
    perform private.check_event_again(waiting);
  end loop;
end $$;
comment on function private.check_waiting_events(public.synced_events) is 'Judges again what waited for this clock-in.';

create or replace function private.clocks_for(employee_id_param uuid, moment_param timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
      select from public.project_members mine
      join public.project_members theirs on theirs.company_id = mine.company_id and theirs.project_id = mine.project_id
      where mine.company_id = me.company_id and mine.employee_id = me.id and theirs.employee_id = employee_id_param)
    or private.leads_on(employee_id_param, (moment_param at time zone private.zone_of(me.company_id, null))::date)
  from private.me() me;
$$;
comment on function private.clocks_for(uuid,timestamp with time zone) is 'Whether the calling foreman may clock this person in and out at that moment: a project''s team together, or in the crew on that day.';

create or replace function private.closing_event(started public.synced_events, mode_param text) returns public.synced_events
language plpgsql stable security definer set search_path = '' as $$
declare
  closing public.synced_events;
begin
  select x.* into closing from public.synced_events x
    where x.company_id = started.company_id and x.employee_id = started.employee_id and x.state in ('received', 'held') and x.id <> started.id
      and ((x.kind = 'clock_out' and x.entry_id = started.entry_id)
        or (x.kind = 'switch' and x.payload ->> 'from_entry_id' = started.entry_id::text)
        or (x.device_id = started.device_id and (x.kind, x.entry_id is null) in (('clock_out', true), ('switch', false))
          and x.payload ->> 'from_entry_id' is null
          and x.sequence = (select min(n.sequence) from public.synced_events n
            where n.company_id = started.company_id and n.employee_id = started.employee_id and n.device_id = started.device_id
              and n.sequence > started.sequence and n.kind in ('clock_in', 'clock_out', 'switch') and n.state not in ('adjusted', 'discarded'))))
      -- What was not judged yet is, as its turn would; what is held says why.
      and (mode_param = 'consent' or case x.state when 'received' then (private.punch_problem(x)).problem is null
        else not exists (select from public.held_events h
          where h.company_id = x.company_id and h.id = x.id and private.only_managers_decide(h.problem)) end)
    order by x.counts_at limit 1;
  return closing;
end $$;
comment on function private.closing_event(public.synced_events,text) is 'The clock-out or switch, in this batch or held, that ends what this event starts.';

create or replace function private.computed_percent(company_id_param uuid, project_id_param uuid) returns smallint
language sql stable set search_path = '' as $$
  with lines as (
    select r.root, sum(l.hours) as hours, sum(l.quantity) as planned
      from private.current_budget_lines l join private.cost_code_roots(company_id_param) r on r.id = l.cost_code_id
     where l.company_id = company_id_param and l.project_id = project_id_param group by r.root
  ), entered as (
    select r.root, sum(q.quantity) as done
      from public.quantities q join private.cost_code_roots(company_id_param) r on r.id = q.cost_code_id
     where q.company_id = company_id_param and q.project_id = project_id_param group by r.root
  )
  select least(100, round(100 * sum(l.hours * coalesce(e.done, 0) / nullif(l.planned, 0)) / sum(l.hours)))::smallint
    from lines l left join entered e on e.root = l.root
  having bool_or(l.planned > 0) and sum(l.hours) > 0;
$$;
comment on function private.computed_percent(uuid,uuid) is 'Earned hours of the budget hours in percent, at most 100; null without a budget with quantities.';

create or replace function private.current_version_i_see(version_id_param uuid) returns public.document_versions
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  found_version public.document_versions;
begin
  select * into found_version from public.document_versions v
    where v.company_id = me.company_id and v.id = version_id_param and v.document_id in (select private.documents_for_me());
  if found_version.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This document was not found.';
  end if;
  if found_version.superseded_at is not null then
    raise exception using errcode = 'P0001', hint = 'version_superseded', message = 'There is a newer version of this document.';
  end if;
  return found_version;
end $$;

create or replace function private.day_plans(company_id_param uuid, start_date_param date, end_date_param date) returns table(employee_id uuid, work_date date, shift_id uuid, project_id uuid, starts timestamptz, ends timestamptz, minutes bigint, shifts bigint)
language sql stable security definer set search_path = '' as $$
  with told as (
    select s.id, (s.published ->> 'employee_id')::uuid as employee_id, (s.published ->> 'project_id')::uuid as project_id,
      to_timestamp((s.published ->> 'starts_at')::bigint) as starts, to_timestamp((s.published ->> 'ends_at')::bigint) as ends
    from public.shifts s
    where s.company_id = company_id_param and s.published ->> 'employee_id' is not null
      and s.work_date between start_date_param - 31 and end_date_param + 31
  ), dated as (
    select t.*, (t.starts at time zone private.zone_of(company_id_param, t.project_id))::date as work_date from told t
  )
  select d.employee_id, d.work_date, (array_agg(d.id order by d.starts))[1], (array_agg(d.project_id order by d.starts))[1],
    min(d.starts), max(d.ends),
    sum(extract(epoch from d.ends - d.starts) / 60 - case when d.ends - d.starts > interval '5 hours' then 30 else 0 end)::bigint, count(*)
  from dated d where d.work_date between start_date_param and end_date_param
  group by d.employee_id, d.work_date;
$$;
comment on function private.day_plans(uuid,date,date) is 'The published plan of each person and day, as they were told.';

create or replace function private.decide_for_self(kind_param text, employee_id_param uuid, subject_id_param uuid, detail_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if employee_id_param is distinct from private.my_employee_id() then
    return;
  end if;
  if private.another_must(kind_param, employee_id_param) then
    raise exception using errcode = '42501', hint = kind_param || '_by_others',
      message = case kind_param when 'own_pay' then 'Somebody else must set your pay. Ask another manager or owner.'
        else 'Somebody else must approve this for you. Ask another manager or owner.' end;
  end if;
  perform private.report_decision(kind_param, subject_id_param, employee_id_param,
    private.person_name(private.my_company_id(), employee_id_param)
      || case kind_param when 'own_pay' then ' changed their own pay' else ' approved for themselves' end, detail_param);
end $$;
comment on function private.decide_for_self(text,uuid,uuid,jsonb) is 'Nothing where it is about somebody else; else refuses what another must do and reports what the caller did for themselves.';
grant execute on function private.decide_for_self(text,uuid,uuid,jsonb) to authenticated;

create or replace function private.event_reason(event public.synced_events) returns text
language sql stable set search_path = '' as $$
  select coalesce(nullif(btrim(event.payload ->> 'reason'), ''),
    case when event.kind in ('clock_in', 'clock_out', 'switch') then 'Punched on a phone without signal' end);
$$;
comment on function private.event_reason(public.synced_events) is 'Why the time of someone else changes: what the sender wrote; a punch needs no more than that it is one.';

create or replace function private.event_sender() returns public.employees
language plpgsql stable security definer set search_path = '' as $$
declare
  sender public.employees;
begin
  select e.* into sender from public.employees e
    where e.user_id = auth.uid() and private.has_passed_second_factor()
    order by e.active desc, e.deactivated_at desc nulls last limit 1;
  return sender;
end $$;
comment on function private.event_sender() is 'The caller''s employee record, also one that was deactivated: what they punched before is kept for a manager.';

create or replace function private.expired_certificates(company_id_param uuid, start_date_param date, end_date_param date) returns table(employee_id uuid, shift_id uuid, work_date date)
language sql stable security definer set search_path = '' as $$
  select s.employee_id, s.id, s.work_date
  from public.shifts s
  where s.company_id = company_id_param and s.work_date between start_date_param and end_date_param and not s.cancelled and s.employee_id is not null
    and exists (
      select from public.certifications k
      join public.certification_types t on t.company_id = k.company_id and t.id = k.type_id and t.active
      where k.company_id = s.company_id and k.employee_id = s.employee_id
      group by k.type_id
      -- A renewed one is a row of its own: the latest end counts, and one without an end always does.
      having bool_and(k.expires_on is not null) and max(k.expires_on) < s.work_date);
$$;
comment on function private.expired_certificates(uuid,date,date) is 'Shifts of people of whom some certificate has expired by that day.';

create or replace function private.export_content(summary_param jsonb, lines_param jsonb) returns table(employee_id uuid, first_name text, last_name text, hours numeric, earnings numeric, figures jsonb, lines jsonb)
language sql stable set search_path = '' as $$
  select (s.row ->> 'employee_id')::uuid, s.row ->> 'first_name', s.row ->> 'last_name',
    (s.row ->> 'total_hours')::numeric, (s.row ->> 'total_earnings')::numeric,
    s.row - 'flags' - 'unapproved' - 'missing_clock_out' - 'hourly_rate', l.lines
  from jsonb_array_elements(coalesce(summary_param, '[]')) s (row)
  left join (
    select l.row ->> 'employee_id' as employee_id,
      jsonb_agg(l.row - 'line_id' - 'locked' - 'pay_item_id' order by (l.row - 'line_id' - 'locked' - 'pay_item_id')::text) as lines
    from jsonb_array_elements(coalesce(lines_param, '[]')) l (row)
    group by l.row ->> 'employee_id'
  ) l on l.employee_id = s.row ->> 'employee_id';
$$;

create or replace function private.find_expiring_certificates(moment_param timestamptz default now()) returns bigint
language sql security definer set search_path = '' as $$
  select count(*) from (
    select private.open_verification(c.id, 'expiring_certificate', h.certification_id, h.employee_id, null,
      (h.expires_on - h.warn_days)::timestamp at time zone c.time_zone,
      private.person_name(c.id, h.employee_id) || ': ' || h.name || ' ends on ' || h.expires_on,
      jsonb_build_object('certificate', h.name, 'end_date', h.expires_on))
    from public.companies c
    cross join lateral private.certificates_held(c.id) h
    join public.employees e on e.company_id = c.id and e.id = h.employee_id and e.active
    where extract(hour from moment_param at time zone c.time_zone) = 6
      and h.expires_on - h.warn_days <= (moment_param at time zone c.time_zone)::date
  ) found;
$$;
comment on function private.find_expiring_certificates(timestamp with time zone) is 'Once a morning: certificates that end soon or have ended, into the inbox. A newer one settles it.';

create or replace function private.foremen_say_why() returns trigger
language plpgsql set search_path = '' as $$
declare
  person uuid := case when tg_op = 'DELETE' then old.employee_id else new.employee_id end;
begin
  if current_user = 'authenticated' and person is distinct from private.my_employee_id() and private.change_reason() is null
    and not private.is_manager() then
    raise exception using errcode = 'P0001', hint = 'reason_required',
      message = 'Say why you change the time of someone else.';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function private.foremen_say_why() is 'A foreman never corrects the time of the crew without a reason, whatever the company asks of managers.';

create or replace function private.forget_locations(moment_param timestamptz default now()) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  forgotten bigint;
begin
  update public.punch_locations l set latitude = null, longitude = null, accuracy_m = null, fix_age_s = null, edge_m = null
    from public.companies c
    where c.id = l.company_id and l.latitude is not null and l.punched_at < moment_param - make_interval(days => c.location_days);
  get diagnostics forgotten = row_count;
  delete from private.event_places p using public.companies c
    where c.id = p.company_id and (not c.capture_location or p.punched_at < moment_param - make_interval(days => c.location_days));
  return forgotten;
end $$;
comment on function private.forget_locations(timestamp with time zone) is 'Takes the coordinates off punches older than their company keeps them, and says how many.';

create or replace function private.forget_pay(company_id_param uuid, employee_id_param uuid, first_date_param date, last_date_param date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  week_start integer := (select c.week_start from public.companies c where c.id = company_id_param);
  -- A policy with another day or hour for its week has weeks that reach into the next of the company's.
  reach integer := case when exists (
    select from public.overtime_policies p
    where p.company_id = company_id_param and (p.policy ->> 'workweek_start_dow' is not null
      or coalesce(p.policy ->> 'workday_start', '00:00') <> '00:00')) then 7 else 0 end;
  first_week date := case when isfinite(first_date_param) then private.week_of(first_date_param, week_start) - reach else first_date_param end;
  last_week date := case when isfinite(last_date_param) then private.week_of(last_date_param, week_start) + reach else last_date_param end;
begin
  if private.pay_lock(company_id_param, false) then
    if employee_id_param is null then
      delete from private.pay_lines l where l.company_id = company_id_param and l.week between first_week and last_week;
      delete from private.pay_weeks k where k.company_id = company_id_param and k.week between first_week and last_week;
    else
      delete from private.pay_lines l
      where l.company_id = company_id_param and l.employee_id = employee_id_param and l.week between first_week and last_week;
      delete from private.pay_weeks k
      where k.company_id = company_id_param and k.employee_id = employee_id_param and k.week between first_week and last_week;
    end if;
  else
    insert into private.pay_weeks_outdated (company_id, employee_id, first_date, last_date)
    -- Stored dates have no infinity.
    values (company_id_param, employee_id_param, greatest(first_week, date '0001-01-01'), least(last_week, date '9999-12-31'));
  end if;
end $$;
comment on function private.forget_pay(uuid,uuid,date,date) is 'Deletes the kept lines of these weeks; employee null is everyone.';

create or replace function private.forget_pay_of_work(company_id_param uuid, employee_id_param uuid, from_param timestamptz, to_param timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  company record;
  first_date date;
  last_date date;
  begins timestamptz;
  ends timestamptz;
  -- At a site in another zone the same work may belong to the day before or after.
  margin interval := case when private.has_site_zones(company_id_param) then interval '26 hours' else interval '1 hour' end;
begin
  select c.time_zone, c.week_start into company from public.companies c where c.id = company_id_param;
  first_date := ((from_param - margin) at time zone company.time_zone)::date;
  last_date := ((to_param + margin) at time zone company.time_zone)::date;
  begins := private.week_of(first_date, company.week_start)::timestamp at time zone company.time_zone;
  ends := (private.week_of(last_date, company.week_start) + 7)::timestamp at time zone company.time_zone;
  if from_param < begins + interval '4 days' and exists (
      select from public.time_entries t
      where t.company_id = company_id_param and t.employee_id = employee_id_param
        and t.clock_in >= begins - interval '4 days' and t.clock_in < begins + margin and t.clock_out > begins - interval '1 day') then
    first_date := private.week_of(first_date, company.week_start) - 1;
  end if;
  if to_param > ends - interval '4 days' and exists (
      select from public.time_entries t
      where t.company_id = company_id_param and t.employee_id = employee_id_param
        and t.clock_in >= ends - interval '4 days' and t.clock_in < ends + interval '1 day' and t.clock_out > ends - margin) then
    last_date := private.week_of(last_date, company.week_start) + 7;
  end if;
  perform private.forget_pay(company_id_param, employee_id_param, first_date, last_date);
end $$;

create or replace function private.has_avatar_room(name_param text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  account constant text := auth.uid()::text;
begin
  -- One upload at a time per account, so that those sent all at once are counted as well.
  perform pg_advisory_xact_lock(hashtextextended('avatars:' || account, 0));
  return (select count(*) < 5 from storage.objects o where o.bucket_id = 'avatars' and o.name <> name_param
    and o.name collate "C" >= account || '/' and o.name collate "C" < account || '0');
end $$;
comment on function private.has_avatar_room(text) is 'Whether the caller has fewer than five other photos of themselves.';
grant execute on function private.has_avatar_room(text) to authenticated, service_role;

create or replace function private.has_site_zones(company_id_param uuid) returns boolean
language sql stable parallel safe
return (exists (select from (public.projects p join public.companies c on ((c.id = p.company_id))) where ((p.company_id = has_site_zones.company_id_param) and (p.time_zone is not null) and (p.time_zone <> c.time_zone))));

create or replace function private.held_group(held public.held_events) returns setof public.synced_events
language sql stable security definer set search_path = '' as $$
  -- A held clock-in stands for the whole entry; what else is held stands for itself.
  select s.* from public.synced_events s
    join public.held_events h on h.company_id = s.company_id and h.id = s.id
    where h.company_id = held.company_id and h.employee_id = held.employee_id and h.status = 'held'
      and (h.id = held.id
        -- Nothing can be made of what nobody can read: it goes at once.
        or (held.problem = 'unreadable' and h.problem = 'unreadable' and h.created_by is not distinct from held.created_by)
        or (h.entry_id = held.entry_id and exists (
        select from public.held_events starting where starting.company_id = held.company_id and starting.employee_id = held.employee_id
          and starting.entry_id = held.entry_id and starting.kind in ('clock_in', 'switch') and starting.status = 'held')))
    order by s.kind in ('clock_in', 'switch') desc, s.device_id, s.sequence;
$$;
comment on function private.held_group(public.held_events) is 'What is decided together: the events of an entry whose clock-in is held, the clock-in first; everything unreadable of one sender.';

create or replace function private.held_problem(hint_param text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when private.only_managers_decide(hint_param) or hint_param in ('waiting', 'already_stopped', 'too_long') then hint_param
    when hint_param = 'period_locked' then 'locked'
    when hint_param = 'time_approved' then 'approved'
    when hint_param in ('project_not_active', 'project_not_open_to_you', 'cost_code_archived', 'cost_code_not_on_project',
      'cost_code_required') then 'booking'
    when hint_param in ('already_running', 'time_overlap') then 'overlap'
    when hint_param = 'entry_too_long' then 'too_long'
    else 'other' end;
$$;
comment on function private.held_problem(text) is 'The problem of a held event from the hint of what refused it.';

create or replace function private.held_words(problem_param text, detail_param jsonb, zone_param text) returns text
language sql stable set search_path = '' as $$
  select case problem_param
    when 'clock_wrong' then format('Your phone''s clock was wrong. We think it was %s.', clock.at)
    when 'late' then format('Sent more than %s hours later.', detail_param ->> 'hours')
    when 'new_device' then 'Sent from a device that was not signed in at that time.'
    when 'contradiction' then format('You had a signal at %s and this punch was not sent.', clock.at)
    when 'waiting' then 'Waiting for the clock-in.'
    when 'already_stopped' then format('Already clocked out at %s.', clock.at)
    when 'locked' then 'This pay period is closed.'
    when 'approved' then 'This day was approved.'
    when 'booking' then case detail_param ->> 'hint'
      when 'project_not_active' then 'Project closed. Pick another.'
      when 'project_not_open_to_you' then 'Not on the team of this project. Pick another.'
      else 'Cost code not in use here. Pick another.' end
    when 'overlap' then format('Overlaps %s–%s%s.', clock.starts, coalesce(clock.ends, 'now'),
      coalesce(' by ' || (detail_param ->> 'by'), ''))
    when 'too_long' then 'Longer than 24 hours.'
    when 'wrong_pin' then case detail_param ->> 'pin'
      when 'locked' then 'The PIN was locked.'
      when 'no_pin' then 'There was no PIN.'
      else 'The PIN was wrong.' end
    when 'kiosk_revoked' then 'The tablet was revoked before this punch was sent.'
    when 'other' then detail_param ->> 'message'
    else 'Your manager has to look at this.' end
  from (select
    to_char((detail_param ->> 'at')::timestamptz at time zone zone_param, 'FMHH12:MI AM') as at,
    to_char((detail_param ->> 'clock_in')::timestamptz at time zone zone_param, 'FMHH12:MI AM') as starts,
    to_char((detail_param ->> 'clock_out')::timestamptz at time zone zone_param, 'FMHH12:MI AM') as ends) clock;
$$;
comment on function private.held_words(text,jsonb,text) is 'What the worker reads.';

create or replace function private.hire_date(employee public.employees) returns date
language sql stable security definer set search_path = '' as $$
  select coalesce(employee.hired_on, least(
    (employee.created_at at time zone private.zone_of(employee.company_id, null))::date,
    (select min(w.work_date) from public.work_totals w where w.company_id = employee.company_id and w.employee_id = employee.id)));
$$;

create or replace function private.hold(problem_param text, detail_param jsonb default '{}'::jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', hint = problem_param, detail = detail_param::text, message = 'This event is held.';
end $$;

create or replace function private.hold_event(event public.synced_events, hint_param text, detail_param text, message_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  problem text := private.held_problem(hint_param);
  known jsonb := case when detail_param like '{%' then detail_param::jsonb else '{}' end;
  detail jsonb;
begin
  detail := case problem
    when 'overlap' then jsonb_strip_nulls(jsonb_build_object('entry_id', known -> 'id', 'clock_in', known -> 'clock_in', 'clock_out', known -> 'clock_out',
      'by', (select nullif(btrim(concat_ws(' ', who.first_name, who.last_name)), '') from public.time_entries e
        join public.employees who on who.company_id = e.company_id and who.user_id = e.created_by
        where e.company_id = event.company_id and e.id = (known ->> 'id')::uuid)))
    when 'booking' then jsonb_build_object('hint', hint_param)
    when 'other' then jsonb_build_object('hint', coalesce(nullif(hint_param, ''), 'other'), 'message', message_param)
    else known end;
  if not exists (select from public.held_events h where h.company_id = event.company_id and h.id = event.id) then
    perform private.check_held_count(event.company_id);
  end if;
  insert into public.held_events as h (company_id, id, employee_id, device_id, sequence, kind, happened_at, offset_ms, counts_at,
      payload, entry_id, problem, detail, reason, created_by)
    values (event.company_id, event.id, event.employee_id, event.device_id, event.sequence, event.kind, event.happened_at, event.offset_ms,
      event.counts_at, event.payload, coalesce(event.entry_id, private.entry_meant(event)), problem, detail,
      private.held_words(problem, detail, private.zone_of(event.company_id, null)), event.created_by)
    on conflict (company_id, id) do update
      set problem = excluded.problem, detail = excluded.detail, reason = excluded.reason, entry_id = excluded.entry_id
      where h.status = 'held';
  update public.synced_events s set state = 'held', entry_id = event.entry_id, ends_id = coalesce(event.ends_id, s.ends_id)
    where s.company_id = event.company_id and s.id = event.id;
end $$;
comment on function private.hold_event(public.synced_events,text,text,text) is 'Holds an event with its reason; one that is held already keeps its row.';

create or replace function private.is_now(moment_param timestamptz) returns boolean
language sql set search_path = '' as $$
  select coalesce(moment_param between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '5 minutes', false);
$$;
comment on function private.is_now(timestamp with time zone) is 'Whether an instant that a client sent means this moment: the clock, not a time by hand.';
grant execute on function private.is_now(timestamp with time zone) to authenticated, service_role;

create or replace function private.is_polygon(polygon_param jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  ring jsonb;
  corner jsonb;
begin
  if jsonb_typeof(polygon_param) is distinct from 'array' or jsonb_array_length(polygon_param) not between 1 and 20 then
    return false;
  end if;
  for ring in select r from jsonb_array_elements(polygon_param) as r loop
    if jsonb_typeof(ring) <> 'array' or jsonb_array_length(ring) not between 3 and 1000 then
      return false;
    end if;
    for corner in select c from jsonb_array_elements(ring) as c loop
      if jsonb_typeof(corner -> 0) is distinct from 'number' or jsonb_typeof(corner -> 1) is distinct from 'number' then
        return false;
      elsif (corner ->> 0)::numeric not between -180 and 180 or (corner ->> 1)::numeric not between -90 and 90 then
        return false;
      end if;
    end loop;
  end loop;
  return true;
end $$;
comment on function private.is_polygon(jsonb) is 'Rings of [longitude, latitude], the first the outer one, each of three corners or more.';
grant execute on function private.is_polygon(jsonb) to authenticated, service_role;

create or replace function private.is_scheduled_on(company_id_param uuid, employee_id_param uuid, project_id_param uuid, moment_param timestamptz) returns boolean
language sql stable parallel safe security definer set search_path = '' as $$
  select exists (
    select from private.published_shifts(company_id_param, employee_id_param, moment_param - interval '2 days', moment_param + interval '2 days') s
    cross join lateral (select private.zone_of(company_id_param, project_id_param) as name) zone
    where s.project_id = project_id_param
      -- On its days, and the evening before where it starts in the small hours.
      and (moment_param at time zone zone.name)::date
        between ((s.starts - interval '4 hours') at time zone zone.name)::date and (s.ends at time zone zone.name)::date);
$$;
comment on function private.is_scheduled_on(uuid,uuid,uuid,timestamp with time zone) is 'Whether a published shift puts the person on the project on the day of that instant, by the project''s clock.';

create or replace function private.keep_creator() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.created_by := old.created_by;
    new.created_at := old.created_at;
  elsif not private.is_system() then
    new.created_by := auth.uid();
    new.created_at := now();
  end if;
  return new;
end $$;
comment on function private.keep_creator() is 'Keeps created_by and created_at, whatever a client sends.';

create or replace function private.known_since(event public.synced_events) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(
    (select d.first_seen_at from private.known_devices d
      where d.company_id = event.company_id and d.user_id = event.created_by and d.device_id = event.device_id),
    -- Signed in before the punch and ever since: the same browser, whatever it calls itself.
    (select s.created_at from auth.sessions s where event.created_by = auth.uid() and s.user_id = event.created_by
      and s.id::text = auth.jwt() ->> 'session_id'));
$$;
comment on function private.known_since(public.synced_events) is 'Since when the server knows the device an event came from; null: it does not.';

create or replace function private.labor_cost(company_id_param uuid, project_id_param uuid) returns table(cost_code_id uuid, amount numeric, unpriced_minutes bigint)
language plpgsql set search_path = '' set plan_cache_mode = 'auto' as $$
declare
  week_start integer := (select c.week_start from public.companies c where c.id = company_id_param);
  week date := private.week_of(current_date, week_start);
  workers uuid[] := private.labor_workers(company_id_param, project_id_param, week - 7, week);
  missing uuid[];
  locked_dates datemultirange;
  first_week date;
  last_week date;
begin
  -- This week and the last one change all day, and are asked about for those who worked here in them.
  if cardinality(workers) > 0 then
    missing := private.fill_pay(company_id_param, week - 7, week, workers);
  end if;
  return query select * from private.labor_cost_kept(company_id_param, project_id_param, missing is not null);
  if found or missing is not null then
    return;
  end if;
  -- There is nothing, or other weeks are missing: from the first of them on.
  locked_dates := (
    select range_agg(daterange(p.start_date, p.end_date, '[]')) from public.pay_periods p
    where p.company_id = company_id_param and p.status = 'locked');
  select private.week_of(min(d.first_date) - 1, week_start), private.week_of(max(d.last_date) + 1, week_start) into first_week, last_week
  from (
    select min(k.work_date) as first_date, max(k.work_date) as last_date
      from public.work_totals k where k.company_id = company_id_param and k.project_id = project_id_param
    union all
    select min(i.work_date), max(i.work_date)
      from public.pay_items i where i.company_id = company_id_param and i.project_id = project_id_param
  ) d;
  first_week := (
    select min(m.week) from private.pay_weeks_missing(company_id_param, first_week, last_week, null) m
    where locked_dates is null or not locked_dates @> daterange(m.week, m.week + 7));
  if first_week is not null then
    perform private.fill_pay(company_id_param, first_week, last_week, private.labor_workers(company_id_param, project_id_param, first_week, last_week));
    return query select * from private.labor_cost_kept(company_id_param, project_id_param, true);
  end if;
end $$;
comment on function private.labor_cost(uuid,uuid) is 'What the labor of a project costs by code: its pay lines, as frozen or as of now, with burden; and the minutes nobody knows a rate of.';

create or replace function private.labor_cost_kept(company_id_param uuid, project_id_param uuid, compute_param boolean) returns table(cost_code_id uuid, amount numeric, unpriced_minutes bigint)
language plpgsql stable set search_path = '' as $$
declare
  locked_dates datemultirange := (
    select range_agg(daterange(p.start_date, p.end_date, '[]')) from public.pay_periods p
    where p.company_id = company_id_param and p.status = 'locked');
  week_start integer := (select c.week_start from public.companies c where c.id = company_id_param);
  -- Days on which a percentage may change; between two of them lies a stretch in which none does.
  burden_dates date[] := (select array_agg(distinct b.effective_from) from public.burden_rates b where b.company_id = company_id_param);
  percents numeric[] := (select array_agg(coalesce(b.percent, 0) order by d.date)
    from unnest(burden_dates) as d (date) left join lateral private.burden_of(company_id_param, null, d.date) as b (percent) on true);
  first_date date := least(
    (select min(k.work_date) from public.work_totals k where k.company_id = company_id_param and k.project_id = project_id_param
      and (locked_dates is null or not locked_dates @> k.work_date)),
    (select min(i.work_date) from public.pay_items i where i.company_id = company_id_param and i.project_id = project_id_param
      and (locked_dates is null or not locked_dates @> i.work_date))) - 1;
  last_date date := greatest(
    (select max(k.work_date) from public.work_totals k where k.company_id = company_id_param and k.project_id = project_id_param
      and (locked_dates is null or not locked_dates @> k.work_date)),
    (select max(i.work_date) from public.pay_items i where i.company_id = company_id_param and i.project_id = project_id_param
      and (locked_dates is null or not locked_dates @> i.work_date))) + 1;
  last_week date := private.week_of(last_date, week_start);
  from_week date := greatest(private.week_of(first_date, week_start), private.week_of(current_date, week_start) - 7);
  notes private.pay_weeks_outdated[] := array(select o from private.pay_weeks_outdated o where o.company_id = company_id_param);
  missing uuid[];
begin
  from_week := least(from_week, (
    select min(m.week) from private.pay_weeks_missing(company_id_param, private.week_of(first_date, week_start), least(last_week, from_week - 7), null) m
    where locked_dates is null or not locked_dates @> daterange(m.week, m.week + 7)));
  missing := (
    select array_agg(distinct m.employee_id)
    from private.pay_weeks_missing(company_id_param, from_week, last_week, private.labor_workers(company_id_param, project_id_param, from_week, last_week)) m);
  if missing is not null and not compute_param then
    return;
  end if;
  return query
  with outdated as materialized (
    select o.employee_id, o.dates from private.outdated_pay(company_id_param, notes) o where notes <> '{}'
  ), lines as not materialized (
    select l.employee_id, l.work_date, l.week_start, l.cost_code_id, l.minutes, l.total_cents
      from public.payroll_lines l where l.company_id = company_id_param and l.project_id = project_id_param
    union all
    select l.employee_id, l.work_date, l.week_start, l.cost_code_id, l.minutes, l.total_cents
      from private.pay_lines l
      left join outdated o on o.employee_id = l.employee_id and o.dates && daterange(l.week, l.week + 7)
     where l.company_id = company_id_param and l.project_id = project_id_param and l.week between first_date - 6 and last_date
       and (locked_dates is null or not locked_dates @> l.work_date)
       and (missing is null or l.week not between from_week and last_week or not l.employee_id = any (missing))
       -- Lines of somebody whose work left the project while somebody filled.
       and o.employee_id is null
    union all
    select l.employee_id, l.work_date, l.week_start, l.cost_code_id, l.minutes, l.total_cents
      from private.payroll_lines_computed(company_id_param, from_week, last_week + 6, missing, null) l
     where missing is not null and l.project_id = project_id_param and (locked_dates is null or not locked_dates @> l.work_date)
  ), special as materialized (
    -- Most people have the percentage of the company.
    select e.id as employee_id, s.stretch, b.percent
    from public.employees e
    cross join generate_subscripts(burden_dates, 1) s (stretch)
    cross join lateral private.burden_of(company_id_param, e.id, burden_dates[s.stretch]) as b (percent)
    where e.company_id = company_id_param and exists (
      select from public.burden_rates r where r.company_id = company_id_param
        and (r.employee_id = e.id or lower(btrim(r.trade)) = lower(btrim(e.job_title))))
  ), weeks as (
    -- Burden is rounded once per person, week and code.
    select r.root, coalesce(sum(l.total_cents), 0) as cents, coalesce(p.percent, percents[l.stretch], 0) as percent,
      sum(l.minutes) filter (where l.total_cents is null) as unpriced
    from (select k.*, width_bucket(k.work_date, burden_dates) as stretch from lines k where burden_dates is not null) l
    left join private.cost_code_roots(company_id_param) r on r.id = l.cost_code_id
    left join special p on p.employee_id = l.employee_id and p.stretch = l.stretch
    group by l.employee_id, l.week_start, r.root, 3
    union all
    -- Without burden nothing is rounded, and people and weeks need not be told apart.
    select r.root, coalesce(l.cents, 0), 0, l.unpriced
    from (
      select k.cost_code_id, sum(k.total_cents) as cents, sum(k.minutes) filter (where k.total_cents is null) as unpriced
      from lines k where burden_dates is null group by k.cost_code_id
    ) l
    left join private.cost_code_roots(company_id_param) r on r.id = l.cost_code_id
  )
  select w.root, sum(w.cents + floor(w.cents * w.percent / 100 + 0.5)) / 100, coalesce(sum(w.unpriced), 0)::bigint
  from weeks w group by w.root;
end $$;
comment on function private.labor_cost_kept(uuid,uuid,boolean) is 'As private.labor_cost, from kept lines alone: nothing while pay of the project is missing, or with compute_param computed for this answer.';

create or replace function private.labor_cost_to_now(company_id_param uuid, project_id_param uuid) returns table(cost_code_id uuid, amount numeric, unpriced_minutes bigint)
language sql set search_path = '' as $$
  with running as (
    select l.sign, r.root, coalesce(sum(l.total_cents), 0) as cents, coalesce(b.percent, 0) as percent,
      coalesce(sum(l.minutes) filter (where l.total_cents is null), 0) as unpriced
    from private.running_pay(company_id_param, project_id_param) l
    left join private.cost_code_roots(company_id_param) r on r.id = l.cost_code_id
    left join lateral private.burden_of(company_id_param, l.employee_id, l.work_date) as b (percent) on true
    where l.project_id = project_id_param
    group by l.sign, l.employee_id, l.week_start, r.root, b.percent
  )
  select c.root, sum(c.amount), sum(c.unpriced)::bigint
  from (
    select l.cost_code_id as root, l.amount, l.unpriced_minutes as unpriced from private.labor_cost(company_id_param, project_id_param) l
    union all
    -- Burden is rounded once per person, week and code, as in private.labor_cost.
    select r.root, r.sign * (r.cents + floor(r.cents * r.percent / 100 + 0.5)) / 100, r.sign * r.unpriced from running r
  ) c
  group by c.root;
$$;
comment on function private.labor_cost_to_now(uuid,uuid) is 'As private.labor_cost, with running clocks up to now, as the hours of a project are.';

create or replace function private.labor_workers(company_id_param uuid, project_id_param uuid, first_week_param date, last_week_param date) returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select k.employee_id from public.work_totals k where k.company_id = company_id_param and k.project_id = project_id_param
      and k.work_date between first_week_param - 1 and last_week_param + 7
    union
    select i.employee_id from public.pay_items i where i.company_id = company_id_param and i.project_id = project_id_param
      and i.work_date between first_week_param - 1 and last_week_param + 7);
$$;
comment on function private.labor_workers(uuid,uuid,date,date) is 'Who worked on a project, or was paid something for it, in some weeks.';

create or replace function private.last_change(entity_param text, entity_id_param uuid) returns table(saved_by text, saved_by_you boolean, saved_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select nullif(btrim(concat_ws(' ', who.first_name, who.last_name)), ''), a.actor_id = auth.uid(), a.occurred_at
  from public.audit_events a
  left join public.employees who on who.company_id = a.company_id and who.user_id = a.actor_id
  where a.company_id = (select private.my_company_id()) and a.entity_id = entity_id_param and a.entity = entity_param
  order by a.sequence desc limit 1;
$$;
comment on function private.last_change(text,uuid) is 'Who changed a row of the caller''s company last, and when.';
grant execute on function private.last_change(text,uuid) to authenticated, service_role;

create or replace function private.last_today(company_id_param uuid) returns date
language sql stable set search_path = '' as $$
  select min((now() at time zone z.time_zone)::date)
  from (
    select c.time_zone from public.companies c where c.id = company_id_param
    union
    select p.time_zone from public.projects p
    where p.company_id = company_id_param and p.time_zone is not null and p.status = 'active'
  ) z;
$$;
comment on function private.last_today(uuid) is 'Today where it ends last: in the company''s zone or that of an active project.';

create or replace function private.leads_on(employee_id_param uuid, day_param date) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.leads_a_crew() and exists (
    select from public.crew_members m join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
    where m.company_id = (select private.my_company_id()) and m.employee_id = employee_id_param
      and c.foreman_id = (select private.my_employee_id()) and daterange(m.from_date, m.to_date, '[]') @> day_param);
$$;
comment on function private.leads_on(uuid,date) is 'Whether the caller is the foreman of a crew this person was in on that day. For one row; policies and lists spell it out.';

create or replace function private.listings_of_me() returns setof public.employees
language sql stable security definer set search_path = '' as $$
  select e.* from auth.users u
  join public.employees e on lower(e.email) = lower(u.email) and e.active and e.user_id is null
  where u.id = auth.uid() and u.email_confirmed_at is not null and u.raw_app_meta_data ->> 'address_vouched_by' is null
    and not exists (
      select from public.employee_invitations i
      where i.company_id = e.company_id and i.employee_id = e.id and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now());
$$;
comment on function private.listings_of_me() is 'Employees with the caller''s confirmed address, without account and without an open invitation.';

create or replace function private.lock_people(company_id_param uuid, people_param uuid[], entries_param uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Rows first, then the company, then the people, as every writer of time does.
  perform from public.time_entries e
    where e.company_id = company_id_param and e.employee_id = any (people_param) and (e.clock_out is null or e.id = any (entries_param))
    order by e.employee_id, e.id for no key update;
  perform private.lock_time_shared(company_id_param);
  perform private.lock_employee_time(company_id_param, id) from unnest(people_param) as id order by id;
end $$;

create or replace function private.lock_swap(company_id_param uuid, swap_id_param uuid) returns public.shift_swaps
language plpgsql security definer set search_path = '' as $$
declare
  swap public.shift_swaps;
begin
  select * into swap from public.shift_swaps w where w.company_id = company_id_param and w.id = swap_id_param for update;
  if swap.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This swap was not found.';
  end if;
  if swap.status not in ('asked', 'accepted') then
    raise exception using errcode = 'P0001', hint = 'swap_decided', message = 'This swap has already been decided.';
  end if;
  return swap;
end $$;

create or replace function private.may_work_on(company_id_param uuid, employee_id_param uuid, project_id_param uuid, moment_param timestamptz) returns boolean
language sql stable parallel safe security definer set search_path = '' as $$
  select not exists (select from public.project_members m where m.company_id = company_id_param and m.project_id = project_id_param)
    or exists (select from public.project_members m
      where m.company_id = company_id_param and m.project_id = project_id_param and m.employee_id = employee_id_param)
    or private.is_scheduled_on(company_id_param, employee_id_param, project_id_param, moment_param);
$$;
comment on function private.may_work_on(uuid,uuid,uuid,timestamp with time zone) is 'Whether time of a person at that instant may be booked on a project: it has no team, they are on it, or a published shift puts them there that day.';

create or replace function private.merge_report_part(stored jsonb, mine jsonb, seen jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  was constant text := seen #>> '{}';
  ours constant text := mine #>> '{}';
  theirs constant text := stored #>> '{}';
  known constant jsonb := case jsonb_typeof(seen) when 'array' then seen else '[]' end;
  -- Without the beginning that both know.
  added constant text := case when was <> '' and starts_with(ours, was) then btrim(substr(ours, length(was) + 1), E' 
') else ours end;
begin
  if stored is null or stored in ('null', '""', '[]', mine, coalesce(seen, '""')) then
    return mine;
  elsif jsonb_typeof(mine) = 'array' and jsonb_typeof(stored) = 'array' then
    -- What I took away goes, what I added comes; the rest is theirs.
    return (select coalesce(jsonb_agg(l.line order by l.side, l.place), '[]') from (
      select 1 as side, s.place, s.line from jsonb_array_elements(stored) with ordinality as s (line, place)
        where s.line in (select jsonb_array_elements(mine)) or s.line not in (select jsonb_array_elements(known))
      union all
      select 2, m.place, m.line from jsonb_array_elements(mine) with ordinality as m (line, place)
        where m.line not in (select jsonb_array_elements(known)) and m.line not in (select jsonb_array_elements(stored))) l);
  elsif jsonb_typeof(mine) = 'string' and jsonb_typeof(stored) = 'string' then
    -- Mine after theirs, once.
    return case when strpos(theirs, added) > 0 then stored else to_jsonb(theirs || E'
' || added) end;
  end if;
  return mine;
end $$;
comment on function private.merge_report_part(jsonb,jsonb,jsonb) is 'A part of a report that someone else saved since I saw it: lines and texts of both.';

create or replace function private.note_device(company_id_param uuid, device_id_param text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.known_devices (company_id, user_id, device_id) values (company_id_param, auth.uid(), device_id_param)
    on conflict do nothing;
  if found then
    -- As many as anybody has used; the ones seen first stay.
    delete from private.known_devices d where d.company_id = company_id_param and d.user_id = auth.uid()
      and d.device_id in (select k.device_id from private.known_devices k
        where k.company_id = company_id_param and k.user_id = auth.uid() order by k.first_seen_at offset 100);
  end if;
end $$;
comment on function private.note_device(uuid,text) is 'Remembers since when the caller''s device is known.';

create or replace function private.note_reading(bulletin_id_param uuid, language_param text, read_param boolean, acknowledged_param boolean, postponed_param boolean) returns public.bulletin_reads
language plpgsql security definer set search_path = '' as $$
declare
  bulletin public.bulletins := private.my_bulletin(bulletin_id_param);
  me uuid := private.my_employee_id();
  noted public.bulletin_reads;
begin
  insert into public.bulletin_reads as r (company_id, bulletin_id, employee_id, read_at, acknowledged_at, postponed_at, postponed_count, language)
  values (bulletin.company_id, bulletin.id, me, case when read_param or acknowledged_param then now() end,
    case when acknowledged_param then now() end, case when postponed_param then now() end, postponed_param::integer,
    case when language_param in ('en', 'es') then language_param end)
  on conflict on constraint bulletin_reads_once do update set
    -- The first time counts: what was acknowledged stays so.
    read_at = coalesce(r.read_at, excluded.read_at), acknowledged_at = coalesce(r.acknowledged_at, excluded.acknowledged_at),
    postponed_at = coalesce(excluded.postponed_at, r.postponed_at), postponed_count = r.postponed_count + excluded.postponed_count,
    language = case when r.acknowledged_at is null then coalesce(excluded.language, r.language) else r.language end
  returning * into noted;
  return noted;
end $$;

create or replace function private.number_within(value_param jsonb, least_param numeric, greatest_param numeric) returns double precision
language sql immutable parallel safe as $$
  select case when jsonb_typeof(value_param) = 'number' then
    case when value_param::numeric between least_param and greatest_param then value_param::double precision end end;
$$;

create or replace function private.only_managers_decide(problem_param text) returns boolean
language sql immutable parallel safe
return (problem_param = any (array['not_allowed'::text, 'unreadable'::text, 'clock_wrong'::text, 'late'::text, 'new_device'::text, 'contradiction'::text, 'wrong_pin'::text, 'kiosk_revoked'::text]));
comment on function private.only_managers_decide(text) is 'Whether an event held for this is never judged again by itself.';

create or replace function private.open_disputes(company_id_param uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('employee_id', e.id, 'first_name', e.first_name, 'last_name', e.last_name,
      'start_date', s.start_date, 'end_date', s.end_date, 'note', s.note) order by s.signed_at), '[]')
  from public.timesheet_signatures s
  join public.employees e on e.company_id = s.company_id and e.id = s.employee_id
  where s.company_id = company_id_param and s.disputed and s.invalidated_at is null
    -- What was locked in spite of a dispute is decided.
    and not exists (select from public.pay_periods p where p.company_id = s.company_id and p.status = 'locked'
      and p.start_date <= s.start_date and p.end_date >= s.end_date and p.locked_at > s.signed_at);
$$;

create or replace function private.open_items(company_id_param uuid) returns bigint
language sql stable set search_path = '' as $$
  -- Two partial indexes.
  select (select count(*) from public.verifications v where v.company_id = company_id_param and v.status = 'open')
    + (select count(*) from public.kiosk_photos p join public.companies c on c.id = p.company_id and c.kiosk_photos
      where p.company_id = company_id_param and p.review is null and p.uploaded_at is not null);
$$;
comment on function private.open_items(uuid) is 'Items of Verification that are open, and photos of the kiosk nobody has looked at.';
grant execute on function private.open_items(uuid) to authenticated, service_role;

create or replace function private.outdated_pay(company_id_param uuid, notes_param private.pay_weeks_outdated[]) returns table(employee_id uuid, dates datemultirange)
language sql stable set search_path = '' as $$
  with notes as (
    select n.employee_id, range_agg(daterange(least(n.first_date, n.last_date), greatest(n.first_date, n.last_date), '[]')) as dates
    from unnest(notes_param) n group by n.employee_id
  )
  select e.id, coalesce(o.dates, '{}') + coalesce(a.dates, '{}')
  from public.employees e
  left join notes o on o.employee_id = e.id
  left join notes a on a.employee_id is null
  where e.company_id = company_id_param and (o.dates is not null or a.dates is not null);
$$;
comment on function private.outdated_pay(uuid,private.pay_weeks_outdated[]) is 'The dates that notes call outdated, once for each person they are about; a note about nobody in particular is about everybody.';

create or replace function private.past_employment(employee_id_param uuid) returns public.employees
language plpgsql stable security definer set search_path = '' as $$
declare
  past public.employees;
begin
  select e.* into past from public.employees e join public.companies c on c.id = e.company_id
    where e.id = employee_id_param and e.user_id = auth.uid() and not e.active and private.has_passed_second_factor()
      and now() < e.deactivated_at + make_interval(months => c.leaver_access_months);
  return past;
end $$;
comment on function private.past_employment(uuid) is 'The caller''s own record in a company they left, while they may still read there, or null.';

create or replace function private.pay_by_line(company_id_param uuid, employee_id_param uuid, first_date_param date, last_date_param date) returns private.late_difference[]
language sql set search_path = '' as $$
  select coalesce(array_agg(row(v.work_date, v.project_id, v.cost_code_id, v.pay_code, v.minutes, v.cents, v.flsa,
    private.is_locked(company_id_param, v.work_date, v.work_date))::private.late_difference), '{}')
  from (
    select l.work_date, l.project_id, l.cost_code_id, l.pay_code, sum(l.minutes)::integer as minutes,
      case when not bool_or(l.total_cents is null) then sum(l.total_cents)::bigint end as cents, sum(l.flsa_premium_cents)::bigint as flsa
    from private.payroll_lines_now(company_id_param, first_date_param, last_date_param, array[employee_id_param]) l
    where l.pay_code <> 'ADJUSTMENT'
    group by l.work_date, l.project_id, l.cost_code_id, l.pay_code
  ) v;
$$;
comment on function private.pay_by_line(uuid,uuid,date,date) is 'What each day of a person is worth now, by project, cost code and pay code.';

create or replace function private.pay_lock(company_id_param uuid, alone_param boolean) returns boolean
language sql set search_path = '' as $$
  select current_setting('transaction_isolation') = 'read committed'
    and case when alone_param then pg_try_advisory_xact_lock(hashtextextended('pay:' || company_id_param::text, 0))
      else pg_try_advisory_xact_lock_shared(hashtextextended('pay:' || company_id_param::text, 0)) end;
$$;

create or replace function private.person_name(company_id_param uuid, employee_id_param uuid) returns text
language sql stable security definer set search_path = '' as $$
  select btrim(concat_ws(' ', e.first_name, e.last_name)) from public.employees e
  where e.company_id = company_id_param and e.id = employee_id_param;
$$;

create or replace function private.plain_payload(payload_param jsonb, length_param integer default 2000, nested_param boolean default true) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_object_agg(p.key, case jsonb_typeof(p.value)
      when 'string' then to_jsonb(left(p.value #>> '{}', length_param))
      when 'object' then private.plain_payload(p.value, length_param, false)
      when 'array' then (select coalesce(jsonb_agg((select coalesce(jsonb_object_agg(k.key, k.value), '{}')
            from jsonb_each(case jsonb_typeof(b.value) when 'object' then b.value else '{}' end) k
            where k.key in ('started_at', 'ended_at', 'kind', 'paid') and jsonb_typeof(k.value) not in ('object', 'array')) order by b.place), '[]')
          from jsonb_array_elements(p.value) with ordinality as b (value, place) where b.place <= 50)
      else p.value end), '{}')
  from (select * from jsonb_each(case jsonb_typeof(payload_param) when 'object' then payload_param else '{}' end) e
    where e.key not in ('location', 'latitude', 'longitude', 'accuracy_m', 'fix_age_s') and char_length(e.key) <= 100
      and (jsonb_typeof(e.value) in ('string', 'boolean', 'null')
        or (jsonb_typeof(e.value) = 'number' and char_length(e.value::text) <= 100)
        or (jsonb_typeof(e.value) = 'array' and e.key = 'breaks')
        -- Of an event nobody can read: what it brought.
        or (jsonb_typeof(e.value) = 'object' and e.key = 'payload' and nested_param))
    order by e.key limit 60) p;
$$;
comment on function private.plain_payload(jsonb,integer,boolean) is 'What is stored of what a device sent: words, numbers and breaks; no places, and nothing that nobody asked for.';

create or replace function private.plan_and_actual_at(company_id_param uuid, people_param uuid[], start_date_param date, end_date_param date, moment_param timestamptz) returns table(employee_id uuid, work_date date, shift_id uuid, project_id uuid, planned_start timestamptz, planned_end timestamptz, planned_minutes bigint, actual_start timestamptz, actual_end timestamptz, actual_minutes bigint, running boolean, result text)
language sql stable security definer set search_path = '' as $$
  with plans as (
    select * from private.day_plans(company_id_param, start_date_param, end_date_param) p
    where people_param is null or p.employee_id = any (people_param)
  ), punches as (
    select t.employee_id, t.work_date, min(t.clock_in) as clock_in, max(t.clock_out) as clock_out, bool_or(t.clock_out is null) as running,
      (array_agg(t.project_id order by t.clock_in))[1] as project_id
    from public.time_entries t
    where t.company_id = company_id_param and t.work_date between start_date_param and end_date_param
      and t.clock_in >= (start_date_param - 1)::timestamp at time zone 'UTC' and t.clock_in < (end_date_param + 3)::timestamp at time zone 'UTC'
      and (people_param is null or t.employee_id = any (people_param))
    group by 1, 2
  ), worked as (
    select w.employee_id, w.work_date, sum(w.seconds) / 60 as minutes from private.work_done w
    where w.company_id = company_id_param and w.work_date between start_date_param and end_date_param group by 1, 2
  ), off as (
    select r.employee_id, d.day from public.time_off_requests r
    cross join lateral private.time_off_days(r.company_id, r.start_date, r.end_date, r.hours) d
    where r.company_id = company_id_param and r.status = 'approved' and r.start_date <= end_date_param and r.end_date >= start_date_param and d.minutes > 0
  )
  select coalesce(p.employee_id, a.employee_id), coalesce(p.work_date, a.work_date), p.shift_id, coalesce(p.project_id, a.project_id),
    p.starts, p.ends, p.minutes, a.clock_in, case when not a.running then a.clock_out end, round(w.minutes)::bigint, coalesce(a.running, false),
    case
      when p.employee_id is null then 'unplanned'
      when a.employee_id is null and o.day is not null then 'time_off'
      when a.employee_id is null and moment_param < p.starts then 'upcoming'
      when a.employee_id is null and moment_param < p.starts + limits.late then 'due'
      when a.employee_id is null then 'absent'
      when a.clock_in > p.starts + limits.late then 'late'
      when a.clock_in < p.starts - limits.late then 'early'
      when not a.running and a.clock_out < p.ends - limits.late and moment_param >= p.ends then 'left_early'
      else 'on_time' end
  from plans p
  full join punches a on a.employee_id = p.employee_id and a.work_date = p.work_date
  left join worked w on w.employee_id = coalesce(p.employee_id, a.employee_id) and w.work_date = coalesce(p.work_date, a.work_date)
  left join off o on o.employee_id = p.employee_id and o.day = p.work_date
  cross join (select make_interval(mins => c.late_after_minutes) as late from public.companies c where c.id = company_id_param) limits;
$$;

create or replace function private.planned_work(company_id_param uuid, start_date_param date, end_date_param date, moment_param timestamptz) returns table(employee_id uuid, work_date date, shift_id uuid, project_id uuid, cost_code_id uuid, starts timestamptz, ends timestamptz)
language sql stable security definer set search_path = '' as $$
  with ordered as (
    select s.*, max(s.ends_at) over (partition by s.employee_id order by s.starts_at, s.ends_at, s.id
        rows between unbounded preceding and 1 preceding) as busy_until
    from public.shifts s
    where s.company_id = company_id_param and s.employee_id is not null and not s.cancelled
      and s.work_date between start_date_param and end_date_param
  ), pieces as (
    -- Half an hour off a shift of more than five hours, after four, where rules ask for a meal.
    select o.*, p.starts, p.ends from ordered o
    cross join lateral (values
      (o.starts_at, case when o.ends_at - o.starts_at > interval '5 hours' then o.starts_at + interval '4 hours' else o.ends_at end),
      (case when o.ends_at - o.starts_at > interval '5 hours' then o.starts_at + interval '4 hours 30 minutes' end, o.ends_at)) p (starts, ends)
    where p.starts is not null
  )
  select p.employee_id, p.work_date, p.id, p.project_id, p.cost_code_id, greatest(p.starts, p.busy_until, moment_param), p.ends
  from pieces p
  where p.ends > greatest(p.starts, p.busy_until, moment_param);
$$;
comment on function private.planned_work(uuid,date,date,timestamp with time zone) is 'What is still to be worked after a moment: shifts less half an hour if over five hours, time that is booked twice once.';

create or replace function private.polygon_edge_m(polygon_param jsonb, latitude_param double precision, longitude_param double precision) returns double precision
language sql immutable strict parallel safe set search_path = '' as $$
  with corners as (
    select ring.n as ring, corner.n as corner, (corner.point ->> 1)::double precision as latitude, (corner.point ->> 0)::double precision as longitude
    from jsonb_array_elements(polygon_param) with ordinality as ring (points, n)
    cross join jsonb_array_elements(ring.points) with ordinality as corner (point, n)
  ), plane as (
    select ring, corner, distance * sin(bearing) as x, distance * cos(bearing) as y
    from corners
    cross join lateral (select private.meters_between(latitude_param, longitude_param, latitude, longitude) as distance,
      atan2(sind(longitude - longitude_param) * cosd(latitude),
        cosd(latitude_param) * sind(latitude) - sind(latitude_param) * cosd(latitude) * cosd(longitude - longitude_param)) as bearing) polar
  ), edges as (
    select x, y, coalesce(lead(x) over ring, first_value(x) over ring) - x as dx, coalesce(lead(y) over ring, first_value(y) over ring) - y as dy
    from plane window ring as (partition by ring order by corner)
  ), nearest as (
    select x, y, dx, dy, coalesce(greatest(0, least(1, -(x * dx + y * dy) / nullif(dx * dx + dy * dy, 0))), 0) as t from edges
  )
  select sqrt(min((x + t * dx) ^ 2 + (y + t * dy) ^ 2))
    * case when count(*) filter (where (y > 0) <> (y + dy > 0) and x - y * dx / nullif(dy, 0) > 0) % 2 = 1 then -1 else 1 end
  from nearest;
$$;

create or replace function private.post_late_pay(company_id_param uuid, employee_id_param uuid, first_date_param date, last_date_param date, before_param private.late_difference[], note_param text) returns setof private.late_difference
language plpgsql set search_path = '' as $$
declare
  differences private.late_difference[];
begin
  perform set_config('chalkline.late_time', '', true);
  differences := array(
    select row(d.work_date, d.project_id, d.cost_code_id, d.pay_code, d.minutes, d.cents, d.flsa, d.locked)::private.late_difference
    from (
      select v.work_date, v.project_id, v.cost_code_id, v.pay_code, bool_or(v.locked) as locked, sum(v.sign * v.minutes)::integer as minutes,
        case when not bool_or(v.amount_cents is null) then sum(v.sign * v.amount_cents)::bigint end as cents,
        sum(v.sign * v.flsa_premium_cents)::bigint as flsa
      from (
        select 1 as sign, a.* from unnest(private.pay_by_line(company_id_param, employee_id_param, first_date_param, last_date_param)) a
        union all
        select -1, b.* from unnest(before_param) b
      ) v
      group by v.work_date, v.project_id, v.cost_code_id, v.pay_code
    ) d
    where d.minutes <> 0 or d.cents <> 0 or d.cents is null
    order by d.work_date, d.pay_code, d.project_id, d.cost_code_id);
  insert into public.pay_items (company_id, employee_id, work_date, pay_code, minutes, amount_cents, flsa_premium_cents, project_id, cost_code_id,
    note, payroll_line_id, corrects_date, corrects_pay_code, created_by)
  select company_id_param, employee_id_param, private.company_today(company_id_param), 'ADJUSTMENT', d.minutes, coalesce(d.amount_cents, 0),
    d.flsa_premium_cents, d.project_id, d.cost_code_id, left(note_param, 500),
    (select l.id from public.payroll_lines l
      where l.company_id = company_id_param and l.employee_id = employee_id_param and l.work_date = d.work_date and l.pay_code = d.pay_code
        and (l.project_id, l.cost_code_id) is not distinct from (d.project_id, d.cost_code_id)
      order by l.first_minute, l.id limit 1),
    d.work_date, d.pay_code, auth.uid()
  from unnest(differences) d
  where d.locked and (d.minutes <> 0 or d.amount_cents <> 0);
  return query select * from unnest(differences);
end $$;
comment on function private.post_late_pay(uuid,uuid,date,date,private.late_difference[],text) is 'Ends recording late: posts on today what locked days are worth beyond before_param, and returns every difference. A missing rate has no amount yet; it is owed once there is one.';

create or replace function private.punch_problem(event public.synced_events, out problem text, out detail jsonb) returns record
language plpgsql stable security definer set search_path = '' as $$
declare
  hours constant smallint := (select c.late_punch_hours from public.companies c where c.id = event.company_id);
  paired_at constant timestamptz := (select min(k.paired_at) from public.kiosks k where k.company_id = event.company_id and k.user_id = event.created_by);
  seen_at timestamptz;
begin
  if event.kind = 'quantity' then
    return; -- its day is chosen, not read off the phone's clock
  elsif private.clock_is_wrong(event) then
    problem := 'clock_wrong';
    detail := jsonb_build_object('at', event.counts_at);
  elsif event.kind = 'entry' then
    return; -- typed by hand: the rules about one's own time decide
  elsif event.counts_at < event.created_at - make_interval(hours => hours) then
    problem := 'late';
    detail := jsonb_build_object('hours', hours);
  elsif coalesce(paired_at, private.known_since(event), 'infinity') > event.counts_at + interval '5 minutes' then
    problem := 'new_device';
    detail := '{}';
  elsif paired_at is null then
    seen_at := private.seen_meanwhile(event);
    if seen_at is not null then
      problem := 'contradiction';
      detail := jsonb_build_object('at', seen_at);
    end if;
  end if;
end $$;
comment on function private.punch_problem(public.synced_events) is 'Why the time of an event is not believed: a wrong clock, too late, a device nobody knew, or against what the server saw meanwhile. Null: nothing speaks against it.';

create or replace function private.read_location(location_param jsonb, out latitude double precision, out longitude double precision, out accuracy_m double precision, out fix_age_s double precision) returns record
language plpgsql immutable set search_path = '' as $$
begin
  latitude := private.number_within(location_param -> 'latitude', -90, 90);
  longitude := private.number_within(location_param -> 'longitude', -180, 180);
  accuracy_m := private.number_within(location_param -> 'accuracy_m', 0, 10000000);
  fix_age_s := case when jsonb_typeof(location_param -> 'fix_age_s') = 'number'
    then greatest(0, least(31536000, (location_param -> 'fix_age_s')::numeric)) end;
end $$;

create or replace function private.receive_event(sender public.employees, event jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  received public.synced_events;
  known public.synced_events;
  location jsonb;
begin
  received.id := (event ->> 'id')::uuid;
  if received.id is null then
    raise exception using errcode = 'P0001', hint = 'event_without_id', message = 'An event has no id.';
  end if;
  select * into known from public.synced_events s where s.company_id = sender.company_id and s.id = received.id;
  if known.id is not null then
    if known.created_by is distinct from auth.uid() then
      raise exception using errcode = 'unique_violation', hint = 'id_taken', message = 'This id is already in use.';
    end if;
    return known.id;
  end if;
  received.state := 'received';
  begin
    received.device_id := event ->> 'device_id';
    received.sequence := (event ->> 'sequence')::bigint;
    received.kind := event ->> 'kind';
    received.happened_at := (event ->> 'happened_at')::timestamptz;
    received.offset_ms := round(coalesce((event ->> 'offset_ms')::numeric, 0));
    received.counts_at := received.happened_at + received.offset_ms * interval '1 millisecond';
    if octet_length(event::text) > 16384 or jsonb_typeof(coalesce(nullif(event -> 'payload', 'null'), '{}')) <> 'object' then
      raise invalid_parameter_value;
    end if;
    location := event #> '{payload,location}';
    received.payload := private.plain_payload(event -> 'payload')
      - '{sent_at_ms,sent_offset_ms,sent_monotonic_ms,sent_monotonic_origin,monotonic_ms,monotonic_origin}'::text[]
      || private.clock_evidence(event);
    received.entry_id := coalesce((received.payload ->> 'entry_id')::uuid,
      case when received.kind in ('clock_in', 'switch', 'entry', 'quantity') then received.id end);
    received.employee_id := coalesce((event ->> 'employee_id')::uuid, sender.id);
    if received.kind not in ('clock_in', 'clock_out', 'switch', 'start_break', 'end_break', 'entry', 'quantity')
      or not isfinite(received.counts_at)
      or char_length(received.device_id) not between 1 and 100
      or (received.device_id is null or received.sequence is null or received.kind is null or received.happened_at is null)
      or not exists (select from public.employees e where e.company_id = sender.company_id and e.id = received.employee_id) then
      raise invalid_parameter_value;
    end if;
  exception when data_exception or invalid_text_representation then
    -- What can be read of it, for a person to read.
    location := null;
    received.state := 'unreadable';
    received.device_id := coalesce(nullif(left(event ->> 'device_id', 100), ''), 'unknown');
    received.sequence := 0;
    received.kind := coalesce(nullif(left(event ->> 'kind', 40), ''), 'unknown');
    received.happened_at := clock_timestamp();
    received.offset_ms := 0;
    received.counts_at := received.happened_at;
    received.payload := private.plain_payload(event, 200);
    received.entry_id := null;
    received.employee_id := sender.id;
  end;
  insert into public.synced_events (company_id, id, employee_id, device_id, sequence, kind, happened_at, offset_ms, counts_at, payload,
      entry_id, state, created_by)
    values (sender.company_id, received.id, received.employee_id, received.device_id, received.sequence, received.kind, received.happened_at,
      received.offset_ms, received.counts_at, received.payload, received.entry_id, received.state, auth.uid())
    returning * into received;
  perform private.note_event_place(received, location);
  perform private.note_device(sender.company_id, received.device_id);
  return received.id;
end $$;
comment on function private.receive_event(public.employees,jsonb) is 'Writes an event down unless it is known, its place apart; of one that makes no sense, or is larger than 16 KB, what can be read.';

create or replace function private.refresh_percent(company_id_param uuid, project_ids_param uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.projects p set percent_computed = c.percent is not null,
      percent_complete = coalesce(c.percent, p.percent_complete)
    from unnest(project_ids_param) as x (id)
    cross join lateral (select private.computed_percent(company_id_param, x.id) as percent) c
   where p.company_id = company_id_param and p.id = x.id
     and (p.percent_computed <> (c.percent is not null) or p.percent_complete <> c.percent);
$$;

create or replace function private.refuse_undo() returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.request_header('prefer') ~* '(tx\s*=\s*rollback|max-affected)' then
    raise exception using errcode = 'P0001', hint = 'cannot_be_undone', message = 'This call cannot be rolled back.';
  end if;
end $$;
comment on function private.refuse_undo() is 'Refuses a request that asks to be undone after it was answered: a guess that undoes its own count would be free.';

create or replace function private.require_foreman() returns public.employees
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if me.role not in ('owner', 'manager', 'foreman') then
    raise exception using errcode = '42501', hint = 'foremen_only', message = 'Only foremen, managers and owners may do this.';
  end if;
  return me;
end $$;

create or replace function private.require_free(shift public.shifts, employee_id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  other record;
begin
  -- Of two shifts taken by one person at once, the second sees the first.
  perform pg_advisory_xact_lock(hashtextextended('shifts:' || shift.company_id || employee_id_param, 0));
  select s.shift_id, p.name as project, s.starts, s.ends into other
    from private.published_shifts(shift.company_id, employee_id_param, shift.starts_at, shift.ends_at) s
    left join public.projects p on p.company_id = shift.company_id and p.id = s.project_id
    where s.shift_id <> shift.id
    order by s.starts limit 1;
  if found then
    raise exception using errcode = 'P0001', hint = 'shift_overlap',
      detail = jsonb_build_object('shift_id', other.shift_id, 'project', other.project, 'starts_at', other.starts, 'ends_at', other.ends)::text,
      message = format('Already on the schedule at that time: %s, %s – %s.', coalesce(other.project, 'another shift'),
        to_char(other.starts at time zone private.zone_of(shift.company_id, shift.project_id), 'Mon FMDD, FMHH12:MI AM'),
        to_char(other.ends at time zone private.zone_of(shift.company_id, shift.project_id), 'FMHH12:MI AM'));
  end if;
  if exists (select from public.time_off_requests r
      cross join lateral private.time_off_days(r.company_id, r.start_date, r.end_date, r.hours) d
      where r.company_id = shift.company_id and r.employee_id = employee_id_param and r.status = 'approved'
        and shift.work_date between r.start_date and r.end_date and d.day = shift.work_date and d.minutes > 0) then
    raise exception using errcode = 'P0001', hint = 'shift_time_off', message = 'Time off is approved for this day.';
  end if;
end $$;
comment on function private.require_free(public.shifts,uuid) is 'Refuses to give a person a shift while another one they were told of, or approved time off, is in the way.';

create or replace function private.require_location(company_id_param uuid, project_id_param uuid, location_param jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  place record := private.read_location(location_param);
begin
  if (place.latitude is null or place.longitude is null) and private.asks_for_location(company_id_param, project_id_param) then
    raise exception using errcode = 'P0001', hint = 'location_required',
      message = 'This project asks for your location. Share it, or ask your foreman to start your clock.';
  end if;
end $$;

create or replace function private.require_location_reason(company_id_param uuid, project_id_param uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.change_reason() is null and private.asks_for_location(company_id_param, project_id_param) then
    raise exception using errcode = 'P0001', hint = 'location_reason_required',
      message = 'This project asks for a location. Say why you start the clock without one.';
  end if;
end $$;

create or replace function private.require_report(id_param uuid) returns public.field_reports
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman();
  report public.field_reports;
begin
  select * into report from public.field_reports r where r.company_id = me.company_id and r.id = id_param
    and (me.role <> 'foreman' or r.project_id not in (select private.projects_closed_to_me())) for update;
  if report.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This report was not found.';
  end if;
  return report;
end $$;

create or replace function private.require_row_unchanged(table_param regclass, company_id_param uuid, id_param uuid, based_on_param jsonb, changes_param jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  stored jsonb;
begin
  execute format('select to_jsonb(t) from (select %s from %s t where t.company_id = $1 and t.id = $2 for update) t',
      (select string_agg(format('%I', k), ', ') from jsonb_object_keys(based_on_param || changes_param) k), table_param)
    into stored using company_id_param, id_param;
  if stored is not null then
    perform private.require_unchanged((select c.relname from pg_catalog.pg_class c where c.oid = table_param), id_param, stored,
      private.typed_columns(table_param, based_on_param), private.typed_columns(table_param, changes_param));
  end if;
end $$;
comment on function private.require_row_unchanged(regclass,uuid,uuid,jsonb,jsonb) is 'Refuses changes of columns of a row that have neither the value they were based on nor the new one. A row that is gone is left to whoever writes it.';
grant execute on function private.require_row_unchanged(regclass,uuid,uuid,jsonb,jsonb) to authenticated, service_role;

create or replace function private.require_unchanged(entity_param text, entity_id_param uuid, current_param jsonb, based_on_param jsonb, changes_param jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  clashes boolean;
  fields jsonb;
begin
  select bool_or(f.is_sent and f.saved <> f.based_on and f.saved <> f.yours),
      jsonb_agg(jsonb_build_object('field', f.name, 'based_on', f.based_on, 'saved', f.saved)
        || case when f.is_sent then jsonb_build_object('yours', f.yours) else '{}' end order by f.position)
    into clashes, fields
    from (
      select b.key as name, b.position, b.value as based_on, coalesce(current_param -> b.key, 'null') as saved,
        coalesce(changes_param -> b.key, 'null') as yours, changes_param ? b.key as is_sent
      from jsonb_each(based_on_param) with ordinality as b (key, value, position)) f
    where f.is_sent or f.saved <> f.based_on;
  if clashes then
    raise exception using errcode = 'P0001', hint = 'changed_meanwhile', message = 'Someone else changed this while you had it open.',
      detail = jsonb_build_object('entity', entity_param, 'id', entity_id_param, 'fields', fields)
        || coalesce((select to_jsonb(c) from private.last_change(entity_param, entity_id_param) c), '{}');
  end if;
end $$;
comment on function private.require_unchanged(text,uuid,jsonb,jsonb,jsonb) is 'Refuses changes of fields that have neither the value they were based on nor the new one. The detail has, for every field sent or changed meanwhile, what it was based on, what is saved and what was sent, and who saved it when.';
grant execute on function private.require_unchanged(text,uuid,jsonb,jsonb,jsonb) to authenticated, service_role;

create or replace function private.row_changes_percent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'budgets' then
    perform private.refresh_percent(new.company_id, array[new.project_id]);
  else
    perform private.refresh_percent(new.company_id, array(
      select distinct b.project_id from public.budgets b
      join public.budget_lines l on l.company_id = b.company_id and l.budget_id = b.id
      where b.company_id = new.company_id and b.status = 'approved' and l.cost_code_id in (new.id, new.merged_into)));
  end if;
  return null;
end $$;
comment on function private.row_changes_percent() is 'After an approved budget, and after a merge of cost codes.';

create or replace function private.rule_changes_pay() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.forget_pay(old.company_id, old.employee_id, old.effective_from, 'infinity');
  end if;
  if tg_op <> 'DELETE' then
    perform private.forget_pay(new.company_id, new.employee_id, new.effective_from, 'infinity');
  end if;
  return null;
end $$;

create or replace function private.same_cause(held public.held_events, other public.held_events) returns boolean
language sql immutable parallel safe
return (((held).company_id = (other).company_id) and ((held).employee_id = (other).employee_id) and ((held).id <> (other).id) and ((((held).problem = (other).problem) and private.only_managers_decide((held).problem) and (not ((held).created_by is distinct from (other).created_by))) or (((held).problem = 'waiting'::text) and ((held).entry_id = (other).entry_id) and ((other).kind = any (array['clock_in'::text, 'switch'::text])))));
comment on function private.same_cause(public.held_events,public.held_events) is 'Whether the first is held for what the second already stands for: the same doubt about the same sender, or a clock-in that is held.';

create or replace function private.seen_meanwhile(event public.synced_events) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(
    -- A device sends what waits in order: what it left out when it sent others had not happened.
    (select min(s.created_at) from public.synced_events s
      where s.company_id = event.company_id and s.device_id = event.device_id and s.created_by = event.created_by
        and s.created_at > event.counts_at + interval '5 minutes' and s.created_at < event.created_at - interval '10 minutes'),
    (select min(e.created_at) from public.time_entries e
      where e.company_id = event.company_id and e.employee_id = event.employee_id and e.created_by = event.created_by and e.source = 'timer'
        and e.clock_in > event.counts_at and e.created_at > event.counts_at + interval '5 minutes'
        and e.created_at < event.created_at - interval '10 minutes'
        and not exists (select from public.synced_events s where s.company_id = e.company_id and s.entry_id = e.id)));
$$;
comment on function private.seen_meanwhile(public.synced_events) is 'When the sender''s device, or the sender with the clock, reached the server after this event and did not say it; null: never.';

create or replace function private.settle_event(event public.synced_events, state_param text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.synced_events s set state = state_param, entry_id = coalesce(event.entry_id, s.entry_id), ends_id = coalesce(event.ends_id, s.ends_id)
    where s.company_id = event.company_id and s.id = event.id;
  update public.held_events h set status = 'applied', resolved_at = clock_timestamp()
    where h.company_id = event.company_id and h.id = event.id and h.status = 'held';
end $$;

create or replace function private.site_zones(company_id_param uuid) returns table(project_id uuid, time_zone text)
language sql stable parallel safe rows 1 set search_path = '' as $$
  select p.id, p.time_zone
  from public.projects p
  join public.companies c on c.id = p.company_id
  where p.company_id = company_id_param and p.time_zone is not null and p.time_zone <> c.time_zone;
$$;
comment on function private.site_zones(uuid) is 'Projects in another zone than the company''s. Most companies have none.';

create or replace function private.somebody_else_decides(employee_id_param uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.employees e
    join public.employees o on o.company_id = e.company_id and o.id <> e.id and o.active and o.user_id is not null
      and (o.role = 'owner' or o.role = 'manager' and e.role <> 'owner')
    where e.id = employee_id_param and e.company_id = private.my_company_id());
$$;
comment on function private.somebody_else_decides(uuid) is 'Whether somebody else could decide about this person: for an owner another owner, for everyone else another manager or an owner.';

create or replace function private.tell_who_is_late(moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
  select count(*) filter (where private.notify(due.r, 'team_activity', 'late ' || due.shift_id || ' ' || due.work_date, 'person_late', due.data))
  from (
    select r, a.shift_id, a.work_date, jsonb_build_object('person', btrim(e.first_name || ' ' || e.last_name), 'project_name', p.name,
        'starts', to_char(a.planned_start at time zone (r).time_zone, (r).time_format)) as data
    from public.companies c
    cross join lateral private.plan_and_actual_at(c.id, null, private.company_today(c.id) - 1, private.company_today(c.id), moment_param) a
    join public.employees e on e.company_id = c.id and e.id = a.employee_id and e.active
    left join public.projects p on p.company_id = c.id and p.id = a.project_id
    join private.notification_recipients r on r.company_id = c.id and r.notify_team_activity and r.employee_id <> e.id
      and (r.role = 'foreman' and exists (select from public.crews w join public.crew_members m on m.company_id = w.company_id and m.crew_id = w.id
          where w.company_id = c.id and w.foreman_id = r.employee_id and m.employee_id = e.id and daterange(m.from_date, m.to_date, '[]') @> a.work_date)
        -- Whoever has no foreman is missed by the managers.
        or r.role in ('owner', 'manager') and not exists (select from public.crews w join public.crew_members m on m.company_id = w.company_id and m.crew_id = w.id
          where w.company_id = c.id and w.foreman_id is not null and m.employee_id = e.id and daterange(m.from_date, m.to_date, '[]') @> a.work_date))
    where a.result = 'absent' and a.planned_start > moment_param - interval '3 hours' and a.planned_end > moment_param
      and exists (select from public.shifts s where s.company_id = c.id and s.work_date between private.company_today(c.id) - 1 and private.company_today(c.id))
    order by (r).user_id offset 0) due;
$$;
comment on function private.tell_who_is_late(timestamp with time zone) is 'Tells the foremen of a crew, or managers where there is none, once for each shift.';

create or replace function private.typed_columns(target_param regclass, columns_param jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  typed jsonb;
begin
  execute format('select to_jsonb(r) from (select %s from jsonb_populate_record(null::%s, $1)) r',
    (select string_agg(format('%I', k), ', ') from jsonb_object_keys(columns_param) k), target_param)
    into typed using columns_param;
  return typed;
end $$;
comment on function private.typed_columns(regclass,jsonb) is 'Values of columns as they would be stored.';
grant execute on function private.typed_columns(regclass,jsonb) to authenticated, service_role;

create or replace function private.versions_signed_by_me() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select s.version_id from public.document_signatures s
  where s.company_id = private.my_company_id() and s.employee_id = private.my_employee_id();
$$;
grant execute on function private.versions_signed_by_me() to authenticated, service_role;

create or replace function private.week_of(date_param date, week_start_param integer) returns date
language sql immutable parallel safe
return (date_param - (((((date_param - '2000-01-02'::date) - week_start_param) % 7) + 7) % 7));
comment on function private.week_of(date,integer) is 'First day of the week of a date, for weeks that begin on this day of the week (0 is Sunday).';

create or replace function private.zone_of(company_id_param uuid, project_id_param uuid) returns text
language sql stable parallel safe
return (select coalesce((select p.time_zone from public.projects p where ((p.company_id = zone_of.company_id_param) and (p.id = zone_of.project_id_param))), (select c.time_zone from public.companies c where (c.id = zone_of.company_id_param))) as "coalesce");
comment on function private.zone_of(uuid,uuid) is 'Zone in which the work date of an entry on this project, or on none, begins and ends.';
grant execute on function private.zone_of(uuid,uuid) to authenticated, service_role;

create or replace function public.answer_swap(swap_id_param uuid, accept_param boolean) returns public.shift_swaps
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  swap public.shift_swaps := private.lock_swap(me.company_id, swap_id_param);
  shift public.shifts;
begin
  if accept_param is null or me.id not in (swap.employee_id, swap.to_employee_id) or me.id = swap.employee_id and accept_param then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This swap was not found.';
  end if;
  if accept_param then
    select * into shift from public.shifts s where s.company_id = me.company_id and s.id = swap.shift_id;
    perform private.require_free(shift, me.id);
  end if;
  update public.shift_swaps w set status = case when accept_param then 'accepted' when me.id = swap.employee_id then 'withdrawn' else 'declined' end
  where w.company_id = me.company_id and w.id = swap.id returning * into swap;
  return swap;
end $$;
comment on function public.answer_swap(uuid,boolean) is 'Everyone: accepts or declines a swap they were asked for, or takes back their own.';
grant execute on function public.answer_swap(uuid,boolean) to authenticated;

create or replace function public.ask_for_swap(shift_id_param uuid, to_employee_id_param uuid, note_param text default null::text) returns public.shift_swaps
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  swap public.shift_swaps;
begin
  if not exists (select from public.shifts s where s.company_id = me.company_id and s.id = shift_id_param and s.employee_id = me.id
      and s.status = 'published' and s.starts_at > now()) then
    raise exception using errcode = 'P0001', hint = 'shift_not_found', message = 'This shift is not on your schedule, or it has begun.';
  end if;
  if to_employee_id_param is not distinct from me.id or not exists (
      select from public.employees e where e.company_id = me.company_id and e.id = to_employee_id_param and e.active) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This person was not found.';
  end if;
  insert into public.shift_swaps (company_id, shift_id, employee_id, to_employee_id, note)
  values (me.company_id, shift_id_param, me.id, to_employee_id_param, nullif(btrim(note_param), ''))
  returning * into swap;
  return swap;
end $$;
comment on function public.ask_for_swap(uuid,uuid,text) is 'Everyone: asks a colleague to take a shift of theirs. A manager approves it in the end.';
grant execute on function public.ask_for_swap(uuid,uuid,text) to authenticated;

create or replace function public.ask_to_join(employee_id_param uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  asked timestamptz;
begin
  update public.employees e set join_asked_at = now()
    from private.listings_of_me() mine
    where private.my_company_id() is null and mine.id = employee_id_param and e.company_id = mine.company_id and e.id = mine.id
    returning e.join_asked_at into asked;
  if asked is null then
    raise exception using errcode = 'P0001', hint = 'not_listed', message = 'No company lists your address any more.';
  end if;
  return asked;
end $$;
comment on function public.ask_to_join(uuid) is 'For accounts without a company: asks one that lists their confirmed address to invite them. Managers see it.';
grant execute on function public.ask_to_join(uuid) to authenticated;

create or replace function public.decide_swap(swap_id_param uuid, approve_param boolean) returns public.shift_swaps
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  swap public.shift_swaps := private.lock_swap(me.company_id, swap_id_param);
  shift public.shifts;
begin
  if approve_param is null or approve_param and swap.status <> 'accepted' then
    raise exception using errcode = 'P0001', hint = 'swap_not_accepted', message = 'The colleague has not accepted this swap yet.';
  end if;
  if approve_param then
    select * into shift from public.shifts s where s.company_id = me.company_id and s.id = swap.shift_id for update;
    if shift.employee_id is distinct from swap.employee_id or shift.status <> 'published' then
      raise exception using errcode = 'P0001', hint = 'swap_outdated', message = 'This shift was changed since the swap was asked for.';
    end if;
    perform private.require_free(shift, swap.to_employee_id);
    update public.shifts s set employee_id = swap.to_employee_id, acknowledged_at = now(), previous = null,
      published = s.published || jsonb_build_object('employee_id', swap.to_employee_id)
    where s.company_id = me.company_id and s.id = shift.id;
    perform private.tell_shifts(me.company_id, jsonb_build_array(
      jsonb_build_object('employee_id', swap.employee_id, 'change', 'cancelled', 'was', shift.published),
      jsonb_build_object('employee_id', swap.to_employee_id, 'change', 'new', 'now', shift.published)));
  end if;
  update public.shift_swaps w set status = case when approve_param then 'approved' else 'declined' end, decided_by = auth.uid(), decided_at = now()
  where w.company_id = me.company_id and w.id = swap.id returning * into swap;
  return swap;
end $$;
comment on function public.decide_swap(uuid,boolean) is 'Managers: approves a swap both agreed on, which gives the shift to the colleague, or declines it.';
grant execute on function public.decide_swap(uuid,boolean) to authenticated;

create or replace function public.labor_cost_report(start_date_param date, end_date_param date, group_by_param text, then_by_param text default null::text) returns table(group_key text, label text, detail text, then_key text, then_label text, minutes bigint, straight_cents bigint, premium_cents bigint, other_cents bigint, total_cents bigint, unrated_minutes bigint)
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  me public.employees := private.require_manager();
  first_day integer;
begin
  if not coalesce(group_by_param in ('employee', 'project', 'cost_code', 'day', 'week', 'month'), false)
    or then_by_param not in ('employee', 'project', 'cost_code', 'day', 'week', 'month') or then_by_param = group_by_param then
    raise exception using errcode = 'P0001', hint = 'unknown_cost_grouping',
      message = 'Group the cost by one or two of employee, project, cost code, day, week and month.';
  end if;
  perform private.require_date_range(start_date_param, end_date_param);
  select c.week_start into first_day from public.companies c where c.id = me.company_id;
  return query
    with summed as (
      select private.pay_line_key(group_by_param, l.employee_id, l.project_id, l.cost_code_id, l.work_date, first_day) as key,
        private.pay_line_key(then_by_param, l.employee_id, l.project_id, l.cost_code_id, l.work_date, first_day) as second_key,
        sum(l.minutes) filter (where l.pay_code in ('REG', 'OT', 'DT')) as worked,
        sum(l.straight_cents) filter (where l.pay_code in ('REG', 'OT', 'DT')) as straight,
        sum(l.premium_cents) filter (where l.pay_code in ('REG', 'OT', 'DT')) as premium,
        sum(l.total_cents) filter (where l.pay_code not in ('REG', 'OT', 'DT')) as other,
        sum(l.total_cents) as total,
        sum(l.minutes) filter (where l.total_cents is null) as unrated
      from private.payroll_lines_between(me.company_id, start_date_param, end_date_param, null, null) l
      group by 1, 2
    )
    select s.key, coalesce(one.label, case when group_by_param in ('day', 'week', 'month') then s.key end), one.detail,
      s.second_key, coalesce(two.label, case when then_by_param in ('day', 'week', 'month') then s.second_key end),
      coalesce(s.worked, 0)::bigint, coalesce(s.straight, 0)::bigint, coalesce(s.premium, 0)::bigint, coalesce(s.other, 0)::bigint,
      coalesce(s.total, 0)::bigint, coalesce(s.unrated, 0)::bigint
    from summed s
    left join private.report_labels(me.company_id, group_by_param) one on one.key = s.key
    left join private.report_labels(me.company_id, then_by_param) two on two.key = s.second_key
    order by 2 nulls last, 1, 5 nulls last, 4;
end $$;
comment on function public.labor_cost_report(date,date,text,text) is 'Managers and owners: what up to 400 days cost as payroll pays them, by one or two of employee, project, cost_code, day, week, month. Hours without a rate are told apart.';
grant execute on function public.labor_cost_report(date,date,text,text) to authenticated;

create or replace function public.my_swaps() returns table(id uuid, status text, asked_by_me boolean, person text, note text, shift_id uuid, work_date date, starts_at timestamptz, ends_at timestamptz, project_name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  return query
  select w.id, w.status, w.employee_id = me.id, btrim(e.first_name || ' ' || e.last_name), w.note, s.id, s.work_date, s.starts_at, s.ends_at, p.name
  from public.shift_swaps w
  join public.shifts s on s.company_id = w.company_id and s.id = w.shift_id
  join public.employees e on e.company_id = w.company_id and e.id = case when w.employee_id = me.id then w.to_employee_id else w.employee_id end
  left join public.projects p on p.company_id = s.company_id and p.id = s.project_id
  where w.company_id = me.company_id and me.id in (w.employee_id, w.to_employee_id) and w.status in ('asked', 'accepted')
  order by s.starts_at, w.id;
end $$;
comment on function public.my_swaps() is 'Everyone: open swaps they asked for or were asked for, with the shift.';
grant execute on function public.my_swaps() to authenticated;

create or replace function public.off_site_punches(start_date_param date, end_date_param date) returns table(id uuid, time_entry_id uuid, employee_id uuid, employee_name text, project_id uuid, project_name text, moment text, punched_at timestamptz, edge_m numeric)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_foreman();
  zone text := (select c.time_zone from public.companies c where c.id = me.company_id);
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
    select l.id, l.time_entry_id, l.employee_id, btrim(concat_ws(' ', e.first_name, e.last_name)), t.project_id, p.name,
      l.moment, l.punched_at, l.edge_m
    from private.my_crew() as person
    join public.punch_locations l on l.company_id = me.company_id and l.employee_id = person
      and l.punched_at >= start_date_param::timestamp at time zone zone
      and l.punched_at < (end_date_param + 1)::timestamp at time zone zone and l.inside = false
    join public.employees e on e.company_id = l.company_id and e.id = l.employee_id
    join public.time_entries t on t.company_id = l.company_id and t.id = l.time_entry_id
    left join public.projects p on p.company_id = t.company_id and p.id = t.project_id
    order by l.punched_at desc, l.id;
end $$;
comment on function public.off_site_punches(date,date) is 'Punches outside the fences of their project, without coordinates: people of the caller''s crew, everyone for managers.';
grant execute on function public.off_site_punches(date,date) to authenticated;

create or replace function public.on_site_now(project_id_param uuid default null::uuid) returns table(employee_id uuid, first_name text, last_name text, job_title text, phone text, project_id uuid, project_name text, time_entry_id uuid, since timestamptz, status text, inside boolean, edge_m numeric, emergency_name text, emergency_phone text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_foreman();
begin
  return query
    select e.id, e.first_name, e.last_name, e.job_title, e.phone, t.project_id, p.name, t.id, t.clock_in,
      case when b.id is null then 'in' else 'break' end, l.inside, l.edge_m, k.name, k.phone
    from public.time_entries t
    join public.employees e on e.company_id = t.company_id and e.id = t.employee_id
    left join public.projects p on p.company_id = t.company_id and p.id = t.project_id
    left join public.time_entry_breaks b on b.company_id = t.company_id and b.time_entry_id = t.id and b.ended_at is null
    left join public.punch_locations l on l.company_id = t.company_id and l.time_entry_id = t.id and l.moment in ('in', 'switch')
    left join public.emergency_contacts k on k.company_id = t.company_id and k.employee_id = t.employee_id and k.on_roll_call
    where t.company_id = me.company_id and t.clock_out is null
      and (project_id_param is null or t.project_id = project_id_param)
      and (me.role <> 'foreman' or t.project_id is null or t.project_id not in (select private.projects_closed_to_me()))
    order by p.name nulls last, e.last_name, e.first_name, e.id;
end $$;
comment on function public.on_site_now(uuid) is 'Who is on the clock at a project, from punches and never from tracking; null is every project the caller may see. The emergency contact where the person allows it.';
grant execute on function public.on_site_now(uuid) to authenticated;

create or replace function public.past_employments() returns table(employee_id uuid, company_name text, time_zone text, left_at timestamptz, readable_until timestamptz)
language sql stable security definer set search_path = '' as $$
  select e.id, c.name, c.time_zone, e.deactivated_at, e.deactivated_at + make_interval(months => c.leaver_access_months)
  from public.employees e join public.companies c on c.id = e.company_id
  where e.user_id = auth.uid() and not e.active and private.has_passed_second_factor()
    and now() < e.deactivated_at + make_interval(months => c.leaver_access_months)
  order by e.deactivated_at desc;
$$;
comment on function public.past_employments() is 'Everyone, for themselves: companies they left whose records of them they may still read.';
grant execute on function public.past_employments() to authenticated;

create or replace function public.past_pay(employee_id_param uuid, start_date_param date, end_date_param date) returns table(work_date date, pay_code text, minutes integer, multiplier numeric, hourly_rate numeric, total_cents bigint, rule text)
language plpgsql security definer set search_path = '' as $$
declare
  past public.employees := private.past_employment(employee_id_param);
begin
  perform private.require_date_range(start_date_param, end_date_param);
  if past.id is null then
    return;
  end if;
  return query
    select l.work_date, l.pay_code, l.minutes, l.multiplier,
      case when c.own_rate_visible then l.hourly_rate end, case when c.own_rate_visible then l.total_cents end, l.rule
    from private.payroll_lines_between(past.company_id, start_date_param, end_date_param, past.id, null) l
    join public.companies c on c.id = past.company_id
    order by l.work_date, l.first_minute, l.multiplier;
end $$;
comment on function public.past_pay(uuid,date,date) is 'Someone who left: what each of their own days was paid and by which rule; amounts unless the company hides rates.';
grant execute on function public.past_pay(uuid,date,date) to authenticated;

create or replace function public.plan_and_actual(start_date_param date, end_date_param date) returns table(employee_id uuid, work_date date, shift_id uuid, project_id uuid, planned_start timestamptz, planned_end timestamptz, planned_minutes bigint, actual_start timestamptz, actual_end timestamptz, actual_minutes bigint, running boolean, result text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  people uuid[];
begin
  perform private.require_date_range(start_date_param, end_date_param);
  if me.role = 'foreman' then
    people := array(select private.my_crew()) || me.id;
  elsif me.role = 'employee' then
    people := array[me.id];
  end if;
  return query select * from private.plan_and_actual_at(me.company_id, people, start_date_param, end_date_param, now()) r
    order by r.work_date, r.planned_start nulls last, r.employee_id;
end $$;
comment on function public.plan_and_actual(date,date) is 'The published plan beside what was worked, per person and day: on_time, late, early, left_early, absent, due, upcoming, time_off or unplanned. Managers everyone, foremen their crew, others themselves.';
grant execute on function public.plan_and_actual(date,date) to authenticated;

create or replace function public.posted_adjustments(start_date_param date, end_date_param date) returns table(employee_id uuid, first_name text, last_name text, posted_on date, amount_cents bigint, minutes integer, reason text, locked boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select e.id, e.first_name, e.last_name, i.work_date, sum(i.amount_cents)::bigint, sum(i.minutes)::integer,
    string_agg(distinct i.note, '; '), private.is_locked(company, i.work_date, i.work_date)
  from public.pay_items i
  join public.employees e on e.company_id = company and e.id = i.employee_id
  where i.company_id = company and i.pay_code = 'ADJUSTMENT' and i.corrects_date between start_date_param and end_date_param
    and i.work_date not between start_date_param and end_date_param
  group by e.id, e.first_name, e.last_name, i.work_date
  having sum(i.amount_cents) <> 0 or sum(i.minutes) <> 0
  order by e.last_name, e.first_name, e.id, i.work_date;
end $$;
comment on function public.posted_adjustments(date,date) is 'Manager, owner: adjustments posted elsewhere that correct days of the range, with their minutes and reasons, and whether the day they stand on is locked.';
grant execute on function public.posted_adjustments(date,date) to authenticated;

create or replace function public.progress_report(project_id_param uuid, start_date_param date, end_date_param date) returns table(cost_code_id uuid, code text, name text, code_group text, unit text, budget_quantity numeric, previous_quantity numeric, quantity numeric, cumulative_quantity numeric, unapproved_quantity numeric, percent_complete numeric, actual_hours numeric, earned_hours numeric, productivity_factor numeric, usual_quantity numeric, last_quantity numeric, last_date date, milestones text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_project(project_id_param, false);
  leads boolean := me.role in ('owner', 'manager', 'foreman');
begin
  if start_date_param is null or end_date_param is null or start_date_param > end_date_param then
    raise exception using errcode = 'P0001', hint = 'invalid_date_range', message = 'The first day must not be after the last.';
  end if;
  return query
  with roots as materialized (
    select * from private.cost_code_roots(me.company_id)
  ), lines as (
    select r.root, max(l.unit) as unit, sum(l.quantity) as planned, sum(l.hours) as hours,
      -- Of a code that others were merged into, the steps say nothing about the sum.
      case when count(*) = 1 then max(l.milestones) end as milestones
      from private.current_budget_lines l join roots r on r.id = l.cost_code_id
     where l.company_id = me.company_id and l.project_id = project_id_param group by r.root
  ), entered as (
    select r.root, coalesce(sum(q.quantity) filter (where q.work_date < start_date_param), 0) as previous,
      coalesce(sum(q.quantity) filter (where q.work_date >= start_date_param), 0) as current, sum(q.quantity) as done,
      coalesce(sum(q.quantity) filter (where q.status = 'entered'), 0) as unapproved
      from public.quantities q join roots r on r.id = q.cost_code_id
     where q.company_id = me.company_id and q.project_id = project_id_param and q.work_date <= end_date_param group by r.root
  ), recent as (
    -- The usual amount is the middle one of the last ten.
    select n.root, percentile_disc(0.5) within group (order by n.quantity) as usual,
      (array_agg(n.quantity order by n.place))[1] as last_quantity, max(n.work_date) as last_date
      from (select r.root, q.quantity, q.work_date,
          row_number() over (partition by r.root order by q.work_date desc, q.created_at desc, q.id) as place
        from public.quantities q join roots r on r.id = q.cost_code_id
       where q.company_id = me.company_id and q.project_id = project_id_param and q.work_date <= end_date_param and q.quantity > 0) n
     where n.place <= 10 group by n.root
  ), worked as (
    select r.root, sum(w.seconds) / 3600.0 as hours
      from private.work_done w join roots r on r.id = w.cost_code_id
     where leads and w.company_id = me.company_id and w.project_id = project_id_param
       and w.work_date between start_date_param and end_date_param group by r.root
  )
  select k.id, k.code, k.name, k.code_group, coalesce(l.unit, k.unit), l.planned, coalesce(e.previous, 0), coalesce(e.current, 0),
    coalesce(e.done, 0), coalesce(e.unapproved, 0), 100 * coalesce(e.done, 0) / nullif(l.planned, 0),
    case when leads then coalesce(w.hours, 0) end,
    case when leads then l.hours * coalesce(e.current, 0) / nullif(l.planned, 0) end,
    case when leads then l.hours * coalesce(e.current, 0) / nullif(l.planned, 0) / nullif(w.hours, 0) end,
    n.usual, n.last_quantity, n.last_date, l.milestones
  from public.cost_codes k
  left join lines l on l.root = k.id
  left join entered e on e.root = k.id
  left join recent n on n.root = k.id
  left join worked w on w.root = k.id
  where k.company_id = me.company_id and (l.root is not null or e.root is not null or w.root is not null)
  order by k.code_group collate "C" nulls last, k.code collate "C";
end $$;
comment on function public.progress_report(uuid,date,date) is 'Quantities of a project by cost code before and in a period, with what is usual and its milestones; hours and productivity of the period for foremen and above.';
grant execute on function public.progress_report(uuid,date,date) to authenticated;

create or replace function public.recent_work(limit_param integer default 3) returns table(project_id uuid, cost_code_id uuid, last_used_at timestamptz)
language sql stable security definer set search_path = '' as $$
  -- The last 60 entries, not the history: what was worked on longer ago is not worth a button.
  with me as materialized (select (private.me()).*),
  last_entries as materialized (
    select e.project_id, e.cost_code_id, e.clock_in
      from me join public.time_entries e on e.company_id = me.company_id and e.employee_id = me.id
      where e.project_id is not null
      order by e.clock_in desc limit 60),
  pairs as (
    select l.project_id, l.cost_code_id, max(l.clock_in) as last_used_at
      from last_entries l group by l.project_id, l.cost_code_id)
  select p.project_id, p.cost_code_id, p.last_used_at
    from pairs p, me
    where exists (
        select from public.projects j
          where j.company_id = me.company_id and j.id = p.project_id and j.status = 'active')
      and (me.role in ('owner', 'manager') or private.may_work_on(me.company_id, me.id, p.project_id, now()))
      and (p.cost_code_id is null or exists (
        select from public.cost_codes c
          where c.company_id = me.company_id and c.id = p.cost_code_id and c.active))
      and (p.cost_code_id is null or not exists (select from public.project_cost_codes a
            where a.company_id = me.company_id and a.project_id = p.project_id)
        or exists (select from public.project_cost_codes a
            where a.company_id = me.company_id and a.project_id = p.project_id and a.cost_code_id = p.cost_code_id))
    order by p.last_used_at desc
    limit least(greatest(coalesce(limit_param, 3), 0), 20)
$$;
comment on function public.recent_work(integer) is 'The caller''s last pairs of project and cost code that can still be booked, newest first.';
grant execute on function public.recent_work(integer) to authenticated;

create or replace function public.register_device(device_id_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if coalesce(char_length(device_id_param), 0) not between 1 and 100 then
    raise exception using errcode = 'P0001', hint = 'unknown_device', message = 'Name the device in 1 to 100 characters.';
  end if;
  perform private.note_device(me.company_id, device_id_param);
end $$;
comment on function public.register_device(text) is 'Announces the caller''s device while there is a signal, so that its punches without one are believed later. Idempotent.';
grant execute on function public.register_device(text) to authenticated;

create or replace function public.save_changes(table_param text, key_param jsonb, changes_param jsonb, based_on_param jsonb default null::jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  target constant regclass := to_regclass(format('public.%I', table_param));
  based_on constant jsonb := coalesce(nullif(based_on_param, 'null'), '{}');
  compared constant jsonb := based_on || coalesce(changes_param, '{}');
  conditions text;
  columns text;
  changed text;
  stored jsonb;
  rows_found bigint;
begin
  if jsonb_typeof(key_param) is distinct from 'object' or jsonb_typeof(changes_param) is distinct from 'object'
      or jsonb_typeof(based_on) <> 'object' or key_param = '{}' or target is null
      or not exists (select from pg_catalog.pg_class c where c.oid = target and c.relkind = 'r')
      or exists (select from jsonb_object_keys(key_param || compared) k where not exists (
        select from pg_catalog.pg_attribute a where a.attrelid = target and a.attname = k and a.attnum > 0 and not a.attisdropped)) then
    raise exception using errcode = 'P0001', hint = 'invalid_changes', message = 'Say which row of which table, and its columns to change.';
  end if;
  if changes_param = '{}' then
    return;
  end if;
  select string_agg(format('t.%I = %L::%s', k.key, k.value, pg_catalog.format_type(a.atttypid, a.atttypmod)), ' and ')
    into conditions
    from jsonb_each_text(key_param) k join pg_catalog.pg_attribute a on a.attrelid = target and a.attname = k.key;
  select string_agg(format('%I', k), ', '), string_agg(format('%I', k), ', ') filter (where changes_param ? k)
    into columns, changed from jsonb_object_keys(compared) k;

  -- Under the caller's policies and column grants, as a plain update would be.
  execute format('select count(*), (array_agg(to_jsonb(t)))[1] from (select %s from %s t where %s for update) t', columns, target, conditions)
    into rows_found, stored;
  if rows_found > 1 then
    raise exception using errcode = 'P0001', hint = 'invalid_changes', message = 'Say which row of which table, and its columns to change.';
  elsif rows_found = 0 then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This was not found. It may have been deleted.';
  end if;
  if based_on <> '{}' then
    -- Both sides as the columns' types write them, so that 8 and 8.00 are the same.
    perform private.require_unchanged(table_param, (key_param ->> 'id')::uuid, stored,
      private.typed_columns(target, based_on), private.typed_columns(target, changes_param));
  end if;
  execute format('update %s t set (%s) = (select %s from jsonb_populate_record(null::%s, $1)) where %s', target, changed, changed, target, conditions)
    using changes_param;
end $$;
comment on function public.save_changes(text,jsonb,jsonb,jsonb) is 'Changes columns of one row, named by its key, as an update with the caller''s rights would. based_on: what the columns were when they were read; a column that has another value by now, and not the new one, refuses the change with changed_meanwhile, whose detail has who saved it when and all three values of each field.';
grant execute on function public.save_changes(text,jsonb,jsonb,jsonb) to authenticated;

create or replace function public.schedule_board(start_date_param date, end_date_param date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman();
  manages boolean := me.role in ('owner', 'manager');
begin
  perform private.require_date_range(start_date_param, end_date_param);
  if end_date_param - start_date_param > 62 then
    raise exception using errcode = 'P0001', hint = 'date_range_too_long', message = 'Choose a range of at most 63 days.';
  end if;
  return jsonb_build_object(
    'people', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'first_name', e.first_name, 'last_name', e.last_name,
        'job_title', e.job_title, 'crew_id', (select m.crew_id from public.crew_members m
          where m.company_id = e.company_id and m.employee_id = e.id and m.from_date <= end_date_param
            and (m.to_date is null or m.to_date >= start_date_param) order by m.from_date desc limit 1))
      order by e.first_name, e.last_name, e.id), '[]')
      from public.employees e where e.company_id = me.company_id and (e.active or exists (
        select from public.shifts s where s.company_id = e.company_id and s.employee_id = e.id and s.work_date between start_date_param and end_date_param))),
    'crews', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'foreman_id', c.foreman_id) order by c.name), '[]')
      from public.crews c where c.company_id = me.company_id),
    'equipment', (select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name, 'number', q.number, 'status', q.status,
        'ownership', q.ownership, 'off_rent_date', q.off_rent_date) order by q.number, q.name), '[]')
      from public.equipment q where q.company_id = me.company_id and (q.status <> 'retired' or exists (
        select from public.shifts s where s.company_id = q.company_id and s.equipment_id = q.id and s.work_date between start_date_param and end_date_param))),
    'projects', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'time_zone', p.time_zone, 'status', p.status) order by p.name), '[]')
      from public.projects p where p.company_id = me.company_id),
    'cost_codes', (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'code', k.code, 'name', k.name) order by k.code), '[]')
      from public.cost_codes k where k.company_id = me.company_id and exists (
        select from public.shifts s where s.company_id = k.company_id and s.cost_code_id = k.id and s.work_date between start_date_param and end_date_param)),
    'shifts', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'employee_id', s.employee_id, 'crew_id', s.crew_id,
        'equipment_id', s.equipment_id, 'project_id', s.project_id, 'cost_code_id', s.cost_code_id, 'starts_at', s.starts_at, 'ends_at', s.ends_at,
        'work_date', s.work_date, 'note', s.note, 'status', s.status, 'cancelled', s.cancelled, 'told', s.published is not null,
        'acknowledged_at', s.acknowledged_at) order by s.starts_at, s.id), '[]')
      from public.shifts s where s.company_id = me.company_id and s.work_date between start_date_param and end_date_param
        and (manages or s.status = 'published')),
    'time_off', (select coalesce(jsonb_agg(jsonb_build_object('employee_id', r.employee_id, 'day', d.day, 'minutes', d.minutes,
        'type', case when manages then t.name end, 'status', r.status)), '[]')
      from public.time_off_requests r
      join public.time_off_types t on t.company_id = r.company_id and t.id = r.type_id
      cross join lateral private.time_off_days(r.company_id, r.start_date, r.end_date, r.hours) d
      where r.company_id = me.company_id and r.status in ('approved', 'requested') and (manages or r.status = 'approved')
        and r.start_date <= end_date_param and r.end_date >= start_date_param and d.day between start_date_param and end_date_param and d.minutes > 0),
    'holidays', (select coalesce(jsonb_agg(jsonb_build_object('date', h.date, 'name', h.name)), '[]')
      from public.holidays h where h.company_id = me.company_id and h.date between start_date_param and end_date_param),
    'availability', (select coalesce(jsonb_agg(jsonb_build_object('employee_id', v.employee_id, 'weekday', v.weekday, 'start_date', v.start_date,
        'end_date', v.end_date, 'start_time', v.start_time, 'end_time', v.end_time, 'note', v.note)), '[]')
      from public.availability v where v.company_id = me.company_id),
    'swaps', (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'shift_id', w.shift_id, 'employee_id', w.employee_id,
        'to_employee_id', w.to_employee_id, 'status', w.status, 'note', w.note) order by w.created_at), '[]')
      from public.shift_swaps w where w.company_id = me.company_id and w.status in ('asked', 'accepted') and manages));
end $$;
comment on function public.schedule_board(date,date) is 'Foremen and managers: everything the board shows, in one answer; foremen see published shifts only.';
grant execute on function public.schedule_board(date,date) to authenticated;

create or replace function public.schedule_warnings(start_date_param date, end_date_param date) returns table(kind text, severity text, employee_id uuid, equipment_id uuid, shift_id uuid, other_shift_id uuid, work_date date, minutes bigint, cents bigint, premium_cents bigint)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select c.kind, c.severity, c.employee_id, c.equipment_id, c.shift_id, c.other_shift_id, c.work_date, c.minutes, null::bigint, null::bigint
  from private.shift_conflicts(me.company_id, start_date_param, end_date_param) c
  union all
  select 'certificate', 'warning', e.employee_id, null, e.shift_id, null, e.work_date, null, null, null
  from private.expired_certificates(me.company_id, start_date_param, end_date_param) e
  union all
  select 'overtime', 'warning', p.employee_id, null, null, null, p.week_start, p.overtime_minutes, p.overtime_cents, p.premium_cents
  from private.projected_pay(me.company_id, start_date_param, end_date_param, now()) p
  where p.overtime_minutes > 0 and p.planned_minutes > 0
  order by 2, 7, 1, 3;
end $$;
comment on function public.schedule_warnings(date,date) is 'Managers: what is wrong with a plan: overlap, equipment_overlap, time_off, equipment_down, equipment_retired, equipment_off_rent, rest, availability, not_on_team, certificate, and per workweek overtime with what its hours cost. Nothing is refused.';
grant execute on function public.schedule_warnings(date,date) to authenticated;

create or replace function public.sync_events(events_param jsonb) returns table(id uuid, result text, entry_id uuid, reason text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  sender public.employees;
  ids uuid[];
  results text[] := '{}';
  item record;
  event public.synced_events;
begin
  if events_param is null or jsonb_typeof(events_param) <> 'array' or jsonb_array_length(events_param) = 0 then
    return;
  end if;
  sender := private.event_sender();
  if sender.id is null then
    raise exception using errcode = '42501', hint = 'no_employee', message = 'You are not an employee of any company.';
  elsif jsonb_array_length(events_param) > 500 then
    raise exception using errcode = 'P0001', hint = 'too_many_events', message = 'Send at most 500 events at a time.';
  end if;
  perform private.check_event_count(sender.company_id, jsonb_array_length(events_param));
  perform private.lock_people(sender.company_id,
    array(select e.id from public.employees e where e.company_id = sender.company_id
      and (e.id = sender.id or e.id::text in (select x ->> 'employee_id' from jsonb_array_elements(events_param) x))),
    array(select e.id from public.time_entries e where e.company_id = sender.company_id
      and e.id::text in (select x #>> '{payload,entry_id}' from jsonb_array_elements(events_param) x)));
  -- Lets an entry stay open that began over a day ago.
  perform set_config('chalkline.syncing', 'on', true);
  ids := array(select private.receive_event(sender, x) from jsonb_array_elements(events_param) with ordinality as e (x, place) order by place);

  for item in
    select u.id, u.place from unnest(ids) with ordinality as u (id, place)
    join public.synced_events s on s.company_id = sender.company_id and s.id = u.id
    order by s.device_id, s.sequence, u.place
  loop
    select * into event from public.synced_events s where s.company_id = sender.company_id and s.id = item.id;
    if event.state in ('received', 'unreadable', 'closing') then
      perform private.give_reason(case when event.employee_id <> sender.id then private.event_reason(event)
        when event.kind = 'entry' then event.payload ->> 'reason' end);
      results[item.place] := private.check_event(event, 'new');
    else
      results[item.place] := case event.state when 'held' then 'held' else 'repeated' end;
    end if;
  end loop;
  perform set_config('chalkline.syncing', '', true);

  return query
    select s.id,
      -- Held at first, and applied when the rest of the batch was there.
      case when results[u.place] = 'held' and s.state = 'applied' then 'applied' else results[u.place] end,
      case when s.state in ('applied', 'repeated') then s.entry_id end,
      case when s.state = 'held' then h.reason end
    from unnest(ids) with ordinality as u (id, place)
    join public.synced_events s on s.company_id = sender.company_id and s.id = u.id
    left join public.held_events h on h.company_id = s.company_id and h.id = s.id
    order by u.place;
end $$;
comment on function public.sync_events(jsonb) is 'Events of a device that had no signal: [{"id", "device_id", "sequence", "kind", "happened_at", "offset_ms", "employee_id", "payload"}], judged by device and sequence, one result each in the order given: applied, repeated or held with the reason. Idempotent by id.';
grant execute on function public.sync_events(jsonb) to authenticated;

create or replace trigger keep_creator before insert or update on public.budget_lines
  for each row execute function private.keep_creator();

create or replace trigger keep_creator before insert or update on public.budgets
  for each row execute function private.keep_creator();

create or replace trigger refresh_percent after update on public.budgets
  for each row when (old.status <> new.status) execute function private.row_changes_percent();

create or replace trigger keep_creator before insert or update on public.bulletin_reads
  for each row execute function private.keep_creator();

create or replace trigger keep_creator before insert or update on public.bulletins
  for each row execute function private.keep_creator();

create or replace trigger keep_creator before insert or update on public.certification_types
  for each row execute function private.keep_creator();

create or replace trigger keep_creator before insert or update on public.clock_answers
  for each row execute function private.keep_creator();

create or replace trigger refresh_percent after update on public.cost_codes
  for each row when (old.merged_into is distinct from new.merged_into) execute function private.row_changes_percent();

create or replace trigger keep_creator before insert or update on public.crew_members
  for each row execute function private.keep_creator();

create or replace trigger keep_creator before insert or update on public.crews
  for each row execute function private.keep_creator();

create or replace trigger keep_creator before insert or update on public.customers
  for each row execute function private.keep_creator();

create or replace trigger keep_creator before insert or update on public.document_signatures
  for each row execute function private.keep_creator();

create or replace trigger keep_creator before insert or update on public.document_versions
  for each row execute function private.keep_creator();

create or replace trigger keep_creator before insert or update on public.documents
  for each row execute function private.keep_creator();

create or replace trigger own_pay after insert or delete or update on public.employee_rates
  for each row execute function private.check_own_decision('own_pay');

create or replace trigger x_changes_pay after insert or delete or update on public.employee_rates
  for each row execute function private.rule_changes_pay();

create or replace trigger keep_creator before insert or update on public.equipment
  for each row execute function private.keep_creator();

create or replace trigger keep_creator before insert or update on public.equipment_classes
  for each row execute function private.keep_creator();

create or replace trigger keep_creator before insert or update on public.equipment_readings
  for each row execute function private.keep_creator();

create or replace trigger keep_creator before insert or update on public.folders
  for each row execute function private.keep_creator();

create or replace trigger own_approval after update on public.held_events
  for each row when (new.status = 'adjusted'::text and old.status = 'held'::text) execute function private.check_own_decision('own_approval');

create or replace trigger keep_creator before insert or update on public.incidents
  for each row execute function private.keep_creator();

create or replace trigger x_changes_pay after insert or delete or update on public.overtime_policies
  for each row execute function private.rule_changes_pay();

create or replace trigger keep_creator before insert or update on public.quantities
  for each row execute function private.keep_creator();

create or replace trigger keep_creator before insert or update on public.shift_swaps
  for each row execute function private.keep_creator();

create or replace trigger keep_creator before insert or update on public.shifts
  for each row execute function private.keep_creator();

create or replace trigger keep_creator before insert or update on public.units
  for each row execute function private.keep_creator();

create policy "People read the current version, foremen and managers older one" on public.document_versions
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (document_id in (select private.documents_for_me())) and (superseded_at is null or ((select private.my_role())) <> 'employee'::text or (id in (select private.versions_signed_by_me()))));
