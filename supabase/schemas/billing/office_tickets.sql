create or replace function public.office_tickets(project_id_param uuid default null::uuid) returns table(ticket_id uuid, project_id uuid, project_name text, customer text, number integer, revision integer, work_date date, description text, directed_by text, status text, stage text, signed_at timestamptz, refused_at timestamptz, age_days integer, since date, total_amount numeric, submitted_on date, decided_on date, invoice_id uuid, invoice_number integer, budget_version integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  today date := private.company_today(me.company_id);
begin
  return query
  select t.id, t.project_id, p.name, p.client, t.number, t.revision, t.work_date, t.description, t.directed_by, t.status,
    case when t.status = 'draft' then 'unsigned' when t.status in ('signed', 'refused') then 'unpriced' else t.status end,
    t.signed_at, t.refused_at, today - t.work_date,
    case t.status when 'draft' then t.work_date when 'submitted' then b.submitted_on when 'approved' then b.decided_on when 'rejected' then b.decided_on
      else (coalesce(b.billed_at, b.priced_at, t.signed_at, t.refused_at, t.created_at) at time zone private.zone_of(me.company_id, t.project_id))::date end,
    b.total_amount, b.submitted_on, b.decided_on, b.invoice_id, i.number, g.version
  from public.extra_work_tickets t
  join public.projects p on p.company_id = t.company_id and p.id = t.project_id
  left join public.ticket_billings b on b.company_id = t.company_id and b.ticket_id = t.id
  left join public.invoice_drafts i on i.company_id = t.company_id and i.id = b.invoice_id
  left join public.budgets g on g.company_id = t.company_id and g.id = b.budget_id
  where t.company_id = me.company_id and (project_id_param is null or t.project_id = project_id_param)
    and not private.is_ticket_superseded(t.company_id, t.id)
  order by t.work_date, p.name, t.number, t.revision;
end $$;
comment on function public.office_tickets(uuid) is 'Managers: the last revision of every ticket, oldest first, with where it stands (unsigned, unpriced, priced, submitted, approved, rejected, billed), since when, and its total.';
grant execute on function public.office_tickets(uuid) to authenticated;

create or replace function public.project_money(project_id_param uuid default null::uuid) returns table(project_id uuid, unsigned bigint, unpriced bigint, unbilled bigint, submitted_amount numeric, committed_amount numeric, billed_amount numeric, oldest_on date, expense_amount numeric, open_expense_amount numeric, other_budget_amount numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  return query
  with work as (
    select t.project_id, count(*) filter (where t.status = 'draft') as unsigned, count(*) filter (where t.status in ('signed', 'refused')) as unpriced,
      count(*) filter (where t.status in ('priced', 'submitted', 'approved')) as unbilled,
      sum(b.total_amount) filter (where t.status = 'submitted') as submitted, sum(b.total_amount) filter (where t.status = 'approved') as committed,
      sum(b.total_amount) filter (where t.status = 'billed') as billed, min(t.work_date) filter (where t.status not in ('billed', 'rejected')) as oldest
    from public.extra_work_tickets t
    left join public.ticket_billings b on b.company_id = t.company_id and b.ticket_id = t.id
    where t.company_id = me.company_id and (project_id_param is null or t.project_id = project_id_param)
      and not private.is_ticket_superseded(t.company_id, t.id)
    group by t.project_id
  ), spent as (
    select e.project_id, sum(e.amount) filter (where e.status in ('approved', 'paid')) as amount, sum(e.amount) filter (where e.status = 'entered') as open
    from public.expenses e
    where e.company_id = me.company_id and (project_id_param is null or e.project_id = project_id_param) and e.status <> 'declined'
    group by e.project_id
  ), planned as (
    select l.project_id, sum(l.other_amount) as amount from private.current_budget_lines l
    where l.company_id = me.company_id and (project_id_param is null or l.project_id = project_id_param) and l.other_amount > 0
    group by l.project_id
  )
  select coalesce(w.project_id, s.project_id), coalesce(w.unsigned, 0), coalesce(w.unpriced, 0), coalesce(w.unbilled, 0), coalesce(w.submitted, 0),
    coalesce(w.committed, 0), coalesce(w.billed, 0), w.oldest, coalesce(s.amount, 0), coalesce(s.open, 0), coalesce(p.amount, 0)
  from work w full join spent s on s.project_id = w.project_id
  left join planned p on p.project_id = coalesce(w.project_id, s.project_id);
end $$;
comment on function public.project_money(uuid) is 'Managers: by project how many tickets are unsigned, unpriced and unbilled, what is submitted, committed (approved and not billed) and billed, the day of the oldest open one; and expenses, approved and still to decide, with the other cost its budget plans.';
grant execute on function public.project_money(uuid) to authenticated;

create or replace function private.has_extra_work(company_id_param uuid, project_id_param uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.extra_work_tickets t where t.company_id = company_id_param and (project_id_param is null or t.project_id = project_id_param))
    or exists (select from public.expenses e where e.company_id = company_id_param and (project_id_param is null or e.project_id = project_id_param));
$$;
comment on function private.has_extra_work(uuid,uuid) is 'Whether a company, or a project of it, has any ticket or expense: one look into an index, so that whoever has none waits for nothing.';
