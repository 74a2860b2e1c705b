-- Looking after cost codes: usage, imports that say what is wrong row by row, and merging.

alter table public.cost_codes add column merged_into uuid;
alter table public.cost_codes add constraint cost_codes_merged_into
  foreign key (company_id, merged_into) references public.cost_codes (company_id, id);
alter table public.cost_codes add constraint cost_codes_merged_is_archived check (merged_into is null or not active);
create index cost_codes_by_merged_into on public.cost_codes (company_id, merged_into) where merged_into is not null;
comment on column public.cost_codes.merged_into is 'The code that took over; approved and locked time keeps pointing here.';

create function public.cost_code_usage()
returns table (cost_code_id uuid, minutes_this_month bigint, entries bigint, last_used date, project_ids uuid[])
language sql stable set search_path = '' as $$
  select k.id,
    coalesce((select sum(floor(extract(epoch from coalesce(t.clock_out, now()) - t.clock_in) / 60))::bigint
      from public.time_entries t
      where t.company_id = k.company_id and t.cost_code_id = k.id
        and t.work_date >= date_trunc('month', now() at time zone c.time_zone)::date), 0),
    (select count(*) from public.time_entries t where t.company_id = k.company_id and t.cost_code_id = k.id),
    (select max(t.work_date) from public.time_entries t where t.company_id = k.company_id and t.cost_code_id = k.id),
    array(select p.project_id from public.project_cost_codes p where p.company_id = k.company_id and p.cost_code_id = k.id)
  from public.cost_codes k join public.companies c on c.id = k.company_id
  where k.company_id = (select private.my_company_id());
$$;
comment on function public.cost_code_usage() is 'How much each code of the company is used, of the time the caller may read, and the projects it is limited to.';

create function private.cost_code_verdict(code_param text, name_param text, group_param text, unit_param text,
  repeated_param boolean, taken_param boolean) returns text
language sql immutable set search_path = '' as $$
  select case
    when coalesce(btrim(code_param), '') = '' then 'code_missing'
    when char_length(btrim(code_param)) > 40 then 'code_too_long'
    when coalesce(btrim(name_param), '') = '' then 'name_missing'
    when char_length(btrim(name_param)) > 200 then 'name_too_long'
    when char_length(group_param) > 100 then 'group_too_long'
    when char_length(unit_param) > 20 then 'unit_too_long'
    when repeated_param then 'code_repeated'
    when taken_param then 'code_taken'
    else 'ok' end;
$$;

create function public.import_cost_codes(rows_param jsonb, dry_run_param boolean default true)
returns table (row_number integer, verdict text, code text, name text, id uuid)
language plpgsql volatile security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  verdicts jsonb;
begin
  if jsonb_typeof(rows_param) is distinct from 'array' or jsonb_array_length(rows_param) > 1000 then
    raise exception using errcode = 'P0001', hint = 'import_too_large', message = 'Import up to 1,000 rows at a time.';
  end if;
  select jsonb_agg(jsonb_build_object('row', r.n, 'code', r.code, 'name', r.name, 'group', r.code_group, 'unit', r.unit,
      'verdict', private.cost_code_verdict(r.code, r.name, r.code_group, r.unit, r.repeated,
        exists (select from public.cost_codes k where k.company_id = me.company_id and lower(k.code) = lower(r.code)))) order by r.n)
    into verdicts
    from (
      select n::integer as n, btrim(item ->> 'code') as code, btrim(item ->> 'name') as name,
        nullif(btrim(item ->> 'group'), '') as code_group, nullif(btrim(item ->> 'unit'), '') as unit,
        row_number() over (partition by lower(btrim(item ->> 'code')) order by n) > 1 as repeated
      from jsonb_array_elements(rows_param) with ordinality as items (item, n)) r;
  if not dry_run_param and exists (select from jsonb_array_elements(verdicts) v where v ->> 'verdict' <> 'ok') then
    raise exception using errcode = 'P0001', hint = 'import_has_errors',
      message = 'Some rows are wrong. Nothing was imported.';
  end if;
  if dry_run_param then
    return query select (v ->> 'row')::integer, v ->> 'verdict', v ->> 'code', v ->> 'name', null::uuid
      from jsonb_array_elements(coalesce(verdicts, '[]')) v order by 1;
  else
    return query
      with made as (
        insert into public.cost_codes as k (company_id, code, name, code_group, unit)
        select me.company_id, v ->> 'code', v ->> 'name', v ->> 'group', v ->> 'unit'
          from jsonb_array_elements(verdicts) v order by (v ->> 'row')::integer
        returning k.id, k.code)
      select (v ->> 'row')::integer, 'ok', v ->> 'code', v ->> 'name', made.id
        from jsonb_array_elements(verdicts) v join made on made.code = v ->> 'code' order by 1;
  end if;
