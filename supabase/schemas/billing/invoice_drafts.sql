create table public.invoice_drafts (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  number integer not null,
  project_id uuid not null,
  status text default 'draft' not null,
  start_date date not null,
  end_date date not null,
  issued_on date not null,
  due_on date not null,
  note text default '' not null,
  content jsonb not null,
  net_amount numeric(16,2) not null,
  tax_amount numeric(16,2) not null,
  total_amount numeric(16,2) not null,
  sent_on date,
  sent_to text,
  sent_at timestamptz,
  sent_by uuid,
  voided_at timestamptz,
  voided_by uuid,
  void_reason text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint invoice_drafts_pkey primary key (company_id, id),
  constraint invoice_drafts_number_once unique (company_id, number),
  constraint invoice_drafts_number_range check (number >= 1),
  constraint invoice_drafts_status_known check (status in ('draft', 'sent', 'void')),
  constraint invoice_drafts_range check (start_date <= end_date and issued_on <= due_on),
  constraint invoice_drafts_total_adds_up check (total_amount = net_amount + tax_amount),
  constraint invoice_drafts_texts_length check (char_length(note) <= 1000 and char_length(sent_to) <= 254 and char_length(void_reason) <= 500),
  constraint invoice_drafts_sent check ((sent_on is null) = (sent_at is null) and (status <> 'sent' or sent_on is not null)),
  constraint invoice_drafts_void check ((status = 'void') = (voided_at is not null) and (status = 'void') = (void_reason is not null)),
  constraint invoice_drafts_content_object check (jsonb_typeof(content) = 'object'),
  constraint invoice_drafts_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.invoice_drafts');
create index invoice_drafts_by_project on public.invoice_drafts (company_id, project_id, number desc);
comment on table public.invoice_drafts is 'What is to be billed to a customer, numbered without holes: approved tickets and billable time of a range as they were when it was made. Only its sending and its voiding are recorded afterwards; payment is not. Written by functions.';
comment on column public.invoice_drafts.content is 'From, to and project as they were: {"company", "customer", "project", "tickets"}.';
alter table public.invoice_drafts enable row level security;
grant select on table public.invoice_drafts to authenticated;

create policy "Managers read invoice drafts" on public.invoice_drafts
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger keep_creator before insert or update on public.invoice_drafts
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.invoice_drafts
  for each row execute function private.lock_identity();

create or replace trigger keep_invoice before delete or update on public.invoice_drafts
  for each row execute function private.protect_invoice();

create or replace function private.protect_invoice() returns trigger
language plpgsql set search_path = '' as $$
declare
  free constant text[] := '{status,sent_on,sent_to,sent_at,sent_by,voided_at,voided_by,void_reason,updated_at}';
begin
  -- Holds for every role, the service role included: numbers have no holes and what was billed stays readable.
  if tg_op = 'DELETE' then
    if exists (select from public.companies c where c.id = old.company_id) then
      raise exception using errcode = '42501', hint = 'invoice_fixed', message = 'An invoice draft is voided, never deleted.';
    end if;
    return old;
  end if;
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free or old.status = 'void' then
    raise exception using errcode = '42501', hint = 'invoice_fixed', message = 'An invoice draft is not changed. Void it and make another one.';
  end if;
  return new;
end $$;
comment on function private.protect_invoice() is 'What an invoice says stays; only sending and voiding are noted.';

create or replace trigger touch_updated_at before update on public.invoice_drafts
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.invoice_drafts
  for each row execute function private.record_change();

create or replace function public.draft_invoice(project_id_param uuid, start_date_param date, end_date_param date, ticket_ids_param uuid[], with_time_param boolean default false, issued_on_param date default null::date, note_param text default null::text, id_param uuid default null::uuid) returns public.invoice_drafts
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  wanted uuid[] := array(select distinct t from unnest(coalesce(ticket_ids_param, '{}')) t);
  work jsonb;
  issued date := coalesce(issued_on_param, private.company_today(me.company_id));
  invoice public.invoice_drafts;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  if not exists (select from public.projects p where p.company_id = me.company_id and p.id = project_id_param) then
    raise exception using errcode = 'P0001', hint = 'project_unknown', message = 'This project does not exist.';
  end if;
  -- One invoice of a company at a time: its number, and what it takes.
  perform pg_advisory_xact_lock(hashtextextended('invoice:' || me.company_id::text, 0));
  select * into invoice from public.invoice_drafts i where i.company_id = me.company_id and i.id = id_param;
  if found then
    perform private.require_same_call(invoice, jsonb_build_object('project_id', project_id_param, 'start_date', start_date_param, 'end_date', end_date_param,
        'issued_on', coalesce(issued_on_param, invoice.issued_on), 'note', coalesce(btrim(note_param), '')),
      array(select w from unnest(wanted) w order by w) = array(select (t ->> 'id')::uuid from jsonb_array_elements(invoice.content -> 'tickets') t order by 1)
        and (with_time_param or not exists (select from public.invoice_lines l where l.company_id = me.company_id and l.invoice_id = invoice.id and l.ticket_id is null)));
    return invoice;
  end if;
  perform from public.extra_work_tickets t where t.company_id = me.company_id and t.id = any (wanted) order by t.id for update;
  work := private.billable_work(me.company_id, project_id_param, start_date_param, end_date_param);
  if exists (select from unnest(wanted) w where not work -> 'tickets' @> jsonb_build_array(jsonb_build_object('ticket_id', w))) then
    raise exception using errcode = 'P0001', hint = 'ticket_not_billable', message = 'A ticket is not approved, or is on another invoice by now. Look at the list again.';
  end if;
  if with_time_param and work -> 'missing' <> '[]' then
    raise exception using errcode = 'P0001', hint = 'bill_rate_missing', message = 'Some of the time has no bill rate. Add the rates, or leave the time out.', detail = (work -> 'missing')::text;
  end if;
  if cardinality(wanted) = 0 and not (with_time_param and work -> 'time' <> '[]') then
    raise exception using errcode = 'P0001', hint = 'nothing_to_bill', message = 'There is nothing to bill. Choose a ticket or billable time.';
  end if;
  insert into public.invoice_drafts (company_id, id, number, project_id, start_date, end_date, issued_on, due_on, note, content, net_amount, tax_amount, total_amount)
    select me.company_id, coalesce(id_param, gen_random_uuid()),
      coalesce((select max(i.number) + 1 from public.invoice_drafts i where i.company_id = me.company_id),
        (select g.first_invoice_number from public.billing_terms g where g.company_id = me.company_id and g.project_id is null), 1),
      project_id_param, start_date_param, end_date_param, issued, issued + terms.payment_days, coalesce(btrim(note_param), ''),
      private.invoice_header(me.company_id, project_id_param, wanted),
      coalesce(sum(l.amount) filter (where l.kind <> 'tax'), 0), coalesce(sum(l.amount) filter (where l.kind = 'tax'), 0), coalesce(sum(l.amount), 0)
    from private.billing_terms_of(me.company_id, project_id_param) terms
    left join private.invoice_content(me.company_id, wanted, case when with_time_param then work -> 'time' else '[]' end) l on true
    group by terms.payment_days
    returning * into invoice;
  insert into public.invoice_lines (company_id, invoice_id, position, kind, ticket_id, work_date, description, quantity, unit, rate, amount)
    select me.company_id, invoice.id, l.place, l.kind, l.ticket_id, l.work_date, l.description, l.quantity, l.unit, l.rate, l.amount
    from private.invoice_content(me.company_id, wanted, case when with_time_param then work -> 'time' else '[]' end) l;
  if with_time_param then
    insert into public.invoiced_time (company_id, invoice_id, employee_id, time_entry_id, work_date, minutes)
      select me.company_id, invoice.id, (t ->> 'employee_id')::uuid, e.id, (d ->> 'work_date')::date, sum(coalesce(e.minutes, (d ->> 'minutes')::integer))
      from jsonb_array_elements(work -> 'time') t cross join jsonb_array_elements(t -> 'days') d
      left join jsonb_to_recordset(d -> 'entries') e (id uuid, minutes integer) on true
      group by 3, 4, 5;
  end if;
  update public.ticket_billings b set invoice_id = invoice.id, billed_at = now(), billed_by = auth.uid()
    where b.company_id = me.company_id and b.ticket_id = any (wanted);
  update public.extra_work_tickets t set status = 'billed' where t.company_id = me.company_id and t.id = any (wanted);
  return invoice;
end $$;
comment on function public.draft_invoice(uuid,date,date,uuid[],boolean,date,text,uuid) is 'Managers: a numbered draft of approved tickets of a project and, where asked, its billable time of a range (billable_work); each ticket and each hour is on one invoice only. Idempotent by id.';
grant execute on function public.draft_invoice(uuid,date,date,uuid[],boolean,date,text,uuid) to authenticated;

create or replace function private.invoice_header(company_id_param uuid, project_id_param uuid, ticket_ids_param uuid[]) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'company', jsonb_build_object('name', c.name, 'address', nullif(b.address, ''), 'contact', nullif(b.name, ''), 'email', nullif(b.email, '')),
    'customer', jsonb_build_object('name', coalesce(k.name, p.client), 'contact', k.contact_name, 'email', k.email, 'address', k.address, 'number', k.number),
    'project', jsonb_build_object('name', p.name, 'number', p.number, 'address', p.address),
    'tickets', (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'number', t.number, 'revision', t.revision, 'work_date', t.work_date, 'description', t.description,
        'reference', nullif(t.reference, ''), 'directed_by', t.directed_by, 'signed_name', t.signed_name, 'signed_at', t.signed_at, 'refused_at', t.refused_at,
        'approved_on', g.decided_on, 'total', g.total_amount) order by t.number, t.revision), '[]')
      from public.extra_work_tickets t join public.ticket_billings g on g.company_id = t.company_id and g.ticket_id = t.id
      where t.company_id = company_id_param and t.id = any (ticket_ids_param)))
  from public.companies c
  join public.projects p on p.company_id = c.id and p.id = project_id_param
  left join public.customers k on k.company_id = c.id and k.id = p.customer_id
  left join public.billing_contacts b on b.company_id = c.id
  where c.id = company_id_param;
