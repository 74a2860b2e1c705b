-- Nobody sets their own pay, approves their own time or takes the PIN of somebody above them, where somebody else can.
-- An owner may switch each rule off; whoever then decides for themselves is in the history and in Verification.

alter table public.companies
  add column own_pay_by_others boolean not null default true,
  add column own_approval_by_others boolean not null default true,
  add column office_pins_by_owners boolean not null default true;
comment on column public.companies.own_pay_by_others is 'Whether rates, other pay and time off granted to a manager or owner come from somebody else, where somebody else could.';
comment on column public.companies.own_approval_by_others is 'Whether time, time off and held punches of a manager or owner are approved by somebody else, where somebody else could.';
comment on column public.companies.office_pins_by_owners is 'Whether the PIN of a manager or owner is set only by that person or an owner.';

-- A new PIN in place of an old one left no trace in the history.
alter table public.employee_pins add column set_by uuid, add column set_at timestamptz,
  add constraint finite_set_at check (isfinite(set_at));
comment on column public.employee_pins.set_at is 'When the PIN was set last, by set_by; null: before this was noted.';

do $$
declare
  kinds text := (select pg_get_constraintdef(c.oid) from pg_constraint c
    where c.conrelid = 'public.verifications'::regclass and c.conname = 'verifications_kind_known');
begin
  execute 'alter table public.verifications drop constraint verifications_kind_known, add constraint verifications_kind_known '
    || replace(kinds, ']))', ', ''own_pay''::text, ''own_approval''::text, ''pin_by_other''::text]))');
end $$;

create function private.somebody_else_decides(employee_id_param uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.employees e
    join public.employees o on o.company_id = e.company_id and o.id <> e.id and o.active and o.user_id is not null
      and (o.role = 'owner' or o.role = 'manager' and e.role <> 'owner')
    where e.id = employee_id_param and e.company_id = private.my_company_id());
$$;
comment on function private.somebody_else_decides(uuid) is 'Whether somebody else could decide about this person: for an owner another owner, for everyone else another manager or an owner.';

