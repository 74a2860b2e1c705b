create table public.approvals (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  work_date date not null,
  approved_by uuid,
  approved_at timestamptz default clock_timestamp() not null,
  constraint approvals_pkey primary key (company_id, id),
  constraint approvals_once_per_day unique (company_id, employee_id, work_date),
  constraint approvals_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.approvals');
create index approvals_by_date on public.approvals (company_id, work_date);
comment on table public.approvals is 'One row per employee and day that was approved. Written by functions only, under private.lock_time_exclusive(). Approving again renews approved_at.';
comment on column public.approvals.approved_at is 'An approval covers the completed entries of its day that were last changed before it: those are frozen. What is added or stopped later is unapproved until the day is approved again.';
alter table public.approvals enable row level security;
alter publication supabase_realtime add table public.approvals;
grant select on table public.approvals to authenticated;

create policy "Company roles with rights over time read approvals in their scope" on public.approvals
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_a_right('{edit_time,approve_time,payroll}')) and private.covers_person((select private.scope_of_a('{edit_time,approve_time,payroll}')), employee_id));

create policy "Managers read the approvals of their company, others their own" on public.approvals
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger own_approval_again after update on public.approvals referencing new table as new_rows
  for each statement execute function private.check_own_approvals();

create or replace function private.check_own_approvals() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.my_employee_id();
  own record;
begin
  for own in
    select p.start_date, p.end_date from (select distinct n.company_id, n.work_date from new_rows n where n.employee_id = me) d
    cross join lateral private.pay_period_at(d.company_id, d.work_date) p group by p.start_date, p.end_date
  loop
    perform private.decide_for_self('own_approval', me, private.timesheet_subject(me, own.start_date),
      jsonb_build_object('entity', 'approvals', 'start_date', own.start_date, 'end_date', own.end_date));
  end loop;
  return null;
end $$;
comment on function private.check_own_approvals() is 'As private.check_own_decision(), for days approved by the hundred: one item for each pay period.';

create or replace trigger own_approval_new after insert on public.approvals referencing new table as new_rows
  for each statement execute function private.check_own_approvals();

create or replace trigger stamp_approval before insert or update on public.approvals
  for each row execute function private.stamp_approval();

create or replace function private.stamp_approval() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.approved_at := clock_timestamp();
  return new;
end $$;

create or replace trigger zz_record_changed after update on public.approvals referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_changes();

create or replace trigger zz_record_deleted after delete on public.approvals referencing old table as old_rows
  for each statement execute function private.record_changes();

create or replace trigger zz_record_new after insert on public.approvals referencing new table as new_rows
  for each statement execute function private.record_changes();

create or replace function public.approve_time(employee_id_param uuid, start_date_param date, end_date_param date) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman_or_right('approve_time');
  steps constant boolean := private.has_chains(me.company_id);
  decided integer := 0;
  days date[];
begin
  if not steps then
    perform private.require_approver(employee_id_param, start_date_param, end_date_param);
  end if;
  perform private.require_date_range(start_date_param, end_date_param);
  perform private.require_colleague(me.company_id, employee_id_param);
  perform private.lock_person_time(me.company_id, employee_id_param);
  if steps then
    decided := private.approve_my_steps(me, array[employee_id_param], start_date_param, end_date_param);
    if me.role not in ('owner', 'manager') and decided > 0 then
      return decided;
    end if;
    perform private.require_approver(employee_id_param, start_date_param, end_date_param);
  end if;
  days := array(select d::date from generate_series(start_date_param, end_date_param, interval '1 day') d);
  perform private.refuse_unpayable(me.company_id, array_fill(employee_id_param, array[cardinality(days)]), days);
  decided := decided + private.write_approvals(me.company_id, array[employee_id_param], start_date_param, end_date_param);
  if steps and decided = 0 then
    perform private.refuse_others_steps(me.company_id, employee_id_param, start_date_param, end_date_param);
  end if;
  return decided;
end $$;
comment on function public.approve_time(uuid,date,date) is 'Manager, owner, and where the owner allows it the foreman of the crew: approves the days of one person and freezes them; returns how many days were newly approved. In a company with approval chains it approves the steps that are the caller''s, which counts too.';
grant execute on function public.approve_time(uuid,date,date) to authenticated;

