-- A company's records beside its entries, after private.generate_companies: public work on its first four projects,
-- approvals, signed weeks, photos (rows without files), tickets and what phones sent later. Its events and their signed
-- ends come after it (long-history.sql). Run it as a superuser: triggers are off.

create or replace function private.generate_field_work(c integer) returns void
language plpgsql volatile set search_path = '' as $$
declare
  company constant uuid := private.generate_id('company ' || c);
  manager constant uuid := private.generate_id('user ' || c || ' 2');
  first_day constant date := (select min(t.work_date) from public.time_entries t where t.company_id = company);
begin
  set local session_replication_role = replica;
  insert into public.public_contracts (company_id, id, project_id, contract_number, agency, state, created_by)
    select company, private.generate_id('contract ' || c || ' ' || p), private.generate_id('project ' || c || ' ' || p), 'C-' || p, 'Department of Works', 'NY', manager from generate_series(1, 4) p;
  insert into public.wage_determinations (company_id, id, project_id, number, effective_from, created_by)
    select company, private.generate_id('determination ' || c || ' ' || p), private.generate_id('project ' || c || ' ' || p), 'NY2025000' || p, first_day - 30, manager from generate_series(1, 4) p;
  insert into public.work_classifications (company_id, id, determination_id, code, name, base_rate, fringe_rate, created_by)
    select company, private.generate_id('class ' || c || ' ' || p || ' ' || k), private.generate_id('determination ' || c || ' ' || p), 'LABO' || k, 'Laborer, group ' || k, 30 + k, 12, manager
    from generate_series(1, 4) p, generate_series(1, 5) k;
  update public.time_entries t set classification_id = private.generate_id('class ' || c || ' ' || p || ' ' || 1 + get_byte(uuid_send(t.employee_id), 15) % 5)
    from generate_series(1, 4) p where t.company_id = company and t.project_id = private.generate_id('project ' || c || ' ' || p);

  insert into public.approvals (company_id, id, employee_id, work_date, approved_by, approved_at)
    select company, private.generate_id('approval ' || t.employee_id || t.work_date), t.employee_id, t.work_date, manager, t.work_date + interval '2 days'
    from public.time_entries t where t.company_id = company and t.work_date < current_date - 14 group by t.employee_id, t.work_date;
  insert into public.timesheet_signatures (company_id, id, employee_id, start_date, end_date, signed_name, statement, language, version, hours, signed_at, signed_by)
    select company, private.generate_id('sheet ' || e.id || w), e.id, w::date, w::date + 6, e.first_name || ' ' || e.last_name, 'These hours are mine.', 'en', '1', '{"minutes": 2600}', w + interval '6 days 20 hours', e.user_id
    from public.employees e cross join generate_series(date_trunc('week', first_day::timestamp), current_date - interval '14 days', interval '7 days') w where e.company_id = company;
  insert into public.photos (company_id, id, project_id, employee_id, path, sha256, size_bytes, width, height, taken_at, taken_on, caption, uploaded_at, created_by, created_at)
    select company, i.id, t.project_id, t.employee_id, format('%s/%s/%s.jpg', company, t.project_id, i.id), md5(t.id::text) || md5(t.id::text), 300000, 4000, 3000, t.clock_in, t.work_date, 'North wall', t.clock_in, t.created_by, t.clock_in
    from public.time_entries t cross join lateral (select private.generate_id('photo ' || t.id) as id) i where t.company_id = company and get_byte(uuid_send(t.id), 15) % 32 = 0;
  insert into public.extra_work_tickets (company_id, id, project_id, number, employee_id, work_date, description, created_by, created_at)
    select company, private.generate_id('ticket ' || c || ' ' || p || ' ' || d), private.generate_id('project ' || c || ' ' || p), 1 + d, private.generate_id('employee ' || c || ' 3'), first_day + d,
      'Moved the fence', private.generate_id('user ' || c || ' 3'), first_day + d + interval '15 hours'
    from generate_series(1, 20) p, generate_series(0, current_date - 1 - first_day) d;
  insert into public.synced_events (company_id, id, employee_id, device_id, sequence, kind, happened_at, offset_ms, counts_at, payload, entry_id, state, created_by, created_at)
    select company, private.generate_id('synced ' || t.id), t.employee_id, t.employee_id::text, (extract(epoch from t.clock_in) * 1000)::bigint, 'clock_in', t.clock_in, 0, t.clock_in,
      jsonb_build_object('entry_id', t.id, 'project_id', t.project_id), t.id, 'applied', t.created_by, t.clock_in + interval '1 hour'
    from public.time_entries t where t.company_id = company and get_byte(uuid_send(t.id), 15) % 4 = 0;
  set local session_replication_role = origin;
end $$;
