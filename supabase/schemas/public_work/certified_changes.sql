create or replace function private.certified_changes(before_param jsonb, after_param jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  with cells as (
    select 'before' as side, c.* from private.certified_cells(before_param) c
    union all
    select 'after', c.* from private.certified_cells(after_param) c
  ), changed as (
    select c.line, c.cell, min(c.entry) filter (where c.side = 'before') as old_entry, min(c.entry) filter (where c.side = 'after') as new_entry,
      min(c.employee_id) as employee_id, min(c.name) as name, min(c.classification) as classification, min(c.label) as label, min(c.position) as position,
      min(c.value) filter (where c.side = 'before') as old, min(c.value) filter (where c.side = 'after') as new
    from cells c group by c.line, c.cell
    having min(c.value) filter (where c.side = 'before') is distinct from min(c.value) filter (where c.side = 'after')
  )
  select coalesce(jsonb_agg(jsonb_build_object('entry', coalesce(c.new_entry, c.old_entry), 'employee_id', c.employee_id, 'name', c.name,
    'classification', c.classification, 'cell', c.cell, 'old', c.old, 'new', c.new,
    'text', concat_ws(', ', c.name, c.classification, c.label) || ': ' || coalesce(c.old, 'nothing') || ' → ' || coalesce(c.new, 'nothing'))
    order by coalesce(c.new_entry, c.old_entry) nulls first, c.line, c.position, c.cell), '[]')
  from changed c;
$$;
comment on function private.certified_changes(jsonb,jsonb) is 'What differs between two reports: a line for each cell, as figures (old, new) and in words. Rows are the same where worker, class and step are, in their order.';

create or replace function private.certified_cells(report_param jsonb) returns table(line text, entry integer, employee_id text, name text, classification text, cell text, label text, "position" integer, value text)
language sql immutable set search_path = '' as $$
  with rows as (
    select r.value as row, concat_ws(' ', r.value ->> 'employee_id', r.value ->> 'classification', r.value ->> 'level',
      row_number() over (partition by r.value ->> 'employee_id', r.value ->> 'classification', r.value ->> 'level' order by r.ordinality)) as line
    from jsonb_array_elements(report_param -> 'rows') with ordinality r
  ), row_cells (line, row, cell, label, "position", value) as (
    select r.line, r.row, c.cell, c.label, c."position", r.row #>> c.path
    from rows r
    cross join (values
      ('1E', 'identifying number (1E)', 1, '{identifying_number}'::text[]), ('2', 'journeyworker or apprentice (2)', 2, '{kind}'),
      ('5', 'total hours (5)', 11, '{total}'), ('6A ST', 'rate (6A)', 12, '{rate_st}'), ('6A OT', 'overtime rate (6A)', 13, '{rate_ot}'),
      ('6A DT', 'double-time rate (6A)', 14, '{rate_dt}'), ('6B', 'fringe credit (6B)', 15, '{fringe_credit}'), ('6C', 'cash in lieu (6C)', 16, '{cash_in_lieu}'),
      ('7A', 'gross of this project (7A)', 17, '{gross_project}'), ('7B', 'gross of all work (7B)', 18, '{gross_all}'),
      ('8 tax', 'tax withholdings (8)', 19, '{deductions,tax}'), ('8 FICA', 'FICA (8)', 20, '{deductions,fica}'),
      ('8 other', 'other deductions (8)', 21, '{deductions,other}'), ('8 total', 'total deductions (8)', 22, '{deductions,total}'), ('9', 'net pay (9)', 23, '{net}')
    ) as c (cell, label, "position", path)
    union all
    select r.line, r.row, '4 ' || h.kind || ' ' || (d.value ->> 'date'), format('%s hours on %s (4)', h.label, d.value ->> 'date'), 3, nullif(d.value ->> lower(h.kind), '0.00')
    from rows r
    cross join jsonb_array_elements(r.row -> 'days') d
    cross join (values ('ST', 'straight'), ('OT', 'overtime'), ('DT', 'double-time')) as h (kind, label)
  )
  select c.line, (c.row ->> 'entry')::integer, c.row ->> 'employee_id', c.row ->> 'name', c.row ->> 'classification', c.cell, c.label, c."position", c.value
  from row_cells c
  union all
  select '', null, null, null, null, c.cell, c.label, 0, c.value
  from (values
    ('project', 'Project name', report_param #>> '{header,project_name}'), ('contract', 'Contract number', report_param #>> '{header,contract_number}'),
    ('business', 'Business name', report_param #>> '{header,business_name}'), ('address', 'Business address', report_param #>> '{header,business_address}'),
    ('location', 'Project location', report_param #>> '{header,location}'), ('final', 'Final', report_param #>> '{header,final}'),
    ('no_work', 'No work performed', report_param #>> '{header,no_work}'), ('remarks', 'Remarks', report_param #>> '{header,remarks}'),
    ('determinations', 'Wage determinations', (select string_agg(concat_ws(' mod. ', d.value ->> 'number', nullif(d.value ->> 'modification', '')), ', ' order by d.ordinality)
      from jsonb_array_elements(report_param #> '{header,determinations}') with ordinality d))
  ) as c (cell, label, value)
  union all
  select 'restitution ' || (r.value ->> 'employee_id'), (r.value ->> 'entry')::integer, r.value ->> 'employee_id', r.value ->> 'name', null, 'restitution', 'restitution paid', 30,
    (sum((r.value ->> 'amount')::numeric))::numeric(12, 2)::text
  from jsonb_array_elements(report_param -> 'restitutions') r
  group by 1, 2, 3, 4;
$$;
comment on function private.certified_cells(jsonb) is 'The cells of a report, each with its column and a label.';