create or replace function private.require_approver(employee_id_param uuid, start_date_param date, end_date_param date) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if me.company_role_id is not null and private.has_right('approve_time') then
    if private.approves_within(employee_id_param, start_date_param, end_date_param) then
      return me.company_id;
    elsif me.role <> 'foreman' then
      perform private.refuse_out_of_scope();
    end if;
  end if;
  me := private.require_foreman();
  if me.role <> 'foreman' then
    return me.company_id;
  end if;
  if not (select c.foremen_approve from public.companies c where c.id = me.company_id) then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  -- Every day of the range with time on it, so that nobody approves beyond the days they led.
  if employee_id_param = me.id or not private.leads_a_crew() or exists (
      select from public.time_entries t
      where t.company_id = me.company_id and t.employee_id = employee_id_param
        and t.work_date between start_date_param and end_date_param and not private.leads_on(t.employee_id, t.work_date)) then
    raise exception using errcode = '42501', hint = 'not_your_crew', message = 'This person is not in your crew.';
  end if;
  return me.company_id;
end $$;
comment on function private.require_approver(uuid,date,date) is 'The company of a manager, or of a foreman who may approve and led this person on all these days.';

create or replace function private.approves_within(employee_id_param uuid, start_date_param date, end_date_param date) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  scope private.right_scope := private.scope_of('approve_time');
begin
  if not coalesce(private.covers_person(scope, employee_id_param), false) then
    return false;
  end if;
  -- A day is approved as one: whoever has some of its projects alone does not approve it.
  return not (scope).by_project or coalesce((
    select bool_and(private.covers_work(scope, t.employee_id, t.project_id)) from public.time_entries t
    where t.company_id = company and t.employee_id = employee_id_param and t.work_date between start_date_param and end_date_param), false);
end $$;
comment on function private.approves_within(uuid,date,date) is 'Whether a role of the company''s own lets the caller approve this person''s days: all their time on them is in its scope.';

create or replace function private.require_approval_right(employee_id_param uuid, start_date_param date, end_date_param date) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_right('approve_time');
begin
  if me.role not in ('owner', 'manager') and not private.approves_within(employee_id_param, start_date_param, end_date_param) then
    perform private.refuse_out_of_scope();
  end if;
  return me.company_id;
end $$;
comment on function private.require_approval_right(uuid,date,date) is 'The company of a manager, or of whom a role of the company''s own lets approve this person''s days.';

create or replace function private.refuse_unpayable(company_id_param uuid, employee_ids_param uuid[], days_param date[]) returns void
language plpgsql set search_path = '' as $$
declare
  blocker record;
begin
  select b.problem, json_agg(b.work_date order by b.work_date) as days into blocker
  from (
    select i.work_date, case i.kind when 'on_the_clock' then 'missing_clock_out' else i.kind end as problem
    from (select case when count(distinct p) = 1 then min(p::text)::uuid end as person from unnest(employee_ids_param) p) one
    cross join (select min(d) as first, max(d) as last from unnest(days_param) d) range
    cross join lateral private.time_issues(company_id_param, one.person, range.first, range.last) i
    where i.severity in ('stop', 'wait') and (i.employee_id, i.work_date) in (select * from unnest(employee_ids_param, days_param))
  ) b
  group by b.problem order by b.problem limit 1;
  if blocker.problem is not null then
    raise exception using errcode = 'P0001', hint = blocker.problem, detail = blocker.days::text,
      message = case blocker.problem when 'no_rate' then 'This person has no rate on some of these days. Set the rate first.'
        else 'This person has time without an end. Set the clock-out first.' end;
  end if;
end $$;
comment on function private.refuse_unpayable(uuid,uuid[],date[]) is 'Refuses to approve days, each of the person in the same place, without a rate or an end.';

create or replace function private.write_approvals(company_id_param uuid, employee_ids_param uuid[], start_date_param date, end_date_param date) returns integer
language sql set search_path = '' as $$
  -- Days first: with the clock beside them, two entries of one day would be two rows.
  select private.insert_approvals(company_id_param, array_agg(d.employee_id), array_agg(d.work_date))
  from (
    select distinct t.employee_id, t.work_date
    from public.time_entries t
    where t.company_id = company_id_param and t.employee_id = any (employee_ids_param)
      and t.work_date between start_date_param and end_date_param and t.clock_out is not null
      and not exists (
        select from public.approvals a
        where a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
          and private.approval_covers(a.approved_at, t.updated_at, t.clock_out))
      and (t.employee_id, t.work_date) not in (
        select u.employee_id, u.work_date from private.unfinished_days(company_id_param, employee_ids_param, start_date_param, end_date_param) u)
  ) d;
