-- Planned machine cost travels with the lines of a budget.

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
    ('employees', 'employees', '{id,first_name,last_name,employee_number,email,phone,job_title,role,language,hired_on,active,rate,rate_from}', '{}', '{id,employee_number,email,"first_name,last_name"}'),
    ('customers', 'customers', '{id,name,number,contact_name,email,phone,address,external_id,active}', '{}', '{id,number,name}'),
    ('projects', 'projects', '{id,name,number,client,customer_id,parent_id,status,address,deadline,percent_complete,prevailing_wage,time_zone,color,external_id}', '{customer,parent}', '{id,number,name}'),
    ('units', 'units', '{id,name,description,active}', '{}', '{id,name}'),
    ('cost_code_groups', 'cost_code_groups', '{id,name,active}', '{}', '{id,name}'),
    ('cost_codes', 'cost_codes', '{id,code,name,code_group,unit,hours_per_unit,external_id,active}', '{}', '{id,code}'),
    ('equipment_classes', 'equipment_classes', '{id,name,operating_rate,standby_rate}', '{}', '{id,name}'),
    ('equipment', 'equipment', '{id,name,number,class_id,ownership,status,meter_unit,off_rent_date,notes,external_id}', '{class}', '{id,number,name}'),
    ('crews', 'crews', '{id,name,foreman_id}', '{foreman}', '{id,name}'),
    ('crew_members', 'crew_members', '{id,crew_id,employee_id,from_date,to_date}', '{crew,employee}', '{id,"crew_id,employee_id,from_date"}'),
    ('holidays', 'holidays', '{id,date,name,paid_hours}', '{}', '{id,date}'),
    ('time_off_types', 'time_off_types', '{id,name,pay_code,paid,accrual,starts_on,active}', '{}', '{id,name}'),
    ('delay_reasons', 'delay_reasons', '{id,name,name_es,active}', '{}', '{id,name}'),
    ('certification_types', 'certification_types', '{id,name,issuer,valid_months,warn_days,active}', '{}', '{id,name}'),
    ('certifications', 'certifications', '{id,employee_id,type_id,number,issued_on,expires_on,note}', '{employee,type}', '{id,"employee_id,type_id,issued_on"}'),
    ('clock_questions', 'clock_questions', '{id,moment,text_en,text_es,alarm_answer,opens_incident,position,active}', '{}', '{id,"moment,text_en"}'),
    ('employee_rates', 'employee_rates', '{id,employee_id,hourly_rate,effective_from,project_id,cost_code_id}', '{employee,project,cost_code}', '{id,"employee_id,project_id?,cost_code_id?,effective_from"}'),
    ('overtime_policies', 'overtime_policies', '{effective_from,preset,policy,project_id,employee_id}', '{project,employee}', '{}'),
    ('budget_lines', 'budget_lines', '{id,budget_id,cost_code_id,hours,labor_amount,quantity,unit,equipment_amount}', '{cost_code}', '{id,"budget_id,cost_code_id"}'),
    ('quantities', 'quantities', '{id,project_id,cost_code_id,work_date,quantity,area,note}', '{project,cost_code}', '{id}'),
    ('time_entries', 'time_entries', '{id,employee_id,clock_in,clock_out,project_id,cost_code_id,equipment_id,notes,meal_waived}', '{employee,project,cost_code,equipment}', '{}'),
    ('pay_items', 'pay_items', '{id,employee_id,work_date,pay_code,minutes,hourly_rate,amount_cents,project_id,cost_code_id,note}', '{employee,project,cost_code}', '{id}')
  ) as l (list, entity, columns, refs, keys)
  where to_regclass('public.' || l.entity) is not null;
$$;
