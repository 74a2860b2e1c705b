-- Late time carries machine and waived meal, and corrects an entry of a locked period as well as adding one.
drop function public.enter_late_time(uuid, uuid, timestamptz, timestamptz, uuid, text, uuid, text, jsonb);
drop function public.late_time_preview(uuid, timestamptz, timestamptz, uuid, uuid, jsonb);
drop function private.enter_late_time(uuid, timestamptz, timestamptz, uuid, uuid, text, jsonb, text, uuid);

create function private.enter_late_time(employee_id_param uuid, clock_in_param timestamptz, clock_out_param timestamptz, project_id_param uuid, cost_code_id_param uuid, notes_param text, breaks_param jsonb, reason_param text, id_param uuid, equipment_id_param uuid, meal_waived_param boolean, based_on_param jsonb) returns setof private.late_difference
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  zone text := private.zone_of(me.company_id, project_id_param);
  first_date date;
  last_date date;
  before private.late_difference[];
  stored public.time_entries;
  entry public.time_entries;
begin
  perform private.require_colleague(me.company_id, employee_id_param);
  if clock_out_param is null or not coalesce(clock_in_param < clock_out_param, false) then
    raise exception using errcode = 'P0001', hint = 'end_before_start', message = 'The end is before the start.';
  elsif nullif(btrim(reason_param), '') is null then
    raise exception using errcode = 'P0001', hint = 'reason_required', message = 'Say why this time is late.';
  end if;
  perform private.lock_people(me.company_id, array[employee_id_param], '{}');
  select * into stored from public.time_entries t where t.company_id = me.company_id and t.id = id_param;
  if stored.id is not null and based_on_param is null then
    return; -- the answer to the first call was lost
  elsif stored.id is null and based_on_param is not null or stored.employee_id <> employee_id_param then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This entry of this person was not found.';
  elsif not (private.is_locked(me.company_id, (clock_in_param at time zone zone)::date, (clock_out_param at time zone zone)::date)
      or coalesce(private.is_locked(me.company_id, stored.work_date, stored.work_date), false)) then
    raise exception using errcode = 'P0001', hint = 'period_open', message = 'This pay period is open. Save the time as usual.';
  end if;
  first_date := least(clock_in_param, stored.clock_in)::date - 9;
  last_date := greatest(clock_out_param, stored.clock_out)::date + 9;
  perform private.decide_for_self('own_approval', employee_id_param, id_param,
    jsonb_build_object('entity', 'time_entries', 'action', case when stored.id is null then 'insert' else 'update' end,
      'day', left(clock_in_param::text, 10)));
  before := private.pay_by_line(me.company_id, employee_id_param, first_date, last_date);
  perform set_config('chalkline.late_time', 'on', true);
  entry := public.save_time_entry(id_param, employee_id_param, clock_in_param, clock_out_param, project_id_param, cost_code_id_param,
    notes_param, breaks_param, reason_param, meal_waived_param, equipment_id_param, based_on_param);
  perform private.approve_late_time(me.company_id, employee_id_param, entry.work_date);
  return query select * from private.post_late_pay(me.company_id, employee_id_param, first_date, last_date, before, btrim(reason_param));
end $$;

create function public.enter_late_time(id_param uuid, employee_id_param uuid, clock_in_param timestamptz, clock_out_param timestamptz, project_id_param uuid, reason_param text, cost_code_id_param uuid default null::uuid, notes_param text default null::text, breaks_param jsonb default null::jsonb, equipment_id_param uuid default null::uuid, meal_waived_param boolean default null::boolean, based_on_param jsonb default null::jsonb) returns table(work_date date, project_id uuid, cost_code_id uuid, pay_code text, minutes integer, amount_cents bigint, posted boolean)
language sql security definer set search_path = '' as $$
  select d.work_date, d.project_id, d.cost_code_id, d.pay_code, d.minutes, d.amount_cents, d.locked
  from private.enter_late_time(employee_id_param, clock_in_param, clock_out_param, project_id_param, cost_code_id_param, notes_param,
    breaks_param, reason_param, id_param, equipment_id_param, meal_waived_param, based_on_param) d;
$$;
comment on function public.enter_late_time(uuid,uuid,timestamptz,timestamptz,uuid,text,uuid,text,jsonb,uuid,boolean,jsonb) is 'Manager, owner: records time of a locked period on its true day and posts the difference on today, with a reason. Idempotent by id. With based_on_param (the entry as it was read, as in save_time_entry) it corrects an entry.';
revoke execute on function public.enter_late_time(uuid,uuid,timestamptz,timestamptz,uuid,text,uuid,text,jsonb,uuid,boolean,jsonb) from public, anon;
grant execute on function public.enter_late_time(uuid,uuid,timestamptz,timestamptz,uuid,text,uuid,text,jsonb,uuid,boolean,jsonb) to authenticated;

create function public.late_time_preview(employee_id_param uuid, clock_in_param timestamptz, clock_out_param timestamptz, project_id_param uuid, cost_code_id_param uuid default null::uuid, breaks_param jsonb default null::jsonb, equipment_id_param uuid default null::uuid, meal_waived_param boolean default null::boolean, entry_id_param uuid default null::uuid) returns table(work_date date, project_id uuid, cost_code_id uuid, pay_code text, minutes integer, amount_cents bigint, posted boolean)
language plpgsql security definer set search_path = '' as $$
declare
  differences private.late_difference[];
begin
  begin
    differences := array(select d from private.enter_late_time(employee_id_param, clock_in_param, clock_out_param, project_id_param,
      cost_code_id_param, null, breaks_param, 'Preview', coalesce(entry_id_param, gen_random_uuid()), equipment_id_param, meal_waived_param,
      case when entry_id_param is not null then '{}'::jsonb end) d);
    raise exception using errcode = 'CKUND';
  exception when sqlstate 'CKUND' then
    null;
  end;
  return query select d.work_date, d.project_id, d.cost_code_id, d.pay_code, d.minutes, d.amount_cents, d.locked from unnest(differences) d;
end $$;
comment on function public.late_time_preview(uuid,timestamptz,timestamptz,uuid,uuid,jsonb,uuid,boolean,uuid) is 'Manager, owner: what enter_late_time would change, line by line; entry_id_param: of the entry it corrects. Changes nothing.';
revoke execute on function public.late_time_preview(uuid,timestamptz,timestamptz,uuid,uuid,jsonb,uuid,boolean,uuid) from public, anon;
grant execute on function public.late_time_preview(uuid,timestamptz,timestamptz,uuid,uuid,jsonb,uuid,boolean,uuid) to authenticated;

-- The story of a day names the project of each punch: its times are those of the site.
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
    select coalesce(jsonb_agg(jsonb_build_object('at', h.at, 'kind', h.kind, 'project_id', h.project_id, 'project_name', p.name, 'cost_code', concat_ws(' ', k.code, k.name),
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
