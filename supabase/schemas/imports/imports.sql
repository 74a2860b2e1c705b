create table public.imports (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  list text not null,
  file_name text,
  mapping jsonb default '{}'::jsonb not null,
  new_rows integer default 0 not null,
  changed_rows integer default 0 not null,
  same_rows integer default 0 not null,
  error_rows integer default 0 not null,
  totals_before jsonb,
  totals_after jsonb,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  undone_at timestamptz,
  undone_by uuid,
  constraint imports_pkey primary key (company_id, id),
  constraint imports_file_name_length check (char_length(file_name) <= 200),
  constraint imports_list_length check (char_length(list) >= 1 and char_length(list) <= 40),
  constraint imports_mapping_size check (pg_column_size(mapping) <= 20000),
  constraint imports_no_nine_digits check (list <> 'payroll_facts' or (file_name !~ '(^|[^0-9])[0-9]{3}[^0-9A-Za-z]{0,3}[0-9]{2}[^0-9A-Za-z]{0,3}[0-9]{4}([^0-9]|$)' and mapping::text !~ '(^|[^0-9])[0-9]{3}[^0-9A-Za-z]{0,3}[0-9]{2}[^0-9A-Za-z]{0,3}[0-9]{4}([^0-9]|$)')),
  constraint imports_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.imports');
create index imports_by_time on public.imports (company_id, created_at desc);
comment on table public.imports is 'Files that were imported. Rows are written by import_rows() and undo_import() only.';
comment on column public.imports.mapping is 'How the columns of the file were read: proposed for the next file with the same headings.';
comment on column public.imports.totals_before is 'Completed seconds and entries of the company before the first row; totals_after after the last.';
comment on column public.imports.undone_at is 'When nothing of it was left to take back.';
alter table public.imports enable row level security;
alter publication supabase_realtime add table public.imports;
grant select on table public.imports to authenticated;

create policy "Managers read the imports of their company" on public.imports
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger keep_creator before insert or update on public.imports
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.imports
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update of undone_at on public.imports
  for each row execute function private.record_change();

create or replace function public.import_cost_codes(rows_param jsonb, dry_run_param boolean default true) returns table(row_number integer, verdict text, code text, name text, id uuid)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  rows_in jsonb;
begin
  if jsonb_typeof(rows_param) is distinct from 'array' or jsonb_array_length(rows_param) > 1000 then
    raise exception using errcode = 'P0001', hint = 'import_too_large', message = 'Import up to 1,000 rows at a time.';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('code', r.code, 'name', r.name, 'code_group', r.code_group, 'unit', r.unit,
      'verdict', private.check_cost_code_row(r.code, r.name, r.code_group, r.unit, r.repeated,
        exists (select from public.cost_codes k where k.company_id = me.company_id and lower(k.code) = lower(r.code)))) order by r.n), '[]')
    into rows_in
    from (
      select n::integer as n, btrim(item ->> 'code') as code, btrim(item ->> 'name') as name,
        nullif(btrim(item ->> 'group'), '') as code_group, nullif(btrim(item ->> 'unit'), '') as unit,
        row_number() over (partition by lower(btrim(item ->> 'code')) order by n) > 1 as repeated
      from jsonb_array_elements(rows_param) with ordinality as items (item, n)) r;
  return query
    with added as materialized (
      select a.row_number, a.id from private.import_new_rows('cost_codes', rows_in, dry_run_param) a)
    select i.n::integer, i.item ->> 'verdict', i.item ->> 'code', i.item ->> 'name', added.id
      from jsonb_array_elements(rows_in) with ordinality as i (item, n) left join added on added.row_number = i.n order by i.n;
end $$;
comment on function public.import_cost_codes(jsonb,boolean) is 'Deprecated: use import_rows(''cost_codes''): result for each row of [{code, name, group, unit}]; without dry_run adds all of them or none.';
grant execute on function public.import_cost_codes(jsonb,boolean) to authenticated;

create or replace function private.import_new_rows(list_param text, rows_param jsonb, dry_run_param boolean) returns table(row_number integer, id uuid)
language plpgsql security definer set search_path = '' as $$
declare
  import uuid := gen_random_uuid();
begin
  if dry_run_param then
    return;
  elsif exists (select from jsonb_array_elements(rows_param) r where r ->> 'verdict' <> 'ok')
    or exists (select from public.import_rows(list_param, rows_param, false, import) r where r.result <> 'new') then
    raise exception using errcode = 'P0001', hint = 'import_has_errors', message = 'Some rows are wrong. Nothing was imported.';
  end if;
  return query select s.row_number, s.row_id from private.import_steps s
    where s.company_id = private.my_company_id() and s.import_id = import and s.part = 1;
end $$;
comment on function private.import_new_rows(text,jsonb,boolean) is 'import_rows() for import_cost_codes() and import_employees(): all of the rows are new and right, or none is added.';

create or replace function private.check_cost_code_row(code_param text, name_param text, group_param text, unit_param text, repeated_param boolean, taken_param boolean) returns text
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

create or replace function public.import_employees(rows_param jsonb, dry_run_param boolean default true, invite_param boolean default false) returns table(row_number integer, verdict text, employee_id uuid)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  rows_in jsonb;
  added record;
  person public.employees;
begin
  if jsonb_typeof(rows_param) is distinct from 'array' or jsonb_array_length(rows_param) > 1000 then
    raise exception using errcode = 'P0001', hint = 'import_too_large', message = 'Import up to 1,000 rows at a time.';
  end if;
  select coalesce(jsonb_agg(case jsonb_typeof(j.item) when 'object' then jsonb_build_object('language', me.language) || jsonb_strip_nulls(j.item) else '{}' end
      || jsonb_build_object('verdict', j.verdict) order by j.row_number), '[]')
    into rows_in from private.check_employee_rows(me.company_id, me.role, rows_param) j;
  for added in
    select i.n::integer as place, i.item, a.id from jsonb_array_elements(rows_in) with ordinality as i (item, n)
      left join private.import_new_rows('employees', rows_in, dry_run_param) a on a.row_number = i.n
     order by i.n
  loop
    row_number := added.place;
    verdict := added.item ->> 'verdict';
    employee_id := added.id;
    if invite_param and added.id is not null then
      select * into person from public.employees e where e.company_id = me.company_id and e.id = added.id;
      if person.email is not null then
        perform private.send_invitation(person, me);
      end if;
    end if;
    return next;
  end loop;
end $$;
comment on function public.import_employees(jsonb,boolean,boolean) is 'Deprecated: use import_rows(''employees''): result for each row of [{first_name, last_name, email, phone, job_title, employee_number, role, rate, rate_from, language}]; without dry_run adds all of them or none.';
grant execute on function public.import_employees(jsonb,boolean,boolean) to authenticated;

create or replace function private.check_employee_rows(company_id_param uuid, role_param text, rows_param jsonb) returns table(row_number integer, item jsonb, verdict text)
language sql stable set search_path = '' as $$
  select r.n::integer, r.item, case
      when r.verdict <> 'ok' then r.verdict
      when r.email <> '' and exists (select from public.employees e where e.company_id = company_id_param and e.email = r.email) then 'email_taken'
      when r.email <> '' and r.email_row > 1 then 'email_repeated'
      when r.number <> '' and exists (select from public.employees e where e.company_id = company_id_param and e.employee_number = r.number) then 'number_taken'
      when r.number <> '' and r.number_row > 1 then 'number_repeated'
      when r.email <> '' or r.number <> '' then 'ok'
      when r.name_row > 1 then 'person_repeated'
      when exists (select from public.employees e where e.company_id = company_id_param
        and lower(btrim(concat_ws(' ', e.first_name, e.last_name))) = r.name) then 'person_taken'
      else 'ok' end
  from (
    select c.*, row_number() over (partition by c.email order by c.n) as email_row,
      row_number() over (partition by c.number order by c.n) as number_row,
      row_number() over (partition by c.name order by c.n) as name_row
    from (
      select i.n, i.item, private.check_employee_row(i.item, role_param, private.company_today(company_id_param)) as verdict,
        lower(private.import_cell(i.item, 'email')) as email, private.import_cell(i.item, 'employee_number') as number,
        lower(btrim(concat_ws(' ', private.import_cell(i.item, 'first_name'), private.import_cell(i.item, 'last_name')))) as name
      from jsonb_array_elements(rows_param) with ordinality as i (item, n)) c) r;
$$;

create or replace function private.check_employee_row(item jsonb, role_param text, today_param date) returns text
language plpgsql stable set search_path = '' as $$
declare
  verdict text := private.check_import_row(item);
  wanted text;
begin
  if verdict = 'ok' then verdict := private.check_import_name(item); end if;
  if verdict = 'ok' then verdict := private.check_import_contact(item); end if;
  if verdict = 'ok' then verdict := private.check_import_phone(item); end if;
  if verdict = 'ok' then verdict := private.check_import_pay(item, today_param); end if;
  if verdict <> 'ok' then
    return verdict;
  end if;
  wanted := private.import_role(private.import_cell(item, 'role'));
  return case
    when wanted is null then 'role_unknown'
    when wanted in ('owner', 'manager') and role_param <> 'owner' then 'role_owners_only'
    when private.import_cell(item, 'language') <> '' and private.import_language(private.import_cell(item, 'language')) is null then 'language_unknown'
    else 'ok' end;
end $$;
comment on function private.check_employee_row(jsonb,text,date) is 'What is wrong with a row of people, looked at by itself.';

create or replace function private.check_import_row(item jsonb) returns text
language plpgsql immutable set search_path = '' as $$
declare
  cells record;
begin
  if jsonb_typeof(item) is distinct from 'object' then
    return 'row_not_understood';
  end if;
  select bool_or(c.key not in ('first_name', 'last_name', 'email', 'phone', 'job_title', 'employee_number', 'role', 'rate', 'rate_from', 'language')) as unknown,
    bool_or(jsonb_typeof(c.value) not in ('string', 'number', 'null')) as not_text,
    coalesce(bool_and(w.word = ''), true) as empty,
    bool_or(strpos(w.word, chr(65533)) > 0) as broken,
    bool_or(w.word ~ '[[:cntrl:]]') as control,
    -- A phone number may begin with a plus, a rate with a minus that has a verdict of its own.
    bool_or(left(w.word, 1) in ('=', '@') or left(w.word, 1) = '+' and c.key <> 'phone' or left(w.word, 1) = '-' and c.key <> 'rate') as formula
    into cells
  from jsonb_each(item) c cross join lateral (select private.import_cell(item, c.key) as word) w;
  return case
    when cells.unknown then 'column_unknown'
    when cells.not_text then 'cell_not_text'
    when cells.empty then 'row_empty'
    when cells.broken then 'letters_broken'
    when cells.control then 'control_characters'
    when cells.formula then 'formula'
    when lower(private.import_cell(item, 'first_name')) in ('first name', 'first_name', 'firstname', 'nombre')
      and lower(private.import_cell(item, 'last_name')) in ('', 'last name', 'last_name', 'lastname', 'apellido') then 'heading_repeated'
    else 'ok' end;
end $$;

create or replace function private.import_cell(item_param jsonb, key_param text) returns text
language sql immutable parallel safe
return case btrim(coalesce((item_param ->> key_param), ''::text), E' \t\r\n ') when '-'::text then ''::text when '–'::text then ''::text when '—'::text then ''::text else btrim(coalesce((item_param ->> key_param), ''::text), E' \t\r\n ') end;
grant execute on function private.import_cell(jsonb,text) to authenticated;

