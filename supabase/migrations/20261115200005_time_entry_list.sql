-- The list of entries by the one duration rule, with equipment. It reads as its owner, for the company and,
-- whoever does not manage, the person of the caller: every condition begins with them.

drop function public.list_time_entries(timestamptz, timestamptz, uuid, uuid, uuid, text, text, integer, integer);
drop function private.entry_conditions(uuid, uuid, uuid, text);
drop function private.entry_minutes(timestamptz, timestamptz);

create function private.entry_conditions(employee_id_param uuid, project_id_param uuid, cost_code_id_param uuid, status_param text,
  equipment_id_param uuid)
returns text
language sql immutable parallel safe set search_path = '' as $$
  select concat(
    't.company_id = $1 and t.clock_in >= $2 and t.clock_in < $3',
    case when employee_id_param is not null then ' and t.employee_id = $4' end,
    case when project_id_param is not null then ' and t.project_id = $5' end,
    case when cost_code_id_param is not null then ' and t.cost_code_id = $6' end,
    case when equipment_id_param is not null then ' and t.equipment_id = $9' end,
    case when status_param = 'active' then ' and t.clock_out is null' when status_param = 'completed' then ' and t.clock_out is not null' end);
$$;

create function public.list_time_entries(
  start_param timestamptz, end_param timestamptz, employee_id_param uuid default null, project_id_param uuid default null,
  cost_code_id_param uuid default null, status_param text default null, group_by_param text default null,
  offset_param integer default 0, limit_param integer default 200,
  equipment_id_param uuid default null
) returns json
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
comment on function public.list_time_entries(timestamptz, timestamptz, uuid, uuid, uuid, text, text, integer, integer, uuid) is
  'Entries that start in [start, end), newest first or by group (employee, project, cost_code, equipment, day), one page at a time. The first page carries the figures of the whole range: minutes of ended entries net of breaks that are taken off, and what still runs.';

revoke execute on function private.entry_conditions(uuid, uuid, uuid, text, uuid) from public;
revoke execute on function public.list_time_entries(timestamptz, timestamptz, uuid, uuid, uuid, text, text, integer, integer, uuid) from public, anon;
grant execute on function public.list_time_entries(timestamptz, timestamptz, uuid, uuid, uuid, text, text, integer, integer, uuid) to authenticated;
