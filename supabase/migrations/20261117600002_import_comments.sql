-- The words of the API page, which is written from these comments.
comment on function public.import_cost_codes(jsonb, boolean) is
  'Result for each row of [{code, name, group, unit}]; without dry_run adds all of them or none.';
comment on function public.import_employees(jsonb, boolean, boolean) is
  'Result for each row of [{first_name, last_name, email, phone, job_title, employee_number, role, rate, rate_from, language}]; without dry_run adds all of them or none.';
