-- Time that a phone kept while it had no signal: may have begun over a day ago, and carries a mark in the lists.

create or replace function private.keep_time_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  company record;
  manages boolean := private.is_system() or private.is_manager();
  moved boolean := true;
  rebooked boolean := true;
  moment timestamptz;
begin
  if tg_op = 'INSERT' and new.company_id is null then
    select e.company_id into strict new.company_id from public.employees e where e.id = new.employee_id;
  end if;
  if tg_op = 'UPDATE' then
    if (new.id, new.company_id, new.employee_id) is distinct from (old.id, old.company_id, old.employee_id) then
      raise exception using errcode = 'P0001', hint = 'identity_fixed',
        message = 'An entry cannot be moved to another person. Delete it and enter a new one.';
    end if;
    moved := (new.clock_in, new.clock_out) is distinct from (old.clock_in, old.clock_out);
    rebooked := (new.project_id, new.cost_code_id, new.equipment_id)
      is distinct from (old.project_id, old.cost_code_id, old.equipment_id);
  end if;

  perform private.open_time(new.company_id);
  perform private.lock_employee_time(new.company_id, new.employee_id);
  moment := clock_timestamp();
  select coalesce(p.time_zone, c.time_zone) as time_zone, c.cost_code_required, c.capture_location, c.edit_reason_required into company
    from public.companies c left join public.projects p on p.company_id = c.id and p.id = new.project_id
    where c.id = new.company_id;

  -- Derived columns follow; what a client sends for them is not asked.
  new.status := case when new.clock_out is null then 'active' else 'completed' end;
  new.work_date := (new.clock_in at time zone company.time_zone)::date;
  if tg_op = 'INSERT' then
    new.source := case when new.source = 'manual' and new.clock_out is null then 'timer' else new.source end;
    new.created_by := auth.uid();
    new.created_at := moment;
  else
    new.source := old.source;
    new.created_by := old.created_by;
    new.created_at := old.created_at;
    if not moved and not rebooked and (new.notes, new.meal_waived, new.clock_in_location, new.clock_out_location)
        is not distinct from (old.notes, old.meal_waived, old.clock_in_location, old.clock_out_location) then
      -- Nothing a person wrote has changed: only the work date may follow the zone.
      if private.is_locked(old.company_id, old.work_date, old.work_date)
        or private.is_locked(new.company_id, new.work_date, new.work_date) then
        return old;
      end if;
      new.updated_by := old.updated_by;
      new.updated_at := old.updated_at;
      return new;
    end if;
    if private.is_locked(old.company_id, old.work_date, (coalesce(old.clock_out, moment) at time zone company.time_zone)::date) then
      perform private.raise_frozen(true);
    elsif private.is_approved(old) then
      perform private.raise_frozen(false);
    end if;
    perform private.check_reason(new.company_id, new.employee_id, company.edit_reason_required);
  end if;
  new.updated_by := auth.uid();
  new.updated_at := moment;

  if moved and new.clock_in < coalesce(new.clock_out, 'infinity') then
    -- A clock set back since the start must not keep anyone from stopping.
    if (new.clock_in > moment + interval '5 minutes' and (tg_op = 'INSERT' or new.clock_in <> old.clock_in))
      or new.clock_out > greatest(moment + interval '5 minutes', new.clock_in + interval '1 microsecond') then
      raise exception using errcode = 'P0001', hint = 'time_in_future',
        message = 'Time cannot be entered ahead.';
    end if;
    -- What a phone kept while it had no signal may have begun long ago; its own rules hold an end that is too late.
    if not manages and coalesce(current_setting('chalkline.syncing', true), '') <> 'on'
      and coalesce(new.clock_out, moment) - new.clock_in > interval '24 hours' then
      raise exception using errcode = 'P0001', hint = 'entry_too_long',
        message = 'An entry cannot be longer than 24 hours. Set the time you really stopped, or ask a manager.';
    end if;
    if private.is_locked(new.company_id, new.work_date, (coalesce(new.clock_out, moment) at time zone company.time_zone)::date) then
      perform private.raise_frozen(true);
    end if;
    perform private.check_overlap(new);
  end if;
  if tg_op = 'UPDATE' and new.work_date <> old.work_date and private.is_locked(new.company_id, new.work_date, new.work_date) then
    -- Moved to a project in another zone, where it counts for a day that is closed.
    perform private.raise_frozen(true);
  end if;
  if rebooked or (tg_op = 'UPDATE' and new.clock_out is null and old.clock_out is not null) then
    perform private.check_booking(new, manages, company.cost_code_required);
  end if;
  if company.capture_location then
    new.clock_in_location := private.clean_location(new.clock_in_location);
    new.clock_out_location := private.clean_location(new.clock_out_location);
  else
    new.clock_in_location := null;
    new.clock_out_location := null;
  end if;
  return new;
end $$;

create or replace function public.list_time_entries(start_param timestamptz, end_param timestamptz, employee_id_param uuid default null::uuid, project_id_param uuid default null::uuid, cost_code_id_param uuid default null::uuid, status_param text default null::text, group_by_param text default null::text, offset_param integer default 0, limit_param integer default 200, equipment_id_param uuid default null::uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  -- Managers see the company's, everyone else their own.
  person uuid := case when private.is_manager() then employee_id_param else private.my_employee_id() end;
  conditions text;
  page uuid[];
  entries json;
  summary json;
begin
  if company is null then
    raise exception using errcode = '42501', hint = 'no_employee', message = 'You are not an employee of any company.';
  end if;
  conditions := private.entry_conditions(person, project_id_param, cost_code_id_param, status_param, equipment_id_param);

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
