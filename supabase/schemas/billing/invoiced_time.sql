create table public.invoiced_time (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  invoice_id uuid not null,
  time_entry_id uuid,
  work_date date not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  employee_id uuid not null,
  minutes integer,
  constraint invoiced_time_pkey primary key (company_id, id),
  constraint invoiced_time_once unique (company_id, invoice_id, employee_id, time_entry_id, work_date),
  constraint invoiced_time_minutes_range check (minutes > 0),
  constraint invoiced_time_invoice foreign key (company_id, invoice_id) references public.invoice_drafts(company_id, id) on delete cascade,
  constraint invoiced_time_employee foreign key (company_id, employee_id) references public.employees(company_id, id)
);
select private.refuse_non_finite('public.invoiced_time');
create index invoiced_time_by_employee on public.invoiced_time (company_id, employee_id, work_date);
create index invoiced_time_by_time_entry on public.invoiced_time (company_id, time_entry_id) where time_entry_id is not null;
comment on table public.invoiced_time is 'Which minutes are on an invoice draft, by entry and work date. Voiding the draft deletes its rows.';
comment on column public.invoiced_time.time_entry_id is 'No foreign key: what was billed stays billed when the time is deleted. Null: time of the person that no entry of the day is behind any more.';
comment on column public.invoiced_time.minutes is 'Null, on drafts made before minutes were recorded: all of that entry on that day.';
alter table public.invoiced_time enable row level security;
grant select on table public.invoiced_time to authenticated;

create policy "Managers read which time is on invoices" on public.invoiced_time
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger zz_record_change after insert or delete or update on public.invoiced_time
  for each row execute function private.record_change();
