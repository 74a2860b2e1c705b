create or replace function public.add_modification(determination_id_param uuid, modification_param text, published_on_param date, effective_from_param date) returns uuid
language plpgsql set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  added uuid;
begin
  insert into public.wage_determinations (company_id, project_id, number, modification, published_on, effective_from, kind)
  select d.company_id, d.project_id, d.number, coalesce(btrim(modification_param), ''), published_on_param, effective_from_param, d.kind
    from public.wage_determinations d where d.company_id = me.company_id and d.id = determination_id_param
  returning id into added;
  if added is null then
    raise exception using errcode = 'P0001', hint = 'row_gone', message = 'This determination no longer exists.';
  end if;
  insert into public.work_classifications (company_id, determination_id, code, name, name_es, craft, base_rate, fringe_rate, zone_add, overtime, ends_on)
  select k.company_id, added, k.code, k.name, k.name_es, k.craft, k.base_rate, k.fringe_rate, k.zone_add, k.overtime, k.ends_on
    from public.work_classifications k where k.company_id = me.company_id and k.determination_id = determination_id_param;
  return added;
end $$;
comment on function public.add_modification(uuid, text, date, date) is 'Managers: a further modification of a determination with all classes it has now, or nothing.';
grant execute on function public.add_modification(uuid, text, date, date) to authenticated;
