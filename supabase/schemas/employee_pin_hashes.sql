-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table private.employee_pin_hashes (
  company_id uuid not null,
  employee_id uuid not null,
  pin_hash text not null,
  constraint employee_pin_hashes_pkey primary key (company_id, employee_id),
  constraint employee_pin_hashes_company_id_employee_id_fkey foreign key (company_id, employee_id) references public.employee_pins(company_id, employee_id) on delete cascade
);
comment on table private.employee_pin_hashes is 'bcrypt of each PIN; no client reads it, not even a manager.';
alter table private.employee_pin_hashes enable row level security;
