create or replace function public.hours_report(start_date_param date, end_date_param date, group_by_param text, then_by_param text default null::text, employee_ids_param uuid[] default null::uuid[], project_ids_param uuid[] default null::uuid[], cost_code_ids_param uuid[] default null::uuid[], equipment_ids_param uuid[] default null::uuid[], classification_ids_param uuid[] default null::uuid[]) returns table(group_key text, label text, detail text, seconds bigint, entries bigint, people bigint, then_key text, then_label text, then_detail text, unpaid_break_seconds bigint, paid_break_seconds bigint)
language plpgsql stable security definer set search_path = '' set work_mem = '64MB' set enable_mergejoin = 'off' as $$
declare
  me public.employees := private.require_employee();
  chosen uuid[] := case when me.role in ('owner', 'manager') then employee_ids_param else array[me.id] end;
  projects uuid[] := private.project_branches(me.company_id, project_ids_param);
begin
  if private.report_key(group_by_param) is null
    or (then_by_param is not null and (private.report_key(then_by_param) is null or then_by_param = group_by_param)) then
    raise exception using errcode = 'P0001', hint = 'unknown_grouping',
      message = 'Group by one or two of employee, project, top project, cost code, equipment, classification, day, week and month.';
  end if;
  if end_date_param < start_date_param or end_date_param > start_date_param + interval '5 years' then
    raise exception using errcode = 'P0001', hint = 'report_period_wrong', message = 'Choose a period of at most five years that ends after it begins.';
  end if;
  return query
    select s.one, coalesce(one.label, case when group_by_param in ('day', 'week', 'month') or private.is_report_field(group_by_param) then s.one end), one.detail, s.seconds, s.entries, s.people,
      s.two, coalesce(two.label, case when then_by_param in ('day', 'week', 'month') or private.is_report_field(then_by_param) then s.two end), two.detail, s.unpaid, s.paid
    from private.report_totals(me.company_id, start_date_param, end_date_param, array_remove(array[group_by_param, then_by_param], null),
      chosen, projects, cost_code_ids_param, equipment_ids_param, true, classification_ids_param) s
    left join private.report_labels(me.company_id, group_by_param) one on one.key = s.one
    left join private.report_labels(me.company_id, then_by_param) two on two.key = s.two
    -- By label and key, compared once for each label. To find labels, rows need not be sorted as well: no merge joins.
    order by one.place nulls last, case when one.place is null then s.one end, two.place nulls last, case when two.place is null then s.two end;
end $$;
comment on function public.hours_report(date,date,text,text,uuid[],uuid[],uuid[],uuid[],uuid[]) is 'Hours of up to five years by one or two of employee, project, top_project (what a phase is a part of), cost_code, equipment, classification, day, week, month; managers and owners the company''s, others their own. Projects to choose stand for their phases too.';
grant execute on function public.hours_report(date,date,text,text,uuid[],uuid[],uuid[],uuid[],uuid[]) to authenticated;

create or replace function private.report_key(grouping_param text) returns text
language sql immutable set search_path = '' as $$
  select case grouping_param
    when 'employee' then 'w.employee_id::text'
    when 'project' then 'w.project_id::text'
    when 'top_project' then 'coalesce($14 ->> w.project_id::text, w.project_id::text)'
    when 'cost_code' then 'w.cost_code_id::text'
    when 'equipment' then 'w.equipment_id::text'
    when 'classification' then '($13 ->> w.classification_id::text)'
    when 'day' then 'w.work_date::text'
    when 'week' then 'private.week_of(w.work_date, $8)::text'
    when 'month' then 'date_trunc(''month'', w.work_date::timestamp)::date::text'
    else private.report_field_column(grouping_param) end;
$$;
comment on function private.report_key(text) is 'Expression of a grouping over work w, with the first day of the week as $8, the rows of classes as $13 and the tops of phases as $14; null for one that is not known.';

