-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table private.report_requests (
  company_id uuid not null,
  report_id uuid not null,
  asked_at timestamptz default now() not null,
  constraint report_requests_pkey primary key (company_id, report_id),
  constraint finite_asked_at check (isfinite(asked_at)),
  constraint report_requests_report foreign key (company_id, report_id) references public.saved_reports(company_id, id) on delete cascade
);
comment on table private.report_requests is 'When somebody last asked for a report at once, so that nobody fills a mailbox.';
alter table private.report_requests enable row level security;
