create or replace function public.fringe_coverage(work_date_param date default null::date) returns table(project_id uuid, project_name text, regime text, top_up boolean, classification_id uuid, code text, class_name text, class_name_es text, employee_id uuid, first_name text, last_name text, level text, fringe numeric, credit numeric, plans jsonb, cash numeric, cash_rule text, open numeric, training boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_manager();
  today date := coalesce(work_date_param, private.company_today(me.company_id));
begin
  return query
    with terms as materialized (
      select * from private.classification_terms(me.company_id) k where today >= k.valid_from and today < k.valid_to
    ), usual as materialized (
      select distinct on (u.employee_id, u.project_id) u.* from public.employee_classifications u
      where u.company_id = me.company_id and u.from_date <= today
      order by u.employee_id, u.project_id, u.from_date desc
    ), people as (
      select u.employee_id, t.effective_classification_id as class_id from usual u join terms t on t.classification_id = u.classification_id
      union
      select e.employee_id, t.effective_classification_id
      from public.time_entries e
      join terms t on t.classification_id = e.classification_id
      where e.company_id = me.company_id and e.classification_id is not null
        and e.clock_in >= (today - 28)::timestamp at time zone 'UTC' and e.clock_in < (today + 2)::timestamp at time zone 'UTC'
        and e.work_date between today - 27 and today
    ), owed as (
      select t.project_id, t.effective_classification_id as class_id, p.employee_id, a.level,
        private.apprentice_rate(t.fringe_e4, a.fringe_percent, false) * 0.0001 as fringe
      from people p
      join terms t on t.classification_id = p.class_id
      left join lateral (
        select s.level, case g.fringe_rule when 'program' then s.fringe_percent end as fringe_percent
        from public.apprenticeships s
        join public.apprenticeship_programs g on g.company_id = s.company_id and g.id = s.program_id
        where s.company_id = me.company_id and s.employee_id = p.employee_id and daterange(s.from_date, s.to_date, '[]') @> today
          and position(lower(btrim(g.occupation)) in lower(t.craft)) > 0
      ) a on true
    ), covered as (
      select e.employee_id, sum(e.credit) as credit, bool_or(f.kind = 'training') as training,
        jsonb_agg(jsonb_build_object('plan_id', f.id, 'name', f.name, 'kind', f.kind, 'credit', e.credit) order by f.name, f.id) as plans
      from private.fringe_enrollments(me.company_id) e
      join public.fringe_plans f on f.company_id = me.company_id and f.id = e.plan_id
      where e.from_date <= today and coalesce(e.to_date, today) >= today
      group by e.employee_id
    )
    select o.project_id, j.name, c.regime, c.top_up, k.id, k.code, k.name, coalesce(k.name_es, k.name), o.employee_id, w.first_name, w.last_name, o.level,
      o.fringe, coalesce(v.credit, 0), coalesce(v.plans, '[]'), cash.amount,
      case when u.id is null then 'none' when u.cash_in_lieu is null then 'rest' else 'given' end,
      greatest(0, o.fringe - coalesce(v.credit, 0) - cash.amount), coalesce(v.training, false)
    from owed o
    join public.projects j on j.company_id = me.company_id and j.id = o.project_id
    join public.public_contracts c on c.company_id = me.company_id and c.project_id = o.project_id
    join public.work_classifications k on k.company_id = me.company_id and k.id = o.class_id
    join public.employees w on w.company_id = me.company_id and w.id = o.employee_id and w.active
    left join covered v on v.employee_id = o.employee_id
    left join usual u on u.employee_id = o.employee_id and u.project_id = o.project_id
    cross join lateral (select case when u.id is null then 0
      else private.cash_in_lieu(u.cash_in_lieu, o.fringe, coalesce(v.credit, 0)) end as amount) cash
    order by j.name, j.id, k.name, k.id, w.last_name, w.first_name, w.id;
end $$;
comment on function public.fringe_coverage(date) is 'Manager, owner: of everybody with a usual class on a public project, or who worked there in the four weeks up to a date (today): the fringe of the class, what plans cover of it, and what is paid in cash: as given, the rest, or none by rule. open is what neither covers: a higher wage may, or pay is raised where the contract says so.';
grant execute on function public.fringe_coverage(date) to authenticated;

create or replace function public.fringe_hours(plan_id_param uuid default null::uuid) returns table(employee_id uuid, first_name text, last_name text, in_plan boolean, first_date date, last_date date, public_hours numeric, private_hours numeric, days integer, yearly_hours numeric)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_manager();
  last_day date := private.company_today(me.company_id) - 1;
  first_day date := (last_day + 1 - interval '1 year')::date;
begin
  return query
    select e.id, e.first_name, e.last_name, exists (select from public.employee_fringe_plans m
        where m.company_id = me.company_id and m.plan_id = plan_id_param and m.employee_id = e.id and coalesce(m.to_date, last_day) >= last_day),
      w.first_date, w.last_date, round(w.public_seconds / 3600.0, 2), round((w.seconds - w.public_seconds) / 3600.0, 2),
      last_day - greatest(first_day, h.hired) + 1,
      round(w.seconds / 3600.0 * (last_day - first_day + 1) / (last_day - greatest(first_day, h.hired) + 1), 2)
    from (
      select t.employee_id, min(t.work_date) as first_date, max(t.work_date) as last_date, sum(t.seconds) as seconds,
        coalesce(sum(t.seconds) filter (where c.id is not null), 0) as public_seconds
      from public.work_totals t
      left join public.public_contracts c on c.company_id = t.company_id and c.project_id = t.project_id
      where t.company_id = me.company_id and t.work_date between first_day and last_day
      group by t.employee_id having sum(t.seconds) > 0
    ) w
    join public.employees e on e.company_id = me.company_id and e.id = w.employee_id and e.active
    cross join lateral (select min(t.work_date) as hired from public.work_totals t where t.company_id = me.company_id and t.employee_id = e.id) h
    order by e.last_name, e.first_name, e.id;
end $$;
comment on function public.fringe_hours(uuid) is 'Manager, owner: hours of each person in the 12 months up to yesterday, public and private, and what they come to in a full year (who began in these months is counted by the days since). For the hours a plan is divided by; nothing is saved.';
grant execute on function public.fringe_hours(uuid) to authenticated;
