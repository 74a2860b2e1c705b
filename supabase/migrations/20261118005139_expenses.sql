create table public.expenses (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid default private.my_employee_id() not null,
  project_id uuid not null,
  cost_code_id uuid,
  spent_on date not null,
  kind text default 'receipt' not null,
  amount numeric(12,2) not null,
  miles numeric(8,2),
  rate numeric(10,4),
  from_place text,
  to_place text,
  note text,
  receipt_photo_id uuid,
  travel_day boolean default false not null,
  nights smallint default 0 not null,
  trip_id uuid,
  status text default 'entered' not null,
  decision_note text,
  decided_by uuid,
  decided_at timestamptz,
  pay_date date,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint expenses_pkey primary key (company_id, id),
  constraint expenses_kind_known check (kind in ('receipt', 'mileage', 'per_diem')),
  constraint expenses_status_known check (status in ('entered', 'approved', 'declined', 'paid')),
  constraint expenses_amount_range check (amount >= 0.01 and amount <= 25000),
  constraint expenses_miles_range check (miles >= 0.1 and miles <= 2000),
  constraint expenses_mileage_has_miles check (kind <> 'mileage' or miles is not null and rate is not null),
  constraint expenses_nights check (nights >= 0 and nights <= 1),
  constraint expenses_only_per_diem_has_nights check (kind = 'per_diem' or not travel_day and nights = 0 and trip_id is null),
  constraint expenses_photo_of_receipt check (receipt_photo_id is null or kind = 'receipt'),
  constraint expenses_text_length check (char_length(from_place) <= 200 and char_length(to_place) <= 200 and char_length(note) <= 500 and char_length(decision_note) <= 500),
  constraint expenses_pay_date check ((pay_date is not null) = (status in ('approved', 'paid'))),
  constraint expenses_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint expenses_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id),
  constraint expenses_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint expenses_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.expenses');
create unique index expenses_one_per_diem_a_day on public.expenses (company_id, employee_id, spent_on) where kind = 'per_diem' and status <> 'declined';
create unique index expenses_one_per_photo on public.expenses (company_id, receipt_photo_id) where receipt_photo_id is not null and status <> 'declined';
create index expenses_by_employee on public.expenses (company_id, employee_id, spent_on desc);
create index expenses_by_project on public.expenses (company_id, project_id, spent_on);
create index expenses_by_cost_code on public.expenses (company_id, cost_code_id) where cost_code_id is not null;
create index expenses_by_date on public.expenses (company_id, spent_on desc, id);
create index expenses_by_pay_date on public.expenses (company_id, pay_date) where pay_date is not null;
create index expenses_to_decide on public.expenses (company_id, spent_on) where status = 'entered';
create index expenses_by_photo on public.expenses (company_id, receipt_photo_id) where receipt_photo_id is not null;
create index expenses_by_trip on public.expenses (company_id, trip_id) where trip_id is not null;
alter publication supabase_realtime add table public.expenses;
create table public.per_diem_rules (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  from_date date not null,
  daily_amount numeric(10,2) not null,
  first_last_percent numeric(5,2) default 75 not null,
  lodging_amount numeric(10,2) default 0 not null,
  min_distance_miles numeric(6,1),
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint per_diem_rules_pkey primary key (company_id, id),
  constraint per_diem_rules_once_a_day unique (company_id, project_id, from_date),
  constraint per_diem_rules_amounts check (daily_amount >= 0 and daily_amount <= 1000 and lodging_amount >= 0 and lodging_amount <= 2000),
  constraint per_diem_rules_percent check (first_last_percent >= 0 and first_last_percent <= 100),
  constraint per_diem_rules_distance check (min_distance_miles > 0 and min_distance_miles <= 5000),
  constraint per_diem_rules_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.per_diem_rules');
create table public.reimbursement_rates (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  kind text default 'mileage' not null,
  from_date date not null,
  rate numeric(10,4) not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint reimbursement_rates_pkey primary key (company_id, id),
  constraint reimbursement_rates_once_a_day unique (company_id, kind, from_date),
  constraint reimbursement_rates_kind_known check (kind in ('mileage', 'per_diem', 'lodging')),
  constraint reimbursement_rates_range check (rate >= 0 and rate <= case kind when 'mileage' then 10 else 1000 end::numeric),
  constraint reimbursement_rates_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.reimbursement_rates');
alter table public.companies add column expenses_on boolean default false not null;
alter table public.pay_items add column expense_id uuid;
alter table public.photos add column is_receipt boolean default false not null;
alter table public.pay_items drop constraint pay_items_code_known, add constraint pay_items_code_known check (pay_code = any (array['SHIFT_DIFF'::text, 'BONUS_ND'::text, 'BONUS_D'::text, 'PTO'::text, 'SICK'::text, 'HOLIDAY'::text, 'BEREAVEMENT'::text, 'JURY'::text, 'SHOWUP'::text, 'PER_DIEM'::text, 'MILEAGE'::text, 'TOOLS'::text, 'EXPENSE'::text, 'FRINGE_CASH'::text, 'ADJUSTMENT'::text]));
alter table public.pay_items drop constraint pay_items_only_adjustments_subtract, add constraint pay_items_only_adjustments_subtract check (pay_code = 'ADJUSTMENT'::text or minutes >= 0 and (coalesce(amount_cents, 0::bigint) >= 0 or expense_id is not null));
alter table public.pay_types drop constraint pay_types_code_known, add constraint pay_types_code_known check (code = any (array['BONUS_ND'::text, 'BONUS_D'::text, 'SHIFT_DIFF'::text, 'PTO'::text, 'SICK'::text, 'HOLIDAY'::text, 'BEREAVEMENT'::text, 'JURY'::text, 'SHOWUP'::text, 'PER_DIEM'::text, 'MILEAGE'::text, 'TOOLS'::text, 'EXPENSE'::text, 'FRINGE_CASH'::text, 'ADJUSTMENT'::text]));
alter table public.photos drop constraint photos_media_type_known, add constraint photos_media_type_known check (media_type = any (array['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'video/mp4'::text, 'video/quicktime'::text, 'video/webm'::text, 'application/pdf'::text]));
alter table public.photos add constraint photos_pdf_is_receipt check (media_type <> 'application/pdf'::text or is_receipt);
alter table public.photos add constraint photos_receipt_alone check (not is_receipt or field_report_id is null and quantity_id is null and equipment_id is null and time_entry_id is null and before_id is null and not is_private);
alter table public.photos add constraint photos_receipt_media check (not is_receipt or media_type ~~ 'image/%'::text or media_type = 'application/pdf'::text);
alter table public.photos add constraint photos_receipt_size check (not is_receipt or size_bytes <= 26214400);
alter table public.pay_items add constraint pay_items_expense
  foreign key (company_id, expense_id) references public.expenses(company_id, id);
create index pay_items_by_expense on public.pay_items using btree (company_id, expense_id) where expense_id is not null;
create index photos_by_receipt_hash on public.photos using btree (company_id, sha256) where is_receipt;
