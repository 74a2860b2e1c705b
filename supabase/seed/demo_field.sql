-- Bulletins, things to verify and field reports of the demo company. Loaded after demo.sql,
-- demo_equipment.sql and demo_budgets.sql, relative to today.

create or replace function pg_temp.demo_id(key text) returns uuid language sql immutable as $$
  select overlay(overlay(md5('chalkline demo ' || key) placing '4' from 13) placing 'a' from 17)::uuid;
$$;

insert into public.bulletins (company_id, id, kind, title, body, title_es, body_es, audience, publish_at, pinned, must_acknowledge, comments_allowed, created_by)
  select pg_temp.demo_id('company'), pg_temp.demo_id('bulletin ' || title), kind, title, body, title_es, body_es, audience::jsonb,
    now() - make_interval(hours => hours_ago), pinned, important, comments, pg_temp.demo_id('owner@example.com')
  from (values
    ('post', 'Tie off on level 3 from today', 'The deck edge on level 3 is open. Wear your harness and tie off before you step past the red line. No exceptions, not even for a minute.',
      'Nivel 3: engánchate desde hoy', 'El borde de la losa del nivel 3 está abierto. Ponte el arnés y engánchate antes de pasar la línea roja. Sin excepciones, ni por un minuto.',
      '{"everyone": true}', 3, true, true, false),
    ('post', 'Parking moves to the north lot', 'The south lot is closed for the crane until further notice.', 'El estacionamiento pasa al lote norte',
      'El lote sur está cerrado por la grúa hasta nuevo aviso.', '{"everyone": true}', 30, false, false, true),
    ('talk', 'Ladders: three points of contact', E'1. Check the feet and the rungs.\n2. Three points of contact, always.\n3. Face the ladder, tools in the belt.',
      'Escaleras: tres puntos de apoyo', E'1. Revisa las patas y los peldaños.\n2. Siempre tres puntos de apoyo.\n3. De frente a la escalera, herramientas en el cinturón.',
      '{"everyone": true}', 54, false, false, false)
  ) as post (kind, title, body, title_es, body_es, audience, hours_ago, pinned, important, comments);

insert into public.bulletin_reads (company_id, bulletin_id, employee_id, read_at, acknowledged_at, postponed_count, language)
  select e.company_id, pg_temp.demo_id('bulletin Tie off on level 3 from today'), e.id, now() - interval '2 hours',
    case when e.employee_number in ('1004', '1005', '1007', '1009') then now() - interval '2 hours' end,
    (e.employee_number = '1006')::integer, e.language
  from public.employees e where e.company_id = pg_temp.demo_id('company') and e.employee_number between '1004' and '1010';
insert into public.bulletin_comments (company_id, bulletin_id, employee_id, body, created_at)
  values (pg_temp.demo_id('company'), pg_temp.demo_id('bulletin Parking moves to the north lot'), pg_temp.demo_id('Aisha Grant'),
    'Is the gate on Bay Street open at six?', now() - interval '20 hours');
insert into public.talk_signatures (company_id, bulletin_id, project_id, employee_id, signed_name, held_by, held_on, language, strokes)
  select e.company_id, pg_temp.demo_id('bulletin Ladders: three points of contact'), pg_temp.demo_id('P100'), e.id,
    e.first_name || ' ' || e.last_name, pg_temp.demo_id('Luis Ortega'), current_date - 2, e.language,
    '[[[30,70],[60,30],[80,75],[120,40],[150,72],[190,45],[240,66]]]'
  from public.employees e where e.company_id = pg_temp.demo_id('company') and e.last_name in ('Lopez', 'Nolan', 'Kowalski', 'Ramsey');