$$;
comment on function private.invoice_header(uuid,uuid,uuid[]) is 'From whom, to whom and for what, frozen with an invoice.';

create or replace function private.invoice_content(company_id_param uuid, ticket_ids_param uuid[], time_param jsonb) returns table(place integer, kind text, ticket_id uuid, work_date date, description text, quantity numeric, unit text, rate numeric, amount numeric)
language sql stable rows 100 set search_path = '' as $$
  with parts as (
    select 1 as part, t.number, t.revision, l.position as place, l.kind, t.id as ticket_id, t.work_date,
      concat_ws(', ', l.description, nullif(l.trade, ''), case when l.kind = 'labor' and l.hours_kind <> 'regular' then case l.hours_kind when 'overtime' then 'OT' else 'DT' end end) as description,
      l.quantity, l.unit, p.rate, p.amount
    from public.extra_work_tickets t
    join public.ticket_lines l on l.company_id = t.company_id and l.ticket_id = t.id
    join public.ticket_prices p on p.company_id = l.company_id and p.line_id = l.id
    where t.company_id = company_id_param and t.id = any (ticket_ids_param)
    union all
    select 1, t.number, t.revision, 1000000 + array_position(array['labor', 'equipment', 'material', 'other'], l.kind), 'markup', t.id, t.work_date,
      l.kind || ' ' || trim_scale(p.markup_percent) || '%', 1, '', sum(p.markup_amount), sum(p.markup_amount)
    from public.extra_work_tickets t
    join public.ticket_lines l on l.company_id = t.company_id and l.ticket_id = t.id
    join public.ticket_prices p on p.company_id = l.company_id and p.line_id = l.id
    where t.company_id = company_id_param and t.id = any (ticket_ids_param) and p.markup_amount > 0
    group by t.id, t.number, t.revision, t.work_date, l.kind, p.markup_percent
    union all
    select 1, t.number, t.revision, 2000000, 'tax', t.id, t.work_date, trim_scale(b.tax_percent) || '%', 1, '', b.tax_amount, b.tax_amount
    from public.extra_work_tickets t join public.ticket_billings b on b.company_id = t.company_id and b.ticket_id = t.id
    where t.company_id = company_id_param and t.id = any (ticket_ids_param) and b.tax_amount > 0
    union all
    select 2, 0, 0, t.ordinality::integer, 'labor', null, null, t.value ->> 'description', (t.value ->> 'hours')::numeric, 'h', (t.value ->> 'rate')::numeric, (t.value ->> 'amount')::numeric
    from jsonb_array_elements(time_param) with ordinality t
    union all
    select 2, 0, 0, 1000000, 'markup', null, null, 'labor ' || (t.value ->> 'markup_percent') || '%', 1, '', sum((t.value ->> 'markup_amount')::numeric), sum((t.value ->> 'markup_amount')::numeric)
    from jsonb_array_elements(time_param) t where (t.value ->> 'markup_amount')::numeric > 0 group by t.value ->> 'markup_percent'
  )
  select row_number() over (order by p.part, p.number, p.revision, p.place, p.description)::integer, p.kind, p.ticket_id, p.work_date, p.description, p.quantity, p.unit, p.rate, p.amount
  from parts p;
