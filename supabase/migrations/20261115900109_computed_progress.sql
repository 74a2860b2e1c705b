-- percent_complete of a project follows from its quantities as soon as its budget has some.

alter table public.projects add column percent_computed boolean not null default false;
comment on column public.projects.percent_computed is 'Whether percent_complete follows from budget and quantities; else it is set by hand.';
comment on column public.projects.percent_complete is 'Progress: set by hand, or computed (percent_computed), then at most 100.';

create function private.computed_percent(company_id_param uuid, project_id_param uuid) returns smallint
language sql stable set search_path = '' as $$
  with lines as (
    select r.root, sum(l.hours) as hours, sum(l.quantity) as planned
      from private.current_budget_lines l join private.cost_code_roots(company_id_param) r on r.id = l.cost_code_id
     where l.company_id = company_id_param and l.project_id = project_id_param group by r.root
  ), entered as (
    select r.root, sum(q.quantity) as done
      from public.quantities q join private.cost_code_roots(company_id_param) r on r.id = q.cost_code_id
     where q.company_id = company_id_param and q.project_id = project_id_param group by r.root
  )
  select least(100, round(100 * sum(l.hours * coalesce(e.done, 0) / nullif(l.planned, 0)) / sum(l.hours)))::smallint
    from lines l left join entered e on e.root = l.root
  having bool_or(l.planned > 0) and sum(l.hours) > 0;
$$;
comment on function private.computed_percent(uuid, uuid) is 'Earned hours of the budget hours in percent, at most 100; null without a budget with quantities.';
revoke execute on function private.computed_percent(uuid, uuid) from public;

create function private.keep_percent() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  computed smallint := case when tg_op = 'UPDATE' then private.computed_percent(new.company_id, new.id) end;
begin
  new.percent_computed := computed is not null;
  if computed is not null then
    new.percent_complete := computed;
  end if;
  return new;
end $$;
comment on function private.keep_percent() is 'A computed percentage is not set by hand.';
revoke execute on function private.keep_percent() from public;
create trigger keep_new_percent before insert on public.projects
  for each row when (new.percent_computed) execute function private.keep_percent();
create trigger keep_percent before update on public.projects
  for each row when (old.percent_complete <> new.percent_complete or old.percent_computed <> new.percent_computed)
  execute function private.keep_percent();

create function private.refresh_percent(company_id_param uuid, project_ids_param uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.projects p set percent_computed = c.percent is not null,
      percent_complete = coalesce(c.percent, p.percent_complete)
    from unnest(project_ids_param) as x (id)
    cross join lateral (select private.computed_percent(company_id_param, x.id) as percent) c
   where p.company_id = company_id_param and p.id = x.id
     and (p.percent_computed <> (c.percent is not null) or p.percent_complete <> c.percent);
$$;
revoke execute on function private.refresh_percent(uuid, uuid[]) from public;

create function private.quantities_change_percent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_percent(n.company_id, array_agg(distinct n.project_id)) from new_rows n group by n.company_id;
  return null;
end $$;
revoke execute on function private.quantities_change_percent() from public;
create trigger refresh_percent after insert on public.quantities referencing new table as new_rows
  for each statement execute function private.quantities_change_percent();

create function private.lines_change_percent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_percent(b.company_id, array_agg(distinct b.project_id))
    from new_rows n join public.budgets b on b.company_id = n.company_id and b.id = n.budget_id
   where b.status = 'approved' group by b.company_id;
  return null;
end $$;
revoke execute on function private.lines_change_percent() from public;
create trigger refresh_percent after insert on public.budget_lines referencing new table as new_rows
  for each statement execute function private.lines_change_percent();

create function private.row_changes_percent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'budgets' then
    perform private.refresh_percent(new.company_id, array[new.project_id]);
  else
    perform private.refresh_percent(new.company_id, array(
      select distinct b.project_id from public.budgets b
      join public.budget_lines l on l.company_id = b.company_id and l.budget_id = b.id
      where b.company_id = new.company_id and b.status = 'approved' and l.cost_code_id in (new.id, new.merged_into)));
  end if;
  return null;
end $$;
comment on function private.row_changes_percent() is 'After an approved budget, and after a merge of cost codes.';
revoke execute on function private.row_changes_percent() from public;
create trigger refresh_percent after update on public.budgets
  for each row when (old.status <> new.status) execute function private.row_changes_percent();
create trigger refresh_percent after update on public.cost_codes
  for each row when (old.merged_into is distinct from new.merged_into) execute function private.row_changes_percent();
