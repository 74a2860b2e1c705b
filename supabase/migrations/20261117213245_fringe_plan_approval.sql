alter table public.fringe_plans add column approved_by text;
alter table public.fringe_plans add column approved_on date;
alter table public.fringe_plans add column evidence text;
alter table public.fringe_plans add constraint fringe_plans_approval_length check (char_length(approved_by) <= 200);
alter table public.fringe_plans add constraint fringe_plans_credit_range check (hourly_credit < 10000::numeric);
alter table public.fringe_plans add constraint fringe_plans_evidence_length check (char_length(evidence) <= 2000);
select private.refuse_non_finite('public.fringe_plans');
