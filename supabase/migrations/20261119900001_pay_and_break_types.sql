-- What a company calls its kinds of pay and of breaks, and which of them it offers. What they are worth stays a rule.

create table public.pay_types (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  code text not null constraint pay_types_code_known check (code in ('BONUS_ND', 'BONUS_D', 'SHIFT_DIFF', 'PTO', 'SICK', 'HOLIDAY',
    'BEREAVEMENT', 'JURY', 'SHOWUP', 'PER_DIEM', 'MILEAGE', 'TOOLS', 'FRINGE_CASH', 'ADJUSTMENT')),
  name text not null constraint pay_types_name_length check (char_length(btrim(name)) between 1 and 100),
  name_es text constraint pay_types_name_es_length check (char_length(name_es) <= 100),
  active boolean not null default true,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint pay_types_code_once_per_company unique (company_id, code),
  constraint pay_types_name_once_per_company unique (company_id, name)
);
comment on table public.pay_types is 'What the company calls the codes of pay items. A code without a row has its usual name and is offered; one that is not active is not offered for new items. Pay is the same either way.';

create table public.break_types (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null constraint break_types_name_length check (char_length(btrim(name)) between 1 and 100),
  name_es text constraint break_types_name_es_length check (char_length(name_es) <= 100),
  kind text not null constraint break_types_kind_known check (kind in ('meal', 'rest')),
  paid boolean not null default false,
  usual_minutes smallint constraint break_types_minutes_range check (usual_minutes between 1 and 480),
  active boolean not null default true,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint break_types_name_once_per_company unique (company_id, name),
  constraint break_types_once_per_kind unique (company_id, kind, paid)
);
comment on table public.break_types is 'What the company calls its breaks and which ones the clock offers. Breaks store kind and paid; one name for each of the four, so that every break has one. Without rows the four usual ones are offered.';
comment on column public.break_types.usual_minutes is 'How long one usually is; fills the end of a break that is typed. Null: not said.';

do $$
declare
  table_name text;
  words text;
begin
  for table_name, words in values ('pay_types', 'kinds of pay'), ('break_types', 'kinds of breaks') loop
    execute format('create trigger fill_company_id before insert on public.%I for each row execute function private.fill_company_id()', table_name);
    execute format('create trigger keep_creator before insert or update on public.%I for each row execute function private.keep_creator()', table_name);
    execute format('create trigger keep_identity before update on public.%I for each row execute function private.keep_identity()', table_name);
    execute format('create trigger touch_updated_at before update on public.%I for each row execute function private.touch_updated_at()', table_name);
    execute format('create trigger zz_record_change after insert or update or delete on public.%I for each row execute function private.record_change()', table_name);
    execute format('alter table public.%I enable row level security', table_name);
    execute format('grant select, insert, update, delete on public.%I to authenticated, service_role', table_name);
    execute format('create policy %I on public.%I for select to authenticated using (company_id = (select private.my_company_id()))',
      'Employees read the ' || words || ' of their company', table_name);
    execute format('create policy %I on public.%I for insert to authenticated
      with check (company_id = (select private.my_company_id()) and (select private.is_manager()))', 'Managers add ' || words, table_name);
    execute format('create policy %I on public.%I for update to authenticated
      using (company_id = (select private.my_company_id()) and (select private.is_manager()))
      with check (company_id = (select private.my_company_id()))', 'Managers change ' || words, table_name);
    execute format('create policy %I on public.%I for delete to authenticated
      using (company_id = (select private.my_company_id()) and (select private.is_manager()))', 'Managers delete ' || words, table_name);
    perform private.refuse_non_finite(format('public.%I', table_name)::regclass);
    if exists (select from pg_publication where pubname = 'supabase_realtime') then
      execute format('alter publication supabase_realtime add table public.%I', table_name);
    end if;
  end loop;
end $$;

create or replace function private.is_managed_list(list_param text) returns boolean
language sql immutable parallel safe
return list_param in ('employees', 'crews', 'projects', 'customers', 'cost_codes', 'cost_code_groups', 'equipment', 'equipment_classes',
  'pay_types', 'pay_items', 'holidays', 'time_off_types', 'break_types', 'units', 'delay_reasons', 'certification_types', 'certifications', 'clock_questions');

create or replace function public.list_counts() returns table(list text, rows bigint, archived bigint)
language plpgsql stable set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  return query
    select 'employees', count(*) filter (where t.active), count(*) filter (where not t.active) from public.employees t where t.company_id = me.company_id
    union all select 'crews', count(*), 0 from public.crews t where t.company_id = me.company_id
    union all select 'projects', count(*) filter (where t.archived_at is null), count(*) filter (where t.archived_at is not null) from public.projects t where t.company_id = me.company_id
    union all select 'customers', count(*) filter (where t.active), count(*) filter (where not t.active) from public.customers t where t.company_id = me.company_id
    union all select 'cost_codes', count(*) filter (where t.active), count(*) filter (where not t.active) from public.cost_codes t where t.company_id = me.company_id
    union all select 'cost_code_groups', count(*) filter (where t.active), count(*) filter (where not t.active) from public.cost_code_groups t where t.company_id = me.company_id
    union all select 'equipment', count(*) filter (where t.status <> 'retired'), count(*) filter (where t.status = 'retired') from public.equipment t where t.company_id = me.company_id
    union all select 'equipment_classes', count(*), 0 from public.equipment_classes t where t.company_id = me.company_id
    union all select 'pay_types', count(*) filter (where t.active), count(*) filter (where not t.active) from public.pay_types t where t.company_id = me.company_id
    union all select 'pay_items', count(*), 0 from public.pay_items t where t.company_id = me.company_id
    union all select 'holidays', count(*), 0 from public.holidays t where t.company_id = me.company_id
    union all select 'time_off_types', count(*) filter (where t.active), count(*) filter (where not t.active) from public.time_off_types t where t.company_id = me.company_id
    union all select 'break_types', count(*) filter (where t.active), count(*) filter (where not t.active) from public.break_types t where t.company_id = me.company_id
    union all select 'units', count(*) filter (where t.active), count(*) filter (where not t.active) from public.units t where t.company_id = me.company_id
    union all select 'delay_reasons', count(*) filter (where t.active), count(*) filter (where not t.active) from public.delay_reasons t where t.company_id = me.company_id
    union all select 'certification_types', count(*) filter (where t.active), count(*) filter (where not t.active) from public.certification_types t where t.company_id = me.company_id
    union all select 'certifications', count(*), 0 from public.certifications t where t.company_id = me.company_id
    union all select 'clock_questions', count(*) filter (where t.active), count(*) filter (where not t.active) from public.clock_questions t where t.company_id = me.company_id;
end $$;

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
    ('pay_types', 'pay_types', '{id,code,name,name_es,active}', '{}', '{id,code}'),
    ('break_types', 'break_types', '{id,name,name_es,kind,paid,usual_minutes,active}', '{}', '{id,"kind,paid"}'),
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
