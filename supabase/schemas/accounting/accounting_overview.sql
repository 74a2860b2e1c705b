create or replace function public.accounting_available() returns boolean
language sql stable security definer set search_path = '' as $$
  select to_regprocedure('accounting.available()') is not null;
$$;
comment on function public.accounting_available() is 'Everyone: whether a server speaks to accounting and payroll systems here. False on a hosted Supabase project.';
grant execute on function public.accounting_available() to authenticated;

create or replace function public.accounting_overview(connection_id_param uuid, start_date_param date, end_date_param date) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  connection public.accounting_connections := private.require_accounting_connection(connection_id_param);
  by_period constant boolean := connection.system in ('adp', 'paychex');
begin
  perform private.require_date_range(start_date_param, end_date_param);
  perform private.compute_accounting(connection.company_id, connection.id);
  return jsonb_build_object(
    'days', (
      select coalesce(jsonb_agg(jsonb_build_object('work_date', d.work_date, 'employee_id', d.employee_id, 'name', btrim(concat_ws(' ', e.first_name, e.last_name)),
        'seconds', d.seconds, -- A day of a pay period waits for the others.
        'state', case when d.state <> 'ready' then d.state else coalesce(a.state, case when by_period then 'waiting' else 'sent' end) end,
        'problems', private.named_accounting_problems(connection.company_id, d.problems), 'refusal', a.refusal,
        'sent_minutes', case when by_period and a.state = 'sent' then d.seconds / 60 when not by_period then coalesce(a.sent_minutes, 0) else 0 end)
        order by d.work_date desc, e.last_name, e.first_name, d.employee_id), '[]')
      from public.accounting_days d
      join public.employees e on e.company_id = d.company_id and e.id = d.employee_id
      left join lateral (
        -- The one that needs somebody first.
        select (array_agg(case when a.state in ('new', 'changed', 'sending', 'deleting') then 'sending' when a.state in ('deleted', 'kept') then 'sent' else a.state end
            order by array_position('{conflict,problem,sending,changed,new,deleting,sent,kept,deleted}'::text[], a.state)))[1] as state,
          sum((a.sent_content ->> 'hours')::integer * 60 + (a.sent_content ->> 'minutes')::integer) filter (where a.external_id is not null) as sent_minutes,
          (array_agg(jsonb_build_object('id', a.id, 'code', a.problem, 'detail', a.problem_detail)) filter (where a.state = 'problem'))[1] as refusal
        from public.accounting_activities a
        where a.company_id = d.company_id and a.connection_id = d.connection_id and a.employee_id = d.employee_id
          and a.work_date = case when by_period then (private.accounting_period(connection, d.work_date)).start_date else d.work_date end
      ) a on true
      where d.company_id = connection.company_id and d.connection_id = connection.id and d.work_date between start_date_param and end_date_param),
    'waiting', (select count(*) from public.accounting_days d where d.company_id = connection.company_id and d.connection_id = connection.id and d.state = 'waiting'),
    'problems', (select count(*) from public.accounting_days d where d.company_id = connection.company_id and d.connection_id = connection.id and d.state = 'problem'),
    'to_send', (select count(*) from public.accounting_activities a where a.company_id = connection.company_id and a.connection_id = connection.id
      and a.state in ('new', 'sending', 'changed', 'deleting')),
    'sent', (select count(*) from public.accounting_activities a where a.company_id = connection.company_id and a.connection_id = connection.id and a.state = 'sent'),
    'conflicts', (select count(*) from public.accounting_activities a where a.company_id = connection.company_id and a.connection_id = connection.id
      and a.state in ('conflict', 'problem')),
    'earlier_days', (select count(*) from (select distinct w.employee_id, w.work_date from public.work_totals w where w.company_id = connection.company_id
      and w.work_date between connection.send_from - 31 and connection.send_from - 1) w));
end $$;
comment on function public.accounting_overview(uuid,date,date) is 'Manager, owner: each day of each person of a range with what it is in a connected system, the reason of every problem, and how much waits, was sent and is to be decided. Computes first what changed.';
grant execute on function public.accounting_overview(uuid,date,date) to authenticated;

create or replace function private.named_accounting_problems(company_id_param uuid, problems_param jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(p || jsonb_strip_nulls(jsonb_build_object('name', coalesce(
      (select j.name from public.projects j where j.company_id = company_id_param and j.id = (p ->> 'project_id')::uuid),
      (select concat_ws(' ', c.code, c.name) from public.cost_codes c where c.company_id = company_id_param and c.id = (p ->> 'cost_code_id')::uuid),
      (select r.name from public.accounting_records r where r.company_id = company_id_param and r.id = (p ->> 'record_id')::uuid))))), '[]')
  from jsonb_array_elements(problems_param) p;
$$;
comment on function private.named_accounting_problems(uuid,jsonb) is 'Problems of a day with the names of what they are about.';

