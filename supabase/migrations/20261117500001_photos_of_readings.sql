-- Photos go with a meter reading, a failed inspection and a quantity; whoever looks at an item sees them.

create or replace function private.apply_quantity(event public.synced_events) returns text
language plpgsql security definer set search_path = '' as $$
declare
  entered public.quantities;
begin
  entered := jsonb_populate_record(null::public.quantities,
    event.payload || jsonb_build_object('id', event.payload -> 'quantity_id', 'company_id', event.company_id));
  if exists (select from public.quantities q where q.company_id = event.company_id and q.id = entered.id) then
    return 'repeated'; -- entered with signal, and the answer was lost
  elsif event.employee_id is distinct from (select e.id from public.employees e
      where e.company_id = event.company_id and e.user_id = event.created_by) then
    perform private.hold('not_allowed'); -- one's own only: nobody enters for the crew
  elsif not exists (select from public.projects p where p.company_id = event.company_id and p.id = entered.project_id)
    or not exists (select from public.cost_codes c where c.company_id = event.company_id and c.id = entered.cost_code_id) then
    perform private.hold('unreadable');
  elsif not private.is_manager() and entered.project_id in (select private.projects_closed_to_me()) then
    perform private.hold('project_not_open_to_you');
  end if;
  insert into public.quantities (company_id, id, project_id, cost_code_id, work_date, quantity, area, note, photo_id)
    values (event.company_id, coalesce(entered.id, event.id), entered.project_id, entered.cost_code_id, entered.work_date,
      entered.quantity, entered.area, entered.note, entered.photo_id);
  return 'applied';
end $$;

create or replace function public.verification_evidence(kind_param text, subject_id_param uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  item public.verifications;
  day date;
  evidence jsonb := '{}';
begin
  select * into item from public.verifications v
    where v.company_id = me.company_id and v.kind = kind_param and v.subject_id = subject_id_param;
  if item.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This item was not found.';
  end if;
  day := (item.happened_at at time zone private.zone_of(me.company_id, item.project_id))::date;
  if item.kind = 'off_site_punch' then
    evidence := (select jsonb_build_object('off_site', count(*) filter (where l.inside = false), 'punches', count(*))
      from public.punch_locations l where l.company_id = me.company_id and l.employee_id = item.employee_id
        and l.punched_at > item.happened_at - interval '30 days' and l.punched_at <= item.happened_at);
  elsif item.kind in ('meter_jump', 'failed_inspection') then
    evidence := jsonb_build_object('readings', (select coalesce(jsonb_agg(jsonb_build_object('reading', r.reading, 'at', r.read_at, 'flag', r.flag)
        order by r.read_at desc), '[]')
      from (select * from public.equipment_readings k where k.company_id = me.company_id and k.equipment_id = (item.detail ->> 'equipment_id')::uuid
        order by k.read_at desc limit 5) r),
      'photo_path', coalesce((select r.photo_path from public.equipment_readings r where r.company_id = me.company_id and r.id = item.subject_id),
        (select i.photo_path from public.equipment_inspections i where i.company_id = me.company_id and i.id = item.subject_id)));
  elsif item.kind in ('injury', 'answer') then
    evidence := (select jsonb_build_object('answer', a.answer, 'note', a.note, 'language', a.language, 'question_en', a.text_en, 'question_es', a.text_es,
        'incident_id', (select i.id from public.incidents i where i.company_id = a.company_id and i.answer_id = a.id))
      from public.clock_answers a where a.company_id = me.company_id and a.id = item.subject_id);
  end if;
  return coalesce(evidence, '{}') || jsonb_build_object('day', case when item.employee_id is null then '[]' else (
    select coalesce(jsonb_agg(jsonb_build_object('at', h.at, 'kind', h.kind, 'project_name', p.name, 'cost_code', concat_ws(' ', k.code, k.name),
        'inside', h.inside) order by h.at), '[]')
    from (
      select t.clock_in as at, coalesce(l.moment, 'in') as kind, t.project_id, t.cost_code_id, l.inside
      from public.time_entries t
      left join public.punch_locations l on l.company_id = t.company_id and l.time_entry_id = t.id and l.moment in ('in', 'switch')
      where t.company_id = me.company_id and t.employee_id = item.employee_id and t.work_date = day
      union all
      select t.clock_out, 'out', t.project_id, t.cost_code_id, l.inside
      from public.time_entries t
      left join public.punch_locations l on l.company_id = t.company_id and l.time_entry_id = t.id and l.moment = 'out'
      where t.company_id = me.company_id and t.employee_id = item.employee_id and t.work_date = day and t.clock_out is not null) h
    left join public.projects p on p.company_id = me.company_id and p.id = h.project_id
    left join public.cost_codes k on k.company_id = me.company_id and k.id = h.cost_code_id) end);
end $$;
