create table public.budget_alerts (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  cost_code_id uuid,
  version integer not null,
  kind text not null,
  threshold integer not null,
  percent_used numeric not null,
  percent_complete numeric,
  created_at timestamptz default now() not null,
  seen_at timestamptz,
  seen_by uuid,
  constraint budget_alerts_pkey primary key (company_id, id),
  constraint budget_alerts_once unique nulls not distinct (company_id, project_id, cost_code_id, version, kind, threshold),
  constraint budget_alerts_kind_known check (kind in ('hours', 'cost', 'ahead')),
  constraint budget_alerts_threshold_range check (threshold >= 0 and threshold <= 100),
  constraint budget_alerts_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id),
  constraint budget_alerts_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.budget_alerts');
create index budget_alerts_open on public.budget_alerts (company_id, created_at desc) where seen_at is null;
comment on table public.budget_alerts is 'What was noticed about a budget, once for each version, project or code, kind and threshold. Written by find_budget_alerts only; managers note that they saw it.';
comment on column public.budget_alerts.cost_code_id is 'Null: the whole project.';
comment on column public.budget_alerts.threshold is 'Percent used (hours, cost); 0 for ahead, whose points are the company''s.';
alter table public.budget_alerts enable row level security;
alter publication supabase_realtime add table public.budget_alerts;
grant select on table public.budget_alerts to authenticated;
grant update (seen_at) on public.budget_alerts to authenticated;

create policy "Company roles with budgets read alerts of their projects" on public.budget_alerts
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('budgets')) and private.covers_project((select private.scope_of('budgets')), project_id));

create policy "Managers note that they saw an alert" on public.budget_alerts
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers read alerts, foremen those about hours of projects the" on public.budget_alerts
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or ((select private.my_role())) = 'foreman' and kind <> 'cost' and not (project_id in (select private.projects_closed_to_me()))));

create or replace trigger keep_alert before update on public.budget_alerts
  for each row execute function private.record_alert_reader();

create or replace function private.record_alert_reader() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_system() then
    new.seen_at := case when new.seen_at is not null then coalesce(old.seen_at, now()) end;
    new.seen_by := case when new.seen_at is not null then coalesce(old.seen_by, auth.uid()) end;
  end if;
  return new;
end $$;
comment on function private.record_alert_reader() is 'Notes who saw an alert first, and when.';

create or replace trigger keep_identity before update on public.budget_alerts
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.budget_alerts
  for each row execute function private.record_change();

create or replace function private.send_budget_alerts(moment_param timestamptz default now()) returns bigint
language sql set search_path = '' as $$
  select private.for_each_company(array_agg(distinct b.company_id), format('select private.send_budget_alerts($1, %L)', moment_param))
  from public.budgets b where b.status = 'approved';
$$;
comment on function private.send_budget_alerts(timestamp with time zone) is 'Notes what is new about every budget and notifies managers, and foremen of the project''s team of hours, once for a project; may run anywhere, any number of times.';

