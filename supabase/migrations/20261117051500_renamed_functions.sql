-- Renamed or moved since the baseline. A database that was made before has no record of them: with one, what is made
-- again from supabase/schemas takes the old ones away, and what used them is made anew in the same transaction.
insert into supabase_migrations.schema_objects (kind, name, hash)
select 'function', p.oid::regprocedure::text, ''
  from pg_proc p
 where p.pronamespace = 'private'::regnamespace
   and p.proname = any('{alert_words, forget_pay, forget_pay_of_work, held_words, keep_a_cost_code, keep_alert, keep_break_rules, keep_breaks_inside, keep_budget, keep_budget_line, keep_cost_code_lists, keep_creator, keep_deletion_rules, keep_field_report, keep_identity, keep_incident, keep_kiosk_extra, keep_last_owner, keep_original, keep_own_break_rights, keep_own_time_rights, keep_past_pay, keep_people_rules, keep_percent, keep_photo, keep_project_customer, keep_project_depth, keep_punch_location, keep_quantity, keep_shift, keep_time_rules, keep_unlinked_events, labor_cost_kept, shift_words, tell_bulletin, tell_documents, tell_incident_story, tell_shifts, tell_who_is_late}')
union all
select 'job', jobname, '' from cron.job where jobname = 'keep-past-pay'
on conflict do nothing;
