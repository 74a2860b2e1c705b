create or replace function public.employee_documents(employee_id_param uuid) returns table(document_id uuid, name text, folder_id uuid, project_id uuid, project_name text, version integer, opened_at timestamptz, signed_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_manager();
begin
  perform private.require_colleague(me.company_id, employee_id_param);
  return query
    select d.id, d.name, d.folder_id, d.project_id, p.name, v.version, r.opened_at, s.signed_at
    from public.documents d
    join public.document_versions v on v.company_id = d.company_id and v.document_id = d.id and v.superseded_at is null
    left join public.projects p on p.company_id = d.company_id and p.id = d.project_id
    left join public.document_reads r on r.company_id = v.company_id and r.version_id = v.id and r.employee_id = employee_id_param
    left join public.document_signatures s on s.company_id = v.company_id and s.version_id = v.id and s.employee_id = employee_id_param
    where d.company_id = me.company_id and d.deleted_at is null and d.required_reading
      and (s.id is not null or employee_id_param in (select private.document_people(d)))
    order by s.signed_at is not null, s.signed_at desc, d.name, d.id;
end $$;
comment on function public.employee_documents(uuid) is 'Managers: the required reading of one person, what is not signed yet first.';
grant execute on function public.employee_documents(uuid) to authenticated;

create or replace function public.employee_devices(employee_id_param uuid) returns table(device text, source text, punches bigint, last_used_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_manager();
begin
  perform private.require_colleague(me.company_id, employee_id_param);
  return query
    select t.device, t.source, count(*), max(coalesce(t.clock_out, t.clock_in))
    from public.time_entries t
    where t.company_id = me.company_id and t.employee_id = employee_id_param and t.clock_in >= now() - interval '90 days'
      and (t.device is not null or t.source = 'kiosk')
    group by t.device, t.source order by 4 desc limit 20;
end $$;
comment on function public.employee_devices(uuid) is 'Managers: what one person''s time of the last 90 days was clocked with, the latest first; device is the browser''s own words.';
grant execute on function public.employee_devices(uuid) to authenticated;
