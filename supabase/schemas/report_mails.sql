-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table private.report_mails (
  company_id uuid not null,
  report_id uuid not null,
  sent_on date not null,
  constraint report_mails_pkey primary key (company_id, report_id, sent_on),
  constraint finite_sent_on check (isfinite(sent_on)),
  constraint report_mails_report foreign key (company_id, report_id) references public.saved_reports(company_id, id) on delete cascade
);
comment on table private.report_mails is 'Which report went out on which day, so that each goes once however many servers run.';
alter table private.report_mails enable row level security;
