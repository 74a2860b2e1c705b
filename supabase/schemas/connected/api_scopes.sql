create or replace function private.scope_names() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select '{time:read,time:write,people:read,people:write,projects:read,projects:write,payroll:read,files:read,files:write,webhooks:manage}'::text[];
$$;
comment on function private.scope_names() is 'The scopes a token may have. One that writes includes the one that reads.';

-- Everything a token may reach stands here and nowhere else. What is missing gets no rights, the day it is made:
-- the role api_token is granted only what this list names, when the files of schemas were applied.
-- Any one of the scopes is enough; where no scope stands, no token reaches it, and somebody decided so.
create or replace function private.api_scope_lines() returns table(kind text, reads text, writes text, names text)
language sql immutable parallel safe as $$
  -- No search path of its own: else PostgreSQL could not make it part of a statement that asks about one name.
  values
    -- Tables: the scopes for reading, the scopes for adding, changing and removing (never more than people may), names.
    ('table', 'time:read', 'time:write', 'time_entries time_entry_breaks shifts availability labor_demands time_off_grants'),
    ('table', 'time:read', '', 'approvals break_offers break_types clock_answers clock_in_rules clock_questions clock_rule_exceptions
      clock_rule_members clock_stops early_clock_ins forgotten_punches heat_rules shift_swaps site_weather time_off_requests time_off_types
      timesheet_signatures verification_questions verifications work_totals'),
    ('table', 'time:read', '', 'approval_chains approval_steps approval_substitutes step_approvals'),
    ('table', 'time:read payroll:read', '', 'holidays minimum_wages overtime_policies pay_periods pay_types'),
    ('table', 'people:read', 'people:write', 'certification_requirements certification_types certifications employees'),
    -- Which crew leads to which time is asked with the caller's rights.
    ('table', 'people:read time:read', 'people:write', 'crew_members crews'),
    ('table', 'people:read', '', 'employee_invitations'),
    ('table', 'people:read', '', 'company_roles employee_group_members employee_groups'),
    ('table', 'time:read people:read projects:read payroll:read files:read webhooks:manage', '', 'companies company_modules custom_fields'),
    ('table', 'projects:read', 'projects:write', 'budget_lines budgets cost_code_classifications cost_code_groups customers delay_reasons
      equipment equipment_classes equipment_days equipment_services geofences public_contracts quantities units wage_determinations'),
    ('table', 'projects:read time:read', 'projects:write', 'cost_codes project_cost_codes project_members projects work_classifications'),
    ('table', 'projects:read', '', 'budget_alerts budget_scenarios equipment_inspections equipment_readings extra_work_tickets
      field_report_versions field_reports subcontractors ticket_copies ticket_lines'),
    ('table', 'payroll:read', '', 'accounting_activities accounting_connections accounting_days accounting_mappings accounting_records
      quickbooks_activities quickbooks_connections quickbooks_mappings'),
    ('table', 'payroll:read', '', 'apprenticeship_programs apprenticeships bill_rates billing_terms burden_rates
      certified_payroll_deliveries certified_payrolls contractor_details employee_classifications employee_fringe_plans employee_rates
      expenses fringe_plans invoice_drafts invoice_lines invoiced_time pay_items payroll_exports payroll_fact_differences payroll_facts payroll_lines
      payroll_worker_ids per_diem_rules reimbursement_rates restitutions ticket_billings ticket_prices travel_rules'),
    ('table', 'files:read', 'files:write', 'document_versions documents folders photo_comments photos'),
    ('table', 'files:read', '', 'document_reads document_signatures'),
    ('table', 'webhooks:manage', 'webhooks:manage', 'webhook_endpoints'),
    ('table', 'webhooks:manage', '', 'webhook_deliveries webhook_events'),
    -- A person's own, other people's links and secrets, places, health and the history: for people.
    ('table', '', '', 'agency_contacts api_tokens audit_events billing_contacts bulletin_comments bulletin_reads bulletins
      company_notification_rules device_keys emergency_contacts employee_identities employee_pins evidence_packets file_templates handoff_mails held_events identity_views
      imports incident_notes ledger_recipients ledger_roots legal_holds retention_rules incidents kiosk_photos kiosks location_views notification_choices notifications notifications_sent
      photo_consents photo_shares portal_codes portal_links portal_views preferences profiles punch_locations push_subscriptions
      quiet_hours saved_reports sign_in_domains subcontractor_reports synced_events talk_signatures text_consents text_settings'),
    ('table', '', '', 'form_assignments form_submissions form_versions forms'),
    ('table', '', '', 'certificate_proofs'),
    ('table', '', '', 'injury_case_days injury_cases osha_establishments osha_summaries safety_officers'),
    ('table', '', '', 'site_sign_in_links site_sign_in_settings site_visits'),
    -- Functions: any of the scopes calls them, whether they write or not.
    ('function', 'time:read', '', 'break_board crew_day crew_today hours_report list_time_entries my_shifts my_swaps on_site_now
      plan_and_actual preview_crew_day propose_clock_outs proposed_clock_out recent_work schedule_board schedule_warnings time_entry_history
      time_off_balance time_off_calendar time_off_explanation time_off_kinds time_off_to_decide timesheet_changes verification_count
      verification_items waiting_timesheets'),
    ('function', 'time:read payroll:read', '', 'current_pay_period overtime_presets pay_period_for recent_pay_periods'),
    ('function', 'time:read', '', 'approval_progress approvals_waiting possible_approvers'),
    ('function', 'time:write', '', 'approve_step return_step'),
    ('function', '', '', 'first_screen override_steps save_approval_chain set_module set_modules'),
    ('function', 'time:write', '', 'approve_clean_time approve_time change_time_entries choose_classification clock_in clock_out copy_shifts
      crew_clock_in crew_clock_out crew_end_break crew_start_break crew_switch decide_time_off delete_time_entry discard_drafts end_break
      enter_late_time fill_classifications move_shifts publish_shifts request_time_off save_crew_day save_time_entry set_entry_machines start_break
      switch_project take_back_approvals unapprove_time undo_clock_out unpublish_shifts withdraw_time_off'),
    ('function', 'people:read', '', 'missing_certificates my_team'),
    ('function', 'people:write', '', 'deactivate_employee import_employees invite_employee reactivate_employee resend_invitation
      withdraw_invitation'),
    ('function', 'projects:read', '', 'classification_defaults cost_code_usage equipment_hours equipment_overview field_report_changes
      field_report_days field_report_figures meters_to_read project_classifications project_details project_overview public_work_checklist
      ticket_changes ticket_list ticket_record ticket_work'),
    ('function', 'projects:write', '', 'add_modification import_cost_codes merge_cost_codes record_meter save_budget save_determination'),
    ('function', 'time:write people:write projects:write files:write', '', 'save_changes'),
    ('function', 'payroll:read', '', 'activity_report activity_report_table apprentice_ratio billable_work budget_forecast budget_overview
      budget_pace budget_report budget_weeks certified_payroll certified_payroll_calendar certified_payroll_lines certified_payroll_weeks
      employee_overview expense_report fringe_coverage fringe_hours generate_payroll_export_data hour_values labor_cost_report list_expenses
      my_certified_payrolls office_tickets payroll_adjustment_lines payroll_adjustments_owed payroll_explanation payroll_export_changes
      payroll_export_preview payroll_facts_compared payroll_line_origins payroll_lines_for payroll_overview posted_adjustments
      prevailing_wage_owed progress_report project_money reimbursement_rate_table rounding_report ticket_pricing travel_report unit_rates
      week_summary'),
    ('function', 'payroll:read', '', 'accounting_matching accounting_overview suggest_accounting_mappings'),
    ('function', 'files:read', '', 'comments_of_photo document_progress document_signers documents_to_sign list_photos search_documents
      storage_left'),
    ('function', 'files:write', '', 'delete_photos index_document restore_photos'),
    ('function', 'people:write', '', 'provision_person provisioned_people'),
    ('function', 'webhooks:manage', '', 'change_webhook_secret create_webhook repeat_delivery send_test_webhook webhooks_available'),
    ('function', '*', '', 'my_token'),
    -- For people, who sign, decide, invite outsiders, hold devices and look after their accounts.
    ('function', '', '', 'add_forms change_form forms_due forms_missing submit_form'),
    ('function', '', '', 'certify_osha_summary osha_log osha_summary split_injury_case void_injury_case'),
    ('function', '', '', 'create_site_sign_in_link kiosk_sign_in kiosk_sign_out kiosk_site my_site_visit revoke_site_sign_in_link
      sign_in_visitor sign_out_visitor site_sign_in site_sign_in_page site_sign_out site_visits_now'),
    ('function', '', '', 'accept_desktop_company create_desktop_login desktop_login'),
    ('function', '', '', 'accounting_available create_accounting_connection decide_accounting_conflict retry_accounting_activity send_accounting_now
      set_accounting_mapping set_accounting_state'),
    ('function', '', '', 'accept_invitation acknowledge_bulletin acknowledge_shift add_kiosk_photo add_ticket_witness adopt_tickets
      answer_clock_fields answer_clock_questions answer_clock_stop answer_forgotten_punch answer_from_device answer_kiosk_photos answer_kiosk_questions
      answer_message_link answer_swap answer_ticket_link answer_verification_question api_tokens_served ask_about_verification ask_for_swap
      ask_if_still_working ask_to_join assign_verification audit_proof audit_trail bulletin_overview bulletin_report calendar_feed
      certified_payroll_packet claim_per_diem my_record comments_of_bulletin companies_listing_me company_notification_table
      correct_certified_payroll correct_expense correct_held_event create_api_token create_calendar_feed create_company
      create_company_token create_invitation_link create_kiosk create_photo_share create_portal_link create_recovery_codes
      create_recovery_link dashboard decide_clock_stop decide_expense decide_payroll_difference decide_punch decide_subcontractor_report decide_swap
      delete_empty_company discard_ticket dispute_timesheet draft_field_report draft_invoice draft_ticket employee_devices
      employee_documents employee_history end_my_session explain_early_clock_in explain_held_event export_lists export_rows find_receipt
      forgotten_punch_question give_text_consent hand_in_report held_event_preview identities_on_file identity_of import_payroll_journal import_rows
      invite_subcontractor kiosk_kit kiosk_people kiosk_person kiosk_punch kiosk_sync_events kiosk_sync_extras late_time_preview list_counts
      location_looks lock_field_report lock_pay_period mail_certified_payroll mail_missing_subcontractors mail_report
      mark_notifications_read may_connect_accounting may_find_addresses may_read_weather may_see_system may_store_subcontractor_report merge_preview merge_rows
      message_link message_link_paths my_bulletins my_calendar_feed my_held_events my_identity_views my_invitations my_kiosk my_location_views my_recovery
      my_sessions new_subcontractor_link note_payroll_file_hash notification_table off_site_punches offer_break open_document
      open_message_link pair_kiosk past_documents past_employments past_pay past_time pay_period_preview people_to_reach portal_certified_payroll
      portal_page post_holiday_pay post_payroll_adjustments post_restitution postpone_bulletin preview_clock_rules preview_overtime_policy
      price_ticket project_hub proposed_per_diem publish_recipients punch_locations_for rate_change_preview read_bulletin
      record_certified_payroll_delivery record_data_export record_invoice_sent record_payroll_export record_restitution_payment
      record_site_weather record_text_consent recovery_codes_left refuse_ticket register_device release_tickets remind_of_bulletin
      remind_to_sign remove_overtime_policy renew_fringe_plan renew_push_subscription reopen_verification report_left_site
      resolve_held_event resolve_verification review_field_report review_kiosk_photos revise_ticket revoke_api_token revoke_calendar_feed
      revoke_kiosk revoke_photo_share revoke_portal_link revoke_subcontractor save_clock_rules save_expense save_field_report
      save_push_subscription save_rows save_ticket scheduled_report search_records send_link_code send_test_notification send_test_text
      send_ticket_link set_employee_pin set_identity set_overtime_policy set_ticket_status shared_photo_paths shared_photos
      sign_certified_payroll sign_document sign_ins sign_ticket sign_timesheet storage_use subcontractor_page subcontractor_weeks
      submit_field_report sync_events take_shift text_spending text_status ticket_link ticket_link_paths time_off_preview undo_expense_decision
      undo_import undo_schedule_change unlock_pay_period unsubscribe use_recovery_code verification_evidence verify_audit_chain viewer
      void_invoice waiting_photos weather_place withdraw_restitution withdraw_text_consent'),
    ('function', '', '', 'allow_passwords my_sign_in_domains require_sign_in_provider enter_portal_code portal_field_report portal_photo
      portal_photos portal_shows_file portal_ticket send_portal_code'),
    -- Evidence is signed by people, with keys of their devices; a token has one company.
    ('function', '', '', 'my_companies switch_company check_ledger_roots compare_ledger_root ledger_state release_legal_hold retention_preview packet_history packet_roots sign_history claim_packet packet_part packets_made project_packet attach_paper_timesheet end_device_key finish_packet register_device_key sign_packet_data signature_of timesheet_shown'),
    ('function', '', '', 'review_certificate_proof'),
    ('function', '', '', 'what_would_see'),
    -- Buckets of files.
    ('bucket', 'files:read', 'files:write', 'documents photos'),
    ('bucket', '', '', 'avatars bulletins certificate-proofs kiosk-photos signed-sheets subcontractor-reports');
$$;
comment on function private.api_scope_lines() is 'What tokens may reach: names of tables, functions or buckets, with the scopes that read and that write them.';

create or replace function private.api_scopes() returns table(kind text, name text, reads text, writes text)
language sql stable parallel safe set search_path = '' as $$
  select l.kind, n, l.reads, l.writes from private.api_scope_lines() l, regexp_split_to_table(l.names, '\s+') n;
$$;
comment on function private.api_scopes() is 'What tokens may reach, and with which scopes. A table, function or bucket that is not named gets nothing.';

create or replace function private.is_named(name_param text, names_param text) returns boolean
language sql immutable parallel safe as $$
  -- Inlined. The first look skips nearly every line: taking all of them apart costs a request more than its query.
  select strpos(names_param, name_param) > 0 and strpos(' ' || translate(names_param, E'\n', ' ') || ' ', ' ' || name_param || ' ') > 0;
$$;
comment on function private.is_named(text,text) is 'Whether a name stands in a text of names, separated by spaces and line ends.';

create or replace function private.company_token_functions() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select regexp_split_to_array('my_token save_changes
    list_time_entries propose_clock_outs schedule_warnings time_off_to_decide overtime_presets
    provision_person provisioned_people deactivate_employee reactivate_employee employee_overview
    import_cost_codes save_budget public_work_checklist
    apprentice_ratio billable_work certified_payroll_calendar certified_payroll_lines certified_payroll_weeks expense_report fringe_coverage
    fringe_hours generate_payroll_export_data labor_cost_report office_tickets payroll_adjustment_lines payroll_adjustments_owed
    payroll_export_changes payroll_export_preview payroll_facts_compared payroll_line_origins payroll_lines_for
    payroll_overview posted_adjustments prevailing_wage_owed project_money rounding_report ticket_pricing
    change_webhook_secret create_webhook repeat_delivery send_test_webhook webhooks_available', '\s+');
$$;
comment on function private.company_token_functions() is 'The functions that work without a person. Every other one refuses a token of the company in words.';

create or replace function private.token_has(scopes_param text) returns boolean
language sql stable parallel safe set search_path = '' as $$
  select coalesce((auth.jwt() -> 'scopes') ?| string_to_array(scopes_param, ' '), false);
$$;
comment on function private.token_has(text) is 'Whether the token of the request has one of these scopes (separated by spaces). Asked by the policies of the role api_token alone.';
grant execute on function private.token_has(text) to authenticated;

create or replace function private.is_api_token() returns boolean
language sql stable parallel safe set search_path = '' as $$
  select coalesce(auth.jwt() ? 'token_id', false);
$$;
comment on function private.is_api_token() is 'Whether an API token asks, of a person or of the company.';
grant execute on function private.is_api_token() to authenticated;

create or replace function private.token_buckets(writes_param boolean) returns text[]
language sql stable parallel safe security definer set search_path = '' as $$
  select array(select n from private.api_scope_lines() l, regexp_split_to_table(l.names, '\s+') n
    where l.kind = 'bucket' and private.token_has(case when writes_param then l.writes else l.reads end));
$$;
comment on function private.token_buckets(boolean) is 'The buckets the token of the request may read, or write.';
grant execute on function private.token_buckets(boolean) to authenticated;

create or replace function private.is_client() returns boolean
language sql stable parallel safe as $$
  select current_user in ('authenticated', 'anon', 'api_token');
$$;
comment on function private.is_client() is 'Whether a client writes by itself, and not one of our functions for it.';
grant execute on function private.is_client() to authenticated, service_role;

create or replace function private.require_api_scopes(token_id_param uuid, uses_param jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  token public.api_tokens;
  state text;
  scopes text[];
  missing record;
begin
  select * into token from public.api_tokens t where t.id = token_id_param;
  state := private.api_token_state(token);
  if state <> 'valid' then
    raise exception using errcode = '28000', hint = 'invalid_token', detail = state,
      message = case state when 'expired' then 'This token has ended.' when 'revoked' then 'This token was revoked.' else 'This token is not valid.' end;
  end if;
  if jsonb_array_length(uses_param) = 0 then
    return;
  end if;
  scopes := private.scopes_with_reads(token.scopes);
  -- The first part of the request that the token has no scope for.
  select u.kind, u.name, nullif(case when u.kind = 'table' and u.writes then l.writes else l.reads end, '') as scopes into missing
    from jsonb_to_recordset(uses_param) as u (kind text, name text, writes boolean)
    left join private.api_scope_lines() l on l.kind = u.kind and private.is_named(u.name, l.names)
    where not coalesce(l.reads = '*' or scopes && string_to_array(case when u.kind = 'table' and u.writes then l.writes else l.reads end, ' '), false)
    limit 1;
  if found then
    raise exception using errcode = '42501', hint = 'insufficient_scope', detail = coalesce(missing.scopes, ''),
      message = case when missing.scopes is null then format('API tokens have no access to %s.', missing.name)
        else format('This token has no access to %s. It needs the scope %s.', missing.name, replace(missing.scopes, ' ', ' or ')) end;
  end if;
  if token.employee_id is null then
    select u.name into missing from jsonb_to_recordset(uses_param) as u (kind text, name text)
      where u.kind = 'function' and u.name <> all (private.company_token_functions()) limit 1;
    if found then
      raise exception using errcode = '42501', hint = 'person_needed',
        message = format('A token of the company acts for no person, and %s needs one. Use a personal token.', missing.name);
    end if;
  end if;
end $$;
comment on function private.require_api_scopes(uuid,jsonb) is 'For the server, in the statement that begins each transaction of a token: refuses one that has ended, and tables and functions [{kind, name, writes}] it has no scope for.';
grant execute on function private.require_api_scopes(uuid,jsonb) to authenticator;

create or replace function private.on_schemas_applied() returns void
language plpgsql set search_path = '' as $$
begin
  if private.serves_api_tokens() then
    perform private.grant_tables_to_tokens();
    perform private.grant_functions_to_tokens();
    perform private.name_tokens_in_policies();
    perform private.add_scope_policies();
  end if;
end $$;
comment on function private.on_schemas_applied() is 'Called whenever the files of schemas were applied: gives the role api_token what private.api_scopes() names, and takes everything else. Changes only what differs, so that tables in use are left alone.';

create or replace function private.grant_tables_to_tokens() returns void
language plpgsql set search_path = '' as $$
declare
  found record;
begin
  if not has_schema_privilege('api_token', 'private', 'usage') then
    execute 'grant usage on schema private to api_token';
  end if;
  for found in
    with rights as (
      -- Rights on tables and on single columns, of people and of tokens.
      select c.oid, x.grantee::regrole::text as role, '' as column_name, x.privilege_type as privilege
        from pg_catalog.pg_class c cross join lateral aclexplode(c.relacl) x
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p', 'm')
      union all
      select c.oid, x.grantee::regrole::text, format('(%I)', a.attname), x.privilege_type
        from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and not a.attisdropped
        cross join lateral aclexplode(a.attacl) x
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p', 'm')
    ), wanted as (
      select r.oid, r.column_name, r.privilege from rights r
        join pg_catalog.pg_class c on c.oid = r.oid
        join private.api_scopes() s on s.kind = 'table' and s.name = c.relname
        where r.role = 'authenticated'
          and (r.privilege = 'SELECT' and s.reads <> '' or r.privilege in ('INSERT', 'UPDATE', 'DELETE') and s.writes <> '')
    ), given as (
      select r.oid, r.column_name, r.privilege from rights r where r.role = 'api_token'
    )
    select d.oid::regclass as name, (select string_agg(format('%s%s', w.privilege, case when w.column_name = '' then '' else ' ' || w.column_name end), ', ')
        from wanted w where w.oid = d.oid) as rights
      from (select distinct x.oid from ((table wanted except table given) union all (table given except table wanted)) x) d
  loop
    execute format('revoke all on table %s from api_token', found.name);
    if found.rights is not null then
      execute format('grant %s on table %s to api_token', found.rights, found.name);
    end if;
  end loop;
end $$;

create or replace function private.grant_functions_to_tokens() returns void
language plpgsql set search_path = '' as $$
declare
  found record;
begin
  for found in
    select f.name, f.is_wanted from (
      select p.oid::regprocedure as name, has_function_privilege('api_token', p.oid, 'execute') as is_given,
        has_function_privilege('authenticated', p.oid, 'execute') and case p.pronamespace
          -- Policies and defaults call them with the caller's rights; no client can name them.
          when 'private'::regnamespace then true
          -- A function over a row would be a column of its table, which nobody checks by its name.
          else exists (select from private.api_scopes() s where s.kind = 'function' and s.name = p.proname and s.reads <> '')
            and not exists (select from unnest(p.proargtypes) t join pg_catalog.pg_class c on c.reltype = t) end as is_wanted
      from pg_catalog.pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)) f
    where f.is_wanted <> f.is_given
  loop
    if found.is_wanted then
      execute format('grant execute on function %s to api_token', found.name);
    else
      execute format('revoke execute on function %s from api_token', found.name);
    end if;
  end loop;
end $$;

create or replace function private.name_tokens_in_policies() returns void
language plpgsql set search_path = '' as $$
declare
  found record;
begin
  for found in
    select p.name, p.relation, p.roles, p.is_wanted from (
      select p.polname as name, p.polrelid::regclass as relation, 'api_token'::regrole = any (p.polroles) as is_named,
        (select string_agg(quote_ident(r::regrole::text), ', ') from unnest(p.polroles) r where r <> 'api_token'::regrole) as roles,
        -- What visitors may do with a link is not what a token is for.
        not (p.polpermissive and 'anon'::regrole = any (p.polroles))
        -- Nor what asks tables and functions that no token reaches: it would fail instead of saying no.
        and not (p.polpermissive and exists (select from pg_catalog.pg_depend d
          where d.classid = 'pg_policy'::regclass and d.objid = p.oid and (
            d.refclassid = 'pg_proc'::regclass and not has_function_privilege('api_token', d.refobjid, 'execute')
            or d.refclassid = 'pg_class'::regclass and d.refobjid <> c.oid and not has_any_column_privilege('api_token', d.refobjid, 'select'))))
        and exists (select from private.api_scopes() s where s.reads <> ''
          and case when c.relnamespace = 'public'::regnamespace then s.kind = 'table' and s.name = c.relname
            -- A policy about another bucket reads tables that no token reaches.
            else s.kind = 'bucket' and (not p.polpermissive or strpos(concat_ws(' ', pg_get_expr(p.polqual, p.polrelid),
              pg_get_expr(p.polwithcheck, p.polrelid)), quote_literal(s.name)) > 0) end) as is_wanted
      from pg_catalog.pg_policy p join pg_catalog.pg_class c on c.oid = p.polrelid
      where 'authenticated'::regrole = any (p.polroles) and (c.oid = 'storage.objects'::regclass or c.relnamespace = 'public'::regnamespace)) p
    where p.is_wanted <> p.is_named
  loop
    execute format('alter policy %I on %s to %s%s', found.name, found.relation, found.roles, case when found.is_wanted then ', api_token' else '' end);
  end loop;
end $$;
comment on function private.name_tokens_in_policies() is 'A token is under the policies of people, on the tables and buckets it may reach.';

create or replace function private.add_scope_policies() returns void
language plpgsql set search_path = '' as $$
declare
  found record;
begin
  for found in
    with wanted as (
      -- The name says everything, so that another scope is another policy.
      select c.oid, format('API tokens %s with %s', v.verb, v.scopes) as name, v.command, v.clauses
        from private.api_scopes() s join pg_catalog.pg_class c on c.relnamespace = 'public'::regnamespace and c.relname = s.name
        cross join lateral (
          select 'read' as verb, 'select' as command, s.reads as scopes, 'using (%1$s)' as clauses where s.reads <> ''
          union all select w.verb, w.command, s.writes, w.clauses
            from (values ('add', 'insert', 'with check (%1$s)'), ('change', 'update', 'using (%1$s) with check (%1$s)'),
              ('remove', 'delete', 'using (%1$s)')) w (verb, command, clauses) where s.writes <> '') v
        where s.kind = 'table' and c.relkind in ('r', 'p')
      union all
      select 'storage.objects'::regclass, format('API tokens %s the buckets of their scopes', v.verb), v.command, v.clauses
        from (values ('read', 'select', 'using (bucket_id = any ((select private.token_buckets(false))::text[]))'),
          ('add to', 'insert', 'with check (bucket_id = any ((select private.token_buckets(true))::text[]))'),
          ('change', 'update', 'using (bucket_id = any ((select private.token_buckets(true))::text[]))'),
          ('remove from', 'delete', 'using (bucket_id = any ((select private.token_buckets(true))::text[]))')) v (verb, command, clauses)
    ), given as (
      select p.polrelid as oid, p.polname::text as name from pg_catalog.pg_policy p where p.polname like 'API tokens %' and not p.polpermissive
    )
    select coalesce(w.oid, g.oid)::regclass as relation, coalesce(w.name, g.name) as name, w.command,
        format(w.clauses, format('(select private.token_has(%L))', regexp_replace(w.name, '^API tokens \w+ with ', ''))) as clauses
      from wanted w full join given g on g.oid = w.oid and g.name = w.name where w.oid is null or g.oid is null
  loop
    if found.command is null then
      execute format('drop policy %I on %s', found.name, found.relation);
    else
      execute format('create policy %I on %s as restrictive for %s to api_token %s', found.name, found.relation, found.command, found.clauses);
    end if;
  end loop;
end $$;
comment on function private.add_scope_policies() is 'Restrictive policies for the role api_token: ordinary sessions never meet them.';
