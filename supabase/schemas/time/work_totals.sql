create table public.work_totals (
  company_id uuid not null,
  employee_id uuid not null,
  work_date date not null,
  project_id uuid,
  cost_code_id uuid,
  equipment_id uuid,
  seconds integer not null,
  unpaid_break_seconds integer not null,
  paid_break_seconds integer not null,
  entries integer not null,
  classification_id uuid,
  constraint work_totals_one_of_a_kind unique nulls not distinct (company_id, employee_id, work_date, project_id, cost_code_id, equipment_id, classification_id)
) with (fillfactor=90);
select private.refuse_non_finite('public.work_totals');
create index work_totals_by_classification on public.work_totals (company_id, classification_id, work_date) where classification_id is not null;
create index work_totals_by_cost_code on public.work_totals (company_id, cost_code_id, employee_id, work_date) include (seconds, unpaid_break_seconds, paid_break_seconds, entries);
create index work_totals_by_date on public.work_totals (company_id, work_date, employee_id) include (project_id, seconds, unpaid_break_seconds, paid_break_seconds, entries);
create index work_totals_by_equipment on public.work_totals (company_id, equipment_id, work_date) where equipment_id is not null;
create index work_totals_by_project on public.work_totals (company_id, project_id, work_date);
comment on table public.work_totals is 'Completed time by day, person, project, cost code, equipment and classification, cut at midnight; maintained by triggers from private.work_pieces.';
comment on column public.work_totals.seconds is 'Worked: net of unpaid_break_seconds, with paid_break_seconds in it.';
comment on column public.work_totals.unpaid_break_seconds is 'Breaks that were taken off.';
comment on column public.work_totals.paid_break_seconds is 'Breaks that count as work: paid ones, and unpaid ones shorter than the policy''s minimum.';
comment on column public.work_totals.entries is 'Entries that began that day.';
alter table public.work_totals enable row level security;
grant select on table public.work_totals to authenticated;

create policy "Managers read the totals of their own company, others their own" on public.work_totals
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger sum_changed_totals after update on public.work_totals referencing old table as old_rows new table as new_rows
  for each statement execute function private.sum_totals();

create or replace function private.sum_totals() returns trigger
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
    insert into private.work_sums as s (company_id, employee_id, project_id, cost_code_id, seconds, entries)
      select n.company_id, n.employee_id, n.project_id, n.cost_code_id, sum(n.seconds), sum(n.entries)
        from new_rows n group by 1, 2, 3, 4
      on conflict on constraint work_sums_one_of_a_kind do update
        set seconds = s.seconds + excluded.seconds, entries = s.entries + excluded.entries;
  elsif tg_op = 'DELETE' then
    insert into private.work_sums as s (company_id, employee_id, project_id, cost_code_id, seconds, entries)
      select o.company_id, o.employee_id, o.project_id, o.cost_code_id, -sum(o.seconds), -sum(o.entries)
        from old_rows o group by 1, 2, 3, 4
      on conflict on constraint work_sums_one_of_a_kind do update
        set seconds = s.seconds + excluded.seconds, entries = s.entries + excluded.entries;
  else
    insert into private.work_sums as s (company_id, employee_id, project_id, cost_code_id, seconds, entries)
      select d.company_id, d.employee_id, d.project_id, d.cost_code_id, sum(d.seconds), sum(d.entries)
        from (select n.company_id, n.employee_id, n.project_id, n.cost_code_id, n.seconds, n.entries from new_rows n
          union all
          select o.company_id, o.employee_id, o.project_id, o.cost_code_id, -o.seconds, -o.entries from old_rows o) d
       group by 1, 2, 3, 4
      on conflict on constraint work_sums_one_of_a_kind do update
        set seconds = s.seconds + excluded.seconds, entries = s.entries + excluded.entries;
  end if;
  return null;
end $$;
comment on function private.sum_totals() is 'Books what changed in work_totals; one person''s rows are only ever changed by one transaction at a time.';

create or replace trigger sum_deleted_totals after delete on public.work_totals referencing old table as old_rows
  for each statement execute function private.sum_totals();

create or replace trigger sum_months_of_changed_totals after update on public.work_totals referencing old table as old_rows new table as new_rows
  for each statement execute function private.sum_months();

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
comment on function private.sum_months() is 'Books what changed in work_totals, and notes its days for company_work; one person''s rows are only ever changed by one transaction at a time.';

create or replace trigger sum_months_of_deleted_totals after delete on public.work_totals referencing old table as old_rows
  for each statement execute function private.sum_months();

