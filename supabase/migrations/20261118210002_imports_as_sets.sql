-- Time entries of a file are written as sets: what is plain in a part goes in with one statement, so that
-- its days are counted once; only what is not plain goes row by row, by the rules that were there.
-- Undoing works the same way.

-- The words by which a row of a list is known, in one place for one row and for many.
-- Without a search path, so that the planner can look inside.
create function private.import_names(company_id_param uuid, stem_param text) returns table (id uuid, word text, is_id boolean)
language sql stable parallel safe
begin atomic
  select e.id, w.word, w.is_id from public.employees e
    cross join lateral (values (e.id::text, true), (e.email, false), (lower(e.employee_number), false),
      (lower(btrim(e.first_name || ' ' || e.last_name)), false), (lower(e.last_name || ', ' || e.first_name), false)) as w (word, is_id)
    where stem_param in ('employee', 'foreman') and e.company_id = company_id_param
  union all
  select p.id, w.word, w.is_id from public.projects p
    cross join lateral (values (p.id::text, true), (lower(p.number), false), (lower(p.name), false), (lower(p.number || ' ' || p.name), false)) as w (word, is_id)
    where stem_param in ('project', 'parent') and p.company_id = company_id_param
  union all
  select k.id, w.word, w.is_id from public.cost_codes k
    cross join lateral (values (k.id::text, true), (lower(k.code), false), (lower(k.name), false), (lower(k.code || ' ' || k.name), false)) as w (word, is_id)
    where stem_param = 'cost_code' and k.company_id = company_id_param
  union all
  select q.id, w.word, w.is_id from public.equipment q
    cross join lateral (values (q.id::text, true), (lower(q.number), false), (lower(q.name), false)) as w (word, is_id)
    where stem_param = 'equipment' and q.company_id = company_id_param
  union all
  select c.id, w.word, w.is_id from public.equipment_classes c
    cross join lateral (values (c.id::text, true), (lower(c.name), false)) as w (word, is_id)
    where stem_param = 'class' and c.company_id = company_id_param
  union all
  select c.id, w.word, w.is_id from public.crews c
    cross join lateral (values (c.id::text, true), (lower(c.name), false)) as w (word, is_id)
    where stem_param = 'crew' and c.company_id = company_id_param;
end;
comment on function private.import_names(uuid, text) is 'What rows of a list are called in files: id, number, address, name.';

create or replace function private.import_candidates(company_id_param uuid, stem_param text, word_param text) returns uuid[]
language sql stable set search_path = '' as $$
  select array(select distinct n.id from private.import_names(company_id_param, stem_param) n where n.word = word_param and not n.is_id limit 2);
$$;

create or replace function private.wall_instants(local_param timestamp, zone_param text) returns timestamptz[]
language sql stable
return array(
  select distinct i.instant
  from (select (local_param at time zone zone_param) + make_interval(mins => m) as instant from unnest(array[-120, -60, -30, 0, 30, 60, 120]) as m) i
  where i.instant at time zone zone_param = local_param order by 1);

create function private.entries_with_breaks(company_id_param uuid, ids_param uuid[]) returns table (id uuid, entry jsonb)
language sql stable
begin atomic
  select e.id, to_jsonb(e) || jsonb_build_object('breaks', (
      select coalesce(jsonb_agg(jsonb_build_object('started_at', b.started_at, 'ended_at', b.ended_at, 'kind', b.kind, 'paid', b.paid) order by b.started_at), '[]')
      from public.time_entry_breaks b where b.company_id = e.company_id and b.time_entry_id = e.id))
  from public.time_entries e where e.company_id = company_id_param and e.id = any (ids_param);
end;
comment on function private.entries_with_breaks(uuid, uuid[]) is 'Entries as an import keeps them to recognize a change since.';

create or replace function private.entry_with_breaks(company_id_param uuid, entry_id_param uuid) returns jsonb
language sql stable set search_path = '' as $$
  select e.entry from private.entries_with_breaks(company_id_param, array[entry_id_param]) e;
$$;