create or replace function private.check_import_name(item jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when n.first = '' then 'first_name_missing'
    when n.first ~ '@' or n.last ~ '@' then 'name_is_email'
    when n.first !~ '[[:alpha:]]' then 'first_name_no_letters'
    when n.last <> '' and n.last !~ '[[:alpha:]]' then 'last_name_no_letters'
    when char_length(n.first) > 100 then 'first_name_too_long'
    when char_length(n.last) > 100 then 'last_name_too_long'
    when char_length(n.title) > 100 then 'job_title_too_long'
    when char_length(n.number) > 40 then 'number_too_long'
    when n.number ~* '^\d([.,]\d+)?e\+?\d+$' then 'number_scientific'
    else 'ok' end
  from (select private.import_cell(item, 'first_name') as first, private.import_cell(item, 'last_name') as last,
    private.import_cell(item, 'job_title') as title, private.import_cell(item, 'employee_number') as number) n;
$$;
grant execute on function private.check_import_name(jsonb) to authenticated;

create or replace function private.check_import_contact(item jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when c.email = '' then 'ok'
    when c.email ~ '@.*@' or c.email ~ '[,;]' then 'email_several'
    when c.email !~ '@' then 'email_without_at'
    when c.email ~ '[[:space:]]' then 'email_space'
    when c.email !~ '^[^@<>()"\\]+@[^@<>()"\\]*$' then 'email_wrong'
    when c.email !~ '@[^@.]+(\.[^@.]+)+$' then 'email_domain_wrong'
    when char_length(c.email) > 254 then 'email_too_long'
    else 'ok' end
  from (select private.import_cell(item, 'email') as email) c;
$$;
grant execute on function private.check_import_contact(jsonb) to authenticated;

create or replace function private.check_import_phone(item jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when p.phone = '' then 'ok'
    when char_length(p.phone) > 40 then 'phone_too_long'
    when p.main !~ '^[0-9 +().\-/]*$' then 'phone_wrong'
    when char_length(p.digits) < 7 then 'phone_too_short'
    when char_length(p.digits) > 15 then 'phone_too_many_digits'
    else 'ok' end
  from (
    select x.phone, x.main, regexp_replace(x.main, '\D', '', 'g') as digits
    from (
      select i.phone, regexp_replace(i.phone, '[\s,]*(ext\.?|x|#)\s*\d+$', '', 'i') as main
      from (select private.import_cell(item, 'phone') as phone) i) x) p;
$$;
grant execute on function private.check_import_phone(jsonb) to authenticated;

create or replace function private.check_import_pay(item jsonb, today_param date) returns text
language sql stable set search_path = '' as $$
  select case
    when p.rate = '' and p.since <> '' then 'date_without_rate'
    when p.rate = '' then 'ok'
    when p.rate ~ '^[(−-]' then 'rate_negative'
    -- 28,500: twenty-eight and a half, or a year's pay?
    when p.rate ~ '^\d{1,3}(,\d{3})+$' then 'rate_ambiguous'
    when p.rate ~ '^\d+[.,]\d{5,}$' then 'rate_too_fine'
    when p.rate !~ '^\d+([.,]\d{1,4})?$' then 'rate_wrong'
    when p.rate ~ '^0*[1-9]\d{4,}' then 'rate_too_high'
    when p.since = '' then 'ok'
    when p.since ~ '^\d{1,2}/\d{1,2}/\d{2}$' then 'date_short_year'
    when d.since is null then 'date_wrong'
    when d.since < '1970-01-01' then 'date_too_early'
    when d.since > today_param + 366 then 'date_too_late'
    else 'ok' end
  from (select regexp_replace(private.import_cell(item, 'rate'), '[$[:space:]]', '', 'g') as rate, private.import_cell(item, 'rate_from') as since) p
  cross join lateral (select private.import_date(p.since) as since) d;
$$;
grant execute on function private.check_import_pay(jsonb,date) to authenticated;

create or replace function private.import_date(word_param text) returns date
language plpgsql immutable set search_path = '' as $$
declare
  parts text[];
begin
  parts := regexp_match(word_param, '^(\d{4})-(\d{1,2})-(\d{1,2})$');
  if parts is not null then
    return make_date(parts[1]::integer, parts[2]::integer, parts[3]::integer);
  end if;
  parts := regexp_match(word_param, '^(\d{1,2})/(\d{1,2})/(\d{4})$');
  return make_date(parts[3]::integer, parts[1]::integer, parts[2]::integer);
exception when datetime_field_overflow then
  return null;
end $$;
grant execute on function private.import_date(text) to authenticated;

create or replace function private.import_role(word_param text) returns text
language sql immutable set search_path = '' as $$
  select case lower(word_param)
    when '' then 'employee'
    when 'employee' then 'employee' when 'worker' then 'employee' when 'empleado' then 'employee' when 'empleada' then 'employee'
    when 'foreman' then 'foreman' when 'capataz' then 'foreman'
    when 'manager' then 'manager' when 'gerente' then 'manager'
    when 'owner' then 'owner' when 'propietario' then 'owner' when 'propietaria' then 'owner' end;
$$;
grant execute on function private.import_role(text) to authenticated;

create or replace function private.import_language(word_param text) returns text
language sql immutable set search_path = '' as $$
  select case lower(word_param)
    when 'en' then 'en' when 'english' then 'en' when 'inglés' then 'en' when 'ingles' then 'en'
    when 'es' then 'es' when 'spanish' then 'es' when 'español' then 'es' when 'espanol' then 'es' end;
$$;
grant execute on function private.import_language(text) to authenticated;

create or replace function public.import_rows(list_param text, rows_param jsonb, dry_run_param boolean default true, import_id_param uuid default null::uuid, first_row_param integer default 1, file_param jsonb default null::jsonb) returns table(row_number integer, result text, message text, import_id uuid)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_manager();
  kept uuid := case when not dry_run_param then coalesce(import_id_param, gen_random_uuid()) end;
  wanted record;
  answers jsonb := '[]';
  part record;
begin
  select * into wanted from private.import_lists() l where l.list = list_param;
  if not found then
    raise exception using errcode = 'P0001', hint = 'import_list_unknown', message = 'There is no list with this name to import.';
  elsif jsonb_typeof(rows_param) is distinct from 'array' or jsonb_array_length(rows_param) > 1000 then
    raise exception using errcode = 'P0001', hint = 'import_too_large', message = 'Import up to 1,000 rows at a time.';
  end if;
  perform set_config('chalkline.source', 'import', true), private.give_reason(coalesce('Import ' || left(file_param ->> 'name', 200), 'Import'));
  if kept is not null then
    perform private.begin_import(kept, list_param, file_param);
  end if;
  begin
    for part in
      select jsonb_agg(i.value order by i.n) as items, array_agg(first_row_param + i.n::integer - 1 order by i.n) as numbers
      from jsonb_array_elements(rows_param) with ordinality as i (value, n)
      group by case when wanted.entity = 'time_entries' then 0 else (i.n - 1) / 25 end order by min(i.n)
    loop
      if wanted.entity = 'time_entries' then
        answers := answers || (select jsonb_agg(to_jsonb(p)) from private.import_time(me.company_id, wanted, part.items, kept, part.numbers) p);
      else
        answers := answers || (select jsonb_agg(to_jsonb(p)) from private.import_part(me.company_id, wanted, part.items, kept, part.numbers) p);
      end if;
    end loop;
    if dry_run_param then
      -- The same work as the real run, taken back: what is shown is what will happen.
      raise exception using errcode = 'ZZDRY', message = 'Dry run.';
    end if;
    perform private.count_import(kept);
  exception when sqlstate 'ZZDRY' then
    null;
  end;
  return query select a.row_number, a.result, a.message, kept
    from jsonb_to_recordset(answers) as a (row_number integer, result text, message text) order by a.row_number;
end $$;
comment on function public.import_rows(text,jsonb,boolean,uuid,integer,jsonb) is 'Managers: result of each row (new, changed, same, error; message: everything wrong with it, separated by commas, with the column after a colon), with the rights of the caller; without dry_run saves the good ones. A large file comes in parts with one import_id and the number of each part''s first row; a part that is sent again is not written again.';
grant execute on function public.import_rows(text,jsonb,boolean,uuid,integer,jsonb) to authenticated;

create or replace function private.import_lists() returns table(list text, entity text, columns text[], refs text[], keys text[])
language sql stable set search_path = '' as $$
  select l.list, l.entity, array(
      select c from unnest(l.columns) with ordinality as o (c, n)
      where c in ('rate', 'rate_from') or exists (select from pg_catalog.pg_attribute a
        where a.attrelid = to_regclass('public.' || l.entity) and a.attname = c and not a.attisdropped)
      order by n),
    array(select r from unnest(l.refs) as r where exists (select from pg_catalog.pg_attribute a
      where a.attrelid = to_regclass('public.' || l.entity) and a.attname = r || '_id' and not a.attisdropped)), l.keys
  from (values
    ('company', 'companies', '{time_zone,week_start,pay_period_kind,pay_period_anchor,cost_code_required,edit_reason_required,rounding_minutes,auto_meal_minutes,auto_meal_after_minutes,late_after_minutes,own_rate_visible,team_visible}'::text[], '{}'::text[], '{}'::text[]),
    ('custom_fields', 'custom_fields', '{id,on_table,name,name_es,kind,choices,required,shown,position,archived_at}', '{}', '{id,"on_table,name"}'),
    ('employees', 'employees', '{id,first_name,last_name,employee_number,email,phone,job_title,role,language,hired_on,active,custom,rate,rate_from}', '{}', '{id,employee_number,email,"first_name,last_name"}'),
    ('customers', 'customers', '{id,name,number,contact_name,email,phone,address,external_id,active}', '{}', '{id,number,name}'),
    ('projects', 'projects', '{id,name,name_es,number,client,customer_id,parent_id,status,address,deadline,percent_complete,prevailing_wage,time_zone,color,external_id,custom}', '{customer,parent}', '{id,number,name}'),
    ('units', 'units', '{id,name,description,active}', '{}', '{id,name}'),
    ('cost_code_groups', 'cost_code_groups', '{id,name,active}', '{}', '{id,name}'),
    ('cost_codes', 'cost_codes', '{id,code,name,name_es,code_group,unit,hours_per_unit,external_id,active,custom}', '{}', '{id,code}'),
    ('equipment_classes', 'equipment_classes', '{id,name,operating_rate,standby_rate,travel_rate}', '{}', '{id,name}'),
    ('equipment', 'equipment', '{id,name,number,class_id,ownership,status,meter_unit,off_rent_date,notes,external_id,custom}', '{class}', '{id,number,name}'),
    ('crews', 'crews', '{id,name,foreman_id}', '{foreman}', '{id,name}'),
    ('crew_members', 'crew_members', '{id,crew_id,employee_id,from_date,to_date}', '{crew,employee}', '{id,"crew_id,employee_id,from_date"}'),
    ('holidays', 'holidays', '{id,date,name,paid_hours}', '{}', '{id,date}'),
    ('time_off_types', 'time_off_types', '{id,name,pay_code,paid,accrual,starts_on,active}', '{}', '{id,name}'),
    ('pay_types', 'pay_types', '{id,code,name,name_es,active}', '{}', '{id,code}'),
    ('break_types', 'break_types', '{id,name,name_es,kind,paid,usual_minutes,active}', '{}', '{id,"kind,paid"}'),
    ('delay_reasons', 'delay_reasons', '{id,name,name_es,active}', '{}', '{id,name}'),
    ('certification_types', 'certification_types', '{id,name,issuer,valid_months,warn_days,active}', '{}', '{id,name}'),
    ('certifications', 'certifications', '{id,employee_id,type_id,number,issued_on,expires_on,note}', '{employee,type}', '{id,"employee_id,type_id,issued_on"}'),
    ('clock_questions', 'clock_questions', '{id,moment,text_en,text_es,alarm_answer,opens_incident,position,active}', '{}', '{id,"moment,text_en"}'),
    ('employee_rates', 'employee_rates', '{id,employee_id,hourly_rate,effective_from,project_id,cost_code_id}', '{employee,project,cost_code}', '{id,"employee_id,project_id?,cost_code_id?,effective_from"}'),
    ('overtime_policies', 'overtime_policies', '{effective_from,preset,policy,project_id,employee_id}', '{project,employee}', '{}'),
    ('budget_lines', 'budget_lines', '{id,budget_id,cost_code_id,hours,labor_amount,quantity,unit,equipment_amount,other_amount,milestones}', '{cost_code}', '{id,"budget_id,cost_code_id"}'),
    ('quantities', 'quantities', '{id,project_id,cost_code_id,work_date,quantity,area,note}', '{project,cost_code}', '{id}'),
    ('time_entries', 'time_entries', '{id,employee_id,clock_in,clock_out,project_id,cost_code_id,equipment_id,machines,classification_id,notes,meal_waived,custom}', '{employee,project,cost_code,equipment,classification}', '{}'),
    ('pay_items', 'pay_items', '{id,employee_id,work_date,pay_code,minutes,hourly_rate,amount_cents,project_id,cost_code_id,note}', '{employee,project,cost_code}', '{id}'),
    ('payroll_facts', 'payroll_facts', '{id,employee_id,week_end,gross_all,federal_tax,state_tax,fica,medicare,sdi,other,net,check_number,paid_on,reimbursement,period_start}', '{employee}', '{id,"employee_id,week_end,period_start?"}')
  ) as l (list, entity, columns, refs, keys)
  where to_regclass('public.' || l.entity) is not null;
$$;
comment on function private.import_lists() is 'What can be imported and exported: the table, its columns, which of them point at another list (by id, number or name), and what a row is recognized by, first match first; a question mark means may be empty.';
grant execute on function private.import_lists() to authenticated;

create or replace function private.begin_import(import_id_param uuid, list_param text, file_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  known public.imports;
begin
  if list_param = 'payroll_facts' and private.has_nine_digits(file_param::text) then
    raise exception using errcode = 'P0001', hint = 'nine_digits', message = 'Nine digits in a row are not stored: they could be a social security number.';
  end if;
  select * into known from public.imports i where i.company_id = company and i.id = import_id_param for update;
  if known.id is null then
    insert into public.imports (company_id, id, list, file_name, mapping, totals_before)
    values (company, import_id_param, list_param, left(file_param ->> 'name', 200), coalesce(file_param -> 'mapping', '{}'), private.import_totals(company));
  elsif known.list <> list_param or known.undone_at is not null
    or exists (select from private.import_steps s where s.company_id = company and s.import_id = known.id and s.undone) then
    raise exception using errcode = 'P0001', hint = 'import_closed', message = 'This import is over. Start a new one.';
  elsif (select c.reltuples < 100 from pg_catalog.pg_class c where c.oid = 'public.work_totals'::regclass) then
    -- A new installation's tables grow faster than the database looks at them; without figures it plans for empty ones.
    analyze public.time_entries, public.work_totals, private.work_sums, private.work_months;
  end if;
end $$;
grant execute on function private.begin_import(uuid,text,jsonb) to authenticated;

create or replace function private.import_totals(company_id_param uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('seconds', coalesce(sum(s.seconds), 0), 'entries', coalesce(sum(s.entries), 0))
  from private.work_sums s where s.company_id = company_id_param;
$$;

create or replace function private.import_time(company_id_param uuid, list_param record, rows_param jsonb, import_id_param uuid, numbers_param integer[]) returns table(row_number integer, result text, message text)
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  size integer := jsonb_array_length(rows_param);
  wrote integer[] := '{}';
  state text;
  part record;
begin
  begin
    wrote := private.write_plain_time(company_id_param, rows_param, numbers_param, import_id_param);
  exception when others then
    get stacked diagnostics state = returned_sqlstate;
    if left(state, 2) in ('40', '53', '54', '57', '58', 'XX') then
      raise;
    end if;
    if size > 25 then
      -- A rule refused one of them: the half without it still goes in as a set.
      for part in select h.first, jsonb_agg(i.value order by i.n) as items
        from (values (1, size / 2), (size / 2 + 1, size)) as h (first, last)
        join jsonb_array_elements(rows_param) with ordinality as i (value, n) on i.n between h.first and h.last group by h.first order by h.first
      loop
        return query select * from private.import_time(company_id_param, list_param, part.items, import_id_param,
          numbers_param[part.first : part.first + jsonb_array_length(part.items) - 1]);
      end loop;
      return;
    end if;
  end;
  return query select w, 'new', null::text from unnest(wrote) w;
  for part in
    select jsonb_agg(r.value order by r.n) as items, array_agg(numbers_param[r.n] order by r.n) as numbers
      from (select i.value, i.n, row_number() over (order by i.n) as place from jsonb_array_elements(rows_param) with ordinality as i (value, n)
        where numbers_param[i.n] <> all (wrote)) r
     group by (r.place - 1) / 25 order by min(r.n)
  loop
    return query select * from private.import_part(company_id_param, list_param, part.items, import_id_param, part.numbers);
  end loop;
end $$;
comment on function private.import_time(uuid,record,jsonb,uuid,integer[]) is 'Rows of time: what is plain as a set, the rest by import_part(). Where a rule refuses the set, its halves.';
grant execute on function private.import_time(uuid,record,jsonb,uuid,integer[]) to authenticated;

create or replace function private.write_plain_time(company_id_param uuid, rows_param jsonb, numbers_param integer[], import_id_param uuid) returns integer[]
language plpgsql set search_path = '' as $$
declare
  known integer[] := private.imported_rows(import_id_param, numbers_param);
  plan jsonb;
begin
  select jsonb_agg(to_jsonb(p) || jsonb_build_object('row_number', numbers_param[p.place])) into plan
    from private.plain_time_rows(company_id_param, rows_param) p where numbers_param[p.place] <> all (known);
  insert into public.time_entries (company_id, id, employee_id, clock_in, clock_out, project_id, cost_code_id, equipment_id, notes, meal_waived, source)
    select company_id_param, p.id, p.employee_id, p.clock_in, p.clock_out, p.project_id, p.cost_code_id, p.equipment_id, p.notes, p.meal_waived, 'import'
      from jsonb_to_recordset(plan) as p (row_number integer, id uuid, employee_id uuid, clock_in timestamptz, clock_out timestamptz,
        project_id uuid, cost_code_id uuid, equipment_id uuid, notes text, meal_waived boolean)
      order by p.employee_id, p.row_number;
  insert into public.time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
    select company_id_param, p.id, b.started_at, b.ended_at, b.kind, b.paid
      from jsonb_to_recordset(plan) as p (id uuid, breaks jsonb)
      cross join jsonb_to_recordset(p.breaks) as b (started_at timestamptz, ended_at timestamptz, kind text, paid boolean);
  if import_id_param is not null then
    perform private.note_new_entries(import_id_param, (
      select jsonb_agg(jsonb_build_object('row_number', p.row_number, 'id', p.id, 'after', e.entry))
        from jsonb_to_recordset(plan) as p (row_number integer, id uuid)
        join private.entries_with_breaks(company_id_param, array(select i.id from jsonb_to_recordset(plan) as i (id uuid))) e on e.id = p.id));
  end if;
  return array(select p.row_number from jsonb_to_recordset(plan) as p (row_number integer));
end $$;
comment on function private.write_plain_time(uuid,jsonb,integer[],uuid) is 'Writes what is plain in a part with one statement, with the rights of the caller; returns the numbers of those rows. People in one order, so that two imports never wait for each other in a circle.';
grant execute on function private.write_plain_time(uuid,jsonb,integer[],uuid) to authenticated;

create or replace function private.imported_rows(import_id_param uuid, numbers_param integer[]) returns integer[]
language sql stable security definer set search_path = '' as $$
  select array(select s.row_number from private.import_steps s
    where s.company_id = private.my_company_id() and s.import_id = import_id_param and s.row_number = any (numbers_param) and s.part = 1 and s.result <> 'error');
$$;
comment on function private.imported_rows(uuid,integer[]) is 'Which of these rows were written before.';
grant execute on function private.imported_rows(uuid,integer[]) to authenticated;

create or replace function private.plain_time_rows(company_id_param uuid, rows_param jsonb) returns table(place integer, id uuid, employee_id uuid, clock_in timestamptz, clock_out timestamptz, project_id uuid, cost_code_id uuid, equipment_id uuid, notes text, meal_waived boolean, breaks jsonb)
language sql stable set search_path = '' as $$
  with known as materialized (
    select i.place::integer as place, i.item, who.id as employee_id, site.id as project_id, code.id as cost_code_id, machine.id as equipment_id
      from jsonb_array_elements(rows_param) with ordinality as i (item, place)
      join private.import_references(company_id_param, 'employee', rows_param) who on who.place = i.place and who.plain and who.id is not null
      join private.import_references(company_id_param, 'project', rows_param) site on site.place = i.place and site.plain
      join private.import_references(company_id_param, 'cost_code', rows_param) code on code.place = i.place and code.plain
      join private.import_references(company_id_param, 'equipment', rows_param) machine on machine.place = i.place and machine.plain
     where jsonb_typeof(i.item) = 'object' and private.import_cell(i.item, 'classification') = '' and private.import_cell(i.item, 'classification_id') = '' and private.import_cell(i.item, 'machines') = ''
       and not exists (select from jsonb_object_keys(i.item) k where k like 'custom%' and private.import_cell(i.item, k) not in ('', '{}'))
  ), zones as materialized (
    select s.project_id, private.zone_of(company_id_param, s.project_id) as zone from (select distinct k.project_id from known k) s
  ), read as materialized (
    select k.*, c.starts, c.ends, c.breaks, c.id, c.meal_waived
      from known k join zones z on z.project_id is not distinct from k.project_id
      cross join lateral private.import_cells(k.item, coalesce(nullif(private.import_cell(k.item, 'time_zone'), ''), z.zone)) c
     where c.starts is not null
  )
  select r.place, coalesce(r.id, gen_random_uuid()), r.employee_id, r.starts, r.ends, r.project_id, r.cost_code_id, r.equipment_id,
      nullif(private.import_cell(r.item, 'notes'), ''), r.meal_waived, r.breaks
    from read r
   where not exists (select from (select e.clock_out from public.time_entries e
         where e.company_id = company_id_param and e.employee_id = r.employee_id and e.clock_in < r.ends
         order by e.clock_in desc limit 1) before
       where coalesce(before.clock_out, 'infinity') > r.starts)
     and not exists (select from public.time_entries e where e.company_id = company_id_param and e.id = r.id)
     and not exists (select from read o where o.place <> r.place
       and (o.id = r.id or o.employee_id = r.employee_id and o.starts < r.ends and o.ends > r.starts));
$$;
comment on function private.plain_time_rows(uuid,jsonb) is 'The rows of a part that can be read in one way and are new. What repeats or overlaps something is none of them: it goes row by row, in the order of the file.';
grant execute on function private.plain_time_rows(uuid,jsonb) to authenticated;

create or replace function private.import_references(company_id_param uuid, stem_param text, rows_param jsonb) returns table(place integer, id uuid, plain boolean)
language sql stable set search_path = '' as $$
  with words as materialized (
    select i.place, w.rank, lower(private.import_cell(i.item, w.key)) as word
      from jsonb_array_elements(rows_param) with ordinality as i (item, place)
      cross join (values (1, stem_param || '_id'), (2, stem_param || '_number'), (3, case stem_param when 'employee' then 'email' end), (4, stem_param))
        as w (rank, key)
     where private.import_cell(i.item, w.key) <> ''
  ), found as (
    select w.place, w.rank, count(distinct n.id) as several, min(n.id::text)::uuid as id
      from words w join private.import_names(company_id_param, stem_param) n on n.word = w.word and n.is_id = (w.rank = 1)
     group by w.place, w.rank
  ), first_found as (
    select distinct on (f.place) f.place, f.several, f.id from found f order by f.place, f.rank
  )
  select p.place, f.id, case when f.place is null then not exists (select from words w where w.place = p.place) else f.several = 1 end
    from generate_series(1, jsonb_array_length(rows_param)) as p (place) left join first_found f on f.place = p.place;
$$;
comment on function private.import_references(uuid,text,jsonb) is 'import_reference() for all rows of a part; plain says that there is one answer, or that the row says nothing.';
grant execute on function private.import_references(uuid,text,jsonb) to authenticated;

create or replace function private.import_names(company_id_param uuid, stem_param text) returns table(id uuid, word text, is_id boolean)
language sql stable parallel safe
begin atomic
 select e.id,
     w.word,
     w.is_id
    from (public.employees e
      cross join lateral ( values ((e.id)::text,true), (e.email,false), (lower(e.employee_number),false), (lower(btrim(((e.first_name || ' '::text) || e.last_name))),false), (lower(((e.last_name || ', '::text) || e.first_name)),false)) w(word, is_id))
   where ((import_names.stem_param = any (array['employee'::text, 'foreman'::text])) and (e.company_id = import_names.company_id_param))
 union all
  select p.id,
     w.word,
     w.is_id
    from (((public.projects p
      left join public.projects u on (((u.company_id = p.company_id) and (u.id = p.parent_id))))
      left join public.projects t on (((t.company_id = u.company_id) and (t.id = u.parent_id))))
      cross join lateral ( values ((p.id)::text,true), (lower(p.number),false), (lower(p.name),false), (lower(((p.number || ' '::text) || p.name)),false), (lower(((((t.name || ' › '::text) || u.name) || ' › '::text) || p.name)),false), (lower(((u.name || ' › '::text) || p.name)),false)) w(word, is_id))
   where ((import_names.stem_param = any (array['project'::text, 'parent'::text])) and (p.company_id = import_names.company_id_param))
 union all
  select k.id,
     w.word,
     w.is_id
    from (public.cost_codes k
      cross join lateral ( values ((k.id)::text,true), (lower(k.code),false), (lower(k.name),false), (lower(((k.code || ' '::text) || k.name)),false)) w(word, is_id))
   where ((import_names.stem_param = 'cost_code'::text) and (k.company_id = import_names.company_id_param))
 union all
  select q.id,
     w.word,
     w.is_id
    from (public.equipment q
      cross join lateral ( values ((q.id)::text,true), (lower(q.number),false), (lower(q.name),false)) w(word, is_id))
   where ((import_names.stem_param = 'equipment'::text) and (q.company_id = import_names.company_id_param))
 union all
  select c.id,
     w.word,
     w.is_id
    from (public.equipment_classes c
      cross join lateral ( values ((c.id)::text,true), (lower(c.name),false)) w(word, is_id))
   where ((import_names.stem_param = 'class'::text) and (c.company_id = import_names.company_id_param))
 union all
  select c.id,
     w.word,
     w.is_id
    from (public.crews c
      cross join lateral ( values ((c.id)::text,true), (lower(c.name),false)) w(word, is_id))
   where ((import_names.stem_param = 'crew'::text) and (c.company_id = import_names.company_id_param));
end;
comment on function private.import_names(uuid,text) is 'What rows of a list are called in files: id, number, address, name; a phase also by what it is a part of (Riverside › Level 2).';
grant execute on function private.import_names(uuid,text) to authenticated;

create or replace function private.import_cells(item jsonb, zone_param text, out starts timestamptz, out ends timestamptz, out breaks jsonb, out id uuid, out meal_waived boolean) returns record
language plpgsql stable set search_path = '' as $$
begin
  select s.starts, s.ends into starts, ends from private.import_span(item, zone_param) s;
  breaks := coalesce(private.import_breaks(item, starts, ends), '[]');
  id := nullif(private.import_cell(item, 'id'), '')::uuid;
  meal_waived := coalesce(nullif(private.import_cell(item, 'meal_waived'), '')::boolean, false);
exception when raise_exception or data_exception then
  starts := null;
end $$;
comment on function private.import_cells(jsonb,text) is 'What a row of time says of itself; start null where it cannot be read.';
grant execute on function private.import_cells(jsonb,text) to authenticated;

create or replace function private.import_span(item jsonb, zone_param text, out starts timestamptz, out ends timestamptz) returns record
language plpgsql stable set search_path = '' as $$
declare
  in_word text := private.import_cell(item, 'clock_in');
  out_word text := private.import_cell(item, 'clock_out');
  duration text := private.import_cell(item, 'duration_minutes');
  spans record;
begin
  if in_word = '' or out_word = '' then
    perform private.refuse_row('import_time_missing');
  elsif duration <> '' and duration !~ '^\d{1,5}(\.\d+)?$' then
    perform private.refuse_row('import_duration_wrong');
  end if;
  select count(*) as several, min(s.a) as first_start, max(s.a) as last_start, min(s.z) as first_end, max(s.z) as last_end,
      min(s.a) filter (where s.fits) as start_fit, min(s.z) filter (where s.fits) as end_fit, count(*) filter (where s.fits) as fitting,
      bool_or(true) as any_pair into spans
    from (select a, z, abs(extract(epoch from z - a) / 60 - nullif(duration, '')::numeric) < 1 as fits
      from unnest(private.import_instants(in_word, zone_param)) as a cross join unnest(private.import_instants(out_word, zone_param)) as z
      where z > a) s;
  if spans.several = 1 then
    starts := spans.first_start;
    ends := spans.first_end;
  elsif spans.fitting = 1 then
    starts := spans.start_fit;
    ends := spans.end_fit;
  elsif spans.several > 1 then
    perform private.refuse_row('import_time_twice');
  elsif cardinality(private.import_instants(in_word, zone_param)) = 0 or cardinality(private.import_instants(out_word, zone_param)) = 0 then
    perform private.refuse_row('import_time_skipped');
  else
    perform private.refuse_row('end_before_start');
  end if;
end $$;
comment on function private.import_span(jsonb,text) is 'Start and end as instants. Times without an offset are times on the wall of the zone; in the hour that repeats the duration decides, and without one the row is refused rather than guessed.';
grant execute on function private.import_span(jsonb,text) to authenticated;

create or replace function private.refuse_row(hint_param text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', hint = hint_param, message = 'This row cannot be imported: ' || hint_param;
end $$;
comment on function private.refuse_row(text) is 'Ends a row of an import with the reason.';
grant execute on function private.refuse_row(text) to authenticated;

create or replace function private.import_instants(word_param text, zone_param text) returns timestamptz[]
language plpgsql stable set search_path = '' as $$
begin
  if word_param ~ '^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d(:?\d\d)?)$' then
    return array[word_param::timestamptz];
  elsif word_param !~ '^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?$' then
    perform private.refuse_row('import_time_wrong');
  elsif zone_param !~ '^(UTC|[A-Za-z_]+/[A-Za-z_/+0-9-]+)$' then
    perform private.refuse_row('import_zone_unknown');
  end if;
  return private.wall_instants(word_param::timestamp, zone_param);
exception
  when invalid_parameter_value then perform private.refuse_row('import_zone_unknown');
  when datetime_field_overflow or invalid_datetime_format then perform private.refuse_row('import_time_wrong');
end $$;
grant execute on function private.import_instants(text,text) to authenticated;

create or replace function private.wall_instants(local_param timestamp without time zone, zone_param text) returns timestamptz[]
language sql stable
return array(select distinct i.instant from (select ((wall_instants.local_param at time zone wall_instants.zone_param) + make_interval(mins => m.m)) as instant from unnest(array['-120'::integer, '-60'::integer, '-30'::integer, 0, 30, 60, 120]) m(m)) i where ((i.instant at time zone wall_instants.zone_param) = wall_instants.local_param) order by i.instant);
comment on function private.wall_instants(timestamp without time zone,text) is 'The instants at which a clock on the wall shows this time: none in the hour that is skipped, two in the one that repeats.';
grant execute on function private.wall_instants(timestamp without time zone,text) to authenticated;

create or replace function private.import_breaks(item jsonb, starts_param timestamptz, ends_param timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  minutes text := private.import_cell(item, 'break_minutes');
  begins timestamptz;
begin
  if private.import_cell(item, 'breaks') <> '' then
    return (select coalesce(jsonb_agg(jsonb_build_object('started_at', b.started_at, 'ended_at', b.ended_at,
        'kind', coalesce(b.kind, 'meal'), 'paid', coalesce(b.paid, false)) order by b.started_at), '[]')
      from jsonb_to_recordset((item ->> 'breaks')::jsonb) as b (started_at timestamptz, ended_at timestamptz, kind text, paid boolean));
  elsif minutes = '' or minutes ~ '^0+(\.0+)?$' then
    return null;
  elsif minutes !~ '^\d{1,4}(\.\d+)?$' or ends_param - starts_param <= make_interval(secs => minutes::numeric::double precision * 60) then
    perform private.refuse_row('import_break_wrong');
  end if;
  -- Only its length is known: it goes in the middle.
  begins := date_trunc('minute', starts_param + (ends_param - starts_param - make_interval(secs => minutes::numeric::double precision * 60)) / 2);
  begins := greatest(begins, starts_param);
  return jsonb_build_array(jsonb_build_object('started_at', begins,
    'ended_at', begins + make_interval(secs => minutes::numeric::double precision * 60), 'kind', 'meal', 'paid', false));
end $$;
grant execute on function private.import_breaks(jsonb,timestamp with time zone,timestamp with time zone) to authenticated;

create or replace function private.note_new_entries(import_id_param uuid, steps_param jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into private.import_steps as s (company_id, import_id, row_number, part, result, entity, row_id, after)
  select private.my_company_id(), import_id_param, r.row_number, 1, 'new', 'time_entries', r.id, r.after
    from jsonb_to_recordset(steps_param) as r (row_number integer, id uuid, after jsonb)
  on conflict on constraint import_steps_pkey do update set result = excluded.result, message = null,
    entity = excluded.entity, row_id = excluded.row_id, before = null, after = excluded.after;
$$;
grant execute on function private.note_new_entries(uuid,jsonb) to authenticated;

create or replace function private.entries_with_breaks(company_id_param uuid, ids_param uuid[]) returns table(id uuid, entry jsonb)
language sql stable
begin atomic
 select e.id,
     (to_jsonb(e.*) || jsonb_build_object('breaks', ( select coalesce(jsonb_agg(jsonb_build_object('started_at', b.started_at, 'ended_at', b.ended_at, 'kind', b.kind, 'paid', b.paid) order by b.started_at), '[]'::jsonb) as "coalesce"
            from public.time_entry_breaks b
           where ((b.company_id = e.company_id) and (b.time_entry_id = e.id)))))
    from public.time_entries e
   where ((e.company_id = entries_with_breaks.company_id_param) and (e.id = any (entries_with_breaks.ids_param)));
end;
comment on function private.entries_with_breaks(uuid,uuid[]) is 'Entries as an import stores them to recognize a change since.';
grant execute on function private.entries_with_breaks(uuid,uuid[]) to authenticated;

create or replace function private.import_part(company_id_param uuid, list_param record, rows_param jsonb, import_id_param uuid, numbers_param integer[]) returns table(row_number integer, result text, message text)
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  wrote text[] := '{}';
  item jsonb;
  state text;
  hint text;
  broken text;
begin
  begin
    for item in select i.value from jsonb_array_elements(rows_param) with ordinality as i (value, n) order by i.n loop
      wrote := wrote || private.import_one(company_id_param, list_param, item, import_id_param, numbers_param[cardinality(wrote) + 1]);
    end loop;
    return query select numbers_param[n], w, null::text from unnest(wrote) with ordinality as o (w, n);
    return;
  exception when others then
    get stacked diagnostics state = returned_sqlstate, hint = pg_exception_hint, broken = constraint_name;
    -- Not the row's fault: a deadlock, a full disk, a server that goes down.
    if left(state, 2) in ('40', '53', '54', '57', '58', 'XX') then
      raise;
    end if;
  end;
  if jsonb_array_length(rows_param) > 1 then
    -- One of them is wrong: each by itself, so that it takes nothing else along.
    return query select p.row_number, p.result, p.message
      from (select i.value, i.n from jsonb_array_elements(rows_param) with ordinality as i (value, n) order by i.n) i,
        private.import_part(company_id_param, list_param, jsonb_build_array(i.value), import_id_param, numbers_param[i.n:i.n]) p;
    return;
  end if;
  row_number := numbers_param[1];
  result := 'error';
  message := private.with_further_faults(private.import_message(state, hint, broken),
    private.import_faults(company_id_param, list_param, rows_param -> 0));
  if import_id_param is not null then
    perform private.note_import_step(import_id_param, row_number, 1::smallint, list_param.entity, jsonb_build_object('result', 'error', 'message', message));
  end if;
  return next;
end $$;
comment on function private.import_part(uuid,record,jsonb,uuid,integer[]) is 'Some rows in one subtransaction, and only where one is wrong each in its own: PostgreSQL slows down when hundreds of subtransactions lock the same project.';
grant execute on function private.import_part(uuid,record,jsonb,uuid,integer[]) to authenticated;

create or replace function private.import_faults(company_id_param uuid, list_param record, item jsonb) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  faults text[] := '{}';
  zone text;
  part text;
  state text;
  hint text;
begin
  if jsonb_typeof(item) is distinct from 'object' then
    return faults;
  end if;
  -- Each part by itself, as the row would be read: one fault must not hide the next.
  foreach part in array list_param.refs loop
    begin
      perform private.import_reference(company_id_param, part, item);
    exception when raise_exception then
      get stacked diagnostics hint = pg_exception_hint;
      faults := faults || hint;
    end;
  end loop;
  if list_param.entity = 'time_entries' then
    -- The zone of a project that does not exist is not known: the company's is as good for this.
    zone := coalesce(nullif(private.import_cell(item, 'time_zone'), ''), private.zone_of(company_id_param, null));
    foreach part in array '{clock_in,clock_out}'::text[] loop
      begin
        if private.import_cell(item, part) <> '' then
          perform private.import_instants(private.import_cell(item, part), zone);
        end if;
      exception when raise_exception then
        get stacked diagnostics hint = pg_exception_hint;
        faults := faults || (hint || case when hint = 'import_zone_unknown' then '' when part = 'clock_in' then ':start' else ':end' end);
      end;
    end loop;
    if private.import_cell(item, 'break_minutes') !~ '^(\d{1,4}(\.\d+)?)?$' then
      faults := faults || 'import_break_wrong'::text;
    end if;
    return faults;
  end if;
  if list_param.entity = 'employees' then
    faults := faults || array(select f from unnest(array[private.check_import_name(item), private.check_import_contact(item),
      private.check_import_phone(item), private.check_import_pay(item, private.company_today(company_id_param)),
      case when private.import_cell(item, 'role') <> '' and private.import_role(private.import_cell(item, 'role')) is null then 'role_unknown' end,
      case when private.import_cell(item, 'language') <> '' and private.import_language(private.import_cell(item, 'language')) is null then 'language_unknown' end]) f
      where f <> 'ok' and not (f = 'first_name_missing' and (private.import_cell(item, 'id') <> '' or private.import_cell(item, 'employee_number') <> '' or private.import_cell(item, 'email') <> '')));
  end if;
  for part in select c.k from unnest(list_param.columns) with ordinality as c (k, n)
    where c.k not in ('rate', 'rate_from', 'role', 'language', 'policy', 'accrual', 'other', 'custom', 'choices')
      and c.k <> all (select r || '_id' from unnest(list_param.refs) r) and private.import_cell(item, c.k) <> '' order by c.n
  loop
    begin
      perform private.import_values(company_id_param, list_param.entity, array[part], '{}', jsonb_build_object(part, item -> part));
      execute format('select to_jsonb(jsonb_populate_record(null::public.%I, $1))', list_param.entity)
        using jsonb_build_object(part, private.import_cell(item, part));
    exception when raise_exception or data_exception then
      get stacked diagnostics state = returned_sqlstate, hint = pg_exception_hint;
      faults := faults || (private.import_message(state, hint, '') || ':' || part);
    end;
  end loop;
  return faults;
end $$;
comment on function private.import_faults(uuid,record,jsonb) is 'Everything that can be said about a wrong row without writing it, as words the application has sentences for, with the column after a colon where there is one.';
grant execute on function private.import_faults(uuid,record,jsonb) to authenticated;

create or replace function private.with_further_faults(first_param text, faults_param text[]) returns text
language sql immutable set search_path = '' as $$
  select string_agg(f.fault, ',' order by f.place)
  from (select a.fault, min(a.place) as place
    from unnest(array_prepend(first_param, faults_param)) with ordinality as a (fault, place)
    -- With its column it says more than without.
    where not exists (select from unnest(faults_param) o where o like a.fault || ':%')
    group by a.fault) f;
$$;
comment on function private.with_further_faults(text,text[]) is 'What is wrong with a row, all of it, separated by commas; what stopped it comes first.';
grant execute on function private.with_further_faults(text,text[]) to authenticated;

create or replace function private.import_one(company_id_param uuid, list_param record, item jsonb, import_id_param uuid, row_number_param integer) returns text
language plpgsql set search_path = '' as $$
declare
  step jsonb;
  rate jsonb;
  known text := case when import_id_param is not null then private.imported_before(import_id_param, row_number_param) end;
begin
  if known is not null then
    return known;
  elsif jsonb_typeof(item) is distinct from 'object' then
    perform private.refuse_row('row_not_understood');
  end if;
  if list_param.entity = 'time_entries' then
    step := private.import_time_entry(company_id_param, item);
  else
    step := private.import_list_row(company_id_param, list_param, item);
  end if;
  if list_param.list = 'employees' then
    rate := private.import_rate(company_id_param, (step ->> 'id')::uuid, item);
  end if;
  if import_id_param is not null then
    perform private.note_import_step(import_id_param, row_number_param, 1::smallint, list_param.entity, step);
    if rate ->> 'result' <> 'same' then
      perform private.note_import_step(import_id_param, row_number_param, 2::smallint, 'employee_rates', rate);
    end if;
  end if;
  return case when step ->> 'result' = 'same' and rate ->> 'result' <> 'same' then 'changed' else step ->> 'result' end;
end $$;
comment on function private.import_one(uuid,record,jsonb,uuid,integer) is 'Writes one row and notes what became of it; ends with an error where it cannot.';
grant execute on function private.import_one(uuid,record,jsonb,uuid,integer) to authenticated;

create or replace function private.imported_before(import_id_param uuid, row_number_param integer) returns text
language sql stable security definer set search_path = '' as $$
  select s.result from private.import_steps s
  where s.company_id = private.my_company_id() and s.import_id = import_id_param and s.row_number = row_number_param and s.part = 1 and s.result <> 'error';
$$;
grant execute on function private.imported_before(uuid,integer) to authenticated;

create or replace function private.import_time_entry(company_id_param uuid, item jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  person uuid := private.import_reference(company_id_param, 'employee', item);
  machines jsonb := private.import_machines(company_id_param, item);
  wanted jsonb := jsonb_strip_nulls(jsonb_build_object('project_id', private.import_reference(company_id_param, 'project', item),
    'cost_code_id', private.import_reference(company_id_param, 'cost_code', item),
    'equipment_id', coalesce(private.import_reference(company_id_param, 'equipment', item), private.first_machine(machines)),
    'classification_id', private.import_reference(company_id_param, 'classification', item),
    'notes', nullif(private.import_cell(item, 'notes'), ''), 'meal_waived', nullif(private.import_cell(item, 'meal_waived'), '')::boolean));
  custom jsonb := coalesce(nullif(private.import_cell(item, 'custom'), '')::jsonb, '{}') || private.import_custom(company_id_param, 'time_entries', item);
  span record;
  breaks jsonb;
  entry uuid;
  before jsonb;
begin
  if person is null then
    perform private.refuse_row('import_employee_missing');
  end if;
  span := private.import_span(item, coalesce(nullif(private.import_cell(item, 'time_zone'), ''),
    private.zone_of(company_id_param, (wanted ->> 'project_id')::uuid)));
  -- As it would be stored, so that a file that is read again is the same.
  wanted := jsonb_strip_nulls(wanted || jsonb_build_object('classification_id', coalesce(private.import_class_of_day(company_id_param, wanted, span.starts),
    (wanted ->> 'classification_id')::uuid)));
  breaks := private.import_breaks(item, span.starts, span.ends);
  select e.id into entry from public.time_entries e
    where e.company_id = company_id_param and e.employee_id = person and e.clock_in = span.starts;
  if entry is null and private.import_cell(item, 'id') <> '' then
    select e.id into entry from public.time_entries e
      where e.company_id = company_id_param and e.employee_id = person and e.id = private.import_cell(item, 'id')::uuid;
  end if;
  if entry is null then
    insert into public.time_entries (id, employee_id, clock_in, clock_out, project_id, cost_code_id, equipment_id, machines, classification_id, notes, meal_waived, source, custom)
      values (coalesce(nullif(private.import_cell(item, 'id'), '')::uuid, gen_random_uuid()), person, span.starts, span.ends,
        (wanted ->> 'project_id')::uuid, (wanted ->> 'cost_code_id')::uuid, (wanted ->> 'equipment_id')::uuid, machines, (wanted ->> 'classification_id')::uuid, wanted ->> 'notes',
        coalesce((wanted ->> 'meal_waived')::boolean, false), 'import', custom)
      returning id into entry;
    insert into public.time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
      select company_id_param, entry, b.started_at, b.ended_at, b.kind, b.paid
      from jsonb_to_recordset(coalesce(breaks, '[]')) as b (started_at timestamptz, ended_at timestamptz, kind text, paid boolean);
    return jsonb_build_object('result', 'new', 'id', entry, 'after', private.entry_with_breaks(company_id_param, entry));
  end if;
  before := private.entry_with_breaks(company_id_param, entry);
  wanted := wanted || jsonb_build_object('clock_in', span.starts, 'clock_out', span.ends, 'custom', (before -> 'custom') || custom)
    || case when breaks is null then '{}' else jsonb_build_object('breaks', breaks) end;
  if before @> wanted and (breaks is null or before -> 'breaks' = breaks)
      and (machines is null or coalesce(nullif(before -> 'machines', 'null'), private.whole_machine((before ->> 'equipment_id')::uuid)) = machines) then
    return jsonb_build_object('result', 'same');
  end if;
  wanted := before || wanted;
  perform public.save_time_entry(entry, person, span.starts, span.ends, (wanted ->> 'project_id')::uuid, (wanted ->> 'cost_code_id')::uuid,
    wanted ->> 'notes', breaks, private.change_reason(), (wanted ->> 'meal_waived')::boolean, (wanted ->> 'equipment_id')::uuid,
    null, (wanted ->> 'classification_id')::uuid, wanted -> 'custom', machines);
  return jsonb_build_object('result', 'changed', 'id', entry, 'before', before, 'after', private.entry_with_breaks(company_id_param, entry));
end $$;
comment on function private.import_time_entry(uuid,jsonb) is 'One row of time: new, changed or same by person and start.';
grant execute on function private.import_time_entry(uuid,jsonb) to authenticated;

create or replace function private.import_machines(company_id_param uuid, item jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  word constant text := private.import_cell(item, 'machines');
  kinds constant jsonb := '{"working": "working", "trabajo": "working", "travel": "travel", "traslado": "travel", "standby": "standby", "espera": "standby"}';
  parts jsonb := '[]';
  part text[];
begin
  if word = '' then
    return null;
  elsif word like '[%' and private.can_be(word, 'jsonb') then
    parts := word::jsonb;
  else
    for part in select regexp_match(btrim(p), '^(.*?)\s*(\d{1,3}(?:[.,]\d+)?)\s*%\s*(\w*)$') from regexp_split_to_table(word, ';') p where btrim(p) <> '' loop
      if part is null or part[3] <> '' and not kinds ? lower(part[3]) then
        perform private.refuse_row('machines_unreadable');
      end if;
      parts := parts || jsonb_build_object('equipment_id', private.import_reference(company_id_param, 'equipment', jsonb_build_object('equipment', part[1])),
        'share', replace(part[2], ',', '.')::numeric, 'kind', coalesce(kinds ->> lower(part[3]), 'working'));
    end loop;
  end if;
  return private.read_machines(company_id_param, parts);
exception when foreign_key_violation then
  perform private.refuse_row('import_equipment_unknown');
end $$;
comment on function private.import_machines(uuid,jsonb) is 'The machines of a row of time with their shares, "Digger 60 %; Roller 40 % standby", with the kind in either language, or as they are exported; null where the row says nothing. Without a name: the part without a machine.';
grant execute on function private.import_machines(uuid,jsonb) to authenticated;

create or replace function private.whole_machine(equipment_id_param uuid) returns jsonb
language sql immutable parallel safe
return case when equipment_id_param is not null then jsonb_build_array(jsonb_build_object('equipment_id', equipment_id_param, 'kind', 'working', 'share', 100)) end;
comment on function private.whole_machine(uuid) is 'One machine that worked all of the time, as private.read_machines() writes it.';
grant execute on function private.whole_machine(uuid) to authenticated;

create or replace function private.import_reference(company_id_param uuid, stem_param text, item jsonb) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  entity text := case stem_param when 'employee' then 'employees' when 'foreman' then 'employees' when 'project' then 'projects'
    when 'parent' then 'projects' when 'cost_code' then 'cost_codes' when 'equipment' then 'equipment' when 'class' then 'equipment_classes'
    when 'crew' then 'crews' when 'customer' then 'customers' when 'type' then 'certification_types' end;
  id_word text := lower(private.import_cell(item, stem_param || '_id'));
  word text;
  given boolean := id_word <> '';
  matches uuid[];
begin
  if stem_param = 'classification' then
    return private.import_classification(company_id_param, item);
  end if;
  if id_word ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
    execute format('select array(select t.id from public.%I t where t.company_id = $1 and t.id = $2)', entity)
      into matches using company_id_param, id_word::uuid;
    if cardinality(matches) = 1 then
      return matches[1];
    end if;
  end if;
  -- Another installation knows it by other names: number, address, name.
  foreach word in array array[private.import_cell(item, stem_param || '_number'),
    case when stem_param = 'employee' then private.import_cell(item, 'email') else '' end, private.import_cell(item, stem_param)]
  loop
    word := lower(word);
    if word <> '' then
      given := true;
      matches := case when entity in ('customers', 'certification_types') then private.import_named(entity, company_id_param, word)
        else private.import_candidates(company_id_param, stem_param, word) end;
      if cardinality(matches) = 1 then
        return matches[1];
      elsif cardinality(matches) > 1 then
        perform private.refuse_row('import_' || stem_param || '_not_unique');
      end if;
    end if;
  end loop;
  if given then
    perform private.refuse_row('import_' || stem_param || '_unknown');
  end if;
  return null;
end $$;
comment on function private.import_reference(uuid,text,jsonb) is 'The row of another list a cell means, by id, number, address or name; null where the row says nothing.';
grant execute on function private.import_reference(uuid,text,jsonb) to authenticated;

create or replace function private.import_classification(company_id_param uuid, item jsonb) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  word constant text := lower(private.import_cell(item, 'classification'));
  id_word constant text := lower(private.import_cell(item, 'classification_id'));
  project uuid;
  matches record;
begin
  if word = '' and id_word = '' then
    return null;
  end if;
  project := private.import_reference(company_id_param, 'project', item);
  -- Files have such columns for other reasons, too, and other installations know projects as public work that are none here.
  if not exists (select from public.public_contracts c where c.company_id = company_id_param and c.project_id = project) then
    return null;
  end if;
  -- The rows of one code in several modifications are one class.
  select (array_agg(m.id order by m.effective_from desc))[1] as id, count(distinct (m.number, m.code)) as several into matches
  from (
    select k.id, k.code, d.number, d.effective_from,
      rank() over (order by case when k.id::text = id_word then 1 when lower(k.code) = word then 2 else 3 end) as rank
    from public.work_classifications k
    join public.wage_determinations d on d.company_id = k.company_id and d.id = k.determination_id
    where k.company_id = company_id_param and d.project_id = project
      and (k.id::text = id_word or word <> '' and word in (lower(k.code), lower(k.name), lower(k.name_es), lower(k.code || ' ' || k.name)))) m
  where m.rank = 1;
  if matches.several > 1 then
    perform private.refuse_row('import_classification_not_unique');
  elsif matches.id is null then
    perform private.refuse_row('import_classification_unknown');
  end if;
  return matches.id;
end $$;
comment on function private.import_classification(uuid,jsonb) is 'The class of public work a row means, by id, code or name among those of its project; null where the row says nothing or the project is no public work.';
grant execute on function private.import_classification(uuid,jsonb) to authenticated;

create or replace function private.import_class_of_day(company_id_param uuid, wanted jsonb, starts_param timestamptz) returns uuid
language sql stable security definer set search_path = '' as $$
  select private.usable_classification(company_id_param, (wanted ->> 'project_id')::uuid, (wanted ->> 'classification_id')::uuid,
    (starts_param at time zone private.zone_of(company_id_param, (wanted ->> 'project_id')::uuid))::date)
  where company_id_param = private.my_company_id();
$$;
comment on function private.import_class_of_day(uuid,jsonb,timestamptz) is 'The class in effect on the day of a row.';
grant execute on function private.import_class_of_day(uuid,jsonb,timestamptz) to authenticated;

create or replace function private.import_named(entity_param text, company_id_param uuid, word_param text) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  found_ids uuid[];
begin
  execute format('select array(select t.id from public.%I t where t.company_id = $1 and lower(t.name) = $2 limit 2)', entity_param)
    into found_ids using company_id_param, word_param;
  return found_ids;
end $$;
grant execute on function private.import_named(text,uuid,text) to authenticated;

create or replace function private.import_candidates(company_id_param uuid, stem_param text, word_param text) returns uuid[]
language sql stable set search_path = '' as $$
  select array(select distinct n.id from private.import_names(company_id_param, stem_param) n where n.word = word_param and not n.is_id limit 2);
$$;
grant execute on function private.import_candidates(uuid,text,text) to authenticated;

create or replace function private.entry_with_breaks(company_id_param uuid, entry_id_param uuid) returns jsonb
language sql stable set search_path = '' as $$
  select e.entry from private.entries_with_breaks(company_id_param, array[entry_id_param]) e;
$$;
grant execute on function private.entry_with_breaks(uuid,uuid) to authenticated;

create or replace function private.import_list_row(company_id_param uuid, list_param record, item jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given jsonb;
  custom jsonb;
  late jsonb := '{}';
  before jsonb;
  after jsonb;
begin
  if list_param.entity = 'employees' then
    item := private.import_person_words(company_id_param, item, private.import_cell(item, 'id') <> '' or private.import_cell(item, 'employee_number') <> '' or private.import_cell(item, 'email') <> '');
  end if;
  given := private.import_values(company_id_param, list_param.entity, list_param.columns, list_param.refs, item) - 'rate' - 'rate_from';
  if given = '{}' then
    perform private.refuse_row('row_empty');
  elsif list_param.entity = 'overtime_policies' then
    return private.import_policy(company_id_param, given);
  elsif list_param.entity = 'budget_lines' then
    given := given - 'budget_id' || jsonb_build_object('budget_id', private.import_budget(company_id_param, item));
  end if;
  -- A namesake with another number or address is somebody else.
  before := private.find_imported(company_id_param, list_param.entity, case
    when list_param.entity = 'employees' and given ?| '{employee_number,email}' then '{id,employee_number,email}' else list_param.keys end, given);
  custom := private.import_custom(company_id_param, list_param.entity, item);
  if custom <> '{}' then
    given := given || jsonb_build_object('custom', coalesce(given -> 'custom', before -> 'custom', '{}') || custom);
  end if;
  if before is null then
    if list_param.entity = 'employees' then
      item := private.import_person_words(company_id_param, item, false);
      -- People come in as active; those who left are let go afterwards.
      late := (select coalesce(jsonb_object_agg(g.key, g.value), '{}') from jsonb_each(given) g where g.key = 'active');
      given := given - 'active';
    end if;
    after := private.write_imported(company_id_param, list_param.entity, null, given);
    if not coalesce((late ->> 'active')::boolean, true) then
      after := private.write_imported(company_id_param, list_param.entity, (after ->> 'id')::uuid, late);
    end if;
    return jsonb_build_object('result', 'new', 'id', after -> 'id', 'after', after);
  end if;
  -- What the row says as the table would store it, against what is there.
  given := given - 'id';
  execute format('select coalesce(jsonb_object_agg(s.key, s.value), ''{}'') from jsonb_each(to_jsonb(jsonb_populate_record(null::public.%I, $1))) s
    where $1 ? s.key and s.value is distinct from $2 -> s.key', list_param.entity) into given using given, before;
  if given = '{}' then
    return jsonb_build_object('result', 'same', 'id', before -> 'id');
  end if;
  after := private.write_imported(company_id_param, list_param.entity, (before ->> 'id')::uuid, given);
  return jsonb_build_object('result', 'changed', 'id', after -> 'id', 'before', before, 'after', after);
end $$;
comment on function private.import_list_row(uuid,record,jsonb) is 'One row of a list, written with the rights of the caller: new, changed or same.';
grant execute on function private.import_list_row(uuid,record,jsonb) to authenticated;

create or replace function private.import_person_words(company_id_param uuid, item jsonb, known_param boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  problem text := 'ok';
  role_word text := private.import_cell(item, 'role');
  language_word text := private.import_cell(item, 'language');
begin
  if not known_param then problem := private.check_import_name(item); end if;
  if problem = 'ok' then problem := private.check_import_contact(item); end if;
  if problem = 'ok' then problem := private.check_import_phone(item); end if;
  if problem = 'ok' then problem := private.check_import_pay(item, private.company_today(company_id_param)); end if;
  if problem = 'ok' and role_word <> '' and private.import_role(role_word) is null then problem := 'role_unknown'; end if;
  if problem = 'ok' and language_word <> '' and private.import_language(language_word) is null then problem := 'language_unknown'; end if;
  if problem <> 'ok' then
    perform private.refuse_row(problem);
  end if;
  return item || case when role_word = '' then '{}' else jsonb_build_object('role', private.import_role(role_word)) end
    || case when language_word = '' then '{}' else jsonb_build_object('language', private.import_language(language_word)) end;
end $$;
comment on function private.import_person_words(uuid,jsonb,boolean) is 'A row of people with its role and language as stored words, or refused by the rules of import_employees().';
grant execute on function private.import_person_words(uuid,jsonb,boolean) to authenticated;

create or replace function private.import_values(company_id_param uuid, entity_param text, columns_param text[], refs_param text[], item jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  given jsonb := '{}';
  stem text;
  cell record;
begin
  for cell in select c.key, private.import_cell(item, c.key) as word from jsonb_each(item) c loop
    if cell.word = '' or cell.key = 'time_zone' and entity_param not in ('projects', 'companies') then
      continue;
    elsif cell.key = any (columns_param) and not (cell.key = any (select r || '_id' from unnest(refs_param) r)) then
      if cell.word ~ '[[:cntrl:]]' and cell.word !~ '^[^\x01-\x08\x0b\x0c\x0e-\x1f]*$' then
        perform private.refuse_row('import_control_characters');
      elsif cell.key ~ '(^|_)(date|on|deadline|from|end)$' and cell.key <> 'rate_from' and cell.word !~ '^\d{4}-\d\d-\d\d$' then
        perform private.refuse_row('import_date_wrong');
      elsif cell.key = 'hourly_rate' and cell.word ~ '^0*[1-9]\d{4,}' then
        perform private.refuse_row('rate_too_high');
      elsif cell.word ~ (case when cell.key = 'hours' then '^-?0*[1-9]\d{7,}'
          when cell.key in ('labor_amount', 'equipment_amount', 'other_amount', 'quantity', 'operating_rate', 'standby_rate', 'travel_rate', 'hours_per_unit') then '^-?0*[1-9]\d{9,}' end) then
        perform private.refuse_row('number_too_large');
      end if;
      given := given || jsonb_build_object(cell.key, case when cell.key in ('accrual', 'policy', 'other', 'custom', 'choices') then cell.word::jsonb else to_jsonb(cell.word) end);
    end if;
  end loop;
  foreach stem in array refs_param loop
    given := given || jsonb_strip_nulls(jsonb_build_object(stem || '_id', private.import_reference(company_id_param, stem, item)));
  end loop;
  return given;
end $$;
comment on function private.import_values(uuid,text,text[],text[],jsonb) is 'The cells of a row that say something, by column; names of other lists as ids. Empty cells change nothing; dates are year, month, day.';
grant execute on function private.import_values(uuid,text,text[],text[],jsonb) to authenticated;

create or replace function private.import_policy(company_id_param uuid, given jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  before jsonb := (select to_jsonb(p) from public.overtime_policies p where p.company_id = company_id_param
    and p.effective_from = (given ->> 'effective_from')::date and p.project_id is not distinct from (given ->> 'project_id')::uuid
    and p.employee_id is not distinct from (given ->> 'employee_id')::uuid);
  saved public.overtime_policies;
begin
  if before is not null and (before -> 'preset', before -> 'policy') = (given -> 'preset', given -> 'policy') then
    return jsonb_build_object('result', 'same');
  end if;
  saved := public.set_overtime_policy(given ->> 'preset', (given ->> 'effective_from')::date, given -> 'policy',
    (given ->> 'project_id')::uuid, (given ->> 'employee_id')::uuid);
  return jsonb_build_object('result', case when before is null then 'new' else 'changed' end, 'id', saved.id, 'before', before, 'after', to_jsonb(saved));
end $$;
grant execute on function private.import_policy(uuid,jsonb) to authenticated;

create or replace function private.find_imported(company_id_param uuid, entity_param text, keys_param text[], given jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  alternative text;
  wanted text[];
  found_rows jsonb[];
begin
  if entity_param = 'companies' then
    return (select to_jsonb(c) from public.companies c where c.id = company_id_param);
  end if;
  foreach alternative in array keys_param loop
    wanted := string_to_array(alternative, ',');
    if not exists (select from unnest(wanted) w where w !~ '\?$' and not given ? w) then
      execute (
        select format('select array(select to_jsonb(t) from public.%I t, jsonb_populate_record(null::public.%I, $2) r where t.company_id = $1 and %s limit 2)',
          entity_param, entity_param, string_agg(case when w ~ '(^|_)(id|date|from|on|end|start)\??$' then format('t.%1$I is not distinct from r.%1$I', rtrim(w, '?'))
            else format('lower(btrim(t.%1$I)) = lower(btrim(r.%1$I))', w) end, ' and '))
        from unnest(wanted) w) into found_rows using company_id_param, given;
      if cardinality(found_rows) > 1 then
        perform private.refuse_row('import_row_not_unique');
      elsif cardinality(found_rows) = 1 then
        return found_rows[1];
      end if;
    end if;
  end loop;
  return null;
end $$;
comment on function private.find_imported(uuid,text,text[],jsonb) is 'The row that is meant, by the first key that finds one.';
grant execute on function private.find_imported(uuid,text,text[],jsonb) to authenticated;

create or replace function private.write_imported(company_id_param uuid, entity_param text, id_param uuid, given jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  names text := (select string_agg(format('%I', k), ', ') from jsonb_object_keys(given) k);
  written jsonb;
begin
  if id_param is null then
    execute format('insert into public.%I as t (company_id, %s) select $1, %s from jsonb_populate_record(null::public.%I, $2) returning to_jsonb(t)',
      entity_param, names, names, entity_param) into written using company_id_param, given;
  else
    execute format('update public.%I as t set (%s) = (select %s from jsonb_populate_record(null::public.%I, $2)) where t.%I = $1 and t.id = $3 returning to_jsonb(t)',
      entity_param, names, names, entity_param, case entity_param when 'companies' then 'id' else 'company_id' end)
      into written using company_id_param, given, id_param;
  end if;
  if written is null then
    raise exception using errcode = '42501', message = 'You are not allowed to change this.';
  end if;
  return written;
end $$;
grant execute on function private.write_imported(uuid,text,uuid,jsonb) to authenticated;

create or replace function private.import_rate(company_id_param uuid, person_param uuid, item jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  rates record;
begin
  if private.import_cell(item, 'rate') = '' then
    return null;
  end if;
  select * into rates from private.import_lists() l where l.list = 'employee_rates';
  return private.import_list_row(company_id_param, rates, jsonb_build_object('employee_id', person_param,
    'hourly_rate', replace(regexp_replace(private.import_cell(item, 'rate'), '[$[:space:]]', '', 'g'), ',', '.'),
    'effective_from', coalesce(private.import_date(private.import_cell(item, 'rate_from')), '1970-01-01')));
end $$;
comment on function private.import_rate(uuid,uuid,jsonb) is 'The rate in a row of people, from its date on.';
grant execute on function private.import_rate(uuid,uuid,jsonb) to authenticated;

create or replace function private.import_message(state_param text, hint_param text, constraint_param text) returns text
language sql immutable set search_path = '' as $$
  select case
    when hint_param ~ '^[a-z][a-z0-9_]+$' then hint_param
    when state_param = '42501' then 'import_not_allowed'
    when state_param = '23503' then 'import_in_use'
    when state_param = '23502' then 'import_value_missing'
    when state_param = '22003' then 'number_too_large'
    when state_param = '23505' then coalesce(nullif(constraint_param, ''), 'import_taken')
    when constraint_param <> '' then constraint_param
    else 'import_value_wrong' end;
$$;
comment on function private.import_message(text,text,text) is 'What is wrong with a row, as a word the application has a sentence for.';
grant execute on function private.import_message(text,text,text) to authenticated;

create or replace function private.count_import(import_id_param uuid) returns void
language sql security definer set search_path = '' as $$
  update public.imports i set (new_rows, changed_rows, same_rows, error_rows) = (
      select count(*) filter (where s.result = 'new'), count(*) filter (where s.result = 'changed'),
        count(*) filter (where s.result = 'same'), count(*) filter (where s.result = 'error')
      from private.import_steps s where s.company_id = i.company_id and s.import_id = i.id and s.part = 1),
    totals_after = private.import_totals(i.company_id)
  where i.company_id = private.my_company_id() and i.id = import_id_param;
$$;
grant execute on function private.count_import(uuid) to authenticated;

create or replace function public.undo_import(import_id_param uuid, limit_param integer default null::integer) returns table(row_number integer, result text, message text)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_manager();
  steps private.import_steps[];
  gone integer[];
  step record;
  state text;
  hint text;
  broken text;
begin
  perform set_config('chalkline.source', 'import', true), private.give_reason('Import undone');
  steps := array(select s from private.steps_to_undo(import_id_param, limit_param) s);
  gone := private.undo_new_time(import_id_param, steps);
  for step in select s.* from unnest(steps) with ordinality as s order by s.ordinality loop
    row_number := step.row_number;
    result := 'removed';
    message := null;
    if step.part <> 1 or step.row_number <> all (gone) then
      begin
        result := private.undo_import_row(step);
        perform private.note_undone(import_id_param, step.row_number, step.part, null);
      exception when others then
        get stacked diagnostics state = returned_sqlstate, hint = pg_exception_hint, broken = constraint_name;
        if left(state, 2) in ('40', '53', '54', '57', '58', 'XX') then
          raise;
        end if;
        result := 'kept';
        message := private.import_message(state, hint, broken);
        perform private.note_undone(import_id_param, step.row_number, step.part, message);
      end;
    end if;
    return next;
  end loop;
  perform private.close_undone_import(import_id_param);
end $$;
comment on function public.undo_import(uuid,integer) is 'Managers, within a week: takes back what an import did, last row first: removed, restored, or kept with the reason (changed since, approved, locked, in use). With a limit in parts; call again while rows come back.';
grant execute on function public.undo_import(uuid,integer) to authenticated;

create or replace function private.steps_to_undo(import_id_param uuid, limit_param integer) returns setof private.import_steps
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  known public.imports;
begin
  select * into known from public.imports i where i.company_id = company and i.id = import_id_param for update;
  if known.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This import was not found.';
  elsif known.created_at < now() - interval '7 days' then
    raise exception using errcode = 'P0001', hint = 'import_undo_too_late', message = 'An import can be undone for a week.';
  end if;
  -- What could not be taken back before is tried again.
  if not exists (select from private.import_steps s where s.company_id = company and s.import_id = known.id
      and s.result in ('new', 'changed') and not s.undone and s.kept is null) then
    update private.import_steps s set kept = null where s.company_id = company and s.import_id = known.id and not s.undone and s.kept is not null;
  end if;
  return query select s.* from private.import_steps s
    where s.company_id = company and s.import_id = known.id and s.result in ('new', 'changed') and not s.undone and s.kept is null
    order by s.row_number desc, s.part desc limit limit_param;
end $$;
grant execute on function private.steps_to_undo(uuid,integer) to authenticated;

create or replace function private.undo_new_time(import_id_param uuid, steps_param private.import_steps[]) returns integer[]
language plpgsql set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  half integer := cardinality(steps_param) / 2;
  gone integer[];
  state text;
begin
  with untouched as materialized (
    select s.row_number, s.row_id from unnest(steps_param) s
      join private.entries_with_breaks(company, array(select i.row_id from unnest(steps_param) i)) e on e.id = s.row_id
     where s.entity = 'time_entries' and s.result = 'new' and private.import_as_left(e.entry) = private.import_as_left(s.after)
  ), removed as (
    delete from public.time_entries t using untouched u where t.company_id = company and t.id = u.row_id returning u.row_number
  )
  select coalesce(array_agg(r.row_number), '{}') into gone from removed r;
  perform private.note_undone_rows(import_id_param, gone);
  return gone;
exception when others then
  get stacked diagnostics state = returned_sqlstate;
  if left(state, 2) in ('40', '53', '54', '57', '58', 'XX') then
    raise;
  elsif half < 12 then
    return '{}';
  end if;
  return private.undo_new_time(import_id_param, steps_param[:half]) || private.undo_new_time(import_id_param, steps_param[half + 1:]);
end $$;
comment on function private.undo_new_time(uuid,private.import_steps[]) is 'Deletes the time of these steps that nobody touched since, with one statement; returns the numbers of their rows. The others are left to undo_import_row(), which says why.';
grant execute on function private.undo_new_time(uuid,private.import_steps[]) to authenticated;

create or replace function private.import_as_left(row_param jsonb) returns jsonb
language sql immutable parallel safe
return (row_param - '{updated_at,updated_by,percent_complete}'::text[]);
comment on function private.import_as_left(jsonb) is 'What of a row tells whether somebody changed it since.';
grant execute on function private.import_as_left(jsonb) to authenticated;

create or replace function private.note_undone_rows(import_id_param uuid, numbers_param integer[]) returns void
language sql security definer set search_path = '' as $$
  update private.import_steps s set undone = true, kept = null
  where s.company_id = private.my_company_id() and s.import_id = import_id_param and s.row_number = any (numbers_param) and s.part = 1;
$$;
grant execute on function private.note_undone_rows(uuid,integer[]) to authenticated;

create or replace function private.undo_import_row(step record) returns text
language plpgsql set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  present jsonb;
  given jsonb;
  gone uuid;
begin
  if step.entity = 'time_entries' then
    present := private.entry_with_breaks(company, step.row_id);
  else
    execute format('select to_jsonb(t) from public.%I t where t.%I = $1 and t.id = $2', step.entity,
      case step.entity when 'companies' then 'id' else 'company_id' end) into present using company, step.row_id;
  end if;
  if present is null then
    return 'removed';
  elsif private.import_as_left(present) <> private.import_as_left(step.after) then
    perform private.refuse_row('import_changed_since');
  end if;
  if step.result = 'new' then
    if step.entity = 'quantities' then
      -- What was counted stays as entered; the opposite takes it back.
      insert into public.quantities (company_id, project_id, cost_code_id, work_date, quantity, area, note)
        select q.company_id, q.project_id, q.cost_code_id, q.work_date, -q.quantity, q.area, 'Import undone'
        from jsonb_populate_record(null::public.quantities, step.after) q;
      return 'removed';
    elsif step.entity = 'overtime_policies' then
      perform public.remove_overtime_policy(step.row_id);
      return 'removed';
    end if;
    execute format('delete from public.%I t where t.company_id = $1 and t.id = $2 returning t.id', step.entity) into gone using company, step.row_id;
    if gone is null then
      raise exception using errcode = '42501', message = 'You are not allowed to delete this.';
    end if;
    return 'removed';
  elsif step.entity = 'time_entries' then
    perform public.save_time_entry(step.row_id, (step.before ->> 'employee_id')::uuid, (step.before ->> 'clock_in')::timestamptz,
      (step.before ->> 'clock_out')::timestamptz, (step.before ->> 'project_id')::uuid, (step.before ->> 'cost_code_id')::uuid,
      step.before ->> 'notes', step.before -> 'breaks', private.change_reason(), (step.before ->> 'meal_waived')::boolean, (step.before ->> 'equipment_id')::uuid,
      jsonb_build_object('classification_id', present -> 'classification_id'), (step.before ->> 'classification_id')::uuid,
      coalesce(step.before -> 'custom', '{}'), coalesce(nullif(step.before -> 'machines', 'null'), '[]'));
    return 'restored';
  elsif step.entity = 'overtime_policies' then
    perform private.import_policy(company, step.before);
    return 'restored';
  end if;
  given := (select jsonb_object_agg(b.key, b.value) from jsonb_each(step.before) b
    where b.value is distinct from step.after -> b.key and b.key not in ('updated_at', 'updated_by', 'deactivated_at'));
  perform private.write_imported(company, step.entity, step.row_id, given);
  return 'restored';
end $$;
comment on function private.undo_import_row(record) is 'Takes back one row of an import with the rights of the caller, unless somebody changed it since.';
grant execute on function private.undo_import_row(record) to authenticated;

create or replace function private.note_undone(import_id_param uuid, row_number_param integer, part_param smallint, kept_param text) returns void
language sql security definer set search_path = '' as $$
  update private.import_steps s set undone = kept_param is null, kept = kept_param
  where s.company_id = private.my_company_id() and s.import_id = import_id_param and s.row_number = row_number_param and s.part = part_param;
$$;
grant execute on function private.note_undone(uuid,integer,smallint,text) to authenticated;

create or replace function private.close_undone_import(import_id_param uuid) returns void
language sql security definer set search_path = '' as $$
  update public.imports i set totals_after = private.import_totals(i.company_id), (undone_at, undone_by) = (
      select now(), auth.uid() where not exists (select from private.import_steps s
        where s.company_id = i.company_id and s.import_id = i.id and s.result in ('new', 'changed') and not s.undone))
  where i.company_id = private.my_company_id() and i.id = import_id_param and i.undone_at is null;
$$;
grant execute on function private.close_undone_import(uuid) to authenticated;

create or replace function public.export_lists() returns table(list text, columns text[], importable boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_owner();
  return query
    select l.list, array(select c from unnest(l.columns) with ordinality as o (c, n) where c not in ('rate', 'rate_from') order by n)
        || l.refs || case l.list when 'time_entries' then '{breaks}'::text[] when 'budget_lines' then '{project}' else '{}' end, true
      from private.import_lists() l
    union all
    select t, array(select a.attname::text from pg_catalog.pg_attribute a where a.attrelid = to_regclass('public.' || t) and a.attnum > 0
      and not a.attisdropped and a.attname <> all (private.export_hidden(t)) order by a.attnum), false
      from unnest(private.export_only()) t where to_regclass('public.' || t) is not null;
end $$;
comment on function public.export_lists() is 'Owners: the lists of an export with their columns, in the order another installation imports them.';
grant execute on function public.export_lists() to authenticated;

create or replace function private.export_hidden(list_param text) returns text[]
language sql immutable set search_path = '' as $$
  select case list_param when 'photos' then '{company_id,latitude,longitude,accuracy_m}'::text[]
    when 'verifications' then '{company_id,detail}' when 'forgotten_punches' then '{company_id,link_hash}' else '{company_id}' end;
$$;
comment on function private.export_hidden(text) is 'Columns that an export leaves out: locations are looked at through a function that records it.';

create or replace function private.export_only() returns text[]
language sql immutable set search_path = '' as $$
  select '{budgets,project_members,project_cost_codes,approvals,pay_periods,payroll_lines,restitutions,expenses,reimbursement_rates,per_diem_rules,travel_rules,contractor_details,certified_payrolls,certified_payroll_deliveries,timesheet_signatures,time_off_requests,time_off_grants,shifts,availability,geofences,equipment_readings,equipment_days,equipment_services,equipment_inspections,bulletins,bulletin_reads,talk_signatures,field_reports,clock_answers,incidents,incident_notes,burden_rates,saved_reports,imports,folders,documents,document_versions,document_signatures,document_reads,photos,photo_comments,bulletin_comments,shift_swaps,labor_demands,clock_in_rules,clock_rule_members,clock_rule_exceptions,clock_stops,forgotten_punches,break_offers,heat_rules,site_weather,early_clock_ins,budget_alerts,budget_scenarios,field_report_versions,extra_work_tickets,ticket_lines,ticket_copies,payroll_exports,verifications,verification_questions,public_contracts,wage_determinations,work_classifications,cost_code_classifications,employee_classifications,fringe_plans,employee_fringe_plans,apprenticeship_programs,apprenticeships,identity_views,payroll_worker_ids,payroll_fact_differences,agency_contacts,subcontractors,subcontractor_reports,handoff_mails,portal_codes,file_templates,evidence_packets,ledger_roots,ledger_recipients,legal_holds,retention_rules}'::text[]
    || '{forms,form_versions,form_assignments,form_submissions}'
    || '{employee_groups,employee_group_members,company_roles,approval_chains,approval_steps,approval_substitutes,step_approvals,certification_requirements,osha_establishments,injury_cases,injury_case_days,osha_summaries,safety_officers,site_sign_in_settings}'
    || '{certificate_proofs,minimum_wages}'
    || '{bill_rates,billing_terms,invoice_drafts,invoice_lines,invoiced_time,ticket_billings,ticket_prices}';
$$;
comment on function private.export_only() is 'Tables that are part of the export and of no import.';

create or replace function public.export_rows(list_param text, after_param uuid default null::uuid, limit_param integer default 1000) returns table(row_key uuid, row_values jsonb)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  company uuid := private.require_owner();
  wanted record;
  key_column text;
begin
  perform private.refuse_undo();
  -- Once for all pages and lists of one export.
  if not exists (select from public.audit_events e where e.company_id = company and e.entity = 'companies'
      and e.occurred_at > now() - interval '1 hour' and e.action = 'exported' and e.actor_id = auth.uid()) then
    perform public.record_data_export(list_param);
  end if;
  select * into wanted from private.import_lists() l where l.list = list_param;
  if list_param = 'company' then
    return query select c.id, (select jsonb_object_agg(v.key, v.value) from jsonb_each(to_jsonb(c)) v where v.key = any (wanted.columns))
      from public.companies c where c.id = company and after_param is null;
    return;
  elsif wanted.list is null and not (list_param = any (private.export_only()) and to_regclass('public.' || list_param) is not null) then
    raise exception using errcode = 'P0001', hint = 'import_list_unknown', message = 'There is no list with this name.';
  end if;
  key_column := case when exists (select from pg_catalog.pg_attribute a
    where a.attrelid = to_regclass('public.' || coalesce(wanted.entity, list_param)) and a.attname = 'id' and not a.attisdropped)
    then 't.id' else 'md5(t::text)::uuid' end;
  return query execute format('select %1$s, %2$s from public.%3$I t where t.company_id = $1 and ($2 is null or %1$s > $2) %4$s order by 1 limit $3',
    key_column,
    case when wanted.list is null then format('to_jsonb(t) - %L::text[]', private.export_hidden(list_param))
      else '(select jsonb_object_agg(v.key, v.value) from jsonb_each(to_jsonb(t)) v where v.key = any ($4))'
        || coalesce((select string_agg(format(' || jsonb_build_object(%L, private.reference_name($1, %L, t.%I))', r, r, r || '_id'), '') from unnest(wanted.refs) r), '')
        || case list_param
          when 'time_entries' then ' || jsonb_build_object(''breaks'', private.entry_with_breaks($1, t.id) -> ''breaks'')'
          when 'budget_lines' then ' || jsonb_build_object(''project'', (select p.name from public.budgets b join public.projects p on p.company_id = b.company_id and p.id = b.project_id where b.company_id = $1 and b.id = t.budget_id))'
          else '' end end,
    coalesce(wanted.entity, list_param),
    case list_param when 'time_entries' then 'and t.clock_out is not null' else '' end)
    using company, after_param, least(greatest(limit_param, 1), 1000), wanted.columns;
end $$;
comment on function public.export_rows(text,uuid,integer) is 'Owners: a page of a list in the order of its keys; ask again with the last row_key until fewer rows come than asked for. Time that is running is left out, and so are locations. The first page of an hour leaves in the history that data was exported.';
grant execute on function public.export_rows(text,uuid,integer) to authenticated;

create or replace function private.reference_name(company_id_param uuid, stem_param text, id_param uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    when id_param is null then null
    when stem_param in ('employee', 'foreman') then (select btrim(e.first_name || ' ' || e.last_name) from public.employees e where e.company_id = company_id_param and e.id = id_param)
    when stem_param in ('project', 'parent') then (select p.name from public.projects p where p.company_id = company_id_param and p.id = id_param)
    when stem_param = 'cost_code' then (select k.code from public.cost_codes k where k.company_id = company_id_param and k.id = id_param)
    when stem_param = 'equipment' then (select q.name from public.equipment q where q.company_id = company_id_param and q.id = id_param)
    when stem_param = 'class' then (select c.name from public.equipment_classes c where c.company_id = company_id_param and c.id = id_param)
    when stem_param = 'classification' then (select w.code from public.work_classifications w where w.company_id = company_id_param and w.id = id_param)
    when stem_param = 'crew' then (select c.name from public.crews c where c.company_id = company_id_param and c.id = id_param)
    end;
end $$;
comment on function private.reference_name(uuid,text,uuid) is 'What people call the row of another list.';

create or replace function public.record_data_export(file_name_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_owner();
begin
  insert into public.audit_events (company_id, actor_id, source, action, entity, entity_id, after)
  values (company, auth.uid(), private.change_source(), 'exported', 'companies', company, jsonb_build_object('file', left(file_name_param, 200)));
end $$;
comment on function public.record_data_export(text) is 'Owners: leaves in the history that the data of the company was taken along.';
grant execute on function public.record_data_export(text) to authenticated;

create or replace function private.export_content(summary_param jsonb, lines_param jsonb) returns table(employee_id uuid, first_name text, last_name text, hours numeric, earnings numeric, figures jsonb, lines jsonb)
language sql stable set search_path = '' as $$
  select (s.row ->> 'employee_id')::uuid, s.row ->> 'first_name', s.row ->> 'last_name',
    (s.row ->> 'total_hours')::numeric, e.earnings,
    s.row - 'flags' - 'unapproved' - 'missing_clock_out' - 'hourly_rate'
      -- By the lines, and not in exports of earlier versions.
      - 'leave_minutes' - 'leave_pay' - 'premium_pay' - 'fringe_pay' - 'reimbursed_pay'
      || jsonb_build_object('total_earnings', e.earnings, 'other_pay', (s.row ->> 'other_pay')::numeric - e.repaid), l.lines
  from jsonb_array_elements(coalesce(summary_param, '[]')) s (row)
  left join (
    select l.row ->> 'employee_id' as employee_id, jsonb_agg(c.content order by c.content::text) as lines,
      sum((l.row ->> 'total_cents')::bigint) filter (where private.is_reimbursement_code(l.row ->> 'pay_code')) as repaid_cents
    from jsonb_array_elements(coalesce(lines_param, '[]')) l (row)
    -- Lines without a class, as all are in exports of earlier versions.
    cross join lateral (select l.row - '{line_id,locked,pay_item_id}'::text[]
      - case when l.row ->> 'classification_id' is null then '{classification_id,rate_reason}'::text[] else '{}' end as content) c
    group by l.row ->> 'employee_id'
  ) l on l.employee_id = s.row ->> 'employee_id'
  -- What is repaid was among the earnings of exports of earlier versions.
  cross join lateral (select case when s.row ? 'reimbursed_pay' then 0 else coalesce(l.repaid_cents, 0) * 0.01 end as repaid) r
  cross join lateral (select r.repaid, (s.row ->> 'total_earnings')::numeric - r.repaid as earnings) e;
$$;

create or replace function private.forget_imports() returns void
language sql security definer set search_path = '' as $$
  delete from private.import_steps s using public.imports i
  where i.company_id = s.company_id and i.id = s.import_id and i.created_at < now() - interval '8 days';
$$;
comment on function private.forget_imports() is 'Deletes what is stored for undoing once that is no longer possible.';
select cron.schedule('forget-imports', '23 * * * *', 'select private.forget_imports()');

create or replace function private.typed_columns(target_param regclass, columns_param jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  typed jsonb;
begin
  execute format('select to_jsonb(r) from (select %s from jsonb_populate_record(null::%s, $1)) r',
    (select string_agg(format('%I', k), ', ') from jsonb_object_keys(columns_param) k), target_param)
    into typed using columns_param;
  return typed;
end $$;
comment on function private.typed_columns(regclass,jsonb) is 'Values of columns as they would be stored.';
grant execute on function private.typed_columns(regclass,jsonb) to authenticated, service_role;
