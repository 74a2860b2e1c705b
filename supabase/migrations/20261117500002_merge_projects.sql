-- Duplicates of projects and machines: what is open moves, what was approved or paid stays where it is.
create function private.is_open(entry_param public.time_entries) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not private.is_approved(entry_param) and not private.is_locked(entry_param.company_id, entry_param.work_date,
    (coalesce(entry_param.clock_out, now()) at time zone (select c.time_zone from public.companies c where c.id = entry_param.company_id))::date);
end $$;
comment on function private.is_open(public.time_entries) is 'Whether an entry is neither approved nor in a locked pay period.';
revoke execute on function private.is_open(public.time_entries) from public;

create function private.require_mergeable(list_param text, company_id_param uuid, from_id_param uuid, into_id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept text := case list_param when 'projects' then 't.archived_at is null' else 't.status <> ''retired''' end;
  found integer;
begin
  execute format('select count(*) from (select from public.%I t where t.company_id = $1 and (t.id = $2 or t.id = $3 and %s) order by t.id for update) f', list_param, kept)
    into found using company_id_param, from_id_param, into_id_param;
  if found <> 2 then
    raise exception using errcode = 'P0001', hint = 'rows_not_mergeable', message = 'Choose two different rows; the one that stays must be in use.';
  end if;
end $$;
comment on function private.require_mergeable(text, uuid, uuid, uuid) is 'Refuses a merge of a row with itself, into an archived one, or across companies; holds both rows.';
revoke execute on function private.require_mergeable(text, uuid, uuid, uuid) from public;

create function private.merge_worked(list_param text, company_id_param uuid, from_id_param uuid, into_id_param uuid) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  key_column text := case list_param when 'projects' then 'project_id' else 'equipment_id' end;
  moved bigint;
begin
  perform private.require_mergeable(list_param, company_id_param, from_id_param, into_id_param);
  perform private.give_reason(format('Merged %s into %s',
    private.reference_name(company_id_param, trim(trailing 's' from list_param), from_id_param),
    private.reference_name(company_id_param, trim(trailing 's' from list_param), into_id_param)));
  if list_param = 'projects' then
    -- A project with a team or a list of codes keeps both; who and what comes along is added.
    insert into public.project_members (company_id, project_id, employee_id)
      select m.company_id, into_id_param, m.employee_id from public.project_members m
      where m.company_id = company_id_param and m.project_id = from_id_param
        and exists (select from public.project_members o where o.company_id = company_id_param and o.project_id = into_id_param)
      on conflict do nothing;
    insert into public.project_cost_codes (company_id, project_id, cost_code_id)
      select distinct t.company_id, into_id_param, t.cost_code_id from public.time_entries t
      where t.company_id = company_id_param and t.project_id = from_id_param and t.cost_code_id is not null and private.is_open(t)
        and exists (select from public.project_cost_codes o where o.company_id = company_id_param and o.project_id = into_id_param)
      on conflict do nothing;
    -- Copied, because the time that stays is still paid by them.
    insert into public.employee_rates (company_id, employee_id, hourly_rate, effective_from, project_id, cost_code_id)
      select r.company_id, r.employee_id, r.hourly_rate, r.effective_from, into_id_param, r.cost_code_id from public.employee_rates r
      where r.company_id = company_id_param and r.project_id = from_id_param
      on conflict do nothing;
    update public.projects p set parent_id = into_id_param where p.company_id = company_id_param and p.parent_id = from_id_param;
  end if;
  execute format('update public.time_entries t set %1$I = $3 where t.company_id = $1 and t.%1$I = $2 and private.is_open(t)', key_column)
    using company_id_param, from_id_param, into_id_param;
  get diagnostics moved = row_count;
  execute format('update public.shifts s set %1$I = $3 where s.company_id = $1 and s.%1$I = $2 and s.ends_at > now()', key_column)
    using company_id_param, from_id_param, into_id_param;
  if list_param = 'projects' then
    update public.projects p set archived_at = now() where p.company_id = company_id_param and p.id = from_id_param;
  else
    update public.equipment q set status = 'retired' where q.company_id = company_id_param and q.id = from_id_param;
  end if;
  return moved;
end $$;
comment on function private.merge_worked(text, uuid, uuid, uuid) is 'Moves open time and shifts to come to another project or machine and archives the first; everything else stays with it.';
revoke execute on function private.merge_worked(text, uuid, uuid, uuid) from public;

create function public.merge_preview(list_param text, from_id_param uuid, into_id_param uuid) returns table (entries_move bigint, entries_stay bigint, shifts_move bigint)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  key_column text := case list_param when 'projects' then 'project_id' when 'equipment' then 'equipment_id' end;
begin
  if key_column is null then
    raise exception using errcode = 'P0001', hint = 'list_unknown', message = 'Only projects and equipment have time to move.';
  end if;
  perform private.require_mergeable(list_param, me.company_id, from_id_param, into_id_param);
  return query execute format('select count(*) filter (where private.is_open(t)), count(*) filter (where not private.is_open(t)),
      (select count(*) from public.shifts s where s.company_id = $1 and s.%1$I = $2 and s.ends_at > now())
    from public.time_entries t where t.company_id = $1 and t.%1$I = $2', key_column) using me.company_id, from_id_param;
end $$;
comment on function public.merge_preview(text, uuid, uuid) is 'What a merge of two projects or machines would move, and what would stay because it is approved or locked.';
revoke execute on function public.merge_preview(text, uuid, uuid) from public, anon;
grant execute on function public.merge_preview(text, uuid, uuid) to authenticated;

create or replace function public.merge_rows(list_param text, from_id_param uuid, into_id_param uuid) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  source text;
  target text;
  moved bigint := 0;
begin
  if list_param in ('projects', 'equipment') then
    return private.merge_worked(list_param, me.company_id, from_id_param, into_id_param);
  elsif list_param is null or list_param not in ('customers', 'units', 'cost_code_groups', 'equipment_classes', 'certification_types', 'delay_reasons') then
    raise exception using errcode = 'P0001', hint = 'list_unknown', message = 'Rows of this list cannot be merged.';
  end if;
  execute format('select t.name from public.%I t where t.company_id = $1 and t.id = $2 for update', list_param) into source using me.company_id, from_id_param;
  execute format('select t.name from public.%I t where t.company_id = $1 and t.id = $2 for update', list_param) into target using me.company_id, into_id_param;
  if source is null or target is null or from_id_param = into_id_param then
    raise exception using errcode = 'P0001', hint = 'row_gone', message = 'Choose two different rows that exist.';
  end if;
  perform private.give_reason('Merged ' || source || ' into ' || target);
  if list_param = 'customers' then
    update public.projects p set customer_id = into_id_param where p.company_id = me.company_id and p.customer_id = from_id_param;
  elsif list_param = 'units' then
    update public.cost_codes k set unit = target where k.company_id = me.company_id and lower(k.unit) in (lower(source), lower(target)) and k.unit <> target;
  elsif list_param = 'cost_code_groups' then
    update public.cost_codes k set code_group = target where k.company_id = me.company_id and lower(k.code_group) in (lower(source), lower(target)) and k.code_group <> target;
  elsif list_param = 'equipment_classes' then
    update public.equipment q set class_id = into_id_param where q.company_id = me.company_id and q.class_id = from_id_param;
  elsif list_param = 'certification_types' then
    update public.certifications c set type_id = into_id_param where c.company_id = me.company_id and c.type_id = from_id_param;
  end if;
  get diagnostics moved = row_count;
  if list_param = 'delay_reasons' then
    moved := 0;
  end if;
  execute format('delete from public.%I t where t.company_id = $1 and t.id = $2', list_param) using me.company_id, from_id_param;
  return moved;
end $$;
