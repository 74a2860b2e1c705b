create or replace function private.apprentices_on_site(company_id_param uuid, first_date_param date, last_date_param date, project_id_param uuid default null::uuid) returns table(project_id uuid, work_date date, craft text, program_id uuid, employee_id uuid, classification_ids uuid[], first_punch timestamptz, level text, percent numeric, fringe_percent numeric, journeyworkers integer, apprentices integer, allowed integer, place integer)
language sql stable rows 100 set search_path = '' as $$
  with steps as materialized (
    select a.employee_id, a.program_id, a.from_date, coalesce(a.to_date, 'infinity') as to_date, a.level, a.percent,
      case p.fringe_rule when 'program' then a.fringe_percent end as fringe_percent, lower(btrim(p.occupation)) as occupation,
      p.ratio_apprentices, p.ratio_journeyworkers, min(a.from_date) over (partition by a.employee_id, a.program_id) as since
    from public.apprenticeships a
    join public.apprenticeship_programs p on p.company_id = a.company_id and p.id = a.program_id
    where a.company_id = company_id_param
  ), sites as materialized (
    select distinct t.project_id
    from (select distinct s.employee_id from steps s where s.from_date <= last_date_param and s.to_date >= first_date_param) s
    join public.time_entries t on t.company_id = company_id_param and t.employee_id = s.employee_id
    where t.classification_id is not null and (project_id_param is null or t.project_id = project_id_param)
      and t.clock_in >= first_date_param::timestamp at time zone 'UTC' - interval '4 days'
      and t.clock_in < last_date_param::timestamp at time zone 'UTC' + interval '2 days'
  ), terms as materialized (
    select k.classification_id, k.craft, k.valid_from, k.valid_to
    from private.classification_terms(company_id_param) k
    where exists (select from sites)
  ), present as (
    select t.project_id, d.day, k.craft, t.employee_id, min(t.clock_in) as first_punch, array_agg(distinct t.classification_id) as classification_ids
    from sites s
    join public.public_contracts c on c.company_id = company_id_param and c.project_id = s.project_id
    join public.time_entries t on t.company_id = company_id_param and t.project_id = s.project_id and t.classification_id is not null
      and t.clock_in >= first_date_param::timestamp at time zone 'UTC' - interval '4 days'
      and t.clock_in < last_date_param::timestamp at time zone 'UTC' + interval '2 days'
    cross join lateral (
      select t.work_date + i as day
      from generate_series(0, private.last_day_on_site(t.company_id, t.project_id, t.work_date, t.clock_out) - t.work_date) i) d
    join terms k on k.classification_id = t.classification_id and d.day >= k.valid_from and d.day < k.valid_to
    where d.day between first_date_param and last_date_param
    group by t.project_id, d.day, k.craft, t.employee_id
  ), counted as (
    select p.*, s.program_id, s.level, s.percent, s.fringe_percent, s.ratio_apprentices, s.ratio_journeyworkers, s.since,
      position(s.occupation in lower(p.craft)) > 0 as is_apprentice,
      count(*) filter (where s.employee_id is null) over (partition by p.project_id, p.day, p.craft) as journeyworkers
    from present p
    left join steps s on s.employee_id = p.employee_id and p.day between s.from_date and s.to_date
  )
  select c.project_id, c.day, c.craft, c.program_id, c.employee_id, c.classification_ids, c.first_punch, c.level, c.percent, c.fringe_percent,
    c.journeyworkers::integer, (count(*) over craft_day)::integer,
    (c.journeyworkers * c.ratio_apprentices / c.ratio_journeyworkers)::integer,
    (row_number() over (craft_day order by c.first_punch, c.since, c.employee_id))::integer
  from counted c
  where c.is_apprentice
  window craft_day as (partition by c.project_id, c.day, c.craft, c.program_id);
$$;
comment on function private.apprentices_on_site(uuid,date,date,uuid) is 'Apprentices of each site, day and craft in the order in which they came, with how many journeyworkers were there and how many apprentices these allow. place > allowed: over the ratio. Who came at the same instant: the one longer in the program first. docs/rules/public-work.md';

create or replace function private.last_day_on_site(company_id_param uuid, project_id_param uuid, work_date_param date, clock_out_param timestamptz) returns date
language sql stable set search_path = '' as $$
  -- A running entry counts for the day it began: what it becomes is known when it ends, and pay is asked again then.
  select private.last_date_of(work_date_param, clock_out_param, private.zone_of(company_id_param, project_id_param));
$$;
comment on function private.last_day_on_site(uuid,uuid,date,timestamp with time zone) is 'The last calendar day at the site that an entry reaches.';

create or replace function private.apprentice_days(company_id_param uuid, first_date_param date, last_date_param date) returns table(employee_id uuid, project_id uuid, classification_id uuid, work_date date, percent numeric, fringe_percent numeric, level text, over_ratio boolean)
language sql stable rows 100 set search_path = '' as $$
  with days as materialized (
    select s.employee_id, s.project_id, c.classification_id, s.work_date, s.program_id, s.percent, s.fringe_percent, s.level,
      s.place > s.allowed as over_ratio
    from private.apprentices_on_site(company_id_param, first_date_param - 1, last_date_param + 1) s
    cross join unnest(s.classification_ids) as c (classification_id)
  ), near as (
    select d.*, 0 as distance from days d
    union all
    -- Rounding, and a workday that does not start at midnight, count work for the day before or after.
    select d.employee_id, d.project_id, d.classification_id, d.work_date + m.days, d.program_id, a.percent,
      case p.fringe_rule when 'program' then a.fringe_percent end, a.level, d.over_ratio, 1
    from days d
    cross join (values (-1), (1)) as m (days)
    join public.apprenticeships a on a.company_id = company_id_param and a.employee_id = d.employee_id and a.program_id = d.program_id
      and daterange(a.from_date, a.to_date, '[]') @> d.work_date + m.days
    join public.apprenticeship_programs p on p.company_id = a.company_id and p.id = a.program_id
  )
  select distinct on (n.employee_id, n.project_id, n.classification_id, n.work_date)
    n.employee_id, n.project_id, n.classification_id, n.work_date, n.percent, n.fringe_percent, n.level, n.over_ratio
  from near n
  where n.work_date between first_date_param and last_date_param
  order by n.employee_id, n.project_id, n.classification_id, n.work_date, n.distance, n.over_ratio desc;
$$;
comment on function private.apprentice_days(uuid,date,date) is 'Days on which somebody works as an apprentice of a program whose occupation is part of the craft''s name: percent of the base, percent of the fringe (null: all of it), and whether they are over the ratio that day.';
