create table public.text_settings (
  company_id uuid default private.my_company_id() not null,
  enabled boolean default false not null,
  monthly_cap_cents integer default 2000 not null,
  segment_price_hundredths integer default 110 not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint text_settings_pkey primary key (company_id),
  constraint text_settings_cap_range check (monthly_cap_cents >= 0 and monthly_cap_cents <= 10000000),
  constraint text_settings_price_range check (segment_price_hundredths >= 0 and segment_price_hundredths <= 100000),
  constraint text_settings_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.text_settings');
create table public.text_consents (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  number text not null,
  wording text not null,
  language text not null,
  given_by text not null,
  given_on date not null,
  note text,
  ended_at timestamptz,
  ended_by text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint text_consents_pkey primary key (company_id, id),
  constraint text_consents_number_form check (number ~ '^\+[1-9][0-9]{6,14}$'),
  constraint text_consents_wording_length check (char_length(btrim(wording)) >= 20 and char_length(wording) <= 2000),
  constraint text_consents_language_known check (language in ('en', 'es')),
  constraint text_consents_given_by_known check (given_by in ('self', 'manager', 'start')),
  constraint text_consents_note_length check (char_length(note) <= 500),
  constraint text_consents_recorded_has_note check (given_by <> 'manager' or char_length(btrim(coalesce(note, ''))) >= 3),
  constraint text_consents_ended_by_known check (ended_by in ('stop', 'self', 'manager', 'number_changed', 'left', 'replaced')),
  constraint text_consents_end_complete check ((ended_at is null) = (ended_by is null)),
  constraint text_consents_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint text_consents_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.text_consents');
create unique index text_consents_one_open on public.text_consents (company_id, employee_id) where ended_at is null;
create index text_consents_by_employee on public.text_consents (company_id, employee_id, created_at desc);
create index text_consents_by_number on public.text_consents (number);
create table private.text_numbers (
  number text not null,
  problem text,
  stopped_at timestamptz,
  updated_at timestamptz default now() not null,
  constraint text_numbers_pkey primary key (number),
  constraint text_numbers_number_form check (number ~ '^\+[1-9][0-9]{6,14}$'),
  constraint text_numbers_problem_known check (problem in ('landline', 'invalid_number', 'unreachable'))
);
select private.refuse_non_finite('private.text_numbers');
create table private.text_messages (
  id uuid not null,
  company_id uuid not null,
  employee_id uuid not null,
  number text not null,
  template text not null,
  status text default 'waiting' not null,
  error text,
  month date,
  segments smallint,
  charge_hundredths integer default 0 not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint text_messages_pkey primary key (id),
  constraint text_messages_status_known check (status in ('waiting', 'sending', 'sent', 'delivered', 'failed')),
  constraint text_messages_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.text_messages');
create index text_messages_by_employee on private.text_messages (company_id, employee_id, created_at desc);
create index text_messages_by_time on private.text_messages (created_at);
create table private.text_months (
  company_id uuid not null,
  month date not null,
  texts integer default 0 not null,
  spent_hundredths bigint default 0 not null,
  cap_notified_at timestamptz,
  constraint text_months_pkey primary key (company_id, month),
  constraint text_months_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('private.text_months');
-- Changed in the files; write how: table private.schedule_changes
--   from 
--   to alter table private.schedule_changes enable row level security;
-- Changed in the files; write how: table private.shift_messages
--   from 
--   to alter table private.shift_messages enable row level security;
-- Changed in the files; write how: table public.labor_demands
--   from 
--   to alter table public.labor_demands enable row level security;
-- Changed in the files; write how: table public.verification_questions
--   from 
--   to alter table public.verification_questions enable row level security;
