-- Minutes instead of whole entries, so that hours added to a day that was billed can be billed.
create type private.worked_line as (
  employee_id uuid,
  work_date date,
  project_id uuid,
  cost_code_id uuid,
  classification_id uuid,
  hours_kind text,
  seconds bigint,
  entry_id uuid
);
alter table public.invoiced_time add column employee_id uuid, add column minutes integer, alter column time_entry_id drop not null;
update public.invoiced_time i set employee_id = e.employee_id
  from public.time_entries e where e.company_id = i.company_id and e.id = i.time_entry_id;
alter table public.invoiced_time alter column employee_id set not null,
  drop constraint invoiced_time_once, drop constraint invoiced_time_entry,
  add constraint invoiced_time_once unique (company_id, invoice_id, employee_id, time_entry_id, work_date),
  add constraint invoiced_time_minutes_range check (minutes > 0),
  add constraint invoiced_time_employee foreign key (company_id, employee_id) references public.employees(company_id, id);
drop index public.invoiced_time_by_invoice;
create index invoiced_time_by_employee on public.invoiced_time (company_id, employee_id, work_date);
create index invoiced_time_by_time_entry on public.invoiced_time (company_id, time_entry_id) where time_entry_id is not null;
comment on table public.invoiced_time is 'Which minutes are on an invoice draft, by entry and work date. Voiding the draft deletes its rows.';
comment on column public.invoiced_time.time_entry_id is 'No foreign key: what was billed stays billed when the time is deleted. Null: time of the person that no entry of the day is behind any more.';
comment on column public.invoiced_time.minutes is 'Null, on drafts made before minutes were recorded: all of that entry on that day.';
-- What a ticket added to a code planned in hours alone: no dollars.
update public.ticket_billings b set adopted = (
    select jsonb_agg(case when l.id is not null and l.labor_amount is null then a || '{"labor_amount": 0}' else a end)
    from jsonb_array_elements(b.adopted) a
    left join public.budget_lines l on l.company_id = b.company_id and l.budget_id = b.budget_id and l.cost_code_id = (a ->> 'cost_code_id')::uuid)
  where jsonb_typeof(b.adopted) = 'array' and b.adopted <> '[]';
comment on column public.ticket_billings.adopted is 'What it added to the budget, by cost code: [{"cost_code_id", "hours", "labor_amount", "equipment_amount", "other_amount", "empty"}]; empty: the fields that had nothing before any ticket, "line" for the code itself.';
