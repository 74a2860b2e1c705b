create or replace function private.injury_days(company_id_param uuid, case_id_param uuid, as_of_param date, out away integer, out restricted integer) returns record
language sql stable set search_path = '' as $$
  -- Calendar days after the day of the injury, 180 at most of both together in the order of time (29 CFR 1904.7(b)(3)).
  select count(*) filter (where d.kind = 'away')::integer, count(*) filter (where d.kind = 'restricted')::integer
  from (
    select s.kind, row_number() over (order by day) as place
    from public.injury_cases c
    join public.injury_case_days s on s.company_id = c.company_id and s.case_id = c.id
    cross join lateral generate_series(greatest(s.from_date, c.happened_on + 1),
      least(coalesce(s.to_date, as_of_param), c.stopped_on, c.died_on - 1, greatest(s.from_date, c.happened_on + 1) + 179), interval '1 day') day
    where c.company_id = company_id_param and c.id = case_id_param
  ) d where d.place <= 180;
$$;
comment on function private.injury_days(uuid,uuid,date) is 'Columns K and L of a case: days away, and days of other or restricted work, until a day.';

create or replace function private.injury_lines(company_id_param uuid, establishment_id_param uuid, year_param integer) returns table(id uuid, number integer, employee_id uuid, name text, job_title text, happened_on date, place text, description text, private_name boolean, illness smallint, outcome text, away integer, restricted integer, voided boolean, void_reason text)
language sql stable set search_path = '' as $$
  select c.id, c.number, c.employee_id, btrim(e.first_name || ' ' || e.last_name), c.job_title, c.happened_on, c.place, c.description, c.private_name, c.illness,
    case when c.died_on is not null then 'death' when d.away > 0 then 'away' when d.restricted > 0 then 'restricted' else 'other' end,
    d.away, d.restricted, c.voided_at is not null, c.void_reason
  from public.injury_cases c
  join public.employees e on e.company_id = c.company_id and e.id = c.employee_id
  cross join lateral private.injury_days(c.company_id, c.id, private.company_today(c.company_id)) d
  where c.company_id = company_id_param and c.establishment_id = establishment_id_param and c.year = year_param
  order by c.number;
$$;
comment on function private.injury_lines(uuid,uuid,integer) is 'The lines of a log: exactly one of death, days away, restriction and other, the worst.';

create or replace function public.osha_log(establishment_id_param uuid, year_param integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := private.require_injury_recorder();
begin
  return coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'number', l.number, 'employee_id', l.employee_id,
      'name', case when l.private_name then null else l.name end, 'job_title', l.job_title, 'happened_on', l.happened_on, 'place', l.place,
      'description', l.description, 'illness', l.illness, 'outcome', l.outcome, 'away', l.away, 'restricted', l.restricted,
      'voided', l.voided, 'void_reason', l.void_reason) order by l.number)
    from private.injury_lines(company, establishment_id_param, year_param) l), '[]');
end $$;
comment on function public.osha_log(uuid,integer) is 'Owners and safety officers: the OSHA 300 log of a year; the name is null in a privacy concern case.';
grant execute on function public.osha_log(uuid,integer) to authenticated;

create or replace function private.establishment_projects(company_id_param uuid, establishment_id_param uuid) returns table(project_id uuid, included boolean)
language sql stable set search_path = '' as $$
  with recursive here as (
    select o.id as establishment_id, o.project_id from public.osha_establishments o where o.company_id = company_id_param and o.project_id is not null
    union
    select h.establishment_id, p.id from here h join public.projects p on p.company_id = company_id_param and p.parent_id = h.project_id
  )
  select h.project_id, bool_or(h.establishment_id = establishment_id_param) from here h group by 1;
$$;
comment on function private.establishment_projects(uuid,uuid) is 'Projects with a log of their own, with the parts below them, and whether it is this one.';

create or replace function private.establishment_work(company_id_param uuid, establishment_id_param uuid, from_param date, to_param date) returns table(employee_id uuid, work_date date, seconds bigint)
language sql stable set search_path = '' as $$
  select w.employee_id, w.work_date, sum(w.seconds)
  from public.work_totals w
  left join private.establishment_projects(company_id_param, establishment_id_param) p on p.project_id = w.project_id
  where w.company_id = company_id_param and w.work_date between from_param and to_param
    and coalesce(p.included, (select o.project_id is null from public.osha_establishments o where o.company_id = company_id_param and o.id = establishment_id_param))
  group by 1, 2;
$$;
comment on function private.establishment_work(uuid,uuid,date,date) is 'Worked time of an establishment by person and day: of its site, or of everything without a log of its own.';

