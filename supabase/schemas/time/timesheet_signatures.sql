create table public.timesheet_signatures (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  start_date date not null,
  end_date date not null,
  disputed boolean default false not null,
  note text,
  signed_name text,
  statement text not null,
  language text not null,
  version text not null,
  hours jsonb not null,
  signed_at timestamptz default clock_timestamp() not null,
  signed_by uuid default auth.uid(),
  invalidated_at timestamptz,
  signed_through text default 'account' not null,
  signed_text text,
  device_key_id uuid,
  device_key jsonb,
  device_signature text,
  paper_path text,
  paper_sha256 text,
  constraint timesheet_signatures_pkey primary key (company_id, id),
  constraint timesheet_signatures_dispute_says_why check (not disputed or char_length(btrim(note)) > 0),
  constraint timesheet_signatures_name_length check (char_length(btrim(signed_name)) >= 1 and char_length(btrim(signed_name)) <= 200),
  constraint timesheet_signatures_note_length check (char_length(note) <= 2000),
  constraint timesheet_signatures_signed_by_name check (disputed or signed_name is not null),
  constraint timesheet_signatures_signed_through_known check (signed_through in ('account', 'pin', 'text_code', 'paper')),
  constraint timesheet_signatures_signed_text_length check (octet_length(signed_text) <= 1000000),
  constraint timesheet_signatures_device_complete check (num_nonnulls(device_key_id, device_key, device_signature) in (0, 3) and (device_key_id is null or signed_text is not null and signed_through = 'account')),
  constraint timesheet_signatures_device_signature_form check (device_signature ~ '^[A-Za-z0-9+/]{86}==$'),
  constraint timesheet_signatures_paper_complete check ((signed_through = 'paper') = (paper_path is not null) and (paper_sha256 is null or paper_path is not null) and (paper_path is null or not disputed)),
  constraint timesheet_signatures_paper_path_once unique (paper_path),
  constraint timesheet_signatures_paper_sha256_form check (paper_sha256 ~ '^[0-9a-f]{64}$'),
  constraint timesheet_signatures_start_before_end check (start_date <= end_date),
  constraint timesheet_signatures_statement_length check (char_length(statement) >= 1 and char_length(statement) <= 4000),
  constraint timesheet_signatures_version_length check (char_length(version) >= 1 and char_length(version) <= 40),
  constraint timesheet_signatures_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint timesheet_signatures_device_key foreign key (company_id, device_key_id) references public.device_keys(company_id, id)
);
select private.refuse_non_finite('public.timesheet_signatures');
create index timesheet_signatures_current on public.timesheet_signatures (company_id, employee_id, start_date) where invalidated_at is null;
create index timesheet_signatures_by_device_key on public.timesheet_signatures (company_id, device_key_id) where device_key_id is not null;
comment on table public.timesheet_signatures is 'Workers'' own word on their hours, signed or disputed. A newer row replaces the older; a change of the time invalidates it. Written by functions only.';
comment on column public.timesheet_signatures.hours is 'Minutes per work date as they were shown when signed.';
comment on column public.timesheet_signatures.signed_through is 'How the person was recognized: signed in, through a link of a message with the PIN or a code sent to the phone, or on paper, of which a manager attached a picture.';
comment on column public.timesheet_signatures.signed_text is 'What exactly was shown and answered, as canonical JSON (RFC 8785); null where the page shows less than that: links of messages, paper, older clients.';
comment on column public.timesheet_signatures.device_key is 'Public half (JWK, P-256) of the key that made device_signature, as it was when it signed.';
comment on column public.timesheet_signatures.device_signature is 'Base64 of the ECDSA signature (SHA-256, r and s) of the UTF-8 bytes of signed_text, made on the person''s device. The private half never leaves it, so nobody else can make one; browsers and verify.html check it.';
comment on column public.timesheet_signatures.paper_path is '<company>/<person>/<file>.<ending> in the bucket signed-sheets: the picture of a sheet signed on paper.';
comment on column public.timesheet_signatures.paper_sha256 is 'Of that picture: as it arrived, or as the manager''s browser computed it.';
comment on column public.timesheet_signatures.invalidated_at is 'Set when the time changed afterwards or a newer answer was given.';
alter table public.timesheet_signatures enable row level security;
grant select on table public.timesheet_signatures to authenticated;

