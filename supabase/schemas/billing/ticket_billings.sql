create table public.ticket_billings (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  ticket_id uuid not null,
  labor_markup numeric(6,3),
  equipment_markup numeric(6,3),
  material_markup numeric(6,3),
  other_markup numeric(6,3),
  tax_percent numeric(6,4),
  net_amount numeric(16,2),
  markup_amount numeric(16,2),
  tax_amount numeric(16,2),
  total_amount numeric(16,2),
  priced_at timestamptz,
  priced_by uuid,
  submitted_on date,
  submitted_at timestamptz,
  submitted_by uuid,
  decided_on date,
  decided_at timestamptz,
  decided_by uuid,
  decision_note text,
  invoice_id uuid,
  billed_at timestamptz,
  billed_by uuid,
  budget_id uuid,
  adopted jsonb,
  adopted_at timestamptz,
  adopted_by uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint ticket_billings_pkey primary key (company_id, id),
  constraint ticket_billings_once unique (company_id, ticket_id),
  constraint ticket_billings_markup_range check (labor_markup between 0 and 300 and equipment_markup between 0 and 300 and material_markup between 0 and 300 and other_markup between 0 and 300),
  constraint ticket_billings_note_length check (char_length(decision_note) <= 1000),
  constraint ticket_billings_total_adds_up check (total_amount = net_amount + markup_amount + tax_amount),
  constraint ticket_billings_order check ((submitted_on is null or priced_at is not null) and (decided_on is null or decided_on >= submitted_on) and (invoice_id is null or decided_on is not null)),
  constraint ticket_billings_invoice_when check ((invoice_id is null) = (billed_at is null)),
  constraint ticket_billings_budget_when check ((budget_id is null) = (adopted is null) and (budget_id is null) = (adopted_at is null)),
  constraint ticket_billings_ticket foreign key (company_id, ticket_id) references public.extra_work_tickets(company_id, id) on delete cascade,
  constraint ticket_billings_invoice foreign key (company_id, invoice_id) references public.invoice_drafts(company_id, id),
  constraint ticket_billings_budget foreign key (company_id, budget_id) references public.budgets(company_id, id)
);
select private.refuse_non_finite('public.ticket_billings');
create index ticket_billings_by_invoice on public.ticket_billings (company_id, invoice_id) where invoice_id is not null;
create index ticket_billings_by_budget on public.ticket_billings (company_id, budget_id) where budget_id is not null;
comment on table public.ticket_billings is 'What the office does with a ticket after the customer''s answer: markups of its own, totals, when it was priced, submitted, decided and billed, and by whom. One row for a ticket, so that it is on one invoice and in one change order. Written by functions.';
comment on column public.ticket_billings.labor_markup is 'Percent, for this ticket; null: the project''s (billing_terms).';
comment on column public.ticket_billings.tax_percent is 'What tax_amount was computed with.';
comment on column public.ticket_billings.adopted is 'What it added to the budget, by cost code: [{"cost_code_id", "hours", "labor_amount", "equipment_amount", "other_amount", "empty"}]; empty: the fields that had nothing before any ticket, "line" for the code itself.';
alter table public.ticket_billings enable row level security;
grant select on table public.ticket_billings to authenticated;

create policy "Managers read what tickets are billed at" on public.ticket_billings
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger keep_creator before insert or update on public.ticket_billings
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.ticket_billings
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.ticket_billings
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.ticket_billings
  for each row execute function private.record_change();

create or replace function private.lock_ticket(company_id_param uuid, id_param uuid) returns public.extra_work_tickets
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.extra_work_tickets;
begin
  select * into ticket from public.extra_work_tickets t where t.company_id = company_id_param and t.id = id_param for update;
  if ticket.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This ticket was not found.';
  end if;
  if private.is_ticket_superseded(company_id_param, id_param) then
    raise exception using errcode = 'P0001', hint = 'ticket_superseded', message = 'A later revision of this ticket was signed. Work with that one.';
  end if;
  return ticket;
end $$;
comment on function private.lock_ticket(uuid,uuid) is 'The last answered revision of a ticket, locked: two people who bill it at once come one after the other.';

create or replace function private.refuse_ticket_status(from_param text, to_param text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', hint = 'ticket_status', message = format('A ticket that is %s cannot become %s.', from_param, to_param),
    detail = jsonb_build_object('status', from_param, 'wanted', to_param);
end $$;

create or replace function public.set_ticket_status(id_param uuid, status_param text, date_param date default null::date, note_param text default null::text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  ticket public.extra_work_tickets := private.lock_ticket(me.company_id, id_param);
  billing public.ticket_billings;
  today date := private.company_today(me.company_id);
  day date := coalesce(date_param, today);
begin
  select * into billing from public.ticket_billings b where b.company_id = me.company_id and b.ticket_id = id_param;
  if not coalesce((ticket.status, status_param) in (('priced', 'submitted'), ('submitted', 'approved'), ('submitted', 'rejected'),
      ('submitted', 'priced'), ('rejected', 'priced'), ('approved', 'submitted')), false) then
    perform private.refuse_ticket_status(ticket.status, status_param);
  end if;
  if billing.budget_id is not null then
    raise exception using errcode = 'P0001', hint = 'ticket_in_budget', message = 'This ticket is in the budget. Take it out of the change order first.';
  end if;
  if day > today or day < ticket.work_date or status_param in ('approved', 'rejected') and day < billing.submitted_on then
    raise exception using errcode = 'P0001', hint = 'office_date', message = 'The day must not be in the future, nor before the step before it.';
  end if;
  update public.extra_work_tickets t set status = status_param where t.company_id = me.company_id and t.id = id_param;
  update public.ticket_billings b set
      submitted_on = case when status_param = 'submitted' and ticket.status = 'priced' then day when status_param = 'priced' then null else b.submitted_on end,
      submitted_at = case when status_param = 'submitted' and ticket.status = 'priced' then now() when status_param = 'priced' then null else b.submitted_at end,
      submitted_by = case when status_param = 'submitted' and ticket.status = 'priced' then auth.uid() when status_param = 'priced' then null else b.submitted_by end,
      decided_on = case when status_param in ('approved', 'rejected') then day end,
      decided_at = case when status_param in ('approved', 'rejected') then now() end,
      decided_by = case when status_param in ('approved', 'rejected') then auth.uid() end,
      decision_note = case when status_param in ('approved', 'rejected') then nullif(btrim(note_param), '') end
    where b.company_id = me.company_id and b.ticket_id = id_param;
  return private.ticket_pricing(me.company_id, id_param);
end $$;
comment on function public.set_ticket_status(uuid,text,date,text) is 'Managers: submitted, then approved or rejected, on a day with a note; priced takes a submitted or rejected ticket back to change its price, submitted takes back an approval. Billed comes with an invoice (draft_invoice). Returns what ticket_pricing does.';
grant execute on function public.set_ticket_status(uuid,text,date,text) to authenticated;
