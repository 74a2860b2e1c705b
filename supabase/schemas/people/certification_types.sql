create table public.certification_types (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  issuer text,
  valid_months smallint,
  warn_days smallint default 30 not null,
  active boolean default true not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint certification_types_pkey primary key (company_id, id),
  constraint certification_types_name_once_per_company unique (company_id, name),
  constraint certification_types_issuer_length check (char_length(issuer) <= 100),
  constraint certification_types_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint certification_types_valid_months_range check (valid_months >= 1 and valid_months <= 600),
  constraint certification_types_warn_days_range check (warn_days >= 0 and warn_days <= 365),
  constraint certification_types_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.certification_types');
comment on table public.certification_types is 'Kinds of certificates people hold: OSHA 10, crane operator, first aid.';
comment on column public.certification_types.valid_months is 'How long one lasts; fills expires_on where only the day of issue is given. Null: it does not expire by itself.';
comment on column public.certification_types.warn_days is 'How many days before the end managers are notified.';
alter table public.certification_types enable row level security;
alter publication supabase_realtime add table public.certification_types;
grant select, insert, update, delete on table public.certification_types to authenticated;

create policy "Employees read the certification types of their company" on public.certification_types
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Managers add kinds of certificates" on public.certification_types
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change kinds of certificates" on public.certification_types
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete kinds of certificates" on public.certification_types
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.certification_types
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.certification_types
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.certification_types
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.certification_types
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.certification_types
  for each row execute function private.record_change();
