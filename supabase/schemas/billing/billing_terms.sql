create table public.billing_terms (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid,
  labor_markup numeric(6,3),
  equipment_markup numeric(6,3),
  material_markup numeric(6,3),
  other_markup numeric(6,3),
  tax_percent numeric(6,4),
  bills_time boolean default false not null,
  payment_days integer,
  first_invoice_number integer,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint billing_terms_pkey primary key (company_id, id),
  constraint billing_terms_once unique nulls not distinct (company_id, project_id),
  constraint billing_terms_markup_range check (labor_markup between 0 and 300 and equipment_markup between 0 and 300 and material_markup between 0 and 300 and other_markup between 0 and 300),
  constraint billing_terms_tax_range check (tax_percent between 0 and 30),
  constraint billing_terms_payment_days_range check (payment_days between 0 and 365),
  constraint billing_terms_first_number_range check (first_invoice_number between 1 and 100000000),
  constraint billing_terms_company_parts check (project_id is null or first_invoice_number is null),
  constraint billing_terms_project_parts check (project_id is not null or not bills_time),
  constraint billing_terms_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint billing_terms_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.billing_terms');
comment on table public.billing_terms is 'Markups, tax and days to pay: of the company (no project), or where a project agreed otherwise. docs/rules/extra-work.md#markups';
comment on column public.billing_terms.labor_markup is 'Percent on top; null on a project: the company''s; null there: none.';
comment on column public.billing_terms.bills_time is 'Whether all time of the project is billed, not only its extra work.';
comment on column public.billing_terms.first_invoice_number is 'Where the numbers of the company''s invoices begin.';
alter table public.billing_terms enable row level security;
grant select, insert, update, delete on table public.billing_terms to authenticated;

create policy "Managers add billing terms" on public.billing_terms
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change billing terms" on public.billing_terms
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete billing terms" on public.billing_terms
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read billing terms" on public.billing_terms
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.billing_terms
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.billing_terms
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.billing_terms
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.billing_terms
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.billing_terms
  for each row execute function private.record_change();

create or replace function private.billing_terms_of(company_id_param uuid, project_id_param uuid, out labor numeric, out equipment numeric, out material numeric, out other numeric, out tax_percent numeric, out payment_days integer, out bills_time boolean) returns record
language sql stable set search_path = '' as $$
  select coalesce(p.labor_markup, c.labor_markup, 0), coalesce(p.equipment_markup, c.equipment_markup, 0),
    coalesce(p.material_markup, c.material_markup, 0), coalesce(p.other_markup, c.other_markup, 0),
    coalesce(p.tax_percent, c.tax_percent, 0), coalesce(p.payment_days, c.payment_days, 30), coalesce(p.bills_time, false)
  from (select) one
  left join public.billing_terms c on c.company_id = company_id_param and c.project_id is null
  left join public.billing_terms p on p.company_id = company_id_param and p.project_id = project_id_param;
$$;
comment on function private.billing_terms_of(uuid,uuid) is 'Markups by kind, tax and days to pay of a project: its own, else the company''s, else none and 30 days.';
