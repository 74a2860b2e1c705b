create table public.company_modules (
  company_id uuid default private.my_company_id() not null,
  module text not null,
  enabled boolean not null,
  changed_at timestamptz default now() not null,
  changed_by uuid default private.my_employee_id(),
  constraint company_modules_pkey primary key (company_id, module),
  constraint company_modules_known check (module = any (array['equipment', 'photos', 'documents', 'scheduling', 'map', 'budgets', 'bulletin',
    'management', 'activity-reports', 'progress', 'verification', 'field-reports', 'forms', 'safety', 'expenses', 'tickets', 'public-work',
    'site-sign-in'])),
  constraint company_modules_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint company_modules_changed_by_fkey foreign key (company_id, changed_by) references public.employees(company_id, id) on delete set null (changed_by)
);
select private.refuse_non_finite('public.company_modules');
create index company_modules_by_changer on public.company_modules (company_id, changed_by);
