create table public.travel_rules (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  from_date date not null,
  rule text not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint travel_rules_pkey primary key (company_id, id),
  constraint travel_rules_once_a_day unique (company_id, from_date),
  constraint travel_rules_known check (rule in ('paid', 'unpaid', 'by_state')),
  constraint travel_rules_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.travel_rules');
comment on table public.travel_rules is 'Whether time on cost codes of travel is paid, from a date on: paid (as without a rule), unpaid, or by_state: between two places of work always, before the first and after the last only under a policy of California. Paid travel is work like any other, at the rate of its cost code.';
alter table public.travel_rules enable row level security;
grant select, insert, delete on table public.travel_rules to authenticated;

create policy "Employees read whether travel is paid" on public.travel_rules
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Owners add rules of travel" on public.travel_rules
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_owner()));

create policy "Owners delete rules of travel" on public.travel_rules
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()));

create or replace trigger fill_company_id before insert on public.travel_rules
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.travel_rules
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.travel_rules
  for each row execute function private.lock_identity();

create or replace trigger locked_periods_stay before insert or delete on public.travel_rules
  for each row execute function private.check_travel_rule();

create or replace function private.check_travel_rule() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  day date := case when tg_op = 'DELETE' then old.from_date else new.from_date end;
  company uuid := case when tg_op = 'DELETE' then old.company_id else new.company_id end;
begin
  if private.is_locked(company, day, 'infinity') then
    raise exception using errcode = 'P0001', hint = 'travel_rule_locked', message = 'There is a locked pay period after this day. Choose a later first day.';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function private.check_travel_rule() is 'A rule changes no pay of a locked period.';

create or replace trigger x_changes_pay after insert or delete on public.travel_rules
  for each row execute function private.travel_changes_pay();

create or replace function private.travel_changes_pay() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.invalidate_pay(case when tg_op = 'DELETE' then old.company_id else new.company_id end, null, '-infinity', 'infinity');
  return null;
end $$;
comment on function private.travel_changes_pay() is 'Whether travel is paid changes the pay of everybody.';

create or replace trigger zz_record_change after insert or delete or update on public.travel_rules
  for each row execute function private.record_change();

create or replace function private.travel_time(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[]) returns table(entry_id uuid, employee_id uuid, project_id uuid, cost_code_id uuid, work_date date, seconds bigint, paid boolean, reason text)
language sql stable security definer set search_path = '' as $$
  with codes as materialized (
    select c.id from public.cost_codes c where c.company_id = company_id_param and c.kind = 'travel'
  ), travel as materialized (
    select t.* from public.time_entries t
    where t.company_id = company_id_param and t.cost_code_id in (select c.id from codes c) and t.work_date between first_date_param and last_date_param
      and (employee_ids_param is null or t.employee_id = any (employee_ids_param))
  )
  select t.id, t.employee_id, t.project_id, t.cost_code_id, t.work_date,
    extract(epoch from coalesce(t.clock_out, now()) - t.clock_in)::bigint, r.reason <> 'unpaid' and r.reason <> 'commute', r.reason
  from travel t
  left join lateral (select k.rule from public.travel_rules k
    where k.company_id = company_id_param and k.from_date <= t.work_date order by k.from_date desc limit 1) rule on true
  cross join lateral (select case
    when coalesce(rule.rule, 'paid') = 'paid' then 'paid'
    when rule.rule = 'unpaid' then 'unpaid'
    when exists (select from public.time_entries b where b.company_id = company_id_param and b.employee_id = t.employee_id and b.work_date = t.work_date
        and b.clock_in < t.clock_in and (b.cost_code_id is null or b.cost_code_id not in (select c.id from codes c)))
      and exists (select from public.time_entries a where a.company_id = company_id_param and a.employee_id = t.employee_id and a.work_date = t.work_date
        and a.clock_in > t.clock_in and (a.cost_code_id is null or a.cost_code_id not in (select c.id from codes c))) then 'between_sites'
    when (select p.preset from private.governing_policy(company_id_param, t.employee_id, t.project_id, t.work_date) p) like 'CA%' then 'state'
    else 'commute' end as reason) r;
$$;
comment on function private.travel_time(uuid,date,date,uuid[]) is 'Entries on cost codes of travel, whether each is paid, and why: paid, between_sites, state (California); unpaid, commute.';

create or replace function private.unpaid_travel(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Almost everywhere: nothing is asked of the entries.
  if not exists (select from public.travel_rules r where r.company_id = company_id_param and r.rule <> 'paid') then
    return null;
  end if;
  return (select array_agg(t.entry_id) from private.travel_time(company_id_param, first_date_param, last_date_param, employee_ids_param) t where not t.paid);
end $$;
comment on function private.unpaid_travel(uuid,date,date,uuid[]) is 'Entries that payroll leaves out, since the rule of their day does not pay this travel. Null: none.';

create or replace function public.travel_report(start_date_param date, end_date_param date) returns table(employee_id uuid, employee_name text, project_id uuid, project_name text, paid_seconds bigint, unpaid_seconds bigint, reasons text[])
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
  manages boolean := me.role in ('owner', 'manager');
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select t.employee_id, private.person_name(me.company_id, t.employee_id), t.project_id, p.name,
    coalesce(sum(t.seconds) filter (where t.paid), 0)::bigint, coalesce(sum(t.seconds) filter (where not t.paid), 0)::bigint,
    array_agg(distinct t.reason order by t.reason)
  from private.travel_time(me.company_id, start_date_param, end_date_param, case when manages then null else array[me.id] end) t
  left join public.projects p on p.company_id = me.company_id and p.id = t.project_id
  group by t.employee_id, t.project_id, p.name
  order by 2, 4;
end $$;
comment on function public.travel_report(date,date) is 'Everyone for themselves, managers for all: time on cost codes of travel by person and project, paid and unpaid, and why: paid, between_sites, state, unpaid, commute.';
grant execute on function public.travel_report(date,date) to authenticated;