create policy "Managers read the signatures of their company, others their own" on public.timesheet_signatures
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger keep_as_signed before update on public.timesheet_signatures
  for each row when ((to_jsonb(old.*) - 'invalidated_at') is distinct from (to_jsonb(new.*) - 'invalidated_at')) execute function private.refuse_change();

create or replace trigger notify_of_dispute after insert on public.timesheet_signatures
  for each row when (new.disputed) execute function private.notify_of_dispute();

create or replace trigger verify_signature after insert or update on public.timesheet_signatures
  for each row execute function private.verify_signature();

create or replace function private.verify_signature() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  period constant jsonb := jsonb_build_object('start_date', new.start_date, 'end_date', new.end_date, 'note', new.note);
begin
  if tg_op = 'UPDATE' then
    if old.invalidated_at is null and new.invalidated_at is not null then
      perform private.settle_verifications(new.company_id, '{disputed_timesheet}', array[new.id]);
      if not new.disputed then
        perform private.open_verification(new.company_id, 'signed_time_edited', new.id, new.employee_id, null, new.invalidated_at,
          private.person_name(new.company_id, new.employee_id) || ': signed time was edited', period);
      end if;
    end if;
    return null;
  end if;
  -- Signing again replaces the older signature in the same moment: nothing was edited then.
  delete from public.verifications v where v.company_id = new.company_id and v.kind = 'signed_time_edited'
    and v.employee_id = new.employee_id and v.created_at = now()
    and v.detail ->> 'start_date' = new.start_date::text and v.detail ->> 'end_date' = new.end_date::text;
  perform private.settle_verifications(new.company_id, '{signed_time_edited,disputed_timesheet}', array(
    select s.id from public.timesheet_signatures s
    where s.company_id = new.company_id and s.employee_id = new.employee_id and s.id <> new.id
      and s.start_date >= new.start_date and s.end_date <= new.end_date));
  perform private.settle_verifications(new.company_id, '{unsigned_timesheet}', array[private.timesheet_subject(new.employee_id, new.start_date)]);
  if new.disputed then
    perform private.open_verification(new.company_id, 'disputed_timesheet', new.id, new.employee_id, null, new.signed_at,
      private.person_name(new.company_id, new.employee_id) || ' disputes hours: ' || new.note, period);
  end if;
  return null;
end $$;

create or replace function private.timesheet_subject(employee_id_param uuid, start_date_param date) returns uuid
language sql immutable set search_path = '' as $$
  select md5(employee_id_param || ' ' || start_date_param)::uuid;
$$;
comment on function private.timesheet_subject(uuid,date) is 'A period of a person that nobody has signed has no row of its own; this is its id in the inbox.';

create or replace trigger zz_record_change after insert or delete or update on public.timesheet_signatures
  for each row execute function private.record_change();

create or replace function public.sign_timesheet(start_date_param date, end_date_param date, name_param text, statement_param text, language_param text, version_param text, signed_text_param text default null::text, device_key_id_param uuid default null::uuid, device_signature_param text default null::text) returns public.timesheet_signatures
language plpgsql security definer set search_path = '' as $$
begin
  if nullif(btrim(name_param), '') is null then
    raise exception using errcode = 'P0001', hint = 'name_required', message = 'Sign with your name.';
  end if;
  return private.answer_timesheet(private.require_employee(), 'account', start_date_param, end_date_param, false, name_param, null, statement_param, language_param, version_param,
    jsonb_build_object('signed_text', signed_text_param, 'device_key_id', device_key_id_param, 'device_signature', device_signature_param));
end $$;
comment on function public.sign_timesheet(date,date,text,text,text,text,text,uuid,text) is 'Everyone, for themselves: signs the hours of a period by name, with the text that was shown. signed_text_param: the canonical JSON of timesheet_shown with answer, name, statement, language, version and signed_at; refused where it is not the time as it is now. With it the id of a key of register_device_key and its signature of that text.';
grant execute on function public.sign_timesheet(date,date,text,text,text,text,text,uuid,text) to authenticated;

create or replace function private.answer_timesheet(person public.employees, through_param text, start_date_param date, end_date_param date, disputed_param boolean, name_param text, note_param text, statement_param text, language_param text, version_param text, proof_param jsonb default '{}'::jsonb) returns public.timesheet_signatures
language plpgsql set search_path = '' as $$
declare
  answer public.timesheet_signatures;
  device public.device_keys;
  name constant text := nullif(btrim(name_param), '');
  note constant text := nullif(btrim(note_param), '');
