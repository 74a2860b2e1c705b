create table public.approval_substitutes (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  substitute_id uuid not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint approval_substitutes_pkey primary key (company_id, id),
  constraint approval_substitutes_once unique (company_id, employee_id),
  constraint approval_substitutes_somebody_else check (employee_id <> substitute_id),
  constraint approval_substitutes_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint approval_substitutes_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint approval_substitutes_substitute foreign key (company_id, substitute_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.approval_substitutes');
create index approval_substitutes_by_substitute on public.approval_substitutes (company_id, substitute_id);
comment on table public.approval_substitutes is 'Who decides steps for somebody on days they have time off.';
alter table public.approval_substitutes enable row level security;
grant select, insert, update, delete on table public.approval_substitutes to authenticated;

create policy "Company roles that approve change their own substitute" on public.approval_substitutes
  for update to authenticated
  using (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()) and (select private.has_right('approve_time')))
  with check (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()) and (select private.has_right('approve_time')));

create policy "Company roles that approve name their own substitute" on public.approval_substitutes
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()) and (select private.has_right('approve_time')));

create policy "Company roles that approve remove their own substitute" on public.approval_substitutes
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()) and (select private.has_right('approve_time')));

create policy "Managers read substitutes, others their own" on public.approval_substitutes
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager())
    or employee_id = (select private.my_employee_id()) or substitute_id = (select private.my_employee_id())));

create policy "Owners name substitutes, approvers their own" on public.approval_substitutes
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and ((select private.is_owner())
    or employee_id = (select private.my_employee_id()) and ((select private.my_role())) <> 'employee'));

create policy "Owners change substitutes, approvers their own" on public.approval_substitutes
  for update to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_owner())
    or employee_id = (select private.my_employee_id()) and ((select private.my_role())) <> 'employee'))
  with check (company_id = (select private.my_company_id()) and ((select private.is_owner())
    or employee_id = (select private.my_employee_id()) and ((select private.my_role())) <> 'employee'));

create policy "Owners remove substitutes, approvers their own" on public.approval_substitutes
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_owner())
    or employee_id = (select private.my_employee_id()) and ((select private.my_role())) <> 'employee'));

create or replace trigger keep_substitute_able before insert or update on public.approval_substitutes
  for each row execute function private.check_substitute();

create or replace function private.check_substitute() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.employees e where e.company_id = new.company_id and e.id = new.substitute_id and private.can_approve(e)) then
    raise exception using errcode = 'P0001', hint = 'cannot_approve',
      message = 'This person cannot approve: choose an active foreman, manager or owner with an account.';
  end if;
  return new;
end $$;

create or replace trigger fill_company_id before insert on public.approval_substitutes
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger keep_creator before insert or update on public.approval_substitutes
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.approval_substitutes
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.approval_substitutes
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.approval_substitutes
  for each row execute function private.record_change();
