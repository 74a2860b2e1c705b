alter table public.form_assignments add column equipment_class_id uuid;
alter table public.form_assignments drop constraint form_assignments_one_target;
alter table public.form_assignments add constraint form_assignments_one_target check (num_nonnulls(project_id, crew_id, equipment_id, equipment_class_id) <= 1);
alter table public.form_assignments add constraint form_assignments_equipment_class
  foreign key (company_id, equipment_class_id) references public.equipment_classes(company_id, id) on delete cascade;
create index form_assignments_by_equipment_class on public.form_assignments using btree (company_id, equipment_class_id) where equipment_class_id is not null;
