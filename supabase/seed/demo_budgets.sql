-- Budgets and quantities of the demo company: Harborview runs over, Maple Street is on course, Cedar
-- Court is finished and gives the company unit rates of its own.
-- Plans follow from the hours that were made up, so that the story is the same on any day.

-- Work without a unit that has steps: at the end of the second one.
create temporary table demo_milestones (code, milestones, step_ends) on commit drop as values
  ('26 50 00', 'Rough-in 40, Set fixtures 30, Connect 20, Test 10', array[40, 70, 90, 100]),
  ('22 40 00', 'Rough-in 40, Set fixtures 30, Test 30', array[40, 70, 100]);

create temporary table demo_budget_work on commit drop as
  select w.project_id, p.number as project, w.cost_code_id, k.code, sum(w.seconds) / 3600.0 as hours,
    -- Supervision and cleanup have no unit of their own: percent.
    case when k.unit = 'HR' or m.code is not null then '%' else k.unit end as unit, m.milestones, m.step_ends,
    -- How far the work is, and how many hours it took for each hour planned.
    case when p.number = 'P090' then 1 when m.code is not null then 0.7
      else case p.number when 'P100' then 0.56 else 0.74 end + (('x' || substr(md5(k.code), 1, 4))::bit(16)::integer % 9 - 4) / 100.0 end as complete,
    case when p.number = 'P100' and k.code in ('06 10 00', '26 05 00', '06 16 00') then 1.28
      when p.number = 'P100' then 1.04 else 0.95 end as pace
  from private.work_sums w
  join public.projects p on p.company_id = w.company_id and p.id = w.project_id and p.number in ('P090', 'P100', 'P110')
  join public.companies c on c.id = p.company_id and c.name = 'Demo Construction Co.'
  join public.cost_codes k on k.company_id = w.company_id and k.id = w.cost_code_id
  left join demo_milestones m on m.code = k.code and p.number <> 'P090'
  group by 1, 2, 3, 4, k.unit, m.code, m.milestones, m.step_ends having sum(w.seconds) >= 4 * 3600;

create temporary table demo_budget_plan on commit drop as
  select d.*, greatest(1, round(d.hours / d.pace / d.complete)) as planned_hours,
    case when d.unit = '%' then 100 else 20 * greatest(1, round(d.hours / d.pace / d.complete)) end as planned_quantity
  from demo_budget_work d;

insert into public.budgets (company_id, project_id, name, status, approved_at)
  select p.company_id, p.id, v.name, 'draft', null
  from public.projects p join public.companies c on c.id = p.company_id and c.name = 'Demo Construction Co.'
  cross join (values (1, 'Original'), (2, 'Change order 1')) as v (version, name)
  where p.number = 'P100' or (p.number in ('P090', 'P110') and v.version = 1)
  order by p.number, v.version;

-- The change order added a tenth to the carpentry of Harborview.
insert into public.budget_lines (company_id, budget_id, cost_code_id, hours, labor_amount, quantity, unit, milestones)
  select b.company_id, b.id, d.cost_code_id,
    round(d.planned_hours * f.share), round(d.planned_hours * f.share * 48),
    case when d.unit = '%' then 100 else round(d.planned_quantity * f.share) end, d.unit, d.milestones
  from demo_budget_plan d
  join public.budgets b on b.project_id = d.project_id
  cross join lateral (select case when b.version = 1 and d.project = 'P100' and d.code like '06%' then 0.9 else 1 end as share) f;

update public.budgets b set status = 'approved', approved_at = now() - (case b.version when 1 then 50 else 20 end) * interval '1 day',
    approved_by = (select e.user_id from public.employees e where e.company_id = b.company_id and e.role = 'owner' limit 1)
  from public.companies c where c.id = b.company_id and c.name = 'Demo Construction Co.';

-- Quantities on the days people worked on the code; those of the last three days wait for approval.
insert into public.quantities (company_id, project_id, cost_code_id, work_date, quantity, area, status, approved_at)
  select w.company_id, w.project_id, w.cost_code_id, w.work_date,
    -- Some days went better than others.
    round(d.planned_quantity * d.complete * sum(w.seconds) / 3600.0 / d.hours
      * (0.7 + ('x' || substr(md5(d.code || w.work_date::text), 1, 4))::bit(16)::integer * 0.6 / 65536), 1),
    case ('x' || substr(md5(w.work_date::text || d.code), 1, 4))::bit(16)::integer % 4
      when 0 then 'Level 1' when 1 then 'Level 2, east' when 2 then 'Level 2, west' end,
    case when w.work_date > current_date - 3 then 'entered' else 'approved' end,
    case when w.work_date > current_date - 3 then null else w.work_date + time '17:00' end
  from public.work_totals w
  join demo_budget_plan d on d.project_id = w.project_id and d.cost_code_id = w.cost_code_id
  where d.milestones is null
  group by w.company_id, w.project_id, w.cost_code_id, w.work_date, d.planned_quantity, d.complete, d.hours, d.code
  having round(d.planned_quantity * d.complete * sum(w.seconds) / 3600.0 / d.hours, 1) > 0
  order by w.work_date, d.code;

-- A step is entered whole on the day it was done; the second one a while before the last day.
insert into public.quantities (company_id, project_id, cost_code_id, work_date, quantity, status, approved_at)
  select d.company_id, d.project_id, d.cost_code_id, min(d.work_date), d.step_end - d.step_start, 'approved', min(d.work_date) + time '17:00'
  from (
    select w.company_id, w.project_id, w.cost_code_id, w.work_date, step.step_end, step.step_start,
      82 * sum(w.seconds) over (partition by w.project_id, w.cost_code_id, step.step_end order by w.work_date) / 3600.0 / p.hours as done
    from public.work_totals w
    join demo_budget_plan p on p.project_id = w.project_id and p.cost_code_id = w.cost_code_id
    cross join lateral (select e as step_end, lag(e, 1, 0) over (order by e) as step_start from unnest(p.step_ends) e) step) d
  where d.done >= d.step_end
  group by d.company_id, d.project_id, d.cost_code_id, d.step_end, d.step_start
  order by min(d.work_date), d.cost_code_id;

insert into public.burden_rates (company_id, percent, effective_from)
  select c.id, 31.5, date '2020-01-01' from public.companies c where c.name = 'Demo Construction Co.';

select count(*) from public.companies c cross join lateral private.find_budget_alerts(c.id) where c.name = 'Demo Construction Co.';