create or replace function private.average_employees(paid_param bigint, periods_param bigint) returns integer
language sql immutable parallel safe set search_path = '' as $$
  select ceil(paid_param::numeric / nullif(periods_param, 0))::integer;
$$;
comment on function private.average_employees(bigint,bigint) is 'The sum of the people paid in each pay period, divided by the number of periods, rounded up.';

create or replace function private.incidence_rate(cases_param bigint, hours_param bigint) returns text
language sql immutable parallel safe set search_path = '' as $$
  select round(cases_param * 200000.0 / nullif(hours_param, 0), 2)::text;
$$;
comment on function private.incidence_rate(bigint,bigint) is 'Cases for 100 people who work a year (200,000 hours), two decimals; null without hours.';

create or replace function public.osha_summary(establishment_id_param uuid, year_param integer, average_employees_param integer default null::integer, hours_param integer default null::integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := private.require_injury_recorder();
  first_day date;
  last_day date;
  place public.osha_establishments;
  counted record;
  found record;
begin
  select * into place from public.osha_establishments o where o.company_id = company and o.id = establishment_id_param;
  if place.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This establishment was not found.';
  end if;
  if year_param not between 1971 and 2200 then
    raise exception using errcode = 'P0001', hint = 'invalid_date_range', message = 'Choose a year with four digits.';
  end if;
  if average_employees_param not between 1 and 1000000 or hours_param not between 0 and 1000000000 then
    raise exception using errcode = 'P0001', hint = 'osha_figures_wrong', message = 'Check the number of employees and the hours.';
  end if;
  first_day := make_date(year_param, 1, 1);
  last_day := least(make_date(year_param, 12, 31), private.company_today(company));
  -- Periods before the first work are none of ours: the company wrote its time elsewhere.
  with work as materialized (select * from private.establishment_work(company, establishment_id_param, first_day, last_day)),
  periods as (
    select b.start_date, b.end_date from private.pay_periods_back(company, make_date(year_param, 12, 31), 60) b
    where b.end_date between first_day and last_day and b.end_date >= (select min(w.work_date) from work w)
  )
  select (select coalesce(round(sum(w.seconds) / 3600.0), 0)::bigint from work w) as hours,
    (select private.average_employees(sum(p.people)::bigint, count(*)) from (
      select (select count(distinct w.employee_id) from work w where w.work_date between r.start_date and r.end_date) as people from periods r) p) as employees
    into counted;
  select count(*) as cases, count(*) filter (where l.outcome = 'death') as deaths, count(*) filter (where l.outcome = 'away') as away_cases,
    count(*) filter (where l.outcome = 'restricted') as restricted_cases, count(*) filter (where l.outcome = 'other') as other_cases,
    coalesce(sum(l.away), 0) as away_days, coalesce(sum(l.restricted), 0) as restricted_days,
    array[count(*) filter (where l.illness = 1), count(*) filter (where l.illness = 2), count(*) filter (where l.illness = 3),
      count(*) filter (where l.illness = 4), count(*) filter (where l.illness = 5), count(*) filter (where l.illness = 6)] as kinds
    into found from private.injury_lines(company, establishment_id_param, year_param) l where not l.voided;
  return jsonb_build_object('year', year_param,
    'establishment', to_jsonb(place) - '{company_id,created_at,created_by,updated_at}'::text[],
    'counted_employees', counted.employees, 'counted_hours', counted.hours,
    'average_employees', coalesce(average_employees_param, counted.employees, 0), 'hours', coalesce(hours_param, counted.hours),
    'cases', found.cases, 'deaths', found.deaths, 'away_cases', found.away_cases, 'restricted_cases', found.restricted_cases, 'other_cases', found.other_cases,
    'away_days', found.away_days, 'restricted_days', found.restricted_days, 'kinds', to_jsonb(found.kinds),
    'rates', jsonb_build_object(
      'recordable', private.incidence_rate(found.cases, coalesce(hours_param, counted.hours)),
      'dart', private.incidence_rate(found.away_cases + found.restricted_cases, coalesce(hours_param, counted.hours)),
      'lost_time', private.incidence_rate(found.away_cases, coalesce(hours_param, counted.hours))));
end $$;
comment on function public.osha_summary(uuid,integer,integer,integer) is 'Owners and safety officers: what the OSHA 300A of a year says, with people and hours from the company''s own time or as given, and the rates.';
grant execute on function public.osha_summary(uuid,integer,integer,integer) to authenticated;

create table public.osha_summaries (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  establishment_id uuid not null,
  year smallint not null,
  revision integer not null,
  content jsonb not null,
  certified_name text not null,
  certified_title text not null,
  certified_phone text not null,
  certified_at timestamptz default now() not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint osha_summaries_pkey primary key (company_id, id),
  constraint osha_summaries_revision_once unique (company_id, establishment_id, year, revision),
  constraint osha_summaries_content_size check (pg_column_size(content) < 30000),
  constraint osha_summaries_name_length check (char_length(btrim(certified_name)) between 1 and 100),
  constraint osha_summaries_phone_length check (char_length(btrim(certified_phone)) between 3 and 40),
  constraint osha_summaries_title_length check (char_length(btrim(certified_title)) between 1 and 100),
  constraint osha_summaries_establishment foreign key (company_id, establishment_id) references public.osha_establishments(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.osha_summaries');
comment on table public.osha_summaries is 'OSHA 300A as an executive of the company certified it. It stays; a correction is the next revision.';
alter table public.osha_summaries enable row level security;
grant select on table public.osha_summaries to authenticated;

create policy "Who records injuries reads certified summaries" on public.osha_summaries
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.records_injuries()));

create or replace trigger keep_summary before update on public.osha_summaries
  for each row execute function private.refuse_change();

create or replace trigger zz_record_change after insert or delete or update on public.osha_summaries
  for each row execute function private.record_change();

create or replace function public.certify_osha_summary(establishment_id_param uuid, year_param integer, name_param text, title_param text, phone_param text, average_employees_param integer default null::integer, hours_param integer default null::integer) returns public.osha_summaries
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_owner();
  summary jsonb := public.osha_summary(establishment_id_param, year_param, average_employees_param, hours_param);
  certified public.osha_summaries;
begin
  if coalesce(btrim(name_param), '') = '' or coalesce(btrim(title_param), '') = '' or char_length(coalesce(btrim(phone_param), '')) < 3 then
    raise exception using errcode = 'P0001', hint = 'certifier_required', message = 'Enter the name, title and phone number of who certifies it.';
  end if;
  if summary #>> '{establishment,street}' = '' or summary #>> '{establishment,city}' = '' or summary #>> '{establishment,state}' = ''
    or summary #>> '{establishment,zip}' = '' or summary #>> '{establishment,naics_code}' = '' then
    raise exception using errcode = 'P0001', hint = 'establishment_incomplete', message = 'Complete the address and the NAICS code of the establishment first.';
  end if;
  if (summary ->> 'average_employees')::integer = 0 then
    raise exception using errcode = 'P0001', hint = 'osha_figures_wrong', message = 'Enter the number of employees and the hours.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('osha_summaries:' || establishment_id_param || year_param, 0));
  insert into public.osha_summaries (company_id, establishment_id, year, revision, content, certified_name, certified_title, certified_phone)
    select company, establishment_id_param, year_param, coalesce(max(s.revision), 0) + 1, summary, left(btrim(name_param), 100), left(btrim(title_param), 100), left(btrim(phone_param), 40)
    from public.osha_summaries s where s.company_id = company and s.establishment_id = establishment_id_param and s.year = year_param
    returning * into certified;
  return certified;
end $$;
comment on function public.certify_osha_summary(uuid,integer,text,text,text,integer,integer) is 'Owners: stores the 300A of a year as an executive certified it; the next one is its next revision.';
grant execute on function public.certify_osha_summary(uuid,integer,text,text,text,integer,integer) to authenticated;

create or replace function public.void_injury_case(id_param uuid, reason_param text) returns public.injury_cases
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_injury_recorder();
  changed public.injury_cases;
begin
  update public.injury_cases c set voided_at = case when nullif(btrim(reason_param), '') is not null then now() end, void_reason = left(nullif(btrim(reason_param), ''), 500)
    where c.company_id = company and c.id = id_param returning * into changed;
  if changed.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This case was not found.';
  end if;
  return changed;
end $$;
comment on function public.void_injury_case(uuid,text) is 'Owners and safety officers: strikes a case out of the log with a reason, or restores it without one. Its number stays.';
grant execute on function public.void_injury_case(uuid,text) to authenticated;

create or replace function public.split_injury_case(id_param uuid) returns public.injury_cases
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_injury_recorder();
  first public.injury_cases;
  second public.injury_cases;
begin
  select * into first from public.injury_cases c where c.company_id = company and c.id = id_param;
  if first.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This case was not found.';
  end if;
  if first.voided_at is not null then
    raise exception using errcode = 'P0001', hint = 'case_voided', message = 'This case was struck out. Restore it first.';
  end if;
  first.id := gen_random_uuid();
  first.created_by := auth.uid();
  first.created_at := now();
  first.updated_at := now();
  insert into public.injury_cases select first.* returning * into second;
  return second;
end $$;
comment on function public.split_injury_case(uuid) is 'Owners and safety officers: a second case with the same facts and a number of its own, for what turned out to be two. Its days are entered anew.';
grant execute on function public.split_injury_case(uuid) to authenticated;