create or replace trigger sum_months_of_new_totals after insert on public.work_totals referencing new table as new_rows
  for each statement execute function private.sum_months();

create or replace trigger sum_new_totals after insert on public.work_totals referencing new table as new_rows
  for each statement execute function private.sum_totals();

create table private.work_months (
  company_id uuid not null,
  employee_id uuid not null,
  month date not null,
  kind text not null,
  item_id uuid,
  seconds integer not null,
  unpaid_break_seconds integer not null,
  paid_break_seconds integer not null,
  entries integer not null,
  constraint work_months_one_of_a_kind unique nulls not distinct (company_id, employee_id, month, kind, item_id),
  constraint work_months_kind_check check (kind in ('all', 'project', 'equipment'))
) with (fillfactor=80);
select private.refuse_non_finite('private.work_months');
create index work_months_by_month on private.work_months (company_id, kind, month);
comment on table private.work_months is 'work_totals of a month, named by its first day, once over everything and once by each of project and equipment; maintained by triggers, and checked with them. A row whose work was deleted stays, with zeros.';
comment on column private.work_months.item_id is 'The project or piece of equipment that kind says; null for work without one.';
alter table private.work_months enable row level security;

create table private.work_sums (
  company_id uuid not null,
  employee_id uuid not null,
  project_id uuid,
  cost_code_id uuid,
  seconds bigint not null,
  entries bigint not null,
  constraint work_sums_one_of_a_kind unique nulls not distinct (company_id, employee_id, project_id, cost_code_id)
) with (fillfactor=80);
create index work_sums_by_project on private.work_sums (company_id, project_id);
comment on table private.work_sums is 'work_totals over all days; maintained by triggers on it, and checked with it.';
alter table private.work_sums enable row level security;

create or replace view private.counted_work as
 select company_id,
    employee_id,
    work_date,
    project_id,
    cost_code_id,
    equipment_id,
    sum(seconds)::integer as seconds,
    sum(unpaid_break_seconds)::integer as unpaid_break_seconds,
    sum(paid_break_seconds)::integer as paid_break_seconds,
    sum(entries)::integer as entries,
    classification_id
   from private.work_pieces w
  where not running
  group by company_id, employee_id, work_date, project_id, cost_code_id, equipment_id, classification_id;
comment on view private.counted_work is 'What work_totals must hold, from the entries.';

create or replace view private.work_done as
 select k.company_id,
    k.employee_id,
    k.work_date,
    k.project_id,
    k.cost_code_id,
    k.equipment_id,
    k.seconds,
    k.unpaid_break_seconds,
    k.paid_break_seconds,
    k.entries,
    k.classification_id
   from public.work_totals k
union all
 select w.company_id,
    w.employee_id,
    w.work_date,
    w.project_id,
    w.cost_code_id,
    w.equipment_id,
    w.seconds,
    w.unpaid_break_seconds,
    w.paid_break_seconds,
    w.entries,
    w.classification_id
   from private.work_pieces w
  where w.running;
comment on view private.work_done is 'All work up to now: the totals and what runs. What every screen reads; filter by company_id.';

create or replace view private.work_ever as
 select s.company_id,
    s.employee_id,
    s.project_id,
    s.cost_code_id,
    s.seconds,
    s.entries
   from private.work_sums s
union all
 select w.company_id,
    w.employee_id,
    w.project_id,
    w.cost_code_id,
    w.seconds,
    w.entries
   from private.work_pieces w
  where w.running;
comment on view private.work_ever is 'Work of all days by person, project and cost code, with what runs; filter by company_id.';

