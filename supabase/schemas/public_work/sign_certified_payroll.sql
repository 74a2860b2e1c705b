create or replace function public.sign_certified_payroll(project_id_param uuid, week_end_param date, signed_name_param text, title_param text, statements_param integer[], final_param boolean default false, remarks_param text default null::text, email_param text default null::text, phone_param text default null::text, version_param text default null::text) returns public.certified_payrolls
language plpgsql security definer set search_path = '' set jit = 'off' set enable_nestloop = 'off' set statement_timeout = '60s' as $$
declare
  me public.employees := private.require_payroll_signer();
  contract public.public_contracts := private.require_public_contract(me.company_id, project_id_param, week_end_param);
  signed public.certified_payrolls;
  next_number integer;
begin
  -- Nobody records, approves or signs meanwhile.
  perform private.lock_time_exclusive(me.company_id);
  select * into signed from public.certified_payrolls p
  where p.company_id = me.company_id and p.project_id = contract.project_id and p.week_end = week_end_param order by p.revision desc limit 1;
  if signed.id is not null then
    raise exception using errcode = 'P0001', hint = 'already_signed', detail = json_build_object('id', signed.id, 'number', signed.number)::text,
      message = format('%s signed number %s of this week already. Correct it if something is wrong.', signed.signed_name, signed.number);
  end if;
  perform private.require_next_week(contract, week_end_param);
  select coalesce(max(p.number), contract.first_number - 1) + 1 into next_number from public.certified_payrolls p
  where p.company_id = me.company_id and p.project_id = contract.project_id;
  return private.write_certified_payroll(me, contract, week_end_param, next_number, null, null, coalesce(final_param, false),
    jsonb_build_object('name', signed_name_param, 'title', title_param, 'email', email_param, 'phone', phone_param, 'remarks', remarks_param, 'version', version_param),
    statements_param);
end $$;
comment on function public.sign_certified_payroll(uuid,date,text,text,integer[],boolean,text,text,text,text) is 'Owners and the managers who supervise payment: signs the certified payroll of a week by name and title with the statements 1 to 6 that it asks for, freezes it and gives it the next number. Refuses errors, time that is not approved, a hole in the weeks before, weeks after the final one, and figures that are not version_param, where given. Somebody with a second factor must have given it within 15 minutes.';
grant execute on function public.sign_certified_payroll(uuid,date,text,text,integer[],boolean,text,text,text,text) to authenticated;

create or replace function public.correct_certified_payroll(id_param uuid, reason_param text, signed_name_param text default null::text, title_param text default null::text, statements_param integer[] default null::integer[], final_param boolean default null::boolean, remarks_param text default null::text, email_param text default null::text, phone_param text default null::text, version_param text default null::text) returns public.certified_payrolls
language plpgsql security definer set search_path = '' set jit = 'off' set enable_nestloop = 'off' set statement_timeout = '60s' as $$
declare
  me public.employees := private.require_payroll_signer();
  before public.certified_payrolls;
  newest public.certified_payrolls;
  contract public.public_contracts;
begin
  if nullif(btrim(reason_param), '') is null or char_length(reason_param) > 500 then
    raise exception using errcode = 'P0001', hint = 'correction_reason_required', message = 'Say in up to 500 characters why the report is corrected.';
  end if;
  perform private.lock_time_exclusive(me.company_id);
  select * into before from public.certified_payrolls p where p.company_id = me.company_id and p.id = id_param;
  if before.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This certified payroll was not found.';
  end if;
  select * into newest from public.certified_payrolls p
  where p.company_id = me.company_id and p.project_id = before.project_id and p.week_end = before.week_end order by p.revision desc limit 1;
  if newest.id <> before.id then
    raise exception using errcode = 'P0001', hint = 'not_newest_revision', detail = json_build_object('id', newest.id, 'revision', newest.revision)::text,
      message = format('%s corrected this report already. Correct revision %s instead.', newest.signed_name, newest.revision);
  end if;
  contract := private.require_public_contract(me.company_id, before.project_id, before.week_end);
  perform private.give_reason(reason_param);
  return private.write_certified_payroll(me, contract, before.week_end, before.number, before, btrim(reason_param), coalesce(final_param, before.final),
    jsonb_build_object('name', coalesce(signed_name_param, btrim(concat_ws(' ', me.first_name, me.last_name))),
      'title', coalesce(title_param, case when before.signed_by = auth.uid() then before.signed_title else me.job_title end),
      'email', email_param, 'phone', phone_param, 'remarks', coalesce(remarks_param, before.content ->> 'remarks'), 'version', version_param),
    statements_param);
