-- Foremen read and correct the time of the crews they lead, on the days people were in them, and approve
-- it where the owner allows that. Rates and pay stay with managers.

alter table public.companies add column foremen_approve boolean not null default false;
comment on column public.companies.foremen_approve is 'Whether foremen approve the days of the crews they lead.';

create function private.leads_a_crew() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select private.my_role()) = 'foreman', false) and exists (
    select from public.crews c
    where c.company_id = (select private.my_company_id()) and c.foreman_id = (select private.my_employee_id()));
$$;
comment on function private.leads_a_crew() is 'Whether the caller is a foreman with a crew; asked once per statement before any row is.';
grant execute on function private.leads_a_crew() to authenticated, service_role;

create function private.leads_on(employee_id_param uuid, day_param date) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.leads_a_crew() and exists (
    select from public.crew_members m join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
    where m.company_id = (select private.my_company_id()) and m.employee_id = employee_id_param
      and c.foreman_id = (select private.my_employee_id()) and daterange(m.from_date, m.to_date, '[]') @> day_param);
$$;
comment on function private.leads_on(uuid,date) is 'Whether the caller is the foreman of a crew this person was in on that day. For one row; policies and lists spell it out.';

create policy "Foremen read the time of their crews" on public.time_entries
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.leads_a_crew()) and exists (
      select from public.crew_members m join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
      where m.company_id = time_entries.company_id and m.employee_id = time_entries.employee_id
        and c.foreman_id = (select private.my_employee_id()) and daterange(m.from_date, m.to_date, '[]') @> time_entries.work_date)));
create policy "Foremen correct the time of their crews" on public.time_entries
  for update to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.leads_a_crew()) and exists (
      select from public.crew_members m join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
      where m.company_id = time_entries.company_id and m.employee_id = time_entries.employee_id
        and c.foreman_id = (select private.my_employee_id()) and daterange(m.from_date, m.to_date, '[]') @> time_entries.work_date)))
  with check (company_id = (select private.my_company_id()) and ((select private.leads_a_crew()) and exists (
      select from public.crew_members m join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
      where m.company_id = time_entries.company_id and m.employee_id = time_entries.employee_id
        and c.foreman_id = (select private.my_employee_id()) and daterange(m.from_date, m.to_date, '[]') @> time_entries.work_date)));
create policy "Foremen read the breaks of their crews" on public.time_entry_breaks
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.leads_a_crew()) and exists (
      select from public.time_entries t where t.company_id = time_entry_breaks.company_id and t.id = time_entry_breaks.time_entry_id)));
create policy "Foremen add breaks for their crews" on public.time_entry_breaks
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and ((select private.leads_a_crew()) and exists (
      select from public.time_entries t where t.company_id = time_entry_breaks.company_id and t.id = time_entry_breaks.time_entry_id)));
create policy "Foremen delete the breaks of their crews" on public.time_entry_breaks
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.leads_a_crew()) and exists (
      select from public.time_entries t where t.company_id = time_entry_breaks.company_id and t.id = time_entry_breaks.time_entry_id)));
create policy "Foremen change the breaks of their crews" on public.time_entry_breaks
  for update to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.leads_a_crew()) and exists (
      select from public.time_entries t where t.company_id = time_entry_breaks.company_id and t.id = time_entry_breaks.time_entry_id)))
  with check (company_id = (select private.my_company_id()) and ((select private.leads_a_crew()) and exists (
      select from public.time_entries t where t.company_id = time_entry_breaks.company_id and t.id = time_entry_breaks.time_entry_id)));