insert into public.clock_questions (company_id, id, moment, text_en, text_es, alarm_answer, opens_incident, position)
  select pg_temp.demo_id('company'), pg_temp.demo_id('question ' || position), moment, text_en, text_es, alarm, incident, position
  from (values
    (1, 'in', 'Do you have your harness and hard hat?', '¿Tienes tu arnés y tu casco?', 'no', false),
    (2, 'out', 'Did you take your breaks?', '¿Tomaste tus descansos?', null, false),
    (3, 'out', 'Were you injured today?', '¿Te lastimaste hoy?', 'yes', true)
  ) as question (position, moment, text_en, text_es, alarm, incident);

-- What waits in Verification: an injury, a punch off site, a phone with a wrong clock, a meter that jumped;
-- the failed inspection comes with the machines.
insert into public.clock_answers (company_id, id, question_id, time_entry_id, employee_id, moment, text_en, text_es, answer, note, language, answered_at)
  select t.company_id, pg_temp.demo_id('answer ' || t.id), q.id, t.id, t.employee_id, 'out', q.text_en, q.text_es,
    case when e.last_name = 'Ramsey' and q.opens_incident then 'yes' else case when q.opens_incident then 'no' else 'yes' end end,
    case when e.last_name = 'Ramsey' and q.opens_incident then 'Nail through the glove, left hand. Cleaned and bandaged on site.' end,
    case when e.language = 'es' then 'es' else 'en' end, t.clock_out
  from (select distinct on (x.employee_id) x.* from public.time_entries x
    where x.company_id = pg_temp.demo_id('company') and x.clock_out is not null order by x.employee_id, x.clock_in desc) t
  join public.employees e on e.company_id = t.company_id and e.id = t.employee_id and e.role <> 'owner'
  join public.clock_questions q on q.company_id = t.company_id and q.opens_incident;

insert into public.punch_locations (company_id, time_entry_id, employee_id, moment, punched_at, latitude, longitude, accuracy_m, fix_age_s, inside, edge_m)
  select t.company_id, t.id, t.employee_id, 'in', t.clock_in, 42.6604, -73.7492, 18, 2, false, 960
  from public.time_entries t where t.company_id = pg_temp.demo_id('company') and t.employee_id = pg_temp.demo_id('Trevor Nolan')
  order by t.clock_in desc limit 1
  on conflict do nothing;

insert into public.equipment_readings (company_id, equipment_id, reading, read_at)
  values (pg_temp.demo_id('company'), pg_temp.demo_id('GN-05'), 7810.2, now() - interval '30 minutes');

-- Two hours of one evening, by a phone whose clock was wrong: the start is held, and the stop waits for it.
insert into public.synced_events (company_id, id, employee_id, device_id, sequence, kind, happened_at, offset_ms, counts_at, payload, entry_id, state)
  select t.company_id, pg_temp.demo_id(p.id), t.employee_id, 'demo phone', p.sequence, p.kind, p.at + interval '14 minutes', -840000, p.at,
    jsonb_build_object('entry_id', pg_temp.demo_id('held entry')) || p.payload, pg_temp.demo_id('held entry'), 'held'
  from (select x.company_id, x.employee_id, max(x.clock_out) as stopped from public.time_entries x
    where x.company_id = pg_temp.demo_id('company') and x.employee_id = pg_temp.demo_id('Cole Ramsey') and x.clock_out < now() - interval '12 hours'
    group by x.company_id, x.employee_id) t
  cross join lateral (values
    ('held', 1, 'clock_in', t.stopped + interval '30 minutes', jsonb_build_object('project_id', pg_temp.demo_id('P130'))),
    ('held stop', 2, 'clock_out', t.stopped + interval '150 minutes', '{}')) p (id, sequence, kind, at, payload);
insert into public.held_events (company_id, id, employee_id, device_id, sequence, kind, happened_at, offset_ms, counts_at, payload, entry_id, problem, detail, reason)
  select s.company_id, s.id, s.employee_id, s.device_id, s.sequence, s.kind, s.happened_at, s.offset_ms, s.counts_at, s.payload,
    s.entry_id, case s.kind when 'clock_in' then 'clock_wrong' else 'waiting' end, jsonb_build_object('at', s.counts_at), 'Your phone''s clock was wrong.'
  from public.synced_events s where s.company_id = pg_temp.demo_id('company') and s.entry_id = pg_temp.demo_id('held entry');