end $$;
comment on function public.correct_certified_payroll(uuid,text,text,text,integer[],boolean,text,text,text,text) is 'Owners and the managers who supervise payment: signs the week of the newest revision anew, with the reason: the same number, the next revision, and what changed since in words and figures. What is left out is as before; without statements, those the report asks for. The same refusals as of sign_certified_payroll.';
grant execute on function public.correct_certified_payroll(uuid,text,text,text,integer[],boolean,text,text,text,text) to authenticated;

create or replace function private.require_payroll_signer() returns public.employees
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees;
begin
  perform private.require_second_factor();
  me := private.require_manager();
  if me.role <> 'owner' and exists (
      select from public.contractor_details d where d.company_id = me.company_id and cardinality(d.signers) > 0 and me.id <> all (d.signers)) then
    raise exception using errcode = '42501', hint = 'not_a_signer', message = 'The owner named others to sign certified payrolls.';
  end if;
  if exists (select from auth.mfa_factors f where f.user_id = me.user_id and f.status = 'verified') and not exists (
      select from jsonb_array_elements(case when jsonb_typeof(auth.jwt() -> 'amr') = 'array' then auth.jwt() -> 'amr' else '[]' end) a
      where a.value ->> 'method' = 'totp' and (a.value ->> 'timestamp')::bigint > extract(epoch from clock_timestamp() - interval '15 minutes')) then
    raise exception using errcode = '42501', hint = 'second_factor_again', message = 'Enter a code of your second factor to sign.';
  end if;
  return me;
end $$;
comment on function private.require_payroll_signer() is 'The caller, if they may sign certified payrolls: an owner, or a manager whom the owner named (everyone, where none is named), with a second factor of the last 15 minutes if the account has one.';

create or replace function private.require_next_week(contract_param public.public_contracts, week_end_param date) returns void
language plpgsql stable set search_path = '' as $$
declare
  today constant date := private.company_today(contract_param.company_id);
  missing date[];
  final_week date;
  is_listed boolean;
  has_later boolean;
begin
  if week_end_param >= today then
    raise exception using errcode = 'P0001', hint = 'week_not_over', message = 'This week is not over.';
  elsif week_end_param < contract_param.first_week_end then
    raise exception using errcode = 'P0001', hint = 'week_before_first', message = 'The contract says that this week was certified elsewhere.';
  end if;
  select array_agg(w.week_end order by w.week_end) filter (where w.certified_payroll_id is null and w.week_end < week_end_param),
      min(w.week_end) filter (where w.final), coalesce(bool_or(w.week_end = week_end_param), false),
      coalesce(bool_or(w.week_end > week_end_param and w.certified_payroll_id is not null), false)
    into missing, final_week, is_listed, has_later
  from private.certified_weeks(contract_param.company_id, contract_param.project_id, today) w;
  if final_week < week_end_param then
    raise exception using errcode = 'P0001', hint = 'after_final', detail = to_json(final_week)::text,
      message = format('The week ending %s was signed as the final one. Correct it first if there was work after it.', final_week);
  elsif has_later and not is_listed and contract_param.no_work_reports then
    -- A week without work before the first one would be numbered after those that follow it.
    raise exception using errcode = 'P0001', hint = 'week_before_first', message = 'The reports of this contract begin with a later week.';
  elsif missing is not null then
    raise exception using errcode = 'P0001', hint = 'earlier_week_missing', detail = to_json(missing)::text,
      message = format('Sign the week ending %s first: numbers follow the weeks.', missing[1]);
  end if;
