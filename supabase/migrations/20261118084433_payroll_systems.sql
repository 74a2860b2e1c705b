-- Payroll systems take the hours of a pay period, and have answers that only a person can give.
alter table public.accounting_activities drop constraint accounting_activities_seconds_range;
alter table public.accounting_activities add constraint accounting_activities_seconds_range check (seconds between 1 and 2764800);
alter table public.accounting_activities drop constraint accounting_activities_conflict_known;
alter table public.accounting_activities add constraint accounting_activities_conflict_known check (conflict in ('edited', 'billed', 'gone', 'exists', 'unsure', 'by_hand'));
