create table public.ticket_lines (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  ticket_id uuid not null,
  position integer default 0 not null,
  kind text not null,
  time_entry_id uuid,
  employee_id uuid,
  classification_id uuid,
  equipment_id uuid,
  photo_id uuid,
  description text not null,
  trade text default '' not null,
  hours_kind text default 'regular' not null,
  started_at timestamptz,
  ended_at timestamptz,
  quantity numeric(12,3) not null,
  unit text not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint ticket_lines_pkey primary key (company_id, id),
  constraint ticket_lines_kind_known check (kind in ('labor', 'equipment', 'material', 'other')),
  constraint ticket_lines_hours_kind_known check (hours_kind in ('regular', 'overtime', 'double')),
  constraint ticket_lines_description_length check (char_length(btrim(description)) >= 1 and char_length(btrim(description)) <= 300),
  constraint ticket_lines_trade_length check (char_length(trade) <= 200),
  constraint ticket_lines_unit_length check (char_length(btrim(unit)) >= 1 and char_length(btrim(unit)) <= 20),
  constraint ticket_lines_quantity_range check (quantity > 0 and quantity <= 1000000),
  constraint ticket_lines_hours_range check (kind not in ('labor', 'equipment') or unit <> 'h' or (quantity <= 24 and quantity = round(quantity, 2))),
  constraint ticket_lines_time_order check (ended_at >= started_at),
  constraint ticket_lines_classification foreign key (company_id, classification_id) references public.work_classifications(company_id, id),
  constraint ticket_lines_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint ticket_lines_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id),
  constraint ticket_lines_ticket foreign key (company_id, ticket_id) references public.extra_work_tickets(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.ticket_lines');
create index ticket_lines_by_ticket on public.ticket_lines (company_id, ticket_id, position);
create index ticket_lines_by_time_entry on public.ticket_lines (company_id, time_entry_id) where time_entry_id is not null;
create index ticket_lines_by_photo on public.ticket_lines (company_id, photo_id) where photo_id is not null;
create index ticket_lines_by_employee on public.ticket_lines (company_id, employee_id) where employee_id is not null;
create index ticket_lines_by_equipment on public.ticket_lines (company_id, equipment_id) where equipment_id is not null;
create index ticket_lines_by_classification on public.ticket_lines (company_id, classification_id) where classification_id is not null;
comment on table public.ticket_lines is 'Hours and quantities of a ticket. Fixed once the customer has answered. Prices are not in here: foremen read these rows.';
comment on column public.ticket_lines.time_entry_id is 'The time the hours come from. No foreign key: what was signed stays when the time is deleted, and the ticket says so.';
comment on column public.ticket_lines.photo_id is 'A photo of the delivery slip, which may still be on the phone.';
comment on column public.ticket_lines.description is 'The person, the machine or the material.';
comment on column public.ticket_lines.hours_kind is 'Of labor: at straight time, overtime or double time.';
comment on column public.ticket_lines.quantity is 'Hours with two decimals (unit h), which is exact to the minute, or a quantity of the unit.';
alter table public.ticket_lines enable row level security;
alter publication supabase_realtime add table public.ticket_lines;
grant select on table public.ticket_lines to authenticated;

create policy "Whoever reads a ticket reads its lines" on public.ticket_lines
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (ticket_id in ( select t.id
   from public.extra_work_tickets t)));

create or replace trigger keep_creator before insert or update on public.ticket_lines
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.ticket_lines
  for each row execute function private.lock_identity();

create or replace trigger keep_line before insert or delete or update on public.ticket_lines
  for each row execute function private.protect_ticket_line();

create or replace function private.protect_ticket_line() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_answered boolean;
begin
  -- The lock makes this line wait for whoever signs at this moment.
  select bool_or(t.status <> 'draft') into is_answered from (select k.status from public.extra_work_tickets k
    where (k.company_id, k.id) in ((new.company_id, new.ticket_id), (old.company_id, old.ticket_id)) for share) t;
  if is_answered and exists (select from public.companies c where c.id = coalesce(new.company_id, old.company_id)) then
    raise exception using errcode = '42501', hint = 'ticket_answered', message = 'The customer has answered this ticket. Make a revision.';
  end if;
  return coalesce(new, old);
end $$;
comment on function private.protect_ticket_line() is 'Lines are written while their ticket is a draft, by whoever; holds for every role.';

create or replace trigger zz_record_change after insert or delete or update on public.ticket_lines
  for each row execute function private.record_change();