end $$;
comment on function public.import_cost_codes(jsonb, boolean) is 'Verdict on each row of [{code, name, group, unit}]; without dry_run adds all of them or none.';

create function public.merge_cost_codes(from_id_param uuid, into_id_param uuid)
returns table (moved_entries bigint, kept_entries bigint)
language plpgsql volatile security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  source public.cost_codes;
  target public.cost_codes;
begin
  select * into source from public.cost_codes k where k.company_id = me.company_id and k.id = from_id_param for update;
  select * into target from public.cost_codes k where k.company_id = me.company_id and k.id = into_id_param for update;
  if source.id is null or target.id is null then
    raise exception using errcode = 'P0001', hint = 'cost_code_unknown', message = 'This cost code does not exist.';
  elsif source.id = target.id or not target.active or source.merged_into is not null then
    raise exception using errcode = 'P0001', hint = 'cost_codes_not_mergeable',
      message = 'Choose two different cost codes; the one that stays must be in use.';
  end if;
  perform private.give_reason('Merged ' || source.code || ' into ' || target.code);

  insert into public.project_cost_codes (company_id, project_id, cost_code_id)
    select p.company_id, p.project_id, target.id from public.project_cost_codes p
     where p.company_id = me.company_id and p.cost_code_id = source.id
    on conflict do nothing;
  delete from public.project_cost_codes p where p.company_id = me.company_id and p.cost_code_id = source.id;
  update public.employee_rates r set cost_code_id = target.id
    where r.company_id = me.company_id and r.cost_code_id = source.id
      and not exists (select from public.employee_rates o where o.company_id = r.company_id and o.employee_id = r.employee_id
        and o.effective_from = r.effective_from and o.cost_code_id = target.id and o.project_id is not distinct from r.project_id);
  -- Approved and locked time never changes: it keeps the old code, which says where it went.
  update public.time_entries t set cost_code_id = target.id
    where t.company_id = me.company_id and t.cost_code_id = source.id
      and not private.is_approved(t)
      and not private.is_locked(t.company_id, t.work_date,
        (coalesce(t.clock_out, now()) at time zone (select c.time_zone from public.companies c where c.id = t.company_id))::date);
  get diagnostics moved_entries = row_count;
  select count(*) into kept_entries from public.time_entries t where t.company_id = me.company_id and t.cost_code_id = source.id;
  update public.cost_codes k set active = false, merged_into = target.id where k.company_id = me.company_id and k.id = source.id;
  return next;
end $$;
comment on function public.merge_cost_codes(uuid, uuid) is 'Moves rates, project limits and open time to another code and archives the old one; recorded in the history.';

revoke execute on function public.cost_code_usage(), public.import_cost_codes(jsonb, boolean), public.merge_cost_codes(uuid, uuid) from public, anon;
grant execute on function public.cost_code_usage(), public.import_cost_codes(jsonb, boolean), public.merge_cost_codes(uuid, uuid) to authenticated, service_role;
