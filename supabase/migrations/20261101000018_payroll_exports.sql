create table public.payroll_exports (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  exported_by uuid not null default auth.uid(),
  start_date date not null,
  end_date date not null,
  format text not null constraint payroll_exports_format_length check (char_length(format) between 1 and 40),
  rows jsonb,
  totals jsonb,
  file_hash text constraint payroll_exports_hash_form check (file_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint payroll_exports_start_before_end check (start_date <= end_date)
);
create index payroll_exports_recent on public.payroll_exports (company_id, created_at desc);

comment on table public.payroll_exports is 'Every payroll file handed out, with its rows, so that it can be produced again, identical. Append only.';
comment on column public.payroll_exports.file_hash is 'SHA-256 of the file, hex.';

create trigger fill_company_id before insert on public.payroll_exports
  for each row execute function private.fill_company_id();

create function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', hint = 'append_only',
    message = format('Records of %s are kept as they are.', tg_table_name);
end $$;
comment on function private.refuse_change() is 'For append-only tables: holds for every role, the service role included.';

create trigger exports_are_append_only before update on public.payroll_exports
  for each row execute function private.refuse_change();

alter table public.payroll_exports enable row level security;

create policy "Managers read the exports of their company" on public.payroll_exports
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));
create policy "Managers record their own exports" on public.payroll_exports
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager())
    and exported_by = (select auth.uid()));

grant select on public.payroll_exports to authenticated;
grant insert (id, company_id, exported_by, start_date, end_date, format, rows, totals, file_hash)
  on public.payroll_exports to authenticated;
grant select, insert on public.payroll_exports to service_role;
