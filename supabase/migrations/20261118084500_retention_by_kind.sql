alter table public.retention_rules drop constraint retention_rules_kind_known;
alter table public.retention_rules drop constraint retention_rules_not_below_law;
alter table public.retention_rules add constraint retention_rules_kind_known check (kind in ('history', 'answers', 'payments', 'incidents', 'messages', 'photos'));
alter table public.retention_rules add constraint retention_rules_years_range check (years between 3 and 100);
