create table public.break_types (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  name_es text,
  kind text not null,
  paid boolean default false not null,
  usual_minutes smallint,
  active boolean default true not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint break_types_pkey primary key (company_id, id),
  constraint break_types_name_once_per_company unique (company_id, name),
  constraint break_types_once_per_kind unique (company_id, kind, paid),
  constraint break_types_kind_known check (kind in ('meal', 'rest')),
  constraint break_types_minutes_range check (usual_minutes >= 1 and usual_minutes <= 480),
  constraint break_types_name_es_length check (char_length(name_es) <= 100),
  constraint break_types_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint break_types_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.break_types');
comment on table public.break_types is 'What the company calls its breaks and which ones the clock offers. Breaks store kind and paid; one name for each of the four, so that every break has one. Without rows the four usual ones are offered.';
comment on column public.break_types.usual_minutes is 'How long one usually is; fills the end of a break that is typed. Null: not said.';
alter table public.break_types enable row level security;
alter publication supabase_realtime add table public.break_types;
grant select, insert, update, delete on table public.break_types to authenticated;

create policy "Employees read the kinds of breaks of their company" on public.break_types
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Managers add kinds of breaks" on public.break_types
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change kinds of breaks" on public.break_types
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete kinds of breaks" on public.break_types
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.break_types
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.break_types
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.break_types
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.break_types
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.break_types
  for each row execute function private.record_change();