create or replace function private.keep_own_time_rights() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- The time of others is a manager's or their foreman's to correct, with its own rules.
  if current_user = 'authenticated' and coalesce(new.employee_id, old.employee_id) is not distinct from private.my_employee_id() then
    if tg_op = 'INSERT' then
      if not (new.clock_out is null and private.is_now(new.clock_in)) then
        perform private.require_own_time_right('add');
      end if;
    elsif tg_op = 'DELETE' then
      perform private.require_own_time_right('delete');
    elsif (new.clock_in, new.clock_out, new.project_id, new.cost_code_id, new.equipment_id)
        is distinct from (old.clock_in, old.clock_out, old.project_id, old.cost_code_id, old.equipment_id)
      and not (old.clock_out is null and private.is_now(new.clock_out)
        and (new.clock_in, new.project_id, new.cost_code_id, new.equipment_id)
          is not distinct from (old.clock_in, old.project_id, old.cost_code_id, old.equipment_id)) then
      perform private.require_own_time_right('edit');
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create or replace function private.keep_own_break_rights() returns trigger
language plpgsql set search_path = '' as $$
declare
  subject public.time_entry_breaks := case when tg_op = 'DELETE' then old else new end;
begin
  if current_user = 'authenticated' and subject.employee_id is not distinct from private.my_employee_id()
    and not (tg_op = 'INSERT' and new.ended_at is null and private.is_now(new.started_at))
    and not (tg_op = 'UPDATE' and old.ended_at is null and private.is_now(new.ended_at)
      and (new.started_at, new.kind, new.paid) is not distinct from (old.started_at, old.kind, old.paid))
    -- Breaks that come with an entry added in the same call belong to the adding.
    and not exists (select from public.time_entries e
      where e.company_id = subject.company_id and e.id = subject.time_entry_id and e.created_at >= now()) then
    perform private.require_own_time_right('edit');
  end if;
  return subject;
end $$;

create function private.foremen_say_why() returns trigger
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
create trigger d_foremen_say_why before update on public.time_entries
  for each row execute function private.foremen_say_why();
create trigger d_foremen_say_why before insert or update or delete on public.time_entry_breaks
  for each row execute function private.foremen_say_why();

