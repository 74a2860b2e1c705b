create or replace function public.approvals_waiting() returns table(time_entry_id uuid, step_id uuid, entry_version text, employee_id uuid, first_name text, last_name text, work_date date, project_id uuid, project_name text, cost_code text, clock_in timestamptz, clock_out timestamptz, time_zone text, break_minutes integer, notes text, step_name text, decider text, level smallint, levels smallint, via text, stands_in_for text, approved_by text, changes jsonb, returned_by text, returned_reason text, missing jsonb)
language plpgsql stable security definer set search_path = '' set statement_timeout = '30s' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
begin
  if not private.has_chains(me.company_id) then
    return;
  end if;
  return query
  with waiting as materialized (
    select distinct on (o.time_entry_id, o.step_id) o.*
    from private.open_steps(me.company_id, null, private.first_open_day(me.company_id), private.company_today(me.company_id) + 1) o
    where o.decider_id = me.id order by o.time_entry_id, o.step_id, o.stands_in_for nulls first
  ), names as materialized (
    select e.id, private.person_name(e.company_id, e.id) as name from public.employees e where e.company_id = me.company_id
  ), missing as materialized (
    select d.employee_id, d.work_date, private.missing_time(me.company_id, d.employee_id, d.work_date) as entries
    from (select distinct d.employee_id, d.work_date from public.step_approvals d
      where d.company_id = me.company_id and d.work_date >= private.first_open_day(me.company_id)
        and not exists (select from public.time_entries t where t.company_id = d.company_id and t.id = d.time_entry_id)) d
  )
  select t.id, w.step_id, w.entry_version, t.employee_id, e.first_name, e.last_name, t.work_date, t.project_id, p.name, c.code || ' ' || c.name,
    t.clock_in, t.clock_out, private.zone_of(t.company_id, t.project_id), private.break_minutes(t.company_id, t.id), t.notes,
    s.name, s.decider, s.level, (select max(x.level) from public.approval_steps x where x.company_id = s.company_id and x.chain_id = s.chain_id),
    w.via, absent.name, approver.name,
    case when last.entry_version <> w.entry_version then private.fact_changes(me.company_id, last.seen, private.entry_facts(t)) end,
    returner.name, back.reason, missing.entries
  from waiting w
  join public.time_entries t on t.company_id = me.company_id and t.id = w.time_entry_id
  join public.approval_steps s on s.company_id = me.company_id and s.id = w.step_id
  join public.employees e on e.company_id = me.company_id and e.id = t.employee_id
  left join public.projects p on p.company_id = me.company_id and p.id = t.project_id
  left join public.cost_codes c on c.company_id = me.company_id and c.id = t.cost_code_id
  left join lateral (
    select d.* from public.step_approvals d where d.company_id = me.company_id and d.time_entry_id = t.id and d.decision <> 'returned'
    order by d.created_at desc limit 1) last on true
  left join lateral (
    -- Until somebody approved it after that.
    select d.* from public.step_approvals d where d.company_id = me.company_id and d.time_entry_id = t.id and d.decision = 'returned'
      and coalesce(d.created_at > last.created_at, true) order by d.created_at desc limit 1) back on true
  left join names absent on absent.id = w.stands_in_for
  left join names approver on approver.id = last.decided_by
  left join names returner on returner.id = back.decided_by
  left join missing on missing.employee_id = t.employee_id and missing.work_date = t.work_date
  order by e.last_name, e.first_name, e.id, t.work_date, t.clock_in limit 2000;
end $$;
comment on function public.approvals_waiting() is 'Everyone: time that waits for a step they may decide, as approver, substitute or because nobody else can (via), with what changed since it was approved last and what is missing of the day. Nothing in a company without approval chains.';
grant execute on function public.approvals_waiting() to authenticated;

create or replace function private.missing_time(company_id_param uuid, employee_id_param uuid, work_date_param date) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(g.seen order by g.seen ->> 'clock_in') from (
    select distinct on (d.time_entry_id) d.seen || jsonb_build_object('project', private.name_fact(company_id_param, 'project_id', d.seen ->> 'project_id')) as seen
    from public.step_approvals d
    where d.company_id = company_id_param and d.employee_id = employee_id_param and d.work_date = work_date_param
      and not exists (select from public.time_entries t where t.company_id = d.company_id and t.id = d.time_entry_id)
    order by d.time_entry_id, d.created_at desc) g;
$$;
comment on function private.missing_time(uuid,uuid,date) is 'Time of a day that was approved at a step and deleted since; null: none.';

create or replace function public.approval_progress(start_date_param date, end_date_param date, employee_id_param uuid default null::uuid) returns table(employee_id uuid, first_name text, last_name text, project_id uuid, project_name text, step_id uuid, step_name text, decider text, role text, level smallint, levels smallint, days integer, seconds bigint, who text[], via text, override_allowed boolean, mine boolean, returned_by text, returned_reason text)
language plpgsql stable security definer set search_path = '' set statement_timeout = '30s' as $$
#variable_conflict use_column
declare
  me public.employees := private.me();
  people uuid[] := case when employee_id_param is not null then array[employee_id_param] end;
