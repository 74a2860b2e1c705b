create table public.pay_types (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  code text not null,
  name text not null,
  name_es text,
  active boolean default true not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint pay_types_pkey primary key (company_id, id),
  constraint pay_types_code_once_per_company unique (company_id, code),
  constraint pay_types_name_once_per_company unique (company_id, name),
  constraint pay_types_code_known check (code in ('BONUS_ND', 'BONUS_D', 'SHIFT_DIFF', 'PTO', 'SICK', 'HOLIDAY', 'BEREAVEMENT', 'JURY', 'SHOWUP', 'PER_DIEM', 'MILEAGE', 'TOOLS', 'EXPENSE', 'FRINGE_CASH', 'ADJUSTMENT')),
  constraint pay_types_name_es_length check (char_length(name_es) <= 100),
  constraint pay_types_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint pay_types_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.pay_types');
comment on table public.pay_types is 'What the company calls the codes of pay items. A code without a row has its usual name and is offered; one that is not active is not offered for new items. Pay is the same either way.';
alter table public.pay_types enable row level security;
alter publication supabase_realtime add table public.pay_types;
grant select, insert, update, delete on table public.pay_types to authenticated;

create policy "Employees read the kinds of pay of their company" on public.pay_types
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Managers add kinds of pay" on public.pay_types
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change kinds of pay" on public.pay_types
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete kinds of pay" on public.pay_types
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.pay_types
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.pay_types
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.pay_types
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.pay_types
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.pay_types
  for each row execute function private.record_change();
