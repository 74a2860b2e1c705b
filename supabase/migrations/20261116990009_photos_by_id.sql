-- Photos by their ids too: for links from elsewhere and for pairs.
create or replace function public.list_photos(
  filter_param jsonb default '{}', before_param timestamptz default null, before_id_param uuid default null, limit_param integer default 100
) returns table (
  id uuid, project_id uuid, cost_code_id uuid, employee_id uuid, employee_name text, path text, media_type text, width integer, height integer,
  size_bytes bigint, taken_at timestamptz, taken_on date, uploaded_at timestamptz, caption text, tags text[], markup jsonb, is_private boolean,
  before_id uuid, latitude double precision, longitude double precision, locked boolean, comments bigint
)
language plpgsql stable set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  f jsonb := coalesce(filter_param, '{}');
  -- What people type is text to look for, not a pattern.
  wanted text := '%' || replace(replace(replace(nullif(btrim(f ->> 'search'), ''), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if company is null then
    raise exception using errcode = '42501', hint = 'no_employee', message = 'Only people of a company may do this.';
  end if;
  return query
    with page as materialized (
      select p.* from public.photos p
      where p.company_id = company and p.uploaded_at is not null
        and (p.deleted_at is not null) = coalesce((f ->> 'deleted')::boolean, false)
        and (before_param is null or (p.taken_at, p.id) < (before_param, before_id_param))
        and (not f ? 'project_id' or p.project_id = (f ->> 'project_id')::uuid)
        and (not f ? 'employee_id' or p.employee_id = (f ->> 'employee_id')::uuid)
        and (not f ? 'cost_code_id' or p.cost_code_id = (f ->> 'cost_code_id')::uuid)
        and (not f ? 'equipment_id' or p.equipment_id = (f ->> 'equipment_id')::uuid)
        and (not f ? 'time_entry_id' or p.time_entry_id = (f ->> 'time_entry_id')::uuid)
        and (not f ? 'field_report_id' or p.field_report_id = (f ->> 'field_report_id')::uuid)
        and (not f ? 'from' or p.taken_on >= (f ->> 'from')::date)
        and (not f ? 'to' or p.taken_on <= (f ->> 'to')::date)
        and (not f ? 'tag' or p.tags @> array[f ->> 'tag'])
        and (not f ? 'ids' or p.id in (select i.id::uuid from jsonb_array_elements_text(f -> 'ids') as i (id)))
        and (not coalesce((f ->> 'pairs')::boolean, false) or p.before_id is not null)
        and (not coalesce((f ->> 'placed')::boolean, false) or p.latitude is not null)
        and (wanted is null or p.caption ilike wanted or array_to_string(p.tags, ' ') ilike wanted
          or exists (select from public.cost_codes c where c.company_id = p.company_id and c.id = p.cost_code_id
            and (c.code ilike wanted or c.name ilike wanted)))
      order by p.taken_at desc, p.id desc
      limit least(greatest(coalesce(limit_param, 100), 1), 500)
    )
    select p.id, p.project_id, p.cost_code_id, p.employee_id, private.colleague_name(p.employee_id), p.path, p.media_type, p.width, p.height,
      p.size_bytes, p.taken_at, p.taken_on, p.uploaded_at, p.caption, p.tags, p.markup, p.is_private, p.before_id, p.latitude, p.longitude,
      p.field_report_id is not null and private.is_photo_locked(p.company_id, p.field_report_id),
      (select count(*) from public.photo_comments c where c.company_id = p.company_id and c.photo_id = p.id)
    from page p order by p.taken_at desc, p.id desc;
end $$;