$$;
comment on function private.invoice_content(uuid,uuid[],jsonb) is 'Lines of an invoice in their order: each ticket as priced, its markups by kind and its tax, then time. A markup names kind and percent, which screens and files translate.';

create or replace function public.record_invoice_sent(id_param uuid, sent_to_param text, sent_on_param date default null::date) returns public.invoice_drafts
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  invoice public.invoice_drafts := private.lock_invoice(me.company_id, id_param);
  day date := coalesce(sent_on_param, private.company_today(me.company_id));
begin
  if invoice.status = 'void' then
    raise exception using errcode = 'P0001', hint = 'invoice_void', message = 'This invoice draft was voided.';
  end if;
  if btrim(coalesce(sent_to_param, '')) = '' then
    raise exception using errcode = 'P0001', hint = 'invoice_sent_to', message = 'Say to whom it was sent.';
  end if;
  if day > private.company_today(me.company_id) or day < invoice.issued_on - 366 then
    raise exception using errcode = 'P0001', hint = 'office_date', message = 'The day must not be in the future, nor before the step before it.';
  end if;
  update public.invoice_drafts i set status = 'sent', sent_on = day, sent_to = btrim(sent_to_param), sent_at = now(), sent_by = auth.uid()
    where i.company_id = me.company_id and i.id = id_param returning * into invoice;
  return invoice;
