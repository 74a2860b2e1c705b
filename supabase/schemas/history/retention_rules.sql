create table public.retention_rules (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  kind text not null,
  years integer default 7 not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint retention_rules_pkey primary key (company_id, id),
  constraint retention_rules_once unique (company_id, kind),
  constraint retention_rules_kind_known check (kind in ('history', 'answers', 'payments', 'incidents', 'messages', 'photos', 'visits')),
  constraint retention_rules_years_range check (years between 1 and 100),
  constraint retention_rules_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.retention_rules');
comment on table public.retention_rules is 'After how many years a kind of record is deleted. Without a row nothing of the kind ever is; never before the laws of the company''s states (private.retention_laws) allow it.';
comment on column public.retention_rules.kind is 'history: content of events; answers: at the clock and about breaks; payments: what the payroll system withheld and paid; incidents; messages: bulletins and talks; photos; visits: who signed in at sites.';
alter table public.retention_rules enable row level security;
grant select, delete on table public.retention_rules to authenticated;
grant insert (company_id, kind, years), update (years) on table public.retention_rules to authenticated;

create policy "Managers read how long records are stored" on public.retention_rules
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Owners choose how long records are stored" on public.retention_rules
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_owner()));

create policy "Owners change how long records are stored" on public.retention_rules
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()))
  with check (company_id = (select private.my_company_id()));

create policy "Owners stop deleting records" on public.retention_rules
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()));

create or replace trigger fill_company_id before insert on public.retention_rules
  for each row execute function private.fill_company_id();

create or replace trigger keep_identity before update on public.retention_rules
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.retention_rules
  for each row execute function private.record_change();

create or replace trigger keep_above_law before insert or update on public.retention_rules
  for each row execute function private.keep_above_law();

create or replace function private.keep_above_law() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.years < private.retention_minimum(new.company_id, new.kind) then
    raise exception using errcode = 'P0001', hint = 'retention_below_law',
      message = 'The law asks for more years: ' || private.retention_minimum(new.company_id, new.kind) || '.';
  end if;
  return new;
end $$;
comment on function private.keep_above_law() is 'No rule is shorter than what a law of the company''s states asks for.';

create or replace function private.retention_laws() returns table(kind text, state text, years integer, law text)
language sql immutable parallel safe set search_path = '' as $$
  select k.kind, l.state, l.years, l.law
  from (values ('history'), ('answers'), ('payments')) k (kind)
  cross join (values ('US', 3, '29 CFR 516.5'), ('AZ', 4, 'A.R.S. 23-364(D)'), ('CA', 4, 'Bus. & Prof. Code 17208'), ('HI', 6, 'Haw. Code R. 12-20-8'),
    ('NJ', 6, 'New Jersey wage and hour rules'), ('NY', 6, '12 NYCRR 142-2.6'), ('WA', 5, 'WAC 192-310-050')) l (state, years, law)
  -- Five years after the year of the incident.
  union all values ('incidents', 'US', 5, '29 CFR 1904.33'), ('messages', 'US', 3, null), ('photos', 'US', 3, null), ('visits', 'US', 1, null);
$$;
comment on function private.retention_laws() is 'How many years records are stored at least, by kind and state (US: everywhere): docs/rules/retention.md has the sources; law null: none that we know, as long as time and pay; visits of strangers a year. Washington counts four calendar years after that of the work.';

create or replace function private.company_states(company_id_param uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct s.state order by s.state), '{}') from (
    select d.state from public.contractor_details d where d.company_id = company_id_param
    union all select upper(btrim(c.state)) from public.public_contracts c where c.company_id = company_id_param
    union all select left(p.preset, 2) from public.overtime_policies p where p.company_id = company_id_param and left(p.preset, 2) in (select l.state from private.retention_laws() l)
  ) s where s.state is not null and s.state <> '';
$$;
comment on function private.company_states(uuid) is 'The states a company is known to work in: of its address, its public contracts and its rules of overtime.';

create or replace function private.retention_minimum(company_id_param uuid, kind_param text) returns integer
language sql stable security definer set search_path = '' as $$
  -- Where no state is known, or one is written another way, the longest counts.
  select max(l.years) from private.retention_laws() l cross join (select private.company_states(company_id_param) as states) c
  where l.kind = kind_param and (l.state = 'US' or l.state = any (c.states) or c.states = '{}' or exists (select from unnest(c.states) s where s !~ '^[A-Z]{2}$'));
