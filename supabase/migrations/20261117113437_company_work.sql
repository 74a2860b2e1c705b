create table private.company_work (
  company_id uuid not null,
  span text not null,
  first_day date not null,
  kind text not null,
  project_id uuid,
  cost_code_id uuid,
  equipment_id uuid,
  seconds bigint not null,
  unpaid_break_seconds bigint not null,
  paid_break_seconds bigint not null,
  entries bigint not null,
  people bit varying not null,
  constraint company_work_span_check check (span in ('day', 'month')),
  constraint company_work_kind_check check (kind in ('all', 'project', 'cost_code', 'equipment', 'each'))
);
select private.refuse_non_finite('private.company_work');
create index company_work_by_day on private.company_work (company_id, span, kind, first_day);
alter table private.company_work enable row level security;

create table private.company_work_outdated (
  company_id uuid not null,
  work_date date not null
);
select private.refuse_non_finite('private.company_work_outdated');
create index company_work_outdated_by_day on private.company_work_outdated (company_id, work_date);
alter table private.company_work_outdated enable row level security;

create table private.people_numbers (
  company_id uuid not null,
  employee_id uuid not null,
  number integer not null,
  constraint people_numbers_pkey primary key (company_id, employee_id),
  constraint people_numbers_number unique (company_id, number),
  constraint people_numbers_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
alter table private.people_numbers enable row level security;

-- From here on every change of a day is noted, and months by cost code are not kept; who is writing one is waited for, so that none is missed.
lock table public.work_totals in share row exclusive mode;
create or replace function private.sum_months() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A recount fires every kind of trigger, mostly with nothing in it.
  if tg_op = 'DELETE' then
    perform from old_rows limit 1;
  else
    perform from new_rows limit 1;
  end if;
  if not found then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into private.work_months as m (company_id, employee_id, month, kind, item_id,
        seconds, unpaid_break_seconds, paid_break_seconds, entries)
      select d.company_id, d.employee_id, date_trunc('month', d.work_date::timestamp)::date, i.kind, i.item_id,
        sum(d.seconds), sum(d.unpaid_break_seconds), sum(d.paid_break_seconds), sum(d.entries)
      from new_rows d
      cross join lateral (values ('all', null), ('project', d.project_id), ('equipment', d.equipment_id)) as i (kind, item_id)
      group by 1, 2, 3, 4, 5
      on conflict on constraint work_months_one_of_a_kind do update
        set seconds = m.seconds + excluded.seconds, unpaid_break_seconds = m.unpaid_break_seconds + excluded.unpaid_break_seconds,
          paid_break_seconds = m.paid_break_seconds + excluded.paid_break_seconds, entries = m.entries + excluded.entries;
    insert into private.company_work_outdated (company_id, work_date) select distinct n.company_id, n.work_date from new_rows n;
  elsif tg_op = 'DELETE' then
    insert into private.work_months as m (company_id, employee_id, month, kind, item_id,
        seconds, unpaid_break_seconds, paid_break_seconds, entries)
      select d.company_id, d.employee_id, date_trunc('month', d.work_date::timestamp)::date, i.kind, i.item_id,
        -sum(d.seconds), -sum(d.unpaid_break_seconds), -sum(d.paid_break_seconds), -sum(d.entries)
      from old_rows d
      cross join lateral (values ('all', null), ('project', d.project_id), ('equipment', d.equipment_id)) as i (kind, item_id)
      group by 1, 2, 3, 4, 5
      on conflict on constraint work_months_one_of_a_kind do update
        set seconds = m.seconds + excluded.seconds, unpaid_break_seconds = m.unpaid_break_seconds + excluded.unpaid_break_seconds,
          paid_break_seconds = m.paid_break_seconds + excluded.paid_break_seconds, entries = m.entries + excluded.entries;
    insert into private.company_work_outdated (company_id, work_date) select distinct o.company_id, o.work_date from old_rows o;
  else
    insert into private.work_months as m (company_id, employee_id, month, kind, item_id,
        seconds, unpaid_break_seconds, paid_break_seconds, entries)
      select d.company_id, d.employee_id, date_trunc('month', d.work_date::timestamp)::date, i.kind, i.item_id,
        sum(d.sign * d.seconds), sum(d.sign * d.unpaid_break_seconds), sum(d.sign * d.paid_break_seconds), sum(d.sign * d.entries)
      from (select 1 as sign, n.* from new_rows n union all select -1, o.* from old_rows o) d
      cross join lateral (values ('all', null), ('project', d.project_id), ('equipment', d.equipment_id)) as i (kind, item_id)
      group by 1, 2, 3, 4, 5
      on conflict on constraint work_months_one_of_a_kind do update
        set seconds = m.seconds + excluded.seconds, unpaid_break_seconds = m.unpaid_break_seconds + excluded.unpaid_break_seconds,
          paid_break_seconds = m.paid_break_seconds + excluded.paid_break_seconds, entries = m.entries + excluded.entries;
    insert into private.company_work_outdated (company_id, work_date)
      select n.company_id, n.work_date from new_rows n union select o.company_id, o.work_date from old_rows o;
  end if;
  return null;
end $$;

-- All days there are, found one by one in the index, whatever the number of people.
insert into private.company_work_outdated (company_id, work_date)
with recursive days as (
  (select k.company_id, k.work_date from public.work_totals k order by k.company_id, k.work_date limit 1)
  union all
  select n.company_id, n.work_date from days d
  cross join lateral (
    select k.company_id, k.work_date from public.work_totals k
     where (k.company_id, k.work_date) > (d.company_id, d.work_date) order by k.company_id, k.work_date limit 1) n
)
select d.company_id, d.work_date from days d;