create or replace function public.accounting_matching(connection_id_param uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  connection public.accounting_connections := private.require_accounting_connection(connection_id_param);
  settings constant jsonb := private.accounting_settings(connection);
  is_quickbooks constant boolean := connection.system in ('quickbooks_online', 'quickbooks_desktop');
  company constant uuid := connection.company_id;
  read_there constant text[] := array(select distinct r.kind from public.accounting_records r
    where r.company_id = company and r.connection_id = connection.id and r.active);
  has_classes constant boolean := is_quickbooks and 'class' = any (read_there);
  -- Optional where there are any: who has none is not asked.
  project_target constant text := case when is_quickbooks then 'customer' when 'department' = any (read_there) then 'department' end;
begin
  return jsonb_build_object(
    'targets', (select jsonb_agg(t) from unnest(array['person', project_target,
      case when (settings ->> 'items')::boolean then 'item' end, case when has_classes then 'class' end, case when (settings ->> 'payroll_items')::boolean then 'payroll_item' end]) t where t is not null),
    'subjects', (
      with subjects as (
        select 'person' as target, e.id, btrim(concat_ws(' ', e.first_name, e.last_name)) as name, e.employee_number as number, e.active, null::text as hours_kind, null::text as is_a
        from public.employees e where e.company_id = company
        union all
        select project_target, p.id, p.name, p.number, p.archived_at is null, null, null from public.projects p where p.company_id = company and project_target is not null
        union all
        select 'item', c.id, c.name, c.code, c.active, null, null from public.cost_codes c where c.company_id = company and (settings ->> 'items')::boolean
        union all
        select 'class', p.id, p.name, p.number, p.archived_at is null, null, 'project' from public.projects p where p.company_id = company and has_classes
        union all
        select 'class', c.id, c.name, c.code, c.active, null, 'cost_code' from public.cost_codes c where c.company_id = company and has_classes
        union all
        select 'payroll_item', null, k, null, true, k, null
        from unnest(case when not (settings ->> 'payroll_items')::boolean then '{}'::text[] when (settings ->> 'leave')::boolean
          then '{REG,OT,DT,PTO,SICK,HOLIDAY,BEREAVEMENT,JURY}' else '{REG,OT,DT}' end) k
      )
      select coalesce(jsonb_agg(jsonb_build_object('target', s.target, 'id', s.id, 'hours_kind', s.hours_kind, 'is_a', s.is_a, 'name', s.name, 'number', s.number,
          'record_id', m.record_id, 'suggestion_id', g.record_id, 'reason', g.reason, 'wanted', w.wanted)
          order by s.target, m.record_id is not null, not coalesce(w.wanted, false), s.name, s.id), '[]')
      from subjects s
      left join public.accounting_mappings m on m.company_id = company and m.connection_id = connection.id and m.target = s.target
        and coalesce(m.employee_id, m.project_id, m.cost_code_id) is not distinct from s.id and m.hours_kind is not distinct from s.hours_kind
      left join public.suggest_accounting_mappings(connection.id) g on g.target = s.target
        and coalesce(g.employee_id, g.project_id, g.cost_code_id) is not distinct from s.id and g.hours_kind is not distinct from s.hours_kind
      left join lateral (
        -- A day waits for exactly this.
        select true as wanted from public.accounting_days d cross join lateral jsonb_array_elements(d.problems) p
        where d.company_id = company and d.connection_id = connection.id and d.state <> 'ready'
          and case s.target when 'person' then d.employee_id = s.id and p ->> 'code' = 'person_unmapped'
            when 'customer' then p ->> 'project_id' = s.id::text and p ->> 'code' = 'project_unmapped' when 'item' then p ->> 'cost_code_id' = s.id::text
            when 'payroll_item' then p ->> 'hours_kind' = s.hours_kind else false end
        limit 1
      ) w on true
      where s.active or m.record_id is not null or w.wanted),
    'records', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'kind', r.kind, 'name', r.name, 'number', r.number, 'email', r.email, 'active', r.active,
          'parent', (select q.name from public.accounting_records q
            where q.company_id = company and q.connection_id = connection.id and q.kind in ('customer', 'project') and r.kind in ('customer', 'project')
              and q.external_id = r.parent_external_id limit 1),
          -- Made there after the lists were read for the first time, and not matched with anything yet.
          'is_new', r.active and r.first_seen_at > began.at + interval '10 minutes' and r.first_seen_at > clock_timestamp() - interval '60 days'
            and r.kind in ('employee', 'vendor', 'customer', 'project')
            and not exists (select from public.accounting_mappings m where m.company_id = company and m.record_id = r.id))
          order by r.name, r.id), '[]')
      from public.accounting_records r
      cross join (select min(f.first_seen_at) as at from public.accounting_records f where f.company_id = company and f.connection_id = connection.id) began
      where r.company_id = company and r.connection_id = connection.id
        and (r.active or exists (select from public.accounting_mappings m where m.company_id = company and m.record_id = r.id))));
end $$;
comment on function public.accounting_matching(uuid) is 'Manager, owner: people, projects, cost codes and kinds of hours (classes: of projects and cost codes, is_a) with what each is in a connected system, a suggestion where there is one, whether days wait for it, and the records read there.';
grant execute on function public.accounting_matching(uuid) to authenticated;
