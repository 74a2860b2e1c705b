-- The first look at many weeks computes their pay before it shows it (later ones read what was kept): for a
-- company of a thousand people longer than eight seconds, which left nothing kept and failed again.
alter function public.payroll_overview(date, date) set statement_timeout = '60s';
alter function public.generate_payroll_export_data(uuid, date, date) set statement_timeout = '60s';
alter function public.payroll_export_preview(date, date) set statement_timeout = '60s';
alter function public.labor_cost_report(date, date, text, text) set statement_timeout = '60s';
alter function public.preview_overtime_policy(text, date, date, date, jsonb, uuid, uuid) set statement_timeout = '60s';
alter function public.budget_report(uuid) set statement_timeout = '60s';
alter function public.budget_overview() set statement_timeout = '60s';
