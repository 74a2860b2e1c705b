create or replace function private.classify_entry(entry public.time_entries, was public.time_entries, is_public_work_param boolean) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  is_chosen constant boolean := entry.classification_id is not null and entry.classification_id is distinct from was.classification_id;
  -- What a device stored, and every start of a clock: an entry without a class can be corrected, a lost punch cannot.
  is_punch constant boolean := was.id is null and entry.clock_out is null or coalesce(current_setting('chalkline.syncing', true), '') = 'on';
  usable uuid;
begin
  if is_chosen then
    usable := private.usable_classification(entry.company_id, entry.project_id, entry.classification_id, entry.work_date);
    if usable is null and not is_punch then
      perform private.refuse_classification(entry);
    end if;
    return private.hold_classification(entry.company_id, usable);
  elsif not is_public_work_param and entry.project_id is distinct from was.project_id then
    return null;
  elsif was.id is not null and (entry.project_id, entry.cost_code_id, entry.classification_id, entry.clock_in)
      is not distinct from (was.project_id, was.cost_code_id, was.classification_id, was.clock_in) then
    return was.classification_id;
  elsif entry.classification_id is not null and entry.project_id is not distinct from was.project_id
    and (entry.cost_code_id is not distinct from was.cost_code_id or was.classification_id is distinct from private.default_classification(was)) then
    usable := private.usable_classification(entry.company_id, entry.project_id, entry.classification_id, entry.work_date);
  end if;
  return private.hold_classification(entry.company_id, coalesce(usable, private.default_classification(entry)));
end $$;
comment on function private.classify_entry(public.time_entries,public.time_entries,boolean) is 'The class of public work an entry gets: the chosen one, else by the cost code, else the usual one of the person. One that was filled follows project and cost code, a chosen one stays while its project does. A choice that does not fit is refused by hand and dropped from a punch.';

create or replace function private.hold_classification(company_id_param uuid, classification_id_param uuid) returns uuid
language sql security definer set search_path = '' as $$
  select k.id from public.work_classifications k where k.company_id = company_id_param and k.id = classification_id_param for key share;
$$;
comment on function private.hold_classification(uuid,uuid) is 'The class, there until the transaction ends; null where somebody is deleting it at this moment, which must not stop a punch at its foreign key.';

create or replace function private.default_classification(entry public.time_entries) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    (select private.usable_classification(m.company_id, m.project_id, m.classification_id, entry.work_date) from public.cost_code_classifications m
      where m.company_id = entry.company_id and m.project_id = entry.project_id and m.cost_code_id = entry.cost_code_id),
    (select private.usable_classification(u.company_id, u.project_id, u.classification_id, entry.work_date) from public.employee_classifications u
      where u.company_id = entry.company_id and u.employee_id = entry.employee_id and u.project_id = entry.project_id and u.from_date <= entry.work_date
      order by u.from_date desc limit 1));
end $$;
comment on function private.default_classification(public.time_entries) is 'The class of an entry nobody chose one for: what its cost code stands for on the project, else what the person usually does there; null where neither is known or in force.';

create or replace function private.usable_classification(company_id_param uuid, project_id_param uuid, classification_id_param uuid, work_date_param date) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  in_effect record;
begin
  select k.id, k.ends_on into in_effect
    from public.work_classifications named
    join public.wage_determinations own on own.company_id = named.company_id and own.id = named.determination_id and own.project_id = project_id_param
    join public.wage_determinations d on d.company_id = own.company_id and d.project_id = own.project_id and d.number = own.number
    join public.work_classifications k on k.company_id = d.company_id and k.determination_id = d.id and k.code = named.code
    where named.company_id = company_id_param and named.id = classification_id_param
      and exists (select from public.public_contracts c where c.company_id = company_id_param and c.project_id = project_id_param)
    -- As private.classification_terms() has it: the newest that is in effect, before the first one that first.
    order by d.effective_from <= work_date_param desc, abs(d.effective_from - work_date_param) limit 1;
  return case when in_effect.ends_on < work_date_param then null else in_effect.id end;