begin
  perform private.require_date_range(start_date_param, end_date_param);
  perform private.lock_person_time(person.company_id, person.id);
  -- Sent again after a lost answer: what was signed says when, so the same text is the same answer.
  select * into answer from public.timesheet_signatures s
    where s.company_id = person.company_id and s.employee_id = person.id and s.start_date = start_date_param and s.invalidated_at is null
      and s.signed_text = proof_param ->> 'signed_text' and s.device_signature is not distinct from proof_param ->> 'device_signature';
  if answer.id is not null then
    return answer;
  end if;
  if exists (
    select from public.time_entries t
    where t.company_id = person.company_id and t.employee_id = person.id and t.clock_out is null
      and t.work_date between start_date_param and end_date_param) then
    raise exception using errcode = 'P0001', hint = 'missing_clock_out', message = 'You are still on the clock. Clock out first.';
  end if;
  if proof_param ->> 'signed_text' is not null then
    perform private.check_signed_text(proof_param ->> 'signed_text', private.timesheet_shown(person, start_date_param, end_date_param),
      jsonb_strip_nulls(jsonb_build_object('answer', case when disputed_param then 'disputed' else 'signed' end, 'name', name, 'note', note,
        'statement', statement_param, 'language', language_param, 'version', version_param)));
  end if;
  if num_nonnulls(proof_param ->> 'device_key_id', proof_param ->> 'device_signature') > 0 then
    device := private.own_device_key(person, (proof_param ->> 'device_key_id')::uuid);
    if proof_param ->> 'signed_text' is null or coalesce(proof_param ->> 'device_signature', '') !~ '^[A-Za-z0-9+/]{86}==$' then
      raise exception using errcode = 'P0001', hint = 'signed_text_invalid', message = 'The signature of the device is not complete. Sign again.';
    end if;
  end if;
  perform private.invalidate_signatures(person.company_id, person.id, start_date_param, end_date_param);
  insert into public.timesheet_signatures (company_id, employee_id, start_date, end_date, disputed, note, signed_name,
    statement, language, version, hours, signed_through, signed_text, device_key_id, device_key, device_signature, paper_path, paper_sha256)
  values (person.company_id, person.id, start_date_param, end_date_param, disputed_param, note, name, statement_param, language_param, version_param,
    private.timesheet_hours(person.company_id, person.id, start_date_param, end_date_param), through_param,
    proof_param ->> 'signed_text', device.id, device.public_key, proof_param ->> 'device_signature', proof_param ->> 'paper_path', proof_param ->> 'paper_sha256')
  returning * into answer;
  perform private.settle_notifications(person.company_id, person.id, '{timesheet_to_sign}', jsonb_build_object('start_date', start_date_param));
  return answer;
end $$;

create or replace function public.timesheet_shown(start_date_param date, end_date_param date, employee_id_param uuid default null::uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person public.employees := private.require_employee();
begin
  perform private.require_date_range(start_date_param, end_date_param);
  if employee_id_param is distinct from person.id and employee_id_param is not null then
    person := private.require_manager();
    select * into person from public.employees e where e.company_id = person.company_id and e.id = employee_id_param;
    if person.id is null then
      raise exception using errcode = 'P0001', hint = 'not_found', message = 'This person was not found.';
    end if;
  end if;
  return private.timesheet_shown(person, start_date_param, end_date_param);
end $$;
comment on function public.timesheet_shown(date,date,uuid) is 'Everyone for themselves, managers for anyone: the timesheet of a period as it is now, day by day with times, breaks and minutes. What a person signs is this, with their answer, as canonical JSON.';
grant execute on function public.timesheet_shown(date,date,uuid) to authenticated;

create or replace function private.timesheet_shown(person public.employees, start_date_param date, end_date_param date) returns jsonb
language sql stable set search_path = '' as $$
  with entries as (
    select t.work_date, jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', t.id, 'clock_in', private.instant_text(t.clock_in), 'clock_out', private.instant_text(t.clock_out),
        'time_zone', private.zone_of(t.company_id, t.project_id), 'project', p.name, 'cost_code', nullif(concat_ws(' ', k.code, k.name), ''),
        'breaks', (select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('started_at', private.instant_text(b.started_at), 'ended_at', private.instant_text(b.ended_at),
            'kind', case when b.paid then 'paid' when private.break_is_deducted(b.paid, private.epoch_minute(b.started_at), private.epoch_minute(b.ended_at),
              private.unpaid_break_minimum(t.company_id, t.employee_id, t.project_id, t.work_date)) then 'unpaid' else 'short' end)) order by b.started_at, b.id)
          from public.time_entry_breaks b where b.company_id = t.company_id and b.time_entry_id = t.id))) order by t.clock_in, t.id) as list
    from public.time_entries t
    left join public.projects p on p.company_id = t.company_id and p.id = t.project_id
    left join public.cost_codes k on k.company_id = t.company_id and k.id = t.cost_code_id
    where t.company_id = person.company_id and t.employee_id = person.id and t.work_date between start_date_param and end_date_param
    group by t.work_date
  ), hours as (
    select h.key::date as work_date, h.value::bigint as minutes
    from jsonb_each_text(private.timesheet_hours(person.company_id, person.id, start_date_param, end_date_param)) h
  )
  select jsonb_build_object('format', 'chalkline-timesheet/1',
    'company', (select jsonb_build_object('id', c.id, 'name', c.name) from public.companies c where c.id = person.company_id),
    'person', jsonb_build_object('id', person.id, 'name', btrim(concat_ws(' ', person.first_name, person.last_name))),
    'start_date', start_date_param, 'end_date', end_date_param,
    'minutes', (select coalesce(sum(h.minutes), 0)::bigint from hours h),
    'days', (select coalesce(jsonb_agg(jsonb_build_object('date', work_date, 'minutes', coalesce(h.minutes, 0), 'entries', coalesce(e.list, '[]')) order by work_date), '[]')
      from entries e full join hours h using (work_date)));
