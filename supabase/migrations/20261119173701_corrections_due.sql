-- A signed payroll whose week got other hours afterwards is to be corrected.
alter table public.certified_payrolls drop constraint certified_payrolls_status_known;
alter table public.certified_payrolls add constraint certified_payrolls_status_known
  check (status = 'needs_correction' or status = 'signed' and delivered_at is null or status = 'delivered' and delivered_at is not null);
create index certified_payrolls_by_week on public.certified_payrolls (company_id, week_end);