$$;
comment on function private.retention_minimum(uuid,text) is 'How many years a company stores a kind of record at least, by the laws of its states.';

create or replace function private.retention_years(company_id_param uuid, kind_param text) returns interval
language sql stable security definer set search_path = '' as $$
  -- A state may have been added since the rule was made.
  select make_interval(years => greatest(r.years, private.retention_minimum(r.company_id, r.kind))) from public.retention_rules r where r.company_id = company_id_param and r.kind = kind_param;
$$;
comment on function private.retention_years(uuid,text) is 'After which time a kind of record of a company is deleted; null: never.';

create or replace function private.is_needed(company_id_param uuid, employee_id_param uuid, project_id_param text, date_param date) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_held(company_id_param, employee_id_param, project_id_param)
    or exists (select from public.evidence_packets p where p.company_id = company_id_param and p.kind <> 'record' and p.created_at > now() - interval '1 year'
      and (p.employee_id = employee_id_param or p.project_id::text = project_id_param))
    or exists (select from public.pay_periods p where p.company_id = company_id_param and p.status = 'open' and date_param between p.start_date and p.end_date)
    or exists (select from public.timesheet_signatures s where s.company_id = company_id_param and s.employee_id = employee_id_param and s.disputed and s.invalidated_at is null
      and date_param between s.start_date and s.end_date)
    -- Public work: three years after all of it is done (29 CFR 5.5(a)(3)), whatever the age of the week.
    or exists (select from public.certified_payrolls c join public.projects j on j.company_id = c.company_id and j.id = c.project_id
      where c.company_id = company_id_param and c.employee_ids @> array[employee_id_param] and date_param between c.week_end - 6 and c.week_end
        and (j.status <> 'completed' or exists (select from public.certified_payrolls l where l.company_id = c.company_id and l.project_id = c.project_id and l.week_end > now() - interval '3 years')));
$$;
comment on function private.is_needed(uuid,uuid,text,date) is 'Whether a record of a person, project and day has to stay: a legal hold, a packet made of it within a year, a pay period that was opened again, a dispute, or public work that is not over for three years.';

create or replace function private.events_past_retention(company_id_param uuid, limit_param integer, after_param bigint default 0) returns setof public.audit_events
language sql stable security definer set search_path = '' as $$
  select e.* from public.audit_events e
  where e.company_id = company_id_param and e.sequence > after_param and e.occurred_at < now() - private.retention_years(company_id_param, 'history')
    and e.action not in ('content_deleted', 'redacted', 'restored') and coalesce(e.before, e.after) is not null and not coalesce(e.after ? 'redaction', false)
    and not private.is_needed(e.company_id, e.employee_id, coalesce(e.after ->> 'project_id', e.before ->> 'project_id', case when e.entity = 'projects' then e.entity_id::text end),
      private.date_or_null(coalesce(e.after, e.before) ->> 'work_date'))
  order by e.sequence limit limit_param;
$$;
comment on function private.events_past_retention(uuid,integer,bigint) is 'Events whose content is to go, oldest first; none that is needed.';

create or replace function private.photos_past_retention(company_id_param uuid, limit_param integer) returns setof public.photos
language sql stable security definer set search_path = '' as $$
  select p.* from public.photos p
  where p.company_id = company_id_param and p.taken_at < now() - private.retention_years(company_id_param, 'photos') and p.created_at < now() - private.retention_years(company_id_param, 'photos')
    and not private.is_needed(p.company_id, p.employee_id, p.project_id::text, p.taken_on)
    and not private.is_receipt_locked(p) and not private.is_photo_locked(p.company_id, p.field_report_id) and not private.is_photo_of_ticket(p.company_id, p.id)
    and not private.is_photo_of_form(p.company_id, p.id)
  order by p.taken_at limit limit_param;
$$;
comment on function private.photos_past_retention(uuid,integer) is 'Photos that are to go; none that is needed, nor those of locked reports, signed tickets, sent forms and approved expenses.';