$$;
comment on function private.timesheet_shown(public.employees,date,date) is 'A timesheet as text and whole numbers alone, so that its canonical JSON is the same everywhere.';

create or replace function private.check_signed_text(text_param text, shown_param jsonb, answer_param jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  given jsonb;
  moment timestamptz;
begin
  begin
    given := text_param::jsonb;
    moment := (given ->> 'signed_at')::timestamptz;
  exception when others then
    given := null;
  end;
  if jsonb_typeof(given) is distinct from 'object' or moment is null or not isfinite(moment) then
    raise exception using errcode = 'P0001', hint = 'signed_text_invalid', message = 'What was signed cannot be read. Sign again.';
  elsif given - '{answer,name,note,statement,language,version,signed_at}'::text[] <> shown_param then
    raise exception using errcode = 'P0001', hint = 'timesheet_changed', message = 'Your hours changed while you were reading. Check them again and sign.';
  elsif text_param <> private.canonical_json(shown_param || answer_param || jsonb_build_object('signed_at', private.instant_text(moment))) then
    raise exception using errcode = 'P0001', hint = 'signed_text_invalid', message = 'What was signed is not what was sent. Sign again.';
  elsif moment not between clock_timestamp() - interval '15 minutes' and clock_timestamp() + interval '15 minutes' then
    raise exception using errcode = 'P0001', hint = 'signed_at_differs', message = 'The time of this signature is not now. Sign again.';
  end if;
end $$;
comment on function private.check_signed_text(text,jsonb,jsonb) is 'Refuses a text that is not, byte for byte, the canonical JSON of what the database knows now with this answer.';

create or replace function private.timesheet_hours(company_id_param uuid, employee_id_param uuid, start_date_param date, end_date_param date) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(d.work_date, d.minutes), '{}')
  from (
    select l.work_date, sum(l.minutes) as minutes
    from private.payroll_lines_between(company_id_param, start_date_param, end_date_param, employee_id_param, null) l
    where l.pay_code in ('REG', 'OT', 'DT') group by l.work_date
  ) d;
$$;
comment on function private.timesheet_hours(uuid,uuid,date,date) is 'Minutes per work date: what a signature under a timesheet is about.';

create or replace function private.invalidate_signatures(company_id_param uuid, employee_id_param uuid, from_param date, to_param date) returns void
language sql set search_path = '' as $$
  update public.timesheet_signatures s set invalidated_at = clock_timestamp()
  where s.company_id = company_id_param and s.employee_id = employee_id_param and s.invalidated_at is null
    and s.start_date <= to_param and s.end_date >= from_param;
$$;