create function private.import_references(company_id_param uuid, stem_param text, rows_param jsonb) returns table (place integer, id uuid, plain boolean)
language sql stable set search_path = '' as $$
  with words as materialized (
    select i.place, w.rank, lower(private.import_cell(i.item, w.key)) as word
      from jsonb_array_elements(rows_param) with ordinality as i (item, place)
      cross join (values (1, stem_param || '_id'), (2, stem_param || '_number'), (3, case stem_param when 'employee' then 'email' end), (4, stem_param))
        as w (rank, key)
     where private.import_cell(i.item, w.key) <> ''
  ), found as (
    select w.place, w.rank, count(distinct n.id) as several, min(n.id::text)::uuid as id
      from words w join private.import_names(company_id_param, stem_param) n on n.word = w.word and n.is_id = (w.rank = 1)
     group by w.place, w.rank
  ), first_found as (
    select distinct on (f.place) f.place, f.several, f.id from found f order by f.place, f.rank
  )
  select p.place, f.id, case when f.place is null then not exists (select from words w where w.place = p.place) else f.several = 1 end
    from generate_series(1, jsonb_array_length(rows_param)) as p (place) left join first_found f on f.place = p.place;
$$;
comment on function private.import_references(uuid, text, jsonb) is 'import_reference() for all rows of a part; plain says that there is one answer, or that the row says nothing.';

create function private.import_cells(item jsonb, zone_param text, out starts timestamptz, out ends timestamptz, out breaks jsonb, out id uuid, out meal_waived boolean)
language plpgsql stable set search_path = '' as $$
begin
  select s.starts, s.ends into starts, ends from private.import_span(item, zone_param) s;
  breaks := coalesce(private.import_breaks(item, starts, ends), '[]');
  id := nullif(private.import_cell(item, 'id'), '')::uuid;
  meal_waived := coalesce(nullif(private.import_cell(item, 'meal_waived'), '')::boolean, false);
exception when raise_exception or data_exception then
  starts := null;
end $$;
comment on function private.import_cells(jsonb, text) is 'What a row of time says of itself; start null where it cannot be read.';

create function private.plain_time_rows(company_id_param uuid, rows_param jsonb) returns table (place integer, id uuid, employee_id uuid,
  clock_in timestamptz, clock_out timestamptz, project_id uuid, cost_code_id uuid, equipment_id uuid, notes text, meal_waived boolean, breaks jsonb)
language sql stable set search_path = '' as $$
  with known as materialized (
    select i.place::integer as place, i.item, who.id as employee_id, site.id as project_id, code.id as cost_code_id, machine.id as equipment_id
      from jsonb_array_elements(rows_param) with ordinality as i (item, place)
      join private.import_references(company_id_param, 'employee', rows_param) who on who.place = i.place and who.plain and who.id is not null
      join private.import_references(company_id_param, 'project', rows_param) site on site.place = i.place and site.plain
      join private.import_references(company_id_param, 'cost_code', rows_param) code on code.place = i.place and code.plain
      join private.import_references(company_id_param, 'equipment', rows_param) machine on machine.place = i.place and machine.plain
     where jsonb_typeof(i.item) = 'object'
  ), zones as materialized (
    select s.project_id, private.zone_of(company_id_param, s.project_id) as zone from (select distinct k.project_id from known k) s
  ), read as materialized (
    select k.*, c.starts, c.ends, c.breaks, c.id, c.meal_waived
      from known k join zones z on z.project_id is not distinct from k.project_id
      cross join lateral private.import_cells(k.item, coalesce(nullif(private.import_cell(k.item, 'time_zone'), ''), z.zone)) c
     where c.starts is not null
  )
  select r.place, coalesce(r.id, gen_random_uuid()), r.employee_id, r.starts, r.ends, r.project_id, r.cost_code_id, r.equipment_id,
      nullif(private.import_cell(r.item, 'notes'), ''), r.meal_waived, r.breaks
    from read r
   where not exists (select from (select e.clock_out from public.time_entries e
         where e.company_id = company_id_param and e.employee_id = r.employee_id and e.clock_in < r.ends
         order by e.clock_in desc limit 1) before
       where coalesce(before.clock_out, 'infinity') > r.starts)
     and not exists (select from public.time_entries e where e.company_id = company_id_param and e.id = r.id)
     and not exists (select from read o where o.place <> r.place
       and (o.id = r.id or o.employee_id = r.employee_id and o.starts < r.ends and o.ends > r.starts));
