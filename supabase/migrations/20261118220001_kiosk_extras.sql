-- What a kiosk takes with a punch while it has no signal: the photo of someone who agreed, and answers to the owner's questions.
-- They wait on the tablet with the PIN sealed as the punch is; the photo waits encrypted with a key only the server can derive.

create function private.kiosk_pad(kiosk public.kiosks, sealed jsonb, purpose bytea, about text) returns bytea
language plpgsql stable security definer set search_path = '' as $$
declare
  uses constant integer := case when sealed ->> 'index' ~ '^[0-9]{1,4}$' then (sealed ->> 'index')::integer end;
  link bytea := (select s.secret from private.kiosk_seals s
    where s.company_id = kiosk.company_id and s.kiosk_id = kiosk.id and s.id::text = sealed ->> 'id');
begin
  if uses is null then
    return null;
  end if;
  for step in 1..uses loop
    link := sha256(link || '\x01'::bytea);
  end loop;
  return sha256(link || purpose || convert_to(about, 'UTF8'));
end $$;
revoke execute on function private.kiosk_pad(public.kiosks, jsonb, bytea, text) from public;
comment on function private.kiosk_pad(public.kiosks, jsonb, bytea, text) is 'The hash of a link of this tablet''s chain with what it was used for; null where there is no such chain.';

create function private.open_kiosk_box(sealed jsonb, pad bytea) returns text
language plpgsql immutable set search_path = '' as $$
declare
  box constant bytea := case when sealed ->> 'box' ~ '^[0-9a-f]{16}$' then decode(sealed ->> 'box', 'hex') end;
  letter integer;
  pin text := '';
begin
  if box is null or pad is null then
    return null;
  end if;
  for place in 0..7 loop
    letter := get_byte(box, place) # get_byte(pad, place);
    if letter between 48 and 57 then
      pin := pin || chr(letter);
    elsif letter <> 32 then
      return null;
    end if;
  end loop;
  return pin;
end $$;
revoke execute on function private.open_kiosk_box(jsonb, bytea) from public;
comment on function private.open_kiosk_box(jsonb, bytea) is 'The PIN in a box; null where this is not its pad.';

