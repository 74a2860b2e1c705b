-- A page without HTTPS cannot compute the hash of a file: it is filled in when the file arrives.
alter table public.subcontractor_reports drop constraint subcontractor_reports_file_complete;
alter table public.subcontractor_reports add constraint subcontractor_reports_file_complete
  check (num_nonnulls(path, file_name, media_type, size_bytes) in (0, 4) and (sha256 is null or path is not null));
alter table public.handoff_mails add constraint handoff_mails_payroll
  foreign key (company_id, certified_payroll_id) references public.certified_payrolls(company_id, id);
alter table public.portal_links add constraint portal_links_payroll
  foreign key (company_id, certified_payroll_id) references public.certified_payrolls(company_id, id);
create index handoff_mails_by_payroll on public.handoff_mails using btree (company_id, certified_payroll_id) where certified_payroll_id is not null;
