-- An answer at the clock is about time that is there: an entry, one that was there, or an event a device sent.

create function private.is_known_time(company_id_param uuid, employee_id_param uuid, time_entry_id_param uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.time_entries t
      where t.company_id = company_id_param and t.id = time_entry_id_param and t.employee_id = employee_id_param)
    -- Held events, too: the answers are there when the entry is.
    or exists (select from public.synced_events s
      where s.company_id = company_id_param and s.employee_id = employee_id_param and s.entry_id = time_entry_id_param)
    or exists (select from public.synced_events s
      where s.company_id = company_id_param and s.employee_id = employee_id_param and s.id = time_entry_id_param)
    -- Deleted meanwhile: what was said about it is still worth hearing.
    or exists (select from public.audit_events a where a.company_id = company_id_param and a.entity_id = time_entry_id_param
      and a.entity = 'time_entries' and a.employee_id = employee_id_param);
$$;
comment on function private.is_known_time(uuid,uuid,uuid) is 'Whether a person has or had this entry, or an event of theirs names it.';

-- Answers for time that never was: a refused start asked the questions of a clock-out. What raised an alarm was said
-- by a person and stays; the rest goes, and the audit history keeps it.
do $$
begin
  perform private.give_reason('Answered for a start that was refused: there is no such time');
  delete from public.clock_answers a
  where not private.is_known_time(a.company_id, a.employee_id, a.time_entry_id)
    and not exists (select from public.incidents i where i.company_id = a.company_id and i.answer_id = a.id)
    and not exists (select from public.verifications v where v.company_id = a.company_id and v.kind in ('injury', 'answer') and v.subject_id = a.id);
  perform private.give_reason(null);
end $$;

create function private.require_known_time() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_known_time(new.company_id, new.employee_id, new.time_entry_id) then
    -- No refusal for good: the punch may still be on its way, and the device keeps the answer until then.
    raise exception using errcode = 'foreign_key_violation', hint = 'time_not_known_yet',
      message = 'The time this answer is about has not arrived yet.';
  end if;
  return new;
end $$;
comment on function private.require_known_time() is 'Stands for a foreign key: an answer may come with a held event, and outlives its entry.';

create trigger require_known_time before insert on public.clock_answers
  for each row execute function private.require_known_time();

create or replace function private.keep_kiosk_extra(kiosk public.kiosks, event public.synced_events, extra jsonb, out result text, out path text) returns record
language plpgsql security definer set search_path = '' as $$
declare
  extra_id constant uuid := (extra ->> 'id')::uuid;
begin
  result := 'done';
  if extra ->> 'kind' = 'answers' then
    insert into public.clock_answers (company_id, question_id, time_entry_id, employee_id, moment, text_en, text_es, answer, language, answered_at)
      -- Of a punch that was paid as an adjustment, too: there is no entry, but it was said.
      select event.company_id, q.id, coalesce(event.entry_id, private.entry_meant(event), event.id), event.employee_id, q.moment, q.text_en, q.text_es, given.answer,
        case extra ->> 'language' when 'es' then 'es' else 'en' end, event.counts_at
      from jsonb_to_recordset((extra ->> 'content')::jsonb) as given (question_id uuid, answer text)
      join public.clock_questions q on q.company_id = kiosk.company_id and q.id = given.question_id
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