create or replace function private.report_labels(company_id_param uuid, grouping_param text) returns table(key text, label text, detail text, place bigint)
language sql stable set search_path = '' as $$
  select l.*, row_number() over (order by l.label, l.key)
  from (
    select e.id::text as key, btrim(concat_ws(' ', e.first_name, e.last_name)) as label, e.job_title as detail from public.employees e
     where grouping_param = 'employee' and e.company_id = company_id_param
    union all
    select p.id::text, n.path, p.client from public.projects p join private.project_paths n on n.company_id = p.company_id and n.id = p.id
     where grouping_param = 'project' and p.company_id = company_id_param
    union all
    select p.id::text, p.name, p.client from public.projects p where grouping_param = 'top_project' and p.company_id = company_id_param and p.parent_id is null
    union all
    select k.id::text, k.code, k.name from public.cost_codes k where grouping_param = 'cost_code' and k.company_id = company_id_param
    union all
    select q.id::text, q.name, q.number from public.equipment q where grouping_param = 'equipment' and q.company_id = company_id_param
    union all
    select k.id::text, k.code, k.name from public.work_classifications k where grouping_param = 'classification' and k.company_id = company_id_param
    union all
    select c ->> 'id', c ->> 'name', null from public.custom_fields f cross join jsonb_array_elements(f.choices) c
     where private.is_report_field(grouping_param) and f.company_id = company_id_param and f.id::text = split_part(grouping_param, ':', 2)
  ) l;
$$;
comment on function private.report_labels(uuid,text) is 'What the items of a grouping are called, and their place when they are sorted by that.';

create or replace function public.activity_report(definition_param jsonb) returns table(keys jsonb, measures jsonb, labels jsonb)
language plpgsql security definer set search_path = '' set work_mem = '64MB' as $$
declare
  me public.employees := private.require_employee();
  row_keys text[];
  asked text[];
  first_day date;
  last_day date;
  week_start integer;
  filtered text;
  groupings text;
  chosen uuid[];
  projects uuid[];
  codes uuid[];
  machines uuid[];
  classes uuid[];
  fields jsonb;
  by_entries boolean;
