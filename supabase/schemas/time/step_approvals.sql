create table public.step_approvals (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  time_entry_id uuid not null,
  step_id uuid not null,
  employee_id uuid not null,
  work_date date not null,
  entry_version text not null,
  seen jsonb not null,
  decision text not null,
  decided_by uuid,
  stands_in_for uuid,
  reason text,
  created_by uuid default auth.uid(),
  created_at timestamptz default clock_timestamp() not null,
  constraint step_approvals_pkey primary key (company_id, id),
  constraint step_approvals_once unique (company_id, time_entry_id, step_id),
  constraint step_approvals_decision_known check (decision in ('approved', 'overridden', 'returned')),
  constraint step_approvals_reason_given check (decision = 'approved' or reason is not null),
  constraint step_approvals_reason_length check (char_length(btrim(reason)) >= 1 and char_length(reason) <= 500),
  constraint step_approvals_version_length check (char_length(entry_version) <= 100),
  constraint step_approvals_decided_by foreign key (company_id, decided_by) references public.employees(company_id, id) on delete set null (decided_by),
  constraint step_approvals_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint step_approvals_stands_in_for foreign key (company_id, stands_in_for) references public.employees(company_id, id) on delete set null (stands_in_for),
  constraint step_approvals_step foreign key (company_id, step_id) references public.approval_steps(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.step_approvals');
create index step_approvals_by_decider on public.step_approvals (company_id, decided_by) where decided_by is not null;
create index step_approvals_by_person on public.step_approvals (company_id, employee_id, work_date);
create index step_approvals_by_step on public.step_approvals (company_id, step_id);
create index step_approvals_by_substitute on public.step_approvals (company_id, stands_in_for) where stands_in_for is not null;
comment on table public.step_approvals is 'What was decided last about an entry at a step of its chain. Written by functions only, under private.lock_time_exclusive(). It holds as long as the entry is as it was; it stays when the entry is deleted, so that the next approver sees what is missing.';
comment on column public.step_approvals.entry_version is 'private.entry_version() when it was decided: another one by now, and the step is open again.';
comment on column public.step_approvals.seen is 'private.entry_facts() when it was decided, for what changed since.';
comment on column public.step_approvals.decided_by is 'Null: nobody did by hand.';
comment on column public.step_approvals.stands_in_for is 'Whose step it was, where a substitute decided.';
alter table public.step_approvals enable row level security;
alter publication supabase_realtime add table public.step_approvals;
grant select on table public.step_approvals to authenticated;

create policy "Managers read what was decided at steps, others about them" on public.step_approvals
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager())
    or employee_id = (select private.my_employee_id()) or decided_by = (select private.my_employee_id())));

create or replace trigger zz_record_changed after update on public.step_approvals referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_changes();

create or replace trigger zz_record_deleted after delete on public.step_approvals referencing old table as old_rows
  for each statement execute function private.record_changes();

create or replace trigger zz_record_new after insert on public.step_approvals referencing new table as new_rows
  for each statement execute function private.record_changes();

create or replace function private.entry_version(company_id_param uuid, entry_id_param uuid, updated_at_param timestamptz) returns text
language sql stable set search_path = '' as $$
  select private.version_text(updated_at_param, string_agg(private.break_text(b), ',' order by b.started_at, b.id))
  from public.time_entry_breaks b where b.company_id = company_id_param and b.time_entry_id = entry_id_param;
$$;
comment on function private.entry_version(uuid,uuid,timestamptz) is 'Another text after every change of an entry or its breaks.';

-- Both are inlined where many are read at once, so without a search_path.
create or replace function private.break_text(b public.time_entry_breaks) returns text
language sql stable
return concat_ws(' ', extract(epoch from b.started_at), extract(epoch from b.ended_at), b.paid, b.kind);

create or replace function private.version_text(updated_at_param timestamptz, breaks_param text) returns text
language sql stable
-- Breaks are rows of their own and leave the entry's updated_at as it is.
return extract(epoch from updated_at_param) || coalesce(' ' || md5(breaks_param), '');

create or replace function private.entry_facts(entry public.time_entries) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('clock_in', entry.clock_in, 'clock_out', entry.clock_out, 'project_id', entry.project_id,
    'cost_code_id', entry.cost_code_id, 'equipment_id', entry.equipment_id, 'classification_id', entry.classification_id, 'notes', entry.notes,
    'meal_waived', nullif(entry.meal_waived, false), 'break_minutes', nullif(private.break_minutes(entry.company_id, entry.id), 0)));
$$;
comment on function private.entry_facts(public.time_entries) is 'What an approver sees of an entry.';

