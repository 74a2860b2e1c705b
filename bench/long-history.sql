-- Three years of one company for the bench of packets, after private.generate_load(1, …, 1095).
-- Employee 10, mostly on project 1, has four entries on every weekday, with breaks, places, photos,
-- approvals, signatures, additions and what the payroll system paid. Every row has its events, sealed and linked as
-- they would have been, with a signed end of the history for each day. Run it as a superuser: triggers are off.

create or replace function private.generate_long_record(photos integer, photo_bytes integer, photo_sha256 text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  company constant uuid := private.generate_id('company 1');
  person constant uuid := private.generate_id('employee 1 10');
  account constant uuid := private.generate_id('user 1 10');
  manager constant uuid := private.generate_id('user 1 2');
begin
  set local session_replication_role = replica;
  -- Names as people have them: redaction looks for each.
  update public.employees e set first_name = (array['Maria', 'James', 'Rosa', 'Luis', 'Anna', 'Peter', 'Jose', 'Karen', 'Wei', 'Fatima'])[1 + e.employee_number::integer % 10],
      last_name = (array['Delgado', 'Whitfield', 'Okafor', 'Nguyen', 'Kowalski', 'Ramirez', 'Johansson', 'Haddad', 'Brennan', 'Castillo'])[1 + e.employee_number::integer / 10 % 10] where e.company_id = company;
  create temporary table days on commit drop as
    select t.work_date as day, min(t.clock_in) as starts, (row_number() over (order by t.work_date))::integer as number
    from public.time_entries t where t.company_id = company and t.employee_id = person and extract(isodow from t.work_date) < 6 group by 1;
  delete from public.time_entry_breaks b where b.company_id = company and b.employee_id = person;
  delete from public.time_entries t where t.company_id = company and t.employee_id = person;
  insert into public.time_entries (company_id, id, employee_id, clock_in, clock_out, work_date, project_id, cost_code_id, notes, status, source, device, created_by, updated_by, created_at, updated_at)
    select company, private.generate_time_id(p.starts, 'long ' || p.starts), person, p.starts, p.starts + interval '130 minutes', d.day,
      private.generate_id('project 1 ' || case when d.number % 3 = 0 then 1 + n else 1 end), private.generate_id('code 1 ' || 1 + (d.number + n) % 40),
      case when n = 2 then 'Formwork at the north wall, ready for the pour' end, 'completed', 'timer', 'Pixel 8, Chrome 141', account, account, p.starts, p.starts + interval '130 minutes'
    from days d cross join generate_series(0, 3) n cross join lateral (select d.starts + n * interval '135 minutes' as starts) p;
  insert into public.time_entry_breaks (company_id, id, time_entry_id, employee_id, started_at, ended_at, kind, paid)
    select company, private.generate_id('long break ' || t.id), t.id, person, t.clock_in + interval '1 hour', t.clock_in + interval '70 minutes', 'rest', true
    from public.time_entries t where t.company_id = company and t.employee_id = person;
  insert into public.punch_locations (company_id, id, time_entry_id, employee_id, moment, punched_at, latitude, longitude, accuracy_m, inside, created_by, created_at)
    select company, private.generate_id('long place ' || t.id || m), t.id, person, m, case m when 'in' then t.clock_in else t.clock_out end, 42.65123, -73.75123, 12, true, account, t.clock_in
    from public.time_entries t cross join unnest(array['in', 'out']) m where t.company_id = company and t.employee_id = person;
  insert into public.approvals (company_id, id, employee_id, work_date, approved_by, approved_at)
    select company, private.generate_id('long approval ' || d.day), person, d.day, manager, d.starts + interval '1 day' from days d;
  insert into public.timesheet_signatures (company_id, id, employee_id, start_date, end_date, signed_name, statement, language, version, hours, signed_at, signed_by)
    select company, private.generate_id('long sheet ' || w.week), person, w.week, w.week + 6, 'Worker No. 10', 'These hours are mine.', 'en', '1', '{"minutes": 2600}', w.week + interval '6 days 20 hours', account
    from (select distinct date_trunc('week', d.day)::date as week from days d) w;
  insert into public.payroll_facts (company_id, id, employee_id, week_end, gross_all, federal_tax, state_tax, fica, medicare, net, check_number, paid_on, created_by, created_at)
    select company, private.generate_id('long pay ' || w.week), person, w.week + 6, 1300, 130, 60, 80, 19, 1011, 'C' || to_char(w.week, 'YYMMDD'), w.week + 11, manager, w.week + interval '9 days'
    from (select distinct date_trunc('week', d.day)::date as week from days d) w;
  insert into public.pay_items (company_id, id, employee_id, work_date, pay_code, minutes, hourly_rate, note, created_by, created_at)
    select company, private.generate_id('long item ' || d.day), person, d.day, 'BONUS_ND', 60, 25, 'Safety bonus', manager, d.starts + interval '1 day' from days d where d.number % 20 = 0;
  insert into public.photos (company_id, id, project_id, employee_id, path, sha256, media_type, size_bytes, width, height, taken_at, taken_on, caption, uploaded_at, created_by, created_at)
    select company, i.id, private.generate_id('project 1 1'), person, format('%s/%s/%s.jpg', company, private.generate_id('project 1 1'), i.id), photo_sha256, 'image/jpeg', photo_bytes,
      4000, 3000, d.starts + interval '3 hours', d.day, 'North wall ' || n, d.starts + interval '4 hours', account, d.starts + interval '3 hours'
    from generate_series(1, photos) n join days d on d.number = 1 + n % (select count(*) from days) cross join lateral (select private.generate_id('long photo ' || n) as id) i;
  set local session_replication_role = origin;
end $$;

create or replace function private.generate_events(company uuid default private.generate_id('company 1'), account uuid default private.generate_id('user 1 2')) returns bigint
language plpgsql volatile set search_path = '' as $$
declare
  made bigint;
begin
  set local session_replication_role = replica;
  delete from public.audit_events e where e.company_id = company;
  delete from private.audit_links l where l.company_id = company;
  delete from private.audit_unlinked u where u.company_id = company;
  delete from private.ledger_blocks b where b.company_id = company;
  delete from public.ledger_roots r where r.company_id = company;
  drop table if exists happened;
  create temporary table happened (at timestamptz, actor_id uuid, action text, entity text, entity_id uuid, employee_id uuid, before jsonb, after jsonb, reason text) on commit drop;
  -- A clock-in, a clock-out, and of every second entry a change by the office.
  insert into happened
    select e.at, e.actor, e.action, 'time_entries', t.id, t.employee_id, e.before, e.after, e.reason
    from public.time_entries t cross join lateral (select to_jsonb(t) as row) r cross join lateral (values
      (t.clock_in, t.created_by, 'created', null::jsonb, r.row || '{"clock_out": null, "status": "active"}', null),
      (t.clock_out, t.created_by, 'updated', r.row || '{"clock_out": null, "status": "active"}', r.row, null),
      (t.clock_out + interval '20 hours', account, 'updated', r.row || '{"notes": "Before"}', r.row, 'Forgot to switch')) e (at, actor, action, before, after, reason)
    where t.company_id = company and (e.reason is null or get_byte(uuid_send(t.id), 15) % 2 = 0);
  insert into happened
    select e.at, null, e.action, 'time_entry_breaks', b.id, b.employee_id, e.before, e.after, null
    from public.time_entry_breaks b cross join lateral (select to_jsonb(b) as row) r cross join lateral (values
      (b.started_at, 'created', null::jsonb, r.row || '{"ended_at": null}'), (b.ended_at, 'updated', r.row || '{"ended_at": null}', r.row)) e (at, action, before, after)
    where b.company_id = company;
  insert into happened select p.created_at, p.created_by, 'created', 'photos', p.id, p.employee_id, null, to_jsonb(p), null from public.photos p where p.company_id = company;
  insert into happened select a.approved_at, a.approved_by, 'created', 'approvals', a.id, a.employee_id, null, to_jsonb(a), null from public.approvals a where a.company_id = company;
  insert into happened select s.signed_at, s.signed_by, 'created', 'timesheet_signatures', s.id, s.employee_id, null, to_jsonb(s), null from public.timesheet_signatures s where s.company_id = company;
  insert into happened select f.created_at, f.created_by, 'created', 'payroll_facts', f.id, f.employee_id, null, to_jsonb(f), null from public.payroll_facts f where f.company_id = company;
  insert into happened select l.punched_at, l.created_by, 'created', 'punch_locations', l.id, l.employee_id, null, to_jsonb(l), null from public.punch_locations l where l.company_id = company;
  insert into public.audit_events (company_id, sequence, id, occurred_at, actor_id, source, action, entity, entity_id, employee_id, before, after, reason, hash)
    select company, (extract(epoch from h.moment) * 1000000)::bigint, gen_random_uuid(), h.moment, h.actor_id, 'mobile', h.action, h.entity, h.entity_id, h.employee_id, h.before, h.after, h.reason, ''
    from (select *, at + row_number() over (order by at, entity_id) * interval '1 microsecond' as moment from happened where at < now() - interval '1 hour') h order by h.moment;
  get diagnostics made = row_count;
  update public.audit_events e set hash = private.audit_hash(e) where e.company_id = company;
  set local session_replication_role = origin;
  return made;
end $$;

-- Links and signs a day after the other, as three years would have.
create or replace procedure private.generate_roots(company uuid default private.generate_id('company 1'))
language plpgsql as $$
declare
  day record;
  event record;
  link bytea;
  place bigint := 0;
  made uuid;
begin
  for day in select e.occurred_at::date as day from public.audit_events e where e.company_id = company group by 1 order by 1 loop
    set local session_replication_role = replica;
    for event in select e.sequence, e.id, e.hash from public.audit_events e
      where e.company_id = company and e.sequence >= extract(epoch from day.day)::bigint * 1000000 and e.sequence < extract(epoch from day.day + 1)::bigint * 1000000 order by e.sequence
    loop
      place := place + 1;
      link := private.audit_link_hash(link, place, event.hash);
      insert into private.audit_links (company_id, position, sequence, event_id, hash) values (company, place, event.sequence, event.id, link);
    end loop;
    made := private.make_ledger_root(company, 'daily');
    update public.ledger_roots r set created_at = day.day + interval '1 day' where r.company_id = company and r.id = made;
    commit;
  end loop;
end $$;
