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
comment on table public.company_modules is 'What owners switched on or off by name; written by set_module and set_modules. Without a row a module of the specified menu is on, and expenses, extra work and public work show once there is some. Off hides a module and what it reminds of; it deletes nothing and refuses nothing.';
alter table public.company_modules enable row level security;
grant select on table public.company_modules to authenticated;

create policy "Employees read the modules of their company" on public.company_modules
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create or replace trigger zz_record_change after insert or delete or update on public.company_modules
  for each row execute function private.record_change();

create or replace function private.write_module(company_id_param uuid, module_param text, enabled_param boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- The column was there before modules, programs read and write it: expenses have no row beside it.
  if module_param = 'expenses' then
    update public.companies c set expenses_on = enabled_param where c.id = company_id_param and c.expenses_on <> enabled_param;
  elsif enabled_param is null then
    delete from public.company_modules m where m.company_id = company_id_param and m.module = module_param;
  else
    insert into public.company_modules as m (company_id, module, enabled) values (company_id_param, module_param, enabled_param)
      on conflict (company_id, module) do update set enabled = excluded.enabled, changed_at = now(), changed_by = excluded.changed_by
      where m.enabled <> excluded.enabled;
  end if;
end $$;

create or replace function public.set_module(module_param text, enabled_param boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_module(private.require_owner(), module_param, enabled_param);
end $$;
comment on function public.set_module(text,boolean) is 'Owners: switches a module on or off for everyone, or back to showing by itself (null). Off means no entry, no reminder and no message of it; what it holds stays, and a punch is taken as before.';
grant execute on function public.set_module(text,boolean) to authenticated;

create or replace function public.set_modules(preset_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_owner();
  -- What is in the specified menu; extra work, expenses, public work, safety, forms and site sign-in belong to no preset.
  preset_modules constant text[] := array['equipment', 'photos', 'documents', 'scheduling', 'map', 'budgets', 'bulletin', 'management',
    'activity-reports', 'progress', 'verification', 'field-reports'];
  used text[] := case preset_param
    when 'time_and_payroll' then array['management', 'activity-reports']
    when 'field' then array['management', 'activity-reports', 'scheduling', 'photos', 'documents', 'verification', 'field-reports']
    when 'everything' then preset_modules end;
begin
  if used is null then
    raise exception using errcode = 'P0001', hint = 'unknown_preset', message = 'There is no such choice of modules.', detail = coalesce(preset_param, '');
  end if;
  perform private.write_module(company, m, m = any (used)) from unnest(preset_modules) m;
end $$;
comment on function public.set_modules(text) is 'Owners: switches the modules of the specified menu at once: time_and_payroll, field (with schedule, photos, documents, verification and field reports) or everything.';
grant execute on function public.set_modules(text) to authenticated;

create or replace function private.chosen_modules(company_id_param uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(m.module, m.enabled), '{}') from public.company_modules m
  where m.company_id = company_id_param;
$$;
comment on function private.chosen_modules(uuid) is 'What a company switched on or off by name, for the viewer; companies.expenses_on says it of expenses.';

create or replace function private.is_module_of_event_off(company_id_param uuid, event_param text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.company_modules m where m.company_id = company_id_param and not m.enabled
    and m.module = case event_param
      when 'shift_published' then 'scheduling' when 'shift_changed' then 'scheduling' when 'person_late' then 'scheduling'
      when 'bulletin' then 'bulletin' when 'document_to_sign' then 'documents' when 'document_expiring' then 'documents'
      when 'budget_alert' then 'budgets' when 'form_due' then 'forms' when 'ticket_signed' then 'tickets'
      when 'certified_payroll_due' then 'public-work' end)
    or event_param = 'expense_decided' and exists (select from public.companies c where c.id = company_id_param and not c.expenses_on);
$$;
comment on function private.is_module_of_event_off(uuid,text) is 'Whether what somebody would be notified of belongs to a module the company switched off.';
