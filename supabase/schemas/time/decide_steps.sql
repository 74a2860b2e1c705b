create type private.step_choice as (
  time_entry_id uuid,
  step_id uuid,
  employee_id uuid,
  work_date date,
  entry_version text,
  stands_in_for uuid
);

create or replace function public.approve_step(entries_param jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  chosen private.step_choice[] := private.require_steps(me, entries_param);
begin
  perform private.write_steps(me, chosen, 'approved', null);
  perform private.finish_chosen(me.company_id, chosen);
  return cardinality(chosen);
end $$;
comment on function public.approve_step(jsonb) is 'Who may decide them: approves steps of time, [{"time_entry_id", "step_id", "entry_version"}] as approvals_waiting() names them; all or none. Time is approved when its last step is. Returns how many.';
grant execute on function public.approve_step(jsonb) to authenticated;

create or replace function public.return_step(entries_param jsonb, reason_param text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  chosen private.step_choice[] := private.require_steps(me, entries_param);
begin
  perform private.require_step_reason(reason_param);
  perform private.write_steps(me, chosen, 'returned', btrim(reason_param));
  -- From the first step again, and those who approved it are notified with the worker.
  perform private.notify_of_return(me, chosen, btrim(reason_param));
  delete from public.step_approvals d using unnest(chosen) c
    where d.company_id = me.company_id and d.time_entry_id = c.time_entry_id and d.step_id <> c.step_id and d.decision <> 'returned';
  return cardinality(chosen);
end $$;
comment on function public.return_step(jsonb,text) is 'Who may decide them: sends time back to the first step, with a reason that the worker and those who approved it before read. Entries as in approve_step.';
grant execute on function public.return_step(jsonb,text) to authenticated;

create or replace function public.override_steps(employee_id_param uuid, start_date_param date, end_date_param date, reason_param text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  chosen private.step_choice[];
begin
  perform private.require_date_range(start_date_param, end_date_param);
  perform private.require_colleague(me.company_id, employee_id_param);
  perform private.require_step_reason(reason_param);
  perform private.lock_person_time(me.company_id, employee_id_param);
  if private.is_locked(me.company_id, start_date_param, end_date_param) then
    raise exception using errcode = 'P0001', hint = 'period_locked', message = 'This pay period is locked. Unlock it first.';
  end if;
  if me.id is null or employee_id_param = me.id and not private.decides_own(me.company_id, me.id) then
    raise exception using errcode = '42501', hint = 'own_approval_by_others',
      message = 'Somebody else must approve this for you. Ask another manager or owner.';
  end if;
  if exists (select from private.time_steps(me.company_id, array[employee_id_param], start_date_param, end_date_param) o
      join public.approval_steps s on s.company_id = me.company_id and s.id = o.step_id
      join public.approval_chains c on c.company_id = s.company_id and c.id = s.chain_id
      where not o.done and not c.override_allowed) then
    raise exception using errcode = '42501', hint = 'override_not_allowed',
      message = 'This chain has to be followed step by step. The owner decides that in the settings.';
  end if;
  chosen := array(select row(o.time_entry_id, o.step_id, o.employee_id, o.work_date, o.entry_version, null)::private.step_choice
    from private.time_steps(me.company_id, array[employee_id_param], start_date_param, end_date_param) o where not o.done);
  perform private.write_steps(me, chosen, 'overridden', btrim(reason_param));
  perform private.finish_chosen(me.company_id, chosen);
  return cardinality(chosen);
end $$;
comment on function public.override_steps(uuid,date,date,text) is 'Manager, owner, where the chain allows it: approves what is open of a person''s days past all steps, with a reason that is recorded. Returns how many steps.';
grant execute on function public.override_steps(uuid,date,date,text) to authenticated;

create or replace function private.require_step_reason(reason_param text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if nullif(btrim(reason_param), '') is null then
    raise exception using errcode = 'P0001', hint = 'step_reason_required', message = 'Say why.';
  elsif char_length(reason_param) > 500 then
    raise exception using errcode = 'P0001', hint = 'step_approvals_reason_length', message = 'Use at most 500 characters.';
  end if;
end $$;

create or replace function private.require_steps(me public.employees, entries_param jsonb) returns private.step_choice[]
language plpgsql set search_path = '' as $$
declare
  chosen private.step_choice[];
  days record;
begin
  if jsonb_typeof(entries_param) is distinct from 'array' or jsonb_array_length(entries_param) not between 1 and 2000 then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'Choose what to decide, 2000 entries at most.';
  end if;
  perform private.lock_time_exclusive(me.company_id);
  select min(t.work_date) as first, max(t.work_date) as last, array_agg(distinct t.employee_id) as people, count(*) as found into days
    from jsonb_to_recordset(entries_param) as n (time_entry_id uuid)
    join public.time_entries t on t.company_id = me.company_id and t.id = n.time_entry_id;
  if days.found < jsonb_array_length(entries_param) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'Some of this time was not found. It may have been deleted.';
  elsif exists (select from jsonb_to_recordset(entries_param) as n (time_entry_id uuid)
      join public.time_entries t on t.company_id = me.company_id and t.id = n.time_entry_id
      where private.is_locked(me.company_id, t.work_date, t.work_date)) then
    raise exception using errcode = 'P0001', hint = 'period_locked', message = 'This pay period is locked. Unlock it first.';
  end if;
  -- Each entry and step once: somebody may be its approver and a substitute too.
  chosen := array(
    select distinct on (o.time_entry_id, o.step_id)
      row(o.time_entry_id, o.step_id, o.employee_id, o.work_date, o.entry_version, o.stands_in_for)::private.step_choice
    from private.open_steps(me.company_id, days.people, days.first, days.last) o
    join jsonb_to_recordset(entries_param) as n (time_entry_id uuid, step_id uuid) on n.time_entry_id = o.time_entry_id and n.step_id = o.step_id
    where o.decider_id = me.id order by o.time_entry_id, o.step_id, o.stands_in_for nulls first);
  if exists (select from jsonb_to_recordset(entries_param) as n (time_entry_id uuid, step_id uuid)
      where not exists (select from unnest(chosen) c where c.time_entry_id = n.time_entry_id and c.step_id = n.step_id)) then
    raise exception using errcode = '42501', hint = 'not_your_step', message = 'This step is not open, or not yours to decide.';
  elsif exists (select from jsonb_to_recordset(entries_param) as n (time_entry_id uuid, step_id uuid, entry_version text)
      join unnest(chosen) c on c.time_entry_id = n.time_entry_id and c.step_id = n.step_id where c.entry_version is distinct from n.entry_version) then
    raise exception using errcode = 'P0001', hint = 'changed_since_seen',
      message = 'Some of this time was changed while you looked at it. Look at it again, then decide.';
  end if;
  return chosen;
end $$;
comment on function private.require_steps(public.employees,jsonb) is 'The steps somebody chose, if all are open, theirs to decide, and about time as they saw it.';

create or replace function private.write_steps(me public.employees, chosen_param private.step_choice[], decision_param text, reason_param text) returns void
language plpgsql set search_path = '' as $$
declare
  own record;
begin
  for own in
    select p.start_date, p.end_date from (select distinct c.work_date from unnest(chosen_param) c where c.employee_id = me.id and decision_param <> 'returned') d
    cross join lateral private.pay_period_at(me.company_id, d.work_date) p group by p.start_date, p.end_date
  loop
    perform private.decide_for_self('own_approval', me.id, private.timesheet_subject(me.id, own.start_date),
      jsonb_build_object('entity', 'step_approvals', 'start_date', own.start_date, 'end_date', own.end_date));
  end loop;
  perform private.give_reason(reason_param);
  insert into public.step_approvals as d (company_id, time_entry_id, step_id, employee_id, work_date, entry_version, seen, decision, decided_by, stands_in_for, reason)
    select me.company_id, c.time_entry_id, c.step_id, c.employee_id, c.work_date, c.entry_version, private.entry_facts(t), decision_param, me.id,
      c.stands_in_for, reason_param
    from unnest(chosen_param) c join public.time_entries t on t.company_id = me.company_id and t.id = c.time_entry_id
    on conflict on constraint step_approvals_once do update set work_date = excluded.work_date, entry_version = excluded.entry_version,
      seen = excluded.seen, decision = excluded.decision, decided_by = excluded.decided_by, stands_in_for = excluded.stands_in_for,
      reason = excluded.reason, created_by = auth.uid(), created_at = clock_timestamp();
end $$;
comment on function private.write_steps(public.employees,private.step_choice[],text,text) is 'Stores what somebody decided, and reports what they decided for themselves.';

create or replace function private.finish_chosen(company_id_param uuid, chosen_param private.step_choice[]) returns integer
language sql set search_path = '' as $$
  select private.finish_days(company_id_param, array_agg(distinct c.employee_id), min(c.work_date), max(c.work_date)) from unnest(chosen_param) c;
$$;

create or replace function private.finish_days(company_id_param uuid, employee_ids_param uuid[], start_date_param date, end_date_param date) returns integer
language plpgsql set search_path = '' as $$
declare
  people uuid[];
  days date[];
begin
  select array_agg(d.employee_id), array_agg(d.work_date) into people, days
  from (
    select s.employee_id, s.work_date
    from private.time_steps(company_id_param, employee_ids_param, start_date_param, end_date_param) s
    group by s.employee_id, s.work_date
    -- The whole day: all steps of all its time, none of it without a chain, nobody still at work.
    having bool_and(s.done) and count(distinct s.time_entry_id) = (
      select count(*) from public.time_entries t
      left join public.approvals a on a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
      where t.company_id = company_id_param and t.employee_id = s.employee_id and t.work_date = s.work_date
        and not private.approval_covers(a.approved_at, t.updated_at, t.clock_out))) d;
  if days is null then
    return 0;
  end if;
  perform private.refuse_unpayable(company_id_param, people, days);
  return private.insert_approvals(company_id_param, people, days);
end $$;
comment on function private.finish_days(uuid,uuid[],date,date) is 'Approves the days whose time has passed all its steps; null is everyone. Returns how many.';

create or replace function private.approve_my_steps(me public.employees, employee_ids_param uuid[], start_date_param date, end_date_param date) returns integer
language plpgsql set search_path = '' as $$
declare
  chosen private.step_choice[] := array(
    select distinct on (o.time_entry_id, o.step_id)
      row(o.time_entry_id, o.step_id, o.employee_id, o.work_date, o.entry_version, o.stands_in_for)::private.step_choice
    from private.open_steps(me.company_id, employee_ids_param, start_date_param, end_date_param) o
    where o.decider_id = me.id order by o.time_entry_id, o.step_id, o.stands_in_for nulls first);
begin
  if chosen = '{}' then
    return 0;
  end if;
  perform private.write_steps(me, chosen, 'approved', null);
  perform private.finish_chosen(me.company_id, chosen);
  return (select count(distinct (c.employee_id, c.work_date)) from unnest(chosen) c);
end $$;
comment on function private.approve_my_steps(public.employees,uuid[],date,date) is 'Approves every open step of these people''s days that is the caller''s; returns how many days it was about.';

create or replace function private.unfinished_days(company_id_param uuid, employee_ids_param uuid[], start_date_param date, end_date_param date) returns table(employee_id uuid, work_date date)
language plpgsql stable set search_path = '' as $$
begin
  if private.has_chains(company_id_param) then
    return query select distinct s.employee_id, s.work_date
      from private.time_steps(company_id_param, employee_ids_param, start_date_param, end_date_param) s where not s.done;
  end if;
end $$;
comment on function private.unfinished_days(uuid,uuid[],date,date) is 'Days with time that has not passed all its steps; none where there are no chains.';

create or replace function private.drop_steps(company_id_param uuid, employee_ids_param uuid[], start_date_param date, end_date_param date, decided_by_param uuid default null, since_param timestamptz default null) returns void
language sql set search_path = '' as $$
  delete from public.step_approvals d
  where d.company_id = company_id_param and (employee_ids_param is null or d.employee_id = any (employee_ids_param))
    and d.work_date between start_date_param and end_date_param
    and (decided_by_param is null or d.decided_by = decided_by_param) and (since_param is null or d.created_at > since_param);
$$;
comment on function private.drop_steps(uuid,uuid[],date,date,uuid,timestamptz) is 'Takes steps back with the approval of their days: all, or those somebody decided since a moment.';

create or replace function private.notify_of_return(me public.employees, chosen_param private.step_choice[], reason_param text) returns void
language sql set search_path = '' as $$
  select private.notify_person(n.company_id, n.employee_id, n.event, 'returned ' || clock_timestamp(), 'time_returned', n.data,
    jsonb_build_object('path', n.path))
  from (
    select r.company_id, r.employee_id, case when r.employee_id = p.about then 'question_asked' else 'approval_needed' end as event,
      case when r.employee_id = p.about then '/payroll?from=' || p.start_date else '/verification?tab=approvals' end as path,
      jsonb_build_object('by', private.person_name(me.company_id, me.id), 'person', private.person_name(me.company_id, p.about), 'reason', reason_param,
        'first_day', to_char(p.first, r.date_format), 'last_day', to_char(p.last, r.date_format), 'start_date', p.start_date) as data
    from (
      select c.employee_id as about, min(c.work_date) as first, max(c.work_date) as last,
        (private.pay_period_at(me.company_id, min(c.work_date))).start_date, array_agg(c.time_entry_id) as entries
      from unnest(chosen_param) c group by c.employee_id) p
    join private.notification_recipients r on r.company_id = me.company_id and r.employee_id <> me.id
      and (r.employee_id = p.about or r.employee_id in (select d.decided_by from public.step_approvals d
        where d.company_id = me.company_id and d.time_entry_id = any (p.entries) and d.decision <> 'returned'))
    order by r.employee_id offset 0) n;
$$;
comment on function private.notify_of_return(public.employees,private.step_choice[],text) is 'Notifies the worker and those who approved it before that time was sent back, and why.';
