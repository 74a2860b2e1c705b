-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create or replace view private.work_done as
 select k.company_id,
    k.employee_id,
    k.work_date,
    k.project_id,
    k.cost_code_id,
    k.equipment_id,
    k.seconds,
    k.unpaid_break_seconds,
    k.paid_break_seconds,
    k.entries
   from public.work_totals k
union all
 select w.company_id,
    w.employee_id,
    w.work_date,
    w.project_id,
    w.cost_code_id,
    w.equipment_id,
    w.seconds,
    w.unpaid_break_seconds,
    w.paid_break_seconds,
    w.entries
   from private.work_pieces w
  where w.running;
comment on view private.work_done is 'All work up to now: the totals and what runs. What every screen reads; filter by company_id.';