create or replace function private.rows_past_retention(company_id_param uuid, kind_param text, limit_param integer) returns table(entity text, id uuid, happened_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select r.entity, r.id, r.happened_at from (
    select 'clock_answers' as entity, a.id, a.answered_at as happened_at from public.clock_answers a
    where kind_param = 'answers' and a.company_id = company_id_param and a.answered_at < now() - private.retention_years(company_id_param, 'answers')
      and not exists (select from public.incidents i where i.company_id = a.company_id and i.answer_id = a.id)
      and not private.is_needed(a.company_id, a.employee_id, (select t.project_id::text from public.time_entries t where t.company_id = a.company_id and t.id = a.time_entry_id), a.answered_at::date)
    union all
    select 'break_offers', o.id, o.offered_at from public.break_offers o
    where kind_param = 'answers' and o.company_id = company_id_param and o.offered_at < now() - private.retention_years(company_id_param, 'answers')
      and not private.is_needed(o.company_id, o.employee_id, (select t.project_id::text from public.time_entries t where t.company_id = o.company_id and t.id = o.time_entry_id), o.offered_at::date)
    union all
    select 'payroll_facts', f.id, f.week_end::timestamptz from public.payroll_facts f
    where kind_param = 'payments' and f.company_id = company_id_param and greatest(f.week_end, f.paid_on) < now() - private.retention_years(company_id_param, 'payments')
      and not private.is_needed(f.company_id, f.employee_id, null, f.week_end)
    union all
    select 'incidents', i.id, i.happened_at from public.incidents i
    where kind_param = 'incidents' and i.company_id = company_id_param and i.status = 'closed'
      and date_trunc('year', greatest(i.happened_at, i.created_at)) + interval '1 year' < now() - private.retention_years(company_id_param, 'incidents')
      and not private.is_needed(i.company_id, i.employee_id, i.project_id::text, i.happened_at::date)
    union all
    select 'bulletins', b.id, b.publish_at from public.bulletins b
    where kind_param = 'messages' and b.company_id = company_id_param and not b.pinned and coalesce(b.expires_at, b.publish_at) < now()
      and greatest(b.publish_at, b.updated_at) < now() - private.retention_years(company_id_param, 'messages')
      -- It was for somebody or a project that is on hold.
      and not exists (select from public.legal_holds h where h.company_id = b.company_id and h.released_at is null
        and (b.audience ->> 'everyone' = 'true' or b.audience ?| '{roles,crews}'::text[] or b.audience -> 'projects' ?| array(select p::text from private.project_branch(h.project_id, h.company_id) p) or b.audience -> 'employees' ? h.employee_id::text))
    union all
    select 'site_visits', v.id, v.signed_in_at from public.site_visits v
    where kind_param = 'visits' and v.company_id = company_id_param and v.how_out is not null
      and v.signed_in_at < now() - private.retention_years(company_id_param, 'visits')
      and not private.is_needed(v.company_id, null, v.project_id::text, v.work_date)
  ) r order by r.happened_at limit limit_param;
$$;
comment on function private.rows_past_retention(uuid,text,integer) is 'Records of a kind that are to go, oldest first; none that is needed. While anybody is on hold, messages to everyone stay.';

create or replace function public.retention_preview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := private.require_owner();
begin
  return (select jsonb_object_agg(k.kind, jsonb_build_object('minimum', private.retention_minimum(company, k.kind),
      'law', (select jsonb_agg(jsonb_build_object('state', l.state, 'years', l.years, 'law', l.law) order by l.years, l.state) from private.retention_laws() l
        where l.kind = k.kind and (l.state = 'US' or l.state = any (private.company_states(company)))))
      || case k.kind
        when 'history' then (select jsonb_build_object('count', count(*), 'oldest', min(e.occurred_at)) from private.events_past_retention(company, 1000000) e)
        when 'photos' then (select jsonb_build_object('count', count(*), 'oldest', min(p.taken_at), 'bytes', coalesce(sum(p.size_bytes), 0)) from private.photos_past_retention(company, 1000000) p)
        else (select jsonb_build_object('count', count(*), 'oldest', min(r.happened_at)) from private.rows_past_retention(company, k.kind, 1000000) r) end)
      from (select distinct l.kind from private.retention_laws() l) k)
    || jsonb_build_object('states', private.company_states(company),
      'holds', (select count(*) from public.legal_holds h where h.company_id = company and h.released_at is null));
end $$;
comment on function public.retention_preview() is 'Owners: of each kind the fewest years and the laws behind them, and what would be deleted now by the rules that are stored; the states they follow from, and how many holds are open.';
grant execute on function public.retention_preview() to authenticated;

create or replace function private.redact_history(company_id_param uuid, max_batches_param integer) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  run uuid;
  left_over jsonb;
  keys uuid[];
  sequences bigint[];
  hashes jsonb;
  done bigint := 0;
begin
  for batch in 1 .. max_batches_param loop
    run := gen_random_uuid();
    left_over := jsonb_build_object('before', null, 'after', jsonb_build_object('redaction', run), 'reason', null);
    select array_agg(e.id), array_agg(e.sequence), jsonb_object_agg(e.id, private.audit_hash(jsonb_populate_record(e, left_over))) into keys, sequences, hashes
      from private.events_past_retention(company_id_param, 100, coalesce(sequences[cardinality(sequences)] - 1, 0)) e;
    exit when keys is null;
    -- What is left of each is sealed by an event of the same chain before anything goes.
    insert into public.audit_events (company_id, actor_id, source, action, entity, entity_id, after)
      values (company_id_param, null, 'database', 'content_deleted', 'audit_events', run, jsonb_build_object('count', cardinality(keys), 'events', hashes));
    update public.audit_events e set before = null, after = left_over -> 'after', reason = null
      from unnest(keys, sequences) as k (id, sequence) where e.company_id = company_id_param and e.sequence = k.sequence and e.id = k.id;
    done := done + cardinality(keys);
  end loop;
  return done;
end $$;
comment on function private.redact_history(uuid,integer) is 'Deletes the content of old events, a hundred at a time: their hashes and links stay, and an event says what is left of each.';

create or replace function private.delete_past_retention(company_id_param uuid, kind_param text, limit_param integer) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  gone record;
  deleted bigint := 0;
begin
  -- The history says what went, not what it said.
  perform set_config('chalkline.retention', 'on', true);
  for gone in select r.entity, array_agg(r.id) as ids from private.rows_past_retention(company_id_param, kind_param, limit_param) r group by 1 loop
    if gone.entity = 'bulletins' then
      delete from storage.objects o using public.bulletins b
        where b.company_id = company_id_param and b.id = any (gone.ids) and o.bucket_id = 'bulletins' and o.name in (select private.bulletin_files(b));
    end if;
    execute format('delete from public.%I r where r.company_id = $1 and r.id = any ($2)', gone.entity) using company_id_param, gone.ids;
    deleted := deleted + cardinality(gone.ids);
  end loop;
  perform set_config('chalkline.retention', '', true);
  return deleted;
end $$;
comment on function private.delete_past_retention(uuid,text,integer) is 'Deletes records of a kind that are past their rule, with what belongs to them. Their events have no content.';

create or replace function private.delete_photos_past_retention(company_id_param uuid, limit_param integer) returns bigint
language sql security definer set search_path = '' as $$
  with gone as (
    delete from public.photos p using private.photos_past_retention(company_id_param, limit_param) o where p.company_id = o.company_id and p.id = o.id returning p.path
  ), files as (
    delete from storage.objects o using gone where o.bucket_id = 'photos' and o.name = gone.path
  )
  select count(*) from gone;
$$;

create or replace function private.apply_retention(company_id_param uuid, limit_param interval) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  last_moment constant timestamptz := clock_timestamp() + limit_param;
  rule text;
  part bigint;
  done bigint := 0;
begin
  for rule in select r.kind from public.retention_rules r where r.company_id = company_id_param order by random() loop
    loop
      part := case rule when 'history' then private.redact_history(company_id_param, 100)
        when 'photos' then private.delete_photos_past_retention(company_id_param, 1000)
        else private.delete_past_retention(company_id_param, rule, 1000) end;
      done := done + part;
      exit when part = 0 or clock_timestamp() > last_moment;
    end loop;
  end loop;
  return done;
end $$;
comment on function private.apply_retention(uuid,interval) is 'Deletes what is older than the rules of a company, photos and messages with their files, as long as it is told; returns how much.';

create or replace function private.apply_retention() returns void
language sql security definer set search_path = '' as $$
  select private.for_each_company(array_agg(distinct r.company_id), 'select private.apply_retention($1, interval ''5 seconds'')', '20 seconds') from public.retention_rules r;
$$;
comment on function private.apply_retention() is 'At night, every ten minutes: deletes what is older than its rule, a company after the other.';
select cron.schedule('retention', '3-59/10 8-11 * * *', 'select private.apply_retention()');
