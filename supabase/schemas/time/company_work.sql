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
comment on table private.company_work is 'work_totals of all people of a day and of a month: over everything, by each of project, cost code and equipment alone, and by all three. A day that company_work_outdated names does not hold, nor does its month.';
comment on column private.company_work.people is 'Whose work it is: the bits that private.people_numbers says.';
alter table private.company_work enable row level security;

create table private.company_work_outdated (
  company_id uuid not null,
  work_date date not null
);
select private.refuse_non_finite('private.company_work_outdated');
create index company_work_outdated_by_day on private.company_work_outdated (company_id, work_date);
comment on table private.company_work_outdated is 'Days whose work changed since company_work was added up, a row for each change: writers only add rows, so that nobody waits for anybody.';
alter table private.company_work_outdated enable row level security;

create table private.people_numbers (
  company_id uuid not null,
  employee_id uuid not null,
  number integer not null,
  constraint people_numbers_pkey primary key (company_id, employee_id),
  constraint people_numbers_number unique (company_id, number),
  constraint people_numbers_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
comment on table private.people_numbers is 'Which bit of company_work.people is whose, counted from 0.';
alter table private.people_numbers enable row level security;

create or replace function private.padded(bits_param bit varying, zeros_param bit varying) returns bit varying
language sql immutable parallel safe as $$
  select bits_param || substring(zeros_param from length(bits_param) + 1);
$$;
comment on function private.padded(bit varying,bit varying) is 'Bits, as long as the zeros: PostgreSQL joins only what is equally long.';

create or replace function private.settled_before() returns date
language sql stable
return current_date - 1;
comment on function private.settled_before() is 'Today and yesterday still change in some zone; they are read day by day.';

create or replace function private.add_up_work(company_id_param uuid, limit_param interval) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  last_moment constant timestamptz := clock_timestamp() + limit_param;
  last_day date;
  days date[];
  added bigint := 0;
begin
  loop
    exit when clock_timestamp() > last_moment;
    select max(o.work_date) into last_day from private.company_work_outdated o
     where o.company_id = company_id_param and o.work_date < private.settled_before();
    exit when last_day is null;
    -- First the notes, then the work: what is written between the two has a note that stays.
    with gone as (
      delete from private.company_work_outdated o
       where o.company_id = company_id_param and o.work_date between date_trunc('month', last_day::timestamp)::date and last_day
      returning o.work_date
    )
    select array_agg(distinct g.work_date) into days from gone g;
    perform private.add_up_days(company_id_param, days);
    added := added + cardinality(days);
  end loop;
  return added;
end $$;

create or replace function private.add_up_work(limit_param interval default '00:00:05'::interval) returns bigint
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' or not pg_try_advisory_xact_lock(hashtextextended('company work', 0)) then
    return 0;
  end if;
  with twice as (
    select o.company_id, o.work_date from private.company_work_outdated o group by o.company_id, o.work_date having count(*) > 1
  ), gone as (
    delete from private.company_work_outdated o using twice t
     where o.company_id = t.company_id and o.work_date = t.work_date returning o.company_id, o.work_date
  )
  insert into private.company_work_outdated (company_id, work_date) select distinct g.company_id, g.work_date from gone g;
  return (select private.for_each_company(array_agg(distinct o.company_id), format('select private.add_up_work($1, %L::interval)', limit_param), limit_param)
    from private.company_work_outdated o where o.work_date < private.settled_before());
end $$;
comment on function private.add_up_work(interval) is 'Adds up the days of companies whose work changed, up to the day before yesterday, the newest months first, for as long as it is told; returns how many.';
select cron.schedule('add-up-work', '* * * * *', 'select private.add_up_work()');

create or replace function private.add_up_days(company_id_param uuid, days_param date[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kinds constant text[] := array['all', 'project', 'cost_code', 'equipment', 'each'];
  month constant date := date_trunc('month', days_param[1]::timestamp)::date;
  zeros bit varying;
begin
  insert into private.people_numbers (company_id, employee_id, number)
    select e.company_id, e.id, coalesce((select max(n.number) + 1 from private.people_numbers n where n.company_id = company_id_param), 0)
      + row_number() over (order by e.id) - 1
    from public.employees e
    where e.company_id = company_id_param
      and not exists (select from private.people_numbers n where n.company_id = e.company_id and n.employee_id = e.id);
  zeros := repeat('0', coalesce((select max(n.number) + 1 from private.people_numbers n where n.company_id = company_id_param), 0))::bit varying;
  delete from private.company_work w
   where w.company_id = company_id_param
     and (w.span = 'day' and w.kind = any (kinds) and w.first_day = any (days_param)
       or w.span = 'month' and w.kind = any (kinds) and w.first_day = month);
  insert into private.company_work (company_id, span, first_day, kind, project_id, cost_code_id, equipment_id,
      seconds, unpaid_break_seconds, paid_break_seconds, entries, people)
    select company_id_param, 'day', d.work_date, private.company_work_kind(grouping(d.project_id, d.cost_code_id, d.equipment_id)),
      d.project_id, d.cost_code_id, d.equipment_id,
      sum(d.seconds), sum(d.unpaid), sum(d.paid), sum(d.entries), substring(bit_or(d.people) from 1 for max(d.last_number) + 1)
    from (
      select k.work_date, k.project_id, k.cost_code_id, k.equipment_id, sum(k.seconds) as seconds, sum(k.unpaid_break_seconds) as unpaid,
        sum(k.paid_break_seconds) as paid, sum(k.entries) as entries, bit_or(set_bit(zeros, n.number, 1)) as people, max(n.number) as last_number
      from public.work_totals k
      join private.people_numbers n on n.company_id = k.company_id and n.employee_id = k.employee_id
      where k.company_id = company_id_param and k.work_date = any (days_param)
      group by 1, 2, 3, 4
    ) d
    group by d.work_date, grouping sets ((d.project_id, d.cost_code_id, d.equipment_id), (d.project_id), (d.cost_code_id), (d.equipment_id), ());
  insert into private.company_work (company_id, span, first_day, kind, project_id, cost_code_id, equipment_id,
      seconds, unpaid_break_seconds, paid_break_seconds, entries, people)
    select company_id_param, 'month', month, w.kind, w.project_id, w.cost_code_id, w.equipment_id,
      sum(w.seconds), sum(w.unpaid_break_seconds), sum(w.paid_break_seconds), sum(w.entries),
      substring(bit_or(private.padded(w.people, zeros)) from 1 for max(length(w.people)))
    from private.company_work w
    where w.company_id = company_id_param and w.span = 'day' and w.kind = any (kinds)
      and w.first_day between month and (month + interval '1 month - 1 day')::date
    group by w.kind, w.project_id, w.cost_code_id, w.equipment_id;
end $$;
comment on function private.add_up_days(uuid,date[]) is 'Adds up days of one month, and the month from its days. Only for private.add_up_work(), which lets one caller in and takes the notes away before.';

create or replace function private.company_work_kind(grouping_param integer) returns text
language sql immutable parallel safe as $$
  select case grouping_param when 0 then 'each' when 3 then 'project' when 5 then 'cost_code' when 6 then 'equipment' when 7 then 'all' end;
$$;
comment on function private.company_work_kind(integer) is 'The kind that grouping(project_id, cost_code_id, equipment_id) means.';

create or replace view private.company_work_outdated_spans as
 select company_id,
    'day' as span,
    work_date as first_day
   from private.company_work_outdated
union
 select company_id,
    'month',
    date_trunc('month', work_date::timestamp without time zone)::date
   from private.company_work_outdated;
comment on view private.company_work_outdated_spans is 'Days and months of company_work that do not hold.';