begin
  perform private.check_report(definition_param);
  fields := (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(definition_param -> 'filters') f
    where private.is_report_field(f.key) and f.value <> '[]');
  projects := private.project_branches(me.company_id, private.report_filter(definition_param, 'project'));
  codes := private.report_filter(definition_param, 'cost_code');
  machines := private.report_filter(definition_param, 'equipment');
  classes := private.report_filter(definition_param, 'classification');
  row_keys := array(select jsonb_array_elements_text(definition_param -> 'rows'));
  asked := array(select jsonb_array_elements_text(definition_param -> 'measures'));
  first_day := (definition_param ->> 'start_date')::date;
  last_day := (definition_param ->> 'end_date')::date;
  if not isfinite(first_day) or not isfinite(last_day) or last_day < first_day or last_day > first_day + interval '5 years' then
    raise exception using errcode = 'P0001', hint = 'report_period_wrong', message = 'Choose a period of at most five years that ends after it begins.';
  end if;
  if 'cost' = any (asked) then
    perform private.require_manager();
    perform private.require_date_range(first_day, last_day);
  end if;
  chosen := case when me.role in ('owner', 'manager') then private.report_filter(definition_param, 'employee') else array[me.id] end;
  select c.week_start into week_start from public.companies c where c.id = me.company_id;
  filtered := concat(case when chosen is not null then ' and w.employee_id = any ($4)' end,
    case when projects is not null then ' and w.project_id = any ($5)' end,
    case when codes is not null then ' and w.cost_code_id = any ($6)' end,
    case when machines is not null then ' and w.equipment_id = any ($7)' end,
    case when classes is not null then ' and w.classification_id = any ($12)' end, private.report_field_filters(fields, false));
  -- Cost and quantities are not known by what was answered for an entry.
  by_entries := exists (select from unnest(row_keys || array(select jsonb_object_keys(fields))) k where k like 'entry_field:%');
  groupings := (select format('%s as one, %s as two, %s as three', k.keys[1], k.keys[2], k.keys[3]) from (
    select array(select coalesce(case when row_keys[n] not like 'entry_field:%' then private.report_key(row_keys[n]) end, 'null::text') from generate_series(1, 3) n) as keys) k);
  return query execute format($query$
    with figures as (
      select s.one, s.two, s.three, s.seconds, s.entries, s.people, null::bigint as cents, null::bigint as unpriced, null::numeric as quantity
      from private.report_totals($1, $2, $3, $9, $4, $5, $6, $7, 'people' = any ($10), $12, $15) s
      union all
      -- Lines of pay know no equipment; time off to come has cost nothing yet.
      select %1$s, null, null, null, sum(w.total_cents)::bigint, (sum(w.minutes) filter (where w.total_cents is null) * 60)::bigint, null
      from (
        select l.employee_id, l.work_date, l.project_id, l.cost_code_id, l.minutes, l.total_cents, null::uuid as equipment_id, l.classification_id
        from private.payroll_lines_between($1, $2, least($3, $11), null, null) l where %3$L
        union all
        -- Running clocks up to now, as in the hours.
        select l.employee_id, l.work_date, l.project_id, l.cost_code_id, l.sign * l.minutes, l.sign * l.total_cents, null, l.classification_id
        from private.running_pay($1) l where %3$L and l.work_date between $2 and least($3, $11)) w
      where true %2$s group by 1, 2, 3
      union all
      -- Quantities know no people, no equipment and no classes.
      select %1$s, null, null, null, null, null, sum(w.quantity)
      from (select q.project_id, q.cost_code_id, q.work_date, q.quantity, null::uuid as employee_id, null::uuid as equipment_id, null::uuid as classification_id
        from public.quantities q
        where q.company_id = $1 and q.work_date between $2 and $3 and q.status = 'approved' and %4$L) w
      where true %2$s group by 1, 2, 3
    ), summed as (
      select f.one, f.two, f.three, coalesce(sum(f.seconds), 0) as seconds, coalesce(sum(f.entries), 0) as entries,
        coalesce(max(f.people), 0) as people, sum(f.cents) as cents, sum(f.unpriced) as unpriced, sum(f.quantity) as quantity
      from figures f group by 1, 2, 3
    )
    select (select jsonb_object_agg(k.name, k.value) from (values ($9[1], s.one), ($9[2], s.two), ($9[3], s.three)) as k (name, value)
        where k.name is not null),
      (select jsonb_object_agg(m.name, m.value) from (values ('hours', to_jsonb(s.seconds)), ('entries', to_jsonb(s.entries)),
          ('people', to_jsonb(s.people)), ('cost', to_jsonb(round(s.cents / 100.0, 2))), ('unpriced', to_jsonb(s.unpriced)),
          ('quantity', to_jsonb(s.quantity))) as m (name, value)
        where m.name = any ($10) or (m.name = 'unpriced' and s.unpriced > 0)),
      jsonb_build_array(jsonb_build_array(coalesce(one.label, s.one), one.detail))
        || case when $9[2] is null then '[]' else jsonb_build_array(jsonb_build_array(coalesce(two.label, s.two), two.detail)) end
        || case when $9[3] is null then '[]' else jsonb_build_array(jsonb_build_array(coalesce(three.label, s.three), three.detail)) end
    from summed s
    left join private.report_labels($1, $9[1]) one on one.key = s.one
    left join private.report_labels($1, $9[2]) two on two.key = s.two
    left join private.report_labels($1, $9[3]) three on three.key = s.three
    order by coalesce(one.label, s.one) nulls last, s.one, coalesce(two.label, s.two) nulls last, s.two,
      coalesce(three.label, s.three) nulls last, s.three
    $query$,
    groupings, filtered, 'cost' = any (asked) and not by_entries, 'quantity' = any (asked) and not by_entries and me.role in ('owner', 'manager'))
  using me.company_id, first_day, last_day, chosen, projects, codes, machines, week_start, row_keys, asked, private.company_today(me.company_id), private.same_classes(me.company_id, classes),
    private.newest_classes(me.company_id, row_keys), private.project_tops(me.company_id, row_keys), fields;