-- Field reports of the last five working days of two projects: the oldest locked, the newest still to review.
create temporary table demo_reports on commit drop as
  select d.project_id, d.work_date, row_number() over (partition by d.project_id order by d.work_date desc) as age,
    row_number() over (partition by extract(year from d.work_date) order by d.work_date, d.project_id) as position
  from (select w.project_id, w.work_date, dense_rank() over (partition by w.project_id order by w.work_date desc) as place
    from public.work_totals w where w.company_id = pg_temp.demo_id('company') and w.project_id in (pg_temp.demo_id('P100'), pg_temp.demo_id('P110'))
      and w.work_date < current_date group by w.project_id, w.work_date) d
  where d.place <= 5;

insert into public.field_reports (company_id, id, project_id, report_date, number, status, content, version, submitted_at, signed_name, reviewed_at, locked_at)
  select pg_temp.demo_id('company'), pg_temp.demo_id('report ' || r.project_id || r.work_date), r.project_id, r.work_date,
    format('FR-%s-%s', extract(year from r.work_date), lpad(r.position::text, 4, '0')),
    case when r.age = 1 then 'submitted' when r.age < 4 then 'reviewed' else 'locked' end,
    jsonb_build_object(
      'weather', jsonb_build_array(jsonb_build_object('minute', 420, 'temperature', 41 + r.age, 'conditions', 'clear', 'effect', ''),
        jsonb_build_object('minute', 780, 'temperature', 47 + r.age, 'conditions', case when r.age = 2 then 'rain' else 'cloudy' end,
          'effect', case when r.age = 2 then 'Slowed finishing' else '' end)),
      'work', (array['Placed level 2 slab, east bay, grid C4 to E6. Forms stripped at column line 4.', 'Formed walls at column line 4, set embeds.',
        'Framed interior walls on level 2, units 3 and 4.', 'Hung board in units 1 and 2, taped unit 1.', 'Layout and sleeves for the next pour.'])[r.age],
      'notes', '', 'deliveries', case when r.age = 3 then '[{"text": "Rebar, 4 tons", "detail": "Northeast Steel"}]'::jsonb else '[]' end,
      'visitors', case when r.age = 2 then '[{"text": "City inspector", "detail": "Slab pre-pour, passed"}]'::jsonb else '[]' end,
      'delays', case when r.age = 1 then '[{"text": "Pump hose blocked", "detail": "10:20 to 11:05", "hours": "0.75", "people": "2"}]'::jsonb else '[]' end,
      'directed', '[]'::jsonb, 'none', case when r.age = 1 then '["deliveries", "directed", "notes", "visitors"]'::jsonb else '["directed", "notes"]' end),
    1, (r.work_date + time '20:34') at time zone 'UTC', case when r.project_id = pg_temp.demo_id('P100') then 'Luis Ortega' else 'Aisha Grant' end,
    case when r.age > 1 then (r.work_date + time '22:10') at time zone 'UTC' end, case when r.age >= 4 then (r.work_date + time '22:15') at time zone 'UTC' end
  from demo_reports r;

insert into public.field_report_versions (company_id, report_id, version, content, figures, signed_name, language, sha256, created_at)
  select r.company_id, r.id, 1, r.content, f.figures, r.signed_name, 'en',
    encode(extensions.digest(convert_to(jsonb_build_object('number', r.number, 'date', r.report_date, 'version', 1, 'signed_name', r.signed_name,
      'submitted_at', r.submitted_at, 'content', r.content, 'figures', f.figures)::text, 'UTF8'), 'sha256'), 'hex'), r.submitted_at
  from public.field_reports r cross join lateral (select private.field_report_figures(r.company_id, r.project_id, r.report_date) as figures) f
  where r.company_id = pg_temp.demo_id('company');
