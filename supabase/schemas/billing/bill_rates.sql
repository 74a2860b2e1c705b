create table public.bill_rates (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid,
  classification_id uuid,
  trade text,
  equipment_class_id uuid,
  project_id uuid,
  rate numeric(10,4) not null,
  overtime_rate numeric(10,4),
  double_time_rate numeric(10,4),
  from_date date default '1970-01-01'::date not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint bill_rates_pkey primary key (company_id, id),
  constraint bill_rates_one_per_day unique nulls not distinct (company_id, employee_id, classification_id, trade, equipment_class_id, project_id, from_date),
  constraint bill_rates_one_target check (num_nonnulls(employee_id, classification_id, trade, equipment_class_id) = 1),
  constraint bill_rates_rate_range check (rate > 0 and rate <= 100000),
  constraint bill_rates_overtime_range check (overtime_rate > 0 and overtime_rate <= 100000 and double_time_rate > 0 and double_time_rate <= 100000),
  constraint bill_rates_overtime_of_people check (equipment_class_id is null or overtime_rate is null and double_time_rate is null),
  constraint bill_rates_trade_length check (char_length(btrim(trade)) >= 1 and char_length(trade) <= 100),
  constraint bill_rates_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint bill_rates_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint bill_rates_classification foreign key (company_id, classification_id) references public.work_classifications(company_id, id) on delete cascade,
  constraint bill_rates_equipment_class foreign key (company_id, equipment_class_id) references public.equipment_classes(company_id, id) on delete cascade,
  constraint bill_rates_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.bill_rates');
create index bill_rates_by_classification on public.bill_rates (company_id, classification_id) where classification_id is not null;
create index bill_rates_by_equipment_class on public.bill_rates (company_id, equipment_class_id) where equipment_class_id is not null;
create index bill_rates_by_project on public.bill_rates (company_id, project_id) where project_id is not null;
comment on table public.bill_rates is 'What a customer pays for an hour from a date on: of a person, of a class of work, of a trade (employees.job_title) or of a class of machines, in general or on a project. docs/rules/extra-work.md#rates';
comment on column public.bill_rates.overtime_rate is 'For an hour of overtime; null: none is agreed, and such hours are listed as without a rate.';
comment on column public.bill_rates.double_time_rate is 'For an hour of double time, likewise.';
comment on column public.bill_rates.from_date is 'First work date it counts for; the next one of the same target and project ends it.';
alter table public.bill_rates enable row level security;
grant select, insert, update, delete on table public.bill_rates to authenticated;

create policy "Managers add bill rates" on public.bill_rates
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change bill rates" on public.bill_rates
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete bill rates" on public.bill_rates
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read bill rates" on public.bill_rates
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.bill_rates
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.bill_rates
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.bill_rates
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.bill_rates
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.bill_rates
  for each row execute function private.record_change();

create or replace function private.labor_bill_rate(company_id_param uuid, employee_id_param uuid, classification_id_param uuid, trade_param text, project_id_param uuid, work_date_param date, hours_kind_param text, out id uuid, out rate numeric) returns record
language sql stable set search_path = '' as $$
  select r.id, case hours_kind_param when 'overtime' then r.overtime_rate when 'double' then r.double_time_rate else r.rate end
  from public.bill_rates r
  where r.company_id = company_id_param and r.from_date <= work_date_param and r.equipment_class_id is null
    and (r.project_id is null or r.project_id = project_id_param)
    and (r.employee_id = employee_id_param
      or r.classification_id in (select private.classification_series(company_id_param, classification_id_param))
      or lower(btrim(r.trade)) = lower(btrim(coalesce(nullif(btrim(trade_param), ''), (select e.job_title from public.employees e
        where e.company_id = company_id_param and e.id = employee_id_param)))))
  -- Project before company, person before class before trade, then the newest.
  order by r.project_id is null, r.employee_id is null, r.classification_id is null, r.from_date desc, r.created_at desc
  limit 1;
$$;
comment on function private.labor_bill_rate(uuid,uuid,uuid,text,uuid,date,text) is 'What an hour (regular, overtime, double) of a person or trade is billed at on a work date: docs/rules/extra-work.md#rates. Null where nothing is agreed; an id without a rate: only the overtime is missing.';

create or replace function private.machine_bill_rate(company_id_param uuid, equipment_id_param uuid, project_id_param uuid, work_date_param date, out id uuid, out rate numeric) returns record
language sql stable set search_path = '' as $$
  select r.id, r.rate
  from public.equipment q
  join public.bill_rates r on r.company_id = q.company_id and r.equipment_class_id = q.class_id
  where q.company_id = company_id_param and q.id = equipment_id_param and r.from_date <= work_date_param
    and (r.project_id is null or r.project_id = project_id_param)
  order by r.project_id is null, r.from_date desc, r.created_at desc
  limit 1;
$$;
comment on function private.machine_bill_rate(uuid,uuid,uuid,date) is 'What an hour of a machine is billed at on a work date: docs/rules/extra-work.md#rates. Null where nothing is agreed.';

create or replace function private.classification_series(company_id_param uuid, classification_id_param uuid) returns setof uuid
language sql stable rows 3 set search_path = '' as $$
  select other.id
  from public.work_classifications named
  join public.wage_determinations d on d.company_id = named.company_id and d.id = named.determination_id
  join public.wage_determinations m on m.company_id = d.company_id and m.project_id = d.project_id and m.number = d.number
  join public.work_classifications other on other.company_id = m.company_id and other.determination_id = m.id and other.code = named.code
  where named.company_id = company_id_param and named.id = classification_id_param;
$$;
comment on function private.classification_series(uuid,uuid) is 'A class of work in all modifications of its determination: they share its code.';
