create or replace function public.adopt_tickets(project_id_param uuid, ticket_ids_param uuid[], cost_code_id_param uuid default null::uuid, name_param text default null::text) returns public.budgets
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  wanted uuid[] := array(select distinct t from unnest(coalesce(ticket_ids_param, '{}')) t);
  additions jsonb;
  saved public.budgets;
begin
  perform from public.projects p where p.company_id = me.company_id and p.id = project_id_param for no key update;
  if not found then
    raise exception using errcode = 'P0001', hint = 'project_unknown', message = 'This project does not exist.';
  end if;
  perform from public.extra_work_tickets t where t.company_id = me.company_id and t.id = any (wanted) order by t.id for update;
  if cardinality(wanted) = 0 or exists (select from unnest(wanted) w where not exists (
      select from public.extra_work_tickets t join public.ticket_billings b on b.company_id = t.company_id and b.ticket_id = t.id
      where t.company_id = me.company_id and t.id = w and t.project_id = project_id_param and t.status in ('approved', 'billed') and b.budget_id is null)) then
    raise exception using errcode = 'P0001', hint = 'ticket_not_adoptable', message = 'Only approved tickets that are in no budget yet can be adopted.';
  end if;
  if cost_code_id_param is not null and not exists (select from public.cost_codes k where k.company_id = me.company_id and k.id = cost_code_id_param) then
    raise exception using errcode = 'P0001', hint = 'cost_code_unknown', message = 'This cost code does not exist.';
  end if;
  select coalesce(jsonb_agg(to_jsonb(g)), '[]') into additions from private.ticket_budget_lines(me.company_id, wanted, cost_code_id_param) g;
  if exists (select from jsonb_array_elements(additions) a where a ->> 'cost_code_id' is null) then
    raise exception using errcode = 'P0001', hint = 'cost_code_needed', message = 'Some lines have no cost code. Choose one for them.';
  end if;
  additions := private.planned_additions(me.company_id, project_id_param, additions);
  saved := private.next_budget(me.company_id, project_id_param, coalesce(nullif(btrim(name_param), ''), private.change_order_name(me.company_id, wanted)), additions, 1);
  update public.ticket_billings b set budget_id = saved.id, adopted_at = now(), adopted_by = auth.uid(), adopted = (
      select jsonb_agg(a - 'ticket_id') from jsonb_array_elements(additions) a where a ->> 'ticket_id' = b.ticket_id::text)
    where b.company_id = me.company_id and b.ticket_id = any (wanted);
  return saved;
end $$;
comment on function public.adopt_tickets(uuid,uuid[],uuid,text) is 'Managers: a change order. A new approved version of the project''s budget with the hours and amounts of approved tickets added by cost code; lines without a code, and tax, go to the code given. Each ticket once.';
grant execute on function public.adopt_tickets(uuid,uuid[],uuid,text) to authenticated;

create or replace function private.change_order_name(company_id_param uuid, ticket_ids_param uuid[]) returns text
language sql stable set search_path = '' as $$
  select left('T&M ' || string_agg('#' || t.number || case when t.revision > 0 then ' R' || t.revision else '' end, ', ' order by t.number, t.revision), 200)
  from public.extra_work_tickets t where t.company_id = company_id_param and t.id = any (ticket_ids_param);
$$;

create or replace function private.ticket_budget_lines(company_id_param uuid, ticket_ids_param uuid[], cost_code_id_param uuid) returns table(ticket_id uuid, cost_code_id uuid, hours numeric, labor_amount numeric, equipment_amount numeric, other_amount numeric)
language sql stable set search_path = '' as $$
  with parts as (
    select l.ticket_id, coalesce(e.cost_code_id, cost_code_id_param) as cost_code_id, case when l.kind = 'labor' then l.quantity else 0 end as hours,
      case when l.kind = 'labor' then p.amount + p.markup_amount else 0 end as labor, case when l.kind = 'equipment' then p.amount + p.markup_amount else 0 end as equipment,
      case when l.kind in ('material', 'other') then p.amount + p.markup_amount else 0 end as other
    from public.ticket_lines l
    join public.ticket_prices p on p.company_id = l.company_id and p.line_id = l.id
    left join public.time_entries e on e.company_id = l.company_id and e.id = l.time_entry_id
    where l.company_id = company_id_param and l.ticket_id = any (ticket_ids_param)
    union all
    select b.ticket_id, cost_code_id_param, 0, 0, 0, b.tax_amount
    from public.ticket_billings b where b.company_id = company_id_param and b.ticket_id = any (ticket_ids_param) and b.tax_amount > 0
  )
  select p.ticket_id, p.cost_code_id, sum(p.hours), sum(p.labor), sum(p.equipment), sum(p.other) from parts p group by p.ticket_id, p.cost_code_id;
$$;
comment on function private.ticket_budget_lines(uuid,uuid[],uuid) is 'What tickets add to a budget by cost code: of the time their lines come from, else the one given.';