create or replace function private.open_kiosk_pin(kiosk public.kiosks, event jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.open_kiosk_box(event -> 'sealed', private.kiosk_pad(kiosk, event -> 'sealed', '\x02'::bytea,
    array_to_string(array[event ->> 'id', event ->> 'employee_id', event ->> 'kind', event ->> 'happened_at',
      event #>> '{payload,project_id}', event #>> '{payload,cost_code_id}'], '|', '')));
end $$;

create function private.keep_kiosk_extra(kiosk public.kiosks, event public.synced_events, extra jsonb, out result text, out path text)
language plpgsql security definer set search_path = '' as $$
declare
  extra_id constant uuid := (extra ->> 'id')::uuid;
begin
  result := 'done';
  if extra ->> 'kind' = 'answers' then
    insert into public.clock_answers (company_id, question_id, time_entry_id, employee_id, moment, text_en, text_es, answer, language, answered_at)
      select e.company_id, q.id, e.id, e.employee_id, q.moment, q.text_en, q.text_es, given.answer,
        case extra ->> 'language' when 'es' then 'es' else 'en' end, event.counts_at
      from jsonb_to_recordset((extra ->> 'content')::jsonb) as given (question_id uuid, answer text)
      join public.clock_questions q on q.company_id = kiosk.company_id and q.id = given.question_id
      join public.time_entries e on e.company_id = kiosk.company_id and e.employee_id = event.employee_id and e.id = event.entry_id
      -- The first answer stays.
      on conflict on constraint clock_answers_once do nothing;
  elsif extra ->> 'kind' = 'photo' and private.wants_kiosk_photos(kiosk.company_id, event.employee_id) = 'yes'
    -- Nobody punches as often: a stolen tablet does not fill the disk.
    and (select count(*) < 40 from public.kiosk_photos p where p.company_id = kiosk.company_id and p.employee_id = event.employee_id
      and p.taken_at > event.counts_at - interval '1 day' and p.taken_at < event.counts_at + interval '1 day') then
    insert into public.kiosk_photos (company_id, id, employee_id, kiosk_id, time_entry_id, moment, path, taken_at)
      select kiosk.company_id, extra_id, event.employee_id, kiosk.id,
        (select e.id from public.time_entries e where e.company_id = kiosk.company_id and e.employee_id = event.employee_id and e.id = event.entry_id),
        event.kind, format('%s/%s/%s.jpg', kiosk.company_id, event.employee_id, extra_id), event.counts_at
      on conflict do nothing;
    select p.path into path from public.kiosk_photos p
      where p.company_id = kiosk.company_id and p.id = extra_id and p.created_by = auth.uid() and p.uploaded_at is null;
  end if;
end $$;
revoke execute on function private.keep_kiosk_extra(public.kiosks, public.synced_events, jsonb) from public;
comment on function private.keep_kiosk_extra(public.kiosks, public.synced_events, jsonb) is 'Answers are written, a photo is announced: path, while its file is missing.';

create function public.kiosk_sync_extras(extras_param jsonb) returns table (id uuid, result text, path text, key text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  kiosk public.kiosks := private.require_kiosk();
  extra jsonb;
  event public.synced_events;
  about text;
  pin text;
begin
  if jsonb_typeof(extras_param) is distinct from 'array' then
    return;
  elsif jsonb_array_length(extras_param) > 100 then
    raise exception using errcode = 'P0001', hint = 'too_many_events', message = 'Send at most 100 at a time.';
  end if;
  for extra in select x from jsonb_array_elements(extras_param) with ordinality as e (x, place) order by place loop
    id := (extra ->> 'id')::uuid;
    result := 'refused';
    path := null;
    key := null;
    select * into event from public.synced_events s
      where s.company_id = kiosk.company_id and s.id::text = extra ->> 'event_id' and s.employee_id::text = extra ->> 'employee_id' and s.created_by = auth.uid();
    about := array_to_string(array[extra ->> 'id', extra ->> 'employee_id', extra ->> 'kind', extra ->> 'event_id', extra ->> 'content', extra ->> 'language'], '|', '');
    if event.state in ('received', 'closing', 'held') then
      -- Nobody has decided about the punch yet; its PIN is not tried a second time before.
      result := 'waiting';
    elsif event.state in ('applied', 'repeated', 'adjusted') then
      pin := private.open_kiosk_box(extra -> 'sealed', private.kiosk_pad(kiosk, extra -> 'sealed', '\x02'::bytea, about));
      if pin is not null and (private.check_pin(kiosk, event.employee_id, pin)).result = 'ok' then
        begin
          select k.result, k.path into result, path from private.keep_kiosk_extra(kiosk, event, extra) k;
        exception when data_exception or integrity_constraint_violation then
          result := 'refused';
        end;
        key := case when path is not null then encode(private.kiosk_pad(kiosk, extra -> 'sealed', '\x03'::bytea, about), 'hex') end;
      end if;
    end if;
    return next;
  end loop;
end $$;
revoke execute on function public.kiosk_sync_extras(jsonb) from public, anon;
grant execute on function public.kiosk_sync_extras(jsonb) to authenticated;
comment on function public.kiosk_sync_extras(jsonb) is 'Photos and answers a paired kiosk kept with punches without a signal ([{"id", "employee_id", "kind": "photo" | "answers", "event_id", "content", "language", "sealed"}]), after kiosk_sync_events. One result each: done (for a photo with the path of its file and the key it was kept with), waiting (the punch is held), refused. Idempotent by id.';

create or replace function public.kiosk_kit(new_seal_param boolean default false) returns json
language plpgsql security definer set search_path = '' as $$
declare
  kiosk public.kiosks := private.require_kiosk();
  seal private.kiosk_seals;
begin
  if new_seal_param then
    delete from private.kiosk_seals s where s.company_id = kiosk.company_id and s.kiosk_id = kiosk.id and s.created_at < now() - interval '180 days';
    insert into private.kiosk_seals (company_id, kiosk_id) values (kiosk.company_id, kiosk.id) returning * into seal;
  end if;
  return json_build_object(
    'seal', case when seal.id is not null then json_build_object('id', seal.id, 'key', encode(seal.secret, 'hex')) end,
    -- Projects with a team are asked for by name, with a signal.
    'projects', (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.id is distinct from kiosk.project_id, p.name), '[]')
      from public.projects p where p.company_id = kiosk.company_id and p.status = 'active' and p.archived_at is null
        and (p.id = kiosk.project_id or not exists (select from public.project_members m where m.company_id = p.company_id and m.project_id = p.id))),
    'cost_codes', (select coalesce(json_agg(json_build_object('id', c.id, 'code', c.code, 'name', c.name, 'projects',
        (select json_agg(l.project_id) from public.project_cost_codes l where l.company_id = c.company_id and l.cost_code_id = c.id)) order by c.code), '[]')
      from public.cost_codes c where c.company_id = kiosk.company_id and c.active),
    'limited_projects', (select coalesce(json_agg(distinct l.project_id), '[]') from public.project_cost_codes l where l.company_id = kiosk.company_id),
    'cost_code_required', (select c.cost_code_required from public.companies c where c.id = kiosk.company_id),
    -- Whom a photo is taken of without asking the server: those who agreed.
    'photo_people', (select coalesce(json_agg(p.employee_id), '[]') from public.photo_consents p join public.companies c on c.id = p.company_id and c.kiosk_photos
      where p.company_id = kiosk.company_id and p.agreed),
    'questions', (select coalesce(json_agg(json_build_object('id', q.id, 'moment', q.moment, 'text_en', q.text_en, 'text_es', q.text_es)
        order by q.position, q.created_at), '[]')
      from public.clock_questions q where q.company_id = kiosk.company_id and q.active));
end $$;
comment on function public.kiosk_kit(boolean) is 'What a paired tablet keeps for the time without a signal: what can be worked on, the owner''s questions, whom photos may be taken of, and on request a new seal for PINs.';
