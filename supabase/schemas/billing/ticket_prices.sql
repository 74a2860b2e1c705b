create table public.ticket_prices (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  ticket_id uuid not null,
  line_id uuid not null,
  rate numeric(12,4),
  is_typed boolean default false not null,
  markup_percent numeric(6,3) default 0 not null,
  taxable boolean default false not null,
  amount numeric(16,2),
  markup_amount numeric(16,2),
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint ticket_prices_pkey primary key (company_id, id),
  constraint ticket_prices_once unique (company_id, line_id),
  constraint ticket_prices_rate_range check (rate >= 0 and rate <= 1000000),
  constraint ticket_prices_markup_range check (markup_percent between 0 and 300),
  constraint ticket_prices_amounts check ((rate is null) = (amount is null) and (rate is null) = (markup_amount is null)),
  constraint ticket_prices_ticket foreign key (company_id, ticket_id) references public.extra_work_tickets(company_id, id) on delete cascade,
  constraint ticket_prices_line foreign key (company_id, line_id) references public.ticket_lines(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.ticket_prices');
create index ticket_prices_by_ticket on public.ticket_prices (company_id, ticket_id);
comment on table public.ticket_prices is 'The price of each line of a ticket, apart from what the customer signed: foremen read tickets and their lines, prices are for managers. docs/rules/extra-work.md';
comment on column public.ticket_prices.rate is 'For one of the unit; null: none was found, which is listed and never zero.';
comment on column public.ticket_prices.is_typed is 'Typed by the office; else from bill_rates.';
alter table public.ticket_prices enable row level security;
grant select on table public.ticket_prices to authenticated;

create policy "Managers read the prices of tickets" on public.ticket_prices
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger keep_creator before insert or update on public.ticket_prices
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.ticket_prices
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.ticket_prices
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.ticket_prices
  for each row execute function private.record_change();

create or replace function public.price_ticket(id_param uuid, prices_param jsonb default null::jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  ticket public.extra_work_tickets := private.lock_ticket(me.company_id, id_param);
  sent jsonb := coalesce(nullif(prices_param, 'null'), '{}');
  missing boolean;
  next_status text;
begin
  if ticket.status not in ('signed', 'refused', 'priced', 'rejected') then
    perform private.refuse_ticket_status(ticket.status, 'priced');
  end if;
  perform private.check_prices(me.company_id, id_param, sent);
  insert into public.ticket_billings (company_id, ticket_id) values (me.company_id, id_param) on conflict (company_id, ticket_id) do nothing;
  update public.ticket_billings b set
      labor_markup = case when sent -> 'markups' ? 'labor' then (sent #>> '{markups,labor}')::numeric else b.labor_markup end,
      equipment_markup = case when sent -> 'markups' ? 'equipment' then (sent #>> '{markups,equipment}')::numeric else b.equipment_markup end,
      material_markup = case when sent -> 'markups' ? 'material' then (sent #>> '{markups,material}')::numeric else b.material_markup end,
      other_markup = case when sent -> 'markups' ? 'other' then (sent #>> '{markups,other}')::numeric else b.other_markup end
    where b.company_id = me.company_id and b.ticket_id = id_param;
  if sent ? 'tax_percent' then
    update public.extra_work_tickets t set tax_percent = (sent ->> 'tax_percent')::numeric where t.company_id = me.company_id and t.id = id_param returning * into ticket;
  end if;
  insert into public.ticket_prices as p (company_id, ticket_id, line_id, rate, is_typed, markup_percent, taxable, amount, markup_amount)
    select me.company_id, id_param, v.line_id, v.rate, v.is_typed, v.markup_percent, v.taxable, v.amount, v.markup_amount
    from private.priced_lines(ticket, coalesce(sent -> 'lines', '[]')) v
    on conflict (company_id, line_id) do update set rate = excluded.rate, is_typed = excluded.is_typed, markup_percent = excluded.markup_percent,
      taxable = excluded.taxable, amount = excluded.amount, markup_amount = excluded.markup_amount;
  missing := exists (select from public.ticket_prices p where p.company_id = me.company_id and p.ticket_id = id_param and p.rate is null);
  next_status := case when not missing then 'priced' when ticket.status not in ('priced', 'rejected') then ticket.status
    when ticket.signed_at is null then 'refused' else 'signed' end;
  update public.extra_work_tickets t set status = 'priced'
    where t.company_id = me.company_id and t.id = id_param and t.status = 'rejected';
  update public.extra_work_tickets t set status = next_status
    where t.company_id = me.company_id and t.id = id_param and t.status <> next_status;
  update public.ticket_billings b set tax_percent = private.ticket_tax(ticket), net_amount = s.net, markup_amount = s.markup, tax_amount = s.tax, total_amount = s.net + s.markup + s.tax,
      priced_at = case when not missing then now() end, priced_by = case when not missing then auth.uid() end,
      submitted_on = null, submitted_at = null, submitted_by = null, decided_on = null, decided_at = null, decided_by = null, decision_note = null
    from (
      select case when not missing then coalesce(sum(p.amount), 0) end as net, case when not missing then coalesce(sum(p.markup_amount), 0) end as markup,
        case when not missing then round(coalesce(sum(p.amount) filter (where p.taxable), 0) * private.ticket_tax(ticket) / 100, 2) end as tax
      from public.ticket_prices p where p.company_id = me.company_id and p.ticket_id = id_param) s
    where b.company_id = me.company_id and b.ticket_id = id_param;
  return private.ticket_pricing(me.company_id, id_param);
end $$;
comment on function public.price_ticket(uuid,jsonb) is 'Managers: prices a signed or refused ticket from bill rates and billing terms, and returns what ticket_pricing does. prices: {"markups": {"labor" | "equipment" | "material" | "other": percent or null}, "tax_percent", "lines": [{"line_id", "rate", "taxable"}]}; null goes back to what is agreed, what is left out stays. The ticket is priced once every line has a rate. docs/rules/extra-work.md';
grant execute on function public.price_ticket(uuid,jsonb) to authenticated;

create or replace function private.check_prices(company_id_param uuid, ticket_id_param uuid, prices_param jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if jsonb_typeof(prices_param) <> 'object'
      or exists (select from jsonb_object_keys(prices_param) k where k not in ('markups', 'tax_percent', 'lines'))
      or jsonb_typeof(coalesce(prices_param -> 'markups', '{}')) <> 'object' or jsonb_typeof(coalesce(prices_param -> 'lines', '[]')) <> 'array'
      or exists (select from jsonb_each(coalesce(prices_param -> 'markups', '{}')) m
        where m.key not in ('labor', 'equipment', 'material', 'other') or not private.is_price(m.value, 300))
      or not private.is_price(coalesce(prices_param -> 'tax_percent', 'null'), 30)
      or exists (select from jsonb_array_elements(coalesce(prices_param -> 'lines', '[]')) s
        where jsonb_typeof(s) <> 'object' or not private.is_price(coalesce(s -> 'rate', 'null'), 1000000)
          or jsonb_typeof(coalesce(s -> 'taxable', 'false')) <> 'boolean'
          or not exists (select from public.ticket_lines l where l.company_id = company_id_param and l.ticket_id = ticket_id_param and l.id::text = s ->> 'line_id')) then
    raise exception using errcode = 'P0001', hint = 'invalid_prices', message = 'A rate is 0 to 1,000,000, a markup 0 to 300 percent, tax 0 to 30 percent.';
  end if;
end $$;

create or replace function private.is_price(value_param jsonb, limit_param numeric) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case jsonb_typeof(value_param) when 'null' then true when 'number' then value_param::numeric between 0 and limit_param else false end;
$$;

create or replace function private.ticket_tax(ticket_param public.extra_work_tickets) returns numeric
language sql stable set search_path = '' as $$
  select coalesce(ticket_param.tax_percent, terms.tax_percent)
  from private.billing_terms_of(ticket_param.company_id, ticket_param.project_id) terms;
$$;
comment on function private.ticket_tax(public.extra_work_tickets) is 'Percent of tax of a ticket: its own, else its project''s.';

create or replace function private.priced_lines(ticket_param public.extra_work_tickets, typed_param jsonb) returns table(line_id uuid, rate numeric, is_typed boolean, markup_percent numeric, taxable boolean, amount numeric, markup_amount numeric, missing text)
language sql stable rows 20 set search_path = '' as $$
  select l.id, f.rate, typed.rate is not null, f.markup, coalesce((typed.sent ->> 'taxable')::boolean, p.taxable, l.kind = 'material'), f.amount, round(f.amount * f.markup / 100, 2),
    case when f.rate is null then case
      when l.kind = 'labor' and l.hours_kind <> 'regular' and labor.id is not null then l.hours_kind || '_rate'
      when l.kind in ('labor', 'equipment') then 'bill_rate' else 'price' end end
  from public.ticket_lines l
  cross join private.billing_terms_of(ticket_param.company_id, ticket_param.project_id) terms
  left join public.ticket_billings b on b.company_id = l.company_id and b.ticket_id = l.ticket_id
  left join public.ticket_prices p on p.company_id = l.company_id and p.line_id = l.id
  left join lateral (
    -- What is typed now, else what was typed before.
    select s as sent, case when coalesce(s ? 'rate', false) then (s ->> 'rate')::numeric when p.is_typed then p.rate end as rate
    from (select (select t from jsonb_array_elements(typed_param) t where t ->> 'line_id' = l.id::text limit 1) as s) named) typed on true
  left join lateral private.labor_bill_rate(l.company_id, l.employee_id, l.classification_id, l.trade, ticket_param.project_id, ticket_param.work_date, l.hours_kind) labor
    on l.kind = 'labor'
  left join lateral private.machine_bill_rate(l.company_id, l.equipment_id, ticket_param.project_id, ticket_param.work_date) machine on l.kind = 'equipment'
  cross join lateral (
    select r.rate, round(l.quantity * r.rate, 2) as amount, case l.kind
        when 'labor' then coalesce(b.labor_markup, terms.labor) when 'equipment' then coalesce(b.equipment_markup, terms.equipment)
        when 'material' then coalesce(b.material_markup, terms.material) else coalesce(b.other_markup, terms.other) end as markup
    from (select coalesce(typed.rate, case l.kind when 'labor' then labor.rate when 'equipment' then machine.rate end) as rate) r) f
  where l.company_id = ticket_param.company_id and l.ticket_id = ticket_param.id;
$$;
comment on function private.priced_lines(public.extra_work_tickets,jsonb) is 'Each line of a ticket under today''s rates and terms by its work date: amount half up to the cent, then markup half up to the cent. missing: bill_rate, overtime_rate, double_rate or price.';

create or replace function private.ticket_pricing(company_id_param uuid, ticket_id_param uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  ticket public.extra_work_tickets;
  billing public.ticket_billings;
  tax numeric;
  stored boolean;
  lines jsonb;
begin
  select * into ticket from public.extra_work_tickets t where t.company_id = company_id_param and t.id = ticket_id_param;
  select * into billing from public.ticket_billings b where b.company_id = company_id_param and b.ticket_id = ticket_id_param;
  -- From priced on what was stored counts, whatever becomes of rates and terms.
  stored := ticket.status not in ('draft', 'signed', 'refused');
  tax := case when stored then billing.tax_percent else private.ticket_tax(ticket) end;
  if stored then
    select jsonb_agg(private.priced_line_json(l, p.rate, p.is_typed, p.markup_percent, p.taxable, p.amount, p.markup_amount, null) order by l.position, l.id) into lines
    from public.ticket_lines l join public.ticket_prices p on p.company_id = l.company_id and p.line_id = l.id
    where l.company_id = company_id_param and l.ticket_id = ticket_id_param;
  else
    select jsonb_agg(private.priced_line_json(l, v.rate, v.is_typed, v.markup_percent, v.taxable, v.amount, v.markup_amount, v.missing) order by l.position, l.id) into lines
    from private.priced_lines(ticket, '[]') v join public.ticket_lines l on l.company_id = company_id_param and l.id = v.line_id;
  end if;
  return jsonb_build_object(
    'ticket_id', ticket.id, 'project_id', ticket.project_id, 'number', ticket.number, 'revision', ticket.revision, 'status', ticket.status,
    'work_date', ticket.work_date, 'lines', coalesce(lines, '[]'),
    'missing', coalesce((select jsonb_agg(jsonb_build_object('line_id', l -> 'line_id', 'description', l -> 'description', 'missing', l -> 'missing'))
      from jsonb_array_elements(lines) l where l ->> 'missing' is not null), '[]'),
    'agreed', (select to_jsonb(m) - 'payment_days' - 'bills_time' from private.billing_terms_of(company_id_param, ticket.project_id) m),
    'own_markups', jsonb_build_object('labor', billing.labor_markup, 'equipment', billing.equipment_markup, 'material', billing.material_markup, 'other', billing.other_markup),
    'own_tax_percent', ticket.tax_percent,
    'priced_at', billing.priced_at, 'submitted_on', billing.submitted_on, 'decided_on', billing.decided_on, 'decision_note', billing.decision_note,
    'billed_at', billing.billed_at, 'invoice_id', billing.invoice_id,
    'invoice_number', (select i.number from public.invoice_drafts i where i.company_id = company_id_param and i.id = billing.invoice_id),
    'budget_version', (select g.version from public.budgets g where g.company_id = company_id_param and g.id = billing.budget_id),
    'priced_by', private.account_name(company_id_param, billing.priced_by), 'submitted_by', private.account_name(company_id_param, billing.submitted_by),
    'decided_by', private.account_name(company_id_param, billing.decided_by), 'billed_by', private.account_name(company_id_param, billing.billed_by))
    || private.price_totals(lines, case when stored then billing.tax_amount end, tax);
end $$;
comment on function private.ticket_pricing(uuid,uuid) is 'Lines, totals and the way through the office of one ticket, as JSON.';

create or replace function private.priced_line_json(line_param public.ticket_lines, rate_param numeric, is_typed_param boolean, markup_percent_param numeric, taxable_param boolean, amount_param numeric, markup_amount_param numeric, missing_param text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('line_id', line_param.id, 'kind', line_param.kind, 'description', line_param.description, 'trade', line_param.trade,
    'hours_kind', line_param.hours_kind, 'quantity', line_param.quantity, 'unit', line_param.unit, 'rate', rate_param, 'is_typed', is_typed_param,
    'markup_percent', markup_percent_param, 'taxable', taxable_param, 'amount', amount_param, 'markup_amount', markup_amount_param, 'missing', missing_param);
$$;

create or replace function private.price_totals(lines_param jsonb, tax_amount_param numeric, tax_percent_param numeric) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('labor', s.labor, 'equipment', s.equipment, 'material', s.material, 'other', s.other,
    'labor_markup', s.labor_markup, 'equipment_markup', s.equipment_markup, 'material_markup', s.material_markup, 'other_markup', s.other_markup,
    'tax_percent', tax_percent_param, 'tax', t.tax,
    'total', case when not s.missing then s.labor + s.equipment + s.material + s.other + s.markup + t.tax end)
  from (
    select coalesce(sum(l.amount) filter (where l.kind = 'labor'), 0) as labor, coalesce(sum(l.amount) filter (where l.kind = 'equipment'), 0) as equipment,
      coalesce(sum(l.amount) filter (where l.kind = 'material'), 0) as material, coalesce(sum(l.amount) filter (where l.kind = 'other'), 0) as other,
      coalesce(sum(l.markup_amount) filter (where l.kind = 'labor'), 0) as labor_markup, coalesce(sum(l.markup_amount) filter (where l.kind = 'equipment'), 0) as equipment_markup,
      coalesce(sum(l.markup_amount) filter (where l.kind = 'material'), 0) as material_markup, coalesce(sum(l.markup_amount) filter (where l.kind = 'other'), 0) as other_markup,
      coalesce(sum(l.markup_amount), 0) as markup, coalesce(sum(l.amount) filter (where l.taxable), 0) as taxed, coalesce(bool_or(l.rate is null), false) as missing
    from jsonb_to_recordset(lines_param) l (kind text, rate numeric, taxable boolean, amount numeric, markup_amount numeric)) s
  cross join lateral (select coalesce(tax_amount_param, round(s.taxed * tax_percent_param / 100, 2)) as tax) t;
$$;
comment on function private.price_totals(jsonb,numeric,numeric) is 'Sums of priced lines by kind; no total while a rate is missing. Tax is of the cost of taxable lines, without markup, half up once.';

create or replace function public.ticket_pricing(id_param uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  if not exists (select from public.extra_work_tickets t where t.company_id = me.company_id and t.id = id_param) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This ticket was not found.';
  end if;
  return private.ticket_pricing(me.company_id, id_param);
end $$;
comment on function public.ticket_pricing(uuid) is 'Managers: the prices of a ticket: {"lines", "missing", sums by kind, "tax", "total", "status", dates and names}. Before it is priced under today''s rates; then as stored.';
grant execute on function public.ticket_pricing(uuid) to authenticated;