$$;
comment on function private.plain_time_rows(uuid, jsonb) is 'The rows of a part that can be read in one way and are new. What repeats or overlaps something is none of them: it goes row by row, in the order of the file.';

create function private.imported_rows(import_id_param uuid, numbers_param integer[]) returns integer[]
language sql stable security definer set search_path = '' as $$
  select array(select s.row_number from private.import_steps s
    where s.company_id = private.my_company_id() and s.import_id = import_id_param and s.row_number = any (numbers_param) and s.part = 1 and s.result <> 'error');
$$;
comment on function private.imported_rows(uuid, integer[]) is 'Which of these rows were written before.';

create function private.note_new_entries(import_id_param uuid, steps_param jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into private.import_steps as s (company_id, import_id, row_number, part, result, entity, row_id, after)
  select private.my_company_id(), import_id_param, r.row_number, 1, 'new', 'time_entries', r.id, r.after
    from jsonb_to_recordset(steps_param) as r (row_number integer, id uuid, after jsonb)
  on conflict on constraint import_steps_pkey do update set result = excluded.result, message = null,
    entity = excluded.entity, row_id = excluded.row_id, before = null, after = excluded.after;
$$;

create function private.write_plain_time(company_id_param uuid, rows_param jsonb, numbers_param integer[], import_id_param uuid) returns integer[]
language plpgsql set search_path = '' as $$
declare
  known integer[] := private.imported_rows(import_id_param, numbers_param);
  plan jsonb;
begin
  select jsonb_agg(to_jsonb(p) || jsonb_build_object('row_number', numbers_param[p.place])) into plan
    from private.plain_time_rows(company_id_param, rows_param) p where numbers_param[p.place] <> all (known);
  insert into public.time_entries (company_id, id, employee_id, clock_in, clock_out, project_id, cost_code_id, equipment_id, notes, meal_waived, source)
    select company_id_param, p.id, p.employee_id, p.clock_in, p.clock_out, p.project_id, p.cost_code_id, p.equipment_id, p.notes, p.meal_waived, 'import'
      from jsonb_to_recordset(plan) as p (row_number integer, id uuid, employee_id uuid, clock_in timestamptz, clock_out timestamptz,
        project_id uuid, cost_code_id uuid, equipment_id uuid, notes text, meal_waived boolean)
      order by p.employee_id, p.row_number;
  insert into public.time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
    select company_id_param, p.id, b.started_at, b.ended_at, b.kind, b.paid
      from jsonb_to_recordset(plan) as p (id uuid, breaks jsonb)
      cross join jsonb_to_recordset(p.breaks) as b (started_at timestamptz, ended_at timestamptz, kind text, paid boolean);
  if import_id_param is not null then
    perform private.note_new_entries(import_id_param, (
      select jsonb_agg(jsonb_build_object('row_number', p.row_number, 'id', p.id, 'after', e.entry))
        from jsonb_to_recordset(plan) as p (row_number integer, id uuid)
        join private.entries_with_breaks(company_id_param, array(select i.id from jsonb_to_recordset(plan) as i (id uuid))) e on e.id = p.id));
  end if;
  return array(select p.row_number from jsonb_to_recordset(plan) as p (row_number integer));
end $$;
comment on function private.write_plain_time(uuid, jsonb, integer[], uuid) is 'Writes what is plain in a part with one statement, with the rights of the caller; returns the numbers of those rows. People in one order, so that two imports never wait for each other in a circle.';

drop function private.import_part(uuid, record, jsonb, uuid, integer);
create function private.import_part(company_id_param uuid, list_param record, rows_param jsonb, import_id_param uuid, numbers_param integer[])
returns table (row_number integer, result text, message text)
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  wrote text[] := '{}';
  item jsonb;
  state text;
  hint text;
  broken text;
begin
  begin
    for item in select i.value from jsonb_array_elements(rows_param) with ordinality as i (value, n) order by i.n loop
      wrote := wrote || private.import_one(company_id_param, list_param, item, import_id_param, numbers_param[cardinality(wrote) + 1]);
    end loop;
    return query select numbers_param[n], w, null::text from unnest(wrote) with ordinality as o (w, n);
    return;
  exception when others then
    get stacked diagnostics state = returned_sqlstate, hint = pg_exception_hint, broken = constraint_name;
    -- Not the row's fault: a deadlock, a full disk, a server that goes down.
    if left(state, 2) in ('40', '53', '54', '57', '58', 'XX') then
      raise;
    end if;
  end;
  if jsonb_array_length(rows_param) > 1 then
    -- One of them is wrong: each by itself, so that it takes nothing else along.
    return query select p.row_number, p.result, p.message
      from (select i.value, i.n from jsonb_array_elements(rows_param) with ordinality as i (value, n) order by i.n) i,
        private.import_part(company_id_param, list_param, jsonb_build_array(i.value), import_id_param, numbers_param[i.n:i.n]) p;
    return;
  end if;
  row_number := numbers_param[1];
  result := 'error';
  message := private.import_message(state, hint, broken);
  if import_id_param is not null then
    perform private.note_import_step(import_id_param, row_number, 1::smallint, list_param.entity, jsonb_build_object('result', 'error', 'message', message));
  end if;
  return next;
end $$;
comment on function private.import_part(uuid, record, jsonb, uuid, integer[]) is 'Some rows in one subtransaction, and only where one is wrong each in its own: PostgreSQL slows down when hundreds of subtransactions lock the same project.';

create function private.import_time(company_id_param uuid, list_param record, rows_param jsonb, import_id_param uuid, numbers_param integer[])
returns table (row_number integer, result text, message text)
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  size integer := jsonb_array_length(rows_param);
  wrote integer[] := '{}';
  state text;
  part record;
begin
  begin
    wrote := private.write_plain_time(company_id_param, rows_param, numbers_param, import_id_param);
  exception when others then
    get stacked diagnostics state = returned_sqlstate;
    if left(state, 2) in ('40', '53', '54', '57', '58', 'XX') then
      raise;
    end if;
    if size > 25 then
      -- A rule refused one of them: the half without it still goes in as a set.
      for part in select h.first, jsonb_agg(i.value order by i.n) as items
        from (values (1, size / 2), (size / 2 + 1, size)) as h (first, last)
        join jsonb_array_elements(rows_param) with ordinality as i (value, n) on i.n between h.first and h.last group by h.first order by h.first
      loop
        return query select * from private.import_time(company_id_param, list_param, part.items, import_id_param,
          numbers_param[part.first : part.first + jsonb_array_length(part.items) - 1]);
      end loop;
      return;
    end if;
  end;
  return query select w, 'new', null::text from unnest(wrote) w;
  for part in
    select jsonb_agg(r.value order by r.n) as items, array_agg(numbers_param[r.n] order by r.n) as numbers
      from (select i.value, i.n, row_number() over (order by i.n) as place from jsonb_array_elements(rows_param) with ordinality as i (value, n)
        where numbers_param[i.n] <> all (wrote)) r
     group by (r.place - 1) / 25 order by min(r.n)
  loop
    return query select * from private.import_part(company_id_param, list_param, part.items, import_id_param, part.numbers);
  end loop;
end $$;
comment on function private.import_time(uuid, record, jsonb, uuid, integer[]) is 'Rows of time: what is plain as a set, the rest by import_part(). Where a rule refuses the set, its halves.';

create or replace function public.import_rows(list_param text, rows_param jsonb, dry_run_param boolean default true, import_id_param uuid default null, first_row_param integer default 1, file_param jsonb default null)
returns table (row_number integer, result text, message text, import_id uuid)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_manager();
  kept uuid := case when not dry_run_param then coalesce(import_id_param, gen_random_uuid()) end;
  wanted record;
  answers jsonb := '[]';
  part record;
begin
  select * into wanted from private.import_lists() l where l.list = list_param;
  if not found then
    raise exception using errcode = 'P0001', hint = 'import_list_unknown', message = 'There is no list with this name to import.';
  elsif jsonb_typeof(rows_param) is distinct from 'array' or jsonb_array_length(rows_param) > 1000 then
    raise exception using errcode = 'P0001', hint = 'import_too_large', message = 'Import up to 1,000 rows at a time.';
  end if;
  perform set_config('chalkline.source', 'import', true), private.give_reason(coalesce('Import ' || left(file_param ->> 'name', 200), 'Import'));
  if kept is not null then
    perform private.begin_import(kept, list_param, file_param);
  end if;
  begin
    for part in
      select jsonb_agg(i.value order by i.n) as items, array_agg(first_row_param + i.n::integer - 1 order by i.n) as numbers
      from jsonb_array_elements(rows_param) with ordinality as i (value, n)
      group by case when wanted.entity = 'time_entries' then 0 else (i.n - 1) / 25 end order by min(i.n)
    loop
      if wanted.entity = 'time_entries' then
        answers := answers || (select jsonb_agg(to_jsonb(p)) from private.import_time(me.company_id, wanted, part.items, kept, part.numbers) p);
      else
        answers := answers || (select jsonb_agg(to_jsonb(p)) from private.import_part(me.company_id, wanted, part.items, kept, part.numbers) p);
      end if;
    end loop;
    if dry_run_param then
      -- The same work as the real run, taken back: what is shown is what will happen.
      raise exception using errcode = 'ZZDRY', message = 'Dry run.';
    end if;
    perform private.count_import(kept);
  exception when sqlstate 'ZZDRY' then
    null;
  end;
  return query select a.row_number, a.result, a.message, kept
    from jsonb_to_recordset(answers) as a (row_number integer, result text, message text) order by a.row_number;
end $$;

-- Undoing.
create index import_steps_to_undo on private.import_steps (company_id, import_id, row_number desc, part desc)
  where result in ('new', 'changed') and not undone and kept is null;
create index import_steps_undone on private.import_steps (company_id, import_id) where undone;

create function private.note_undone_rows(import_id_param uuid, numbers_param integer[]) returns void
language sql security definer set search_path = '' as $$
  update private.import_steps s set undone = true, kept = null
  where s.company_id = private.my_company_id() and s.import_id = import_id_param and s.row_number = any (numbers_param) and s.part = 1;
$$;

create function private.import_as_left(row_param jsonb) returns jsonb
language sql immutable parallel safe
return row_param - '{updated_at,updated_by,percent_complete}'::text[];
comment on function private.import_as_left(jsonb) is 'What of a row tells whether somebody changed it since.';

create function private.undo_new_time(import_id_param uuid, steps_param private.import_steps[]) returns integer[]
language plpgsql set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  half integer := cardinality(steps_param) / 2;
  gone integer[];
  state text;
begin
  with untouched as materialized (
    select s.row_number, s.row_id from unnest(steps_param) s
      join private.entries_with_breaks(company, array(select i.row_id from unnest(steps_param) i)) e on e.id = s.row_id
     where s.entity = 'time_entries' and s.result = 'new' and private.import_as_left(e.entry) = private.import_as_left(s.after)
  ), removed as (
    delete from public.time_entries t using untouched u where t.company_id = company and t.id = u.row_id returning u.row_number
  )
  select coalesce(array_agg(r.row_number), '{}') into gone from removed r;
  perform private.note_undone_rows(import_id_param, gone);
  return gone;
exception when others then
  get stacked diagnostics state = returned_sqlstate;
  if left(state, 2) in ('40', '53', '54', '57', '58', 'XX') then
    raise;
  elsif half < 12 then
    return '{}';
  end if;
  return private.undo_new_time(import_id_param, steps_param[:half]) || private.undo_new_time(import_id_param, steps_param[half + 1:]);
end $$;
comment on function private.undo_new_time(uuid, private.import_steps[]) is 'Deletes the time of these steps that nobody touched since, with one statement; returns the numbers of their rows. The others are left to undo_import_row(), which says why.';

create or replace function private.undo_import_row(step record) returns text
language plpgsql set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  present jsonb;
  given jsonb;
  gone uuid;
begin
  if step.entity = 'time_entries' then
    present := private.entry_with_breaks(company, step.row_id);
  else
    execute format('select to_jsonb(t) from public.%I t where t.%I = $1 and t.id = $2', step.entity,
      case step.entity when 'companies' then 'id' else 'company_id' end) into present using company, step.row_id;
  end if;
  if present is null then
    return 'removed';
  elsif private.import_as_left(present) <> private.import_as_left(step.after) then
    perform private.refuse_row('import_changed_since');
  end if;
  if step.result = 'new' then
    if step.entity = 'quantities' then
      -- What was counted stays as entered; the opposite takes it back.
      insert into public.quantities (company_id, project_id, cost_code_id, work_date, quantity, area, note)
        select q.company_id, q.project_id, q.cost_code_id, q.work_date, -q.quantity, q.area, 'Import undone'
        from jsonb_populate_record(null::public.quantities, step.after) q;
      return 'removed';
    elsif step.entity = 'overtime_policies' then
      perform public.remove_overtime_policy(step.row_id);
      return 'removed';
    end if;
    execute format('delete from public.%I t where t.company_id = $1 and t.id = $2 returning t.id', step.entity) into gone using company, step.row_id;
    if gone is null then
      raise exception using errcode = '42501', message = 'You are not allowed to delete this.';
    end if;
    return 'removed';
  elsif step.entity = 'time_entries' then
    perform public.save_time_entry(step.row_id, (step.before ->> 'employee_id')::uuid, (step.before ->> 'clock_in')::timestamptz,
      (step.before ->> 'clock_out')::timestamptz, (step.before ->> 'project_id')::uuid, (step.before ->> 'cost_code_id')::uuid,
      step.before ->> 'notes', step.before -> 'breaks', private.change_reason(), (step.before ->> 'meal_waived')::boolean, (step.before ->> 'equipment_id')::uuid);
    return 'restored';
  elsif step.entity = 'overtime_policies' then
    perform private.import_policy(company, step.before);
    return 'restored';
  end if;
  given := (select jsonb_object_agg(b.key, b.value) from jsonb_each(step.before) b
    where b.value is distinct from step.after -> b.key and b.key not in ('updated_at', 'updated_by', 'deactivated_at'));
  perform private.write_imported(company, step.entity, step.row_id, given);
  return 'restored';
end $$;

create or replace function public.undo_import(import_id_param uuid, limit_param integer default null)
returns table (row_number integer, result text, message text)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_manager();
  steps private.import_steps[];
  gone integer[];
  step record;
  state text;
  hint text;
  broken text;
begin
  perform set_config('chalkline.source', 'import', true), private.give_reason('Import undone');
  steps := array(select s from private.steps_to_undo(import_id_param, limit_param) s);
  gone := private.undo_new_time(import_id_param, steps);
  for step in select s.* from unnest(steps) with ordinality as s order by s.ordinality loop
    row_number := step.row_number;
    result := 'removed';
    message := null;
    if step.part <> 1 or step.row_number <> all (gone) then
      begin
        result := private.undo_import_row(step);
        perform private.note_undone(import_id_param, step.row_number, step.part, null);
      exception when others then
        get stacked diagnostics state = returned_sqlstate, hint = pg_exception_hint, broken = constraint_name;
        if left(state, 2) in ('40', '53', '54', '57', '58', 'XX') then
          raise;
        end if;
        result := 'kept';
        message := private.import_message(state, hint, broken);
        perform private.note_undone(import_id_param, step.row_number, step.part, message);
      end;
    end if;
    return next;
  end loop;
  perform private.close_undone_import(import_id_param);
end $$;

revoke execute on function private.import_names(uuid, text), private.entries_with_breaks(uuid, uuid[]), private.import_references(uuid, text, jsonb), private.import_cells(jsonb, text),
  private.plain_time_rows(uuid, jsonb), private.imported_rows(uuid, integer[]), private.note_new_entries(uuid, jsonb),
  private.write_plain_time(uuid, jsonb, integer[], uuid), private.import_part(uuid, record, jsonb, uuid, integer[]),
  private.import_time(uuid, record, jsonb, uuid, integer[]), private.note_undone_rows(uuid, integer[]), private.import_as_left(jsonb),
  private.undo_new_time(uuid, private.import_steps[]) from public, anon;
grant execute on function private.import_names(uuid, text), private.entries_with_breaks(uuid, uuid[]), private.import_references(uuid, text, jsonb), private.import_cells(jsonb, text),
  private.plain_time_rows(uuid, jsonb), private.imported_rows(uuid, integer[]), private.note_new_entries(uuid, jsonb),
  private.write_plain_time(uuid, jsonb, integer[], uuid), private.import_part(uuid, record, jsonb, uuid, integer[]),
  private.import_time(uuid, record, jsonb, uuid, integer[]), private.note_undone_rows(uuid, integer[]), private.import_as_left(jsonb),
  private.undo_new_time(uuid, private.import_steps[]) to authenticated;