end $$;
comment on function public.activity_report(jsonb) is 'A report by up to three of employee, project, top_project, cost_code, equipment, classification, day, week and month: hours in seconds, entries, people, cost in dollars (managers, up to 400 days), approved quantities. Rows and filters also by a custom field, "project_field:" or "entry_field:" and its id; by one of entries without cost and quantities. Managers and owners see the company''s, others their own.';
grant execute on function public.activity_report(jsonb) to authenticated;

create or replace function private.check_report(definition_param jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  rows_asked jsonb := definition_param -> 'rows';
  measures jsonb := definition_param -> 'measures';
  filters jsonb := coalesce(definition_param -> 'filters', '{}');
begin
  if jsonb_typeof(definition_param) is distinct from 'object' or jsonb_typeof(rows_asked) is distinct from 'array'
    or jsonb_typeof(measures) is distinct from 'array' or jsonb_typeof(filters) is distinct from 'object'
    or jsonb_array_length(rows_asked) not between 1 and 3 or jsonb_array_length(measures) not between 1 and 5
    or exists (select from jsonb_array_elements_text(rows_asked) r
      where r not in ('employee', 'project', 'top_project', 'cost_code', 'equipment', 'classification', 'day', 'week', 'month') and not private.is_report_field(r))
    or not measures <@ '["hours", "entries", "people", "cost", "quantity"]'
    or (select count(distinct x) from jsonb_array_elements(rows_asked) x) <> jsonb_array_length(rows_asked)
    or exists (select from jsonb_each(filters) f
      where f.key not in ('employee', 'project', 'cost_code', 'equipment', 'classification') and not private.is_report_field(f.key) or jsonb_typeof(f.value) <> 'array'
        or exists (select from jsonb_array_elements(f.value) i
          where jsonb_typeof(i) <> 'string' or not (private.is_report_field(f.key) or private.can_be(i #>> '{}', 'uuid'))))
    or not private.can_be(definition_param ->> 'start_date', 'date')
    or not private.can_be(definition_param ->> 'end_date', 'date') then
    raise exception using errcode = 'P0001', hint = 'report_unknown',
      message = 'A report has one to three rows, at least one measure, filters by id, a start date and an end date.';
  end if;
end $$;
comment on function private.check_report(jsonb) is 'Refuses a definition that activity_report() could not answer.';

create or replace function private.can_be(text_param text, type_param regtype) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  execute format('select %L::%s', text_param, type_param);
  return text_param is not null;
exception when data_exception then
  return false;
end $$;
comment on function private.can_be(text,regtype) is 'Whether a text is a value of the type.';
grant execute on function private.can_be(text,regtype) to authenticated;

create or replace function private.report_filter(definition_param jsonb, item_param text) returns uuid[]
language sql immutable set search_path = '' as $$
  select array_agg((i #>> '{}')::uuid) from jsonb_array_elements(definition_param #> array['filters', item_param]) i;
$$;

create or replace function public.scheduled_report(report_id_param uuid) returns table(name text, definition jsonb, company_name text, language text, time_zone text, date_format text, time_format text, week_start integer)
language sql stable security definer set search_path = '' as $$
  select s.name, s.definition, r.company_name, r.language, r.time_zone, p.date_format, p.time_format, r.week_start::integer
  from public.saved_reports s
  join private.notification_recipients r on r.company_id = s.company_id and (r.user_id = s.created_by or r.employee_id = any (s.recipients))
  join public.preferences p on p.user_id = r.user_id
  where s.company_id = coalesce(private.uuid_or_null(auth.jwt() ->> 'company_id'), private.my_company_id(), s.company_id)
    and s.id = report_id_param and r.user_id = auth.uid() and r.email is not null and s.schedule is not null;
$$;
comment on function public.scheduled_report(uuid) is 'A report that is still mailed to the caller, with what its file is written by; nothing after it was stopped, the caller was taken off or left.';
grant execute on function public.scheduled_report(uuid) to authenticated;

create or replace function public.mail_report(report_id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  due record;
begin
  perform private.require_employee();
  select s as report, r as recipient into due
  from public.saved_reports s
  join private.notification_recipients r on r.company_id = s.company_id and r.user_id = s.created_by and r.email is not null
  where s.company_id = private.my_company_id() and s.id = report_id_param and s.created_by = auth.uid() and s.schedule is not null;
  if not found then
    raise exception using errcode = 'P0001', hint = 'report_not_scheduled', message = 'Only a report of your own that is mailed can be sent now.';
  elsif to_regprocedure('mail.enqueue(text, text, text, jsonb, text)') is null then
    raise exception using errcode = 'P0001', hint = 'no_mail_here', message = 'This installation sends no mail.';
  end if;
  insert into private.report_requests as q (company_id, report_id) values ((due.report).company_id, (due.report).id)
    on conflict (company_id, report_id) do update set asked_at = now() where q.asked_at < now() - interval '1 minute';
  if not found then
    raise exception using errcode = 'P0001', hint = 'report_just_sent', message = 'This report was sent less than a minute ago.';
  end if;
  perform private.queue_report(due.report, due.recipient, (now() at time zone (due.recipient).time_zone)::date, now());
end $$;
comment on function public.mail_report(uuid) is 'Sends a scheduled report of one''s own to oneself now, once a minute at most.';
grant execute on function public.mail_report(uuid) to authenticated;

create or replace function private.report_copy_id(report_id_param uuid, employee_id_param uuid) returns uuid
language sql immutable parallel safe
return md5(report_id_param::text || employee_id_param::text)::uuid;
comment on function private.report_copy_id(uuid,uuid) is 'Names one recipient of one report in the link that takes them off.';

create or replace function private.queue_report(report_param public.saved_reports, recipient_param private.notification_recipients, today_param date, moment_param timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  words jsonb := jsonb_build_object('first_name', recipient_param.first_name, 'company_name', recipient_param.company_name,
    'report_name', report_param.name, 'report_id', report_param.id,
    'company_id', private.company_in_links(recipient_param.user_id, recipient_param.company_id),
    -- Whoever it is sent to as well takes only themselves off.
    'unsubscribe_token', case when recipient_param.user_id = report_param.created_by then private.unsubscribe_token(report_param.id, 'report')
      else private.unsubscribe_token(private.report_copy_id(report_param.id, recipient_param.employee_id), 'report_copy') end);
begin
  if report_param.schedule ? 'file' and to_regprocedure('mail.enqueue_with_file(text, text, text, jsonb, jsonb)') is not null then
    execute 'select mail.enqueue_with_file($1, $2, $3, $4, $5)' using recipient_param.email, 'scheduled_report', recipient_param.language, words,
      jsonb_build_object('user_id', recipient_param.user_id, 'claims', jsonb_build_object('company_id', recipient_param.company_id), 'renderer', 'activity_report', 'report_id', report_param.id,
        'format', report_param.schedule ->> 'file', 'today', today_param, 'created_at', moment_param);
  else
    execute 'select mail.enqueue($1, $2, $3, $4, null)' using recipient_param.email, 'scheduled_report', recipient_param.language, words;
  end if;
  return true;
exception when check_violation then
  raise warning 'No mail could be queued for report %', report_param.id;
  return false;
end $$;
comment on function private.queue_report(public.saved_reports,private.notification_recipients,date,timestamp with time zone) is 'Queues the mail of a report; its file is made when it is sent, with the rights its recipient has then.';

create or replace function public.activity_report_table(definition_param jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  most constant bigint := 20000;
  found bigint;
  answer jsonb;
begin
  select count(*), coalesce(jsonb_agg(to_jsonb(r)), '[]') into found, answer
    from (select * from public.activity_report(definition_param) limit most + 1) r;
  if found > most then
    raise exception using errcode = 'P0001', hint = 'report_too_large', message = 'This report has more than 20,000 lines. Choose fewer rows or a shorter period.';
  end if;
  return answer;
end $$;
comment on function public.activity_report_table(jsonb) is 'What activity_report() answers as one array, or a refusal: never a part of it.';
grant execute on function public.activity_report_table(jsonb) to authenticated;

create or replace function private.report_schedule_is_valid(schedule_param jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select schedule_param is null or jsonb_typeof(schedule_param) = 'object' and case schedule_param ->> 'every'
    when 'day' then true
    when 'week' then schedule_param ->> 'weekday' ~ '^[0-6]$'
    when 'month' then schedule_param ->> 'day' ~ '^([1-9]|1\d|2[0-8])$'
    else false end and schedule_param ->> 'hour' ~ '^([0-9]|1\d|2[0-3])$'
    and coalesce(schedule_param ->> 'file' in ('csv', 'xlsx', 'pdf'), not schedule_param ? 'file');
$$;
grant execute on function private.report_schedule_is_valid(jsonb) to authenticated;

create or replace function private.send_scheduled_reports(moment_param timestamptz default now()) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  sent bigint := 0;
begin
  if to_regprocedure('mail.enqueue(text, text, text, jsonb, text)') is null then
    return 0;
  end if;
  delete from private.report_mails m where m.sent_on < (moment_param - interval '90 days')::date;
  for due in
    select s as report, l.today
    from public.saved_reports s
    join private.notification_recipients r on r.company_id = s.company_id and r.user_id = s.created_by and r.email is not null
    cross join lateral (select (moment_param at time zone r.time_zone)::date as today, extract(hour from moment_param at time zone r.time_zone)::integer as hour) l
    -- Six hours are enough to come back from an outage; later the next day's is better.
    where s.schedule is not null and l.hour between (s.schedule ->> 'hour')::integer and (s.schedule ->> 'hour')::integer + 6
      and case s.schedule ->> 'every' when 'week' then extract(dow from l.today)::integer = (s.schedule ->> 'weekday')::integer
        when 'month' then extract(day from l.today)::integer = (s.schedule ->> 'day')::integer else true end
      -- Saved after its hour today, it begins the next time.
      and s.scheduled_at <= (l.today + make_interval(hours => (s.schedule ->> 'hour')::integer)) at time zone r.time_zone
      and not exists (select from private.report_mails m where m.company_id = s.company_id and m.report_id = s.id and m.sent_on = l.today)
  loop
    insert into private.report_mails (company_id, report_id, sent_on) values ((due.report).company_id, (due.report).id, due.today) on conflict do nothing;
    if found then
      sent := sent + (select count(*) from private.notification_recipients r
        where r.company_id = (due.report).company_id and r.email is not null and (r.user_id = (due.report).created_by or r.employee_id = any ((due.report).recipients))
          and private.queue_report(due.report, r, due.today, moment_param));
    end if;
  end loop;
  return sent;
end $$;
comment on function private.send_scheduled_reports(timestamp with time zone) is 'Queues the reports that are due and says how many; may run anywhere, any number of times.';
select cron.schedule('scheduled-reports', '*/5 * * * *', 'select private.send_scheduled_reports()');

create or replace function private.report_decision(kind_param text, subject_id_param uuid, employee_id_param uuid, summary_param text, detail_param jsonb) returns void
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
