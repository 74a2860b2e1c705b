-- Work without a unit is counted in percent. Its steps, with the percent each is worth, are part of
-- the budget's line: whoever enters progress taps the step that is done.

create function private.budget_milestones_add_up(milestones_param text) returns boolean
language sql immutable set search_path = '' as $$
  select bool_and(coalesce(m.weight, 0) > 0) and sum(m.weight) = 100
    from (select substring(btrim(part) from '^.*\S\s+(\d+(?:\.\d+)?)\s*%?$')::numeric as weight
      from unnest(string_to_array(milestones_param, ',')) part) m;
$$;
comment on function private.budget_milestones_add_up(text) is 'Whether each step, "Rough-in 40, Trim 60", has a name and what it is worth, together 100.';
revoke execute on function private.budget_milestones_add_up(text) from public, anon;
grant execute on function private.budget_milestones_add_up(text) to authenticated;

alter table public.budget_lines add column milestones text,
  add constraint budget_lines_milestones_length check (char_length(milestones) <= 1000),
  add constraint budget_lines_milestones_add_up check (milestones is null
    or (coalesce(unit = '%' and quantity = 100, false) and private.budget_milestones_add_up(milestones)));
comment on column public.budget_lines.milestones is 'Steps in the order they are done, each with its percent: "Rough-in 40, Trim 60". Unit %, quantity 100.';

create or replace view private.current_budget_lines as
 select b.project_id,
    l.company_id,
    l.id,
    l.budget_id,
    l.cost_code_id,
    l.hours,
    l.labor_amount,
    l.quantity,
    l.unit,
    l.created_by,
    l.created_at,
    l.equipment_amount,
    l.milestones
   from public.budget_lines l
     join public.budgets b on b.company_id = l.company_id and b.id = l.budget_id and b.status = 'approved'::text
  where not (exists ( select
           from public.budgets n
          where n.company_id = b.company_id and n.project_id = b.project_id and n.status = 'approved'::text and n.version > b.version));

create or replace function private.keep_budget_line() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  approved boolean := exists (select from public.budgets b
    where b.company_id = old.company_id and b.id = old.budget_id and b.status = 'approved');
begin
  if approved and (tg_op = 'DELETE' or (new.budget_id, new.cost_code_id, new.hours, new.labor_amount, new.quantity, new.unit, new.equipment_amount, new.milestones)
      is distinct from (old.budget_id, old.cost_code_id, old.hours, old.labor_amount, old.quantity, old.unit, old.equipment_amount, old.milestones)) then
    raise exception using errcode = 'P0001', hint = 'budget_approved', message = 'An approved budget cannot be changed. Make a new version.';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

create or replace function public.save_budget(project_id_param uuid, name_param text, lines_param jsonb, budget_id_param uuid default null::uuid) returns public.budgets
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  saved public.budgets;
begin
  if not exists (select from public.projects p where p.company_id = me.company_id and p.id = project_id_param) then
    raise exception using errcode = 'P0001', hint = 'project_unknown', message = 'This project does not exist.';
  end if;
  if lines_param is null or jsonb_typeof(lines_param) <> 'array' then
    raise exception using errcode = 'P0001', hint = 'budget_lines_missing', message = 'Give the lines of the budget.';
  end if;
  if budget_id_param is null then
    insert into public.budgets (company_id, project_id, name) values (me.company_id, project_id_param, coalesce(btrim(name_param), ''))
      returning * into saved;
  else
    update public.budgets b set name = coalesce(btrim(name_param), '')
     where b.company_id = me.company_id and b.id = budget_id_param and b.project_id = project_id_param
     returning * into saved;
    if saved.id is null then
      raise exception using errcode = 'P0001', hint = 'budget_unknown', message = 'This budget does not exist.';
    end if;
    delete from public.budget_lines l where l.company_id = me.company_id and l.budget_id = saved.id;
  end if;
  if saved.status = 'approved' then
    raise exception using errcode = 'P0001', hint = 'budget_approved', message = 'An approved budget cannot be changed. Make a new version.';
  end if;
  insert into public.budget_lines (company_id, budget_id, cost_code_id, hours, labor_amount, quantity, unit, equipment_amount, milestones)
    select me.company_id, saved.id, l.cost_code_id, coalesce(l.hours, 0), l.labor_amount, l.quantity, nullif(btrim(l.unit), ''), l.equipment_amount,
        nullif(btrim(l.milestones), '')
      from jsonb_to_recordset(lines_param) as l
        (cost_code_id uuid, hours numeric, labor_amount numeric, quantity numeric, unit text, equipment_amount numeric, milestones text);
  return saved;
end $$;
comment on function public.save_budget(uuid,text,jsonb,uuid) is 'Managers: a draft with its lines, new or instead of the draft named: [{"cost_code_id", "hours", "labor_amount", "quantity", "unit", "equipment_amount", "milestones"}].';

