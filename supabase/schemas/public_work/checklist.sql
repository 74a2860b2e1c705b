create or replace function public.public_work_checklist(project_id_param uuid default null) returns table(project_id uuid, code text, severity text, subject text, names text[], quantity integer, first_date date)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  company public.companies := (select c from public.companies c where c.id = me.company_id);
  today date := (now() at time zone company.time_zone)::date;
begin
  return query
  with contracts as materialized (
    select c.* from public.public_contracts c
    join public.projects p on p.company_id = c.company_id and p.id = c.project_id
    where c.company_id = me.company_id and (c.project_id = project_id_param or project_id_param is null and p.archived_at is null)
  ), worked as materialized (
    select t.project_id, t.employee_id, t.work_date, t.cost_code_id, t.classification_id
    from public.time_entries t
    where t.company_id = me.company_id and t.project_id in (select c.project_id from contracts c)
  ), people as materialized (
    -- Who works there now: recent time, or on the team.
    select w.project_id, w.employee_id from worked w where w.work_date >= today - 28
    union
    select m.project_id, m.employee_id from public.project_members m
    where m.company_id = me.company_id and m.project_id in (select c.project_id from contracts c)
  ), active_people as materialized (
    select p.project_id, e.id as employee_id, e.first_name || ' ' || e.last_name as name,
      exists (select from public.employee_classifications u
        where u.company_id = me.company_id and u.project_id = p.project_id and u.employee_id = e.id and u.from_date <= today) as has_class,
      exists (select from public.employee_identities i where i.company_id = me.company_id and i.employee_id = e.id) as has_identity
    from people p join public.employees e on e.company_id = me.company_id and e.id = p.employee_id and e.active
  ), determinations as materialized (
    select d.id, d.project_id, d.number, d.modification, d.effective_from,
      lead(d.effective_from) over (partition by d.project_id, d.number order by d.effective_from) as next_from,
      exists (select from public.work_classifications k where k.company_id = d.company_id and k.determination_id = d.id) as has_classes
    from public.wage_determinations d
    where d.company_id = me.company_id and d.project_id in (select c.project_id from contracts c)
  ), named as materialized (
    -- Classes that maps, people or recent time name.
    select m.project_id, m.classification_id from public.cost_code_classifications m
    where m.company_id = me.company_id and m.project_id in (select c.project_id from contracts c)
    union
    select u.project_id, u.classification_id from public.employee_classifications u
    where u.company_id = me.company_id and u.project_id in (select c.project_id from contracts c)
    union
    select w.project_id, w.classification_id from worked w where w.work_date >= today - 28 and w.classification_id is not null
  ), items as (
    select p.id as project_id, 'contract_missing' as code, 'error' as severity, null as subject, null::text[] as names, null::integer as quantity, null::date as first_date
    from public.projects p
    where p.company_id = me.company_id and p.prevailing_wage and p.status <> 'completed'
      and (p.id = project_id_param or project_id_param is null and p.archived_at is null)
      and not exists (select from public.public_contracts c where c.company_id = p.company_id and c.project_id = p.id)
    union all
    select c.project_id, f.code, f.severity, f.subject, null, null, null
    from contracts c cross join lateral (values
      ('contract_number_missing', 'error', null, coalesce(btrim(c.contract_number), '') = ''),
      ('prime_missing', 'error', null, c.contractor_role = 'sub' and coalesce(btrim(c.prime_name), '') = ''),
      ('location_missing', 'error', null, coalesce(btrim(c.location), '') = '' and (coalesce(btrim(c.county), '') = '' or coalesce(btrim(c.state), '') = '')),
      ('agency_missing', case when c.regime = 'ca' then 'error' else 'warning' end, null, coalesce(btrim(c.agency), '') = ''),
      ('cwhssa_unknown', 'warning', null, c.cwhssa = 'unknown'),
      ('portal_id_missing', 'warning', private.portal_id_of(c.regime), coalesce(btrim(c.external_ids ->> private.portal_id_of(c.regime)), '') = ''
        and private.portal_id_of(c.regime) is not null),
      ('week_differs', 'warning', null, c.week_ends_on <> (company.week_start + 6) % 7)
    ) as f (code, severity, subject, missing) where f.missing
    union all
    select c.project_id, 'determination_missing', 'error', null, null, null, null from contracts c
    where not exists (select from determinations d where d.project_id = c.project_id)
    union all
    select d.project_id, 'classes_missing', 'error', d.number, null, null, d.effective_from from determinations d
    where not d.has_classes and (d.next_from is null or d.next_from > today)
    union all
    select d.project_id, 'modification_missing', 'warning', d.number, null, null, d.effective_from from determinations d where btrim(d.modification) = ''
    union all
    select f.project_id, 'determination_later', 'warning', null, null, null, min(w.work_date)
    from (select d.project_id, min(d.effective_from) as first_from from determinations d group by d.project_id) f
    join worked w on w.project_id = f.project_id and w.work_date < f.first_from
    group by f.project_id
    union all
    -- A code that the modification in effect lacks is paid by the older one.
    select n.project_id, 'class_dropped', 'warning', d.number, array_agg(distinct k.code || ' ' || k.name), count(distinct k.code)::integer, null
    from named n
    join public.work_classifications k on k.company_id = me.company_id and k.id = n.classification_id
    join public.wage_determinations d on d.company_id = me.company_id and d.id = k.determination_id
    join determinations now_in_effect on now_in_effect.project_id = d.project_id and now_in_effect.number = d.number
      and now_in_effect.effective_from <= today and (now_in_effect.next_from is null or now_in_effect.next_from > today) and now_in_effect.has_classes
    where now_in_effect.effective_from > d.effective_from
      and not exists (select from public.work_classifications o where o.company_id = me.company_id and o.determination_id = now_in_effect.id and o.code = k.code)
    group by n.project_id, d.number
    union all
    select n.project_id, 'class_ended', 'error', null, array_agg(distinct k.code || ' ' || k.name), count(distinct k.id)::integer, min(k.ends_on)
    from named n
    join public.work_classifications k on k.company_id = me.company_id and k.id = n.classification_id and k.ends_on < today
    where exists (select from public.cost_code_classifications m where m.company_id = me.company_id and m.classification_id = k.id)
      or exists (select from public.employee_classifications u where u.company_id = me.company_id and u.classification_id = k.id
        and not exists (select from public.employee_classifications later where later.company_id = me.company_id and later.project_id = u.project_id
          and later.employee_id = u.employee_id and later.from_date > u.from_date and later.from_date <= today))
    group by n.project_id
    union all
    select a.project_id, 'people_without_class', 'warning', null, (array_agg(a.name order by a.name))[1:3], count(*)::integer, null
    from active_people a where not a.has_class group by a.project_id
    union all
    select c.project_id, 'time_without_class', 'error', null, null, count(*)::integer, min(w.work_date)
    from contracts c join worked w on w.project_id = c.project_id and w.classification_id is null
    group by c.project_id
    union all
    select a.project_id, 'identity_missing', 'warning', null, (array_agg(a.name order by a.name))[1:3], count(*)::integer, null
    from active_people a where not a.has_identity group by a.project_id
    union all
    -- A phase is reported and paid by its own contract.
    select b.project_id, 'phases_without_contract', 'warning', null, (array_agg(b.name order by b.name))[1:3], count(*)::integer, min(b.first_date)
    from (
      select c.project_id, p.name, (select min(t.work_date) from public.time_entries t where t.company_id = p.company_id and t.project_id = p.id) as first_date
      from contracts c join public.projects p on p.company_id = me.company_id and p.id <> c.project_id
        and p.id in (select private.project_branch(c.project_id, me.company_id))
      where not exists (select from public.public_contracts k where k.company_id = p.company_id and k.project_id = p.id)) b
    where b.first_date is not null
    group by b.project_id
  )
  select i.project_id, i.code, i.severity, i.subject, i.names, i.quantity, i.first_date
  from items i order by i.project_id, i.severity <> 'error', array_position(private.checklist_order(), i.code), i.subject;
end $$;
comment on function public.public_work_checklist(uuid) is 'Managers: what a public project, or each of them, lacks before its first certified week. error: the report needs it; warning: somebody should check it.';
grant execute on function public.public_work_checklist(uuid) to authenticated;

create or replace function private.portal_id_of(regime_param text) returns text
language sql immutable set search_path = '' as $$
  select case regime_param when 'ca' then 'dir_project_id' when 'ny' then 'prc_number' when 'wa' then 'intent_id' end;
$$;
comment on function private.portal_id_of(text) is 'The key of external_ids by which the portal of a state knows a project; null where there is no portal.';

create or replace function private.checklist_order() returns text[]
language sql immutable set search_path = '' as $$
  select array['contract_missing', 'contract_number_missing', 'prime_missing', 'location_missing', 'agency_missing', 'determination_missing',
    'classes_missing', 'class_ended', 'time_without_class', 'phases_without_contract', 'cwhssa_unknown', 'portal_id_missing', 'week_differs', 'modification_missing',
    'determination_later', 'class_dropped', 'people_without_class', 'identity_missing'];
$$;
comment on function private.checklist_order() is 'The codes of public_work_checklist(), in the order in which one fixes them.';