create or replace function public.list_time_entries(start_param timestamptz, end_param timestamptz, employee_id_param uuid default null::uuid, project_id_param uuid default null::uuid, cost_code_id_param uuid default null::uuid, status_param text default null::text, group_by_param text default null::text, offset_param integer default 0, limit_param integer default 200, equipment_id_param uuid default null::uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  me uuid := private.my_employee_id();
  leads boolean := private.leads_a_crew();
  -- Managers see the company's, foremen that of the crews they lead, everyone else their own.
  person uuid := case when leads or private.is_manager() then employee_id_param else me end;
  conditions text;
  page uuid[];
  entries json;
  summary json;
begin
  if company is null then
    raise exception using errcode = '42501', hint = 'no_employee', message = 'You are not an employee of any company.';
  end if;
  conditions := private.entry_conditions(person, project_id_param, cost_code_id_param, status_param, equipment_id_param);
  if leads then
    conditions := conditions || format(' and (t.employee_id = %1$L or exists (
      select from public.crew_members m join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
      where m.company_id = t.company_id and m.employee_id = t.employee_id and c.foreman_id = %1$L
        and daterange(m.from_date, m.to_date, ''[]'') @> t.work_date))', me);
  end if;

  execute format('select array(select t.id from public.time_entries t %s where %s order by %s limit $7 offset $8)',
      case group_by_param
        when 'employee' then 'join public.employees e on e.company_id = t.company_id and e.id = t.employee_id'
        when 'project' then 'left join public.projects p on p.company_id = t.company_id and p.id = t.project_id'
        when 'cost_code' then 'left join public.cost_codes k on k.company_id = t.company_id and k.id = t.cost_code_id'
        when 'equipment' then 'left join public.equipment q on q.company_id = t.company_id and q.id = t.equipment_id'
        else '' end,
      conditions,
      case group_by_param
        when 'employee' then 'e.last_name, e.first_name, t.employee_id, t.clock_in desc, t.id'
        when 'project' then 'p.name nulls last, t.project_id, t.clock_in desc, t.id'
        when 'cost_code' then 'k.code nulls last, t.cost_code_id, t.clock_in desc, t.id'
        when 'equipment' then 'q.name nulls last, t.equipment_id, t.clock_in desc, t.id'
        else 't.clock_in desc, t.id' end)
    into page
    using company, start_param, end_param, person, project_id_param, cost_code_id_param,
      least(greatest(limit_param, 1), 1000), greatest(offset_param, 0), equipment_id_param;

  select coalesce(json_agg(json_build_object(
      'id', t.id, 'employee_id', t.employee_id, 'first_name', e.first_name, 'last_name', e.last_name,
      'clock_in', t.clock_in, 'clock_out', t.clock_out, 'work_date', t.work_date, 'project_id', t.project_id,
      'cost_code_id', t.cost_code_id, 'equipment_id', t.equipment_id, 'notes', t.notes, 'status', t.status, 'meal_waived', t.meal_waived,
      'breaks', breaks.list,
      'offline', exists (select from public.synced_events s where s.company_id = company and s.entry_id = t.id and s.state = 'applied')
        or exists (select from public.synced_events s where s.company_id = company and s.ends_id = t.id),
      'minutes', private.epoch_minute(t.clock_out) - private.epoch_minute(t.clock_in) - coalesce(breaks.deducted, 0),
      'frozen', case
        when exists (select from public.pay_periods l where l.company_id = company and l.status = 'locked'
          and l.start_date <= t.work_date and l.end_date >= t.work_date) then 'locked'
        when t.clock_out is not null and exists (select from public.approvals a where a.company_id = company
          and a.employee_id = t.employee_id and a.work_date = t.work_date and a.approved_at >= t.updated_at) then 'approved' end)
      order by chosen.position), '[]')
    into entries
    from unnest(page) with ordinality as chosen (id, position)
    join public.time_entries t on t.company_id = company and t.id = chosen.id
    join public.employees e on e.company_id = t.company_id and e.id = t.employee_id
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', b.id, 'started_at', b.started_at, 'ended_at', b.ended_at,
            'kind', b.kind, 'paid', b.paid, 'deducted', b.deducted) order by b.started_at), '[]') as list,
          sum(private.epoch_minute(b.ended_at) - private.epoch_minute(b.started_at)) filter (where b.deducted) as deducted
        from (
          select x.*, private.break_is_deducted(x.paid, private.epoch_minute(x.started_at), private.epoch_minute(x.ended_at),
              private.unpaid_break_minimum(company, t.employee_id, t.project_id, t.work_date)) as deducted
            from public.time_entry_breaks x where x.company_id = company and x.time_entry_id = t.id) b
    ) breaks;

  if offset_param = 0 then
    execute format($query$
      with chosen as materialized (
        select t.id, t.employee_id, t.project_id, t.work_date, t.clock_in, t.clock_out, %1$s as group_key
        from public.time_entries t where %2$s
      ), breaks as materialized (
        select b.time_entry_id, b.started_at, b.ended_at, b.paid, c.clock_out is null as running,
          private.break_is_deducted(b.paid, private.epoch_minute(b.started_at), private.epoch_minute(b.ended_at),
            private.unpaid_break_minimum($1, c.employee_id, c.project_id, c.work_date)) as deducted
        from chosen c join public.time_entry_breaks b on b.company_id = $1 and b.time_entry_id = c.id
        where not b.paid
      ), deducted as (
        select b.time_entry_id, sum(private.epoch_minute(b.ended_at) - private.epoch_minute(b.started_at)) as minutes
        from breaks b where b.deducted and not b.running
        group by b.time_entry_id
      ), groups as (
        select c.group_key, count(*) as entries,
          sum(coalesce(private.epoch_minute(c.clock_out) - private.epoch_minute(c.clock_in) - coalesce(d.minutes, 0), 0)) as minutes
        from chosen c left join deducted d on d.time_entry_id = c.id
        group by c.group_key
      )
      select json_build_object(
        'entries', coalesce(sum(g.entries), 0), 'minutes', coalesce(sum(g.minutes), 0),
        'groups', coalesce(json_agg(json_build_object('key', g.group_key, 'entries', g.entries, 'minutes', g.minutes)), '[]'),
        'running', (select coalesce(json_agg(json_build_object('id', c.id, 'group_key', c.group_key, 'clock_in', c.clock_in,
            'breaks', (select coalesce(json_agg(json_build_object('started_at', b.started_at, 'ended_at', b.ended_at, 'paid', b.paid, 'deducted', b.deducted)), '[]')
              from breaks b where b.time_entry_id = c.id))), '[]')
          from chosen c where c.clock_out is null))
      from groups g
      $query$,
      case group_by_param when 'employee' then 't.employee_id::text' when 'project' then 't.project_id::text'
        when 'cost_code' then 't.cost_code_id::text' when 'equipment' then 't.equipment_id::text'
        when 'day' then 't.work_date::text' else 'null::text' end,
      conditions)
    into summary
    using company, start_param, end_param, person, project_id_param, cost_code_id_param, null::integer, null::integer, equipment_id_param;
  end if;
  return json_build_object('entries', entries, 'summary', summary);