create or replace view private.work_pieces as
 select t.company_id,
    t.id as entry_id,
    t.employee_id,
    t.project_id,
    t.cost_code_id,
        case
            when part.upto is null then t.equipment_id
            else part.equipment_id
        end as equipment_id,
    t.clock_in,
    t.clock_out is null as running,
    t.work_date + day.number as work_date,
        case
            when part.upto is null then day.ends - day.starts - coalesce(pause.deducted, 0)
            else private.minutes_of_part(day.ends - day.starts - coalesce(pause.deducted, 0), part.share, part.upto)
        end * 60 as seconds,
        case
            when part.upto is null then coalesce(pause.deducted, 0)
            else private.minutes_of_part(coalesce(pause.deducted, 0), part.share, part.upto)
        end * 60 as unpaid_break_seconds,
        case
            when part.upto is null then coalesce(pause.counted, 0)
            else private.minutes_of_part(coalesce(pause.counted, 0), part.share, part.upto)
        end * 60 as paid_break_seconds,
    (day.number = 0 and coalesce(part.upto = part.share, true))::integer as entries,
    t.classification_id,
    coalesce(part.kind, 'working') as machine_kind
   from public.time_entries t
     cross join lateral ( select z.zone,
            z.ended,
            (t.clock_in at time zone z.zone)::date as first_day,
            ((z.ended - '00:00:00.000001'::interval) at time zone z.zone)::date as last_day
           from ( select coalesce(( select p.time_zone
                           from public.projects p
                          where p.company_id = t.company_id and p.id = t.project_id), ( select c.time_zone
                           from public.companies c
                          where c.id = t.company_id)) as zone,
                    coalesce(t.clock_out, greatest(now(), t.clock_in + '00:00:00.000001'::interval)) as ended
                 offset 0) z
         offset 0) span
     cross join lateral ( select n.number,
                case
                    when n.number = 0 then private.epoch_minute(t.clock_in)
                    else private.epoch_minute(((span.first_day + n.number)::timestamp without time zone at time zone span.zone))
                end as starts,
                case
                    when (span.first_day + n.number) = span.last_day then private.epoch_minute(span.ended)
                    else private.epoch_minute(((span.first_day + n.number + 1)::timestamp without time zone at time zone span.zone))
                end as ends
           from generate_series(0, span.last_day - span.first_day) n(number)) day
     left join lateral ( select sum(b.minutes) filter (where b.deducted)::integer as deducted,
            sum(b.minutes) filter (where not b.deducted)::integer as counted
           from ( select private.break_is_deducted(x.paid, private.epoch_minute(x.started_at), private.epoch_minute(x.ended_at), private.unpaid_break_minimum(t.company_id, t.employee_id, t.project_id, t.work_date)) as deducted,
                    least(private.epoch_minute(coalesce(x.ended_at, span.ended)), day.ends) - greatest(private.epoch_minute(x.started_at), day.starts) as minutes
                   from public.time_entry_breaks x
                  where x.company_id = t.company_id and x.time_entry_id = t.id) b
          where b.minutes > 0) pause on true
     left join lateral ( select m.equipment_id,
            m.kind,
            m.share,
            m.upto
           from private.machine_parts(t.machines) m(equipment_id, kind, share, upto)
          where t.machines is not null) part on true;
comment on view private.work_pieces is 'Seconds of every entry by day, as they count: the only place that says how long work took. An entry with several machines has a row for each, to the minute, which together are the day; the entry counts with the first.';

