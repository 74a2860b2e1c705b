create table public.invoiced_time (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  invoice_id uuid not null,
  time_entry_id uuid not null,
  work_date date not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint invoiced_time_pkey primary key (company_id, id),
  constraint invoiced_time_once unique (company_id, time_entry_id, work_date),
  constraint invoiced_time_invoice foreign key (company_id, invoice_id) references public.invoice_drafts(company_id, id) on delete cascade,
  constraint invoiced_time_entry foreign key (company_id, time_entry_id) references public.time_entries(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.invoiced_time');
create index invoiced_time_by_invoice on public.invoiced_time (company_id, invoice_id);
comment on table public.invoiced_time is 'Which time is on an invoice draft, by work date where a shift goes over midnight: each on one only. Voiding the draft deletes its rows.';
alter table public.invoiced_time enable row level security;
grant select on table public.invoiced_time to authenticated;

create policy "Managers read which time is on invoices" on public.invoiced_time
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger zz_record_change after insert or delete or update on public.invoiced_time
  for each row execute function private.record_change();