end $$;

create or replace function public.time_entry_history(entry_id_param uuid) returns table(occurred_at timestamptz, action text, entity text, actor_name text, source text, before jsonb, after jsonb, reason text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  return query
    select a.occurred_at, a.action, a.entity, btrim(concat_ws(' ', who.first_name, who.last_name)), a.source, a.before, a.after, a.reason
    from public.audit_events a
    left join public.employees who on who.company_id = a.company_id and who.user_id = a.actor_id
    where a.company_id = me.company_id
      and (me.role in ('owner', 'manager') or a.employee_id = me.id or (me.role = 'foreman' and exists (
        select from public.time_entries t where t.company_id = me.company_id and t.id = entry_id_param
          and t.employee_id = a.employee_id and private.leads_on(t.employee_id, t.work_date))))
      and (a.entity_id = entry_id_param
        or (a.entity = 'time_entry_breaks' and coalesce(a.after, a.before) ->> 'time_entry_id' = entry_id_param::text))
    order by a.sequence;
end $$;

create function private.require_approver(employee_id_param uuid, start_date_param date, end_date_param date) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman();
begin
  if me.role <> 'foreman' then
    return me.company_id;
  end if;
  if not (select c.foremen_approve from public.companies c where c.id = me.company_id) then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  -- Every day of the range with time on it, so that nobody approves beyond the days they led.
  if employee_id_param = me.id or not private.leads_a_crew() or exists (
      select from public.time_entries t
      where t.company_id = me.company_id and t.employee_id = employee_id_param
        and t.work_date between start_date_param and end_date_param and not private.leads_on(t.employee_id, t.work_date)) then
    raise exception using errcode = '42501', hint = 'not_your_crew', message = 'This person is not in your crew.';
  end if;
  return me.company_id;
end $$;
comment on function private.require_approver(uuid,date,date) is 'The company of a manager, or of a foreman who may approve and led this person on all these days.';

create or replace function public.approve_time(employee_id_param uuid, start_date_param date, end_date_param date) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_approver(employee_id_param, start_date_param, end_date_param);
  blocker record;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  perform private.require_colleague(company, employee_id_param);
  perform private.lock_time_exclusive(company);
  select b.problem, json_agg(b.work_date order by b.work_date) as days into blocker
  from private.approval_blockers(company, employee_id_param, start_date_param, end_date_param) b
  group by b.problem order by b.problem limit 1;
  if blocker.problem is not null then
    raise exception using errcode = 'P0001', hint = blocker.problem, detail = blocker.days::text,
      message = case blocker.problem when 'no_rate' then 'This person has no rate on some of these days. Set the rate first.'
        else 'This person has time without an end. Set the clock-out first.' end;
  end if;
  return private.write_approvals(company, array[employee_id_param], start_date_param, end_date_param);
end $$;
comment on function public.approve_time(uuid,date,date) is 'Manager, owner, and where the owner allows it the foreman of the crew: approves the days of one person and freezes them; returns how many days were newly approved.';

create or replace function public.delete_time_entry(id_param uuid, reason_param text default null::text) returns boolean
language plpgsql set search_path = '' as $$
declare
  owner_id uuid;
begin
  select e.employee_id into owner_id from public.time_entries e
    where e.company_id = (select private.my_company_id()) and e.id = id_param for update;
  if not found then
    return false;
  end if;
  perform private.require_reason(owner_id, reason_param);
  delete from public.time_entries e where e.company_id = (select private.my_company_id()) and e.id = id_param;
  if not found then
    -- A foreman reads it, and may not delete it.
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  return true;
end $$;