create or replace function public.dispute_timesheet(start_date_param date, end_date_param date, note_param text, statement_param text, language_param text, version_param text, signed_text_param text default null::text, device_key_id_param uuid default null::uuid, device_signature_param text default null::text) returns public.timesheet_signatures
language plpgsql security definer set search_path = '' as $$
begin
  if nullif(btrim(note_param), '') is null then
    raise exception using errcode = 'P0001', hint = 'note_required', message = 'Say what is wrong with these hours.';
  end if;
  return private.answer_timesheet(private.require_employee(), 'account', start_date_param, end_date_param, true, null, note_param, statement_param, language_param, version_param,
    jsonb_build_object('signed_text', signed_text_param, 'device_key_id', device_key_id_param, 'device_signature', device_signature_param));
end $$;
comment on function public.dispute_timesheet(date,date,text,text,text,text,text,uuid,text) is 'Everyone, for themselves: says that the hours of a period are wrong, and why. Signed by the device as sign_timesheet is, with the note in place of the name.';
grant execute on function public.dispute_timesheet(date,date,text,text,text,text,text,uuid,text) to authenticated;

create or replace function public.timesheet_changes(start_date_param date, end_date_param date, employee_id_param uuid default null::uuid) returns table(occurred_at timestamptz, action text, entity text, entity_id uuid, work_date date, changed_by text, before jsonb, after jsonb, reason text)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_employee()).company_id;
  person uuid := coalesce(employee_id_param, private.my_employee_id());
begin
  perform private.require_date_range(start_date_param, end_date_param);
  if person is distinct from private.my_employee_id() then
    perform private.require_manager();
  end if;
  return query
  select a.occurred_at, a.action, a.entity, a.entity_id, d.work_date,
    coalesce(nullif(btrim(e.first_name || ' ' || e.last_name), ''), ''), a.before, a.after, a.reason
  from public.audit_events a
  join public.employees subject on subject.company_id = company and subject.id = person
  left join public.employees e on e.company_id = company and e.user_id = a.actor_id
  left join public.time_entries entry on entry.company_id = company
    and entry.id = coalesce(a.after ->> 'time_entry_id', a.before ->> 'time_entry_id')::uuid
  cross join lateral (
    select coalesce((a.after ->> 'work_date')::date, (a.before ->> 'work_date')::date,
      (coalesce(a.after ->> 'started_at', a.before ->> 'started_at')::timestamptz at time zone private.zone_of(company, entry.project_id))::date) as work_date
  ) d
  where a.company_id = company and a.employee_id = person and a.entity in ('time_entries', 'time_entry_breaks')
    and a.actor_id is distinct from subject.user_id and d.work_date between start_date_param and end_date_param
  order by a.sequence;
end $$;
comment on function public.timesheet_changes(date,date,uuid) is 'Everyone for themselves, managers for anyone: changes of a person''s time made by others in a range of work dates.';
grant execute on function public.timesheet_changes(date,date,uuid) to authenticated;

