alter table public.equipment_classes add column travel_rate numeric(12,2);
alter table public.time_entries add column machines jsonb;
alter table public.equipment_classes add constraint equipment_classes_travel_rate_range check (travel_rate >= 0::numeric and travel_rate <= 1000000::numeric);
alter table public.time_entries add constraint time_entries_machines_form check (jsonb_typeof(machines) = 'array'::text and jsonb_array_length(machines) >= 1 and jsonb_array_length(machines) <= 6);
create index time_entries_by_machines on public.time_entries using btree (company_id, clock_in) where machines is not null;
select private.refuse_non_finite('public.equipment_classes');

-- Made again from supabase/schemas with further arguments.
drop function if exists public.save_time_entry(uuid, uuid, timestamptz, timestamptz, uuid, uuid, text, jsonb, text, boolean, uuid, jsonb, uuid, jsonb);
drop function if exists public.enter_late_time(uuid, uuid, timestamptz, timestamptz, uuid, text, uuid, text, jsonb, uuid, boolean, jsonb, uuid);
drop function if exists private.enter_late_time(uuid, timestamptz, timestamptz, uuid, uuid, text, jsonb, text, uuid, uuid, boolean, jsonb, uuid);
