create table public.payroll_fact_differences (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  week_end date not null,
  source text not null,
  theirs jsonb not null,
  decision text,
  decided_by uuid,
  decided_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  period_start date,
  constraint payroll_fact_differences_pkey primary key (company_id, id),
  constraint payroll_fact_differences_once unique nulls not distinct (company_id, employee_id, week_end, period_start),
  constraint payroll_fact_differences_source_known check (source in ('gusto', 'paychex', 'adp', 'quickbooks', 'sage', 'other')),
  constraint payroll_fact_differences_theirs_form check (jsonb_typeof(theirs) = 'object' and char_length(theirs::text) <= 6000),
  constraint payroll_fact_differences_no_nine_digits check (theirs::text !~ '(^|[^0-9])[0-9]{3}[^0-9A-Za-z]{0,3}[0-9]{2}[^0-9A-Za-z]{0,3}[0-9]{4}([^0-9]|$)'),
  constraint payroll_fact_differences_decided check (decision in ('keep') and decided_at is not null or decision is null and decided_at is null and decided_by is null),
  constraint payroll_fact_differences_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.payroll_fact_differences');
comment on table public.payroll_fact_differences is 'A payroll journal that says something else than the facts that are stored. Nothing is overwritten before a manager decides. Written by functions only.';
comment on column public.payroll_fact_differences.theirs is 'What the journal says, by the columns of payroll_facts; columns it does not have are not in it.';
comment on column public.payroll_fact_differences.period_start is 'As payroll_facts.period_start.';
comment on column public.payroll_fact_differences.decision is 'keep: what is stored stays, and the same journal does not ask again. What was taken has no row here.';
alter table public.payroll_fact_differences enable row level security;
grant select on table public.payroll_fact_differences to authenticated;

create policy "Managers read what a payroll journal says otherwise" on public.payroll_fact_differences
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.payroll_fact_differences
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger keep_creator before insert or update on public.payroll_fact_differences
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.payroll_fact_differences
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.payroll_fact_differences
  for each row execute function private.record_change();

create or replace function private.journal_columns() returns text[]
language sql immutable parallel safe
return '{gross_all,federal_tax,state_tax,fica,medicare,sdi,other,net,check_number,paid_on,reimbursement}'::text[];
comment on function private.journal_columns() is 'What a payroll journal says about a person and week.';
grant execute on function private.journal_columns() to authenticated;

create or replace function private.journal_span(company_id_param uuid, row_param jsonb, out week_end date, out period_start date) returns record
language plpgsql stable set search_path = '' as $$
declare
  first constant date := nullif(row_param ->> 'period_start', '');
  last constant date := nullif(row_param ->> 'period_end', '');
begin
  week_end := nullif(row_param ->> 'week_end', '');
  if week_end is not null or last is null then
    return;
  end if;
  select last + ((c.week_start + 6) % 7 - extract(dow from last)::integer + 7) % 7 into week_end from public.companies c where c.id = company_id_param;
  -- A period that lies in one week of the company belongs to it; a longer one is a pay period of the company, or nobody knows how it divides.
  if first < week_end - 6 or first > last then
    week_end := case when private.is_pay_period(company_id_param, first, last) then last end;
    period_start := case when week_end is not null then first end;
  end if;
end $$;
comment on function private.journal_span(uuid,jsonb) is 'The last day of the week a row of a journal is about: as it says, or the week its period lies in; of a longer pay period of the company its last and its first day.';
grant execute on function private.journal_span(uuid,jsonb) to authenticated;

create or replace function private.journal_person(company_id_param uuid, source_param text, row_param jsonb) returns uuid
language sql stable set search_path = '' as $$
  select coalesce(
    (select e.id from public.employees e where e.company_id = company_id_param and e.id::text = row_param ->> 'employee_id'),
    (select w.employee_id from public.payroll_worker_ids w where w.company_id = company_id_param and w.source = source_param
      and w.worker_key = lower(btrim(row_param ->> 'worker_id'))),
    -- An id that two people have says nothing.
    (select case when count(*) = 1 then min(e.id::text)::uuid end from public.employees e where e.company_id = company_id_param
      and ltrim(lower(btrim(row_param ->> 'worker_id')), '0') in (
        select nullif(ltrim(lower(btrim(e.external_ids ->> k)), '0'), '') from unnest(case source_param when 'adp' then '{adp_file_number,adp_run_id}'::text[]
          when 'paychex' then '{paychex_worker_id}' when 'gusto' then '{gusto_employee_id}' when 'quickbooks' then '{quickbooks_name}'
          when 'sage' then '{sage_employee,sage_100_employee}' else '{}' end) k)));
$$;
comment on function private.journal_person(uuid,text,jsonb) is 'Whom a row of a journal means: by id, by what was chosen before, or by the number in that payroll system. Never by name.';
grant execute on function private.journal_person(uuid,text,jsonb) to authenticated;

create or replace function private.journal_values(row_param jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(g.key, case
      when g.key = 'check_number' then to_jsonb(left(regexp_replace(g.value #>> '{}', '(^|[^0-9])[0-9]{3}[^0-9A-Za-z]{0,3}[0-9]{2}[^0-9A-Za-z]{0,3}([0-9]{4})(?![0-9])', '\1\2', 'g'), 40))
      when g.key in ('other', 'paid_on') then case when g.key = 'other' and jsonb_typeof(g.value) = 'string' then (g.value #>> '{}')::jsonb else g.value end
      else to_jsonb(round((g.value #>> '{}')::numeric, 2)) end), '{}')
    from jsonb_each(row_param) g
   where g.key = any (private.journal_columns()) and g.value <> 'null' and btrim(g.value #>> '{}') <> '';
$$;
comment on function private.journal_values(jsonb) is 'What a row says, as it is stored. Of a check number that could be a social security number the last four digits are left.';
grant execute on function private.journal_values(jsonb) to authenticated;

create or replace function private.compare_payroll_journal(company_id_param uuid, source_param text, rows_param jsonb) returns table(row_number integer, employee_id uuid, week_end date, period_start date, result text, message text, fact_id uuid, given jsonb, stored jsonb, decision text)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  item record;
  fact public.payroll_facts;
begin
  for item in select i.value, i.n::integer as n from jsonb_array_elements(rows_param) with ordinality as i (value, n) order by i.n loop
    row_number := item.n;
    select null, null, null, null, null, null, '{}', null, null into employee_id, week_end, period_start, result, message, fact_id, given, stored, decision;
    begin
      employee_id := private.journal_person(company_id_param, source_param, item.value);
      select s.week_end, s.period_start into week_end, period_start from private.journal_span(company_id_param, item.value) s;
      given := private.journal_values(item.value);
    exception when data_exception then
      result := 'error';
      message := 'import_value_wrong';
      return next;
      continue;
    end;
    if employee_id is null or week_end is null or given = '{}' then
      result := case when employee_id is null then 'unknown' else 'error' end;
      message := case when employee_id is null then null
        when week_end is null and coalesce(item.value ->> 'period_end', '') <> '' then 'journal_period_long'
        when week_end is null then 'journal_week_missing' else 'row_empty' end;
      return next;
      continue;
    end if;
    select * into fact from public.payroll_facts f where f.company_id = company_id_param and f.employee_id = compare_payroll_journal.employee_id and f.week_end = compare_payroll_journal.week_end
      and f.period_start is not distinct from compare_payroll_journal.period_start;
    fact_id := fact.id;
    if fact.id is null then
      result := 'new';
      return next;
      continue;
    end if;
    stored := (select jsonb_object_agg(k, to_jsonb(fact) -> k) from unnest(private.journal_columns()) k);
    -- What only the journal knows fills a gap and is no difference.
    if not exists (select from jsonb_each(given) g where g.value is distinct from stored -> g.key) then
      result := 'same';
    elsif not exists (select from jsonb_each(given) g where g.value is distinct from stored -> g.key and stored -> g.key not in ('null', '[]')) then
      result := 'more';
    else
      select d.decision into decision from public.payroll_fact_differences d
        where d.company_id = company_id_param and d.employee_id = compare_payroll_journal.employee_id and d.week_end = compare_payroll_journal.week_end
          and d.period_start is not distinct from compare_payroll_journal.period_start and d.theirs = given;
      result := case decision when 'keep' then 'kept' else 'different' end;
    end if;
    return next;
  end loop;
end $$;
comment on function private.compare_payroll_journal(uuid,text,jsonb) is 'Each row of a journal against what is stored: new, same, more (fills gaps only), different, kept (decided before), unknown (nobody with this id), error.';
grant execute on function private.compare_payroll_journal(uuid,text,jsonb) to authenticated;

create or replace function private.joined_journal(rows_param jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(j.item order by j.n), '[]') from (
    select min(o.n) as n, case when count(*) = 1 then (array_agg(o.value))[1] else
        (array_agg(o.value order by o.n))[1] || jsonb_strip_nulls(jsonb_build_object(
          'gross_all', sum((o.value ->> 'gross_all')::numeric), 'federal_tax', sum((o.value ->> 'federal_tax')::numeric),
          'state_tax', sum((o.value ->> 'state_tax')::numeric), 'fica', sum((o.value ->> 'fica')::numeric), 'medicare', sum((o.value ->> 'medicare')::numeric),
          'sdi', sum((o.value ->> 'sdi')::numeric), 'net', sum((o.value ->> 'net')::numeric), 'reimbursement', sum((o.value ->> 'reimbursement')::numeric),
          'check_number', string_agg(distinct nullif(btrim(o.value ->> 'check_number'), ''), ', '), 'paid_on', min(o.value ->> 'paid_on'),
          'other', private.joined_deductions(jsonb_agg(o.value -> 'other' order by o.n)))) end as item
      from (select distinct on (i.value) i.value, i.n from jsonb_array_elements(rows_param) with ordinality as i (value, n) order by i.value, i.n) o
     group by coalesce(o.value ->> 'employee_id', ''), lower(btrim(coalesce(o.value ->> 'worker_id', ''))),
       coalesce(o.value ->> 'week_end', ''), coalesce(o.value ->> 'period_start', ''), coalesce(o.value ->> 'period_end', '')) j;
$$;
comment on function private.joined_journal(jsonb) is 'Several checks of a person and week as one row; the same check twice counts once.';

create or replace function private.joined_deductions(lists_param jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'amount', s.amount) order by s.place), '[]') from (
    select d.value ->> 'name' as name, sum((d.value ->> 'amount')::numeric) as amount, min(l.n * 1000 + d.n) as place
      from jsonb_array_elements(lists_param) with ordinality as l (value, n)
      cross join lateral jsonb_array_elements(case jsonb_typeof(l.value) when 'array' then l.value else '[]' end) with ordinality as d (value, n)
     group by d.value ->> 'name') s;
$$;

create or replace function private.note_journal_difference(company_id_param uuid, source_param text, employee_id_param uuid, week_end_param date, period_start_param date, theirs_param jsonb, keep_param boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.has_nine_digits(theirs_param::text) then
    raise exception using errcode = 'P0001', hint = 'nine_digits', message = 'Nine digits in a row are not stored: they could be a social security number.';
  end if;
  insert into public.payroll_fact_differences as d (company_id, employee_id, week_end, period_start, source, theirs, decision, decided_by, decided_at)
  values (company_id_param, employee_id_param, week_end_param, period_start_param, source_param, theirs_param,
    case when keep_param then 'keep' end, case when keep_param then auth.uid() end, case when keep_param then now() end)
  on conflict on constraint payroll_fact_differences_once do update set source = excluded.source, theirs = excluded.theirs,
    decision = excluded.decision, decided_by = excluded.decided_by, decided_at = excluded.decided_at
    where (d.theirs, d.decision) is distinct from (excluded.theirs, excluded.decision);
end $$;
comment on function private.note_journal_difference(uuid,text,uuid,date,date,jsonb,boolean) is 'Stores what a journal says otherwise, to be decided, or decided to stay as it is.';

create or replace function private.import_payroll_journal(company_id_param uuid, source_param text, rows_param jsonb) returns table(row_number integer, employee_id uuid, week_end date, result text, message text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  line record;
  state text;
  hint text;
  broken text;
begin
  if jsonb_typeof(rows_param) is distinct from 'array' or jsonb_array_length(rows_param) > 2000 then
    raise exception using errcode = 'P0001', hint = 'journal_too_large', message = 'Import up to 2,000 lines at a time.';
  end if;
  perform set_config('chalkline.source', 'import', true), private.give_reason('Payroll journal (' || source_param || ')');
  for line in select c.* from private.compare_payroll_journal(company_id_param, source_param, private.joined_journal(rows_param)) c order by c.row_number loop
    select line.row_number, line.employee_id, line.week_end, line.result, line.message into row_number, employee_id, week_end, result, message;
    begin
      if line.result in ('new', 'more') then
        perform private.write_imported(company_id_param, 'payroll_facts', line.fact_id,
          case when line.fact_id is null then line.given || jsonb_build_object('employee_id', line.employee_id, 'week_end', line.week_end, 'period_start', line.period_start, 'other', coalesce(line.given -> 'other', '[]')) else line.given end);
      elsif line.result = 'different' then
        perform private.note_journal_difference(company_id_param, source_param, line.employee_id, line.week_end, line.period_start, line.given, false);
      end if;
    exception when others then
      get stacked diagnostics state = returned_sqlstate, hint = pg_exception_hint, broken = constraint_name;
      if left(state, 2) in ('40', '53', '54', '57', '58', 'XX') then
        raise;
      end if;
      result := 'error';
      message := private.import_message(state, hint, broken);
    end;
    return next;
  end loop;
end $$;
comment on function private.import_payroll_journal(uuid,text,jsonb) is 'For the server: a journal that came by API. Rows have worker_id or employee_id, week_end or period_start and period_end, and columns of payroll_facts; several checks of a week are added up. new and more are stored, same changes nothing, different waits for a manager, unknown and error are for the caller to show.';

create or replace function public.import_payroll_journal(source_param text, rows_param jsonb, dry_run_param boolean default true, import_id_param uuid default null::uuid, file_param jsonb default null::jsonb) returns table(row_number integer, employee_id uuid, result text, message text, stored jsonb, import_id uuid)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_manager();
  kept uuid := case when not dry_run_param then coalesce(import_id_param, gen_random_uuid()) end;
  wanted record;
  lines jsonb;
  written jsonb := '[]';
  part record;
begin
  if jsonb_typeof(rows_param) is distinct from 'array' or jsonb_array_length(rows_param) > 2000 then
    raise exception using errcode = 'P0001', hint = 'journal_too_large', message = 'Import up to 2,000 lines at a time.';
  elsif source_param is null or source_param not in ('gusto', 'paychex', 'adp', 'quickbooks', 'sage', 'other') then
    raise exception using errcode = 'P0001', hint = 'import_list_unknown', message = 'There is no payroll system with this name.';
  end if;
  select * into wanted from private.import_lists() l where l.list = 'payroll_facts';
  perform set_config('chalkline.source', 'import', true), private.give_reason(coalesce('Import ' || left(file_param ->> 'name', 200), 'Import'));
  -- One journal after the other, so that what was compared is what is written.
  perform pg_advisory_xact_lock(hashtextextended('payroll_journal ' || me.company_id, 0));
  if kept is not null then
    perform private.begin_import(kept, 'payroll_facts', file_param);
  end if;
  lines := (select coalesce(jsonb_agg(to_jsonb(c) || jsonb_build_object(
      'takes', c.result in ('new', 'more', 'same') or c.result in ('different', 'kept') and r.value ->> 'decision' = 'take' and r.value -> 'seen' = c.stored,
      'keeps', c.result = 'different' and r.value ->> 'decision' = 'keep',
      'moved', c.result in ('different', 'kept') and r.value ->> 'decision' = 'take' and r.value -> 'seen' is distinct from c.stored) order by c.row_number), '[]')
    from private.compare_payroll_journal(me.company_id, source_param, rows_param) c
    join jsonb_array_elements(rows_param) with ordinality as r (value, n) on r.n = c.row_number);
  begin
    for part in
      select jsonb_agg((l.value -> 'given') || jsonb_strip_nulls(jsonb_build_object('employee_id', l.value -> 'employee_id', 'week_end', l.value -> 'week_end', 'period_start', l.value -> 'period_start')) order by l.n) as items,
        array_agg((l.value ->> 'row_number')::integer order by l.n) as numbers
      from jsonb_array_elements(lines) with ordinality as l (value, n) where (l.value ->> 'takes')::boolean group by l.n / 25 order by min(l.n)
    loop
      written := written || (select jsonb_agg(to_jsonb(p)) from private.import_part(me.company_id, wanted, part.items, kept, part.numbers) p);
    end loop;
    if dry_run_param then
      raise exception using errcode = 'ZZDRY', message = 'Dry run.';
    end if;
    if exists (select from jsonb_array_elements(written) w where w.value ->> 'result' = 'error')
      or exists (select from jsonb_array_elements(lines) l where l.value ->> 'result' in ('unknown', 'error') or (l.value ->> 'moved')::boolean) then
      raise exception using errcode = 'P0001', hint = 'journal_changed', message = 'Nothing was imported: something changed since the preview. Check the lines again.';
    end if;
    perform private.settle_journal(source_param, lines), private.count_import(kept);
  exception when sqlstate 'ZZDRY' then
    null;
  end;
  return query select l.row_number, l.employee_id,
      case when w.result = 'error' then 'error' when l.moved then 'different' else l.result end,
      case when w.result = 'error' then w.message else l.message end, l.stored, kept
    from jsonb_to_recordset(lines) as l (row_number integer, employee_id uuid, result text, message text, stored jsonb, moved boolean)
    left join jsonb_to_recordset(written) as w (row_number integer, result text, message text) on w.row_number = l.row_number
    order by l.row_number;
end $$;
comment on function public.import_payroll_journal(text,jsonb,boolean,uuid,jsonb) is 'Managers: what a payroll journal would do, row by row (new, same, more, different, kept, unknown, error; stored: what is there now), and without dry_run stores all of it or nothing. A different row is stored only with decision take and, as seen, what was stored when it was decided; with keep the same journal does not ask again; without a decision it waits in payroll_fact_differences. undo_import() takes it back.';
grant execute on function public.import_payroll_journal(text,jsonb,boolean,uuid,jsonb) to authenticated;

create or replace function private.settle_journal(source_param text, lines_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  line record;
begin
  for line in select l.* from jsonb_to_recordset(lines_param) as l (employee_id uuid, week_end date, period_start date, result text, given jsonb, takes boolean, keeps boolean) loop
    if line.takes then
      delete from public.payroll_fact_differences d where d.company_id = me.company_id and d.employee_id = line.employee_id and d.week_end = line.week_end
        and d.period_start is not distinct from line.period_start;
    elsif line.result = 'different' and exists (select from public.employees e where e.company_id = me.company_id and e.id = line.employee_id) then
      perform private.note_journal_difference(me.company_id, source_param, line.employee_id, line.week_end, line.period_start, line.given, line.keeps);
    end if;
  end loop;
end $$;
comment on function private.settle_journal(text,jsonb) is 'What differs is noted, or no longer waits.';
grant execute on function private.settle_journal(text,jsonb) to authenticated;

create or replace function public.decide_payroll_difference(difference_id_param uuid, take_param boolean, seen_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  difference public.payroll_fact_differences;
  fact public.payroll_facts;
begin
  select * into difference from public.payroll_fact_differences d where d.company_id = me.company_id and d.id = difference_id_param for update;
  if difference.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This difference was not found. Somebody may have decided it already.';
  end if;
  select * into fact from public.payroll_facts f where f.company_id = me.company_id and f.employee_id = difference.employee_id and f.week_end = difference.week_end
    and f.period_start is not distinct from difference.period_start for update;
  if seen_param is null or (select jsonb_object_agg(k, to_jsonb(fact) -> k) from unnest(private.journal_columns()) k) <> seen_param then
    raise exception using errcode = 'P0001', hint = 'changed_meanwhile', message = 'Someone else changed this while you had it open.';
  elsif take_param then
    perform private.give_reason('Payroll journal (' || difference.source || ')');
    perform private.write_imported(me.company_id, 'payroll_facts', fact.id,
      case when fact.id is null then difference.theirs || jsonb_build_object('employee_id', difference.employee_id, 'week_end', difference.week_end, 'period_start', difference.period_start, 'other', coalesce(difference.theirs -> 'other', '[]')) else difference.theirs end);
    delete from public.payroll_fact_differences d where d.company_id = me.company_id and d.id = difference.id;
  else
    update public.payroll_fact_differences d set decision = 'keep', decided_by = auth.uid(), decided_at = now() where d.company_id = me.company_id and d.id = difference.id;
  end if;
end $$;
comment on function public.decide_payroll_difference(uuid,boolean,jsonb) is 'Managers: takes what a payroll journal says, or leaves what is stored. seen_param is what was stored when it was decided.';
grant execute on function public.decide_payroll_difference(uuid,boolean,jsonb) to authenticated;

create or replace function private.forget_settled_difference() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.payroll_fact_differences d where d.company_id = old.company_id and d.employee_id = old.employee_id and d.week_end = old.week_end
    and d.period_start is not distinct from old.period_start;
  return null;
end $$;
comment on function private.forget_settled_difference() is 'Without facts there is nothing a journal could differ from.';

create or replace trigger forget_difference after delete on public.payroll_facts
  for each row execute function private.forget_settled_difference();
