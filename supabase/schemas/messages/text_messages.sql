create table public.text_settings (
  company_id uuid default private.my_company_id() not null,
  enabled boolean default false not null,
  monthly_cap_cents integer default 2000 not null,
  segment_price_hundredths integer default 110 not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint text_settings_pkey primary key (company_id),
  constraint text_settings_cap_range check (monthly_cap_cents >= 0 and monthly_cap_cents <= 10000000),
  constraint text_settings_price_range check (segment_price_hundredths >= 0 and segment_price_hundredths <= 100000),
  constraint text_settings_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.text_settings');
comment on table public.text_settings is 'Whether a company sends text messages, what one costs and what a month may cost. Without a row it sends none.';
comment on column public.text_settings.monthly_cap_cents is 'What the texts of a calendar month, in the company''s zone, may cost; then texts stop until the next month.';
comment on column public.text_settings.segment_price_hundredths is 'What the gateway charges for one segment, in hundredths of a cent.';
alter table public.text_settings enable row level security;
grant select, insert, update on table public.text_settings to authenticated;

create policy "Managers read the settings of text messages" on public.text_settings
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Owners add the settings of text messages" on public.text_settings
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_owner()));

create policy "Owners change the settings of text messages" on public.text_settings
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()))
  with check (company_id = (select private.my_company_id()));

create or replace trigger fill_company_id before insert on public.text_settings
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.text_settings
  for each row execute function private.lock_creator();

create or replace trigger touch_updated_at before update on public.text_settings
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.text_settings
  for each row execute function private.record_change();

