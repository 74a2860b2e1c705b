-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table private.pay_weeks_outdated (
  company_id uuid not null,
  employee_id uuid,
  first_date date not null,
  last_date date not null,
  constraint finite_first_date check (isfinite(first_date)),
  constraint finite_last_date check (isfinite(last_date)),
  constraint pay_weeks_outdated_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
create index pay_weeks_outdated_by_company on private.pay_weeks_outdated using btree (company_id);
comment on table private.pay_weeks_outdated is 'Changes made while somebody was filling: what they concern does not hold, whatever is kept. employee_id null: everyone. Emptied by the next who fills.';
alter table private.pay_weeks_outdated enable row level security;
