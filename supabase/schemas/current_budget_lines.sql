-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

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
comment on view private.current_budget_lines is 'Lines of the newest approved version of every project; filter by company_id.';
