create table public.invoice_lines (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  invoice_id uuid not null,
  position integer not null,
  kind text not null,
  ticket_id uuid,
  work_date date,
  description text not null,
  quantity numeric(14,3) not null,
  unit text not null,
  rate numeric(16,4) not null,
  amount numeric(16,2) not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint invoice_lines_pkey primary key (company_id, id),
  constraint invoice_lines_position_once unique (company_id, invoice_id, position),
  constraint invoice_lines_kind_known check (kind in ('labor', 'equipment', 'material', 'other', 'markup', 'tax')),
  constraint invoice_lines_adds_up check (amount = round(quantity * rate, 2)),
  constraint invoice_lines_invoice foreign key (company_id, invoice_id) references public.invoice_drafts(company_id, id) on delete cascade,
  constraint invoice_lines_ticket foreign key (company_id, ticket_id) references public.extra_work_tickets(company_id, id)
);
select private.refuse_non_finite('public.invoice_lines');
create index invoice_lines_by_ticket on public.invoice_lines (company_id, ticket_id) where ticket_id is not null;
comment on table public.invoice_lines is 'What an invoice draft says, line by line, frozen: quantity times rate is the amount, half up to the cent.';
alter table public.invoice_lines enable row level security;
grant select on table public.invoice_lines to authenticated;

create policy "Managers read the lines of invoice drafts" on public.invoice_lines
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger keep_line before delete or update on public.invoice_lines
  for each row execute function private.protect_invoice_line();

create or replace function private.protect_invoice_line() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' and not exists (select from public.companies c where c.id = old.company_id) then
    return old;
  end if;
  raise exception using errcode = '42501', hint = 'invoice_fixed', message = 'An invoice draft is not changed. Void it and make another one.';
end $$;
comment on function private.protect_invoice_line() is 'Lines stay as they were billed, for every role; they go with their company only.';

create or replace trigger zz_record_change after insert or delete or update on public.invoice_lines
  for each row execute function private.record_change();
