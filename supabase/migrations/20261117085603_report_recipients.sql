alter table public.saved_reports add column recipients uuid[] default '{}'::uuid[] not null;
alter table public.saved_reports add column scheduled_at timestamptz default now() not null;
alter table public.saved_reports add constraint saved_reports_recipients_count check (cardinality(recipients) <= 50);
select private.refuse_non_finite('public.saved_reports');
