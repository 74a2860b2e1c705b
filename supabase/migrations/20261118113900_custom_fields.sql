create table public.custom_fields (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  on_table text not null,
  name text not null,
  name_es text,
  kind text not null,
  choices jsonb default '[]'::jsonb not null,
  required boolean default false not null,
  shown text default 'desk' not null,
  "position" integer default 0 not null,
  archived_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint custom_fields_pkey primary key (company_id, id),
  constraint custom_fields_choices_kind check (jsonb_typeof(choices) = 'array' and (kind = 'choice') = (choices <> '[]'::jsonb)),
  constraint custom_fields_kind_known check (kind in ('text', 'number', 'date', 'choice')),
  constraint custom_fields_name_es_length check (char_length(btrim(name_es)) >= 1 and char_length(btrim(name_es)) <= 60),
  constraint custom_fields_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 60),
  constraint custom_fields_on_table_known check (on_table in ('employees', 'projects', 'cost_codes', 'equipment', 'time_entries', 'extra_work_tickets')),
  constraint custom_fields_position_range check ("position" >= 0 and "position" <= 10000),
  constraint custom_fields_shown_known check (shown in ('phone', 'desk')),
  constraint custom_fields_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.custom_fields');
create unique index custom_fields_name_once on public.custom_fields (company_id, on_table, lower(name));
alter publication supabase_realtime add table public.custom_fields;
alter table public.cost_codes add column custom jsonb default '{}'::jsonb not null;
alter table public.employees add column custom jsonb default '{}'::jsonb not null;
alter table public.equipment add column custom jsonb default '{}'::jsonb not null;
alter table public.extra_work_tickets add column custom jsonb default '{}'::jsonb not null;
alter table public.projects add column custom jsonb default '{}'::jsonb not null;
alter table public.time_entries add column custom jsonb default '{}'::jsonb not null;
create index time_entries_with_custom on public.time_entries using btree (company_id) where custom <> '{}'::jsonb;
-- Made again from supabase/schemas with further arguments.
drop function if exists public.clock_in(uuid, uuid, text, uuid, jsonb, uuid, uuid);
drop function if exists public.switch_project(uuid, uuid, text, uuid, jsonb, uuid, uuid);
drop function if exists private.start_entry(public.employees, uuid, uuid, uuid, text, text, jsonb, timestamptz, uuid, uuid);
drop function if exists public.save_time_entry(uuid, uuid, timestamptz, timestamptz, uuid, uuid, text, jsonb, text, boolean, uuid, jsonb, uuid);
drop function if exists public.list_time_entries(timestamptz, timestamptz, uuid, uuid, uuid, text, text, integer, integer, uuid, uuid);
drop function if exists private.report_totals(uuid, date, date, text[], uuid[], uuid[], uuid[], uuid[], boolean, uuid[]);
drop function if exists private.report_sums(text[], text, boolean, boolean);