create or replace function private.recount_days(company_ids_param uuid[], employee_ids_param uuid[], dates_param date[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  with touched as materialized (
    select distinct d.company_id, d.employee_id, d.work_date
      from unnest(company_ids_param, employee_ids_param, dates_param) as d (company_id, employee_id, work_date)
  ), fresh as materialized (
    select d.company_id, d.employee_id, d.work_date, w.project_id, w.cost_code_id, w.equipment_id, w.classification_id, sum(w.seconds)::integer as seconds,
      sum(w.unpaid_break_seconds)::integer as unpaid, sum(w.paid_break_seconds)::integer as paid, sum(w.entries)::integer as entries
    from touched d
    cross join lateral (
      select t.id, t.work_date, t.clock_in, t.clock_out from public.time_entries t
       where t.company_id = d.company_id and t.employee_id = d.employee_id and t.clock_out is not null
         and t.clock_in >= d.work_date::timestamp at time zone 'UTC' - interval '14 hours'
         and t.clock_in < d.work_date::timestamp at time zone 'UTC' + interval '38 hours'
      union all
      (select t.id, t.work_date, t.clock_in, t.clock_out from public.time_entries t
        where t.company_id = d.company_id and t.employee_id = d.employee_id and t.clock_out is not null
          and t.clock_in < d.work_date::timestamp at time zone 'UTC' - interval '14 hours'
        order by t.clock_in desc limit 1)
    ) near
    -- Entry by entry: joined, a plan made before the first statistics works out every entry of the company.
    cross join lateral (
      select p.* from private.work_pieces p
       where p.company_id = d.company_id and p.entry_id = near.id and p.work_date = d.work_date
      offset 0
    ) w
    -- Most entries near a day do not reach it, as private.days_reached() says; working them out is what costs.
    where d.work_date between near.work_date and near.work_date + 1 + floor(extract(epoch from near.clock_out - near.clock_in) / 82800)::integer
    group by d.company_id, d.employee_id, d.work_date, w.project_id, w.cost_code_id, w.equipment_id, w.classification_id
  ), gone as (
    delete from public.work_totals k using touched d
     where k.company_id = d.company_id and k.employee_id = d.employee_id and k.work_date = d.work_date
       -- Not an anti join: with few rows expected that becomes a loop in a loop.
       and (k.company_id, k.employee_id, k.work_date, coalesce(k.project_id, nobody), coalesce(k.cost_code_id, nobody), coalesce(k.equipment_id, nobody),
           coalesce(k.classification_id, nobody))
         not in (select f.company_id, f.employee_id, f.work_date, coalesce(f.project_id, nobody), coalesce(f.cost_code_id, nobody),
           coalesce(f.equipment_id, nobody), coalesce(f.classification_id, nobody) from fresh f)
  )
  insert into public.work_totals as k (company_id, employee_id, work_date, project_id, cost_code_id, equipment_id,
      seconds, unpaid_break_seconds, paid_break_seconds, entries, classification_id)
    select f.company_id, f.employee_id, f.work_date, f.project_id, f.cost_code_id, f.equipment_id, f.seconds, f.unpaid, f.paid, f.entries, f.classification_id
      from fresh f
    on conflict on constraint work_totals_one_of_a_kind do update
      set seconds = excluded.seconds, unpaid_break_seconds = excluded.unpaid_break_seconds,
        paid_break_seconds = excluded.paid_break_seconds, entries = excluded.entries
      where (k.seconds, k.unpaid_break_seconds, k.paid_break_seconds, k.entries)
        is distinct from (excluded.seconds, excluded.unpaid_break_seconds, excluded.paid_break_seconds, excluded.entries);
  perform private.review_certified_payrolls(company_ids_param, dates_param);
end $$;
comment on function private.recount_days(uuid[],uuid[],date[]) is 'Counts days of people anew; the arrays go together, one element per day.';

create or replace function private.days_reached(work_date_param date, clock_in_param timestamptz, clock_out_param timestamptz) returns setof date
language sql immutable parallel safe rows 2
begin atomic
 select (days_reached.work_date_param + n.n)
    from generate_series(0, (1 + (floor((extract(epoch from (days_reached.clock_out_param - days_reached.clock_in_param)) / (82800)::numeric)))::integer)) n(n);
end;

create or replace function private.recount_company() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.recount_work(new.id);
  return null;
end $$;

create or replace function private.recount_work(company_id_param uuid default null::uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.work_totals k where company_id_param is null or k.company_id = company_id_param;
  insert into public.work_totals (company_id, employee_id, work_date, project_id, cost_code_id, equipment_id,
      seconds, unpaid_break_seconds, paid_break_seconds, entries, classification_id)
    select * from private.counted_work w where company_id_param is null or w.company_id = company_id_param;
$$;
comment on function private.recount_work(uuid) is 'Counts all time of a company, or of all, anew: after a new zone or policy, and for time that was loaded with triggers off.';

create or replace function private.recount_project() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.work_totals k where k.company_id = new.company_id and k.project_id = new.id;
  insert into public.work_totals (company_id, employee_id, work_date, project_id, cost_code_id, equipment_id,
      seconds, unpaid_break_seconds, paid_break_seconds, entries, classification_id)
    select * from private.counted_work w where w.company_id = new.company_id and w.project_id = new.id;
  return null;
end $$;

create or replace function private.work_totals_differences() returns table(stored_in text, company_id uuid, employee_id uuid, work_date date, project_id uuid, cost_code_id uuid, equipment_id uuid, kept jsonb, counted jsonb, classification_id uuid)
language sql stable security definer set search_path = '' as $$
  with stored as materialized (
    select 'work_totals' as stored_in, k.company_id, k.employee_id, k.work_date, k.project_id, k.cost_code_id, k.equipment_id, k.classification_id,
      jsonb_build_array(k.seconds, k.unpaid_break_seconds, k.paid_break_seconds, k.entries) as figures
    from public.work_totals k
    union all
    select 'work_months by ' || m.kind, m.company_id, m.employee_id, m.month,
      case m.kind when 'project' then m.item_id end, null, case m.kind when 'equipment' then m.item_id end, null,
      jsonb_build_array(m.seconds, m.unpaid_break_seconds, m.paid_break_seconds, m.entries)
    from private.work_months m where m.seconds <> 0 or m.entries <> 0
    union all
    select 'work_sums', s.company_id, s.employee_id, null, s.project_id, s.cost_code_id, null, null, jsonb_build_array(s.seconds, s.entries)
    from private.work_sums s where s.seconds <> 0 or s.entries <> 0
    union all
    select concat('company_work of a ', c.span, ' by ', c.kind), c.company_id, null, c.first_day, c.project_id, c.cost_code_id, c.equipment_id, null,
      jsonb_build_array(c.seconds, c.unpaid_break_seconds, c.paid_break_seconds, c.entries, bit_count(c.people), md5(c.people::text))
    from private.company_work c
    where not exists (select from private.company_work_outdated_spans o
      where o.company_id = c.company_id and o.span = c.span and o.first_day = c.first_day)
  ), days as materialized (
    select * from private.counted_work
  ), counted as materialized (
    select 'work_totals' as stored_in, w.company_id, w.employee_id, w.work_date, w.project_id, w.cost_code_id, w.equipment_id, w.classification_id,
      jsonb_build_array(w.seconds, w.unpaid_break_seconds, w.paid_break_seconds, w.entries) as figures
    from days w
    union all
    select 'work_months by ' || i.kind, w.company_id, w.employee_id, date_trunc('month', w.work_date::timestamp)::date,
      i.project_id, null::uuid, i.equipment_id, null,
      jsonb_build_array(sum(w.seconds), sum(w.unpaid_break_seconds), sum(w.paid_break_seconds), sum(w.entries))
    from days w
    cross join lateral (values ('all', null::uuid, null::uuid), ('project', w.project_id, null), ('equipment', null, w.equipment_id))
      as i (kind, project_id, equipment_id)
    group by 1, 2, 3, 4, 5, 6, 7 having sum(w.seconds) <> 0 or sum(w.entries) <> 0
    union all
    select 'work_sums', w.company_id, w.employee_id, null, w.project_id, w.cost_code_id, null, null, jsonb_build_array(sum(w.seconds), sum(w.entries))
    from days w group by w.company_id, w.employee_id, w.project_id, w.cost_code_id having sum(w.seconds) <> 0 or sum(w.entries) <> 0
    union all
    select concat('company_work of a ', i.span, ' by ', private.company_work_kind(grouping(c.project_id, c.cost_code_id, c.equipment_id))),
      c.company_id, null, i.first_day, c.project_id, c.cost_code_id, c.equipment_id, null,
      jsonb_build_array(sum(c.seconds), sum(c.unpaid), sum(c.paid), sum(c.entries), bit_count(bit_or(c.people)),
        md5(substring(bit_or(c.people) from 1 for max(c.last_number) + 1)::text))
    from (
      select w.company_id, w.work_date, w.project_id, w.cost_code_id, w.equipment_id, sum(w.seconds) as seconds,
        sum(w.unpaid_break_seconds) as unpaid, sum(w.paid_break_seconds) as paid, sum(w.entries) as entries,
        bit_or(set_bit(n.zeros, n.number, 1)) as people, max(n.number) as last_number
      from days w
      left join (select p.*, repeat('0', max(p.number) over (partition by p.company_id) + 1)::bit varying as zeros from private.people_numbers p) n
        on n.company_id = w.company_id and n.employee_id = w.employee_id
      group by 1, 2, 3, 4, 5
    ) c
    cross join lateral (values ('day', c.work_date), ('month', date_trunc('month', c.work_date::timestamp)::date)) as i (span, first_day)
    where not exists (select from private.company_work_outdated_spans o
      where o.company_id = c.company_id and o.span = i.span and o.first_day = i.first_day)
    group by c.company_id, i.span, i.first_day,
      grouping sets ((c.project_id, c.cost_code_id, c.equipment_id), (c.project_id), (c.cost_code_id), (c.equipment_id), ())
  ), different as (
    (select *, true as is_stored from stored except select *, true from counted)
    union all
    (select *, false from counted except select *, false from stored)
  )
  select d.stored_in, d.company_id, d.employee_id, d.work_date, d.project_id, d.cost_code_id, d.equipment_id,
    jsonb_agg(d.figures) filter (where d.is_stored) -> 0, jsonb_agg(d.figures) filter (where not d.is_stored) -> 0, d.classification_id
  from different d
  group by d.stored_in, d.company_id, d.employee_id, d.work_date, d.project_id, d.cost_code_id, d.equipment_id, d.classification_id
  order by d.stored_in, d.company_id, d.employee_id, d.work_date;
$$;
comment on function private.work_totals_differences() is 'Every row of work_totals, work_months, work_sums and company_work that is not what its entries say, with [seconds, unpaid, paid break seconds, entries] as stored and as counted; of work_sums [seconds, entries], of company_work with how many people and which. Days of company_work that are noted as outdated are nobody''s to read and left out.';
