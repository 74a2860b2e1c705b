-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

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
return case btrim(coalesce((item_param ->> key_param), ''::text), ' 	
 '::text) when '-'::text then ''::text when '–'::text then ''::text when '—'::text then ''::text else btrim(coalesce((item_param ->> key_param), ''::text), ' 	
 '::text) end;

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

create or replace function private.import_language(word_param text) returns text
language sql immutable set search_path = '' as $$
  select case lower(word_param)
    when 'en' then 'en' when 'english' then 'en' when 'inglés' then 'en' when 'ingles' then 'en'
    when 'es' then 'es' when 'spanish' then 'es' when 'español' then 'es' when 'espanol' then 'es' end;
$$;

create or replace function private.import_role(word_param text) returns text
language sql immutable set search_path = '' as $$
  select case lower(word_param)
    when '' then 'employee'
    when 'employee' then 'employee' when 'worker' then 'employee' when 'empleado' then 'employee' when 'empleada' then 'employee'
    when 'foreman' then 'foreman' when 'capataz' then 'foreman'
    when 'manager' then 'manager' when 'gerente' then 'manager'
    when 'owner' then 'owner' when 'propietario' then 'owner' when 'propietaria' then 'owner' end;
$$;

create or replace function public.import_cost_codes(rows_param jsonb, dry_run_param boolean default true) returns table(row_number integer, verdict text, code text, name text, id uuid)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  verdicts jsonb;
begin
  if jsonb_typeof(rows_param) is distinct from 'array' or jsonb_array_length(rows_param) > 1000 then
    raise exception using errcode = 'P0001', hint = 'import_too_large', message = 'Import up to 1,000 rows at a time.';
  end if;
  select jsonb_agg(jsonb_build_object('row', r.n, 'code', r.code, 'name', r.name, 'group', r.code_group, 'unit', r.unit,
      'verdict', private.check_cost_code_row(r.code, r.name, r.code_group, r.unit, r.repeated,
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
comment on function public.import_cost_codes(jsonb,boolean) is 'Verdict on each row of [{code, name, group, unit}]; without dry_run adds all of them or none.';
grant execute on function public.import_cost_codes(jsonb,boolean) to authenticated;

create or replace function public.import_employees(rows_param jsonb, dry_run_param boolean default true, invite_param boolean default false) returns table(row_number integer, verdict text, employee_id uuid)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  judged record;
  person public.employees;
begin
  if jsonb_typeof(rows_param) is distinct from 'array' or jsonb_array_length(rows_param) > 1000 then
    raise exception using errcode = 'P0001', hint = 'import_too_large', message = 'Import up to 1,000 rows at a time.';
  end if;
  if dry_run_param then
    return query select j.row_number, j.verdict, null::uuid
      from private.check_employee_rows(me.company_id, me.role, rows_param) j order by 1;
    return;
  end if;
  if exists (select from private.check_employee_rows(me.company_id, me.role, rows_param) j where j.verdict <> 'ok') then
    raise exception using errcode = 'P0001', hint = 'import_has_errors', message = 'Some rows are wrong. Nothing was imported.';
  end if;
  for judged in select i.n::integer as n, i.item from jsonb_array_elements(rows_param) with ordinality as i (item, n) order by i.n loop
    insert into public.employees (company_id, first_name, last_name, email, phone, job_title, employee_number, role, language)
      values (me.company_id, private.import_cell(judged.item, 'first_name'), private.import_cell(judged.item, 'last_name'),
        nullif(private.import_cell(judged.item, 'email'), ''), nullif(private.import_cell(judged.item, 'phone'), ''),
        nullif(private.import_cell(judged.item, 'job_title'), ''), nullif(private.import_cell(judged.item, 'employee_number'), ''),
        private.import_role(private.import_cell(judged.item, 'role')),
        coalesce(private.import_language(private.import_cell(judged.item, 'language')), me.language))
      returning * into person;
    if private.import_cell(judged.item, 'rate') <> '' then
      insert into public.employee_rates (company_id, employee_id, hourly_rate, effective_from)
        values (me.company_id, person.id,
          replace(regexp_replace(private.import_cell(judged.item, 'rate'), '[$[:space:]]', '', 'g'), ',', '.')::numeric,
          coalesce(private.import_date(private.import_cell(judged.item, 'rate_from')), '1970-01-01'));
    end if;
    if invite_param and person.email is not null then
      perform private.send_invitation(person, me);
    end if;
    row_number := judged.n;
    verdict := 'ok';
    employee_id := person.id;
    return next;
  end loop;
end $$;
comment on function public.import_employees(jsonb,boolean,boolean) is 'Verdict on each row of [{first_name, last_name, email, phone, job_title, employee_number, role, rate, rate_from, language}]; without dry_run adds all of them or none.';
grant execute on function public.import_employees(jsonb,boolean,boolean) to authenticated;