create function private.another_must(kind_param text, employee_id_param uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select employee_id_param = private.my_employee_id() and private.somebody_else_decides(employee_id_param) and coalesce((
    select case kind_param when 'own_pay' then c.own_pay_by_others else c.own_approval_by_others end
    from public.companies c where c.id = private.my_company_id()), false);
$$;
comment on function private.another_must(text,uuid) is 'Whether this is about the caller and the company wants somebody else to do it: own_pay or own_approval.';

create function private.report_decision(kind_param text, subject_id_param uuid, employee_id_param uuid, summary_param text, detail_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.me();
  -- Where nobody else could look, it is noted and done.
  waits constant boolean := private.somebody_else_decides(me.id);
begin
  insert into public.verifications (company_id, kind, subject_id, employee_id, happened_at, summary, detail, status, resolved_at, resolved_by)
  values (me.company_id, kind_param, subject_id_param, employee_id_param, clock_timestamp(), left(summary_param, 500),
    detail_param || jsonb_build_object('by', me.id), case when waits then 'open' else 'resolved' end,
    case when not waits then clock_timestamp() end, case when not waits then auth.uid() end)
  on conflict on constraint verifications_once do update
    set status = excluded.status, resolved_at = excluded.resolved_at, resolved_by = excluded.resolved_by,
      happened_at = excluded.happened_at, detail = excluded.detail, summary = excluded.summary;
end $$;
comment on function private.report_decision(text,uuid,uuid,text,jsonb) is 'Puts into Verification that the caller decided something for themselves, or took a PIN: open again with every further time, resolved at once where nobody else could look.';

create function private.decide_for_self(kind_param text, employee_id_param uuid, subject_id_param uuid, detail_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if employee_id_param is distinct from private.my_employee_id() then
    return;
  end if;
  if private.another_must(kind_param, employee_id_param) then
    raise exception using errcode = '42501', hint = kind_param || '_by_others',
      message = case kind_param when 'own_pay' then 'Somebody else must set your pay. Ask another manager or owner.'
        else 'Somebody else must approve this for you. Ask another manager or owner.' end;
  end if;
  perform private.report_decision(kind_param, subject_id_param, employee_id_param,
    private.person_name(private.my_company_id(), employee_id_param)
      || case kind_param when 'own_pay' then ' changed their own pay' else ' approved for themselves' end, detail_param);
end $$;
comment on function private.decide_for_self(text,uuid,uuid,jsonb) is 'Nothing where it is about somebody else; else refuses what another must do and reports what the caller did for themselves.';
grant execute on function private.decide_for_self(text,uuid,uuid,jsonb) to authenticated;

create function private.check_own_decision() returns trigger
language plpgsql set search_path = '' as $$
declare
  changed constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  -- What the product works out for everyone, such as adjustments owed, is nobody's decision.
  if tg_argv[0] = 'own_approval' or current_user = 'authenticated' then
    perform private.decide_for_self(tg_argv[0], (changed ->> 'employee_id')::uuid, (changed ->> 'id')::uuid,
      jsonb_strip_nulls(jsonb_build_object('entity', tg_table_name, 'action', lower(tg_op), 'hourly_rate', changed -> 'hourly_rate',
        'amount_cents', changed -> 'amount_cents', 'hours', changed -> 'hours', 'pay_code', changed -> 'pay_code',
        'day', coalesce(changed ->> 'effective_from', changed ->> 'work_date', changed ->> 'start_date', left(changed ->> 'counts_at', 10)))));
  end if;
  return null;
end $$;

create trigger own_pay after insert or delete or update on public.employee_rates
  for each row execute function private.check_own_decision('own_pay');
create trigger own_pay after insert or delete or update on public.pay_items
  for each row execute function private.check_own_decision('own_pay');
create trigger own_pay after insert or delete or update on public.time_off_grants
  for each row execute function private.check_own_decision('own_pay');
create trigger own_approval after update on public.time_off_requests
  for each row when (new.status = 'approved' and old.status <> 'approved') execute function private.check_own_decision('own_approval');
create trigger own_approval after update on public.held_events
  for each row when (new.status = 'adjusted' and old.status = 'held') execute function private.check_own_decision('own_approval');

create function private.check_own_approvals() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.my_employee_id();
  own record;
begin
  for own in
    select p.start_date, p.end_date from (select distinct n.company_id, n.work_date from new_rows n where n.employee_id = me) d
    cross join lateral private.pay_period_at(d.company_id, d.work_date) p group by p.start_date, p.end_date
  loop
    perform private.decide_for_self('own_approval', me, private.timesheet_subject(me, own.start_date),
      jsonb_build_object('entity', 'approvals', 'start_date', own.start_date, 'end_date', own.end_date));
  end loop;
  return null;
end $$;
comment on function private.check_own_approvals() is 'As private.check_own_decision(), for days approved by the hundred: one item for each pay period.';

create trigger own_approval_new after insert on public.approvals referencing new table as new_rows
  for each statement execute function private.check_own_approvals();
create trigger own_approval_again after update on public.approvals referencing new table as new_rows
  for each statement execute function private.check_own_approvals();

create or replace function public.approve_clean_time(start_date_param date, end_date_param date) returns table(employee_id uuid, approved_days integer)
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  me public.employees := private.require_manager();
  company uuid := me.company_id;
  not_mine uuid := case when private.another_must('own_approval', me.id) then me.id end;
  clean uuid[];
begin
  perform private.require_date_range(start_date_param, end_date_param);
  perform private.lock_time_exclusive(company);
  clean := array(
    select distinct t.employee_id from public.time_entries t
    where t.company_id = company and t.work_date between start_date_param and end_date_param
      and t.employee_id is distinct from not_mine
      and t.employee_id not in (select i.employee_id from private.time_issues(company, null, start_date_param, end_date_param) i));
  perform private.write_approvals(company, clean, start_date_param, end_date_param);
  return query
  select a.employee_id, count(*)::integer from public.approvals a
  where a.company_id = company and a.employee_id = any (clean) and a.work_date between start_date_param and end_date_param
  group by a.employee_id;
end $$;
comment on function public.approve_clean_time(date,date) is 'Manager, owner: approves everyone of whom private.time_issues names nothing; not the caller, where another must.';

create or replace function public.set_employee_pin(employee_id_param uuid, pin_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  person public.employees;
begin
  if employee_id_param is distinct from me.id then
    perform private.require_manager();
    perform private.require_colleague(me.company_id, employee_id_param);
    select * into person from public.employees e where e.company_id = me.company_id and e.id = employee_id_param;
    if me.role <> 'owner' and person.role in ('owner', 'manager') then
      if (select c.office_pins_by_owners from public.companies c where c.id = me.company_id) then
        raise exception using errcode = '42501', hint = 'office_pins_by_owners',
          message = 'The PIN of a manager or owner is set by that person or an owner.';
      end if;
      perform private.report_decision('pin_by_other', person.id, person.id,
        private.person_name(me.company_id, me.id) || ' set the PIN of ' || private.person_name(me.company_id, person.id),
        jsonb_build_object('by_name', private.person_name(me.company_id, me.id)));
    end if;
  end if;
  if pin_param is null then
    delete from public.employee_pins p where p.company_id = me.company_id and p.employee_id = employee_id_param;
    return;
  end if;
  if pin_param !~ '^[0-9]{4,8}$' then
    raise exception using errcode = 'P0001', hint = 'pin_form', message = 'A PIN has 4 to 8 digits.';
  end if;
  if private.weak_pin(pin_param) then
    raise exception using errcode = 'P0001', hint = 'pin_too_simple', message = 'Choose a PIN that is harder to guess.';
  end if;
  insert into public.employee_pins (company_id, employee_id, set_by, set_at)
    values (me.company_id, employee_id_param, auth.uid(), clock_timestamp())
    on conflict on constraint employee_pins_one_each do update
      set failed_attempts = 0, locked_at = null, set_by = excluded.set_by, set_at = excluded.set_at, updated_at = now();
  insert into private.employee_pin_hashes (company_id, employee_id, pin_hash)
    values (me.company_id, employee_id_param, extensions.crypt(pin_param, extensions.gen_salt('bf', 8)))
    on conflict (company_id, employee_id) do update set pin_hash = excluded.pin_hash;
end $$;
comment on function public.set_employee_pin(uuid,text) is 'Sets the kiosk PIN (4 to 8 digits) of oneself, or of anyone as a manager, and unlocks it; null takes it away. That of a manager or owner is set by themselves or an owner, unless the company says otherwise.';

create or replace function public.resolve_verification(kind_param text, subject_id_param uuid, note_param text default null::text) returns public.verifications
language plpgsql security definer set search_path = '' as $$
declare
  item public.verifications := private.require_verification(kind_param, subject_id_param);
begin
  if item.status = 'resolved' then
    return item;
  end if;
  if item.kind in ('held_event', 'device_clock') then
    raise exception using errcode = 'P0001', hint = 'decide_held_event', message = 'Apply, adjust or discard this punch.';
  end if;
  if item.detail ->> 'by' = private.my_employee_id()::text and private.somebody_else_decides(private.my_employee_id()) then
    raise exception using errcode = '42501', hint = 'another_looks', message = 'You did this yourself. Another manager or owner must look at it.';
  end if;
  update public.verifications v set status = 'resolved', resolved_at = now(), resolved_by = auth.uid(), note = nullif(btrim(note_param), '')
    where v.company_id = item.company_id and v.id = item.id returning * into item;
  return item;
end $$;
