drop function if exists public.project_overview();
drop function if exists public.budget_overview();
drop function if exists public.budget_report(uuid);
drop function if exists private.project_people(uuid, uuid, uuid, date);
drop function if exists private.project_shifts(public.employees, uuid, date);
drop function if exists private.project_needs(public.employees, uuid, date);