create table public.text_consents (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  number text not null,
  wording text not null,
  language text not null,
  given_by text not null,
  given_on date not null,
  note text,
  ended_at timestamptz,
  ended_by text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint text_consents_pkey primary key (company_id, id),
  constraint text_consents_number_form check (number ~ '^\+[1-9][0-9]{6,14}$'),
  constraint text_consents_wording_length check (char_length(btrim(wording)) >= 20 and char_length(wording) <= 2000),
  constraint text_consents_language_known check (language in ('en', 'es')),
  constraint text_consents_given_by_known check (given_by in ('self', 'manager', 'start')),
  constraint text_consents_note_length check (char_length(note) <= 500),
  constraint text_consents_recorded_has_note check (given_by <> 'manager' or char_length(btrim(coalesce(note, ''))) >= 3),
  constraint text_consents_ended_by_known check (ended_by in ('stop', 'self', 'manager', 'number_changed', 'left', 'replaced')),
  constraint text_consents_end_complete check ((ended_at is null) = (ended_by is null)),
  constraint text_consents_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint text_consents_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.text_consents');
create unique index text_consents_one_open on public.text_consents (company_id, employee_id) where ended_at is null;
create index text_consents_by_employee on public.text_consents (company_id, employee_id, created_at desc);
create index text_consents_by_number on public.text_consents (number);
comment on table public.text_consents is 'Who agreed to text messages at which number, when, reading what, and how it ended. Never changed but for its end; written by give_text_consent, record_text_consent, withdraw_text_consent and by the answers STOP and START.';
comment on column public.text_consents.number is 'E.164. Another number needs a new consent.';
comment on column public.text_consents.wording is 'The text the person read, as it was shown.';
comment on column public.text_consents.given_by is 'self: with a tap in the app; manager: on paper or in person, recorded with a note; start: answered START after STOP.';
comment on column public.text_consents.ended_by is 'stop: answered STOP, or the gateway said so; self; manager; number_changed; left; replaced: given anew.';
alter table public.text_consents enable row level security;
grant select on table public.text_consents to authenticated;

create policy "Managers read who agreed to text messages, others their own" on public.text_consents
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger keep_identity before update on public.text_consents
  for each row execute function private.lock_identity();

create or replace trigger lock_text_consent before update on public.text_consents
  for each row execute function private.lock_text_consent();

create or replace trigger zz_record_change after insert or delete or update on public.text_consents
  for each row execute function private.record_change();

create or replace function private.lock_text_consent() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.ended_at is not null or to_jsonb(new) - 'ended_at' - 'ended_by' <> to_jsonb(old) - 'ended_at' - 'ended_by' then
    raise exception using errcode = '42501', hint = 'append_only', message = 'Records of text_consents cannot be changed.';
  end if;
  return new;
end $$;
comment on function private.lock_text_consent() is 'A consent is proof: all that may happen to it is its end, once.';

create table private.text_numbers (
  number text not null,
  problem text,
  stopped_at timestamptz,
  updated_at timestamptz default now() not null,
  constraint text_numbers_pkey primary key (number),
  constraint text_numbers_number_form check (number ~ '^\+[1-9][0-9]{6,14}$'),
  constraint text_numbers_problem_known check (problem in ('landline', 'invalid_number', 'unreachable'))
);
select private.refuse_non_finite('private.text_numbers');
comment on table private.text_numbers is 'What the gateway and its owner said about a number: that no text reaches it, or STOP. Belongs to no company, as all write from one sender.';
alter table private.text_numbers enable row level security;

create table private.text_messages (
  id uuid not null,
  company_id uuid not null,
  employee_id uuid not null,
  number text not null,
  template text not null,
  status text default 'waiting' not null,
  error text,
  month date,
  segments smallint,
  charge_hundredths integer default 0 not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint text_messages_pkey primary key (id),
  constraint text_messages_status_known check (status in ('waiting', 'sending', 'sent', 'delivered', 'failed')),
  constraint text_messages_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.text_messages');
create index text_messages_by_employee on private.text_messages (company_id, employee_id, created_at desc);
create index text_messages_by_time on private.text_messages (created_at);
comment on table private.text_messages is 'Whose text a row of the queue is, what it cost and what became of it; kept for 400 days. Never what it said.';
comment on column private.text_messages.charge_hundredths is 'What it counts for the monthly cap, in hundredths of a cent; 0 once it is sure that nothing was sent.';
alter table private.text_messages enable row level security;

create table private.text_months (
  company_id uuid not null,
  month date not null,
  texts integer default 0 not null,
  spent_hundredths bigint default 0 not null,
  cap_notified_at timestamptz,
  constraint text_months_pkey primary key (company_id, month),
  constraint text_months_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('private.text_months');
comment on table private.text_months is 'What the texts of a company cost in a month. Locked for a moment when a text is about to be sent, never by what causes one.';
alter table private.text_months enable row level security;

create or replace function private.e164(phone_param text, time_zone_param text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  -- Signs people write between digits, and the zero in "+44 (0)20".
  bare text := regexp_replace(regexp_replace(btrim(phone_param), '^(\+[0-9 ]+)\(0\)', '\1'), '[[:space:]().\-/‐‑–—  ]', '', 'g');
  found text;
begin
  found := case
    when bare ~ '^\+[0-9]+$' then bare
    when private.is_north_american(time_zone_param) then case
      when bare ~ '^011[0-9]+$' then '+' || substr(bare, 4)
      when bare ~ '^1[0-9]{10}$' then '+' || bare
      when bare ~ '^[0-9]{10}$' then '+1' || bare end
    when bare ~ '^00[0-9]+$' then '+' || substr(bare, 3) end;
  -- Area code and exchange of North America begin with 2 to 9; x11 is no area code.
  if found ~ '^\+1' and found !~ '^\+1[2-9]([02-9][0-9]|1[02-9])[2-9][0-9]{6}$' then
    return null;
  end if;
  return case when found ~ '^\+[1-9][0-9]{6,14}$' then found end;
end $$;
comment on function private.e164(text,text) is 'A phone number as people write it, as E.164: national forms of the United States and Canada where the company is there, else with + and country. Null: it cannot be one.';

create or replace function private.is_north_american(time_zone_param text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select time_zone_param ~ '^(US|Canada)/'
    or time_zone_param ~ '^America/(Indiana|Kentucky|North_Dakota)/'
    or time_zone_param = any ('{America/New_York,America/Detroit,America/Chicago,America/Menominee,America/Denver,America/Boise,America/Phoenix,America/Los_Angeles,America/Anchorage,America/Juneau,America/Sitka,America/Metlakatla,America/Yakutat,America/Nome,America/Adak,America/Puerto_Rico,America/Indianapolis,America/Fort_Wayne,America/Louisville,America/Knox_IN,America/Shiprock,Pacific/Honolulu,Pacific/Guam,America/St_Johns,America/Halifax,America/Glace_Bay,America/Moncton,America/Goose_Bay,America/Blanc-Sablon,America/Toronto,America/Montreal,America/Nipigon,America/Thunder_Bay,America/Iqaluit,America/Pangnirtung,America/Atikokan,America/Winnipeg,America/Rainy_River,America/Resolute,America/Rankin_Inlet,America/Regina,America/Swift_Current,America/Edmonton,America/Cambridge_Bay,America/Yellowknife,America/Inuvik,America/Creston,America/Dawson_Creek,America/Fort_Nelson,America/Whitehorse,America/Dawson,America/Vancouver}'::text[]);
$$;
comment on function private.is_north_american(text) is 'Whether a company in this zone dials ten digits: the United States and Canada.';

create or replace function private.employee_number_e164(company_id_param uuid, employee_id_param uuid) returns text
language sql stable security definer set search_path = '' as $$
  select private.e164(e.phone, c.time_zone) from public.employees e join public.companies c on c.id = e.company_id
  where e.company_id = company_id_param and e.id = employee_id_param and e.active;
$$;

create or replace function private.can_text() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  available boolean := false;
begin
  -- The queue belongs to the platform; a hosted project has none.
  if to_regprocedure('sms.available()') is not null then
    execute 'select sms.available()' into available;
  end if;
  return available;
end $$;
comment on function private.can_text() is 'Whether this installation has a gateway for text messages.';

create or replace function private.text_month(company_id_param uuid) returns date
language sql stable set search_path = '' as $$
  select date_trunc('month', now() at time zone c.time_zone)::date from public.companies c where c.id = company_id_param;
$$;

create or replace function private.text_cap_reached(company_id_param uuid, segments_param integer default 1) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select m.spent_hundredths from private.text_months m
      where m.company_id = s.company_id and m.month = private.text_month(s.company_id)), 0)
    + s.segment_price_hundredths * segments_param > s.monthly_cap_cents * 100::bigint
  from public.text_settings s where s.company_id = company_id_param;
$$;
comment on function private.text_cap_reached(uuid,integer) is 'Whether one more text would cost more than the month may.';

create or replace function private.text_number(company_id_param uuid, employee_id_param uuid) returns text
language sql stable security definer set search_path = '' as $$
  select t.number from public.text_consents t
    join public.text_settings s on s.company_id = t.company_id and s.enabled
  where t.company_id = company_id_param and t.employee_id = employee_id_param and t.ended_at is null
    and private.may_text(t.company_id, t.employee_id, t.number)
    and private.can_text() and not private.text_cap_reached(t.company_id);
$$;
comment on function private.text_number(uuid,uuid) is 'Where a text may go to: the E.164 number of an active person who agreed, did not stop, and whose company sends texts and has not spent its month. Else null.';

create or replace function private.send_text(company_id_param uuid, employee_id_param uuid, template_param text, language_param text, data_param jsonb, options_param jsonb default '{}'::jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  number text := private.text_number(company_id_param, employee_id_param);
  message_id uuid;
begin
  if number is null then
    return null;
  end if;
  execute 'select sms.enqueue($1, $2, $3, $4, $5)' into message_id
    using number, template_param, language_param, data_param, options_param;
  insert into private.text_messages (id, company_id, employee_id, number, template)
    values (message_id, company_id_param, employee_id_param, number, template_param);
  return message_id;
end $$;
comment on function private.send_text(uuid,uuid,text,text,jsonb,jsonb) is 'Queues a text for a person, where one may go; else null. Takes no lock: the cap is checked for good when it is about to be sent.';

create or replace function private.end_text_consent(company_id_param uuid, employee_id_param uuid, ended_by_param text) returns void
language sql security definer set search_path = '' as $$
  update public.text_consents t set ended_at = now(), ended_by = ended_by_param
    where t.company_id = company_id_param and t.employee_id = employee_id_param and t.ended_at is null;
$$;

create or replace trigger y_end_text_consent after update of phone, active on public.employees
  for each row when (old.phone is distinct from new.phone or old.active and not new.active) execute function private.end_text_consent_of_change();

create or replace function private.end_text_consent_of_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.text_consents t set ended_at = now(), ended_by = case when new.active then 'number_changed' else 'left' end
    where t.company_id = new.company_id and t.employee_id = new.id and t.ended_at is null
      and t.number is distinct from private.employee_number_e164(new.company_id, new.id);
  return null;
end $$;
comment on function private.end_text_consent_of_change() is 'Who left or has another number did not agree to texts there. The same number written otherwise is no change.';

create or replace function private.store_text_consent(employee_param public.employees, wording_param text, language_param text, given_by_param text, given_on_param date, note_param text) returns public.text_consents
language plpgsql security definer set search_path = '' as $$
declare
  number text := private.employee_number_e164(employee_param.company_id, employee_param.id);
  consent public.text_consents;
begin
  if number is null then
    raise exception using errcode = 'P0001', hint = 'phone_not_textable',
      message = 'This is not a phone number texts can be sent to. Enter it with + and the country code.';
  end if;
  if char_length(btrim(coalesce(wording_param, ''))) < 20 then
    raise exception using errcode = 'P0001', hint = 'text_wording_missing', message = 'What the person agreed to is missing.';
  end if;
  perform private.end_text_consent(employee_param.company_id, employee_param.id, 'replaced');
  insert into public.text_consents (company_id, employee_id, number, wording, language, given_by, given_on, note)
    values (employee_param.company_id, employee_param.id, number, wording_param,
      case left(language_param, 2) when 'es' then 'es' else 'en' end, given_by_param, given_on_param, nullif(btrim(note_param), ''))
    returning * into consent;
  perform private.send_welcome_text(consent);
  return consent;
end $$;

create or replace function public.give_text_consent(wording_param text, language_param text, phone_param text default null::text) returns public.text_consents
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  number text;
begin
  -- Two taps at once give one consent.
  perform from public.employees e where e.company_id = me.company_id and e.id = me.id for update;
  if nullif(btrim(phone_param), '') is not null then
    number := private.e164(phone_param, (select c.time_zone from public.companies c where c.id = me.company_id));
    if number is null then
      raise exception using errcode = 'P0001', hint = 'phone_not_textable',
        message = 'This is not a phone number texts can be sent to. Enter it with + and the country code.';
    end if;
    if number is distinct from private.employee_number_e164(me.company_id, me.id) then
      update public.employees e set phone = left(btrim(phone_param), 40) where e.company_id = me.company_id and e.id = me.id;
    end if;
  end if;
  -- Whoever holds the phone asks anew: what is known of the number is tried again.
  update private.text_numbers n set problem = null, stopped_at = null, updated_at = now()
    where n.number = private.employee_number_e164(me.company_id, me.id);
  return private.store_text_consent(me, wording_param, language_param, 'self', private.company_today(me.company_id), null);
end $$;
comment on function public.give_text_consent(text,text,text) is 'Everyone, for themselves: agrees to text messages at the own number, or at the one given, which becomes it. The wording is stored as shown.';
grant execute on function public.give_text_consent(text,text,text) to authenticated;

create or replace function public.record_text_consent(employee_id_param uuid, wording_param text, language_param text, given_on_param date, note_param text) returns public.text_consents
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  person public.employees;
begin
  select * into person from public.employees e
    where e.company_id = me.company_id and e.id = employee_id_param and e.active for update;
  if person.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This person was not found.';
  end if;
  if person.user_id is not null then
    raise exception using errcode = 'P0001', hint = 'text_consent_by_self',
      message = 'This person has an account and agrees in their own settings.';
  end if;
  if given_on_param is null or given_on_param > private.company_today(me.company_id) or given_on_param < date '2000-01-01' then
    raise exception using errcode = 'P0001', hint = 'text_consent_date_wrong', message = 'Enter the day the person agreed.';
  end if;
  if char_length(btrim(coalesce(note_param, ''))) < 3 then
    raise exception using errcode = 'P0001', hint = 'text_consent_note_missing', message = 'Write how the person agreed, such as a signed form.';
  end if;
  if exists (select from private.text_numbers n
      where n.number = private.employee_number_e164(person.company_id, person.id) and n.stopped_at is not null) then
    raise exception using errcode = 'P0001', hint = 'text_stopped',
      message = 'Somebody answered STOP from this number. Only an answer START from it allows texts again.';
  end if;
  return private.store_text_consent(person, wording_param, language_param, 'manager', given_on_param, left(note_param, 500));
end $$;
comment on function public.record_text_consent(uuid,text,text,date,text) is 'Managers: records that a person without an account agreed to text messages, on paper or in person, with the wording, the day and a note.';
grant execute on function public.record_text_consent(uuid,text,text,date,text) to authenticated;

create or replace function public.withdraw_text_consent(employee_id_param uuid default null::uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if employee_id_param is not null and employee_id_param <> me.id then
    perform private.require_manager();
  end if;
  perform private.end_text_consent(me.company_id, coalesce(employee_id_param, me.id),
    case when coalesce(employee_id_param, me.id) = me.id then 'self' else 'manager' end);
end $$;
comment on function public.withdraw_text_consent(uuid) is 'Everyone, for themselves, and managers for their people: no more text messages.';
grant execute on function public.withdraw_text_consent(uuid) to authenticated;

create or replace function private.claim_text(id_param uuid, segments_param integer) returns text
language plpgsql security definer set search_path = '' as $$
declare
  message private.text_messages;
  settings public.text_settings;
  spent private.text_months;
  price integer;
begin
  select * into message from private.text_messages m where m.id = id_param for update;
  -- An answer to a text that came in is nobody's notification.
  if message.id is null then
    return null;
  end if;
  select * into settings from public.text_settings s where s.company_id = message.company_id;
  if not coalesce(settings.enabled, false) then
    return 'switched_off';
  end if;
  -- STOP, a new number or the last day at work may have come since.
  if not private.may_text(message.company_id, message.employee_id, message.number) then
    return 'no_consent';
  end if;
  insert into private.text_months (company_id, month) values (message.company_id, private.text_month(message.company_id))
    on conflict do nothing;
  select * into spent from private.text_months m
    where m.company_id = message.company_id and m.month = private.text_month(message.company_id) for update;
  -- Claimed before, and surely not sent: it counts once.
  if message.month = spent.month then
    spent.spent_hundredths := spent.spent_hundredths - message.charge_hundredths;
    spent.texts := spent.texts - (message.charge_hundredths > 0)::integer;
  end if;
  price := settings.segment_price_hundredths * segments_param;
  if spent.spent_hundredths + price > settings.monthly_cap_cents * 100::bigint then
    if spent.cap_notified_at is null then
      update private.text_months m set cap_notified_at = now() where m.company_id = spent.company_id and m.month = spent.month;
      perform private.notify_of_text_cap(spent.company_id, spent.month, settings.monthly_cap_cents);
    end if;
    return 'cap_reached';
  end if;
  update private.text_months m set spent_hundredths = spent.spent_hundredths + price, texts = spent.texts + (price > 0)::integer
    where m.company_id = spent.company_id and m.month = spent.month;
  update private.text_messages m set status = 'sending', month = spent.month, segments = segments_param, charge_hundredths = price, updated_at = now()
    where m.id = id_param;
  return null;
end $$;
comment on function private.claim_text(uuid,integer) is 'The server, in the transaction that marks a text as being sent: null, or why it must not go. Counts it for the month, whose row is locked until then only.';

create or replace function private.may_text(company_id_param uuid, employee_id_param uuid, number_param text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.text_consents t left join private.text_numbers n on n.number = t.number
    where t.company_id = company_id_param and t.employee_id = employee_id_param and t.ended_at is null and t.number = number_param
      and n.problem is null and n.stopped_at is null
      and t.number = private.employee_number_e164(t.company_id, t.employee_id));
$$;
comment on function private.may_text(uuid,uuid,text) is 'Whether an active person agreed to texts at this number, it is theirs still, and it takes texts.';

create or replace function private.note_text_delivery(id_param uuid, status_param text, error_param text, details_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  message private.text_messages;
begin
  select * into message from private.text_messages m where m.id = id_param for update;
  -- Forward only; what was given up as unknown and arrives after all did arrive.
  if message.id is null or message.status in ('delivered', status_param)
    or message.status = 'failed' and not (message.error = 'unknown_outcome' and status_param = 'delivered') then
    return;
  end if;
  if status_param = 'failed' and message.status in ('waiting', 'sending') and error_param is distinct from 'unknown_outcome' then
    update private.text_months m set spent_hundredths = greatest(m.spent_hundredths - message.charge_hundredths, 0),
        texts = greatest(m.texts - (message.charge_hundredths > 0)::integer, 0)
      where m.company_id = message.company_id and m.month = message.month;
    message.charge_hundredths := 0;
  end if;
  update private.text_messages m set status = status_param, error = error_param, charge_hundredths = message.charge_hundredths, updated_at = now()
    where m.id = id_param;
  if error_param = 'stopped' then
    perform private.stop_text_number(message.number);
  elsif error_param in ('landline', 'invalid_number', 'unreachable') then
    insert into private.text_numbers (number, problem) values (message.number, error_param)
      on conflict on constraint text_numbers_pkey do update set problem = excluded.problem, updated_at = now();
  elsif status_param = 'delivered' then
    update private.text_numbers n set problem = null, updated_at = now() where n.number = message.number and n.problem is not null;
  end if;
end $$;
comment on function private.note_text_delivery(uuid,text,text,jsonb) is 'What became of a text: its price is given back if it surely was not sent, and what the gateway said about the number is noted. Repeated and late reports change nothing.';

create or replace function private.stop_text_number(number_param text) returns void
language sql security definer set search_path = '' as $$
  insert into private.text_numbers (number, stopped_at) values (number_param, now())
    on conflict on constraint text_numbers_pkey do update set stopped_at = coalesce(text_numbers.stopped_at, excluded.stopped_at), updated_at = now();
  update public.text_consents t set ended_at = now(), ended_by = 'stop' where t.number = number_param and t.ended_at is null;
$$;
comment on function private.stop_text_number(text) is 'STOP counts for everybody who has the number, in every company: all texts come from one sender.';

create or replace function private.restart_text_number(number_param text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  restarted integer;
begin
  update private.text_numbers n set stopped_at = null, updated_at = now() where n.number = number_param and n.stopped_at is not null;
  insert into public.text_consents (company_id, employee_id, number, wording, language, given_by, given_on)
    select last.company_id, last.employee_id, last.number, last.wording, last.language, 'start', private.company_today(last.company_id)
      from (select distinct on (t.company_id, t.employee_id) t.* from public.text_consents t
        where t.number = number_param order by t.company_id, t.employee_id, (t.ended_at is null) desc, t.created_at desc, t.ended_at desc) last
      where last.ended_by = 'stop' and private.employee_number_e164(last.company_id, last.employee_id) = number_param
    on conflict do nothing;
  get diagnostics restarted = row_count;
  return restarted;
end $$;
comment on function private.restart_text_number(text) is 'START after STOP: those who had agreed and are still here agree again, to what they read then.';

create or replace function private.text_command(body_param text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  said text := btrim(regexp_replace(upper(body_param), '[^A-ZÁÉÍÓÚÑÜ]+', ' ', 'g'));
  first_word text := split_part(said, ' ', 1);
begin
  -- "End of shift at five?" is no END; "Stop texting me" is a STOP.
  return case
    when said in ('STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT', 'ALTO', 'PARAR', 'PARA', 'BAJA', 'CANCELAR')
      or first_word in ('STOP', 'STOPALL', 'UNSUBSCRIBE', 'ALTO', 'PARAR', 'BAJA') and array_length(string_to_array(said, ' '), 1) <= 5 then 'stop'
    when said in ('START', 'UNSTOP', 'YES', 'SUBSCRIBE', 'EMPEZAR', 'INICIAR', 'ALTA', 'SI', 'SÍ') then 'start'
    when said in ('HELP', 'INFO', 'AYUDA') then 'help' end;
end $$;

create or replace function private.answer_text_message(from_param text, body_param text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  command text := private.text_command(left(body_param, 200));
  person record;
  languages text;
begin
  if command is null or from_param !~ '^\+[1-9][0-9]{6,14}$' then
    return null;
  end if;
  select string_agg(distinct c.name, ', ') as companies, (array_agg(private.text_language(t.company_id, t.employee_id) order by t.created_at desc))[1] as language into person
    from public.text_consents t join public.companies c on c.id = t.company_id where t.number = from_param;
  languages := coalesce(person.language, case when body_param ~* 'ALTO|PARA|BAJA|AYUDA|CANCELAR|EMPEZAR|INICIAR|ALTA' then 'es' else 'en' end);
  -- Whoever was never asked has nothing to stop or start, and leaves no trace.
  if person.companies is null and command <> 'help' then
    return null;
  end if;
  if command = 'stop' then
    perform private.stop_text_number(from_param);
  elsif command = 'start' and private.restart_text_number(from_param) = 0 and not exists (
      select from public.text_consents t where t.number = from_param and t.ended_at is null) then
    return null;
  end if;
  return jsonb_build_object('template', 'text_answer_' || command, 'language', languages,
    'data', jsonb_build_object('company_name', coalesce(left(person.companies, 60), '')));
end $$;
comment on function private.answer_text_message(text,text) is 'The server, for a text that came in: honors STOP, START and HELP, in English and Spanish, for everybody who has the number, and says which template answers it in which language; null: no answer.';

create or replace function private.text_language(company_id_param uuid, employee_id_param uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case left(coalesce(p.language, e.language), 2) when 'es' then 'es' else 'en' end
  from public.employees e left join public.preferences p on p.user_id = e.user_id
  where e.company_id = company_id_param and e.id = employee_id_param;
$$;

create or replace function private.send_welcome_text(consent_param public.text_consents) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- Who taps holds the phone; what a manager types in at night waits for the morning.
  send_after timestamptz := case when consent_param.given_by = 'manager' then (
    select private.quiet_until(r, q, 'sms', now()) from private.notification_recipients r
      left join public.quiet_hours q on q.company_id = r.company_id and q.employee_id = r.employee_id
      where r.company_id = consent_param.company_id and r.employee_id = consent_param.employee_id) end;
begin
  perform private.send_text(consent_param.company_id, consent_param.employee_id, 'text_welcome',
    private.text_language(consent_param.company_id, consent_param.employee_id),
    (select jsonb_build_object('company_name', left(c.name, 40)) from public.companies c where c.id = consent_param.company_id),
    jsonb_strip_nulls(jsonb_build_object('send_after', send_after, 'expires_at', coalesce(send_after, now()) + interval '1 day')));
end $$;
comment on function private.send_welcome_text(public.text_consents) is 'The first text says who writes and how to stop.';

create or replace function public.send_test_text() returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  message_id uuid;
begin
  if (select count(*) from private.text_messages m where m.company_id = me.company_id and m.employee_id = me.id
      and m.template = 'text_test' and m.created_at > now() - interval '10 minutes') >= 3 then
    raise exception using errcode = 'P0001', hint = 'too_many_test_texts', message = 'Three test texts went out already. Try again in ten minutes.';
  end if;
  message_id := private.send_text(me.company_id, me.id, 'text_test', private.text_language(me.company_id, me.id),
    (select jsonb_build_object('company_name', left(c.name, 40)) from public.companies c where c.id = me.company_id),
    jsonb_build_object('expires_at', now() + interval '10 minutes'));
  if message_id is null then
    raise exception using errcode = 'P0001', hint = 'no_text_number', message = 'No text can be sent to you. Agree to text messages first.';
  end if;
  return message_id;
end $$;
comment on function public.send_test_text() is 'Everyone, for themselves: sends a text to the own number, three within ten minutes at most.';
grant execute on function public.send_test_text() to authenticated;

create or replace function public.text_status(employee_id_param uuid default null::uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  person public.employees := me;
  number_found text;
begin
  if employee_id_param is not null and employee_id_param <> me.id then
    me := private.require_manager();
    select * into person from public.employees e where e.company_id = me.company_id and e.id = employee_id_param;
    if person.id is null then
      raise exception using errcode = 'P0001', hint = 'not_found', message = 'This person was not found.';
    end if;
  end if;
  number_found := (select private.e164(person.phone, c.time_zone) from public.companies c where c.id = person.company_id);
  return json_build_object(
    'available', private.can_text(),
    'enabled', coalesce((select s.enabled from public.text_settings s where s.company_id = person.company_id), false),
    'cap_reached', coalesce(private.text_cap_reached(person.company_id), false),
    'sender', private.text_sender(),
    'has_account', person.user_id is not null,
    'phone', person.phone,
    'number', number_found,
    'number_problem', case when nullif(btrim(person.phone), '') is null then 'missing' when number_found is null then 'not_a_number'
      else (select n.problem from private.text_numbers n where n.number = number_found) end,
    'stopped_at', (select n.stopped_at from private.text_numbers n where n.number = number_found),
    'consent', (select json_build_object('number', t.number, 'wording', t.wording, 'language', t.language, 'given_by', t.given_by,
        'given_on', t.given_on, 'note', t.note, 'created_at', t.created_at, 'ended_at', t.ended_at, 'ended_by', t.ended_by)
      from public.text_consents t where t.company_id = person.company_id and t.employee_id = person.id
      order by (t.ended_at is null) desc, t.created_at desc, t.ended_at desc limit 1),
    'last_text', (select json_build_object('id', m.id, 'template', m.template, 'status', m.status, 'error', m.error, 'updated_at', m.updated_at)
      from private.text_messages m where m.company_id = person.company_id and m.employee_id = person.id order by m.created_at desc limit 1));
end $$;
comment on function public.text_status(uuid) is 'Everyone, for themselves, and managers for their people: whether texts can be sent, to which number, what was agreed to, and what became of the last one.';
grant execute on function public.text_status(uuid) to authenticated;

create or replace function private.text_sender() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  sender text;
begin
  if to_regprocedure('sms.sender()') is not null then
    execute 'select sms.sender()' into sender;
  end if;
  return sender;
end $$;
comment on function private.text_sender() is 'The number or name texts come from, where it is known.';

create or replace function public.text_spending() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  return json_build_object(
    'available', private.can_text(),
    'sender', private.text_sender(),
    'month', private.text_month(me.company_id),
    'texts', coalesce((select m.texts from private.text_months m where m.company_id = me.company_id and m.month = private.text_month(me.company_id)), 0),
    'spent_cents', coalesce((select (m.spent_hundredths + 99) / 100 from private.text_months m
      where m.company_id = me.company_id and m.month = private.text_month(me.company_id)), 0),
    'cap_reached', coalesce(private.text_cap_reached(me.company_id), false),
    'people', (select count(*) from public.employees e where e.company_id = me.company_id and e.active),
    'agreed', (select count(*) from public.text_consents t where t.company_id = me.company_id and t.ended_at is null));
end $$;
comment on function public.text_spending() is 'Managers: whether texts can be sent and from which number, how many went out this month, what they cost, and how many people agreed.';
grant execute on function public.text_spending() to authenticated;

create or replace function private.notify_of_text_cap(company_id_param uuid, month_param date, cap_cents_param integer) returns void
language sql security definer set search_path = '' as $$
  select private.notify_person(e.company_id, e.id, 'text_cap_reached', 'text cap ' || month_param, 'text_cap_reached',
      jsonb_build_object('cap', '$' || to_char(cap_cents_param / 100.0, 'FM999990.00')), '{"path": "/settings?tab=texts"}')
    from public.employees e where e.company_id = company_id_param and e.active and e.role in ('owner', 'manager');
$$;
comment on function private.notify_of_text_cap(uuid,date,integer) is 'Once a month: texts stopped, mail and push go on.';

create or replace function private.forget_old_texts() returns void
language sql security definer set search_path = '' as $$
  delete from private.text_messages where created_at < now() - interval '400 days';
$$;
select cron.schedule('old texts', '23 4 * * *', 'select private.forget_old_texts()');