create or replace function private.send_budget_alerts(company_id_param uuid, moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
    with found as materialized (
      select * from private.find_budget_alerts(company_id_param)
    ), due as (
      select r, f.project_id, p.name, string_agg(private.alert_text(r.language, f.kind, f.threshold, f.percent_used, f.percent_complete, k.code || ' ' || k.name),
          E'\n' order by f.cost_code_id is not null, f.percent_used desc) as reasons
      from found f
      join public.projects p on p.company_id = f.company_id and p.id = f.project_id
      left join public.cost_codes k on k.company_id = f.company_id and k.id = f.cost_code_id
      -- Foremen of the project's team are notified of hours.
      join private.notification_recipients r on r.company_id = f.company_id
        and (r.role in ('owner', 'manager') or r.role = 'foreman' and f.kind <> 'cost' and exists (
          select from public.project_members m where m.company_id = f.company_id and m.project_id in (select private.project_line(f.project_id, f.company_id)) and m.employee_id = r.employee_id))
      group by r, f.project_id, p.name order by f.project_id offset 0
    )
    select count(*) filter (where private.notify_person((d.r).company_id, (d.r).employee_id, 'budget_alert', 'budget ' || d.project_id || ' ' || moment_param, 'budget_alert',
        jsonb_build_object('project_id', d.project_id, 'project_name', d.name, 'reasons', d.reasons),
        jsonb_build_object('path', '/budgets?project=' || d.project_id, 'tag', 'budget ' || d.project_id)))
      from due d;
$$;
select cron.schedule('budget_alerts', '23 * * * *', 'select private.send_budget_alerts()');

create or replace function private.find_budget_alerts(company_id_param uuid) returns setof public.budget_alerts
language sql set search_path = '' as $$
  with versions as materialized (
    select b.project_id, max(b.version) as version from public.budgets b
      join public.projects p on p.company_id = b.company_id and p.id = b.project_id and p.status = 'active' and p.archived_at is null
     where b.company_id = company_id_param and b.status = 'approved' group by b.project_id
  ), figures as materialized (
    select f.* from private.budget_figures(company_id_param, array(select v.project_id from versions v)) f
  ), cost as materialized (
    select v.project_id, l.cost_code_id, l.amount from versions v
     cross join lateral private.labor_cost_to_now(company_id_param, v.project_id) l
     where exists (select from figures f where f.project_id = v.project_id and f.budget_amount > 0)
  ), levels as (
    select f.project_id, f.cost_code_id, 'hours' as kind, f.percent_used as used, f.percent_complete as complete from figures f where f.budgeted
    union all
    select f.project_id, null, 'hours', 100 * sum(f.actual_hours) / nullif(sum(f.budget_hours), 0), 100 * sum(f.earned_hours) / nullif(sum(f.budget_hours), 0)
      from figures f group by f.project_id
    union all
    select f.project_id, f.cost_code_id, 'cost', 100 * c.amount / nullif(f.budget_amount, 0), f.percent_complete
      from figures f join cost c on c.project_id = f.project_id and c.cost_code_id = f.cost_code_id where f.budgeted
    union all
    -- Of the whole project, as the report has it: with codes outside the budget, and work without a code.
    select f.project_id, null, 'cost', 100 * (select sum(c.amount) from cost c where c.project_id = f.project_id) / nullif(sum(f.budget_amount), 0),
        100 * sum(f.earned_hours) / nullif(sum(f.budget_hours), 0)
      from figures f group by f.project_id
  ), found as (
    select l.project_id, l.cost_code_id, l.kind, case when l.used >= 100 then 100 when l.used >= 90 then 90 else 75 end as threshold, l.used, l.complete
      from levels l where l.used >= 75
    union all
    select l.project_id, l.cost_code_id, 'ahead', 0, l.used, l.complete
      from levels l join public.companies c on c.id = company_id_param
     where l.kind = 'hours' and l.used - l.complete >= c.budget_alert_points
  )
  insert into public.budget_alerts (company_id, project_id, cost_code_id, version, kind, threshold, percent_used, percent_complete)
  select company_id_param, f.project_id, f.cost_code_id, v.version, f.kind, f.threshold, f.used, f.complete
    from found f join versions v on v.project_id = f.project_id
   -- What falls back below a threshold is no news.
   where not exists (select from public.budget_alerts a where a.company_id = company_id_param and a.project_id = f.project_id
     and a.cost_code_id is not distinct from f.cost_code_id and a.version = v.version and a.kind = f.kind and a.threshold >= f.threshold)
  on conflict do nothing
  returning *;
$$;
comment on function private.find_budget_alerts(uuid) is 'Notes what is new about the budgets of a company: for each project and code the highest threshold reached, once a version.';

create or replace function private.alert_text(language_param text, kind_param text, threshold_param integer, used_param numeric, complete_param numeric, code_param text) returns text
language sql immutable set search_path = '' as $$
  select case language_param
    when 'es' then coalesce(code_param || ': ', 'Proyecto: ') || case kind_param
      when 'ahead' then format('se usó el %s %% de las horas y está completo el %s %%.', round(used_param), round(complete_param))
      when 'cost' then format('se usó el %s %% del costo de mano de obra.', round(used_param))
      else format('se usó el %s %% de las horas.', round(used_param)) end
    else coalesce(code_param || ': ', 'Project: ') || case kind_param
      when 'ahead' then format('%s%% of the hours are used and %s%% is complete.', round(used_param), round(complete_param))
      when 'cost' then format('%s%% of the labor cost is used.', round(used_param))
      else format('%s%% of the hours are used.', round(used_param)) end end;
$$;