$$;
comment on function private.write_approvals(uuid,uuid[],date,date) is 'Approves what is not yet of these people''s days, except days that wait for a step of an approval chain; returns how many.';

create or replace function private.insert_approvals(company_id_param uuid, employee_ids_param uuid[], days_param date[]) returns integer
language plpgsql set search_path = '' as $$
declare
  written integer;
begin
  insert into public.approvals (company_id, employee_id, work_date, approved_by, approved_at)
  select company_id_param, d.employee_id, d.work_date, auth.uid(), clock_timestamp() from unnest(employee_ids_param, days_param) d (employee_id, work_date)
  on conflict on constraint approvals_once_per_day do update
    set approved_by = excluded.approved_by, approved_at = excluded.approved_at;
  get diagnostics written = row_count;
  return written;
end $$;

create or replace function public.approve_clean_time(start_date_param date, end_date_param date) returns table(employee_id uuid, approved_days integer)
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  me public.employees := private.require_right('approve_time');
  company uuid := me.company_id;
  manages boolean := me.role in ('owner', 'manager');
  not_mine uuid := case when private.another_must('own_approval', me.id) then me.id end;
  clean uuid[];
begin
  perform private.require_date_range(start_date_param, end_date_param);
  perform private.lock_time_exclusive(company);
  clean := array(
    select distinct t.employee_id from public.time_entries t
    where t.company_id = company and t.work_date between start_date_param and end_date_param
      and t.employee_id is distinct from not_mine
      and (manages or private.approves_within(t.employee_id, start_date_param, end_date_param))
      and t.employee_id not in (select i.employee_id from private.time_issues(company, null, start_date_param, end_date_param) i));
  if private.has_chains(company) and me.id is not null then
    perform private.approve_my_steps(me, clean, start_date_param, end_date_param);
  end if;
  perform private.write_approvals(company, clean, start_date_param, end_date_param);
  return query
  select d.employee_id, count(*)::integer from (
    select a.employee_id, a.work_date from public.approvals a
    where a.company_id = company and a.employee_id = any (clean) and a.work_date between start_date_param and end_date_param
    union
    select s.employee_id, s.work_date from public.step_approvals s
    where s.company_id = company and s.decided_by = me.id and s.created_at >= transaction_timestamp()) d
  group by d.employee_id;
end $$;
comment on function public.approve_clean_time(date,date) is 'Manager, owner: approves everyone of whom private.time_issues names nothing; not the caller, where another must. In a company with approval chains: the steps that are the caller''s.';
grant execute on function public.approve_clean_time(date,date) to authenticated;