end $$;
comment on function private.usable_classification(uuid,uuid,uuid,date) is 'The class that a class of the project means on a day, by the modification in effect then; null where it is of another project, of none, or has ended.';

create or replace function private.class_series(company_id_param uuid) returns table(id uuid, newest_id uuid)
language sql stable rows 200 security definer set search_path = '' as $$
  select k.id, first_value(k.id) over (partition by d.project_id, d.number, k.code order by d.effective_from desc)
  from public.work_classifications k
  join public.wage_determinations d on d.company_id = k.company_id and d.id = k.determination_id
  where k.company_id = company_id_param;
$$;
comment on function private.class_series(uuid) is 'Every class of a company with the row of the newest modification that stands for it: what reports are by, and what is chosen to filter by.';

create or replace function private.same_classes(company_id_param uuid, classification_ids_param uuid[]) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select case when classification_ids_param is not null then array(
    select s.id from private.class_series(company_id_param) s
    where s.newest_id in (select o.newest_id from private.class_series(company_id_param) o where o.id = any (classification_ids_param))) end;
$$;
comment on function private.same_classes(uuid,uuid[]) is 'These classes under all modifications; null where nothing is filtered.';

create or replace function private.refuse_classification(entry public.time_entries) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.work_classifications k
      join public.wage_determinations d on d.company_id = k.company_id and d.id = k.determination_id
      join public.public_contracts c on c.company_id = d.company_id and c.project_id = d.project_id
      where k.company_id = entry.company_id and k.id = entry.classification_id and d.project_id = entry.project_id) then
    raise exception using errcode = 'P0001', hint = 'classification_not_in_force',
      message = 'This classification ended before that day. Choose another one.';
  end if;
  raise exception using errcode = 'P0001', hint = 'classification_not_on_project',
    message = 'This classification belongs to another project. Choose one of this project.';
end $$;
comment on function private.refuse_classification(public.time_entries) is 'Says why a class cannot be chosen: it ended, or it is of another project.';

create or replace function public.fill_classifications(project_id_param uuid, start_date_param date, end_date_param date) returns integer
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  me public.employees := private.require_manager();
  filled integer;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  perform private.give_reason('Classifications filled');
  perform private.lock_people(me.company_id, array_agg(distinct t.employee_id), array_agg(t.id)) from public.time_entries t
    where t.company_id = me.company_id and t.project_id = project_id_param and t.work_date between start_date_param and end_date_param
      and t.classification_id is null;
  update public.time_entries t set classification_id = private.default_classification(t)
    where t.company_id = me.company_id and t.project_id = project_id_param and t.work_date between start_date_param and end_date_param
      and t.classification_id is null and private.default_classification(t) is not null and private.is_open(t);
  get diagnostics filled = row_count;
  return filled;
end $$;
comment on function public.fill_classifications(uuid,date,date) is 'Manager, owner: gives entries of a public project that have no class the one of their cost code, else the usual one of the person; nothing of approved days and locked periods. Returns how many.';
grant execute on function public.fill_classifications(uuid,date,date) to authenticated;

create or replace function public.choose_classification(entry_id_param uuid, classification_id_param uuid) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  entry public.time_entries;
begin
  select * into entry from public.time_entries t
    where t.company_id = me.company_id and t.employee_id = me.id and t.id = entry_id_param for no key update;
  if entry.id is null then
    perform private.answer_held_start(me, entry_id_param, jsonb_build_object('classification_id', classification_id_param));
    return null;
  elsif entry.classification_id is null and classification_id_param is not null then
    -- What is there already stays: other work from now on is a switch.
    update public.time_entries t set classification_id = classification_id_param
      where t.company_id = entry.company_id and t.id = entry.id returning * into entry;
  end if;
  return entry;
end $$;
comment on function public.choose_classification(uuid,uuid) is 'The class of the caller''s own time that has none, from its start, as the sheet after a clock-in asks for it. Repeating it changes nothing. Of a punch that is held it stays with it, and the answer is null.';
grant execute on function public.choose_classification(uuid,uuid) to authenticated;