begin
  if me.company_id is null then
    me := private.require_employee();
  elsif me.role not in ('owner', 'manager') then
    people := array[me.id];
  end if;
  perform private.require_date_range(start_date_param, end_date_param);
  if not private.has_chains(me.company_id) then
    return;
  end if;
  return query
  with names as materialized (
    select e.id, private.person_name(e.company_id, e.id) as name from public.employees e where e.company_id = me.company_id
  ), returned as materialized (
    -- Until somebody approved it after that.
    select distinct on (d.time_entry_id) d.time_entry_id, d.reason, d.decided_by from public.step_approvals d
    where d.company_id = me.company_id and d.work_date between start_date_param and end_date_param and d.decision = 'returned'
      and not exists (select from public.step_approvals l where l.company_id = d.company_id and l.time_entry_id = d.time_entry_id
        and l.decision <> 'returned' and l.created_at > d.created_at)
    order by d.time_entry_id, d.created_at desc
  )
  select e.id, e.first_name, e.last_name, g.project_id, p.name, s.id, s.name, s.decider, s.role, s.level,
    (select max(x.level) from public.approval_steps x where x.company_id = s.company_id and x.chain_id = s.chain_id),
    g.days, g.seconds, g.who, g.via, c.override_allowed, g.mine, g.returned[2], g.returned[1]
  from (
    select o.employee_id, o.project_id, o.step_id, count(distinct o.work_date)::integer as days,
      (sum(extract(epoch from t.clock_out - t.clock_in)) / count(distinct o.decider_id))::bigint as seconds,
      array_agg(distinct decider.name || coalesce(' (' || absent.name || ')', '')) as who,
      min(o.via) as via, coalesce(bool_or(o.decider_id = me.id), false) as mine,
      max(array[back.reason, returner.name]) as returned
    from private.open_steps(me.company_id, people, start_date_param, end_date_param) o
    join public.time_entries t on t.company_id = me.company_id and t.id = o.time_entry_id
    left join names decider on decider.id = o.decider_id
    left join names absent on absent.id = o.stands_in_for
    left join returned back on back.time_entry_id = t.id
    left join names returner on returner.id = back.decided_by
    group by o.employee_id, o.project_id, o.step_id) g
  join public.employees e on e.company_id = me.company_id and e.id = g.employee_id
  join public.approval_steps s on s.company_id = me.company_id and s.id = g.step_id
  join public.approval_chains c on c.company_id = s.company_id and c.id = s.chain_id
  left join public.projects p on p.company_id = me.company_id and p.id = g.project_id
  order by e.last_name, e.first_name, e.id, p.name nulls first, s.level, s.id;
end $$;
comment on function public.approval_progress(date,date,uuid) is 'Manager, owner: at which step time of a range is, of one person or all, and who must act. Everyone else: their own. Only what is open; nothing in a company without approval chains.';
grant execute on function public.approval_progress(date,date,uuid) to authenticated;

create or replace function public.possible_approvers() returns table(employee_id uuid, first_name text, last_name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  return query select e.id, e.first_name, e.last_name from public.employees e
    where e.company_id = me.company_id and private.can_approve(e) and private.can_approve(me) order by e.first_name, e.last_name, e.id;
end $$;
comment on function public.possible_approvers() is 'Whoever can decide steps: everybody who can, to name a step or a substitute. Nobody to everyone else.';
grant execute on function public.possible_approvers() to authenticated;

create or replace function private.refuse_others_steps(company_id_param uuid, employee_id_param uuid, start_date_param date, end_date_param date) returns void
language plpgsql stable set search_path = '' as $$
declare
  who json;
begin
  select json_agg(distinct w.line) into who from (
    select private.person_name(company_id_param, o.employee_id) || ': '
      || string_agg(distinct private.person_name(company_id_param, o.decider_id), ', ') as line
    from private.open_steps(company_id_param, case when employee_id_param is not null then array[employee_id_param] end, start_date_param, end_date_param) o
    group by o.employee_id, o.step_id limit 20) w;
  if who is not null then
    raise exception using errcode = 'P0001', hint = 'waits_for_step', detail = who::text,
      message = 'This time waits for a step of its approval chain that somebody else must decide.';
  end if;
end $$;
comment on function private.refuse_others_steps(uuid,uuid,date,date) is 'Refuses while steps are open; the detail names the person and who must decide.';

create or replace function private.remind_of_steps(moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
  with due as materialized (
    select c.id, (moment_param at time zone c.time_zone)::date as today from public.companies c
    where c.id in (select a.company_id from public.approval_chains a where a.remind_after_days is not null)
      and (moment_param at time zone c.time_zone)::time >= '07:00' and (moment_param at time zone c.time_zone)::time < '09:00'
  ), waiting as (
    select d.id, d.today, o.decider_id, count(distinct (o.employee_id, o.work_date)) as days, count(distinct o.employee_id) as people,
      min(o.work_date) as first, max(o.work_date) as last,
      string_agg(distinct private.person_name(d.id, o.employee_id), ', ') filter (where o.via = 'nobody') as nobody
    from due d
    cross join lateral private.open_steps(d.id, null, private.first_open_day(d.id), d.today) o
    join public.approval_steps s on s.company_id = d.id and s.id = o.step_id
    join public.approval_chains a on a.company_id = s.company_id and a.id = s.chain_id
    where o.work_date <= d.today - a.remind_after_days
    group by d.id, d.today, o.decider_id
  )
  select count(*) filter (where private.notify_person(n.company_id, n.employee_id, 'approval_needed', 'steps ' || n.today, 'steps_waiting', n.data,
      '{"path": "/verification?tab=approvals"}'))
  from (
    select r.company_id, r.employee_id, w.today, jsonb_build_object('entries', w.days, 'people', w.people,
      'first_day', to_char(w.first, r.date_format), 'last_day', to_char(w.last, r.date_format), 'nobody', w.nobody) as data
    from waiting w join private.notification_recipients r on r.company_id = w.id and r.employee_id = w.decider_id
    where not private.was_notified(r.company_id, r.employee_id, 'approval_needed', 'steps ' || w.today)
    order by r.company_id, r.employee_id offset 0) n;
$$;
comment on function private.remind_of_steps(timestamptz) is 'In the morning, once a day: to everybody who must decide steps of time that is as old as its chain says. Owners read whose time nobody else can decide.';