create or replace function public.unapprove_time(employee_id_param uuid, start_date_param date, end_date_param date, reason_param text default null::text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_approval_right(employee_id_param, start_date_param, end_date_param);
  removed integer;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  perform private.require_colleague(company, employee_id_param);
  perform private.lock_person_time(company, employee_id_param);
  if private.is_locked(company, start_date_param, end_date_param) then
    raise exception using errcode = 'P0001', hint = 'period_locked', message = 'This pay period is locked. Unlock it first.';
  end if;
  perform private.give_reason(reason_param);
  delete from public.approvals a
  where a.company_id = company and a.employee_id = employee_id_param and a.work_date between start_date_param and end_date_param;
  get diagnostics removed = row_count;
  perform private.drop_steps(company, array[employee_id_param], start_date_param, end_date_param);
  return removed;
end $$;
comment on function public.unapprove_time(uuid,date,date,text) is 'Manager, owner: takes approvals back; returns how many days.';
grant execute on function public.unapprove_time(uuid,date,date,text) to authenticated;

create or replace function public.propose_clock_outs(start_date_param date, end_date_param date) returns table(time_entry_id uuid, employee_id uuid, first_name text, last_name text, project_id uuid, work_date date, clock_in timestamptz, proposed_clock_out timestamptz, basis text, sample_size integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_right('approve_time')).company_id;
  scope private.right_scope := private.scope_of('approve_time');
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select t.id, t.employee_id, e.first_name, e.last_name, t.project_id, t.work_date, t.clock_in, p.proposed_at,
    case p.reason when 'crew' then 'project' else p.reason end, p.sample_size
  from public.time_entries t
  join public.employees e on e.company_id = t.company_id and e.id = t.employee_id
  join public.companies c on c.id = t.company_id
  cross join lateral private.proposed_end(t) p
  where t.company_id = company and t.clock_out is null and t.work_date between start_date_param and end_date_param
    and private.is_forgotten(t.clock_in)
    and private.covers_work(scope, t.employee_id, t.project_id)
    and (t.work_date < (now() at time zone c.time_zone)::date or now() - t.clock_in > interval '12 hours')
  order by t.work_date, e.last_name, e.first_name, t.id;
end $$;
comment on function public.propose_clock_outs(date,date) is 'Manager, owner: entries nobody ended, each with a proposed end and what it rests on: project (others there that day), schedule, company, habit, eight_hours, or what the person did last (photo, quantity, question, break, punch).';
grant execute on function public.propose_clock_outs(date,date) to authenticated;

create or replace function public.take_back_approvals(start_date_param date, end_date_param date, since_param timestamptz default null::timestamptz) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_right('approve_time');
  company uuid := me.company_id;
  removed integer;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  perform private.lock_time_exclusive(company);
  if private.is_locked(company, start_date_param, end_date_param) then
    raise exception using errcode = 'P0001', hint = 'period_locked', message = 'This pay period is locked. Unlock it first.';
  end if;
  delete from public.approvals a
  where a.company_id = company and a.approved_by = auth.uid() and a.work_date between start_date_param and end_date_param
    and (since_param is null or a.approved_at > since_param)
    and (me.role in ('owner', 'manager') or private.approves_within(a.employee_id, a.work_date, a.work_date));
  get diagnostics removed = row_count;
  perform private.drop_steps(company, null, start_date_param, end_date_param, private.my_employee_id(), since_param)
    where private.has_chains(company) and private.my_employee_id() is not null;
  return removed;
end $$;
comment on function public.take_back_approvals(date,date,timestamp with time zone) is 'Manager, owner: takes back what they approved in these days after that moment, or all of it; returns how many days.';
grant execute on function public.take_back_approvals(date,date,timestamp with time zone) to authenticated;

create or replace function private.approve_late_time(company_id_param uuid, employee_id_param uuid, work_date_param date) returns void
language plpgsql set search_path = '' as $$
begin
  -- Deciding to pay it approves it, together with a day that was approved before; nobody approves their own.
  if employee_id_param = private.my_employee_id() or exists (
      select from public.time_entries t
      where t.company_id = company_id_param and t.employee_id = employee_id_param and t.work_date = work_date_param
        and t.updated_at < transaction_timestamp() and not private.is_approved(t)) then
    return;
  end if;
  insert into public.approvals (company_id, employee_id, work_date, approved_by)
  values (company_id_param, employee_id_param, work_date_param, auth.uid())
  on conflict on constraint approvals_once_per_day do update set approved_by = excluded.approved_by;
end $$;

create or replace function private.last_date_of(work_date_param date, clock_out_param timestamptz, zone_param text) returns date
language sql immutable parallel safe
return greatest(work_date_param, (((clock_out_param - '00:00:00.000001'::interval) at time zone zone_param))::date);
comment on function private.last_date_of(date,timestamptz,text) is 'The last day an entry reaches, by the clock of its site: work up to midnight reaches none beyond its own.';
grant execute on function private.last_date_of(date,timestamptz,text) to authenticated, service_role;

create or replace function private.approval_covers(approved_at_param timestamptz, updated_at_param timestamptz, clock_out_param timestamptz) returns boolean
language sql immutable parallel safe
return (clock_out_param is not null) and coalesce(approved_at_param >= updated_at_param, false);
comment on function private.approval_covers(timestamptz,timestamptz,timestamptz) is 'The rule of what is approved: time that is over, by an approval of its work date made after its last change.';
grant execute on function private.approval_covers(timestamptz,timestamptz,timestamptz) to authenticated, service_role;

create or replace function private.is_approved(entry public.time_entries) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.approvals a
    where a.company_id = entry.company_id and a.employee_id = entry.employee_id and a.work_date = entry.work_date
      and private.approval_covers(a.approved_at, entry.updated_at, entry.clock_out));
end $$;
comment on function private.is_approved(public.time_entries) is 'Whether a completed entry is covered by an approval of its work date made after its last change.';
