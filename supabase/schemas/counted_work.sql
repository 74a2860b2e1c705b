-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create or replace view private.counted_work as
 select company_id,
    employee_id,
    work_date,
    project_id,
    cost_code_id,
    equipment_id,
    sum(seconds)::integer as seconds,
    sum(unpaid_break_seconds)::integer as unpaid_break_seconds,
    sum(paid_break_seconds)::integer as paid_break_seconds,
    sum(entries)::integer as entries
   from private.work_pieces w
  where not running
  group by company_id, employee_id, work_date, project_id, cost_code_id, equipment_id;
comment on view private.counted_work is 'What work_totals must hold, from the entries.';