end $$;
comment on function public.record_invoice_sent(uuid,text,date) is 'Managers: notes to whom and when an invoice was sent; again after it was sent once more.';
grant execute on function public.record_invoice_sent(uuid,text,date) to authenticated;

create or replace function private.lock_invoice(company_id_param uuid, id_param uuid) returns public.invoice_drafts
language plpgsql security definer set search_path = '' as $$
declare
  invoice public.invoice_drafts;
begin
  select * into invoice from public.invoice_drafts i where i.company_id = company_id_param and i.id = id_param for update;
  if invoice.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This invoice draft was not found.';
  end if;
  return invoice;
end $$;

create or replace function public.void_invoice(id_param uuid, reason_param text) returns public.invoice_drafts
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  invoice public.invoice_drafts;
begin
  perform pg_advisory_xact_lock(hashtextextended('invoice:' || me.company_id::text, 0));
  invoice := private.lock_invoice(me.company_id, id_param);
  if invoice.status = 'void' then
    return invoice;
  end if;
  if btrim(coalesce(reason_param, '')) = '' then
    raise exception using errcode = 'P0001', hint = 'reason_required', message = 'Say why.';
  end if;
  delete from public.invoiced_time t where t.company_id = me.company_id and t.invoice_id = id_param;
  update public.extra_work_tickets t set status = 'approved'
    where t.company_id = me.company_id and t.status = 'billed'
      and t.id in (select b.ticket_id from public.ticket_billings b where b.company_id = me.company_id and b.invoice_id = id_param);
  update public.ticket_billings b set invoice_id = null, billed_at = null, billed_by = null where b.company_id = me.company_id and b.invoice_id = id_param;
  update public.invoice_drafts i set status = 'void', voided_at = now(), voided_by = auth.uid(), void_reason = btrim(reason_param)
    where i.company_id = me.company_id and i.id = id_param returning * into invoice;
  return invoice;
end $$;
comment on function public.void_invoice(uuid,text) is 'Managers: voids an invoice draft for a reason. Its number stays taken, its tickets and hours can be billed again.';
grant execute on function public.void_invoice(uuid,text) to authenticated;