end $$;
comment on function private.require_next_week(public.public_contracts,date) is 'Refuses a week that is not over or whose turn it is not.';

create or replace function private.write_certified_payroll(signer_param public.employees, contract_param public.public_contracts, week_end_param date, number_param integer, before_param public.certified_payrolls, reason_param text, final_param boolean, signature_param jsonb, statements_param integer[]) returns public.certified_payrolls
language plpgsql set search_path = '' as $$
declare
  signed_at constant timestamptz := clock_timestamp();
  name constant text := nullif(btrim(signature_param ->> 'name'), '');
  title constant text := nullif(btrim(signature_param ->> 'title'), '');
  remarks constant text := nullif(btrim(signature_param ->> 'remarks'), '');
  statements jsonb;
  report jsonb;
  content jsonb;
  stored public.certified_payrolls;
begin
  if name is null or char_length(name) > 200 then
    raise exception using errcode = 'P0001', hint = 'signer_name_required', message = 'Sign with your name.';
  elsif title is null or char_length(title) > 100 then
    raise exception using errcode = 'P0001', hint = 'signer_title_required', message = 'Enter your title in the company.';
  elsif char_length(remarks) > 2000 or char_length(signature_param ->> 'email') > 254 or char_length(signature_param ->> 'phone') > 40 then
    raise exception using errcode = 'P0001', hint = 'signature_too_long', message = 'Remarks have up to 2000 characters, an e-mail address 254, a telephone number 40.';
  elsif private.has_nine_digits(remarks) then
    raise exception using errcode = 'P0001', hint = 'nine_digits', message = 'Nine digits in a row are not stored: they could be a social security number.';
  end if;
  report := private.certified_report(signer_param, contract_param, week_end_param);
  perform private.require_signable(contract_param, week_end_param, report, final_param);
  if signature_param ->> 'version' <> report ->> 'version' then
    raise exception using errcode = 'P0001', hint = 'report_changed', message = 'Figures of this report changed while you had it open. View them again before you sign.';
  end if;
  statements := case when statements_param is null and before_param.id is not null then report #> '{header,required_statements}'
    else private.require_statements(report #> '{header,required_statements}', statements_param) end;
  report := report - 'signed' || jsonb_build_object('header', (report -> 'header') - '{due_on,delivered_on,is_late,missing_weeks,required_statements}'::text[] || jsonb_build_object('number', number_param,
      'revision', coalesce(before_param.revision + 1, 0), 'final', final_param, 'remarks', nullif(concat_ws(E'\n', report #>> '{header,remarks}', remarks), '')));
  content := jsonb_strip_nulls(jsonb_build_object('remarks', remarks, 'reason', reason_param)) || jsonb_build_object('report', report, 'statements', statements,
    'signed_at', to_char(signed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'signed_on', (signed_at at time zone private.zone_of(signer_param.company_id, null))::date, 'signer', jsonb_build_object('employee_id', signer_param.id,
      'name', name, 'title', title, 'email', coalesce(nullif(btrim(signature_param ->> 'email'), ''), signer_param.email),
      'phone', coalesce(nullif(btrim(signature_param ->> 'phone'), ''), signer_param.phone,
        (select d.phone from public.contractor_details d where d.company_id = signer_param.company_id))));
  if before_param.id is not null then
    content := content || jsonb_build_object('corrects', jsonb_build_object('id', before_param.id, 'revision', before_param.revision, 'sha256', before_param.sha256),
      'changes', private.certified_changes(before_param.content -> 'report', report));
  end if;
  insert into public.certified_payrolls (company_id, project_id, week_end, number, revision, corrects_id, final, no_work, signed_text, employee_ids,
    signed_by, signed_name, signed_title, signed_at)
  values (signer_param.company_id, contract_param.project_id, week_end_param, number_param, coalesce(before_param.revision + 1, 0), before_param.id, final_param,
    (report #>> '{header,no_work}')::boolean, content::text,
    array(select distinct (r.value ->> 'employee_id')::uuid from jsonb_array_elements(report -> 'rows') r), auth.uid(), name, title, signed_at)
  returning * into stored;
  if before_param.status = 'needs_correction' then
    perform private.note_other_hours(before_param, false);
  end if;
  return stored;
end $$;
comment on function private.write_certified_payroll(public.employees,public.public_contracts,date,integer,public.certified_payrolls,text,boolean,jsonb,integer[]) is 'Computes, checks, freezes and stores a report, under lock_time_exclusive.';

create or replace function private.require_signable(contract_param public.public_contracts, week_end_param date, report_param jsonb, final_param boolean) returns void
language plpgsql stable set search_path = '' as $$
declare
  errors jsonb := jsonb_path_query_array(report_param, '$.checks[*] ? (@.severity == "error")');
  week record;
begin
  select private.project_week_approved(contract_param.company_id, contract_param.project_id, week_end_param, private.zone_of(contract_param.company_id, contract_param.project_id)) as approved,
      min(w.week_end) filter (where w.week_end > week_end_param and (w.has_work or w.certified_payroll_id is not null)) as later
    into week
  from private.certified_weeks(contract_param.company_id, contract_param.project_id, private.company_today(contract_param.company_id)) w;
  if not week.approved or jsonb_path_exists(report_param, '$.checks[*] ? (@.code == "time_not_approved")') then
    raise exception using errcode = 'P0001', hint = 'week_not_approved', message = 'Approve the time of this week first.';
  elsif errors <> '[]' then
    raise exception using errcode = 'P0001', hint = 'report_has_errors', detail = errors::text,
      message = format('%s errors are to be solved first, beginning with: %s', jsonb_array_length(errors), errors #>> '{0,message}');
  elsif not contract_param.no_work_reports and (report_param #>> '{header,no_work}')::boolean then
    raise exception using errcode = 'P0001', hint = 'no_work_not_reported', message = 'Nobody worked in this week, and the contract says that such weeks have no report.';
  elsif final_param and week.later is not null then
    raise exception using errcode = 'P0001', hint = 'work_after_final', detail = to_json(week.later)::text,
      message = format('There is work or a report in the week ending %s, so this is not the final one.', week.later);
  end if;
end $$;
comment on function private.require_signable(public.public_contracts,date,jsonb,boolean) is 'Refuses a report with errors or time that is not approved, and a final one that is not the last.';

create or replace function private.require_statements(required_param jsonb, statements_param integer[]) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  ticked jsonb := (select coalesce(jsonb_agg(s order by s), '[]') from (select distinct unnest(statements_param) as s) u where s is not null);
  missing integer;
begin
  if ticked = required_param then
    return ticked;
  end if;
  select (r.value #>> '{}')::integer into missing from jsonb_array_elements(required_param) r where not ticked @> r.value order by 1 limit 1;
  raise exception using errcode = 'P0001', hint = 'statements_wrong', detail = required_param::text, message = case
    when missing = 4 then 'Apprentices are on this report: statement 4 must be ticked.'
    when missing = 5 then 'Fringe benefits are owed in this report: statement 5 must be ticked.'
    when missing is not null then format('Statement %s must be ticked.', missing)
    when not required_param @> '4' and ticked @> '4' then 'No apprentice is on this report: statement 4 must not be ticked.'
    when not required_param @> '5' and ticked @> '5' then 'No fringe benefits are owed in this report: statement 5 must not be ticked.'
    else 'There are six statements, 1 to 6.' end;
end $$;
comment on function private.require_statements(jsonb,integer[]) is 'The ticked statements in order, if they are those the report asks for.';
