-- Names and texts in plain words: locks are called locks, rows of an import are checked rather than judged. Functions
-- that no client calls get new names, and every body that calls them follows. Bodies are read from the catalog, so that
-- this stays right whichever migration wrote them last.

do $migration$
declare
  names constant text[] := array[
    'open_time', 'lock_time_shared',
    'close_time', 'lock_time_exclusive',
    'close_time_for_new_zone', 'lock_time_for_new_zone',
    'take_audit_chain', 'lock_audit_chain',
    'cost_code_verdict', 'check_cost_code_row',
    'employee_verdict', 'check_employee_row',
    'import_row_verdict', 'check_import_row',
    'import_name_verdict', 'check_import_name',
    'import_contact_verdict', 'check_import_contact',
    'import_phone_verdict', 'check_import_phone',
    'import_pay_verdict', 'check_import_pay',
    'judge_employee_rows', 'check_employee_rows',
    'judge_event', 'check_event',
    'judge_again', 'check_event_again',
    'judge_waiting', 'check_waiting_events',
    'tell_added_members', 'notify_added_members',
    'tell_dispute', 'notify_of_dispute',
    'tell_project_change', 'notify_of_project_change',
    'count_company_anew', 'recount_company',
    'count_project_anew', 'recount_project',
    'require_say_over', 'require_authority_over',
    'raise_frozen', 'refuse_frozen_time',
    'take_failed_machine_down', 'set_failed_machine_out_of_service'];
  texts constant text[] := array[
    'Time cannot be entered ahead.', 'You can''''t enter time in the future.',
    'There is no authenticator app to stand in for.', 'Two-factor authentication is not on.',
    'Say why you decide so.', 'Give a reason for the decision.',
    'This cannot be tried and undone.', 'This call cannot be rolled back.',
    'This tablet is not paired, or no longer.', 'This tablet is not paired.',
    'This tablet is paired already.', 'This tablet is already paired.',
    'An approved budget stays. Make a new version.', 'An approved budget cannot be changed. Make a new version.',
    'A quantity stays as entered. Add a correction.', 'A quantity cannot be changed. Add a correction.',
    'The location of a punch is kept as it is.', 'The location of a punch cannot be changed.',
    'Records of %s are kept as they are.', 'Records of %s cannot be changed.',
    'Say from which date the policy holds.', 'Choose the date the policy starts.',
    'Give a rate and the date it holds from.', 'Enter a rate and the date it starts.',
    'A break must lie within the time worked.', 'A break must be within the time worked.',
    'A break lies outside this time. Change or delete the break first.', 'A break is outside this time. Change or delete the break first.',
    'Some of these days lie in a period that is already locked.', 'Some of these days are in a locked pay period.',
    'This request is decided or withdrawn already.', 'This request has already been decided or withdrawn.',
    'This swap is decided already.', 'This swap has already been decided.',
    'Say why you change the time of someone else.', 'Give a reason for changing someone else''''s time.'];
  found record;
  body text;
begin
  for found in
    select t.tgname, t.tgrelid::regclass as relation, names[array_position(names, t.tgname::text) + 1] as new_name
    from pg_trigger t where not t.tgisinternal and array_position(names, t.tgname::text) % 2 = 1
  loop
    execute format('alter trigger %I on %s rename to %I', found.tgname, found.relation, found.new_name);
  end loop;
  for found in
    select p.oid::regprocedure as signature, names[array_position(names, p.proname::text) + 1] as new_name
    from pg_proc p where p.pronamespace = 'private'::regnamespace and array_position(names, p.proname::text) % 2 = 1
  loop
    execute format('alter function %s rename to %I', found.signature, found.new_name);
  end loop;
  for found in
    select p.oid, p.prosrc from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace in ('private'::regnamespace, 'public'::regnamespace) and p.prokind = 'f'
      and l.lanname in ('sql', 'plpgsql') and p.prosqlbody is null
  loop
    body := found.prosrc;
    for place in 1 .. array_length(names, 1) by 2 loop
      body := regexp_replace(body, '\mprivate\.' || names[place] || '\M', 'private.' || names[place + 1], 'g');
    end loop;
    for place in 1 .. array_length(texts, 1) by 2 loop
      body := replace(body, texts[place], texts[place + 1]);
    end loop;
    if body <> found.prosrc then
      execute replace(pg_get_functiondef(found.oid), found.prosrc, body);
    end if;
  end loop;
end $migration$;

comment on table public.approvals is 'One row per employee and day that was approved. Written by functions only, under private.lock_time_exclusive(). Approving again renews approved_at.';
comment on table public.pay_periods is 'Periods that were locked at least once. A locked one freezes every entry that touches its dates. Written by lock_pay_period and unlock_pay_period only, under private.lock_time_exclusive(). Locking is refused while an entry still runs in the period: nobody could stop it.';