create or replace function private.planned_additions(company_id_param uuid, project_id_param uuid, additions_param jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with earlier as (
    -- What the first ticket of a code found empty is empty again once the last one is out.
    select (a ->> 'cost_code_id')::uuid as cost_code_id, jsonb_array_elements_text(a -> 'empty') as field
    from public.extra_work_tickets t
    join public.ticket_billings b on b.company_id = t.company_id and b.ticket_id = t.id and b.budget_id is not null
    cross join jsonb_array_elements(b.adopted) a
    where t.company_id = company_id_param and t.project_id = project_id_param and jsonb_typeof(a -> 'empty') = 'array'
  )
  select jsonb_agg(a || jsonb_build_object(
    -- A code planned in hours alone gets no dollars: its labor would look over budget at once.
    'labor_amount', case when n.labor_amount is null and n.hours > 0 then to_jsonb(0) else a -> 'labor_amount' end,
    'empty', array(select f.field from (values ('line', n.id is null), ('labor_amount', n.labor_amount is null), ('equipment_amount', n.equipment_amount is null),
        ('other_amount', n.other_amount is null)) f (field, is_empty) where f.is_empty
      union select e.field from earlier e where e.cost_code_id = (a ->> 'cost_code_id')::uuid)))
  from jsonb_array_elements(additions_param) a
  left join private.current_budget_lines n on n.company_id = company_id_param and n.project_id = project_id_param and n.cost_code_id = (a ->> 'cost_code_id')::uuid;
$$;
comment on function private.planned_additions(uuid,uuid,jsonb) is 'What tickets will really add to each code of the budget, and which of its fields ("line": the code itself) had nothing before.';

create or replace function private.next_budget(company_id_param uuid, project_id_param uuid, name_param text, changes_param jsonb, sign_param integer) returns public.budgets
language plpgsql security definer set search_path = '' as $$
declare
  saved public.budgets;
begin
  insert into public.budgets (company_id, project_id, name) values (company_id_param, project_id_param, left(name_param, 200)) returning * into saved;
  with now_lines as (
    select * from private.current_budget_lines l where l.company_id = company_id_param and l.project_id = project_id_param
  ), changes as (
    select c.cost_code_id, sum(c.hours) * sign_param as hours, sum(c.labor_amount) * sign_param as labor, sum(c.equipment_amount) * sign_param as equipment,
      sum(c.other_amount) * sign_param as other, case when sign_param < 0 then jsonb_agg(c.empty) end as empty
    from jsonb_to_recordset(changes_param) c (cost_code_id uuid, hours numeric, labor_amount numeric, equipment_amount numeric, other_amount numeric, empty jsonb)
    group by c.cost_code_id
  ), sums as (
    select coalesce(n.cost_code_id, c.cost_code_id) as cost_code_id, coalesce(n.hours, 0) + coalesce(c.hours, 0) as hours, n.quantity, n.unit, n.milestones,
      private.budget_sum(n.labor_amount, c.labor, c.empty @> '[["labor_amount"]]') as labor,
      private.budget_sum(n.equipment_amount, c.equipment, c.empty @> '[["equipment_amount"]]') as equipment,
      private.budget_sum(n.other_amount, c.other, c.empty @> '[["other_amount"]]') as other, coalesce(c.empty @> '[["line"]]', false) as is_added
    from now_lines n full join changes c on c.cost_code_id = n.cost_code_id
  )
  insert into public.budget_lines (company_id, budget_id, cost_code_id, hours, labor_amount, quantity, unit, equipment_amount, other_amount, milestones)
  select company_id_param, saved.id, s.cost_code_id, s.hours, s.labor, s.quantity, s.unit, s.equipment, s.other, s.milestones
  from sums s
  where not (s.is_added and s.hours = 0 and coalesce(s.labor, s.equipment, s.other, s.quantity) is null and s.milestones is null);
  update public.budgets b set status = 'approved' where b.company_id = company_id_param and b.id = saved.id returning * into saved;
  return saved;
exception when check_violation then
  raise exception using errcode = 'P0001', hint = 'budget_below_tickets', message = 'The budget has less left than these tickets added. Raise it first, then take them out.';
end $$;
comment on function private.next_budget(uuid,uuid,text,jsonb,integer) is 'A new approved version: the newest one with hours and amounts by cost code added (1) or taken off (-1). Taking off is the inverse of adding, or refused.';

create or replace function private.budget_sum(planned_param numeric, change_param numeric, was_empty_param boolean) returns numeric
language sql immutable parallel safe set search_path = '' as $$
  select case when planned_param is null and coalesce(change_param, 0) <= 0 then null
    when was_empty_param then nullif(planned_param + coalesce(change_param, 0), 0)
    else coalesce(planned_param, 0) + coalesce(change_param, 0) end;
$$;

create or replace function public.release_tickets(ticket_ids_param uuid[]) returns public.budgets
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  wanted uuid[] := array(select distinct t from unnest(coalesce(ticket_ids_param, '{}')) t);
  project uuid;
  saved public.budgets;
begin
  select max(t.project_id::text)::uuid into project from public.extra_work_tickets t where t.company_id = me.company_id and t.id = any (wanted);
  perform from public.projects p where p.company_id = me.company_id and p.id = project for no key update;
  perform from public.extra_work_tickets t where t.company_id = me.company_id and t.id = any (wanted) order by t.id for update;
  if cardinality(wanted) = 0 or exists (select from unnest(wanted) w where not exists (
      select from public.extra_work_tickets t join public.ticket_billings b on b.company_id = t.company_id and b.ticket_id = t.id
      where t.company_id = me.company_id and t.id = w and t.project_id = project and t.status = 'approved' and b.budget_id is not null)) then
    raise exception using errcode = 'P0001', hint = 'ticket_not_in_budget', message = 'Only tickets of one project that are in its budget and not billed can be taken out.';
  end if;
  saved := private.next_budget(me.company_id, project, '− ' || private.change_order_name(me.company_id, wanted),
    (select jsonb_agg(a) from public.ticket_billings b, jsonb_array_elements(b.adopted) a where b.company_id = me.company_id and b.ticket_id = any (wanted)), -1);
  update public.ticket_billings b set budget_id = null, adopted = null, adopted_at = null, adopted_by = null
    where b.company_id = me.company_id and b.ticket_id = any (wanted);
  return saved;
end $$;
comment on function public.release_tickets(uuid[]) is 'Managers: takes tickets out of the budget again while they are not billed: a new approved version without what they added.';
grant execute on function public.release_tickets(uuid[]) to authenticated;
