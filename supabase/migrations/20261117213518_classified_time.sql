alter table public.work_totals add column classification_id uuid;
alter table public.work_totals drop constraint work_totals_one_of_a_kind;
alter table public.work_totals add constraint work_totals_one_of_a_kind
  unique nulls not distinct (company_id, employee_id, work_date, project_id, cost_code_id, equipment_id, classification_id);
create index work_totals_by_classification on public.work_totals using btree (company_id, classification_id, work_date) where classification_id is not null;
-- Made in supabase/schemas with one more parameter.
insert into supabase_migrations.schema_objects (kind, name, hash)
select 'function', name, ''
  from unnest(array['public.clock_in(uuid,uuid,text,uuid,jsonb,uuid)', 'public.switch_project(uuid,uuid,text,uuid,jsonb,uuid)',
    'public.save_time_entry(uuid,uuid,timestamptz,timestamptz,uuid,uuid,text,jsonb,text,boolean,uuid,jsonb)',
    'public.list_time_entries(timestamptz,timestamptz,uuid,uuid,uuid,text,text,integer,integer,uuid)',
    'public.crew_clock_in(uuid[],uuid,uuid,text,uuid[],uuid,jsonb)', 'public.crew_switch(uuid[],uuid,uuid,text,uuid[],uuid,jsonb)',
    'public.kiosk_punch(uuid,text,text,uuid,uuid,uuid,timestamptz)', 'public.correct_held_event(uuid,uuid,uuid)',
    'public.enter_late_time(uuid,uuid,timestamptz,timestamptz,uuid,text,uuid,text,jsonb,uuid,boolean,jsonb)',
    'public.late_time_preview(uuid,timestamptz,timestamptz,uuid,uuid,jsonb,uuid,boolean,uuid)',
    'public.hours_report(date,date,text,text,uuid[],uuid[],uuid[],uuid[])',
    'private.start_entry(public.employees,uuid,uuid,uuid,text,text,jsonb,timestamptz,uuid)',
    'private.entry_conditions(uuid,uuid,uuid,text,uuid)', 'private.write_crew_day(uuid,uuid,uuid,date,uuid,jsonb)',
    'private.enter_late_time(uuid,timestamptz,timestamptz,uuid,uuid,text,jsonb,text,uuid,uuid,boolean,jsonb)',
    'private.report_totals(uuid,date,date,text[],uuid[],uuid[],uuid[],uuid[],boolean)',
    'private.pay_line_key(text,uuid,uuid,uuid,date,integer)', 'private.payroll_export_lists(uuid,date,date,uuid[],uuid[],uuid[])']) as name
 where to_regprocedure(name) is not null
on conflict do nothing;