create or replace function private.name_fact(company_id_param uuid, field_param text, value_param text) returns text
language sql stable set search_path = '' as $$
  select case field_param
    when 'project_id' then (select p.name from public.projects p where p.company_id = company_id_param and p.id = value_param::uuid)
    when 'cost_code_id' then (select c.code || ' ' || c.name from public.cost_codes c where c.company_id = company_id_param and c.id = value_param::uuid)
    when 'equipment_id' then (select q.name from public.equipment q where q.company_id = company_id_param and q.id = value_param::uuid)
    when 'classification_id' then (select k.name from public.work_classifications k where k.company_id = company_id_param and k.id = value_param::uuid)
    else value_param end;
$$;

create or replace function private.fact_changes(company_id_param uuid, was_param jsonb, now_param jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('field', f.field, 'before', private.name_fact(company_id_param, f.field, was_param ->> f.field),
    'after', private.name_fact(company_id_param, f.field, now_param ->> f.field)) order by f.place), '[]')
  from unnest('{clock_in,clock_out,break_minutes,project_id,cost_code_id,classification_id,equipment_id,meal_waived,notes}'::text[])
    with ordinality as f (field, place)
  where was_param -> f.field is distinct from now_param -> f.field;
$$;
comment on function private.fact_changes(uuid,jsonb,jsonb) is 'The fields two versions of an entry differ in, [{"field", "before", "after"}], with names instead of ids.';

create or replace function private.time_steps(company_id_param uuid, employee_ids_param uuid[], start_date_param date, end_date_param date) returns table(time_entry_id uuid, employee_id uuid, project_id uuid, work_date date, entry_version text, step_id uuid, level smallint, done boolean, is_open boolean)
language sql stable set search_path = '' as $$
  with entries as materialized (
    select t.id, t.employee_id, t.project_id, t.work_date, private.version_text(t.updated_at, b.breaks) as version
    from public.time_entries t
    left join lateral (
      select string_agg(private.break_text(b), ',' order by b.started_at, b.id) as breaks
      from public.time_entry_breaks b where b.company_id = t.company_id and b.time_entry_id = t.id) b on true
    left join public.approvals a on a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
    where t.company_id = company_id_param and t.work_date between start_date_param and end_date_param
      and t.clock_in >= start_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and t.clock_in < end_date_param::timestamp at time zone 'UTC' + interval '2 days'
      and (employee_ids_param is null or t.employee_id = any (employee_ids_param))
      -- What is approved is done, by whichever chain it went.
      and t.clock_out is not null and not private.approval_covers(a.approved_at, t.updated_at, t.clock_out)
  ), of_projects as materialized (
    -- The chain of the project or the nearest it is a part of.
    select distinct on (p.id) p.id, c.id as chain_id
    from (select distinct e.project_id as id from entries e) p
    cross join lateral private.project_line(p.id, company_id_param) with ordinality l (id, place)
    join public.approval_chains c on c.company_id = company_id_param and c.project_id = l.id
    order by p.id, l.place
  ), of_groups as materialized (
    select distinct on (m.employee_id) m.employee_id, c.id as chain_id
    from public.approval_chains c join public.employee_group_members m on m.company_id = c.company_id and m.group_id = c.group_id
    where c.company_id = company_id_param
    order by m.employee_id, c.created_at
  ), steps as (
    select e.id, e.employee_id, e.project_id, e.work_date, e.version, s.id as step_id, s.level,
      coalesce(d.entry_version = e.version and d.decision <> 'returned', false) as done
    from entries e
    left join of_projects p on p.id = e.project_id
    left join of_groups g on g.employee_id = e.employee_id
    join public.approval_steps s on s.company_id = company_id_param and s.chain_id = coalesce(p.chain_id, g.chain_id, (
      select c.id from public.approval_chains c where c.company_id = company_id_param and c.project_id is null and c.group_id is null))
    left join public.step_approvals d on d.company_id = company_id_param and d.time_entry_id = e.id and d.step_id = s.id
  )
  select s.id, s.employee_id, s.project_id, s.work_date, s.version, s.step_id, s.level, s.done,
    not s.done and s.level = min(s.level) filter (where not s.done) over (partition by s.id)
  from steps s;
$$;
comment on function private.time_steps(uuid,uuid[],date,date) is 'Every step that completed time of a range goes through before it is approved, of some people or of all: what is done and what is open now. Nothing of time without a chain.';

create or replace function private.first_open_day(company_id_param uuid) returns date
language sql stable set search_path = '' as $$
  select greatest(private.company_today(company_id_param) - 90,
    (select max(p.end_date) + 1 from public.pay_periods p where p.company_id = company_id_param and p.status = 'locked'));
$$;
comment on function private.first_open_day(uuid) is 'From where on time waits for steps: after the last locked period, three months back at most.';
