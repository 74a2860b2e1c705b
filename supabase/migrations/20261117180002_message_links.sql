create table private.message_links (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  purpose text not null,
  subject jsonb not null,
  code_hash text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  failed_attempts smallint default 0 not null,
  text_code_hash text,
  text_code_sent_at timestamptz,
  text_codes_sent smallint default 0 not null,
  pass_hash text,
  pass_expires_at timestamptz,
  opened_through text,
  shown jsonb,
  created_at timestamptz default now() not null,
  constraint message_links_pkey primary key (company_id, id),
  constraint message_links_code_once unique (code_hash),
  constraint message_links_opened_through_known check (opened_through in ('pin', 'text_code')),
  constraint message_links_purpose_known check (purpose in ('timesheet', 'bulletin', 'document')),
  constraint message_links_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.message_links');
create index message_links_by_expiry on private.message_links (expires_at);
create index message_links_by_employee on private.message_links (company_id, employee_id);
alter table public.bulletin_reads add column acknowledged_through text default 'account'::text not null;
alter table public.document_signatures add column signed_through text default 'account'::text not null;
alter table public.timesheet_signatures add column signed_through text default 'account'::text not null;
alter table public.bulletin_reads add constraint bulletin_reads_acknowledged_through_known check (acknowledged_through = any (array['account'::text, 'device'::text, 'pin'::text, 'text_code'::text]));
alter table public.document_signatures add constraint document_signatures_signed_through_known check (signed_through = any (array['account'::text, 'pin'::text, 'text_code'::text]));
alter table public.timesheet_signatures add constraint timesheet_signatures_signed_through_known check (signed_through = any (array['account'::text, 'pin'::text, 'text_code'::text]));
drop function if exists private.answer_timesheet(date, date, boolean, text, text, text, text, text);
drop function if exists private.note_reading(uuid, text, boolean, boolean, boolean);
drop function if exists private.my_bulletin(uuid);