drop function public.progress_report(uuid, date, date);
create function public.progress_report(project_id_param uuid, start_date_param date, end_date_param date) returns table(cost_code_id uuid, code text, name text, code_group text, unit text, budget_quantity numeric, previous_quantity numeric, quantity numeric, cumulative_quantity numeric, unapproved_quantity numeric, percent_complete numeric, actual_hours numeric, earned_hours numeric, productivity_factor numeric, usual_quantity numeric, last_quantity numeric, last_date date, milestones text)
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
revoke execute on function public.progress_report(uuid, date, date) from public, anon;
grant execute on function public.progress_report(uuid, date, date) to authenticated;

create or replace function private.import_lists() returns table(list text, entity text, columns text[], refs text[], keys text[])
language sql stable set search_path = '' as $$
  select l.list, l.entity, array(
      select c from unnest(l.columns) with ordinality as o (c, n)
      where c in ('rate', 'rate_from') or exists (select from pg_catalog.pg_attribute a
        where a.attrelid = to_regclass('public.' || l.entity) and a.attname = c and not a.attisdropped)
      order by n),
    array(select r from unnest(l.refs) as r where exists (select from pg_catalog.pg_attribute a
      where a.attrelid = to_regclass('public.' || l.entity) and a.attname = r || '_id' and not a.attisdropped)), l.keys
  from (values
    ('company', 'companies', '{time_zone,week_start,pay_period_kind,pay_period_anchor,cost_code_required,edit_reason_required,rounding_minutes,auto_meal_minutes,auto_meal_after_minutes,late_after_minutes,own_rate_visible,team_visible}'::text[], '{}'::text[], '{}'::text[]),
    ('employees', 'employees', '{id,first_name,last_name,employee_number,email,phone,job_title,role,language,hired_on,active,rate,rate_from}', '{}', '{id,employee_number,email,"first_name,last_name"}'),
    ('customers', 'customers', '{id,name,number,contact_name,email,phone,address,external_id,active}', '{}', '{id,number,name}'),
    ('projects', 'projects', '{id,name,number,client,customer_id,parent_id,status,address,deadline,percent_complete,prevailing_wage,time_zone,color,external_id}', '{customer,parent}', '{id,number,name}'),
    ('units', 'units', '{id,name,description,active}', '{}', '{id,name}'),
    ('cost_code_groups', 'cost_code_groups', '{id,name,active}', '{}', '{id,name}'),
    ('cost_codes', 'cost_codes', '{id,code,name,code_group,unit,hours_per_unit,external_id,active}', '{}', '{id,code}'),
    ('equipment_classes', 'equipment_classes', '{id,name,operating_rate,standby_rate}', '{}', '{id,name}'),
    ('equipment', 'equipment', '{id,name,number,class_id,ownership,status,meter_unit,off_rent_date,notes,external_id}', '{class}', '{id,number,name}'),
    ('crews', 'crews', '{id,name,foreman_id}', '{foreman}', '{id,name}'),
    ('crew_members', 'crew_members', '{id,crew_id,employee_id,from_date,to_date}', '{crew,employee}', '{id,"crew_id,employee_id,from_date"}'),
    ('holidays', 'holidays', '{id,date,name,paid_hours}', '{}', '{id,date}'),
    ('time_off_types', 'time_off_types', '{id,name,pay_code,paid,accrual,starts_on,active}', '{}', '{id,name}'),
    ('pay_types', 'pay_types', '{id,code,name,name_es,active}', '{}', '{id,code}'),
    ('break_types', 'break_types', '{id,name,name_es,kind,paid,usual_minutes,active}', '{}', '{id,"kind,paid"}'),
    ('delay_reasons', 'delay_reasons', '{id,name,name_es,active}', '{}', '{id,name}'),
    ('certification_types', 'certification_types', '{id,name,issuer,valid_months,warn_days,active}', '{}', '{id,name}'),
    ('certifications', 'certifications', '{id,employee_id,type_id,number,issued_on,expires_on,note}', '{employee,type}', '{id,"employee_id,type_id,issued_on"}'),
    ('clock_questions', 'clock_questions', '{id,moment,text_en,text_es,alarm_answer,opens_incident,position,active}', '{}', '{id,"moment,text_en"}'),
    ('employee_rates', 'employee_rates', '{id,employee_id,hourly_rate,effective_from,project_id,cost_code_id}', '{employee,project,cost_code}', '{id,"employee_id,project_id?,cost_code_id?,effective_from"}'),
    ('overtime_policies', 'overtime_policies', '{effective_from,preset,policy,project_id,employee_id}', '{project,employee}', '{}'),
    ('budget_lines', 'budget_lines', '{id,budget_id,cost_code_id,hours,labor_amount,quantity,unit,equipment_amount,milestones}', '{cost_code}', '{id,"budget_id,cost_code_id"}'),
    ('quantities', 'quantities', '{id,project_id,cost_code_id,work_date,quantity,area,note}', '{project,cost_code}', '{id}'),
    ('time_entries', 'time_entries', '{id,employee_id,clock_in,clock_out,project_id,cost_code_id,equipment_id,notes,meal_waived}', '{employee,project,cost_code,equipment}', '{}'),
    ('pay_items', 'pay_items', '{id,employee_id,work_date,pay_code,minutes,hourly_rate,amount_cents,project_id,cost_code_id,note}', '{employee,project,cost_code}', '{id}')
  ) as l (list, entity, columns, refs, keys)
  where to_regclass('public.' || l.entity) is not null;
$$;
