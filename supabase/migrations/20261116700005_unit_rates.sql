-- Hours per unit of finished work, for the next bid.

create function public.unit_rates()
returns table (cost_code_id uuid, code text, name text, code_group text, unit text, projects bigint, quantity numeric, hours numeric,
  hours_per_unit numeric, lowest numeric, highest numeric, budget_per_unit numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if me.role not in ('owner', 'manager', 'foreman') then
    raise exception using errcode = '42501', hint = 'foremen_only', message = 'Only foremen, managers and owners may do this.';
  end if;
  return query
  with seen as materialized (
    select p.id, p.status from public.projects p where p.company_id = me.company_id
      and (me.role in ('owner', 'manager') or p.id not in (select private.projects_closed_to_me()))
  ), finished as (
    select f.cost_code_id, f.unit, f.actual_quantity, f.actual_hours, f.budget_hours, f.budget_quantity
      from private.budget_figures(me.company_id, array(select s.id from seen s)) f
      join seen s on s.id = f.project_id
     -- A share of a whole is no quantity one could bid with.
     where f.cost_code_id is not null and f.unit is not null and f.unit <> '%' and f.actual_quantity > 0 and f.actual_hours > 0
       and (s.status = 'completed' or f.percent_complete >= 100)
  )
  select k.id, k.code, k.name, k.code_group, max(f.unit), count(*), sum(f.actual_quantity), sum(f.actual_hours),
    sum(f.actual_hours) / sum(f.actual_quantity), min(f.actual_hours / f.actual_quantity), max(f.actual_hours / f.actual_quantity),
    sum(f.budget_hours) filter (where f.budget_quantity > 0) / nullif(sum(f.budget_quantity) filter (where f.budget_quantity > 0), 0)
  from finished f join public.cost_codes k on k.company_id = me.company_id and k.id = f.cost_code_id
  group by k.company_id, k.id, lower(f.unit)
  order by k.code_group collate "C" nulls last, k.code collate "C", 5;
end $$;
comment on function public.unit_rates() is
  'Foremen and above: hours per unit by cost code and unit over finished work (the code is complete, or its project is), with the number of projects, the lowest and the highest of them, and what the budgets said.';
revoke execute on function public.unit_rates() from public, anon;
grant execute on function public.unit_rates() to authenticated;