create or replace function public.waiting_timesheets() returns table(start_date date, end_date date, seconds bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if me.role in ('owner', 'manager') then
    return; -- they run payroll and sign nothing
  end if;
  return query select * from private.timesheets_waiting(me.company_id, me.id, private.company_today(me.company_id));
end $$;
comment on function public.waiting_timesheets() is 'Everyone, for themselves: the timesheet that waits to be signed, with its seconds of work.';
grant execute on function public.waiting_timesheets() to authenticated;

create or replace function private.timesheets_waiting(company_id_param uuid, employee_id_param uuid, today_param date) returns table(start_date date, end_date date, seconds bigint)
language sql stable set search_path = '' as $$
  select p.start_date, p.end_date, w.seconds
  from private.pay_periods_back(company_id_param, today_param, 2) p
  cross join lateral (
    select sum(t.seconds)::bigint as seconds from public.work_totals t
    where t.company_id = company_id_param and t.employee_id = employee_id_param
      and t.work_date between p.start_date and p.end_date) w
  where p.end_date < today_param and w.seconds > 0
    and not exists (select from public.timesheet_signatures s
      where s.company_id = company_id_param and s.employee_id = employee_id_param and s.invalidated_at is null
        and s.start_date <= p.start_date and s.end_date >= p.end_date);
$$;
comment on function private.timesheets_waiting(uuid,uuid,date) is 'The last period that is over, while its worker has neither signed nor disputed it as it is now.';

create or replace function private.entry_changes_ask_again() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if old.work_date = new.work_date then
      perform private.invalidate_signatures(new.company_id, new.employee_id, new.work_date,
        new.work_date + case when greatest(old.clock_out - old.clock_in, new.clock_out - new.clock_in) > interval '4 hours' then 1 else 0 end);
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    perform private.invalidate_signatures(old.company_id, old.employee_id, old.work_date,
      old.work_date + case when old.clock_out - old.clock_in > interval '4 hours' then 1 else 0 end);
  end if;
  if tg_op <> 'DELETE' then
    perform private.invalidate_signatures(new.company_id, new.employee_id, new.work_date,
      new.work_date + case when new.clock_out - new.clock_in > interval '4 hours' then 1 else 0 end);
  end if;
  return null;
end $$;

create or replace function private.break_changes_ask_again() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed public.time_entry_breaks := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.invalidate_signatures(t.company_id, t.employee_id, t.work_date, t.work_date)
  from public.time_entries t where t.company_id = changed.company_id and t.id = changed.time_entry_id;
  return null;
end $$;

create or replace function private.ask_for_signatures(moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
  select count(*) filter (where private.notify_person((due.r).company_id, (due.r).employee_id, 'timesheet_to_sign', 'sign ' || due.start_date, 'timesheet_to_sign',
      jsonb_build_object('start_date', due.start_date, 'hours', private.hours_text(due.seconds),
        'first_day', to_char(due.start_date, (due.r).date_format), 'last_day', to_char(due.end_date, (due.r).date_format)),
      jsonb_build_object('path', '/payroll?from=' || due.start_date, 'mail_template', 'timesheet_waiting', 'sms_link',
        jsonb_build_object('purpose', 'timesheet', 'subject', jsonb_build_object('start_date', due.start_date, 'end_date', due.end_date)))))
  from (
    select r, w.start_date, w.end_date, w.seconds
    from private.notification_recipients r
    cross join lateral (select (moment_param at time zone r.time_zone)::time as time,
      (moment_param at time zone r.company_zone)::date as today) local
    cross join lateral private.timesheets_waiting(r.company_id, r.employee_id, local.today) w
    where r.role not in ('owner', 'manager') and local.time >= '09:00' and local.time < '19:00'
      -- Someone who joins later is not asked about long ago.
      and local.today - w.end_date <= 4
      and not private.was_notified(r.company_id, r.employee_id, 'timesheet_to_sign', 'sign ' || w.start_date)
    order by r.company_id, r.employee_id offset 0) due;
$$;
comment on function private.ask_for_signatures(timestamp with time zone) is 'From the morning after a pay period: once to everyone who worked in it and has not answered.';

create or replace function private.open_disputes(company_id_param uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('employee_id', e.id, 'first_name', e.first_name, 'last_name', e.last_name,
      'start_date', s.start_date, 'end_date', s.end_date, 'note', s.note) order by s.signed_at), '[]')
  from public.timesheet_signatures s
  join public.employees e on e.company_id = s.company_id and e.id = s.employee_id
  where s.company_id = company_id_param and s.disputed and s.invalidated_at is null
    -- What was locked in spite of a dispute is decided.
    and not exists (select from public.pay_periods p where p.company_id = s.company_id and p.status = 'locked'
      and p.start_date <= s.start_date and p.end_date >= s.end_date and p.locked_at > s.signed_at);
$$;

create or replace function private.find_unsigned_timesheets(moment_param timestamptz default now()) returns bigint
language sql security definer set search_path = '' as $$
  select count(*) from (
    select private.open_verification(e.company_id, 'unsigned_timesheet', private.timesheet_subject(e.id, w.start_date), e.id, null,
      (w.end_date + 1)::timestamp at time zone c.time_zone, private.person_name(e.company_id, e.id) || ': timesheet not signed',
      jsonb_build_object('start_date', w.start_date, 'end_date', w.end_date, 'seconds', w.seconds))
    from public.companies c
    join public.employees e on e.company_id = c.id and e.active and e.role not in ('owner', 'manager')
    cross join lateral private.timesheets_waiting(c.id, e.id, (moment_param at time zone c.time_zone)::date) w
    -- Only where people sign at all, two days after the period, once a morning.
    where extract(hour from moment_param at time zone c.time_zone) = 6 and (moment_param at time zone c.time_zone)::date - w.end_date >= 2
      and exists (select from public.timesheet_signatures s where s.company_id = c.id and s.signed_at > moment_param - interval '60 days')
  ) found;
$$;
select cron.schedule('unsigned-timesheets', '41 * * * *', 'select private.find_unsigned_timesheets()');
